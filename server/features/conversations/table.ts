import { iso } from '#server/db/statement.ts';
import {
  link,
  nested,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';
import { windowCloses } from './messaging-window.ts';

/** Status of a conversation: handled now, later, or not until its contact writes again. */
export const statuses = ['open', 'snoozed', 'resolved'] as const;

/** Suffix of a LID in a network address. */
export const lidSuffix = '@lid';

const fields = {
  id: required(uuid),
  inbox_id: required(link('inboxes')),
  inbox: nested('inbox_id', 'inboxes'),
  // Null while the network hides the number.
  contact_id: link('contacts'),
  contact: nested(
    'contact_id',
    'contacts',
    'coalesce(contacts.custom_name, contacts.push_name, contacts.phone)',
  ),
  remote_jid: {
    ...required(singleLine()),
    output: () => `coalesce(contacts.jid, t.lid || '${lidSuffix}')`,
  },
  status: withDefault(oneOf('conversation_status', statuses), 'open'),
  snoozed_until: timestamp,
  assignee_id: link('users'),
  assignee: nested('assignee_id', 'users'),
  waiting_since: timestamp,
  first_answered_at: timestamp,
  last_incoming_at: timestamp,
  window_closes_at: { ...timestamp, output: () => iso(windowCloses('inboxes', 't')) },
  last_message_at: required(timestamp),
  created_at: required(timestamp),
};

export const conversations = table({
  name: 'conversations',
  one: 'conversation',
  path: '/msgapp/conversations',
  fields,
  filters: {
    ...equals(fields, 'inbox_id'),
    contact_id: {
      field: uuid,
      sql: 't.contact_id = $contact_id::uuid',
      about: 'Only records with this contact_id.',
      isUnordered: true,
    },
    ...equals(fields, 'status', 'assignee_id'),
  },
  sorts: sorted(fields, 'created_at', 'last_message_at', 'waiting_since'),
});
