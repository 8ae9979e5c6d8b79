/* Written by `npm run sdk:types` from the API’s document; not by hand. */

export type ErrorDetail = {
  /** The error code, for programs. */
  readonly code: ErrorCode;
  /** The error message, for people; its wording may change. */
  readonly message: string;
  /** Invalid fields of the request, at most 20; absent if the error is not about fields. */
  readonly fields?: readonly ErrorField[] | undefined;
  readonly gateway?: GatewayFailure | undefined;
};
/** The failure of a gateway; absent if the error has another cause. Later versions may add codes. */
export type GatewayFailure = {
  /** The cause of the failure. */
  readonly cause?: MessageCause | undefined;
  /** The gateway’s answer as a code. */
  readonly code: FindingCode;
  /** The code of a network error, such as ECONNREFUSED, an HTTP status, a code of the network, or a state. */
  readonly error?: string | undefined;
  /** The words of the gateway or the network. */
  readonly said?: string | undefined;
  /** not_sent: the message was not sent. probably_not_sent: according to the gateway, it was not sent. unknown: it may have been sent. */
  readonly outcome?: SendOutcome | undefined;
  /** The stored message. */
  readonly message_id?: string | undefined;
  /** Its conversation. */
  readonly conversation_id?: string | undefined;
};
export type ErrorField = {
  /** Name of the field, query parameter or header, or the path to the field. */
  readonly name: string;
  /** The reason why the field is invalid, for programs. */
  readonly code: ErrorFieldCode;
  /** The limit that the value exceeds: characters for `too_short` and `too_long`, entries for `too_few` and `too_many`, a number for `too_small` and `too_large`. */
  readonly limit?: number | undefined;
};
/** The position of the page within all matching records. Later versions may add fields. */
export type Pagination = {
  /** The requested page. */
  readonly page: number;
  /** Maximum number of records per page. */
  readonly limit: number;
  /** The number of matching records on all pages. */
  readonly total: number;
  /** The number of pages; 0 if nothing matches. */
  readonly pages: number;
};
/** People on the messaging network. A team has one contact per phone number. Later versions may add fields. */
export type Contact = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone: string;
  /** The address on the messaging network, derived from the phone number. */
  readonly jid: string;
  /** The name chosen by the contact. */
  readonly push_name: string | null;
  /** The name used by the team. */
  readonly custom_name: string | null;
  /** The URL of the contact’s picture, if the network provides it. */
  readonly profile_picture_url: string | null;
  /** Private notes of the team. */
  readonly notes: string | null;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags: readonly string[];
  /** The client of the record. */
  readonly client_id: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type Deleted = {
  /** The record. */
  readonly id: string;
  /** Always true: the record was permanently deleted. */
  readonly deleted: true;
};
/** Jobs the agency works on. A new project gets its own board, copied from the team’s template. Later versions may add fields. */
export type Project = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name of the project. */
  readonly name: string;
  /** The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** The first part of the numbers of its tasks, unique in the team; derived from name. Null for a few seconds after an older version created the project. 2 to 6 capital letters. */
  readonly key: string | null;
  /** A free-text description. */
  readonly description: string | null;
  /** The status of the project. Changing it to completed sets completed_at; changing it from completed clears it. */
  readonly status: ProjectStatus;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority: ProjectPriority;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color: string | null;
  /** The start date. */
  readonly start_date: string | null;
  /** The due date. */
  readonly due_date: string | null;
  /** Set when the status becomes completed; an update may set it too. */
  readonly completed_at: string | null;
  /** The client’s request. */
  readonly briefing: string | null;
  /** The squad that does the work. */
  readonly squad_id: string | null;
  /** The squad’s id and name. */
  readonly squad: Ref | null;
  /** The client of the record. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** The user of the API key that created the record. */
  readonly created_by: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type ProjectDeleted = {
  /** The record. */
  readonly id: string;
  /** The new status. */
  readonly status: 'cancelled';
  /** When it was archived. */
  readonly archived_at: string;
};
/** Customers of the agency: people (PF) and companies (PJ). Later versions may add fields. */
export type Client = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type: ClientType;
  /** Full name, or the company’s legal name. */
  readonly name: string;
  /** The name used by the team. */
  readonly display_name: string | null;
  /** An e-mail address. */
  readonly email: string | null;
  /** A phone number (free format). */
  readonly phone: string | null;
  /** A mobile number (free format). */
  readonly mobile_phone: string | null;
  /** The number on the messaging network. */
  readonly msgapp: string | null;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf: string | null;
  /** PF only. */
  readonly rg: string | null;
  /** PF only. */
  readonly birth_date: string | null;
  /** PF only (free text). */
  readonly gender: string | null;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj: string | null;
  /** PJ only. */
  readonly legal_name: string | null;
  /** PJ only. */
  readonly trade_name: string | null;
  /** PJ only. */
  readonly state_registration: string | null;
  /** The postal address. */
  readonly address: Address | null;
  /** The origin of the record (free text). */
  readonly source: string | null;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status: ClientStatus;
  /** The team’s notes on the client. */
  readonly notes: string | null;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags: readonly string[];
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type ClientDeleted = {
  /** The record. */
  readonly id: string;
  /** The new status. */
  readonly status: 'inactive';
  /** When it was deactivated. */
  readonly deactivated_at: string;
};
/** Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore them. Later versions may add fields. */
export type Task = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string;
  /** A free-text description. */
  readonly description: string | null;
  /** The project of the record. Cannot be changed after creation. */
  readonly project_id: string;
  /** The task of which it is a subtask. It belongs to the same project and is no subtask itself. */
  readonly parent_id: string | null;
  /** The board. Default: the project’s default board. */
  readonly pipeline_id: string;
  /** The slug of a column of that board. Default: its first column. */
  readonly column: string;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority: TaskPriority;
  /** The first of assignee_ids; setting only one of the two fields sets the other. */
  readonly assignee_id: string | null;
  /** The assignees, the main one first. */
  readonly assignee_ids: readonly string[];
  /** The user who requested the task. */
  readonly reporter_id: string | null;
  /** The day on which the work starts, not after due_date. */
  readonly start_date: string | null;
  /** The due date. */
  readonly due_date: string | null;
  /** The tasks of the team that must be done first, of any project; without cycles. */
  readonly blocked_by_ids: readonly string[];
  /** Estimated effort in hours. */
  readonly estimated_hours: number | null;
  /** Actual effort in hours. */
  readonly actual_hours: number | null;
  /** The key of the project and a number that never changes: SITE-123. Null for a few seconds after an older version created the task. A task number. */
  readonly number: string | null;
  /** The position in the column, unique there. A new or moved task goes to the end. If the given position is taken, the task that held it moves right after. */
  readonly position: number;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags: readonly string[];
  /** A checklist in Markdown. */
  readonly checklist_markdown: string | null;
  /** Set in a finishing column and cleared elsewhere; an update may set it too. */
  readonly completed_at: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
  /** When the task was moved to the trash. */
  readonly deleted_at: string | null;
};
export type TaskDeleted = {
  /** The record. */
  readonly id: string;
  /** When it was moved to the trash. */
  readonly deleted_at: string;
};
/** Sales opportunities. Later versions may add fields. */
export type Deal = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string;
  /** A free-text description. */
  readonly description: string | null;
  /** In BRL. With at most two decimals. */
  readonly value: number | null;
  /** Always BRL. */
  readonly currency: string;
  /** The sales phase; teams define their own phases. */
  readonly phase: DealPhase;
  /** alta: high. media: medium. baixa: low. */
  readonly priority: DealPriority;
  /** ativo: open. arquivado: archived. */
  readonly status: DealStatus;
  /** The probability of winning, in percent. */
  readonly probability: number | null;
  /** The date on which the decision is expected. */
  readonly expected_close_date: string | null;
  /** The origin of the record (free text). */
  readonly source: string | null;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags: readonly string[];
  /** True if the team starred the deal. */
  readonly is_starred: boolean;
  /** The client of the record. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** The user responsible for the deal. */
  readonly responsible_id: string | null;
  /** The reason for the loss. */
  readonly loss_reason: string | null;
  /** A summary of the deal’s facts of at most 600 characters, written by the service; read-only. Null if the team switched summaries off. */
  readonly ai_summary: string | null;
  /** The estimated probability of winning, in whole percent, from the team’s closed deals; read-only. Null for closed and archived deals, and while too few deals are closed. */
  readonly ai_win_probability: number | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type DealDeleted = {
  /** The record. */
  readonly id: string;
  /** The new status. */
  readonly status: 'arquivado';
  /** When it was archived. */
  readonly archived_at: string;
};
/** Marketing campaigns within a project. Later versions may add fields. */
export type Campaign = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name of the campaign. */
  readonly name: string;
  /** The project of the record. Cannot be changed after creation. */
  readonly project_id: string;
  /** The project’s id and name. */
  readonly project: Ref | null;
  /** A free-text description. */
  readonly description: string | null;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status: CampaignStatus;
  /** The client’s approval; cannot be set here. */
  readonly approval_status: CampaignApprovalStatus;
  /** The start date. */
  readonly start_date: string | null;
  /** The end date. */
  readonly end_date: string | null;
  /** The themes, in order. */
  readonly content_pillars: readonly string[];
  /** The platforms, in order. */
  readonly target_platforms: readonly string[];
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals: Readonly<Record<string, unknown>>;
  /** The user of the API key that created the record. */
  readonly created_by: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type CampaignDeleted = {
  /** The record. */
  readonly id: string;
  /** The new status. */
  readonly status: 'cancelled';
  /** When it was cancelled. */
  readonly cancelled_at: string;
};
/** Calls, meetings, notes and deadlines, linked to clients, deals or contracts. Later versions may add fields. */
export type Activity = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string;
  /** The type of activity. */
  readonly type: ActivityType;
  /** A free-text description. */
  readonly description: string | null;
  /** When it takes or took place. Default: now. */
  readonly occurred_at: string;
  /** The duration in minutes. */
  readonly duration_minutes: number | null;
  /** True if the activity is completed. */
  readonly is_completed: boolean;
  /** The due date. */
  readonly due_date: string | null;
  /** The priority. */
  readonly priority: ActivityPriority | null;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags: readonly string[];
  /** The client of the record. */
  readonly client_id: string | null;
  /** The deal of the activity. */
  readonly deal_id: string | null;
  /** The contract of the activity. */
  readonly contract_id: string | null;
  /** The assignee. */
  readonly assigned_to: string | null;
  /** The user of the API key that created the record. */
  readonly created_by: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type ActivityDeleted = {
  /** The record. */
  readonly id: string;
  /** Always true: the activity is completed. */
  readonly is_completed: true;
  /** When it was completed. */
  readonly completed_at: string;
};
/** Agreements with clients: value, period, hours and renewal. Later versions may add fields. */
export type Contract = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string;
  /** The client of the record. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** draft: not agreed yet. active: in force. paused: suspended. ended: over. */
  readonly status: ContractStatus;
  /** In BRL per period. With at most two decimals. */
  readonly value: number | null;
  /** The period of the value and of the hours, counted from starts_on. */
  readonly period: ContractPeriod;
  /** The first day of the first period. If it is not set, periods begin on the day of created_at. */
  readonly starts_on: string | null;
  /** The last day. */
  readonly ends_on: string | null;
  /** The day on which it is to be renewed. */
  readonly renews_on: string | null;
  /** The number of days before renews_on by which notice must be given. */
  readonly notice_days: number | null;
  /** The hours that each period includes; null for none. A number of hours from 0 to 100000 with at most two decimals. */
  readonly included_hours: number | null;
  /** The number of following periods in which the unused hours of a period may still be used: 0 for none, 1 for the next period only. */
  readonly carry_over: number;
  /** In BRL, for each hour beyond those included and carried over. With at most two decimals. */
  readonly overage_rate: number | null;
  /** The projects whose time counts against the included hours. */
  readonly project_ids: readonly string[];
  /** The user who looks after the contract. */
  readonly owner_id: string | null;
  /** The deal that became this contract; read-only. */
  readonly deal_id: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both. Later versions may add fields. */
export type WebhookEndpoint = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name of the endpoint; also the title of tasks that it creates from requests without one. */
  readonly name: string;
  /** The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** True if the endpoint delivers and receives. */
  readonly is_active: boolean;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id: string | null;
  /** The column of that board. */
  readonly target_column_id: string | null;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping: Readonly<Record<string, unknown>>;
  /** The URL that receives events; null for an endpoint that only receives requests. An http or https address of at most 2048 characters, without user name and password. */
  readonly url: string | null;
  /** The event types to deliver; * (all) if a url is given without a list. */
  readonly events: readonly SubscribedEvent[];
  /** The reason why the service disabled the endpoint: its receiver responded 410, every delivery failed for five days, or too many deliveries were pending. Enabling the endpoint clears it. */
  readonly disabled_reason: string | null;
  /** The code of `disabled_reason`, and the values in it, for programs; null if there is none. */
  readonly disabled_reason_details: DeliveryFailure | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both. Later versions may add fields. */
export type WebhookEndpointCreated = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name of the endpoint; also the title of tasks that it creates from requests without one. */
  readonly name: string;
  /** The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** True if the endpoint delivers and receives. */
  readonly is_active: boolean;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id: string | null;
  /** The column of that board. */
  readonly target_column_id: string | null;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping: Readonly<Record<string, unknown>>;
  /** The URL that receives events; null for an endpoint that only receives requests. An http or https address of at most 2048 characters, without user name and password. */
  readonly url: string | null;
  /** The event types to deliver; * (all) if a url is given without a list. */
  readonly events: readonly SubscribedEvent[];
  /** The reason why the service disabled the endpoint: its receiver responded 410, every delivery failed for five days, or too many deliveries were pending. Enabling the endpoint clears it. */
  readonly disabled_reason: string | null;
  /** The code of `disabled_reason`, and the values in it, for programs; null if there is none. */
  readonly disabled_reason_details: DeliveryFailure | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
  /** Signs deliveries and receptions. Shown only in this response. */
  readonly secret_token: string;
};
/** Time that members spent on tasks, projects and clients. The sum of a task’s entries is its actual_hours. Later versions may add fields. */
export type TimeEntry = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The user who worked; null for hours entered on the task. Default: the caller. */
  readonly user_id: string | null;
  /** The task. */
  readonly task_id: string | null;
  /** The project. Default: that of the task. */
  readonly project_id: string | null;
  /** The client. Default: that of the project. */
  readonly client_id: string | null;
  /** When the work began. Default: now. */
  readonly started_at: string;
  /** The duration in minutes; null while the timer runs. A negative number corrects other entries. */
  readonly minutes: number | null;
  /** True while the timer runs. */
  readonly is_running: boolean;
  /** True if the timer has been running for more than 12 hours. */
  readonly is_long: boolean;
  /** A short note about the work. */
  readonly note: string | null;
  /** True if the client is billed for it. */
  readonly is_billable: boolean;
  /** The rate of an hour in BRL when the entry was made: that of the project, otherwise of the client, otherwise of the user; read-only. With at most two decimals. */
  readonly hourly_rate: number | null;
  /** The cost of an hour of the user in BRL when the entry was made; read-only. With at most two decimals. */
  readonly hourly_cost: number | null;
  /** timer: started as a timer. typed: entered by a member. import: imported. api: entered by a program, or the difference when actual_hours of a task was changed. */
  readonly origin: TimeEntryOrigin;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** Later versions may add fields. */
export type Me = {
  /** The team. */
  readonly team: MeTeam;
  /** The calling key. */
  readonly key: MeKey;
  /** The maximum number of requests per window, or null if there is no limit. */
  readonly rate_limit: MeRateLimit | null;
};
/** Later versions may add fields. */
export type DealPhases = {
  /** The phases, those listed by the team first. */
  readonly phases: readonly TeamPhase[];
};
/** Amounts to be billed, one for each period of an active contract that has ended. Later versions may add fields. */
export type BillingLine = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The contract that is billed. */
  readonly contract_id: string;
  /** The contract’s id and title. */
  readonly contract: Ref | null;
  /** The client of the contract. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** The title of the contract. */
  readonly title: string;
  /** The first day of the period. */
  readonly starts_on: string;
  /** The last day of the period. */
  readonly ends_on: string;
  /** open: to be billed. billed: billed. waived: not to be billed. */
  readonly status: BillingLineStatus;
  /** The value of the contract in BRL. With at most two decimals. */
  readonly value: number | null;
  /** The included time; null if the contract includes none. A number of minutes. */
  readonly included_minutes: number | null;
  /** Unused time of earlier periods. A number of minutes. */
  readonly carried_minutes: number;
  /** The time of the contract’s projects. A number of minutes. */
  readonly used_minutes: number;
  /** Time beyond the included and the carried time; 0 if the contract includes none. A number of minutes. */
  readonly overage_minutes: number;
  /** In BRL, for each hour of overage. With at most two decimals. */
  readonly overage_rate: number | null;
  /** In BRL: overage_minutes at overage_rate. With at most two decimals. */
  readonly overage_value: number | null;
  /** In BRL: value and overage_value. With at most two decimals. */
  readonly total: number | null;
  /** The number or the address of the invoice. */
  readonly reference: string | null;
  /** When the status became billed. */
  readonly billed_at: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** Later versions may add fields. */
export type Report = {
  /** The report. */
  readonly report: ReportName;
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The first day of the period that it is compared with: the months before whole months, otherwise the same number of days before. */
  readonly previous_from: string;
  /** The last day of that period. */
  readonly previous_to: string;
  /** The dimension of the rows. */
  readonly by: ReportBy;
  /** The time zone of the team, in which the days are. */
  readonly time_zone: string;
  /** True if medians and percentiles are estimates, within 5 %: of more than 300,000 records. */
  readonly is_approximate: boolean;
  /** If the report is approximate, the time until which changes of records of whole months are contained; later ones follow within minutes. Otherwise null: all are. */
  readonly as_of: string | null;
  /** True if amounts, and what follows from them, are null because the caller may not see values. */
  readonly is_masked: boolean;
  /** The measures of the whole period. */
  readonly totals: readonly ReportTotal[];
  /** The measures of the rows, in the order of their values. */
  readonly columns: readonly ReportColumn[];
  /** The rows, at most 500. */
  readonly rows: readonly ReportRow[];
  /** The number of further rows. */
  readonly rows_left_out: number;
};
/** Later versions may add fields. */
export type ReportRecords = {
  /** The report. */
  readonly report: ReportName;
  /** The measure. */
  readonly measure: string;
  /** The unit of the values. */
  readonly unit: ReportUnit;
  /** True if amounts, and what follows from them, are null because the caller may not see values. */
  readonly is_masked: boolean;
  /** The number of records. */
  readonly total: number;
  /** The page. */
  readonly page: number;
  /** The number of records of a page. */
  readonly limit: number;
  /** The number of pages. */
  readonly pages: number;
  /** The records, the latest first. */
  readonly records: readonly ReportRecord[];
};
/** Later versions may add fields. */
export type TagsInUse = {
  /** Tags of clients, most used first. */
  readonly clients: readonly string[];
  /** Tags of contacts, most used first. */
  readonly contacts: readonly string[];
  /** Tags of deals, most used first. */
  readonly deals: readonly string[];
  /** Tags of tasks, most used first. */
  readonly tasks: readonly string[];
  /** Tags of activities, most used first. */
  readonly activities: readonly string[];
};
/** Messages to and from contacts, by the network’s time. The status only moves forward: pending, sent, delivered, read; or failed, from pending or sent. Later versions may add fields. */
export type Message = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The conversation of the message. */
  readonly conversation_id: string;
  /** The inbox that sent or received the message. */
  readonly inbox_id: string;
  /** The contact’s address on the messaging network. */
  readonly remote_jid: string;
  /** The ID assigned by the network. */
  readonly msgapp_message_id: string | null;
  /** outgoing: sent by the team. incoming: sent by the contact. */
  readonly direction: MessageDirection;
  /** The type. This API sends text, image, audio, voice, video, document and sticker; messages that were received, or sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported. */
  readonly message_type: string;
  /** The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty after the message was revoked. */
  readonly content: string;
  /** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. */
  readonly status: MessageStatus;
  /** The reason why it failed or its outcome is unknown, beginning with the cause. */
  readonly status_reason: string | null;
  /** The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or another program on the same session. */
  readonly origin: MessageOrigin;
  /** The sender of an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for incoming messages, and for messages stored before authors were recorded. */
  readonly author: MessageAuthor | null;
  /** The member who wrote an incoming message of a group; null for other messages. A member of a group. */
  readonly participant: MessageParticipant | null;
  /** The members of a group that the content mentions, in a message of a group; otherwise empty. */
  readonly mentions: readonly MessageMention[];
  /** The next attempt of the workflow step that sends the message, as of now; a failed message is sent again then. null once the step has ended. */
  readonly step_due_at: string | null;
  /** The message that a later attempt of the same workflow step sent in place of this failed one. */
  readonly superseded_by: string | null;
  /** Additional content of some types, such as the coordinates of a location; kind is the gateway’s name of an unsupported type. An object, at most 32 levels deep. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The advertisement or post through which the contact started the conversation, as reported by the network; null for other messages. */
  readonly referral: Referral | null;
  /** The message that it answers or reacts to, if known. */
  readonly reply_to: string | null;
  /** The latest reaction of each side; incoming is the contact’s. In a group, of each member. */
  readonly reactions: readonly Reaction[];
  /** When its text was last edited. */
  readonly edited_at: string | null;
  /** When its author revoked it. */
  readonly revoked_at: string | null;
  /** Its previous texts, oldest first. */
  readonly versions: readonly MessageVersion[];
  /** The last edit or revoke of this message that a user requested in Pauta, and its outcome; null if there is none. */
  readonly last_change: MessageLastChange | null;
  /** When it was written, in whole seconds: the network’s time, or for messages sent by Pauta the time of storage. Conversations are ordered by it, then by created_at. */
  readonly sent_at: string;
  /** The attached file and its status: pending, with the reason after a failed fetch; stored, with its file; or failed. */
  readonly media: Media | null;
  /** When the record was created. */
  readonly created_at: string;
};
/** Later versions may add fields. */
export type Templates = {
  /** The templates of the number’s account, as listed by the network. */
  readonly templates: readonly Template[];
};
/** The messages between an inbox and a contact, or a group; created by the first message. Lists leave groups out: they are listed at /msgapp/groups. Later versions may add fields. */
export type Conversation = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** direct: with a contact. group: of a group; it has no contact. */
  readonly type: ConversationType;
  /** The name of the group; null if it is unknown, and for direct conversations. */
  readonly group_name: string | null;
  /** The inbox. */
  readonly inbox_id: string;
  /** The inbox’s id and name. */
  readonly inbox: Ref | null;
  /** The contact. */
  readonly contact_id: string | null;
  /** The contact; its name is the team’s, otherwise the contact’s, otherwise the number. */
  readonly contact: Ref | null;
  /** The address of the contact or the group on the messaging network. */
  readonly remote_jid: string;
  /** open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the contact reopens it. */
  readonly status: ConversationStatus;
  /** When a snoozed conversation reopens automatically; null for other conversations. */
  readonly snoozed_until: string | null;
  /** The assignee. */
  readonly assignee_id: string | null;
  /** The assignee’s id and name. */
  readonly assignee: Ref | null;
  /** The squad that the conversation is assigned to, in addition to a user or instead of one. */
  readonly squad_id: string | null;
  /** The squad’s id and name. */
  readonly squad: Ref | null;
  /** The client of a group; null if it has none, and for direct conversations, whose client is the contact’s. */
  readonly client_id: string | null;
  /** The project of a group, linked instead of a client; null if it has none, and for direct conversations. */
  readonly project_id: string | null;
  /** The labels of the conversation, by name. */
  readonly labels: readonly ConversationLabel[];
  /** True if the team blocked the contact or the group: its messages are stored, but open nothing, wait for no answer and run no workflow. */
  readonly is_blocked: boolean;
  /** The time of the contact’s oldest unanswered message; null if it is answered or the conversation is resolved. */
  readonly waiting_since: string | null;
  /** When the answer is due, by the reply times of the inbox and its business hours; null if no contact waits, or the inbox has no such time. Computed within seconds where the wait begins with an earlier message, as when a conversation is reopened. */
  readonly reply_due_at: string | null;
  /** When the contact’s first message was answered. */
  readonly first_answered_at: string | null;
  /** When the contact’s last message was written. */
  readonly last_incoming_at: string | null;
  /** The end of the period in which an official number can send any message: 24 hours after the contact’s last message; later, only templates. null for other inboxes, and before the first message. */
  readonly window_closes_at: string | null;
  /** When the last message was sent or received. */
  readonly last_message_at: string;
  /** When the record was created. */
  readonly created_at: string;
};
/** Later versions may add fields. */
export type Label = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The colour. */
  readonly color: ConversationLabelColor;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** Deliveries of events to webhook endpoints: one per endpoint and event. Later versions may add fields. */
export type Delivery = {
  /** The event’s ID, which receivers see as webhook-id. */
  readonly id: string;
  /** The endpoint. */
  readonly webhook_id: string;
  /** The type of the event. */
  readonly event: EventKind;
  /** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. */
  readonly status: DeliveryStatus;
  /** The number of attempts, including those before a replay. */
  readonly attempt_count: number;
  /** Time of the next attempt; null once it is delivered or failed. */
  readonly next_attempt_at: string | null;
  /** The reason why the last attempt failed, or why there was none; null without a failure. */
  readonly reason: string | null;
  /** The code of `reason`, and the values in it, for programs; null if there is none. */
  readonly reason_details: DeliveryFailure | null;
  /** When the event happened. */
  readonly created_at: string;
  /** When it was delivered or failed. */
  readonly completed_at: string | null;
};
/** Later versions may add fields. */
export type ReplayResult = {
  /** Number of deliveries to be attempted again. */
  readonly replayed: number;
  /** The number of remaining deliveries: call again with next_from. */
  readonly remaining: number;
  /** The value of from for the next call; null if nothing is left. */
  readonly next_from: string | null;
};
/** Requests from other systems to webhook endpoints, and their outcome. Later versions may add fields. */
export type Reception = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** accepted: it created a task. rejected: no task could be created from it. */
  readonly status: ReceptionStatus;
  /** The sender’s ID for the request: its webhook-id, otherwise its Idempotency-Key. */
  readonly key: string | null;
  /** The created task. */
  readonly task_id: string | null;
  /** The reason for the rejection, or the fields for which the payload had no value. */
  readonly reason: string | null;
  /** The invalid fields of the rejected request, as in `error.fields`, or those for which the payload had no value. */
  readonly fields: readonly ErrorField[] | null;
  /** The first 65,536 characters of the payload, if it was rejected or had no title. */
  readonly payload: string | null;
  /** When it was received. */
  readonly created_at: string;
};
/** The team’s comments. Later versions may add fields. */
export type Comment = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The type of record. */
  readonly record_type: CommentRecordType;
  /** The record. */
  readonly record_id: string;
  /** The user who wrote it. */
  readonly author_id: string;
  /** The text. A string of 1 to 50000 characters, not all of them blank. */
  readonly content: string;
  /** The mentioned users. */
  readonly mentions: readonly string[];
  /** When the record was created. */
  readonly created_at: string;
  /** When its author last edited it. */
  readonly edited_at: string | null;
};
/** The team’s approval requests. Later versions may add fields. */
export type Approval = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string;
  /** Message shown to the approver. */
  readonly message: string | null;
  /** The approver: the team or the client. */
  readonly stage: ApprovalStage;
  /** The overall status of all campaigns. */
  readonly status: ApprovalStatus;
  /** The client of the record. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** Number of approvals required. */
  readonly needed: number;
  /** The items to approve, in order. */
  readonly items: readonly ApprovalItem[];
  /** True if the client has a link for deciding. */
  readonly has_link: boolean;
  /** True if the link requires a PIN. */
  readonly has_pin: boolean;
  /** The time until which decisions are accepted. */
  readonly expires_at: string | null;
  /** When the link was sent to the contact. */
  readonly sent_at: string | null;
  /** The contact who received it. */
  readonly sent_to: string | null;
  /** When it was last used. */
  readonly seen_at: string | null;
  /** The user of the API key that created the record. */
  readonly created_by: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When it was revoked; null if it was not. */
  readonly revoked_at: string | null;
};
/** The team’s approval requests. Later versions may add fields. */
export type ApprovalCreated = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string;
  /** Message shown to the approver. */
  readonly message: string | null;
  /** The approver: the team or the client. */
  readonly stage: ApprovalStage;
  /** The overall status of all campaigns. */
  readonly status: ApprovalStatus;
  /** The client of the record. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** Number of approvals required. */
  readonly needed: number;
  /** The items to approve, in order. */
  readonly items: readonly ApprovalItem[];
  /** True if the client has a link for deciding. */
  readonly has_link: boolean;
  /** True if the link requires a PIN. */
  readonly has_pin: boolean;
  /** The time until which decisions are accepted. */
  readonly expires_at: string | null;
  /** When the link was sent to the contact. */
  readonly sent_at: string | null;
  /** The contact who received it. */
  readonly sent_to: string | null;
  /** When it was last used. */
  readonly seen_at: string | null;
  /** The user of the API key that created the record. */
  readonly created_by: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When it was revoked; null if it was not. */
  readonly revoked_at: string | null;
  /** The link for the client, returned only once; empty if the team itself approves. */
  readonly link: string;
};
/** The numbers through which the team sends and receives messages. Created by the operator. Later versions may add fields. */
export type Inbox = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name used by the team. */
  readonly name: string;
  /** session: a session on the network. cloud: the network’s official API. */
  readonly type: InboxType;
  /** An inactive inbox cannot send. */
  readonly active: boolean;
  /** True if the inbox can send; sending through an inbox that is not connected returns 502. Derived from `state`, if known; the operator can also set it. */
  readonly connected: boolean;
  /** The state of the connection to the network. disconnected: not logged in. connecting: reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given up or not recoverable. null: unknown. */
  readonly state: ConnectionState | null;
  /** The reason for the state. */
  readonly state_reason: string | null;
  /** The code of `state_reason`, and the values in it, for programs; null if there is none. */
  readonly state_reason_details: Finding | null;
  /** When the state last changed. */
  readonly state_changed_at: string | null;
  /** The number that is logged in, if known. */
  readonly phone: string | null;
  /** When the record was created. */
  readonly created_at: string;
};
/** Groups of people who work on projects and answer conversations. Created by the operator. Later versions may add fields. */
export type Squad = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name used by the team. */
  readonly name: string;
  /** When the record was created. */
  readonly created_at: string;
};
/** Boards and their columns, of one project or of the whole team. Later versions may add fields. */
export type Pipeline = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name used by the team. */
  readonly name: string;
  /** The project of the board; null for a board of the team. */
  readonly project_id: string | null;
  /** The project’s id and name. */
  readonly project: Ref | null;
  /** True if it is the default board for new tasks of the project. */
  readonly is_default: boolean;
  /** The columns in order: ID, slug, name, and whether entering the column completes a task. */
  readonly columns: readonly PipelineColumn[];
  /** When the record was created. */
  readonly created_at: string;
};
/** Boards and tasks for projects of a kind, with due dates counted from the start, and assignees by their role in the squad. Later versions may add fields. */
export type ProjectTemplate = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name used by the team. */
  readonly name: string;
  /** The description of its projects, unless another is given. */
  readonly description: string | null;
  /** The priority of its projects, unless another is given. */
  readonly priority: ProjectPriority;
  /** The colour of its projects, unless another is given. A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color: string | null;
  /** The days from the start of a project to its due date. Null: it has no due date. */
  readonly duration_days: number | null;
  /** If a due date is not a working day of the team, it becomes the working day before or after it. */
  readonly shift: ProjectTemplateShift;
  /** The columns of the board in order. Null: those of the team’s template board. */
  readonly columns: readonly ProjectTemplateColumn[] | null;
  /** The tasks in order. */
  readonly tasks: readonly ProjectTemplateTask[];
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** The people of the team. Created by the operator. Later versions may add fields. */
export type User = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The user’s name. */
  readonly name: string;
  /** The e-mail address; unique in the team. */
  readonly email: string;
  /** The role in the team. */
  readonly role: Role;
  /** When the record was created. */
  readonly created_at: string;
};
/** An event, as delivered to endpoints and listed by GET /v1/events: its type determines the schema of its data. Later versions add types: ignore those that you do not know. */
export type Event = MsgappMessageStatusEvent | MsgappMessageReceivedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ProjectCreatedEvent | ProjectUpdatedEvent | ProjectDeletedEvent | ClientCreatedEvent | ClientUpdatedEvent | ClientDeletedEvent | TaskCreatedEvent | TaskUpdatedEvent | TaskDeletedEvent | DealCreatedEvent | DealUpdatedEvent | DealDeletedEvent | CampaignCreatedEvent | CampaignUpdatedEvent | CampaignDeletedEvent | ActivityCreatedEvent | ActivityUpdatedEvent | ActivityDeletedEvent | ContractCreatedEvent | ContractUpdatedEvent | ContractDeletedEvent | DealStageChangedEvent | TaskMovedEvent | WebhookDisabledEvent | WebhookTestEvent | PrivacyErasedEvent | ImportFinishedEvent | TimeEntryCreatedEvent | TimeEntryUpdatedEvent | TimeEntryDeletedEvent | BillingLineCreatedEvent | BillingLineUpdatedEvent | MessageCreatedEvent | MessageUpdatedEvent | ConversationUpdatedEvent | ConversationReplyOverdueEvent | InboxConnectionEvent | WorkflowCallEvent;
/** Later versions may add fields. */
export type ReceivedTask = {
  /** The task. */
  readonly task_id: string;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type ContactCreate = {
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone: string;
  /** The name used by the team. */
  readonly custom_name?: string | null | undefined;
  /** Private notes of the team. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. Default: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ContactUpdate = {
  /** The name used by the team. */
  readonly custom_name?: string | null | undefined;
  /** Private notes of the team. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly phone?: string | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type ProjectCreate = {
  /** The name of the project. */
  readonly name: string;
  /** The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** The status of the project. Changing it to completed sets completed_at; changing it from completed clears it. Default: `backlog`. */
  readonly status?: ProjectStatus | null | undefined;
  /** Sorted by weight: low < medium < high < urgent. Default: `medium`. */
  readonly priority?: ProjectPriority | null | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** The start date. */
  readonly start_date?: string | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The client’s request. */
  readonly briefing?: string | null | undefined;
  /** The squad that does the work. */
  readonly squad_id?: string | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ProjectUpdate = {
  /** The name of the project. */
  readonly name?: string | undefined;
  /** The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** The status of the project. Changing it to completed sets completed_at; changing it from completed clears it. */
  readonly status?: ProjectStatus | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: ProjectPriority | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** The start date. */
  readonly start_date?: string | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The client’s request. */
  readonly briefing?: string | null | undefined;
  /** The squad that does the work. */
  readonly squad_id?: string | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** Set when the status becomes completed; an update may set it too. */
  readonly completed_at?: string | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type ClientCreate = {
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type: ClientType;
  /** Full name, or the company’s legal name. */
  readonly name: string;
  /** The name used by the team. */
  readonly display_name?: string | null | undefined;
  /** An e-mail address. */
  readonly email?: string | null | undefined;
  /** A phone number (free format). */
  readonly phone?: string | null | undefined;
  /** A mobile number (free format). */
  readonly mobile_phone?: string | null | undefined;
  /** The number on the messaging network. */
  readonly msgapp?: string | null | undefined;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf?: string | null | undefined;
  /** PF only. */
  readonly rg?: string | null | undefined;
  /** PF only. */
  readonly birth_date?: string | null | undefined;
  /** PF only (free text). */
  readonly gender?: string | null | undefined;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj?: string | null | undefined;
  /** PJ only. */
  readonly legal_name?: string | null | undefined;
  /** PJ only. */
  readonly trade_name?: string | null | undefined;
  /** PJ only. */
  readonly state_registration?: string | null | undefined;
  /** The postal address. */
  readonly address?: AddressInput | null | undefined;
  /** The origin of the record (free text). */
  readonly source?: string | null | undefined;
  /** The team’s notes on the client. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. Default: empty. */
  readonly tags?: readonly string[] | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ClientUpdate = {
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type?: ClientType | undefined;
  /** Full name, or the company’s legal name. */
  readonly name?: string | undefined;
  /** The name used by the team. */
  readonly display_name?: string | null | undefined;
  /** An e-mail address. */
  readonly email?: string | null | undefined;
  /** A phone number (free format). */
  readonly phone?: string | null | undefined;
  /** A mobile number (free format). */
  readonly mobile_phone?: string | null | undefined;
  /** The number on the messaging network. */
  readonly msgapp?: string | null | undefined;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf?: string | null | undefined;
  /** PF only. */
  readonly rg?: string | null | undefined;
  /** PF only. */
  readonly birth_date?: string | null | undefined;
  /** PF only (free text). */
  readonly gender?: string | null | undefined;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj?: string | null | undefined;
  /** PJ only. */
  readonly legal_name?: string | null | undefined;
  /** PJ only. */
  readonly trade_name?: string | null | undefined;
  /** PJ only. */
  readonly state_registration?: string | null | undefined;
  /** The postal address. */
  readonly address?: AddressInput | null | undefined;
  /** The origin of the record (free text). */
  readonly source?: string | null | undefined;
  /** The team’s notes on the client. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | null | undefined;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status?: ClientStatus | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type TaskCreate = {
  /** The title, as shown in lists. */
  readonly title: string;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** The task of which it is a subtask. It belongs to the same project and is no subtask itself. */
  readonly parent_id?: string | null | undefined;
  /** The board. Default: the project’s default board. */
  readonly pipeline_id?: string | null | undefined;
  /** The slug of a column of that board. Default: its first column. */
  readonly column?: string | null | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. Default: `none`. */
  readonly priority?: TaskPriority | null | undefined;
  /** The first of assignee_ids; setting only one of the two fields sets the other. */
  readonly assignee_id?: string | null | undefined;
  /** The assignees, the main one first. Default: empty. */
  readonly assignee_ids?: readonly string[] | null | undefined;
  /** The user who requested the task. */
  readonly reporter_id?: string | null | undefined;
  /** The day on which the work starts, not after due_date. */
  readonly start_date?: string | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The tasks of the team that must be done first, of any project; without cycles. Default: empty. */
  readonly blocked_by_ids?: readonly string[] | null | undefined;
  /** Estimated effort in hours. */
  readonly estimated_hours?: number | null | undefined;
  /** Free-form tags, in order; duplicates are removed. Default: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** A checklist in Markdown. */
  readonly checklist_markdown?: string | null | undefined;
  /** The project of the record. Cannot be changed after creation. */
  readonly project_id: string;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type TaskUpdate = {
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** The task of which it is a subtask. It belongs to the same project and is no subtask itself. */
  readonly parent_id?: string | null | undefined;
  /** The board. Default: the project’s default board. */
  readonly pipeline_id?: string | undefined;
  /** The slug of a column of that board. Default: its first column. */
  readonly column?: string | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: TaskPriority | undefined;
  /** The first of assignee_ids; setting only one of the two fields sets the other. */
  readonly assignee_id?: string | null | undefined;
  /** The assignees, the main one first. */
  readonly assignee_ids?: readonly string[] | null | undefined;
  /** The user who requested the task. */
  readonly reporter_id?: string | null | undefined;
  /** The day on which the work starts, not after due_date. */
  readonly start_date?: string | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The tasks of the team that must be done first, of any project; without cycles. */
  readonly blocked_by_ids?: readonly string[] | null | undefined;
  /** Estimated effort in hours. */
  readonly estimated_hours?: number | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | null | undefined;
  /** A checklist in Markdown. */
  readonly checklist_markdown?: string | null | undefined;
  /** The position in the column, unique there. A new or moved task goes to the end. If the given position is taken, the task that held it moves right after. */
  readonly position?: number | undefined;
  /** Set in a finishing column and cleared elsewhere; an update may set it too. */
  readonly completed_at?: string | null | undefined;
  /** Actual effort in hours. */
  readonly actual_hours?: number | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly project_id?: string | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type DealCreate = {
  /** The title, as shown in lists. */
  readonly title: string;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** In BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The sales phase; teams define their own phases. Default: `lead`. */
  readonly phase?: DealPhase | null | undefined;
  /** alta: high. media: medium. baixa: low. Default: `media`. */
  readonly priority?: DealPriority | null | undefined;
  /** ativo: open. arquivado: archived. Default: `ativo`. */
  readonly status?: DealStatus | null | undefined;
  /** The probability of winning, in percent. */
  readonly probability?: number | null | undefined;
  /** The date on which the decision is expected. */
  readonly expected_close_date?: string | null | undefined;
  /** The user responsible for the deal. */
  readonly responsible_id?: string | null | undefined;
  /** The origin of the record (free text). */
  readonly source?: string | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. Default: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** True if the team starred the deal. Default: `false`. */
  readonly is_starred?: boolean | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type DealUpdate = {
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** In BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The sales phase; teams define their own phases. */
  readonly phase?: DealPhase | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: DealPriority | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: DealStatus | undefined;
  /** The probability of winning, in percent. */
  readonly probability?: number | null | undefined;
  /** The date on which the decision is expected. */
  readonly expected_close_date?: string | null | undefined;
  /** The user responsible for the deal. */
  readonly responsible_id?: string | null | undefined;
  /** The origin of the record (free text). */
  readonly source?: string | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | null | undefined;
  /** True if the team starred the deal. */
  readonly is_starred?: boolean | undefined;
  /** The reason for the loss. */
  readonly loss_reason?: string | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type CampaignCreate = {
  /** The name of the campaign. */
  readonly name: string;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. Default: `draft`. */
  readonly status?: CampaignStatus | null | undefined;
  /** The start date. */
  readonly start_date?: string | null | undefined;
  /** The end date. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. Default: empty. */
  readonly content_pillars?: readonly string[] | null | undefined;
  /** The platforms, in order. Default: empty. */
  readonly target_platforms?: readonly string[] | null | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. Default: empty. */
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  /** The project of the record. Cannot be changed after creation. */
  readonly project_id: string;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type CampaignUpdate = {
  /** The name of the campaign. */
  readonly name?: string | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: CampaignStatus | undefined;
  /** The start date. */
  readonly start_date?: string | null | undefined;
  /** The end date. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. */
  readonly content_pillars?: readonly string[] | null | undefined;
  /** The platforms, in order. */
  readonly target_platforms?: readonly string[] | null | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly project_id?: string | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type ActivityCreate = {
  /** The title, as shown in lists. */
  readonly title: string;
  /** The type of activity. Default: `task`. */
  readonly type?: ActivityType | null | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** When it takes or took place. Default: now. */
  readonly occurred_at?: string | null | undefined;
  /** The duration in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** True if the activity is completed. Default: `false`. */
  readonly is_completed?: boolean | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The priority. */
  readonly priority?: ActivityPriority | null | undefined;
  /** Free-form tags, in order; duplicates are removed. Default: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** The deal of the activity. */
  readonly deal_id?: string | null | undefined;
  /** The contract of the activity. */
  readonly contract_id?: string | null | undefined;
  /** The assignee. */
  readonly assigned_to?: string | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ActivityUpdate = {
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** The type of activity. */
  readonly type?: ActivityType | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** When it takes or took place. Default: now. */
  readonly occurred_at?: string | undefined;
  /** The duration in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** True if the activity is completed. */
  readonly is_completed?: boolean | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The priority. */
  readonly priority?: ActivityPriority | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** The deal of the activity. */
  readonly deal_id?: string | null | undefined;
  /** The contract of the activity. */
  readonly contract_id?: string | null | undefined;
  /** The assignee. */
  readonly assigned_to?: string | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type ContractCreate = {
  /** The title, as shown in lists. */
  readonly title: string;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** draft: not agreed yet. active: in force. paused: suspended. ended: over. Default: `active`. */
  readonly status?: ContractStatus | null | undefined;
  /** In BRL per period. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The period of the value and of the hours, counted from starts_on. Default: `monthly`. */
  readonly period?: ContractPeriod | null | undefined;
  /** The first day of the first period. If it is not set, periods begin on the day of created_at. */
  readonly starts_on?: string | null | undefined;
  /** The last day. */
  readonly ends_on?: string | null | undefined;
  /** The day on which it is to be renewed. */
  readonly renews_on?: string | null | undefined;
  /** The number of days before renews_on by which notice must be given. */
  readonly notice_days?: number | null | undefined;
  /** The hours that each period includes; null for none. A number of hours from 0 to 100000 with at most two decimals. */
  readonly included_hours?: number | null | undefined;
  /** The number of following periods in which the unused hours of a period may still be used: 0 for none, 1 for the next period only. Default: `0`. */
  readonly carry_over?: number | null | undefined;
  /** In BRL, for each hour beyond those included and carried over. With at most two decimals. */
  readonly overage_rate?: number | null | undefined;
  /** The projects whose time counts against the included hours. Default: empty. */
  readonly project_ids?: readonly string[] | null | undefined;
  /** The user who looks after the contract. */
  readonly owner_id?: string | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ContractUpdate = {
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** draft: not agreed yet. active: in force. paused: suspended. ended: over. */
  readonly status?: ContractStatus | undefined;
  /** In BRL per period. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The period of the value and of the hours, counted from starts_on. */
  readonly period?: ContractPeriod | undefined;
  /** The first day of the first period. If it is not set, periods begin on the day of created_at. */
  readonly starts_on?: string | null | undefined;
  /** The last day. */
  readonly ends_on?: string | null | undefined;
  /** The day on which it is to be renewed. */
  readonly renews_on?: string | null | undefined;
  /** The number of days before renews_on by which notice must be given. */
  readonly notice_days?: number | null | undefined;
  /** The hours that each period includes; null for none. A number of hours from 0 to 100000 with at most two decimals. */
  readonly included_hours?: number | null | undefined;
  /** The number of following periods in which the unused hours of a period may still be used: 0 for none, 1 for the next period only. */
  readonly carry_over?: number | undefined;
  /** In BRL, for each hour beyond those included and carried over. With at most two decimals. */
  readonly overage_rate?: number | null | undefined;
  /** The projects whose time counts against the included hours. */
  readonly project_ids?: readonly string[] | null | undefined;
  /** The user who looks after the contract. */
  readonly owner_id?: string | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type WebhookEndpointCreate = {
  /** The name of the endpoint; also the title of tasks that it creates from requests without one. */
  readonly name: string;
  /** True if the endpoint delivers and receives. Default: `true`. */
  readonly is_active?: boolean | null | undefined;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. Default: empty. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  /** The URL that receives events; null for an endpoint that only receives requests. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The event types to deliver; * (all) if a url is given without a list. */
  readonly events?: readonly SubscribedEvent[] | null | undefined;
  /** The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type WebhookEndpointUpdate = {
  /** The name of the endpoint; also the title of tasks that it creates from requests without one. */
  readonly name?: string | undefined;
  /** True if the endpoint delivers and receives. */
  readonly is_active?: boolean | undefined;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  /** The URL that receives events; null for an endpoint that only receives requests. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The event types to deliver; * (all) if a url is given without a list. */
  readonly events?: readonly SubscribedEvent[] | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type TimeEntryCreate = {
  /** The user who worked; null for hours entered on the task. Default: the caller. */
  readonly user_id?: string | null | undefined;
  /** The task. */
  readonly task_id?: string | null | undefined;
  /** The project. Default: that of the task. */
  readonly project_id?: string | null | undefined;
  /** The client. Default: that of the project. */
  readonly client_id?: string | null | undefined;
  /** When the work began. Default: now. */
  readonly started_at?: string | null | undefined;
  /** The duration in minutes; null while the timer runs. A negative number corrects other entries. */
  readonly minutes?: number | null | undefined;
  /** A short note about the work. */
  readonly note?: string | null | undefined;
  /** True if the client is billed for it. Default: `true`. */
  readonly is_billable?: boolean | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type TimeEntryUpdate = {
  /** The task. */
  readonly task_id?: string | null | undefined;
  /** The project. Default: that of the task. */
  readonly project_id?: string | null | undefined;
  /** The client. Default: that of the project. */
  readonly client_id?: string | null | undefined;
  /** When the work began. Default: now. */
  readonly started_at?: string | undefined;
  /** The duration in minutes; null while the timer runs. A negative number corrects other entries. */
  readonly minutes?: number | null | undefined;
  /** A short note about the work. */
  readonly note?: string | null | undefined;
  /** True if the client is billed for it. */
  readonly is_billable?: boolean | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly user_id?: string | null | undefined;
};
/** Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type BillingLineUpdate = {
  /** open: to be billed. billed: billed. waived: not to be billed. */
  readonly status?: BillingLineStatus | undefined;
  /** The number or the address of the invoice. */
  readonly reference?: string | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type MessageCreate = {
  /** The text of the message; with a file, its caption of at most 1024 characters, which may be omitted. A string of 1 to 4096 characters, not all of them blank. */
  readonly content?: string | null | undefined;
  /** The inbox to send it through; requires phone. */
  readonly inbox_id?: string | null | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | null | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. */
  readonly conversation_id?: string | null | undefined;
  /** text without a file. With a file, the type to send it as; by default image, video, audio or document, by its media type. */
  readonly message_type?: SentMessageType | null | undefined;
  /** A file of the team to send, such as media.file_id of a message that was received. */
  readonly file_id?: string | null | undefined;
  /** The address of a file to send, https or http. The service fetches it once, from public addresses only. An http or https address of at most 2048 characters, without user name and password. */
  readonly media_url?: string | null | undefined;
  /** The name of the file at media_url; by default the name that its server gives. */
  readonly file_name?: string | null | undefined;
  /** The members of the group to mention, by the id of their participant. The content has @ and the number of each, or the digits of its id if the number is unknown. A list of at most 100 addresses. */
  readonly mentions?: readonly string[] | null | undefined;
};
/** A message with a file, as a form. */
export type MessageForm = {
  /** The file to send, with its name and media type. Its first bytes must match them. */
  readonly file: Blob;
  /** The text of the message; with a file, its caption of at most 1024 characters, which may be omitted. A string of 1 to 4096 characters, not all of them blank. */
  readonly content?: string | undefined;
  /** The inbox to send it through; requires phone. */
  readonly inbox_id?: string | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. */
  readonly conversation_id?: string | undefined;
  /** text without a file. With a file, the type to send it as; by default image, video, audio or document, by its media type. */
  readonly message_type?: SentMessageType | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type TemplateSend = {
  /** The inbox to send it through; requires phone. */
  readonly inbox_id?: string | null | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | null | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. */
  readonly conversation_id?: string | null | undefined;
  /** The name of an approved template of the inbox. */
  readonly template: string;
  /** The language of the template; the same name may exist in several languages. A language such as pt_BR or en. */
  readonly language: string;
  /** The values of the variables in the template’s text: {{1}}, {{2}}… in numerical order, named variables in the order of the text. A list of at most 100 strings of at most 1024 characters. */
  readonly variables?: readonly string[] | null | undefined;
  /** Instead of variables, all parameters in the network’s format: for headers with media or variables, and for buttons. A list of 1 to 20 objects, of at most 12288 bytes of JSON. */
  readonly components?: readonly (Readonly<Record<string, unknown>>)[] | null | undefined;
  /** A file of the team for the header of a template with an image, a video or a document; components then have no header. */
  readonly file_id?: string | null | undefined;
};
/** null is treated as omitted; unknown names are rejected. */
export type UpdateConversationLabelsInput = {
  /** The IDs of the labels to add. Default: empty. */
  readonly add_labels?: readonly string[] | null | undefined;
  /** The IDs of the labels to remove. Default: empty. */
  readonly remove_labels?: readonly string[] | null | undefined;
};
/** null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected. */
export type Replay = {
  /** Only deliveries of events at or after this time, or from this UTC day on. A date in the form YYYY-MM-DD, or an ISO 8601 timestamp with an offset. */
  readonly from?: string | null | undefined;
  /** Only deliveries of events up to this time, or the end of this UTC day. A date in the form YYYY-MM-DD, or an ISO 8601 timestamp with an offset. */
  readonly to?: string | null | undefined;
  /** failed: deliveries that were given up. delivered: accepted deliveries. Default: `failed`. */
  readonly status?: ReplayStatus | null | undefined;
};
/** null is treated as omitted; unknown names are rejected. */
export type CreateCommentInput = {
  /** The type of record. */
  readonly record_type: CommentRecordType;
  /** The record. */
  readonly record_id: string;
  /** The text. A string of 1 to 50000 characters, not all of them blank. */
  readonly content: string;
  /** The mentioned users. Default: empty. */
  readonly mentions?: readonly string[] | null | undefined;
  /** The author. Members and their personal keys comment in their own name, and may omit it; a key of the team must name an active user. */
  readonly author_id?: string | null | undefined;
};
/** null is treated as omitted; unknown names are rejected. */
export type CreateProjectFromTemplateInput = {
  /** The name of the project. */
  readonly name: string;
  /** The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
  /** Default: that of the template. */
  readonly description?: string | null | undefined;
  /** The status of the project. Changing it to completed sets completed_at; changing it from completed clears it. Default: `backlog`. */
  readonly status?: ProjectStatus | null | undefined;
  /** Default: that of the template. */
  readonly priority?: ProjectPriority | null | undefined;
  /** Default: that of the template. A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** Default: today in the team’s time zone. */
  readonly start_date?: string | null | undefined;
  /** Default: by the duration of the template. */
  readonly due_date?: string | null | undefined;
  /** The client’s request. */
  readonly briefing?: string | null | undefined;
  /** The squad that does the work. */
  readonly squad_id?: string | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
};
/** null is treated as omitted; unknown names are rejected. */
export type CreateApprovalInput = {
  /** The campaigns to approve. A list of 1 to 20 UUIDs. */
  readonly campaign_ids: readonly string[];
  /** The approver: the team or the client. Default: `client`. */
  readonly stage?: ApprovalStage | null | undefined;
  /** The title, as shown in lists. */
  readonly title?: string | null | undefined;
  /** Message shown to the approver. */
  readonly message?: string | null | undefined;
  /** Number of approvals required. Default: `1`. */
  readonly needed?: number | null | undefined;
  /** Number of days for which the link is valid. */
  readonly expires_in_days?: number | null | undefined;
  /** 4 to 12 digits. */
  readonly pin?: string | null | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ContactPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone?: string | undefined;
  /** The address on the messaging network, derived from the phone number. */
  readonly jid?: string | undefined;
  /** The name chosen by the contact. */
  readonly push_name?: string | null | undefined;
  /** The name used by the team. */
  readonly custom_name?: string | null | undefined;
  /** The URL of the contact’s picture, if the network provides it. */
  readonly profile_picture_url?: string | null | undefined;
  /** Private notes of the team. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ProjectPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The name of the project. */
  readonly name?: string | undefined;
  /** The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** The first part of the numbers of its tasks, unique in the team; derived from name. Null for a few seconds after an older version created the project. 2 to 6 capital letters. */
  readonly key?: string | null | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** The status of the project. Changing it to completed sets completed_at; changing it from completed clears it. */
  readonly status?: ProjectStatus | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: ProjectPriority | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** The start date. */
  readonly start_date?: string | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** Set when the status becomes completed; an update may set it too. */
  readonly completed_at?: string | null | undefined;
  /** The client’s request. */
  readonly briefing?: string | null | undefined;
  /** The squad that does the work. */
  readonly squad_id?: string | null | undefined;
  /** The squad’s id and name. */
  readonly squad?: Ref | null | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. */
  readonly client?: Ref | null | undefined;
  /** The user of the API key that created the record. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ClientPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type?: ClientType | undefined;
  /** Full name, or the company’s legal name. */
  readonly name?: string | undefined;
  /** The name used by the team. */
  readonly display_name?: string | null | undefined;
  /** An e-mail address. */
  readonly email?: string | null | undefined;
  /** A phone number (free format). */
  readonly phone?: string | null | undefined;
  /** A mobile number (free format). */
  readonly mobile_phone?: string | null | undefined;
  /** The number on the messaging network. */
  readonly msgapp?: string | null | undefined;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf?: string | null | undefined;
  /** PF only. */
  readonly rg?: string | null | undefined;
  /** PF only. */
  readonly birth_date?: string | null | undefined;
  /** PF only (free text). */
  readonly gender?: string | null | undefined;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj?: string | null | undefined;
  /** PJ only. */
  readonly legal_name?: string | null | undefined;
  /** PJ only. */
  readonly trade_name?: string | null | undefined;
  /** PJ only. */
  readonly state_registration?: string | null | undefined;
  /** The postal address. */
  readonly address?: Address | null | undefined;
  /** The origin of the record (free text). */
  readonly source?: string | null | undefined;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status?: ClientStatus | undefined;
  /** The team’s notes on the client. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type TaskPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** The project of the record. Cannot be changed after creation. */
  readonly project_id?: string | undefined;
  /** The task of which it is a subtask. It belongs to the same project and is no subtask itself. */
  readonly parent_id?: string | null | undefined;
  /** The board. Default: the project’s default board. */
  readonly pipeline_id?: string | undefined;
  /** The slug of a column of that board. Default: its first column. */
  readonly column?: string | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: TaskPriority | undefined;
  /** The first of assignee_ids; setting only one of the two fields sets the other. */
  readonly assignee_id?: string | null | undefined;
  /** The assignees, the main one first. */
  readonly assignee_ids?: readonly string[] | undefined;
  /** The user who requested the task. */
  readonly reporter_id?: string | null | undefined;
  /** The day on which the work starts, not after due_date. */
  readonly start_date?: string | null | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The tasks of the team that must be done first, of any project; without cycles. */
  readonly blocked_by_ids?: readonly string[] | undefined;
  /** Estimated effort in hours. */
  readonly estimated_hours?: number | null | undefined;
  /** Actual effort in hours. */
  readonly actual_hours?: number | null | undefined;
  /** The key of the project and a number that never changes: SITE-123. Null for a few seconds after an older version created the task. A task number. */
  readonly number?: string | null | undefined;
  /** The position in the column, unique there. A new or moved task goes to the end. If the given position is taken, the task that held it moves right after. */
  readonly position?: number | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | undefined;
  /** A checklist in Markdown. */
  readonly checklist_markdown?: string | null | undefined;
  /** Set in a finishing column and cleared elsewhere; an update may set it too. */
  readonly completed_at?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
  /** When the task was moved to the trash. */
  readonly deleted_at?: string | null | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type DealPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** In BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** Always BRL. */
  readonly currency?: string | undefined;
  /** The sales phase; teams define their own phases. */
  readonly phase?: DealPhase | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: DealPriority | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: DealStatus | undefined;
  /** The probability of winning, in percent. */
  readonly probability?: number | null | undefined;
  /** The date on which the decision is expected. */
  readonly expected_close_date?: string | null | undefined;
  /** The origin of the record (free text). */
  readonly source?: string | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | undefined;
  /** True if the team starred the deal. */
  readonly is_starred?: boolean | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. */
  readonly client?: Ref | null | undefined;
  /** The user responsible for the deal. */
  readonly responsible_id?: string | null | undefined;
  /** The reason for the loss. */
  readonly loss_reason?: string | null | undefined;
  /** A summary of the deal’s facts of at most 600 characters, written by the service; read-only. Null if the team switched summaries off. */
  readonly ai_summary?: string | null | undefined;
  /** The estimated probability of winning, in whole percent, from the team’s closed deals; read-only. Null for closed and archived deals, and while too few deals are closed. */
  readonly ai_win_probability?: number | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type CampaignPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The name of the campaign. */
  readonly name?: string | undefined;
  /** The project of the record. Cannot be changed after creation. */
  readonly project_id?: string | undefined;
  /** The project’s id and name. */
  readonly project?: Ref | null | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: CampaignStatus | undefined;
  /** The client’s approval; cannot be set here. */
  readonly approval_status?: CampaignApprovalStatus | undefined;
  /** The start date. */
  readonly start_date?: string | null | undefined;
  /** The end date. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. */
  readonly content_pillars?: readonly string[] | undefined;
  /** The platforms, in order. */
  readonly target_platforms?: readonly string[] | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals?: Readonly<Record<string, unknown>> | undefined;
  /** The user of the API key that created the record. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ActivityPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** The type of activity. */
  readonly type?: ActivityType | undefined;
  /** A free-text description. */
  readonly description?: string | null | undefined;
  /** When it takes or took place. Default: now. */
  readonly occurred_at?: string | undefined;
  /** The duration in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** True if the activity is completed. */
  readonly is_completed?: boolean | undefined;
  /** The due date. */
  readonly due_date?: string | null | undefined;
  /** The priority. */
  readonly priority?: ActivityPriority | null | undefined;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags?: readonly string[] | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** The deal of the activity. */
  readonly deal_id?: string | null | undefined;
  /** The contract of the activity. */
  readonly contract_id?: string | null | undefined;
  /** The assignee. */
  readonly assigned_to?: string | null | undefined;
  /** The user of the API key that created the record. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ContractPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The title, as shown in lists. */
  readonly title?: string | undefined;
  /** The client of the record. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. */
  readonly client?: Ref | null | undefined;
  /** draft: not agreed yet. active: in force. paused: suspended. ended: over. */
  readonly status?: ContractStatus | undefined;
  /** In BRL per period. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The period of the value and of the hours, counted from starts_on. */
  readonly period?: ContractPeriod | undefined;
  /** The first day of the first period. If it is not set, periods begin on the day of created_at. */
  readonly starts_on?: string | null | undefined;
  /** The last day. */
  readonly ends_on?: string | null | undefined;
  /** The day on which it is to be renewed. */
  readonly renews_on?: string | null | undefined;
  /** The number of days before renews_on by which notice must be given. */
  readonly notice_days?: number | null | undefined;
  /** The hours that each period includes; null for none. A number of hours from 0 to 100000 with at most two decimals. */
  readonly included_hours?: number | null | undefined;
  /** The number of following periods in which the unused hours of a period may still be used: 0 for none, 1 for the next period only. */
  readonly carry_over?: number | undefined;
  /** In BRL, for each hour beyond those included and carried over. With at most two decimals. */
  readonly overage_rate?: number | null | undefined;
  /** The projects whose time counts against the included hours. */
  readonly project_ids?: readonly string[] | undefined;
  /** The user who looks after the contract. */
  readonly owner_id?: string | null | undefined;
  /** The deal that became this contract; read-only. */
  readonly deal_id?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type WebhookEndpointPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The name of the endpoint; also the title of tasks that it creates from requests without one. */
  readonly name?: string | undefined;
  /** The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** True if the endpoint delivers and receives. */
  readonly is_active?: boolean | undefined;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | undefined;
  /** The URL that receives events; null for an endpoint that only receives requests. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The event types to deliver; * (all) if a url is given without a list. */
  readonly events?: readonly SubscribedEvent[] | undefined;
  /** The reason why the service disabled the endpoint: its receiver responded 410, every delivery failed for five days, or too many deliveries were pending. Enabling the endpoint clears it. */
  readonly disabled_reason?: string | null | undefined;
  /** The code of `disabled_reason`, and the values in it, for programs; null if there is none. */
  readonly disabled_reason_details?: DeliveryFailure | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type TimeEntryPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The user who worked; null for hours entered on the task. Default: the caller. */
  readonly user_id?: string | null | undefined;
  /** The task. */
  readonly task_id?: string | null | undefined;
  /** The project. Default: that of the task. */
  readonly project_id?: string | null | undefined;
  /** The client. Default: that of the project. */
  readonly client_id?: string | null | undefined;
  /** When the work began. Default: now. */
  readonly started_at?: string | undefined;
  /** The duration in minutes; null while the timer runs. A negative number corrects other entries. */
  readonly minutes?: number | null | undefined;
  /** True while the timer runs. */
  readonly is_running?: boolean | undefined;
  /** True if the timer has been running for more than 12 hours. */
  readonly is_long?: boolean | undefined;
  /** A short note about the work. */
  readonly note?: string | null | undefined;
  /** True if the client is billed for it. */
  readonly is_billable?: boolean | undefined;
  /** The rate of an hour in BRL when the entry was made: that of the project, otherwise of the client, otherwise of the user; read-only. With at most two decimals. */
  readonly hourly_rate?: number | null | undefined;
  /** The cost of an hour of the user in BRL when the entry was made; read-only. With at most two decimals. */
  readonly hourly_cost?: number | null | undefined;
  /** timer: started as a timer. typed: entered by a member. import: imported. api: entered by a program, or the difference when actual_hours of a task was changed. */
  readonly origin?: TimeEntryOrigin | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type BillingLinePrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The contract that is billed. */
  readonly contract_id?: string | undefined;
  /** The contract’s id and title. */
  readonly contract?: Ref | null | undefined;
  /** The client of the contract. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. */
  readonly client?: Ref | null | undefined;
  /** The title of the contract. */
  readonly title?: string | undefined;
  /** The first day of the period. */
  readonly starts_on?: string | undefined;
  /** The last day of the period. */
  readonly ends_on?: string | undefined;
  /** open: to be billed. billed: billed. waived: not to be billed. */
  readonly status?: BillingLineStatus | undefined;
  /** The value of the contract in BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The included time; null if the contract includes none. A number of minutes. */
  readonly included_minutes?: number | null | undefined;
  /** Unused time of earlier periods. A number of minutes. */
  readonly carried_minutes?: number | undefined;
  /** The time of the contract’s projects. A number of minutes. */
  readonly used_minutes?: number | undefined;
  /** Time beyond the included and the carried time; 0 if the contract includes none. A number of minutes. */
  readonly overage_minutes?: number | undefined;
  /** In BRL, for each hour of overage. With at most two decimals. */
  readonly overage_rate?: number | null | undefined;
  /** In BRL: overage_minutes at overage_rate. With at most two decimals. */
  readonly overage_value?: number | null | undefined;
  /** In BRL: value and overage_value. With at most two decimals. */
  readonly total?: number | null | undefined;
  /** The number or the address of the invoice. */
  readonly reference?: string | null | undefined;
  /** When the status became billed. */
  readonly billed_at?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type MessagePrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The conversation of the message. */
  readonly conversation_id?: string | undefined;
  /** The inbox that sent or received the message. */
  readonly inbox_id?: string | undefined;
  /** The contact’s address on the messaging network. */
  readonly remote_jid?: string | undefined;
  /** The ID assigned by the network. */
  readonly msgapp_message_id?: string | null | undefined;
  /** outgoing: sent by the team. incoming: sent by the contact. */
  readonly direction?: MessageDirection | undefined;
  /** The type. This API sends text, image, audio, voice, video, document and sticker; messages that were received, or sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported. */
  readonly message_type?: string | undefined;
  /** The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty after the message was revoked. */
  readonly content?: string | undefined;
  /** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. */
  readonly status?: MessageStatus | undefined;
  /** The reason why it failed or its outcome is unknown, beginning with the cause. */
  readonly status_reason?: string | null | undefined;
  /** The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or another program on the same session. */
  readonly origin?: MessageOrigin | undefined;
  /** The sender of an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for incoming messages, and for messages stored before authors were recorded. */
  readonly author?: MessageAuthor | null | undefined;
  /** The member who wrote an incoming message of a group; null for other messages. A member of a group. */
  readonly participant?: MessageParticipant | null | undefined;
  /** The members of a group that the content mentions, in a message of a group; otherwise empty. */
  readonly mentions?: readonly MessageMention[] | undefined;
  /** The next attempt of the workflow step that sends the message, as of now; a failed message is sent again then. null once the step has ended. */
  readonly step_due_at?: string | null | undefined;
  /** The message that a later attempt of the same workflow step sent in place of this failed one. */
  readonly superseded_by?: string | null | undefined;
  /** Additional content of some types, such as the coordinates of a location; kind is the gateway’s name of an unsupported type. An object, at most 32 levels deep. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The advertisement or post through which the contact started the conversation, as reported by the network; null for other messages. */
  readonly referral?: Referral | null | undefined;
  /** The message that it answers or reacts to, if known. */
  readonly reply_to?: string | null | undefined;
  /** The latest reaction of each side; incoming is the contact’s. In a group, of each member. */
  readonly reactions?: readonly Reaction[] | undefined;
  /** When its text was last edited. */
  readonly edited_at?: string | null | undefined;
  /** When its author revoked it. */
  readonly revoked_at?: string | null | undefined;
  /** Its previous texts, oldest first. */
  readonly versions?: readonly MessageVersion[] | undefined;
  /** The last edit or revoke of this message that a user requested in Pauta, and its outcome; null if there is none. */
  readonly last_change?: MessageLastChange | null | undefined;
  /** When it was written, in whole seconds: the network’s time, or for messages sent by Pauta the time of storage. Conversations are ordered by it, then by created_at. */
  readonly sent_at?: string | undefined;
  /** The attached file and its status: pending, with the reason after a failed fetch; stored, with its file; or failed. */
  readonly media?: Media | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ConversationPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** direct: with a contact. group: of a group; it has no contact. */
  readonly type?: ConversationType | undefined;
  /** The name of the group; null if it is unknown, and for direct conversations. */
  readonly group_name?: string | null | undefined;
  /** The inbox. */
  readonly inbox_id?: string | undefined;
  /** The inbox’s id and name. */
  readonly inbox?: Ref | null | undefined;
  /** The contact. */
  readonly contact_id?: string | null | undefined;
  /** The contact; its name is the team’s, otherwise the contact’s, otherwise the number. */
  readonly contact?: Ref | null | undefined;
  /** The address of the contact or the group on the messaging network. */
  readonly remote_jid?: string | undefined;
  /** open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the contact reopens it. */
  readonly status?: ConversationStatus | undefined;
  /** When a snoozed conversation reopens automatically; null for other conversations. */
  readonly snoozed_until?: string | null | undefined;
  /** The assignee. */
  readonly assignee_id?: string | null | undefined;
  /** The assignee’s id and name. */
  readonly assignee?: Ref | null | undefined;
  /** The squad that the conversation is assigned to, in addition to a user or instead of one. */
  readonly squad_id?: string | null | undefined;
  /** The squad’s id and name. */
  readonly squad?: Ref | null | undefined;
  /** The client of a group; null if it has none, and for direct conversations, whose client is the contact’s. */
  readonly client_id?: string | null | undefined;
  /** The project of a group, linked instead of a client; null if it has none, and for direct conversations. */
  readonly project_id?: string | null | undefined;
  /** The labels of the conversation, by name. */
  readonly labels?: readonly ConversationLabel[] | undefined;
  /** True if the team blocked the contact or the group: its messages are stored, but open nothing, wait for no answer and run no workflow. */
  readonly is_blocked?: boolean | undefined;
  /** The time of the contact’s oldest unanswered message; null if it is answered or the conversation is resolved. */
  readonly waiting_since?: string | null | undefined;
  /** When the answer is due, by the reply times of the inbox and its business hours; null if no contact waits, or the inbox has no such time. Computed within seconds where the wait begins with an earlier message, as when a conversation is reopened. */
  readonly reply_due_at?: string | null | undefined;
  /** When the contact’s first message was answered. */
  readonly first_answered_at?: string | null | undefined;
  /** When the contact’s last message was written. */
  readonly last_incoming_at?: string | null | undefined;
  /** The end of the period in which an official number can send any message: 24 hours after the contact’s last message; later, only templates. null for other inboxes, and before the first message. */
  readonly window_closes_at?: string | null | undefined;
  /** When the last message was sent or received. */
  readonly last_message_at?: string | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type InboxPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The name used by the team. */
  readonly name?: string | undefined;
  /** session: a session on the network. cloud: the network’s official API. */
  readonly type?: InboxType | undefined;
  /** An inactive inbox cannot send. */
  readonly active?: boolean | undefined;
  /** True if the inbox can send; sending through an inbox that is not connected returns 502. Derived from `state`, if known; the operator can also set it. */
  readonly connected?: boolean | undefined;
  /** The state of the connection to the network. disconnected: not logged in. connecting: reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given up or not recoverable. null: unknown. */
  readonly state?: ConnectionState | null | undefined;
  /** The reason for the state. */
  readonly state_reason?: string | null | undefined;
  /** The code of `state_reason`, and the values in it, for programs; null if there is none. */
  readonly state_reason_details?: Finding | null | undefined;
  /** When the state last changed. */
  readonly state_changed_at?: string | null | undefined;
  /** The number that is logged in, if known. */
  readonly phone?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
};
/** Deliveries of events to webhook endpoints: one per endpoint and event. Later versions may add fields. */
export type DeliveryShown = {
  /** The event’s ID, which receivers see as webhook-id. */
  readonly id: string;
  /** The endpoint. */
  readonly webhook_id: string;
  /** The type of the event. */
  readonly event: EventKind;
  /** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. */
  readonly status: DeliveryStatus;
  /** The number of attempts, including those before a replay. */
  readonly attempt_count: number;
  /** Time of the next attempt; null once it is delivered or failed. */
  readonly next_attempt_at: string | null;
  /** The reason why the last attempt failed, or why there was none; null without a failure. */
  readonly reason: string | null;
  /** The code of `reason`, and the values in it, for programs; null if there is none. */
  readonly reason_details: DeliveryFailure | null;
  /** When the event happened. */
  readonly created_at: string;
  /** When it was delivered or failed. */
  readonly completed_at: string | null;
  /** Every attempt of the last 30 days, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The delivered event; null if the event is no longer retained. */
  readonly payload: Event | null;
};
/** Attempts of deliveries. Later versions may add fields. */
export type Attempt = {
  /** The X-Request-Id sent to the receiver. */
  readonly request_id: string;
  /** When it started. */
  readonly started_at: string;
  /** The HTTP status of the response; null if there was none. */
  readonly status: number | null;
  /** The reason for the failure; null for a 2xx. */
  readonly error: string | null;
  /** The code of `error`, and the values in it, for programs; null if there is none. */
  readonly error_details: DeliveryFailure | null;
  /** The start of the response body. */
  readonly answer: string | null;
  /** The duration in milliseconds. */
  readonly duration_ms: number;
};
export type MsgappMessageStatusEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'msgapp.message.status';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Message;
  readonly previous: MessagePrevious;
};
export type MsgappMessageReceivedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'msgapp.message.received';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Message;
  /** No previous values. */
  readonly previous: null;
};
export type ContactCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'contact.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Contact;
  /** No previous values. */
  readonly previous: null;
};
export type ContactUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'contact.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Contact;
  readonly previous: ContactPrevious;
};
export type ContactDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'contact.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Contact;
  /** Empty, because the record was deleted. */
  readonly previous: Readonly<Record<string, unknown>>;
};
export type ProjectCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'project.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Project;
  /** No previous values. */
  readonly previous: null;
};
export type ProjectUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'project.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Project;
  readonly previous: ProjectPrevious;
};
export type ProjectDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'project.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Project;
  readonly previous: ProjectPrevious;
};
export type ClientCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'client.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Client;
  /** No previous values. */
  readonly previous: null;
};
export type ClientUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'client.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Client;
  readonly previous: ClientPrevious;
};
export type ClientDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'client.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Client;
  readonly previous: ClientPrevious;
};
export type TaskCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'task.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Task;
  /** No previous values. */
  readonly previous: null;
};
export type TaskUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'task.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Task;
  readonly previous: TaskPrevious;
};
export type TaskDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'task.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Task;
  readonly previous: TaskPrevious;
};
export type DealCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'deal.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Deal;
  /** No previous values. */
  readonly previous: null;
};
export type DealUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'deal.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Deal;
  readonly previous: DealPrevious;
};
export type DealDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'deal.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Deal;
  readonly previous: DealPrevious;
};
export type CampaignCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'campaign.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Campaign;
  /** No previous values. */
  readonly previous: null;
};
export type CampaignUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'campaign.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Campaign;
  readonly previous: CampaignPrevious;
};
export type CampaignDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'campaign.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Campaign;
  readonly previous: CampaignPrevious;
};
export type ActivityCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'activity.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Activity;
  /** No previous values. */
  readonly previous: null;
};
export type ActivityUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'activity.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Activity;
  readonly previous: ActivityPrevious;
};
export type ActivityDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'activity.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Activity;
  readonly previous: ActivityPrevious;
};
export type ContractCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'contract.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Contract;
  /** No previous values. */
  readonly previous: null;
};
export type ContractUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'contract.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Contract;
  readonly previous: ContractPrevious;
};
export type ContractDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'contract.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Contract;
  /** Empty, because the record was deleted. */
  readonly previous: Readonly<Record<string, unknown>>;
};
export type DealStageChangedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'deal.stage_changed';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Deal;
  readonly previous: DealPrevious;
};
export type TaskMovedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'task.moved';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Task;
  readonly previous: TaskPrevious;
};
export type WebhookDisabledEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'webhook.disabled';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: WebhookEndpoint;
  readonly previous: WebhookEndpointPrevious;
};
export type WebhookTestEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'webhook.test';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: WebhookEndpoint;
  /** No previous values. */
  readonly previous: null;
};
export type PrivacyErasedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'privacy.erased';
  /** When the event happened. */
  readonly created_at: string;
  /** The ids of the records that were erased, and nothing else. */
  readonly data: PrivacyErasedEventData;
  /** No previous values. */
  readonly previous: null;
};
export type ImportFinishedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'import.finished';
  /** When the event happened. */
  readonly created_at: string;
  /** The import. */
  readonly data: ImportFinishedEventData;
  /** No previous values. */
  readonly previous: null;
};
export type TimeEntryCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'time_entry.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: TimeEntry;
  /** No previous values. */
  readonly previous: null;
};
export type TimeEntryUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'time_entry.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: TimeEntry;
  readonly previous: TimeEntryPrevious;
};
export type TimeEntryDeletedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'time_entry.deleted';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: TimeEntry;
  /** Empty, because the record was deleted. */
  readonly previous: Readonly<Record<string, unknown>>;
};
export type BillingLineCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'billing_line.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: BillingLine;
  /** No previous values. */
  readonly previous: null;
};
export type BillingLineUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'billing_line.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: BillingLine;
  readonly previous: BillingLinePrevious;
};
export type MessageCreatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'message.created';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Message;
  /** No previous values. */
  readonly previous: null;
};
export type MessageUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'message.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Message;
  readonly previous: MessagePrevious;
};
export type ConversationUpdatedEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'conversation.updated';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Conversation;
  readonly previous: ConversationPrevious;
};
export type ConversationReplyOverdueEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'conversation.reply_overdue';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Conversation;
  readonly previous: ConversationPrevious;
};
export type InboxConnectionEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'inbox.connection';
  /** When the event happened. */
  readonly created_at: string;
  readonly data: Inbox;
  readonly previous: InboxPrevious;
};
export type WorkflowCallEvent = {
  /** The event’s ID. */
  readonly id: string;
  /** The event type. */
  readonly type: 'workflow.call';
  /** When the event happened. */
  readonly created_at: string;
  /** The data of the workflow step. */
  readonly data: Readonly<Record<string, unknown>>;
  /** No previous values. */
  readonly previous: null;
};
/** The error code, for programs. Later versions may add values. */
export type ErrorCode = 'VALIDATION_ERROR' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'DUPLICATE_ENTRY' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_COSTLY' | 'RATE_LIMITED' | 'TEAM_BUSY' | 'INTERNAL_ERROR' | 'BAD_GATEWAY' | 'UNAVAILABLE';
/** The cause of the failure. Later versions may add values. */
export type MessageCause = 'network' | 'timeout' | 'disconnected' | 'number' | 'throttled' | 'credentials' | 'rejected' | 'gateway' | 'stopped' | 'undelivered' | 'unconfirmed';
/** The gateway’s answer as a code. Later versions may add values. */
export type FindingCode = 'public_url_missing' | 'https_needed' | 'configuration_incomplete' | 'malformed' | 'key_refused' | 'global_key_needed' | 'global_key_refused' | 'global_key_kept' | 'global_key_for_code' | 'instance_missing' | 'instance_gone' | 'instance_taken' | 'instance_removing' | 'version_old' | 'other_service' | 'callback_refused' | 'unsupported' | 'token_refused' | 'permission_missing' | 'app_secret_wrong' | 'app_not_subscribed' | 'number_unknown' | 'number_unregistered' | 'number_banned' | 'number_restricted' | 'number_state' | 'quality_low' | 'account_needed' | 'account_unknown' | 'other_account' | 'pin_wrong' | 'pin_paused' | 'never_connected' | 'ended_here' | 'logged_out' | 'opened_elsewhere' | 'session_removed' | 'session_missing' | 'session_dropped' | 'session_down' | 'restart_failed' | 'qr_missing' | 'qr_unscanned' | 'passkey_needed' | 'unreached' | 'network_slow' | 'gateway_failed' | 'refused' | 'throttled' | 'silent' | 'sends_failing' | 'inbox_inactive' | 'no_account' | 'group_unknown' | 'own_number' | 'window_closed' | 'content_unsupported' | 'template_refused' | 'file_unreadable' | 'media_gone' | 'sandbox_refused' | 'service_failed' | 'service_stopped' | 'session_up' | 'number_ready' | 'name_free' | 'key_accepted' | 'permitted' | 'number_belongs' | 'secret_matches' | 'session_taken_over' | 'identified' | 'other';
/** not_sent: the message was not sent. probably_not_sent: according to the gateway, it was not sent. unknown: it may have been sent. Later versions may add values. */
export type SendOutcome = 'not_sent' | 'probably_not_sent' | 'unknown';
/** The reason why the field is invalid, for programs. Later versions may add values. */
export type ErrorFieldCode = 'required' | 'not_null' | 'unknown' | 'wrong_type' | 'invalid_format' | 'not_allowed' | 'too_short' | 'too_long' | 'too_small' | 'too_large' | 'too_few' | 'too_many' | 'characters' | 'duplicate' | 'not_found' | 'immutable' | 'conflicting' | 'invalid_template' | 'invalid';
/** The status of the project. Changing it to completed sets completed_at; changing it from completed clears it. Later versions may add values. */
export type ProjectStatus = 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled';
/** Sorted by weight: low < medium < high < urgent. Later versions may add values. */
export type ProjectPriority = 'low' | 'medium' | 'high' | 'urgent';
/** A linked record: its ID and its name. */
export type Ref = {
  /** The ID of the linked record. */
  readonly id: string;
  /** The name. */
  readonly name: string;
};
/** PF: a person. PJ: a company. Changing it clears the fields of the other type. Later versions may add values. */
export type ClientType = 'PF' | 'PJ';
/** A postal address. Each part may be absent or null. Later versions may add parts. */
export type Address = {
  /** The street. */
  readonly street?: string | null | undefined;
  /** The house number. */
  readonly number?: string | null | undefined;
  /** Floor, flat or block. */
  readonly complement?: string | null | undefined;
  /** The neighbourhood. */
  readonly neighborhood?: string | null | undefined;
  /** The city. */
  readonly city?: string | null | undefined;
  /** The state. */
  readonly state?: string | null | undefined;
  /** The postal code. */
  readonly zip_code?: string | null | undefined;
  /** The country. */
  readonly country?: string | null | undefined;
};
/** DELETE sets inactive; an update to active restores the client. Later versions may add values. */
export type ClientStatus = 'active' | 'inactive';
/** Sorted by weight: none < low < medium < high < urgent. Later versions may add values. */
export type TaskPriority = 'urgent' | 'high' | 'medium' | 'low' | 'none';
/** The sales phase; teams define their own phases. */
export type DealPhase = string;
/** alta: high. media: medium. baixa: low. Later versions may add values. */
export type DealPriority = 'alta' | 'media' | 'baixa';
/** ativo: open. arquivado: archived. Later versions may add values. */
export type DealStatus = 'ativo' | 'arquivado';
/** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. Later versions may add values. */
export type CampaignStatus = 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled';
/** The client’s approval; cannot be set here. Later versions may add values. */
export type CampaignApprovalStatus = 'pending' | 'approved' | 'rejected';
/** The type of activity. Later versions may add values. */
export type ActivityType = 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event';
/** The priority. Later versions may add values. */
export type ActivityPriority = 'low' | 'medium' | 'high';
/** draft: not agreed yet. active: in force. paused: suspended. ended: over. Later versions may add values. */
export type ContractStatus = 'draft' | 'active' | 'paused' | 'ended';
/** The period of the value and of the hours, counted from starts_on. Later versions may add values. */
export type ContractPeriod = 'one_off' | 'monthly' | 'quarterly' | 'yearly';
/** A type of event that an endpoint receives, or * for all. Later versions may add values. */
export type SubscribedEvent = '*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'contract.created' | 'contract.updated' | 'contract.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'privacy.erased' | 'import.finished' | 'time_entry.created' | 'time_entry.updated' | 'time_entry.deleted' | 'billing_line.created' | 'billing_line.updated' | 'message.created' | 'message.updated' | 'conversation.updated' | 'conversation.reply_overdue' | 'inbox.connection';
/** The reason as a code. Later versions may add codes: treat those that you do not know as a failure. */
export type DeliveryFailureCode = 'answered' | 'redirected' | 'no_answer' | 'no_connection' | 'unreached' | 'broken' | 'unreadable' | 'untrusted' | 'private_address' | 'private_name' | 'unknown_name' | 'unresolved_name' | 'no_address' | 'no_request' | 'stopped' | 'no_endpoint' | 'inactive' | 'no_url' | 'too_old' | 'sealed' | 'gone' | 'hopeless' | 'too_many';
/** Why a delivery or an attempt failed, or an endpoint was disabled: the code of the reason, and the values in it. */
export type DeliveryFailure = {
  /** The reason as a code. */
  readonly code: DeliveryFailureCode;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** The code of the network error, such as ECONNREFUSED. */
  readonly error?: string | undefined;
  /** The name or the address that was refused. */
  readonly host?: string | undefined;
  /** The time limit in seconds. */
  readonly seconds?: number | undefined;
  /** The limit on pending deliveries. */
  readonly limit?: number | undefined;
};
/** timer: started as a timer. typed: entered by a member. import: imported. api: entered by a program, or the difference when actual_hours of a task was changed. Later versions may add values. */
export type TimeEntryOrigin = 'timer' | 'typed' | 'import' | 'api';
/** The team. */
export type MeTeam = {
  /** The team. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The team’s slug, used in URLs. */
  readonly slug: string;
};
/** full: all permissions of the key’s user. read: only GET requests. Later versions may add values. */
export type KeyScope = 'full' | 'read';
/** The calling key. */
export type MeKey = {
  /** The key’s ID. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** full: all permissions of the key’s user. read: only GET requests. */
  readonly scope: KeyScope;
  /** Expiration time; null if it never expires. */
  readonly expires_at: string | null;
};
/** The maximum number of requests per window, or null if there is no limit. */
export type MeRateLimit = {
  /** Maximum number of requests per window. */
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window_seconds: number;
};
/** The meaning of the phase: open, won or lost. Later versions may add values. */
export type PhaseMeaning = 'open' | 'won' | 'lost';
export type TeamPhase = {
  /** The phase, as used by deals. */
  readonly phase: string;
  /** The meaning of the phase: open, won or lost. */
  readonly meaning: PhaseMeaning;
  /** True if the team lists the phase; false if it is only in use by deals. */
  readonly is_listed: boolean;
};
/** open: to be billed. billed: billed. waived: not to be billed. Later versions may add values. */
export type BillingLineStatus = 'open' | 'billed' | 'waived';
/** The report. Later versions may add values. */
export type ReportName = 'funnel' | 'won_lost' | 'forecast' | 'answers' | 'tasks' | 'hours' | 'approvals' | 'retainers' | 'profit';
/** The dimension of the rows. Later versions may add values. */
export type ReportBy = 'phase' | 'month' | 'week' | 'person' | 'source' | 'reason' | 'client' | 'project' | 'inbox' | 'bucket' | 'contract';
/** Later versions may add values. */
export type ReportUnit = 'count' | 'money' | 'hours' | 'days' | 'percent';
export type ReportTotal = {
  /** The name of the measure. */
  readonly measure: string;
  readonly unit: ReportUnit;
  /** Null without a value, or if it is masked. */
  readonly value: number | null;
  /** The value of the previous period. */
  readonly previous: number | null;
};
export type ReportColumn = {
  /** The name of the measure. */
  readonly measure: string;
  readonly unit: ReportUnit;
  /** True if the records of its numbers can be listed. */
  readonly has_records: boolean;
};
export type ReportRow = {
  /** The id, the text or the first day that the records of the row have in common; null for records without one. */
  readonly key: string | null;
  /** The name of the row. */
  readonly label: string | null;
  /** In the order of the columns. */
  readonly values: readonly (number | null)[];
  /** The values of the previous period; for months and weeks, of the row at the same place. */
  readonly previous: readonly (number | null)[];
};
/** Later versions may add values. */
export type ReportRecordType = 'deal' | 'conversation' | 'task' | 'time_entry' | 'campaign' | 'contract' | 'billing_line';
export type ReportRecord = {
  readonly type: ReportRecordType;
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as shown in lists. */
  readonly title: string | null;
  /** The time at which the record counts. */
  readonly at: string;
  /** The contribution of the record: 1 in counts, 0 or 100 in shares, its days or hours in medians, its part of a sum. */
  readonly value: number | null;
};
/** outgoing: sent by the team. incoming: sent by the contact. Later versions may add values. */
export type MessageDirection = 'incoming' | 'outgoing';
/** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. Later versions may add values. */
export type MessageStatus = 'received' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed';
/** The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or another program on the same session. Later versions may add values. */
export type MessageOrigin = 'contact' | 'pauta' | 'phone' | 'other';
/** `user`: a person in the panel. `key`: a program with an API key. `workflow`: a workflow step. `operator`: the command line. `inbox`: an automatic reply of the inbox. `phone`: typed on the phone. `other`: another program on the same session. Later versions may add values. */
export type MessageAuthorType = 'user' | 'key' | 'workflow' | 'operator' | 'inbox' | 'phone' | 'other';
/** The sender of an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for incoming messages, and for messages stored before authors were recorded. */
export type MessageAuthor = {
  /** `user`: a person in the panel. `key`: a program with an API key. `workflow`: a workflow step. `operator`: the command line. `inbox`: an automatic reply of the inbox. `phone`: typed on the phone. `other`: another program on the same session. */
  readonly type: MessageAuthorType;
  /** The ID of the user, key or workflow. */
  readonly id: string | null;
  /** The current name of the user, key or workflow. */
  readonly name: string | null;
  /** The ID of the workflow run. */
  readonly run_id: string | null;
};
/** The member who wrote an incoming message of a group; null for other messages. A member of a group. */
export type MessageParticipant = {
  /** The address of the member on the messaging network. */
  readonly id: string | null;
  /** The number, if known. */
  readonly phone: string | null;
  /** The team’s name of the contact, otherwise the announced name, otherwise the number. */
  readonly name: string | null;
};
export type MessageMention = {
  /** The address of the member on the messaging network. */
  readonly id: string;
  /** The mention as it is written in the content. */
  readonly text: string;
  /** The number, if known. */
  readonly phone: string | null;
  /** The team’s name of the contact, otherwise the announced name, or the name of the inbox; null if none was known. */
  readonly name: string | null;
  /** True if the number of the inbox is mentioned. */
  readonly is_account: boolean;
};
/** The advertisement or post through which the contact started the conversation, as reported by the network; null for other messages. */
export type Referral = {
  /** The headline of the advertisement or post. */
  readonly title: string | null;
  /** The text of the advertisement or post. */
  readonly body: string | null;
  /** The URL of the advertisement or post, http or https. It is never fetched. */
  readonly source_url: string | null;
  /** The network’s ID of the advertisement or post. */
  readonly source_id: string | null;
  /** The type: ad, post, or another value of the network. */
  readonly source_type: string | null;
  /** The click ID, for the network’s conversion API. */
  readonly ctwa_clid: string | null;
};
export type Reaction = {
  /** The side that reacted. */
  readonly direction: MessageDirection;
  /** The emoji. */
  readonly emoji: string;
  /** In a group, the announced name of the member who reacted, or the number; null if unknown. */
  readonly name?: string | null | undefined;
};
export type MessageVersion = {
  /** The text. */
  readonly content: string;
  /** When the text was replaced or the message was revoked. */
  readonly replaced_at: string;
};
/** `revoke`: taken back for everyone. Later versions may add values. */
export type MessageLastChangeKind = 'edit' | 'revoke';
/** `pending`: the gateway has not answered yet. `done`: it made the change. `refused`: it did not. `unknown`: its answer was lost, or did not say. Later versions may add values. */
export type MessageLastChangeStatus = 'pending' | 'done' | 'refused' | 'unknown';
/** The last edit or revoke of this message that a user requested in Pauta, and its outcome; null if there is none. */
export type MessageLastChange = {
  /** The ID of the change. */
  readonly id: string;
  /** `revoke`: taken back for everyone. */
  readonly kind: MessageLastChangeKind;
  /** `pending`: the gateway has not answered yet. `done`: it made the change. `refused`: it did not. `unknown`: its answer was lost, or did not say. */
  readonly status: MessageLastChangeStatus;
  /** The reason of a refused or unknown change, beginning with the cause. */
  readonly reason: string | null;
  /** The new text of an edit that is not done. */
  readonly text: string | null;
  /** The user who requested it. */
  readonly user_id: string;
  /** When it was requested. */
  readonly requested_at: string;
};
/** `pending`: not fetched yet. `failed`: given up. Later versions may add values. */
export type MediaStatus = 'pending' | 'stored' | 'failed';
/** The attached file and its status: pending, with the reason after a failed fetch; stored, with its file; or failed. */
export type Media = {
  /** `pending`: not fetched yet. `failed`: given up. */
  readonly status: MediaStatus;
  /** Reason for a missing file, if known. */
  readonly reason: string | null;
  /** The name of the file, if known. */
  readonly name: string | null;
  /** The media type, such as image/png. */
  readonly media_type: string | null;
  /** The size in bytes, if known. */
  readonly bytes: number | null;
  /** The ID of the stored file. */
  readonly file_id: string | null;
};
export type Template = {
  /** The name of the template at the network. */
  readonly name: string;
  /** The language, such as pt_BR. */
  readonly language: string;
  /** The approval status at the network; only APPROVED templates can be sent. */
  readonly status: string;
  /** The purpose. */
  readonly category: string | null;
  /** The parts of the template, in the network’s format. */
  readonly components: readonly (Readonly<Record<string, unknown>>)[];
};
/** direct: with a contact. group: of a group; it has no contact. Later versions may add values. */
export type ConversationType = 'direct' | 'group';
/** open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the contact reopens it. Later versions may add values. */
export type ConversationStatus = 'open' | 'snoozed' | 'resolved';
/** The colour. Later versions may add values. */
export type ConversationLabelColor = 'red' | 'orange' | 'yellow' | 'lime' | 'green' | 'teal' | 'cyan' | 'blue' | 'indigo' | 'purple' | 'magenta' | 'pink';
export type ConversationLabel = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The colour. */
  readonly color: ConversationLabelColor;
};
/** The type of event. Later versions add types: ignore those that you do not know. */
export type EventKind = 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'contract.created' | 'contract.updated' | 'contract.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'privacy.erased' | 'import.finished' | 'time_entry.created' | 'time_entry.updated' | 'time_entry.deleted' | 'billing_line.created' | 'billing_line.updated' | 'message.created' | 'message.updated' | 'conversation.updated' | 'conversation.reply_overdue' | 'inbox.connection' | 'workflow.call';
/** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. Later versions may add values. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
/** accepted: it created a task. rejected: no task could be created from it. Later versions may add values. */
export type ReceptionStatus = 'accepted' | 'rejected';
/** The type of record. Later versions may add values. */
export type CommentRecordType = 'tasks' | 'deals' | 'clients' | 'contacts' | 'campaigns' | 'projects' | 'activities';
/** The approver: the team or the client. Later versions may add values. */
export type ApprovalStage = 'internal' | 'client';
/** The overall status of all campaigns. Later versions may add values. */
export type ApprovalStatus = 'open' | 'changes' | 'approved' | 'rejected' | 'expired' | 'revoked' | 'withdrawn';
/** The status. Later versions may add values. */
export type ApprovalItemState = 'pending' | 'approved' | 'changes' | 'rejected' | 'changed' | 'withdrawn';
/** Later versions may add values. */
export type ApprovalItemRoundDecisionDecision = 'approved' | 'changes' | 'rejected';
/** Later versions may add values. */
export type ApprovalItemRoundDecisionPieceDecision = 'approved' | 'changes';
export type ApprovalItemRoundDecisionPiece = {
  /** The piece. */
  readonly file_id: string;
  /** The decision. */
  readonly decision: ApprovalItemRoundDecisionPieceDecision;
};
export type ApprovalDecision = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The decision. */
  readonly decision: ApprovalItemRoundDecisionDecision;
  /** The comment. */
  readonly comment: string | null;
  /** The name of the approver. */
  readonly approver: string;
  /** The user, if a member decided. */
  readonly user_id: string | null;
  /** The decisions on single pieces. */
  readonly pieces: readonly ApprovalItemRoundDecisionPiece[];
  /** When the record was created. */
  readonly created_at: string;
};
export type ApprovalItemRoundComment = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The piece. */
  readonly file_id: string;
  /** The comment. */
  readonly comment: string;
  /** The name of the author. */
  readonly author: string;
  /** The point of an image or of a page: part of its width. */
  readonly x: number | null;
  /** The point of an image or of a page: part of its height. */
  readonly y: number | null;
  /** The page of a document. */
  readonly page: number | null;
  /** The second of a video. */
  readonly second: number | null;
  /** When the record was created. */
  readonly created_at: string;
  /** The team’s answer, which the client sees. */
  readonly answer: string | null;
  /** When the team answered. */
  readonly answered_at: string | null;
  /** The user who answered. The client sees the team’s name. */
  readonly answered_by: string | null;
};
export type ApprovalRound = {
  /** The number of the round, starting at 1. */
  readonly round: number;
  /** When it was requested. */
  readonly asked_at: string;
  /** The requesting user. */
  readonly asked_by: string | null;
  /** The team’s message about the changes. */
  readonly message: string | null;
  /** The decisions of this round, earliest first. */
  readonly decisions: readonly ApprovalDecision[];
  /** The comments on pieces of this round, earliest first. */
  readonly comments: readonly ApprovalItemRoundComment[];
  /** The pieces of this round. */
  readonly pieces: readonly Ref[];
};
export type ApprovalItem = {
  /** Its position in the request, starting at 1. */
  readonly n: number;
  /** The campaign. */
  readonly campaign_id: string;
  /** The name. */
  readonly name: string;
  /** The number of the round, starting at 1. */
  readonly round: number;
  /** The status. */
  readonly state: ApprovalItemState;
  /** Number of approvals. */
  readonly approvals: number;
  /** True if the content has changed since the last round. */
  readonly is_changed: boolean;
  /** The SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** The rounds, latest first. */
  readonly rounds: readonly ApprovalRound[];
};
/** session: a session on the network. cloud: the network’s official API. Later versions may add values. */
export type InboxType = 'session' | 'cloud';
/** The state of the connection to the network. disconnected: not logged in. connecting: reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given up or not recoverable. null: unknown. Later versions may add values. */
export type ConnectionState = 'disconnected' | 'connecting' | 'scan' | 'code' | 'passkey' | 'connected' | 'failed';
/** A finding about a connection: its code, and the cause of a failed request. */
export type Finding = {
  /** The reason as a code. */
  readonly code: FindingCode;
  /** The cause of a failed request. */
  readonly cause?: MessageCause | undefined;
  /** The code of a network error, such as ECONNREFUSED, an HTTP status, a code of the network, or a state. */
  readonly error?: string | undefined;
  /** The words of the gateway or the network. */
  readonly said?: string | undefined;
};
export type PipelineColumn = {
  /** The column’s ID. */
  readonly id: string;
  /** The value that tasks use in `column`. */
  readonly slug: string;
  /** The display name. */
  readonly name: string;
  /** True if entering the column completes a task. */
  readonly is_finishing: boolean;
};
/** If a due date is not a working day of the team, it becomes the working day before or after it. Later versions may add values. */
export type ProjectTemplateShift = 'none' | 'before' | 'after';
export type ProjectTemplateColumn = {
  /** The value that tasks use in `column`. */
  readonly slug: string;
  /** The display name. */
  readonly name: string;
  /** True if entering the column completes a task. */
  readonly is_finishing: boolean;
  /** Recommended maximum number of tasks in the column; null for no limit. */
  readonly limit: number | null;
};
export type ProjectTemplateTask = {
  /** The title, as shown in lists. */
  readonly title: string;
  /** A free-text description. */
  readonly description: string | null;
  /** A checklist in Markdown. */
  readonly checklist_markdown: string | null;
  /** The priority. */
  readonly priority: TaskPriority;
  /** Estimated effort in hours. */
  readonly estimated_hours: number | null;
  /** Free-form tags, in order; duplicates are removed. */
  readonly tags: readonly string[];
  /** True for a subtask of the closest task above it that is not one itself. Left out: false. */
  readonly is_subtask?: boolean | undefined;
  /** The slug of its column. */
  readonly column: string | null;
  /** The days from the start of the project to the start date. Left out or null: no start date. */
  readonly start_after_days?: number | null | undefined;
  /** The days from the start of the project to the due date. */
  readonly due_after_days: number | null;
  /** The role in the team. */
  readonly role: string | null;
};
/** The role in the team. Later versions may add values. */
export type Role = 'member' | 'admin' | 'owner';
/** A postal address. Each part may be omitted or null. */
export type AddressInput = {
  /** The street. */
  readonly street?: string | null | undefined;
  /** The house number. */
  readonly number?: string | null | undefined;
  /** Floor, flat or block. */
  readonly complement?: string | null | undefined;
  /** The neighbourhood. */
  readonly neighborhood?: string | null | undefined;
  /** The city. */
  readonly city?: string | null | undefined;
  /** The state. */
  readonly state?: string | null | undefined;
  /** The postal code. */
  readonly zip_code?: string | null | undefined;
  /** The country. */
  readonly country?: string | null | undefined;
};
/** text without a file. With a file, the type to send it as; by default image, video, audio or document, by its media type. Later versions may add values. */
export type SentMessageType = 'text' | 'image' | 'audio' | 'voice' | 'video' | 'document' | 'sticker';
/** failed: deliveries that were given up. delivered: accepted deliveries. Default: `failed`. Later versions may add values. */
export type ReplayStatus = 'failed' | 'delivered';
/** The ids of the records that were erased, and nothing else. */
export type PrivacyErasedEventData = {
  /** The erasure’s ID. */
  readonly id: string;
  /** Contacts that were deleted. */
  readonly contact_ids: readonly string[];
  /** Clients that were deleted, or emptied because deals or contracts stay. */
  readonly client_ids: readonly string[];
  /** Members whose name was removed. */
  readonly user_ids: readonly string[];
  /** Conversations that were deleted. */
  readonly conversation_ids: readonly string[];
};
/** A chat, or a table. Later versions may add values. */
export type ImportFinishedEventDataKind = 'chat' | 'rows';
/** Its state. An import that is undone ends twice. Later versions may add values. */
export type ImportFinishedEventDataState = 'applied' | 'undone';
/** The import. */
export type ImportFinishedEventData = {
  /** The import’s ID. */
  readonly id: string;
  /** A chat, or a table. */
  readonly kind: ImportFinishedEventDataKind;
  /** Its state. An import that is undone ends twice. */
  readonly state: ImportFinishedEventDataState;
  /** Rows whose outcome was `created` when it was applied; null for chats. */
  readonly created: number | null;
  /** Rows whose outcome was `updated` when it was applied; null for chats. */
  readonly updated: number | null;
  /** Rows whose outcome was `refused` when it was applied; null for chats. */
  readonly refused: number | null;
};
/** Later versions may add values. */
export type ContactSort = 'push_name' | '-push_name' | 'custom_name' | '-custom_name' | 'phone' | '-phone' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type ProjectSort = 'name' | '-name' | 'status' | '-status' | 'priority' | '-priority' | 'start_date' | '-start_date' | 'due_date' | '-due_date' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type ClientSort = 'full_name' | '-full_name' | 'email' | '-email' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'is_active' | '-is_active';
/** Later versions may add values. */
export type TaskSort = 'title' | '-title' | 'priority' | '-priority' | 'due_date' | '-due_date' | 'position' | '-position' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'completed_at' | '-completed_at';
/** Later versions may add values. */
export type DealSort = 'title' | '-title' | 'value' | '-value' | 'phase' | '-phase' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'expected_close_date' | '-expected_close_date';
/** Later versions may add values. */
export type CampaignSort = 'name' | '-name' | 'status' | '-status' | 'start_date' | '-start_date' | 'end_date' | '-end_date' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type ActivitySort = 'title' | '-title' | 'type' | '-type' | 'occurred_at' | '-occurred_at' | 'due_date' | '-due_date' | 'priority' | '-priority' | 'created_at' | '-created_at';
/** Later versions may add values. */
export type ContractSort = 'title' | '-title' | 'value' | '-value' | 'starts_on' | '-starts_on' | 'ends_on' | '-ends_on' | 'renews_on' | '-renews_on' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type WebhookEndpointSort = 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type TimeEntrySort = 'started_at' | '-started_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type MessageSort = 'sent_at' | '-sent_at' | 'created_at' | '-created_at';
/** Later versions may add values. */
export type ConversationSort = 'created_at' | '-created_at' | 'last_message_at' | '-last_message_at' | 'waiting_since' | '-waiting_since';
/** By creation time; the prefix - sorts the latest first. */
export type CreatedAtSort = 'created_at' | '-created_at';
/** Later versions may add values. */
export type ApprovalSort = 'created_at' | '-created_at' | 'expires_at' | '-expires_at';
/** By name or by creation time; the prefix - sorts in descending order. */
export type NameSort = 'name' | '-name' | 'created_at' | '-created_at';
/** Later versions may add values. */
export type BillingLineSort = 'ends_on' | '-ends_on' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type UserSort = 'name' | '-name' | 'email' | '-email' | 'created_at' | '-created_at';
/** Body of a delivery to a webhook endpoint. */
export type WebhookEvent = MsgappMessageStatusEvent | MsgappMessageReceivedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ProjectCreatedEvent | ProjectUpdatedEvent | ProjectDeletedEvent | ClientCreatedEvent | ClientUpdatedEvent | ClientDeletedEvent | TaskCreatedEvent | TaskUpdatedEvent | TaskDeletedEvent | DealCreatedEvent | DealUpdatedEvent | DealDeletedEvent | CampaignCreatedEvent | CampaignUpdatedEvent | CampaignDeletedEvent | ActivityCreatedEvent | ActivityUpdatedEvent | ActivityDeletedEvent | ContractCreatedEvent | ContractUpdatedEvent | ContractDeletedEvent | DealStageChangedEvent | TaskMovedEvent | WebhookDisabledEvent | WebhookTestEvent | PrivacyErasedEvent | ImportFinishedEvent | TimeEntryCreatedEvent | TimeEntryUpdatedEvent | TimeEntryDeletedEvent | BillingLineCreatedEvent | BillingLineUpdatedEvent | MessageCreatedEvent | MessageUpdatedEvent | ConversationUpdatedEvent | ConversationReplyOverdueEvent | InboxConnectionEvent | WorkflowCallEvent;


/** Method and path below /api/v1 → what is given, and what is answered. */
export interface Operations {
  /** A page of the team’s contacts. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /msgapp/contacts': { readonly answer: readonly Contact[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ContactSort | undefined; readonly after?: string | undefined; readonly tag?: string | undefined; readonly client_id?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /msgapp/contacts': { readonly answer: Contact; readonly body: ContactCreate; };
  /** Returns the whole record; 404 if the team has no contact with this ID. */
  readonly 'GET /msgapp/contacts/{id}': { readonly answer: Contact; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /msgapp/contacts/{id}': { readonly answer: Contact; readonly body: ContactUpdate; };
  /** Deletes the contact permanently; 409 while conversations are linked to it. */
  readonly 'DELETE /msgapp/contacts/{id}': { readonly answer: Deleted; };
  /** A page of the team’s projects. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /projects': { readonly answer: readonly Project[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ProjectSort | undefined; readonly after?: string | undefined; readonly squad_id?: string | undefined; readonly client_id?: string | undefined; readonly status?: ProjectStatus | undefined; readonly priority?: ProjectPriority | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /projects': { readonly answer: Project; readonly body: ProjectCreate; };
  /** Returns the whole record; 404 if the team has no project with this ID. */
  readonly 'GET /projects/{id}': { readonly answer: Project; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /projects/{id}': { readonly answer: Project; readonly body: ProjectUpdate; };
  /** Sets the status to cancelled and keeps the record. Repeating it returns the same response. */
  readonly 'DELETE /projects/{id}': { readonly answer: ProjectDeleted; };
  /** A page of the team’s clients. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /clients': { readonly answer: readonly Client[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ClientSort | undefined; readonly after?: string | undefined; readonly type?: ClientType | undefined; readonly status?: ClientStatus | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /clients': { readonly answer: Client; readonly body: ClientCreate; };
  /** Returns the whole record; 404 if the team has no client with this ID. */
  readonly 'GET /clients/{id}': { readonly answer: Client; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /clients/{id}': { readonly answer: Client; readonly body: ClientUpdate; };
  /** Sets the status to inactive and keeps the record. Repeating it returns the same response. */
  readonly 'DELETE /clients/{id}': { readonly answer: ClientDeleted; };
  /** A page of the team’s tasks. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /tasks': { readonly answer: readonly Task[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: TaskSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; readonly pipeline_id?: string | undefined; readonly parent_id?: string | undefined; readonly assignee_id?: string | undefined; readonly priority?: TaskPriority | undefined; readonly column?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /tasks': { readonly answer: Task; readonly body: TaskCreate; };
  /** Returns the whole record; 404 if the team has no task with this ID. */
  readonly 'GET /tasks/{id}': { readonly answer: Task; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /tasks/{id}': { readonly answer: Task; readonly body: TaskUpdate; };
  /** Moves the task and its subtasks to the trash, from which the operator can restore them. Repeating it returns 404. */
  readonly 'DELETE /tasks/{id}': { readonly answer: TaskDeleted; };
  /** A page of the team’s deals. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /deals': { readonly answer: readonly Deal[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: DealSort | undefined; readonly after?: string | undefined; readonly status?: DealStatus | undefined; readonly phase?: DealPhase | undefined; readonly client_id?: string | undefined; readonly responsible_id?: string | undefined; readonly source?: string | undefined; readonly min_value?: number | undefined; readonly max_value?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /deals': { readonly answer: Deal; readonly body: DealCreate; };
  /** Returns the whole record; 404 if the team has no deal with this ID. */
  readonly 'GET /deals/{id}': { readonly answer: Deal; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /deals/{id}': { readonly answer: Deal; readonly body: DealUpdate; };
  /** Sets the status to arquivado and keeps the record. Repeating it returns the same response. */
  readonly 'DELETE /deals/{id}': { readonly answer: DealDeleted; };
  /** A page of the team’s campaigns. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /campaigns': { readonly answer: readonly Campaign[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CampaignSort | undefined; readonly after?: string | undefined; readonly status?: CampaignStatus | undefined; readonly project_id?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /campaigns': { readonly answer: Campaign; readonly body: CampaignCreate; };
  /** Returns the whole record; 404 if the team has no campaign with this ID. */
  readonly 'GET /campaigns/{id}': { readonly answer: Campaign; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /campaigns/{id}': { readonly answer: Campaign; readonly body: CampaignUpdate; };
  /** Sets the status to cancelled and keeps the record. Repeating it returns the same response. */
  readonly 'DELETE /campaigns/{id}': { readonly answer: CampaignDeleted; };
  /** A page of the team’s activities. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /activities': { readonly answer: readonly Activity[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ActivitySort | undefined; readonly after?: string | undefined; readonly type?: ActivityType | undefined; readonly client_id?: string | undefined; readonly deal_id?: string | undefined; readonly completed?: boolean | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /activities': { readonly answer: Activity; readonly body: ActivityCreate; };
  /** Returns the whole record; 404 if the team has no activity with this ID. */
  readonly 'GET /activities/{id}': { readonly answer: Activity; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /activities/{id}': { readonly answer: Activity; readonly body: ActivityUpdate; };
  /** Marks the activity as completed and keeps the record. Repeating it returns the same response. */
  readonly 'DELETE /activities/{id}': { readonly answer: ActivityDeleted; };
  /** A page of the team’s contracts. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /contracts': { readonly answer: readonly Contract[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ContractSort | undefined; readonly after?: string | undefined; readonly status?: ContractStatus | undefined; readonly period?: ContractPeriod | undefined; readonly client_id?: string | undefined; readonly owner_id?: string | undefined; readonly deal_id?: string | undefined; readonly project_id?: string | undefined; readonly renews_within?: number | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /contracts': { readonly answer: Contract; readonly body: ContractCreate; };
  /** Returns the whole record; 404 if the team has no contract with this ID. */
  readonly 'GET /contracts/{id}': { readonly answer: Contract; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /contracts/{id}': { readonly answer: Contract; readonly body: ContractUpdate; };
  /** Deletes the record permanently. */
  readonly 'DELETE /contracts/{id}': { readonly answer: Deleted; };
  /** A page of the team’s webhooks. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /webhooks': { readonly answer: readonly WebhookEndpoint[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: WebhookEndpointSort | undefined; readonly after?: string | undefined; readonly active?: boolean | undefined; readonly url?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /webhooks': { readonly answer: WebhookEndpointCreated; readonly body: WebhookEndpointCreate; };
  /** Returns the whole record; 404 if the team has no webhook endpoint with this ID. */
  readonly 'GET /webhooks/{id}': { readonly answer: WebhookEndpoint; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /webhooks/{id}': { readonly answer: WebhookEndpoint; readonly body: WebhookEndpointUpdate; };
  /** Deletes the endpoint permanently. */
  readonly 'DELETE /webhooks/{id}': { readonly answer: Deleted; };
  /** A page of the team’s time entries. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /time-entries': { readonly answer: readonly TimeEntry[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: TimeEntrySort | undefined; readonly after?: string | undefined; readonly user_id?: string | undefined; readonly task_id?: string | undefined; readonly project_id?: string | undefined; readonly client_id?: string | undefined; readonly is_billable?: boolean | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly is_running?: boolean | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Omitted fields take their default value or stay unset. Returns the whole record. */
  readonly 'POST /time-entries': { readonly answer: TimeEntry; readonly body: TimeEntryCreate; };
  /** Returns the whole record; 404 if the team has no time entry with this ID. */
  readonly 'GET /time-entries/{id}': { readonly answer: TimeEntry; };
  /** Changes only the given fields; null clears an optional field. Returns the whole record. */
  readonly 'PUT /time-entries/{id}': { readonly answer: TimeEntry; readonly body: TimeEntryUpdate; };
  /** Deletes the entry permanently and subtracts it from its task’s actual_hours. */
  readonly 'DELETE /time-entries/{id}': { readonly answer: Deleted; };
  /** Tests the connection: returns the key’s team, scope and expiry. rate_limit is the stricter of the key’s limit and that of the IP address. */
  readonly 'GET /me': { readonly answer: Me; };
  /** The team’s listed phases in order, then up to 500 other phases in use by deals, by name. A deal accepts any other text as its phase, which adds a column to the board. */
  readonly 'GET /phases': { readonly answer: DealPhases; };
  /** Changes only the given fields; null clears the reference. Returns the whole record. */
  readonly 'PUT /billing-lines/{id}': { readonly answer: BillingLine; readonly body: BillingLineUpdate; };
  /** Returns the whole record; 404 if the team has no billing line with this ID. */
  readonly 'GET /billing-lines/{id}': { readonly answer: BillingLine; };
  /** Reads the terms of the contract and the hours of the period again, for example after time was entered late. A line that is billed or waived stays as it is. Returns 409 if the contract no longer has this period. */
  readonly 'POST /billing-lines/{id}/recalculate': { readonly answer: BillingLine; };
  /** Days, weeks and months are those of the team’s time zone. Values of the previous period are next to those of the period. - **funnel**, by phase, month, week, person, source, client; filters user_id, client_id, source, phase: - `entries` (count): Deals that entered a phase in the period, also by being created in it. A deal counts for each phase that it entered; moves that the same person undid within ten minutes do not count. - `conversion` (percent): Share of these entries after which the deal reached a later phase in the order of the team, or was won, up to now. Entries into won and lost phases are left out. - `won` (percent): Share of these entries after which the deal was won, up to now. Entries into won and lost phases are left out. - `days_median` (days): Median of the days from these entries until the deal left the phase; deals that are still in it are left out. - **won_lost**, by month, week, reason, source, person, client; filters user_id, client_id, source: - `won` (count): Deals in a won phase that entered it, from another kind of phase, in the period. A deal counts once; reopened deals do not count. - `won_value` (money): Sum of the values of these deals. - `lost` (count): Deals in a lost phase that entered it, from another kind of phase, in the period. A deal counts once; reopened deals do not count. - `lost_value` (money): Sum of the values of these deals. - `win_rate` (percent): Share of the won ones among the won and lost deals. - `days_median` (days): Median of the days from the creation of a won deal until it was won. - **forecast**, by month, person, phase, source, client; filters user_id, client_id, source: - `forecast` (money): Sum of value × probability of the open deals that were expected to close in the month, as recorded at its beginning; for months without a record from the current one on, of the deals that are open now. A deal without a probability has that of its phase; without either, it is left out. - `expected_value` (money): Sum of the values of these deals, without the probability. - `deals` (count): Number of these deals. - `late_value` (money): Sum of value × probability of the open deals at the beginning of the month that were expected to close in an earlier month. - `won_value` (money): Sum of the values of the deals that were won in the period. - `accuracy` (percent): Value of the won deals in percent of the forecast. - **answers**, by bucket, month, week, inbox, person; filters inbox_id, user_id: - `answers` (count): Conversations with a contact whose first message was answered in the period. Automatic replies are no answers. - `answer_median` (hours): Median of the business hours from the first message to this answer: hours of the inbox, or of the team; all hours count without either. - `answer_p90` (hours): Nine of ten of these answers took at most this number of business hours. - `resolutions` (count): Times that a conversation was resolved in the period. - `resolution_median` (hours): Median of the business hours from the opening of the conversation, or its latest reopening, until it was resolved. - `resolution_p90` (hours): Nine of ten of these resolutions took at most this number of business hours. - `backlog` (count): Conversations with a contact that were open or snoozed at the end of the period, or now if it has not ended. - **tasks**, by week, month, person, project, client; filters user_id, project_id, client_id: - `done` (count): Tasks that were completed in the period. - `due` (count): Tasks that were due in the period, on a day before today. - `late` (count): Tasks among these that were completed after the day on which they were due, or are not completed. - `late_rate` (percent): Share of the late ones among the tasks that were due. - `lead_median` (days): Median of the days from the creation of a task until it was completed in the period. - `cycle_median` (days): Median of the days from the first move of a task to another column until it was completed in the period. Tasks that were never moved are left out. - **hours**, by project, client, person, week, month; filters user_id, project_id, client_id: - `hours` (hours): Hours of the finished time entries that began in the period. - `billable` (hours): Hours of the billable ones among them. - `billable_rate` (percent): Billable hours in percent of the hours. - `estimated` (hours): Estimated hours of the tasks that were completed in the period. A task of several members counts for its first assignee. - `spent` (hours): Actual hours of these tasks, whenever they were entered. Tasks without an estimate are left out. - `capacity` (hours): Weekly hours of the members, for the working days of the period on which they are not absent. Null if the report is filtered by project or client. - `utilisation` (percent): Hours in percent of the capacity. - **approvals**, by client, project, person, month, week; filters client_id, project_id, user_id: - `approved` (count): Campaigns that clients approved in the period, by request. - `rejected` (count): Campaigns that clients rejected in the period, by request. - `days_median` (days): Median of the days from the first round of a request until the client approved or rejected the campaign. - `days_p90` (days): Nine of ten of these decisions took at most this number of days. - `rounds` (count): Average number of rounds until these decisions. - `first_round` (percent): Share of these decisions that are approvals in the first round. - **retainers**, by contract, client, person, month; filters client_id, user_id: - `periods` (count): Periods of contracts that began in the period of the report, without drafts and contracts that have no included hours. - `included` (hours): Hours that are included in these periods. - `carried` (hours): Unused hours that were carried over into them. - `used` (hours): Hours of the time entries of the contract’s projects in them. - `burn` (percent): Used hours in percent of the included and carried hours. - `overage` (hours): Hours beyond the included and carried ones. - `overage_value` (money): These hours at the overage rate of the contract. - `renewals` (count): Active and paused contracts whose day of renewal is in the period. - **profit**, by client, project, month; filters client_id, project_id: - `revenue` (money): Totals of the billing lines whose period ended in the period, without waived ones, and billable hours at their rate if no contract covers the project on that day. - `cost` (money): Hours of the time entries at the hourly cost of the member. - `margin` (money): Revenue less cost. - `margin_rate` (percent): Margin in percent of the revenue. - `hours` (hours): Hours of the finished time entries that began in the period. - `without_cost` (hours): Hours among them without an hourly cost. */
  readonly 'GET /reports': { readonly answer: Report; readonly query?: { readonly report?: ReportName | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly by?: ReportBy | undefined; readonly user_id?: string | undefined; readonly client_id?: string | undefined; readonly project_id?: string | undefined; readonly inbox_id?: string | undefined; readonly source?: string | undefined; readonly phase?: string | undefined; } | undefined; };
  /** With the same period and filters as the report, each record with its contribution. The records of a rate are those of its dividend: billable time for the share of billable hours. */
  readonly 'GET /reports/records': { readonly answer: ReportRecords; readonly query?: { readonly report?: ReportName | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly by?: ReportBy | undefined; readonly user_id?: string | undefined; readonly client_id?: string | undefined; readonly project_id?: string | undefined; readonly inbox_id?: string | undefined; readonly source?: string | undefined; readonly phase?: string | undefined; readonly measure?: string | undefined; readonly row?: string | undefined; readonly without_key?: boolean | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; } | undefined; };
  /** By type of record, most used first: at most 100 tags of the newest 5000 records of each type. */
  readonly 'GET /tags': { readonly answer: TagsInUse; };
  /** Address the message with inbox_id and phone, or with conversation_id alone. With a phone, a missing contact and conversation are created. Returns once the gateway has accepted the message, after at most 10 seconds; a file takes longer, by its size. A file is given in one of three ways: `media_url`, the address of a file; `file_id`, a file of the team; or the part `file` of a body in `multipart/form-data`, whose other parts are the fields of this body. `content` is then its caption. A file that the inbox’s gateway never sends, by its type or size, is refused with a 400 that names the field, and nothing is stored. If the server of `media_url` cannot be reached or fails, the response is 502, nothing was sent, and the same Idempotency-Key may be used again. A 502 names the message, which is stored with its status_reason, and its conversation. The text starts with the cause: `network` and `timeout` (the gateway was unreachable, or its response was lost: retry later), `disconnected` (the inbox must be reconnected), `number` (the number does not exist on the network), `throttled` (wait, then send more slowly), `credentials` (for the operator), `rejected` (the network rejects this text), `gateway` (the gateway failed), `stopped` (the service stopped). Then it states whether the message was not sent (`failed`), or may have been sent (`pending`: check its conversation before you send again). Messages are never resent automatically. With an Idempotency-Key, a message is sent once, even across a crash, and its response is replayed, including a 502. After a crash, the key returns 409 for up to 20 seconds. An inbox on the sandbox gateway reaches no real phone and confirms every message, except to numbers ending in 0000 (refused), 0001 (never confirmed), 0002 (fails later), 0003 (confirmed twice and out of order) and 0004 (responds after the timeout). */
  readonly 'POST /msgapp/messages': { readonly answer: Message; readonly body: MessageCreate; };
  /** A page of the messages of a conversation, incoming and outgoing. */
  readonly 'GET /msgapp/conversations/{id}/messages': { readonly answer: readonly Message[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: MessageSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** The network’s current list, with templates in any status; only those with the status `APPROVED` can be sent. */
  readonly 'GET /inboxes/{id}/templates': { readonly answer: Templates; };
  /** Sends an approved template through an official number: the only way to write to a contact who has not written within the last 24 hours. The template is first looked up in the network’s list (GET /v1/inboxes/{id}/templates); missing or surplus parameters return 400 before anything is stored. The message is stored with the type `template`, the filled-in text as content and the parameters as details. Addressing, Idempotency-Key and the causes of a 502 are as in POST /v1/msgapp/messages. */
  readonly 'POST /msgapp/messages/template': { readonly answer: Message; readonly body: TemplateSend; };
  /** A page of the conversations of groups, which GET /msgapp/conversations leaves out. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /msgapp/groups': { readonly answer: readonly Conversation[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ConversationSort | undefined; readonly after?: string | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly status?: ConversationStatus | undefined; readonly assignee_id?: string | undefined; readonly squad_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** The other labels of the conversation stay as they are. */
  readonly 'POST /msgapp/conversations/{id}/labels': { readonly answer: Conversation; readonly body: UpdateConversationLabelsInput; };
  /** The team’s labels, ordered by name. */
  readonly 'GET /msgapp/labels': { readonly answer: readonly Label[]; };
  /** A page of the endpoint’s deliveries of the last 30 days, and of those still pending. */
  readonly 'GET /webhooks/{id}/deliveries': { readonly answer: readonly Delivery[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly status?: DeliveryStatus | undefined; readonly event?: EventKind | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** The delivery with its attempts and its event. */
  readonly 'GET /webhooks/{id}/deliveries/{delivery}': { readonly answer: DeliveryShown; };
  /** Attempts the delivery immediately, whatever its status, with the full number of retries. Has no effect on a delivery that is being attempted right now. No body. */
  readonly 'POST /webhooks/{id}/deliveries/{delivery}/replay': { readonly answer: Delivery; };
  /** Without a body, replays all failed deliveries whose events are retained. At most 10,000 per call, oldest first. */
  readonly 'POST /webhooks/{id}/replay': { readonly answer: ReplayResult; readonly body: Replay; };
  /** Delivers a webhook.test event to this endpoint only, with the endpoint as its data. The delivery shows the outcome. No body. */
  readonly 'POST /webhooks/{id}/test': { readonly answer: Delivery; };
  /** For 24 hours, deliveries are also signed with the previous secret, and requests signed with it are accepted. Rotating again within that time invalidates the oldest secret immediately. No body. */
  readonly 'POST /webhooks/{id}/rotate-secret': { readonly answer: WebhookEndpointCreated; };
  /** A page of the requests that the endpoint received in the last 30 days. */
  readonly 'GET /webhooks/{id}/receptions': { readonly answer: readonly Reception[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly status?: ReceptionStatus | undefined; } | undefined; readonly pagination: Pagination; };
  /** Latest first. Deleted comments are omitted. */
  readonly 'GET /comments': { readonly answer: readonly Comment[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly record_type?: CommentRecordType | undefined; readonly record_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Notifies the users in mentions and those in charge of the record: assignees and reporter of a task, or the responsible user. */
  readonly 'POST /comments': { readonly answer: Comment; readonly body: CreateCommentInput; };
  /** The project gets the board and the tasks of the template. The start and due dates of the tasks are counted from `start_date`, and their assignees are all users who have their role in the squad of the project. Fields that are not given have the values of the template. */
  readonly 'POST /project-templates/{id}/projects': { readonly answer: Project; readonly body: CreateProjectFromTemplateInput; };
  /** Sets minutes to the time since started_at, in whole minutes and at least 1. A stopped entry stays as it is. */
  readonly 'POST /time-entries/{id}/stop': { readonly answer: TimeEntry; };
  /** A page of the team’s approval requests. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /approvals': { readonly answer: readonly Approval[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ApprovalSort | undefined; readonly after?: string | undefined; readonly status?: ApprovalStatus | undefined; readonly campaign_id?: string | undefined; readonly project_id?: string | undefined; readonly client_id?: string | undefined; readonly stage?: ApprovalStage | undefined; } | undefined; readonly pagination: Pagination; };
  /** For campaigns of one client, which become pending. Approval is given by the team (`internal`: members decide) or by the client with a link (`client`), which is returned once: it is valid for `expires_in_days` days (default 30) and protected by `pin`, if given. `needed` people must approve each campaign, each under their own name. Replaces previous requests for the same campaign; returns 409 while one of those is still undecided. */
  readonly 'POST /approvals': { readonly answer: ApprovalCreated; readonly body: CreateApprovalInput; };
  /** Returns the whole record; 404 if the team has no approval with this ID. */
  readonly 'GET /approvals/{id}': { readonly answer: Approval; };
  /** A page of the team’s inboxes. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /inboxes': { readonly answer: readonly Inbox[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; readonly type?: InboxType | undefined; readonly active?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no inbox with this ID. */
  readonly 'GET /inboxes/{id}': { readonly answer: Inbox; };
  /** A page of the team’s squads. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /squads': { readonly answer: readonly Squad[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no squad with this ID. */
  readonly 'GET /squads/{id}': { readonly answer: Squad; };
  /** A page of the team’s pipelines. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /pipelines': { readonly answer: readonly Pipeline[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no pipeline with this ID. */
  readonly 'GET /pipelines/{id}': { readonly answer: Pipeline; };
  /** A page of the team’s project templates. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /project-templates': { readonly answer: readonly ProjectTemplate[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: WebhookEndpointSort | undefined; readonly after?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no project template with this ID. */
  readonly 'GET /project-templates/{id}': { readonly answer: ProjectTemplate; };
  /** A page of the team’s billing lines. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /billing-lines': { readonly answer: readonly BillingLine[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: BillingLineSort | undefined; readonly after?: string | undefined; readonly contract_id?: string | undefined; readonly client_id?: string | undefined; readonly status?: BillingLineStatus | undefined; readonly from?: string | undefined; readonly until?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** A page of the team’s users. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /users': { readonly answer: readonly User[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: UserSort | undefined; readonly after?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no user with this ID. */
  readonly 'GET /users/{id}': { readonly answer: User; };
  /** A page of the team’s conversations. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /msgapp/conversations': { readonly answer: readonly Conversation[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ConversationSort | undefined; readonly after?: string | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly status?: ConversationStatus | undefined; readonly assignee_id?: string | undefined; readonly squad_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no conversation with this ID. */
  readonly 'GET /msgapp/conversations/{id}': { readonly answer: Conversation; };
  /** A page of the team’s events. Filters are combined with AND; an empty filter is ignored. */
  readonly 'GET /events': { readonly answer: readonly Event[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly type?: EventKind | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no event with this ID. */
  readonly 'GET /events/{id}': { readonly answer: Event; };
}
