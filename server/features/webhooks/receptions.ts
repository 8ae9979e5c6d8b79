import { fieldCodes } from '#server/platform/error-reasons.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, table } from '#server/records/table.ts';
import { webhooks } from './table.ts';

const fields = {
  id: required(uuid),
  status: about(
    'accepted: it created a task. rejected: no task could be created from it.',
    required(oneOf('reception_status', ['accepted', 'rejected'])),
  ),
  key: about(
    'The sender’s ID for the request: its webhook-id, otherwise its Idempotency-Key.',
    singleLine(),
  ),
  task_id: about('The created task.', uuid),
  reason: about(
    'The reason for the rejection, or the fields for which the payload had no value.',
    kind(Type.String(), 'a text', 'text'),
  ),
  fields: about(
    'The invalid fields of the rejected request, as in `error.fields`, or those for which the payload had no value.',
    kind(
      Type.Array(
        Type.Object({
          name: Type.String(),
          code: Type.Enum([...fieldCodes]),
          limit: Type.Optional(Type.Number()),
        }),
        { examples: [[{ name: 'title', code: 'required' }]] },
      ),
      'a list of fields',
      'json',
      { output: (column) => `${column}::json` },
    ),
  ),
  payload: about(
    'The first 65,536 characters of the payload, if it was rejected or had no title.',
    kind(Type.String(), 'a text', 'text'),
  ),
  created_at: about('When it was received.', required(timestamp)),
};

/** Requests received at the address of one endpoint, `$owner`. */
export const receptions = table({
  name: 'receptions',
  one: 'reception',
  about: 'Requests from other systems to webhook endpoints, and their outcome.',
  example: { key: 'lead-4711', reason: null, fields: null, payload: null },
  path: `${webhooks.path}/:id/receptions`,
  fields,
  filters: equals(fields, 'status'),
  // Ids begin with the time of the reception.
  sorts: { created_at: { by: [], nullable: false, isText: false } },
  visible: 't.webhook_id = $owner::uuid',
});
