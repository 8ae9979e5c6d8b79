import { Type } from '#server/platform/schema.ts';
import { kind, oneOf, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { equals, table } from '#server/records/table.ts';
import { webhooks } from './table.ts';

const fields = {
  id: required(uuid),
  status: required(oneOf('reception_status', ['accepted', 'rejected'])),
  key: singleLine(),
  task_id: uuid,
  reason: kind(Type.String(), 'a text', 'text'),
  payload: kind(Type.String(), 'a text', 'text'),
  created_at: required(timestamp),
};

/** Requests received at the address of one endpoint, `$owner`. */
export const receptions = table({
  name: 'receptions',
  one: 'reception',
  path: `${webhooks.path}/:id/receptions`,
  fields,
  filters: equals(fields, 'status'),
  // Ids begin with the time of the reception.
  sorts: { created_at: { by: [], nullable: false, isText: false } },
  visible: 't.webhook_id = $owner::uuid',
});
