import { ApiError } from '../platform/errors.ts';

/*
 * Who gets a connection next (ADR 33). Connections are few, and one team must not keep the others from them: each team waits in a
 * line of its own, lines are served in turn, and a team that holds as many connections as are left free gets no further one. So
 * one team alone may use half of them and a little more, and the next one always finds some.
 */

/** Gives a place back. @param served whether the database did what it was asked */
export type Leave = (served: boolean) => void;

export interface Turns {
  /**
   * A place, when it is this one's turn.
   * @param whose a team's id
   * @throws ApiError TEAM_BUSY after waiting too long behind what the team itself has under way, UNAVAILABLE behind others
   */
  take(whose: string): Promise<Leave>;
  /** How many wait; `whose`: of this team. */
  waiting(whose?: string): number;
  /** How many teams have somebody waiting. */
  lines(): number;
  /** Whether somebody waits who could go on as soon as any place is given back. */
  isWanted(): boolean;
}

interface Waiter {
  readonly go: (leave: Leave) => void;
  readonly timer: NodeJS.Timeout;
}

interface Line {
  taken: number;
  /** How often the database did what this line asked. */
  served: number;
  /** When it last did, on the clock of performance.now(). */
  servedAt: number;
  readonly waiters: Set<Waiter>;
}

/**
 * @param size how many places there are
 * @param patienceMs how long one may wait for its turn
 */
export function turnsFor(size: number, patienceMs: number): Turns {
  const lines = new Map<string, Line>();
  /** Lines in which somebody waits, in the order of their turns. */
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

  /** It is the team's own doing where others of its own were served meanwhile, and still are. */
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
        // Where the process was held up, answers that it has not read yet may have given places back.
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
