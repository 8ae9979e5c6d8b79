import { ApiError } from './errors.ts';

/** Semaphore with a bounded waiting queue and a timeout. */
interface Semaphore {
  /** @throws ApiError UNAVAILABLE on timeout, or if the queue is full */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param maxRunning max concurrent uses
 * @param maxWaiting max waiting
 * @param waitMs timeout
 * @param refusal message of the error
 */
export function semaphore(
  maxRunning: number,
  maxWaiting: number,
  waitMs: number,
  refusal: string,
): Semaphore {
  const waiting = new Set<() => void>();
  let taken = 0;
  const busy = () => new ApiError('UNAVAILABLE', refusal, { retryAfter: 2 });
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(busy());
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
      // A finished use hands its place directly to the first waiting one, so later callers cannot overtake.
      if (taken < maxRunning) taken += 1;
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
