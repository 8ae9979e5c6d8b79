import type { Clock } from './clock.ts';
import type { Platform } from './database.ts';
import { platformStatement, type Statement, unprepared } from './statement.ts';

/** Only one process deletes at a time: others would wait for the same rows. */
const mayRemove = platformStatement('select pg_try_advisory_xact_lock(7208504) as may');

/**
 * SQL that deletes up to a thousand rows, oldest first, and returns their keys. `key` is the primary key, `moment` the column from which
 * their age is measured.
 *
 * The first of several key columns is compared with an array of two equal values. PostgreSQL then expects two rows from any other index
 * that begins with this column and one from the primary key, and uses the primary key. With a plain `=`, both cost the same while the
 * statistics know only teams with one row each, and it may read all rows of a team for each row that it deletes (ADR 115).
 *
 * A row that was locked may have been renewed: only the outer condition rechecks it. That condition is written as `is true` so that no
 * index matches it; otherwise the planner would read all old rows for each batch.
 * @param where further SQL condition on the row, `t`
 */
export function removal(
  table: string,
  key: string,
  moment: string,
  age: string,
  where = 'true',
): string {
  const columns = key.split(', ');
  const isWhole = columns.length === 1;
  const matches = columns.map((column, i) =>
    i > 0 || isWhole
      ? `t.${column} = old.key${i}`
      : `t.${column} = any (array[old.key0, old.key0])`,
  );
  return `
  delete from ${table} t using (
    select ${key} from ${table} t where ${moment} <= now() - interval '${age}' and ${where} order by ${moment} limit 1000
  ) old (${columns.map((_, i) => `key${i}`).join(', ')})
  where ${matches.join(' and ')} and (${moment} <= now() - interval '${age}' and ${where}) is true
  returning ${columns.map((column) => `t.${column}`).join(', ')}`;
}

/** The deletion as a complete statement. It is planned at each execution, because the table may have grown. */
export const removes = (...parts: Parameters<typeof removal>): Statement =>
  platformStatement(removal(...parts), unprepared);

/** Controls of a deletion run. */
export interface RemovalRound {
  /** True if the run must stop early: the rest can wait. */
  isStopping(): boolean;
  /** True if the clock of a transaction is reliable; otherwise nothing is deleted or abandoned. */
  readonly isSteady: Clock['isSteady'];
}

/** Deletes all expired rows in small batches. @returns the number of rows */
export async function removeAll(
  platform: Platform,
  statement: Statement,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await platform.transaction(async (tx) =>
      (await tx.run(mayRemove))[0]?.may === true && (await isSteady(tx)) ? tx.run(statement) : [],
    );
    removed += rows.length;
    if (rows.length === 0 || isStopping()) return removed;
  }
}
