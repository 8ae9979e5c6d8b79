/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const contactFields = {
  id: { kind: 'id' },
  phone: { kind: 'text', pattern: '^[0-9]{10,15}$', isRequired: true, isCreatable: true, isSortable: true },
  jid: { kind: 'text', maxLength: 255 },
  push_name: { kind: 'text', maxLength: 255, isNullable: true, isSortable: true },
  custom_name: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true },
  profile_picture_url: { kind: 'prose', maxLength: 2048, isNullable: true },
  notes: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  tags: { kind: 'texts', maxItems: 100, itemLength: 100, isCreatable: true, isUpdatable: true, isBulk: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const contactFilters = {
  tag: { kind: 'text', minLength: 1, maxLength: 100 },
  client_id: { kind: 'link', target: 'clients' },
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
