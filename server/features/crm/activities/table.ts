import {
  about,
  boolean,
  date,
  generated,
  link,
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
import { equals, sorted, table, updatedSince } from '#server/records/table.ts';

const types = [
  'call',
  'meeting',
  'email',
  'note',
  'task',
  'follow_up',
  'deadline',
  'hearing',
  'case_event',
  'contract_event',
] as const;

const fields = {
  id: required(uuid),
  title: required(singleLine(255, 1)),
  type: about('The type of activity.', withDefault(oneOf('text', [...types]), 'task')),
  description: prose,
  occurred_at: about('When it takes or took place. Default: now.', generated(timestamp)),
  duration_minutes: about('The duration in minutes.', number(0, 1_000_000)),
  is_completed: about('True if the activity is completed.', withDefault(boolean, false)),
  due_date: date,
  priority: oneOf('activity_priority', ['low', 'medium', 'high']),
  tags: texts(),
  client_id: link('clients'),
  deal_id: about('The deal of the activity.', link('deals')),
  contract_id: about('The contract of the activity.', link('contracts')),
  assigned_to: about('The assignee.', link('users')),
  created_by: uuid,
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'title',
  'type',
  'description',
  'occurred_at',
  'duration_minutes',
  'is_completed',
  'due_date',
  'priority',
  'tags',
  'client_id',
  'deal_id',
  'contract_id',
  'assigned_to',
] as const;

export const activities = table({
  name: 'activities',
  one: 'activity',
  about: 'Calls, meetings, notes and deadlines, linked to clients, deals or contracts.',
  effectOfDelete:
    'Marks the activity as completed and keeps the record. Repeating it returns the same response.',
  example: {
    title: 'Call about the proposal',
    type: 'call',
    description: 'Ask about the budget.',
    duration_minutes: 30,
    priority: 'high',
    tags: [],
  },
  exampleChange: { is_completed: true },
  path: '/activities',
  emits: true,
  notifications: [
    { kind: 'assigned', of: ['assigned_to'], users: (row) => `array[${row}.assigned_to]` },
  ],
  fields,
  bulk: [
    'type',
    'is_completed',
    'due_date',
    'priority',
    'assigned_to',
    'client_id',
    'deal_id',
    'tags',
  ],
  filters: {
    ...equals(fields, 'type', 'client_id', 'deal_id'),
    completed: {
      field: boolean,
      sql: 't.is_completed = $completed::boolean',
      about: 'Only completed or only open activities.',
    },
    ...updatedSince,
  },
  search: { text: ['title', 'description'] },
  sorts: sorted(fields, 'title', 'type', 'occurred_at', 'due_date', 'priority', 'created_at'),
});

export const activityInputs = inputs(activities, {
  create: writable,
  update: writable,
});
