import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { keepLooking } from '../platform/looking.ts';

/*
 * Work that waits in the database, done side by side in queues: an endpoint's deliveries are one queue, a team's workflow runs
 * are one. What hangs in a queue holds up that queue alone. Jobs are claimed in the database, so any number of processes may
 * have a queue of the same key; a claim that runs out is taken by whoever looks next.
 */

/** The SQL that says that nobody has a row: no claim, or one that ran out. @param row what the row is called */
export const isFree = (row: string) =>
  `(${row}.claimed_until is null or ${row}.claimed_until <= now())`;

/** What one queue does. */
export interface Queue<Job, Result> {
  /** How many jobs may be under way at once, as things stand. */
  width(): number;
  /** Claims at most so many jobs. @returns them, and whether more may be due once some are done; else the next look tells */
  take(room: number): Promise<{ readonly jobs: readonly Job[]; readonly mayHaveMore: boolean }>;
  /** Does one job, with no transaction open. Never throws. */
  work(job: Job): Promise<Result>;
  /** Stores what came of jobs, and gives up their claims. */
  store(results: readonly Result[]): Promise<void>;
}

export interface Queues {
  /** Takes no more jobs, and waits until those under way are done and stored. */
  stop(): Promise<void>;
}

/** The share of a process's jobs that one team may have under way. */
const teamShare = 1 / 8;
/** How often is looked for work; longer where the look itself takes long. */
const lookEveryMs = 100;
const restShare = 10;
/** But no longer than this: a look that waited for a connection, or for the processor, must not hold up what becomes due. */
const longestRestMs = 1_000;
/** The pause after a look for work. @param took how long the look took; both in milliseconds */
export const restAfter = (took: number) =>
  Math.min(longestRestMs, Math.max(lookEveryMs, restShare * took));
/** How long a queue rests after an error that is none of the database's being away. */
const restMs = 5_000;
/** For how long is tried to store what came of jobs while the database is away. */
const insistMs = 180_000;
/** The same once the process is told to stop. */
const lastInsistMs = 5_000;
const pauseMs = 300;

/** What a queue waits for while it has nothing to do itself. A nudge that nobody waits for is kept. */
interface Nudges {
  give(): void;
  next(): Promise<void>;
}

/** A queue that is open. */
interface Open {
  readonly ended: Promise<void>;
  /** Tells it that something is due. */
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
    async next() {
      if (!isGiven)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      isGiven = false;
    },
  };
}

/**
 * Looks for queues with something to do, and works in them until nothing is left.
 * @param most how many jobs may be under way at once in this process
 * @param due the keys of queues in which something is due: the team's id, and what else there is behind a blank
 * @param open what a queue of this key does; the signal tells when it has to come to an end
 * @param what for the log
 */
export function startQueues<Job, Result>(
  what: string,
  most: number,
  due: () => Promise<readonly string[]>,
  open: (key: string, stopped: AbortSignal) => Queue<Job, Result>,
  log: Logger,
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
  /** How many more jobs of a team there is room for. */
  const roomFor = (team: string) =>
    Math.min(most - underWay.all, Math.ceil(most * teamShare) - (underWay.ofTeam.get(team) ?? 0));

  /** Stores results, also where the database is away for a while. What cannot be stored is done again when its claim runs out. */
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

  /** Works in a queue until nothing is left. @param state tells that more may be due while jobs are under way */
  async function run(
    team: string,
    queue: Queue<Job, Result>,
    nudges: Nudges,
    state: { mayHaveMore: boolean },
  ): Promise<void> {
    const results: Result[] = [];
    let here = 0;
    let failure: unknown;
    const begin = async (job: Job) => {
      here += 1;
      add(team, 1);
      try {
        results.push(await queue.work(job));
      } catch (error) {
        failure = error;
      }
      here -= 1;
      add(team, -1);
      nudges.give();
    };
    const takeMore = async () => {
      const room = Math.min(queue.width() - here, roomFor(team));
      if (!state.mayHaveMore || room <= 0 || isStopping() || failure !== undefined) return;
      state.mayHaveMore = false;
      // Reserved until it is known how many there are: other queues ask at the same time.
      add(team, room);
      const taken = await queue.take(room).catch((error: unknown) => {
        failure = error;
        return { jobs: [], mayHaveMore: false };
      });
      add(team, -room);
      state.mayHaveMore ||= taken.mayHaveMore;
      for (const job of taken.jobs) void begin(job);
    };
    for (;;) {
      // All that came together meanwhile is stored at once.
      if (results.length > 0) await store(queue, results.splice(0));
      await takeMore();
      if (here === 0 && results.length === 0) break;
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
  async function look(): Promise<number> {
    const began = performance.now();
    try {
      for (const key of await due()) {
        if (isStopping()) break;
        const queue = running.get(key);
        if (queue) queue.nudge();
        else start(key);
      }
      if (wasAway) log.info({ what }, 'the database is back: work continues');
      wasAway = false;
      const took = performance.now() - began;
      return restAfter(took);
    } catch (err) {
      if (!isPassing(err)) log.error({ err, what }, 'looking for work failed');
      else if (!wasAway) log.warn({ what }, 'the database is out of reach: work waits');
      wasAway = isPassing(err);
      return 1_000;
    }
  }

  const looking = keepLooking(stopped.signal, look);
  return {
    async stop() {
      stopped.abort();
      await looking;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
