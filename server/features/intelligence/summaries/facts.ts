import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { meaningOf } from '../../crm/deals/board.ts';
import { isStep, stepDay } from '../../crm/deals/board-table.ts';
import { lastingMoves } from '../../crm/deals/phase-moves.ts';
import type { DealFacts } from './extract.ts';

/* Facts of deals for their summaries. Messages of inboxes that not all members see are left out, because all of them see the summary. */

/** Max characters that are read of a quoted message. */
export const mostQuoted = 500;

/** Max contacts of a client whose conversations are read, the most recent ones. */
const maxContacts = 20;

/** SQL: messages of the client’s contacts with a text, that were not deleted. @param further SQL condition on the conversation `v` */
const clientMessages = (client: string, further = 'true') => `(
      select k.id from contacts k where k.team_id = $team and k.client_id = ${client} order by k.created_at desc, k.id desc limit ${maxContacts}) k
    join conversations v on v.team_id = $team and v.contact_id = k.id and ${further}
    join inboxes i on i.team_id = $team and i.id = v.inbox_id and not i.is_restricted`;

const sentAt = 'coalesce(m.sent_at, m.created_at)';

const facts = teamStatement(
  `
  with team as materialized (
    select x.time_zone as zone, x.won_phases, x.lost_phases from teams x where x.id = $team)
  select d.id, d.title, d.description, d.ai_summary as summary, e.digest,
    (d.created_at at time zone team.zone)::date::text as created_on, d.status = 'arquivado' as is_archived,
    ${meaningOf('d.phase', 'team')} as meaning, d.value::float8 as value, nullif(d.loss_reason, '') as loss_reason,
    (select json_build_array(json_build_object('phase', coalesce((array_agg(l.was order by l.moved_at))[1], d.phase),
        'since', (d.created_at at time zone team.zone)::date))::jsonb
      || coalesce(jsonb_agg(jsonb_build_object('phase', l.became, 'since', (l.moved_at at time zone team.zone)::date) order by l.moved_at)
        filter (where l.became is not null), '[]')
      from (${lastingMoves('d.id')}) l) as phases,
    (select json_build_object('on', (c.at at time zone team.zone)::date, 'from', c."from", 'text', c.text) from (
      (select ${sentAt} as at, case m.direction when 'incoming' then 'client' else 'team' end as "from", left(m.content, ${mostQuoted}) as text
        from ${clientMessages('d.client_id')} cross join lateral (
          select m.* from messages m where m.team_id = $team and m.conversation_id = v.id and m.content <> '' and m.revoked_at is null
          order by ${sentAt} desc, m.id desc limit 1) m
        order by 1 desc limit 1)
      union all
      (select case when a.type = 'note' then a.occurred_at else a.completed_at end, 'activity', a.title
        from activities a where a.team_id = $team and a.deal_id = d.id and (a.is_completed or (a.type = 'note' and a.occurred_at <= now()))
        order by 1 desc limit 1)) c
      order by c.at desc limit 1) as contact,
    (select json_build_object('title', a.title, 'on', ${stepDay('team.zone')}) from activities a
      where ${isStep} and a.deal_id = d.id order by ${stepDay('team.zone')}, a.created_at, a.id limit 1) as next_step,
    (select json_build_object('on', (q.at at time zone team.zone)::date, 'text', q.text) from (
      select ${sentAt} as at, left(m.content, ${mostQuoted}) as text
      from ${clientMessages('d.client_id', `v.waiting_since is not null and v.status <> 'resolved'`)} cross join lateral (
        select m.* from messages m
        where m.team_id = $team and m.conversation_id = v.id and m.direction = 'incoming' and m.revoked_at is null
          and ${sentAt} >= v.waiting_since and position('?' in m.content) > 0
        order by ${sentAt} desc, m.id desc limit 1) m
      order by 1 desc limit 1) q) as question
  from deals d cross join team left join endpoint_summaries e on e.team_id = $team and e.deal_id = d.id
  where d.team_id = $team and d.id = any($ids::uuid[]) order by d.id`,
  unprepared,
);

export interface FactsRow extends DealFacts {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** The stored summary. */
  readonly summary: string | null;
  /** Digest of the facts when a language model wrote it; null if none did. */
  readonly digest: string | null;
}

/** Reads the facts of deals, by id. */
export async function readFacts(
  db: TeamDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FactsRow>> {
  const rows = (await db.run(facts, { ids })) as unknown as readonly FactsRow[];
  return new Map(rows.map((row) => [row.id, row]));
}
