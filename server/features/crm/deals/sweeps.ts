import type { Database } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { monthOf, takeSnapshot } from './snapshots.ts';

/**
 * Teams without a snapshot of their current month that existed when it began. A later month counts as well: after the clock was set back,
 * nothing is written for months that have passed.
 */
const dueTeams = platformStatement(
  `
  with latest as materialized (
    select team_id, max(month) as month from deal_snapshots where month >= (now() - interval '32 days')::date group by team_id)
  select x.id from teams x left join latest on latest.team_id = x.id
  where (latest.month is null or latest.month < ${monthOf}) and x.created_at < ${monthOf}::timestamp at time zone x.time_zone
  order by x.id`,
  unprepared,
);

/** Takes the snapshots that are due. A team whose snapshot fails does not delay the others. @returns the number of them */
export async function takeDealSnapshots(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  // Writes nothing while the clock is unreliable, so that no month begins too early.
  const rows = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(dueTeams) : [],
  );
  let count = 0;
  const failures: unknown[] = [];
  for (const { id } of rows) {
    if (isStopping()) break;
    try {
      if (await takeSnapshot(team(id as string))) count += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
