import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  clientConfig,
  type Database,
  openDatabase,
  type Patience,
  type TeamDb,
} from '../database.ts';
import {
  inRounds,
  type Position,
  type Positions,
  positionsHere,
  positionsInRedis,
  unknown,
} from './positions.ts';
import { type Primary, times, watchPrimary } from './primary.ts';
import { progressOf, refuseStranger, replicaName, whoIs } from './probe.ts';

/*
 * Reads from streaming replicas (ADR 21). A request reads from a replica only where it is known, before it asks, that the replica has
 * replayed all that the request's key was acknowledged, and all that anybody was acknowledged until `mostStaleMs` ago.
 */

export interface Replicas {
  /** The team's data for one request of a key: its reads come from a replica where one may serve them. */
  team(db: TeamDb, key: string): TeamDb;
  /** To be waited for before a request is answered; undefined when it asked the primary for nothing but reads. */
  acknowledge(db: TeamDb): Promise<unknown> | undefined;
  /** Reads of this process since its start. */
  readonly reads: { replica: number; primary: number };
  states(): ReplicaState[];
  close(): Promise<void>;
}

export interface ReplicaState {
  /** Host and port. */
  readonly name: string;
  /** Why it is not read from; undefined when it is. */
  readonly reason: string | undefined;
  /** By how much it is behind; undefined when that is not known. */
  readonly lagSeconds: number | undefined;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** For how long a position is remembered: longer than a replica may lag, and an answer be on its way. */
const keptMs = 10_000;
const retryMs = 1_000;
/** Questions of how far a replica is, when somebody waits to read from it, come no faster. */
const soonMs = 10;
/** A replica that does not answer costs a read half a second at most; then the primary is asked. */
const limits: Patience = {
  turn: 150,
  connect: 150,
  statement: 300,
  answer: 350,
  idleTransaction: 5_000,
};

/** A replica that answers, from the first connection until one fails. */
interface Link {
  readonly probe: pg.Client;
  readonly database: Database;
  /** What it has replayed at least. */
  replayed: Position;
  /** It has all that was acknowledged before. */
  freshAt: number;
  /** A read failed: it is asked before it is read from again. */
  isSuspect: boolean;
  /** A connection reached another server than the first one did. */
  isOther: boolean;
}

interface Replica {
  readonly name: string;
  /** Its link, where it has all that stands before `needed`, and is fresh. */
  has(needed: Position): Link | undefined;
  /** Asks it soon how far it is. */
  hurry(): void;
  state(): ReplicaState;
  close(): Promise<void>;
}

/** Follows one replica: how far it is, and whether it is one. */
function follow(url: string, size: number, primary: Primary, log: Log): Replica {
  const target: pg.ClientConfig = { connectionString: url };
  const name = replicaName(url);
  const closing = new AbortController();
  let link: Link | undefined;
  let reason: string | undefined = 'it has not been checked yet';
  let nap = new AbortController();

  /** Connects, and makes sure that whatever connects later reaches the same server, since its start. */
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
      const { started, system } = await whoIs(probe);
      refuseStranger(system, primary.looks.at(-1));
      const verified = {
        ...target,
        onConnect: async (client: pg.ClientBase) => {
          if ((await whoIs(client)).started === started) return;
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

  /** Asks how far it is. @throws Error when it does not answer or is no replica to read from */
  async function ask(on: Link): Promise<void> {
    on.replayed = await progressOf(on.probe, primary.looks.at(-1));
    on.freshAt = primary.looks.findLast((look) => look.position <= on.replayed)?.at ?? on.freshAt;
    on.isSuspect = false;
  }

  function say(now: string | undefined): void {
    if (now === reason) return;
    reason = now;
    if (now === undefined) log.info({ replica: name }, 'reading from a replica');
    else log.warn({ replica: name, reason: now }, 'not reading from a replica');
  }

  const isFresh = ({ freshAt }: Link) => performance.now() - freshAt <= times.mostStaleMs;

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      if (primary.looks.length === 0) {
        await sleep(50);
        continue;
      }
      let pause: number = times.lookEveryMs;
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
      // Nobody is helped by asking a server again and again that is no replica.
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
      const latest = primary.looks.at(-1);
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
 * @param size the most connections to each replica
 * @param redisUrl where processes share how far keys have written; without, this process is the only one
 */
export function openReplicas(
  urls: readonly string[],
  target: pg.ClientConfig,
  size: number,
  redisUrl: string | undefined,
  log: Log,
): Replicas {
  const positions: Positions = redisUrl
    ? positionsInRedis(redisUrl, keptMs, times.mostStaleMs, log)
    : positionsHere(keptMs);
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
  /** The requests that asked the primary for more than reads, with their keys. */
  const wrote = new WeakMap<TeamDb, string>();

  const noteWrite = inRounds(async (keys: readonly string[]) => {
    const end = await primary.position().catch(() => unknown);
    const isTold = await positions.raise(keys, end).then(positions.isShared, () => false);
    if (!isTold) await primary.warn();
    return keys;
  });

  /** A replica that has what the key wrote; of several, each key has its own as long as it can. */
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
      // What cannot be known is asked of the primary.
    }
    return undefined;
  }

  return {
    reads,
    team(db, key) {
      let chosen: Promise<Link | undefined> | undefined;
      const reading =
        (how: 'read' | 'lookUp' | 'scan'): TeamDb['read'] =>
        async (statement, parameters) => {
          chosen ??= linkFor(key);
          const link = await chosen;
          if (link && !link.isSuspect) {
            try {
              const rows = await link.database.team(db.id)[how](statement, parameters);
              reads.replica += 1;
              return rows;
            } catch (error) {
              // Whatever it was, the primary's word counts.
              if (!(error instanceof pg.DatabaseError)) link.isSuspect = true;
              for (const replica of replicas) replica.hurry();
            }
          }
          reads.primary += 1;
          return db[how](statement, parameters);
        };
      const routed: TeamDb = {
        id: db.id,
        run(statement, parameters) {
          wrote.set(routed, key);
          return db.run(statement, parameters);
        },
        read: reading('read'),
        lookUp: reading('lookUp'),
        scan: reading('scan'),
        transaction(work) {
          wrote.set(routed, key);
          return db.transaction(work);
        },
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
