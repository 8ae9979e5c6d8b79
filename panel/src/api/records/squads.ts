/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const squadFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  members: { kind: 'object' },
  created_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const squadFilters = {
} as const;
