import type { Platform } from './database.ts';
import { isFree } from './queue.ts';
import { platformStatement, type Statement } from './statement.ts';

/** What waits in a queue. */
export interface Backlog {
  readonly waiting: number;
  /** For how long the oldest has been due that nobody works on. */
  readonly overdue_seconds: number;
}

/** Counts what waits in a table. @param due the column that holds when a row is due */
export const backlogOf = (table: string, due: string): Statement =>
  platformStatement(`
  select count(*)::int as waiting, coalesce(extract(epoch from now() -
    min(${due}) filter (where ${isFree(table)})), 0) as late
  from ${table} where status = 'pending'`);

export async function readBacklog(platform: Platform, backlog: Statement): Promise<Backlog> {
  const [row] = await platform.run(backlog);
  return { waiting: row?.waiting as number, overdue_seconds: Math.max(0, Number(row?.late)) };
}
