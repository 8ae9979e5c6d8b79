import type { Database } from '../db/database.ts';
import { isFree } from '../db/queue.ts';
import { platformStatement } from '../db/statement.ts';
import type { Backlog } from '../http/metrics.ts';

const waiting = (table: string, due: string) => `
  select '${table}' as queue, count(*)::int as waiting, coalesce(extract(epoch from now() -
    min(${due}) filter (where ${isFree(table)})), 0) as late
  from ${table} where status = 'pending'`;

const countBacklog = platformStatement(
  `${waiting('deliveries', 'next_attempt_at')} union all ${waiting('workflow_runs', 'next_step_at')}`,
);

/** What waits for a worker, by queue. */
export async function backlogsIn({ platform }: Database): Promise<Record<string, Backlog>> {
  const rows = await platform.run(countBacklog);
  return Object.fromEntries(
    rows.map(({ queue, waiting, late }) => [
      queue as string,
      { waiting: waiting as number, overdue_seconds: Math.max(0, Number(late)) },
    ]),
  );
}
