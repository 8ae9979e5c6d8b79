import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, defaultTimeouts } from '../database.ts';
import { type Position, unknown } from './wal-positions.ts';

/** Snapshot of the primary's log: everything acknowledged before `at` precedes `position`. */
export interface WalSnapshot {
  /** Time by performance.now() before the query was sent. */
  readonly at: number;
  readonly position: Position;
  /** Changes when another server becomes the primary. */
  readonly timeline: number;
  readonly system: string;
}

/** This process's view of the primary's log, and the coordination of processes through it. */
export interface Primary {
  /** Latest snapshots, oldest first; empty while the primary is unreachable. */
  readonly snapshots: readonly WalSnapshot[];
  /** A position past everything committed so far. @throws Error if the primary is unreachable */
  position(): Promise<Position>;
  /** True if, as far as is known, all processes publish their writes. */
  allTell(): boolean;
  /**
   * Warns all other processes that this one cannot publish its writes. Resolves when none of them reads from a replica that lacks
   * a commit made so far.
   */
  warn(): Promise<void>;
  close(): Promise<void>;
}

export const timings = {
  /** Maximum staleness: reads skip a replica that lacks anything acknowledged longer ago. */
  mostStaleMs: 2_000,
  lookEveryMs: 250,
  /** Validity of a snapshot. */
  believedMs: 1_000,
} as const;

/** Duration of the warning after its last cause. */
const warnsForMs = 5_000;

/** Timeout of one snapshot, position query or connection. */
const timeoutMs = 1_000;

/**
 * End of the log. Must be read after a commit, outside its transaction: inside, the commit record is not written yet. If the log
 * has just begun a page, the next record follows the page header of 24 bytes, but a replica that has replayed everything reports
 * the position before that header.
 */
const end = `(select pg_wal_lsn_diff(case when i - f = 24 then f else i end, '0/0')
  from (select pg_current_wal_insert_lsn() as i, pg_current_wal_flush_lsn() as f) log)`;
async function endOf(client: pg.ClientBase): Promise<Position> {
  const text = `select ${end} as position`;
  const { rows } = await client.query<{ position: Position }>({ name: 'position', text });
  return rows[0]?.position ?? unknown;
}

/**
 * Advisory lock held by a process that cannot publish its writes; the space spells 'paut', the embedded database uses 1 and 2.
 */
const lock = '1885435252, 3';
const look = {
  name: 'look',
  text: `select ${end} as position, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as system,
    exists (select from pg_locks where locktype = 'advisory' and classid = 1885435252 and objid = 3 and granted
      and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()) as warned`,
};

/** Takes one snapshot. @throws Error if the server does not respond, or is not a primary */
export async function takeWalSnapshot(
  client: pg.ClientBase,
): Promise<WalSnapshot & { readonly warned: boolean }> {
  const at = performance.now();
  const { rows } = await client.query<Omit<WalSnapshot, 'at'> & { warned: boolean }>(look);
  const [row] = rows;
  if (!row) throw new Error('the primary database did not report the end of its log');
  return { ...row, at };
}

/**
 * Monitors the primary over a dedicated connection.
 * @param mustWarn returns true while this process cannot publish its writes
 * @param onWarned called with true when another process starts to warn, and with false when no process warns any longer
 */
export function watchPrimary(
  target: pg.ClientConfig,
  mustWarn: () => boolean,
  onWarned: (warned: boolean) => void,
): Primary {
  const { mostStaleMs, lookEveryMs, believedMs } = timings;
  const limits = {
    ...defaultTimeouts.request,
    connect: timeoutMs,
    statement: timeoutMs,
    answer: timeoutMs,
  };
  const snapshots: WalSnapshot[] = [];
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isWarned = false;
  /** Time from which replicas may be read: earlier unpublished writes are then in every replica that is fresh enough. */
  let tellFrom = Number.POSITIVE_INFINITY;
  /** Start of this process's warning, and the time of its last cause. */
  let warnsSince = Number.POSITIVE_INFINITY;
  let warnedAt = Number.NEGATIVE_INFINITY;

  async function connected(): Promise<pg.Client> {
    const made = new pg.Client({
      ...clientConfig(target, 'positions', limits),
      query_timeout: limits.answer,
      // A write does not wait for the response to a snapshot query.
      pipeline: true,
    });
    made.on('error', () => {});
    made.once('end', () => lose(made));
    await made.connect();
    return made;
  }

  /** Discards all state tied to this connection, above all its lock. */
  function lose(lost: pg.Client | undefined): void {
    if (client !== lost) return;
    client = undefined;
    warnsSince = Number.POSITIVE_INFINITY;
    snapshots.length = 0;
    tellFrom = Number.POSITIVE_INFINITY;
    lost?.end().catch(() => {});
  }

  /** Queries the current connection; drops it if the query fails. */
  async function ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T> {
    const connection = client;
    if (!connection) throw new Error('the primary database is out of reach');
    try {
      return await question(connection);
    } catch (error) {
      lose(connection);
      throw error;
    }
  }

  async function lookOnce(): Promise<void> {
    const seen = await ask(takeWalSnapshot);
    const { warned, at } = seen;
    // During a gap between snapshots, another process may have warned and stopped.
    if (warned || at - lookedAt > believedMs) tellFrom = Number.POSITIVE_INFINITY;
    // A process that stops warning may have written until now, and may have noticed the loss of its warning slightly late.
    if (!warned) tellFrom = Math.min(tellFrom, performance.now() + mostStaleMs + believedMs);
    if (warned !== isWarned) onWarned(warned);
    isWarned = warned;
    lookedAt = at;
    snapshots.push(seen);
    if (snapshots.length > 16) snapshots.shift();
  }

  async function watch(): Promise<void> {
    let hadTo = false;
    while (!closing.signal.aborted) {
      try {
        client ??= await connected();
        await lookOnce();
        // At start-up this condition is usually brief.
        if (mustWarn() && hadTo) await takeLock();
        hadTo = mustWarn();
        if (warnsSince < Infinity && !mustWarn() && performance.now() - warnedAt > warnsForMs) {
          warnsSince = Number.POSITIVE_INFINITY;
          await ask((on) => on.query('select pg_advisory_unlock_all()'));
        }
      } catch {
        lose(client);
      }
      await sleep(lookEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }
  const watching = watch();

  async function takeLock(): Promise<void> {
    const holder = client;
    if (warnsSince < Infinity) return;
    await ask((on) => on.query(`select pg_advisory_lock_shared(${lock})`));
    if (client === holder) warnsSince = Math.min(warnsSince, performance.now());
  }

  /**
   * All other processes have taken a snapshot since this process began to warn; it holds the lock while its connection lives,
   * which recent snapshots prove.
   */
  const isHeard = () => {
    const now = performance.now();
    return now - warnsSince >= believedMs && now - lookedAt < believedMs;
  };

  return {
    snapshots,
    position: () => ask(endOf),
    allTell: () => {
      const now = performance.now();
      return now >= tellFrom && now - lookedAt <= believedMs;
    },
    async warn() {
      warnedAt = performance.now();
      // After this time no process reads from a replica that lacks the write, even without the warning.
      const until = warnedAt + mostStaleMs;
      for (; !isHeard() && performance.now() < until; await sleep(20)) {
        if (warnsSince === Number.POSITIVE_INFINITY) await takeLock().catch(() => {});
      }
    },
    async close() {
      closing.abort();
      await watching;
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
