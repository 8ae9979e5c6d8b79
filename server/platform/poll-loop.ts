import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a function repeatedly with pauses until it is stopped: immediately during a pause, otherwise after the current run.
 * @param look returns the next pause in milliseconds; never throws
 */
export async function pollUntilStopped(
  stopped: AbortSignal,
  look: () => Promise<number>,
): Promise<void> {
  while (!stopped.aborted) {
    const rest = await look();
    await sleep(rest, undefined, { signal: stopped }).catch(() => {});
  }
}
