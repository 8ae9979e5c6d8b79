import { parseArgs } from 'node:util';
import {
  type BenchDatabase,
  embeddedDatabase,
  givenDatabase,
  type Setup,
  setUp,
  type Undo,
} from './fixture.ts';
import { load, type Round, type Target } from './load.ts';
import { type Measured, measured, type Report, table } from './report.ts';
import { lists, operations, projects } from './requests.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Compares the service with two bare servers on node:http: the floor runs the same statements, plain runs the minimal SQL of a
hand-written application.

  npm run bench -- [--only create,search] [--rounds 5] [--seconds 3] [--warmup 2] [--connections 32] [--pool 10] [--json]

A quick run (half a minute): --rounds 2 --seconds 1 --warmup 1
Runs on the embedded database, and with BENCH_DATABASE_URL on that PostgreSQL too, in its own database,
which is dropped at the end.`;

interface Options {
  /** Parts of the names of operations to measure; all if empty. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmup: number;
  readonly connections: number;
  readonly pool: number;
}

/** The servers of a setup, the service first. */
const servers = ['service', 'floor', 'plain'] as const;

/** @throws Error if the servers answer a read differently, and so cannot be compared */
async function compareAnswers(setup: Setup, headers: Record<string, string>): Promise<void> {
  for (const path of [`${projects}/${setup.ids[0]}`, ...Object.values(lists)]) {
    const answers = servers.map(async (name) =>
      (await fetch(new URL(path, setup[name].address), { headers })).text(),
    );
    const [ours, ...theirs] = await Promise.all(answers);
    for (const answer of theirs)
      if (answer !== ours) throw new Error(`answers differ at ${path}:\n${ours}\n${answer}`);
  }
}

/** Measures one database from start to end, and stops everything it started. */
async function measure(
  open: (undo: Undo) => Promise<BenchDatabase>,
  options: Options,
  signal: AbortSignal,
): Promise<Report> {
  const undo: Undo = [];
  try {
    const setup = await setUp(await open(undo), options.pool, undo, signal);
    const headers = { authorization: `Bearer ${setup.key}`, 'content-type': 'application/json' };
    await compareAnswers(setup, headers);
    const results: Measured[] = [];
    const wanted = Object.entries(operations(setup)).filter(
      ([name]) => options.only.length === 0 || options.only.some((part) => name.includes(part)),
    );
    for (const [operation, requests] of wanted) {
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
      for (const name of servers) await round(setup[name], options.warmup);
      const rounds = { service: [] as Round[], floor: [] as Round[], plain: [] as Round[] };
      for (let i = 0; i < options.rounds; i++)
        for (const name of servers) rounds[name].push(await round(setup[name], options.seconds));
      signal.throwIfAborted();
      results.push(measured(operation, rounds));
    }
    return { database: setup.database, operations: results };
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
      only: text,
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
  const number = numberParser(help);
  const options: Options = {
    only: values.only?.split(',') ?? [],
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
  const benchDatabases: [string, (undo: Undo) => Promise<BenchDatabase>][] = [
    ['embedded', embeddedDatabase],
  ];
  if (url) benchDatabases.push(['BENCH_DATABASE_URL', (undo) => givenDatabase(url, undo)]);

  const { rounds, seconds, connections, pool } = options;
  say(`Node ${process.versions.node}; ${rounds} rounds of ${seconds} s on each server;`);
  say(
    `${connections} connections, ${pool} to the database; ratio: service / the server of the line`,
  );
  const reports: Report[] = [];
  for (const [name, open] of benchDatabases) {
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
    .flatMap(({ service, beside: reference }) => [
      service,
      reference.floor.summary,
      reference.plain.summary,
    ])
    .some(({ failed }) => failed > 0);
  if (failed) {
    console.error('Some requests failed: these figures are meaningless.');
    process.exitCode = 1;
  }
}

await runBenchmark(main);
