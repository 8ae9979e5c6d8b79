import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newKey } from '#server/platform/api-key.ts';
import { startWaha } from '#test/gateways/waha.ts';
import {
  ask,
  type BenchDatabase,
  newDatabase,
  newInbox,
  startService,
  type Undo,
} from './fixture.ts';
import { quantile } from './report.ts';
import { numberParser, printFigures, runBenchmark } from './run-benchmark.ts';

const help = `Delivers a burst of messages from a gateway, each in its own callback, while the team sends messages through the same gateway, and
waits until all are stored.

  npm run bench:burst -- [--messages 1000] [--rate 500] [--sends 20] [--people 200] [--pool 10] [--json]

--rate and --sends are per second; --people is the number of contacts who write. The gateway is the tests' WAHA, with signed callbacks. Runs on
the embedded database, or with BENCH_DATABASE_URL on that PostgreSQL, in its own database, which is dropped at the end.`;

interface Options {
  readonly messages: number;
  readonly rate: number;
  readonly sends: number;
  readonly people: number;
  readonly pool: number;
}

const phoneOf = (prefix: string, n: number) => `${prefix}${String(n).padStart(4, '0')}5`;

async function measure(
  benchDatabase: BenchDatabase,
  { messages, rate, sends, people, pool }: Options,
  signal: AbortSignal,
  undo: Undo,
) {
  const key = newKey();
  const waha = await startWaha({ session: 'bench' });
  undo.push(() => waha.close());
  const service = await startService(
    { ...benchDatabase.env, BOOTSTRAP_API_KEY: key, DATABASE_POOL: `${pool}` },
    undo,
    signal,
  );
  const run = (sql: string) => ask(benchDatabase.connection, sql);
  const inbox = await newInbox(benchDatabase, 'waha', {
    url: waha.url,
    session: waha.session,
    api_key: waha.apiKey,
    webhook_secret: waha.hmacKey,
  });
  const { origin } = new URL(service.address);
  const callback = origin + inbox.callbackPath;

  let failed = 0;
  const timed = async (times: number[], call: () => Promise<{ readonly status: number }>) => {
    const began = performance.now();
    const { status } = await call();
    times.push(performance.now() - began);
    if (status < 200 || status > 299) failed += 1;
  };
  const incoming = (n: number) =>
    waha.receive(callback, {
      from: phoneOf('55119876', n % people),
      name: `Cliente ${n % people}`,
      text: `Mensagem ${n}`,
    });
  const outgoing = (n: number) =>
    fetch(`${origin}/api/v1/msgapp/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        inbox_id: inbox.id,
        phone: phoneOf('55219876', n % people),
        content: `Bom dia! ${n}`,
      }),
    });
  /** Starts `count` calls at a rate, whether or not earlier ones have ended. */
  const atRate = async (count: number, perSecond: number, call: (n: number) => Promise<void>) => {
    const began = performance.now();
    const calls: Promise<void>[] = [];
    for (let n = 0; n < count; n += 1) {
      signal.throwIfAborted();
      const wait = began + (1_000 * n) / perSecond - performance.now();
      if (wait > 1) await sleep(wait);
      calls.push(call(n));
    }
    const offered = performance.now();
    await Promise.all(calls);
    return performance.now() - offered;
  };
  // Warms up, and creates the contacts.
  await atRate(people, 100, (n) => timed([], () => incoming(n)));
  await atRate(people, 100, (n) => timed([], () => outgoing(n)));
  const stored = async () => Number((await run('select count(*) as n from messages'))[0]?.n);
  const before = await stored();
  const [received, sent]: [number[], number[]] = [[], []];
  const seconds = messages / rate;
  const [storedAfter] = await Promise.all([
    atRate(messages, rate, (n) => timed(received, () => incoming(n))),
    atRate(Math.round(sends * seconds), sends, (n) => timed(sent, () => outgoing(n))),
  ]);
  return {
    stored: (await stored()) - before - sent.length,
    stored_after_last_ms: Math.round(storedAfter),
    callback_p50_ms: quantile(received, 0.5),
    callback_p95_ms: quantile(received, 0.95),
    sends: sent.length,
    send_p50_ms: quantile(sent, 0.5),
    send_p95_ms: quantile(sent, 0.95),
    failed,
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      messages: text,
      rate: text,
      sends: text,
      people: text,
      pool: text,
      json: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const options = {
    messages: number(values.messages, 1_000),
    rate: number(values.rate, 500),
    sends: number(values.sends, 20),
    people: number(values.people, 200),
    pool: number(values.pool, 10),
  };
  const benchDatabase = await newDatabase(undo);
  const figures = await measure(benchDatabase, options, signal, undo);
  printFigures(figures, options, values.json);
  if (figures.failed > 0 || figures.stored !== options.messages) {
    console.error('Some messages were not stored: these figures are meaningless.');
    process.exitCode = 1;
  }
}

await runBenchmark(main);
