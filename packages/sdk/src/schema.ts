/* Written by `npm run sdk:types` from the API’s document; not by hand. */

export type ErrorDetail = {
  /** What to build on. */
  readonly code: ErrorCode;
  /** For people; its wording may change. */
  readonly message: string;
};
/** Where a page stands among all that match. Later versions may add fields. */
export type Pagination = {
  /** The requested page. */
  readonly page: number;
  /** The most records on a page. */
  readonly limit: number;
  /** How many records match, across all pages. */
  readonly total: number;
  /** How many pages there are; 0 if nothing matches. */
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
  /** The name the contact chose. */
  readonly push_name: string | null;
  /** The name the team uses. */
  readonly custom_name: string | null;
  /** Where the contact’s picture is, where the network tells. */
  readonly profile_picture_url: string | null;
  /** Private notes of the team. */
  readonly notes: string | null;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags: readonly string[];
  /** The client it belongs to. */
  readonly client_id: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type Deleted = {
  /** The record. */
  readonly id: string;
  /** It is gone for good. */
  readonly deleted: true;
};
/** Jobs the agency works on. A new project gets its own board, copied from the team’s template. Later versions may add fields. */
export type Project = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** What the project is called. */
  readonly name: string;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** What there is to say about it (free text). */
  readonly description: string | null;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status: ProjectStatus;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority: ProjectPriority;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color: string | null;
  /** The day on which it begins. */
  readonly start_date: string | null;
  /** The day on which it is due. */
  readonly due_date: string | null;
  /** Set when the status becomes completed; an update may set it too. */
  readonly completed_at: string | null;
  /** What the client asked for. */
  readonly briefing: string | null;
  /** The squad doing the work. */
  readonly squad_id: string | null;
  /** The squad’s id and name. */
  readonly squad: Ref | null;
  /** The client it belongs to. */
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
  /** What its status is now. */
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
  /** The name the team uses. */
  readonly display_name: string | null;
  /** An e-mail address. */
  readonly email: string | null;
  /** A telephone number, as people write it. */
  readonly phone: string | null;
  /** A mobile number, as people write it. */
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
  /** Where it came from (free text). */
  readonly source: string | null;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status: ClientStatus;
  /** What the team notes about the client. */
  readonly notes: string | null;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags: readonly string[];
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type ClientDeleted = {
  /** The record. */
  readonly id: string;
  /** What its status is now. */
  readonly status: 'inactive';
  /** When it was deactivated. */
  readonly deactivated_at: string;
};
/** Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore them. Later versions may add fields. */
export type Task = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as lists show it. */
  readonly title: string;
  /** What there is to say about it (free text). */
  readonly description: string | null;
  /** The project it belongs to. Cannot be changed after creation. */
  readonly project_id: string;
  /** The board; the project’s default one if not given. */
  readonly pipeline_id: string;
  /** The slug of a column of that board; its first column if not given. */
  readonly column: string;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority: TaskPriority;
  /** The first of assignee_ids; giving only one of the two fields sets the other. */
  readonly assignee_id: string | null;
  /** The users assigned to it, the main one first. */
  readonly assignee_ids: readonly string[];
  /** The user who asked for it. */
  readonly reporter_id: string | null;
  /** The day on which it is due. */
  readonly due_date: string | null;
  /** How many hours it is expected to take. */
  readonly estimated_hours: number | null;
  /** How many hours it took. */
  readonly actual_hours: number | null;
  /** Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind. */
  readonly position: number;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags: readonly string[];
  /** A checklist in Markdown. */
  readonly checklist_markdown: string | null;
  /** Set in a finishing column and cleared outside; an update may set it too. */
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
  /** The title, as lists show it. */
  readonly title: string;
  /** What there is to say about it (free text). */
  readonly description: string | null;
  /** In BRL. With at most two decimals. */
  readonly value: number | null;
  /** Always BRL. */
  readonly currency: string;
  /** The phase of the sale; teams choose their own phases. */
  readonly phase: DealPhase;
  /** alta: high. media: medium. baixa: low. */
  readonly priority: DealPriority;
  /** ativo: open. arquivado: archived. */
  readonly status: DealStatus;
  /** The chance of winning, in per cent. */
  readonly probability: number | null;
  /** The day on which the sale is expected to be decided. */
  readonly expected_close_date: string | null;
  /** Where it came from (free text). */
  readonly source: string | null;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags: readonly string[];
  /** Whether the team marked it. */
  readonly is_starred: boolean;
  /** The client it belongs to. */
  readonly client_id: string | null;
  /** The client’s id and name. */
  readonly client: Ref | null;
  /** The user responsible for the sale. */
  readonly responsible_id: string | null;
  /** Why it was lost. */
  readonly loss_reason: string | null;
  /** A summary of the deal; read only. */
  readonly ai_summary: string | null;
  /** The estimated chance of winning, in per cent; read only. */
  readonly ai_win_probability: number | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
export type DealDeleted = {
  /** The record. */
  readonly id: string;
  /** What its status is now. */
  readonly status: 'arquivado';
  /** When it was archived. */
  readonly archived_at: string;
};
/** Marketing campaigns within a project. Later versions may add fields. */
export type Campaign = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** What the campaign is called. */
  readonly name: string;
  /** The project it belongs to. Cannot be changed after creation. */
  readonly project_id: string;
  /** The project’s id and name. */
  readonly project: Ref | null;
  /** What there is to say about it (free text). */
  readonly description: string | null;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status: CampaignStatus;
  /** The client’s approval; cannot be set here. */
  readonly approval_status: CampaignApprovalStatus;
  /** The day on which it begins. */
  readonly start_date: string | null;
  /** The day on which it ends. */
  readonly end_date: string | null;
  /** The themes, in order. */
  readonly content_pillars: readonly string[];
  /** Where it runs, in order. */
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
  /** What its status is now. */
  readonly status: 'cancelled';
  /** When it was cancelled. */
  readonly cancelled_at: string;
};
/** Calls, meetings, notes and deadlines, linked to clients, deals or contracts. Later versions may add fields. */
export type Activity = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The title, as lists show it. */
  readonly title: string;
  /** What kind of activity it is. */
  readonly type: ActivityType;
  /** What there is to say about it (free text). */
  readonly description: string | null;
  /** When it happens or happened; now if not given. */
  readonly occurred_at: string;
  /** How long it takes or took, in minutes. */
  readonly duration_minutes: number | null;
  /** Whether it is done. */
  readonly is_completed: boolean;
  /** The day on which it is due. */
  readonly due_date: string | null;
  /** How much it matters. */
  readonly priority: ActivityPriority | null;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags: readonly string[];
  /** The client it belongs to. */
  readonly client_id: string | null;
  /** The deal it belongs to. */
  readonly deal_id: string | null;
  /** The contract it belongs to. */
  readonly contract_id: string | null;
  /** The user it is assigned to. */
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
  /** It is done now. */
  readonly is_completed: true;
  /** When it was completed. */
  readonly completed_at: string;
};
/** Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both. Later versions may add fields. */
export type WebhookEndpoint = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** What the endpoint is called; tasks that it creates without a title are called so, too. */
  readonly name: string;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active: boolean;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id: string | null;
  /** The column of that board. */
  readonly target_column_id: string | null;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping: Readonly<Record<string, unknown>>;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url: string | null;
  /** The events to deliver; * (all) if a url is given without a list. */
  readonly events: readonly SubscribedEvent[];
  /** Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it. */
  readonly disabled_reason: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
};
/** Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both. Later versions may add fields. */
export type WebhookEndpointCreated = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** What the endpoint is called; tasks that it creates without a title are called so, too. */
  readonly name: string;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active: boolean;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id: string | null;
  /** The column of that board. */
  readonly target_column_id: string | null;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping: Readonly<Record<string, unknown>>;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url: string | null;
  /** The events to deliver; * (all) if a url is given without a list. */
  readonly events: readonly SubscribedEvent[];
  /** Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it. */
  readonly disabled_reason: string | null;
  /** When the record was created. */
  readonly created_at: string;
  /** When the record last changed. */
  readonly updated_at: string;
  /** Signs deliveries and receptions. Shown only in this response. */
  readonly secret_token: string;
};
/** Later versions may add fields. */
export type Me = {
  /** The team. The team that the key stands for. */
  readonly team: MeTeam;
  /** The key itself. */
  readonly key: MeKey;
  /** How many requests there may be in how many seconds, or null where there is no limit. */
  readonly rate_limit: MeRateLimit | null;
};
/** Later versions may add fields. */
export type DealPhases = {
  /** The phases, those that the team lists first. */
  readonly phases: readonly TeamPhase[];
};
/** Later versions may add fields. */
export type TagsInUse = {
  /** Tags of clients, the most used first. A list of tags, the most used first. */
  readonly clients: readonly string[];
  /** Tags of contacts, the most used first. A list of tags, the most used first. */
  readonly contacts: readonly string[];
  /** Tags of deals, the most used first. A list of tags, the most used first. */
  readonly deals: readonly string[];
  /** Tags of tasks, the most used first. A list of tags, the most used first. */
  readonly tasks: readonly string[];
  /** Tags of activities, the most used first. A list of tags, the most used first. */
  readonly activities: readonly string[];
};
/** Messages to and from contacts, by the network’s time. The status only moves forward: pending, sent, delivered, read; or failed, from pending or sent. Later versions may add fields. */
export type Message = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The conversation it belongs to. */
  readonly conversation_id: string;
  /** The inbox it was sent or received through. */
  readonly inbox_id: string;
  /** The contact’s address on the messaging network. */
  readonly remote_jid: string;
  /** The ID assigned by the network. */
  readonly msgapp_message_id: string | null;
  /** outgoing: sent by the team. incoming: sent by the contact. */
  readonly direction: MessageDirection;
  /** The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported. */
  readonly message_type: string;
  /** The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once the message was taken back. */
  readonly content: string;
  /** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. */
  readonly status: MessageStatus;
  /** Why it failed, or why its outcome is unknown; the cause comes first. */
  readonly status_reason: string | null;
  /** Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or another program on the same session. */
  readonly origin: MessageOrigin;
  /** Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for an incoming message, and for one stored before authors were. An author. */
  readonly author: MessageAuthor | null;
  /** When the workflow step that sends the message is due next, as of reading: a message that failed is sent again then. null once the step is over. */
  readonly step_due_at: string | null;
  /** The message that a later try of the same workflow step sent in place of this one, which had failed. */
  readonly superseded_by: string | null;
  /** What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s name of an unsupported one. An object, at most 32 levels deep. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The advertisement or post through which the contact began to write, as the network reports it; null for other messages. */
  readonly referral: Referral | null;
  /** The message of the conversation that it answers or reacts to, if it is known. */
  readonly reply_to: string | null;
  /** The latest reaction of each side: incoming is the contact’s. */
  readonly reactions: readonly Reaction[];
  /** When its text was last changed. */
  readonly edited_at: string | null;
  /** When its writer took it back. */
  readonly revoked_at: string | null;
  /** Its earlier texts, oldest first. */
  readonly versions: readonly MessageVersion[];
  /** When it was written, in whole seconds: the network’s time, or when Pauta stored what it sends. Conversations are ordered by it, then by created_at. */
  readonly sent_at: string;
  /** The file that it holds, and whether it is here: pending, with the reason once fetching has failed; stored, with its file; or failed. */
  readonly media: Media | null;
  /** When the record was created. */
  readonly created_at: string;
};
/** Later versions may add fields. */
export type Templates = {
  /** The templates of the number’s account, as the network lists them. */
  readonly templates: readonly Template[];
};
/** Events on their way to webhook endpoints: one delivery per endpoint and event. Later versions may add fields. */
export type Delivery = {
  /** The event’s id, which receivers see as webhook-id. */
  readonly id: string;
  /** The endpoint. */
  readonly webhook_id: string;
  /** The type of the event. */
  readonly event: EventKind;
  /** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. */
  readonly status: DeliveryStatus;
  /** How many attempts were made, including those before a replay. */
  readonly attempt_count: number;
  /** When the next attempt is due; null once it is delivered or failed. */
  readonly next_attempt_at: string | null;
  /** Why the last attempt failed, or why there was none; null if nothing failed. */
  readonly reason: string | null;
  /** When the event happened. */
  readonly created_at: string;
  /** When it was delivered or given up. */
  readonly completed_at: string | null;
};
/** Later versions may add fields. */
export type ReplayResult = {
  /** How many deliveries are attempted again. */
  readonly replayed: number;
  /** How many more there are: call again from next_from on. */
  readonly remaining: number;
  /** Where to continue; null if nothing is left. */
  readonly next_from: string | null;
};
/** Requests from other systems to webhook endpoints, and their outcome. Later versions may add fields. */
export type Reception = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** accepted: it created a task. rejected: no task could be created from it. */
  readonly status: ReceptionStatus;
  /** The sender’s ID for the request: its webhook-id, or else its Idempotency-Key. */
  readonly key: string | null;
  /** The task it created. */
  readonly task_id: string | null;
  /** Why it was rejected, or the fields for which the payload had no value. */
  readonly reason: string | null;
  /** The first 65,536 characters of the payload, if it was rejected or had no title. */
  readonly payload: string | null;
  /** When it was received. */
  readonly created_at: string;
};
/** The numbers through which the team sends and receives messages. Created by the operator. Later versions may add fields. */
export type Inbox = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name the team uses. */
  readonly name: string;
  /** session: a session on the network. cloud: the network’s official API. */
  readonly type: InboxType;
  /** An inactive inbox sends nothing. */
  readonly active: boolean;
  /** Whether it can send; sending through an inbox that is not connected returns 502. Follows `state`, where that is known; the operator can set it too. */
  readonly connected: boolean;
  /** How it stands with the network. disconnected: nobody is logged in. connecting: on its way by itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not known. */
  readonly state: ConnectionState | null;
  /** Why, in words. */
  readonly state_reason: string | null;
  /** When the state changed last. */
  readonly state_changed_at: string | null;
  /** The number that is logged in, where it is known. */
  readonly phone: string | null;
  /** When the record was created. */
  readonly created_at: string;
};
/** Groups of people who work on projects. Created by the operator. Later versions may add fields. */
export type Squad = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name the team uses. */
  readonly name: string;
  /** When the record was created. */
  readonly created_at: string;
};
/** Boards and their columns, of one project or of the whole team. Later versions may add fields. */
export type Pipeline = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The name the team uses. */
  readonly name: string;
  /** The project whose board it is; null for a board of the team. */
  readonly project_id: string | null;
  /** The project’s id and name. */
  readonly project: Ref | null;
  /** Whether new tasks of the project go to this board. */
  readonly is_default: boolean;
  /** Its columns, in order: id, slug, name, and whether entering it finishes a task. */
  readonly columns: readonly PipelineColumn[];
  /** When the record was created. */
  readonly created_at: string;
};
/** The people of the team. Created by the operator. Later versions may add fields. */
export type User = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** Their name. */
  readonly name: string;
  /** Their address; unique in the team. */
  readonly email: string;
  /** Their role in the team. */
  readonly role: Role;
  /** When the record was created. */
  readonly created_at: string;
};
/** The messages between an inbox and a contact; created by the first message. Later versions may add fields. */
export type Conversation = {
  /** Assigned by the service (UUID version 7). */
  readonly id: string;
  /** The inbox. */
  readonly inbox_id: string;
  /** The inbox’s id and name. */
  readonly inbox: Ref | null;
  /** The contact. */
  readonly contact_id: string | null;
  /** The contact; its name is the team’s, else the contact’s own, else the number. */
  readonly contact: Ref | null;
  /** The contact’s address on the messaging network. */
  readonly remote_jid: string;
  /** open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the contact opens it again. */
  readonly status: ConversationStatus;
  /** When a snoozed conversation opens again by itself; null for any other. */
  readonly snoozed_until: string | null;
  /** The user who has it. */
  readonly assignee_id: string | null;
  /** The assignee’s id and name. */
  readonly assignee: Ref | null;
  /** When the oldest message was written that the contact has no answer to; null once it is answered, or the conversation resolved. */
  readonly waiting_since: string | null;
  /** When the contact’s first message was answered for the first time. */
  readonly first_answered_at: string | null;
  /** When the contact’s last message was written. */
  readonly last_incoming_at: string | null;
  /** Until when anything can be sent through an official number: 24 hours after the contact’s last message; later only templates. null for other inboxes, and before the first message. */
  readonly window_closes_at: string | null;
  /** When the last message was sent or received. */
  readonly last_message_at: string;
  /** When the record was created. */
  readonly created_at: string;
};
/** What happened, as endpoints are told and GET /v1/events lists: its type says what its data is. Later versions add types: leave out those that you do not know. */
export type Event = MsgappMessageStatusEvent | MsgappMessageReceivedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ProjectCreatedEvent | ProjectUpdatedEvent | ProjectDeletedEvent | ClientCreatedEvent | ClientUpdatedEvent | ClientDeletedEvent | TaskCreatedEvent | TaskUpdatedEvent | TaskDeletedEvent | DealCreatedEvent | DealUpdatedEvent | DealDeletedEvent | CampaignCreatedEvent | CampaignUpdatedEvent | CampaignDeletedEvent | ActivityCreatedEvent | ActivityUpdatedEvent | ActivityDeletedEvent | DealStageChangedEvent | TaskMovedEvent | WebhookDisabledEvent | WebhookTestEvent | MessageCreatedEvent | MessageUpdatedEvent | ConversationUpdatedEvent | InboxConnectionEvent | WorkflowCallEvent;
/** Later versions may add fields. */
export type ReceivedTask = {
  /** The task. */
  readonly task_id: string;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ContactCreate = {
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone: string;
  /** The name the team uses. */
  readonly custom_name?: string | null | undefined;
  /** Private notes of the team. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. If not given: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ContactUpdate = {
  /** The name the team uses. */
  readonly custom_name?: string | null | undefined;
  /** Private notes of the team. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly phone?: string | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ProjectCreate = {
  /** What the project is called. */
  readonly name: string;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. If not given: `backlog`. */
  readonly status?: ProjectStatus | null | undefined;
  /** Sorted by weight: low < medium < high < urgent. If not given: `medium`. */
  readonly priority?: ProjectPriority | null | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** The day on which it begins. */
  readonly start_date?: string | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** What the client asked for. */
  readonly briefing?: string | null | undefined;
  /** The squad doing the work. */
  readonly squad_id?: string | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ProjectUpdate = {
  /** What the project is called. */
  readonly name?: string | undefined;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status?: ProjectStatus | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: ProjectPriority | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** The day on which it begins. */
  readonly start_date?: string | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** What the client asked for. */
  readonly briefing?: string | null | undefined;
  /** The squad doing the work. */
  readonly squad_id?: string | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** Set when the status becomes completed; an update may set it too. */
  readonly completed_at?: string | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ClientCreate = {
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type: ClientType;
  /** Full name, or the company’s legal name. */
  readonly name: string;
  /** The name the team uses. */
  readonly display_name?: string | null | undefined;
  /** An e-mail address. */
  readonly email?: string | null | undefined;
  /** A telephone number, as people write it. */
  readonly phone?: string | null | undefined;
  /** A mobile number, as people write it. */
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
  /** Where it came from (free text). */
  readonly source?: string | null | undefined;
  /** What the team notes about the client. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. If not given: empty. */
  readonly tags?: readonly string[] | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ClientUpdate = {
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type?: ClientType | undefined;
  /** Full name, or the company’s legal name. */
  readonly name?: string | undefined;
  /** The name the team uses. */
  readonly display_name?: string | null | undefined;
  /** An e-mail address. */
  readonly email?: string | null | undefined;
  /** A telephone number, as people write it. */
  readonly phone?: string | null | undefined;
  /** A mobile number, as people write it. */
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
  /** Where it came from (free text). */
  readonly source?: string | null | undefined;
  /** What the team notes about the client. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | null | undefined;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status?: ClientStatus | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type TaskCreate = {
  /** The title, as lists show it. */
  readonly title: string;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** The board; the project’s default one if not given. */
  readonly pipeline_id?: string | null | undefined;
  /** The slug of a column of that board; its first column if not given. */
  readonly column?: string | null | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. If not given: `none`. */
  readonly priority?: TaskPriority | null | undefined;
  /** The first of assignee_ids; giving only one of the two fields sets the other. */
  readonly assignee_id?: string | null | undefined;
  /** The users assigned to it, the main one first. If not given: empty. */
  readonly assignee_ids?: readonly string[] | null | undefined;
  /** The user who asked for it. */
  readonly reporter_id?: string | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** How many hours it is expected to take. */
  readonly estimated_hours?: number | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. If not given: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** A checklist in Markdown. */
  readonly checklist_markdown?: string | null | undefined;
  /** The project it belongs to. Cannot be changed after creation. */
  readonly project_id: string;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type TaskUpdate = {
  /** The title, as lists show it. */
  readonly title?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** The board; the project’s default one if not given. */
  readonly pipeline_id?: string | undefined;
  /** The slug of a column of that board; its first column if not given. */
  readonly column?: string | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: TaskPriority | undefined;
  /** The first of assignee_ids; giving only one of the two fields sets the other. */
  readonly assignee_id?: string | null | undefined;
  /** The users assigned to it, the main one first. */
  readonly assignee_ids?: readonly string[] | null | undefined;
  /** The user who asked for it. */
  readonly reporter_id?: string | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** How many hours it is expected to take. */
  readonly estimated_hours?: number | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | null | undefined;
  /** A checklist in Markdown. */
  readonly checklist_markdown?: string | null | undefined;
  /** Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind. */
  readonly position?: number | undefined;
  /** Set in a finishing column and cleared outside; an update may set it too. */
  readonly completed_at?: string | null | undefined;
  /** How many hours it took. */
  readonly actual_hours?: number | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly project_id?: string | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type DealCreate = {
  /** The title, as lists show it. */
  readonly title: string;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** In BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The phase of the sale; teams choose their own phases. If not given: `lead`. */
  readonly phase?: DealPhase | null | undefined;
  /** alta: high. media: medium. baixa: low. If not given: `media`. */
  readonly priority?: DealPriority | null | undefined;
  /** ativo: open. arquivado: archived. If not given: `ativo`. */
  readonly status?: DealStatus | null | undefined;
  /** The chance of winning, in per cent. */
  readonly probability?: number | null | undefined;
  /** The day on which the sale is expected to be decided. */
  readonly expected_close_date?: string | null | undefined;
  /** The user responsible for the sale. */
  readonly responsible_id?: string | null | undefined;
  /** Where it came from (free text). */
  readonly source?: string | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. If not given: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** Whether the team marked it. If not given: `false`. */
  readonly is_starred?: boolean | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type DealUpdate = {
  /** The title, as lists show it. */
  readonly title?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** In BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** The phase of the sale; teams choose their own phases. */
  readonly phase?: DealPhase | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: DealPriority | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: DealStatus | undefined;
  /** The chance of winning, in per cent. */
  readonly probability?: number | null | undefined;
  /** The day on which the sale is expected to be decided. */
  readonly expected_close_date?: string | null | undefined;
  /** The user responsible for the sale. */
  readonly responsible_id?: string | null | undefined;
  /** Where it came from (free text). */
  readonly source?: string | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | null | undefined;
  /** Whether the team marked it. */
  readonly is_starred?: boolean | undefined;
  /** Why it was lost. */
  readonly loss_reason?: string | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type CampaignCreate = {
  /** What the campaign is called. */
  readonly name: string;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. If not given: `draft`. */
  readonly status?: CampaignStatus | null | undefined;
  /** The day on which it begins. */
  readonly start_date?: string | null | undefined;
  /** The day on which it ends. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. If not given: empty. */
  readonly content_pillars?: readonly string[] | null | undefined;
  /** Where it runs, in order. If not given: empty. */
  readonly target_platforms?: readonly string[] | null | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. If not given: empty. */
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  /** The project it belongs to. Cannot be changed after creation. */
  readonly project_id: string;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type CampaignUpdate = {
  /** What the campaign is called. */
  readonly name?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: CampaignStatus | undefined;
  /** The day on which it begins. */
  readonly start_date?: string | null | undefined;
  /** The day on which it ends. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. */
  readonly content_pillars?: readonly string[] | null | undefined;
  /** Where it runs, in order. */
  readonly target_platforms?: readonly string[] | null | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly project_id?: string | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ActivityCreate = {
  /** The title, as lists show it. */
  readonly title: string;
  /** What kind of activity it is. If not given: `task`. */
  readonly type?: ActivityType | null | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** When it happens or happened; now if not given. */
  readonly occurred_at?: string | null | undefined;
  /** How long it takes or took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** Whether it is done. If not given: `false`. */
  readonly is_completed?: boolean | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** How much it matters. */
  readonly priority?: ActivityPriority | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. If not given: empty. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** The deal it belongs to. */
  readonly deal_id?: string | null | undefined;
  /** The contract it belongs to. */
  readonly contract_id?: string | null | undefined;
  /** The user it is assigned to. */
  readonly assigned_to?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ActivityUpdate = {
  /** The title, as lists show it. */
  readonly title?: string | undefined;
  /** What kind of activity it is. */
  readonly type?: ActivityType | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** When it happens or happened; now if not given. */
  readonly occurred_at?: string | undefined;
  /** How long it takes or took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** Whether it is done. */
  readonly is_completed?: boolean | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** How much it matters. */
  readonly priority?: ActivityPriority | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** The deal it belongs to. */
  readonly deal_id?: string | null | undefined;
  /** The contract it belongs to. */
  readonly contract_id?: string | null | undefined;
  /** The user it is assigned to. */
  readonly assigned_to?: string | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type WebhookEndpointCreate = {
  /** What the endpoint is called; tasks that it creates without a title are called so, too. */
  readonly name: string;
  /** An inactive endpoint neither delivers nor receives. If not given: `true`. */
  readonly is_active?: boolean | null | undefined;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. If not given: empty. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The events to deliver; * (all) if a url is given without a list. */
  readonly events?: readonly SubscribedEvent[] | null | undefined;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type WebhookEndpointUpdate = {
  /** What the endpoint is called; tasks that it creates without a title are called so, too. */
  readonly name?: string | undefined;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active?: boolean | undefined;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The events to deliver; * (all) if a url is given without a list. */
  readonly events?: readonly SubscribedEvent[] | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type MessageCreate = {
  /** The text of the message. A string of 1 to 4096 characters, not all of them blank. */
  readonly content: string;
  /** The inbox to send it through; requires phone. */
  readonly inbox_id?: string | null | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | null | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. */
  readonly conversation_id?: string | null | undefined;
  /** Only text can be sent. */
  readonly message_type?: SentMessageType | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type TemplateSend = {
  /** The inbox to send it through; requires phone. */
  readonly inbox_id?: string | null | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | null | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. */
  readonly conversation_id?: string | null | undefined;
  /** The name of an approved template of the inbox. */
  readonly template: string;
  /** The language of the template: the same name may exist in several. A language such as pt_BR or en. */
  readonly language: string;
  /** The values of the variables in the template’s text: {{1}}, {{2}}… in the order of their numbers, named ones in that of the text. A list of at most 100 strings of at most 1024 characters. */
  readonly variables?: readonly string[] | null | undefined;
  /** Instead of variables, everything to be filled in, as the network takes it: for headers with media or variables, and for buttons. A list of 1 to 20 objects, of at most 12288 bytes of JSON. */
  readonly components?: readonly (Readonly<Record<string, unknown>>)[] | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type Replay = {
  /** Only deliveries of events at or after this time, or from this UTC day on. A date in the form YYYY-MM-DD, or an ISO 8601 timestamp with an offset. */
  readonly from?: string | null | undefined;
  /** Only deliveries of events up to this time, or the end of this UTC day. A date in the form YYYY-MM-DD, or an ISO 8601 timestamp with an offset. */
  readonly to?: string | null | undefined;
  /** failed: deliveries that were given up. delivered: deliveries already accepted. If not given: `failed`. */
  readonly status?: ReplayStatus | null | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ContactPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone?: string | undefined;
  /** The address on the messaging network, derived from the phone number. */
  readonly jid?: string | undefined;
  /** The name the contact chose. */
  readonly push_name?: string | null | undefined;
  /** The name the team uses. */
  readonly custom_name?: string | null | undefined;
  /** Where the contact’s picture is, where the network tells. */
  readonly profile_picture_url?: string | null | undefined;
  /** Private notes of the team. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | undefined;
  /** The client it belongs to. */
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
  /** What the project is called. */
  readonly name?: string | undefined;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status?: ProjectStatus | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: ProjectPriority | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** The day on which it begins. */
  readonly start_date?: string | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** Set when the status becomes completed; an update may set it too. */
  readonly completed_at?: string | null | undefined;
  /** What the client asked for. */
  readonly briefing?: string | null | undefined;
  /** The squad doing the work. */
  readonly squad_id?: string | null | undefined;
  /** The squad’s id and name. */
  readonly squad?: Ref | null | undefined;
  /** The client it belongs to. */
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
  /** The name the team uses. */
  readonly display_name?: string | null | undefined;
  /** An e-mail address. */
  readonly email?: string | null | undefined;
  /** A telephone number, as people write it. */
  readonly phone?: string | null | undefined;
  /** A mobile number, as people write it. */
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
  /** Where it came from (free text). */
  readonly source?: string | null | undefined;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status?: ClientStatus | undefined;
  /** What the team notes about the client. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
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
  /** The title, as lists show it. */
  readonly title?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** The project it belongs to. Cannot be changed after creation. */
  readonly project_id?: string | undefined;
  /** The board; the project’s default one if not given. */
  readonly pipeline_id?: string | undefined;
  /** The slug of a column of that board; its first column if not given. */
  readonly column?: string | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: TaskPriority | undefined;
  /** The first of assignee_ids; giving only one of the two fields sets the other. */
  readonly assignee_id?: string | null | undefined;
  /** The users assigned to it, the main one first. */
  readonly assignee_ids?: readonly string[] | undefined;
  /** The user who asked for it. */
  readonly reporter_id?: string | null | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** How many hours it is expected to take. */
  readonly estimated_hours?: number | null | undefined;
  /** How many hours it took. */
  readonly actual_hours?: number | null | undefined;
  /** Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind. */
  readonly position?: number | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | undefined;
  /** A checklist in Markdown. */
  readonly checklist_markdown?: string | null | undefined;
  /** Set in a finishing column and cleared outside; an update may set it too. */
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
  /** The title, as lists show it. */
  readonly title?: string | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** In BRL. With at most two decimals. */
  readonly value?: number | null | undefined;
  /** Always BRL. */
  readonly currency?: string | undefined;
  /** The phase of the sale; teams choose their own phases. */
  readonly phase?: DealPhase | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: DealPriority | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: DealStatus | undefined;
  /** The chance of winning, in per cent. */
  readonly probability?: number | null | undefined;
  /** The day on which the sale is expected to be decided. */
  readonly expected_close_date?: string | null | undefined;
  /** Where it came from (free text). */
  readonly source?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | undefined;
  /** Whether the team marked it. */
  readonly is_starred?: boolean | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. */
  readonly client?: Ref | null | undefined;
  /** The user responsible for the sale. */
  readonly responsible_id?: string | null | undefined;
  /** Why it was lost. */
  readonly loss_reason?: string | null | undefined;
  /** A summary of the deal; read only. */
  readonly ai_summary?: string | null | undefined;
  /** The estimated chance of winning, in per cent; read only. */
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
  /** What the campaign is called. */
  readonly name?: string | undefined;
  /** The project it belongs to. Cannot be changed after creation. */
  readonly project_id?: string | undefined;
  /** The project’s id and name. */
  readonly project?: Ref | null | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: CampaignStatus | undefined;
  /** The client’s approval; cannot be set here. */
  readonly approval_status?: CampaignApprovalStatus | undefined;
  /** The day on which it begins. */
  readonly start_date?: string | null | undefined;
  /** The day on which it ends. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. */
  readonly content_pillars?: readonly string[] | undefined;
  /** Where it runs, in order. */
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
  /** The title, as lists show it. */
  readonly title?: string | undefined;
  /** What kind of activity it is. */
  readonly type?: ActivityType | undefined;
  /** What there is to say about it (free text). */
  readonly description?: string | null | undefined;
  /** When it happens or happened; now if not given. */
  readonly occurred_at?: string | undefined;
  /** How long it takes or took, in minutes. */
  readonly duration_minutes?: number | null | undefined;
  /** Whether it is done. */
  readonly is_completed?: boolean | undefined;
  /** The day on which it is due. */
  readonly due_date?: string | null | undefined;
  /** How much it matters. */
  readonly priority?: ActivityPriority | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. */
  readonly tags?: readonly string[] | undefined;
  /** The client it belongs to. */
  readonly client_id?: string | null | undefined;
  /** The deal it belongs to. */
  readonly deal_id?: string | null | undefined;
  /** The contract it belongs to. */
  readonly contract_id?: string | null | undefined;
  /** The user it is assigned to. */
  readonly assigned_to?: string | null | undefined;
  /** The user of the API key that created the record. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type WebhookEndpointPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** What the endpoint is called; tasks that it creates without a title are called so, too. */
  readonly name?: string | undefined;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active?: boolean | undefined;
  /** The board on which received requests create tasks. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | undefined;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The events to deliver; * (all) if a url is given without a list. */
  readonly events?: readonly SubscribedEvent[] | undefined;
  /** Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it. */
  readonly disabled_reason?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
  /** When the record last changed. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type MessagePrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The conversation it belongs to. */
  readonly conversation_id?: string | undefined;
  /** The inbox it was sent or received through. */
  readonly inbox_id?: string | undefined;
  /** The contact’s address on the messaging network. */
  readonly remote_jid?: string | undefined;
  /** The ID assigned by the network. */
  readonly msgapp_message_id?: string | null | undefined;
  /** outgoing: sent by the team. incoming: sent by the contact. */
  readonly direction?: MessageDirection | undefined;
  /** The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported. */
  readonly message_type?: string | undefined;
  /** The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once the message was taken back. */
  readonly content?: string | undefined;
  /** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. */
  readonly status?: MessageStatus | undefined;
  /** Why it failed, or why its outcome is unknown; the cause comes first. */
  readonly status_reason?: string | null | undefined;
  /** Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or another program on the same session. */
  readonly origin?: MessageOrigin | undefined;
  /** Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for an incoming message, and for one stored before authors were. An author. */
  readonly author?: MessageAuthor | null | undefined;
  /** When the workflow step that sends the message is due next, as of reading: a message that failed is sent again then. null once the step is over. */
  readonly step_due_at?: string | null | undefined;
  /** The message that a later try of the same workflow step sent in place of this one, which had failed. */
  readonly superseded_by?: string | null | undefined;
  /** What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s name of an unsupported one. An object, at most 32 levels deep. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The advertisement or post through which the contact began to write, as the network reports it; null for other messages. */
  readonly referral?: Referral | null | undefined;
  /** The message of the conversation that it answers or reacts to, if it is known. */
  readonly reply_to?: string | null | undefined;
  /** The latest reaction of each side: incoming is the contact’s. */
  readonly reactions?: readonly Reaction[] | undefined;
  /** When its text was last changed. */
  readonly edited_at?: string | null | undefined;
  /** When its writer took it back. */
  readonly revoked_at?: string | null | undefined;
  /** Its earlier texts, oldest first. */
  readonly versions?: readonly MessageVersion[] | undefined;
  /** When it was written, in whole seconds: the network’s time, or when Pauta stored what it sends. Conversations are ordered by it, then by created_at. */
  readonly sent_at?: string | undefined;
  /** The file that it holds, and whether it is here: pending, with the reason once fetching has failed; stored, with its file; or failed. */
  readonly media?: Media | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type InboxPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The name the team uses. */
  readonly name?: string | undefined;
  /** session: a session on the network. cloud: the network’s official API. */
  readonly type?: InboxType | undefined;
  /** An inactive inbox sends nothing. */
  readonly active?: boolean | undefined;
  /** Whether it can send; sending through an inbox that is not connected returns 502. Follows `state`, where that is known; the operator can set it too. */
  readonly connected?: boolean | undefined;
  /** How it stands with the network. disconnected: nobody is logged in. connecting: on its way by itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not known. */
  readonly state?: ConnectionState | null | undefined;
  /** Why, in words. */
  readonly state_reason?: string | null | undefined;
  /** When the state changed last. */
  readonly state_changed_at?: string | null | undefined;
  /** The number that is logged in, where it is known. */
  readonly phone?: string | null | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ConversationPrevious = {
  /** Assigned by the service (UUID version 7). */
  readonly id?: string | undefined;
  /** The inbox. */
  readonly inbox_id?: string | undefined;
  /** The inbox’s id and name. */
  readonly inbox?: Ref | null | undefined;
  /** The contact. */
  readonly contact_id?: string | null | undefined;
  /** The contact; its name is the team’s, else the contact’s own, else the number. */
  readonly contact?: Ref | null | undefined;
  /** The contact’s address on the messaging network. */
  readonly remote_jid?: string | undefined;
  /** open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the contact opens it again. */
  readonly status?: ConversationStatus | undefined;
  /** When a snoozed conversation opens again by itself; null for any other. */
  readonly snoozed_until?: string | null | undefined;
  /** The user who has it. */
  readonly assignee_id?: string | null | undefined;
  /** The assignee’s id and name. */
  readonly assignee?: Ref | null | undefined;
  /** When the oldest message was written that the contact has no answer to; null once it is answered, or the conversation resolved. */
  readonly waiting_since?: string | null | undefined;
  /** When the contact’s first message was answered for the first time. */
  readonly first_answered_at?: string | null | undefined;
  /** When the contact’s last message was written. */
  readonly last_incoming_at?: string | null | undefined;
  /** Until when anything can be sent through an official number: 24 hours after the contact’s last message; later only templates. null for other inboxes, and before the first message. */
  readonly window_closes_at?: string | null | undefined;
  /** When the last message was sent or received. */
  readonly last_message_at?: string | undefined;
  /** When the record was created. */
  readonly created_at?: string | undefined;
};
/** Events on their way to webhook endpoints: one delivery per endpoint and event. Later versions may add fields. */
export type DeliveryShown = {
  /** The event’s id, which receivers see as webhook-id. */
  readonly id: string;
  /** The endpoint. */
  readonly webhook_id: string;
  /** The type of the event. */
  readonly event: EventKind;
  /** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. */
  readonly status: DeliveryStatus;
  /** How many attempts were made, including those before a replay. */
  readonly attempt_count: number;
  /** When the next attempt is due; null once it is delivered or failed. */
  readonly next_attempt_at: string | null;
  /** Why the last attempt failed, or why there was none; null if nothing failed. */
  readonly reason: string | null;
  /** When the event happened. */
  readonly created_at: string;
  /** When it was delivered or given up. */
  readonly completed_at: string | null;
  /** Every attempt of the last 30 days, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The delivered event; null once the event is no longer kept. */
  readonly payload: Event | null;
};
/** Later versions may add fields. */
export type Attempt = {
  /** The X-Request-Id sent to the receiver. */
  readonly request_id: string;
  /** When it began. */
  readonly started_at: string;
  /** The HTTP status of the response; null if there was none. */
  readonly status: number | null;
  /** Why the attempt failed; null for a 2xx. */
  readonly error: string | null;
  /** The start of the response body. */
  readonly answer: string | null;
  /** How long it took, in milliseconds. */
  readonly duration_ms: number;
};
export type MsgappMessageStatusEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'msgapp.message.status';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Message;
  readonly previous: MessagePrevious;
};
export type MsgappMessageReceivedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'msgapp.message.received';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Message;
  /** There are no previous values. */
  readonly previous: null;
};
export type ContactCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'contact.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Contact;
  /** There are no previous values. */
  readonly previous: null;
};
export type ContactUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'contact.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Contact;
  readonly previous: ContactPrevious;
};
export type ContactDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'contact.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Contact;
  /** No field changed: the record is gone. */
  readonly previous: Readonly<Record<string, unknown>>;
};
export type ProjectCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'project.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Project;
  /** There are no previous values. */
  readonly previous: null;
};
export type ProjectUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'project.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Project;
  readonly previous: ProjectPrevious;
};
export type ProjectDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'project.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Project;
  readonly previous: ProjectPrevious;
};
export type ClientCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'client.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Client;
  /** There are no previous values. */
  readonly previous: null;
};
export type ClientUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'client.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Client;
  readonly previous: ClientPrevious;
};
export type ClientDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'client.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Client;
  readonly previous: ClientPrevious;
};
export type TaskCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'task.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Task;
  /** There are no previous values. */
  readonly previous: null;
};
export type TaskUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'task.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Task;
  readonly previous: TaskPrevious;
};
export type TaskDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'task.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Task;
  readonly previous: TaskPrevious;
};
export type DealCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'deal.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Deal;
  /** There are no previous values. */
  readonly previous: null;
};
export type DealUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'deal.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Deal;
  readonly previous: DealPrevious;
};
export type DealDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'deal.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Deal;
  readonly previous: DealPrevious;
};
export type CampaignCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'campaign.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Campaign;
  /** There are no previous values. */
  readonly previous: null;
};
export type CampaignUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'campaign.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Campaign;
  readonly previous: CampaignPrevious;
};
export type CampaignDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'campaign.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Campaign;
  readonly previous: CampaignPrevious;
};
export type ActivityCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'activity.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Activity;
  /** There are no previous values. */
  readonly previous: null;
};
export type ActivityUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'activity.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Activity;
  readonly previous: ActivityPrevious;
};
export type ActivityDeletedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'activity.deleted';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Activity;
  readonly previous: ActivityPrevious;
};
export type DealStageChangedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'deal.stage_changed';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Deal;
  readonly previous: DealPrevious;
};
export type TaskMovedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'task.moved';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Task;
  readonly previous: TaskPrevious;
};
export type WebhookDisabledEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'webhook.disabled';
  /** When it happened. */
  readonly created_at: string;
  readonly data: WebhookEndpoint;
  readonly previous: WebhookEndpointPrevious;
};
export type WebhookTestEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'webhook.test';
  /** When it happened. */
  readonly created_at: string;
  readonly data: WebhookEndpoint;
  /** There are no previous values. */
  readonly previous: null;
};
export type MessageCreatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'message.created';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Message;
  /** There are no previous values. */
  readonly previous: null;
};
export type MessageUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'message.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Message;
  readonly previous: MessagePrevious;
};
export type ConversationUpdatedEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'conversation.updated';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Conversation;
  readonly previous: ConversationPrevious;
};
export type InboxConnectionEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'inbox.connection';
  /** When it happened. */
  readonly created_at: string;
  readonly data: Inbox;
  readonly previous: InboxPrevious;
};
export type WorkflowCallEvent = {
  /** The event’s id. */
  readonly id: string;
  /** What happened. */
  readonly type: 'workflow.call';
  /** When it happened. */
  readonly created_at: string;
  /** The data of the workflow step. */
  readonly data: Readonly<Record<string, unknown>>;
  /** There are no previous values. */
  readonly previous: null;
};
/** What to build on. Later versions may add values. */
export type ErrorCode = 'VALIDATION_ERROR' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'DUPLICATE_ENTRY' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_COSTLY' | 'RATE_LIMITED' | 'TEAM_BUSY' | 'INTERNAL_ERROR' | 'BAD_GATEWAY' | 'UNAVAILABLE';
/** The state of the project. Entering completed sets completed_at; leaving it clears it. Later versions may add values. */
export type ProjectStatus = 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled';
/** Sorted by weight: low < medium < high < urgent. Later versions may add values. */
export type ProjectPriority = 'low' | 'medium' | 'high' | 'urgent';
/** A record that is linked: its ID and its name. */
export type Ref = {
  /** The linked record. */
  readonly id: string;
  /** What it is called. */
  readonly name: string;
};
/** PF: a person. PJ: a company. Changing it clears the fields of the other type. Later versions may add values. */
export type ClientType = 'PF' | 'PJ';
/** A postal address. Each part may be absent or null. Later versions may add parts. */
export type Address = {
  /** The street. */
  readonly street?: string | null | undefined;
  /** The number in the street. */
  readonly number?: string | null | undefined;
  /** Floor, flat, block. */
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
/** The phase of the sale; teams choose their own phases. */
export type DealPhase = string;
/** alta: high. media: medium. baixa: low. Later versions may add values. */
export type DealPriority = 'alta' | 'media' | 'baixa';
/** ativo: open. arquivado: archived. Later versions may add values. */
export type DealStatus = 'ativo' | 'arquivado';
/** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. Later versions may add values. */
export type CampaignStatus = 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled';
/** The client’s approval; cannot be set here. Later versions may add values. */
export type CampaignApprovalStatus = 'pending' | 'approved' | 'rejected';
/** What kind of activity it is. Later versions may add values. */
export type ActivityType = 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event';
/** How much it matters. Later versions may add values. */
export type ActivityPriority = 'low' | 'medium' | 'high';
/** A kind of event that an endpoint gets, or * for all. Later versions may add values. */
export type SubscribedEvent = '*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection';
/** The team. The team that the key stands for. */
export type MeTeam = {
  /** The team. */
  readonly id: string;
  /** What it is called. */
  readonly name: string;
  /** Its name in addresses. */
  readonly slug: string;
};
/** Later versions may add values. */
export type KeyScope = 'full' | 'read';
/** The key itself. */
export type MeKey = {
  /** The key. */
  readonly id: string;
  /** What it is called. */
  readonly name: string;
  /** full: may do everything that the key’s user may. read: may only GET. */
  readonly scope: KeyScope;
  /** Until when it works; null for ever. */
  readonly expires_at: string | null;
};
/** How many requests there may be in how many seconds, or null where there is no limit. */
export type MeRateLimit = {
  /** How many requests are allowed. */
  readonly limit: number;
  /** In how many seconds. */
  readonly window_seconds: number;
};
/** Later versions may add values. */
export type PhaseMeaning = 'open' | 'won' | 'lost';
export type TeamPhase = {
  /** The phase, as deals name it. */
  readonly phase: string;
  /** What the phase means: open, won or lost. */
  readonly meaning: PhaseMeaning;
  /** Whether the team lists it; the others are only in use. */
  readonly is_listed: boolean;
};
/** outgoing: sent by the team. incoming: sent by the contact. Later versions may add values. */
export type MessageDirection = 'incoming' | 'outgoing';
/** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. Later versions may add values. */
export type MessageStatus = 'received' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed';
/** Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or another program on the same session. Later versions may add values. */
export type MessageOrigin = 'contact' | 'pauta' | 'phone' | 'other';
/** `user`: a person in the panel. `key`: a program, by its API key. `workflow`: a step of a workflow. `operator`: the command line. `phone`: typed on the phone. `other`: another program on the same session. Later versions may add values. */
export type MessageAuthorType = 'user' | 'key' | 'workflow' | 'operator' | 'phone' | 'other';
/** Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for an incoming message, and for one stored before authors were. An author. */
export type MessageAuthor = {
  /** `user`: a person in the panel. `key`: a program, by its API key. `workflow`: a step of a workflow. `operator`: the command line. `phone`: typed on the phone. `other`: another program on the same session. */
  readonly type: MessageAuthorType;
  /** The user, the key or the workflow. */
  readonly id: string | null;
  /** The name of that user, key or workflow today. */
  readonly name: string | null;
  /** The run of the workflow. */
  readonly run_id: string | null;
};
/** The advertisement or post through which the contact began to write, as the network reports it; null for other messages. */
export type Referral = {
  /** The headline of the advertisement or post. */
  readonly title: string | null;
  /** Its text. */
  readonly body: string | null;
  /** Its address: http or https. Nothing is fetched from it. */
  readonly source_url: string | null;
  /** Its ID at the network. */
  readonly source_id: string | null;
  /** What it is: ad, post, or another word of the network. */
  readonly source_type: string | null;
  /** The ID of the click, which the network’s conversion API takes. */
  readonly ctwa_clid: string | null;
};
export type Reaction = {
  /** Whose it is. */
  readonly direction: MessageDirection;
  /** The emoji. */
  readonly emoji: string;
};
export type MessageVersion = {
  /** The text. */
  readonly content: string;
  /** When another text took its place, or the message was taken back. */
  readonly replaced_at: string;
};
/** `pending`: not fetched yet. `failed`: given up. Later versions may add values. */
export type MediaStatus = 'pending' | 'stored' | 'failed';
/** The file that it holds, and whether it is here: pending, with the reason once fetching has failed; stored, with its file; or failed. */
export type Media = {
  /** `pending`: not fetched yet. `failed`: given up. */
  readonly status: MediaStatus;
  /** Why it is not here, once that is known. */
  readonly reason: string | null;
  /** What the file is called, where that is known. */
  readonly name: string | null;
  /** What kind of file it is, such as image/png. */
  readonly media_type: string | null;
  /** How large it is, where that is known. */
  readonly bytes: number | null;
  /** The file, once it is stored. */
  readonly file_id: string | null;
};
export type Template = {
  /** What it is called at the network. */
  readonly name: string;
  /** Its language, such as pt_BR. */
  readonly language: string;
  /** How it stands with the network; only APPROVED ones can be sent. */
  readonly status: string;
  /** What it is for. */
  readonly category: string | null;
  /** Its parts, as the network has them. */
  readonly components: readonly (Readonly<Record<string, unknown>>)[];
};
/** What happened. Later versions add kinds: leave out those that you do not know. */
export type EventKind = 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection' | 'workflow.call';
/** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. Later versions may add values. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
/** accepted: it created a task. rejected: no task could be created from it. Later versions may add values. */
export type ReceptionStatus = 'accepted' | 'rejected';
/** session: a session on the network. cloud: the network’s official API. Later versions may add values. */
export type InboxType = 'session' | 'cloud';
/** How it stands with the network. disconnected: nobody is logged in. connecting: on its way by itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not known. Later versions may add values. */
export type ConnectionState = 'disconnected' | 'connecting' | 'scan' | 'code' | 'passkey' | 'connected' | 'failed';
export type PipelineColumn = {
  /** The column. */
  readonly id: string;
  /** What tasks call it in `column`. */
  readonly slug: string;
  /** What people call it. */
  readonly name: string;
  /** Whether entering it finishes a task. */
  readonly is_finishing: boolean;
};
/** Their role in the team. Later versions may add values. */
export type Role = 'member' | 'admin' | 'owner';
/** open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the contact opens it again. Later versions may add values. */
export type ConversationStatus = 'open' | 'snoozed' | 'resolved';
/** A postal address. Each part may be left out or null. */
export type AddressInput = {
  /** The street. */
  readonly street?: string | null | undefined;
  /** The number in the street. */
  readonly number?: string | null | undefined;
  /** Floor, flat, block. */
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
/** Only text can be sent. Later versions may add values. */
export type SentMessageType = 'text';
/** failed: deliveries that were given up. delivered: deliveries already accepted. If not given: `failed`. Later versions may add values. */
export type ReplayStatus = 'failed' | 'delivered';
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
export type WebhookEndpointSort = 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
/** Later versions may add values. */
export type MessageSort = 'sent_at' | '-sent_at' | 'created_at' | '-created_at';
/** By when the records were created; the prefix - means the latest first. */
export type CreatedAtSort = 'created_at' | '-created_at';
/** By name, or by when the records were created; the prefix - means descending. */
export type NameSort = 'name' | '-name' | 'created_at' | '-created_at';
/** Later versions may add values. */
export type UserSort = 'name' | '-name' | 'email' | '-email' | 'created_at' | '-created_at';
/** Later versions may add values. */
export type ConversationSort = 'created_at' | '-created_at' | 'last_message_at' | '-last_message_at' | 'waiting_since' | '-waiting_since';
/** What a webhook endpoint is sent. */
export type WebhookEvent = MsgappMessageStatusEvent | MsgappMessageReceivedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ProjectCreatedEvent | ProjectUpdatedEvent | ProjectDeletedEvent | ClientCreatedEvent | ClientUpdatedEvent | ClientDeletedEvent | TaskCreatedEvent | TaskUpdatedEvent | TaskDeletedEvent | DealCreatedEvent | DealUpdatedEvent | DealDeletedEvent | CampaignCreatedEvent | CampaignUpdatedEvent | CampaignDeletedEvent | ActivityCreatedEvent | ActivityUpdatedEvent | ActivityDeletedEvent | DealStageChangedEvent | TaskMovedEvent | WebhookDisabledEvent | WebhookTestEvent | MessageCreatedEvent | MessageUpdatedEvent | ConversationUpdatedEvent | InboxConnectionEvent | WorkflowCallEvent;


/** Method and path below /api/v1 → what is given, and what is answered. */
export interface Operations {
  /** A page of the team’s contacts. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /msgapp/contacts': { readonly answer: readonly Contact[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ContactSort | undefined; readonly after?: string | undefined; readonly tag?: string | undefined; readonly client_id?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /msgapp/contacts': { readonly answer: Contact; readonly body: ContactCreate; };
  /** Returns the whole record; 404 if the team has no contact with this ID. */
  readonly 'GET /msgapp/contacts/{id}': { readonly answer: Contact; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /msgapp/contacts/{id}': { readonly answer: Contact; readonly body: ContactUpdate; };
  /** Deletes the contact permanently; 409 while conversations are linked to it. */
  readonly 'DELETE /msgapp/contacts/{id}': { readonly answer: Deleted; };
  /** A page of the team’s projects. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /projects': { readonly answer: readonly Project[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ProjectSort | undefined; readonly after?: string | undefined; readonly squad_id?: string | undefined; readonly client_id?: string | undefined; readonly status?: ProjectStatus | undefined; readonly priority?: ProjectPriority | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /projects': { readonly answer: Project; readonly body: ProjectCreate; };
  /** Returns the whole record; 404 if the team has no project with this ID. */
  readonly 'GET /projects/{id}': { readonly answer: Project; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /projects/{id}': { readonly answer: Project; readonly body: ProjectUpdate; };
  /** Sets the status to cancelled and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /projects/{id}': { readonly answer: ProjectDeleted; };
  /** A page of the team’s clients. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /clients': { readonly answer: readonly Client[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ClientSort | undefined; readonly after?: string | undefined; readonly type?: ClientType | undefined; readonly status?: ClientStatus | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /clients': { readonly answer: Client; readonly body: ClientCreate; };
  /** Returns the whole record; 404 if the team has no client with this ID. */
  readonly 'GET /clients/{id}': { readonly answer: Client; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /clients/{id}': { readonly answer: Client; readonly body: ClientUpdate; };
  /** Sets the status to inactive and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /clients/{id}': { readonly answer: ClientDeleted; };
  /** A page of the team’s tasks. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /tasks': { readonly answer: readonly Task[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: TaskSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; readonly pipeline_id?: string | undefined; readonly assignee_id?: string | undefined; readonly priority?: TaskPriority | undefined; readonly column?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /tasks': { readonly answer: Task; readonly body: TaskCreate; };
  /** Returns the whole record; 404 if the team has no task with this ID. */
  readonly 'GET /tasks/{id}': { readonly answer: Task; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /tasks/{id}': { readonly answer: Task; readonly body: TaskUpdate; };
  /** Moves the task to the trash, from which the operator can restore it. Repeating it gives 404. */
  readonly 'DELETE /tasks/{id}': { readonly answer: TaskDeleted; };
  /** A page of the team’s deals. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /deals': { readonly answer: readonly Deal[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: DealSort | undefined; readonly after?: string | undefined; readonly status?: DealStatus | undefined; readonly phase?: DealPhase | undefined; readonly client_id?: string | undefined; readonly responsible_id?: string | undefined; readonly source?: string | undefined; readonly min_value?: number | undefined; readonly max_value?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /deals': { readonly answer: Deal; readonly body: DealCreate; };
  /** Returns the whole record; 404 if the team has no deal with this ID. */
  readonly 'GET /deals/{id}': { readonly answer: Deal; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /deals/{id}': { readonly answer: Deal; readonly body: DealUpdate; };
  /** Sets the status to arquivado and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /deals/{id}': { readonly answer: DealDeleted; };
  /** A page of the team’s campaigns. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /campaigns': { readonly answer: readonly Campaign[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CampaignSort | undefined; readonly after?: string | undefined; readonly status?: CampaignStatus | undefined; readonly project_id?: string | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /campaigns': { readonly answer: Campaign; readonly body: CampaignCreate; };
  /** Returns the whole record; 404 if the team has no campaign with this ID. */
  readonly 'GET /campaigns/{id}': { readonly answer: Campaign; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /campaigns/{id}': { readonly answer: Campaign; readonly body: CampaignUpdate; };
  /** Sets the status to cancelled and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /campaigns/{id}': { readonly answer: CampaignDeleted; };
  /** A page of the team’s activities. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /activities': { readonly answer: readonly Activity[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ActivitySort | undefined; readonly after?: string | undefined; readonly type?: ActivityType | undefined; readonly client_id?: string | undefined; readonly deal_id?: string | undefined; readonly completed?: boolean | undefined; readonly updated_since?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /activities': { readonly answer: Activity; readonly body: ActivityCreate; };
  /** Returns the whole record; 404 if the team has no activity with this ID. */
  readonly 'GET /activities/{id}': { readonly answer: Activity; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /activities/{id}': { readonly answer: Activity; readonly body: ActivityUpdate; };
  /** Marks the activity as completed and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /activities/{id}': { readonly answer: ActivityDeleted; };
  /** A page of the team’s webhooks. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /webhooks': { readonly answer: readonly WebhookEndpoint[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: WebhookEndpointSort | undefined; readonly after?: string | undefined; readonly active?: boolean | undefined; readonly url?: string | undefined; readonly updated_since?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Fields that are not given get their default, or are unset. Returns the whole record. */
  readonly 'POST /webhooks': { readonly answer: WebhookEndpointCreated; readonly body: WebhookEndpointCreate; };
  /** Returns the whole record; 404 if the team has no webhook endpoint with this ID. */
  readonly 'GET /webhooks/{id}': { readonly answer: WebhookEndpoint; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /webhooks/{id}': { readonly answer: WebhookEndpoint; readonly body: WebhookEndpointUpdate; };
  /** Deletes the endpoint permanently. */
  readonly 'DELETE /webhooks/{id}': { readonly answer: Deleted; };
  /** Tests a connection: which team the key stands for, what it may do and until when. rate_limit is the stricter of the key’s own limit and that of its address. */
  readonly 'GET /me': { readonly answer: Me; };
  /** The phases that the team lists, in their order, then up to 500 others that deals have, by name. A deal may be given any other text: it then has a phase of its own, and the board a column more. */
  readonly 'GET /phases': { readonly answer: DealPhases; };
  /** By kind of record, the most used first: at most 100 tags of the newest 5000 records of each kind. */
  readonly 'GET /tags': { readonly answer: TagsInUse; };
  /** Give inbox_id and phone, or conversation_id alone. With a phone, a missing contact and conversation are created. The response comes once the gateway has accepted the message, after 10 seconds at most. A 502 names the message and its conversation, where it is kept with its status_reason. The text starts with the cause: `network` and `timeout` (the gateway was not reached, or its answer was lost: send again later), `disconnected` (the inbox must be reconnected), `number` (nobody has this number), `throttled` (wait, then send more slowly), `credentials` (for the operator), `rejected` (the network rejects this text), `gateway` (it failed), `stopped` (the service did). Then it says whether the message was not sent (`failed`), or may have been (`pending`: check its conversation before you send again). Nothing is resent automatically. With an Idempotency-Key a message is sent once, even across a crash, and its response is replayed, a 502 too. After a crash the key returns 409 for up to 20 seconds. An inbox on the sandbox gateway reaches nobody and confirms everything, except phones ending in 0000 (refused), 0001 (never confirmed), 0002 (failed later), 0003 (confirmed twice and out of order) and 0004 (answers after the timeout). */
  readonly 'POST /msgapp/messages': { readonly answer: Message; readonly body: MessageCreate; };
  /** A page of the messages of one conversation, in both directions. */
  readonly 'GET /msgapp/conversations/{id}/messages': { readonly answer: readonly Message[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: MessageSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** The network's own list at this moment, whatever became of each template: only those with the status `APPROVED` can be sent. */
  readonly 'GET /inboxes/{id}/templates': { readonly answer: Templates; };
  /** Sends an approved template of an official number: the only way to write to somebody who has not written within the last 24 hours. The template is looked up in the network’s list first (GET /v1/inboxes/{id}/templates), and what is missing or too much is answered with 400 before anything is stored. The message is kept with the type `template`, its filled-in text as content and what was filled in as details. Address, Idempotency-Key and the causes of a 502 are as in POST /v1/msgapp/messages. */
  readonly 'POST /msgapp/messages/template': { readonly answer: Message; readonly body: TemplateSend; };
  /** A page of the endpoint’s deliveries of the last 30 days, and of those still pending. */
  readonly 'GET /webhooks/{id}/deliveries': { readonly answer: readonly Delivery[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly status?: DeliveryStatus | undefined; readonly event?: EventKind | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** The delivery with its attempts and its event. */
  readonly 'GET /webhooks/{id}/deliveries/{delivery}': { readonly answer: DeliveryShown; };
  /** It is attempted at once, whatever its outcome so far, and then as often as a new one. A delivery that is being attempted right now stays as it is. No body. */
  readonly 'POST /webhooks/{id}/deliveries/{delivery}/replay': { readonly answer: Delivery; };
  /** Without a body, replays all failed deliveries whose events are kept. At most 10,000 per call, oldest first. */
  readonly 'POST /webhooks/{id}/replay': { readonly answer: ReplayResult; readonly body: Replay; };
  /** Delivers a webhook.test event, whose data is the endpoint, to this endpoint only. The delivery shows the outcome. No body. */
  readonly 'POST /webhooks/{id}/test': { readonly answer: Delivery; };
  /** For 24 hours deliveries are signed with the secret before it too, and what comes to its address may be. A further rotation within that time ends the oldest secret at once. No body. */
  readonly 'POST /webhooks/{id}/rotate-secret': { readonly answer: WebhookEndpointCreated; };
  /** A page of the requests that the endpoint received in the last 30 days. */
  readonly 'GET /webhooks/{id}/receptions': { readonly answer: readonly Reception[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly status?: ReceptionStatus | undefined; } | undefined; readonly pagination: Pagination; };
  /** A page of the team’s inboxes. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /inboxes': { readonly answer: readonly Inbox[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; readonly type?: InboxType | undefined; readonly active?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no inbox with this ID. */
  readonly 'GET /inboxes/{id}': { readonly answer: Inbox; };
  /** A page of the team’s squads. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /squads': { readonly answer: readonly Squad[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no squad with this ID. */
  readonly 'GET /squads/{id}': { readonly answer: Squad; };
  /** A page of the team’s pipelines. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /pipelines': { readonly answer: readonly Pipeline[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: NameSort | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no pipeline with this ID. */
  readonly 'GET /pipelines/{id}': { readonly answer: Pipeline; };
  /** A page of the team’s users. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /users': { readonly answer: readonly User[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: UserSort | undefined; readonly after?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no user with this ID. */
  readonly 'GET /users/{id}': { readonly answer: User; };
  /** A page of the team’s conversations. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /msgapp/conversations': { readonly answer: readonly Conversation[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: ConversationSort | undefined; readonly after?: string | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly status?: ConversationStatus | undefined; readonly assignee_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no conversation with this ID. */
  readonly 'GET /msgapp/conversations/{id}': { readonly answer: Conversation; };
  /** A page of the team’s events. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /events': { readonly answer: readonly Event[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: CreatedAtSort | undefined; readonly after?: string | undefined; readonly type?: EventKind | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Returns the whole record; 404 if the team has no event with this ID. */
  readonly 'GET /events/{id}': { readonly answer: Event; };
}
