/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const webhookEndpointFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  slug: { kind: 'text', maxLength: 80, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', isCreatable: true },
  is_active: { kind: 'boolean', isCreatable: true, isUpdatable: true },
  target_pipeline_id: { kind: 'link', target: 'pipelines', isNullable: true, isCreatable: true, isUpdatable: true },
  target_column_id: { kind: 'link', target: 'columns', isNullable: true, isCreatable: true, isUpdatable: true },
  field_mapping: { kind: 'object', isCreatable: true, isUpdatable: true },
  url: { kind: 'prose', maxLength: 2048, isNullable: true, isCreatable: true, isUpdatable: true },
  events: { kind: 'texts', maxItems: 100, isCreatable: true, isUpdatable: true },
  disabled_reason: { kind: 'text', maxLength: 255, isNullable: true },
  disabled_reason_details: { kind: 'object', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const webhookEndpointFilters = {
  active: { kind: 'boolean' },
  url: { kind: 'prose', maxLength: 2048 },
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
