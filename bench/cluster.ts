import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { createDatabase, databaseOf, dropDatabase, nodesOf } from '#test/support/database.ts';
import { fillByApi } from './fill-by-api.ts';
import {
  ask,
  type BenchDatabase,
  benchDatabaseAt,
  givenDatabase,
  startService,
  type Undo,
} from './fixture.ts';
import { type MeasuredServer, measureInTurn, type Shares } from './load-shares.ts';
import { quantile } from './report.ts';
import { operations } from './requests.ts';
import { numberParser, runBenchmark } from './run-benchmark.ts';

const help = `Measures what a Citus cluster costs: the same service on a distributed database and on an ordinary one of the coordinator's server, with 32
connections that send requests to each in turn. All nodes are on this machine, so the processor time for each request counts, not the rate.

  npm run bench:cluster -- [--only create,get] [--rounds 3] [--seconds 2]

Starts the cluster with bench/citus.sh, which needs Citus. Linux only.`;

/** A new database on every node of the cluster. */
async function clusterDatabase(url: string, undo: Undo): Promise<BenchDatabase> {
  const server = { connectionString: url };
  const name = `pauta_bench_${randomBytes(4).toString('hex')}`;
  await createDatabase(server, name, 'empty');
  undo.push(() => dropDatabase(server, name));
  return benchDatabaseAt(databaseOf(server, name).connectionString ?? '', undo);
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
  const connect = async (node: pg.ClientConfig) => {
    const client = new pg.Client(clientConfig(databaseOf(node, 'postgres'), 'bench'));
    await client.connect();
    undo.push(() => client.end());
    return client;
  };
  const [coordinator, ...workers] = await Promise.all(
    (await nodesOf({ connectionString: url })).map(connect),
  );
  if (!coordinator || workers.length === 0) throw new Error('the database is not a cluster');

  const servers: MeasuredServer[] = [];
  for (const [name, database] of [
    ['one database', await givenDatabase(url, undo)],
    ['cluster', await clusterDatabase(url, undo)],
  ] as const) {
    const key = newKey();
    const env = { ...database.env, BOOTSTRAP_API_KEY: key, DATABASE_POOL: '10' };
    const target = await startService(env, undo, signal);
    const ids = await fillByApi(target.address, key);
    await ask(database.connection, 'vacuum analyze');
    servers.push({ name, target, key, requests: operations({ ids }) });
  }

  for (const operation of Object.keys(servers[0]?.requests ?? {})) {
    if (values.only && !values.only.split(',').some((part) => operation.includes(part))) continue;
    const options = { seconds, workers };
    const uses = await measureInTurn(coordinator, servers, operation, rounds, options, signal);
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
