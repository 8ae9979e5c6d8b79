import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import { request } from '#test/support/http.ts';
import {
  cleanUp,
  type Env,
  onDatabase,
  serve,
  startRedis,
  urlOf,
} from '#test/support/processes.ts';
import { type Server, startPair } from '#test/support/standby.ts';
import { load } from './load.ts';

const help = `Measures the cost of reading from a replica: one service without, one with, one that shares positions through Redis; all on one
primary with one streaming standby, in separate databases, measured alternately.

  npm run bench:replicas -- [--rounds 5] [--seconds 3] [--connections 16]

Starts both PostgreSQLs and redis-server, which must be installed, in temporary directories.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(help);
  process.exit();
}
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(
  Number,
) as [number, number, number];

/** CPU time of a PostgreSQL's running processes, in ticks by process. */
async function ticksOf(server: Server): Promise<Map<string, number>> {
  const [row] = await server.sql('show data_directory');
  const pid = readFileSync(join(String(row?.data_directory), 'postmaster.pid'), 'utf8').split(
    '\n',
  )[0];
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const ticks = new Map<string, number>();
  for (const child of children.trim().split(/\s+/)) {
    try {
      const fields = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      ticks.set(child, Number(fields[11]) + Number(fields[12]));
    } catch {
      // It has exited.
    }
  }
  return ticks;
}

/** Microseconds between two samples. */
function used(before: Map<string, number>, after: Map<string, number>): number {
  let sum = 0;
  for (const [pid, ticks] of after) sum += ticks - (before.get(pid) ?? 0);
  return sum * 10_000;
}

const { primary, standby } = await startPair();
const redis = await startRedis();
const replica = (database: string): Env => ({
  DATABASE_REPLICA_URL: urlOf({ ...standby.connection, database }),
});
const kinds: Record<string, (database: string) => Env> = {
  plain: () => ({}),
  replica,
  'replica+redis': (database) => ({ ...replica(database), REDIS_URL: redis.url }),
};

interface Setup {
  readonly kind: string;
  readonly address: string;
  readonly pid: number;
  readonly reader: string;
  readonly writer: string;
  readonly ids: string[];
}

async function setupOf(kind: string, index: number): Promise<Setup> {
  const name = `bench_${index}`;
  await primary.sql(`create database ${name}`);
  const connection = { ...primary.connection, database: name };
  await migrate(connection);
  const database = openDatabase(connection, 'bench', 1, () => {});
  const { id } = await createTeam(database.platform, 'Bench');
  const key = async () =>
    (
      await createKey(database.platform, id, {
        name: 'k',
        scope: 'full',
        userId: null,
        expiresAt: null,
      })
    ).api_key;
  const [reader, writer] = [await key(), await key()];
  await database.close();
  const service = await serve({
    ...onDatabase(connection),
    ...kinds[kind]?.(name),
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const ids: string[] = [];
  for (let i = 0; i < 200; i++) {
    const { data } = await request(`${service.address}/v1/projects`, {
      method: 'POST',
      key: reader,
      body: { name: `p ${i}` },
    });
    ids.push(String(data.id));
  }
  return { kind, address: service.origin, pid: service.pid, reader, writer, ids };
}

interface Operation {
  readonly requests: (setup: Setup) => Request[];
  readonly key: 'reader' | 'writer';
  /** True if the key also writes, 20 times a second. */
  readonly writes?: true;
}
let made = 0;
const gets = ({ ids }: Setup): Request[] =>
  ids.slice(0, 50).map((id) => ({ path: `/api/v1/projects/${id}` }));
const operations: Record<string, Operation> = {
  'get, a key that only reads': { key: 'reader', requests: gets },
  'list 20, a key that only reads': {
    key: 'reader',
    requests: () => [{ path: '/api/v1/projects' }],
  },
  'get, a key that writes 20/s': { key: 'writer', requests: gets, writes: true },
  create: {
    key: 'writer',
    requests: () => [
      {
        method: 'POST',
        path: '/api/v1/deals',
        setupRequest: (each) => ({ ...each, body: JSON.stringify({ title: `d ${++made}` }) }),
      },
    ],
  },
};

/** The least disturbed round, on a machine shared with others. */
const least = (numbers: readonly number[]) => Math.min(...numbers);
const quantile = (numbers: readonly number[], q: number) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * q)] ?? Number.NaN;

try {
  const setups = [];
  for (const [index, kind] of Object.keys(kinds).entries()) setups.push(await setupOf(kind, index));
  await sleep(4_000);
  const figures = new Map<
    string,
    Record<'rate' | 'p50' | 'p99' | 'node' | 'primary' | 'standby', number[]>
  >();
  for (let round = 0; round <= rounds; round++) {
    for (const [title, { requests, key, writes }] of Object.entries(operations)) {
      for (const setup of round % 2 ? setups : setups.toReversed()) {
        const headers = {
          authorization: `Bearer ${setup[key]}`,
          'content-type': 'application/json',
        };
        const timer =
          writes &&
          setInterval(() => {
            request(`${setup.address}/api/v1/deals`, {
              method: 'POST',
              key: setup[key],
              body: { title: 'w' },
            }).catch(() => {});
          }, 50);
        const before = [await ticksOf(primary), await ticksOf(standby)] as const;
        const result = await load(
          { name: 'service', address: setup.address, pid: setup.pid },
          requests(setup),
          {
            connections,
            seconds: round === 0 ? 1 : seconds,
            headers,
            signal: new AbortController().signal,
          },
        );
        const after = [await ticksOf(primary), await ticksOf(standby)] as const;
        clearInterval(timer);
        await sleep(300);
        if (result.failed > 0) throw new Error(`${title}, ${setup.kind}: ${result.failed} failed`);
        if (round === 0) continue;
        const name = `${title}|${setup.kind}`;
        const all = figures.get(name) ?? {
          rate: [],
          p50: [],
          p99: [],
          node: [],
          primary: [],
          standby: [],
        };
        figures.set(name, all);
        const count = result.latencies.length;
        all.rate.push(result.rate);
        all.p50.push(quantile(result.latencies, 0.5));
        all.p99.push(quantile(result.latencies, 0.99));
        all.node.push(result.processor ?? Number.NaN);
        all.primary.push(used(before[0], after[0]) / count);
        all.standby.push(used(before[1], after[1]) / count);
      }
    }
  }
  console.log('| | | requests/s | p50 ms | p99 ms | service µs | primary µs | replica µs |');
  console.log('|---|---|---:|---:|---:|---:|---:|---:|');
  for (const [name, all] of figures) {
    const [title, kind] = name.split('|');
    const cells = [
      Math.max(...all.rate).toFixed(0),
      least(all.p50).toFixed(2),
      least(all.p99).toFixed(1),
      ...[all.node, all.primary, all.standby].map((each) => least(each).toFixed(0)),
    ];
    console.log(`| ${title} | ${kind} | ${cells.join(' | ')} |`);
  }
} finally {
  await cleanUp().catch(() => {});
  await standby.stop();
  await primary.stop();
}
