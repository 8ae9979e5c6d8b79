import { readdirSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { newKey } from '#server/platform/api-key.ts';
import { freePort, type Reply, type Request, request } from '#test/support/http.ts';
import { connectTo, memoryMb, type Service, serve } from '#test/support/processes.ts';
import type { Json, TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { type SteadyRate, startSteadyRate } from './steady-rate.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

interface Plan {
  /** Turns per second; some are two or three requests. */
  readonly rate: number;
  readonly teams: number;
  /** Source addresses of requests. */
  readonly addresses: number;
  readonly warmUpMs: number;
  /** Duration of the load after that. */
  readonly loadMs: number;
  /** The periods at the beginning and the end of the load whose memory is reported. */
  readonly windowMs: number;
  /** The growth that passes, as a fraction: of the live heap, and of resident memory. */
  readonly heap: number;
  readonly resident: number;
}

const minute = 60_000;
const plans: Record<Size, Plan> = {
  short: {
    rate: 300,
    teams: 2,
    addresses: 50,
    warmUpMs: 5_000,
    loadMs: 6_000,
    windowMs: 1_500,
    heap: 0.03,
    resident: 0.2,
  },
  full: {
    rate: 120,
    teams: 20,
    addresses: 5_000,
    warmUpMs: 5 * minute,
    loadMs: 25 * minute,
    windowMs: 5 * minute,
    heap: 0.05,
    resident: 0.05,
  },
};

/** Maximum requests in flight, on a machine that cannot keep up. */
const maxAtOnce = 40;
/** Descriptors that may come and go: connections to the database, and a few kept to receivers. */
const spareDescriptors = 12;
/** The same for timers and other resources that keep a process awake. */
const spareResources = 8;

// Resources of the process -----------------------------------------------------------------------------------------

/** Resources of an idle process. */
interface Standing {
  /** Bytes of live objects, and what they hold outside the heap, after a full collection. */
  readonly heap: number;
  /** Resident megabytes then. */
  readonly resident: number;
  readonly descriptors: number;
  /** Active resources, such as `Timeout` and `TCPSocketWrap`, and their number. */
  readonly resources: ReadonlyMap<string, number>;
}

/** Examines a process through its inspector, which a signal opens; until then it runs normally. */
async function openInspector(service: Service) {
  process.kill(service.pid, 'SIGUSR1');
  const address = () => /ws:\/\/\S+/.exec(service.stderr())?.[0];
  await until(() => address() !== undefined);
  const socket = new WebSocket(address() ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('no inspector answers')), {
      once: true,
    });
  });
  let turn = 0;
  const ask = (method: string, params: Json = {}) =>
    new Promise<Json>((resolve, reject) => {
      turn += 1;
      const id = turn;
      const timer = setTimeout(() => reject(new Error(`${method} is not answered`)), 20_000);
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id: number; result?: Json };
        if (answer.id !== id) return;
        clearTimeout(timer);
        socket.removeEventListener('message', hear);
        resolve(answer.result ?? {});
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    async standing(): Promise<Standing> {
      // Twice, because finalizers of the first release objects for the second.
      for (let i = 0; i < 2; i += 1) {
        await ask('HeapProfiler.collectGarbage');
        await sleep(50);
      }
      const expression = `JSON.stringify([process.memoryUsage(), process.getActiveResourcesInfo()])`;
      const { result } = (await ask('Runtime.evaluate', { expression })) as { result?: Json };
      const [memory, resources] = JSON.parse(String(result?.value)) as [
        { heapUsed: number; external: number },
        string[],
      ];
      const byName = Map.groupBy(resources, (name) => name);
      return {
        heap: memory.heapUsed + memory.external,
        resident: memoryMb(service.pid, 'VmRSS'),
        descriptors: descriptorsOf(service.pid),
        resources: new Map([...byName].map(([name, all]) => [name, all.length])),
      };
    },
    close: () => socket.close(),
  };
}

const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

// The load ---------------------------------------------------------------------------------------------------------

/** A receiver that accepts and records everything. */
async function startReceiver() {
  const received = new Set<string>();
  const server = createServer((incoming, response) => {
    incoming.resume().once('end', () => {
      received.add(String(incoming.headers['webhook-id']));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    /** Hangs up while nothing is in progress. */
    hangUp: () => server.closeIdleConnections(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A team and the records that its requests refer to. */
interface LoadedTeam {
  readonly team: TestTeam;
  readonly project: string;
  /** Its hook, and the hook's secret. */
  readonly hook: { readonly path: string; readonly secret: string };
  /** An existing deal. */
  deal: string;
}

/** Gives a team an endpoint for everything, one that receives, and a workflow. */
async function furnish(team: TestTeam, url: string, client: pg.Client): Promise<LoadedTeam> {
  const { id: webhook } = await team.create('webhooks', { url });
  const { id: project } = await team.create('projects');
  const { id: deal } = await team.create('deals');
  const { rows } = await client.query<{ id: string }>(
    'select id from pipelines where project_id = $1',
    [project],
  );
  const receiving = await team.create('webhooks', {
    slug: 'formulario',
    target_pipeline_id: rows[0]?.id,
    field_mapping: { title: 'lead.name' },
  });
  const steps = [
    { type: 'create_activity', with: { title: 'Ligar', deal_id: '{{deal.id}}' } },
    { type: 'update_deal', with: { priority: 'alta' } },
    { type: 'call_webhook', with: { webhook_id: webhook, data: { deal: '{{deal.id}}' } } },
  ];
  await client.query(
    `insert into workflows (team_id, id, name, event, to_phase, conditions, steps)
    values ($1, $2, 'Ganho', 'deal.stage_changed', 'ganho', '[]', $3)`,
    [team.id, uuidv7(), JSON.stringify(steps)],
  );
  return {
    team,
    project: String(project),
    hook: {
      path: `/api/hooks/${team.slug}/formulario`,
      secret: String(receiving.secret_token),
    },
    deal: String(deal),
  };
}

/** The load: everything that clients do, right and wrong, in turn. */
class Load {
  readonly #service: Service;
  readonly #teams: readonly LoadedTeam[];
  readonly #addresses: number;
  readonly #tally: Tally;
  #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  /** Number of requests sent. */
  requests = 0;

  constructor(
    service: Service,
    loadedTeams: readonly LoadedTeam[],
    addresses: number,
    tally: Tally,
  ) {
    this.#service = service;
    this.#teams = loadedTeams;
    this.#addresses = addresses;
    this.#tally = tally;
  }

  start(perSecond: number): SteadyRate {
    const one = async (turn: number) => {
      const kind = this.#kinds[turn % this.#kinds.length];
      const loadedTeam = this.#teams[turn % this.#teams.length];
      if (!kind || !loadedTeam) throw new Error('there is nothing to do');
      await kind(loadedTeam, turn).catch((error: Error) => this.#tally.addWrong(error.message));
    };
    return startSteadyRate(perSecond, one, maxAtOnce);
  }

  /** Closes all kept-alive connections. */
  hangUp(): void {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true, maxSockets: 16 });
  }

  /** One request: on a kept-alive connection, or every third time on a new one from another address. */
  async #ask(expected: number, method: string, path: string, options: Request): Promise<Reply> {
    this.requests += 1;
    const host = this.requests % this.#addresses;
    const way =
      this.requests % 3 === 0
        ? { from: `127.1.${Math.floor(host / 250)}.${1 + (host % 250)}` }
        : { agent: this.#agent };
    const began = performance.now();
    const reply = await request(this.#service.origin + path, { method, ...way, ...options });
    this.#tally.took(performance.now() - began);
    if (reply.status !== expected)
      throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  }

  #v1(
    expected: number,
    loadedTeam: LoadedTeam,
    method: string,
    path: string,
    body?: Json,
    headers = {},
  ) {
    const { key } = loadedTeam.team;
    const sent = body === undefined ? { key, headers } : { key, headers, body };
    return this.#ask(expected, method, `/api/v1${path}`, sent);
  }

  /** Writes the parts with pauses between them, and waits for a response if there will be one. */
  #raw(parts: readonly string[], awaited: RegExp | undefined): Promise<void> {
    this.requests += 1;
    const { hostname, port } = new URL(this.#service.origin);
    return new Promise((resolve, reject) => {
      let heard = '';
      const socket = connect(Number(port), hostname, async () => {
        for (const part of parts) {
          socket.write(part);
          await sleep(100);
        }
        if (!awaited) socket.destroy();
      });
      socket.setTimeout(20_000, () => socket.destroy(new Error('no answer to a slow request')));
      socket.setEncoding('latin1').on('data', (text: string) => {
        heard += text;
        if (awaited?.test(heard)) socket.end();
      });
      socket.once('error', reject);
      socket.once('close', () => {
        if (awaited && !awaited.test(heard))
          reject(new Error(`expected ${awaited}, got: ${heard}`));
        else resolve();
      });
    });
  }

  /** The head of a POST of a deal, and its body. */
  #post({ team }: LoadedTeam, body: string): string {
    return (
      `POST /api/v1/deals HTTP/1.1\r\nhost: pauta\r\nauthorization: Bearer ${team.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    );
  }

  readonly #kinds: readonly ((loadedTeam: LoadedTeam, turn: number) => Promise<unknown>)[] = [
    (o) => this.#v1(200, o, 'GET', `/projects/${o.project}`),
    (o) => this.#v1(200, o, 'GET', '/deals?phase=lead&min_value=10&sort=-value&limit=10'),
    async (o, i) => {
      const { data } = await this.#v1(201, o, 'POST', '/deals', {
        title: `Negócio ${i}`,
        value: i,
      });
      o.deal = String(data.id);
    },
    (o) => this.#v1(200, o, 'GET', '/deals?search=neg%C3%B3cio&limit=5'),
    (o, i) =>
      this.#v1(200, o, 'PUT', `/deals/${o.deal}`, { phase: i % 2 === 0 ? 'lead' : 'ganho' }),
    (o) => this.#v1(200, o, 'DELETE', `/deals/${o.deal}`),
    async (o, i) => {
      const headers = { 'idempotency-key': uuidv7() };
      const body = { title: `Tarefa ${i}`, project_id: o.project };
      const first = await this.#v1(201, o, 'POST', '/tasks', body, headers);
      const again = await this.#v1(201, o, 'POST', '/tasks', body, headers);
      if (first.text !== again.text) throw new Error('a replay got a different answer');
    },
    (o, i) => {
      const phone = `5511${String(900_000_000 + (i % 500) * 10 + 5)}`;
      const body = { inbox_id: o.team.inbox, phone, content: `Olá ${i}` };
      return this.#v1(201, o, 'POST', '/msgapp/messages', body);
    },
    ({ hook: { path, secret } }, i) => {
      const body = { lead: { name: `Interessado ${i}` } };
      return this.#ask(202, 'POST', path, { key: secret, body });
    },
    ({ hook: { path } }) => this.#ask(401, 'POST', path, { key: 'outra', body: {} }),
    () => this.#ask(401, 'GET', '/api/v1/projects', { key: newKey() }),
    () => this.#ask(401, 'GET', '/api/v1/projects', { key: 'nada' }),
    (o) => this.#v1(400, o, 'POST', '/deals', { title: '', value: -1 }),
    (o, i) => this.#v1(404, o, 'GET', `/nothing/${i}`),
    async (o, i) => {
      const phone = `5521${String(900_000_000 + i)}`;
      const { data } = await this.#v1(201, o, 'POST', '/msgapp/contacts', { phone });
      await this.#v1(200, o, 'DELETE', `/msgapp/contacts/${data.id}`);
    },
    async (o) => {
      const { data } = await this.#v1(201, o, 'POST', '/webhooks', { name: 'De passagem' });
      await this.#v1(200, o, 'DELETE', `/webhooks/${data.id}`);
    },
    (o, i) => this.#v1(200, o, 'PUT', `/projects/${o.project}`, { description: `Rodada ${i}` }),
    (o) => this.#v1(200, o, 'GET', '/tasks?priority=none&limit=10'),
    () => this.#ask(200, 'GET', '/health/ready', {}),
    (o, i) => {
      const body = JSON.stringify({ title: `Devagar ${i}` });
      return this.#raw([this.#post(o, body), body.slice(0, 8), body.slice(8)], /^HTTP\/1.1 201 /);
    },
    (o) => this.#raw([this.#post(o, '{"title": "Desiste"}'), '{"title"'], undefined),
    () => this.#raw(['BOM DIA\r\n\r\n'], /^HTTP\/1.1 400 /),
  ];
}

// The soak ---------------------------------------------------------------------------------------------------------

export default {
  title: 'Soak',
  what: `One service, started with \`npm start\`, with metrics on; 20 teams, each with an endpoint for all its events and a workflow. 120 times a second, one of these arrives: reads,
lists with filters and search, creates, changes, deletes, a create repeated with its \`Idempotency-Key\`, a message through the sandbox, a call of a hook, a
contact or an endpoint that is created and deleted, wrong keys, bodies and paths, a slow request, an aborted one, bytes that are not HTTP. A third use new
connections from 5,000 addresses. After five minutes of warm-up, and again 25 minutes later, the load stops until nothing is in progress, and the process is
examined: live heap and resident memory after a full garbage collection (through the inspector, opened by a signal), file descriptors, timers and sockets.
Wrong: every unexpected answer, and every missed aim: live heap and resident memory at rest grow by less than 5 %; descriptors, timers and sockets do not
grow, except for passing connections (12, and 8 of a kind). Lost: every event that did not reach its receiver. Resident memory under load includes
uncollected garbage; its minimum in the first and last five minutes is reported without an aim. The short form takes 11 seconds, with aims of 3 % for the
live heap and 20 % for resident memory.`,
  broken: [
    {
      how: 'every request is kept in memory',
      file: 'server/http/app.ts',
      find: '    request.started = queuedSince(request.raw) ?? performance.now();\n',
      replace:
        '    request.started = queuedSince(request.raw) ?? performance.now();\n    ((globalThis as { kept?: unknown[] }).kept ??= []).push(request);\n',
    },
    {
      how: 'finished deliveries leave their timer behind',
      file: 'server/outbound/http-client.ts',
      find: '      clearTimeout(timer);\n      underWay',
      replace: '      underWay',
    },
    {
      how: 'finished attempts stay in the list of running ones',
      file: 'server/outbound/http-client.ts',
      find: '      underWay.delete(stop);\n      signal',
      replace: '      signal',
    },
    {
      how: 'a connection that sent no HTTP is never closed',
      file: 'server/http/server.ts',
      find: 'else socket.end(answer);',
      replace: 'else socket.write(answer);',
    },
  ],
  async run(tally, size) {
    const plan = plans[size];
    const { connection, env } = await newTestDatabase();
    const metricsPort = await freePort();
    const service = await serve({
      ...env,
      NODE_OPTIONS: '--max-semi-space-size=4 --inspect-port=127.0.0.1:0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      METRICS_PORT: String(metricsPort),
      SANDBOX_DELAY_MS: '100',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    });
    const client = await connectTo(connection);
    const receiver = await startReceiver();
    const teams = await newTeams(connection, callerOf(service.address), plan.teams);
    const loadedTeams: LoadedTeam[] = [];
    for (const team of teams) loadedTeams.push(await furnish(team, receiver.url, client));
    const load = new Load(service, loadedTeams, plan.addresses, tally);
    const inspector = await openInspector(service);

    /** Waits until nothing is in progress: no connection, no work. */
    const rest = async () => {
      load.hangUp();
      await until(async () => {
        const { rows } = await client.query<{ n: number }>(`select (
          (select count(*) from deliveries where status = 'pending') +
          (select count(*) from workflow_runs where status = 'pending') +
          (select count(*) from messages where status in ('sent', 'delivered') and direction = 'outgoing'))::int as n`);
        return rows[0]?.n === 0;
      }, 60_000);
      receiver.hangUp();
      await sleep(500);
      return inspector.standing();
    };
    const residents: { at: number; resident: number }[] = [];
    const watch = setInterval(
      () => {
        residents.push({ at: performance.now(), resident: memoryMb(service.pid, 'VmRSS') });
        request(`http://127.0.0.1:${metricsPort}/metrics`).catch((error: Error) =>
          tally.addWrong(`the metrics cannot be read: ${error.message}`),
        );
      },
      size === 'full' ? 2_000 : 200,
    );

    const phase = async (milliseconds: number) => {
      const pace = load.start(plan.rate);
      await sleep(milliseconds);
      await pace.stop();
    };
    let before: Standing;
    let warm: number;
    let requests: number;
    try {
      await phase(plan.warmUpMs);
      before = await rest();
      warm = performance.now();
      const already = load.requests;
      await phase(plan.loadMs);
      requests = load.requests - already;
    } finally {
      clearInterval(watch);
    }
    const over = performance.now();
    const after = await rest();
    inspector.close();

    // The lowest reading follows a collection: anything above it is garbage not yet collected.
    const within = (from: number, to: number) =>
      Math.min(
        ...residents.filter(({ at }) => at >= from && at <= to).map(({ resident }) => resident),
      );
    const early = within(warm, warm + plan.windowMs);
    const late = within(over - plan.windowMs, over);
    const resident = after.resident / before.resident - 1;
    const heap = after.heap / before.heap - 1;
    const perRequest = (after.heap - before.heap) / requests;
    tally.aim(
      heap < plan.heap,
      `the live heap grew by ${percent(heap)}, from ${megabytes(before.heap)} to ${megabytes(after.heap)}, ${Math.round(perRequest)} bytes a request`,
    );
    tally.aim(
      resident < plan.resident,
      `resident memory at rest grew by ${percent(resident)}, from ${before.resident.toFixed(0)} MB to ${after.resident.toFixed(0)} MB`,
    );
    tally.aim(
      after.descriptors - before.descriptors <= spareDescriptors,
      `descriptors grew from ${before.descriptors} to ${after.descriptors}`,
    );
    for (const [name, count] of after.resources) {
      const earlier = before.resources.get(name) ?? 0;
      tally.aim(count - earlier <= spareResources, `${name} grew from ${earlier} to ${count}`);
    }

    const { rows: events } = await client.query<{ id: string; type: string }>(
      `select id, type from events where type <> 'message.created'`,
    );
    for (const { id, type } of events)
      if (!receiver.received.has(id)) tally.addLost(`${type} ${id} was not delivered`);
    receiver.close();
    tally.remarks.push(
      `live heap ${megabytes(before.heap)} → ${megabytes(after.heap)} (${percent(heap)})`,
      `resident at rest ${before.resident.toFixed(0)} → ${after.resident.toFixed(0)} MB (${percent(resident)}), lowest under load ${early.toFixed(0)} → ${late.toFixed(0)} MB`,
      `descriptors ${before.descriptors} → ${after.descriptors}`,
      `${counted(events.length)} events delivered`,
    );
    const minutes = (plan.warmUpMs + plan.loadMs) / minute;
    return `${minutes >= 1 ? `${minutes} minutes` : `${minutes * 60} s`}, ${counted(load.requests)} requests`;
  },
} satisfies Torture;
