import type { Clock } from './clock.ts';
import type { Platform } from './database.ts';
import { platformStatement, type Statement } from './statement.ts';

/** One process removes at a time: others would wait for the same rows. */
const mayRemove = platformStatement('select pg_try_advisory_xact_lock(7208504) as may');

/*
 * Removes at most a thousand rows, the oldest first, and returns their keys. `moment` is the column that their age is counted
 * from. A row that was waited for may have become young: only the outer condition looks again. It is written (`is true`) so
 * that no index serves it, else the planner would read all that is old for each thousand.
 */
export const removal = (table: string, key: string, moment: string, age: string) => `
  delete from ${table} where (${key}) in (
    select ${key} from ${table} where ${moment} <= now() - interval '${age}' order by ${moment} limit 1000
  ) and (${moment} <= now() - interval '${age}') is true returning ${key}`;

/** The same as a statement of its own. */
export const removes = (table: string, key: string, moment: string, age: string): Statement =>
  platformStatement(removal(table, key, moment, age));

/** How a round of removing goes on. */
export interface Round {
  /** Whether to come to an end: the rest can wait. */
  isStopping(): boolean;
  /** Whether the clock of a transaction can be believed; while it cannot, nothing is removed or given up. */
  readonly isSteady: Clock['isSteady'];
}

/** Removes all that is past its time, in small batches. @returns how many rows */
export async function removeAll(
  platform: Platform,
  statement: Statement,
  { isStopping, isSteady }: Round,
): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await platform.transaction(async (tx) =>
      (await tx.run(mayRemove))[0]?.may === true && (await isSteady(tx)) ? tx.run(statement) : [],
    );
    removed += rows.length;
    if (rows.length === 0 || isStopping()) return removed;
  }
}
