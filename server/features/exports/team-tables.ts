/*
 * Tables in the file of a whole team, in addition to the seven lists, with the columns that are named here. Nothing else leaves: no keys, sessions,
 * passwords, configurations of gateways, secrets of webhooks, hashes of links.
 */

/** A table as JSON Lines. */
export interface TeamTable {
  /** Name of the file, without `.jsonl`. */
  readonly name: string;
  /** SQL of the columns of `t`. */
  readonly columns: string;
  /** SQL of the rows, if not all of the table with this name. */
  readonly from?: string;
  readonly where?: string;
  readonly order?: string;
}

const record = 't.id, t.name, t.created_at';

export const teamTables: readonly TeamTable[] = [
  {
    name: 'team',
    from: 'teams',
    where: 't.id = $team',
    columns:
      't.name, t.slug, t.time_zone, t.strict_tax_ids, t.deal_phases, t.won_phases, t.lost_phases, t.phase_rules, t.business_hours, t.audit_days, t.requires_second_factor, t.allows_agents, t.created_at',
    order: 't.id',
  },
  {
    name: 'users',
    columns: `${record}, t.email, t.role, t.sees_values, t.may_export, t.weekly_hours, t.suspended_at`,
  },
  { name: 'squads', columns: record },
  {
    name: 'squad_members',
    columns: 't.squad_id, t.user_id, t.role',
    order: 't.squad_id, t.user_id',
  },
  {
    name: 'project_templates',
    columns: `${record}, t.description, t.priority, t.color, t.duration_days, t.shift, t.columns, t.tasks, t.created_by, t.updated_at`,
  },
  {
    name: 'contracts',
    columns: `t.id, t.title, t.client_id, t.status, t.value, t.period, t.starts_on, t.ends_on, t.renews_on, t.notice_days, t.included_hours,
      t.carry_over, t.overage_rate, t.project_ids, t.owner_id, t.deal_id, t.created_at, t.updated_at`,
  },
  {
    name: 'billing_lines',
    columns: `t.id, t.contract_id, t.client_id, t.title, t.starts_on, t.ends_on, t.status, t.value, t.included_minutes, t.carried_minutes, t.used_minutes,
      t.overage_minutes, t.overage_rate, t.overage_value, t.total, t.reference, t.billed_at, t.created_at, t.updated_at`,
  },
  { name: 'pipelines', columns: `${record}, t.project_id, t.is_default, t.is_template` },
  {
    name: 'columns',
    columns: 't.id, t.pipeline_id, t.slug, t.name, t.position, t.is_finishing, t."limit"',
    order: 't.pipeline_id, t.position, t.id',
  },
  { name: 'labels', columns: `${record}, t.color, t.updated_at` },
  {
    name: 'canned_responses',
    from: 'ready_answers',
    columns: 't.id, t.shortcut, t.title, t.content, t.created_at, t.updated_at',
  },
  {
    name: 'saved_views',
    columns: `${record}, t.user_id, t.resource, t.scope, t.query, t.updated_at`,
  },
  {
    name: 'workflows',
    columns: `${record}, t.is_active, t.event, t.from_phase, t.to_phase, t.timing, t.conditions, t.steps, t.version`,
  },
  {
    name: 'webhooks',
    // The query of an address often contains a key.
    columns: `${record}, t.slug, t.is_active, t.target_pipeline_id, t.target_column_id, t.field_mapping, t.events,
      split_part(split_part(t.url, '?', 1), '#', 1) as url, t.updated_at`,
  },
  {
    name: 'inboxes',
    columns: `${record}, t.type, t.gateway, t.phone, t.is_active, t.greeting, t.away_message, t.business_hours, t.groups, t.is_restricted,
      t.distribution, t.distribution_limit, t.distribution_squad_id, t.first_reply_minutes, t.next_reply_minutes, t.assigns_on_answer, t.is_deleted`,
  },
  { name: 'inbox_members', columns: 't.inbox_id, t.user_id', order: 't.inbox_id, t.user_id' },
  { name: 'inbox_squads', columns: 't.inbox_id, t.squad_id', order: 't.inbox_id, t.squad_id' },
  {
    name: 'conversations',
    columns:
      't.id, t.inbox_id, t.contact_id, t.group_id, t.push_name, t.status, t.snoozed_until, t.assignee_id, t.squad_id, t.label_ids, t.client_id, t.project_id, t.is_blocked, t.first_answered_at, t.last_message_at, t.created_at',
  },
  {
    name: 'messages',
    from: '(select m.*, f.file_id, f.name as file_name, f.media_type from messages m left join message_media f on f.team_id = $team and f.message_id = m.id where m.team_id = $team)',
    columns:
      't.id, t.conversation_id, t.inbox_id, t.direction, t.message_type, t.content, t.status, t.status_reason, t.msgapp_message_id, t.author, t.author_id, t.participant, t.mentions, t.reply_to, t.reactions, t.file_id, t.file_name, t.media_type, t.referral, t.edited_at, t.revoked_at, t.sent_at, t.created_at',
    order: 't.conversation_id, t.created_at, t.id',
  },
  {
    name: 'notes',
    from: 'conversation_notes',
    where: 't.team_id = $team and t.deleted_at is null',
    columns:
      't.id, t.conversation_id, t.author_id, t.content, t.mentions, t.file_ids, t.created_at, t.updated_at',
  },
  {
    name: 'comments',
    where: 't.team_id = $team and t.deleted_at is null',
    columns:
      't.id, t.record_type, t.record_id, t.author_id, t.content, t.mentions, t.created_at, t.edited_at',
  },
  {
    name: 'approvals',
    from: 'approval_requests',
    columns:
      't.id, t.stage, t.title, t.message, t.client_id, t.needed, t.created_by, t.sent_at, t.expires_at, t.revoked_at, t.created_at',
  },
  {
    name: 'client_report_links',
    columns:
      't.id, t.client_id, t.starts_on, t.ends_on, t.shows_tasks, t.shows_hours, t.shows_values, t.expires_at, t.seen_at, t.created_by, t.created_at, t.revoked_at',
  },
  {
    name: 'approval_items',
    columns: 't.request_id, t.n, t.campaign_id, t.round, t.state, t.approvals, t.decided_at',
    order: 't.request_id, t.n',
  },
  {
    name: 'approval_decisions',
    columns:
      't.id, t.request_id, t.n, t.round, t.decision, t.comment, t.approver, t.user_id, t.created_at',
  },
  {
    name: 'time_entries',
    columns:
      't.id, t.user_id, t.task_id, t.project_id, t.client_id, t.started_at, trim_scale(t.minutes) as minutes, t.note, t.is_billable, t.hourly_rate, t.hourly_cost, t.origin, t.created_at, t.updated_at',
  },
  {
    name: 'locked_weeks',
    columns: 't.user_id, t.week, t.locked_at, t.locked_by',
    order: 't.user_id, t.week',
  },
  {
    name: 'absences',
    columns:
      't.id, t.user_id, t.starts_on, t.ends_on, t.reason, t.note, t.created_by, t.created_at, t.updated_at',
  },
  {
    name: 'task_dependencies',
    columns: 't.task_id, t.blocked_by_id',
    order: 't.task_id, t.blocked_by_id',
  },
  {
    name: 'task_recurrences',
    columns:
      't.id, t.project_id, t.pipeline_id, t.title, t.description, t.checklist_markdown, t.priority, t.assignee_ids, t.estimated_hours, t.tags, t.rule, t.starts_on, t.shift, t.days_ahead, t.is_active, t.created_by, t.created_at, t.updated_at',
  },
  {
    name: 'task_occurrences',
    columns: 't.recurrence_id, t.occurs_on, t.task_id, t.created_at',
    order: 't.recurrence_id, t.occurs_on',
  },
  {
    name: 'trashed_tasks',
    from: 'tasks',
    where: 't.team_id = $team and t.deleted_at is not null',
    columns:
      't.id, t.title, t.description, t.project_id, t.parent_id, t.pipeline_id, t."column", t.priority, t.assignee_ids, t.start_date, t.due_date, t.tags, t.checklist_markdown, t.completed_at, t.created_at, t.deleted_at',
  },
];

/** SQL of a table's rows, each as a JSON object. */
export const rowsOf = ({
  name,
  columns,
  from = name,
  where = 't.team_id = $team',
  order = 't.created_at, t.id',
}: TeamTable): string =>
  `select row_to_json(r)::text from (select ${columns} from ${from} t where ${where} order by ${order}) r`;

/** SQL of the team's files, with where their bytes are. Files to import and those of the sandbox are left out. */
export const filesSql = `
  select json_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', b.bytes, 'sha256', encode(f.sha256, 'hex'),
    'purpose', f.purpose, 'record_type', f.record_type, 'record_id', f.record_id, 'created_at', f.created_at)::text, f.id::text, f.name, b.place
  from files f join blobs b on b.team_id = $team and b.sha256 = f.sha256
  where f.team_id = $team and f.deleted_at is null and f.purpose not in ('import', 'sandbox') and b.stored_at is not null
    and (b.scan = 'clean' or b.scan is distinct from 'infected' and not $scans::boolean)
  order by f.created_at, f.id`;
