import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import { newKey } from '#server/platform/api-key.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { ask, type BenchDatabase, newDatabase, startService, type Undo } from './fixture.ts';
import { load, type Target } from './load.ts';
import { quantile } from './report.ts';
import { numberParser, printFigures, runBenchmark } from './run-benchmark.ts';

const help = `Measures events: how fast one process delivers a backlog to a local receiver, how long an event takes from commit to receipt with
little other load, and the cost of a create with 0, 1 and 5 endpoints subscribed.

  npm run bench:events -- [--events 10000] [--paced 300] [--rounds 5] [--seconds 2] [--connections 32] [--json]

The cost of a create is measured without a worker (ROLE=web): it includes writing deliveries, not sending them. Runs on the embedded
database, or with BENCH_DATABASE_URL on that PostgreSQL, in its own database, which is dropped at the end.`;

interface Options {
  readonly events: number;
  readonly paced: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

const longestWaitMs = 120_000;
const listening = [0, 1, 5];

/** A receiver that accepts everything and records when each event arrived. */
async function receive(undo: Undo): Promise<{ url: string; at: Map<string, number> }> {
  const at = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id']);
      if (!at.has(id)) at.set(id, Date.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => server.closeAllConnections());
  undo.push(async () => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, at };
}

/** Creates an API client. */
function caller({ address }: Target, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${await answer.text()}`);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
}

async function until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
  for (const end = Date.now() + longestWaitMs; !isSo(); await sleep(5)) {
    signal.throwIfAborted();
    if (Date.now() > end) throw new Error('the events did not all arrive');
  }
}

/** Measures delivering, by a process that also serves. */
async function delivering(benchDatabase: BenchDatabase, options: Options, signal: AbortSignal) {
  const undo: Undo = [];
  try {
    const key = newKey();
    const env = {
      ...benchDatabase.env,
      BOOTSTRAP_API_KEY: key,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    };
    const service = await startService(env, undo, signal);
    const api = caller(service, key);
    const { url, at } = await receive(undo);
    const endpoint = await api('POST', '/webhooks', { name: 'Bench', url });

    const latencies: number[] = [];
    for (let i = 0; i < options.paced; i++) {
      const deal = await api('POST', '/deals', { title: `Negócio ${i}` });
      const created = Date.parse(deal.created_at as string);
      await until(() => at.size > i, signal);
      latencies.push((([...at.values()].at(-1) ?? 0) as number) - created);
      // Out of step with the worker's polling.
      await sleep(Math.random() * 50);
    }

    // A backlog as left by a receiver that was down: events whose deliveries are not due yet.
    at.clear();
    await ask(
      benchDatabase.connection,
      `with w as (select team_id, id from webhooks where id = '${endpoint.id}'),
      e as (
        insert into events (team_id, id, type, record_id, payload)
        select w.team_id, uuid7(), 'deal.created', uuid7(), (select payload from events where type = 'deal.created' limit 1)
        from w, generate_series(1, ${options.events}) returning *)
      insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, created_at)
      select e.team_id, w.id, e.id, e.type, e.record_id, now() + interval '1 hour', now() from e, w`,
    );
    await ask(benchDatabase.connection, 'vacuum analyze');
    const began = Date.now();
    await ask(
      benchDatabase.connection,
      `update deliveries set next_attempt_at = now() where status = 'pending'`,
    );
    await until(() => at.size === options.events, signal);
    const tookMs = Date.now() - began;
    return {
      delivered_per_second: Math.round((options.events / tookMs) * 1_000),
      commit_to_receipt_p50_ms: quantile(latencies, 0.5),
      commit_to_receipt_p99_ms: quantile(latencies, 0.99),
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Measures creates by number of subscribed endpoints, in alternating rounds. */
async function creating(benchDatabase: BenchDatabase, options: Options, signal: AbortSignal) {
  const undo: Undo = [];
  try {
    const service = await startService({ ...benchDatabase.env, ROLE: 'web' }, undo, signal);
    const [made] = await ask(
      benchDatabase.connection,
      `select t.id from teams t order by created_at limit 1`,
    );
    const key = newKey();
    await ask(
      benchDatabase.connection,
      `insert into api_keys (team_id, id, hash, name, scope) values ('${made?.id}', uuid7(), '\\x${secretHash(key).toString('hex')}', 'Bench', 'full')`,
    );
    const api = caller(service, key);
    await ask(benchDatabase.connection, 'update webhooks set is_active = false');
    for (let i = 0; i < Math.max(...listening); i++)
      await api('POST', '/webhooks', {
        name: `Ouvinte ${i}`,
        slug: `ouvinte-${i}`,
        url: 'https://example.com/',
      });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const requests: Request[] = [
      {
        method: 'POST',
        path: '/api/v1/deals',
        body: JSON.stringify({ title: 'Loja virtual', value: 12500.5, phase: 'proposta' }),
      },
    ];
    const target = { ...service, address: new URL(service.address).origin };
    const rates = new Map(listening.map((count): [number, number[]] => [count, []]));
    const round = async (count: number, seconds: number) => {
      await ask(
        benchDatabase.connection,
        `update webhooks set is_active = slug in (${Array.from({ length: count }, (_, i) => `'ouvinte-${i}'`).join() || 'null'}) is true`,
      );
      const { connections } = options;
      return load(target, requests, { connections, seconds, headers, signal, rate: undefined });
    };
    await round(0, 2);
    for (let i = 0; i < options.rounds; i++)
      for (const count of listening) {
        const { rate, failed } = await round(count, options.seconds);
        if (failed > 0) throw new Error(`${failed} creates failed`);
        rates.get(count)?.push(rate);
      }
    const none = rates.get(0) ?? [];
    return Object.fromEntries(
      [...rates].flatMap(([count, all]) => [
        [`creates_per_second_${count}_endpoints`, Math.round(quantile(all, 0.5))],
        [
          `cost_with_${count}_endpoints`,
          Math.round(
            quantile(
              all.map((rate, i) => (none[i] ?? 0) / rate),
              0.5,
            ) * 100,
          ) / 100,
        ],
      ]),
    );
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      events: text,
      paced: text,
      rounds: text,
      seconds: text,
      connections: text,
      json: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const options = {
    events: number(values.events, 10_000),
    paced: number(values.paced, 300),
    rounds: number(values.rounds, 5),
    seconds: number(values.seconds, 2),
    connections: number(values.connections, 32),
  };
  const benchDatabase = await newDatabase(undo);
  const figures = {
    ...(await delivering(benchDatabase, options, signal)),
    ...(await creating(benchDatabase, options, signal)),
  };
  printFigures(figures, options, values.json);
}

await runBenchmark(main);
