import Type from 'typebox';
import { kind, line, oneOf, required, timestamp, uuid } from '../../records/fields.ts';
import { sorted, table } from '../../records/table.ts';

const fields = {
  id: required(uuid),
  conversation_id: required(uuid),
  inbox_id: required(uuid),
  remote_jid: required(line()),
  msgapp_message_id: line(),
  direction: required(oneOf('message_direction', ['incoming', 'outgoing'])),
  message_type: required(line()),
  // As long as the network lets people write.
  content: required(
    kind(Type.String({ maxLength: 65_536 }), 'a string of at most 65536 characters', 'text'),
  ),
  status: required(
    oneOf('message_status', ['received', 'pending', 'sent', 'delivered', 'read', 'failed']),
  ),
  status_reason: line(),
  created_at: required(timestamp),
};

/** Messages as they are read: those of one conversation, `$owner`. */
export const messages = table({
  name: 'messages',
  one: 'message',
  path: '/msgapp/conversations/:id/messages',
  fields,
  filters: {},
  sorts: sorted(fields, 'created_at'),
  visible: 't.conversation_id = $owner::uuid',
});
