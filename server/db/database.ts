import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { ApiError } from '../platform/errors.ts';
import { remembering } from '../platform/remembering.ts';
import { isOverTime, isRefusal, translate } from './errors.ts';
import type { Statement, TeamStatement } from './statement.ts';
import { type Leave, type Turns, turnsFor } from './turns.ts';

export type Row = Record<string, unknown>;
export type Parameters = Record<string, unknown>;

/** The data of one team. Every statement gets the team's id as `$team`; there is no way to leave it out. */
export interface TeamDb {
  readonly id: string;
  /** Runs one statement. @throws ApiError UNAVAILABLE when the database is out of reach; pg's DatabaseError else */
  run(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /** The same for a statement that only reads; it may see what was a moment ago, but no less than the caller was told (ADR 21). */
  read(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /** The same for one that reads a few records by an index: it shares its connection with other look-ups. */
  lookUp(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /**
   * The same for one that may read many records, a search or a count: a team's slow ones have connections of their own, which are few,
   * and less time.
   * @throws ApiError TOO_COSTLY when its time is over
   */
  scan(statement: TeamStatement, parameters?: Parameters): Promise<Row[]>;
  /** Runs the work in one transaction (inside another one: behind a savepoint); undone when it throws. */
  transaction<T>(work: (db: TeamDb) => Promise<T>): Promise<T>;
}

/** The data of all teams: authentication, command line and worker only. */
export interface Platform {
  run(statement: Statement, parameters?: Parameters): Promise<Row[]>;
  transaction<T>(
    work: (platform: Platform, team: (id: string) => TeamDb) => Promise<T>,
  ): Promise<T>;
}

export interface Database {
  team(id: string): TeamDb;
  readonly platform: Platform;
  /** One round trip; throws ApiError UNAVAILABLE when it fails. */
  ping(): Promise<void>;
  /** The most connections. */
  readonly size: number;
  pool(): { total: number; idle: number; waiting: number };
  /** How many teams have statements that wait for a connection. */
  waitingTeams(): number;
  /** How many statements of a team wait for a connection. */
  waiting(team: string): number;
  close(): Promise<void>;
}

/** Values as the interface writes them: numbers as numbers, instants in ISO 8601 UTC, dates as they stand. */
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

/** How long the database may take before it counts as away, in milliseconds. */
export interface Patience {
  /** Until it is one's turn to use a connection. */
  readonly turn: number;
  /** Until there is a new connection. */
  readonly connect: number;
  /** For one statement, by the server's own clock. */
  readonly statement: number;
  /** For one statement, by ours: for a server that vanished without a word. Longer than its own; 0 waits on. */
  readonly answer: number;
  /** For a transaction of ours that asks nothing further, by the server's clock: for a process of ours that vanished. */
  readonly idleTransaction: number;
  /** For one statement that may read many records, by the server's clock, where it is less. */
  readonly scan?: number;
}

export const patience = {
  /** Whoever waits for an answer is told within 3 s that there is none. */
  request: {
    turn: 800,
    connect: 700,
    statement: 1_800,
    answer: 2_000,
    idleTransaction: 5_000,
    scan: 1_000,
  },
  work: { turn: 2_500, connect: 2_500, statement: 30_000, answer: 35_000, idleTransaction: 60_000 },
  /** Somebody watches, and can interrupt it. */
  command: { turn: 2_500, connect: 2_500, statement: 30_000, answer: 0, idleTransaction: 60_000 },
  /** As long as there is data: migrations, backup, restore. */
  bulk: { turn: 2_500, connect: 2_500, statement: 0, answer: 0, idleTransaction: 0 },
} as const satisfies Record<string, Patience>;

/** What a client or a pool connects with; `name` is shown in pg_stat_activity. */
export function clientConfig(
  target: pg.ClientConfig,
  name: string,
  { connect, statement, idleTransaction }: Patience = patience.command,
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

/** Connections over which nothing is asked any more: it would be waited for, too, or fail in the same way. */
const givenUp = new WeakSet<pg.PoolClient>();

/** How many statements a connection keeps prepared; each takes the server 100 to 300 kB. */
export const mostPrepared = 150;

/** What pg's connection holds and does, as far as its types leave it out. */
interface Wire {
  readonly connection: {
    readonly parsedStatements: Record<string, string>;
    close(message: { type: 'S'; name: string }): void;
  };
}

const prepared = new WeakMap<pg.PoolClient, LRUCache<string, true>>();

/**
 * Notes that a connection is about to use a prepared statement. Beyond the most that it keeps, it closes the one that was not used
 * for longest: far more of them than a connection has under way, so none that still waits for its answer. `Close` needs no
 * round trip and, unlike DEALLOCATE, works in a failed transaction.
 */
function touchPrepared(client: pg.PoolClient, name: string): void {
  let names = prepared.get(client);
  if (!names) {
    const { connection } = client as pg.PoolClient & Wire;
    names = new LRUCache({
      max: mostPrepared,
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
    if (!isHarmless(error)) givenUp.add(client);
    throw translate(error);
  }
}

type Run = (statement: Statement, parameters: Parameters) => Promise<Row[]>;
type RunFor = (whose: string, statement: Statement, parameters: Parameters) => Promise<Row[]>;

/** Connections, and whose turn it is to use one. */
interface Places {
  readonly pool: pg.Pool;
  readonly turns: Turns;
}

/** A connection in its turn; to be given back by {@link giveBack}. */
async function connect(
  { pool, turns }: Places,
  whose: string,
): Promise<{ client: pg.PoolClient; leave: Leave }> {
  const leave = await turns.take(whose);
  try {
    return { client: await pool.connect(), leave };
  } catch (error) {
    leave(false);
    return rethrow(error);
  }
}

function giveBack(client: pg.PoolClient, leave: Leave): void {
  const isGivenUp = givenUp.has(client);
  client.release(isGivenUp);
  leave(!isGivenUp);
}

/**
 * Runs statements, each on any connection. The pool's own way closes the connection on every refusal, by a constraint as well.
 * @param isHarmless whether a connection on which this was met is as good as before
 * @param took told for how many milliseconds the database was at work
 */
const alone =
  (
    places: Places,
    isHarmless = isRefusal,
    took: (whose: string, milliseconds: number) => void = () => {},
  ): RunFor =>
  async (whose, statement, parameters) => {
    const { client, leave } = await connect(places, whose);
    const began = performance.now();
    try {
      return await execute(client, statement, parameters, isHarmless);
    } finally {
      giveBack(client, leave);
      took(whose, performance.now() - began);
    }
  };

/** A scan that takes longer is slow, and its team's scans then go apart for a while. */
const slowMs = 50;
const apartMs = 10_000;
/** How many teams are remembered. */
const mostSlow = 10_000;

/**
 * Runs statements that may read many records. Most do not, and take any connection; those of a team that had a slow one lately have
 * connections of their own, which are few, so that they hold up each other only.
 * @param most for how many milliseconds a statement runs there
 */
function scanning(places: Places, apart: Places, most: number): RunFor {
  const slowUntil = remembering<number>(mostSlow);
  const took = (whose: string, milliseconds: number) => {
    if (milliseconds < slowMs) return;
    slowUntil.set(whose, performance.now() + apartMs);
  };
  const isHarmless = (error: unknown) => isRefusal(error) || isOverTime(error);
  const quick = alone(places, isHarmless, took);
  const slow = alone(apart, isHarmless, took);
  return async (whose, ...asked) => {
    const run = (slowUntil.get(whose) ?? 0) > performance.now() ? slow : quick;
    try {
      return await run(whose, ...asked);
    } catch (error) {
      if (!(error instanceof ApiError) || !isOverTime(error.cause)) throw error;
      throw new ApiError(
        'TOO_COSTLY',
        `This query took longer than ${most / 1_000} s; narrow it with a longer search term, or with filters that match fewer records.`,
      );
    }
  };
}

/** Look-ups that one connection has under way at most. Each waits for those before it, and none of them takes long. */
const mostShared = 8;

/**
 * Look-ups on shared connections: each is sent without waiting for the answers before it (pg's pipeline mode), so that many go
 * out, and come back, at once. A connection is taken, in the turn of the team that asks first, for as long as look-ups follow
 * each other on it; while somebody waits for one, nobody joins, so that look-ups cannot keep all others out.
 */
function sharing(places: Places): RunFor {
  interface Shared {
    readonly connection: ReturnType<typeof connect>;
    readonly whose: string;
    isOpen: boolean;
    users: number;
  }
  const all: Shared[] = [];
  const leave = (shared: Shared) => {
    const place = all.indexOf(shared);
    if (place >= 0) all.splice(place, 1);
  };
  function join(team: string): Shared {
    const isWaitedFor = places.turns.isWanted();
    const known = all.find(
      ({ users, isOpen, whose }) => users < mostShared && (isOpen ? !isWaitedFor : whose === team),
    );
    if (known) return known;
    const connection = connect(places, team);
    const shared: Shared = { connection, whose: team, isOpen: false, users: 0 };
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
      return await execute(place.client, statement, parameters);
    } catch (error) {
      if (!place || givenUp.has(place.client)) leave(shared);
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

/** The ways to run a statement. */
interface Ways {
  readonly run: Run;
  readonly lookUp: Run;
  readonly scan: Run;
}

function teamOn(ways: Ways, id: string, transaction: TeamDb['transaction']): TeamDb {
  const bound =
    (way: Run): TeamDb['run'] =>
    (statement, parameters = {}) =>
      way(statement, { ...parameters, team: id });
  const run = bound(ways.run);
  return { id, run, read: run, lookUp: bound(ways.lookUp), scan: bound(ways.scan), transaction };
}

/** The team's face inside an open transaction; a transaction in it is a savepoint. */
function teamInside(client: pg.PoolClient, id: string): TeamDb {
  const run: Run = (statement, parameters) => execute(client, statement, parameters);
  return teamOn({ run, lookUp: run, scan: run }, id, async (work) => {
    await client.query('savepoint step').catch(rethrow);
    try {
      const result = await work(teamInside(client, id));
      await client.query('release savepoint step').catch(rethrow);
      return result;
    } catch (error) {
      if (!givenUp.has(client)) await client.query('rollback to savepoint step').catch(rethrow);
      throw error;
    }
  });
}

function rethrow(error: unknown): never {
  throw translate(error);
}

async function inTransaction<T>(
  places: Places,
  whose: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { client, leave } = await connect(places, whose);
  let broken: Error | undefined;
  // A connection that dies between two statements tells so by this event only.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin').catch(rethrow);
    const result = await work(client);
    await client.query('commit').catch(rethrow);
    return result;
  } catch (error) {
    // A connection to a server that is away would answer nothing; closing it undoes the transaction, too.
    if (givenUp.has(client) || (error instanceof ApiError && error.code === 'UNAVAILABLE'))
      broken = new Error('given up');
    else
      await client.query('rollback').catch((cause: Error) => {
        broken = cause;
      });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
    leave(broken === undefined);
  }
}

/** What is nobody's but all teams': keys, slugs, what the worker looks for. It waits in a line like a team's. */
const nobody = '';
/** Which part of the connections is kept for slow scans. */
const scanShare = 0.3;

/**
 * Opens a pool of connections.
 * @param size the most connections of this process
 * @param onError told of a connection that failed while idle (the pool replaces it)
 * @param limits how long it may take; where it names a time for scans, slow ones have a part of the connections for themselves
 * @param onScanner told the process id, at the server, of each connection for slow scans
 */
export function openDatabase(
  target: pg.ClientConfig,
  name: string,
  size: number,
  onError: (error: Error) => void,
  limits: Patience = patience.command,
  onScanner: (processId: number) => void = () => {},
): Database {
  function open(most: number, within: Patience): Places {
    const pool = new pg.Pool({
      ...clientConfig(target, name, within),
      max: most,
      idleTimeoutMillis: 60_000,
      query_timeout: within.answer,
      pipeline: true,
    });
    pool.on('error', onError);
    // The pool listens to idle connections only. One that is handed on, or being closed, may die, too; an error that nobody hears
    // ends the process.
    pool.on('connect', (client) => client.on('error', () => {}));
    return { pool, turns: turnsFor(most, within.turn) };
  }
  const mostScans = limits.scan === undefined ? 0 : Math.floor(size * scanShare);
  const places = open(size - mostScans, limits);
  const all = [places];
  const run = alone(places);
  const lookUp = sharing(places);
  let scan = run;
  if (limits.scan !== undefined && mostScans > 0) {
    // Who waits behind a scan is told at its end, at the latest, whether it was its own team's.
    const turn = limits.turn + limits.scan / 2;
    const apart = open(mostScans, { ...limits, statement: limits.scan, turn });
    apart.pool.on('connect', (client) => {
      const { processID } = client as pg.PoolClient & { processID?: number | null };
      if (processID) onScanner(processID);
    });
    all.push(apart);
    scan = scanning(places, apart, limits.scan);
  }
  const sum = (of: (each: Places) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    team(id) {
      const own =
        (way: RunFor): Run =>
        (statement, parameters) =>
          way(id, statement, parameters);
      const ways = { run: own(run), lookUp: own(lookUp), scan: own(scan) };
      return teamOn(ways, id, (work) =>
        inTransaction(places, id, (client) => work(teamInside(client, id))),
      );
    },
    platform: {
      run: (statement, parameters = {}) => run(nobody, statement, parameters),
      transaction: (work) =>
        inTransaction(places, nobody, (client) => {
          const platform: Platform = {
            run: (statement, parameters = {}) => execute(client, statement, parameters),
            transaction: () => Promise.reject(new Error('a transaction is open already')),
          };
          return work(platform, (id) => teamInside(client, id));
        }),
    },
    async ping() {
      await places.pool.query('select 1').catch(rethrow);
    },
    size,
    pool: () => ({
      total: sum(({ pool }) => pool.totalCount),
      idle: sum(({ pool }) => pool.idleCount),
      waiting: sum(({ turns }) => turns.waiting()),
    }),
    waitingTeams: () => sum(({ turns }) => turns.lines()),
    waiting: (team) => sum(({ turns }) => turns.waiting(team)),
    async close() {
      await Promise.all(all.map(({ pool }) => pool.end()));
    },
  };
}
