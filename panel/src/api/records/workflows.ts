/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const workflowFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isSortable: true },
  is_active: { kind: 'boolean' },
  trigger: { kind: 'object' },
  conditions: { kind: 'object' },
  steps: { kind: 'object' },
  version: { kind: 'number', minimum: 1, maximum: 1000000 },
  created_at: { kind: 'timestamp', isSortable: true },
  last_run: { kind: 'object', isNullable: true },
  definition: { kind: 'object', isRequired: true, isCreatable: true, isUpdatable: true },
} as const;

/** Parameter of the list → its values. */
export const workflowFilters = {
} as const;
