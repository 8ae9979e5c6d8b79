import { Failure } from '../api/call.ts';
import { makeQuestion } from './user-question.ts';

/* Changes wait while the server is unreachable; after two minutes the user decides if they are still wanted. */

/** Question whether to keep trying. */
export const unsentQuestion = makeQuestion();

const patienceMs = 120_000;
const longestMs = 10_000;

const isOutOfReach = (error: unknown) =>
  error instanceof Failure && ['OFFLINE', 'UNAVAILABLE', 'UNREADABLE'].includes(error.code);

const sleeping = new Set<() => void>();
/** Retries all waiting changes now, because the browser is online again. */
export function retryNow(): void {
  for (const wake of sleeping) wake();
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    sleeping.add(done);
    function done() {
      clearTimeout(timer);
      sleeping.delete(done);
      resolve();
    }
  });

/**
 * Sends a repeatable request until it gets through.
 * @throws Failure
 */
export async function retryUntilSent<T>(send: () => Promise<T>): Promise<T> {
  let since = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      if (Date.now() - since >= patienceMs) {
        if (!(await unsentQuestion.ask())) throw error;
        since = Date.now();
        attempt = 0;
      }
      await pause(Math.min(longestMs, 500 * 2 ** attempt));
    }
  }
}
