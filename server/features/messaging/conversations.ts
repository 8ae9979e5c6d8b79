import { line, link, nested, required, timestamp, uuid } from '../../records/fields.ts';
import { same, sorted, table } from '../../records/table.ts';

const fields = {
  id: required(uuid),
  inbox_id: required(link('inboxes')),
  inbox: nested('inbox_id', 'inboxes'),
  contact_id: required(link('contacts')),
  contact: nested(
    'contact_id',
    'contacts',
    'coalesce(contacts.custom_name, contacts.push_name, contacts.phone)',
  ),
  remote_jid: { ...required(line()), output: () => 'contacts.jid' },
  last_message_at: required(timestamp),
  created_at: required(timestamp),
};

export const conversations = table({
  name: 'conversations',
  one: 'conversation',
  path: '/msgapp/conversations',
  fields,
  filters: {
    ...same(fields, 'inbox_id'),
    contact_id: {
      field: uuid,
      sql: 't.contact_id = $contact_id::uuid',
      about: 'Only records with this contact_id.',
      isUnordered: true,
    },
  },
  sorts: sorted(fields, 'created_at', 'last_message_at'),
});
