/* Written by `npm run panel:types` from the document of the panel's door; not by hand. */

export type ErrorDetail = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: readonly ErrorField[] | undefined;
  readonly reason?: ErrorDetailReason | undefined;
  readonly gateway?: GatewayFailure | undefined;
};
export type GatewayFailure = {
  readonly cause?: MessageCause | undefined;
  readonly code: FindingCode;
  readonly error?: string | undefined;
  readonly said?: string | undefined;
  readonly outcome?: SendOutcome | undefined;
  readonly message_id?: string | undefined;
  readonly conversation_id?: string | undefined;
};
export type ErrorField = {
  readonly name: string;
  readonly code: ErrorFieldCode;
  readonly limit?: number | undefined;
  readonly format?: ErrorFieldFormat | undefined;
};
export type Pagination = {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly pages: number;
};
export type Document = Readonly<Record<string, unknown>>;
export type Contact = {
  readonly id: string;
  readonly phone: string;
  readonly jid: string;
  readonly push_name: string | null;
  readonly custom_name: string | null;
  readonly profile_picture_url: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly client_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type Deleted = {
  readonly id: string;
  readonly deleted: true;
};
export type Project = {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly key: string | null;
  readonly description: string | null;
  readonly status: ProjectStatus;
  readonly priority: ProjectPriority;
  readonly color: string | null;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly completed_at: string | null;
  readonly briefing: string | null;
  readonly squad_id: string | null;
  readonly squad: Ref | null;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type ProjectDeleted = {
  readonly id: string;
  readonly status: 'cancelled';
  readonly archived_at: string;
};
export type Client = {
  readonly id: string;
  readonly type: ClientType;
  readonly name: string;
  readonly display_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile_phone: string | null;
  readonly msgapp: string | null;
  readonly cpf: string | null;
  readonly rg: string | null;
  readonly birth_date: string | null;
  readonly gender: string | null;
  readonly cnpj: string | null;
  readonly legal_name: string | null;
  readonly trade_name: string | null;
  readonly state_registration: string | null;
  readonly address: Address | null;
  readonly source: string | null;
  readonly status: ClientStatus;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
};
export type ClientDeleted = {
  readonly id: string;
  readonly status: 'inactive';
  readonly deactivated_at: string;
};
export type Task = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly project_id: string;
  readonly parent_id: string | null;
  readonly pipeline_id: string;
  readonly column: string;
  readonly priority: TaskPriority;
  readonly assignee_id: string | null;
  readonly assignee_ids: readonly string[];
  readonly reporter_id: string | null;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly blocked_by_ids: readonly string[];
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly number: string | null;
  readonly position: number;
  readonly tags: readonly string[];
  readonly checklist_markdown: string | null;
  readonly completed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
};
export type TaskDeleted = {
  readonly id: string;
  readonly deleted_at: string;
};
export type Deal = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly value: number | null;
  readonly currency: string;
  readonly phase: DealPhase;
  readonly priority: DealPriority;
  readonly status: DealStatus;
  readonly probability: number | null;
  readonly expected_close_date: string | null;
  readonly source: string | null;
  readonly tags: readonly string[];
  readonly is_starred: boolean;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly responsible_id: string | null;
  readonly loss_reason: string | null;
  readonly ai_summary: string | null;
  readonly ai_win_probability: number | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type DealDeleted = {
  readonly id: string;
  readonly status: 'arquivado';
  readonly archived_at: string;
};
export type Campaign = {
  readonly id: string;
  readonly name: string;
  readonly project_id: string;
  readonly project: Ref | null;
  readonly description: string | null;
  readonly status: CampaignStatus;
  readonly approval_status: CampaignApprovalStatus;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly content_pillars: readonly string[];
  readonly target_platforms: readonly string[];
  readonly goals: Readonly<Record<string, unknown>>;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type CampaignDeleted = {
  readonly id: string;
  readonly status: 'cancelled';
  readonly cancelled_at: string;
};
export type Activity = {
  readonly id: string;
  readonly title: string;
  readonly type: ActivityType;
  readonly description: string | null;
  readonly occurred_at: string;
  readonly duration_minutes: number | null;
  readonly is_completed: boolean;
  readonly due_date: string | null;
  readonly priority: ActivityPriority | null;
  readonly tags: readonly string[];
  readonly client_id: string | null;
  readonly deal_id: string | null;
  readonly contract_id: string | null;
  readonly assigned_to: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type ActivityDeleted = {
  readonly id: string;
  readonly is_completed: true;
  readonly completed_at: string;
};
export type Contract = {
  readonly id: string;
  readonly title: string;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly status: ContractStatus;
  readonly value: number | null;
  readonly period: ContractPeriod;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
  readonly renews_on: string | null;
  readonly notice_days: number | null;
  readonly included_hours: number | null;
  readonly carry_over: number;
  readonly overage_rate: number | null;
  readonly project_ids: readonly string[];
  readonly owner_id: string | null;
  readonly deal_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type WebhookEndpoint = {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly is_active: boolean;
  readonly target_pipeline_id: string | null;
  readonly target_column_id: string | null;
  readonly field_mapping: Readonly<Record<string, unknown>>;
  readonly url: string | null;
  readonly events: readonly SubscribedEvent[];
  readonly disabled_reason: string | null;
  readonly disabled_reason_details: DeliveryFailure | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type WebhookEndpointCreated = {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly is_active: boolean;
  readonly target_pipeline_id: string | null;
  readonly target_column_id: string | null;
  readonly field_mapping: Readonly<Record<string, unknown>>;
  readonly url: string | null;
  readonly events: readonly SubscribedEvent[];
  readonly disabled_reason: string | null;
  readonly disabled_reason_details: DeliveryFailure | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly secret_token: string;
};
export type TimeEntry = {
  readonly id: string;
  readonly user_id: string | null;
  readonly task_id: string | null;
  readonly project_id: string | null;
  readonly client_id: string | null;
  readonly started_at: string;
  readonly minutes: number | null;
  readonly is_running: boolean;
  readonly is_long: boolean;
  readonly note: string | null;
  readonly is_billable: boolean;
  readonly hourly_rate: number | null;
  readonly hourly_cost: number | null;
  readonly origin: TimeEntryOrigin;
  readonly created_at: string;
  readonly updated_at: string;
};
export type Squad = {
  readonly id: string;
  readonly name: string;
  readonly members: readonly SquadMember[];
  readonly created_at: string;
};
export type Key = {
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly user_id: string | null;
  readonly user: Ref | null;
  readonly allow_from: readonly string[] | null;
  readonly per_minute: number | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
};
export type KeyCreated = {
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly user_id: string | null;
  readonly user: Ref | null;
  readonly allow_from: readonly string[] | null;
  readonly per_minute: number | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly api_key: string;
};
export type KeyDeleted = {
  readonly id: string;
  readonly revoked_at: string;
};
export type User = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: string;
  readonly picture: string | null;
};
export type Inbox = {
  readonly id: string;
  readonly name: string;
  readonly type: InboxType;
  readonly gateway: Gateway;
  readonly groups: InboxGroups;
  readonly active: boolean;
  readonly connected: boolean;
  readonly state: ConnectionState | null;
  readonly state_reason: string | null;
  readonly state_reason_details: Finding | null;
  readonly state_changed_at: string | null;
  readonly phone: string | null;
  readonly created_at: string;
  readonly evidence: InboxEvidence | null;
};
export type ListedActivity = {
  readonly id: string;
  readonly title: string;
  readonly type: ActivityType;
  readonly description: string | null;
  readonly occurred_at: string;
  readonly duration_minutes: number | null;
  readonly is_completed: boolean;
  readonly due_date: string | null;
  readonly priority: ActivityPriority | null;
  readonly tags: readonly string[];
  readonly client_id: string | null;
  readonly deal_id: string | null;
  readonly contract_id: string | null;
  readonly assigned_to: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly client: Ref | null;
  readonly deal: Ref | null;
};
export type BillingLine = {
  readonly id: string;
  readonly contract_id: string;
  readonly contract: Ref | null;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly title: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly status: BillingLineStatus;
  readonly value: number | null;
  readonly included_minutes: number | null;
  readonly carried_minutes: number;
  readonly used_minutes: number;
  readonly overage_minutes: number;
  readonly overage_rate: number | null;
  readonly overage_value: number | null;
  readonly total: number | null;
  readonly reference: string | null;
  readonly billed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type Message = {
  readonly id: string;
  readonly conversation_id: string;
  readonly inbox_id: string;
  readonly remote_jid: string;
  readonly msgapp_message_id: string | null;
  readonly direction: MessageDirection;
  readonly message_type: string;
  readonly content: string;
  readonly status: MessageStatus;
  readonly status_reason: string | null;
  readonly origin: MessageOrigin;
  readonly author: MessageAuthor | null;
  readonly participant: MessageParticipant | null;
  readonly mentions: readonly MessageMention[];
  readonly step_due_at: string | null;
  readonly superseded_by: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly referral: Referral | null;
  readonly reply_to: string | null;
  readonly reactions: readonly Reaction[];
  readonly edited_at: string | null;
  readonly revoked_at: string | null;
  readonly versions: readonly MessageVersion[];
  readonly last_change: MessageLastChange | null;
  readonly sent_at: string;
  readonly media: Media | null;
  readonly created_at: string;
};
export type Conversation = {
  readonly id: string;
  readonly type: ConversationType;
  readonly group_name: string | null;
  readonly inbox_id: string;
  readonly inbox: Ref | null;
  readonly contact_id: string | null;
  readonly contact: Ref | null;
  readonly remote_jid: string;
  readonly status: ConversationStatus;
  readonly snoozed_until: string | null;
  readonly assignee_id: string | null;
  readonly assignee: Ref | null;
  readonly squad_id: string | null;
  readonly squad: Ref | null;
  readonly client_id: string | null;
  readonly project_id: string | null;
  readonly labels: readonly ConversationLabel[];
  readonly is_blocked: boolean;
  readonly waiting_since: string | null;
  readonly reply_due_at: string | null;
  readonly first_answered_at: string | null;
  readonly last_incoming_at: string | null;
  readonly window_closes_at: string | null;
  readonly last_message_at: string;
  readonly created_at: string;
};
export type Delivery = {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: EventKind;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  readonly reason: string | null;
  readonly reason_details: DeliveryFailure | null;
  readonly created_at: string;
  readonly completed_at: string | null;
};
export type Reception = {
  readonly id: string;
  readonly status: ReceptionStatus;
  readonly key: string | null;
  readonly task_id: string | null;
  readonly reason: string | null;
  readonly fields: readonly ReceptionField[] | null;
  readonly payload: string | null;
  readonly created_at: string;
};
export type Entry = {
  readonly id: string;
  readonly created_at: string;
  readonly actor: ActorKind;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly on_behalf_of: string | null;
  readonly user_name: string | null;
  readonly operation: string;
  readonly record_type: string | null;
  readonly record_id: string | null;
  readonly record_name: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly names: readonly EntryName[];
  readonly request_id: string | null;
  readonly session_id: string | null;
  readonly address: string | null;
};
export type HistoryEntry = {
  readonly id: string;
  readonly created_at: string;
  readonly actor: ActorKind;
  readonly actor_name: string | null;
  readonly user_name: string | null;
  readonly operation: string;
  readonly record_type: RecordType;
  readonly record_id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly names: readonly EntryName[];
};
export type Comment = {
  readonly id: string;
  readonly record_type: CommentRecordType;
  readonly record_id: string;
  readonly author_id: string;
  readonly content: string;
  readonly mentions: readonly string[];
  readonly created_at: string;
  readonly edited_at: string | null;
};
export type File = {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly purpose: string;
  readonly record_type: string | null;
  readonly record_id: string | null;
  readonly record_name: string | null;
  readonly created_by: string | null;
  readonly created_by_name: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly preview: FilePreview;
  readonly scan: FileScan;
  readonly created_at: string;
};
export type Notification = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly record_type: NotificationRecordType;
  readonly record_id: string;
  readonly record_name: string | null;
  readonly actor_name: string | null;
  readonly decision: Decision | null;
  readonly excerpt: string | null;
  readonly created_at: string;
  readonly read_at: string | null;
};
export type Pipeline = {
  readonly id: string;
  readonly name: string;
  readonly project_id: string | null;
  readonly project: Ref | null;
  readonly is_default: boolean;
  readonly is_template: boolean;
  readonly columns: readonly PipelineColumn[];
  readonly created_at: string;
};
export type ProjectTemplate = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly priority: ProjectPriority;
  readonly color: string | null;
  readonly duration_days: number | null;
  readonly shift: ProjectTemplateShift;
  readonly columns: readonly ProjectTemplateColumn[] | null;
  readonly tasks: readonly ProjectTemplateTask[];
  readonly created_at: string;
  readonly updated_at: string;
};
export type ListedTask = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly project_id: string;
  readonly parent_id: string | null;
  readonly pipeline_id: string;
  readonly column: string;
  readonly priority: TaskPriority;
  readonly assignee_id: string | null;
  readonly assignee_ids: readonly string[];
  readonly reporter_id: string | null;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly blocked_by_ids: readonly string[];
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly number: string | null;
  readonly position: number;
  readonly tags: readonly string[];
  readonly checklist_markdown: string | null;
  readonly completed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly project: ListedTaskProject | null;
  readonly column_name: string | null;
  readonly parent: ListedTaskParent | null;
  readonly subtasks: ListedTaskSubtasks | null;
};
export type DeletedTask = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly project_id: string;
  readonly parent_id: string | null;
  readonly pipeline_id: string;
  readonly column: string;
  readonly priority: TaskPriority;
  readonly assignee_id: string | null;
  readonly assignee_ids: readonly string[];
  readonly reporter_id: string | null;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly blocked_by_ids: readonly string[];
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly number: string | null;
  readonly position: number;
  readonly tags: readonly string[];
  readonly checklist_markdown: string | null;
  readonly completed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly project: Ref | null;
  readonly column_name: string | null;
  readonly deleted_by: ActorKind | null;
  readonly deleted_by_name: string | null;
};
export type ListedCampaign = {
  readonly id: string;
  readonly name: string;
  readonly project_id: string;
  readonly project: ListedTaskProject | null;
  readonly description: string | null;
  readonly status: CampaignStatus;
  readonly approval_status: CampaignApprovalStatus;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly content_pillars: readonly string[];
  readonly target_platforms: readonly string[];
  readonly goals: Readonly<Record<string, unknown>>;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type Approval = {
  readonly id: string;
  readonly title: string;
  readonly message: string | null;
  readonly stage: ApprovalStage;
  readonly status: ApprovalStatus;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly needed: number;
  readonly items: readonly ApprovalItem[];
  readonly has_link: boolean;
  readonly has_pin: boolean;
  readonly expires_at: string | null;
  readonly sent_at: string | null;
  readonly sent_to: string | null;
  readonly seen_at: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
};
export type ApprovalCreated = {
  readonly id: string;
  readonly title: string;
  readonly message: string | null;
  readonly stage: ApprovalStage;
  readonly status: ApprovalStatus;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly needed: number;
  readonly items: readonly ApprovalItem[];
  readonly has_link: boolean;
  readonly has_pin: boolean;
  readonly expires_at: string | null;
  readonly sent_at: string | null;
  readonly sent_to: string | null;
  readonly seen_at: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly link: string;
};
export type Workflow = {
  readonly id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly trigger: Readonly<Record<string, unknown>>;
  readonly conditions: readonly (Readonly<Record<string, unknown>>)[];
  readonly steps: readonly (Readonly<Record<string, unknown>>)[];
  readonly version: number;
  readonly created_at: string;
  readonly last_run: WorkflowLastRun | null;
};
export type WorkflowRun = {
  readonly id: string;
  readonly workflow_id: string;
  readonly workflow: Ref;
  readonly version: number | null;
  readonly record_type: WorkflowRunRecordType | null;
  readonly record_id: string | null;
  readonly due_at: string | null;
  readonly record_name: string | null;
  readonly deal_id: string | null;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly reason_details: RunReason | null;
  readonly depth: number;
  readonly next_step_at: string | null;
  readonly is_stopping: boolean;
  readonly steps: readonly WorkflowRunStep[];
  readonly created_at: string;
  readonly completed_at: string | null;
};
export type Event = {
  readonly id: string;
  readonly type: EventKind;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>> | null;
};
export type Agent = {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly scope: KeyScope;
  readonly user_id: string;
  readonly user_name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
};
export type DisconnectedAgent = {
  readonly id: string;
  readonly disconnected: boolean;
};
export type TeamSettings = {
  readonly name: string;
  readonly slug: string;
  readonly strict_tax_ids: boolean;
  readonly requires_second_factor: boolean;
  readonly second_factor_from: string | null;
  readonly allows_agents: boolean;
  readonly deal_phases: readonly string[];
  readonly won_phases: readonly string[];
  readonly lost_phases: readonly string[];
  readonly phase_rules: readonly PhaseRule[];
  readonly time_zone: string;
  readonly audit_days: number;
  readonly privacy_days: number;
  readonly created_at: string;
};
export type MemberWithoutSecondFactor = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
};
export type BusinessHours = {
  readonly hours: BusinessHoursHours | null;
  readonly time_zone: string;
  readonly is_open: boolean;
  readonly changes_at: string | null;
  readonly coming_holidays: readonly BusinessHoursComingHoliday[];
  readonly closed_days: readonly BusinessHoursComingHoliday[];
};
export type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sees_values: boolean;
  readonly may_export: boolean;
  readonly has_account: boolean;
  readonly suspended_at: string | null;
  readonly last_seen_at: string | null;
  readonly created_at: string;
};
export type RemovedMember = {
  readonly id: string;
  readonly removed: boolean;
};
export type PasswordLink = {
  readonly link: string;
  readonly expires_at: string;
};
export type NewInvitation = {
  readonly id: string;
  readonly state: InvitationState;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
  readonly user_id: string | null;
  readonly invited_by: string | null;
  readonly accepted_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly link: string;
  readonly is_mailed: boolean;
};
export type Invitation = {
  readonly id: string;
  readonly state: InvitationState;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
  readonly user_id: string | null;
  readonly invited_by: string | null;
  readonly accepted_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
};
export type DemoFilled = {
  readonly clients: number;
  readonly contacts: number;
  readonly conversations: number;
  readonly projects: number;
  readonly tasks: number;
};
export type InboxSettings = {
  readonly id: string;
  readonly name: string;
  readonly type: InboxType;
  readonly gateway: Gateway;
  readonly active: boolean;
  readonly connected: boolean;
};
export type InboxLog = {
  readonly entries: readonly InboxLogEntry[];
  readonly after: string | null;
};
export type InboxSetup = {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
};
export type InboxWorkSettings = {
  readonly id: string;
  readonly business_hours: BusinessHoursHours | null;
  readonly assigns_on_answer: boolean;
  readonly distribution: InboxWorkSettingsDistribution;
  readonly distribution_limit: number | null;
  readonly distribution_squad_id: string | null;
  readonly greeting: string | null;
  readonly away_message: string | null;
  readonly first_reply_minutes: number | null;
  readonly next_reply_minutes: number | null;
  readonly distribution_squad: Ref | null;
  readonly receivers: readonly Ref[];
  readonly team_hours: BusinessHoursHours | null;
  readonly time_zone: string;
  readonly is_open: boolean;
  readonly changes_at: string | null;
  readonly coming_holidays: readonly BusinessHoursComingHoliday[];
  readonly first_reply_due_at: string | null;
  readonly next_reply_due_at: string | null;
};
export type InboxAccess = {
  readonly id: string;
  readonly access: InboxAccessAccess;
  readonly users: readonly Ref[];
  readonly squads: readonly Ref[];
};
export type InboxTrial = {
  readonly public_url: string | null;
  readonly checks: readonly InboxTrialCheck[];
};
export type InboxConnecting = {
  readonly id: string;
  readonly name: string;
  readonly gateway: Gateway;
  readonly callback: string;
};
export type InboxLogin = {
  readonly state: ConnectionState;
  readonly reason: string | null;
  readonly reason_details: Finding | null;
  readonly qr: string | null;
  readonly code: string | null;
  readonly expires_at: string | null;
  readonly expires_in_ms: number | null;
};
export type InboxState = {
  readonly id: string;
  readonly name: string;
  readonly gateway: Gateway;
  readonly state: ConnectionState | null;
  readonly state_reason: string | null;
};
export type InboxDeleted = {
  readonly id: string;
  readonly deleted: boolean;
  readonly removed: boolean;
};
export type InboxHealth = {
  readonly id: string;
  readonly name: string;
  readonly gateway: Gateway;
  readonly active: boolean;
  readonly ok: boolean;
  readonly state: ConnectionState | null;
  readonly state_reason: string | null;
  readonly state_changed_at: string | null;
  readonly phone: string | null;
  readonly found: string;
  readonly found_details: Finding;
  readonly dead: string | null;
  readonly advice: string | null;
  readonly callback_url: string | null;
  readonly last_callback_at: string | null;
  readonly last_confirmed_at: string | null;
  readonly last_incoming_at: string | null;
  readonly heard: boolean | null;
  readonly last_sent_at: string | null;
  readonly unanswered_sends: number;
  readonly failed_sends: number;
  readonly failing_since: string | null;
  readonly last_failure: string | null;
};
export type InboxCheck = {
  readonly id: string;
  readonly callback: string;
  readonly had: string | null;
  readonly set: boolean;
  readonly proven: boolean;
  readonly last_callback_at: string | null;
  readonly last_incoming_at: string | null;
  readonly heard: boolean | null;
};
export type InboxGroupSetting = {
  readonly id: string;
  readonly name: string;
  readonly groups: InboxGroups;
};
export type DealPhases = {
  readonly phases: readonly TeamPhase[];
};
export type DealBoard = {
  readonly time_zone: string;
  readonly today: string;
  readonly month_begins: string;
  readonly recent_from: string;
  readonly count: number;
  readonly phases: readonly DealBoardPhase[];
  readonly columns: readonly DealBoardColumn[];
  readonly cards: readonly DealBoardCard[];
};
export type DealCourse = {
  readonly phases: readonly DealCoursePhase[];
  readonly stays: readonly DealCourseStay[];
  readonly steps: readonly NextStep[];
  readonly contact_id: string | null;
  readonly contacts: readonly DealCourseContact[];
};
export type DealTerms = {
  readonly loss_reasons: readonly string[];
  readonly sources: readonly string[];
  readonly tags: readonly string[];
};
export type Twin = {
  readonly field: TwinField;
  readonly kind: TwinKind;
  readonly id: string;
  readonly name: string;
};
export type ContactSuggestion = {
  readonly contact_id: string;
  readonly client_id: string;
  readonly client_name: string;
};
export type ClientName = {
  readonly id: string;
  readonly name: string;
};
export type ContractHours = {
  readonly periods: readonly ContractHoursPeriod[];
};
export type ContractsWithHours = {
  readonly contracts: readonly ContractsWithHoursContract[];
};
export type IntelligenceSettings = {
  readonly predicts_wins: boolean;
  readonly uses_responsible: boolean;
  readonly summarizes_deals: boolean;
  readonly language: Locale;
  readonly uses_endpoint: boolean;
  readonly has_endpoint: boolean;
};
export type WinModel = {
  readonly state: WinModelState;
  readonly fitted_at: string | null;
  readonly closed: number;
  readonly fewest_closed: number;
  readonly deals: number;
  readonly won: number;
  readonly lost: number;
  readonly fewest_of_each: number;
  readonly brier: number | null;
  readonly base_brier: number | null;
  readonly standard_error: number | null;
  readonly calibration: number | null;
  readonly bins: readonly WinModelBin[] | null;
};
export type DealInsight = {
  readonly is_on: boolean;
  readonly state: DealInsightState | null;
  readonly probability: number | null;
  readonly missing: number | null;
  readonly missing_in_phase: boolean;
  readonly share: DealInsightShare | null;
  readonly reasons: readonly DealInsightReason[];
  readonly summary: string | null;
  readonly may_write: boolean;
  readonly is_written: boolean;
};
export type WrittenSummary = {
  readonly summary: string;
};
export type SuggestedReply = {
  readonly text: string;
};
export type ClientReportLink = {
  readonly id: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly shows_tasks: boolean;
  readonly shows_hours: boolean;
  readonly shows_values: boolean;
  readonly has_pin: boolean;
  readonly is_working: boolean;
  readonly expires_at: string;
  readonly seen_at: string | null;
  readonly revoked_at: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
};
export type NewClientReportLink = {
  readonly id: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly shows_tasks: boolean;
  readonly shows_hours: boolean;
  readonly shows_values: boolean;
  readonly has_pin: boolean;
  readonly is_working: boolean;
  readonly expires_at: string;
  readonly seen_at: string | null;
  readonly revoked_at: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly link: string;
};
export type Report = {
  readonly report: ReportName;
  readonly from: string;
  readonly to: string;
  readonly previous_from: string;
  readonly previous_to: string;
  readonly by: ReportBy;
  readonly time_zone: string;
  readonly is_approximate: boolean;
  readonly as_of: string | null;
  readonly is_masked: boolean;
  readonly totals: readonly ReportTotal[];
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly rows_left_out: number;
};
export type ReportRecords = {
  readonly report: ReportName;
  readonly measure: string;
  readonly unit: ReportUnit;
  readonly is_masked: boolean;
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly pages: number;
  readonly records: readonly ReportRecord[];
};
export type ReportHome = {
  readonly from: string;
  readonly to: string;
  readonly first: string;
  readonly numbers: readonly ReportHomeNumber[];
};
export type SavedView = {
  readonly id: string;
  readonly resource: SavedViewResource;
  readonly name: string;
  readonly scope: SavedViewScope;
  readonly query: Readonly<Record<string, unknown>>;
  readonly author_id: string;
  readonly is_pinned: boolean;
  readonly may_change: boolean;
  readonly created_at: string;
  readonly updated_at: string;
};
export type DeletedRecord = {
  readonly id: string;
  readonly deleted: boolean;
};
export type Timeline = {
  readonly entries: readonly TimelineEntry[];
  readonly after: string | null;
};
export type RelationOverview = {
  readonly today: string;
  readonly counts: RelationOverviewCounts;
  readonly contacts: readonly RelationOverviewContact[];
  readonly conversations: readonly RelationOverviewConversation[];
  readonly deals: readonly RelationOverviewDeal[];
  readonly projects: readonly RelationOverviewProject[];
  readonly campaigns: readonly RelationOverviewCampaign[];
  readonly steps: readonly NextStep[];
};
export type TagsInUse = {
  readonly clients: readonly string[];
  readonly contacts: readonly string[];
  readonly deals: readonly string[];
  readonly tasks: readonly string[];
  readonly activities: readonly string[];
};
export type Templates = {
  readonly templates: readonly Template[];
};
export type ScheduledMessage = {
  readonly id: string;
  readonly conversation_id: string;
  readonly scheduled_at: string;
  readonly text: string | null;
  readonly file: ScheduledMessageFile | null;
  readonly type: string | null;
  readonly reply_to: string | null;
  readonly mentions: readonly MessageMention[];
  readonly template: string | null;
  readonly cancel_if_answered: boolean;
  readonly status: ScheduledMessageStatus;
  readonly reason: ScheduledMessageReason | null;
  readonly author: ScheduledMessageAuthor;
  readonly contact_wrote: boolean;
  readonly colleague_answered: boolean;
  readonly created_at: string;
  readonly updated_at: string;
};
export type SandboxMessage = {
  readonly conversation_id: string | null;
  readonly message_id: string | null;
};
export type FetchedMedia = {
  readonly id: string;
  readonly media: Media | null;
};
export type InboxHistory = {
  readonly id: string;
  readonly available: boolean;
  readonly is_delivered: boolean;
  readonly history: InboxHistoryHistory | null;
};
export type ChangedConversations = {
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly outcomes: readonly ChangedConversationsOutcome[];
};
export type Label = {
  readonly id: string;
  readonly name: string;
  readonly color: ConversationLabelColor;
  readonly created_at: string;
  readonly updated_at: string;
};
export type ReadMark = {
  readonly conversation_id: string;
  readonly read_up_to: string | null;
};
export type Unread = {
  readonly conversations: number;
  readonly unread: readonly UnreadConversation[];
  readonly muted_inbox_ids: readonly string[];
  readonly blocked_conversation_ids: readonly string[];
};
export type Note = {
  readonly id: string;
  readonly conversation_id: string;
  readonly author_id: string | null;
  readonly content: string;
  readonly mentions: readonly string[];
  readonly files: readonly NoteFile[];
  readonly created_at: string;
  readonly updated_at: string;
};
export type DeletedNote = {
  readonly id: string;
  readonly deleted_at: string;
};
export type Draft = {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly content: string;
  readonly updated_at: string;
};
export type DroppedDraft = {
  readonly conversation_id: string;
  readonly user_id: string;
};
export type ReadyAnswer = {
  readonly id: string;
  readonly shortcut: string;
  readonly title: string;
  readonly content: string;
  readonly created_at: string;
  readonly updated_at: string;
};
export type FilledAnswer = {
  readonly content: string;
  readonly empty: readonly string[];
  readonly unknown: readonly string[];
};
export type ConversationRows = {
  readonly rows: readonly ConversationRow[];
  readonly next: string | null;
  readonly counts: ConversationCounts;
};
export type MessageHits = {
  readonly hits: readonly MessageHitsHit[];
  readonly next: string | null;
};
export type ConversationThread = {
  readonly conversation: ThreadConversation;
  readonly messages: readonly Message[];
  readonly notes: readonly Note[];
  readonly activities: readonly ConversationThreadActivity[];
  readonly scheduled: readonly ScheduledMessage[];
  readonly before: string | null;
  readonly after: string | null;
  readonly read_up_to: string | null;
  readonly first_unread_id: string | null;
  readonly draft: Draft | null;
};
export type ConversationSidebar = {
  readonly contact: Contact | null;
  readonly client: Client | null;
  readonly project: Ref | null;
  readonly deals: readonly ConversationSidebarDeal[];
  readonly tasks: readonly Task[];
  readonly conversations: readonly Conversation[];
  readonly members: readonly ConversationSidebarMember[];
  readonly referral: Referral | null;
};
export type Typing = {
  readonly conversation_id: string;
  readonly until: string;
};
export type ContactMergePreview = {
  readonly conversations: number;
  readonly joined: number;
  readonly messages: number;
  readonly notes: number;
  readonly comments: number;
  readonly custom_name: string | null;
  readonly client_id: string | null;
  readonly tags: readonly string[];
};
export type ContactMerge = {
  readonly id: string;
  readonly contact_id: string;
  readonly merged_id: string;
  readonly phone: string;
  readonly merged_name: string | null;
  readonly user_id: string | null;
  readonly created_at: string;
  readonly undoable_until: string | null;
  readonly undone_at: string | null;
};
export type Availability = {
  readonly available: boolean;
};
export type ReplayResult = {
  readonly replayed: number;
  readonly remaining: number;
  readonly next_from: string | null;
};
export type WebhookStanding = {
  readonly id: string;
  readonly failing_since: string | null;
  readonly previous_secret_until: string | null;
  readonly delivery: LastDelivery | null;
  readonly reception: LastReception | null;
};
export type WebhookOverview = {
  readonly id: string;
  readonly failing_since: string | null;
  readonly previous_secret_until: string | null;
  readonly delivery: LastDelivery | null;
  readonly reception: LastReception | null;
  readonly pending: number;
  readonly retrying: number;
  readonly failed: number;
  readonly pipeline: Ref | null;
  readonly project: Ref | null;
  readonly column: Ref | null;
};
export type MappingTry = {
  readonly task: Readonly<Record<string, unknown>> | null;
  readonly found: Readonly<Record<string, unknown>>;
  readonly problems: readonly MappingProblem[];
  readonly missing: readonly string[];
};
export type DeletedFile = {
  readonly id: string;
  readonly deleted_at: string | null;
};
export type UnreadNotifications = {
  readonly unread: number;
  readonly is_mail_bounced: boolean;
};
export type ReadNotification = {
  readonly id: string;
  readonly read_at: string;
};
export type ReadNotifications = {
  readonly read: number;
};
export type NotificationChoices = {
  readonly assigned: boolean;
  readonly mentioned: boolean;
  readonly commented: boolean;
  readonly decided: boolean;
  readonly unsent: boolean;
  readonly overdue: boolean;
  readonly squad_assigned: boolean;
  readonly privacy_due: boolean;
  readonly hours_nearly_used: boolean;
  readonly hours_used: boolean;
};
export type NotificationMail = {
  readonly assigned: NotificationMailAssigned;
  readonly mentioned: NotificationMailAssigned;
  readonly commented: NotificationMailAssigned;
  readonly decided: NotificationMailAssigned;
  readonly unsent: NotificationMailAssigned;
  readonly overdue: NotificationMailAssigned;
  readonly squad_assigned: NotificationMailAssigned;
  readonly privacy_due: NotificationMailAssigned;
  readonly hours_nearly_used: NotificationMailAssigned;
  readonly hours_used: NotificationMailAssigned;
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly time_zone: string;
  readonly is_available: boolean;
  readonly email: string;
  readonly is_confirmed: boolean;
  readonly is_mailed: boolean;
  readonly stop_reason: NotificationMailStopReason | null;
};
export type NotificationPush = {
  readonly assigned: boolean;
  readonly mentioned: boolean;
  readonly commented: boolean;
  readonly decided: boolean;
  readonly unsent: boolean;
  readonly overdue: boolean;
  readonly squad_assigned: boolean;
  readonly privacy_due: boolean;
  readonly hours_nearly_used: boolean;
  readonly hours_used: boolean;
  readonly shows_text: boolean;
  readonly is_available: boolean;
  readonly public_key: string | null;
};
export type PushBrowser = {
  readonly id: string;
  readonly user_agent: string | null;
  readonly is_current: boolean;
  readonly created_at: string;
  readonly pushed_at: string | null;
};
export type CalendarFeed = {
  readonly is_on: boolean;
  readonly has_holidays: boolean;
  readonly created_at: string | null;
};
export type NewCalendarFeed = {
  readonly is_on: boolean;
  readonly has_holidays: boolean;
  readonly created_at: string | null;
  readonly url: string;
};
export type ProjectOverview = {
  readonly today: string;
  readonly is_late: boolean;
  readonly template: Ref | null;
  readonly tasks: number;
  readonly done: number;
  readonly late: number;
  readonly estimated_hours: number;
  readonly actual_hours: number;
  readonly columns: readonly ProjectOverviewColumn[];
  readonly people: readonly ProjectOverviewPerson[];
  readonly campaigns: readonly ProjectOverviewCampaign[];
  readonly dates: readonly ProjectOverviewDate[];
  readonly groups: readonly ProjectOverviewGroup[];
  readonly late_tasks: readonly ProjectOverviewLateTask[];
  readonly changed_tasks: readonly ProjectOverviewLateTask[];
};
export type TaskBoard = {
  readonly finished_from: string;
  readonly count: number;
  readonly columns: readonly TaskBoardColumn[];
  readonly cards: readonly TaskBoardCard[];
  readonly projects: readonly TaskBoardProject[];
};
export type TaskDependencies = {
  readonly blocked_by: readonly TaskDependenciesBlockedBy[];
  readonly blocks: readonly TaskDependenciesBlockedBy[];
};
export type Subtasks = {
  readonly total: number;
  readonly done: number;
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly parent: SubtasksParent | null;
  readonly subtasks: readonly SubtasksSubtask[];
};
export type HourlyRate = {
  readonly user_id: string | null;
  readonly client_id: string | null;
  readonly project_id: string | null;
  readonly hourly_rate: number | null;
  readonly hourly_cost: number | null;
  readonly name: string;
};
export type LockedWeek = {
  readonly week: string;
  readonly locked_at: string;
  readonly locked_by: string | null;
};
export type TeamWeek = {
  readonly week: string;
  readonly members: readonly TeamWeekMember[];
};
export type TaskRecurrence = {
  readonly id: string;
  readonly project_id: string;
  readonly title: string;
  readonly description: string | null;
  readonly checklist_markdown: string | null;
  readonly priority: TaskPriority;
  readonly assignee_ids: readonly string[];
  readonly estimated_hours: number | null;
  readonly tags: readonly string[];
  readonly pipeline_id: string | null;
  readonly rule: string;
  readonly starts_on: string;
  readonly shift: ProjectTemplateShift;
  readonly days_ahead: number;
  readonly is_active: boolean;
  readonly coming: readonly TaskRecurrenceComing[];
  readonly failed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type Absence = {
  readonly id: string;
  readonly user_id: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly reason: AbsenceReason | null;
  readonly note: string | null;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type WeeklyHours = {
  readonly id: string;
  readonly weekly_hours: number | null;
};
export type Workload = {
  readonly today: string;
  readonly weeks: readonly WorkloadWeek[];
  readonly members: readonly WorkloadMember[];
};
export type WorkloadTask = {
  readonly id: string;
  readonly title: string;
  readonly project: ListedTaskProject;
  readonly due_date: string | null;
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly planned_hours: number | null;
  readonly assignee_ids: readonly string[];
};
export type CampaignStage = {
  readonly campaign_id: string;
  readonly approval_id: string;
  readonly stage: ApprovalStage;
  readonly state: ApprovalItemState;
  readonly round: number;
};
export type Brand = {
  readonly color: string | null;
  readonly logo: string | null;
};
export type WorkflowSchema = {
  readonly schema: Readonly<Record<string, unknown>>;
};
export type WorkflowVersions = {
  readonly versions: readonly WorkflowVersion[];
};
export type WorkflowDryRun = {
  readonly fires: boolean;
  readonly why: string | null;
  readonly why_details: RunReason | null;
  readonly times: readonly string[];
  readonly conditions: readonly WorkflowDryRunCondition[];
  readonly steps: readonly WorkflowDryRunStep[];
};
export type WorkflowState = {
  readonly id: string;
  readonly name: string;
  readonly is_active: boolean;
};
export type WorkflowChoices = {
  readonly phases: readonly string[];
  readonly won_phases: readonly string[];
  readonly lost_phases: readonly string[];
  readonly pipelines: readonly WorkflowChoicesPipeline[];
  readonly columns: readonly ColumnChoice[];
  readonly people: readonly Ref[];
  readonly inboxes: readonly Ref[];
  readonly project_templates: readonly Ref[];
  readonly webhooks: readonly Ref[];
  readonly names: readonly Ref[];
};
export type BulkAnswer = {
  readonly id: string;
  readonly done: number;
  readonly refused: number;
  readonly outcomes: readonly BulkAnswerOutcome[];
};
export type BulkPreview = {
  readonly total: number;
  readonly most: number;
  readonly first: readonly BulkPreviewRecord[];
};
export type BulkJob = {
  readonly id: string;
  readonly kind: RecordType;
  readonly action: BulkAction;
  readonly change: Readonly<Record<string, unknown>>;
  readonly state: BulkJobState;
  readonly reason: BulkJobReason | null;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly undone: number;
  readonly kept: number;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly undo_until: string;
  readonly failures: readonly BulkJobFailure[];
};
export type Day = {
  readonly today: string;
  readonly time_zone: string;
  readonly user_id: string;
  readonly tasks: readonly DayTask[];
  readonly activities: readonly DayActivity[];
  readonly conversations: readonly DayConversation[];
  readonly approvals: readonly DayApproval[];
  readonly deals: readonly DayDeal[];
  readonly counts: DayCounts;
  readonly has_work: boolean;
};
export type SearchGroup = {
  readonly kind: CommentRecordType;
  readonly has_more: boolean;
  readonly hits: readonly SearchGroupHit[];
};
export type Around = {
  readonly comments: AroundComments | null;
  readonly files: AroundFiles | null;
  readonly approvals: AroundApprovals | null;
  readonly contracts: ContractsWithHours | null;
  readonly history: AroundHistory | null;
  readonly hours: ContractHours | null;
  readonly billing_lines: AroundBillingLines | null;
  readonly overview: ProjectOverview | null;
  readonly dependencies: TaskDependencies | null;
  readonly recurrences: readonly TaskRecurrence[] | null;
  readonly subtasks: Subtasks | null;
  readonly relations: RelationOverview | null;
  readonly course: DealCourse | null;
  readonly insight: DealInsight | null;
  readonly timeline: Timeline | null;
  readonly merges: readonly ContactMerge[] | null;
  readonly suggestions: readonly ContactSuggestion[] | null;
  readonly project: ListedTaskProject | null;
  readonly client: AroundClient | null;
  readonly deal: ListedTaskParent | null;
  readonly pipeline: Pipeline | null;
};
export type Import = {
  readonly id: string;
  readonly kind: ImportKind | null;
  readonly file_name: string;
  readonly state: ImportState;
  readonly reason: string | null;
  readonly reason_details: ImportReasonDetails | null;
  readonly contents: ImportContents | null;
  readonly choices: ImportChoices | null;
  readonly counts: ImportCounts | null;
  readonly table: ImportTable | null;
  readonly row_choices: ImportRowChoices | null;
  readonly row_counts: ImportRowCounts | null;
  readonly user_name: string | null;
  readonly created_at: string;
  readonly applied_at: string | null;
  readonly finished_at: string | null;
  readonly undo_until: string | null;
};
export type ImportPreview = {
  readonly samples: readonly ImportTableSample[];
  readonly primary: string | null;
};
export type ImportRow = {
  readonly n: number;
  readonly line: number;
  readonly outcome: ImportRowOutcome;
  readonly problems: readonly ImportTableSampleProblem[];
  readonly records: readonly ImportRowRecord[];
};
export type ImportRowProblem = {
  readonly line: number;
  readonly column_name: string | null;
  readonly problem: ImportTableSampleProblem;
};
export type ImportLeft = {
  readonly n: number;
  readonly line: number;
  readonly record: string;
  readonly resource: CommentRecordType;
  readonly record_id: string;
  readonly name: string | null;
  readonly outcome: ImportLeftOutcome;
  readonly reason: ImportLeftReason;
  readonly fields: readonly string[];
};
export type PrivacyRequest = {
  readonly id: string;
  readonly kind: PrivacyRequestKind;
  readonly code: string;
  readonly name: string | null;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly tax_ids: readonly string[];
  readonly notes: string | null;
  readonly identity_check: string | null;
  readonly received_on: string;
  readonly due_on: string;
  readonly days_left: number;
  readonly is_late: boolean;
  readonly state: PrivacyRequestState;
  readonly job: PrivacyRequestJob | null;
  readonly progress: PrivacyRequestProgress | null;
  readonly reason: string | null;
  readonly reason_details: PrivacyRequestReasonDetails | null;
  readonly subjects: readonly PrivacyRequestSubject[];
  readonly hits: number;
  readonly open_hits: number;
  readonly unread_files: readonly PrivacyRequestUnreadFile[];
  readonly searched_at: string | null;
  readonly packaged_at: string | null;
  readonly package_until: string | null;
  readonly erasure_id: string | null;
  readonly erased_at: string | null;
  readonly outcome: PrivacyRequestOutcome | null;
  readonly outcome_note: string | null;
  readonly user_name: string | null;
  readonly created_at: string;
  readonly closed_at: string | null;
};
export type PrivacyHit = {
  readonly id: string;
  readonly place: string;
  readonly field: string;
  readonly record_id: string | null;
  readonly file_name: string | null;
  readonly matched: readonly string[];
  readonly excerpt: string | null;
  readonly decision: PrivacyHitDecision | null;
  readonly basis: string | null;
  readonly decided_by: string | null;
};
export type PrivacyUnreadFile = {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly reason: PrivacyRequestUnreadFileReason;
  readonly record_type: string | null;
  readonly record_id: string | null;
};
export type PrivacyProof = {
  readonly id: string;
  readonly code: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly content: Readonly<Record<string, unknown>>;
  readonly sha256: string;
  readonly mac: string;
  readonly is_genuine: boolean;
};
export type Export = {
  readonly id: string;
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly language: ExportLanguage;
  readonly columns: readonly string[] | null;
  readonly query: string;
  readonly state: ExportState;
  readonly reason: string | null;
  readonly reason_details: ExportReasonDetails | null;
  readonly total: number | null;
  readonly done: number;
  readonly bytes: number | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly download_until: string | null;
};
export type DeletedExport = {
  readonly id: string;
};
export type InvitationFound = {
  readonly team: string;
  readonly slug: string;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
  readonly inviter: string | null;
};
export type InvitationAccepted = {
  readonly team: string;
  readonly person_id: string;
};
export type WaysIn = {
  readonly passkeys: boolean;
  readonly oidc: string | null;
};
export type OidcBegun = {
  readonly address: string;
};
export type OidcFinished = {
  
};
export type Identity = {
  readonly id: string;
  readonly issuer: string;
  readonly used_at: string;
  readonly created_at: string;
};
export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly used_at: string | null;
  readonly created_at: string;
};
export type PasskeyOptions = {
  readonly options: Readonly<Record<string, unknown>>;
};
export type Session = {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly is_operator: boolean;
  readonly methods: readonly string[];
  readonly authenticated_at: string;
};
export type Account = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_confirmed_at: string | null;
  readonly locale: Locale;
  readonly time_zone: string;
  readonly picture: string | null;
  readonly is_operator: boolean;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly recovery_codes_left: number;
  readonly passkeys: number;
  readonly created_at: string;
};
export type PushSubscriptionState = {
  readonly public_key: string | null;
  readonly is_subscribed: boolean;
};
export type OwnTeam = {
  readonly slug: string;
  readonly name: string;
  readonly user_id: string;
  readonly role: Role;
  readonly sees_values: boolean;
  readonly may_export: boolean;
  readonly is_available: boolean;
  readonly needs_second_factor: boolean;
  readonly second_factor_from: string | null;
  readonly time_zone: string;
  readonly allows_agents: boolean;
};
export type SignedOut = {
  readonly ended: boolean;
};
export type AgentRequest = {
  readonly name: string | null;
  readonly host: string | null;
  readonly redirect_host: string | null;
  readonly is_document: boolean;
  readonly scope: KeyScope | null;
  readonly error: string | null;
  readonly redirect_to: string;
};
export type AgentAnswer = {
  readonly redirect_to: string;
};
export type OwnAgent = {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly scope: KeyScope;
  readonly team_slug: string;
  readonly team_name: string;
  readonly team_allows_agents: boolean;
  readonly role: Role;
  readonly created_at: string;
  readonly last_used_at: string | null;
};
export type SignInStep = {
  readonly step: SignInResult;
  readonly session: SignInStepSession | null;
  readonly token: string | null;
};
export type EmailChange = {
  readonly email: string;
  readonly is_pending: boolean;
};
export type EmailConfirmed = {
  readonly email: string;
};
export type OwnSession = {
  readonly id: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly methods: readonly string[];
  readonly created_at: string;
  readonly seen_at: string;
  readonly is_current: boolean;
};
export type SessionsEnded = {
  readonly ended: number;
};
export type TotpSetup = {
  readonly secret: string;
  readonly url: string;
  readonly qr: string;
};
export type RecoveryCodes = {
  readonly recovery_codes: readonly string[];
};
export type TotpRemoved = {
  readonly removed: boolean;
};
export type PasswordChanged = {
  readonly sessions_ended: number;
};
export type PasswordAsked = {
  readonly is_mailed: boolean;
};
export type PasswordReset = {
  readonly email: string;
  readonly needs_code: boolean;
  readonly expires_at: string;
};
export type ContactCreate = {
  readonly phone: string;
  readonly custom_name?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly client_id?: string | null | undefined;
};
export type ContactUpdate = {
  readonly custom_name?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly phone?: string | undefined;
};
export type ProjectCreate = {
  readonly name: string;
  readonly slug?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly status?: ProjectStatus | null | undefined;
  readonly priority?: ProjectPriority | null | undefined;
  readonly color?: string | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly briefing?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
  readonly client_id?: string | null | undefined;
};
export type ProjectUpdate = {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly description?: string | null | undefined;
  readonly status?: ProjectStatus | undefined;
  readonly priority?: ProjectPriority | undefined;
  readonly color?: string | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly briefing?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly completed_at?: string | null | undefined;
};
export type ClientCreate = {
  readonly type: ClientType;
  readonly name: string;
  readonly display_name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly mobile_phone?: string | null | undefined;
  readonly msgapp?: string | null | undefined;
  readonly cpf?: string | null | undefined;
  readonly rg?: string | null | undefined;
  readonly birth_date?: string | null | undefined;
  readonly gender?: string | null | undefined;
  readonly cnpj?: string | null | undefined;
  readonly legal_name?: string | null | undefined;
  readonly trade_name?: string | null | undefined;
  readonly state_registration?: string | null | undefined;
  readonly address?: AddressInput | null | undefined;
  readonly source?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
};
export type ClientUpdate = {
  readonly type?: ClientType | undefined;
  readonly name?: string | undefined;
  readonly display_name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly mobile_phone?: string | null | undefined;
  readonly msgapp?: string | null | undefined;
  readonly cpf?: string | null | undefined;
  readonly rg?: string | null | undefined;
  readonly birth_date?: string | null | undefined;
  readonly gender?: string | null | undefined;
  readonly cnpj?: string | null | undefined;
  readonly legal_name?: string | null | undefined;
  readonly trade_name?: string | null | undefined;
  readonly state_registration?: string | null | undefined;
  readonly address?: AddressInput | null | undefined;
  readonly source?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly status?: ClientStatus | undefined;
};
export type TaskCreate = {
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly parent_id?: string | null | undefined;
  readonly pipeline_id?: string | null | undefined;
  readonly column?: string | null | undefined;
  readonly priority?: TaskPriority | null | undefined;
  readonly assignee_id?: string | null | undefined;
  readonly assignee_ids?: readonly string[] | null | undefined;
  readonly reporter_id?: string | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly blocked_by_ids?: readonly string[] | null | undefined;
  readonly estimated_hours?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly checklist_markdown?: string | null | undefined;
  readonly project_id: string;
};
export type TaskUpdate = {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly parent_id?: string | null | undefined;
  readonly pipeline_id?: string | undefined;
  readonly column?: string | undefined;
  readonly priority?: TaskPriority | undefined;
  readonly assignee_id?: string | null | undefined;
  readonly assignee_ids?: readonly string[] | null | undefined;
  readonly reporter_id?: string | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly blocked_by_ids?: readonly string[] | null | undefined;
  readonly estimated_hours?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly checklist_markdown?: string | null | undefined;
  readonly position?: number | undefined;
  readonly completed_at?: string | null | undefined;
  readonly actual_hours?: number | null | undefined;
  readonly project_id?: string | undefined;
};
export type DealCreate = {
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly value?: number | null | undefined;
  readonly phase?: DealPhase | null | undefined;
  readonly priority?: DealPriority | null | undefined;
  readonly status?: DealStatus | null | undefined;
  readonly probability?: number | null | undefined;
  readonly expected_close_date?: string | null | undefined;
  readonly responsible_id?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly is_starred?: boolean | null | undefined;
};
export type DealUpdate = {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly value?: number | null | undefined;
  readonly phase?: DealPhase | undefined;
  readonly priority?: DealPriority | undefined;
  readonly status?: DealStatus | undefined;
  readonly probability?: number | null | undefined;
  readonly expected_close_date?: string | null | undefined;
  readonly responsible_id?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly is_starred?: boolean | undefined;
  readonly loss_reason?: string | null | undefined;
};
export type CampaignCreate = {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly status?: CampaignStatus | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly end_date?: string | null | undefined;
  readonly content_pillars?: readonly string[] | null | undefined;
  readonly target_platforms?: readonly string[] | null | undefined;
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  readonly project_id: string;
};
export type CampaignUpdate = {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly status?: CampaignStatus | undefined;
  readonly start_date?: string | null | undefined;
  readonly end_date?: string | null | undefined;
  readonly content_pillars?: readonly string[] | null | undefined;
  readonly target_platforms?: readonly string[] | null | undefined;
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  readonly project_id?: string | undefined;
};
export type ActivityCreate = {
  readonly title: string;
  readonly type?: ActivityType | null | undefined;
  readonly description?: string | null | undefined;
  readonly occurred_at?: string | null | undefined;
  readonly duration_minutes?: number | null | undefined;
  readonly is_completed?: boolean | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly priority?: ActivityPriority | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly deal_id?: string | null | undefined;
  readonly contract_id?: string | null | undefined;
  readonly assigned_to?: string | null | undefined;
};
export type ActivityUpdate = {
  readonly title?: string | undefined;
  readonly type?: ActivityType | undefined;
  readonly description?: string | null | undefined;
  readonly occurred_at?: string | undefined;
  readonly duration_minutes?: number | null | undefined;
  readonly is_completed?: boolean | undefined;
  readonly due_date?: string | null | undefined;
  readonly priority?: ActivityPriority | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly deal_id?: string | null | undefined;
  readonly contract_id?: string | null | undefined;
  readonly assigned_to?: string | null | undefined;
};
export type ContractCreate = {
  readonly title: string;
  readonly client_id?: string | null | undefined;
  readonly status?: ContractStatus | null | undefined;
  readonly value?: number | null | undefined;
  readonly period?: ContractPeriod | null | undefined;
  readonly starts_on?: string | null | undefined;
  readonly ends_on?: string | null | undefined;
  readonly renews_on?: string | null | undefined;
  readonly notice_days?: number | null | undefined;
  readonly included_hours?: number | null | undefined;
  readonly carry_over?: number | null | undefined;
  readonly overage_rate?: number | null | undefined;
  readonly project_ids?: readonly string[] | null | undefined;
  readonly owner_id?: string | null | undefined;
};
export type ContractUpdate = {
  readonly title?: string | undefined;
  readonly client_id?: string | null | undefined;
  readonly status?: ContractStatus | undefined;
  readonly value?: number | null | undefined;
  readonly period?: ContractPeriod | undefined;
  readonly starts_on?: string | null | undefined;
  readonly ends_on?: string | null | undefined;
  readonly renews_on?: string | null | undefined;
  readonly notice_days?: number | null | undefined;
  readonly included_hours?: number | null | undefined;
  readonly carry_over?: number | undefined;
  readonly overage_rate?: number | null | undefined;
  readonly project_ids?: readonly string[] | null | undefined;
  readonly owner_id?: string | null | undefined;
};
export type WebhookEndpointCreate = {
  readonly name: string;
  readonly is_active?: boolean | null | undefined;
  readonly target_pipeline_id?: string | null | undefined;
  readonly target_column_id?: string | null | undefined;
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  readonly url?: string | null | undefined;
  readonly events?: readonly SubscribedEvent[] | null | undefined;
  readonly slug?: string | null | undefined;
};
export type WebhookEndpointUpdate = {
  readonly name?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly target_pipeline_id?: string | null | undefined;
  readonly target_column_id?: string | null | undefined;
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  readonly url?: string | null | undefined;
  readonly events?: readonly SubscribedEvent[] | null | undefined;
};
export type TimeEntryCreate = {
  readonly user_id?: string | null | undefined;
  readonly task_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly started_at?: string | null | undefined;
  readonly minutes?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly is_billable?: boolean | null | undefined;
};
export type TimeEntryUpdate = {
  readonly task_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly started_at?: string | undefined;
  readonly minutes?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly is_billable?: boolean | undefined;
  readonly user_id?: string | null | undefined;
};
export type NameInput = {
  readonly name: string;
};
export type ChangeSquadMemberInput = {
  readonly role?: string | null | undefined;
};
export type CreateKeyInput = {
  readonly name: string;
  readonly scope?: KeyScope | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly allow_from?: readonly string[] | null | undefined;
  readonly per_minute?: number | null | undefined;
  readonly user_id?: string | null | undefined;
};
export type RotateKeyInput = {
  readonly old_expires_at?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
};
export type CreateInboxInput = {
  readonly name: string;
  readonly type: InboxType;
  readonly gateway: Gateway;
  readonly config?: Readonly<Record<string, unknown>> | null | undefined;
};
export type BillingLineUpdate = {
  readonly status?: BillingLineStatus | undefined;
  readonly reference?: string | null | undefined;
};
export type CreateContractFromDealInput = {
  readonly title?: string | null | undefined;
  readonly project_name?: string | null | undefined;
  readonly template_id?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
  readonly status?: ContractStatus | null | undefined;
  readonly value?: number | null | undefined;
  readonly period?: ContractPeriod | null | undefined;
  readonly starts_on?: string | null | undefined;
  readonly ends_on?: string | null | undefined;
  readonly renews_on?: string | null | undefined;
  readonly notice_days?: number | null | undefined;
  readonly included_hours?: number | null | undefined;
  readonly carry_over?: number | null | undefined;
  readonly overage_rate?: number | null | undefined;
  readonly owner_id?: string | null | undefined;
};
export type MessageCreate = {
  readonly content?: string | null | undefined;
  readonly inbox_id?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly conversation_id?: string | null | undefined;
  readonly message_type?: SentMessageType | null | undefined;
  readonly file_id?: string | null | undefined;
  readonly media_url?: string | null | undefined;
  readonly file_name?: string | null | undefined;
  readonly mentions?: readonly string[] | null | undefined;
};
export type TemplateSend = {
  readonly inbox_id?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly conversation_id?: string | null | undefined;
  readonly template: string;
  readonly language: string;
  readonly variables?: readonly string[] | null | undefined;
  readonly components?: readonly (Readonly<Record<string, unknown>>)[] | null | undefined;
  readonly file_id?: string | null | undefined;
};
export type WriteMessageInput = {
  readonly id?: string | null | undefined;
  readonly conversation_id?: string | null | undefined;
  readonly inbox_id?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly reply_to?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly file_id?: string | null | undefined;
  readonly type?: SentMediaType | null | undefined;
  readonly mentions?: readonly string[] | null | undefined;
  readonly seen_messages?: readonly string[] | null | undefined;
};
export type ReactToMessageInput = {
  readonly emoji: string;
};
export type EditMessageInput = {
  readonly change_id: string;
  readonly text: string;
};
export type RevokeMessageInput = {
  readonly change_id: string;
};
export type ConversationUpdate = {
  readonly assignee_id?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
};
export type SnoozeConversationInput = {
  readonly until: string;
};
export type UpdateConversationLabelsInput = {
  readonly add_labels?: readonly string[] | null | undefined;
  readonly remove_labels?: readonly string[] | null | undefined;
};
export type LinkGroupInput = {
  readonly client_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
};
export type CreateCommentInput = {
  readonly record_type: CommentRecordType;
  readonly record_id: string;
  readonly content: string;
  readonly mentions?: readonly string[] | null | undefined;
  readonly author_id?: string | null | undefined;
};
export type UpdateCommentInput = {
  readonly content: string;
  readonly mentions?: readonly string[] | null | undefined;
};
export type CreatePipelineInput = {
  readonly name: string;
  readonly columns: readonly ColumnChoice[];
  readonly project_id?: string | null | undefined;
};
export type CreateColumnInput = {
  readonly name: string;
  readonly slug?: string | null | undefined;
  readonly is_finishing?: boolean | null | undefined;
  readonly before?: string | null | undefined;
};
export type OrderColumnsInput = {
  readonly ids: readonly string[];
};
export type ColumnUpdate = {
  readonly name?: string | undefined;
  readonly is_finishing?: boolean | undefined;
  readonly limit?: number | null | undefined;
};
export type RemoveColumnInput = {
  readonly to?: string | null | undefined;
};
export type CreateProjectTemplateInput = {
  readonly name: string;
  readonly project_id?: string | null | undefined;
};
export type UpdateProjectTemplateInput = {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly priority?: ProjectPriority | null | undefined;
  readonly color?: string | null | undefined;
  readonly duration_days?: number | null | undefined;
  readonly shift?: ProjectTemplateShift | null | undefined;
  readonly tasks: readonly UpdateProjectTemplateInputTask[];
};
export type CreateProjectFromTemplateInput = {
  readonly name: string;
  readonly slug?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly status?: ProjectStatus | null | undefined;
  readonly priority?: ProjectPriority | null | undefined;
  readonly color?: string | null | undefined;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly briefing?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
  readonly client_id?: string | null | undefined;
};
export type SetProjectKeyInput = {
  readonly key: string;
};
export type MoveTaskInput = {
  readonly pipeline_id?: string | null | undefined;
  readonly column?: string | null | undefined;
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
};
export type ConvertChecklistItemInput = {
  readonly checklist_markdown: string;
  readonly index: number;
};
export type ConvertSubtaskInput = {
  readonly line?: number | null | undefined;
};
export type SetCampaignApprovalInput = {
  readonly approval_status: CampaignApprovalStatus;
};
export type CreateTaskOccurrenceInput = {
  readonly occurs_on: string;
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly checklist_markdown?: string | null | undefined;
  readonly priority?: TaskPriority | null | undefined;
  readonly assignee_ids?: readonly string[] | null | undefined;
  readonly estimated_hours?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly pipeline_id?: string | null | undefined;
};
export type CreateApprovalInput = {
  readonly campaign_ids: readonly string[];
  readonly stage?: ApprovalStage | null | undefined;
  readonly title?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly needed?: number | null | undefined;
  readonly expires_in_days?: number | null | undefined;
  readonly pin?: string | null | undefined;
};
export type AskForApprovalAgainInput = {
  readonly message?: string | null | undefined;
};
export type RenewApprovalLinkInput = {
  readonly expires_in_days?: number | null | undefined;
  readonly pin?: string | null | undefined;
  readonly keeps_pin?: boolean | null | undefined;
};
export type DecideApprovalInput = {
  readonly campaign_id: string;
  readonly decision: Decision;
  readonly comment?: string | null | undefined;
  readonly sha256: string;
};
export type AnswerApprovalCommentInput = {
  readonly comment_id: string;
  readonly answer: string;
};
export type SendApprovalInput = {
  readonly contact_id: string;
  readonly inbox_id: string;
  readonly text: string;
};
export type WorkflowInput = {
  readonly definition: unknown;
};
export type ContinueWorkflowRunInput = {
  readonly skip?: boolean | null | undefined;
};
export type TeamSettingsUpdate = {
  readonly name?: string | undefined;
  readonly strict_tax_ids?: boolean | undefined;
  readonly requires_second_factor?: boolean | undefined;
  readonly second_factor_from?: string | null | undefined;
  readonly allows_agents?: boolean | undefined;
  readonly deal_phases?: readonly string[] | undefined;
  readonly won_phases?: readonly string[] | undefined;
  readonly lost_phases?: readonly string[] | undefined;
  readonly phase_rules?: readonly PhaseRuleInput[] | undefined;
  readonly time_zone?: string | undefined;
  readonly audit_days?: number | undefined;
  readonly privacy_days?: number | undefined;
};
export type RenameDealPhaseInput = {
  readonly from: string;
  readonly to: string;
};
export type BusinessHoursUpdate = {
  readonly hours?: BusinessHoursHoursInput | null | undefined;
};
export type UpdateMemberInput = {
  readonly name?: string | null | undefined;
  readonly role?: Role | null | undefined;
  readonly sees_values?: boolean | null | undefined;
  readonly may_export?: boolean | null | undefined;
};
export type CreateInvitationInput = {
  readonly role?: Role | null | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly user_id?: string | null | undefined;
};
export type SetInboxInput = {
  readonly name?: string | null | undefined;
  readonly active?: boolean | null | undefined;
  readonly connected?: boolean | null | undefined;
  readonly config?: Readonly<Record<string, unknown>> | null | undefined;
};
export type InboxUpdate = {
  readonly business_hours?: BusinessHoursHoursInput | null | undefined;
  readonly assigns_on_answer?: boolean | undefined;
  readonly distribution?: InboxWorkSettingsDistribution | undefined;
  readonly distribution_limit?: number | null | undefined;
  readonly distribution_squad_id?: string | null | undefined;
  readonly greeting?: string | null | undefined;
  readonly away_message?: string | null | undefined;
  readonly first_reply_minutes?: number | null | undefined;
  readonly next_reply_minutes?: number | null | undefined;
};
export type SetInboxAccessInput = {
  readonly access: InboxAccessAccess;
  readonly user_ids: readonly string[];
  readonly squad_ids: readonly string[];
};
export type TryInboxInput = {
  readonly gateway: Gateway;
  readonly inbox_id?: string | null | undefined;
  readonly config?: Readonly<Record<string, unknown>> | null | undefined;
  readonly setup?: Readonly<Record<string, unknown>> | null | undefined;
};
export type ConnectInboxInput = {
  readonly config?: Readonly<Record<string, unknown>> | null | undefined;
  readonly setup?: Readonly<Record<string, unknown>> | null | undefined;
};
export type LoginInboxInput = {
  readonly phone?: string | null | undefined;
};
export type DeleteInboxInput = {
  readonly force?: boolean | null | undefined;
};
export type CheckInboxCallbackInput = {
  readonly restart?: boolean | null | undefined;
};
export type SetInboxGroupsInput = {
  readonly groups: InboxGroups;
};
export type SettingsUpdate = {
  readonly predicts_wins?: boolean | undefined;
  readonly uses_responsible?: boolean | undefined;
  readonly summarizes_deals?: boolean | undefined;
  readonly language?: Locale | undefined;
  readonly uses_endpoint?: boolean | undefined;
};
export type CreateClientReportLinkInput = {
  readonly starts_on: string;
  readonly ends_on: string;
  readonly shows_tasks?: boolean | null | undefined;
  readonly shows_hours?: boolean | null | undefined;
  readonly shows_values?: boolean | null | undefined;
  readonly expires_in_days?: number | null | undefined;
  readonly pin?: string | null | undefined;
};
export type CreateSavedViewInput = {
  readonly resource: SavedViewResource;
  readonly name: string;
  readonly scope?: SavedViewScope | null | undefined;
  readonly query: Readonly<Record<string, unknown>>;
};
export type UpdateSavedViewInput = {
  readonly name?: string | null | undefined;
  readonly scope?: SavedViewScope | null | undefined;
  readonly query?: Readonly<Record<string, unknown>> | null | undefined;
};
export type PinSavedViewInput = {
  readonly is_pinned: boolean;
};
export type OrderSavedViewsInput = {
  readonly ids: readonly string[];
};
export type ScheduleMessageInput = {
  readonly conversation_id: string;
  readonly scheduled_at: string;
  readonly text?: string | null | undefined;
  readonly cancel_if_answered?: boolean | null | undefined;
  readonly file_id?: string | null | undefined;
  readonly type?: SentMediaType | null | undefined;
  readonly reply_to?: string | null | undefined;
  readonly mentions?: readonly string[] | null | undefined;
  readonly template?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly variables?: readonly string[] | null | undefined;
  readonly components?: readonly (Readonly<Record<string, unknown>>)[] | null | undefined;
};
export type UpdateScheduledMessageInput = {
  readonly scheduled_at?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly cancel_if_answered?: boolean | null | undefined;
};
export type ReceiveInSandboxInput = {
  readonly from?: string | null | undefined;
  readonly lid?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly type?: MessageType | null | undefined;
  readonly details?: Readonly<Record<string, unknown>> | null | undefined;
  readonly file_name?: string | null | undefined;
  readonly at?: string | null | undefined;
  readonly from_phone?: boolean | null | undefined;
  readonly group?: boolean | null | undefined;
  readonly group_name?: string | null | undefined;
  readonly quoted?: string | null | undefined;
  readonly edit?: string | null | undefined;
  readonly revoke?: string | null | undefined;
};
export type StartInboxHistoryInput = {
  readonly period: InboxHistoryHistoryPeriod;
};
export type SetInboxHistoryInput = {
  readonly state: SetInboxHistoryInputState;
};
export type ChangeConversationsInput = {
  readonly action: ChangeConversationsInputAction;
  readonly ids: readonly string[];
  readonly assignee_id?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
  readonly until?: string | null | undefined;
  readonly add_labels?: readonly string[] | null | undefined;
  readonly remove_labels?: readonly string[] | null | undefined;
};
export type CreateLabelInput = {
  readonly name: string;
  readonly color: ConversationLabelColor;
};
export type UpdateLabelInput = {
  readonly name?: string | null | undefined;
  readonly color?: ConversationLabelColor | null | undefined;
};
export type ReadConversationInput = {
  readonly user_id?: string | null | undefined;
  readonly message_id?: string | null | undefined;
};
export type DraftInput = {
  readonly user_id?: string | null | undefined;
};
export type CountUnreadInput = {
  readonly user_id?: string | null | undefined;
  readonly ids?: readonly string[] | null | undefined;
};
export type CreateNoteInput = {
  readonly author_id?: string | null | undefined;
  readonly content: string;
  readonly mentions?: readonly string[] | null | undefined;
  readonly file_ids?: readonly string[] | null | undefined;
};
export type UpdateNoteInput = {
  readonly content: string;
  readonly mentions?: readonly string[] | null | undefined;
};
export type SaveDraftInput = {
  readonly user_id?: string | null | undefined;
  readonly content: string;
};
export type CreateReadyAnswerInput = {
  readonly shortcut: string;
  readonly title: string;
  readonly content: string;
};
export type UpdateReadyAnswerInput = {
  readonly shortcut?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly content?: string | null | undefined;
};
export type RenderReadyAnswerInput = {
  readonly conversation_id: string;
  readonly user_id?: string | null | undefined;
};
export type ShowTypingInput = {
  readonly kind: TypingKind;
};
export type MergeContactInput = {
  readonly from: string;
};
export type SetAvailabilityInput = {
  readonly available: boolean;
};
export type Replay = {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly status?: ReplayStatus | null | undefined;
  readonly event?: EventKind | null | undefined;
};
export type TryFieldMappingInput = {
  readonly payload: string;
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
};
export type SetNotificationChoicesInput = {
  readonly assigned?: boolean | null | undefined;
  readonly mentioned?: boolean | null | undefined;
  readonly commented?: boolean | null | undefined;
  readonly decided?: boolean | null | undefined;
  readonly unsent?: boolean | null | undefined;
  readonly overdue?: boolean | null | undefined;
  readonly squad_assigned?: boolean | null | undefined;
  readonly privacy_due?: boolean | null | undefined;
  readonly hours_nearly_used?: boolean | null | undefined;
  readonly hours_used?: boolean | null | undefined;
};
export type SetNotificationMailInput = {
  readonly assigned?: NotificationMailAssigned | null | undefined;
  readonly mentioned?: NotificationMailAssigned | null | undefined;
  readonly commented?: NotificationMailAssigned | null | undefined;
  readonly decided?: NotificationMailAssigned | null | undefined;
  readonly unsent?: NotificationMailAssigned | null | undefined;
  readonly overdue?: NotificationMailAssigned | null | undefined;
  readonly squad_assigned?: NotificationMailAssigned | null | undefined;
  readonly privacy_due?: NotificationMailAssigned | null | undefined;
  readonly hours_nearly_used?: NotificationMailAssigned | null | undefined;
  readonly hours_used?: NotificationMailAssigned | null | undefined;
  readonly quiet_from?: string | null | undefined;
  readonly quiet_until?: string | null | undefined;
  readonly is_mailed?: boolean | null | undefined;
};
export type SetNotificationPushInput = {
  readonly assigned?: boolean | null | undefined;
  readonly mentioned?: boolean | null | undefined;
  readonly commented?: boolean | null | undefined;
  readonly decided?: boolean | null | undefined;
  readonly unsent?: boolean | null | undefined;
  readonly overdue?: boolean | null | undefined;
  readonly squad_assigned?: boolean | null | undefined;
  readonly privacy_due?: boolean | null | undefined;
  readonly hours_nearly_used?: boolean | null | undefined;
  readonly hours_used?: boolean | null | undefined;
  readonly shows_text?: boolean | null | undefined;
};
export type PushSubscriptionInput = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};
export type UpdateCalendarFeedInput = {
  readonly has_holidays?: boolean | null | undefined;
};
export type SetHourlyRateInput = {
  readonly user_id?: string | null | undefined;
  readonly client_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly hourly_rate?: number | null | undefined;
  readonly hourly_cost?: number | null | undefined;
};
export type SetWeekLockInput = {
  readonly week: string;
  readonly is_locked: boolean;
};
export type CreateTaskRecurrenceInput = {
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly checklist_markdown?: string | null | undefined;
  readonly priority?: TaskPriority | null | undefined;
  readonly assignee_ids?: readonly string[] | null | undefined;
  readonly estimated_hours?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly pipeline_id?: string | null | undefined;
  readonly rule: string;
  readonly starts_on: string;
  readonly shift?: ProjectTemplateShift | null | undefined;
  readonly days_ahead?: number | null | undefined;
  readonly is_active?: boolean | null | undefined;
};
export type UpdateTaskRecurrenceInput = {
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly checklist_markdown?: string | null | undefined;
  readonly priority?: TaskPriority | null | undefined;
  readonly assignee_ids?: readonly string[] | null | undefined;
  readonly estimated_hours?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly pipeline_id?: string | null | undefined;
  readonly rule: string;
  readonly starts_on: string;
  readonly shift?: ProjectTemplateShift | null | undefined;
  readonly days_ahead?: number | null | undefined;
  readonly is_active: boolean;
};
export type SkipTaskOccurrenceInput = {
  readonly occurs_on: string;
};
export type CreateAbsenceInput = {
  readonly starts_on: string;
  readonly ends_on: string;
  readonly reason: AbsenceReason;
  readonly note?: string | null | undefined;
  readonly user_id?: string | null | undefined;
};
export type UpdateAbsenceInput = {
  readonly starts_on: string;
  readonly ends_on: string;
  readonly reason: AbsenceReason;
  readonly note?: string | null | undefined;
};
export type SetWeeklyHoursInput = {
  readonly weekly_hours?: number | null | undefined;
};
export type UpdateBrandInput = {
  readonly color?: string | null | undefined;
  readonly logo?: string | null | undefined;
};
export type DryRunWorkflowInput = {
  readonly definition?: unknown | undefined;
  readonly workflow_id?: string | null | undefined;
  readonly record_id?: string | null | undefined;
};
export type ChangeManyInput = {
  readonly kind: RecordType;
  readonly action?: BulkAction | null | undefined;
  readonly change?: Readonly<Record<string, unknown>> | null | undefined;
  readonly ids: readonly string[];
};
export type BulkJobInput = {
  readonly kind: RecordType;
  readonly action?: BulkAction | null | undefined;
  readonly change?: Readonly<Record<string, unknown>> | null | undefined;
  readonly query?: string | null | undefined;
};
export type CreateImportInput = {
  readonly file_id: string;
};
export type CheckImportInput = {
  readonly inbox_id: string;
  readonly conversation_id?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly ours: readonly string[];
  readonly date_order?: ImportContentsDateOrder | null | undefined;
};
export type ReadImportAgainInput = {
  readonly sheet?: string | null | undefined;
  readonly header_line?: number | null | undefined;
  readonly separator?: ReadImportAgainInputSeparator | null | undefined;
  readonly encoding?: ReadImportAgainInputEncoding | null | undefined;
  readonly resource?: CommentRecordType | null | undefined;
  readonly preset?: ReadImportAgainInputPreset | null | undefined;
};
export type PreviewImportInput = {
  readonly records?: readonly ImportTableGuessRecord[] | null | undefined;
  readonly columns?: readonly ImportTableGuessColumn[] | null | undefined;
  readonly primary?: string | null | undefined;
  readonly keep_unmapped?: boolean | null | undefined;
  readonly email_to?: ImportRowChoicesEmailTo | null | undefined;
  readonly date_order?: ImportTableColumnDateOrder | null | undefined;
  readonly area_code?: string | null | undefined;
};
export type CheckImportRowsInput = {
  readonly records?: readonly ImportTableGuessRecord[] | null | undefined;
  readonly columns?: readonly ImportTableGuessColumn[] | null | undefined;
  readonly primary?: string | null | undefined;
  readonly keep_unmapped?: boolean | null | undefined;
  readonly email_to?: ImportRowChoicesEmailTo | null | undefined;
  readonly date_order?: ImportTableColumnDateOrder | null | undefined;
  readonly area_code?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly match_by?: Readonly<Record<string, unknown>> | null | undefined;
  readonly on_match?: ImportRowChoicesOnMatch | null | undefined;
  readonly on_inactive?: ImportRowChoicesOnInactive | null | undefined;
  readonly create_linked?: boolean | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly emits?: boolean | null | undefined;
};
export type CreatePrivacyRequestInput = {
  readonly kind: PrivacyRequestKind;
  readonly name?: string | null | undefined;
  readonly phones?: readonly string[] | null | undefined;
  readonly emails?: readonly string[] | null | undefined;
  readonly tax_ids?: readonly string[] | null | undefined;
  readonly notes?: string | null | undefined;
  readonly identity_check?: string | null | undefined;
  readonly received_on?: string | null | undefined;
};
export type UpdatePrivacyRequestInput = {
  readonly kind: PrivacyRequestKind;
  readonly name?: string | null | undefined;
  readonly phones?: readonly string[] | null | undefined;
  readonly emails?: readonly string[] | null | undefined;
  readonly tax_ids?: readonly string[] | null | undefined;
  readonly notes?: string | null | undefined;
  readonly identity_check?: string | null | undefined;
};
export type ChoosePrivacySubjectsInput = {
  readonly record_ids: readonly string[];
};
export type DecidePrivacyHitsInput = {
  readonly hit_ids: readonly string[];
  readonly decision: PrivacyHitDecision;
  readonly basis?: string | null | undefined;
};
export type ErasePrivacyRequestInput = {
  readonly code: string;
};
export type ClosePrivacyRequestInput = {
  readonly outcome: PrivacyRequestOutcome;
  readonly outcome_note?: string | null | undefined;
};
export type CreateExportInput = {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly language?: ExportLanguage | null | undefined;
  readonly query?: string | null | undefined;
  readonly columns?: readonly string[] | null | undefined;
};
export type LookAtInvitationInput = {
  readonly team: string;
  readonly token: string;
};
export type AcceptInvitationInput = {
  readonly team: string;
  readonly token: string;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly password?: string | null | undefined;
};
export type BeginOidcInput = {
  readonly purpose?: OidcPurpose | null | undefined;
  readonly next?: string | null | undefined;
};
export type CreatePasskeyInput = {
  readonly name: string;
  readonly credential: Readonly<Record<string, unknown>>;
};
export type UpdatePasskeyInput = {
  readonly name: string;
};
export type PasskeyInput = {
  readonly credential: Readonly<Record<string, unknown>>;
};
export type SetOwnPictureInput = {
  readonly image: string;
};
export type ReviewAgentInput = {
  readonly query: string;
};
export type ApproveAgentInput = {
  readonly query: string;
  readonly team: string;
  readonly scope: KeyScope;
};
export type SignInInput = {
  readonly email: string;
  readonly password: string;
};
export type GiveSecondFactorInput = {
  readonly token: string;
  readonly code: string;
};
export type ProveOneselfInput = {
  readonly password: string;
  readonly code?: string | null | undefined;
};
export type UpdateAccountInput = {
  readonly name?: string | null | undefined;
  readonly locale?: Locale | null | undefined;
  readonly time_zone?: string | null | undefined;
};
export type EmailInput = {
  readonly email: string;
};
export type TokenInput = {
  readonly token: string;
};
export type ConfirmTotpInput = {
  readonly code: string;
};
export type ChangeOwnPasswordInput = {
  readonly password: string;
};
export type UseResetInput = {
  readonly token: string;
  readonly password: string;
  readonly code?: string | null | undefined;
};
export type DeliveryShown = {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: EventKind;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  readonly reason: string | null;
  readonly reason_details: DeliveryFailure | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly attempts: readonly Attempt[];
  readonly payload: Readonly<Record<string, unknown>> | null;
};
export type Attempt = {
  readonly request_id: string;
  readonly started_at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly error_details: DeliveryFailure | null;
  readonly answer: string | null;
  readonly duration_ms: number;
};
export type ErrorCode = 'VALIDATION_ERROR' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'REAUTH_REQUIRED' | 'SECOND_FACTOR_REQUIRED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'GONE' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'DUPLICATE_ENTRY' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_COSTLY' | 'RATE_LIMITED' | 'TEAM_BUSY' | 'INTERNAL_ERROR' | 'BAD_GATEWAY' | 'UNAVAILABLE';
export type ErrorDetailReason = 'already_decided' | 'already_done' | 'already_fetched' | 'already_member' | 'answered_meanwhile' | 'approval_pending' | 'author_only' | 'being_added_up' | 'broken_json' | 'broken_passkey' | 'broken_upload' | 'busy' | 'cancelled' | 'changed' | 'changed_since' | 'check_digits' | 'code_app_exists' | 'code_app_missing' | 'common_password' | 'file_gone' | 'data_moving' | 'dependency_cycle' | 'empty_body' | 'empty_file' | 'finds_nothing' | 'finds_too_many' | 'forbidden' | 'gateway_refused' | 'has_subtasks' | 'has_tasks' | 'in_use' | 'inactive_inbox' | 'inactive_webhook' | 'invited_email' | 'is_subtask' | 'item_missing' | 'last_column' | 'last_owner' | 'limit' | 'loop' | 'malformed' | 'malware' | 'message_exists' | 'missing_record' | 'no_account' | 'no_agents' | 'no_bulk_delete' | 'no_columns' | 'no_connecting' | 'no_consent' | 'no_inbox_templates' | 'no_language_model' | 'no_model_answer' | 'no_passkeys' | 'no_public_url' | 'no_room' | 'no_target' | 'not_empty' | 'not_sandbox' | 'not_subtask' | 'only_sign_in_method' | 'other_client_type' | 'other_email' | 'other_project' | 'other_teams' | 'own_name' | 'own_parent' | 'own_webhook' | 'owners_only' | 'personal_password' | 'pixels' | 'private_address' | 'project_missing' | 'revoked' | 'run_over' | 'same_client' | 'same_name_active' | 'scanning' | 'second_factor_first' | 'signed_in' | 'still_running' | 'subtask_not_empty' | 'suspended' | 'taken' | 'task_elsewhere' | 'timer_running' | 'too_late' | 'too_much' | 'unchangeable' | 'unlisted_phase' | 'unusable_inbox' | 'week_locked' | 'window_closed' | 'won_and_lost' | 'workflow_disabled' | 'wrong_code' | 'wrong_file' | 'link_missing' | 'maybe_sent';
export type MessageCause = 'network' | 'timeout' | 'disconnected' | 'number' | 'throttled' | 'credentials' | 'rejected' | 'gateway' | 'stopped' | 'undelivered' | 'unconfirmed';
export type FindingCode = 'public_url_missing' | 'https_needed' | 'configuration_incomplete' | 'malformed' | 'key_refused' | 'global_key_needed' | 'global_key_refused' | 'global_key_kept' | 'global_key_for_code' | 'instance_missing' | 'instance_gone' | 'instance_taken' | 'instance_removing' | 'version_old' | 'other_service' | 'callback_refused' | 'unsupported' | 'token_refused' | 'permission_missing' | 'app_secret_wrong' | 'app_not_subscribed' | 'number_unknown' | 'number_unregistered' | 'number_banned' | 'number_restricted' | 'number_state' | 'quality_low' | 'account_needed' | 'account_unknown' | 'other_account' | 'pin_wrong' | 'pin_paused' | 'never_connected' | 'ended_here' | 'logged_out' | 'opened_elsewhere' | 'session_removed' | 'session_missing' | 'session_dropped' | 'session_down' | 'restart_failed' | 'qr_missing' | 'qr_unscanned' | 'passkey_needed' | 'unreached' | 'network_slow' | 'gateway_failed' | 'refused' | 'throttled' | 'silent' | 'sends_failing' | 'inbox_inactive' | 'no_account' | 'group_unknown' | 'own_number' | 'window_closed' | 'content_unsupported' | 'template_refused' | 'file_unreadable' | 'media_gone' | 'sandbox_refused' | 'service_failed' | 'service_stopped' | 'session_up' | 'number_ready' | 'name_free' | 'key_accepted' | 'permitted' | 'number_belongs' | 'secret_matches' | 'session_taken_over' | 'identified' | 'other';
export type SendOutcome = 'not_sent' | 'probably_not_sent' | 'unknown';
export type ErrorFieldCode = 'required' | 'not_null' | 'unknown' | 'wrong_type' | 'invalid_format' | 'not_allowed' | 'too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_few' | 'too_many' | 'characters' | 'duplicate' | 'not_found' | 'immutable' | 'conflicting' | 'invalid_template' | 'invalid';
export type ErrorFieldFormat = 'amount' | 'boolean' | 'cidr' | 'cnpj' | 'colour' | 'cpf' | 'date' | 'date_time' | 'email' | 'emoji' | 'file_name' | 'hex_64' | 'id' | 'json' | 'language' | 'number' | 'path' | 'phone' | 'pin' | 'slug' | 'time_zone' | 'url';
export type ProjectStatus = 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled';
export type ProjectPriority = 'low' | 'medium' | 'high' | 'urgent';
export type Ref = {
  readonly id: string;
  readonly name: string;
};
export type ClientType = 'PF' | 'PJ';
export type Address = {
  readonly street?: string | null | undefined;
  readonly number?: string | null | undefined;
  readonly complement?: string | null | undefined;
  readonly neighborhood?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip_code?: string | null | undefined;
  readonly country?: string | null | undefined;
};
export type ClientStatus = 'active' | 'inactive';
export type TaskPriority = 'urgent' | 'high' | 'medium' | 'low' | 'none';
export type DealPhase = string;
export type DealPriority = 'alta' | 'media' | 'baixa';
export type DealStatus = 'ativo' | 'arquivado';
export type CampaignStatus = 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled';
export type CampaignApprovalStatus = 'pending' | 'approved' | 'rejected';
export type ActivityType = 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event';
export type ActivityPriority = 'low' | 'medium' | 'high';
export type ContractStatus = 'draft' | 'active' | 'paused' | 'ended';
export type ContractPeriod = 'one_off' | 'monthly' | 'quarterly' | 'yearly';
export type SubscribedEvent = '*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'contract.created' | 'contract.updated' | 'contract.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'privacy.erased' | 'import.finished' | 'time_entry.created' | 'time_entry.updated' | 'time_entry.deleted' | 'billing_line.created' | 'billing_line.updated' | 'message.created' | 'message.updated' | 'conversation.updated' | 'conversation.reply_overdue' | 'inbox.connection';
export type DeliveryFailureCode = 'answered' | 'redirected' | 'no_answer' | 'no_connection' | 'unreached' | 'broken' | 'unreadable' | 'untrusted' | 'private_address' | 'private_name' | 'unknown_name' | 'unresolved_name' | 'no_address' | 'no_request' | 'stopped' | 'no_endpoint' | 'inactive' | 'no_url' | 'too_old' | 'sealed' | 'gone' | 'hopeless' | 'too_many';
export type DeliveryFailure = {
  readonly code: DeliveryFailureCode;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly host?: string | undefined;
  readonly seconds?: number | undefined;
  readonly limit?: number | undefined;
};
export type TimeEntryOrigin = 'timer' | 'typed' | 'import' | 'api';
export type SquadMember = {
  readonly id: string;
  readonly name: string;
  readonly role: string | null;
};
export type KeyScope = 'full' | 'read';
export type Role = 'member' | 'admin' | 'owner';
export type InboxType = 'session' | 'cloud';
export type Gateway = 'sandbox' | 'evolution' | 'waha' | 'cloud';
export type InboxGroups = 'ignore' | 'muted' | 'show';
export type ConnectionState = 'disconnected' | 'connecting' | 'scan' | 'code' | 'passkey' | 'connected' | 'failed';
export type Finding = {
  readonly code: FindingCode;
  readonly cause?: MessageCause | undefined;
  readonly error?: string | undefined;
  readonly said?: string | undefined;
};
export type InboxEvidence = {
  readonly callback_url: string | null;
  readonly last_callback_at: string | null;
  readonly last_confirmed_at: string | null;
  readonly last_incoming_at: string | null;
  readonly heard: boolean | null;
  readonly last_sent_at: string | null;
  readonly unanswered_sends: number;
  readonly failed_sends: number;
  readonly failing_since: string | null;
  readonly last_failure: string | null;
  readonly last_failure_details: Finding | null;
  readonly dead: string | null;
  readonly dead_details: Finding | null;
};
export type BillingLineStatus = 'open' | 'billed' | 'waived';
export type MessageDirection = 'incoming' | 'outgoing';
export type MessageStatus = 'received' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed';
export type MessageOrigin = 'contact' | 'pauta' | 'phone' | 'other';
export type MessageAuthorType = 'user' | 'key' | 'workflow' | 'operator' | 'inbox' | 'phone' | 'other';
export type MessageAuthor = {
  readonly type: MessageAuthorType;
  readonly id: string | null;
  readonly name: string | null;
  readonly run_id: string | null;
};
export type MessageParticipant = {
  readonly id: string | null;
  readonly phone: string | null;
  readonly name: string | null;
};
export type MessageMention = {
  readonly id: string;
  readonly text: string;
  readonly phone: string | null;
  readonly name: string | null;
  readonly is_account: boolean;
};
export type Referral = {
  readonly title: string | null;
  readonly body: string | null;
  readonly source_url: string | null;
  readonly source_id: string | null;
  readonly source_type: string | null;
  readonly ctwa_clid: string | null;
};
export type Reaction = {
  readonly direction: MessageDirection;
  readonly emoji: string;
  readonly name?: string | null | undefined;
};
export type MessageVersion = {
  readonly content: string;
  readonly replaced_at: string;
};
export type MessageLastChangeKind = 'edit' | 'revoke';
export type MessageLastChangeStatus = 'pending' | 'done' | 'refused' | 'unknown';
export type MessageLastChange = {
  readonly id: string;
  readonly kind: MessageLastChangeKind;
  readonly status: MessageLastChangeStatus;
  readonly reason: string | null;
  readonly text: string | null;
  readonly user_id: string;
  readonly requested_at: string;
};
export type MediaStatus = 'pending' | 'stored' | 'failed';
export type Media = {
  readonly status: MediaStatus;
  readonly reason: string | null;
  readonly name: string | null;
  readonly media_type: string | null;
  readonly bytes: number | null;
  readonly file_id: string | null;
};
export type ConversationType = 'direct' | 'group';
export type ConversationStatus = 'open' | 'snoozed' | 'resolved';
export type ConversationLabelColor = 'red' | 'orange' | 'yellow' | 'lime' | 'green' | 'teal' | 'cyan' | 'blue' | 'indigo' | 'purple' | 'magenta' | 'pink';
export type ConversationLabel = {
  readonly id: string;
  readonly name: string;
  readonly color: ConversationLabelColor;
};
export type EventKind = 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'contract.created' | 'contract.updated' | 'contract.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'privacy.erased' | 'import.finished' | 'time_entry.created' | 'time_entry.updated' | 'time_entry.deleted' | 'billing_line.created' | 'billing_line.updated' | 'message.created' | 'message.updated' | 'conversation.updated' | 'conversation.reply_overdue' | 'inbox.connection' | 'workflow.call';
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
export type ReceptionStatus = 'accepted' | 'rejected';
export type ReceptionField = {
  readonly name: string;
  readonly code: ErrorFieldCode;
  readonly limit?: number | undefined;
};
export type ActorKind = 'system' | 'operator' | 'demo' | 'gateway' | 'hook' | 'workflow' | 'import' | 'link' | 'client' | 'key' | 'user';
export type EntryNameType = 'activities' | 'campaigns' | 'clients' | 'columns' | 'contacts' | 'contracts' | 'conversations' | 'deals' | 'inboxes' | 'pipelines' | 'projects' | 'squads' | 'tasks' | 'users';
export type EntryName = {
  readonly id: string;
  readonly type: EntryNameType;
  readonly name: string;
};
export type RecordType = 'contacts' | 'projects' | 'clients' | 'tasks' | 'deals' | 'campaigns' | 'activities' | 'contracts';
export type CommentRecordType = 'tasks' | 'deals' | 'clients' | 'contacts' | 'campaigns' | 'projects' | 'activities';
export type FilePreview = 'none' | 'pending' | 'ready' | 'failed';
export type FileScan = 'pending' | 'clean' | 'infected';
export type NotificationKind = 'assigned' | 'mentioned' | 'commented' | 'decided' | 'unsent' | 'overdue' | 'squad_assigned' | 'privacy_due' | 'hours_nearly_used' | 'hours_used';
export type NotificationRecordType = 'tasks' | 'deals' | 'clients' | 'contacts' | 'campaigns' | 'projects' | 'activities' | 'conversations' | 'contracts' | 'privacy_requests';
export type Decision = 'approved' | 'changes' | 'rejected';
export type PipelineColumn = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly is_finishing: boolean;
  readonly limit?: number | null | undefined;
};
export type ProjectTemplateShift = 'none' | 'before' | 'after';
export type ProjectTemplateColumn = {
  readonly slug: string;
  readonly name: string;
  readonly is_finishing: boolean;
  readonly limit: number | null;
};
export type ProjectTemplateTask = {
  readonly title: string;
  readonly description: string | null;
  readonly checklist_markdown: string | null;
  readonly priority: TaskPriority;
  readonly estimated_hours: number | null;
  readonly tags: readonly string[];
  readonly is_subtask?: boolean | undefined;
  readonly column: string | null;
  readonly start_after_days?: number | null | undefined;
  readonly due_after_days: number | null;
  readonly role: string | null;
};
export type ListedTaskProject = {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
};
export type ListedTaskParent = {
  readonly id: string;
  readonly title: string;
};
export type ListedTaskSubtasks = {
  readonly total: number;
  readonly done: number;
};
export type ApprovalStage = 'internal' | 'client';
export type ApprovalStatus = 'open' | 'changes' | 'approved' | 'rejected' | 'expired' | 'revoked' | 'withdrawn';
export type ApprovalItemState = 'pending' | 'approved' | 'changes' | 'rejected' | 'changed' | 'withdrawn';
export type ApprovalItemRoundDecisionPieceDecision = 'approved' | 'changes';
export type ApprovalItemRoundDecisionPiece = {
  readonly file_id: string;
  readonly decision: ApprovalItemRoundDecisionPieceDecision;
};
export type ApprovalDecision = {
  readonly id: string;
  readonly decision: Decision;
  readonly comment: string | null;
  readonly approver: string;
  readonly user_id: string | null;
  readonly pieces: readonly ApprovalItemRoundDecisionPiece[];
  readonly created_at: string;
};
export type ApprovalItemRoundComment = {
  readonly id: string;
  readonly file_id: string;
  readonly comment: string;
  readonly author: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly page: number | null;
  readonly second: number | null;
  readonly created_at: string;
  readonly answer: string | null;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
};
export type ApprovalRound = {
  readonly round: number;
  readonly asked_at: string;
  readonly asked_by: string | null;
  readonly message: string | null;
  readonly decisions: readonly ApprovalDecision[];
  readonly comments: readonly ApprovalItemRoundComment[];
  readonly pieces: readonly Ref[];
};
export type ApprovalItem = {
  readonly n: number;
  readonly campaign_id: string;
  readonly name: string;
  readonly round: number;
  readonly state: ApprovalItemState;
  readonly approvals: number;
  readonly is_changed: boolean;
  readonly sha256: string;
  readonly rounds: readonly ApprovalRound[];
};
export type RunStatus = 'pending' | 'done' | 'skipped' | 'failed' | 'stopped';
export type WorkflowLastRun = {
  readonly id: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly created_at: string;
};
export type WorkflowRunRecordType = 'deals' | 'tasks' | 'conversations' | 'campaigns';
export type RunReasonCode = 'disabled' | 'unmet' | 'run_limit' | 'stopped' | 'stopped_sending' | 'maybe_sent' | 'not_sent' | 'missing' | 'refused' | 'unexpected' | 'not_written' | 'other_value' | 'never_due' | 'not_waiting' | 'not_long_enough';
export type RunReason = {
  readonly code: RunReasonCode;
  readonly cause?: MessageCause | undefined;
  readonly field?: string | undefined;
  readonly limit?: number | undefined;
  readonly reason?: ErrorDetailReason | undefined;
  readonly fields?: readonly ErrorField[] | undefined;
};
export type WorkflowRunStepStatus = 'running' | 'done' | 'failed' | 'skipped';
export type WorkflowRunStep = {
  readonly step: number;
  readonly type: string;
  readonly status: WorkflowRunStepStatus;
  readonly effect_id: string | null;
  readonly reason: string | null;
  readonly reason_details: RunReason | null;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly conversation_id?: string | undefined;
};
export type PhaseRule = {
  readonly phase: string;
  readonly limit_days: number | null;
  readonly probability: number | null;
};
export type BusinessHoursHoursWeekly = {
  readonly weekday: number;
  readonly from: string;
  readonly to: string;
};
export type BusinessHoursHoursHoliday = {
  readonly date: string;
  readonly name: string;
  readonly yearly: boolean;
};
export type BusinessHoursHours = {
  readonly weekly: readonly BusinessHoursHoursWeekly[];
  readonly national_holidays: boolean;
  readonly holidays: readonly BusinessHoursHoursHoliday[];
};
export type BusinessHoursComingHolidayNational = 'new_year' | 'carnival' | 'good_friday' | 'tiradentes' | 'labour_day' | 'corpus_christi' | 'independence' | 'aparecida' | 'all_souls' | 'republic' | 'black_awareness' | 'christmas';
export type BusinessHoursComingHoliday = {
  readonly date: string;
  readonly national: BusinessHoursComingHolidayNational | null;
  readonly name: string | null;
};
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired';
export type InboxLogEntryKind = 'state' | 'deed';
export type InboxLogEntry = {
  readonly id: string;
  readonly at: string;
  readonly kind: InboxLogEntryKind;
  readonly state: ConnectionState | null;
  readonly connected: boolean | null;
  readonly reason: string | null;
  readonly reason_details: Finding | null;
  readonly phone: string | null;
  readonly operation: string | null;
  readonly actor: ActorKind | null;
  readonly actor_name: string | null;
};
export type InboxWorkSettingsDistribution = 'none' | 'round_robin' | 'load';
export type InboxAccessAccess = 'team' | 'chosen';
export type InboxTrialCheck = {
  readonly field: string;
  readonly ok: boolean;
  readonly found: string | null;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly details: Finding | null;
};
export type PhaseMeaning = 'open' | 'won' | 'lost';
export type TeamPhase = {
  readonly phase: string;
  readonly meaning: PhaseMeaning;
  readonly is_listed: boolean;
};
export type DealBoardPhase = {
  readonly phase: string;
  readonly is_listed: boolean;
  readonly meaning: PhaseMeaning;
  readonly limit_days: number | null;
  readonly probability: number | null;
  readonly count: number;
  readonly older: number;
  readonly total: number | null;
  readonly weighted: number | null;
  readonly unweighted: number;
  readonly attention: number;
  readonly won_this_month: number;
  readonly won_this_month_total: number | null;
};
export type DealBoardColumn = {
  readonly key: string;
  readonly name: string | null;
  readonly count: number;
  readonly total: number | null;
  readonly weighted: number | null;
  readonly unweighted: number;
  readonly attention: number;
};
export type NextStep = {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly date: string | null;
};
export type DealBoardCard = {
  readonly id: string;
  readonly title: string;
  readonly value: number | null;
  readonly phase: string;
  readonly priority: DealPriority;
  readonly status: DealStatus;
  readonly probability: number | null;
  readonly expected_close_date: string | null;
  readonly tags: readonly string[];
  readonly is_starred: boolean;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly responsible_id: string | null;
  readonly loss_reason: string | null;
  readonly phase_since: string;
  readonly next_step: NextStep | null;
  readonly contact_id: string | null;
};
export type DealCoursePhase = {
  readonly phase: string;
  readonly is_listed: boolean;
  readonly meaning: PhaseMeaning;
  readonly limit_days: number | null;
  readonly probability: number | null;
};
export type DealCourseStay = {
  readonly phase: string;
  readonly since: string;
  readonly until: string | null;
  readonly user_id: string | null;
};
export type DealCourseContact = {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly has_open_chat: boolean;
};
export type TwinField = 'cpf' | 'cnpj' | 'phone' | 'email' | 'name';
export type TwinKind = 'clients' | 'contacts';
export type ContractHoursPeriod = {
  readonly starts_on: string;
  readonly ends_on: string | null;
  readonly included_minutes: number;
  readonly carried_minutes: number;
  readonly used_minutes: number;
  readonly left_minutes: number;
  readonly overage_minutes: number;
  readonly percent: number | null;
};
export type ContractsWithHoursContract = {
  readonly id: string;
  readonly title: string;
  readonly status: ContractStatus;
  readonly client: Ref | null;
  readonly renews_on: string | null;
  readonly is_renewal_near: boolean;
  readonly current: ContractHoursPeriod | null;
};
export type Locale = 'pt-BR' | 'en';
export type WinModelState = 'too_few' | 'phase_share' | 'model';
export type WinModelBin = {
  readonly predicted: number;
  readonly observed: number;
  readonly count: number;
};
export type DealInsightState = 'phase_share' | 'model';
export type DealInsightShare = {
  readonly phase: string;
  readonly reached: number;
  readonly won: number;
};
export type DealInsightReasonFeature = 'phase' | 'days' | 'value' | 'source' | 'responsible' | 'client' | 'next_step' | 'contact' | 'slips';
export type DealInsightReason = {
  readonly feature: DealInsightReasonFeature;
  readonly effect: number;
  readonly value: string | number | boolean | null;
  readonly usual: number | null;
};
export type ReportName = 'funnel' | 'won_lost' | 'forecast' | 'answers' | 'tasks' | 'hours' | 'approvals' | 'retainers' | 'profit';
export type ReportBy = 'phase' | 'month' | 'week' | 'person' | 'source' | 'reason' | 'client' | 'project' | 'inbox' | 'bucket' | 'contract';
export type ReportUnit = 'count' | 'money' | 'hours' | 'days' | 'percent';
export type ReportTotal = {
  readonly measure: string;
  readonly unit: ReportUnit;
  readonly value: number | null;
  readonly previous: number | null;
};
export type ReportColumn = {
  readonly measure: string;
  readonly unit: ReportUnit;
  readonly has_records: boolean;
};
export type ReportRow = {
  readonly key: string | null;
  readonly label: string | null;
  readonly values: readonly (number | null)[];
  readonly previous: readonly (number | null)[];
};
export type ReportRecordType = 'deal' | 'conversation' | 'task' | 'time_entry' | 'campaign' | 'contract' | 'billing_line';
export type ReportRecord = {
  readonly type: ReportRecordType;
  readonly id: string;
  readonly title: string | null;
  readonly at: string;
  readonly value: number | null;
};
export type ReportHomeNumber = {
  readonly report: ReportName;
  readonly measure: string;
  readonly unit: ReportUnit;
  readonly value: number | null;
  readonly previous: number | null;
  readonly weeks: readonly (number | null)[];
};
export type SavedViewResource = 'contacts' | 'projects' | 'clients' | 'tasks' | 'deals' | 'campaigns' | 'activities' | 'contracts' | 'conversations';
export type SavedViewScope = 'private' | 'team';
export type TimelineEntryKind = 'activities' | 'deals' | 'projects' | 'campaigns' | 'tasks' | 'conversations' | 'comments' | 'contracts' | 'contacts' | 'record';
export type TimelineEntry = {
  readonly key: string;
  readonly at: string;
  readonly kind: TimelineEntryKind;
  readonly what: string;
  readonly record_kind: string;
  readonly record_id: string;
  readonly name: string;
  readonly user_id: string | null;
  readonly was: string | null;
  readonly became: string | null;
  readonly number: number | null;
  readonly decision: Decision | null;
  readonly approver: string | null;
  readonly comment: string | null;
};
export type RelationOverviewCounts = {
  readonly contacts: number;
  readonly conversations: number;
  readonly deals: number;
  readonly projects: number;
  readonly campaigns: number;
  readonly steps: number;
};
export type RelationOverviewContact = {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
};
export type RelationOverviewConversation = {
  readonly id: string;
  readonly contact_id: string | null;
  readonly name: string;
  readonly inbox: string;
  readonly status: ConversationStatus;
  readonly is_waiting: boolean;
  readonly last_message_at: string;
  readonly last_text: string | null;
};
export type RelationOverviewDeal = {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  readonly is_open: boolean;
  readonly expected_close_date: string | null;
};
export type RelationOverviewProject = {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly status: string;
  readonly due_date: string | null;
};
export type RelationOverviewCampaign = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly approval_status: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly project_id: string;
  readonly color: string | null;
};
export type Template = {
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly category: string | null;
  readonly components: readonly (Readonly<Record<string, unknown>>)[];
};
export type ScheduledMessageFile = {
  readonly id: string;
  readonly name: string | null;
  readonly media_type: string | null;
};
export type ScheduledMessageStatus = 'scheduled' | 'sending' | 'sent' | 'failed' | 'canceled';
export type ScheduledMessageReason = 'canceled' | 'contact_answered' | 'author_left' | 'inactive_inbox' | 'window_closed' | 'file_missing' | 'quote_missing' | 'template_refused' | 'refused' | 'not_sent' | 'outcome_unknown';
export type ScheduledMessageAuthorType = 'user' | 'key';
export type ScheduledMessageAuthor = {
  readonly type: ScheduledMessageAuthorType;
  readonly id: string;
  readonly name: string | null;
};
export type InboxHistoryHistoryState = 'running' | 'stopped' | 'failed' | 'done';
export type InboxHistoryHistoryPeriod = 'month' | 'quarter' | 'year' | 'all';
export type InboxHistoryHistorySkipped = {
  readonly reason: string;
  readonly n: number;
};
export type InboxHistoryHistory = {
  readonly id: string;
  readonly state: InboxHistoryHistoryState;
  readonly reason: string | null;
  readonly reason_details: Finding | null;
  readonly period: InboxHistoryHistoryPeriod;
  readonly since: string | null;
  readonly is_listed: boolean;
  readonly progress: number;
  readonly chats: number;
  readonly chats_done: number;
  readonly chats_failed: number;
  readonly conversations: number;
  readonly stored: number;
  readonly present: number;
  readonly media: number;
  readonly media_missing: number;
  readonly skipped: readonly InboxHistoryHistorySkipped[];
  readonly skipped_chats: readonly InboxHistoryHistorySkipped[];
  readonly created_at: string;
  readonly finished_at: string | null;
};
export type ChangedConversationsOutcomeOutcome = 'changed' | 'unchanged' | 'failed';
export type ChangedConversationsOutcomeReason = 'NOT_FOUND' | 'NOT_ALLOWED' | 'UNAVAILABLE';
export type ChangedConversationsOutcome = {
  readonly id: string;
  readonly outcome: ChangedConversationsOutcomeOutcome;
  readonly reason: ChangedConversationsOutcomeReason | null;
};
export type UnreadConversation = {
  readonly conversation_id: string;
  readonly unread: number;
};
export type NoteFile = {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
};
export type LastMessage = {
  readonly id: string;
  readonly direction: MessageDirection;
  readonly message_type: string;
  readonly content: string;
  readonly status: MessageStatus;
  readonly origin: MessageOrigin;
  readonly author: MessageAuthor | null;
  readonly participant: MessageParticipant | null;
  readonly mentions: readonly MessageMention[];
  readonly revoked_at: string | null;
  readonly sent_at: string;
  readonly created_at: string;
};
export type ConversationRow = {
  readonly id: string;
  readonly type: ConversationType;
  readonly group_name: string | null;
  readonly inbox_id: string;
  readonly inbox: Ref | null;
  readonly contact_id: string | null;
  readonly contact: Ref | null;
  readonly remote_jid: string;
  readonly status: ConversationStatus;
  readonly snoozed_until: string | null;
  readonly assignee_id: string | null;
  readonly assignee: Ref | null;
  readonly squad_id: string | null;
  readonly squad: Ref | null;
  readonly client_id: string | null;
  readonly project_id: string | null;
  readonly labels: readonly ConversationLabel[];
  readonly is_blocked: boolean;
  readonly waiting_since: string | null;
  readonly reply_due_at: string | null;
  readonly first_answered_at: string | null;
  readonly last_incoming_at: string | null;
  readonly window_closes_at: string | null;
  readonly last_message_at: string;
  readonly created_at: string;
  readonly name: string;
  readonly last_message: LastMessage | null;
  readonly unread: number;
  readonly client: Ref | null;
  readonly draft: boolean;
  readonly has_reply_times: boolean;
};
export type ConversationCounts = {
  readonly mine: number;
  readonly unassigned: number;
  readonly all: number;
};
export type MessageHitsHit = {
  readonly id: string;
  readonly conversation_id: string;
  readonly inbox_id: string;
  readonly name: string;
  readonly type: ConversationType;
  readonly excerpt: string;
  readonly direction: MessageDirection;
  readonly author: MessageAuthor | null;
  readonly sent_at: string;
};
export type ThreadConversation = {
  readonly id: string;
  readonly type: ConversationType;
  readonly group_name: string | null;
  readonly inbox_id: string;
  readonly inbox: Ref | null;
  readonly contact_id: string | null;
  readonly contact: Ref | null;
  readonly remote_jid: string;
  readonly status: ConversationStatus;
  readonly snoozed_until: string | null;
  readonly assignee_id: string | null;
  readonly assignee: Ref | null;
  readonly squad_id: string | null;
  readonly squad: Ref | null;
  readonly client_id: string | null;
  readonly project_id: string | null;
  readonly labels: readonly ConversationLabel[];
  readonly is_blocked: boolean;
  readonly waiting_since: string | null;
  readonly reply_due_at: string | null;
  readonly first_answered_at: string | null;
  readonly last_incoming_at: string | null;
  readonly window_closes_at: string | null;
  readonly last_message_at: string;
  readonly created_at: string;
};
export type ConversationThreadActivityKind = 'assigned' | 'unassigned' | 'squad_assigned' | 'squad_unassigned' | 'snoozed' | 'woken' | 'resolved' | 'reopened' | 'answered' | 'labelled' | 'blocked' | 'unblocked' | 'merged';
export type ConversationThreadActivity = {
  readonly id: string;
  readonly kind: ConversationThreadActivityKind;
  readonly created_at: string;
  readonly actor: ActorKind;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly assignee_id: string | null;
  readonly assignee_name: string | null;
  readonly squad_id: string | null;
  readonly squad_name: string | null;
  readonly labels_added: readonly string[];
  readonly labels_removed: readonly string[];
  readonly until: string | null;
};
export type ConversationSidebarDeal = {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly value: number | null;
  readonly currency: string;
  readonly phase: string;
  readonly priority: DealPriority;
  readonly status: DealStatus;
  readonly probability: number | null;
  readonly expected_close_date: string | null;
  readonly source: string | null;
  readonly tags: readonly string[];
  readonly is_starred: boolean;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly responsible_id: string | null;
  readonly loss_reason: string | null;
  readonly ai_summary: string | null;
  readonly ai_win_probability: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly next_step: NextStep | null;
};
export type ConversationSidebarMember = {
  readonly id: string;
  readonly phone: string | null;
  readonly name: string | null;
  readonly is_admin: boolean;
  readonly contact_id: string | null;
  readonly mention: string;
  readonly is_account: boolean;
};
export type LastDelivery = {
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
  readonly completed_at: string | null;
  readonly created_at: string;
};
export type LastReception = {
  readonly status: ReceptionStatus;
  readonly reason: string | null;
  readonly created_at: string;
};
export type MappingProblem = {
  readonly field: string | null;
  readonly message: string;
  readonly code: ErrorFieldCode;
  readonly reason?: ErrorDetailReason | undefined;
};
export type NotificationMailAssigned = 'immediate' | 'digest' | 'off';
export type NotificationMailStopReason = 'bounced' | 'unsubscribed';
export type ProjectOverviewColumn = {
  readonly pipeline_id: string;
  readonly pipeline: string;
  readonly column: string;
  readonly name: string;
  readonly is_finishing: boolean;
  readonly count: number;
  readonly late: number;
};
export type ProjectOverviewPerson = {
  readonly user_id: string | null;
  readonly tasks: number;
  readonly estimated_hours: number;
  readonly actual_hours: number;
};
export type ProjectOverviewCampaign = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly approval_status: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
};
export type ProjectOverviewDateKind = 'tasks' | 'campaigns';
export type ProjectOverviewDateWhat = 'due' | 'start' | 'end';
export type ProjectOverviewDate = {
  readonly kind: ProjectOverviewDateKind;
  readonly id: string;
  readonly name: string;
  readonly what: ProjectOverviewDateWhat;
  readonly date: string;
};
export type ProjectOverviewGroup = {
  readonly id: string;
  readonly name: string;
  readonly inbox: string;
  readonly is_waiting: boolean;
};
export type ProjectOverviewLateTask = {
  readonly id: string;
  readonly title: string;
  readonly due_date: string | null;
  readonly is_done: boolean;
  readonly assignee_ids: readonly string[];
  readonly updated_at: string;
};
export type TaskBoardColumn = {
  readonly key: string;
  readonly name: string | null;
  readonly is_finishing: boolean;
  readonly limit: number | null;
  readonly count: number;
  readonly older: number;
  readonly estimated_hours: number;
  readonly actual_hours: number;
};
export type TaskBoardCard = {
  readonly id: string;
  readonly title: string;
  readonly project_id: string;
  readonly pipeline_id: string;
  readonly column: string;
  readonly priority: TaskPriority;
  readonly assignee_ids: readonly string[];
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly blocked_by_ids: readonly string[];
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly position: number;
  readonly tags: readonly string[];
  readonly completed_at: string | null;
  readonly is_blocked: boolean;
  readonly checklist_done: number;
  readonly checklist_total: number;
  readonly parent: ListedTaskParent | null;
  readonly subtask_done: number;
  readonly subtask_total: number;
};
export type TaskBoardProject = {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly client: Ref | null;
};
export type TaskDependenciesBlockedBy = {
  readonly id: string;
  readonly number: string | null;
  readonly title: string;
  readonly start_date: string | null;
  readonly due_date: string | null;
  readonly completed_at: string | null;
  readonly project: ListedTaskProject | null;
};
export type SubtasksParent = {
  readonly id: string;
  readonly title: string;
  readonly number: string | null;
  readonly is_trashed: boolean;
};
export type SubtasksSubtask = {
  readonly id: string;
  readonly title: string;
  readonly project_id: string;
  readonly parent_id: string | null;
  readonly pipeline_id: string;
  readonly column: string;
  readonly priority: TaskPriority;
  readonly assignee_ids: readonly string[];
  readonly due_date: string | null;
  readonly estimated_hours: number | null;
  readonly actual_hours: number | null;
  readonly number: string | null;
  readonly position: number;
  readonly tags: readonly string[];
  readonly completed_at: string | null;
};
export type TeamWeekMember = {
  readonly user_id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly minutes: readonly number[];
  readonly is_running: boolean;
  readonly is_locked: boolean;
  readonly locked_by: string | null;
};
export type TaskRecurrenceComing = {
  readonly occurs_on: string;
  readonly due_on: string;
};
export type AbsenceReason = 'holiday' | 'sick' | 'other';
export type WorkloadWeek = {
  readonly starts_on: string;
  readonly working_days: number;
};
export type WorkloadMemberWeek = {
  readonly capacity_hours: number;
  readonly absent_days: number;
  readonly planned_hours: number;
  readonly tasks: number;
  readonly without_estimate: number;
};
export type WorkloadMemberUndated = {
  readonly planned_hours: number;
  readonly tasks: number;
  readonly without_estimate: number;
};
export type WorkloadMember = {
  readonly user_id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly weekly_hours: number | null;
  readonly weeks: readonly WorkloadMemberWeek[];
  readonly undated: WorkloadMemberUndated;
};
export type WorkflowVersion = {
  readonly version: number;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly created_by: Ref | null;
};
export type WorkflowDryRunCondition = {
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
  readonly has: unknown;
  readonly holds: boolean;
};
export type DryRunOutcome = 'would_do' | 'would_fail' | 'would_wait';
export type WorkflowDryRunStep = {
  readonly step: number;
  readonly type: string;
  readonly outcome: DryRunOutcome;
  readonly with: Readonly<Record<string, unknown>>;
  readonly wait_until?: string | undefined;
  readonly reason?: string | undefined;
  readonly reason_details?: RunReason | undefined;
};
export type ColumnChoice = {
  readonly slug: string;
  readonly name: string;
};
export type WorkflowChoicesPipeline = {
  readonly id: string;
  readonly name: string;
  readonly project_id: string | null;
  readonly project: string | null;
  readonly is_default: boolean;
  readonly columns: readonly ColumnChoice[];
};
export type BulkAnswerOutcome = {
  readonly id: string;
  readonly ok: boolean;
  readonly code: string | null;
  readonly message: string | null;
};
export type BulkPreviewRecord = {
  readonly id: string;
  readonly name: string | null;
  readonly before: Readonly<Record<string, unknown>>;
};
export type BulkAction = 'change' | 'delete';
export type BulkJobState = 'running' | 'done' | 'stopped' | 'undoing' | 'undone';
export type BulkJobReason = 'suspended';
export type BulkJobFailureOutcome = 'refused' | 'kept';
export type BulkJobFailureRefusal = {
  readonly fields?: readonly ErrorField[] | undefined;
  readonly reason?: ErrorDetailReason | undefined;
};
export type BulkJobFailure = {
  readonly id: string;
  readonly name: string | null;
  readonly outcome: BulkJobFailureOutcome;
  readonly code: string | null;
  readonly message: string | null;
  readonly refusal: BulkJobFailureRefusal | null;
};
export type DayTask = {
  readonly id: string;
  readonly title: string;
  readonly due_date: string | null;
  readonly priority: string;
  readonly project_id: string;
  readonly project: ListedTaskProject | null;
  readonly assignee_ids: readonly string[];
  readonly column: string;
  readonly finishing_column: string | null;
  readonly completed_at: string | null;
  readonly updated_at: string;
};
export type DayActivity = {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly due_date: string | null;
  readonly occurred_at: string;
  readonly duration_minutes: number | null;
  readonly priority: string | null;
  readonly is_completed: boolean;
  readonly assigned_to: string | null;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly deal_id: string | null;
  readonly deal: Ref | null;
  readonly created_at: string;
  readonly updated_at: string;
};
export type DayConversation = {
  readonly id: string;
  readonly contact_id: string | null;
  readonly name: string;
  readonly inbox: string;
  readonly waiting_since: string;
  readonly status: ConversationStatus;
  readonly snoozed_until: string | null;
  readonly assignee_id: string | null;
  readonly assignee: Ref | null;
  readonly said: string;
};
export type DayApprovalState = 'pending' | 'changes' | 'rejected';
export type DayApproval = {
  readonly id: string;
  readonly name: string;
  readonly project_id: string;
  readonly project: ListedTaskProject | null;
  readonly state: DayApprovalState;
  readonly since: string;
};
export type DayDeal = {
  readonly id: string;
  readonly title: string;
  readonly phase: string;
  readonly status: string;
  readonly client_id: string | null;
  readonly client: Ref | null;
  readonly responsible_id: string | null;
  readonly updated_at: string;
};
export type DayCounts = {
  readonly tasks: number;
  readonly activities: number;
  readonly conversations: number;
  readonly approvals: number;
  readonly deals: number;
};
export type SearchGroupHit = {
  readonly id: string;
  readonly name: string;
  readonly about: string | null;
  readonly is_closed: boolean;
};
export type AroundComments = {
  readonly data: readonly Comment[];
  readonly pagination: Pagination;
};
export type AroundFiles = {
  readonly data: readonly File[];
  readonly pagination: Pagination;
};
export type AroundApprovals = {
  readonly data: readonly Approval[];
  readonly pagination: Pagination;
};
export type AroundHistory = {
  readonly data: readonly HistoryEntry[];
  readonly pagination: Pagination;
};
export type AroundBillingLines = {
  readonly data: readonly BillingLine[];
  readonly pagination: Pagination;
};
export type AroundClient = {
  readonly id: string;
  readonly name: string;
  readonly display_name: string | null;
};
export type ImportKind = 'chat' | 'rows';
export type ImportState = 'reading' | 'read' | 'checking' | 'checked' | 'applying' | 'applied' | 'stopped' | 'undoing' | 'undone' | 'failed';
export type ImportReasonDetailsCode = 'empty' | 'picture' | 'pdf' | 'old_excel' | 'binary_excel' | 'open_document' | 'encrypted' | 'unknown_format' | 'web_page' | 'nul_byte' | 'undecodable' | 'line_too_long' | 'file_too_large' | 'unpacked_too_large' | 'damaged_archive' | 'too_many_entries' | 'no_chat' | 'several_chats' | 'not_a_chat' | 'message_too_long' | 'too_many_authors' | 'too_many_columns' | 'too_many_rows' | 'open_quote' | 'no_rows' | 'no_sheets' | 'unknown_sheet' | 'too_many_sheets' | 'damaged_xml' | 'forbidden_xml' | 'cell_too_long' | 'invalid_json' | 'not_trello' | 'no_cards' | 'open_card' | 'card_too_long' | 'conversation_deleted' | 'rights_lost' | 'inbox_deleted' | 'file_removed' | 'unexpected';
export type ImportReasonDetails = {
  readonly code: ImportReasonDetailsCode;
  readonly line?: number | undefined;
  readonly limit?: number | undefined;
  readonly count?: number | undefined;
  readonly format?: string | undefined;
  readonly sheet?: string | undefined;
  readonly part?: string | undefined;
};
export type ImportContentsDateOrder = 'dmy' | 'mdy' | 'ymd';
export type ImportContentsAuthor = {
  readonly name: string;
  readonly messages: number;
};
export type ImportContentsOtherOrder = {
  readonly date_order: ImportContentsDateOrder;
  readonly first_at: string;
  readonly last_at: string;
};
export type ImportContents = {
  readonly date_order: ImportContentsDateOrder;
  readonly first_at: string;
  readonly last_at: string;
  readonly authors: readonly ImportContentsAuthor[];
  readonly messages: number;
  readonly system_messages: number;
  readonly files: number;
  readonly files_omitted: number;
  readonly lines_without_message: number;
  readonly other_order: ImportContentsOtherOrder | null;
};
export type ImportChoices = {
  readonly inbox_id: string;
  readonly conversation_id: string | null;
  readonly phone: string | null;
  readonly is_group: boolean;
  readonly ours: readonly string[];
  readonly date_order: ImportContentsDateOrder;
  readonly time_zone: string;
};
export type ImportCounts = {
  readonly done: number;
  readonly total: number;
  readonly created: number;
  readonly present: number;
  readonly deleted: number;
  readonly future: number;
  readonly files: number;
  readonly files_missing: number;
  readonly removed: number;
  readonly kept: number;
  readonly conversation: string | null;
  readonly is_begun: boolean;
  readonly contact: string | null;
};
export type ImportTableFormat = 'csv' | 'xlsx' | 'vcard' | 'trello' | 'json_lines';
export type ImportTableSheet = {
  readonly name: string;
  readonly is_hidden: boolean;
};
export type ImportTableSkippedReason = 'total' | 'repeated_header' | 'footer';
export type ImportTableSkipped = {
  readonly line: number;
  readonly reason: ImportTableSkippedReason;
};
export type ImportTableColumnDecimalMark = 'comma' | 'point';
export type ImportTableColumnDateOrder = 'dmy' | 'mdy';
export type ImportTableColumn = {
  readonly column: number;
  readonly name: string;
  readonly samples: readonly string[];
  readonly filled: number;
  readonly decimal_mark: ImportTableColumnDecimalMark;
  readonly date_order: ImportTableColumnDateOrder;
  readonly is_noted: boolean;
};
export type ImportTableGuessRecord = {
  readonly key: string;
  readonly resource: CommentRecordType;
  readonly links: Readonly<Record<string, unknown>>;
};
export type ImportTableGuessColumn = {
  readonly column: number;
  readonly record: string;
  readonly field: string;
};
export type ImportTableGuessQuestionCode = 'resource' | 'column' | 'date_order';
export type ImportTableGuessQuestion = {
  readonly code: ImportTableGuessQuestionCode;
  readonly column: number | null;
  readonly choices: readonly string[];
};
export type ImportTableGuess = {
  readonly preset: string | null;
  readonly source: string;
  readonly records: readonly ImportTableGuessRecord[];
  readonly columns: readonly ImportTableGuessColumn[];
  readonly primary: string | null;
  readonly unmapped: readonly number[];
  readonly questions: readonly ImportTableGuessQuestion[];
  readonly date_order: ImportTableColumnDateOrder;
};
export type ImportTableFirstRow = {
  readonly line: number;
  readonly cells: readonly string[];
};
export type ImportTableSampleProblemCode = 'exponent' | 'formula_error' | 'not_a_number' | 'out_of_range' | 'foreign_currency' | 'not_a_date' | 'impossible_date' | 'not_yes_or_no' | 'not_a_phone' | 'area_code_missing' | 'unknown_area_code' | 'not_an_email' | 'not_a_tax_id' | 'wrong_check_digits' | 'lost_zeros' | 'unknown_choice' | 'too_long' | 'nul_character' | 'missing' | 'nothing_to_store' | 'repeated' | 'ambiguous' | 'matches_several' | 'exists' | 'link_missing' | 'not_an_id' | 'member_missing' | 'kept_in_notes' | 'other_client_type' | 'changed_meanwhile' | 'no_room' | 'erased' | 'field_required' | 'field_not_null' | 'field_unknown' | 'field_wrong_type' | 'field_invalid_format' | 'field_not_allowed' | 'field_too_short' | 'field_too_long' | 'field_too_small' | 'field_too_large' | 'field_too_few' | 'field_too_many' | 'field_characters' | 'field_duplicate' | 'field_not_found' | 'field_immutable' | 'field_conflicting' | 'field_invalid_template' | 'field_invalid';
export type ImportTableSampleProblem = {
  readonly code: ImportTableSampleProblemCode;
  readonly is_refusal: boolean;
  readonly column: number | null;
  readonly record: string | null;
  readonly field: string | null;
  readonly value: string | null;
  readonly values: Readonly<Record<string, unknown>>;
};
export type ImportTableSample = {
  readonly line: number;
  readonly records: Readonly<Record<string, unknown>>;
  readonly problems: readonly ImportTableSampleProblem[];
};
export type ImportTable = {
  readonly format: ImportTableFormat;
  readonly encoding: string;
  readonly mixed_line: number | null;
  readonly separator: string | null;
  readonly sheets: readonly ImportTableSheet[];
  readonly sheet: string | null;
  readonly header_line: number | null;
  readonly rows: number;
  readonly rows_above: number;
  readonly skipped: readonly ImportTableSkipped[];
  readonly skipped_rows: number;
  readonly comments_missing: number;
  readonly columns: readonly ImportTableColumn[];
  readonly guess: ImportTableGuess;
  readonly first_rows: readonly ImportTableFirstRow[];
  readonly samples: readonly ImportTableSample[];
};
export type ImportRowChoicesMatchBy = 'id' | 'external_id' | 'document' | 'phone' | 'email';
export type ImportRowChoicesOnMatch = 'skip' | 'fill_blanks' | 'overwrite';
export type ImportRowChoicesOnInactive = 'restore_and_update' | 'create_new' | 'skip';
export type ImportRowChoicesEmailTo = 'client' | 'notes';
export type ImportRowChoices = {
  readonly records: readonly ImportTableGuessRecord[];
  readonly columns: readonly ImportTableGuessColumn[];
  readonly primary: string | null;
  readonly source: string;
  readonly match_by: Readonly<Record<string, unknown>>;
  readonly on_match: ImportRowChoicesOnMatch;
  readonly on_inactive: ImportRowChoicesOnInactive;
  readonly create_linked: boolean;
  readonly keep_unmapped: boolean;
  readonly email_to: ImportRowChoicesEmailTo;
  readonly date_order: ImportTableColumnDateOrder | null;
  readonly area_code: string | null;
  readonly project_id: string | null;
  readonly emits: boolean;
};
export type ImportRowCountsRecord = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
};
export type ImportRowCounts = {
  readonly total: number;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly in_trash: number;
  readonly noted: number;
  readonly records: Readonly<Record<string, unknown>>;
  readonly comments: number;
  readonly reverted: number;
  readonly kept: number;
  readonly failed: number;
};
export type ImportRowOutcome = 'created' | 'updated' | 'unchanged' | 'refused' | 'in_trash';
export type ImportRowRecordAction = 'created' | 'updated';
export type ImportRowRecord = {
  readonly record: string;
  readonly resource: CommentRecordType;
  readonly record_id: string;
  readonly action: ImportRowRecordAction;
  readonly name: string | null;
};
export type ImportLeftOutcome = 'kept' | 'failed';
export type ImportLeftReason = 'edited' | 'in_use' | 'refused';
export type PrivacyRequestKind = 'confirmation' | 'access' | 'correction' | 'portability' | 'blocking' | 'erasure' | 'objection';
export type PrivacyRequestState = 'searching' | 'searched' | 'packing' | 'erasing' | 'failed' | 'closed';
export type PrivacyRequestJob = 'search' | 'package' | 'erasure';
export type PrivacyRequestProgress = {
  readonly step: string;
  readonly done: number;
  readonly total: number;
};
export type PrivacyRequestReasonDetailsCode = 'rights_lost' | 'no_space' | 'unavailable' | 'nothing_chosen' | 'last_owner' | 'data_moving' | 'changed' | 'unexpected';
export type PrivacyRequestReasonDetails = {
  readonly code: PrivacyRequestReasonDetailsCode;
};
export type PrivacyRequestSubjectType = 'contacts' | 'clients' | 'users';
export type PrivacyRequestSubject = {
  readonly type: PrivacyRequestSubjectType;
  readonly id: string;
  readonly name: string | null;
  readonly matched: readonly string[];
  readonly is_chosen: boolean;
  readonly conversations: number;
  readonly deals: number;
  readonly contracts: number;
  readonly projects: number;
  readonly activities: number;
};
export type PrivacyRequestUnreadFileReason = 'picture' | 'media' | 'no_text' | 'encrypted' | 'damaged' | 'too_large' | 'format' | 'partly' | 'missing' | 'infected';
export type PrivacyRequestUnreadFile = {
  readonly reason: PrivacyRequestUnreadFileReason;
  readonly files: number;
};
export type PrivacyRequestOutcome = 'fulfilled' | 'partly' | 'refused' | 'withdrawn';
export type PrivacyHitDecision = 'keep' | 'replace' | 'delete';
export type ExportResource = 'clients' | 'contacts' | 'projects' | 'tasks' | 'deals' | 'campaigns' | 'activities' | 'team';
export type ExportFormat = 'csv' | 'xlsx' | 'jsonl' | 'zip';
export type ExportLanguage = 'pt' | 'en';
export type ExportState = 'waiting' | 'running' | 'ready' | 'failed';
export type ExportReasonDetailsCode = 'rights_lost' | 'no_space' | 'unavailable' | 'unexpected';
export type ExportReasonDetails = {
  readonly code: ExportReasonDetailsCode;
};
export type SignInResult = 'done' | 'second_factor';
export type SignInStepSession = {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly is_operator: boolean;
  readonly methods: readonly string[];
  readonly authenticated_at: string;
};
export type AddressInput = {
  readonly street?: string | null | undefined;
  readonly number?: string | null | undefined;
  readonly complement?: string | null | undefined;
  readonly neighborhood?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip_code?: string | null | undefined;
  readonly country?: string | null | undefined;
};
export type SentMessageType = 'text' | 'image' | 'audio' | 'voice' | 'video' | 'document' | 'sticker';
export type SentMediaType = 'image' | 'audio' | 'voice' | 'video' | 'document' | 'sticker';
export type UpdateProjectTemplateInputTask = {
  
};
export type PhaseRuleInput = {
  readonly phase: string;
  readonly limit_days: number | null;
  readonly probability: number | null;
};
export type BusinessHoursHoursWeeklyInput = {
  readonly weekday: number;
  readonly from: string;
  readonly to: string;
};
export type BusinessHoursHoursHolidayInput = {
  readonly date: string;
  readonly name: string;
  readonly yearly: boolean;
};
export type BusinessHoursHoursInput = {
  readonly weekly: readonly BusinessHoursHoursWeeklyInput[];
  readonly national_holidays: boolean;
  readonly holidays: readonly BusinessHoursHoursHolidayInput[];
};
export type MessageType = 'text' | 'image' | 'audio' | 'voice' | 'video' | 'document' | 'sticker' | 'location' | 'contacts' | 'reaction' | 'button_reply' | 'list_reply' | 'poll' | 'order' | 'template' | 'unsupported';
export type SetInboxHistoryInputState = 'running' | 'stopped';
export type ChangeConversationsInputAction = 'assign' | 'unassign' | 'unassign_squad' | 'snooze' | 'resolve' | 'reopen' | 'label' | 'read' | 'unread';
export type TypingKind = 'answer' | 'note';
export type ReplayStatus = 'failed' | 'delivered';
export type ReadImportAgainInputSeparator = 'semicolon' | 'comma' | 'tab' | 'pipe';
export type ReadImportAgainInputEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be' | 'macintosh';
export type ReadImportAgainInputPreset = 'trello' | 'vcard' | 'clickup' | 'asana' | 'teamwork' | 'pipedrive' | 'pipedrive_people' | 'pipedrive_organizations' | 'rd_station' | 'kommo' | 'hubspot' | 'google_contacts' | 'google_contacts_before_2024';
export type OidcPurpose = 'sign-in' | 'proof' | 'link';
export type StoredFile = {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
};
export type ContactSort = 'push_name' | '-push_name' | 'custom_name' | '-custom_name' | 'phone' | '-phone' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type ProjectSort = 'name' | '-name' | 'status' | '-status' | 'priority' | '-priority' | 'start_date' | '-start_date' | 'due_date' | '-due_date' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type ClientSort = 'full_name' | '-full_name' | 'email' | '-email' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'is_active' | '-is_active';
export type ListedTaskSort = 'title' | '-title' | 'priority' | '-priority' | 'due_date' | '-due_date' | 'position' | '-position' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'completed_at' | '-completed_at';
export type DealSort = 'title' | '-title' | 'value' | '-value' | 'phase' | '-phase' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'expected_close_date' | '-expected_close_date';
export type ListedCampaignSort = 'name' | '-name' | 'status' | '-status' | 'start_date' | '-start_date' | 'end_date' | '-end_date' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type ListedActivitySort = 'title' | '-title' | 'type' | '-type' | 'occurred_at' | '-occurred_at' | 'due_date' | '-due_date' | 'priority' | '-priority' | 'created_at' | '-created_at';
export type ContractSort = 'title' | '-title' | 'value' | '-value' | 'starts_on' | '-starts_on' | 'ends_on' | '-ends_on' | 'renews_on' | '-renews_on' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type WebhookEndpointSort = 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type TimeEntrySort = 'started_at' | '-started_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type NameSort = 'name' | '-name' | 'created_at' | '-created_at';
export type UserSort = 'name' | '-name' | 'email' | '-email' | 'created_at' | '-created_at';
export type MessageSort = 'sent_at' | '-sent_at' | 'created_at' | '-created_at';
export type ConversationSort = 'created_at' | '-created_at' | 'last_message_at' | '-last_message_at' | 'waiting_since' | '-waiting_since';
export type CreatedAtSort = 'created_at' | '-created_at';
export type UploadType = 'tasks' | 'campaigns' | 'projects' | 'deals' | 'clients' | 'conversations';
export type DeletedTaskSort = 'deleted_at' | '-deleted_at' | 'created_at' | '-created_at';
export type ApprovalSort = 'created_at' | '-created_at' | 'expires_at' | '-expires_at';
export type BillingLineSort = 'ends_on' | '-ends_on' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
export type AtSort = 'at' | '-at';
export type DealBoardGroup = 'phase' | 'responsible' | 'client' | 'month';
export type DealBoardOrder = 'urgency' | 'next_step' | 'value' | 'expected_close_date' | 'title' | '-id';
export type ConversationRowsView = 'mine' | 'unassigned' | 'all';
export type ConversationRowsStatus = 'open' | 'snoozed' | 'resolved' | 'any';
export type ConversationRowsMySquads = 'true';
export type ConversationRowsSort = 'waiting' | 'due' | 'latest';
export type TaskBoardGroup = 'column' | 'person' | 'client' | 'project' | 'priority' | 'due';
export type TaskBoardOrder = 'position' | 'due_date' | 'priority' | 'title' | '-id';

/** Method and path below /api/panel → what is given, and what is answered. */
export interface Operations {
  readonly 'POST /invitation/look': { readonly answer: InvitationFound; readonly body: LookAtInvitationInput; };
  readonly 'POST /invitation/accept': { readonly answer: InvitationAccepted; readonly body: AcceptInvitationInput; };
  readonly 'GET /session/ways': { readonly answer: WaysIn; };
  readonly 'POST /oidc/begin': { readonly answer: OidcBegun; readonly body: BeginOidcInput; };
  readonly 'GET /oidc/callback': { readonly answer: OidcFinished; };
  readonly 'GET /account/identities': { readonly answer: readonly Identity[]; };
  readonly 'DELETE /account/identities/{id}': { readonly answer: DeletedRecord; };
  readonly 'GET /account/passkeys': { readonly answer: readonly Passkey[]; };
  readonly 'POST /account/passkeys': { readonly answer: Passkey; readonly body: CreatePasskeyInput; };
  readonly 'POST /account/passkeys/challenge': { readonly answer: PasskeyOptions; };
  readonly 'PUT /account/passkeys/{id}': { readonly answer: Passkey; readonly body: UpdatePasskeyInput; };
  readonly 'DELETE /account/passkeys/{id}': { readonly answer: DeletedRecord; };
  readonly 'POST /passkey/challenge': { readonly answer: PasskeyOptions; };
  readonly 'POST /passkey/sign-in': { readonly answer: Session; readonly body: PasskeyInput; };
  readonly 'POST /passkey/proof': { readonly answer: Session; readonly body: PasskeyInput; };
  readonly 'PUT /account/picture': { readonly answer: Account; readonly body: SetOwnPictureInput; };
  readonly 'DELETE /account/picture': { readonly answer: Account; };
  readonly 'GET /account/push-subscription': { readonly answer: PushSubscriptionState; };
  readonly 'PUT /account/push-subscription': { readonly answer: PushSubscriptionState; readonly body: PushSubscriptionInput; };
  readonly 'GET /session': { readonly answer: Session | null; };
  readonly 'DELETE /session': { readonly answer: SignedOut; };
  readonly 'POST /session': { readonly answer: SignInStep; readonly body: SignInInput; };
  readonly 'GET /account/teams': { readonly answer: readonly OwnTeam[]; };
  readonly 'POST /account/agents/review': { readonly answer: AgentRequest; readonly body: ReviewAgentInput; };
  readonly 'POST /account/agents/approve': { readonly answer: AgentAnswer; readonly body: ApproveAgentInput; };
  readonly 'GET /account/agents': { readonly answer: readonly OwnAgent[]; };
  readonly 'DELETE /account/agents/{id}': { readonly answer: DisconnectedAgent; };
  readonly 'POST /session/second-factor': { readonly answer: Session; readonly body: GiveSecondFactorInput; };
  readonly 'POST /session/proof': { readonly answer: Session; readonly body: ProveOneselfInput; };
  readonly 'GET /account': { readonly answer: Account; };
  readonly 'PUT /account': { readonly answer: Account; readonly body: UpdateAccountInput; };
  readonly 'PUT /account/email': { readonly answer: EmailChange; readonly body: EmailInput; };
  readonly 'POST /account/email/confirm': { readonly answer: EmailConfirmed; readonly body: TokenInput; };
  readonly 'GET /account/sessions': { readonly answer: readonly OwnSession[]; };
  readonly 'DELETE /account/sessions': { readonly answer: SessionsEnded; };
  readonly 'DELETE /account/sessions/{id}': { readonly answer: SessionsEnded; };
  readonly 'POST /account/totp': { readonly answer: TotpSetup; };
  readonly 'DELETE /account/totp': { readonly answer: TotpRemoved; };
  readonly 'POST /account/totp/confirm': { readonly answer: RecoveryCodes; readonly body: ConfirmTotpInput; };
  readonly 'POST /account/recovery-codes': { readonly answer: RecoveryCodes; };
  readonly 'PUT /account/password': { readonly answer: PasswordChanged; readonly body: ChangeOwnPasswordInput; };
  readonly 'POST /password-reset': { readonly answer: PasswordAsked; readonly body: EmailInput; };
  readonly 'POST /password-reset/look': { readonly answer: PasswordReset; readonly body: TokenInput; };
  readonly 'POST /password-reset/use': { readonly answer: PasswordChanged; readonly body: UseResetInput; };
  readonly 'GET /teams/{team_slug}/msgapp/contacts': { readonly answer: readonly Contact[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ContactSort | undefined; readonly after?: string | undefined; readonly tag?: string | undefined; readonly client_id?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/msgapp/contacts': { readonly answer: Contact; readonly body: ContactCreate; };
  readonly 'GET /teams/{team_slug}/msgapp/contacts/{id}': { readonly answer: Contact; };
  readonly 'PUT /teams/{team_slug}/msgapp/contacts/{id}': { readonly answer: Contact; readonly body: ContactUpdate; };
  readonly 'DELETE /teams/{team_slug}/msgapp/contacts/{id}': { readonly answer: Deleted; };
  readonly 'GET /teams/{team_slug}/projects/{id}': { readonly answer: Project; };
  readonly 'PUT /teams/{team_slug}/projects/{id}': { readonly answer: Project; readonly body: ProjectUpdate; };
  readonly 'DELETE /teams/{team_slug}/projects/{id}': { readonly answer: ProjectDeleted; };
  readonly 'POST /teams/{team_slug}/projects': { readonly answer: Project; readonly body: ProjectCreate; };
  readonly 'GET /teams/{team_slug}/projects': { readonly answer: readonly Project[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ProjectSort | undefined; readonly after?: string | undefined; readonly squad_id?: string | undefined; readonly client_id?: string | undefined; readonly status?: ProjectStatus | undefined; readonly priority?: ProjectPriority | undefined; readonly updated_since?: string | undefined; readonly squad_id_in?: string | undefined; readonly squad_id_not?: string | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly status_in?: string | undefined; readonly status_not?: string | undefined; readonly priority_in?: string | undefined; readonly priority_not?: string | undefined; readonly is_late?: boolean | undefined; readonly is_open?: boolean | undefined; readonly due_from?: string | undefined; readonly due_until?: string | undefined; readonly from?: string | undefined; readonly until?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/clients': { readonly answer: readonly Client[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ClientSort | undefined; readonly after?: string | undefined; readonly type?: ClientType | undefined; readonly status?: ClientStatus | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/clients': { readonly answer: Client; readonly body: ClientCreate; };
  readonly 'GET /teams/{team_slug}/clients/{id}': { readonly answer: Client; };
  readonly 'PUT /teams/{team_slug}/clients/{id}': { readonly answer: Client; readonly body: ClientUpdate; };
  readonly 'DELETE /teams/{team_slug}/clients/{id}': { readonly answer: ClientDeleted; };
  readonly 'GET /teams/{team_slug}/tasks/{id}': { readonly answer: Task; };
  readonly 'PUT /teams/{team_slug}/tasks/{id}': { readonly answer: Task; readonly body: TaskUpdate; };
  readonly 'DELETE /teams/{team_slug}/tasks/{id}': { readonly answer: TaskDeleted; };
  readonly 'POST /teams/{team_slug}/tasks': { readonly answer: Task; readonly body: TaskCreate; };
  readonly 'GET /teams/{team_slug}/tasks': { readonly answer: readonly ListedTask[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ListedTaskSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; readonly pipeline_id?: string | undefined; readonly parent_id?: string | undefined; readonly assignee_id?: string | undefined; readonly priority?: TaskPriority | undefined; readonly column?: string | undefined; readonly updated_since?: string | undefined; readonly client_id?: string | undefined; readonly is_assigned?: boolean | undefined; readonly is_done?: boolean | undefined; readonly is_dated?: boolean | undefined; readonly due_from?: string | undefined; readonly due_to?: string | undefined; readonly tag?: string | undefined; readonly project_id_in?: string | undefined; readonly project_id_not?: string | undefined; readonly assignee_id_in?: string | undefined; readonly assignee_id_not?: string | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly priority_in?: string | undefined; readonly priority_not?: string | undefined; readonly column_in?: string | undefined; readonly column_not?: string | undefined; readonly tag_in?: string | undefined; readonly tag_not?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/deals/{id}': { readonly answer: Deal; };
  readonly 'PUT /teams/{team_slug}/deals/{id}': { readonly answer: Deal; readonly body: DealUpdate; };
  readonly 'DELETE /teams/{team_slug}/deals/{id}': { readonly answer: DealDeleted; };
  readonly 'POST /teams/{team_slug}/deals': { readonly answer: Deal; readonly body: DealCreate; };
  readonly 'GET /teams/{team_slug}/deals': { readonly answer: readonly Deal[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: DealSort | undefined; readonly after?: string | undefined; readonly status?: DealStatus | undefined; readonly phase?: DealPhase | undefined; readonly client_id?: string | undefined; readonly responsible_id?: string | undefined; readonly source?: string | undefined; readonly min_value?: number | undefined; readonly max_value?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly updated_since?: string | undefined; readonly tag?: string | undefined; readonly is_starred?: boolean | undefined; readonly status_in?: string | undefined; readonly status_not?: string | undefined; readonly phase_in?: string | undefined; readonly phase_not?: string | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly responsible_id_in?: string | undefined; readonly responsible_id_not?: string | undefined; readonly source_in?: string | undefined; readonly source_not?: string | undefined; readonly tag_in?: string | undefined; readonly tag_not?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/campaigns/{id}': { readonly answer: Campaign; };
  readonly 'PUT /teams/{team_slug}/campaigns/{id}': { readonly answer: Campaign; readonly body: CampaignUpdate; };
  readonly 'DELETE /teams/{team_slug}/campaigns/{id}': { readonly answer: CampaignDeleted; };
  readonly 'POST /teams/{team_slug}/campaigns': { readonly answer: Campaign; readonly body: CampaignCreate; };
  readonly 'GET /teams/{team_slug}/campaigns': { readonly answer: readonly ListedCampaign[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ListedCampaignSort | undefined; readonly after?: string | undefined; readonly status?: CampaignStatus | undefined; readonly project_id?: string | undefined; readonly updated_since?: string | undefined; readonly approval_status?: CampaignApprovalStatus | undefined; readonly client_id?: string | undefined; readonly status_in?: string | undefined; readonly status_not?: string | undefined; readonly project_id_in?: string | undefined; readonly project_id_not?: string | undefined; readonly approval_status_in?: string | undefined; readonly approval_status_not?: string | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly from?: string | undefined; readonly until?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/activities/{id}': { readonly answer: Activity; };
  readonly 'PUT /teams/{team_slug}/activities/{id}': { readonly answer: Activity; readonly body: ActivityUpdate; };
  readonly 'DELETE /teams/{team_slug}/activities/{id}': { readonly answer: ActivityDeleted; };
  readonly 'POST /teams/{team_slug}/activities': { readonly answer: Activity; readonly body: ActivityCreate; };
  readonly 'GET /teams/{team_slug}/activities': { readonly answer: readonly ListedActivity[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ListedActivitySort | undefined; readonly after?: string | undefined; readonly type?: ActivityType | undefined; readonly client_id?: string | undefined; readonly deal_id?: string | undefined; readonly completed?: boolean | undefined; readonly updated_since?: string | undefined; readonly assigned_to?: string | undefined; readonly type_in?: string | undefined; readonly type_not?: string | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly deal_id_in?: string | undefined; readonly deal_id_not?: string | undefined; readonly assigned_to_in?: string | undefined; readonly assigned_to_not?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/contracts': { readonly answer: readonly Contract[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ContractSort | undefined; readonly after?: string | undefined; readonly status?: ContractStatus | undefined; readonly period?: ContractPeriod | undefined; readonly client_id?: string | undefined; readonly owner_id?: string | undefined; readonly deal_id?: string | undefined; readonly project_id?: string | undefined; readonly renews_within?: number | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/contracts': { readonly answer: Contract; readonly body: ContractCreate; };
  readonly 'GET /teams/{team_slug}/contracts/{id}': { readonly answer: Contract; };
  readonly 'PUT /teams/{team_slug}/contracts/{id}': { readonly answer: Contract; readonly body: ContractUpdate; };
  readonly 'DELETE /teams/{team_slug}/contracts/{id}': { readonly answer: Deleted; };
  readonly 'GET /teams/{team_slug}/webhooks': { readonly answer: readonly WebhookEndpoint[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: WebhookEndpointSort | undefined; readonly after?: string | undefined; readonly active?: boolean | undefined; readonly url?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/webhooks': { readonly answer: WebhookEndpointCreated; readonly body: WebhookEndpointCreate; };
  readonly 'GET /teams/{team_slug}/webhooks/{id}': { readonly answer: WebhookEndpoint; };
  readonly 'PUT /teams/{team_slug}/webhooks/{id}': { readonly answer: WebhookEndpoint; readonly body: WebhookEndpointUpdate; };
  readonly 'DELETE /teams/{team_slug}/webhooks/{id}': { readonly answer: Deleted; };
  readonly 'GET /teams/{team_slug}/time-entries': { readonly answer: readonly TimeEntry[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: TimeEntrySort | undefined; readonly after?: string | undefined; readonly user_id?: string | undefined; readonly task_id?: string | undefined; readonly project_id?: string | undefined; readonly client_id?: string | undefined; readonly is_billable?: boolean | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly is_running?: boolean | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/time-entries': { readonly answer: TimeEntry; readonly body: TimeEntryCreate; };
  readonly 'GET /teams/{team_slug}/time-entries/{id}': { readonly answer: TimeEntry; };
  readonly 'PUT /teams/{team_slug}/time-entries/{id}': { readonly answer: TimeEntry; readonly body: TimeEntryUpdate; };
  readonly 'DELETE /teams/{team_slug}/time-entries/{id}': { readonly answer: Deleted; };
  readonly 'GET /teams/{team_slug}/squads': { readonly answer: readonly Squad[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/squads': { readonly answer: Squad; readonly body: NameInput; };
  readonly 'GET /teams/{team_slug}/squads/{id}': { readonly answer: Squad; };
  readonly 'PUT /teams/{team_slug}/squads/{id}': { readonly answer: Squad; readonly body: NameInput; };
  readonly 'DELETE /teams/{team_slug}/squads/{id}': { readonly answer: Deleted; };
  readonly 'PUT /teams/{team_slug}/squads/{id}/members/{inner}': { readonly answer: Squad; };
  readonly 'DELETE /teams/{team_slug}/squads/{id}/members/{inner}': { readonly answer: Squad; };
  readonly 'PUT /teams/{team_slug}/squads/{id}/members/{inner}/role': { readonly answer: Squad; readonly body: ChangeSquadMemberInput; };
  readonly 'GET /teams/{team_slug}/keys': { readonly answer: readonly Key[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/keys': { readonly answer: KeyCreated; readonly body: CreateKeyInput; };
  readonly 'GET /teams/{team_slug}/keys/{id}': { readonly answer: Key; };
  readonly 'DELETE /teams/{team_slug}/keys/{id}': { readonly answer: KeyDeleted; };
  readonly 'POST /teams/{team_slug}/keys/{id}/rotate': { readonly answer: KeyCreated; readonly body: RotateKeyInput; };
  readonly 'GET /teams/{team_slug}/users': { readonly answer: readonly User[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: UserSort | undefined; readonly after?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/users/{id}': { readonly answer: User; };
  readonly 'GET /teams/{team_slug}/inboxes': { readonly answer: readonly Inbox[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; readonly type?: InboxType | undefined; readonly active?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/inboxes': { readonly answer: Inbox; readonly body: CreateInboxInput; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}': { readonly answer: Inbox; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}': { readonly answer: InboxSettings; readonly body: SetInboxInput; };
  readonly 'DELETE /teams/{team_slug}/inboxes/{id}': { readonly answer: InboxDeleted; readonly body: DeleteInboxInput; };
  readonly 'PUT /teams/{team_slug}/billing-lines/{id}': { readonly answer: BillingLine; readonly body: BillingLineUpdate; };
  readonly 'GET /teams/{team_slug}/billing-lines/{id}': { readonly answer: BillingLine; };
  readonly 'POST /teams/{team_slug}/deals/{id}/contract': { readonly answer: Contract; readonly body: CreateContractFromDealInput; };
  readonly 'POST /teams/{team_slug}/billing-lines/{id}/recalculate': { readonly answer: BillingLine; };
  readonly 'POST /teams/{team_slug}/msgapp/messages': { readonly answer: Message; readonly body: MessageCreate; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations/{id}/messages': { readonly answer: readonly Message[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: MessageSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/msgapp/messages/template': { readonly answer: Message; readonly body: TemplateSend; };
  readonly 'POST /teams/{team_slug}/msgapp/messages/write': { readonly answer: Message; readonly body: WriteMessageInput; };
  readonly 'POST /teams/{team_slug}/msgapp/messages/{id}/reaction': { readonly answer: Message; readonly body: ReactToMessageInput; };
  readonly 'POST /teams/{team_slug}/msgapp/messages/{id}/edit': { readonly answer: Message; readonly body: EditMessageInput; };
  readonly 'POST /teams/{team_slug}/msgapp/messages/{id}/revoke': { readonly answer: Message; readonly body: RevokeMessageInput; };
  readonly 'DELETE /teams/{team_slug}/msgapp/messages/{id}/change': { readonly answer: Message; };
  readonly 'GET /teams/{team_slug}/msgapp/groups': { readonly answer: readonly Conversation[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ConversationSort | undefined; readonly after?: string | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly status?: ConversationStatus | undefined; readonly assignee_id?: string | undefined; readonly squad_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/assign': { readonly answer: Conversation; readonly body: ConversationUpdate; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/unassign': { readonly answer: Conversation; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/snooze': { readonly answer: Conversation; readonly body: SnoozeConversationInput; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/resolve': { readonly answer: Conversation; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/block': { readonly answer: Conversation; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/unblock': { readonly answer: Conversation; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/reopen': { readonly answer: Conversation; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/labels': { readonly answer: Conversation; readonly body: UpdateConversationLabelsInput; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/link': { readonly answer: Conversation; readonly body: LinkGroupInput; };
  readonly 'GET /teams/{team_slug}/webhooks/{id}/deliveries': { readonly answer: readonly Delivery[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly status?: DeliveryStatus | undefined; readonly event?: EventKind | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/webhooks/{id}/deliveries/{inner}': { readonly answer: DeliveryShown; };
  readonly 'POST /teams/{team_slug}/webhooks/{id}/deliveries/{inner}/replay': { readonly answer: Delivery; };
  readonly 'POST /teams/{team_slug}/webhooks/{id}/test': { readonly answer: Delivery; };
  readonly 'POST /teams/{team_slug}/webhooks/{id}/rotate-secret': { readonly answer: WebhookEndpointCreated; };
  readonly 'GET /teams/{team_slug}/webhooks/{id}/receptions': { readonly answer: readonly Reception[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly status?: ReceptionStatus | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/audit': { readonly answer: readonly Entry[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly actor_id?: string | undefined; readonly record_id?: string | undefined; readonly operation?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/history': { readonly answer: readonly HistoryEntry[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly record_type?: RecordType | undefined; readonly record_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/comments': { readonly answer: readonly Comment[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly record_type?: CommentRecordType | undefined; readonly record_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/comments': { readonly answer: Comment; readonly body: CreateCommentInput; };
  readonly 'PUT /teams/{team_slug}/comments/{id}': { readonly answer: Comment; readonly body: UpdateCommentInput; };
  readonly 'DELETE /teams/{team_slug}/comments/{id}': { readonly answer: Comment; };
  readonly 'POST /teams/{team_slug}/comments/{id}/restore': { readonly answer: Comment; };
  readonly 'POST /teams/{team_slug}/files': { readonly answer: StoredFile; readonly query?: { readonly name?: string | undefined; readonly record_type?: UploadType | undefined; readonly record_id?: string | undefined; readonly purpose?: string | undefined; readonly id?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/files': { readonly answer: readonly File[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly record_type?: string | undefined; readonly record_id?: string | undefined; readonly purpose?: string | undefined; readonly project_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/notifications': { readonly answer: readonly Notification[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly kind?: NotificationKind | undefined; readonly unread?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/pipelines': { readonly answer: readonly Pipeline[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; readonly is_shared?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/pipelines': { readonly answer: Pipeline; readonly body: CreatePipelineInput; };
  readonly 'GET /teams/{team_slug}/pipelines/{id}': { readonly answer: Pipeline; };
  readonly 'PUT /teams/{team_slug}/pipelines/{id}': { readonly answer: Pipeline; readonly body: NameInput; };
  readonly 'DELETE /teams/{team_slug}/pipelines/{id}': { readonly answer: Deleted; };
  readonly 'POST /teams/{team_slug}/pipelines/{id}/columns': { readonly answer: Pipeline; readonly body: CreateColumnInput; };
  readonly 'PUT /teams/{team_slug}/pipelines/{id}/columns': { readonly answer: Pipeline; readonly body: OrderColumnsInput; };
  readonly 'PUT /teams/{team_slug}/columns/{id}': { readonly answer: Pipeline; readonly body: ColumnUpdate; };
  readonly 'POST /teams/{team_slug}/columns/{id}/remove': { readonly answer: Pipeline; readonly body: RemoveColumnInput; };
  readonly 'POST /teams/{team_slug}/project-templates': { readonly answer: ProjectTemplate; readonly body: CreateProjectTemplateInput; };
  readonly 'GET /teams/{team_slug}/project-templates': { readonly answer: readonly ProjectTemplate[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: WebhookEndpointSort | undefined; readonly after?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'PUT /teams/{team_slug}/project-templates/{id}': { readonly answer: ProjectTemplate; readonly body: UpdateProjectTemplateInput; };
  readonly 'GET /teams/{team_slug}/project-templates/{id}': { readonly answer: ProjectTemplate; };
  readonly 'DELETE /teams/{team_slug}/project-templates/{id}': { readonly answer: DeletedRecord; };
  readonly 'POST /teams/{team_slug}/project-templates/{id}/projects': { readonly answer: Project; readonly body: CreateProjectFromTemplateInput; };
  readonly 'PUT /teams/{team_slug}/projects/{id}/key': { readonly answer: Project; readonly body: SetProjectKeyInput; };
  readonly 'POST /teams/{team_slug}/tasks/{id}/move': { readonly answer: Task; readonly body: MoveTaskInput; };
  readonly 'GET /teams/{team_slug}/task-numbers': { readonly answer: Task; readonly query?: { readonly number?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/trash': { readonly answer: readonly DeletedTask[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: DeletedTaskSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; readonly pipeline_id?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/trash/{id}': { readonly answer: DeletedTask; };
  readonly 'POST /teams/{team_slug}/tasks/{id}/restore': { readonly answer: Task; };
  readonly 'POST /teams/{team_slug}/tasks/{id}/checklist/subtasks': { readonly answer: Task; readonly body: ConvertChecklistItemInput; };
  readonly 'POST /teams/{team_slug}/tasks/{id}/checklist-item': { readonly answer: Task; readonly body: ConvertSubtaskInput; };
  readonly 'PUT /teams/{team_slug}/campaigns/{id}/approval': { readonly answer: Campaign; readonly body: SetCampaignApprovalInput; };
  readonly 'POST /teams/{team_slug}/time-entries/{id}/stop': { readonly answer: TimeEntry; };
  readonly 'POST /teams/{team_slug}/task-recurrences/{id}/occurrences': { readonly answer: Task; readonly body: CreateTaskOccurrenceInput; };
  readonly 'GET /teams/{team_slug}/approvals': { readonly answer: readonly Approval[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ApprovalSort | undefined; readonly after?: string | undefined; readonly status?: ApprovalStatus | undefined; readonly campaign_id?: string | undefined; readonly project_id?: string | undefined; readonly client_id?: string | undefined; readonly stage?: ApprovalStage | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/approvals': { readonly answer: ApprovalCreated; readonly body: CreateApprovalInput; };
  readonly 'GET /teams/{team_slug}/approvals/{id}': { readonly answer: Approval; };
  readonly 'DELETE /teams/{team_slug}/approvals/{id}': { readonly answer: Approval; };
  readonly 'POST /teams/{team_slug}/approvals/{id}/rounds': { readonly answer: Approval; readonly body: AskForApprovalAgainInput; };
  readonly 'POST /teams/{team_slug}/approvals/{id}/link': { readonly answer: ApprovalCreated; readonly body: RenewApprovalLinkInput; };
  readonly 'POST /teams/{team_slug}/approvals/{id}/decisions': { readonly answer: Approval; readonly body: DecideApprovalInput; };
  readonly 'POST /teams/{team_slug}/approvals/{id}/answers': { readonly answer: Approval; readonly body: AnswerApprovalCommentInput; };
  readonly 'POST /teams/{team_slug}/approvals/{id}/send': { readonly answer: Message; readonly body: SendApprovalInput; };
  readonly 'GET /teams/{team_slug}/workflows': { readonly answer: readonly Workflow[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'POST /teams/{team_slug}/workflows': { readonly answer: Workflow; readonly body: WorkflowInput; };
  readonly 'GET /teams/{team_slug}/workflows/{id}': { readonly answer: Workflow; };
  readonly 'PUT /teams/{team_slug}/workflows/{id}': { readonly answer: Workflow; readonly body: WorkflowInput; };
  readonly 'DELETE /teams/{team_slug}/workflows/{id}': { readonly answer: DeletedRecord; };
  readonly 'GET /teams/{team_slug}/workflow-runs': { readonly answer: readonly WorkflowRun[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly workflow_id?: string | undefined; readonly status?: RunStatus | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/workflow-runs/{id}': { readonly answer: WorkflowRun; };
  readonly 'POST /teams/{team_slug}/workflow-runs/{id}/continue': { readonly answer: WorkflowRun; readonly body: ContinueWorkflowRunInput; };
  readonly 'POST /teams/{team_slug}/workflow-runs/{id}/stop': { readonly answer: WorkflowRun; };
  readonly 'GET /teams/{team_slug}/billing-lines': { readonly answer: readonly BillingLine[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: BillingLineSort | undefined; readonly after?: string | undefined; readonly contract_id?: string | undefined; readonly client_id?: string | undefined; readonly status?: BillingLineStatus | undefined; readonly from?: string | undefined; readonly until?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations': { readonly answer: readonly Conversation[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ConversationSort | undefined; readonly after?: string | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly status?: ConversationStatus | undefined; readonly assignee_id?: string | undefined; readonly squad_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations/{id}': { readonly answer: Conversation; };
  readonly 'GET /teams/{team_slug}/events': { readonly answer: readonly Event[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly type?: EventKind | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  readonly 'GET /teams/{team_slug}/events/{id}': { readonly answer: Event; };
  readonly 'GET /teams/{team_slug}/agents': { readonly answer: readonly Agent[]; };
  readonly 'DELETE /teams/{team_slug}/agents/{id}': { readonly answer: DisconnectedAgent; };
  readonly 'GET /teams/{team_slug}/settings': { readonly answer: TeamSettings; };
  readonly 'PUT /teams/{team_slug}/settings': { readonly answer: TeamSettings; readonly body: TeamSettingsUpdate; };
  readonly 'GET /teams/{team_slug}/settings/second-factor': { readonly answer: readonly MemberWithoutSecondFactor[]; };
  readonly 'PUT /teams/{team_slug}/settings/phases': { readonly answer: TeamSettings; readonly body: RenameDealPhaseInput; };
  readonly 'GET /teams/{team_slug}/business-hours': { readonly answer: BusinessHours; };
  readonly 'PUT /teams/{team_slug}/business-hours': { readonly answer: BusinessHours; readonly body: BusinessHoursUpdate; };
  readonly 'GET /teams/{team_slug}/members': { readonly answer: readonly Member[]; };
  readonly 'GET /teams/{team_slug}/members/{id}': { readonly answer: Member; };
  readonly 'PUT /teams/{team_slug}/members/{id}': { readonly answer: Member; readonly body: UpdateMemberInput; };
  readonly 'DELETE /teams/{team_slug}/members/{id}': { readonly answer: RemovedMember; };
  readonly 'POST /teams/{team_slug}/members/{id}/suspend': { readonly answer: Member; };
  readonly 'POST /teams/{team_slug}/members/{id}/restore': { readonly answer: Member; };
  readonly 'DELETE /teams/{team_slug}/membership': { readonly answer: RemovedMember; };
  readonly 'POST /teams/{team_slug}/members/{id}/reset': { readonly answer: PasswordLink; };
  readonly 'POST /teams/{team_slug}/invitations': { readonly answer: NewInvitation; readonly body: CreateInvitationInput; };
  readonly 'GET /teams/{team_slug}/invitations': { readonly answer: readonly Invitation[]; };
  readonly 'DELETE /teams/{team_slug}/invitations/{id}': { readonly answer: Invitation; };
  readonly 'POST /teams/{team_slug}/demo': { readonly answer: DemoFilled; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/log': { readonly answer: InboxLog; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: AtSort | undefined; readonly after?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/setup': { readonly answer: InboxSetup; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/settings': { readonly answer: InboxWorkSettings; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/settings': { readonly answer: InboxWorkSettings; readonly body: InboxUpdate; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/access': { readonly answer: InboxAccess; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/access': { readonly answer: InboxAccess; readonly body: SetInboxAccessInput; };
  readonly 'PUT /teams/{team_slug}/inbox-trials': { readonly answer: InboxTrial; readonly body: TryInboxInput; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/connect': { readonly answer: InboxConnecting; readonly body: ConnectInboxInput; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/login': { readonly answer: InboxLogin; readonly body: LoginInboxInput; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/restart': { readonly answer: InboxState; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/reconnect': { readonly answer: InboxConnecting; readonly body: ConnectInboxInput; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/disconnect': { readonly answer: InboxState; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/health': { readonly answer: InboxHealth; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/check': { readonly answer: InboxCheck; readonly body: CheckInboxCallbackInput; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/groups': { readonly answer: InboxGroupSetting; readonly body: SetInboxGroupsInput; };
  readonly 'GET /teams/{team_slug}/phases': { readonly answer: DealPhases; };
  readonly 'GET /teams/{team_slug}/deals/board': { readonly answer: DealBoard; readonly query?: { readonly client_id?: string | undefined; readonly responsible_id?: string | undefined; readonly source?: string | undefined; readonly tag?: string | undefined; readonly is_starred?: boolean | undefined; readonly min_value?: number | undefined; readonly max_value?: number | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly responsible_id_in?: string | undefined; readonly responsible_id_not?: string | undefined; readonly source_in?: string | undefined; readonly source_not?: string | undefined; readonly tag_in?: string | undefined; readonly tag_not?: string | undefined; readonly group?: DealBoardGroup | undefined; readonly order?: DealBoardOrder | undefined; readonly search?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/deals/{id}/course': { readonly answer: DealCourse; };
  readonly 'GET /teams/{team_slug}/deals/terms': { readonly answer: DealTerms; };
  readonly 'GET /teams/{team_slug}/twins': { readonly answer: readonly Twin[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly cpf?: string | undefined; readonly cnpj?: string | undefined; readonly phone?: string | undefined; readonly email?: string | undefined; readonly name?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/msgapp/contact-suggestions': { readonly answer: readonly ContactSuggestion[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly contact_id?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/client-names': { readonly answer: readonly ClientName[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly ids?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/contracts/{id}/hours': { readonly answer: ContractHours; };
  readonly 'GET /teams/{team_slug}/clients/{id}/contracts': { readonly answer: ContractsWithHours; };
  readonly 'GET /teams/{team_slug}/projects/{id}/contracts': { readonly answer: ContractsWithHours; };
  readonly 'GET /teams/{team_slug}/day/contracts': { readonly answer: ContractsWithHours; };
  readonly 'GET /teams/{team_slug}/intelligence/settings': { readonly answer: IntelligenceSettings; };
  readonly 'PUT /teams/{team_slug}/intelligence/settings': { readonly answer: IntelligenceSettings; readonly body: SettingsUpdate; };
  readonly 'GET /teams/{team_slug}/intelligence/win-model': { readonly answer: WinModel; };
  readonly 'GET /teams/{team_slug}/deals/{id}/insight': { readonly answer: DealInsight; };
  readonly 'POST /teams/{team_slug}/deals/{id}/summary': { readonly answer: WrittenSummary; };
  readonly 'POST /teams/{team_slug}/conversations/{id}/suggested-reply': { readonly answer: SuggestedReply; };
  readonly 'GET /teams/{team_slug}/clients/{id}/report-links': { readonly answer: readonly ClientReportLink[]; };
  readonly 'POST /teams/{team_slug}/clients/{id}/report-links': { readonly answer: NewClientReportLink; readonly body: CreateClientReportLinkInput; };
  readonly 'DELETE /teams/{team_slug}/clients/{id}/report-links/{inner}': { readonly answer: ClientReportLink; };
  readonly 'GET /teams/{team_slug}/reports': { readonly answer: Report; readonly query?: { readonly report?: ReportName | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly by?: ReportBy | undefined; readonly user_id?: string | undefined; readonly client_id?: string | undefined; readonly project_id?: string | undefined; readonly inbox_id?: string | undefined; readonly source?: string | undefined; readonly phase?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/reports/records': { readonly answer: ReportRecords; readonly query?: { readonly report?: ReportName | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly by?: ReportBy | undefined; readonly user_id?: string | undefined; readonly client_id?: string | undefined; readonly project_id?: string | undefined; readonly inbox_id?: string | undefined; readonly source?: string | undefined; readonly phase?: string | undefined; readonly measure?: string | undefined; readonly row?: string | undefined; readonly without_key?: boolean | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/reports/home': { readonly answer: ReportHome; };
  readonly 'GET /teams/{team_slug}/views': { readonly answer: readonly SavedView[]; };
  readonly 'POST /teams/{team_slug}/views': { readonly answer: SavedView; readonly body: CreateSavedViewInput; };
  readonly 'PUT /teams/{team_slug}/views': { readonly answer: readonly SavedView[]; readonly body: OrderSavedViewsInput; };
  readonly 'PUT /teams/{team_slug}/views/{id}': { readonly answer: SavedView; readonly body: UpdateSavedViewInput; };
  readonly 'DELETE /teams/{team_slug}/views/{id}': { readonly answer: DeletedRecord; };
  readonly 'PUT /teams/{team_slug}/views/{id}/pin': { readonly answer: SavedView; readonly body: PinSavedViewInput; };
  readonly 'GET /teams/{team_slug}/clients/{id}/timeline': { readonly answer: Timeline; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: AtSort | undefined; readonly after?: string | undefined; readonly kinds?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/msgapp/contacts/{id}/timeline': { readonly answer: Timeline; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: AtSort | undefined; readonly after?: string | undefined; readonly kinds?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/clients/{id}/overview': { readonly answer: RelationOverview; };
  readonly 'GET /teams/{team_slug}/msgapp/contacts/{id}/overview': { readonly answer: RelationOverview; };
  readonly 'GET /teams/{team_slug}/tags': { readonly answer: TagsInUse; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/templates': { readonly answer: Templates; };
  readonly 'POST /teams/{team_slug}/msgapp/scheduled-messages': { readonly answer: ScheduledMessage; readonly body: ScheduleMessageInput; };
  readonly 'PUT /teams/{team_slug}/msgapp/scheduled-messages/{id}': { readonly answer: ScheduledMessage; readonly body: UpdateScheduledMessageInput; };
  readonly 'POST /teams/{team_slug}/msgapp/scheduled-messages/{id}/send': { readonly answer: ScheduledMessage; };
  readonly 'POST /teams/{team_slug}/msgapp/scheduled-messages/{id}/cancel': { readonly answer: ScheduledMessage; };
  readonly 'POST /teams/{team_slug}/inboxes/{id}/sandbox-messages': { readonly answer: SandboxMessage; readonly body: ReceiveInSandboxInput; };
  readonly 'POST /teams/{team_slug}/msgapp/messages/{id}/fetch': { readonly answer: FetchedMedia; };
  readonly 'GET /teams/{team_slug}/inboxes/{id}/history': { readonly answer: InboxHistory; };
  readonly 'POST /teams/{team_slug}/inboxes/{id}/history': { readonly answer: InboxHistory; readonly body: StartInboxHistoryInput; };
  readonly 'PUT /teams/{team_slug}/inboxes/{id}/history': { readonly answer: InboxHistory; readonly body: SetInboxHistoryInput; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/bulk': { readonly answer: ChangedConversations; readonly body: ChangeConversationsInput; };
  readonly 'GET /teams/{team_slug}/msgapp/labels': { readonly answer: readonly Label[]; };
  readonly 'POST /teams/{team_slug}/msgapp/labels': { readonly answer: Label; readonly body: CreateLabelInput; };
  readonly 'PUT /teams/{team_slug}/msgapp/labels/{id}': { readonly answer: Label; readonly body: UpdateLabelInput; };
  readonly 'DELETE /teams/{team_slug}/msgapp/labels/{id}': { readonly answer: DeletedRecord; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/read': { readonly answer: ReadMark; readonly body: ReadConversationInput; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/unread': { readonly answer: ReadMark; readonly body: DraftInput; };
  readonly 'GET /teams/{team_slug}/msgapp/unread': { readonly answer: Unread; readonly body: CountUnreadInput; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/notes': { readonly answer: Note; readonly body: CreateNoteInput; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations/{id}/notes': { readonly answer: readonly Note[]; };
  readonly 'PUT /teams/{team_slug}/msgapp/conversations/{id}/notes/{inner}': { readonly answer: Note; readonly body: UpdateNoteInput; };
  readonly 'DELETE /teams/{team_slug}/msgapp/conversations/{id}/notes/{inner}': { readonly answer: DeletedNote; };
  readonly 'PUT /teams/{team_slug}/msgapp/conversations/{id}/draft': { readonly answer: Draft; readonly body: SaveDraftInput; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations/{id}/draft': { readonly answer: Draft; readonly body: DraftInput; };
  readonly 'DELETE /teams/{team_slug}/msgapp/conversations/{id}/draft': { readonly answer: DroppedDraft; readonly body: DraftInput; };
  readonly 'GET /teams/{team_slug}/msgapp/ready-answers': { readonly answer: readonly ReadyAnswer[]; };
  readonly 'POST /teams/{team_slug}/msgapp/ready-answers': { readonly answer: ReadyAnswer; readonly body: CreateReadyAnswerInput; };
  readonly 'PUT /teams/{team_slug}/msgapp/ready-answers/{id}': { readonly answer: ReadyAnswer; readonly body: UpdateReadyAnswerInput; };
  readonly 'DELETE /teams/{team_slug}/msgapp/ready-answers/{id}': { readonly answer: DeletedRecord; };
  readonly 'POST /teams/{team_slug}/msgapp/ready-answers/{id}/render': { readonly answer: FilledAnswer; readonly body: RenderReadyAnswerInput; };
  readonly 'GET /teams/{team_slug}/msgapp/conversation-rows': { readonly answer: ConversationRows; readonly query?: { readonly view?: ConversationRowsView | undefined; readonly status?: ConversationRowsStatus | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly client_id?: string | undefined; readonly assignee_id?: string | undefined; readonly squad_id?: string | undefined; readonly my_squads?: ConversationRowsMySquads | undefined; readonly label_ids?: string | undefined; readonly blocked?: ConversationRowsMySquads | undefined; readonly unread?: ConversationRowsMySquads | undefined; readonly waits_minutes?: number | undefined; readonly due_minutes?: number | undefined; readonly ids?: string | undefined; readonly sort?: ConversationRowsSort | undefined; readonly after?: string | undefined; readonly limit?: number | undefined; readonly search?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/msgapp/message-hits': { readonly answer: MessageHits; readonly query?: { readonly q?: string | undefined; readonly conversation_id?: string | undefined; readonly inbox_id?: string | undefined; readonly after?: string | undefined; readonly limit?: number | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations/{id}/thread': { readonly answer: ConversationThread; readonly query?: { readonly before?: string | undefined; readonly after?: string | undefined; readonly around?: string | undefined; readonly since?: string | undefined; readonly limit?: number | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/msgapp/conversations/{id}/sidebar': { readonly answer: ConversationSidebar; };
  readonly 'POST /teams/{team_slug}/msgapp/conversations/{id}/typing': { readonly answer: Typing; readonly body: ShowTypingInput; };
  readonly 'GET /teams/{team_slug}/msgapp/contacts/{id}/merge/{inner}': { readonly answer: ContactMergePreview; };
  readonly 'POST /teams/{team_slug}/msgapp/contacts/{id}/merge': { readonly answer: ContactMerge; readonly body: MergeContactInput; };
  readonly 'GET /teams/{team_slug}/msgapp/contacts/{id}/merges': { readonly answer: readonly ContactMerge[]; };
  readonly 'POST /teams/{team_slug}/msgapp/contact-merges/{id}/undo': { readonly answer: ContactMerge; };
  readonly 'PUT /teams/{team_slug}/availability': { readonly answer: Availability; readonly body: SetAvailabilityInput; };
  readonly 'POST /teams/{team_slug}/webhooks/{id}/replay': { readonly answer: ReplayResult; readonly body: Replay; };
  readonly 'GET /teams/{team_slug}/webhook-standings': { readonly answer: readonly WebhookStanding[]; };
  readonly 'GET /teams/{team_slug}/webhooks/{id}/overview': { readonly answer: WebhookOverview; };
  readonly 'POST /teams/{team_slug}/webhooks/{id}/try': { readonly answer: MappingTry; readonly body: TryFieldMappingInput; };
  readonly 'DELETE /teams/{team_slug}/files/{id}': { readonly answer: DeletedFile; };
  readonly 'POST /teams/{team_slug}/files/{id}/restore': { readonly answer: DeletedFile; };
  readonly 'GET /teams/{team_slug}/notifications/unread': { readonly answer: UnreadNotifications; };
  readonly 'POST /teams/{team_slug}/notifications/{id}/read': { readonly answer: ReadNotification; };
  readonly 'POST /teams/{team_slug}/notifications/read': { readonly answer: ReadNotifications; };
  readonly 'GET /teams/{team_slug}/notifications/choices': { readonly answer: NotificationChoices; };
  readonly 'PUT /teams/{team_slug}/notifications/choices': { readonly answer: NotificationChoices; readonly body: SetNotificationChoicesInput; };
  readonly 'GET /teams/{team_slug}/notifications/mail': { readonly answer: NotificationMail; };
  readonly 'PUT /teams/{team_slug}/notifications/mail': { readonly answer: NotificationMail; readonly body: SetNotificationMailInput; };
  readonly 'GET /teams/{team_slug}/notifications/push': { readonly answer: NotificationPush; };
  readonly 'PUT /teams/{team_slug}/notifications/push': { readonly answer: NotificationPush; readonly body: SetNotificationPushInput; };
  readonly 'GET /teams/{team_slug}/notifications/push/browsers': { readonly answer: readonly PushBrowser[]; };
  readonly 'POST /teams/{team_slug}/notifications/push/browsers': { readonly answer: PushBrowser; readonly body: PushSubscriptionInput; };
  readonly 'DELETE /teams/{team_slug}/notifications/push/browsers/{id}': { readonly answer: DeletedRecord; };
  readonly 'GET /teams/{team_slug}/calendar-feed': { readonly answer: CalendarFeed; };
  readonly 'POST /teams/{team_slug}/calendar-feed': { readonly answer: NewCalendarFeed; };
  readonly 'PUT /teams/{team_slug}/calendar-feed': { readonly answer: CalendarFeed; readonly body: UpdateCalendarFeedInput; };
  readonly 'DELETE /teams/{team_slug}/calendar-feed': { readonly answer: CalendarFeed; };
  readonly 'GET /teams/{team_slug}/projects/{id}/overview': { readonly answer: ProjectOverview; };
  readonly 'GET /teams/{team_slug}/tasks/board': { readonly answer: TaskBoard; readonly query?: { readonly project_id?: string | undefined; readonly pipeline_id?: string | undefined; readonly parent_id?: string | undefined; readonly assignee_id?: string | undefined; readonly priority?: TaskPriority | undefined; readonly column?: string | undefined; readonly updated_since?: string | undefined; readonly client_id?: string | undefined; readonly is_assigned?: boolean | undefined; readonly is_done?: boolean | undefined; readonly is_dated?: boolean | undefined; readonly due_from?: string | undefined; readonly due_to?: string | undefined; readonly tag?: string | undefined; readonly project_id_in?: string | undefined; readonly project_id_not?: string | undefined; readonly assignee_id_in?: string | undefined; readonly assignee_id_not?: string | undefined; readonly client_id_in?: string | undefined; readonly client_id_not?: string | undefined; readonly priority_in?: string | undefined; readonly priority_not?: string | undefined; readonly column_in?: string | undefined; readonly column_not?: string | undefined; readonly tag_in?: string | undefined; readonly tag_not?: string | undefined; readonly group?: TaskBoardGroup | undefined; readonly order?: TaskBoardOrder | undefined; readonly today?: string | undefined; readonly search?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/tasks/{id}/dependencies': { readonly answer: TaskDependencies; };
  readonly 'GET /teams/{team_slug}/tasks/{id}/subtasks': { readonly answer: Subtasks; };
  readonly 'GET /teams/{team_slug}/hourly-rates': { readonly answer: readonly HourlyRate[]; };
  readonly 'PUT /teams/{team_slug}/hourly-rates': { readonly answer: HourlyRate; readonly body: SetHourlyRateInput; };
  readonly 'GET /teams/{team_slug}/members/{id}/locked-weeks': { readonly answer: readonly LockedWeek[]; };
  readonly 'PUT /teams/{team_slug}/members/{id}/locked-weeks': { readonly answer: readonly LockedWeek[]; readonly body: SetWeekLockInput; };
  readonly 'GET /teams/{team_slug}/timesheets': { readonly answer: TeamWeek; readonly query?: { readonly week?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/projects/{id}/task-recurrences': { readonly answer: readonly TaskRecurrence[]; };
  readonly 'POST /teams/{team_slug}/projects/{id}/task-recurrences': { readonly answer: TaskRecurrence; readonly body: CreateTaskRecurrenceInput; };
  readonly 'PUT /teams/{team_slug}/task-recurrences/{id}': { readonly answer: TaskRecurrence; readonly body: UpdateTaskRecurrenceInput; };
  readonly 'DELETE /teams/{team_slug}/task-recurrences/{id}': { readonly answer: DeletedRecord; };
  readonly 'POST /teams/{team_slug}/task-recurrences/{id}/skip': { readonly answer: TaskRecurrence; readonly body: SkipTaskOccurrenceInput; };
  readonly 'GET /teams/{team_slug}/absences': { readonly answer: readonly Absence[]; readonly query?: { readonly user_id?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; };
  readonly 'POST /teams/{team_slug}/absences': { readonly answer: Absence; readonly body: CreateAbsenceInput; };
  readonly 'PUT /teams/{team_slug}/absences/{id}': { readonly answer: Absence; readonly body: UpdateAbsenceInput; };
  readonly 'DELETE /teams/{team_slug}/absences/{id}': { readonly answer: DeletedRecord; };
  readonly 'PUT /teams/{team_slug}/members/{id}/weekly-hours': { readonly answer: WeeklyHours; readonly body: SetWeeklyHoursInput; };
  readonly 'GET /teams/{team_slug}/workload': { readonly answer: Workload; readonly query?: { readonly from?: string | undefined; readonly weeks?: number | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/workload/tasks': { readonly answer: readonly WorkloadTask[]; readonly query?: { readonly user_id?: string | undefined; readonly week?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/campaign-stages': { readonly answer: readonly CampaignStage[]; };
  readonly 'GET /teams/{team_slug}/brand': { readonly answer: Brand; };
  readonly 'PUT /teams/{team_slug}/brand': { readonly answer: Brand; readonly body: UpdateBrandInput; };
  readonly 'GET /teams/{team_slug}/workflow-schema': { readonly answer: WorkflowSchema; };
  readonly 'GET /teams/{team_slug}/workflows/{id}/versions': { readonly answer: WorkflowVersions; };
  readonly 'POST /teams/{team_slug}/workflow-dry-runs': { readonly answer: WorkflowDryRun; readonly body: DryRunWorkflowInput; };
  readonly 'PUT /teams/{team_slug}/workflows/{id}/enable': { readonly answer: WorkflowState; };
  readonly 'PUT /teams/{team_slug}/workflows/{id}/disable': { readonly answer: WorkflowState; };
  readonly 'GET /teams/{team_slug}/workflow-choices': { readonly answer: WorkflowChoices; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly ids?: string | undefined; } | undefined; };
  readonly 'POST /teams/{team_slug}/bulk': { readonly answer: BulkAnswer; readonly body: ChangeManyInput; };
  readonly 'POST /teams/{team_slug}/bulk/preview': { readonly answer: BulkPreview; readonly body: BulkJobInput; };
  readonly 'POST /teams/{team_slug}/bulk/jobs': { readonly answer: BulkJob; readonly body: BulkJobInput; };
  readonly 'GET /teams/{team_slug}/bulk/jobs': { readonly answer: readonly BulkJob[]; };
  readonly 'GET /teams/{team_slug}/bulk/jobs/{id}': { readonly answer: BulkJob; };
  readonly 'POST /teams/{team_slug}/bulk/jobs/{id}/undo': { readonly answer: BulkJob; };
  readonly 'GET /teams/{team_slug}/day': { readonly answer: Day; };
  readonly 'GET /teams/{team_slug}/search': { readonly answer: readonly SearchGroup[]; readonly query?: { readonly q?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/around': { readonly answer: Around; readonly query?: { readonly record_type?: RecordType | undefined; readonly record_id?: string | undefined; readonly parts?: string | undefined; readonly project_id?: string | undefined; readonly client_id?: string | undefined; readonly deal_id?: string | undefined; readonly pipeline_id?: string | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/imports': { readonly answer: readonly Import[]; };
  readonly 'POST /teams/{team_slug}/imports': { readonly answer: Import; readonly body: CreateImportInput; };
  readonly 'GET /teams/{team_slug}/imports/{id}': { readonly answer: Import; };
  readonly 'PUT /teams/{team_slug}/imports/{id}/choices': { readonly answer: Import; readonly body: CheckImportInput; };
  readonly 'POST /teams/{team_slug}/imports/{id}/apply': { readonly answer: Import; };
  readonly 'POST /teams/{team_slug}/imports/{id}/stop': { readonly answer: Import; };
  readonly 'POST /teams/{team_slug}/imports/{id}/undo': { readonly answer: Import; };
  readonly 'PUT /teams/{team_slug}/imports/{id}/reading': { readonly answer: Import; readonly body: ReadImportAgainInput; };
  readonly 'POST /teams/{team_slug}/imports/{id}/preview': { readonly answer: ImportPreview; readonly body: PreviewImportInput; };
  readonly 'PUT /teams/{team_slug}/imports/{id}/mapping': { readonly answer: Import; readonly body: CheckImportRowsInput; };
  readonly 'GET /teams/{team_slug}/imports/{id}/rows': { readonly answer: readonly ImportRow[]; readonly query?: { readonly outcome?: ImportRowOutcome | undefined; readonly after?: number | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/imports/{id}/problems': { readonly answer: readonly ImportRowProblem[]; };
  readonly 'GET /teams/{team_slug}/imports/{id}/left': { readonly answer: readonly ImportLeft[]; readonly query?: { readonly outcome?: ImportLeftOutcome | undefined; readonly after?: number | undefined; } | undefined; };
  readonly 'GET /teams/{team_slug}/privacy-requests': { readonly answer: readonly PrivacyRequest[]; };
  readonly 'POST /teams/{team_slug}/privacy-requests': { readonly answer: PrivacyRequest; readonly body: CreatePrivacyRequestInput; };
  readonly 'GET /teams/{team_slug}/privacy-requests/{id}': { readonly answer: PrivacyRequest; };
  readonly 'PUT /teams/{team_slug}/privacy-requests/{id}': { readonly answer: PrivacyRequest; readonly body: UpdatePrivacyRequestInput; };
  readonly 'POST /teams/{team_slug}/privacy-requests/{id}/search': { readonly answer: PrivacyRequest; };
  readonly 'PUT /teams/{team_slug}/privacy-requests/{id}/subjects': { readonly answer: PrivacyRequest; readonly body: ChoosePrivacySubjectsInput; };
  readonly 'GET /teams/{team_slug}/privacy-requests/{id}/hits': { readonly answer: readonly PrivacyHit[]; readonly query?: { readonly after?: string | undefined; readonly is_open?: boolean | undefined; } | undefined; };
  readonly 'PUT /teams/{team_slug}/privacy-requests/{id}/hits': { readonly answer: PrivacyRequest; readonly body: DecidePrivacyHitsInput; };
  readonly 'GET /teams/{team_slug}/privacy-requests/{id}/unread-files': { readonly answer: readonly PrivacyUnreadFile[]; readonly query?: { readonly after?: string | undefined; } | undefined; };
  readonly 'POST /teams/{team_slug}/privacy-requests/{id}/package': { readonly answer: PrivacyRequest; };
  readonly 'POST /teams/{team_slug}/privacy-requests/{id}/erase': { readonly answer: PrivacyRequest; readonly body: ErasePrivacyRequestInput; };
  readonly 'GET /teams/{team_slug}/privacy-requests/{id}/proof': { readonly answer: PrivacyProof; };
  readonly 'POST /teams/{team_slug}/privacy-requests/{id}/close': { readonly answer: PrivacyRequest; readonly body: ClosePrivacyRequestInput; };
  readonly 'GET /teams/{team_slug}/exports': { readonly answer: readonly Export[]; };
  readonly 'POST /teams/{team_slug}/exports': { readonly answer: Export; readonly body: CreateExportInput; };
  readonly 'GET /teams/{team_slug}/exports/{id}': { readonly answer: Export; };
  readonly 'DELETE /teams/{team_slug}/exports/{id}': { readonly answer: DeletedExport; };
}
