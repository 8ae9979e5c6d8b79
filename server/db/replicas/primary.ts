import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, patience } from '../database.ts';
import { type Position, unknown } from './positions.ts';

/** A look at the primary database: what was acknowledged before `at` stands before `position`. */
export interface Look {
  /** On the clock of performance.now(), before the question. */
  readonly at: number;
  readonly position: Position;
  /** Changes when another server becomes the primary. */
  readonly timeline: number;
  readonly system: string;
}

/** What one process knows of the primary's log, and what processes tell each other through it. */
export interface Primary {
  /** The last looks, the oldest first; none while it is out of reach. */
  readonly looks: readonly Look[];
  /** A position behind everything that is committed by now. @throws Error when it cannot be asked */
  position(): Promise<Position>;
  /** Whether all processes tell of their writes, as far as is known. */
  allTell(): boolean;
  /**
   * Says to all other processes that this one cannot tell of its writes. Resolves when none of them reads from a replica any
   * more that lacks what is committed now.
   */
  warn(): Promise<void>;
  close(): Promise<void>;
}

export const times = {
  /** A replica that lacks what was acknowledged longer ago is not read from. */
  mostStaleMs: 2_000,
  lookEveryMs: 250,
  /** For how long a look is believed. */
  believedMs: 1_000,
} as const;

/** For how long it warns on after it last had to. */
const warnsForMs = 5_000;

/** How long one look, position or connection may take. */
const answerMs = 1_000;

/**
 * The end of the log. It is read after a commit, outside of its transaction: inside, the commit is still to be written. Where
 * the log has just begun a page, the next record comes behind the page's header of 24 bytes, but a replica that has replayed
 * all of it stands before that.
 */
const end = `(select pg_wal_lsn_diff(case when i - f = 24 then f else i end, '0/0')
  from (select pg_current_wal_insert_lsn() as i, pg_current_wal_flush_lsn() as f) log)`;
async function endOf(client: pg.ClientBase): Promise<Position> {
  const text = `select ${end} as position`;
  const { rows } = await client.query<{ position: Position }>({ name: 'position', text });
  return rows[0]?.position ?? unknown;
}

/** Held by a process that cannot tell of its writes; the space spells 'paut', the embedded database has 1 and 2. */
const lock = '1885435252, 3';
const look = {
  name: 'look',
  text: `select ${end} as position, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as system,
    exists (select from pg_locks where locktype = 'advisory' and classid = 1885435252 and objid = 3 and granted
      and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()) as warned`,
};

/** Looks once. @throws Error when the server does not answer, or is no primary */
export async function lookAt(client: pg.ClientBase): Promise<Look & { readonly warned: boolean }> {
  const at = performance.now();
  const { rows } = await client.query<Omit<Look, 'at'> & { warned: boolean }>(look);
  const [row] = rows;
  if (!row) throw new Error('the primary database did not report the end of its log');
  return { ...row, at };
}

/**
 * Watches the primary over a connection of its own.
 * @param mustWarn whether this process still cannot tell others of its writes
 * @param onWarned told when another process warns (true) and when none does any more
 */
export function watchPrimary(
  target: pg.ClientConfig,
  mustWarn: () => boolean,
  onWarned: (warned: boolean) => void,
): Primary {
  const { mostStaleMs, lookEveryMs, believedMs } = times;
  const limits = { ...patience.request, connect: answerMs, statement: answerMs, answer: answerMs };
  const looks: Look[] = [];
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isWarned = false;
  /** Nobody told of what was written before; a replica that is fresh enough at this time has it. */
  let tellFrom = Number.POSITIVE_INFINITY;
  /** Since when this process warns, and when it last had to. */
  let warnsSince = Number.POSITIVE_INFINITY;
  let warnedAt = Number.NEGATIVE_INFINITY;

  async function connected(): Promise<pg.Client> {
    const made = new pg.Client({
      ...clientConfig(target, 'positions', limits),
      query_timeout: limits.answer,
      // A write does not wait until a look is answered.
      pipeline: true,
    });
    made.on('error', () => {});
    made.once('end', () => lose(made));
    await made.connect();
    return made;
  }

  /** What was known on this connection holds no longer, its lock above all. */
  function lose(lost: pg.Client | undefined): void {
    if (client !== lost) return;
    client = undefined;
    warnsSince = Number.POSITIVE_INFINITY;
    looks.length = 0;
    tellFrom = Number.POSITIVE_INFINITY;
    lost?.end().catch(() => {});
  }

  /** Asks on the connection that there is; one that fails is given up. */
  async function ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T> {
    const asked = client;
    if (!asked) throw new Error('the primary database is out of reach');
    try {
      return await question(asked);
    } catch (error) {
      lose(asked);
      throw error;
    }
  }

  async function lookOnce(): Promise<void> {
    const seen = await ask(lookAt);
    const { warned, at } = seen;
    // In a pause somebody may have warned, and stopped.
    if (warned || at - lookedAt > believedMs) tellFrom = Number.POSITIVE_INFINITY;
    // One that ceases to warn may have written until now, and not have noticed for a moment that its warning was lost.
    if (!warned) tellFrom = Math.min(tellFrom, performance.now() + mostStaleMs + believedMs);
    if (warned !== isWarned) onWarned(warned);
    isWarned = warned;
    lookedAt = at;
    looks.push(seen);
    if (looks.length > 16) looks.shift();
  }

  async function watch(): Promise<void> {
    let hadTo = false;
    while (!closing.signal.aborted) {
      try {
        client ??= await connected();
        await lookOnce();
        // At the start it only takes a moment.
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

  /** The others have looked since this process warns; it holds the lock as long as its connection lives, which looks prove. */
  const isHeard = () => {
    const now = performance.now();
    return now - warnsSince >= believedMs && now - lookedAt < believedMs;
  };

  return {
    looks,
    position: () => ask(endOf),
    allTell: () => {
      const now = performance.now();
      return now >= tellFrom && now - lookedAt <= believedMs;
    },
    async warn() {
      warnedAt = performance.now();
      // In the end nobody reads from a replica that lacks it, heard or not.
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
