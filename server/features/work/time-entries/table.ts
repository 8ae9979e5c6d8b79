import { conflict, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  confidential,
  generated,
  kind,
  link,
  money,
  oneOf,
  readNumber,
  required,
  since,
  singleLine,
  timestamp,
  until,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, sorted, table, updatedSince } from '#server/records/table.ts';

/** Max hours of a task, and max minutes of an entry. */
const maxHours = 1_000_000;
export const maxMinutes = 60 * maxHours;

/** Hours after which a running timer is flagged. */
const longTimerHours = 12;

/** Minutes, exact to a millionth. */
const minutes = kind(
  Type.Number({ minimum: -maxMinutes, maximum: maxMinutes, examples: [90] }),
  `a number from ${-maxMinutes} to ${maxMinutes}`,
  'numeric(14,6)',
  { fromQuery: readNumber, output: (column) => `trim_scale(${column})` },
);

const fields = {
  id: required(uuid),
  user_id: about(
    'The user who worked; null for hours entered on the task. Default: the caller.',
    link('users'),
  ),
  task_id: about('The task.', link('tasks')),
  project_id: about('The project. Default: that of the task.', link('projects')),
  client_id: about('The client. Default: that of the project.', link('clients')),
  started_at: about('When the work began. Default: now.', generated(timestamp)),
  minutes: about(
    'The duration in minutes; null while the timer runs. A negative number corrects other entries.',
    minutes,
  ),
  is_running: about('True while the timer runs.', {
    ...required(boolean),
    output: () => '(t.minutes is null)',
  }),
  is_long: about(`True if the timer has been running for more than ${longTimerHours} hours.`, {
    ...required(boolean),
    output: () =>
      `(t.minutes is null and t.started_at < now() - interval '${longTimerHours} hours')`,
  }),
  note: about('A short note about the work.', singleLine(1_000)),
  is_billable: about('True if the client is billed for it.', withDefault(boolean, true)),
  hourly_rate: about(
    'The rate of an hour in BRL when the entry was made: that of the project, otherwise of the client, otherwise of the user; read-only.',
    confidential(money),
  ),
  hourly_cost: about(
    'The cost of an hour of the user in BRL when the entry was made; read-only.',
    confidential(money),
  ),
  origin: about(
    'timer: started as a timer. typed: entered by a member. import: imported. api: entered by a program, or the difference when actual_hours of a task was changed.',
    required(oneOf('time_entry_origin', ['timer', 'typed', 'import', 'api'])),
  ),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'task_id',
  'project_id',
  'client_id',
  'started_at',
  'minutes',
  'note',
  'is_billable',
] as const;

/** Indexes of filters return entries in the order of their start, as timesheets and reports read them. */
const byStart = { isUnordered: true, foundBy: 'started_at' } as const;

export const timeEntries = table({
  name: 'time_entries',
  one: 'time entry',
  about:
    'Time that members spent on tasks, projects and clients. The sum of a task’s entries is its actual_hours.',
  effectOfDelete: 'Deletes the entry permanently and subtracts it from its task’s actual_hours.',
  example: {
    minutes: 90,
    is_running: false,
    is_long: false,
    note: 'Draft of the home page',
    hourly_rate: 180,
    hourly_cost: 90,
    origin: 'typed',
  },
  exampleChange: { minutes: 120 },
  path: '/time-entries',
  emits: true,
  fields,
  brief: ['id', 'user_id', 'task_id', 'project_id', 'started_at', 'minutes', 'note'],
  filters: {
    ...Object.fromEntries(
      Object.entries(
        equals(fields, 'user_id', 'task_id', 'project_id', 'client_id', 'is_billable'),
      ).map(([name, filter]) => [name, { ...filter, ...byStart }]),
    ),
    from: {
      field: since,
      sql: 't.started_at >= $from::timestamptz',
      about: 'Only entries that started at or after this time, or from this UTC day on.',
      ...byStart,
    },
    to: {
      field: until,
      sql: 't.started_at <= $to::timestamptz',
      about: 'Only entries that started at or before this time, or up to this UTC day.',
      ...byStart,
    },
    is_running: {
      field: boolean,
      sql: '(t.minutes is null) = $is_running::boolean',
      about: 'Only running timers, or only finished entries.',
      ...byStart,
    },
    ...updatedSince,
  },
  sorts: sorted(fields, 'started_at', 'created_at', 'updated_at'),
  constraints: {
    time_entries_running_key: () =>
      conflict('A timer of the user is running already; stop it first.', 'timer_running'),
    time_entries_timer_check: () =>
      invalid('minutes: is required without a user.', 'minutes', 'required'),
  },
});

export const timeEntryInputs = inputs(timeEntries, {
  create: ['user_id', ...writable],
  update: writable,
  immutable: ['user_id'],
});
