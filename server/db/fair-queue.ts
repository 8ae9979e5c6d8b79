import { ApiError } from '../platform/errors.ts';

/*
 * Fair queue for connections (ADR 33). Connections are few, and one team must not monopolise them: each team has a separate
 * queue, queues are served round-robin, and a team whose connections equal the free ones gets none. A single team can
 * thus use slightly more than half of them, and the next team always finds some.
 */

/** Releases a slot. @param served true if the database did the work */
export type Leave = (served: boolean) => void;

export interface Turns {
  /**
   * Waits for a slot.
   * @param whose a team's id
   * @throws ApiError TEAM_BUSY after waiting too long behind the team's own statements, UNAVAILABLE behind others'
   */
  take(whose: string): Promise<Leave>;
  /** Number of waiting statements; with `whose`, of this team. */
  waiting(whose?: string): number;
  /** Number of teams with waiting statements. */
  lines(): number;
  /** True if a waiting statement could run as soon as any slot is released. */
  isWanted(): boolean;
}

interface Waiter {
  readonly go: (leave: Leave) => void;
  readonly timer: NodeJS.Timeout;
}

interface Line {
  taken: number;
  /** Number of this team's statements that the database has served. */
  served: number;
  /** Time of the last one, by performance.now(). */
  servedAt: number;
  readonly waiters: Set<Waiter>;
}

/**
 * @param size number of slots
 * @param patienceMs maximum wait for a slot
 */
export function turnsFor(size: number, patienceMs: number): Turns {
  const lines = new Map<string, Line>();
  /** Teams with waiting statements, in round-robin order. */
  const queue = new Map<string, Line>();
  let taken = 0;
  let waiting = 0;

  const lineOf = (whose: string): Line => {
    const known = lines.get(whose);
    if (known) return known;
    const line = { taken: 0, served: 0, servedAt: 0, waiters: new Set<Waiter>() };
    lines.set(whose, line);
    return line;
  };

  const mayTake = (line: Line) => taken < size && line.taken < size - taken;

  function enter(whose: string, line: Line): Leave {
    taken += 1;
    line.taken += 1;
    let isIn = true;
    return (served) => {
      if (!isIn) return;
      isIn = false;
      if (served) {
        line.served += 1;
        line.servedAt = performance.now();
      }
      taken -= 1;
      line.taken -= 1;
      forget(whose, line);
      serve();
    };
  }

  function forget(whose: string, line: Line): void {
    if (line.taken === 0 && line.waiters.size === 0) lines.delete(whose);
  }

  function serve(): void {
    for (const [whose, line] of queue) {
      if (taken >= size) return;
      if (!mayTake(line)) continue;
      const [first] = line.waiters;
      queue.delete(whose);
      if (!first) continue;
      leaveLine(line, first);
      if (line.waiters.size > 0) queue.set(whose, line);
      first.go(enter(whose, line));
    }
  }

  function leaveLine(line: Line, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    line.waiters.delete(waiter);
    waiting -= 1;
  }

  /** Blames the team's own load if its other statements were served during the wait, and recently. */
  const refusal = (line: Line, servedBefore: number) =>
    line.served > servedBefore && performance.now() - line.servedAt < patienceMs / 2
      ? new ApiError(
          'TEAM_BUSY',
          'Your team already runs as many requests as its share of the database allows; try again in a moment.',
        )
      : new ApiError('UNAVAILABLE', 'The database is busy; try again in a moment.');

  return {
    async take(whose) {
      const line = lineOf(whose);
      if (line.waiters.size === 0 && mayTake(line)) return enter(whose, line);
      const servedBefore = line.served;
      return new Promise<Leave>((go, refuse) => {
        const giveUp = () => {
          if (!line.waiters.has(waiter)) return;
          leaveLine(line, waiter);
          if (line.waiters.size === 0) queue.delete(whose);
          forget(whose, line);
          refuse(refusal(line, servedBefore));
        };
        // If the process was blocked, responses not read yet may release slots.
        const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), patienceMs);
        const waiter: Waiter = { go, timer };
        line.waiters.add(waiter);
        waiting += 1;
        if (!queue.has(whose)) queue.set(whose, line);
      });
    },
    waiting: (whose) => (whose === undefined ? waiting : (lines.get(whose)?.waiters.size ?? 0)),
    lines: () => queue.size,
    isWanted: () => waiting > 0 && taken >= size,
  };
}
