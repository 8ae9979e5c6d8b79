import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks again and again, and rests in between, until it is told to stop: at once where it rests, else after the look.
 * @param look answers for how long to rest, in milliseconds; never throws
 */
export async function keepLooking(
  stopped: AbortSignal,
  look: () => Promise<number>,
): Promise<void> {
  while (!stopped.aborted) {
    const rest = await look();
    await sleep(rest, undefined, { signal: stopped }).catch(() => {});
  }
}
