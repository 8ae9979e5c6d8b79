import { conflict, duplicate } from '#server/platform/errors.ts';
import {
  link,
  phone,
  prose,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, sorted, table, updatedSince } from '#server/records/table.ts';

const fields = {
  id: required(uuid),
  phone: required(phone),
  jid: required(singleLine()),
  push_name: singleLine(),
  custom_name: singleLine(),
  profile_picture_url: singleLine(2048),
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
      field: singleLine(100, 1),
      sql: 't.tags @> array[$tag::text]',
      about: 'Only contacts with this tag.',
      isUnordered: true,
    },
    ...equals(fields, 'client_id'),
    ...updatedSince,
  },
  search: { text: ['custom_name', 'push_name'], ids: ['phone'] },
  sorts: sorted(fields, 'push_name', 'custom_name', 'phone', 'created_at', 'updated_at'),
  constraints: {
    contacts_phone_key: () =>
      duplicate('phone: the team already has a contact with this phone.', 'phone'),
    conversations_contact_id_fkey: () =>
      conflict('Conversations are linked to this contact; archive or remove them first.'),
  },
});

export const contactInputs = inputs(contacts, {
  create: ['phone', 'custom_name', 'notes', 'tags', 'client_id'],
  update: ['custom_name', 'notes', 'tags', 'client_id'],
  immutable: ['phone'],
});
