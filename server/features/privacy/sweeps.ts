import type { Database } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { announceDeadlines, isOldPackage, noticeDays, removeOldPackages } from './statements.ts';

const oldPackages = platformStatement(
  `select team_id, array_agg(id) as ids from (
    select r.team_id, r.id from privacy_requests r where ${isOldPackage} order by r.packaged_at limit 500) old group by team_id`,
  unprepared,
);

/** Removes packages of persons after their time. @returns the number */
export async function removePackages(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(oldPackages) : [],
    );
    for (const { team_id, ids } of rows)
      removed += (await team(team_id as string).run(removeOldPackages, { ids })).length;
    if (rows.length === 0 || isStopping()) return removed;
  }
}

/** Teams whose requests may be due; the time zone of each decides in its statement. */
const teamsWithDeadlines = platformStatement(
  `select distinct r.team_id from privacy_requests r
    where r.state <> 'closed' and r.notified_at is null and r.due_on <= (now() + interval '15 hours')::date + ${noticeDays}`,
  unprepared,
);

/** Notifies admins of requests whose deadline is near. @returns the number of requests */
export async function notifyOfDeadlines(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  // Announces nothing while the clock is unreliable, so that no notice comes too early.
  const rows = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(teamsWithDeadlines) : [],
  );
  let count = 0;
  for (const { team_id } of rows) {
    if (isStopping()) break;
    count += (await team(team_id as string).run(announceDeadlines)).length;
  }
  return count;
}
