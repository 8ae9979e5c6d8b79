import { iso, teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { isGroupOfClient } from '../conversations/table.ts';
import { isStep, stepDay } from '../crm/deals/board-table.ts';

/*
 * Records around a client or a contact, read in one snapshot. Those of a contact's client belong to the contact too, but only the contact's
 * own conversations. None contains deal values, which some members are not allowed to see.
 */

/** Max records of each kind. */
export const maxEach = 5;

/** SQL of a JSON list of at most `maxEach` rows. */
const listed = (rows: string) =>
  `(select coalesce(json_agg(row_to_json(o)), '[]') from (${rows} limit ${maxEach}) o)`;
const counted = (rows: string) => `(select count(*)::int from ${rows})`;

const contactName = (row: string) => `coalesce(${row}.custom_name, ${row}.push_name, ${row}.phone)`;

/**
 * @param subject SQL of the record with `id` and its `client_id`
 * @param people SQL condition: contact `k` belongs to the record
 * @param groups SQL condition: group `c` belongs to the record
 */
const overviewOf = (subject: string, people: string, groups?: string) =>
  teamStatement(`
  with subject as materialized (
    select s.id, s.client_id, x.won_phases || x.lost_phases as closed, x.time_zone as zone, (now() at time zone x.time_zone)::date as today
    from (${subject}) s join teams x on x.id = $team),
  people as materialized (
    select k.id, ${contactName('k')} as name, k.phone, k.created_at from contacts k cross join subject s where k.team_id = $team and ${people}),
  talks as materialized (
    select c.id, c.contact_id, c.inbox_id, c.status, c.waiting_since, c.last_message_at, p.name
    from people p join conversations c on c.team_id = $team and c.contact_id = p.id and ${isVisibleInbox('c.inbox_id')}${
      groups === undefined
        ? ''
        : `
    union all
    select c.id, null, c.inbox_id, c.status, c.waiting_since, c.last_message_at, coalesce(c.push_name, '')
    from conversations c where c.team_id = $team and ${groups} and ${isVisibleInbox('c.inbox_id')}`
    }),
  deals_of as materialized (
    select d.id, d.title, d.phase, d.expected_close_date, d.created_at, d.status = 'ativo' and d.phase <> all (s.closed) as is_open
    from deals d cross join subject s where d.team_id = $team and d.client_id = s.client_id),
  projects_of as materialized (
    select p.id, p.name, p.color, p.status, p.due_date, p.created_at, p.status not in ('completed', 'cancelled') as is_open
    from projects p cross join subject s where p.team_id = $team and p.client_id = s.client_id),
  campaigns_of as materialized (
    select c.id, c.name, c.status, c.approval_status, c.start_date, c.end_date, c.created_at, p.id as project_id, p.color,
      c.status not in ('completed', 'cancelled') as is_open
    from projects_of p join campaigns c on c.team_id = $team and c.project_id = p.id),
  steps as materialized (
    select a.id, a.title, a.type, ${stepDay('s.zone')} as date, a.created_at
    from activities a cross join subject s where ${isStep} and a.client_id = s.client_id
    union
    select a.id, a.title, a.type, ${stepDay('s.zone')}, a.created_at
    from deals_of d join activities a on a.deal_id = d.id cross join subject s where ${isStep})
  select s.today,
    json_build_object('contacts', ${counted('people')}, 'conversations', ${counted('talks')}, 'deals', ${counted('deals_of')},
      'projects', ${counted('projects_of')}, 'campaigns', ${counted('campaigns_of')}, 'steps', ${counted('steps')}) as counts,
    ${listed('select p.id, p.name, p.phone from people p order by p.created_at desc, p.id desc')} as contacts,
    ${listed(`select t.id, t.contact_id, t.name, i.name as inbox, t.status, t.waiting_since is not null as is_waiting,
        ${iso('t.last_message_at')} as last_message_at, left(m.content, 140) as last_text
      from talks t join inboxes i on i.team_id = $team and i.id = t.inbox_id
        left join lateral (
          select m.content from messages m where m.team_id = $team and m.conversation_id = t.id
          order by coalesce(m.sent_at, m.created_at) desc, m.created_at desc, m.id desc limit 1) m on true
      order by t.last_message_at desc, t.id desc`)} as conversations,
    ${listed(`select d.id, d.title, d.phase, d.is_open, d.expected_close_date from deals_of d
      order by d.is_open desc, d.created_at desc, d.id desc`)} as deals,
    ${listed(`select p.id, p.name, p.color, p.status, p.due_date from projects_of p
      order by p.is_open desc, p.created_at desc, p.id desc`)} as projects,
    ${listed(`select c.id, c.name, c.status, c.approval_status, c.start_date, c.end_date, c.project_id, c.color from campaigns_of c
      order by c.is_open desc, c.start_date desc nulls last, c.created_at desc, c.id desc`)} as campaigns,
    ${listed('select t.id, t.title, t.type, t.date from steps t order by t.date nulls last, t.created_at, t.id')} as steps
  from subject s`);

export const overviewOfClient = overviewOf(
  'select c.id, c.id as client_id from clients c where c.team_id = $team and c.id = $id',
  'k.client_id = s.client_id',
  isGroupOfClient('c', '$id::uuid'),
);
export const overviewOfContact = overviewOf(
  'select k.id, k.client_id from contacts k where k.team_id = $team and k.id = $id',
  'k.id = s.id',
);
