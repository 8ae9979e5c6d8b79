import { setTimeout as sleep } from 'node:timers/promises';

/** Ends {@link eventually} early, since the condition can no longer hold. */
export class Stop extends Error {}

/** Retries until it succeeds, for 60 s by default. @returns the first result that is not an error */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  milliseconds = 60_000,
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(15)) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Stop || Date.now() > deadline) throw error;
    }
  }
}

/** Waits until a condition holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds?: number,
): Promise<void> {
  await eventually(async () => {
    if (!(await condition())) throw new Error(`never: ${condition}`);
  }, milliseconds);
}

/** Reads the statements on the current database that wait for a lock: one empty row for each. Not in a transaction, which reads them once. */
export const readLockWaits = <T>(sql: (text: string) => Promise<T[]>): Promise<T[]> =>
  sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
