import { conflict, duplicate } from '../../../platform/errors.ts';
import {
  line,
  link,
  phone,
  prose,
  required,
  texts,
  timestamp,
  uuid,
} from '../../../records/fields.ts';
import { inputs } from '../../../records/input.ts';
import { same, sorted, table, updatedSince } from '../../../records/table.ts';

const fields = {
  id: required(uuid),
  phone: required(phone),
  jid: required(line()),
  push_name: line(),
  custom_name: line(),
  profile_picture_url: line(2048),
  notes: prose,
  tags: texts(),
  client_id: link('clients'),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

export const contacts = table({
  name: 'contacts',
  one: 'contact',
  path: '/msgapp/contacts',
  emits: true,
  fields,
  filters: {
    tag: {
      field: line(100, 1),
      sql: 't.tags @> array[$tag::text]',
      about: 'Only contacts with this tag.',
      isUnordered: true,
    },
    ...same(fields, 'client_id'),
    ...updatedSince,
  },
  search: { text: ['custom_name', 'push_name'], ids: ['phone'] },
  sorts: sorted(fields, 'push_name', 'custom_name', 'phone', 'created_at', 'updated_at'),
  constraints: {
    contacts_phone_key: () => duplicate('phone: the team already has a contact with this phone.'),
    conversations_contact_id_fkey: () =>
      conflict('Conversations are linked to this contact; archive or remove them first.'),
  },
});

export const contactInputs = inputs(contacts, {
  create: ['phone', 'custom_name', 'notes', 'tags', 'client_id'],
  update: ['custom_name', 'notes', 'tags', 'client_id'],
  immutable: ['phone'],
});
