import { iso, teamStatement, unprepared } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { isGroupOfClient } from '../conversations/table.ts';

/*
 * Everything related to a client or a contact in one order, latest first. All sources return rows of the same shape, at most a page each.
 * None contains deal values, which some members are not allowed to see.
 */

/** Kinds of entries, by which a timeline can be filtered. */
export const kinds = [
  'activities',
  'deals',
  'projects',
  'campaigns',
  'tasks',
  'conversations',
  'comments',
  'contracts',
  'contacts',
  'record',
] as const;
type TimelineKind = (typeof kinds)[number];

/** Conversations read in addition to a page: some may have no messages. */
const spare = 20;
/** Max contacts of which all conversations are read; of more, the conversations of the team are read, latest first. */
const maxPeople = 2_000;
/** Max conversations of the team that are read in this way. */
const maxWalked = 20_000;

interface Source {
  readonly kind: TimelineKind;
  /** SQL of rows with `at`, `key`, `what`, `record_kind`, `record_id`, `name`, `user_id`, `was`, `became`, `number`. */
  readonly rows: string;
}

const withoutUser = 'null::uuid as user_id';
const unchanged = 'null::text as was, null::text as became, null::integer as number';

const createdRecords = (
  kind: TimelineKind,
  table: string,
  name: string,
  where: string,
): Source => ({
  kind,
  rows: `select t.created_at as at, '${table} ' || t.id || ' 0' as key, 'created' as what, '${table}' as record_kind, t.id as record_id,
      ${name} as name, ${withoutUser}, ${unchanged}
    from ${table} t where t.team_id = $team and ${where}`,
});

/** Moves recorded for reports: deal phases, campaign approvals. */
const movesOf = (
  kind: TimelineKind,
  table: string,
  name: string,
  fields: string,
  where: string,
): Source => ({
  kind,
  rows: `select m.moved_at as at, '${table} ' || t.id || ' ' || m.id as key,
      case
        when m.field = 'phase' and m.became = any (w.won_phases) then 'won'
        when m.field = 'phase' and m.became = any (w.lost_phases) then 'lost'
        else m.field end as what,
      '${table}' as record_kind, t.id as record_id, ${name} as name, m.user_id, m.was, m.became, null::integer as number
    from ${table} t join moves m on m.team_id = $team and m.record_id = t.id and m.field in (${fields})
      cross join (select won_phases, lost_phases from teams where id = $team) w
    where t.team_id = $team and ${where}`,
});

/** SQL: true if the caller may see the conversation `c`. */
const visible = isVisibleInbox('c.inbox_id');
/** Instant at which a message was written. */
const written = 'coalesce(m.sent_at, m.created_at)';
/** The last message of the conversation `c` before an instant. */
const lastBefore = (instant: string) =>
  `(select max(${written}) from messages m where m.team_id = $team and m.conversation_id = c.id and ${written} < ${instant})`;

/**
 * Conversations with `latest`, the instant of their last message before the page; null without one. `before`: where the page starts in a
 * conversation with later messages, which is the beginning of a day that an earlier page contains.
 */
const chatsOf = (conversations: string) => `
  select c.id, c.inbox_id, c.before, case when c.before is null then c.last_message_at else ${lastBefore('c.before')} end as latest
  from (
    select c.id, c.inbox_id, c.last_message_at, case
      when $at::timestamptz is null or c.last_message_at < $at then null::timestamptz
      when exists (select from messages m where m.team_id = $team and m.conversation_id = c.id
        and ${written} >= $at and ${written} < z.ends) then z.begins
      else $at end as before
    from (${conversations}) c cross join zone z offset 0) c`;

/** The days with messages of conversations, latest first: the instants of the last message and of the beginning of the day. */
const daysOf = (conversations: string) => `
  select c.id, c.inbox_id, b.last, b.begins from (${conversations}) c cross join zone z cross join lateral (
    with recursive days as (
      select ${lastBefore(`coalesce(c.before, 'infinity')`)} as last, 1 as n
      union all
      select ${lastBefore("date_trunc('day', days.last at time zone z.zone) at time zone z.zone")}, days.n + 1
      from days where days.last is not null and days.n < $most)
    select days.last, date_trunc('day', days.last at time zone z.zone) at time zone z.zone as begins from days where days.last is not null) b
  order by b.last desc, c.id desc limit $most`;

const zone = `zone as materialized (
      select x.time_zone as zone, b.begins, b.begins + interval '1 day' as ends from teams x
        cross join lateral (select date_trunc('day', $at::timestamptz at time zone x.time_zone) at time zone x.time_zone as begins) b
      where x.id = $team)`;

/** The days of a contact's conversations. */
const daysOfContact = daysOf(
  chatsOf(
    `select c.* from conversations c where c.team_id = $team and c.contact_id = $id and ${visible}`,
  ),
);

/** The team's conversations without later messages than the page's, latest first, if the client has many contacts. */
const walked = `
      select c.* from conversations c
      where c.team_id = $team and ${visible} and c.last_message_at < coalesce($at::timestamptz, 'infinity') and (select is_large from size)
      order by c.last_message_at desc, c.id desc`;

/** The groups of a client. */
const groupsOfClient = `
      select c.* from conversations c where c.team_id = $team and ${visible} and ${isGroupOfClient('c', '$id::uuid')}`;

/**
 * The days of the conversations of a client's groups and contacts: of those with the latest messages (`near`), and of all of them only if another one may
 * have a day on the page.
 */
const daysOfClient = `
    with people as materialized (select k.id from contacts k where k.team_id = $team and k.client_id = $id),
    size as materialized (select (select count(*) from people) > ${maxPeople} and (select count(*) from (
      select from conversations c where c.team_id = $team and c.last_message_at >= $at limit ${maxWalked + 1}) c) <= ${maxWalked} as is_large),
    latest_chats as materialized (
      select c.* from (${walked} limit ${maxWalked}) c
      where exists (select from contacts k where k.team_id = $team and k.id = c.contact_id and k.client_id = $id)
      order by c.last_message_at desc, c.id desc limit $most + ${spare}),
    near_chats as materialized (
      select c.* from people p join conversations c on c.team_id = $team and c.contact_id = p.id
      where ${visible} and not (select is_large from size)
      union all
      select c.* from conversations c
      where c.team_id = $team and ${visible} and c.last_message_at >= $at and c.contact_id in (select p.id from people p)
        and (select is_large from size)
      union all
      select * from latest_chats
      union all${groupsOfClient}),
    near as materialized (
      select * from (${chatsOf('select * from near_chats')}) c where latest is not null order by latest desc, id desc limit $most + ${spare}),
    near_days as materialized (${daysOf('select * from near')})
    select * from near_days
    union all
    select d.* from (${daysOf(`
      select c.* from (${chatsOf(
        `select c.* from people p join conversations c on c.team_id = $team and c.contact_id = p.id and ${visible}
        union all${groupsOfClient}`,
      )}) c where c.latest is not null and c.id not in (select n.id from near n)`)}) d
    where (select count(*) < $most or min(last) <= greatest((select min(latest) from near), case
        when (select count(*) from latest_chats) < $most + ${spare}
          then (select c.last_message_at from (${walked} offset ${maxWalked - 1} limit 1) c) end) from near_days)
      and ((select is_large from size) or (select count(*) from near) = $most + ${spare})`;

/** Days with messages, in the team's time zone, each with its first and last text. @param days SQL of the latest of them */
const talks = (days: string): Source => ({
  kind: 'conversations',
  rows: `
    with ${zone}
    select d.last as at, 'conversations ' || b.id || ' ' || (d.last at time zone z.zone)::date as key, 'day' as what,
      'conversations' as record_kind, b.id as record_id, i.name, ${withoutUser}, d.first_text as was, d.last_text as became, d.count as number
    from (select * from (${days}) d order by last desc, id desc limit $most) b cross join zone z
      join inboxes i on i.team_id = $team and i.id = b.inbox_id
      cross join lateral (
        select max(s.at) as last, count(*)::int as count,
          left((array_agg(s.content order by s.at, s.created_at, s.id))[1], 200) as first_text,
          left((array_agg(s.content order by s.at desc, s.created_at desc, s.id desc))[1], 200) as last_text
        from (
          select ${written} as at, m.created_at, m.id, m.content from messages m
          where m.team_id = $team and m.conversation_id = b.id and ${written} >= b.begins
            and ${written} < b.begins + interval '1 day') s) d`,
});

/** Comments on the record and its related records. */
const commentsOf = (where: string): Source => ({
  kind: 'comments',
  rows: `select t.created_at as at, 'comments ' || t.id as key, 'comment' as what, t.record_type as record_kind, t.record_id,
      left(t.content, 300) as name, t.author_id as user_id, ${unchanged}
    from comments t where t.team_id = $team and t.deleted_at is null and ${where}`,
});

const ofClient = 't.client_id = $id';
const ofProjects =
  't.project_id in (select p.id from projects p where p.team_id = $team and p.client_id = $id)';
const contactName = 'coalesce(t.custom_name, t.push_name, t.phone)';

const activity = (at: string, what: string, where: string): Source => ({
  kind: 'activities',
  rows: `select ${at} as at, 'activities ' || t.id || ' ${what}' as key, '${what}' as what, 'activities' as record_kind, t.id as record_id,
      t.title as name, coalesce(t.assigned_to, t.created_by) as user_id, t.type as was, null::text as became, null::integer as number
    from (
      select a.* from activities a where a.team_id = $team and a.client_id = $id
      union all
      select a.* from deals d cross join lateral (
        select a.* from activities a where a.team_id = $team and a.deal_id = d.id and a.client_id is distinct from $id offset 0) a
      where d.team_id = $team and d.client_id = $id) t
    where ${where}`,
});

const sourcesOfClient: readonly Source[] = [
  activity('t.completed_at', 'completed', 't.is_completed'),
  activity('t.created_at', 'planned', 'not t.is_completed'),
  createdRecords('deals', 'deals', 't.title', ofClient),
  movesOf('deals', 'deals', 't.title', `'phase', 'status'`, ofClient),
  createdRecords('projects', 'projects', 't.name', ofClient),
  {
    kind: 'projects',
    rows: `select t.completed_at as at, 'projects ' || t.id || ' 1' as key, 'completed' as what, 'projects' as record_kind,
        t.id as record_id, t.name, ${withoutUser}, ${unchanged}
      from projects t where t.team_id = $team and t.completed_at is not null and ${ofClient}`,
  },
  createdRecords('campaigns', 'campaigns', 't.name', ofProjects),
  movesOf('campaigns', 'campaigns', 't.name', `'status', 'approval_status'`, ofProjects),
  {
    kind: 'tasks',
    rows: `select t.completed_at as at, 'tasks ' || t.id || ' 1' as key, 'completed' as what, 'tasks' as record_kind, t.id as record_id,
        t.title as name, ${withoutUser}, ${unchanged}
      from tasks t where t.team_id = $team and t.deleted_at is null and t.completed_at is not null and ${ofProjects}`,
  },
  commentsOf(`t.record_id in (
    select $id::uuid union all select k.id from contacts k where k.team_id = $team and k.client_id = $id
    union all select d.id from deals d where d.team_id = $team and d.client_id = $id)`),
  createdRecords('contracts', 'contracts', 't.title', ofClient),
  createdRecords('contacts', 'contacts', contactName, ofClient),
  createdRecords('record', 'clients', 't.name', 't.id = $id'),
  talks(daysOfClient),
];

const sourcesOfContact: readonly Source[] = [
  commentsOf('t.record_id = $id'),
  createdRecords('record', 'contacts', contactName, 't.id = $id'),
  talks(daysOfContact),
];

/** The decision that moved a campaign: the last one before the move, with no other move of the campaign in between. */
const decision = `left join lateral (
      select d.decision::text as decision, d.approver, left(d.comment, 300) as comment from approval_items i
      join approval_decisions d on d.team_id = $team and d.request_id = i.request_id and d.n = i.n
      where i.team_id = $team and e.what = 'approval_status' and i.campaign_id = e.record_id and d.created_at <= e.at
        and case d.decision when 'approved' then 'approved' else 'rejected' end = e.became
        and not exists (
          select from moves m where m.team_id = $team and m.record_id = e.record_id and m.field = 'approval_status'
            and m.moved_at >= d.created_at and m.moved_at < e.at)
      order by d.created_at desc limit 1) v on true`;

const statementOf = (table: string, sources: readonly Source[]) =>
  teamStatement(
    `select o.id as found, e.key, e.kind, e.what, e.record_kind, e.record_id, e.name, e.user_id, e.was, e.became, e.number,
      ${iso('e.at')} as at, v.decision, v.approver, v.comment
    from ${table} o left join lateral (${sources
      .map(
        ({ kind, rows }) => `(
        select s.*, '${kind}' as kind from (${rows}) s
        where ($kinds::text[] is null or '${kind}' = any ($kinds)) and ($at::timestamptz is null
          or (s.at, s.key collate "C") < ($at, $key::text collate "C"))
        order by s.at desc, s.key collate "C" desc limit $most)`,
      )
      .join(' union all ')}
      order by at desc, key desc limit $most) e on true
      ${decision}
    where o.team_id = $team and o.id = $id
    order by e.at desc, e.key collate "C" desc`,
    unprepared,
  );

export const timelineOfClient = statementOf('clients', sourcesOfClient);
export const timelineOfContact = statementOf('contacts', sourcesOfContact);
