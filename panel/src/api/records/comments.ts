/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const commentFields = {
  id: { kind: 'id' },
  record_type: { kind: 'enum', values: ['tasks', 'deals', 'clients', 'contacts', 'campaigns', 'projects', 'activities'], isRequired: true, isCreatable: true },
  record_id: { kind: 'id', isRequired: true, isCreatable: true },
  author_id: { kind: 'id', isNullable: true, isCreatable: true },
  content: { kind: 'text', minLength: 1, maxLength: 50000, pattern: '\\S', isRequired: true, isCreatable: true, isUpdatable: true },
  mentions: { kind: 'links', target: 'users', maxItems: 100, isNullable: true, isCreatable: true, isUpdatable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  edited_at: { kind: 'timestamp', isNullable: true },
} as const;

/** Parameter of the list → its values. */
export const commentFilters = {
  record_type: { kind: 'enum', values: ['tasks', 'deals', 'clients', 'contacts', 'campaigns', 'projects', 'activities'] },
  record_id: { kind: 'id' },
} as const;
