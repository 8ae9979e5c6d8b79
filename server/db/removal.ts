import type { Clock } from './clock.ts';
import type { Platform } from './database.ts';
import { platformStatement, type Statement } from './statement.ts';

/** Only one process deletes at a time: others would wait for the same rows. */
const mayRemove = platformStatement('select pg_try_advisory_xact_lock(7208504) as may');

/*
 * Deletes up to a thousand rows, oldest first, and returns their keys. `moment` is the column from which their age is measured. A
 * row that was locked may have been renewed: only the outer condition rechecks it. That condition is written as `is true` so that
 * no index matches it; otherwise the planner would read all old rows for each batch.
 */
export const removal = (table: string, key: string, moment: string, age: string) => `
  delete from ${table} where (${key}) in (
    select ${key} from ${table} where ${moment} <= now() - interval '${age}' order by ${moment} limit 1000
  ) and (${moment} <= now() - interval '${age}') is true returning ${key}`;

/** The deletion as a complete statement. */
export const removes = (table: string, key: string, moment: string, age: string): Statement =>
  platformStatement(removal(table, key, moment, age));

/** Controls of a deletion run. */
export interface Round {
  /** True if the run must stop early: the rest can wait. */
  isStopping(): boolean;
  /** True if the clock of a transaction is reliable; otherwise nothing is deleted or abandoned. */
  readonly isSteady: Clock['isSteady'];
}

/** Deletes all expired rows in small batches. @returns the number of rows */
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
