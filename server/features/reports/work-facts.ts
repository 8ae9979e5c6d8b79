import {
  dayOf,
  daysFrom,
  type Facts,
  isFilter,
  isOnDays,
  isWithin,
  share,
  startOf,
} from './source.ts';

/* Facts about tasks and hours. */

const taskKeys = {
  person: { many: 't.assignee_ids' },
  project: 't.project_id',
  client: 'p.client_id',
};
const taskFilters = {
  user_id: 't.assignee_ids @> array[$user_id::uuid]',
  project_id: isFilter('t.project_id', 'project_id'),
  client_id: isFilter('p.client_id', 'client_id'),
};
const tasksOf = (joined = '') =>
  `tasks t join projects p on p.team_id = $team and p.id = t.project_id ${joined} where t.team_id = $team and t.deleted_at is null`;

/** SQL: joins the first move `m` of the task `t` between columns, which PostgreSQL would otherwise read for each use. */
const joinFirstMove = `cross join lateral (select (
  select min(m.moved_at) from moves m
  where m.team_id = $team and m.record_id = t.id and m.resource = 'tasks' and m.field = 'column') as moved_at offset 0) m`;
const isLate = `(t.completed_at is null or ${dayOf('t.completed_at')} > t.due_date)`;

export const tasks: Facts = {
  sources: [
    {
      type: 'task',
      id: 't.id',
      at: 't.completed_at',
      from: `${tasksOf(joinFirstMove)} and ${isWithin('t.completed_at')}`,
      keys: taskKeys,
      filters: taskFilters,
      values: {
        done: '1',
        lead_median: `greatest(${daysFrom('t.created_at', 't.completed_at')}, 0)`,
        cycle_median: `case when m.moved_at is not null then greatest(${daysFrom('m.moved_at', 't.completed_at')}, 0) end`,
      },
    },
    {
      type: 'task',
      id: 't.id',
      at: startOf('t.due_date'),
      from: `${tasksOf()} and ${isOnDays('t.due_date')} and t.due_date < ${dayOf('now()')}
        and (t.completed_at is not null or p.status in ('backlog', 'active'))`,
      keys: taskKeys,
      filters: taskFilters,
      values: {
        due: '1',
        late: `case when ${isLate} then 1 end`,
        late_rate: share(isLate),
      },
    },
  ],
};

export const hours: Facts = {
  sources: [
    {
      type: 'time_entry',
      id: 'e.id',
      at: 'e.started_at',
      from: `time_entries e where e.team_id = $team and e.minutes is not null and ${isWithin('e.started_at')}`,
      keys: { person: 'e.user_id', project: 'e.project_id', client: 'e.client_id' },
      filters: {
        user_id: isFilter('e.user_id', 'user_id'),
        project_id: isFilter('e.project_id', 'project_id'),
        client_id: isFilter('e.client_id', 'client_id'),
      },
      values: {
        hours: 'e.minutes / 60',
        billable: 'case when e.is_billable then e.minutes / 60 end',
      },
    },
    {
      type: 'task',
      id: 't.id',
      at: 't.completed_at',
      from: `${tasksOf()} and ${isWithin('t.completed_at')} and t.estimated_hours is not null`,
      keys: { ...taskKeys, person: 't.assignee_ids[1]' },
      filters: { ...taskFilters, user_id: isFilter('t.assignee_ids[1]', 'user_id') },
      values: {
        estimated: 't.estimated_hours',
        spent: 'coalesce(t.actual_hours, 0)',
      },
    },
  ],
};
