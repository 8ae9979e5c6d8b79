import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  clientConfig,
  type Database,
  openDatabase,
  type TeamDb,
  type Timeouts,
} from '../database.ts';
import { type Primary, timings, watchPrimary } from './primary.ts';
import { identifyServer, progressOf, refuseOtherSystem, replicaName } from './probe.ts';
import {
  batchRequests,
  localPositions,
  type Position,
  type Positions,
  positionsInRedis,
  unknown,
} from './wal-positions.ts';

/*
 * Reads from streaming replicas (ADR 21). A request reads from a replica only if the replica is already known to have replayed
 * every acknowledged write of the request's key, and every write of any key acknowledged more than `mostStaleMs` ago.
 */

export interface Replicas {
  /** Team access for one request of a key: reads use a replica if one is eligible. */
  team(db: TeamDb, key: string): TeamDb;
  /** Must be awaited before the response is sent; undefined if the request only read from the primary. */
  acknowledge(db: TeamDb): Promise<unknown> | undefined;
  /** Number of reads by this process since its start. */
  readonly reads: { replica: number; primary: number };
  states(): ReplicaState[];
  close(): Promise<void>;
}

export interface ReplicaState {
  /** Host and port. */
  readonly name: string;
  /** Why reads skip it; undefined if they use it. */
  readonly reason: string | undefined;
  /** Replication lag; undefined if unknown. */
  readonly lagSeconds: number | undefined;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Retention of a position: longer than the maximum replica lag plus the time of a response in transit. */
const retentionMs = 10_000;
const retryMs = 1_000;
/** Minimum interval between progress queries while a read is waiting. */
const soonMs = 10;
/** An unresponsive replica delays a read by at most half a second; the primary is queried next. */
const limits: Timeouts = {
  queueWait: 150,
  connect: 150,
  statement: 300,
  answer: 350,
  idleTransaction: 5_000,
};

/** Connection to a responsive replica, from the first connection until one fails. */
interface Link {
  readonly probe: pg.Client;
  readonly database: Database;
  /** Position it has replayed at least. */
  replayed: Position;
  /** It has every write acknowledged before this time. */
  freshAt: number;
  /** True after a failed read: progress is checked before the next read. */
  isSuspect: boolean;
  /** True if a connection reached a different server than the first one did. */
  isOther: boolean;
}

interface Replica {
  readonly name: string;
  /** Returns its link if it is fresh and has replayed everything before `needed`. */
  has(needed: Position): Link | undefined;
  /** Requests an early progress check. */
  hurry(): void;
  state(): ReplicaState;
  close(): Promise<void>;
}

/** Monitors one replica: its progress, and whether it is a valid replica. */
function follow(url: string, size: number, primary: Primary, log: Log): Replica {
  const target: pg.ClientConfig = { connectionString: url };
  const name = replicaName(url);
  const closing = new AbortController();
  let link: Link | undefined;
  let reason: string | undefined = 'it has not been checked yet';
  let nap = new AbortController();

  /** Connects, and ensures that later connections reach the same server without a restart in between. */
  async function connect(): Promise<Link> {
    const probe = new pg.Client({
      ...clientConfig(target, 'replica', { ...limits, connect: 1_000 }),
      query_timeout: limits.answer,
    });
    probe.on('error', () => {
      if (link?.probe === probe) link.isSuspect = true;
      hurry();
    });
    try {
      await probe.connect();
      const { started, system } = await identifyServer(probe);
      refuseOtherSystem(system, primary.snapshots.at(-1));
      const verified = {
        ...target,
        onConnect: async (client: pg.ClientBase) => {
          if ((await identifyServer(client)).started === started) return;
          made.isOther = true;
          throw new Error('it is a different server than before');
        },
      };
      const made: Link = {
        probe,
        database: openDatabase(verified, 'reads', size, hurry, limits),
        replayed: 0,
        freshAt: Number.NEGATIVE_INFINITY,
        isSuspect: true,
        isOther: false,
      };
      return made;
    } catch (error) {
      drop(probe);
      throw error;
    }
  }

  function hurry(): void {
    nap.abort();
  }

  function drop(probe: pg.Client, database?: Database): void {
    probe.end().catch(() => {});
    database?.close().catch(() => {});
  }

  /** Updates its progress. @throws Error if it does not respond, or is not a valid replica */
  async function ask(on: Link): Promise<void> {
    on.replayed = await progressOf(on.probe, primary.snapshots.at(-1));
    on.freshAt =
      primary.snapshots.findLast((look) => look.position <= on.replayed)?.at ?? on.freshAt;
    on.isSuspect = false;
  }

  function say(now: string | undefined): void {
    if (now === reason) return;
    reason = now;
    if (now === undefined) log.info({ replica: name }, 'reading from a replica');
    else log.warn({ replica: name, reason: now }, 'not reading from a replica');
  }

  const isFresh = ({ freshAt }: Link) => performance.now() - freshAt <= timings.mostStaleMs;

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      if (primary.snapshots.length === 0) {
        await sleep(50);
        continue;
      }
      let pause: number = timings.lookEveryMs;
      nap = new AbortController();
      try {
        link ??= await connect();
        await ask(link);
        if (link.isOther)
          throw new Error('its address belongs to several servers, or it was restarted');
        say(isFresh(link) ? undefined : 'it lags behind');
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        if (link) drop(link.probe, link.database);
        link = undefined;
        pause = retryMs;
      }
      await sleep(soonMs);
      // Without a link, waits the full pause: checking an invalid replica more often is pointless.
      const signal = link ? AbortSignal.any([nap.signal, closing.signal]) : closing.signal;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const running = run();

  return {
    name,
    has: (needed) =>
      link && !link.isSuspect && needed <= link.replayed && isFresh(link) ? link : undefined,
    hurry,
    state() {
      const latest = primary.snapshots.at(-1);
      const lag =
        link && latest && link.freshAt > 0 ? (latest.at - link.freshAt) / 1_000 : undefined;
      return { name, reason, lagSeconds: lag && Math.max(0, lag) };
    },
    async close() {
      closing.abort();
      await running;
      if (!link) return;
      link.probe.end().catch(() => {});
      await link.database.close();
    },
  };
}

/**
 * Reads from replicas, for this process.
 * @param target the primary
 * @param size maximum connections per replica
 * @param redisUrl Redis through which processes share their keys' positions; without it, this is the only process
 */
export function openReplicas(
  urls: readonly string[],
  target: pg.ClientConfig,
  size: number,
  redisUrl: string | undefined,
  log: Log,
): Replicas {
  const positions: Positions = redisUrl
    ? positionsInRedis(redisUrl, retentionMs, timings.mostStaleMs, log)
    : localPositions(retentionMs);
  const primary = watchPrimary(
    target,
    () => !positions.isShared(),
    (warned) => {
      if (warned)
        log.warn(
          {},
          'another process cannot share its write positions: all reads go to the primary',
        );
      else log.info({}, 'all processes share their write positions: reads go to replicas again');
    },
  );
  const replicas = urls.map((url) => follow(url, size, primary, log));
  const reads = { replica: 0, primary: 0 };
  /** Requests that did more than read on the primary, with their keys. */
  const wrote = new WeakMap<TeamDb, string>();

  const noteWrite = batchRequests(async (keys: readonly string[]) => {
    const end = await primary.position().catch(() => unknown);
    const isTold = await positions.raise(keys, end).then(positions.isShared, () => false);
    if (!isTold) await primary.warn();
    return keys;
  });

  /** A replica that has the key's writes; with several replicas, each key keeps using the same one while possible. */
  async function linkFor(key: string): Promise<Link | undefined> {
    if (!primary.allTell() || !replicas.some((replica) => replica.has(0))) return undefined;
    try {
      const needed = await positions.of(key);
      const first = Number.parseInt(key.slice(-6), 16) % replicas.length;
      for (const replica of [...replicas.slice(first), ...replicas.slice(0, first)]) {
        const link = replica.has(needed);
        if (link) return link;
        replica.hurry();
      }
    } catch {
      // Falls back to the primary if the position is unavailable.
    }
    return undefined;
  }

  return {
    reads,
    team(db, key) {
      let chosen: Promise<Link | undefined> | undefined;
      const reading =
        (how: 'read' | 'lookUp' | 'scan' | 'scanFew' | 'aggregate'): TeamDb['read'] =>
        async (statement, parameters) => {
          chosen ??= linkFor(key);
          const link = await chosen;
          if (link && !link.isSuspect) {
            try {
              const team = link.database.team(db.id, db.hiddenInboxes);
              const rows = await team[how](statement, parameters);
              reads.replica += 1;
              return rows;
            } catch (error) {
              // On any error, the primary's result counts.
              if (!(error instanceof pg.DatabaseError)) link.isSuspect = true;
              for (const replica of replicas) replica.hurry();
            }
          }
          reads.primary += 1;
          return db[how](statement, parameters);
        };
      const routed: TeamDb = {
        id: db.id,
        hiddenInboxes: db.hiddenInboxes,
        run(statement, parameters, lock) {
          wrote.set(routed, key);
          return db.run(statement, parameters, lock);
        },
        read: reading('read'),
        lookUp: reading('lookUp'),
        scan: reading('scan'),
        scanFew: reading('scanFew'),
        aggregate: reading('aggregate'),
        transaction(work) {
          wrote.set(routed, key);
          return db.transaction(work);
        },
        snapshot: (work) => db.snapshot(work),
      };
      return routed;
    },
    acknowledge(db) {
      const key = wrote.get(db);
      return key === undefined ? undefined : noteWrite(key);
    },
    states: () => replicas.map((replica) => replica.state()),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await primary.close();
      positions.close();
    },
  };
}
