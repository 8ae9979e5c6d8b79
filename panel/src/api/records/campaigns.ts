/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const campaignFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  project_id: { kind: 'link', target: 'projects', isRequired: true, isCreatable: true },
  project: { kind: 'object', isNullable: true },
  description: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  status: { kind: 'enum', values: ['draft', 'scheduled', 'active', 'paused', 'completed', 'cancelled'], isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  approval_status: { kind: 'enum', values: ['pending', 'approved', 'rejected'] },
  start_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  end_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  content_pillars: { kind: 'texts', maxItems: 100, itemLength: 255, isCreatable: true, isUpdatable: true },
  target_platforms: { kind: 'texts', maxItems: 100, itemLength: 255, isCreatable: true, isUpdatable: true, isBulk: true },
  goals: { kind: 'object', isCreatable: true, isUpdatable: true },
  created_by: { kind: 'id', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const campaignFilters = {
  status: { kind: 'enum', values: ['draft', 'scheduled', 'active', 'paused', 'completed', 'cancelled'] },
  project_id: { kind: 'link', target: 'projects' },
  updated_since: { kind: 'timestamp', maxLength: 64 },
  approval_status: { kind: 'enum', values: ['pending', 'approved', 'rejected'] },
  client_id: { kind: 'link', target: 'clients' },
  status_in: { kind: 'texts', maxItems: 50 },
  status_not: { kind: 'texts', maxItems: 50 },
  project_id_in: { kind: 'links', target: 'projects', maxItems: 50 },
  project_id_not: { kind: 'links', target: 'projects', maxItems: 50 },
  approval_status_in: { kind: 'texts', maxItems: 50 },
  approval_status_not: { kind: 'texts', maxItems: 50 },
  client_id_in: { kind: 'links', target: 'clients', maxItems: 50 },
  client_id_not: { kind: 'links', target: 'clients', maxItems: 50 },
  from: { kind: 'date' },
  until: { kind: 'date' },
} as const;
