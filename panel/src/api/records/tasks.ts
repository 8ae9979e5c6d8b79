/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const taskFields = {
  id: { kind: 'id' },
  title: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  description: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  project_id: { kind: 'link', target: 'projects', isRequired: true, isCreatable: true },
  parent_id: { kind: 'link', target: 'tasks', isNullable: true, isCreatable: true, isUpdatable: true },
  pipeline_id: { kind: 'link', target: 'pipelines', isCreatable: true, isUpdatable: true, isBulk: true },
  column: { kind: 'text', minLength: 1, maxLength: 80, isCreatable: true, isUpdatable: true, isBulk: true },
  priority: { kind: 'enum', values: ['urgent', 'high', 'medium', 'low', 'none'], isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  assignee_id: { kind: 'link', target: 'users', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  assignee_ids: { kind: 'links', target: 'users', maxItems: 100, isCreatable: true, isUpdatable: true, isBulk: true },
  reporter_id: { kind: 'link', target: 'users', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  start_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  due_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  blocked_by_ids: { kind: 'links', target: 'tasks', maxItems: 50, isCreatable: true, isUpdatable: true },
  estimated_hours: { kind: 'number', minimum: 0, maximum: 1000000, isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  actual_hours: { kind: 'number', minimum: 0, maximum: 1000000, isNullable: true, isUpdatable: true },
  number: { kind: 'text', isNullable: true },
  position: { kind: 'number', minimum: -1000000000000000, maximum: 1000000000000000, isUpdatable: true, isSortable: true },
  tags: { kind: 'texts', maxItems: 100, itemLength: 100, isCreatable: true, isUpdatable: true, isBulk: true },
  checklist_markdown: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  completed_at: { kind: 'timestamp', isNullable: true, isUpdatable: true, isSortable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
  deleted_at: { kind: 'timestamp', isNullable: true },
  project: { kind: 'object', isNullable: true },
  column_name: { kind: 'text', maxLength: 255, isNullable: true },
} as const;

/** Parameter of the list → its values. */
export const taskFilters = {
  project_id: { kind: 'link', target: 'projects' },
  pipeline_id: { kind: 'link', target: 'pipelines' },
  parent_id: { kind: 'link', target: 'tasks' },
  assignee_id: { kind: 'id' },
  priority: { kind: 'enum', values: ['urgent', 'high', 'medium', 'low', 'none'] },
  column: { kind: 'text', minLength: 1, maxLength: 80 },
  updated_since: { kind: 'timestamp', maxLength: 64 },
  client_id: { kind: 'link', target: 'clients' },
  is_assigned: { kind: 'boolean' },
  is_done: { kind: 'boolean' },
  is_dated: { kind: 'boolean' },
  due_from: { kind: 'date' },
  due_to: { kind: 'date' },
  tag: { kind: 'text', minLength: 1, maxLength: 100 },
  project_id_in: { kind: 'links', target: 'projects', maxItems: 50 },
  project_id_not: { kind: 'links', target: 'projects', maxItems: 50 },
  assignee_id_in: { kind: 'texts', maxItems: 50 },
  assignee_id_not: { kind: 'texts', maxItems: 50 },
  client_id_in: { kind: 'links', target: 'clients', maxItems: 50 },
  client_id_not: { kind: 'links', target: 'clients', maxItems: 50 },
  priority_in: { kind: 'texts', maxItems: 50 },
  priority_not: { kind: 'texts', maxItems: 50 },
  column_in: { kind: 'texts', maxItems: 50 },
  column_not: { kind: 'texts', maxItems: 50 },
  tag_in: { kind: 'texts', maxItems: 50 },
  tag_not: { kind: 'texts', maxItems: 50 },
} as const;

/** Fields that a card of the board has. */
export const taskCardFields = ['id', 'title', 'project_id', 'pipeline_id', 'column', 'priority', 'assignee_ids', 'start_date', 'due_date', 'blocked_by_ids', 'estimated_hours', 'actual_hours', 'position', 'tags', 'completed_at'] as const;
