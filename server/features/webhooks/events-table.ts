import { workflowCall } from '#server/events/catalogue.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import { Type } from '#server/platform/schema.ts';
import { kind, oneOf, required, since, timestamp, until, uuid } from '#server/records/fields.ts';
import { equals, table } from '#server/records/table.ts';

const part = (name: string) => ({
  ...kind(Type.Record(Type.String(), Type.Unknown()), 'an object', 'json'),
  output: () => `t.payload::json -> '${name}'`,
});

const fields = {
  id: required(uuid),
  type: required(oneOf('text', [...eventKinds, workflowCall])),
  created_at: required(timestamp),
  data: required(part('data')),
  previous: part('previous'),
};

export const events = table({
  name: 'events',
  one: 'event',
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
