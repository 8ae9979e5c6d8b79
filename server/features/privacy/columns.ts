/*
 * Every text column of the tables of teams, and what an erasure does with it. A test compares this list with the catalogue of the database,
 * so that a new column cannot be forgotten.
 *
 * decide: a user decides on each place that mentions the person. erased: a step of the erasure empties or deletes it (erasure-steps.ts).
 * Both are scanned for the proof. free: never contains personal data of clients and contacts, for the reason given.
 */

interface TextColumns {
  readonly decide?: readonly string[];
  readonly erased?: readonly string[];
  /** Reason → columns. */
  readonly free?: Readonly<Record<string, readonly string[]>>;
}

const chosen = 'one of a fixed set of values';
const byService = 'written by the service, from a fixed set of sentences';
const agents = 'the program of a member, as it describes itself';
const derived = 'a generated id, key or slug of a setting';
const network = 'an id that the network gives to a message';

export const textColumns: Readonly<Record<string, TextColumns>> = {
  absences: { decide: ['note'] },
  activities: { decide: ['title', 'description', 'tags'], free: { [chosen]: ['type'] } },
  agent_codes: {
    free: {
      [agents]: ['client_id', 'client_name', 'client_host', 'redirect_uri', 'resource'],
      [derived]: ['challenge'],
    },
  },
  agent_connections: {
    free: { [agents]: ['client_id', 'client_name', 'client_host', 'resource'] },
  },
  api_keys: { decide: ['name'], free: { 'ranges of addresses': ['allow_from'] } },
  approval_comments: { decide: ['comment', 'author', 'answer'] },
  approval_decisions: {
    decide: ['comment', 'approver', 'pieces'],
    free: { [derived]: ['approver_key'], 'the name of a program': ['user_agent'] },
  },
  approval_requests: { decide: ['title', 'message'] },
  approval_rounds: { decide: ['snapshot', 'message'] },
  audit_entries: {
    erased: ['before', 'after'],
    free: { [derived]: ['operation', 'record_type', 'request_id'] },
  },
  automatic_replies: { erased: ['content'], free: { [chosen]: ['kind'] } },
  blob_removals: { free: { [derived]: ['place'] } },
  blobs: { free: { [derived]: ['place'], 'the name of malware': ['scan_found'] } },
  bulk_items: { erased: ['before', 'after', 'message', 'refusal'], free: { [chosen]: ['code'] } },
  bulk_jobs: {
    decide: ['change'],
    free: { [chosen]: ['kind', 'action'], [byService]: ['reason'] },
  },
  campaigns: {
    decide: ['name', 'description', 'content_pillars', 'target_platforms', 'goals'],
  },
  clients: {
    erased: [
      ...[
        'name',
        'display_name',
        'email',
        'phone',
        'mobile_phone',
        'msgapp',
        'cpf',
        'rg',
        'gender',
      ],
      ...['cnpj', 'legal_name', 'trade_name', 'state_registration', 'address', 'source', 'notes'],
      'tags',
    ],
  },
  column_ends: { free: { [derived]: ['column'] } },
  columns: { decide: ['name'], free: { [derived]: ['slug'] } },
  comments: { decide: ['content'] },
  contact_merges: { erased: ['phone', 'merged', 'was', 'became', 'moved'] },
  contacts: {
    erased: ['phone', 'jid', 'push_name', 'custom_name', 'profile_picture_url', 'notes', 'tags'],
  },
  contracts: { decide: ['title'] },
  conversation_drafts: { erased: ['content'] },
  conversation_notes: { decide: ['content'] },
  conversations: { erased: ['lid', 'push_name', 'group_id'] },
  deal_scores: {
    erased: ['reasons'],
    free: { [chosen]: ['state'] },
  },
  deal_snapshot_entries: { free: { [chosen]: ['phase'] } },
  deal_snapshots: { free: { [chosen]: ['time_zone'] } },
  deals: {
    decide: ['title', 'description', 'source', 'tags', 'loss_reason'],
    erased: ['ai_summary'],
    free: { [chosen]: ['currency', 'phase'] },
  },
  deliveries: { free: { [chosen]: ['event'], [byService]: ['reason', 'reason_details'] } },
  delivery_attempts: { erased: ['answer', 'error', 'error_details'] },
  early_confirmations: { free: { [network]: ['msgapp_message_id'], [byService]: ['reason'] } },
  endpoint_summaries: { free: { [derived]: ['digest'] } },
  events: { erased: ['payload'], free: { [chosen]: ['type'] } },
  exports: {
    erased: ['query'],
    free: {
      [chosen]: ['resource', 'columns', 'format', 'language', 'state'],
      [derived]: ['place'],
      [byService]: ['reason', 'reason_details'],
    },
  },
  external_ids: { erased: ['external_id'], free: { [chosen]: ['resource', 'source'] } },
  files: { decide: ['name'], free: { [chosen]: ['media_type', 'purpose', 'record_type'] } },
  gateway_reads: { free: { [byService]: ['reason'] } },
  group_members: { erased: ['member', 'phone', 'lid', 'name'] },
  group_reactions: {
    erased: ['member', 'name'],
    free: { [network]: ['msgapp_message_id'], [chosen]: ['emoji'] },
  },
  idempotency_keys: { free: { 'chosen by a program; answers are emptied': ['key'] } },
  import_changes: {
    erased: ['before', 'after'],
    free: {
      [derived]: ['record', 'resource', 'action'],
      [chosen]: ['undo_outcome', 'undo_reason'],
      'names of fields': ['undo_fields'],
    },
  },
  import_rows: { erased: ['problems', 'cells'], free: { [chosen]: ['outcome'] } },
  imports: {
    erased: ['file_name', 'contents', 'choices', 'reason', 'reason_details'],
    free: { [chosen]: ['kind', 'state'], 'numbers only': ['counts'], 'a sheet': ['read_options'] },
  },
  inbox_health: {
    free: {
      'an address of this service': ['callback_url'],
      [byService]: ['last_failure', 'last_failure_details'],
    },
  },
  inbox_histories: {
    free: { [chosen]: ['state', 'period', 'parts'], [byService]: ['reason', 'reason_details'] },
  },
  inbox_history_chats: {
    erased: ['chat', 'name', 'reason'],
    free: { [chosen]: ['state'], 'numbers only': ['skipped'] },
  },
  inboxes: {
    decide: ['name', 'greeting', 'away_message'],
    free: {
      'the number of the team': ['phone'],
      [chosen]: ['groups', 'distribution', 'business_hours'],
      [byService]: ['state_reason', 'state_reason_details'],
    },
  },
  intelligence_settings: { free: { [chosen]: ['language'] } },
  invites: { decide: ['name', 'email'] },
  known_lids: { erased: ['lid', 'phone'] },
  labels: { decide: ['name'], free: { [chosen]: ['color'] } },
  live_notices: { free: { [chosen]: ['record_type'] } },
  lookups: { erased: ['subject'], free: { [chosen]: ['kind'] } },
  message_changes: {
    erased: ['content'],
    free: { [chosen]: ['kind', 'status'], [byService]: ['reason'] },
  },
  message_media: {
    erased: ['source', 'name'],
    free: { [chosen]: ['status', 'media_type'], [byService]: ['reason'] },
  },
  message_reactions: { free: { [network]: ['msgapp_message_id'], [chosen]: ['emoji'] } },
  message_versions: { decide: ['content', 'details'] },
  messages: {
    decide: ['content', 'details', 'media', 'referral', 'mentions', 'reactions', 'last_change'],
    erased: ['remote_jid', 'participant'],
    free: {
      [network]: ['msgapp_message_id', 'quoted_id'],
      [chosen]: ['message_type'],
      [byService]: ['status_reason'],
      'a hash': ['import_key'],
    },
  },
  moves: { free: { [chosen]: ['resource', 'field', 'was', 'became'] } },
  notifications: { free: { [chosen]: ['record_type'] } },
  number_checks: { erased: ['phone', 'address'] },
  pipelines: { decide: ['name'] },
  privacy_erasures: {
    free: { 'written without personal data': ['code', 'plan', 'counts', 'proof', 'mac'] },
  },
  privacy_hits: {
    erased: ['excerpt'],
    free: {
      [derived]: ['place', 'field', 'row_key', 'matched'],
      [chosen]: ['decision'],
      'a legal basis': ['basis'],
    },
  },
  privacy_requests: {
    erased: [
      'name',
      'phones',
      'emails',
      'tax_ids',
      'notes',
      'identity_check',
      'outcome_note',
      'reason',
    ],
    free: {
      [chosen]: ['kind', 'code', 'state', 'job', 'outcome'],
      'numbers only': ['progress', 'file_scan'],
      [derived]: ['package_place'],
      [byService]: ['reason_details'],
    },
  },
  privacy_subjects: { free: { [chosen]: ['record_type', 'matched'] } },
  privacy_unread_files: { free: { [chosen]: ['reason'] } },
  project_keys: { free: { [derived]: ['key'] } },
  billing_lines: { decide: ['title', 'reference'] },
  project_templates: {
    decide: ['name', 'description', 'tasks'],
    free: { [chosen]: ['color', 'columns'] },
  },
  projects: {
    decide: ['name', 'description', 'briefing'],
    free: { [derived]: ['slug', 'key'], [chosen]: ['color'] },
  },
  ready_answers: { decide: ['title', 'content', 'shortcut'] },
  receptions: {
    erased: ['payload', 'fields'],
    free: { [derived]: ['key'], [byService]: ['reason'] },
  },
  report_sum_states: {
    free: { [derived]: ['report', 'digest'], 'numbers of records by month': ['months'] },
  },
  report_sums: { erased: ['cells'], free: { [derived]: ['report'], [chosen]: ['dimension'] } },
  sandbox_sessions: {
    free: {
      [chosen]: ['play', 'phase'],
      'an invented number': ['phone'],
      [derived]: ['callback_url'],
    },
  },
  saved_views: { decide: ['name', 'query'], free: { [chosen]: ['resource'] } },
  scheduled_messages: {
    decide: ['content', 'template', 'mentions'],
    free: { [chosen]: ['file_type', 'status'], [byService]: ['reason'] },
  },
  squad_members: { free: { [chosen]: ['role'] } },
  squads: { decide: ['name'] },
  task_recurrences: {
    decide: ['title', 'description', 'checklist_markdown', 'tags'],
    free: { 'a rule of days': ['rule'] },
  },
  tasks: {
    decide: ['title', 'description', 'tags', 'checklist_markdown'],
    free: { [derived]: ['column'] },
  },
  team_brands: { free: { [chosen]: ['color'] } },
  team_usage: { free: { [chosen]: ['what'] } },
  time_entries: { decide: ['note'] },
  totals: { free: { [chosen]: ['resource', 'part'] } },
  users: { decide: ['name', 'email'] },
  waiting_updates: {
    erased: ['data'],
    free: { [network]: ['msgapp_message_id'], [chosen]: ['kind'] },
  },
  webhooks: {
    decide: ['name', 'url', 'field_mapping', 'disabled_reason', 'disabled_reason_details'],
    free: { [derived]: ['slug'], [chosen]: ['events'] },
  },
  win_models: { erased: ['model'] },
  workflow_runs: {
    erased: ['payload', 'subject', 'reason', 'reason_details'],
  },
  workflow_steps: {
    erased: ['reason', 'reason_details'],
    free: { [chosen]: ['type'] },
  },
  workflow_versions: {
    decide: ['name', 'conditions', 'steps'],
    free: { [chosen]: ['event', 'from_phase', 'to_phase', 'timing'] },
  },
  workflows: {
    decide: ['name', 'conditions', 'steps'],
    free: { [chosen]: ['event', 'from_phase', 'to_phase', 'timing'], [derived]: ['kept'] },
  },
};

/** A text column of a table. */
export interface TextColumn {
  readonly table: string;
  readonly column: string;
}

const columnsOf = (part: 'decide' | 'erased'): readonly TextColumn[] =>
  Object.entries(textColumns).flatMap(([table, columns]) =>
    (columns[part] ?? []).map((column) => ({ table, column })),
  );

/** Columns on which a user decides. */
export const columnsToDecide: readonly TextColumn[] = columnsOf('decide');
/** All columns that are scanned for the proof. */
export const scannedColumns: readonly TextColumn[] = [...columnsToDecide, ...columnsOf('erased')];
