/*
 * Mapping of a table's columns to fields of records. A row makes one record or several, which are linked.
 */

export const importedResources = [
  'contacts',
  'clients',
  'projects',
  'tasks',
  'deals',
  'campaigns',
  'activities',
] as const;
export type ImportedResource = (typeof importedResources)[number];

/**
 * Fields of records that a column fills. `external_id` is the id in the other product; fields that end with `_name` find or make a linked record
 * by its name, those that end with `_member` find a member of the team by name or e-mail.
 */
export const mappedFields = {
  contacts: [
    'external_id',
    'phone',
    'custom_name',
    'first_name',
    'last_name',
    'notes',
    'tags',
    'client_name',
  ],
  clients: [
    'external_id',
    'type',
    'name',
    'first_name',
    'last_name',
    'display_name',
    'email',
    'phone',
    'mobile_phone',
    'msgapp',
    'cpf',
    'cnpj',
    'tax_id',
    'rg',
    'birth_date',
    'gender',
    'legal_name',
    'trade_name',
    'state_registration',
    'address',
    'address.street',
    'address.number',
    'address.complement',
    'address.neighborhood',
    'address.city',
    'address.state',
    'address.zip_code',
    'address.country',
    'source',
    'status',
    'notes',
    'tags',
    'created_at',
  ],
  projects: [
    'external_id',
    'name',
    'description',
    'status',
    'priority',
    'start_date',
    'due_date',
    'completed_at',
    'client_name',
    'created_at',
  ],
  tasks: [
    'external_id',
    'title',
    'description',
    'project_name',
    'column',
    'priority',
    'assignee_member',
    'reporter_member',
    'start_date',
    'due_date',
    'estimated_hours',
    'actual_hours',
    'tags',
    'checklist_markdown',
    'completed_at',
    'is_completed',
    'parent_name',
    'is_archived',
    'comments',
    'attachments',
    'notes',
    'created_at',
  ],
  deals: [
    'external_id',
    'title',
    'description',
    'value',
    'phase',
    'pipeline_name',
    'outcome',
    'priority',
    'probability',
    'expected_close_date',
    'responsible_member',
    'source',
    'client_name',
    'loss_reason',
    'tags',
    'won_at',
    'lost_at',
    'created_at',
    'updated_at',
  ],
  campaigns: [
    'external_id',
    'name',
    'project_name',
    'client_name',
    'description',
    'status',
    'start_date',
    'end_date',
    'content_pillars',
    'target_platforms',
    'goals',
    'budget',
  ],
  activities: [
    'external_id',
    'title',
    'type',
    'description',
    'occurred_at',
    'time',
    'duration_minutes',
    'is_completed',
    'due_date',
    'priority',
    'tags',
    'client_name',
    'deal_name',
    'assigned_member',
  ],
} as const satisfies Record<ImportedResource, readonly string[]>;

/** A record that a row makes. */
export interface MappedRecord {
  /** Unique in the mapping: `contact`, or `contact2` for a second one. */
  readonly key: string;
  readonly resource: ImportedResource;
  /** Field of the link → key of the record that it refers to. */
  readonly links: Readonly<Record<string, string>>;
}

/** Field that a column fills. A column with several values keeps the first in a field for one, and the others in the notes. */
export interface MappedColumn {
  /** From 0. */
  readonly column: number;
  readonly record: string;
  readonly field: string;
}

/** A decision that the user makes before the import. */
export interface MappingQuestion {
  readonly code: 'resource' | 'column' | 'date_order';
  /** Column in question; null if it is about the whole table. */
  readonly column: number | null;
  /** Fields or resources among which the user chooses, the likeliest first. */
  readonly choices: readonly string[];
}

export interface Mapping {
  /** Name of the product whose export was recognized; null if the mapping was guessed. */
  readonly preset: string | null;
  readonly records: readonly MappedRecord[];
  readonly columns: readonly MappedColumn[];
  /** Columns without a field, which can be kept in the notes as `Column: value`. */
  readonly unmapped: readonly number[];
  /** Decimal mark of all columns, if the format fixes it. */
  readonly decimalMark?: 'comma' | 'point';
  /** Empty if the mapping needs no decision. */
  readonly questions: readonly MappingQuestion[];
}
