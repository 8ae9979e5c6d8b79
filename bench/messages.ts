import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import { newKey } from '#server/platform/api-key.ts';
import { ask, type BenchDatabase, newDatabase, startService, type Undo } from './fixture.ts';
import { load } from './load.ts';
import { quantile } from './report.ts';
import { numberParser, printFigures, runBenchmark } from './run-benchmark.ts';

const help = `Sends through the sandbox at full speed, and waits until every status is confirmed.

  npm run bench:messages -- [--seconds 10] [--connections 32] [--pool 10] [--rate 500] [--keyed] [--json]

--rate limits the sends per second; --keyed gives every send an Idempotency-Key. Runs on the embedded database, or with
BENCH_DATABASE_URL on that PostgreSQL, in its own database, which is dropped at the end.`;

/** The sandbox reports messages as delivered after this, as read after twice this. */
const delayMs = 1_000;
const longestWaitMs = 60_000;

interface Options {
  readonly seconds: number;
  readonly connections: number;
  readonly pool: number;
  readonly rate: number | undefined;
  readonly isKeyed: boolean;
}

async function measure(
  benchDatabase: BenchDatabase,
  options: Options,
  signal: AbortSignal,
  undo: Undo,
) {
  const { seconds, connections, pool, rate, isKeyed } = options;
  const key = newKey();
  const env = {
    ...benchDatabase.env,
    BOOTSTRAP_API_KEY: key,
    DATABASE_POOL: `${pool}`,
    SANDBOX_DELAY_MS: `${delayMs}`,
  };
  const service = await startService(env, undo, signal);
  const run = (sql: string) => ask(benchDatabase.connection, sql);
  const [inbox] = await run(`insert into inboxes (team_id, id, name, type, gateway)
    select id, uuid7(), 'Bench', 'session', 'sandbox' from teams limit 1 returning id`);
  let made = 0;
  const send = (request: Request & { headers?: object }) => {
    made += 1;
    // A thousand ordinary numbers, none with a special ending.
    const phone = `55119${String(1_000 + (made % 1_000))}5555`;
    const headers = { ...request.headers, ...(isKeyed ? { 'idempotency-key': `${made}` } : {}) };
    const body = JSON.stringify({ inbox_id: inbox?.id, phone, content: `Bom dia! ${made}` });
    return { ...request, headers, body };
  };
  const requests: Request[] = [
    { method: 'POST', path: '/api/v1/msgapp/messages', setupRequest: send },
  ];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const target = { ...service, address: new URL(service.address).origin };
  const round = (length: number) =>
    load(target, requests, { connections, seconds: length, rate, headers, signal });
  await round(2);
  const measured = await round(seconds);
  const ended = Date.now();
  const waiting = async () =>
    (await run(`select count(*)::int as n from messages where status <> 'read'`))[0]?.n as number;
  while ((await waiting()) > 0 && Date.now() < ended + longestWaitMs) {
    signal.throwIfAborted();
    await sleep(100);
  }
  const settledMs = Date.now() - ended;
  const [counted] = await run(`
    select (select count(*)::int from messages) as messages,
      (select count(*)::int from messages where status = 'read') as confirmed,
      (select count(*)::int from events where type = 'msgapp.message.status') as events,
      (select percentile_cont(0.99) within group (order by late) from (
        select extract(epoch from e.created_at - m.created_at) * 1000
          - case (e.payload::json)->'data'->>'status' when 'read' then ${2 * delayMs} else ${delayMs} end as late
        from events e join messages m on m.team_id = e.team_id and m.id = e.record_id) x) as late_p99`);
  return {
    sends_per_second: Math.round(measured.rate),
    p50_ms: quantile(measured.latencies, 0.5),
    p99_ms: quantile(measured.latencies, 0.99),
    processor_us_per_send: measured.processor,
    peak_memory_mb: measured.memory,
    failed: measured.failed,
    messages: counted?.messages,
    confirmed: counted?.confirmed,
    events: counted?.events,
    confirmations_late_p99_ms: counted?.late_p99,
    confirmed_after_last_send_ms: settledMs,
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      seconds: text,
      connections: text,
      pool: text,
      rate: text,
      keyed: flag,
      json: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const options = {
    seconds: number(values.seconds, 10),
    connections: number(values.connections, 32),
    pool: number(values.pool, 10),
    rate: values.rate === undefined ? undefined : number(values.rate, 1),
    isKeyed: values.keyed ?? false,
  };
  const benchDatabase = await newDatabase(undo);
  const figures = await measure(benchDatabase, options, signal, undo);
  printFigures(figures, options, values.json);
  if (figures.failed > 0 || figures.confirmed !== figures.messages) {
    console.error('Some sends failed or were not confirmed: these figures are meaningless.');
    process.exitCode = 1;
  }
}

await runBenchmark(main);
