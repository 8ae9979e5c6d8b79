import { duplicate } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  prose,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { sorted, table, updatedSince } from '#server/records/table.ts';
import { columnFields } from '../pipelines/operations.ts';
import { fields as projectFields } from '../projects/table.ts';
import { fields as taskFields } from '../tasks/table.ts';
import { shifts } from '../working-day-shift.ts';

/* Templates of projects (docs/adr/0219-project-templates.md). */

export const maxTasks = 200;
const maxColumns = 100;
export const maxDays = 3_650;

/** The role of a user in a squad. */
export const squadRole = singleLine(80, 1);

/** Days from the start of a project. */
const days = kind(
  Type.Integer({ minimum: 0, maximum: maxDays }),
  `a whole number from 0 to ${maxDays}`,
  'integer',
);

const { title, description, checklist_markdown, priority, estimated_hours, tags } = taskFields;

const { required: _, ...columnSlug } = columnFields.slug;

/** Fields of a task of a template. */
export const templateTask = {
  title,
  description,
  checklist_markdown,
  priority,
  estimated_hours,
  tags,
  is_subtask: about(
    'True for a subtask of the closest task above it that is not one itself.',
    withDefault(boolean, false),
  ),
  column: about('The slug of its column. Null: the first one of the board.', columnSlug),
  start_after_days: about(
    'The days from the start of the project to the start date. Null: no start date.',
    days,
  ),
  due_after_days: about(
    'The days from the start of the project to the due date. Null: no due date.',
    days,
  ),
  role: about(
    'The role of its assignees in the squad of the project, such as Design. Null: no assignees.',
    squadRole,
  ),
};

const nullable = (schema: Parameters<typeof Type.Union>[0][number]) =>
  Type.Union([schema, Type.Null()]);

const taskSchema = Type.Object({
  title: title.schema,
  description: nullable(description.schema),
  checklist_markdown: about('A checklist in Markdown.', nullable(checklist_markdown.schema)),
  priority: priority.schema,
  estimated_hours: nullable(estimated_hours.schema),
  tags: tags.schema,
  is_subtask: about(
    'True for a subtask of the closest task above it that is not one itself. Left out: false.',
    Type.Optional(Type.Boolean()),
  ),
  column: about('The slug of its column.', nullable(templateTask.column.schema)),
  start_after_days: about(
    'The days from the start of the project to the start date. Left out or null: no start date.',
    Type.Optional(nullable(days.schema)),
  ),
  due_after_days: about(
    'The days from the start of the project to the due date.',
    nullable(days.schema),
  ),
  role: nullable(squadRole.schema),
});

const columnSchema = Type.Object({
  slug: about('The value that tasks use in `column`.', Type.String()),
  name: about('The display name.', Type.String()),
  is_finishing: Type.Boolean(),
  limit: nullable(Type.Integer()),
});

const fields = {
  id: required(uuid),
  name: about('The name used by the team.', required(singleLine(255, 1))),
  description: about('The description of its projects, unless another is given.', prose),
  priority: about(
    'The priority of its projects, unless another is given.',
    withDefault(projectFields.priority, 'medium'),
  ),
  color: about('The colour of its projects, unless another is given.', projectFields.color),
  duration_days: about(
    'The days from the start of a project to its due date. Null: it has no due date.',
    days,
  ),
  shift: about(
    'If a due date is not a working day of the team, it becomes the working day before or after it.',
    withDefault(oneOf('working_day_shift', shifts), 'none'),
  ),
  columns: about(
    'The columns of the board in order. Null: those of the team’s template board.',
    kind(Type.Array(columnSchema, { maxItems: maxColumns }), 'a list of columns', 'json'),
  ),
  tasks: about(
    'The tasks in order.',
    required(kind(Type.Array(taskSchema, { maxItems: maxTasks }), 'a list of tasks', 'json')),
  ),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

export const projectTemplates = table({
  name: 'project_templates',
  one: 'project template',
  about:
    'Boards and tasks for projects of a kind, with due dates counted from the start, and assignees by their role in the squad.',
  example: {
    name: 'Site institucional',
    description: 'Briefing, design, development and launch.',
    duration_days: 45,
    columns: [{ slug: 'backlog', name: 'Backlog', is_finishing: false, limit: null }],
    tasks: [
      {
        title: 'Draw the home page',
        description: 'Desktop and phone.',
        checklist_markdown: '- [ ] phone\n- [ ] desktop',
        priority: 'high',
        estimated_hours: 6,
        tags: ['design'],
        column: 'backlog',
        start_after_days: 5,
        due_after_days: 10,
        role: 'Design',
      },
    ],
  },
  path: '/project-templates',
  fields,
  brief: ['id', 'name', 'duration_days'],
  filters: { ...updatedSince },
  sorts: sorted(fields, 'name', 'created_at', 'updated_at'),
  constraints: {
    project_templates_name_key: () =>
      duplicate('name is already used by another template of the team.', 'name'),
  },
});
