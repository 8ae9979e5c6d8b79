import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type pg from 'pg';
import { load, type Target } from './load.ts';

/*
 * Costs of a write while 32 connections send them: processor time of the service and of the database, log written, commits, system
 * calls of the service, and what the database's processes wait for.
 */

/** Use of one server for each request. */
export interface Shares {
  readonly rate: number;
  /** Microseconds of the server's processor, and of the database's. */
  readonly server: number;
  readonly database: number;
  /** The same of the other nodes of a distributed database, together; 0 without them. */
  readonly workers: number;
  readonly walBytes: number;
  readonly commits: number;
  /** Reads and writes of the server; those of sockets that Node.js reads by other calls are not counted. */
  readonly systemCalls: number;
  /** Event → share of the time in which a connection of the server was busy. */
  readonly waits: ReadonlyMap<string, number>;
}

const state = `select wal_bytes::float8 as wal, (select sum(xact_commit)::float8 from pg_stat_database) as commits
  from pg_stat_wal`;
const busy = `select coalesce(wait_event_type || ' ' || wait_event, 'working') as event, count(*)::int as n
  from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() group by 1`;

const processorOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  } catch {
    return 0;
  }
};

/** Microseconds that the processes of a database server have used. */
async function processorOfNode(node: pg.Client): Promise<number> {
  const { rows } = await node.query<{ pid: number }>('select pid from pg_stat_activity');
  return rows.reduce((sum, { pid }) => sum + processorOf(pid), 0);
}

const callsOf = (pid: number) =>
  [...readFileSync(`/proc/${pid}/io`, 'utf8').matchAll(/^sysc[rw]: (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

/**
 * Measures one kind of request on one server.
 * @param options.isRefused true if the server is to refuse the requests
 * @param options.workers connections to the other nodes of a distributed database
 */
export async function measureShares(
  client: pg.Client,
  target: Target,
  requests: Request[],
  {
    key,
    seconds,
    isRefused = false,
    workers = [],
  }: {
    readonly key: string;
    readonly seconds: number;
    readonly isRefused?: boolean;
    readonly workers?: readonly pg.Client[];
  },
  signal: AbortSignal,
): Promise<Shares> {
  const look = async () => {
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query<{ wal: number; commits: number }>(state);
    const { wal = 0, commits = 0 } = rows[0] ?? {};
    const ofWorkers = await Promise.all(workers.map(processorOfNode));
    return {
      wal,
      commits,
      database: await processorOfNode(client),
      workers: ofWorkers.reduce((sum, each) => sum + each, 0),
      calls: callsOf(target.pid),
    };
  };
  const samples = new Map<string, number>();
  const before = await look();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const address = new URL(target.address).origin;
  const options = { connections: 32, seconds, headers, signal };
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ event: string; n: number }>(busy);
      for (const { event, n } of rows) samples.set(event, (samples.get(event) ?? 0) + n);
      await sleep(20);
    }
  })();
  const round = await load({ ...target, address }, requests, options).finally(() => {
    isOver = true;
  });
  await watch;
  const { rate, latencies, failed, processor } = round;
  if (failed > 0 && !isRefused)
    throw new Error(`${failed} requests failed: these figures are meaningless`);
  const after = await look();
  const each = (of: keyof typeof after) => (after[of] - before[of]) / latencies.length;
  const all = [...samples.values()].reduce((sum, n) => sum + n, 0);
  return {
    rate,
    server: processor ?? Number.NaN,
    database: each('database'),
    workers: each('workers'),
    walBytes: each('wal'),
    commits: each('commits'),
    systemCalls: each('calls'),
    waits: new Map([...samples].map(([event, n]) => [event, n / all])),
  };
}

/** A server with its requests, by kind. */
export interface MeasuredServer {
  readonly name: string;
  readonly target: Target;
  readonly key: string;
  readonly requests: Readonly<Record<string, Request[]>>;
}

/**
 * Measures one kind of request on each server in turn, after a round for warming up.
 * @returns the rounds of each server that has such requests, by its name
 */
export async function measureInTurn(
  client: pg.Client,
  servers: readonly MeasuredServer[],
  operation: string,
  rounds: number,
  options: Omit<Parameters<typeof measureShares>[3], 'key'>,
  signal: AbortSignal,
): Promise<Map<string, Shares[]>> {
  const uses = new Map<string, Shares[]>();
  for (let round = -1; round < rounds; round += 1)
    for (const { name, target, key, requests } of servers) {
      const sent = requests[operation];
      if (!sent) continue;
      const use = await measureShares(client, target, sent, { ...options, key }, signal);
      if (round >= 0) uses.set(name, [...(uses.get(name) ?? []), use]);
    }
  return uses;
}
