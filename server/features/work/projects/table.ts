import { duplicate } from '#server/platform/errors.ts';
import {
  boolean,
  date,
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
import { equals, sorted, table, updatedSince } from '#server/records/table.ts';

export const fields = {
  id: required(uuid),
  name: required(singleLine(255, 1)),
  slug,
  description: prose,
  status: withDefault(
    oneOf('project_status', ['backlog', 'active', 'paused', 'completed', 'cancelled']),
    'backlog',
  ),
  priority: withDefault(oneOf('project_priority', ['low', 'medium', 'high', 'urgent']), 'medium'),
  color: patterned(
    /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
    'a colour: # and 3, 4, 6 or 8 hex digits',
    '#2563eb',
  ),
  start_date: date,
  due_date: date,
  completed_at: timestamp,
  briefing: prose,
  squad_id: link('squads'),
  squad: nested('squad_id', 'squads'),
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
  path: '/projects',
  emits: true,
  fields,
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

/** Projects list with the panel's additional filters. */
export const listedProjects = {
  ...projects,
  filters: {
    ...projects.filters,
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
  },
} as const;

export const projectInputs = inputs(projects, {
  create: writable,
  update: [...writable, 'completed_at'],
});
