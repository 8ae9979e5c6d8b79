import { reads } from '#server/operations/crud.ts';
import type { Operation } from '#server/operations/operation.ts';
import { alsoForKeys, panelOnly } from '#server/operations/panel-only.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  date,
  kind,
  link,
  number,
  oneOf,
  propertiesOf,
  required,
  singleLine,
  timestamp,
} from '#server/records/fields.ts';
import { exampleId, type Filter, table } from '#server/records/table.ts';
import { severalValues } from '#server/records/value-filters.ts';
import { nestedColor, nestedProject } from '../projects/table.ts';
import { parentOf, subtaskCounts } from './parent.ts';
import { fields, tasks } from './table.ts';

/*
 * Tasks list and board of the panel, which share their filters.
 */

const unordered = <F extends Omit<Filter, 'isUnordered'>>(filter: F) =>
  ({ ...filter, isUnordered: true }) as const;

/** Filters that the panel has in addition to the public API. */
const panelFilters = {
  client_id: unordered({
    field: link('clients'),
    sql: 't.project_id in (select p.id from projects p where p.team_id = $team and p.client_id = $client_id::uuid)',
    about: 'Only tasks of projects of this client.',
  }),
  is_assigned: unordered({
    field: boolean,
    sql: '(cardinality(t.assignee_ids) > 0) = $is_assigned::boolean',
    about: 'true: only tasks with an assignee. false: only unassigned tasks.',
  }),
  is_done: unordered({
    field: boolean,
    sql: '(t.completed_at is not null) = $is_done::boolean',
    about: 'true: only completed tasks. false: only incomplete tasks.',
  }),
  is_dated: unordered({
    field: boolean,
    sql: '(t.due_date is not null) = $is_dated::boolean',
    about: 'true: only tasks with a due_date. false: only tasks without one.',
  }),
  due_from: unordered({
    field: date,
    sql: 't.due_date >= $due_from::date',
    about: 'Only tasks due on this day or later.',
  }),
  due_to: unordered({
    field: date,
    sql: 't.due_date <= $due_to::date',
    about: 'Only tasks due on this day or earlier.',
  }),
  tag: unordered({
    field: singleLine(100, 1),
    sql: 't.tags @> array[$tag::text]',
    about: 'Only tasks with this tag.',
  }),
} as const;

const oneValue = { ...tasks.filters, ...panelFilters };

const listFilters = {
  ...oneValue,
  ...severalValues(
    oneValue,
    ['project_id', 'assignee_id', 'client_id', 'priority', 'column', 'tag'],
    {
      assignee_id: (users) => `t.assignee_ids && ${users}`,
      client_id: (clients) =>
        `t.project_id in (select p.id from projects p where p.team_id = $team and p.client_id = any(${clients}))`,
      tag: (tags) => `t.tags && ${tags}`,
    },
  ),
};

const count = Type.Integer({ minimum: 0 });
const namedTask = Type.Object(
  { id: fields.id.schema, title: Type.String() },
  { examples: [{ id: exampleId, title: 'Launch the site' }] },
);

/** Tasks list of the panel, with the names of project and column. */
const listedTasks = {
  ...tasks,
  one: 'listed task',
  brief: [
    'id',
    'title',
    'project',
    'column',
    'priority',
    'due_date',
    'completed_at',
    'assignee_ids',
  ],
  fields: {
    ...fields,
    project: nestedProject,
    /** Name of the column. */
    column_name: about('The name of its column.', {
      ...singleLine(),
      output: () =>
        `(select c.name from columns c where c.team_id = $team and c.pipeline_id = t.pipeline_id and c.slug = t."column")`,
    }),
    parent: about('The parent’s ID and title.', {
      ...kind(namedTask, 'an object with id and title', 'json'),
      output: () => parentOf,
    }),
    subtasks: about('The numbers of subtasks and of completed ones.', {
      ...kind(
        Type.Object(
          {
            total: about('The number of subtasks.', count),
            done: about('The number of completed subtasks.', count),
          },
          { examples: [{ total: 5, done: 2 }] },
        ),
        'an object with total and done',
        'json',
      ),
      output: () => `(select row_to_json(o) from ${subtaskCounts} o)`,
    }),
  },
  filters: listFilters,
};

export const listTasks: Operation = {
  ...alsoForKeys(panelOnly(reads(listedTasks).list, 'member')),
  name: 'tasks.list_further',
  id: 'listTeamTasks',
};

// The board --------------------------------------------------------------------------------------

export const groups = ['column', 'person', 'client', 'project', 'priority', 'due'] as const;

export const cardOrders = ['position', 'due_date', 'priority', 'title', '-id'] as const;

const [group, order] = [oneOf('text', groups), oneOf('text', cardOrders)];

/** Tasks on the board. */
export const boardTasks = table({
  name: 'tasks',
  one: 'task',
  path: '/tasks/board',
  isWhole: true,
  fields,
  visible: 't.deleted_at is null',
  filters: {
    ...listFilters,
    group: {
      field: group,
      sql: '$group::text is not null',
      about:
        'The columns of the board: those of the pipelines (default), the main assignees, the clients of the projects, the projects, the priorities, or the periods of the due dates.',
    },
    order: {
      field: order,
      sql: '$order::text is not null',
      about:
        'The order of the cards in a column. position, the default of the pipelines’ columns, is chosen by people; due_date is the default of other columns; priority puts the most urgent first, -id the latest.',
    },
    today: {
      field: date,
      sql: '$today::date is not null',
      about:
        'The day on which the periods of due dates depend. Default: today in the team’s time zone.',
    },
  },
  search: { text: ['title', 'description'] },
  sorts: {},
});

const uuid = Type.String({ format: 'uuid' });
const hours = Type.Number({ minimum: 0 });

const column = Type.Object({
  key: about(
    'The slug of the column, the ID of its user, client or project, its priority, or its period: late, today, tomorrow, week (the five days after), later, none (no due date) or done (completed tasks).',
    Type.String(),
  ),
  name: orNull(Type.String()),
  is_finishing: Type.Boolean(),
  limit: orNull(Type.Integer()),
  count,
  older: about('The number of completed tasks that are older than those shown.', count),
  estimated_hours: hours,
  actual_hours: hours,
});

const card = Type.Object({
  ...propertiesOf(fields, [
    'id',
    'title',
    'project_id',
    'pipeline_id',
    'column',
    'position',
    'priority',
    'start_date',
    'due_date',
    'blocked_by_ids',
    'assignee_ids',
    'tags',
    'estimated_hours',
    'actual_hours',
    'completed_at',
  ]),
  is_blocked: about('True if it waits for a task that is not completed.', Type.Boolean()),
  checklist_done: about('The number of completed checklist items.', count),
  checklist_total: about('The number of checklist items.', count),
  parent: about('The parent’s ID and title.', orNull(namedTask)),
  subtask_done: about('The number of completed subtasks.', count),
  subtask_total: about('The number of subtasks.', count),
});

const project = Type.Object({
  id: uuid,
  name: Type.String(),
  color: nestedColor,
  client: orNull(Type.Object({ id: uuid, name: Type.String() })),
});

/** The board, read in one snapshot. */
export const boardFields = {
  finished_from: about('The day from which completed tasks are shown.', required(timestamp)),
  count: required(number(0, 1e12)),
  columns: required(kind(Type.Array(column), 'the columns, from left to right', 'json')),
  cards: about(
    'The tasks.',
    required(kind(Type.Array(card), 'at most 1000 tasks, in the order of each column', 'json')),
  ),
  projects: required(kind(Type.Array(project), 'the projects of the cards', 'json')),
};
