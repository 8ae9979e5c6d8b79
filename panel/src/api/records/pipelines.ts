/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const pipelineFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  project_id: { kind: 'link', target: 'projects', isNullable: true, isCreatable: true },
  project: { kind: 'object', isNullable: true },
  is_default: { kind: 'boolean' },
  is_template: { kind: 'boolean' },
  columns: { kind: 'object', maxItems: 100, isRequired: true, isCreatable: true },
  created_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const pipelineFilters = {
  project_id: { kind: 'link', target: 'projects' },
  is_shared: { kind: 'boolean' },
} as const;
