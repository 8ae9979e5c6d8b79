import { workflowCall } from '#server/events/catalogue.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import { detailsField } from '#server/records/coded-reason.ts';
import {
  about,
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
import { failureCodes, failureValues } from './failure-reasons.ts';
import { webhooks } from './table.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

const fields = {
  id: about('The event’s ID, which receivers see as webhook-id.', required(uuid)),
  webhook_id: about('The endpoint.', required(uuid)),
  event: about('The type of the event.', required(oneOf('text', [...eventKinds, workflowCall]))),
  status: about(
    'pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up.',
    required(oneOf('delivery_status', deliveryStatuses)),
  ),
  attempt_count: about('The number of attempts, including those before a replay.', {
    ...withDefault(number(0, 1_000_000), 0),
    output: () => 't.attempts',
  }),
  next_attempt_at: about(
    'Time of the next attempt; null once it is delivered or failed.',
    timestamp,
  ),
  reason: about(
    'The reason why the last attempt failed, or why there was none; null without a failure.',
    singleLine(),
  ),
  reason_details: detailsField('reason', failureCodes, failureValues),
  created_at: about('When the event happened.', required(timestamp)),
  completed_at: about('When it was delivered or failed.', timestamp),
};

/** Deliveries of events to one endpoint, `$owner`, completed and pending. The id is the event's. */
export const deliveries = table({
  name: 'deliveries',
  one: 'delivery',
  about: 'Deliveries of events to webhook endpoints: one per endpoint and event.',
  example: {
    event: 'deal.stage_changed',
    status: 'delivered',
    attempt_count: 1,
    next_attempt_at: null,
    reason: null,
    reason_details: null,
    completed_at: '2026-11-30T12:00:00.250Z',
  },
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
  request_id: about('The X-Request-Id sent to the receiver.', required(uuid)),
  started_at: about('When it started.', required(timestamp)),
  status: about('The HTTP status of the response; null if there was none.', number(100, 999)),
  error: about('The reason for the failure; null for a 2xx.', singleLine()),
  error_details: detailsField('error', failureCodes, failureValues),
  answer: about('The start of the response body.', singleLine(1_024)),
  duration_ms: about('The duration in milliseconds.', required(number(0, 1_000_000))),
};

const choice = {
  from: about('Only deliveries of events at or after this time, or from this UTC day on.', since),
  to: about('Only deliveries of events up to this time, or the end of this UTC day.', until),
  status: about(
    'failed: deliveries that were given up. delivered: accepted deliveries.',
    withDefault(oneOf('delivery_status', ['failed', 'delivered']), 'failed'),
  ),
};

/** Body of POST /webhooks/:id/replay: selects the endpoint's deliveries to replay. */
export const replays = input(
  {
    name: 'replays',
    one: 'replay',
    exampleChange: { from: '2026-11-20', status: 'failed' },
    fields: choice,
  },
  { kind: 'create', accepts: ['from', 'to', 'status'] },
);

/** Same as {@link replays}, for the panel, whose lists can also be filtered by event. */
export const replaysInPanel = input(
  {
    ...replays.of,
    fields: {
      ...choice,
      event: about(
        'Only deliveries of events of this type.',
        oneOf('text', [...eventKinds, workflowCall]),
      ),
    },
  },
  { kind: 'create', accepts: ['from', 'to', 'status', 'event'] },
);
