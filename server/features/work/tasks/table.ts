import { actorKinds, actorName } from '#server/events/audit.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import {
  about,
  date,
  generated,
  kind,
  link,
  links,
  nested,
  number,
  oneOf,
  prose,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, equalsWithTotals, sorted, table, updatedSince } from '#server/records/table.ts';
import { hasSubtasks } from './parent.ts';
import { maxPosition } from './positions.ts';

/** Max tasks that block a task. */
export const maxBlockers = 50;

/**
 * SQL of the tasks in `blocked_by_ids` that are not in the trash, in their order; costs nothing for a task without any. Not a join: each task
 * is read by its primary key, whatever the statistics.
 */
export const visibleBlockers = (column: string) =>
  `case when cardinality(${column}) = 0 then ${column} else array(
    select u.id from unnest(${column}) u (id)
    where (select blocker.deleted_at is null from tasks blocker where blocker.team_id = $team and blocker.id = u.id)) end`;

export const fields = {
  id: required(uuid),
  title: required(singleLine(255, 1)),
  description: prose,
  project_id: required(link('projects')),
  parent_id: about(
    'The task of which it is a subtask. It belongs to the same project and is no subtask itself.',
    link('tasks'),
  ),
  pipeline_id: about(
    'The board. Default: the project’s default board.',
    generated(link('pipelines')),
  ),
  column: about(
    'The slug of a column of that board. Default: its first column.',
    generated(singleLine(80, 1)),
  ),
  priority: about(
    'Sorted by weight: none < low < medium < high < urgent.',
    withDefault(oneOf('task_priority', ['urgent', 'high', 'medium', 'low', 'none']), 'none'),
  ),
  assignee_id: about(
    'The first of assignee_ids; setting only one of the two fields sets the other.',
    { ...link('users'), output: () => 't.assignee_ids[1]' },
  ),
  assignee_ids: links('users'),
  reporter_id: about('The user who requested the task.', link('users')),
  start_date: about('The day on which the work starts, not after due_date.', date),
  due_date: date,
  blocked_by_ids: about(
    'The tasks of the team that must be done first, of any project; without cycles.',
    { ...links('tasks', maxBlockers), output: visibleBlockers },
  ),
  estimated_hours: number(0, 1_000_000),
  actual_hours: number(0, 1_000_000),
  number: about(
    'The key of the project and a number that never changes: SITE-123. Null for a few seconds after an older version created the task.',
    {
      ...kind(Type.String({ examples: ['SITE-123'] }), 'a task number', 'text'),
      output: (column) =>
        `(select p.key from projects p where p.team_id = $team and p.id = t.project_id) || '-' || ${column}`,
    },
  ),
  position: about(
    'The position in the column, unique there. A new or moved task goes to the end. If the given position is taken, the task that held it moves right after.',
    generated(number(-maxPosition, maxPosition)),
  ),
  tags: texts(),
  checklist_markdown: about('A checklist in Markdown.', prose),
  completed_at: about(
    'Set in a finishing column and cleared elsewhere; an update may set it too.',
    timestamp,
  ),
  created_at: required(timestamp),
  updated_at: required(timestamp),
  deleted_at: about('When the task was moved to the trash.', timestamp),
};

export const writable = [
  'title',
  'description',
  'parent_id',
  'pipeline_id',
  'column',
  'priority',
  'assignee_id',
  'assignee_ids',
  'reporter_id',
  'start_date',
  'due_date',
  'blocked_by_ids',
  'estimated_hours',
  'tags',
  'checklist_markdown',
] as const;

/** Error for a task added to a column that was removed concurrently. */
const columnGone = () => conflict('The column was removed at this moment; try again.', 'busy');

/** True if the days of a task are in the wrong order, which the database refuses. */
export const isStartAfterDue = ({ start_date: start, due_date: due }: Values): boolean =>
  typeof start === 'string' && typeof due === 'string' && start > due;

/** Error for days in the wrong order. */
export const startsAfterDue = () =>
  invalid('start_date must not be after due_date.', ['start_date', 'due_date'], 'conflicting');

export const tasks = table({
  name: 'tasks',
  one: 'task',
  about:
    'Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore them.',
  effectOfDelete:
    'Moves the task and its subtasks to the trash, from which the operator can restore them. Repeating it returns 404.',
  example: {
    title: 'Draw the home page',
    description: 'Desktop and phone.',
    priority: 'high',
    estimated_hours: 6,
    actual_hours: null,
    position: 1,
    checklist_markdown: '- [ ] phone\n- [ ] desktop',
    tags: ['design'],
  },
  exampleChange: { column: 'in_progress', actual_hours: 1.5 },
  path: '/tasks',
  emits: true,
  moves: { of: ['pipeline_id', 'column', 'due_date', 'assignee_ids'] },
  fields,
  visible: 't.deleted_at is null',
  notifications: [
    { kind: 'assigned', of: ['assignee_ids'], users: (row) => `${row}.assignee_ids` },
  ],
  bulk: [
    'pipeline_id',
    'column',
    'priority',
    'assignee_id',
    'assignee_ids',
    'reporter_id',
    'start_date',
    'due_date',
    'estimated_hours',
    'tags',
  ],
  filters: {
    ...equals(fields, 'project_id', 'pipeline_id', 'parent_id'),
    assignee_id: {
      field: uuid,
      sql: 't.assignee_ids @> array[$assignee_id::uuid]',
      about: 'Only tasks with this user among their assignees.',
      isUnordered: true,
      totalParts: `array(select distinct 'assignee_id=' || a from unnest(t.assignee_ids) a)`,
    },
    ...equalsWithTotals(fields, 'priority', 'column'),
    ...updatedSince,
  },
  search: { text: ['title', 'description'] },
  sorts: sorted(
    fields,
    'title',
    'priority',
    'due_date',
    'position',
    'created_at',
    'updated_at',
    'completed_at',
  ),
  constraints: {
    tasks_column_fkey: columnGone,
    column_ends_column_fkey: columnGone,
    tasks_start_date_check: startsAfterDue,
    tasks_parent_level_fkey: hasSubtasks,
  },
});

/** SQL over the audit log entry of the deletion of the task `t`; kept for a year. */
const deletion = (expression: string) => `(
  select ${expression} from audit_entries e where e.team_id = $team and e.record_id = t.id and e.operation = 'tasks.delete'
  order by e.id desc limit 1)`;

const deleted = {
  ...fields,
  project: nested('project_id', 'projects'),
  /** Name of the column. */
  column_name: about('The name of its column.', {
    ...singleLine(),
    output: () =>
      `(select c.name from columns c where c.team_id = $team and c.pipeline_id = t.pipeline_id and c.slug = t."column")`,
  }),
  /** Actor who deleted the task. */
  deleted_by: about('The type of actor who deleted it.', {
    ...oneOf('actor_kind', actorKinds),
    output: () => deletion('e.actor'),
  }),
  deleted_by_name: about('The name of that actor.', {
    ...singleLine(),
    output: () => deletion(actorName('e')),
  }),
};

/** Tasks in the trash, last deleted first. */
export const trash = table({
  name: 'tasks',
  one: 'deleted task',
  about: 'Tasks in the trash, which can be restored.',
  example: {
    title: 'Draw the home page',
    actual_hours: null,
    deleted_at: '2026-11-20T12:00:00.000Z',
  },
  path: '/trash',
  fields: deleted,
  visible: 't.deleted_at is not null',
  filters: equals(fields, 'project_id', 'pipeline_id'),
  search: { text: ['title', 'description'] },
  sorts: sorted(fields, 'deleted_at', 'created_at'),
  latestBy: 'deleted_at',
});

const positionFields = ['pipeline_id', 'column', 'position', 'completed_at'];

/** Field → fields that change with it. */
export const taskDependentFields = {
  pipeline_id: positionFields,
  column: positionFields,
  assignee_id: ['assignee_ids'],
  assignee_ids: [],
};

export const taskInputs = inputs(tasks, {
  create: [...writable, 'project_id'],
  update: [...writable, 'position', 'completed_at', 'actual_hours'],
  immutable: ['project_id'],
});
