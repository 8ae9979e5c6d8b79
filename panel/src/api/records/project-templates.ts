/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const projectTemplateFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  description: { kind: 'prose', maxLength: 50000, isNullable: true, isUpdatable: true },
  priority: { kind: 'enum', values: ['low', 'medium', 'high', 'urgent'], isUpdatable: true },
  color: { kind: 'text', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$', isNullable: true, isUpdatable: true },
  duration_days: { kind: 'number', minimum: 0, maximum: 3650, isNullable: true, isUpdatable: true },
  shift: { kind: 'enum', values: ['none', 'before', 'after'], isUpdatable: true },
  columns: { kind: 'object', maxItems: 100, isNullable: true },
  tasks: { kind: 'object', maxItems: 200, isUpdatable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
  project_id: { kind: 'id', isNullable: true, isCreatable: true },
} as const;

/** Parameter of the list → its values. */
export const projectTemplateFilters = {
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
