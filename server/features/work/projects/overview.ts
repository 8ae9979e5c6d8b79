import { iso, rowById, teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, boolean, date, kind, number, required } from '#server/records/fields.ts';
import { projects } from './table.ts';

/*
 * Summary of a project: tasks, hours, campaigns and next dates, read in one snapshot.
 */

/** Max campaigns, latest first, and max dates. */
const maxCampaigns = 100;
const maxDates = 10;
const maxGroups = 10;
/** Max late tasks, and max tasks that changed last. */
const maxTasks = 5;

/** The tasks of the project `project`, as its index contains them: each part reads them there, which is cheaper than keeping them. */
const tasksOfProject =
  'project cross join tasks t where t.team_id = $team and t.project_id = project.id and t.deleted_at is null';

/** SQL: the first tasks of the project that meet a condition, found in its index. @param by columns of `f` */
const firstTasks = (condition: string, by: string) => `(
  select coalesce(json_agg(row_to_json(o)), '[]') from (
    select t.id, t.title, t.due_date, t.completed_at is not null as is_done, t.assignee_ids, ${iso('t.updated_at')} as updated_at
    from (
      select * from (select t.id, t.due_date, t.updated_at from ${tasksOfProject}${condition} offset 0) f
      order by ${by} limit ${maxTasks}) f cross join ${rowById('tasks', 'f.id')} t
    order by ${by}) o)`;

// Attributes all hours of a task to its first assignee; the hours of individual assignees are not recorded.
const overview = teamStatement(`
  with project as materialized (
    select p.id, p.status, p.due_date, p.template_id, n.today from projects p join teams x on x.id = $team
      cross join lateral (select (now() at time zone x.time_zone)::date as today) n
    where p.team_id = $team and p.id = $id),
  counts as materialized (
    select t.pipeline_id, t."column", count(*) as count, count(*) filter (where t.completed_at is not null) as done,
      count(*) filter (where t.completed_at is null and t.due_date < project.today) as late,
      sum(t.estimated_hours) as estimated_hours, sum(t.actual_hours) as actual_hours
    from ${tasksOfProject} group by 1, 2),
  boards as materialized (
    select l.id, l.name, l.is_default from pipelines l cross join project
    where l.team_id = $team and (l.project_id = project.id or l.id in (select c.pipeline_id from counts c))),
  made as materialized (
    select c.id, c.name, c.status, c.approval_status, c.start_date, c.end_date, c.created_at from campaigns c cross join project
    where c.team_id = $team and c.project_id = project.id order by c.created_at desc, c.id desc limit ${maxCampaigns}),
  dates as (
    select 'tasks' as kind, t.id, t.title as name, 'due' as what, t.due_date as date from (
      select * from (
        select t.id, t.due_date from ${tasksOfProject} and t.completed_at is null and t.due_date >= project.today offset 0) f
      order by f.due_date fetch first ${maxDates} rows with ties) f cross join ${rowById('tasks', 'f.id')} t
    union all select 'campaigns', m.id, m.name, 'start', m.start_date from made m where m.status not in ('completed', 'cancelled')
    union all select 'campaigns', m.id, m.name, 'end', m.end_date from made m where m.status not in ('completed', 'cancelled'))
  select project.today, coalesce(project.status not in ('completed', 'cancelled') and project.due_date < project.today, false) as is_late,
    (select json_build_object('id', m.id, 'name', m.name) from project_templates m
      where m.team_id = $team and m.id = project.template_id) as template,
    (select coalesce(sum(c.count), 0)::int from counts c) as tasks,
    (select coalesce(sum(c.done), 0)::int from counts c) as done,
    (select coalesce(sum(c.late), 0)::int from counts c) as late,
    coalesce((select sum(c.estimated_hours) from counts c), 0) as estimated_hours,
    coalesce((select sum(c.actual_hours) from counts c), 0) as actual_hours,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
      select b.id as pipeline_id, b.name as pipeline, l.slug as column, l.name, l.is_finishing, coalesce(c.count, 0) as count,
        coalesce(c.late, 0) as late
      from boards b join columns l on l.team_id = $team and l.pipeline_id = b.id
        left join counts c on c.pipeline_id = b.id and c."column" = l.slug
      order by b.is_default desc, fold(b.name) collate "C", b.id, l.position) o) as columns,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
      select f.assignee_id as user_id, count(*) as tasks, coalesce(sum(f.estimated_hours), 0) as estimated_hours,
        coalesce(sum(f.actual_hours), 0) as actual_hours
      from (select t.assignee_ids[1] as assignee_id, t.estimated_hours, t.actual_hours from ${tasksOfProject} offset 0) f
      group by 1 order by 3 desc, 2 desc, 1) o) as people,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
      select m.id, m.name, m.status, m.approval_status, m.start_date, m.end_date from made m order by m.created_at desc, m.id desc) o)
      as campaigns,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
      select d.* from dates d where d.date >= project.today order by d.date, d.name, d.id, d.what limit ${maxDates}) o) as dates,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
      select c.id, coalesce(c.push_name, '') as name, i.name as inbox, c.waiting_since is not null as is_waiting
      from conversations c join inboxes i on i.team_id = $team and i.id = c.inbox_id
      where c.team_id = $team and c.project_id = $id and ${isVisibleInbox('c.inbox_id')}
      order by c.last_message_at desc, c.id desc limit ${maxGroups}) o) as groups,
    ${firstTasks(' and t.completed_at is null and t.due_date < project.today', 'f.due_date, f.id')} as late_tasks,
    ${firstTasks('', 'f.updated_at desc, f.id desc')} as changed_tasks
  from project`);

const uuid = Type.String({ format: 'uuid' });
const day = orNull(Type.String({ format: 'date' }));
const count = Type.Integer({ minimum: 0 });
const hours = Type.Number({ minimum: 0 });

const column = Type.Object({
  pipeline_id: about('The board.', uuid),
  pipeline: about('The name of the board.', Type.String()),
  column: about('The slug of the column.', Type.String()),
  name: Type.String(),
  is_finishing: Type.Boolean(),
  count,
  late: about('The number of incomplete ones that were due before today.', count),
});
const person = Type.Object({
  user_id: orNull(uuid),
  tasks: about('The number of their tasks.', count),
  estimated_hours: about('The estimated hours of their tasks.', hours),
  actual_hours: about('The actual hours of their tasks.', hours),
});
const campaign = Type.Object({
  id: uuid,
  name: Type.String(),
  status: about('The status of the campaign.', Type.String()),
  approval_status: about('The client’s approval.', Type.String()),
  start_date: day,
  end_date: about('The end date.', day),
});
const next = Type.Object({
  kind: about('The type: task or campaign.', Type.Enum(['tasks', 'campaigns'])),
  id: uuid,
  name: Type.String(),
  what: about('The event on that day.', Type.Enum(['due', 'start', 'end'])),
  date: about('The day.', Type.String({ format: 'date' })),
});
const task = Type.Object({
  id: uuid,
  title: Type.String(),
  due_date: about('The due date.', day),
  is_done: about('True if it is completed.', Type.Boolean()),
  assignee_ids: about('The assignees.', Type.Array(uuid)),
  updated_at: about('The last change.', Type.String({ format: 'date-time' })),
});
const group = Type.Object({
  id: uuid,
  name: about('The name of the group; empty if it is unknown.', Type.String()),
  inbox: about('The name of the inbox.', Type.String()),
  is_waiting: about('True if the group waits for an answer.', Type.Boolean()),
});
const counted = required(number(0, 1e12));

export const getOverview = operation({
  name: 'projects.overview',
  id: 'getProjectOverview',
  summary: 'Get a project’s overview',
  note: `Tasks by column, of every pipeline that belongs to the project or contains one of its tasks; hours per person, counted for the first assignee of each task (user_id is null for unassigned tasks); at most ${maxCampaigns} campaigns, latest first; the next ${maxDates} days on which an open task is due, or a campaign begins or ends; at most ${maxTasks} late tasks, and as many that changed last; at most ${maxGroups} groups of conversations that are linked to it. late: incomplete and due before today in the team’s time zone.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${projects.path}/:id/overview`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'ProjectOverview',
    fields: {
      today: required(date),
      is_late: about('True if it is incomplete and was due before today.', required(boolean)),
      template: about(
        'The template from which it was created; null if there is none, or it was deleted.',
        kind(
          Type.Object({ id: uuid, name: about('The name of the template.', Type.String()) }),
          'the template',
          'json',
        ),
      ),
      tasks: about('The number of tasks.', counted),
      done: about('The number of completed tasks.', counted),
      late: about('The number of incomplete ones that were due before today.', counted),
      estimated_hours: counted,
      actual_hours: counted,
      columns: required(kind(Type.Array(column), 'the columns of its pipelines, in order', 'json')),
      people: required(kind(Type.Array(person), 'hours by person, most hours first', 'json')),
      campaigns: required(kind(Type.Array(campaign), 'its campaigns', 'json')),
      dates: required(kind(Type.Array(next), 'the next dates', 'json')),
      groups: required(kind(Type.Array(group), 'the linked groups, latest message first', 'json')),
      late_tasks: about(
        'The tasks that have been late for longest.',
        required(kind(Type.Array(task), 'the tasks that have been late for longest', 'json')),
      ),
      changed_tasks: about(
        'The tasks that changed last.',
        required(kind(Type.Array(task), 'the tasks that changed last', 'json')),
      ),
    },
  },
  one: projects.one,
  run: async ({ db }, { id }) => (await db.read(overview, { id }))[0],
});
