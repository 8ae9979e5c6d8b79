import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { createDatabase, databaseOf, dropDatabase, nodesOf } from '#test/support/database.ts';
import { fillByApi } from './fill-by-api.ts';
import { ask, startService, temporary, type Undo } from './fixture.ts';
import type { Target } from './load.ts';
import { measureShares, type Shares } from './load-shares.ts';
import { quantile } from './report.ts';
import { operations } from './requests.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Measures what a Citus cluster costs: the same service on a distributed database and on an ordinary one of the coordinator's server, with 32
connections that send requests to each in turn. All nodes are on this machine, so the processor time for each request counts, not the rate.

  npm run bench:cluster -- [--only create,get] [--rounds 3] [--seconds 2]

Starts the cluster with bench/citus.sh, which needs Citus. Linux only.`;

interface Measured {
  readonly name: 'one database' | 'cluster';
  readonly target: Target;
  readonly key: string;
  readonly requests: ReturnType<typeof operations>;
}

async function main(undo: Undo, signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const number = numberParser(help);
  const [rounds, seconds] = [number(values.rounds, 3), number(values.seconds, 2)];
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) throw new Error(help);
  const server = { connectionString: url };
  const connect = async (node: pg.ClientConfig) => {
    const client = new pg.Client(clientConfig(databaseOf(node, 'postgres'), 'bench'));
    await client.connect();
    undo.push(() => client.end());
    return client;
  };
  const [coordinator, ...workers] = await Promise.all((await nodesOf(server)).map(connect));
  if (!coordinator || workers.length === 0) throw new Error('the database is not a cluster');

  const measured: Measured[] = [];
  for (const name of ['one database', 'cluster'] as const) {
    const database = `pauta_bench_${randomBytes(4).toString('hex')}`;
    if (name === 'cluster') await createDatabase(server, database, 'empty');
    else await ask(server, `create database ${database}`);
    undo.push(() =>
      name === 'cluster'
        ? dropDatabase(server, database)
        : ask(server, `drop database ${database} with (force)`),
    );
    const { connectionString = '' } = databaseOf(server, database);
    const key = newKey();
    const target = await startService(
      {
        DATABASE_URL: connectionString,
        SECRET_KEY: randomBytes(32).toString('base64'),
        DATA_DIR: temporary(undo),
        BOOTSTRAP_API_KEY: key,
        DATABASE_POOL: '10',
      },
      undo,
      signal,
    );
    const ids = await fillByApi(target.address, key);
    await ask({ connectionString }, 'vacuum analyze');
    measured.push({ name, target, key, requests: operations({ ids }) });
  }

  for (const operation of Object.keys(measured[0]?.requests ?? {})) {
    if (values.only && !values.only.split(',').some((part) => operation.includes(part))) continue;
    const uses = new Map<string, Shares[]>();
    for (let round = -1; round < rounds; round += 1)
      for (const { name, target, key, requests } of measured) {
        const options = { key, seconds, workers };
        const use = await measureShares(
          coordinator,
          target,
          requests[operation] ?? [],
          options,
          signal,
        );
        if (round >= 0) uses.set(name, [...(uses.get(name) ?? []), use]);
      }
    for (const [name, all] of uses) {
      const median = (of: (use: Shares) => number) => quantile(all.map(of), 0.5).toFixed(0);
      console.log(
        `${operation.padEnd(22)} ${name.padEnd(13)} ${median((use) => use.rate).padStart(6)}/s  ` +
          `${median((use) => use.server)} µs service, ${median((use) => use.database)} µs coordinator, ` +
          `${median((use) => use.workers)} µs workers`,
      );
    }
  }
}

await runBenchmark(main);
