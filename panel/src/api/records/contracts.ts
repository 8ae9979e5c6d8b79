/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const contractFields = {
  id: { kind: 'id' },
  title: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true },
  client: { kind: 'object', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const contractFilters = {
  client_id: { kind: 'link', target: 'clients' },
} as const;
