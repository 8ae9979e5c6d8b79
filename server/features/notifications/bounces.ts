import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { personalNotices } from '#server/events/live/notices.ts';

/*
 * Mails that were refused, at once or later by a report to their return address. Three in succession stop the mail of a member.
 */

/** Number of permanent failures in succession that stop a member's mail. */
const maxBounces = 3;

/*
 * The longest succession of refused mails since the member resumed and confirmed the address. Mails whose outcome is unknown do not count.
 */
const countBounces = teamStatement(
  `with sent as (
    select m.id, m.bounced_at is not null as is_bounced,
      count(*) filter (where m.bounced_at is null) over (order by m.id) as delivered
    from notification_mails m join users u on u.team_id = $team and u.id = m.user_id join people p on p.id = u.person_id
      left join notification_mail_settings s on s.team_id = $team and s.user_id = m.user_id
    where m.team_id = $team and m.user_id = $user and (m.bounced_at is not null or m.state = 'sent')
      and m.created_at > greatest(p.email_confirmed_at, s.resumed_at)),
  longest as (
    select coalesce(max(r.bounces), 0)::int as bounces from (select count(*) as bounces from sent where is_bounced group by delivered) r),
  t as (
    insert into notification_mail_settings as s (team_id, user_id, bounces, stopped_at, stop_reason)
    select $team, $user, l.bounces, case when l.bounces >= ${maxBounces} then clock.now end,
      case when l.bounces >= ${maxBounces} then 'bounced'::mail_stop_reason end
    from longest l, (select now()) clock (now)
    on conflict (team_id, user_id) do update set bounces = excluded.bounces,
      stopped_at = coalesce(s.stopped_at, excluded.stopped_at), stop_reason = coalesce(s.stop_reason, excluded.stop_reason)
    returning user_id, stop_reason),
  ${personalNotices(`select user_id from t where stop_reason = 'bounced'`)}
  select user_id from t`,
  unprepared,
);

/** Stops the mail of a member if the last three were refused. */
export async function stopBounced(db: TeamDb, user: string): Promise<void> {
  await db.run(countBounces, { user });
}
