import type { Database, Platform } from '#server/db/database.ts';
import { type DueWork, inMs, isUnclaimed, readDue } from '#server/db/job-queue.ts';
import { removal, removes } from '#server/db/removal.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import type { Logger } from '#server/platform/log.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import { disable } from './delivery-queue.ts';
import { reasons } from './failure-reasons.ts';

const endpointsWithDue = platformStatement(
  `
  select case when is_due then array[team_id, webhook_id] end as key,
    ${inMs('min(first_at) filter (where first_at > now())')} as next_in_ms
  from endpoints_waiting group by 1`,
  unprepared,
);

/** Endpoints with a due delivery, each as its team's id and its own. */
export const dueEndpoints = (platform: Platform): Promise<DueWork> =>
  readDue(platform, endpointsWithDue);

/** Deletes completed deliveries and their attempts. */
export const removeDeliveries = platformStatement(
  `
  with old as (${removal('deliveries', 'team_id, webhook_id, id', 'completed_at', '30 days')}),
  attempts as (
    delete from delivery_attempts a using old
    where a.team_id = old.team_id and a.webhook_id = old.webhook_id and a.delivery_id = old.id)
  select id from old`,
  unprepared,
);

/** Deletes receptions, which identify repeated requests of senders. */
export const removeReceptions = removes(
  'receptions',
  'team_id, webhook_id, id',
  'created_at',
  '30 days',
);

/** The endpoint with the most waiting deliveries, for each team that has too many. */
const tooMany = platformStatement(
  `
  select team_id, webhook_id, url from (
    select d.team_id, d.webhook_id, w.url, sum(count(*)) over (partition by d.team_id) as all_waiting,
      row_number() over (partition by d.team_id order by count(*) desc, d.webhook_id) as place
    from deliveries d join webhooks w on w.team_id = d.team_id and w.id = d.webhook_id and w.is_active and w.url is not null
    where d.status = 'pending' group by d.team_id, d.webhook_id, w.url) n
  where n.place = 1 and n.all_waiting > $most`,
  unprepared,
);

/**
 * Fails some of the deliveries that wait for a disabled endpoint; they can be replayed. An array keeps PostgreSQL from reading all
 * deliveries of the endpoint for each of them, whatever its statistics.
 */
const giveUp = teamStatement(
  `
  with few as (
    select d.id from deliveries d
    where d.team_id = $team and d.webhook_id = $webhook and d.status = 'pending' and ${isUnclaimed('d')}
      and not exists (select from webhooks w where w.team_id = $team and w.id = $webhook and w.is_active)
    order by d.next_attempt_at limit 1000 for update skip locked)
  update deliveries d set status = 'failed', reason = $reason, reason_details = $details, next_attempt_at = null, completed_at = now(), claim = null,
    claimed_until = null
  where d.team_id = $team and d.webhook_id = $webhook and d.id = any (array(select id from few))
  returning d.id`,
  unprepared,
);

/** Disables endpoints until no team has more than `most` waiting deliveries. @returns the number of disabled endpoints */
export async function switchOffWaiting(
  { platform, team }: Database,
  most: number,
  log: Logger,
  isStopping = () => false,
): Promise<number> {
  let switched = 0;
  for (;;) {
    const rows = await platform.run(tooMany, { most });
    if (rows.length === 0 || isStopping()) return switched;
    for (const { team_id, webhook_id: webhook, url } of rows) {
      const db = team(team_id as string);
      const why = reasons.tooMany(most);
      const { text: reason } = why;
      const details = storedDetails(why);
      const [disabled] = await db.run(disable, { webhook, url, reason, details });
      if (!disabled) continue;
      switched += 1;
      log.warn({ team: db.id, webhook, reason }, 'a webhook endpoint was disabled');
      while (!isStopping() && (await db.run(giveUp, { webhook, reason, details })).length > 0);
    }
  }
}
