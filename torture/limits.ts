import { randomBytes } from 'node:crypto';
import { Agent, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isListening, type Reply, request } from '#test/support/http.ts';
import { type Service, serve, startRedis } from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/*
 * Four nodes with one Redis, and one node of four processes without: whose requests they count, and the effect on the count when Redis dies
 * or hangs.
 */

const limit = 60;
const nodeCount = 4;
/** Maximum for one client if each node counts separately. */
const most = nodeCount * limit;
/** Maximum response time while Redis hangs, in milliseconds. */
const aimMs = 2_000;
const sizes = {
  full: { workers: 4, clients: 20, faults: 10, isWindowAwaited: true },
  short: { workers: 2, clients: 1, faults: 1, isWindowAwaited: false },
} as const;

/** Target of requests: a node, at an address of this machine. */
type NodeUrl = string;

/** A client: the headers of its i-th request, and its local address. */
interface Client {
  readonly from?: string;
  readonly headers?: (i: number) => OutgoingHttpHeaders;
}

const byte = () => randomBytes(1).readUInt8();
let lastClient = 0;
/** A new address each time: 203.0.113.0/24 and following. */
const newAddress = () => {
  lastClient += 1;
  return `203.0.${113 + Math.floor(lastClient / 250)}.${1 + (lastClient % 250)}`;
};
/** A new local address each time, not a trusted proxy's. */
const newPeer = () => {
  lastClient += 1;
  return `127.0.${1 + Math.floor(lastClient / 250)}.${1 + (lastClient % 250)}`;
};

/** Headers that claim a different address with each request. */
const forged = (): OutgoingHttpHeaders => {
  const address = `198.51.100.${byte()}`;
  return {
    forwarded: `for=${address};proto=https`,
    'x-real-ip': address,
    'true-client-ip': address,
    'cf-connecting-ip': address,
    'x-client-ip': address,
  };
};
const behindProxy = (address: string, spoofed = ''): OutgoingHttpHeaders => ({
  ...forged(),
  'x-forwarded-for': spoofed + address,
});
const inNet64 = (net: string) =>
  `${net}:${randomBytes(8)
    .toString('hex')
    .replace(/(....)(?!$)/g, '$1:')}`;
/** The spellings of an IPv4 address. */
function spellings(address: string): string[] {
  const hex = address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(....)/, '$1:');
  return [address, `::ffff:${address}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`];
}

/** All kinds of requests: with a valid key, a wrong key, unknown paths, hooks. */
const probes = [
  { path: '/v1/projects?limit=1', key: 'good' },
  { path: '/v1/deals', key: 'bad' },
  { path: '/v1/nowhere', key: 'good' },
  { path: '/v1/nowhere', key: 'none' },
  { path: '/hooks/nobody/nothing', key: 'none', method: 'POST' },
] as const;

class LimitCheck {
  readonly tally: Tally;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  requests = 0;
  /** True if responses are timed: while Redis hangs. */
  isTimed = false;

  constructor(tally: Tally, key: string) {
    this.tally = tally;
    this.#key = key;
  }

  /** One request. @param kind the kind of request */
  async ask(
    url: NodeUrl,
    client: Client,
    i: number,
    kind: number = i,
    isFresh = false,
  ): Promise<Reply> {
    const { path, key, ...how } = probes[kind % probes.length] ?? probes[0];
    this.requests += 1;
    const began = performance.now();
    const reply = await request(url + path, {
      ...how,
      ...(client.from === undefined ? {} : { from: client.from }),
      ...(key === 'none' ? {} : { key: key === 'good' ? this.#key : `${this.#key}x` }),
      ...(client.headers ? { headers: client.headers(i) } : {}),
      ...(isFresh ? {} : { agent: this.#agent }),
    });
    if (this.isTimed) this.tally.took(performance.now() - began);
    return reply;
  }

  /** Sends several requests, the i-th to the i-th address in turn, eight at a time. @returns the number of served ones */
  async served(urls: readonly NodeUrl[], client: Client, times: number, isFresh = false) {
    let served = 0;
    let next = 0;
    const ask = async () => {
      for (let i = next++; i < times; i = next++) {
        const url = urls[i % urls.length] ?? '';
        const { status } = await this.ask(url, client, i, Math.floor(i / urls.length), isFresh);
        if (status >= 500) this.tally.addWrong(`${url} answered ${status}`);
        else if (status !== 429) served += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, ask));
    return served;
  }

  /** 60 over all addresses are served, the 61st nowhere. */
  async counts(
    who: string,
    urls: readonly NodeUrl[],
    client: Client,
    isFresh = false,
  ): Promise<void> {
    const served = await this.served(urls, client, limit, isFresh);
    if (served < limit)
      this.tally.addWrong(`closed: ${who}: only ${served} of ${limit} were served`);
    for (const url of urls) {
      const reply = await this.ask(url, client, limit, 0, isFresh);
      const wait = Number(reply.headers['retry-after']);
      if (reply.status !== 429)
        this.tally.addWrong(`open: ${who}: the request after ${limit} answered ${reply.status}`);
      else if (!(wait >= 1 && wait <= 60)) this.tally.addWrong(`Retry-After of a 429 is ${wait}`);
    }
  }

  /** A client gets its full limit wherever it sends: it shares its count with no other. */
  async isApart(who: string, urls: readonly NodeUrl[], client: Client): Promise<void> {
    const [url = ''] = urls;
    const { status } = await this.ask(url, client, 0, 0);
    if (status !== 200) this.tally.addWrong(`closed: ${who} answered ${status}`);
  }

  /** Many at once, from one address: exactly 60 are served. */
  async race(who: string, urls: readonly NodeUrl[], client: Client): Promise<void> {
    const replies = await Promise.all(
      Array.from({ length: 2 * limit }, (_, i) =>
        this.ask(urls[i % urls.length] ?? '', client, i, 0, true),
      ),
    );
    const served = replies.filter(({ status }) => status === 200).length;
    if (served !== limit)
      this.tally.addWrong(`${who}: ${served} of ${2 * limit} at once were served`);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** True if this machine has IPv6. */
async function hasIpv6(port: number): Promise<boolean> {
  return isListening(port, '::1');
}

/** Waits until the nodes count together. */
function together(check: LimitCheck, urls: readonly NodeUrl[]): Promise<void> {
  return eventually(async () => {
    const address = newAddress();
    const left: number[] = [];
    for (const url of urls) {
      const { headers } = await check.ask(url, { headers: () => behindProxy(address) }, 0, 0);
      left.push(Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    }
    if (left.some((n, i) => n !== limit - 1 - i))
      throw new Error(`the nodes do not count together: ${left}`);
  });
}

/** Each node counts separately: 60 for a new client on each, and no more. */
async function countsApart(
  check: LimitCheck,
  how: string,
  urls: readonly NodeUrl[],
): Promise<void> {
  const address = newAddress();
  const client: Client = { headers: () => behindProxy(address, `198.51.100.${byte()}, `) };
  await Promise.all(urls.map((url, i) => check.counts(`${how}, node ${i + 1}`, [url], client)));
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { workers, clients, faults, isWindowAwaited } = sizes[size];
  const redis = await startRedis();
  const testDatabase = await newTestDatabase();
  const env = { ...testDatabase.env, RATE_LIMIT_PER_MINUTE: String(limit), ROLE: 'web' };
  const start = (overrides: Record<string, string>) => serve({ ...env, ...overrides });
  const withRedis = { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1/32,10.0.0.0/8' };
  const nodes = await Promise.all(
    // Half of them listen on both families, where IPv4 clients have mapped addresses.
    Array.from({ length: nodeCount }, (_, i) =>
      start({ ...withRedis, HOST: i % 2 === 0 ? '127.0.0.1' : '::' }),
    ),
  );
  const processes = await start({ WORKERS: String(workers) });
  const portOf = ({ address }: Service) => Number(new URL(address).port);
  const urls = nodes.map((node) => `http://127.0.0.1:${portOf(node)}/api`);
  const alone = [`http://127.0.0.1:${portOf(processes)}/api`];
  const [team] = await newTeams(testDatabase.connection, callerOf(processes.address), 1);
  const check = new LimitCheck(tally, team?.key ?? '');
  const sixPorts = [];
  for (const node of nodes) if (await hasIpv6(portOf(node))) sixPorts.push(portOf(node));
  const six = sixPorts.map((port) => `http://[::1]:${port}/api`);
  await together(check, urls);

  for (let n = 0; n < clients; n += 1) {
    const [peer, another] = [newPeer(), newPeer()];
    // No proxy: whatever the headers claim.
    const liar = () => ({ ...forged(), 'x-forwarded-for': `198.51.100.${byte()}` });
    await check.counts('forged headers', urls, { from: peer, headers: liar });
    await check.counts(
      'forged headers, several processes',
      alone,
      { from: peer, headers: liar },
      true,
    );
    await check.isApart('another address', urls, { from: another });
    // Through the proxy: the left part is the client's own claim.
    const [address, through] = [newAddress(), newAddress()];
    await check.counts('spoofed addresses on the left', urls, {
      headers: () => behindProxy(address, `198.51.100.${byte()}, 127.0.0.1, `),
    });
    await check.counts('two proxies', urls, {
      headers: (i) =>
        behindProxy(`${through}, 10.1.2.${i % 250}`, i % 2 ? '' : `10.0.0.${byte()}, `),
    });
    const net = `2001:db8:${byte().toString(16)}:${(n + 1).toString(16)}`;
    await check.counts('one /64', urls, { headers: () => behindProxy(inNet64(net)) });
    await check.isApart('the next /64', urls, {
      headers: () => behindProxy(inNet64(net.replace(/:[^:]*$/, ':ffff'))),
    });
    const mapped = newAddress();
    await check.counts('mapped IPv4', urls, {
      headers: (i) => behindProxy(spellings(mapped)[Math.floor(i / nodeCount) % 4] ?? mapped),
    });
    const fast = newAddress();
    await check.race('four nodes', urls, { headers: () => behindProxy(fast) });
    await check.race('several processes', alone, { from: newPeer() });
  }
  if (six.length > 0) {
    await check.counts('::1', six, {});
    await check.isApart('127.0.0.1 next to ::1', alone, {});
  } else tally.remarks.push('without IPv6 on this machine');

  for (let fault = 1; fault <= faults; fault += 1) {
    for (const how of ['killed', 'hangs'] as const) {
      // One client before, during and after, for more than its limit.
      const address = newAddress();
      const steady: Client = { headers: () => behindProxy(address) };
      const before = await check.served(urls, steady, 40);
      const meanwhile = check.served(urls, steady, limit);
      await sleep(20);
      if (how === 'killed') await redis.kill();
      else process.kill(redis.pid, 'SIGSTOP');
      check.isTimed = how === 'hangs';
      const got = before + (await meanwhile);
      await countsApart(check, `Redis ${how}`, urls);
      const inAll = got + (await check.served(urls, steady, most + 20));
      if (before < 40 || inAll < limit)
        tally.addWrong(`closed: Redis ${how}: ${before}, then ${inAll} were served`);
      if (inAll > most) tally.addWrong(`open: Redis ${how}: ${inAll} of one client were served`);
      check.isTimed = false;
      if (how === 'killed') await redis.start();
      else process.kill(redis.pid, 'SIGCONT');
      await together(check, urls);
      const late = newAddress();
      await check.counts(`Redis that was ${how} is back`, urls, {
        headers: () => behindProxy(late),
      });
    }
  }

  if (isWindowAwaited) {
    const address = newAddress();
    const client: Client = { headers: () => behindProxy(address) };
    await check.counts('before the minute is over', urls, client);
    await sleep(61_000);
    await check.counts('after the minute', urls, client);
  }
  check.close();
  tally.aim(
    (tally.worstMs ?? 0) < aimMs,
    `an answer took ${Math.round(tally.worstMs ?? 0)} ms, not under ${aimMs}`,
  );
  tally.remarks.push('worst latency while Redis hangs (aim: under 2 s)');
  return `${counted(check.requests)} requests to 4 nodes with Redis and to ${workers} processes without, Redis killed ${faults}× and hung ${faults}×`;
}

export default {
  title: 'Rate limit',
  what: `Four nodes share one Redis; one node of four processes (two in the short form) has none. Each client's 60 requests are spread over them: reads, wrong
keys, no key, unknown paths, hooks. All must be served, and the 61st must be 429 on every node. Clients forge \`X-Forwarded-For\`, \`Forwarded\`,
\`X-Real-IP\` and the like, with no trusted proxy and behind one; change their address within a /64; spell an IPv4 address as IPv6; or send 120 requests
at once. Then Redis is killed (\`kill -9\`), and later hangs (\`SIGSTOP\`), while a client is sending: each node must count separately, at least 60 per
client and node, and no client may get more than four times 60, including what was served before; when Redis is back, the nodes share one count again. Wrong: every
request served beyond the limit or refused below it, and every answer slower than 2 s.`,
  broken: [
    {
      how: 'without Redis, nothing is limited',
      file: 'server/http/rate-limit.ts',
      find: 'consume(shared, counted).catch(() => localCount)',
      replace:
        'consume(shared, counted).catch(() => ({ allowed: true, remaining: 1, resetSeconds: 60 }))',
    },
    {
      how: 'without Redis, everything is rejected',
      file: 'server/http/rate-limit.ts',
      find: 'consume(shared, counted).catch(() => localCount)',
      replace:
        'consume(shared, counted).catch(() => ({ allowed: false, remaining: 0, resetSeconds: 60 }))',
    },
    {
      how: 'a node that loses Redis starts counting at zero',
      file: 'server/http/rate-limit.ts',
      find: 'consume(shared, counted).catch(() => localCount)',
      replace: 'consume(shared, counted).catch(() => consume(alone, counted))',
    },
    {
      how: 'every proxy is trusted',
      file: 'server/http/server.ts',
      find: 'trustProxy: config.TRUST_PROXY',
      replace: `trustProxy: [['0.0.0.0', 1], ['128.0.0.0', 1], ['::', 1], ['8000::', 1]]`,
    },
    {
      how: 'IPv6 addresses are counted one by one',
      file: 'server/http/rate-limit.ts',
      find: 'parsed.parts.slice(0, 4)',
      replace: 'parsed.parts.slice(0, 8)',
    },
    {
      how: 'a mapped IPv4 address is treated as an IPv6 one',
      file: 'server/http/rate-limit.ts',
      find: 'ipaddr.process(address)',
      replace: 'ipaddr.parse(address)',
    },
    {
      how: 'commands to a hanging Redis wait forever',
      file: 'server/platform/redis.ts',
      find: 'commandTimeout: commandMs,\n    // Ends an unresponsive connection, so that no request waits for it.\n    socketTimeout: 1_000,',
      replace: '',
    },
    {
      how: 'requests to hooks are not counted',
      file: 'server/http/app.ts',
      find: 'mountHooks(api, settings, teams.find, count);',
      replace: 'mountHooks(api, settings, teams.find, async () => {});',
    },
  ],
  run,
} satisfies Torture;
