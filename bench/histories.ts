import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newKey } from '#server/platform/api-key.ts';
import { startEvolution } from '#test/gateways/evolution.ts';
import { upsert } from '#test/gateways/evolution-messages.ts';
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

const help = `Reads the history of an inbox from its gateway, while messages of its contacts arrive live, and compares these with some before it.

  npm run bench:histories -- [--chats 100] [--messages 200] [--live 20] [--json]

--messages are those of a chat; --live are per second. The gateway is the tests' Evolution. Runs on the embedded database, or with
BENCH_DATABASE_URL on that PostgreSQL, in its own database, which is dropped at the end.`;

interface Options {
  readonly chats: number;
  readonly messages: number;
  readonly live: number;
}

const phoneOf = (n: number) => `55119${String(10_000_000 + n)}`;
/** Seconds of live messages without a history. */
const baselineSeconds = 5;

async function measure(
  benchDatabase: BenchDatabase,
  { chats, messages, live }: Options,
  signal: AbortSignal,
  undo: Undo,
) {
  const gateway = await startEvolution();
  undo.push(() => gateway.close());
  const env = { ...benchDatabase.env, BOOTSTRAP_API_KEY: newKey() };
  const service = await startService(env, undo, signal);
  const run = (sql: string) => ask(benchDatabase.connection, sql);
  const inbox = await newInbox(benchDatabase, 'evolution', {
    url: gateway.url,
    instance: gateway.instance,
    api_key: gateway.apiKey,
    webhook_secret: gateway.webhookSecret,
  });
  const callback = new URL(service.address).origin + inbox.callbackPath;
  const start = Math.floor(Date.now() / 1_000) - 86_400;
  for (let n = 0; n < chats * messages; n += 1)
    gateway.history.push({
      ...upsert(
        { from: phoneOf(n % chats), name: 'Ana', text: `Texto ${n}`, at: start + n },
        'bench',
      ),
      MessageUpdate: [],
    });
  let place = 0;
  /** Delivers messages at a rate. @returns the time of each, in milliseconds */
  const deliver = async (isOver: () => boolean) => {
    const times: number[] = [];
    const calls: Promise<void>[] = [];
    while (!isOver()) {
      signal.throwIfAborted();
      const began = performance.now();
      place += 1;
      const message = { from: phoneOf(place % chats), name: 'Ana', text: `Agora ${place}` };
      calls.push(
        gateway.receive(callback, message).then(() => {
          times.push(performance.now() - began);
        }),
      );
      await sleep(1_000 / live);
    }
    await Promise.all(calls);
    return times;
  };
  const end = performance.now() + baselineSeconds * 1_000;
  const before = await deliver(() => performance.now() > end);
  await run(
    `insert into inbox_histories (team_id, id, inbox_id, period) values ('${inbox.teamId}', uuid7(), '${inbox.id}', 'all')`,
  );
  const began = performance.now();
  let isDone = false;
  const during = deliver(() => isDone);
  while ((await run(`select 1 from inbox_histories where state = 'running'`)).length > 0)
    await sleep(50);
  isDone = true;
  const seconds = (performance.now() - began) / 1_000;
  const times = await during;
  const [row] = await run('select count(*)::int as n from messages where history_id is not null');
  const stored = Number(row?.n);
  return {
    stored,
    seconds: Number(seconds.toFixed(1)),
    stored_per_second: Math.round(stored / seconds),
    live_before_p50_ms: quantile(before, 0.5),
    live_before_p95_ms: quantile(before, 0.95),
    live_during_p50_ms: quantile(times, 0.5),
    live_during_p95_ms: quantile(times, 0.95),
  };
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: { chats: text, messages: text, live: text, json: flag, help: flag },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const options = {
    chats: number(values.chats, 100),
    messages: number(values.messages, 200),
    live: number(values.live, 20),
  };
  const figures = await measure(await newDatabase(undo), options, signal, undo);
  printFigures(figures, options, values.json);
  if (figures.stored !== options.chats * options.messages) {
    console.error('Some messages were not stored: these figures are meaningless.');
    process.exitCode = 1;
  }
}

await runBenchmark(main);
