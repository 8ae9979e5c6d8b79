/* Written by `npm run sdk:types` from the API’s document; not by hand. */

export type ErrorDetail = {
  /** What to build on. */
  readonly code: 'VALIDATION_ERROR' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'REAUTH_REQUIRED' | 'SECOND_FACTOR_REQUIRED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'GONE' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'DUPLICATE_ENTRY' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_COSTLY' | 'RATE_LIMITED' | 'TEAM_BUSY' | 'INTERNAL_ERROR' | 'BAD_GATEWAY' | 'UNAVAILABLE';
  /** For people; its wording may change. */
  readonly message: string;
};
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
export type Contact = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone: string;
  /** The address on the messaging network, derived from the phone number. A string of at most 255 characters. */
  readonly jid: string;
  /** The name the contact chose. A string of at most 255 characters. */
  readonly push_name: string | null;
  /** The name the team uses. A string of at most 255 characters. */
  readonly custom_name: string | null;
  /** A string of at most 2048 characters. */
  readonly profile_picture_url: string | null;
  /** Private notes of the team. A string of at most 50000 characters. */
  readonly notes: string | null;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags: readonly string[];
  /** The client it belongs to. A UUID. */
  readonly client_id: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type Deleted = {
  readonly id: string;
  readonly deleted: true;
};
export type Project = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** A string of at most 50000 characters. */
  readonly description: string | null;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status: 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled';
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color: string | null;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date: string | null;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date: string | null;
  /** Set when the status becomes completed; an update may set it too. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at: string | null;
  /** What the client asked for. A string of at most 50000 characters. */
  readonly briefing: string | null;
  /** The squad doing the work. A UUID. */
  readonly squad_id: string | null;
  /** The squad’s id and name. An object with id and name. */
  readonly squad: { readonly id: string; readonly name: string; } | null;
  /** The client it belongs to. A UUID. */
  readonly client_id: string | null;
  /** The client’s id and name. An object with id and name. */
  readonly client: { readonly id: string; readonly name: string; } | null;
  /** The user of the API key that created the record. A UUID. */
  readonly created_by: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type ProjectDeleted = {
  readonly id: string;
  readonly status: 'cancelled';
  readonly archived_at: string;
};
export type Client = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type: 'PF' | 'PJ';
  /** Full name, or the company’s legal name. A string of 1 to 255 characters. */
  readonly name: string;
  /** The name the team uses. A string of at most 255 characters. */
  readonly display_name: string | null;
  /** A string of at most 255 characters. */
  readonly email: string | null;
  /** A string of at most 255 characters. */
  readonly phone: string | null;
  /** A string of at most 255 characters. */
  readonly mobile_phone: string | null;
  /** The number on the messaging network. A string of at most 255 characters. */
  readonly msgapp: string | null;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf: string | null;
  /** PF only. A string of at most 255 characters. */
  readonly rg: string | null;
  /** PF only. A date in the form YYYY-MM-DD. */
  readonly birth_date: string | null;
  /** PF only (free text). A string of at most 255 characters. */
  readonly gender: string | null;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj: string | null;
  /** PJ only. A string of at most 255 characters. */
  readonly legal_name: string | null;
  /** PJ only. A string of at most 255 characters. */
  readonly trade_name: string | null;
  /** PJ only. A string of at most 255 characters. */
  readonly state_registration: string | null;
  /** An object whose values are strings of at most 255 characters, with any of the keys street, number, complement, neighborhood, city, state, zip_code, country. */
  readonly address: { readonly street?: string | null | undefined; readonly number?: string | null | undefined; readonly complement?: string | null | undefined; readonly neighborhood?: string | null | undefined; readonly city?: string | null | undefined; readonly state?: string | null | undefined; readonly zip_code?: string | null | undefined; readonly country?: string | null | undefined; } | null;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source: string | null;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status: 'active' | 'inactive';
  /** A string of at most 50000 characters. */
  readonly notes: string | null;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags: readonly string[];
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type ClientDeleted = {
  readonly id: string;
  readonly status: 'inactive';
  readonly deactivated_at: string;
};
export type Task = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly title: string;
  /** A string of at most 50000 characters. */
  readonly description: string | null;
  /** The project it belongs to. Cannot be changed after creation. A UUID. */
  readonly project_id: string;
  /** The board; the project’s default one if not given. A UUID. */
  readonly pipeline_id: string;
  /** The slug of a column of that board; its first column if not given. A string of 1 to 80 characters. */
  readonly column: string;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority: 'urgent' | 'high' | 'medium' | 'low' | 'none';
  /** The first of assignee_ids; giving only one of the two fields sets the other. A UUID. */
  readonly assignee_id: string | null;
  /** The users assigned to it, the main one first. A list of at most 100 UUIDs. */
  readonly assignee_ids: readonly string[];
  /** The user who asked for it. A UUID. */
  readonly reporter_id: string | null;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date: string | null;
  /** A number from 0 to 1000000. */
  readonly estimated_hours: number | null;
  /** A number from 0 to 1000000. */
  readonly actual_hours: number | null;
  /** Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind. A number from -1000000000000000 to 1000000000000000. */
  readonly position: number;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags: readonly string[];
  /** A checklist in Markdown. A string of at most 50000 characters. */
  readonly checklist_markdown: string | null;
  /** Set in a finishing column and cleared outside; an update may set it too. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
  /** When the task was moved to the trash. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly deleted_at: string | null;
};
export type TaskDeleted = {
  readonly id: string;
  readonly deleted_at: string;
};
export type Deal = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly title: string;
  /** A string of at most 50000 characters. */
  readonly description: string | null;
  /** In BRL. An amount from 0 to 999999999999.99 with at most two decimals. */
  readonly value: number | null;
  /** Always BRL. A string of at most 255 characters. */
  readonly currency: string;
  /** The phase of the sale; teams choose their own phases. A string of 1 to 64 characters. */
  readonly phase: string;
  /** alta: high. media: medium. baixa: low. */
  readonly priority: 'alta' | 'media' | 'baixa';
  /** ativo: open. arquivado: archived. */
  readonly status: 'ativo' | 'arquivado';
  /** The chance of winning, in per cent. A number from 0 to 100. */
  readonly probability: number | null;
  /** A date in the form YYYY-MM-DD. */
  readonly expected_close_date: string | null;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source: string | null;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags: readonly string[];
  /** True or false. */
  readonly is_starred: boolean;
  /** The client it belongs to. A UUID. */
  readonly client_id: string | null;
  /** The client’s id and name. An object with id and name. */
  readonly client: { readonly id: string; readonly name: string; } | null;
  /** The user responsible for the sale. A UUID. */
  readonly responsible_id: string | null;
  /** Why it was lost. A string of at most 255 characters. */
  readonly loss_reason: string | null;
  /** Read only. A string of at most 50000 characters. */
  readonly ai_summary: string | null;
  /** Read only. A number from 0 to 100. */
  readonly ai_win_probability: number | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type DealDeleted = {
  readonly id: string;
  readonly status: 'arquivado';
  readonly archived_at: string;
};
export type Campaign = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** The project it belongs to. Cannot be changed after creation. A UUID. */
  readonly project_id: string;
  /** The project’s id and name. An object with id and name. */
  readonly project: { readonly id: string; readonly name: string; } | null;
  /** A string of at most 50000 characters. */
  readonly description: string | null;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status: 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled';
  /** The client’s approval; cannot be set here. */
  readonly approval_status: 'pending' | 'approved' | 'rejected';
  /** A date in the form YYYY-MM-DD. */
  readonly start_date: string | null;
  /** A date in the form YYYY-MM-DD. */
  readonly end_date: string | null;
  /** The themes, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly content_pillars: readonly string[];
  /** Where it runs, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly target_platforms: readonly string[];
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals: Readonly<Record<string, unknown>>;
  /** The user of the API key that created the record. A UUID. */
  readonly created_by: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type CampaignDeleted = {
  readonly id: string;
  readonly status: 'cancelled';
  readonly cancelled_at: string;
};
export type Activity = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly title: string;
  /** One of call, meeting, email, note, task, follow_up, deadline, hearing, case_event, contract_event. */
  readonly type: 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event';
  /** A string of at most 50000 characters. */
  readonly description: string | null;
  /** When it happens or happened; now if not given. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly occurred_at: string;
  /** A number from 0 to 1000000. */
  readonly duration_minutes: number | null;
  /** Whether it is done. */
  readonly is_completed: boolean;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date: string | null;
  /** One of low, medium, high. */
  readonly priority: 'low' | 'medium' | 'high' | null;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags: readonly string[];
  /** The client it belongs to. A UUID. */
  readonly client_id: string | null;
  /** The deal it belongs to. A UUID. */
  readonly deal_id: string | null;
  /** The contract it belongs to. A UUID. */
  readonly contract_id: string | null;
  /** The user it is assigned to. A UUID. */
  readonly assigned_to: string | null;
  /** The user of the API key that created the record. A UUID. */
  readonly created_by: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type ActivityDeleted = {
  readonly id: string;
  readonly is_completed: true;
  readonly completed_at: string;
};
export type WebhookEndpoint = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active: boolean;
  /** The board on which received requests create tasks. A UUID. */
  readonly target_pipeline_id: string | null;
  /** The column of that board. A UUID. */
  readonly target_column_id: string | null;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping: Readonly<Record<string, unknown>>;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url: string | null;
  /** The events to deliver; * (all) if a url is given without a list. A list of event kinds: * (all), msgapp.message.status, msgapp.message.received, contact.created, contact.updated, contact.deleted, project.created, project.updated, project.deleted, client.created, client.updated, client.deleted, task.created, task.updated, task.deleted, deal.created, deal.updated, deal.deleted, campaign.created, campaign.updated, campaign.deleted, activity.created, activity.updated, activity.deleted, deal.stage_changed, task.moved, webhook.disabled, webhook.test, message.created, message.updated, conversation.updated, inbox.connection. */
  readonly events: readonly ('*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection')[];
  /** Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it. An extension of the interface. A string of at most 255 characters. */
  readonly disabled_reason: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
};
export type WebhookEndpointCreated = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug: string;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active: boolean;
  /** The board on which received requests create tasks. A UUID. */
  readonly target_pipeline_id: string | null;
  /** The column of that board. A UUID. */
  readonly target_column_id: string | null;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping: Readonly<Record<string, unknown>>;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url: string | null;
  /** The events to deliver; * (all) if a url is given without a list. A list of event kinds: * (all), msgapp.message.status, msgapp.message.received, contact.created, contact.updated, contact.deleted, project.created, project.updated, project.deleted, client.created, client.updated, client.deleted, task.created, task.updated, task.deleted, deal.created, deal.updated, deal.deleted, campaign.created, campaign.updated, campaign.deleted, activity.created, activity.updated, activity.deleted, deal.stage_changed, task.moved, webhook.disabled, webhook.test, message.created, message.updated, conversation.updated, inbox.connection. */
  readonly events: readonly ('*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection')[];
  /** Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it. An extension of the interface. A string of at most 255 characters. */
  readonly disabled_reason: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at: string;
  /** Signs deliveries and receptions. Shown only in this response. */
  readonly secret_token: string;
};
export type Me = {
  /** The team that the key stands for. */
  readonly team: { readonly id: string; readonly name: string; readonly slug: string; };
  /** The key itself. */
  readonly key: { readonly id: string; readonly name: string; readonly scope: 'full' | 'read'; readonly expires_at: string | null; };
  /** How many requests there may be in how many seconds, or null where there is no limit. */
  readonly rate_limit: { readonly limit: number; readonly window_seconds: number; } | null;
};
export type Message = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** The conversation it belongs to. A UUID. */
  readonly conversation_id: string;
  /** The inbox it was sent or received through. A UUID. */
  readonly inbox_id: string;
  /** The contact’s address on the messaging network. A string of at most 255 characters. */
  readonly remote_jid: string;
  /** The ID assigned by the network. A string of at most 255 characters. */
  readonly msgapp_message_id: string | null;
  /** outgoing: sent by the team. incoming: sent by the contact. */
  readonly direction: 'incoming' | 'outgoing';
  /** The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported. A string of at most 255 characters. */
  readonly message_type: string;
  /** The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once the message was taken back. A string of at most 65536 characters. */
  readonly content: string;
  /** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. */
  readonly status: 'received' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed, or why its outcome is unknown; the cause comes first. An extension of the interface. A string of at most 255 characters. */
  readonly status_reason: string | null;
  /** Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or another program on the same session. An extension of the interface. */
  readonly origin: 'contact' | 'pauta' | 'phone' | 'other';
  /** What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s name of an unsupported one. An extension of the interface. An object, at most 32 levels deep. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The message of the conversation that it answers or reacts to, if it is known. An extension of the interface. A UUID. */
  readonly reply_to: string | null;
  /** The latest reaction of each side: incoming is the contact’s. An extension of the interface. A list of reactions. */
  readonly reactions: readonly ({ readonly direction: 'incoming' | 'outgoing'; readonly emoji: string; })[];
  /** When its text was last changed. An extension of the interface. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly edited_at: string | null;
  /** When its writer took it back. An extension of the interface. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly revoked_at: string | null;
  /** The network’s time of the message, by which conversations are ordered. An extension of the interface. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly sent_at: string;
  /** The file that it holds, and whether it is here: pending, with the reason once fetching has failed; stored, with its file; or failed. An extension of the interface. An object. */
  readonly media: { readonly status: 'pending' | 'stored' | 'failed'; readonly reason: string | null; readonly name: string | null; readonly media_type: string | null; readonly bytes: number | null; readonly file_id: string | null; } | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type Templates = {
  /** The templates of the number’s account, as the network lists them. */
  readonly templates: readonly ({ readonly name: string; readonly language: string; readonly status: string; readonly category: string | null; readonly components: readonly (Readonly<Record<string, unknown>>)[]; })[];
};
export type Delivery = {
  /** The event’s id, which receivers see as webhook-id. A UUID. */
  readonly id: string;
  /** The endpoint. A UUID. */
  readonly webhook_id: string;
  /** The type of the event. */
  readonly event: 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection' | 'workflow.call';
  /** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. */
  readonly status: 'pending' | 'delivered' | 'failed';
  /** How many attempts were made, including those before a replay. A number from 0 to 1000000. */
  readonly attempt_count: number;
  /** When the next attempt is due; null once it is delivered or failed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly next_attempt_at: string | null;
  /** Why the last attempt failed, or why there was none; null if nothing failed. A string of at most 255 characters. */
  readonly reason: string | null;
  /** When the event happened. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When it was delivered or given up. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at: string | null;
};
export type ReplayResult = {
  /** How many deliveries are attempted again. */
  readonly replayed: number;
  /** How many more there are: call again from next_from on. */
  readonly remaining: number;
  /** Where to continue; null if nothing is left. */
  readonly next_from: string | null;
};
export type Reception = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** accepted: it created a task. rejected: no task could be created from it. */
  readonly status: 'accepted' | 'rejected';
  /** The sender’s ID for the request: its webhook-id, or else its Idempotency-Key. A string of at most 255 characters. */
  readonly key: string | null;
  /** The task it created. A UUID. */
  readonly task_id: string | null;
  /** Why it was rejected, or the fields for which the payload had no value. A text. */
  readonly reason: string | null;
  /** The first 65,536 characters of the payload, if it was rejected or had no title. A text. */
  readonly payload: string | null;
  /** When it was received. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type Inbox = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** The name the team uses. A string of 1 to 255 characters. */
  readonly name: string;
  /** session: a session on the network. cloud: the network’s official API. */
  readonly type: 'session' | 'cloud';
  /** An inactive inbox sends nothing. */
  readonly active: boolean;
  /** Whether it can send; sending through an inbox that is not connected returns 502. Follows `state`, where that is known; the operator can set it too. */
  readonly connected: boolean;
  /** How it stands with the network. disconnected: nobody is logged in. connecting: on its way by itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not known. */
  readonly state: 'disconnected' | 'connecting' | 'scan' | 'code' | 'passkey' | 'connected' | 'failed' | null;
  /** Why, in words. A string of at most 255 characters. */
  readonly state_reason: string | null;
  /** When the state changed last. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly state_changed_at: string | null;
  /** The number that is logged in, where it is known. A string of at most 255 characters. */
  readonly phone: string | null;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type Squad = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** The name the team uses. A string of 1 to 255 characters. */
  readonly name: string;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type Pipeline = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** The name the team uses. A string of 1 to 255 characters. */
  readonly name: string;
  /** The project whose board it is; null for a board of the team. A UUID. */
  readonly project_id: string | null;
  /** Whether new tasks of the project go to this board. */
  readonly is_default: boolean;
  /** Its columns, in order: id, slug, name, and whether entering it finishes a task. A list of columns. */
  readonly columns: readonly ({ readonly id: string; readonly slug: string; readonly name: string; readonly is_finishing: boolean; })[];
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type User = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** Their name. A string of 1 to 255 characters. */
  readonly name: string;
  /** Their address; unique in the team. A string of at most 255 characters. */
  readonly email: string;
  /** Their role in the team. */
  readonly role: 'member' | 'admin' | 'owner';
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type Conversation = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id: string;
  /** The inbox. A UUID. */
  readonly inbox_id: string;
  /** The inbox’s id and name. An object with id and name. */
  readonly inbox: { readonly id: string; readonly name: string; } | null;
  /** The contact. A UUID. */
  readonly contact_id: string | null;
  /** The contact; its name is the team’s, else the contact’s own, else the number. An object with id and name. */
  readonly contact: { readonly id: string; readonly name: string; } | null;
  /** The contact’s address on the messaging network. A string of at most 255 characters. */
  readonly remote_jid: string;
  /** open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the contact opens it again. */
  readonly status: 'open' | 'snoozed' | 'resolved';
  /** When a snoozed conversation opens again by itself; null for any other. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly snoozed_until: string | null;
  /** The user who has it. A UUID. */
  readonly assignee_id: string | null;
  /** The assignee’s id and name. An object with id and name. */
  readonly assignee: { readonly id: string; readonly name: string; } | null;
  /** When the oldest message was written that the contact has no answer to; null once it is answered, or the conversation resolved. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly waiting_since: string | null;
  /** When the contact’s first message was answered for the first time. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly first_answered_at: string | null;
  /** When the contact’s last message was written. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly last_incoming_at: string | null;
  /** Until when anything can be sent through an official number: 24 hours after the contact’s last message; later only templates. null for other inboxes, and before the first message. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly window_closes_at: string | null;
  /** When the last message was sent or received. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly last_message_at: string;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
};
export type Event = {
  /** Assigned by the service (UUID version 7). Deliveries carry it as webhook-id. A UUID. */
  readonly id: string;
  /** What happened. */
  readonly type: 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection' | 'workflow.call';
  /** When it happened. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** The record after the change, as v1 answers it. An object. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The previous values of the fields that changed; null if the record is new. An object. */
  readonly previous: Readonly<Record<string, unknown>> | null;
};
export type ReceivedTask = {
  /** The task. */
  readonly task_id: string;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ContactCreate = {
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone: string;
  /** The name the team uses. A string of at most 255 characters. */
  readonly custom_name?: string | null | undefined;
  /** Private notes of the team. A string of at most 50000 characters. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ContactUpdate = {
  /** The name the team uses. A string of at most 255 characters. */
  readonly custom_name?: string | null | undefined;
  /** Private notes of the team. A string of at most 50000 characters. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly phone?: string | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ProjectCreate = {
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status?: 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled' | null | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: 'low' | 'medium' | 'high' | 'urgent' | null | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** What the client asked for. A string of at most 50000 characters. */
  readonly briefing?: string | null | undefined;
  /** The squad doing the work. A UUID. */
  readonly squad_id?: string | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ProjectUpdate = {
  /** A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status?: 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled' | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: 'low' | 'medium' | 'high' | 'urgent' | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** What the client asked for. A string of at most 50000 characters. */
  readonly briefing?: string | null | undefined;
  /** The squad doing the work. A UUID. */
  readonly squad_id?: string | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** Set when the status becomes completed; an update may set it too. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at?: string | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ClientCreate = {
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type: 'PF' | 'PJ';
  /** Full name, or the company’s legal name. A string of 1 to 255 characters. */
  readonly name: string;
  /** The name the team uses. A string of at most 255 characters. */
  readonly display_name?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly email?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly phone?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly mobile_phone?: string | null | undefined;
  /** The number on the messaging network. A string of at most 255 characters. */
  readonly msgapp?: string | null | undefined;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf?: string | null | undefined;
  /** PF only. A string of at most 255 characters. */
  readonly rg?: string | null | undefined;
  /** PF only. A date in the form YYYY-MM-DD. */
  readonly birth_date?: string | null | undefined;
  /** PF only (free text). A string of at most 255 characters. */
  readonly gender?: string | null | undefined;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly legal_name?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly trade_name?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly state_registration?: string | null | undefined;
  /** An object whose values are strings of at most 255 characters, with any of the keys street, number, complement, neighborhood, city, state, zip_code, country. */
  readonly address?: { readonly street?: string | null | undefined; readonly number?: string | null | undefined; readonly complement?: string | null | undefined; readonly neighborhood?: string | null | undefined; readonly city?: string | null | undefined; readonly state?: string | null | undefined; readonly zip_code?: string | null | undefined; readonly country?: string | null | undefined; } | null | undefined;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source?: string | null | undefined;
  /** A string of at most 50000 characters. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ClientUpdate = {
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type?: 'PF' | 'PJ' | undefined;
  /** Full name, or the company’s legal name. A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** The name the team uses. A string of at most 255 characters. */
  readonly display_name?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly email?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly phone?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly mobile_phone?: string | null | undefined;
  /** The number on the messaging network. A string of at most 255 characters. */
  readonly msgapp?: string | null | undefined;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf?: string | null | undefined;
  /** PF only. A string of at most 255 characters. */
  readonly rg?: string | null | undefined;
  /** PF only. A date in the form YYYY-MM-DD. */
  readonly birth_date?: string | null | undefined;
  /** PF only (free text). A string of at most 255 characters. */
  readonly gender?: string | null | undefined;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly legal_name?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly trade_name?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly state_registration?: string | null | undefined;
  /** An object whose values are strings of at most 255 characters, with any of the keys street, number, complement, neighborhood, city, state, zip_code, country. */
  readonly address?: { readonly street?: string | null | undefined; readonly number?: string | null | undefined; readonly complement?: string | null | undefined; readonly neighborhood?: string | null | undefined; readonly city?: string | null | undefined; readonly state?: string | null | undefined; readonly zip_code?: string | null | undefined; readonly country?: string | null | undefined; } | null | undefined;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source?: string | null | undefined;
  /** A string of at most 50000 characters. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status?: 'active' | 'inactive' | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type TaskCreate = {
  /** A string of 1 to 255 characters. */
  readonly title: string;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** The board; the project’s default one if not given. A UUID. */
  readonly pipeline_id?: string | null | undefined;
  /** The slug of a column of that board; its first column if not given. A string of 1 to 80 characters. */
  readonly column?: string | null | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: 'urgent' | 'high' | 'medium' | 'low' | 'none' | null | undefined;
  /** The first of assignee_ids; giving only one of the two fields sets the other. A UUID. */
  readonly assignee_id?: string | null | undefined;
  /** The users assigned to it, the main one first. A list of at most 100 UUIDs. */
  readonly assignee_ids?: readonly string[] | null | undefined;
  /** The user who asked for it. A UUID. */
  readonly reporter_id?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** A number from 0 to 1000000. */
  readonly estimated_hours?: number | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** A checklist in Markdown. A string of at most 50000 characters. */
  readonly checklist_markdown?: string | null | undefined;
  /** The project it belongs to. Cannot be changed after creation. A UUID. */
  readonly project_id: string;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type TaskUpdate = {
  /** A string of 1 to 255 characters. */
  readonly title?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** The board; the project’s default one if not given. A UUID. */
  readonly pipeline_id?: string | undefined;
  /** The slug of a column of that board; its first column if not given. A string of 1 to 80 characters. */
  readonly column?: string | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: 'urgent' | 'high' | 'medium' | 'low' | 'none' | undefined;
  /** The first of assignee_ids; giving only one of the two fields sets the other. A UUID. */
  readonly assignee_id?: string | null | undefined;
  /** The users assigned to it, the main one first. A list of at most 100 UUIDs. */
  readonly assignee_ids?: readonly string[] | null | undefined;
  /** The user who asked for it. A UUID. */
  readonly reporter_id?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** A number from 0 to 1000000. */
  readonly estimated_hours?: number | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** A checklist in Markdown. A string of at most 50000 characters. */
  readonly checklist_markdown?: string | null | undefined;
  /** Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind. A number from -1000000000000000 to 1000000000000000. */
  readonly position?: number | undefined;
  /** Set in a finishing column and cleared outside; an update may set it too. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at?: string | null | undefined;
  /** A number from 0 to 1000000. */
  readonly actual_hours?: number | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly project_id?: string | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type DealCreate = {
  /** A string of 1 to 255 characters. */
  readonly title: string;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** In BRL. An amount from 0 to 999999999999.99 with at most two decimals. */
  readonly value?: number | null | undefined;
  /** The phase of the sale; teams choose their own phases. A string of 1 to 64 characters. */
  readonly phase?: string | null | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: 'alta' | 'media' | 'baixa' | null | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: 'ativo' | 'arquivado' | null | undefined;
  /** The chance of winning, in per cent. A number from 0 to 100. */
  readonly probability?: number | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly expected_close_date?: string | null | undefined;
  /** The user responsible for the sale. A UUID. */
  readonly responsible_id?: string | null | undefined;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source?: string | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** True or false. */
  readonly is_starred?: boolean | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type DealUpdate = {
  /** A string of 1 to 255 characters. */
  readonly title?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** In BRL. An amount from 0 to 999999999999.99 with at most two decimals. */
  readonly value?: number | null | undefined;
  /** The phase of the sale; teams choose their own phases. A string of 1 to 64 characters. */
  readonly phase?: string | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: 'alta' | 'media' | 'baixa' | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: 'ativo' | 'arquivado' | undefined;
  /** The chance of winning, in per cent. A number from 0 to 100. */
  readonly probability?: number | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly expected_close_date?: string | null | undefined;
  /** The user responsible for the sale. A UUID. */
  readonly responsible_id?: string | null | undefined;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source?: string | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** True or false. */
  readonly is_starred?: boolean | undefined;
  /** Why it was lost. A string of at most 255 characters. */
  readonly loss_reason?: string | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type CampaignCreate = {
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled' | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly content_pillars?: readonly string[] | null | undefined;
  /** Where it runs, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly target_platforms?: readonly string[] | null | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  /** The project it belongs to. Cannot be changed after creation. A UUID. */
  readonly project_id: string;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type CampaignUpdate = {
  /** A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled' | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly content_pillars?: readonly string[] | null | undefined;
  /** Where it runs, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly target_platforms?: readonly string[] | null | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals?: Readonly<Record<string, unknown>> | null | undefined;
  /** Cannot be changed: only its current value is accepted. */
  readonly project_id?: string | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type ActivityCreate = {
  /** A string of 1 to 255 characters. */
  readonly title: string;
  /** One of call, meeting, email, note, task, follow_up, deadline, hearing, case_event, contract_event. */
  readonly type?: 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event' | null | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** When it happens or happened; now if not given. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly occurred_at?: string | null | undefined;
  /** A number from 0 to 1000000. */
  readonly duration_minutes?: number | null | undefined;
  /** Whether it is done. */
  readonly is_completed?: boolean | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** One of low, medium, high. */
  readonly priority?: 'low' | 'medium' | 'high' | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** The deal it belongs to. A UUID. */
  readonly deal_id?: string | null | undefined;
  /** The contract it belongs to. A UUID. */
  readonly contract_id?: string | null | undefined;
  /** The user it is assigned to. A UUID. */
  readonly assigned_to?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type ActivityUpdate = {
  /** A string of 1 to 255 characters. */
  readonly title?: string | undefined;
  /** One of call, meeting, email, note, task, follow_up, deadline, hearing, case_event, contract_event. */
  readonly type?: 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event' | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** When it happens or happened; now if not given. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly occurred_at?: string | undefined;
  /** A number from 0 to 1000000. */
  readonly duration_minutes?: number | null | undefined;
  /** Whether it is done. */
  readonly is_completed?: boolean | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** One of low, medium, high. */
  readonly priority?: 'low' | 'medium' | 'high' | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** The deal it belongs to. A UUID. */
  readonly deal_id?: string | null | undefined;
  /** The contract it belongs to. A UUID. */
  readonly contract_id?: string | null | undefined;
  /** The user it is assigned to. A UUID. */
  readonly assigned_to?: string | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type WebhookEndpointCreate = {
  /** A string of 1 to 255 characters. */
  readonly name: string;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active?: boolean | null | undefined;
  /** The board on which received requests create tasks. A UUID. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. A UUID. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The events to deliver; * (all) if a url is given without a list. A list of event kinds: * (all), msgapp.message.status, msgapp.message.received, contact.created, contact.updated, contact.deleted, project.created, project.updated, project.deleted, client.created, client.updated, client.deleted, task.created, task.updated, task.deleted, deal.created, deal.updated, deal.deleted, campaign.created, campaign.updated, campaign.deleted, activity.created, activity.updated, activity.deleted, deal.stage_changed, task.moved, webhook.disabled, webhook.test, message.created, message.updated, conversation.updated, inbox.connection. */
  readonly events?: readonly ('*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection')[] | null | undefined;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | null | undefined;
};
/** Changes only the fields given; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected. */
export type WebhookEndpointUpdate = {
  /** A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active?: boolean | undefined;
  /** The board on which received requests create tasks. A UUID. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. A UUID. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | null | undefined;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The events to deliver; * (all) if a url is given without a list. A list of event kinds: * (all), msgapp.message.status, msgapp.message.received, contact.created, contact.updated, contact.deleted, project.created, project.updated, project.deleted, client.created, client.updated, client.deleted, task.created, task.updated, task.deleted, deal.created, deal.updated, deal.deleted, campaign.created, campaign.updated, campaign.deleted, activity.created, activity.updated, activity.deleted, deal.stage_changed, task.moved, webhook.disabled, webhook.test, message.created, message.updated, conversation.updated, inbox.connection. */
  readonly events?: readonly ('*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection')[] | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type MessageCreate = {
  /** The text of the message. A string of 1 to 4096 characters, not all of them blank. */
  readonly content: string;
  /** The inbox to send it through; requires phone. A UUID. */
  readonly inbox_id?: string | null | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | null | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. A UUID. */
  readonly conversation_id?: string | null | undefined;
  /** Only text can be sent. */
  readonly message_type?: 'text' | null | undefined;
};
/** null counts as not given. Other fields of the resource are ignored; unknown names are rejected. */
export type TemplateSend = {
  /** The inbox to send it through; requires phone. A UUID. */
  readonly inbox_id?: string | null | undefined;
  /** The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the country code. */
  readonly phone?: string | null | undefined;
  /** The conversation to send it in, instead of inbox_id and phone. A UUID. */
  readonly conversation_id?: string | null | undefined;
  /** The name of an approved template of the inbox. A string of 1 to 512 characters. */
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
  /** failed: deliveries that were given up. delivered: deliveries already accepted. */
  readonly status?: 'failed' | 'delivered' | null | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ContactPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** The number with its country code. Cannot be changed after creation. 10 to 15 digits with the country code. */
  readonly phone?: string | undefined;
  /** The address on the messaging network, derived from the phone number. A string of at most 255 characters. */
  readonly jid?: string | undefined;
  /** The name the contact chose. A string of at most 255 characters. */
  readonly push_name?: string | null | undefined;
  /** The name the team uses. A string of at most 255 characters. */
  readonly custom_name?: string | null | undefined;
  /** A string of at most 2048 characters. */
  readonly profile_picture_url?: string | null | undefined;
  /** Private notes of the team. A string of at most 50000 characters. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ProjectPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** Its name in URLs, unique in the team; derived from the name if not given. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** The state of the project. Entering completed sets completed_at; leaving it clears it. */
  readonly status?: 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled' | undefined;
  /** Sorted by weight: low < medium < high < urgent. */
  readonly priority?: 'low' | 'medium' | 'high' | 'urgent' | undefined;
  /** A colour: # and 3, 4, 6 or 8 hex digits. */
  readonly color?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** Set when the status becomes completed; an update may set it too. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at?: string | null | undefined;
  /** What the client asked for. A string of at most 50000 characters. */
  readonly briefing?: string | null | undefined;
  /** The squad doing the work. A UUID. */
  readonly squad_id?: string | null | undefined;
  /** The squad’s id and name. An object with id and name. */
  readonly squad?: { readonly id: string; readonly name: string; } | null | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. An object with id and name. */
  readonly client?: { readonly id: string; readonly name: string; } | null | undefined;
  /** The user of the API key that created the record. A UUID. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ClientPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** PF: a person. PJ: a company. Changing it clears the fields of the other type. */
  readonly type?: 'PF' | 'PJ' | undefined;
  /** Full name, or the company’s legal name. A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** The name the team uses. A string of at most 255 characters. */
  readonly display_name?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly email?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly phone?: string | null | undefined;
  /** A string of at most 255 characters. */
  readonly mobile_phone?: string | null | undefined;
  /** The number on the messaging network. A string of at most 255 characters. */
  readonly msgapp?: string | null | undefined;
  /** PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with or without punctuation. */
  readonly cpf?: string | null | undefined;
  /** PF only. A string of at most 255 characters. */
  readonly rg?: string | null | undefined;
  /** PF only. A date in the form YYYY-MM-DD. */
  readonly birth_date?: string | null | undefined;
  /** PF only (free text). A string of at most 255 characters. */
  readonly gender?: string | null | undefined;
  /** PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12 letters or digits and 2 digits, with or without punctuation. */
  readonly cnpj?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly legal_name?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly trade_name?: string | null | undefined;
  /** PJ only. A string of at most 255 characters. */
  readonly state_registration?: string | null | undefined;
  /** An object whose values are strings of at most 255 characters, with any of the keys street, number, complement, neighborhood, city, state, zip_code, country. */
  readonly address?: { readonly street?: string | null | undefined; readonly number?: string | null | undefined; readonly complement?: string | null | undefined; readonly neighborhood?: string | null | undefined; readonly city?: string | null | undefined; readonly state?: string | null | undefined; readonly zip_code?: string | null | undefined; readonly country?: string | null | undefined; } | null | undefined;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source?: string | null | undefined;
  /** DELETE sets inactive; an update to active restores the client. */
  readonly status?: 'active' | 'inactive' | undefined;
  /** A string of at most 50000 characters. */
  readonly notes?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type TaskPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** A string of 1 to 255 characters. */
  readonly title?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** The project it belongs to. Cannot be changed after creation. A UUID. */
  readonly project_id?: string | undefined;
  /** The board; the project’s default one if not given. A UUID. */
  readonly pipeline_id?: string | undefined;
  /** The slug of a column of that board; its first column if not given. A string of 1 to 80 characters. */
  readonly column?: string | undefined;
  /** Sorted by weight: none < low < medium < high < urgent. */
  readonly priority?: 'urgent' | 'high' | 'medium' | 'low' | 'none' | undefined;
  /** The first of assignee_ids; giving only one of the two fields sets the other. A UUID. */
  readonly assignee_id?: string | null | undefined;
  /** The users assigned to it, the main one first. A list of at most 100 UUIDs. */
  readonly assignee_ids?: readonly string[] | undefined;
  /** The user who asked for it. A UUID. */
  readonly reporter_id?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** A number from 0 to 1000000. */
  readonly estimated_hours?: number | null | undefined;
  /** A number from 0 to 1000000. */
  readonly actual_hours?: number | null | undefined;
  /** Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind. A number from -1000000000000000 to 1000000000000000. */
  readonly position?: number | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** A checklist in Markdown. A string of at most 50000 characters. */
  readonly checklist_markdown?: string | null | undefined;
  /** Set in a finishing column and cleared outside; an update may set it too. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
  /** When the task was moved to the trash. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly deleted_at?: string | null | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type DealPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** A string of 1 to 255 characters. */
  readonly title?: string | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** In BRL. An amount from 0 to 999999999999.99 with at most two decimals. */
  readonly value?: number | null | undefined;
  /** Always BRL. A string of at most 255 characters. */
  readonly currency?: string | undefined;
  /** The phase of the sale; teams choose their own phases. A string of 1 to 64 characters. */
  readonly phase?: string | undefined;
  /** alta: high. media: medium. baixa: low. */
  readonly priority?: 'alta' | 'media' | 'baixa' | undefined;
  /** ativo: open. arquivado: archived. */
  readonly status?: 'ativo' | 'arquivado' | undefined;
  /** The chance of winning, in per cent. A number from 0 to 100. */
  readonly probability?: number | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly expected_close_date?: string | null | undefined;
  /** Where it came from (free text). A string of at most 255 characters. */
  readonly source?: string | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** True or false. */
  readonly is_starred?: boolean | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** The client’s id and name. An object with id and name. */
  readonly client?: { readonly id: string; readonly name: string; } | null | undefined;
  /** The user responsible for the sale. A UUID. */
  readonly responsible_id?: string | null | undefined;
  /** Why it was lost. A string of at most 255 characters. */
  readonly loss_reason?: string | null | undefined;
  /** Read only. A string of at most 50000 characters. */
  readonly ai_summary?: string | null | undefined;
  /** Read only. A number from 0 to 100. */
  readonly ai_win_probability?: number | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type CampaignPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** The project it belongs to. Cannot be changed after creation. A UUID. */
  readonly project_id?: string | undefined;
  /** The project’s id and name. An object with id and name. */
  readonly project?: { readonly id: string; readonly name: string; } | null | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned. */
  readonly status?: 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled' | undefined;
  /** The client’s approval; cannot be set here. */
  readonly approval_status?: 'pending' | 'approved' | 'rejected' | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly start_date?: string | null | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly end_date?: string | null | undefined;
  /** The themes, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly content_pillars?: readonly string[] | undefined;
  /** Where it runs, in order. A list of at most 100 strings of 1 to 255 characters each. */
  readonly target_platforms?: readonly string[] | undefined;
  /** Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly goals?: Readonly<Record<string, unknown>> | undefined;
  /** The user of the API key that created the record. A UUID. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ActivityPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** A string of 1 to 255 characters. */
  readonly title?: string | undefined;
  /** One of call, meeting, email, note, task, follow_up, deadline, hearing, case_event, contract_event. */
  readonly type?: 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event' | undefined;
  /** A string of at most 50000 characters. */
  readonly description?: string | null | undefined;
  /** When it happens or happened; now if not given. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly occurred_at?: string | undefined;
  /** A number from 0 to 1000000. */
  readonly duration_minutes?: number | null | undefined;
  /** Whether it is done. */
  readonly is_completed?: boolean | undefined;
  /** A date in the form YYYY-MM-DD. */
  readonly due_date?: string | null | undefined;
  /** One of low, medium, high. */
  readonly priority?: 'low' | 'medium' | 'high' | null | undefined;
  /** Free-form tags, kept in order; duplicates are dropped. A list of at most 100 strings of 1 to 100 characters each. */
  readonly tags?: readonly string[] | undefined;
  /** The client it belongs to. A UUID. */
  readonly client_id?: string | null | undefined;
  /** The deal it belongs to. A UUID. */
  readonly deal_id?: string | null | undefined;
  /** The contract it belongs to. A UUID. */
  readonly contract_id?: string | null | undefined;
  /** The user it is assigned to. A UUID. */
  readonly assigned_to?: string | null | undefined;
  /** The user of the API key that created the record. A UUID. */
  readonly created_by?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type WebhookEndpointPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed. At most 80 lower-case letters and digits, in words joined by hyphens. */
  readonly slug?: string | undefined;
  /** An inactive endpoint neither delivers nor receives. */
  readonly is_active?: boolean | undefined;
  /** The board on which received requests create tasks. A UUID. */
  readonly target_pipeline_id?: string | null | undefined;
  /** The column of that board. A UUID. */
  readonly target_column_id?: string | null | undefined;
  /** Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An object of at most 65536 bytes of JSON, at most 32 levels deep. */
  readonly field_mapping?: Readonly<Record<string, unknown>> | undefined;
  /** Where events are delivered; null for an endpoint that only receives. An http or https address of at most 2048 characters, without user name and password. */
  readonly url?: string | null | undefined;
  /** The events to deliver; * (all) if a url is given without a list. A list of event kinds: * (all), msgapp.message.status, msgapp.message.received, contact.created, contact.updated, contact.deleted, project.created, project.updated, project.deleted, client.created, client.updated, client.deleted, task.created, task.updated, task.deleted, deal.created, deal.updated, deal.deleted, campaign.created, campaign.updated, campaign.deleted, activity.created, activity.updated, activity.deleted, deal.stage_changed, task.moved, webhook.disabled, webhook.test, message.created, message.updated, conversation.updated, inbox.connection. */
  readonly events?: readonly ('*' | 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection')[] | undefined;
  /** Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it. An extension of the interface. A string of at most 255 characters. */
  readonly disabled_reason?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
  /** When the record last changed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly updated_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type MessagePrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** The conversation it belongs to. A UUID. */
  readonly conversation_id?: string | undefined;
  /** The inbox it was sent or received through. A UUID. */
  readonly inbox_id?: string | undefined;
  /** The contact’s address on the messaging network. A string of at most 255 characters. */
  readonly remote_jid?: string | undefined;
  /** The ID assigned by the network. A string of at most 255 characters. */
  readonly msgapp_message_id?: string | null | undefined;
  /** outgoing: sent by the team. incoming: sent by the contact. */
  readonly direction?: 'incoming' | 'outgoing' | undefined;
  /** The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported. A string of at most 255 characters. */
  readonly message_type?: string | undefined;
  /** The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once the message was taken back. A string of at most 65536 characters. */
  readonly content?: string | undefined;
  /** pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message. */
  readonly status?: 'received' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | undefined;
  /** Why it failed, or why its outcome is unknown; the cause comes first. An extension of the interface. A string of at most 255 characters. */
  readonly status_reason?: string | null | undefined;
  /** Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or another program on the same session. An extension of the interface. */
  readonly origin?: 'contact' | 'pauta' | 'phone' | 'other' | undefined;
  /** What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s name of an unsupported one. An extension of the interface. An object, at most 32 levels deep. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The message of the conversation that it answers or reacts to, if it is known. An extension of the interface. A UUID. */
  readonly reply_to?: string | null | undefined;
  /** The latest reaction of each side: incoming is the contact’s. An extension of the interface. A list of reactions. */
  readonly reactions?: readonly ({ readonly direction: 'incoming' | 'outgoing'; readonly emoji: string; })[] | undefined;
  /** When its text was last changed. An extension of the interface. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly edited_at?: string | null | undefined;
  /** When its writer took it back. An extension of the interface. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly revoked_at?: string | null | undefined;
  /** The network’s time of the message, by which conversations are ordered. An extension of the interface. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly sent_at?: string | undefined;
  /** The file that it holds, and whether it is here: pending, with the reason once fetching has failed; stored, with its file; or failed. An extension of the interface. An object. */
  readonly media?: { readonly status: 'pending' | 'stored' | 'failed'; readonly reason: string | null; readonly name: string | null; readonly media_type: string | null; readonly bytes: number | null; readonly file_id: string | null; } | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type InboxPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** The name the team uses. A string of 1 to 255 characters. */
  readonly name?: string | undefined;
  /** session: a session on the network. cloud: the network’s official API. */
  readonly type?: 'session' | 'cloud' | undefined;
  /** An inactive inbox sends nothing. */
  readonly active?: boolean | undefined;
  /** Whether it can send; sending through an inbox that is not connected returns 502. Follows `state`, where that is known; the operator can set it too. */
  readonly connected?: boolean | undefined;
  /** How it stands with the network. disconnected: nobody is logged in. connecting: on its way by itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not known. */
  readonly state?: 'disconnected' | 'connecting' | 'scan' | 'code' | 'passkey' | 'connected' | 'failed' | null | undefined;
  /** Why, in words. A string of at most 255 characters. */
  readonly state_reason?: string | null | undefined;
  /** When the state changed last. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly state_changed_at?: string | null | undefined;
  /** The number that is logged in, where it is known. A string of at most 255 characters. */
  readonly phone?: string | null | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
};
/** The previous values of the fields that changed; unchanged fields are absent. */
export type ConversationPrevious = {
  /** Assigned by the service (UUID version 7). A UUID. */
  readonly id?: string | undefined;
  /** The inbox. A UUID. */
  readonly inbox_id?: string | undefined;
  /** The inbox’s id and name. An object with id and name. */
  readonly inbox?: { readonly id: string; readonly name: string; } | null | undefined;
  /** The contact. A UUID. */
  readonly contact_id?: string | null | undefined;
  /** The contact; its name is the team’s, else the contact’s own, else the number. An object with id and name. */
  readonly contact?: { readonly id: string; readonly name: string; } | null | undefined;
  /** The contact’s address on the messaging network. A string of at most 255 characters. */
  readonly remote_jid?: string | undefined;
  /** open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the contact opens it again. */
  readonly status?: 'open' | 'snoozed' | 'resolved' | undefined;
  /** When a snoozed conversation opens again by itself; null for any other. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly snoozed_until?: string | null | undefined;
  /** The user who has it. A UUID. */
  readonly assignee_id?: string | null | undefined;
  /** The assignee’s id and name. An object with id and name. */
  readonly assignee?: { readonly id: string; readonly name: string; } | null | undefined;
  /** When the oldest message was written that the contact has no answer to; null once it is answered, or the conversation resolved. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly waiting_since?: string | null | undefined;
  /** When the contact’s first message was answered for the first time. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly first_answered_at?: string | null | undefined;
  /** When the contact’s last message was written. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly last_incoming_at?: string | null | undefined;
  /** Until when anything can be sent through an official number: 24 hours after the contact’s last message; later only templates. null for other inboxes, and before the first message. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly window_closes_at?: string | null | undefined;
  /** When the last message was sent or received. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly last_message_at?: string | undefined;
  /** When the record was created. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at?: string | undefined;
};
export type DeliveryShown = {
  /** The event’s id, which receivers see as webhook-id. A UUID. */
  readonly id: string;
  /** The endpoint. A UUID. */
  readonly webhook_id: string;
  /** The type of the event. */
  readonly event: 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection' | 'workflow.call';
  /** pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up. */
  readonly status: 'pending' | 'delivered' | 'failed';
  /** How many attempts were made, including those before a replay. A number from 0 to 1000000. */
  readonly attempt_count: number;
  /** When the next attempt is due; null once it is delivered or failed. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly next_attempt_at: string | null;
  /** Why the last attempt failed, or why there was none; null if nothing failed. A string of at most 255 characters. */
  readonly reason: string | null;
  /** When the event happened. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly created_at: string;
  /** When it was delivered or given up. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly completed_at: string | null;
  /** Every attempt of the last 30 days, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The delivered event; null once the event is no longer kept. */
  readonly payload: Event | null;
};
export type Attempt = {
  /** The X-Request-Id sent to the receiver. A UUID. */
  readonly request_id: string;
  /** When it began. An ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00. */
  readonly started_at: string;
  /** The HTTP status of the response; null if there was none. A number from 100 to 999. */
  readonly status: number | null;
  /** Why the attempt failed; null for a 2xx. A string of at most 255 characters. */
  readonly error: string | null;
  /** The start of the response body. A string of at most 1024 characters. */
  readonly answer: string | null;
  /** How long it took, in milliseconds. A number from 0 to 1000000. */
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
/** What a webhook endpoint is sent. */
export type WebhookEvent = MsgappMessageStatusEvent | MsgappMessageReceivedEvent | ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ProjectCreatedEvent | ProjectUpdatedEvent | ProjectDeletedEvent | ClientCreatedEvent | ClientUpdatedEvent | ClientDeletedEvent | TaskCreatedEvent | TaskUpdatedEvent | TaskDeletedEvent | DealCreatedEvent | DealUpdatedEvent | DealDeletedEvent | CampaignCreatedEvent | CampaignUpdatedEvent | CampaignDeletedEvent | ActivityCreatedEvent | ActivityUpdatedEvent | ActivityDeletedEvent | DealStageChangedEvent | TaskMovedEvent | WebhookDisabledEvent | WebhookTestEvent | MessageCreatedEvent | MessageUpdatedEvent | ConversationUpdatedEvent | InboxConnectionEvent | WorkflowCallEvent;


/** Method and path below /api/v1 → what is given, and what is answered. */
export interface Operations {
  /** A page of the team’s contacts. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /msgapp/contacts': { readonly answer: readonly Contact[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'push_name' | '-push_name' | 'custom_name' | '-custom_name' | 'phone' | '-phone' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined; readonly after?: string | undefined; readonly tag?: string | undefined; readonly client_id?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a contact */
  readonly 'POST /msgapp/contacts': { readonly answer: Contact; readonly body: ContactCreate; };
  /** Get a contact */
  readonly 'GET /msgapp/contacts/{id}': { readonly answer: Contact; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /msgapp/contacts/{id}': { readonly answer: Contact; readonly body: ContactUpdate; };
  /** Deletes the contact permanently; 409 while conversations are linked to it. */
  readonly 'DELETE /msgapp/contacts/{id}': { readonly answer: Deleted; };
  /** A page of the team’s projects. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /projects': { readonly answer: readonly Project[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'status' | '-status' | 'priority' | '-priority' | 'start_date' | '-start_date' | 'due_date' | '-due_date' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined; readonly after?: string | undefined; readonly squad_id?: string | undefined; readonly client_id?: string | undefined; readonly status?: 'backlog' | 'active' | 'paused' | 'completed' | 'cancelled' | undefined; readonly priority?: 'low' | 'medium' | 'high' | 'urgent' | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a project */
  readonly 'POST /projects': { readonly answer: Project; readonly body: ProjectCreate; };
  /** Get a project */
  readonly 'GET /projects/{id}': { readonly answer: Project; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /projects/{id}': { readonly answer: Project; readonly body: ProjectUpdate; };
  /** Sets the status to cancelled and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /projects/{id}': { readonly answer: ProjectDeleted; };
  /** A page of the team’s clients. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /clients': { readonly answer: readonly Client[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'full_name' | '-full_name' | 'email' | '-email' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'is_active' | '-is_active' | undefined; readonly after?: string | undefined; readonly type?: 'PF' | 'PJ' | undefined; readonly status?: 'active' | 'inactive' | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a client */
  readonly 'POST /clients': { readonly answer: Client; readonly body: ClientCreate; };
  /** Get a client */
  readonly 'GET /clients/{id}': { readonly answer: Client; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /clients/{id}': { readonly answer: Client; readonly body: ClientUpdate; };
  /** Sets the status to inactive and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /clients/{id}': { readonly answer: ClientDeleted; };
  /** A page of the team’s tasks. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /tasks': { readonly answer: readonly Task[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'title' | '-title' | 'priority' | '-priority' | 'due_date' | '-due_date' | 'position' | '-position' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'completed_at' | '-completed_at' | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; readonly pipeline_id?: string | undefined; readonly assignee_id?: string | undefined; readonly priority?: 'urgent' | 'high' | 'medium' | 'low' | 'none' | undefined; readonly column?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a task */
  readonly 'POST /tasks': { readonly answer: Task; readonly body: TaskCreate; };
  /** Get a task */
  readonly 'GET /tasks/{id}': { readonly answer: Task; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /tasks/{id}': { readonly answer: Task; readonly body: TaskUpdate; };
  /** Moves the task to the trash, from which the operator can restore it. Repeating it gives 404. */
  readonly 'DELETE /tasks/{id}': { readonly answer: TaskDeleted; };
  /** A page of the team’s deals. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /deals': { readonly answer: readonly Deal[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'title' | '-title' | 'value' | '-value' | 'phase' | '-phase' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'expected_close_date' | '-expected_close_date' | undefined; readonly after?: string | undefined; readonly status?: 'ativo' | 'arquivado' | undefined; readonly phase?: string | undefined; readonly client_id?: string | undefined; readonly responsible_id?: string | undefined; readonly source?: string | undefined; readonly min_value?: number | undefined; readonly max_value?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a deal */
  readonly 'POST /deals': { readonly answer: Deal; readonly body: DealCreate; };
  /** Get a deal */
  readonly 'GET /deals/{id}': { readonly answer: Deal; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /deals/{id}': { readonly answer: Deal; readonly body: DealUpdate; };
  /** Sets the status to arquivado and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /deals/{id}': { readonly answer: DealDeleted; };
  /** A page of the team’s campaigns. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /campaigns': { readonly answer: readonly Campaign[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'status' | '-status' | 'start_date' | '-start_date' | 'end_date' | '-end_date' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined; readonly after?: string | undefined; readonly status?: 'draft' | 'scheduled' | 'active' | 'paused' | 'completed' | 'cancelled' | undefined; readonly project_id?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a campaign */
  readonly 'POST /campaigns': { readonly answer: Campaign; readonly body: CampaignCreate; };
  /** Get a campaign */
  readonly 'GET /campaigns/{id}': { readonly answer: Campaign; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /campaigns/{id}': { readonly answer: Campaign; readonly body: CampaignUpdate; };
  /** Sets the status to cancelled and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /campaigns/{id}': { readonly answer: CampaignDeleted; };
  /** A page of the team’s activities. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /activities': { readonly answer: readonly Activity[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'title' | '-title' | 'type' | '-type' | 'occurred_at' | '-occurred_at' | 'due_date' | '-due_date' | 'priority' | '-priority' | 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly type?: 'call' | 'meeting' | 'email' | 'note' | 'task' | 'follow_up' | 'deadline' | 'hearing' | 'case_event' | 'contract_event' | undefined; readonly client_id?: string | undefined; readonly deal_id?: string | undefined; readonly completed?: boolean | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create an activity */
  readonly 'POST /activities': { readonly answer: Activity; readonly body: ActivityCreate; };
  /** Get an activity */
  readonly 'GET /activities/{id}': { readonly answer: Activity; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /activities/{id}': { readonly answer: Activity; readonly body: ActivityUpdate; };
  /** Marks the activity as completed and keeps the record. Repeating it gives the same response. */
  readonly 'DELETE /activities/{id}': { readonly answer: ActivityDeleted; };
  /** A page of the team’s webhooks. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /webhooks': { readonly answer: readonly WebhookEndpoint[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined; readonly after?: string | undefined; readonly active?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  /** Create a webhook endpoint */
  readonly 'POST /webhooks': { readonly answer: WebhookEndpointCreated; readonly body: WebhookEndpointCreate; };
  /** Get a webhook endpoint */
  readonly 'GET /webhooks/{id}': { readonly answer: WebhookEndpoint; };
  /** Changes only the fields given; null clears a field that may be unset. Returns the whole record. */
  readonly 'PUT /webhooks/{id}': { readonly answer: WebhookEndpoint; readonly body: WebhookEndpointUpdate; };
  /** Deletes the endpoint permanently. */
  readonly 'DELETE /webhooks/{id}': { readonly answer: Deleted; };
  /** An extension of the interface. Tests a connection: which team the key stands for, what it may do and until when. rate_limit is the stricter of the key’s own limit and that of its address. */
  readonly 'GET /me': { readonly answer: Me; };
  /** Give inbox_id and phone, or conversation_id alone. With a phone, a missing contact and conversation are created. The response comes once the gateway has accepted the message, after 10 seconds at most. A 502 names the message and its conversation, where it is kept with its status_reason. The text starts with the cause: `network` and `timeout` (the gateway was not reached, or its answer was lost: send again later), `disconnected` (the inbox must be reconnected), `number` (nobody has this number), `throttled` (wait, then send more slowly), `credentials` (for the operator), `rejected` (the network rejects this text), `gateway` (it failed), `stopped` (the service did). Then it says whether the message was not sent (`failed`), or may have been (`pending`: check its conversation before you send again). Nothing is resent automatically. With an Idempotency-Key a message is sent once, even across a crash, and its response is replayed, a 502 too. After a crash the key returns 409 for up to 20 seconds. An inbox on the sandbox gateway reaches nobody and confirms everything, except phones ending in 0000 (refused), 0001 (never confirmed), 0002 (failed later), 0003 (confirmed twice and out of order) and 0004 (answers after the timeout). */
  readonly 'POST /msgapp/messages': { readonly answer: Message; readonly body: MessageCreate; };
  /** An extension of the interface. A page of the messages of one conversation, in both directions. */
  readonly 'GET /msgapp/conversations/{id}/messages': { readonly answer: readonly Message[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'sent_at' | '-sent_at' | 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. The network's own list at this moment, whatever became of each template: only those with the status `APPROVED` can be sent. */
  readonly 'GET /inboxes/{id}/templates': { readonly answer: Templates; };
  /** An extension of the interface. Sends an approved template of an official number: the only way to write to somebody who has not written within the last 24 hours. The template is looked up in the network’s list first (GET /v1/inboxes/{id}/templates), and what is missing or too much is answered with 400 before anything is stored. The message is kept with the type `template`, its filled-in text as content and what was filled in as details. Address, Idempotency-Key and the causes of a 502 are as in POST /v1/msgapp/messages. */
  readonly 'POST /msgapp/messages/template': { readonly answer: Message; readonly body: TemplateSend; };
  /** An extension of the interface. A page of the endpoint’s deliveries of the last 30 days, and of those still pending. */
  readonly 'GET /webhooks/{id}/deliveries': { readonly answer: readonly Delivery[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly status?: 'pending' | 'delivered' | 'failed' | undefined; readonly event?: 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection' | 'workflow.call' | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. The delivery with its attempts and its event. */
  readonly 'GET /webhooks/{id}/deliveries/{delivery}': { readonly answer: DeliveryShown; };
  /** An extension of the interface. It is attempted at once, whatever its outcome so far, and then as often as a new one. A delivery that is being attempted right now stays as it is. No body. */
  readonly 'POST /webhooks/{id}/deliveries/{delivery}/replay': { readonly answer: Delivery; };
  /** An extension of the interface. Without a body, replays all failed deliveries whose events are kept. At most 10,000 per call, oldest first. */
  readonly 'POST /webhooks/{id}/replay': { readonly answer: ReplayResult; readonly body: Replay; };
  /** An extension of the interface. Delivers a webhook.test event, whose data is the endpoint, to this endpoint only. The delivery shows the outcome. No body. */
  readonly 'POST /webhooks/{id}/test': { readonly answer: Delivery; };
  /** An extension of the interface. For 24 hours deliveries are signed with the secret before it too, and what comes to its address may be. A further rotation within that time ends the oldest secret at once. No body. */
  readonly 'POST /webhooks/{id}/rotate-secret': { readonly answer: WebhookEndpointCreated; };
  /** An extension of the interface. A page of the requests that the endpoint received in the last 30 days. */
  readonly 'GET /webhooks/{id}/receptions': { readonly answer: readonly Reception[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly status?: 'accepted' | 'rejected' | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. A page of the team’s inboxes. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /inboxes': { readonly answer: readonly Inbox[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly type?: 'session' | 'cloud' | undefined; readonly active?: boolean | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. */
  readonly 'GET /inboxes/{id}': { readonly answer: Inbox; };
  /** An extension of the interface. A page of the team’s squads. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /squads': { readonly answer: readonly Squad[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. */
  readonly 'GET /squads/{id}': { readonly answer: Squad; };
  /** An extension of the interface. A page of the team’s pipelines. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /pipelines': { readonly answer: readonly Pipeline[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly project_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. */
  readonly 'GET /pipelines/{id}': { readonly answer: Pipeline; };
  /** An extension of the interface. A page of the team’s users. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /users': { readonly answer: readonly User[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'name' | '-name' | 'email' | '-email' | 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly search?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. */
  readonly 'GET /users/{id}': { readonly answer: User; };
  /** An extension of the interface. A page of the team’s conversations. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /msgapp/conversations': { readonly answer: readonly Conversation[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'created_at' | '-created_at' | 'last_message_at' | '-last_message_at' | 'waiting_since' | '-waiting_since' | undefined; readonly after?: string | undefined; readonly inbox_id?: string | undefined; readonly contact_id?: string | undefined; readonly status?: 'open' | 'snoozed' | 'resolved' | undefined; readonly assignee_id?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. */
  readonly 'GET /msgapp/conversations/{id}': { readonly answer: Conversation; };
  /** An extension of the interface. A page of the team’s events. Filters are combined with AND; an empty one counts as not given. */
  readonly 'GET /events': { readonly answer: readonly Event[]; readonly query?: { readonly page?: number | undefined; readonly limit?: number | undefined; readonly sort?: 'created_at' | '-created_at' | undefined; readonly after?: string | undefined; readonly type?: 'msgapp.message.status' | 'msgapp.message.received' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'project.created' | 'project.updated' | 'project.deleted' | 'client.created' | 'client.updated' | 'client.deleted' | 'task.created' | 'task.updated' | 'task.deleted' | 'deal.created' | 'deal.updated' | 'deal.deleted' | 'campaign.created' | 'campaign.updated' | 'campaign.deleted' | 'activity.created' | 'activity.updated' | 'activity.deleted' | 'deal.stage_changed' | 'task.moved' | 'webhook.disabled' | 'webhook.test' | 'message.created' | 'message.updated' | 'conversation.updated' | 'inbox.connection' | 'workflow.call' | undefined; readonly from?: string | undefined; readonly to?: string | undefined; } | undefined; readonly pagination: Pagination; };
  /** An extension of the interface. */
  readonly 'GET /events/{id}': { readonly answer: Event; };
}
