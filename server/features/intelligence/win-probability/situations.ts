import type { TeamDb } from '#server/db/database.ts';
import { rowById, teamStatement, unprepared } from '#server/db/statement.ts';
import { stepDay } from '../../crm/deals/board-table.ts';
import type { NextStep } from './features.ts';

/* Data of deals as they were at some moments: the same statement reads them for learning and for scoring. */

/** The part of a situation that is read for a moment. */
export interface MomentData {
  readonly source: string | null;
  readonly responsible_id: string | null;
  readonly is_returning: boolean;
  readonly next_step: NextStep;
  readonly contact_days: number | null;
  readonly slips: number;
}

/** Max contacts of a client whose conversations are read, the most recent ones. */
const maxContacts = 20;

/** SQL: when a message of the client’s contacts was last sent or received up to `moment`. Inboxes that not all members see are left out. */
const lastMessageAt = (client: string, moment: string) => `(
    select max(m.at) from (
      select k.id from contacts k where k.team_id = $team and k.client_id = ${client} order by k.created_at desc, k.id desc limit ${maxContacts}) k
    join conversations v on v.team_id = $team and v.contact_id = k.id
    join inboxes i on i.team_id = $team and i.id = v.inbox_id and not i.is_restricted
    cross join lateral (
      select coalesce(m.sent_at, m.created_at) as at from messages m
      where m.team_id = $team and m.conversation_id = v.id and coalesce(m.sent_at, m.created_at) <= ${moment}
      order by coalesce(m.sent_at, m.created_at) desc limit 1) m)`;

const moments = teamStatement(
  `
  select d.source, d.responsible_id,
    (d.client_id is not null and exists (
      select from deals o cross join teams x where x.id = $team and o.team_id = $team and o.client_id = d.client_id and o.id <> d.id
        and o.phase = any(x.won_phases) and coalesce((
          select max(v.moved_at) from moves v where v.team_id = $team and v.record_id = o.id and v.resource = 'deals' and v.field = 'phase'
            and v.became = o.phase), o.created_at) <= l.at)) as is_returning,
    coalesce(s.next_step, 'none') as next_step,
    (extract(epoch from l.at - greatest(${lastMessageAt('d.client_id', 'l.at')}, a.last_at)) / 86400)::float8 as contact_days,
    e.slips
  from unnest($deals::uuid[], $moments::timestamptz[]) with ordinality l (deal_id, at, n)
    cross join lateral (select x.time_zone as zone from teams x where x.id = $team) team
    cross join ${rowById('deals', 'l.deal_id')} d
    cross join lateral (
      select case when min(${stepDay('team.zone')}) < (l.at at time zone team.zone)::date then 'late' when count(*) > 0 then 'planned' end as next_step
      from activities a where a.team_id = $team and a.deal_id = d.id and a.type <> 'note' and a.created_at <= l.at
        and (a.completed_at is null or a.completed_at > l.at)) s
    cross join lateral (
      select max(case when a.type = 'note' then a.occurred_at else a.completed_at end) as last_at
      from activities a where a.team_id = $team and a.deal_id = d.id and a.created_at <= l.at
        and (case when a.type = 'note' then a.occurred_at else a.completed_at end) <= l.at) a
    cross join lateral (
      select count(*) filter (where p.day > p.previous)::int as slips from (
        select e.expected_close_date as day, lag(e.expected_close_date) over (order by e.month) as previous
        from deal_snapshots m join deal_snapshot_entries e on e.team_id = $team and e.month = m.month and e.deal_id = l.deal_id
        where m.team_id = $team and m.taken_at <= l.at and m.taken_at >= d.created_at) p) e
  order by l.n`,
  unprepared,
);

/** Max moments that one statement reads. */
const atOnce = 500;

/** Reads the data of each moment, in order. @param of deals and milliseconds since 1970 */
export async function readMoments(
  db: TeamDb,
  of: readonly { readonly deal_id: string; readonly at: number }[],
): Promise<MomentData[]> {
  const all: MomentData[] = [];
  for (let i = 0; i < of.length; i += atOnce) {
    const some = of.slice(i, i + atOnce);
    const rows = await db.run(moments, {
      deals: some.map(({ deal_id }) => deal_id),
      moments: some.map(({ at }) => new Date(at).toISOString()),
    });
    all.push(...(rows as unknown as readonly MomentData[]));
  }
  return all;
}
