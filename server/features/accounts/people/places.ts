import { ApiError } from '../../../platform/errors.ts';

/** Lets so many do something at once; others wait in line, for so long. */
export interface Places {
  /** @throws ApiError UNAVAILABLE when one's turn does not come in time, or too many wait already */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param most at once
 * @param line how many may wait
 * @param waitMs for how long
 */
export function placesFor(most: number, line: number, waitMs: number): Places {
  const waiting = new Set<() => void>();
  let taken = 0;
  const busy = () =>
    new ApiError('UNAVAILABLE', 'Too many people sign in right now; try again in a moment.', {
      retryAfter: 2,
    });
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= line) return reject(busy());
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(busy());
      }, waitMs);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(go);
    });
  return {
    async use(work) {
      // Whoever leaves hands the place over, so that nobody who comes later takes it first.
      if (taken < most) taken += 1;
      else await turn();
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else taken -= 1;
      }
    },
  };
}
