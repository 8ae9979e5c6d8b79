import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { ApiError } from '../platform/errors.ts';
import { lruCache } from '../platform/lru-cache.ts';
import { isDeadlock, isOverLockTime, isOverTime, isRefusal, translate } from './errors.ts';
import { type FairQueue, fairQueue, type Release } from './fair-queue.ts';
import { runInOneTransaction } from './shared-transactions.ts';
import type { Batch, Lock, Statement, TeamStatement } from './statement.ts';

export type Row = Record<string, unknown>;
export type Parameters = Record<string, unknown>;

/**
 * Access to one team's data. Every statement receives the team's id as `$team` and cannot omit it, and the inboxes that the caller may not
 * see as `$hidden_inboxes`.
 */
export interface TeamDb {
  readonly id: string;
  /** Ids of the inboxes whose conversations the caller may not see. */
  readonly hiddenInboxes: readonly string[];
  /**
   * Runs one statement.
   * @param lock of a statement that may share its transaction with others of the team
   * @throws ApiError UNAVAILABLE if the database is unreachable; otherwise pg's DatabaseError
   */
  run(statement: TeamStatement, parameters?: Parameters, lock?: Lock): Promise<Row[]>;
  /**
   * Runs a read-only statement; the result may be slightly stale, but never older than what the caller has already seen (ADR 21).
   */
  read(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /** Reads a few records by an index, on a connection shared with other look-ups. */
  lookUp(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /**
   * Runs a statement that may read many records, such as a search or a count: a team's slow scans use a small separate pool and a
   * shorter timeout.
   * @throws ApiError TOO_COSTLY on timeout
   */
  scan(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /**
   * Runs a scan of few records, on a connection shared with the team's other ones.
   * @throws ApiError TOO_COSTLY on timeout
   */
  scanFew(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /**
   * Runs a statement that sums up many records: on the pool of slow scans, so that other statements do not wait for it, but with the timeout of an
   * ordinary statement.
   * @throws ApiError TOO_COSTLY on timeout
   */
  aggregate(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /** Runs the work in a transaction (a savepoint if nested); rolls back if it throws. */
  transaction<T>(work: (db: TeamDb) => Promise<T>): Promise<T>;
  /**
   * Reads any number of records from one snapshot. Holds a connection until the work is done: it must not wait for the network.
   * @throws Error within a transaction
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
}

/** Reads of one snapshot of a team's data. */
export interface Snapshot {
  /**
   * Yields the records of a statement in steps, each record as the array of its columns.
   * @param statement must not be prepared
   * @param size returns the number of records of the next step
   */
  rows(
    statement: TeamStatement,
    parameters: Parameters,
    size: () => number,
  ): AsyncGenerator<readonly (readonly unknown[])[]>;
}

/** Access to the data of all teams: for authentication, command line and worker only. */
export interface Platform {
  run(statement: Statement, parameters?: Parameters): Promise<Row[]>;
  transaction<T>(
    work: (platform: Platform, team: (id: string) => TeamDb) => Promise<T>,
  ): Promise<T>;
}

export interface Database {
  /** @param hiddenInboxes ids of the inboxes whose conversations the caller may not see; by default none */
  team(id: string, hiddenInboxes?: readonly string[]): TeamDb;
  readonly platform: Platform;
  /** Makes one round trip. @throws ApiError UNAVAILABLE if it fails */
  ping(): Promise<void>;
  /** Maximum number of connections. */
  readonly size: number;
  pool(): { total: number; idle: number; waiting: number };
  /** Number of teams with statements waiting for a connection. */
  waitingTeams(): number;
  /** Number of a team's statements waiting for a connection. */
  waiting(team: string): number;
  close(): Promise<void>;
}

/** Parses values into the API's types: numbers as numbers, instants as ISO 8601 UTC, dates unchanged. */
const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => text,
  1184: (text) => new Date(text).toISOString(),
  1700: Number,
};
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** Timeouts, in milliseconds, after which the database counts as unreachable. */
export interface Timeouts {
  /** Wait in the fair queue for a connection. */
  readonly queueWait: number;
  /** Opening a new connection. */
  readonly connect: number;
  /** One statement, enforced by the server. */
  readonly statement: number;
  /**
   * One statement, enforced by the client in case the server vanishes silently. Longer than the server's timeout; 0 disables it.
   */
  readonly answer: number;
  /** An idle transaction, enforced by the server in case our process vanishes. */
  readonly idleTransaction: number;
  /** One statement that may read many records, enforced by the server, if shorter. */
  readonly scan?: number;
}

export const defaultTimeouts = {
  /** Fails a request within 3 s if the database does not respond. */
  request: {
    queueWait: 800,
    connect: 700,
    statement: 1_800,
    answer: 2_000,
    idleTransaction: 5_000,
    scan: 1_000,
  },
  work: {
    queueWait: 2_500,
    connect: 2_500,
    statement: 30_000,
    answer: 35_000,
    idleTransaction: 60_000,
  },
  /** The user is watching and can interrupt it. */
  command: {
    queueWait: 2_500,
    connect: 2_500,
    statement: 30_000,
    answer: 0,
    idleTransaction: 60_000,
  },
  /** No time limit: migrations, backup, restore. */
  bulk: { queueWait: 2_500, connect: 2_500, statement: 0, answer: 0, idleTransaction: 0 },
} as const satisfies Record<string, Timeouts>;

/** Connection settings of a client or a pool; `name` is shown in pg_stat_activity. */
export function clientConfig(
  target: pg.ClientConfig,
  name: string,
  { connect, statement, idleTransaction }: Timeouts = defaultTimeouts.command,
): pg.ClientConfig {
  const settings = {
    timezone: 'UTC',
    jit: 'off',
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idleTransaction,
  };
  return {
    ...target,
    application_name: `pauta ${name}`,
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connect,
    types,
  };
}

/** Broken connections that must not be used again: another statement would hang or fail in the same way. */
const brokenClients = new WeakSet<pg.PoolClient>();
/** Connections whose current transaction may have queued background work. */
const queueingClients = new WeakSet<pg.PoolClient>();

/** Maximum prepared statements per connection; each uses 100 to 300 kB of the server's memory. */
export const maxPrepared = 150;

/** Internals of pg's connection that its types omit. */
interface Wire {
  readonly connection: {
    readonly parsedStatements: Record<string, string>;
    close(message: { type: 'S'; name: string }): void;
  };
}

const prepared = new WeakMap<pg.PoolClient, LRUCache<string, true>>();

/** True if a connection has prepared a statement. */
const isPrepared = (client: pg.PoolClient, { name = '' }: Statement) =>
  name in (client as pg.PoolClient & Wire).connection.parsedStatements;

/**
 * Records that a connection is about to use a prepared statement. Beyond the limit, closes the least recently used one; the limit
 * far exceeds the statements in flight, so none of those is closed. `Close` needs no round trip and, unlike DEALLOCATE, works in
 * a failed transaction.
 */
function touchPrepared(client: pg.PoolClient, name: string): void {
  let names = prepared.get(client);
  if (!names) {
    const { connection } = client as pg.PoolClient & Wire;
    names = new LRUCache({
      max: maxPrepared,
      dispose(_, name, reason) {
        if (reason !== 'evict') return;
        connection.close({ type: 'S', name });
        delete connection.parsedStatements[name];
      },
    });
    prepared.set(client, names);
  }
  names.set(name, true);
}

async function execute(
  client: pg.PoolClient,
  statement: Statement,
  parameters: Parameters,
  isHarmless = isRefusal,
): Promise<Row[]> {
  const values = statement.parameters.map((name) => parameters[name]);
  try {
    const { name, text } = statement;
    if (name) touchPrepared(client, name);
    const result = await client.query<Row>(name ? { name, text, values } : { text, values });
    return result.rows;
  } catch (error) {
    if (!isHarmless(error)) brokenClients.add(client);
    throw translate(error);
  }
}

/** True if a statement that returned these rows may have queued background work. */
const mayHaveQueued = ({ mayQueueWork = false }: Statement, [row]: Row[]) =>
  mayQueueWork && row?.has_queued !== false;

/** Runs a statement in a transaction, whose commit announces the work that it queues. */
async function executeInside(
  client: pg.PoolClient,
  statement: Statement,
  parameters: Parameters,
): Promise<Row[]> {
  const rows = await execute(client, statement, parameters);
  if (mayHaveQueued(statement, rows)) queueingClients.add(client);
  return rows;
}

type Run = (statement: Statement, parameters: Parameters, lock?: Lock) => Promise<Row[]>;
type RunFor = (whose: string, statement: Statement, parameters: Parameters) => Promise<Row[]>;
type RunSharedFor = (whose: string, lock: Lock, ...call: [Statement, Parameters]) => Promise<Row[]>;

/** A connection pool and its fair queue. */
interface QueuedPool {
  readonly pool: pg.Pool;
  readonly queue: FairQueue;
  /** Called after a commit that may have queued background work. */
  readonly onQueued: () => void;
}

/** Acquires a connection in a turn of the fair queue; release it with {@link giveBack}. */
async function takeClient({ pool }: QueuedPool, leave: Release): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    leave(false);
    return rethrow(error);
  }
}

/** Waits in the fair queue and acquires a connection; release it with {@link giveBack}. */
async function connect(
  queuedPool: QueuedPool,
  whose: string,
): Promise<{ client: pg.PoolClient; leave: Release }> {
  const leave = await queuedPool.queue.acquire(whose);
  return { client: await takeClient(queuedPool, leave), leave };
}

function giveBack(client: pg.PoolClient, leave: Release): void {
  const isGivenUp = brokenClients.has(client);
  client.release(isGivenUp);
  leave(!isGivenUp);
}

/**
 * Runs each statement on any connection. Unlike pool.query, keeps the connection open after a refusal, for example by a
 * constraint.
 * @param isHarmless returns true for errors after which the connection is still usable
 * @param took receives the milliseconds that the database worked
 */
const runOnPool =
  (
    queuedPool: QueuedPool,
    isHarmless = isRefusal,
    took: (whose: string, milliseconds: number) => void = () => {},
  ): RunFor =>
  async (whose, statement, parameters) => {
    const { client, leave } = await connect(queuedPool, whose);
    const began = performance.now();
    try {
      const rows = await execute(client, statement, parameters, isHarmless);
      if (mayHaveQueued(statement, rows)) queuedPool.onQueued();
      return rows;
    } finally {
      giveBack(client, leave);
      took(whose, performance.now() - began);
    }
  };

/** Memory of a sort or a hash table in a statement that sums up records: enough for 300,000 of them. */
const workMemory = '32MB';

/**
 * Runs each statement with another timeout than the pool's connections, with memory to sort many records and, if it joins most of them, without nested
 * loops. These are set in the same round trip.
 * @param most the timeout, in milliseconds
 */
const runWithin =
  (queuedPool: QueuedPool, most: number): RunFor =>
  async (whose, statement, parameters) => {
    const { client, leave } = await connect(queuedPool, whose);
    try {
      const [begun, rows, ended] = await Promise.allSettled([
        client.query(
          `begin read only; set local statement_timeout = ${most}; set local work_mem = '${workMemory}'${statement.joinsMost ? '; set local enable_nestloop = off' : ''}`,
        ),
        execute(client, statement, parameters, isHarmlessScan),
        client.query('commit'),
      ]);
      if (rows.status === 'rejected') throw rows.reason;
      for (const each of [begun, ended])
        if (each.status === 'rejected') {
          brokenClients.add(client);
          throw translate(each.reason);
        }
      return rows.value;
    } finally {
      giveBack(client, leave);
    }
  };

/** Maximum number of teams remembered. */
const maxTeams = 10_000;

/** Max statements in one transaction: few enough to end within the time of one, also on a slow machine. */
const maxShared = 8;
/** Time in which a team's statements share no transaction after a refusal, in milliseconds: more refusals are likely. */
const apartAfterRefusalMs = 500;
/**
 * Max wait for a lock in a transaction of several changes, in milliseconds: others wait for the records that it has locked. Shorter than
 * PostgreSQL's `deadlock_timeout`, so that no other transaction is ended if the two wait for each other.
 */
const maxLockWaitMs = 250;

/** A statement that waits for a transaction. */
interface Waiting {
  readonly lock: string;
  readonly statement: Statement;
  readonly parameters: Parameters;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/** True if one batch can do the work of both. */
const isSameBatch = (a: Waiting, b: Waiting) =>
  a.statement.batch !== undefined &&
  a.statement === b.statement &&
  a.statement.batch.statement.parameters.every(
    (name) => name === batchParameter || a.parameters[name] === b.parameters[name],
  );

/** Name of the parameter with the rows of a batch. */
const batchParameter = 'batch';

/** Runs a batch for calls that can share it. @returns the rows of each */
async function runBatch(
  client: pg.PoolClient,
  { statement, rowParameters }: Batch,
  calls: readonly Waiting[],
): Promise<Row[][]> {
  const batch = calls.map(({ parameters }) =>
    Object.fromEntries(rowParameters.map((name) => [name, parameters[name]])),
  );
  const { name = '', text, parameters } = statement;
  const all: Parameters = { ...calls[0]?.parameters, [batchParameter]: JSON.stringify(batch) };
  touchPrepared(client, name);
  const values = parameters.map((each) => all[each]);
  const { rows } = await client.query<Row>({ name, text, values });
  return calls.map((call) => rows.filter(({ id }) => id === call.parameters.id));
}

const byLock = (a: Waiting, b: Waiting) => (a.lock < b.lock ? -1 : a.lock > b.lock ? 1 : 0);

/**
 * Runs statements that may share a transaction. Each waits for its turn in the fair queue; the first one to get a connection runs those
 * that still wait with it: in one transaction if the connection has prepared all of them, otherwise each in its own.
 * @param areChanges true for changes of existing records, which a long transaction may have locked: they follow each other on a connection
 * only in one transaction, where each waits for a short time only. It changes a record at most once: two changes would have one time.
 */
function runShared(queuedPool: QueuedPool, areChanges: boolean): RunSharedFor {
  interface Team {
    readonly waiting: Set<Waiting>;
    /** Time of the last refusal, by performance.now(). */
    refusedAt: number;
  }
  const teams = lruCache<Team>(maxTeams);
  const alone = runOnPool(queuedPool);
  const isApart = ({ refusedAt }: Team) => performance.now() - refusedAt < apartAfterRefusalMs;
  const single = (client: pg.PoolClient, { statement, parameters, resolve, reject }: Waiting) =>
    execute(client, statement, parameters).then(resolve, reject);

  /** Chooses the statements to run on a connection that was acquired for one of them. */
  function chooseStatements(client: pg.PoolClient, team: Team, call: Waiting): readonly Waiting[] {
    if (!areChanges) {
      const [first = call, ...others] = team.waiting;
      const isAlike = (each: Waiting) =>
        first.statement.batch ? isSameBatch(first, each) : !each.statement.batch;
      return [first, ...others.filter(isAlike).slice(0, maxShared - 1)];
    }
    if (isApart(team) || !isPrepared(client, call.statement)) return [call];
    const ofRecords = new Map<string, Waiting>();
    for (const each of team.waiting) {
      if (!ofRecords.has(each.lock) && isPrepared(client, each.statement))
        ofRecords.set(each.lock, each);
      if (ofRecords.size === maxShared) break;
    }
    return [...ofRecords.values()];
  }

  async function runAll(
    whose: string,
    client: pg.PoolClient,
    team: Team,
    all: readonly Waiting[],
  ): Promise<void> {
    const batch = all[0]?.statement.batch;
    const isSplit =
      all.length === 1 ||
      isApart(team) ||
      (!batch && all.some(({ statement }) => !isPrepared(client, statement)));
    if (!isSplit) {
      try {
        const results = batch
          ? await runBatch(client, batch, all)
          : await runInOneTransaction(
              client,
              all.map(({ statement, parameters }) => {
                if (statement.name) touchPrepared(client, statement.name);
                return { statement, values: statement.parameters.map((name) => parameters[name]) };
              }),
              areChanges ? maxLockWaitMs : undefined,
            );
        for (const [place, { resolve }] of all.entries()) resolve(results[place] ?? []);
        return;
      } catch (error) {
        if (!isRefusal(error) && !isDeadlock(error) && !isOverLockTime(error)) {
          brokenClients.add(client);
          for (const { reject } of all) reject(translate(error));
          return;
        }
        team.refusedAt = performance.now();
        if (areChanges) {
          for (const { statement, parameters, resolve, reject } of all)
            alone(whose, statement, parameters).then(resolve, reject);
          return;
        }
      }
    }
    await Promise.all(all.map((each) => single(client, each)));
  }

  /** Waits for a connection until another statement of the team takes this one along. */
  async function serve(whose: string, team: Team, call: Waiting): Promise<void> {
    const leave = await queuedPool.queue.acquire(whose);
    if (!team.waiting.has(call)) return leave(false);
    const client = await takeClient(queuedPool, leave);
    try {
      while (team.waiting.has(call)) {
        const all = chooseStatements(client, team, call);
        for (const each of all) team.waiting.delete(each);
        await runAll(whose, client, team, all.toSorted(byLock));
      }
    } finally {
      giveBack(client, leave);
    }
  }

  return async (whose, lock, statement, parameters) => {
    const rows = await new Promise<Row[]>((resolve, reject) => {
      const team = teams.get(whose) ?? { waiting: new Set(), refusedAt: Number.NEGATIVE_INFINITY };
      teams.set(whose, team);
      const call = { lock: lock.name, statement, parameters, resolve, reject };
      team.waiting.add(call);
      serve(whose, team, call).catch((error: unknown) => {
        if (team.waiting.delete(call)) reject(error);
      });
    });
    if (mayHaveQueued(statement, rows)) queuedPool.onQueued();
    return rows;
  };
}

/** Receives the milliseconds that the database worked for a team. */
type Took = (whose: string, milliseconds: number) => void;

const isHarmlessScan = (error: unknown) => isRefusal(error) || isOverTime(error);

/** Threshold of a slow scan, after which its team's scans use the separate pool for a while. */
const slowMs = 50;
/** The same for scans of few records: on a busy machine, these often take 50 ms, and only records with long texts take longer. */
const slowFewMs = 250;
const apartMs = 10_000;

/**
 * Runs statements that may read many records. Most are fast and use any connection; those of a team with a recent slow scan use a
 * small separate pool, so that they delay only each other.
 * @param most statement timeout in the separate pool, in milliseconds
 * @param statement timeout of an ordinary statement
 */
function runScans(
  queuedPool: QueuedPool,
  scanPool: QueuedPool,
  most: number,
  statement: number,
): Record<'scan' | 'scanFew' | 'aggregate', RunFor> {
  const refusingCostly =
    (run: RunFor, seconds: number): RunFor =>
    async (...call) => {
      try {
        return await run(...call);
      } catch (error) {
        if (!(error instanceof ApiError) || !isOverTime(error.cause)) throw error;
        throw new ApiError(
          'TOO_COSTLY',
          `This query took longer than ${seconds} s; narrow it with a longer search term, or with filters that match fewer records.`,
        );
      }
    };
  const unlessSlow = (slowFrom: number, open: (took: Took) => RunFor): RunFor => {
    const slowUntil = lruCache<number>(maxTeams);
    const took: Took = (whose, milliseconds) => {
      if (milliseconds >= slowFrom) slowUntil.set(whose, performance.now() + apartMs);
    };
    const quick = open(took);
    const slow = runOnPool(scanPool, isHarmlessScan, took);
    const run: RunFor = (whose, ...call) =>
      ((slowUntil.get(whose) ?? 0) > performance.now() ? slow : quick)(whose, ...call);
    return refusingCostly(run, most / 1_000);
  };
  return {
    scan: unlessSlow(slowMs, (took) => runOnPool(queuedPool, isHarmlessScan, took)),
    scanFew: unlessSlow(slowFewMs, (took) => runPipelined(queuedPool, { isOfOneTeam: true, took })),
    aggregate: refusingCostly(runWithin(scanPool, statement), statement / 1_000),
  };
}

/** Maximum look-ups in flight on one connection. Each waits for those before it, and none of them is slow. */
const maxSharedLookups = 8;

/**
 * Runs look-ups on shared connections: sends each without waiting for earlier responses (pg's pipeline mode), so that many share
 * a round trip. A connection is acquired in the first team's turn of the fair queue and kept while look-ups follow each other; no
 * look-up joins while others wait for a connection, so that look-ups cannot starve other statements.
 * @param options.isOfOneTeam true if only statements of one team share a connection
 * @param options.took receives the milliseconds that the database worked
 */
function runPipelined(
  queuedPool: QueuedPool,
  {
    isOfOneTeam = false,
    took = () => {},
  }: {
    readonly isOfOneTeam?: boolean;
    readonly took?: Took;
  } = {},
): RunFor {
  interface Shared {
    readonly connection: ReturnType<typeof connect>;
    readonly whose: string;
    isOpen: boolean;
    users: number;
    /** Time of the last response, by performance.now(). */
    answeredAt: number;
  }
  const all: Shared[] = [];
  const leave = (shared: Shared) => {
    const place = all.indexOf(shared);
    if (place >= 0) all.splice(place, 1);
  };
  function join(team: string): Shared {
    const isWaitedFor = queuedPool.queue.isWanted();
    const joinable = all.find(
      ({ users, isOpen, whose }) =>
        users < maxSharedLookups &&
        (isOpen ? !isWaitedFor : whose === team) &&
        (!isOfOneTeam || whose === team),
    );
    if (joinable) return joinable;
    const connection = connect(queuedPool, team);
    const shared: Shared = { connection, whose: team, isOpen: false, users: 0, answeredAt: 0 };
    all.push(shared);
    return shared;
  }
  return async (whose, statement, parameters) => {
    const shared = join(whose);
    shared.users += 1;
    let place: Awaited<Shared['connection']> | undefined;
    try {
      place = await shared.connection;
      shared.isOpen = true;
      const sentAt = performance.now();
      const isHarmless = isOfOneTeam ? isHarmlessScan : isRefusal;
      try {
        return await execute(place.client, statement, parameters, isHarmless);
      } finally {
        const answeredAt = performance.now();
        took(whose, answeredAt - Math.max(sentAt, shared.answeredAt));
        shared.answeredAt = answeredAt;
      }
    } catch (error) {
      if (!place || brokenClients.has(place.client)) leave(shared);
      throw error;
    } finally {
      shared.users -= 1;
      if (shared.users === 0) {
        leave(shared);
        if (place) giveBack(place.client, place.leave);
      }
    }
  };
}

/** Functions that run statements. */
interface Runners {
  readonly run: Run;
  readonly lookUp: Run;
  readonly scan: Run;
  readonly scanFew: Run;
  readonly aggregate: Run;
}

/** A team, and the inboxes whose conversations its caller may not see. */
type Visible = Pick<TeamDb, 'id' | 'hiddenInboxes'>;

function teamOn(
  runners: Runners,
  { id, hiddenInboxes }: Visible,
  { transaction, snapshot }: Pick<TeamDb, 'transaction' | 'snapshot'>,
): TeamDb {
  const bound =
    (way: Run): TeamDb['run'] =>
    (statement, parameters = {}, lock = undefined) =>
      way(statement, { ...parameters, team: id, hidden_inboxes: hiddenInboxes }, lock);
  const run = bound(runners.run);
  return {
    id,
    hiddenInboxes,
    run,
    read: run,
    lookUp: bound(runners.lookUp),
    scan: bound(runners.scan),
    scanFew: bound(runners.scanFew),
    aggregate: bound(runners.aggregate),
    transaction,
    snapshot,
  };
}

/** Team access inside an open transaction; a nested transaction is a savepoint. */
function teamInside(client: pg.PoolClient, visible: Visible): TeamDb {
  const run: Run = (statement, parameters) => executeInside(client, statement, parameters);
  const transaction: TeamDb['transaction'] = async (work) => {
    await client.query('savepoint step').catch(rethrow);
    try {
      const result = await work(teamInside(client, visible));
      await client.query('release savepoint step').catch(rethrow);
      return result;
    } catch (error) {
      if (!brokenClients.has(client))
        await client.query('rollback to savepoint step').catch(rethrow);
      throw error;
    }
  };
  const snapshot = () => Promise.reject(new Error('a transaction is open already'));
  const runners = { run, lookUp: run, scan: run, scanFew: run, aggregate: run };
  return teamOn(runners, visible, { transaction, snapshot });
}

/** Begins a transaction that reads one snapshot, whose statements read all their records and may take long. */
const beginSnapshot = `begin isolation level repeatable read read only;
  set local statement_timeout = '15min'; set local cursor_tuple_fraction = 1`;
/** Client-side timeout of a step, in milliseconds. */
const stepTimeoutMs = 1_000_000;

/** Reads of the snapshot of an open transaction. */
function snapshotOn(client: pg.PoolClient, { id, hiddenInboxes }: Visible): Snapshot {
  let opened = 0;
  const query = async (config: pg.QueryArrayConfig) => {
    try {
      const withTimeout = { ...config, query_timeout: stepTimeoutMs };
      return (await client.query<unknown[]>(withTimeout)).rows;
    } catch (error) {
      if (!isRefusal(error)) brokenClients.add(client);
      throw translate(error);
    }
  };
  return {
    async *rows({ text, parameters: names }, parameters, size) {
      opened += 1;
      const name = `c${opened}`;
      const all: Parameters = { ...parameters, team: id, hidden_inboxes: hiddenInboxes };
      const values = names.map((each) => all[each]);
      await query({
        text: `declare ${name} no scroll cursor for ${text}`,
        values,
        rowMode: 'array',
      });
      const fetch = () => {
        const step = query({ text: `fetch ${size()} from ${name}`, rowMode: 'array' });
        // Awaited in the next step, unless the caller stops before.
        step.catch(() => {});
        return step;
      };
      for (let step = fetch(); ; ) {
        const rows = await step;
        if (rows.length === 0) break;
        // The database works on the next records while the caller works on these.
        step = fetch();
        yield rows;
      }
      await query({ text: `close ${name}`, rowMode: 'array' });
    },
  };
}

function rethrow(error: unknown): never {
  throw translate(error);
}

async function inTransaction<T>(
  queuedPool: QueuedPool,
  whose: string,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const { client, leave } = await connect(queuedPool, whose);
  let broken: Error | undefined;
  // A connection that dies between two statements reports it only through this event.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin).catch(rethrow);
    const result = await work(client);
    await client.query('commit').catch(rethrow);
    if (queueingClients.has(client)) queuedPool.onQueued();
    return result;
  } catch (error) {
    // A rollback on a connection to an unreachable server would hang; closing it also rolls back the transaction.
    if (brokenClients.has(client) || (error instanceof ApiError && error.code === 'UNAVAILABLE'))
      broken = new Error('given up');
    else
      await client.query('rollback').catch((cause: Error) => {
        broken = cause;
      });
    throw error;
  } finally {
    client.off('error', onError);
    queueingClients.delete(client);
    client.release(broken);
    leave(broken === undefined);
  }
}

/** Cross-team statements (keys, slugs, the worker's searches) share one slot in the fair queue. */
const crossTeam = '';
/** Share of the connections reserved for slow scans. */
const scanShare = 0.3;

/**
 * Opens the connection pools.
 * @param size maximum connections of this process
 * @param onError receives the error of a connection that failed while idle (the pool replaces it)
 * @param limits timeouts; if they include one for scans, slow scans get a separate share of the connections
 * @param onScanner receives the server process id of each connection for slow scans
 * @param onQueued called after each commit that may have queued background work
 */
export function openDatabase(
  target: pg.ClientConfig,
  name: string,
  size: number,
  onError: (error: Error) => void,
  limits: Timeouts = defaultTimeouts.command,
  onScanner: (processId: number) => void = () => {},
  onQueued: () => void = () => {},
): Database {
  function open(most: number, within: Timeouts): QueuedPool {
    const pool = new pg.Pool({
      ...clientConfig(target, name, within),
      max: most,
      idleTimeoutMillis: 60_000,
      query_timeout: within.answer,
      pipeline: true,
    });
    pool.on('error', onError);
    // The pool handles errors of idle connections only. A connection may also die while it is checked out or closing, and an
    // unhandled error event would end the process.
    pool.on('connect', (client) => client.on('error', () => {}));
    return { pool, queue: fairQueue(most, within.queueWait), onQueued };
  }
  const mostScans = limits.scan === undefined ? 0 : Math.floor(size * scanShare);
  const queuedPool = open(size - mostScans, limits);
  const all = [queuedPool];
  const run = runOnPool(queuedPool);
  const shared = runShared(queuedPool, false);
  const sharedChanges = runShared(queuedPool, true);
  const lookUp = runPipelined(queuedPool);
  let scans: ReturnType<typeof runScans> = { scan: run, scanFew: run, aggregate: run };
  if (limits.scan !== undefined && mostScans > 0) {
    // Long enough for a scan in front to end, which shows whether the team's own load caused the wait.
    const turn = limits.queueWait + limits.scan / 2;
    const scanPool = open(mostScans, { ...limits, statement: limits.scan, queueWait: turn });
    scanPool.pool.on('connect', (client) => {
      const { processID } = client as pg.PoolClient & { processID?: number | null };
      if (processID) onScanner(processID);
    });
    all.push(scanPool);
    scans = runScans(queuedPool, scanPool, limits.scan, limits.statement);
  }
  const sum = (of: (each: QueuedPool) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  return {
    team(id, hiddenInboxes = []) {
      const inTeam =
        (way: RunFor): Run =>
        (statement, parameters) =>
          way(id, statement, parameters);
      const runners = {
        run: (statement: Statement, parameters: Parameters, lock?: Lock) =>
          lock === undefined
            ? run(id, statement, parameters)
            : (lock.isChange ? sharedChanges : shared)(id, lock, statement, parameters),
        lookUp: inTeam(lookUp),
        scan: inTeam(scans.scan),
        scanFew: inTeam(scans.scanFew),
        aggregate: inTeam(scans.aggregate),
      };
      const visible = { id, hiddenInboxes };
      return teamOn(runners, visible, {
        transaction: (work) =>
          inTransaction(queuedPool, id, (client) => work(teamInside(client, visible))),
        snapshot: (work) =>
          inTransaction(
            queuedPool,
            id,
            (client) => work(snapshotOn(client, visible)),
            beginSnapshot,
          ),
      });
    },
    platform: {
      run: (statement, parameters = {}) => run(crossTeam, statement, parameters),
      transaction: (work) =>
        inTransaction(queuedPool, crossTeam, (client) => {
          const platform: Platform = {
            run: (statement, parameters = {}) => executeInside(client, statement, parameters),
            transaction: () => Promise.reject(new Error('a transaction is open already')),
          };
          return work(platform, (id) => teamInside(client, { id, hiddenInboxes: [] }));
        }),
    },
    async ping() {
      await queuedPool.pool.query('select 1').catch(rethrow);
    },
    size,
    pool: () => ({
      total: sum(({ pool }) => pool.totalCount),
      idle: sum(({ pool }) => pool.idleCount),
      waiting: sum(({ queue: turns }) => turns.waiting()),
    }),
    waitingTeams: () => sum(({ queue: turns }) => turns.queueCount()),
    waiting: (team) => sum(({ queue: turns }) => turns.waiting(team)),
    async close() {
      await Promise.all(all.map(({ pool }) => pool.end()));
    },
  };
}
