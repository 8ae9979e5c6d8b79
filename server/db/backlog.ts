import type { Platform } from './database.ts';
import { isUnclaimed } from './job-queue.ts';
import { platformStatement, type Statement } from './statement.ts';

/** Backlog of a queue. */
interface Backlog {
  readonly waiting: number;
  /** Time since the oldest unclaimed row became due. */
  readonly overdue_seconds: number;
}

/** Counts a table's pending rows. @param due column with the time from which a row is due */
export const backlogOf = (table: string, due: string): Statement =>
  platformStatement(`
  select count(*)::int as waiting, coalesce(extract(epoch from now() -
    min(${due}) filter (where ${isUnclaimed(table)})), 0) as late
  from ${table} where status = 'pending'`);

export async function readBacklog(platform: Platform, backlog: Statement): Promise<Backlog> {
  const [row] = await platform.run(backlog);
  return { waiting: row?.waiting as number, overdue_seconds: Math.max(0, Number(row?.late)) };
}
