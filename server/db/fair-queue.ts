import { ApiError } from '../platform/errors.ts';

/*
 * Fair queue for connections (ADR 33). Connections are few, and one team must not monopolise them: each team has a separate
 * queue, queues are served round-robin, and a team whose connections equal the free ones gets none. A single team can
 * thus use slightly more than half of them, and the next team always finds some.
 */

/** Releases a slot. @param served true if the database did the work */
export type Release = (served: boolean) => void;

export interface FairQueue {
  /**
   * Waits for a slot.
   * @param team a team's id
   * @throws ApiError TEAM_BUSY after waiting too long behind the team's own statements, UNAVAILABLE behind others'
   */
  acquire(team: string): Promise<Release>;
  /** Number of waiting statements; with `whose`, of this team. */
  waiting(team?: string): number;
  /** Number of teams with waiting statements. */
  queueCount(): number;
  /** True if a waiting statement could run as soon as any slot is released. */
  isWanted(): boolean;
}

interface Waiter {
  readonly resolve: (leave: Release) => void;
  readonly timer: NodeJS.Timeout;
}

interface TeamQueue {
  taken: number;
  /** Number of this team's statements that the database has served. */
  served: number;
  /** Time of the last one, by performance.now(). */
  servedAt: number;
  /** Time when one of its slots was last taken or released, by performance.now(). */
  movedAt: number;
  readonly waiters: Set<Waiter>;
}

/**
 * @param size number of slots
 * @param maxWaitMs maximum wait for a slot
 */
export function fairQueue(size: number, maxWaitMs: number): FairQueue {
  const teamQueues = new Map<string, TeamQueue>();
  /** Teams with waiting statements, in round-robin order. */
  const roundRobin = new Map<string, TeamQueue>();
  let inUse = 0;
  let waiting = 0;

  const queueOf = (team: string): TeamQueue => {
    const existing = teamQueues.get(team);
    if (existing) return existing;
    const teamQueue = { taken: 0, served: 0, servedAt: 0, movedAt: 0, waiters: new Set<Waiter>() };
    teamQueues.set(team, teamQueue);
    return teamQueue;
  };

  const mayTake = (teamQueue: TeamQueue) => inUse < size && teamQueue.taken < size - inUse;

  function enter(team: string, teamQueue: TeamQueue): Release {
    inUse += 1;
    teamQueue.taken += 1;
    teamQueue.movedAt = performance.now();
    let isHeld = true;
    return (served) => {
      if (!isHeld) return;
      isHeld = false;
      teamQueue.movedAt = performance.now();
      if (served) {
        teamQueue.served += 1;
        teamQueue.servedAt = teamQueue.movedAt;
      }
      inUse -= 1;
      teamQueue.taken -= 1;
      forget(team, teamQueue);
      serve();
    };
  }

  function forget(team: string, teamQueue: TeamQueue): void {
    if (teamQueue.taken === 0 && teamQueue.waiters.size === 0) teamQueues.delete(team);
  }

  function serve(): void {
    for (const [team, teamQueue] of roundRobin) {
      if (inUse >= size) return;
      if (!mayTake(teamQueue)) continue;
      const [first] = teamQueue.waiters;
      roundRobin.delete(team);
      if (!first) continue;
      removeWaiter(teamQueue, first);
      if (teamQueue.waiters.size > 0) roundRobin.set(team, teamQueue);
      first.resolve(enter(team, teamQueue));
    }
  }

  function removeWaiter(teamQueue: TeamQueue, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    teamQueue.waiters.delete(waiter);
    waiting -= 1;
  }

  /**
   * Maximum wait that starts now. It is halved while the team's running statements hang: one that follows them may hang as long, and
   * its wait adds to that time.
   */
  const maxWait = ({ taken, movedAt }: TeamQueue) =>
    taken > 0 && performance.now() - movedAt > maxWaitMs / 2 ? maxWaitMs / 2 : maxWaitMs;

  /** Blames the team's own load if its other statements were served during the wait, and recently. */
  const refusal = (teamQueue: TeamQueue, servedBefore: number) =>
    teamQueue.served > servedBefore && performance.now() - teamQueue.servedAt < maxWaitMs / 2
      ? new ApiError(
          'TEAM_BUSY',
          'Your team already runs as many requests as its share of the database allows; try again in a moment.',
        )
      : new ApiError('UNAVAILABLE', 'The database is busy; try again in a moment.');

  return {
    async acquire(team) {
      const teamQueue = queueOf(team);
      if (teamQueue.waiters.size === 0 && mayTake(teamQueue)) return enter(team, teamQueue);
      const servedBefore = teamQueue.served;
      return new Promise<Release>((resolve, refuse) => {
        const giveUp = () => {
          if (!teamQueue.waiters.has(waiter)) return;
          removeWaiter(teamQueue, waiter);
          if (teamQueue.waiters.size === 0) roundRobin.delete(team);
          forget(team, teamQueue);
          refuse(refusal(teamQueue, servedBefore));
        };
        // If the process was blocked, responses not read yet may release slots.
        const timer = setTimeout(
          () => setImmediate(() => setImmediate(giveUp)),
          maxWait(teamQueue),
        );
        const waiter: Waiter = { resolve, timer };
        teamQueue.waiters.add(waiter);
        waiting += 1;
        if (!roundRobin.has(team)) roundRobin.set(team, teamQueue);
      });
    },
    waiting: (team) => (team === undefined ? waiting : (teamQueues.get(team)?.waiters.size ?? 0)),
    queueCount: () => roundRobin.size,
    isWanted: () => waiting > 0 && inUse >= size,
  };
}
