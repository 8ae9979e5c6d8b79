import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Platform } from './database.ts';
import { platformStatement, type Statement, unprepared } from './statement.ts';

/*
 * Database-backed work, processed in parallel queues: for example one queue per webhook endpoint, one for each team's workflow
 * runs. A stuck queue delays only itself. Jobs are claimed in the database, so any number of processes may work on a queue with
 * the same key; an expired claim is taken over by the next process that polls.
 *
 * Processes with work in progress poll often. Idle ones sleep until a signal, until the next row is due, or for
 * {@link maxIdleMs} (docs/adr/0136).
 */

/** SQL condition for an unclaimed row: it has no claim, or the claim has expired. @param row alias of the row */
export const isUnclaimed = (row: string) =>
  `(${row}.claimed_until is null or ${row}.claimed_until <= now())`;

/** Operations of one queue. */
export interface Queue<Job, Result> {
  /** Current maximum of jobs in progress. */
  width(): number;
  /**
   * Claims up to `room` jobs. @returns the jobs, and whether more may be due after some are done; otherwise the next poll finds
   * them
   */
  claimJobs(
    room: number,
  ): Promise<{ readonly jobs: readonly Job[]; readonly mayHaveMore: boolean }>;
  /** Processes one job, outside any transaction. Never throws. */
  work(job: Job): Promise<Result>;
  /** Stores the results of jobs, and releases their claims. */
  store(results: readonly Result[]): Promise<void>;
}

/** Result of a poll. */
export interface DueWork {
  /** Keys of queues with due work: the team's id, optionally followed by a space and a suffix. */
  readonly keys: readonly string[];
  /** Milliseconds until more work becomes due, if any is scheduled. */
  readonly nextInMs?: number | undefined;
}

/** SQL: milliseconds until a time. */
export const inMs = (time: string) => `extract(epoch from ${time} - now()) * 1000`;

/**
 * Statement for {@link readDue}.
 * @param keys SQL of rows with one array: the parts of a key
 * @param nextAt SQL of one row: the next time at which work becomes due, or null
 */
export const duePoll = (keys: string, nextAt: string): Statement =>
  platformStatement(
    `select d.key, null::numeric as next_in_ms from (${keys}) d (key)
    union all select null, ${inMs('n.next_at')} from (${nextAt}) n (next_at)`,
    unprepared,
  );

/**
 * Statement for {@link readDue} of a table whose work is queued by inbox.
 * @param at the column with the time at which a row is due
 */
export const duePollByInbox = (table: string, at: string): Statement =>
  duePoll(
    `select distinct array[team_id, inbox_id] from ${table} w where ${at} <= now() and ${isUnclaimed('w')}`,
    `select min(${at}) from ${table} where ${at} > now()`,
  );

/** Runs the statement of a poll. */
export async function readDue(platform: Platform, poll: Statement): Promise<DueWork> {
  const rows = await platform.run(poll);
  const keys = rows.flatMap(({ key }) => (key === null ? [] : (key as string[]).join(' ')));
  const next = rows.find((row) => row.next_in_ms !== null)?.next_in_ms;
  return { keys, nextInMs: next as number | undefined };
}

/** Announces that work may have become due. */
export interface WorkSignal {
  /** True if commits of all processes are announced; otherwise work is found by polling only. */
  isComplete(): boolean;
  /** Adds a listener. */
  onWork(listener: () => void): unknown;
}

export interface Queues {
  /** Stops claiming jobs, and waits until those in progress are done and stored. */
  stop(): Promise<void>;
}

/** Maximum share of a process's jobs that one team may have in progress. */
const teamShare = 1 / 8;
/** Minimum poll interval; longer if polling is slow. */
const minPollMs = 100;
const restShare = 10;
/** Maximum poll interval: a poll delayed by a busy connection or CPU must not delay due work. */
const maxRestMs = 1_000;
/** Maximum sleep of an idle process: bound for work whose announcement was lost. */
export const maxIdleMs = 5_000;
/** Pause after a poll. @param took duration of the poll; both in milliseconds */
export const pauseAfter = (took: number) =>
  Math.min(maxRestMs, Math.max(minPollMs, restShare * took));
/** Pause of a queue after any error except a database outage. */
const restMs = 5_000;
/** Maximum time to retry storing results during a database outage. */
const insistMs = 180_000;
/** Shorter limit once the process is stopping. */
const lastInsistMs = 5_000;
const pauseMs = 300;

/** Wake-up signal for an idle queue. A nudge without a waiting queue is kept. */
interface Nudges {
  give(): void;
  /** Forgets earlier nudges. */
  clear(): void;
  /** Waits for a nudge. @param most in milliseconds */
  next(most?: number): Promise<void>;
}

/** An open queue. */
interface Open {
  readonly ended: Promise<void>;
  /** Wakes the queue: work is due. */
  nudge(): void;
}

function makeNudges(): Nudges {
  let isGiven = false;
  let wake = () => {};
  return {
    give() {
      isGiven = true;
      wake();
    },
    clear() {
      isGiven = false;
    },
    async next(most) {
      if (!isGiven)
        await new Promise<void>((resolve) => {
          const timer = most === undefined ? undefined : setTimeout(resolve, most);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isGiven = false;
    },
  };
}

/**
 * Polls for queues with due work, and processes each until it is empty.
 * @param most maximum jobs in progress in this process
 * @param due polls for work
 * @param open returns the operations of the queue with this key; the signal requests it to finish
 * @param what name for the log
 * @param signal lets an idle process sleep; without it, the process polls often
 */
export function startQueues<Job, Result>(
  what: string,
  most: number,
  due: () => Promise<DueWork>,
  open: (key: string, stopped: AbortSignal) => Queue<Job, Result>,
  log: Logger,
  signal?: WorkSignal,
): Queues {
  const running = new Map<string, Open>();
  const stopped = new AbortController();
  const isStopping = () => stopped.signal.aborted;
  const underWay = { all: 0, ofTeam: new Map<string, number>() };
  const add = (team: string, jobs: number) => {
    underWay.all += jobs;
    const sum = (underWay.ofTeam.get(team) ?? 0) + jobs;
    if (sum > 0) underWay.ofTeam.set(team, sum);
    else underWay.ofTeam.delete(team);
  };
  /** Number of further jobs that a team may start. */
  const roomFor = (team: string) =>
    Math.min(most - underWay.all, Math.ceil(most * teamShare) - (underWay.ofTeam.get(team) ?? 0));

  /**
   * Stores results, retrying during a database outage. Work whose result cannot be stored is repeated after its claim expires.
   */
  async function store(queue: Queue<Job, Result>, results: readonly Result[]): Promise<void> {
    const began = performance.now();
    for (;;) {
      try {
        return await queue.store(results);
      } catch (err) {
        const patience = isStopping() ? lastInsistMs : insistMs;
        if (!isPassing(err) || performance.now() > began + patience) {
          log.error({ err, what, results: results.length }, 'the results of work were not stored');
          return;
        }
        await sleep(pauseMs);
      }
    }
  }

  /** Processes a queue until it is empty. @param state records that more work may be due while jobs are in progress */
  async function run(
    team: string,
    queue: Queue<Job, Result>,
    nudges: Nudges,
    state: { mayHaveMore: boolean },
  ): Promise<void> {
    const results: Result[] = [];
    let runningCount = 0;
    let failure: unknown;
    const begin = async (job: Job) => {
      runningCount += 1;
      add(team, 1);
      try {
        results.push(await queue.work(job));
      } catch (error) {
        failure = error;
      }
      runningCount -= 1;
      add(team, -1);
      nudges.give();
    };
    const takeMore = async () => {
      const room = Math.min(queue.width() - runningCount, roomFor(team));
      if (!state.mayHaveMore || room <= 0 || isStopping() || failure !== undefined) return;
      state.mayHaveMore = false;
      // Reserves the room until the number of jobs is known, because other queues claim concurrently.
      add(team, room);
      const taken = await queue.claimJobs(room).catch((error: unknown) => {
        failure = error;
        return { jobs: [], mayHaveMore: false };
      });
      add(team, -room);
      state.mayHaveMore ||= taken.mayHaveMore;
      for (const job of taken.jobs) void begin(job);
    };
    for (;;) {
      // Stores all results that have accumulated in one batch.
      if (results.length > 0) await store(queue, results.splice(0));
      await takeMore();
      if (runningCount === 0 && results.length === 0) break;
      await nudges.next();
    }
    if (failure !== undefined) throw failure;
  }

  function start(key: string): void {
    const nudges = makeNudges();
    const state = { mayHaveMore: true };
    const [team = ''] = key.split(' ');
    const ended = run(team, open(key, stopped.signal), nudges, state)
      .catch(async (err: unknown) => {
        if (isPassing(err)) return;
        log.error({ err, what }, 'processing a queue failed; it starts over');
        await sleep(restMs, undefined, { signal: stopped.signal }).catch(() => {});
      })
      .finally(() => running.delete(key));
    const nudge = () => {
      state.mayHaveMore = true;
      nudges.give();
    };
    running.set(key, { ended, nudge });
  }

  let wasAway = false;
  /** @returns the pause until the next poll, and the longest one if nothing announces work; both in milliseconds */
  async function look(): Promise<{ restMs: number; idleMs: number }> {
    const began = performance.now();
    try {
      const { keys, nextInMs = maxIdleMs } = await due();
      for (const key of keys) {
        if (isStopping()) break;
        const queue = running.get(key);
        if (queue) queue.nudge();
        else start(key);
      }
      if (wasAway) log.info({ what }, 'the database is back: work continues');
      wasAway = false;
      const took = performance.now() - began;
      return { restMs: pauseAfter(took), idleMs: Math.min(maxIdleMs, nextInMs) };
    } catch (err) {
      if (!isPassing(err)) log.error({ err, what }, 'looking for work failed');
      else if (!wasAway) log.warn({ what }, 'the database is out of reach: work waits');
      wasAway = isPassing(err);
      return { restMs: 1_000, idleMs: 0 };
    }
  }

  const hints = makeNudges();
  signal?.onWork(hints.give);
  async function poll(): Promise<void> {
    while (!isStopping()) {
      hints.clear();
      const { restMs, idleMs } = await look();
      await sleep(restMs, undefined, { signal: stopped.signal }).catch(() => {});
      const isIdle = running.size === 0 && signal?.isComplete() && !isStopping();
      if (isIdle && idleMs > restMs) await hints.next(idleMs - restMs);
    }
  }

  const polling = poll();
  return {
    async stop() {
      stopped.abort();
      hints.give();
      await polling;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
