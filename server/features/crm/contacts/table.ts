import { conflict, duplicate } from '#server/platform/errors.ts';
import {
  about,
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
  phone: about(
    'The number with its country code. Cannot be changed after creation.',
    required(phone),
  ),
  jid: about(
    'The address on the messaging network, derived from the phone number.',
    required(singleLine()),
  ),
  push_name: about('The name chosen by the contact.', singleLine()),
  custom_name: about('The name used by the team.', singleLine()),
  profile_picture_url: about(
    'The URL of the contact’s picture, if the network provides it.',
    singleLine(2048),
  ),
  notes: about('Private notes of the team.', prose),
  tags: texts(),
  client_id: link('clients'),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

export const contacts = table({
  name: 'contacts',
  one: 'contact',
  about: 'People on the messaging network. A team has one contact per phone number.',
  effectOfDelete: 'Deletes the contact permanently; 409 while conversations are linked to it.',
  example: {
    push_name: 'Maria',
    custom_name: 'Maria (Padaria Aurora)',
    notes: 'Prefers messages in the morning.',
    tags: ['vip'],
  },
  exampleChange: { tags: ['vip', 'bakery'] },
  path: '/msgapp/contacts',
  emits: true,
  fields,
  bulk: ['client_id', 'tags'],
  brief: ['id', 'custom_name', 'push_name', 'phone', 'client_id', 'tags'],
  displayName: (row) => `coalesce(${row}.custom_name, ${row}.push_name, ${row}.phone)`,
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
      conflict('Conversations are linked to this contact; archive or remove them first.', 'in_use'),
  },
});

export const contactInputs = inputs(contacts, {
  create: ['phone', 'custom_name', 'notes', 'tags', 'client_id'],
  update: ['custom_name', 'notes', 'tags', 'client_id'],
  immutable: ['phone'],
});
