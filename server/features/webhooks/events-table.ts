import { workflowCall } from '#server/events/catalogue.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  kind,
  oneOf,
  required,
  since,
  timestamp,
  until,
  uuid,
} from '#server/records/fields.ts';
import { equals, exampleId, table } from '#server/records/table.ts';

const part = (name: string) => ({
  ...kind(Type.Record(Type.String(), Type.Unknown()), 'an object', 'json'),
  output: () => `t.payload::json -> '${name}'`,
});

const fields = {
  id: about(
    'Assigned by the service (UUID version 7). Deliveries carry it as webhook-id.',
    required(uuid),
  ),
  type: about('The event type.', required(oneOf('text', [...eventKinds, workflowCall]))),
  created_at: about('When the event happened.', required(timestamp)),
  data: about('The record after the change, as v1 returns it.', required(part('data'))),
  previous: about(
    'The previous values of the fields that changed; null if the record is new.',
    part('previous'),
  ),
};

export const events = table({
  name: 'events',
  one: 'event',
  about: 'Changes of the last 30 days, as delivered to webhook endpoints.',
  example: {
    type: 'deal.stage_changed',
    data: { id: exampleId, title: 'Loja virtual', phase: 'ganho' },
    previous: { phase: 'proposta', updated_at: '2026-11-20T11:00:00.000Z' },
  },
  path: '/events',
  fields,
  filters: {
    ...equals(fields, 'type'),
    from: {
      field: since,
      sql: 't.id >= uuid7_floor($from::timestamptz)',
      about: 'Only events at or after this time, or from this UTC day on.',
    },
    to: {
      field: until,
      sql: `t.id < uuid7_floor($to::timestamptz + interval '1 millisecond')`,
      about: 'Only events up to this time, or the end of this UTC day.',
    },
  },
  // Ids begin with the time of the event.
  sorts: { created_at: { by: [], nullable: false, isText: false } },
});
