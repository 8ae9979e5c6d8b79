import { duplicate } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  date,
  kind,
  link,
  nested,
  oneOf,
  patterned,
  prose,
  required,
  singleLine,
  slug,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, exampleId, sorted, table, updatedSince } from '#server/records/table.ts';
import { severalValues } from '#server/records/value-filters.ts';

export const key = about(
  'The first part of the numbers of its tasks, unique in the team; derived from name. Null for a few seconds after an older version created the project.',
  patterned(/^[A-Z]{2,6}$/, '2 to 6 capital letters', 'SITE'),
);

export const fields = {
  id: required(uuid),
  name: about('The name of the project.', required(singleLine(255, 1))),
  slug: about('The name in URLs, unique in the team; derived from name if omitted.', slug),
  key,
  description: prose,
  status: about(
    'The status of the project. Changing it to completed sets completed_at; changing it from completed clears it.',
    withDefault(
      oneOf('project_status', ['backlog', 'active', 'paused', 'completed', 'cancelled']),
      'backlog',
    ),
  ),
  priority: about(
    'Sorted by weight: low < medium < high < urgent.',
    withDefault(oneOf('project_priority', ['low', 'medium', 'high', 'urgent']), 'medium'),
  ),
  color: patterned(
    /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
    'a colour: # and 3, 4, 6 or 8 hex digits',
    '#2563eb',
    { format: 'colour' },
  ),
  start_date: date,
  due_date: date,
  completed_at: about(
    'Set when the status becomes completed; an update may set it too.',
    timestamp,
  ),
  briefing: about('The client’s request.', prose),
  squad_id: about('The squad that does the work.', link('squads')),
  squad: about('The squad’s id and name.', nested('squad_id', 'squads')),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  created_by: uuid,
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'name',
  'slug',
  'description',
  'status',
  'priority',
  'color',
  'start_date',
  'due_date',
  'briefing',
  'squad_id',
  'client_id',
] as const;

export const projects = table({
  name: 'projects',
  one: 'project',
  about:
    'Jobs the agency works on. A new project gets its own board, copied from the team’s template.',
  effectOfDelete:
    'Sets the status to cancelled and keeps the record. Repeating it returns the same response.',
  example: {
    name: 'Site da Padaria Aurora',
    slug: 'site-da-padaria-aurora',
    key: 'SITE',
    description: 'Institutional site with orders.',
    briefing: 'Warm colours, photos of bread, orders through the messaging network.',
    status: 'active',
    squad: { id: exampleId, name: 'Criação' },
    client: { id: exampleId, name: 'Padaria Aurora' },
  },
  exampleChange: { status: 'completed' },
  path: '/projects',
  emits: true,
  fields,
  bulk: ['status', 'priority', 'color', 'start_date', 'due_date', 'squad_id', 'client_id'],
  brief: ['id', 'name', 'status', 'priority', 'due_date', 'client', 'squad'],
  filters: { ...equals(fields, 'squad_id', 'client_id', 'status', 'priority'), ...updatedSince },
  search: { text: ['name', 'description'] },
  sorts: sorted(
    fields,
    'name',
    'status',
    'priority',
    'start_date',
    'due_date',
    'created_at',
    'updated_at',
  ),
  constraints: {
    projects_slug_key: () =>
      duplicate('slug is already used by another project of the team.', 'slug'),
  },
});

/** SQL: current day in the team's time zone. */
const today = '(select (now() at time zone x.time_zone)::date from teams x where x.id = $team)';
const isLate = `coalesce(t.due_date < ${today} and t.status not in ('completed', 'cancelled'), false)`;

/** Colour of a nested project. */
export const nestedColor = about(
  'The colour of the project; null if none was chosen.',
  Type.Union([Type.String(), Type.Null()]),
);

export const nestedExample = { id: exampleId, name: 'Site da Padaria Aurora', color: '#2563eb' };

/** `{id, name, color}` of the project that `project_id` refers to: the nested project of the panel's lists. */
export const nestedProject = {
  ...kind(
    Type.Object(
      { id: uuid.schema, name: Type.String(), color: nestedColor },
      { examples: [nestedExample] },
    ),
    'an object with id, name and color',
    'json',
    {
      output: () =>
        'case when projects.id is not null then (select row_to_json(o) from (select projects.id, projects.name, projects.color) o) end',
    },
  ),
  nested: { via: 'project_id', target: 'projects' as const },
};

/** Projects list with the panel's additional filters. */
export const listedProjects = {
  ...projects,
  filters: {
    ...projects.filters,
    ...severalValues(projects.filters, ['squad_id', 'client_id', 'status', 'priority']),
    is_late: {
      field: boolean,
      sql: `${isLate} = $is_late::boolean`,
      about:
        'Only overdue projects, or only others: due before today in the team’s time zone, neither completed nor cancelled.',
      isUnordered: true,
    },
    is_open: {
      field: boolean,
      sql: `(t.status not in ('completed', 'cancelled')) = $is_open::boolean`,
      about: 'Only projects that are neither completed nor cancelled, or only those that are.',
      isUnordered: true,
    },
    due_from: {
      field: date,
      sql: 't.due_date >= $due_from::date',
      about: 'Only projects due on this day or later.',
      isUnordered: true,
    },
    due_until: {
      field: date,
      sql: 't.due_date <= $due_until::date',
      about: 'Only projects due on this day or earlier.',
      isUnordered: true,
    },
    from: {
      field: date,
      sql: 'coalesce(t.due_date, t.start_date) >= $from::date',
      about: 'Only projects that are due on this day or later, or begin then without a due date.',
      isUnordered: true,
    },
    until: {
      field: date,
      sql: 'coalesce(t.start_date, t.due_date) <= $until::date',
      about:
        'Only projects that begin on this day or earlier, or are due then without a start date.',
      isUnordered: true,
    },
  },
} as const;

/** Field → fields that change with it. */
export const projectDependentFields = { status: ['completed_at'] };

export const projectInputs = inputs(projects, {
  create: writable,
  update: [...writable, 'completed_at'],
});
