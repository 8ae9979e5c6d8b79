import { workflowCall } from '#server/events/catalogue.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import {
  number,
  oneOf,
  required,
  since,
  singleLine,
  timestamp,
  until,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import { equals, table } from '#server/records/table.ts';
import { webhooks } from './table.ts';

const fields = {
  id: required(uuid),
  webhook_id: required(uuid),
  event: required(oneOf('text', [...eventKinds, workflowCall])),
  status: required(oneOf('delivery_status', ['pending', 'delivered', 'failed'])),
  attempt_count: { ...withDefault(number(0, 1_000_000), 0), output: () => 't.attempts' },
  next_attempt_at: timestamp,
  reason: singleLine(),
  created_at: required(timestamp),
  completed_at: timestamp,
};

/** Deliveries of events to one endpoint, `$owner`, completed and pending. The id is the event's. */
export const deliveries = table({
  name: 'deliveries',
  one: 'delivery',
  path: `${webhooks.path}/:id/deliveries`,
  fields,
  filters: {
    ...equals(fields, 'status', 'event'),
    from: {
      field: since,
      sql: 't.id >= uuid7_floor($from::timestamptz)',
      about: 'Only deliveries of events at or after this time, or from this UTC day on.',
    },
    to: {
      field: until,
      sql: `t.id < uuid7_floor($to::timestamptz + interval '1 millisecond')`,
      about: 'Only deliveries of events up to this time, or the end of this UTC day.',
    },
  },
  // Ids begin with the time of the event.
  sorts: { created_at: { by: [], nullable: false, isText: false } },
  visible: 't.webhook_id = $owner::uuid',
});

/** Fields of an attempt; a delivery fetched by its id includes its attempts. */
export const attemptFields = {
  request_id: required(uuid),
  started_at: required(timestamp),
  status: number(100, 999),
  error: singleLine(),
  answer: singleLine(1_024),
  duration_ms: required(number(0, 1_000_000)),
};

const choice = {
  from: since,
  to: until,
  status: withDefault(oneOf('delivery_status', ['failed', 'delivered']), 'failed'),
};

/** Body of POST /webhooks/:id/replay: selects the endpoint's deliveries to replay. */
export const replays = input(
  { name: 'replays', one: 'replay', fields: choice },
  { kind: 'create', accepts: ['from', 'to', 'status'] },
);

/** Same as {@link replays}, for the panel, whose lists can also be filtered by event. */
export const replaysInPanel = input(
  {
    name: 'replays',
    one: 'replay',
    fields: { ...choice, event: oneOf('text', [...eventKinds, workflowCall]) },
  },
  { kind: 'create', accepts: ['from', 'to', 'status', 'event'] },
);
