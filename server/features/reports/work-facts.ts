import {
  begin,
  dayOf,
  daysFrom,
  type Facts,
  isFilter,
  isOnDays,
  isWithin,
  type Reach,
  share,
  startOf,
  unindexed,
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
/** SQL: tasks with their projects `p`. PostgreSQL leaves a left join out if nothing reads the project. */
const tasksOf = (joined = '') =>
  `tasks t left join projects p on p.team_id = $team and p.id = t.project_id ${joined} where t.team_id = $team and t.deleted_at is null`;

const columnMoves = `m.team_id = $team and m.resource = 'tasks' and m.field = 'column'`;
const findFirstMove = `(select min(${unindexed('m.moved_at')}) from moves m where ${columnMoves} and m.record_id = t.id)`;
const joinFirstMoves = `left join (
      select m.record_id, min(m.moved_at) as moved_at from moves m where ${columnMoves} and m.moved_at >= ${begin} group by m.record_id) f on f.record_id = t.id`;
/**
 * SQL: FROM and WHERE of the tasks that were completed in the period, with `first_moved_at`: the first move between columns. Those of many tasks are
 * read at once; a task that was created before the period may have earlier ones.
 */
const completed = (conditions: string, reach: Reach) => `(
    select t.id, t.created_at, t.completed_at, t.assignee_ids, t.project_id, p.client_id,
      ${reach === 'period' ? findFirstMove : `case when t.created_at < ${begin} then ${findFirstMove} else f.moved_at end`} as first_moved_at
    from ${tasksOf(reach === 'period' ? '' : joinFirstMoves)}
      and ${isWithin('t.completed_at')}${conditions} offset 0) t where true`;
/** SQL: days until the completion of a task. */
const daysUntilDone = (since: string) => `greatest(${daysFrom(since, 't.completed_at')}, 0)`;
const isLate = `(t.completed_at is null or t.completed_at >= ${startOf('(t.due_date + 1)')})`;

export const tasks: Facts = {
  sources: [
    {
      type: 'task',
      id: 't.id',
      at: 't.completed_at',
      from: completed,
      keys: { ...taskKeys, client: 't.client_id' },
      filters: taskFilters,
      values: {
        done: '1',
        lead_median: daysUntilDone('t.created_at'),
        // `greatest` ignores null.
        cycle_median: `case when t.first_moved_at is not null then ${daysUntilDone('t.first_moved_at')} end`,
      },
    },
    {
      type: 'task',
      id: 't.id',
      at: startOf('t.due_date'),
      day: 't.due_date',
      from: (conditions) => `(
        select t.id, t.due_date, t.assignee_ids, t.project_id, p.client_id, ${isLate} as is_late
        from ${tasksOf()} and ${isOnDays('t.due_date')} and t.due_date < (select ${dayOf('now()')})
          and (t.completed_at is not null or p.status in ('backlog', 'active'))${conditions} offset 0) t where true`,
      keys: { ...taskKeys, client: 't.client_id' },
      filters: taskFilters,
      values: { due: '1', late: 'case when t.is_late then 1 end', late_rate: share('t.is_late') },
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
