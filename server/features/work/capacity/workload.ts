import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { invalid } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, date, kind, number, readNumber, required, uuid } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { nestedProject } from '../projects/table.ts';
import { fields as taskFields } from '../tasks/table.ts';
import {
  absentDays,
  addDays,
  type DayRange,
  hoursOfDays,
  isMonday,
  workingDays,
} from './capacity.ts';
import { defaultWeeklyHours, weeklyHours } from './weekly-hours.ts';

/*
 * Planned hours of members against their capacity, by week. The sums and the list of a cell's tasks share their SQL, so that they agree
 * (docs/adr/0220-capacity.md).
 */

const maxWeeks = 12;
const defaultWeeks = 4;
const maxTasks = 500;

const rules = `Open tasks of projects in backlog or active count for each of their assignees, with the hours left of their estimate divided by the number of assignees. Tasks that are overdue count in the current week, in the team’s time zone.`;

/** SQL: the team's current day and the Monday of its week, as `clock`. */
const clock = `clock as materialized (
  select c.today, date_trunc('week', c.today)::date as monday, c.hours
  from (select (now() at time zone z.time_zone)::date as today, z.business_hours as hours from teams z where z.id = $team) c)`;

/** SQL: the task `t` is planned for its assignees. Its project is `p`. */
const isOpen = `t.team_id = $team and t.deleted_at is null and t.completed_at is null and cardinality(t.assignee_ids) > 0
  and p.team_id = $team and p.id = t.project_id and p.status in ('backlog', 'active')`;

/** SQL: Monday of the week in which the task `t` counts; null without a due date. */
const week = `greatest(date_trunc('week', t.due_date)::date, case when t.due_date is not null then clock.monday end)`;

/** SQL: hours of the task `t` that are left for each assignee; null without an estimate. */
const share = `greatest(t.estimated_hours::numeric - coalesce(t.actual_hours, 0)::numeric, 0) / cardinality(t.assignee_ids)`;

// Weeks of members --------------------------------------------------------------------------------

const weekCount = kind(
  Type.Integer({ minimum: 1, maximum: maxWeeks }),
  `a whole number from 1 to ${maxWeeks}`,
  'integer',
  { fromQuery: readNumber },
);

const queryParameters = table({
  name: 'workload',
  one: 'workload',
  path: '/workload',
  isWhole: true,
  fields: {},
  filters: {
    from: {
      field: date,
      sql: 'true',
      about: 'The Monday of the first week. Default: that of the current week.',
    },
    weeks: {
      field: weekCount,
      sql: 'true',
      about: `The number of weeks. Default: ${defaultWeeks}.`,
    },
  },
  sorts: {},
});

/** Absences are cut to the weeks that are read. */
const find = teamStatement(`
  with ${clock},
  span as materialized (
    select f.first, f.first + 7 * coalesce($weeks::integer, ${defaultWeeks}) - 1 as last
    from (select coalesce($from::date, clock.monday) as first from clock) f),
  planned as materialized (
    select t.assignee_ids, t.estimated_hours is null as is_unestimated, ${week} as week, ${share} as share
    from clock, span, tasks t, projects p
    where ${isOpen} and (t.due_date is null or t.due_date <= span.last)),
  sums as materialized (
    select a.user_id, planned.week, coalesce(round(sum(planned.share), 6), 0)::double precision as planned_hours, count(*) as tasks,
      count(*) filter (where planned.is_unestimated) as without_estimate
    from span, planned cross join unnest(planned.assignee_ids) a (user_id)
    where planned.week is null or planned.week between span.first and span.last
    group by a.user_id, planned.week),
  of_member as materialized (
    select s.user_id, json_agg(json_build_object('week', s.week, 'planned_hours', s.planned_hours, 'tasks', s.tasks,
      'without_estimate', s.without_estimate)) as sums
    from sums s group by s.user_id),
  away as materialized (
    select a.user_id, json_agg(json_build_object('starts_on', greatest(a.starts_on, span.first),
      'ends_on', least(a.ends_on, span.last))) as ranges
    from span, absences a where a.team_id = $team and a.ends_on >= span.first and a.starts_on <= span.last
    group by a.user_id)
  select clock.today::text as today, span.first::text as first, clock.hours,
    (select coalesce(json_agg(json_build_object('user_id', u.id, 'name', u.name, 'weekly_hours', trim_scale(u.weekly_hours),
      'is_active', u.person_id is not null and u.suspended_at is null, 'sums', coalesce(m.sums, '[]'),
      'absences', coalesce(away.ranges, '[]')) order by fold(u.name) collate "C", u.id), '[]')
    from users u left join of_member m on m.user_id = u.id left join away on away.user_id = u.id
    where u.team_id = $team and ((u.person_id is not null and u.suspended_at is null) or m.user_id is not null)) as members
  from clock, span`);

const day = Type.String({ format: 'date' });
const hours = Type.Number({ minimum: 0 });
const count = Type.Integer({ minimum: 0 });

const sums = {
  planned_hours: about('The hours left of the estimates of the tasks.', hours),
  tasks: about('The number of tasks.', count),
  without_estimate: about('The number of tasks without an estimate.', count),
};

const member = Type.Object({
  user_id: Type.String({ format: 'uuid' }),
  name: about('The name of the member.', Type.String()),
  is_active: about(
    'False if the member cannot sign in. Such members are listed while they have tasks, without capacity.',
    Type.Boolean(),
  ),
  weekly_hours: about(
    `The hours of a week; null for the default of ${defaultWeeklyHours}.`,
    orNull(weeklyHours.schema),
  ),
  weeks: about(
    'In the order of the weeks.',
    Type.Array(
      Type.Object({
        capacity_hours: about('The hours of the working days without absences.', hours),
        absent_days: about('The number of working days on which the member is absent.', count),
        ...sums,
      }),
    ),
  ),
  undated: about('Tasks without a due date.', Type.Object(sums)),
});

interface Sums {
  readonly week: string | null;
  readonly planned_hours: number;
  readonly tasks: number;
  readonly without_estimate: number;
}

interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly weekly_hours: number | null;
  readonly is_active: boolean;
  readonly sums: readonly Sums[];
  readonly absences: readonly DayRange[];
}

const noTasks = { planned_hours: 0, tasks: 0, without_estimate: 0 };

function sumsOf({ sums: all }: MemberRow, monday: string | null): Omit<Sums, 'week'> {
  const { week: _, ...rest } = all.find((each) => each.week === monday) ?? {
    week: null,
    ...noTasks,
  };
  return rest;
}

/** Checks the first week of a request. @throws ApiError VALIDATION_ERROR if it is not a Monday */
export function refuseOtherDays(monday: unknown, name: string): void {
  if (typeof monday === 'string' && !isMonday(monday))
    throw invalid(`${name}: must be a Monday.`, name, 'not_allowed');
}

function workloadOf(row: Row, count: number): object {
  const team = row.hours as BusinessHours | null;
  const weeks = Array.from({ length: count }, (_, i) => {
    const starts_on = addDays(String(row.first), 7 * i);
    return { starts_on, days: workingDays(team, starts_on) };
  });
  const members = (row.members as readonly MemberRow[]).map((of) => ({
    user_id: of.user_id,
    name: of.name,
    is_active: of.is_active,
    weekly_hours: of.weekly_hours,
    weeks: weeks.map(({ starts_on, days }) => {
      const absent_days = absentDays(days, of.absences);
      const weekly = of.is_active ? (of.weekly_hours ?? defaultWeeklyHours) : 0;
      return {
        capacity_hours: hoursOfDays(team, weekly, days.length - absent_days),
        absent_days,
        ...sumsOf(of, starts_on),
      };
    }),
    undated: sumsOf(of, null),
  }));
  return {
    today: row.today,
    weeks: weeks.map(({ starts_on, days }) => ({ starts_on, working_days: days.length })),
    members,
  };
}

const getWorkload = operation({
  name: 'workload.get',
  id: 'getWorkload',
  summary: 'Get the planned hours and the capacity of members by week',
  note: `${rules} The capacity is the member’s weekly hours, divided evenly among the team’s working days of a normal week, for the working days of the week without holidays and absences.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output: {
    kind: 'fields',
    name: 'Workload',
    fields: {
      today: about('The current day in the team’s time zone.', required(date)),
      weeks: about(
        'The weeks.',
        required(
          kind(
            Type.Array(
              Type.Object({
                starts_on: about('The Monday of the week.', day),
                working_days: about('The number of working days, without holidays.', count),
              }),
            ),
            'the weeks',
            'json',
          ),
        ),
      ),
      members: about(
        'The members, by name.',
        required(kind(Type.Array(member), 'the members', 'json')),
      ),
    },
  },
  one: 'team',
  async run({ db }, { query: { filters } }) {
    refuseOtherDays(filters.from, 'from');
    const [row] = await db.read(find, filters);
    return row && workloadOf(row, Number(filters.weeks ?? defaultWeeks));
  },
});

// Tasks of a cell ---------------------------------------------------------------------------------

const cellParameters = table({
  name: 'workload',
  one: 'workload',
  path: '/workload/tasks',
  isWhole: true,
  fields: {},
  filters: {
    user_id: { field: required(uuid), sql: 'true', about: 'Required. The member.' },
    week: {
      field: date,
      sql: 'true',
      about: 'The Monday of the week. Default: the tasks without a due date.',
    },
  },
  sorts: {},
});

const findTasks = teamStatement(`
  with ${clock}
  select t.id, t.title, t.due_date::text as due_date, t.estimated_hours, t.actual_hours, t.assignee_ids,
    round(${share}, 6)::double precision as planned_hours, json_build_object('id', p.id, 'name', p.name, 'color', p.color) as project
  from clock, tasks t, projects p
  where ${isOpen} and t.assignee_ids @> array[$user_id::uuid] and ${week} is not distinct from $week::date
  order by t.due_date, t.created_at, t.id limit ${maxTasks}`);

const listCell = operation({
  name: 'workload.list_tasks',
  id: 'listWorkloadTasks',
  summary: 'List the tasks of a member’s week',
  note: `At most ${maxTasks}, earliest due date first. ${rules}`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: cellParameters.path, status: 200 },
  emits: [],
  input: { query: cellParameters },
  output: {
    kind: 'fields',
    name: 'WorkloadTask',
    isList: true,
    fields: {
      id: required(uuid),
      title: taskFields.title,
      project: {
        ...required(kind(nestedProject.schema, nestedProject.requirement, 'json')),
        about: 'The project.',
      },
      due_date: taskFields.due_date,
      estimated_hours: taskFields.estimated_hours,
      actual_hours: taskFields.actual_hours,
      planned_hours: about(
        'The hours left of the estimate, divided by the number of assignees; null without an estimate.',
        number(0, 1_000_000),
      ),
      assignee_ids: required(taskFields.assignee_ids),
    },
  },
  one: 'user',
  run({ db }, { query: { filters } }) {
    if (filters.user_id === undefined)
      throw invalid('user_id: is required.', 'user_id', 'required');
    refuseOtherDays(filters.week, 'week');
    return db.read(findTasks, { week: null, ...filters });
  },
});

export const workloadOperations: readonly Operation[] = [getWorkload, listCell];
