import { iso, teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { date, kind, required, singleLine, uuid } from '#server/records/fields.ts';
import { isToDo, plannedDay } from '../crm/activities/activity-day.ts';

/*
 * Overdue work of a whole team, read in one snapshot: the question that agents are asked first (docs/adr/0075-mcp.md). For one person's
 * pending work see operations.ts.
 */

/** Max items listed of each kind. */
const maxShown = 50;
/** Max items counted of each kind; the true number may be higher. */
const maxCounted = 1_000;
/** Hours after which an answer is late. */
const patienceHours = 24;

const named = (table: string, name = 'name') =>
  `case when ${table}.id is not null then json_build_object('id', ${table}.id, 'name', ${table}.${name}) end`;

/** SQL: restricts to one user if $user_id is given. @param condition relates the record to that user */
const of = (condition: string) => `($user_id::uuid is null or ${condition})`;

/** SQL: the first rows of `source` in the given order, as JSON. */
const listed = (source: string, order: string) => `(
  select coalesce(json_agg(to_json(f) order by ${order}), '[]') from (
    select * from ${source} f order by ${order} limit ${maxShown}) f)`;

const countOf = (source: string) => `(select count(*) from ${source})`;

const overdue = teamStatement(`
  with here as materialized (
    select x.time_zone as zone, (now() at time zone x.time_zone)::date as today, x.won_phases || x.lost_phases as closed
    from teams x where x.id = $team),
  late_tasks as materialized (
    select t.id, t.title, t.due_date, t.priority, t."column", ${named('p')} as project,
      (select coalesce(json_agg(u.name order by a.n), '[]') from unnest(t.assignee_ids) with ordinality a (id, n)
        join users u on u.team_id = $team and u.id = a.id) as assignees
    from here cross join tasks t left join projects p on p.team_id = $team and p.id = t.project_id
    where t.team_id = $team and t.deleted_at is null and t.completed_at is null and t.due_date < here.today
      and ${of('t.assignee_ids @> array[$user_id::uuid]')}
    order by t.due_date, t.id limit ${maxCounted}),
  late_activities as materialized (
    select t.id, t.title, t.type, ${plannedDay('here.zone')} as day, ${named('c')} as client, ${named('d', 'title')} as deal,
      ${named('u')} as assigned_to
    from here cross join activities t
      left join clients c on c.team_id = $team and c.id = t.client_id left join deals d on d.team_id = $team and d.id = t.deal_id
      left join users u on u.team_id = $team and u.id = t.assigned_to
    where t.team_id = $team and ${isToDo} and ${plannedDay('here.zone')} < here.today and ${of('t.assigned_to = $user_id::uuid')}
    order by day, t.id limit ${maxCounted}),
  late_deals as materialized (
    select t.id, t.title, t.phase, t.expected_close_date, ${named('c')} as client, ${named('u')} as responsible
    from here cross join deals t left join clients c on c.team_id = $team and c.id = t.client_id
      left join users u on u.team_id = $team and u.id = t.responsible_id
    where t.team_id = $team and t.status = 'ativo' and t.phase <> all (here.closed) and t.expected_close_date < here.today
      and ${of('t.responsible_id = $user_id::uuid')}
    order by t.expected_close_date, t.id limit ${maxCounted}),
  late_projects as materialized (
    select t.id, t.name, t.status, t.due_date, ${named('c')} as client
    from here cross join projects t left join clients c on c.team_id = $team and c.id = t.client_id
    where t.team_id = $team and t.status not in ('completed', 'cancelled') and t.due_date < here.today
      and ${of(`(t.created_by = $user_id::uuid or exists (
        select from squad_members m where m.team_id = $team and m.squad_id = t.squad_id and m.user_id = $user_id::uuid))`)}
    order by t.due_date, t.id limit ${maxCounted}),
  waiting as materialized (
    select t.id, coalesce(k.custom_name, k.push_name, k.phone, t.push_name, '') as contact, ${named('i')} as inbox,
      ${iso('t.waiting_since')} as waiting_since, ${named('u')} as assignee
    from conversations t join inboxes i on i.team_id = $team and i.id = t.inbox_id
      left join contacts k on k.team_id = $team and k.id = t.contact_id
      left join users u on u.team_id = $team and u.id = t.assignee_id
    where t.team_id = $team and ${isVisibleInbox('t.inbox_id')} and t.status = 'open' and t.waiting_since < now() - interval '${patienceHours} hours'
      and ${of('t.assignee_id = $user_id::uuid')}
    order by t.waiting_since, t.id limit ${maxCounted})
  select here.today::text as today, here.zone as time_zone,
    ${listed('late_tasks', 'f.due_date, f.id')} as tasks,
    ${listed('late_activities', 'f.day, f.id')} as activities,
    ${listed('late_deals', 'f.expected_close_date, f.id')} as deals,
    ${listed('late_projects', 'f.due_date, f.id')} as projects,
    ${listed('waiting', 'f.waiting_since, f.id')} as conversations,
    json_build_object('tasks', ${countOf('late_tasks')}, 'activities', ${countOf('late_activities')}, 'deals', ${countOf('late_deals')},
      'projects', ${countOf('late_projects')}, 'conversations', ${countOf('waiting')}) as counts
  from here`);

const id = Type.String({ format: 'uuid' });
const day = Type.String({ format: 'date' });
const name = orNull(Type.Object({ id, name: Type.String() }));

const task = Type.Object({
  id,
  title: Type.String(),
  due_date: day,
  priority: Type.String(),
  column: Type.String(),
  project: name,
  assignees: Type.Array(Type.String()),
});
const activity = Type.Object({
  id,
  title: Type.String(),
  type: Type.String(),
  day,
  client: name,
  deal: name,
  assigned_to: name,
});
const deal = Type.Object({
  id,
  title: Type.String(),
  phase: Type.String(),
  expected_close_date: day,
  client: name,
  responsible: name,
});
const project = Type.Object({
  id,
  name: Type.String(),
  status: Type.String(),
  due_date: day,
  client: name,
});
const conversation = Type.Object({
  id,
  contact: Type.String(),
  inbox: name,
  waiting_since: Type.String({ format: 'date-time' }),
  assignee: name,
});
const count = Type.Integer({ minimum: 0, maximum: maxCounted });
const counts = Type.Object({
  tasks: count,
  activities: count,
  deals: count,
  projects: count,
  conversations: count,
});

const listOf = (schema: ReturnType<typeof Type.Object>, what: string) =>
  required(kind(Type.Array(schema), `a list of ${what}`, 'json'));

/** Optional filter by user. */
const queryParameters = { user_id: uuid };

export const getOverdue: Operation<{ readonly fields: typeof queryParameters }> = operation({
  name: 'overdue.get',
  id: 'getOverdue',
  summary: 'Get the team’s overdue work',
  note: `Everything overdue by the team's current day: incomplete tasks and open activities, except notes, of earlier days; deals in an open phase whose expected_close_date has passed; projects past their due date that are neither completed nor cancelled; and open conversations that have waited for an answer for more than ${patienceHours} hours. Longest overdue first, at most ${maxShown} of each; counts go up to ${maxCounted}. With user_id, only work assigned to this user, or of their squads, or projects they created.`,
  allow: { key: 'read' },
  emits: [],
  input: { fields: queryParameters },
  output: {
    kind: 'fields',
    name: 'Overdue',
    fields: {
      today: required(date),
      time_zone: required(singleLine(64, 1)),
      tasks: listOf(task, 'tasks'),
      activities: listOf(activity, 'activities'),
      deals: listOf(deal, 'deals'),
      projects: listOf(project, 'projects'),
      conversations: listOf(conversation, 'conversations'),
      counts: required(kind(counts, 'the total number of each', 'json')),
    },
  },
  one: 'team',
  run: async ({ db }, { values: { user_id } }) => (await db.scan(overdue, { user_id }))[0],
});
