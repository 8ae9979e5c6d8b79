import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { newKey } from '#server/platform/api-key.ts';
import { ask, embeddedDatabase, startService, type Undo } from './fixture.ts';
import type { Target } from './load.ts';
import { quantile } from './report.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Measures an idle service: processor time of the service and of its database, and transactions; then how long the first
delivery and the first workflow step take after a pause without work.

  npm run bench:idle -- [--seconds 60] [--first 20] [--before DIRECTORY] [--json]

--before names a checkout of another version, with its node_modules: both are measured one after the other in each of the two parts.`;

/** Pause before each change, long enough for the service to be idle again. */
const pauseMs = 1_500;
const settleMs = 8_000;
const longestWaitMs = 30_000;

/** Processor seconds of a process with all its threads, and of its descendants. */
function processorSeconds(pid: number, withDescendants = false): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  let nanoseconds = 0;
  for (const thread of threads)
    nanoseconds += Number(
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
    );
  let seconds = nanoseconds / 1e9;
  if (!withDescendants) return seconds;
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const child of children.trim().split(/\s+/)) seconds += processorSeconds(Number(child));
  return seconds;
}

const transactions = async (connection: pg.ClientConfig) =>
  Number(
    (
      await ask(
        connection,
        'select xact_commit from pg_stat_database where datname = current_database()',
      )
    )[0]?.xact_commit,
  );

/** A running version with its database. */
interface Version {
  readonly name: string;
  readonly service: Target;
  readonly connection: pg.ClientConfig;
  readonly postmaster: number;
  readonly key: string;
}

async function startVersion(
  name: string,
  program: string | undefined,
  undo: Undo,
  signal: AbortSignal,
): Promise<Version> {
  const { connection, env } = await embeddedDatabase(undo);
  const key = newKey();
  const service = await startService(
    { ...env, BOOTSTRAP_API_KEY: key, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    undo,
    signal,
    program,
  );
  const [row] = await ask(connection, 'show data_directory');
  const postmaster = Number(
    readFileSync(join(String(row?.data_directory), 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  return { name, service, connection, postmaster, key };
}

async function measureIdle({ service, connection, postmaster }: Version, seconds: number) {
  const sample = async () => ({
    at: performance.now(),
    service: processorSeconds(service.pid),
    database: processorSeconds(postmaster, true),
    transactions: await transactions(connection),
  });
  const before = await sample();
  await sleep(seconds * 1_000);
  const after = await sample();
  const took = (after.at - before.at) / 1_000;
  const share = (part: 'service' | 'database') =>
    Math.round(((after[part] - before[part]) / took) * 10_000) / 100;
  return {
    service_percent_of_a_core: share('service'),
    database_percent_of_a_core: share('database'),
    transactions_per_minute: Math.round(((after.transactions - before.transactions) / took) * 60),
  };
}

/** Time from a request that creates a deal to the receipt of its event, and of the event of the task that a workflow then creates. */
async function measureFirst({ service, connection, key }: Version, count: number, undo: Undo) {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { type } = JSON.parse(text) as { type: string };
      received.set(type, performance.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => server.closeAllConnections());
  undo.push(async () => server.close());
  const create = async (path: string, body: object) => {
    const answer = await fetch(`${service.address}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const { port } = server.address() as AddressInfo;
  await create('webhooks', { name: 'Bench', url: `http://127.0.0.1:${port}/` });
  const project = await create('projects', { name: 'Projeto' });
  const step = { type: 'create_task', with: { title: 'Tarefa', project_id: project } };
  await ask(
    connection,
    `insert into workflows (team_id, id, name, event, conditions, steps)
    select team_id, uuid7(), 'Bench', 'deal.created', '[]', '${JSON.stringify([step])}' from projects where id = '${project}'`,
  );
  const times = { delivery: [] as number[], workflow: [] as number[] };
  for (let i = 0; i < count; i++) {
    await sleep(pauseMs + Math.random() * 100);
    received.clear();
    const began = performance.now();
    await create('deals', { title: `Negócio ${i}` });
    for (const [part, type] of [
      ['delivery', 'deal.created'],
      ['workflow', 'task.created'],
    ] as const) {
      for (; !received.has(type); await sleep(1))
        if (performance.now() > began + longestWaitMs) throw new Error(`${type} did not arrive`);
      times[part].push(Math.round((received.get(type) ?? 0) - began));
    }
  }
  return Object.fromEntries(
    Object.entries(times).flatMap(([part, all]) => [
      [`first_${part}_p50_ms`, quantile(all, 0.5)],
      [`first_${part}_max_ms`, Math.max(...all)],
    ]),
  );
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: { seconds: text, first: text, before: text, json: flag, help: flag },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const seconds = number(values.seconds, 60);
  const first = number(values.first, 20);
  const programs: Record<string, string | undefined> = {
    ...(values.before && { before: resolve(values.before, 'bin/pauta.js') }),
    now: undefined,
  };
  const figures: Record<string, Record<string, number>> = {};
  const versions: Version[] = [];
  for (const [name, program] of Object.entries(programs))
    versions.push(await startVersion(name, program, undo, signal));
  await sleep(settleMs);
  for (const version of versions) figures[version.name] = await measureIdle(version, seconds);
  for (const version of versions)
    figures[version.name] = {
      ...figures[version.name],
      ...(await measureFirst(version, first, undo)),
    };
  if (values.json) console.log(JSON.stringify(figures));
  else console.table(figures);
}

await runBenchmark(main);
