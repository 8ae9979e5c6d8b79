import {
  forceGenericPlan,
  genericPlanParameters,
  iso,
  rowById,
  teamStatement,
} from '#server/db/statement.ts';
import { userIdOf } from '#server/operations/context.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { isAtLeast } from '#server/operations/roles.ts';
import { isIncoming } from '../conversations/messages-table.ts';
import { isToDo, plannedDay } from '../crm/activities/activity-day.ts';
import { dayFields } from './fields.ts';

/*
 * Pending work of a user, read in one snapshot: the panel's first screen (docs/adr/0060-my-day.md).
 */

/** Max items listed of each kind; counts include all. */
const maxShown = 100;
/** Max characters shown of the last message that waits for an answer. */
const maxSaid = 140;

const named = (table: string, name = 'name') =>
  `case when ${table}.id is not null then json_build_object('id', ${table}.id, 'name', ${table}.${name}) end`;

const project = `case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'color', p.color) end`;

/** Max tasks of a user that are read one by one; those of users with more are found among all tasks that are due. */
const maxAssigned = 5_000;

/** SQL: rows as a JSON array. */
const listed = (rows: string, order: string) =>
  `(select coalesce(json_agg(to_json(f) order by ${order}), '[]') from (${rows}) f)`;
/** SQL: the first rows of `source`. */
const first = (source: string, order: string) =>
  `(select * from ${source} t order by ${order} limit ${maxShown}) t`;
/** SQL: an instant with the precision of the API. */
const milliseconds = (instant: string) => `date_trunc('milliseconds', ${instant})`;

const isDue = `t.team_id = $team and t.deleted_at is null and t.completed_at is null and t.due_date <= (select here.today from here)`;
const taskOrder = (t: string) => `${t}.due_date, ${t}.priority desc, ${t}.title, ${t}.id`;

// Reads the fields of a card only for the records that are listed.
const day = teamStatement(`
  with here as materialized (
    select x.time_zone as zone, (now() at time zone x.time_zone)::date as today, x.won_phases || x.lost_phases as closed
    from teams x where x.id = $team),
  busy as materialized (
    select count(*) > ${maxAssigned} as is_busy from (
      select from task_assignees a where a.team_id = $team and a.user_id = $me::uuid limit ${maxAssigned + 1}) a),
  tasks_due as materialized (
    select t.id, t.due_date from tasks t
    where ${isDue} and t.assignee_ids @> array[$me::uuid] and not (select is_busy from busy)
    union all
    select t.id, t.due_date from (select t.id, t.due_date from tasks t where ${isDue} and (select is_busy from busy) offset 0) t
    where t.id in (select a.task_id from task_assignees a where a.team_id = $team and a.user_id = $me::uuid)),
  activities_due as materialized (
    select t.*, coalesce(t.due_date::text, ${iso('t.occurred_at')}) as at from here cross join activities t
    where t.team_id = $team and t.assigned_to = $me::uuid and ${isToDo} and ${plannedDay('here.zone')} <= here.today),
  waiting as materialized (
    select t.*, ${milliseconds('t.waiting_since')} as since from conversations t
    where t.team_id = $team and t.assignee_id = $me::uuid and t.status = 'open' and t.waiting_since is not null
      and ${isVisibleInbox('t.inbox_id')}),
  stepless as materialized (
    select t.*, ${milliseconds('t.updated_at')} as at from here cross join deals t
    where t.team_id = $team and t.responsible_id = $me::uuid and t.status = 'ativo' and t.phase <> all (here.closed)
      and not exists (select from activities a where a.team_id = $team and a.deal_id = t.id and ${isToDo.replaceAll('t.', 'a.')})),
  approvals as materialized (
    select c.id, c.name, c.project_id, ${project} as project, i.state, ${iso('coalesce(i.decided_at, q.created_at)')} as since
    from approval_items i
      join approval_requests q on q.team_id = $team and q.id = i.request_id and q.revoked_at is null
      join campaigns c on c.team_id = $team and c.id = i.campaign_id
      left join projects p on p.team_id = $team and p.id = c.project_id
    where i.team_id = $team and i.is_live
      and (i.state in ('changes', 'rejected') or (i.state = 'pending' and q.stage = 'internal' and not exists (
        select from approval_decisions d where d.team_id = $team and d.request_id = i.request_id and d.n = i.n
          and d.round = i.round and d.user_id = $me::uuid)))
      and ($is_admin::boolean or q.created_by = $me::uuid or p.created_by = $me::uuid or exists (
        select from squad_members m where m.team_id = $team and m.squad_id = p.squad_id and m.user_id = $me::uuid)))
  select here.today::text as today, here.zone as time_zone, $me::uuid as user_id,
    ${listed(
      `select t.id, t.title, t.due_date, t.priority, t.project_id, ${project} as project, t.assignee_ids, t."column",
          (select k.slug from columns k where k.team_id = $team and k.pipeline_id = t.pipeline_id and k.is_finishing order by k.position, k.id limit 1)
            as finishing_column,
          ${iso('t.completed_at')} as completed_at, ${iso('t.updated_at')} as updated_at
        from (
          select t.* from (select * from tasks_due f order by f.due_date fetch first ${maxShown} rows with ties) f
            cross join ${rowById('tasks', 'f.id')} t order by ${taskOrder('t')} limit ${maxShown}) t
          left join ${rowById('projects', 't.project_id')} p on true`,
      taskOrder('f'),
    )} as tasks,
    ${listed(
      `select t.id, t.title, t.type, t.due_date, ${iso('t.occurred_at')} as occurred_at, t.duration_minutes, t.priority, t.is_completed,
          t.assigned_to, t.client_id, ${named('c')} as client, t.deal_id, ${named('d', 'title')} as deal,
          ${iso('t.created_at')} as created_at, ${iso('t.updated_at')} as updated_at
        from ${first('activities_due', 't.at, t.title, t.id')}
          left join ${rowById('clients', 't.client_id')} c on true left join ${rowById('deals', 't.deal_id')} d on true`,
      'coalesce(f.due_date::text, f.occurred_at), f.title, f.id',
    )} as activities,
    ${listed(
      `select t.id, t.contact_id, coalesce(c.custom_name, c.push_name, c.phone, t.push_name, t.lid, '') as name, i.name as inbox,
          ${iso('t.waiting_since')} as waiting_since, t.status, ${iso('t.snoozed_until')} as snoozed_until, t.assignee_id, ${named('u')} as assignee,
          coalesce((select left(m.content, ${maxSaid}) from messages m
            where m.team_id = $team and m.conversation_id = t.id and ${isIncoming('m')} and m.message_type <> 'reaction'
            order by coalesce(m.sent_at, m.created_at) desc, m.created_at desc, m.id desc limit 1), '') as said
        from ${first('waiting', 't.since, t.id')}
          join inboxes i on i.team_id = $team and i.id = t.inbox_id
          left join ${rowById('contacts', 't.contact_id')} c on true
          left join ${rowById('users', 't.assignee_id')} u on true`,
      'f.waiting_since, f.id',
    )} as conversations,
    ${listed(`select * from ${first('approvals', 't.since, t.id')}`, 'f.since, f.id')} as approvals,
    ${listed(
      `select t.id, t.title, t.phase, t.status, t.client_id, ${named('c')} as client, t.responsible_id, ${iso('t.updated_at')} as updated_at
        from ${first('stepless', 't.at, t.id')}
          left join ${rowById('clients', 't.client_id')} c on true`,
      'f.updated_at, f.id',
    )} as deals,
    json_build_object('tasks', (select count(*) from tasks_due), 'activities', (select count(*) from activities_due),
      'conversations', (select count(*) from waiting), 'approvals', (select count(*) from approvals), 'deals', (select count(*) from stepless)) as counts,
    exists (select from tasks t where t.team_id = $team) or exists (select from deals t where t.team_id = $team)
      or exists (select from activities t where t.team_id = $team) as has_work
  from here where ${forceGenericPlan('here.today is not null')}`);

export const getDay: Operation = operation({
  name: 'day.get',
  id: 'getDay',
  summary: 'Get your work for today',
  note: `Everything overdue or due today, in the team’s time zone: your incomplete tasks with a due_date; your open activities, except notes, by due_date or by the planned day of occurred_at; your open conversations waiting for an answer, with the last text as said; campaigns waiting for the team’s approval or with requested changes (those you requested, of projects you created, or of your squads; all for admins); your deals in an open phase without an open activity. At most ${maxShown} of each, most urgent first; counts cover all. finishing_column is the column to which a completed task moves; null if its pipeline has none. has_work is false if the team has no task, deal or activity.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/day', status: 200 },
  emits: [],
  input: {},
  output: { kind: 'fields', name: 'Day', fields: dayFields },
  one: 'team',
  run: async ({ db, actor }) =>
    (
      await db.read(day, {
        ...genericPlanParameters,
        me: userIdOf(actor),
        is_admin: actor.kind === 'user' && isAtLeast(actor.role, 'admin'),
      })
    )[0],
});
