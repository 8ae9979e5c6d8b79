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

/**
 * SQL: joins the first move `m` between columns since the beginning of the period of the task `t`. Tasks that were created before it may have
 * earlier ones.
 */
const joinFirstMoves = (reach: Reach) => `left join (
    select m.record_id, min(m.moved_at) as moved_at from moves m
    where m.team_id = $team and m.resource = 'tasks' and m.field = 'column' and m.moved_at >= ${begin}
      ${reach === 'all' ? '' : `and m.record_id in (select c.id from tasks c where c.team_id = $team and ${isWithin('c.completed_at')})`}
    group by m.record_id) m on m.record_id = t.id`;
const daysUntilDone = (since: string) => `greatest(${daysFrom(since, 't.completed_at')}, 0)`;
/** SQL: days from the first move of a task until its completion; null without a move. `greatest` ignores null. */
const cycleDays = `case when t.created_at < ${begin} then (
    select ${daysUntilDone(`min(${unindexed('o.moved_at')})`)} from moves o
    where o.team_id = $team and o.record_id = t.id and o.resource = 'tasks' and o.field = 'column' having count(*) > 0)
  when m.moved_at is not null then ${daysUntilDone('m.moved_at')} end`;
const isLate = `(t.completed_at is null or t.completed_at >= ${startOf('(t.due_date + 1)')})`;

export const tasks: Facts = {
  sources: [
    {
      type: 'task',
      id: 't.id',
      at: 't.completed_at',
      from: (conditions, reach) =>
        `${tasksOf(joinFirstMoves(reach))} and ${isWithin('t.completed_at')}${conditions}`,
      keys: taskKeys,
      filters: taskFilters,
      values: {
        done: '1',
        lead_median: daysUntilDone('t.created_at'),
        cycle_median: cycleDays,
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
