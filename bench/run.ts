import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import { load, type Round, type Target } from './load.ts';
import { numbersFor, program } from './program.ts';
import { type Measured, measured, type Report, table } from './report.ts';
import {
  embeddedGround,
  type Ground,
  givenGround,
  project,
  type Stage,
  setUp,
  type Undo,
} from './stage.ts';

const help = `Measures the service beside its floor: the same statements behind bare node:http.

  npm run bench -- [--rounds 5] [--seconds 3] [--warmup 2] [--connections 32] [--pool 10] [--json]

A quick run (half a minute): --rounds 2 --seconds 1 --warmup 1
Runs on the embedded database, and with BENCH_DATABASE_URL on that PostgreSQL too, in a database of
its own that it drops at the end.`;

interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmup: number;
  readonly connections: number;
  readonly pool: number;
}

const projects = '/api/v1/projects';
const lists = {
  'list 20': projects,
  filtered: `${projects}?status=active&priority=high&sort=due_date`,
  search: `${projects}?search=projeto%2077`,
};

/** The operations, each with the requests that a connection sends in turn. */
function operations({ ids }: Stage): Record<string, Request[]> {
  let made = 0;
  const create = (request: Request): Request => ({
    ...request,
    body: JSON.stringify(project(`bench-${++made}`)),
  });
  // Each time another record: connections that change the same one would wait for each other.
  const update = (request: Request): Request => ({
    ...request,
    path: `${projects}/${ids[++made % ids.length]}`,
    body: JSON.stringify({ description: `Lançamento, versão ${made}: site e identidade visual.` }),
  });
  return {
    'get one': ids.slice(0, 50).map((id) => ({ path: `${projects}/${id}` })),
    ...Object.fromEntries(Object.entries(lists).map(([name, path]) => [name, [{ path }]])),
    // One statement, whatever the limit.
    'any limit': Array.from({ length: 100 }, (_, i) => ({ path: `${projects}?limit=${i + 1}` })),
    create: [{ method: 'POST', path: projects, setupRequest: create }],
    update: [{ method: 'PUT', path: projects, setupRequest: update }],
  };
}

/** @throws Error when service and floor answer a read differently: then they cannot be compared */
async function compareAnswers(
  { service, floor, ids }: Stage,
  headers: Record<string, string>,
): Promise<void> {
  for (const path of [`${projects}/${ids[0]}`, ...Object.values(lists)]) {
    const [ours, theirs] = await Promise.all(
      [service, floor].map(async ({ address }) =>
        (await fetch(new URL(path, address), { headers })).text(),
      ),
    );
    if (ours !== theirs)
      throw new Error(`service and floor differ at ${path}:\n${ours}\n${theirs}`);
  }
}

/** One database from first to last; everything it starts is ended again. */
async function measure(
  open: (undo: Undo) => Promise<Ground>,
  options: Options,
  signal: AbortSignal,
): Promise<Report> {
  const undo: Undo = [];
  try {
    const stage = await setUp(await open(undo), options.pool, undo, signal);
    const headers = { authorization: `Bearer ${stage.key}`, 'content-type': 'application/json' };
    await compareAnswers(stage, headers);
    const results: Measured[] = [];
    for (const [operation, requests] of Object.entries(operations(stage))) {
      const round = async (target: Target, seconds: number): Promise<Round> => {
        signal.throwIfAborted();
        const url = new URL(target.address).origin;
        const { connections } = options;
        return load({ ...target, address: url }, requests, {
          connections,
          seconds,
          headers,
          signal,
        });
      };
      await round(stage.service, options.warmup);
      await round(stage.floor, options.warmup);
      const service: Round[] = [];
      const floor: Round[] = [];
      for (let i = 0; i < options.rounds; i++) {
        service.push(await round(stage.service, options.seconds));
        floor.push(await round(stage.floor, options.seconds));
      }
      signal.throwIfAborted();
      results.push(measured(operation, service, floor));
    }
    return { database: stage.database, operations: results };
  } finally {
    for (const step of undo.reverse()) await step().catch((error: Error) => console.error(error));
  }
}

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value;

async function main(_undo: Undo, signal: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      rounds: text,
      seconds: text,
      warmup: text,
      connections: text,
      pool: text,
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const number = numbersFor(help);
  const options: Options = {
    rounds: number(values.rounds, 5),
    seconds: number(values.seconds, 3),
    warmup: number(values.warmup, 2),
    connections: number(values.connections, 32),
    pool: number(values.pool, 10),
  };
  const say = (line: string) => {
    if (!values.json) console.log(line);
  };

  const { BENCH_DATABASE_URL: url } = process.env;
  const grounds: [string, (undo: Undo) => Promise<Ground>][] = [['embedded', embeddedGround]];
  if (url) grounds.push(['BENCH_DATABASE_URL', (undo) => givenGround(url, undo)]);

  const { rounds, seconds, connections, pool } = options;
  say(`Node ${process.versions.node}; ${rounds} rounds of ${seconds} s on each of the two;`);
  say(`${connections} connections, ${pool} to the database; ratio: service / floor`);
  const reports: Report[] = [];
  for (const [name, open] of grounds) {
    const report = await measure(open, options, signal);
    reports.push({ ...report, database: `${name}, ${report.database}` });
    say(`\n${name}, ${report.database}\n${table(report)}`);
  }
  if (!url) say('\nBENCH_DATABASE_URL is not set: no other PostgreSQL was measured.');
  if (values.json)
    console.log(
      JSON.stringify({ node: process.versions.node, ...options, databases: reports }, rounded),
    );
  const failed = reports
    .flatMap((report) => report.operations)
    .some((each) => each.service.failed + each.floor.failed > 0);
  if (failed) {
    console.error('Some requests failed: these figures say nothing.');
    process.exitCode = 1;
  }
}

await program(main);
