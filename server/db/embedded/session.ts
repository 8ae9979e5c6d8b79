import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { codeOf, EmbeddedError, oneLine, refuseFullDisk } from './errors.ts';
import { pollInterval, postmasterOf } from './process.ts';
import { type Attempt, shutDown, start } from './server.ts';
import { port, superuser } from './socket.ts';

/* Each process that uses the server holds a session with advisory locks. */

/** The session of this process; `ended` resolves when it ends for any reason. */
export interface Session {
  client: pg.Client;
  ended: Promise<void>;
}

/** Duration of start retries: the children of a killed postmaster outlive it briefly. */
const startRetryMs = 15_000;

/** The two advisory locks, each (space, number); the space spells 'paut'. */
const lockSpace = 0x70617574;
const locks = { serve: 1, use: 2 } as const;

/** Transient failures: another process is starting or stopping the same server. */
const passing = /lock file|shared memory block|still in use/;

/** Connects to the server, starting it if necessary; a service also takes the `serve` lock. */
export async function openSession(cluster: Cluster, mayCreate: boolean): Promise<Session> {
  const session = await connect(cluster, mayCreate);
  try {
    if (cluster.serve) await takeServeLock(cluster, session.client);
    await createDatabase(session.client);
    return session;
  } catch (error) {
    await endSession(cluster, session, false);
    throw error;
  }
}

/**
 * Connects and takes the `use` lock, starting the server as often as needed.
 * @param mayCreate allows creating a missing cluster; false under a running service, which would continue with an empty database
 * @throws EmbeddedError if the server cannot start, or does not respond within `patience`
 */
async function connect(cluster: Cluster, mayCreate: boolean): Promise<Session> {
  let deadline = Date.now() + startRetryMs;
  let attempt: Attempt | undefined;
  let trouble = 'it does not respond';
  // Increasing intervals: PostgreSQL logs each refusal, and recovery can take a while.
  for (let wait = pollInterval; ; wait = Math.min(wait * 1.2, 250)) {
    const answer = await tryConnect(cluster);
    if (typeof answer === 'object') {
      const shared = tryLock(answer.client, 'pg_try_advisory_lock_shared', locks.use);
      if (await shared.catch(() => false)) return answer;
      // Another process is about to stop it: waits for that, then starts it again.
      await answer.client.end();
    } else if (answer === 'busy') {
      // It is starting, recovering or stopping. Recovery has no time limit.
      deadline = Date.now() + startRetryMs;
    } else if (attempt?.failure !== undefined) {
      trouble = attempt.failure;
      refuseFullDisk(cluster.dataDir, trouble);
      if (!passing.test(trouble)) throw notStarting(cluster, trouble);
      attempt = undefined;
      await sleep(100);
    } else if ((!attempt || attempt.over) && postmasterOf(cluster) === undefined) {
      const begin = Date.now();
      attempt = await start(cluster, mayCreate);
      deadline += Date.now() - begin; // creating a cluster does not count against the limit either
    }
    if (Date.now() > deadline) throw notStarting(cluster, trouble);
    await sleep(wait);
  }
}

function notStarting(cluster: Cluster, trouble: string): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL in ${cluster.dataDir} does not start: ${oneLine(trouble)} (see ${cluster.logFile})`,
  );
}

/**
 * Makes one attempt to connect.
 * @returns the session; 'busy' if the server refuses connections temporarily; 'closed' if it does not respond
 * @throws EmbeddedError if it refuses this user permanently
 */
async function tryConnect(cluster: Cluster): Promise<Session | 'busy' | 'closed'> {
  const client = new pg.Client({
    host: cluster.host,
    port,
    user: superuser,
    // Not `pauta`: `postgres` always exists, and `pauta` can be restored while a service runs.
    database: 'postgres',
    ssl: false,
    application_name: `pauta ${cluster.serve ? 'serve' : 'command'} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {}); // reported by `ended`; without a listener the error would end the process
  try {
    await client.connect();
    return { client, ended };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EACCES') {
      throw new EmbeddedError(
        `${cluster.files} belongs to another user: run Pauta as that user or as root, ` +
          'or set another DATA_DIR',
      );
    }
    if (!(error instanceof pg.DatabaseError)) return 'closed';
    // 57P0x: starting, recovering, stopping; 53300: no free connection
    if (code?.startsWith('57P') || code === '53300') return 'busy';
    const reason = oneLine(error.message);
    throw new EmbeddedError(`PostgreSQL in ${cluster.dataDir} refused the connection: ${reason}`);
  }
}

/** @throws EmbeddedError if another service holds the lock (a killed one's is released soon) */
async function takeServeLock(cluster: Cluster, client: pg.Client): Promise<void> {
  const deadline = Date.now() + 1_000;
  while (!(await tryLock(client, 'pg_try_advisory_lock', locks.serve))) {
    if (Date.now() > deadline) {
      const holder = await serveLockHolder(client);
      throw new EmbeddedError(
        `DATA_DIR ${cluster.dataDir} is already served by another pauta (process ${holder})`,
      );
    }
    await sleep(50);
  }
}

/** @returns the holder's process id from its session's name, or 'unknown' */
async function serveLockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2`,
    [lockSpace, locks.serve],
  );
  return rows[0]?.name.match(/\d+$/)?.[0] ?? 'unknown';
}

async function tryLock(
  client: pg.Client,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: number,
): Promise<boolean> {
  const query = `select ${how}($1, $2) as got`;
  const { rows } = await client.query<{ got: boolean }>(query, [lockSpace, lock]);
  return rows[0]?.got === true;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_database where datname = 'pauta'`);
  if (rowCount) return;
  try {
    await client.query('create database pauta');
  } catch (error) {
    // duplicate_database, or the unique index behind it: another process was faster
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  }
}

/**
 * Ends our session, and stops the server if no other pauta process uses it.
 * @param owner true for the service: remaining sessions without the lock are then its own and can be dropped
 */
export async function endSession(
  cluster: Cluster,
  { client }: Session,
  owner: boolean,
): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_all()');
    // Held until the server has stopped: no process can join a server that is stopping.
    const last = await tryLock(client, 'pg_try_advisory_lock', locks.use);
    if (last && (owner || (await noOthers(client)))) await shutDown(cluster);
  } catch (error) {
    cluster.log.warn({ err: error }, 'the session on the embedded PostgreSQL ended unexpectedly');
  }
  await client.end();
}

/** True if no other pauta session exists; sessions of the closed pool take a moment to end. */
async function noOthers(client: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + 300; ; await sleep(20)) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where application_name like 'pauta%'
       and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (!rowCount) return true;
    if (Date.now() > deadline) return false;
  }
}
