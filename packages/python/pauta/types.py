# Written by `npm run sdk:types` from the API’s document; not by hand.
"""What the API takes and answers."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

class ErrorDetail(TypedDict):
    code: ErrorCode
    """What to build on."""
    message: str
    """For people; its wording may change."""


class Pagination(TypedDict):
    """Where a page stands among all that match. Later versions may add fields."""
    page: int
    """The requested page."""
    limit: int
    """The most records on a page."""
    total: int
    """How many records match, across all pages."""
    pages: int
    """How many pages there are; 0 if nothing matches."""


class Contact(TypedDict):
    """People on the messaging network. A team has one contact per phone number. Later versions may
    add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    phone: str
    """The number with its country code. Cannot be changed after creation. 10 to 15 digits with the
    country code."""
    jid: str
    """The address on the messaging network, derived from the phone number."""
    push_name: str | None
    """The name the contact chose."""
    custom_name: str | None
    """The name the team uses."""
    profile_picture_url: str | None
    """Where the contact’s picture is, where the network tells."""
    notes: str | None
    """Private notes of the team."""
    tags: list[str]
    """Free-form tags, kept in order; duplicates are dropped."""
    client_id: str | None
    """The client it belongs to."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class Deleted(TypedDict):
    id: str
    """The record."""
    deleted: Literal[True]
    """It is gone for good."""


class Project(TypedDict):
    """Jobs the agency works on. A new project gets its own board, copied from the team’s template.
    Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """What the project is called."""
    slug: str
    """Its name in URLs, unique in the team; derived from the name if not given. At most 80
    lower-case letters and digits, in words joined by hyphens."""
    description: str | None
    """What there is to say about it (free text)."""
    status: ProjectStatus
    """The state of the project. Entering completed sets completed_at; leaving it clears it."""
    priority: ProjectPriority
    """Sorted by weight: low < medium < high < urgent."""
    color: str | None
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: str | None
    """The day on which it begins."""
    due_date: str | None
    """The day on which it is due."""
    completed_at: str | None
    """Set when the status becomes completed; an update may set it too."""
    briefing: str | None
    """What the client asked for."""
    squad_id: str | None
    """The squad doing the work."""
    squad: Ref | None
    """The squad’s id and name."""
    client_id: str | None
    """The client it belongs to."""
    client: Ref | None
    """The client’s id and name."""
    created_by: str | None
    """The user of the API key that created the record."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class ProjectDeleted(TypedDict):
    id: str
    """The record."""
    status: Literal["cancelled"]
    """What its status is now."""
    archived_at: str
    """When it was archived."""


class Client(TypedDict):
    """Customers of the agency: people (PF) and companies (PJ). Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    type: ClientType
    """PF: a person. PJ: a company. Changing it clears the fields of the other type."""
    name: str
    """Full name, or the company’s legal name."""
    display_name: str | None
    """The name the team uses."""
    email: str | None
    """An e-mail address."""
    phone: str | None
    """A telephone number, as people write it."""
    mobile_phone: str | None
    """A mobile number, as people write it."""
    msgapp: str | None
    """The number on the messaging network."""
    cpf: str | None
    """PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with
    or without punctuation."""
    rg: str | None
    """PF only."""
    birth_date: str | None
    """PF only."""
    gender: str | None
    """PF only (free text)."""
    cnpj: str | None
    """PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12
    letters or digits and 2 digits, with or without punctuation."""
    legal_name: str | None
    """PJ only."""
    trade_name: str | None
    """PJ only."""
    state_registration: str | None
    """PJ only."""
    address: Address | None
    """The postal address."""
    source: str | None
    """Where it came from (free text)."""
    status: ClientStatus
    """DELETE sets inactive; an update to active restores the client."""
    notes: str | None
    """What the team notes about the client."""
    tags: list[str]
    """Free-form tags, kept in order; duplicates are dropped."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class ClientDeleted(TypedDict):
    id: str
    """The record."""
    status: Literal["inactive"]
    """What its status is now."""
    deactivated_at: str
    """When it was deactivated."""


class Task(TypedDict):
    """Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore
    them. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as lists show it."""
    description: str | None
    """What there is to say about it (free text)."""
    project_id: str
    """The project it belongs to. Cannot be changed after creation."""
    pipeline_id: str
    """The board; the project’s default one if not given."""
    column: str
    """The slug of a column of that board; its first column if not given."""
    priority: TaskPriority
    """Sorted by weight: none < low < medium < high < urgent."""
    assignee_id: str | None
    """The first of assignee_ids; giving only one of the two fields sets the other."""
    assignee_ids: list[str]
    """The users assigned to it, the main one first."""
    reporter_id: str | None
    """The user who asked for it."""
    due_date: str | None
    """The day on which it is due."""
    estimated_hours: float | None
    """How many hours it is expected to take."""
    actual_hours: float | None
    """How many hours it took."""
    position: float
    """Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given
    position is taken, the task that held it moves right behind."""
    tags: list[str]
    """Free-form tags, kept in order; duplicates are dropped."""
    checklist_markdown: str | None
    """A checklist in Markdown."""
    completed_at: str | None
    """Set in a finishing column and cleared outside; an update may set it too."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""
    deleted_at: str | None
    """When the task was moved to the trash."""


class TaskDeleted(TypedDict):
    id: str
    """The record."""
    deleted_at: str
    """When it was moved to the trash."""


class Deal(TypedDict):
    """Sales opportunities. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as lists show it."""
    description: str | None
    """What there is to say about it (free text)."""
    value: float | None
    """In BRL. With at most two decimals."""
    currency: str
    """Always BRL."""
    phase: DealPhase
    """The phase of the sale; teams choose their own phases."""
    priority: DealPriority
    """alta: high. media: medium. baixa: low."""
    status: DealStatus
    """ativo: open. arquivado: archived."""
    probability: float | None
    """The chance of winning, in per cent."""
    expected_close_date: str | None
    """The day on which the sale is expected to be decided."""
    source: str | None
    """Where it came from (free text)."""
    tags: list[str]
    """Free-form tags, kept in order; duplicates are dropped."""
    is_starred: bool
    """Whether the team marked it."""
    client_id: str | None
    """The client it belongs to."""
    client: Ref | None
    """The client’s id and name."""
    responsible_id: str | None
    """The user responsible for the sale."""
    loss_reason: str | None
    """Why it was lost."""
    ai_summary: str | None
    """A summary of the deal; read only."""
    ai_win_probability: float | None
    """The estimated chance of winning, in per cent; read only."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class DealDeleted(TypedDict):
    id: str
    """The record."""
    status: Literal["arquivado"]
    """What its status is now."""
    archived_at: str
    """When it was archived."""


class Campaign(TypedDict):
    """Marketing campaigns within a project. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """What the campaign is called."""
    project_id: str
    """The project it belongs to. Cannot be changed after creation."""
    project: Ref | None
    """The project’s id and name."""
    description: str | None
    """What there is to say about it (free text)."""
    status: CampaignStatus
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned."""
    approval_status: CampaignApprovalStatus
    """The client’s approval; cannot be set here."""
    start_date: str | None
    """The day on which it begins."""
    end_date: str | None
    """The day on which it ends."""
    content_pillars: list[str]
    """The themes, in order."""
    target_platforms: list[str]
    """Where it runs, in order."""
    goals: dict[str, Any]
    """Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep."""
    created_by: str | None
    """The user of the API key that created the record."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class CampaignDeleted(TypedDict):
    id: str
    """The record."""
    status: Literal["cancelled"]
    """What its status is now."""
    cancelled_at: str
    """When it was cancelled."""


class Activity(TypedDict):
    """Calls, meetings, notes and deadlines, linked to clients, deals or contracts. Later versions
    may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as lists show it."""
    type: ActivityType
    """What kind of activity it is."""
    description: str | None
    """What there is to say about it (free text)."""
    occurred_at: str
    """When it happens or happened; now if not given."""
    duration_minutes: float | None
    """How long it takes or took, in minutes."""
    is_completed: bool
    """Whether it is done."""
    due_date: str | None
    """The day on which it is due."""
    priority: ActivityPriority | None
    """How much it matters."""
    tags: list[str]
    """Free-form tags, kept in order; duplicates are dropped."""
    client_id: str | None
    """The client it belongs to."""
    deal_id: str | None
    """The deal it belongs to."""
    contract_id: str | None
    """The contract it belongs to."""
    assigned_to: str | None
    """The user it is assigned to."""
    created_by: str | None
    """The user of the API key that created the record."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class ActivityDeleted(TypedDict):
    id: str
    """The record."""
    is_completed: Literal[True]
    """It is done now."""
    completed_at: str
    """When it was completed."""


class WebhookEndpoint(TypedDict):
    """Endpoints that deliver events (url, events), receive requests from other systems and turn
    them into tasks, or both. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """What the endpoint is called; tasks that it creates without a title are called so, too."""
    slug: str
    """Its address for receiving, unique in the team; derived from the name if not given. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""
    is_active: bool
    """An inactive endpoint neither delivers nor receives."""
    target_pipeline_id: str | None
    """The board on which received requests create tasks."""
    target_column_id: str | None
    """The column of that board."""
    field_mapping: dict[str, Any]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: str | None
    """Where events are delivered; null for an endpoint that only receives. An http or https address
    of at most 2048 characters, without user name and password."""
    events: list[SubscribedEvent]
    """The events to deliver; * (all) if a url is given without a list."""
    disabled_reason: str | None
    """Why the service disabled the endpoint: its receiver answered 410, every delivery failed for
    five days, or too many deliveries were waiting. Enabling the endpoint clears it."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class WebhookEndpointCreated(TypedDict):
    """Endpoints that deliver events (url, events), receive requests from other systems and turn
    them into tasks, or both. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """What the endpoint is called; tasks that it creates without a title are called so, too."""
    slug: str
    """Its address for receiving, unique in the team; derived from the name if not given. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""
    is_active: bool
    """An inactive endpoint neither delivers nor receives."""
    target_pipeline_id: str | None
    """The board on which received requests create tasks."""
    target_column_id: str | None
    """The column of that board."""
    field_mapping: dict[str, Any]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: str | None
    """Where events are delivered; null for an endpoint that only receives. An http or https address
    of at most 2048 characters, without user name and password."""
    events: list[SubscribedEvent]
    """The events to deliver; * (all) if a url is given without a list."""
    disabled_reason: str | None
    """Why the service disabled the endpoint: its receiver answered 410, every delivery failed for
    five days, or too many deliveries were waiting. Enabling the endpoint clears it."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""
    secret_token: str
    """Signs deliveries and receptions. Shown only in this response."""


class Me(TypedDict):
    """Later versions may add fields."""
    team: MeTeam
    """The team. The team that the key stands for."""
    key: MeKey
    """The key itself."""
    rate_limit: MeRateLimit | None
    """How many requests there may be in how many seconds, or null where there is no limit."""


class DealPhases(TypedDict):
    """Later versions may add fields."""
    phases: list[TeamPhase]
    """The phases, those that the team lists first."""


class TagsInUse(TypedDict):
    """Later versions may add fields."""
    clients: list[str]
    """Tags of clients, the most used first. A list of tags, the most used first."""
    contacts: list[str]
    """Tags of contacts, the most used first. A list of tags, the most used first."""
    deals: list[str]
    """Tags of deals, the most used first. A list of tags, the most used first."""
    tasks: list[str]
    """Tags of tasks, the most used first. A list of tags, the most used first."""
    activities: list[str]
    """Tags of activities, the most used first. A list of tags, the most used first."""


class Message(TypedDict):
    """Messages to and from contacts, by the network’s time. The status only moves forward: pending,
    sent, delivered, read; or failed, from pending or sent. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    conversation_id: str
    """The conversation it belongs to."""
    inbox_id: str
    """The inbox it was sent or received through."""
    remote_jid: str
    """The contact’s address on the messaging network."""
    msgapp_message_id: str | None
    """The ID assigned by the network."""
    direction: MessageDirection
    """outgoing: sent by the team. incoming: sent by the contact."""
    message_type: str
    """The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be
    any of text, image, audio, voice, video, document, sticker, location, contacts, reaction,
    button_reply, list_reply, poll, order, template and unsupported."""
    content: str
    """The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once
    the message was taken back."""
    status: MessageStatus
    """pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed.
    failed: not sent, or given up. received: an incoming message."""
    status_reason: str | None
    """Why it failed, or why its outcome is unknown; the cause comes first."""
    origin: MessageOrigin
    """Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or
    another program on the same session."""
    author: MessageAuthor | None
    """Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone,
    or another program. null for an incoming message, and for one stored before authors were. An
    author."""
    step_due_at: str | None
    """When the workflow step that sends the message is due next, as of reading: a message that
    failed is sent again then. null once the step is over."""
    superseded_by: str | None
    """The message that a later try of the same workflow step sent in place of this one, which had
    failed."""
    details: dict[str, Any]
    """What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s
    name of an unsupported one. An object, at most 32 levels deep."""
    referral: Referral | None
    """The advertisement or post through which the contact began to write, as the network reports
    it; null for other messages."""
    reply_to: str | None
    """The message of the conversation that it answers or reacts to, if it is known."""
    reactions: list[Reaction]
    """The latest reaction of each side: incoming is the contact’s."""
    edited_at: str | None
    """When its text was last changed."""
    revoked_at: str | None
    """When its writer took it back."""
    versions: list[MessageVersion]
    """Its earlier texts, oldest first."""
    sent_at: str
    """When it was written, in whole seconds: the network’s time, or when Pauta stored what it
    sends. Conversations are ordered by it, then by created_at."""
    media: Media | None
    """The file that it holds, and whether it is here: pending, with the reason once fetching has
    failed; stored, with its file; or failed."""
    created_at: str
    """When the record was created."""


class Templates(TypedDict):
    """Later versions may add fields."""
    templates: list[Template]
    """The templates of the number’s account, as the network lists them."""


class Delivery(TypedDict):
    """Events on their way to webhook endpoints: one delivery per endpoint and event. Later versions
    may add fields."""
    id: str
    """The event’s id, which receivers see as webhook-id."""
    webhook_id: str
    """The endpoint."""
    event: EventKind
    """The type of the event."""
    status: DeliveryStatus
    """pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up."""
    attempt_count: float
    """How many attempts were made, including those before a replay."""
    next_attempt_at: str | None
    """When the next attempt is due; null once it is delivered or failed."""
    reason: str | None
    """Why the last attempt failed, or why there was none; null if nothing failed."""
    created_at: str
    """When the event happened."""
    completed_at: str | None
    """When it was delivered or given up."""


class ReplayResult(TypedDict):
    """Later versions may add fields."""
    replayed: float
    """How many deliveries are attempted again."""
    remaining: float
    """How many more there are: call again from next_from on."""
    next_from: str | None
    """Where to continue; null if nothing is left."""


class Reception(TypedDict):
    """Requests from other systems to webhook endpoints, and their outcome. Later versions may add
    fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    status: ReceptionStatus
    """accepted: it created a task. rejected: no task could be created from it."""
    key: str | None
    """The sender’s ID for the request: its webhook-id, or else its Idempotency-Key."""
    task_id: str | None
    """The task it created."""
    reason: str | None
    """Why it was rejected, or the fields for which the payload had no value."""
    payload: str | None
    """The first 65,536 characters of the payload, if it was rejected or had no title."""
    created_at: str
    """When it was received."""


class Inbox(TypedDict):
    """The numbers through which the team sends and receives messages. Created by the operator.
    Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name the team uses."""
    type: InboxType
    """session: a session on the network. cloud: the network’s official API."""
    active: bool
    """An inactive inbox sends nothing."""
    connected: bool
    """Whether it can send; sending through an inbox that is not connected returns 502. Follows
    `state`, where that is known; the operator can set it too."""
    state: ConnectionState | None
    """How it stands with the network. disconnected: nobody is logged in. connecting: on its way by
    itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not
    known."""
    state_reason: str | None
    """Why, in words."""
    state_changed_at: str | None
    """When the state changed last."""
    phone: str | None
    """The number that is logged in, where it is known."""
    created_at: str
    """When the record was created."""


class Squad(TypedDict):
    """Groups of people who work on projects. Created by the operator. Later versions may add
    fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name the team uses."""
    created_at: str
    """When the record was created."""


class Pipeline(TypedDict):
    """Boards and their columns, of one project or of the whole team. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name the team uses."""
    project_id: str | None
    """The project whose board it is; null for a board of the team."""
    project: Ref | None
    """The project’s id and name."""
    is_default: bool
    """Whether new tasks of the project go to this board."""
    columns: list[PipelineColumn]
    """Its columns, in order: id, slug, name, and whether entering it finishes a task."""
    created_at: str
    """When the record was created."""


class User(TypedDict):
    """The people of the team. Created by the operator. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """Their name."""
    email: str
    """Their address; unique in the team."""
    role: Role
    """Their role in the team."""
    created_at: str
    """When the record was created."""


class Conversation(TypedDict):
    """The messages between an inbox and a contact; created by the first message. Later versions may
    add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    inbox_id: str
    """The inbox."""
    inbox: Ref | None
    """The inbox’s id and name."""
    contact_id: str | None
    """The contact."""
    contact: Ref | None
    """The contact; its name is the team’s, else the contact’s own, else the number."""
    remote_jid: str
    """The contact’s address on the messaging network."""
    status: ConversationStatus
    """open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the
    contact opens it again."""
    snoozed_until: str | None
    """When a snoozed conversation opens again by itself; null for any other."""
    assignee_id: str | None
    """The user who has it."""
    assignee: Ref | None
    """The assignee’s id and name."""
    waiting_since: str | None
    """When the oldest message was written that the contact has no answer to; null once it is
    answered, or the conversation resolved."""
    first_answered_at: str | None
    """When the contact’s first message was answered for the first time."""
    last_incoming_at: str | None
    """When the contact’s last message was written."""
    window_closes_at: str | None
    """Until when anything can be sent through an official number: 24 hours after the contact’s last
    message; later only templates. null for other inboxes, and before the first message."""
    last_message_at: str
    """When the last message was sent or received."""
    created_at: str
    """When the record was created."""


Event = Union[
    "MsgappMessageStatusEvent",
    "MsgappMessageReceivedEvent",
    "ContactCreatedEvent",
    "ContactUpdatedEvent",
    "ContactDeletedEvent",
    "ProjectCreatedEvent",
    "ProjectUpdatedEvent",
    "ProjectDeletedEvent",
    "ClientCreatedEvent",
    "ClientUpdatedEvent",
    "ClientDeletedEvent",
    "TaskCreatedEvent",
    "TaskUpdatedEvent",
    "TaskDeletedEvent",
    "DealCreatedEvent",
    "DealUpdatedEvent",
    "DealDeletedEvent",
    "CampaignCreatedEvent",
    "CampaignUpdatedEvent",
    "CampaignDeletedEvent",
    "ActivityCreatedEvent",
    "ActivityUpdatedEvent",
    "ActivityDeletedEvent",
    "DealStageChangedEvent",
    "TaskMovedEvent",
    "WebhookDisabledEvent",
    "WebhookTestEvent",
    "MessageCreatedEvent",
    "MessageUpdatedEvent",
    "ConversationUpdatedEvent",
    "InboxConnectionEvent",
    "WorkflowCallEvent",
]
"""What happened, as endpoints are told and GET /v1/events lists: its type says what its data is.
Later versions add types: leave out those that you do not know."""


class ReceivedTask(TypedDict):
    """Later versions may add fields."""
    task_id: str
    """The task."""


class ContactCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    phone: str
    """The number with its country code. Cannot be changed after creation. 10 to 15 digits with the
    country code."""
    custom_name: NotRequired[str | None]
    """The name the team uses."""
    notes: NotRequired[str | None]
    """Private notes of the team."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped. If not given: empty."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""


class ContactUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    custom_name: NotRequired[str | None]
    """The name the team uses."""
    notes: NotRequired[str | None]
    """Private notes of the team."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    phone: NotRequired[str]
    """Cannot be changed: only its current value is accepted."""


class ProjectCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    name: str
    """What the project is called."""
    slug: NotRequired[str | None]
    """Its name in URLs, unique in the team; derived from the name if not given. At most 80
    lower-case letters and digits, in words joined by hyphens."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    status: NotRequired[ProjectStatus | None]
    """The state of the project. Entering completed sets completed_at; leaving it clears it. If not
    given: `backlog`."""
    priority: NotRequired[ProjectPriority | None]
    """Sorted by weight: low < medium < high < urgent. If not given: `medium`."""
    color: NotRequired[str | None]
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """The day on which it begins."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    briefing: NotRequired[str | None]
    """What the client asked for."""
    squad_id: NotRequired[str | None]
    """The squad doing the work."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""


class ProjectUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    name: NotRequired[str]
    """What the project is called."""
    slug: NotRequired[str]
    """Its name in URLs, unique in the team; derived from the name if not given. At most 80
    lower-case letters and digits, in words joined by hyphens."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    status: NotRequired[ProjectStatus]
    """The state of the project. Entering completed sets completed_at; leaving it clears it."""
    priority: NotRequired[ProjectPriority]
    """Sorted by weight: low < medium < high < urgent."""
    color: NotRequired[str | None]
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """The day on which it begins."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    briefing: NotRequired[str | None]
    """What the client asked for."""
    squad_id: NotRequired[str | None]
    """The squad doing the work."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    completed_at: NotRequired[str | None]
    """Set when the status becomes completed; an update may set it too."""


class ClientCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    type: ClientType
    """PF: a person. PJ: a company. Changing it clears the fields of the other type."""
    name: str
    """Full name, or the company’s legal name."""
    display_name: NotRequired[str | None]
    """The name the team uses."""
    email: NotRequired[str | None]
    """An e-mail address."""
    phone: NotRequired[str | None]
    """A telephone number, as people write it."""
    mobile_phone: NotRequired[str | None]
    """A mobile number, as people write it."""
    msgapp: NotRequired[str | None]
    """The number on the messaging network."""
    cpf: NotRequired[str | None]
    """PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with
    or without punctuation."""
    rg: NotRequired[str | None]
    """PF only."""
    birth_date: NotRequired[str | None]
    """PF only."""
    gender: NotRequired[str | None]
    """PF only (free text)."""
    cnpj: NotRequired[str | None]
    """PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12
    letters or digits and 2 digits, with or without punctuation."""
    legal_name: NotRequired[str | None]
    """PJ only."""
    trade_name: NotRequired[str | None]
    """PJ only."""
    state_registration: NotRequired[str | None]
    """PJ only."""
    address: NotRequired[AddressInput | None]
    """The postal address."""
    source: NotRequired[str | None]
    """Where it came from (free text)."""
    notes: NotRequired[str | None]
    """What the team notes about the client."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped. If not given: empty."""


class ClientUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    type: NotRequired[ClientType]
    """PF: a person. PJ: a company. Changing it clears the fields of the other type."""
    name: NotRequired[str]
    """Full name, or the company’s legal name."""
    display_name: NotRequired[str | None]
    """The name the team uses."""
    email: NotRequired[str | None]
    """An e-mail address."""
    phone: NotRequired[str | None]
    """A telephone number, as people write it."""
    mobile_phone: NotRequired[str | None]
    """A mobile number, as people write it."""
    msgapp: NotRequired[str | None]
    """The number on the messaging network."""
    cpf: NotRequired[str | None]
    """PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with
    or without punctuation."""
    rg: NotRequired[str | None]
    """PF only."""
    birth_date: NotRequired[str | None]
    """PF only."""
    gender: NotRequired[str | None]
    """PF only (free text)."""
    cnpj: NotRequired[str | None]
    """PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12
    letters or digits and 2 digits, with or without punctuation."""
    legal_name: NotRequired[str | None]
    """PJ only."""
    trade_name: NotRequired[str | None]
    """PJ only."""
    state_registration: NotRequired[str | None]
    """PJ only."""
    address: NotRequired[AddressInput | None]
    """The postal address."""
    source: NotRequired[str | None]
    """Where it came from (free text)."""
    notes: NotRequired[str | None]
    """What the team notes about the client."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped."""
    status: NotRequired[ClientStatus]
    """DELETE sets inactive; an update to active restores the client."""


class TaskCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as lists show it."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    pipeline_id: NotRequired[str | None]
    """The board; the project’s default one if not given."""
    column: NotRequired[str | None]
    """The slug of a column of that board; its first column if not given."""
    priority: NotRequired[TaskPriority | None]
    """Sorted by weight: none < low < medium < high < urgent. If not given: `none`."""
    assignee_id: NotRequired[str | None]
    """The first of assignee_ids; giving only one of the two fields sets the other."""
    assignee_ids: NotRequired[list[str] | None]
    """The users assigned to it, the main one first. If not given: empty."""
    reporter_id: NotRequired[str | None]
    """The user who asked for it."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    estimated_hours: NotRequired[float | None]
    """How many hours it is expected to take."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped. If not given: empty."""
    checklist_markdown: NotRequired[str | None]
    """A checklist in Markdown."""
    project_id: str
    """The project it belongs to. Cannot be changed after creation."""


class TaskUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as lists show it."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    pipeline_id: NotRequired[str]
    """The board; the project’s default one if not given."""
    column: NotRequired[str]
    """The slug of a column of that board; its first column if not given."""
    priority: NotRequired[TaskPriority]
    """Sorted by weight: none < low < medium < high < urgent."""
    assignee_id: NotRequired[str | None]
    """The first of assignee_ids; giving only one of the two fields sets the other."""
    assignee_ids: NotRequired[list[str] | None]
    """The users assigned to it, the main one first."""
    reporter_id: NotRequired[str | None]
    """The user who asked for it."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    estimated_hours: NotRequired[float | None]
    """How many hours it is expected to take."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped."""
    checklist_markdown: NotRequired[str | None]
    """A checklist in Markdown."""
    position: NotRequired[float]
    """Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given
    position is taken, the task that held it moves right behind."""
    completed_at: NotRequired[str | None]
    """Set in a finishing column and cleared outside; an update may set it too."""
    actual_hours: NotRequired[float | None]
    """How many hours it took."""
    project_id: NotRequired[str]
    """Cannot be changed: only its current value is accepted."""


class DealCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as lists show it."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    value: NotRequired[float | None]
    """In BRL. With at most two decimals."""
    phase: NotRequired[DealPhase | None]
    """The phase of the sale; teams choose their own phases. If not given: `lead`."""
    priority: NotRequired[DealPriority | None]
    """alta: high. media: medium. baixa: low. If not given: `media`."""
    status: NotRequired[DealStatus | None]
    """ativo: open. arquivado: archived. If not given: `ativo`."""
    probability: NotRequired[float | None]
    """The chance of winning, in per cent."""
    expected_close_date: NotRequired[str | None]
    """The day on which the sale is expected to be decided."""
    responsible_id: NotRequired[str | None]
    """The user responsible for the sale."""
    source: NotRequired[str | None]
    """Where it came from (free text)."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped. If not given: empty."""
    is_starred: NotRequired[bool | None]
    """Whether the team marked it. If not given: `false`."""


class DealUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as lists show it."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    value: NotRequired[float | None]
    """In BRL. With at most two decimals."""
    phase: NotRequired[DealPhase]
    """The phase of the sale; teams choose their own phases."""
    priority: NotRequired[DealPriority]
    """alta: high. media: medium. baixa: low."""
    status: NotRequired[DealStatus]
    """ativo: open. arquivado: archived."""
    probability: NotRequired[float | None]
    """The chance of winning, in per cent."""
    expected_close_date: NotRequired[str | None]
    """The day on which the sale is expected to be decided."""
    responsible_id: NotRequired[str | None]
    """The user responsible for the sale."""
    source: NotRequired[str | None]
    """Where it came from (free text)."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped."""
    is_starred: NotRequired[bool]
    """Whether the team marked it."""
    loss_reason: NotRequired[str | None]
    """Why it was lost."""


class CampaignCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    name: str
    """What the campaign is called."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    status: NotRequired[CampaignStatus | None]
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned. If not given: `draft`."""
    start_date: NotRequired[str | None]
    """The day on which it begins."""
    end_date: NotRequired[str | None]
    """The day on which it ends."""
    content_pillars: NotRequired[list[str] | None]
    """The themes, in order. If not given: empty."""
    target_platforms: NotRequired[list[str] | None]
    """Where it runs, in order. If not given: empty."""
    goals: NotRequired[dict[str, Any] | None]
    """Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. If not
    given: empty."""
    project_id: str
    """The project it belongs to. Cannot be changed after creation."""


class CampaignUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    name: NotRequired[str]
    """What the campaign is called."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    status: NotRequired[CampaignStatus]
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned."""
    start_date: NotRequired[str | None]
    """The day on which it begins."""
    end_date: NotRequired[str | None]
    """The day on which it ends."""
    content_pillars: NotRequired[list[str] | None]
    """The themes, in order."""
    target_platforms: NotRequired[list[str] | None]
    """Where it runs, in order."""
    goals: NotRequired[dict[str, Any] | None]
    """Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep."""
    project_id: NotRequired[str]
    """Cannot be changed: only its current value is accepted."""


class ActivityCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as lists show it."""
    type: NotRequired[ActivityType | None]
    """What kind of activity it is. If not given: `task`."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    occurred_at: NotRequired[str | None]
    """When it happens or happened; now if not given."""
    duration_minutes: NotRequired[float | None]
    """How long it takes or took, in minutes."""
    is_completed: NotRequired[bool | None]
    """Whether it is done. If not given: `false`."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    priority: NotRequired[ActivityPriority | None]
    """How much it matters."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped. If not given: empty."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    deal_id: NotRequired[str | None]
    """The deal it belongs to."""
    contract_id: NotRequired[str | None]
    """The contract it belongs to."""
    assigned_to: NotRequired[str | None]
    """The user it is assigned to."""


class ActivityUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as lists show it."""
    type: NotRequired[ActivityType]
    """What kind of activity it is."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    occurred_at: NotRequired[str]
    """When it happens or happened; now if not given."""
    duration_minutes: NotRequired[float | None]
    """How long it takes or took, in minutes."""
    is_completed: NotRequired[bool]
    """Whether it is done."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    priority: NotRequired[ActivityPriority | None]
    """How much it matters."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, kept in order; duplicates are dropped."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    deal_id: NotRequired[str | None]
    """The deal it belongs to."""
    contract_id: NotRequired[str | None]
    """The contract it belongs to."""
    assigned_to: NotRequired[str | None]
    """The user it is assigned to."""


class WebhookEndpointCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    name: str
    """What the endpoint is called; tasks that it creates without a title are called so, too."""
    is_active: NotRequired[bool | None]
    """An inactive endpoint neither delivers nor receives. If not given: `true`."""
    target_pipeline_id: NotRequired[str | None]
    """The board on which received requests create tasks."""
    target_column_id: NotRequired[str | None]
    """The column of that board."""
    field_mapping: NotRequired[dict[str, Any] | None]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep. If not given: empty."""
    url: NotRequired[str | None]
    """Where events are delivered; null for an endpoint that only receives. An http or https address
    of at most 2048 characters, without user name and password."""
    events: NotRequired[list[SubscribedEvent] | None]
    """The events to deliver; * (all) if a url is given without a list."""
    slug: NotRequired[str | None]
    """Its address for receiving, unique in the team; derived from the name if not given. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""


class WebhookEndpointUpdate(TypedDict):
    """Changes only the fields given; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    name: NotRequired[str]
    """What the endpoint is called; tasks that it creates without a title are called so, too."""
    is_active: NotRequired[bool]
    """An inactive endpoint neither delivers nor receives."""
    target_pipeline_id: NotRequired[str | None]
    """The board on which received requests create tasks."""
    target_column_id: NotRequired[str | None]
    """The column of that board."""
    field_mapping: NotRequired[dict[str, Any] | None]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: NotRequired[str | None]
    """Where events are delivered; null for an endpoint that only receives. An http or https address
    of at most 2048 characters, without user name and password."""
    events: NotRequired[list[SubscribedEvent] | None]
    """The events to deliver; * (all) if a url is given without a list."""


class MessageCreate(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    content: str
    """The text of the message. A string of 1 to 4096 characters, not all of them blank."""
    inbox_id: NotRequired[str | None]
    """The inbox to send it through; requires phone."""
    phone: NotRequired[str | None]
    """The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the
    country code."""
    conversation_id: NotRequired[str | None]
    """The conversation to send it in, instead of inbox_id and phone."""
    message_type: NotRequired[SentMessageType | None]
    """Only text can be sent."""


class TemplateSend(TypedDict):
    """null counts as not given. Other fields of the resource are ignored; unknown names are
    rejected."""
    inbox_id: NotRequired[str | None]
    """The inbox to send it through; requires phone."""
    phone: NotRequired[str | None]
    """The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the
    country code."""
    conversation_id: NotRequired[str | None]
    """The conversation to send it in, instead of inbox_id and phone."""
    template: str
    """The name of an approved template of the inbox."""
    language: str
    """The language of the template: the same name may exist in several. A language such as pt_BR or
    en."""
    variables: NotRequired[list[str] | None]
    """The values of the variables in the template’s text: {{1}}, {{2}}… in the order of their
    numbers, named ones in that of the text. A list of at most 100 strings of at most 1024
    characters."""
    components: NotRequired[list[dict[str, Any]] | None]
    """Instead of variables, everything to be filled in, as the network takes it: for headers with
    media or variables, and for buttons. A list of 1 to 20 objects, of at most 12288 bytes of JSON."""


Replay = TypedDict(
    "Replay",
    {
        "from": "NotRequired[str | None]",
        "to": "NotRequired[str | None]",
        "status": "NotRequired[ReplayStatus | None]",
    },
)


class ContactPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    phone: NotRequired[str]
    """The number with its country code. Cannot be changed after creation. 10 to 15 digits with the
    country code."""
    jid: NotRequired[str]
    """The address on the messaging network, derived from the phone number."""
    push_name: NotRequired[str | None]
    """The name the contact chose."""
    custom_name: NotRequired[str | None]
    """The name the team uses."""
    profile_picture_url: NotRequired[str | None]
    """Where the contact’s picture is, where the network tells."""
    notes: NotRequired[str | None]
    """Private notes of the team."""
    tags: NotRequired[list[str]]
    """Free-form tags, kept in order; duplicates are dropped."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class ProjectPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """What the project is called."""
    slug: NotRequired[str]
    """Its name in URLs, unique in the team; derived from the name if not given. At most 80
    lower-case letters and digits, in words joined by hyphens."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    status: NotRequired[ProjectStatus]
    """The state of the project. Entering completed sets completed_at; leaving it clears it."""
    priority: NotRequired[ProjectPriority]
    """Sorted by weight: low < medium < high < urgent."""
    color: NotRequired[str | None]
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """The day on which it begins."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    completed_at: NotRequired[str | None]
    """Set when the status becomes completed; an update may set it too."""
    briefing: NotRequired[str | None]
    """What the client asked for."""
    squad_id: NotRequired[str | None]
    """The squad doing the work."""
    squad: NotRequired[Ref | None]
    """The squad’s id and name."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    client: NotRequired[Ref | None]
    """The client’s id and name."""
    created_by: NotRequired[str | None]
    """The user of the API key that created the record."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class ClientPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    type: NotRequired[ClientType]
    """PF: a person. PJ: a company. Changing it clears the fields of the other type."""
    name: NotRequired[str]
    """Full name, or the company’s legal name."""
    display_name: NotRequired[str | None]
    """The name the team uses."""
    email: NotRequired[str | None]
    """An e-mail address."""
    phone: NotRequired[str | None]
    """A telephone number, as people write it."""
    mobile_phone: NotRequired[str | None]
    """A mobile number, as people write it."""
    msgapp: NotRequired[str | None]
    """The number on the messaging network."""
    cpf: NotRequired[str | None]
    """PF only. Unique in the team regardless of punctuation; stored as sent. A CPF: 11 digits, with
    or without punctuation."""
    rg: NotRequired[str | None]
    """PF only."""
    birth_date: NotRequired[str | None]
    """PF only."""
    gender: NotRequired[str | None]
    """PF only (free text)."""
    cnpj: NotRequired[str | None]
    """PJ only. Unique in the team regardless of punctuation and case; stored as sent. A CNPJ: 12
    letters or digits and 2 digits, with or without punctuation."""
    legal_name: NotRequired[str | None]
    """PJ only."""
    trade_name: NotRequired[str | None]
    """PJ only."""
    state_registration: NotRequired[str | None]
    """PJ only."""
    address: NotRequired[Address | None]
    """The postal address."""
    source: NotRequired[str | None]
    """Where it came from (free text)."""
    status: NotRequired[ClientStatus]
    """DELETE sets inactive; an update to active restores the client."""
    notes: NotRequired[str | None]
    """What the team notes about the client."""
    tags: NotRequired[list[str]]
    """Free-form tags, kept in order; duplicates are dropped."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class TaskPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    title: NotRequired[str]
    """The title, as lists show it."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    project_id: NotRequired[str]
    """The project it belongs to. Cannot be changed after creation."""
    pipeline_id: NotRequired[str]
    """The board; the project’s default one if not given."""
    column: NotRequired[str]
    """The slug of a column of that board; its first column if not given."""
    priority: NotRequired[TaskPriority]
    """Sorted by weight: none < low < medium < high < urgent."""
    assignee_id: NotRequired[str | None]
    """The first of assignee_ids; giving only one of the two fields sets the other."""
    assignee_ids: NotRequired[list[str]]
    """The users assigned to it, the main one first."""
    reporter_id: NotRequired[str | None]
    """The user who asked for it."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    estimated_hours: NotRequired[float | None]
    """How many hours it is expected to take."""
    actual_hours: NotRequired[float | None]
    """How many hours it took."""
    position: NotRequired[float]
    """Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given
    position is taken, the task that held it moves right behind."""
    tags: NotRequired[list[str]]
    """Free-form tags, kept in order; duplicates are dropped."""
    checklist_markdown: NotRequired[str | None]
    """A checklist in Markdown."""
    completed_at: NotRequired[str | None]
    """Set in a finishing column and cleared outside; an update may set it too."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""
    deleted_at: NotRequired[str | None]
    """When the task was moved to the trash."""


class DealPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    title: NotRequired[str]
    """The title, as lists show it."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    value: NotRequired[float | None]
    """In BRL. With at most two decimals."""
    currency: NotRequired[str]
    """Always BRL."""
    phase: NotRequired[DealPhase]
    """The phase of the sale; teams choose their own phases."""
    priority: NotRequired[DealPriority]
    """alta: high. media: medium. baixa: low."""
    status: NotRequired[DealStatus]
    """ativo: open. arquivado: archived."""
    probability: NotRequired[float | None]
    """The chance of winning, in per cent."""
    expected_close_date: NotRequired[str | None]
    """The day on which the sale is expected to be decided."""
    source: NotRequired[str | None]
    """Where it came from (free text)."""
    tags: NotRequired[list[str]]
    """Free-form tags, kept in order; duplicates are dropped."""
    is_starred: NotRequired[bool]
    """Whether the team marked it."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    client: NotRequired[Ref | None]
    """The client’s id and name."""
    responsible_id: NotRequired[str | None]
    """The user responsible for the sale."""
    loss_reason: NotRequired[str | None]
    """Why it was lost."""
    ai_summary: NotRequired[str | None]
    """A summary of the deal; read only."""
    ai_win_probability: NotRequired[float | None]
    """The estimated chance of winning, in per cent; read only."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class CampaignPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """What the campaign is called."""
    project_id: NotRequired[str]
    """The project it belongs to. Cannot be changed after creation."""
    project: NotRequired[Ref | None]
    """The project’s id and name."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    status: NotRequired[CampaignStatus]
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned."""
    approval_status: NotRequired[CampaignApprovalStatus]
    """The client’s approval; cannot be set here."""
    start_date: NotRequired[str | None]
    """The day on which it begins."""
    end_date: NotRequired[str | None]
    """The day on which it ends."""
    content_pillars: NotRequired[list[str]]
    """The themes, in order."""
    target_platforms: NotRequired[list[str]]
    """Where it runs, in order."""
    goals: NotRequired[dict[str, Any]]
    """Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep."""
    created_by: NotRequired[str | None]
    """The user of the API key that created the record."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class ActivityPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    title: NotRequired[str]
    """The title, as lists show it."""
    type: NotRequired[ActivityType]
    """What kind of activity it is."""
    description: NotRequired[str | None]
    """What there is to say about it (free text)."""
    occurred_at: NotRequired[str]
    """When it happens or happened; now if not given."""
    duration_minutes: NotRequired[float | None]
    """How long it takes or took, in minutes."""
    is_completed: NotRequired[bool]
    """Whether it is done."""
    due_date: NotRequired[str | None]
    """The day on which it is due."""
    priority: NotRequired[ActivityPriority | None]
    """How much it matters."""
    tags: NotRequired[list[str]]
    """Free-form tags, kept in order; duplicates are dropped."""
    client_id: NotRequired[str | None]
    """The client it belongs to."""
    deal_id: NotRequired[str | None]
    """The deal it belongs to."""
    contract_id: NotRequired[str | None]
    """The contract it belongs to."""
    assigned_to: NotRequired[str | None]
    """The user it is assigned to."""
    created_by: NotRequired[str | None]
    """The user of the API key that created the record."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class WebhookEndpointPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """What the endpoint is called; tasks that it creates without a title are called so, too."""
    slug: NotRequired[str]
    """Its address for receiving, unique in the team; derived from the name if not given. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""
    is_active: NotRequired[bool]
    """An inactive endpoint neither delivers nor receives."""
    target_pipeline_id: NotRequired[str | None]
    """The board on which received requests create tasks."""
    target_column_id: NotRequired[str | None]
    """The column of that board."""
    field_mapping: NotRequired[dict[str, Any]]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: NotRequired[str | None]
    """Where events are delivered; null for an endpoint that only receives. An http or https address
    of at most 2048 characters, without user name and password."""
    events: NotRequired[list[SubscribedEvent]]
    """The events to deliver; * (all) if a url is given without a list."""
    disabled_reason: NotRequired[str | None]
    """Why the service disabled the endpoint: its receiver answered 410, every delivery failed for
    five days, or too many deliveries were waiting. Enabling the endpoint clears it."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class MessagePrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    conversation_id: NotRequired[str]
    """The conversation it belongs to."""
    inbox_id: NotRequired[str]
    """The inbox it was sent or received through."""
    remote_jid: NotRequired[str]
    """The contact’s address on the messaging network."""
    msgapp_message_id: NotRequired[str | None]
    """The ID assigned by the network."""
    direction: NotRequired[MessageDirection]
    """outgoing: sent by the team. incoming: sent by the contact."""
    message_type: NotRequired[str]
    """The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be
    any of text, image, audio, voice, video, document, sticker, location, contacts, reaction,
    button_reply, list_reply, poll, order, template and unsupported."""
    content: NotRequired[str]
    """The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once
    the message was taken back."""
    status: NotRequired[MessageStatus]
    """pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed.
    failed: not sent, or given up. received: an incoming message."""
    status_reason: NotRequired[str | None]
    """Why it failed, or why its outcome is unknown; the cause comes first."""
    origin: NotRequired[MessageOrigin]
    """Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or
    another program on the same session."""
    author: NotRequired[MessageAuthor | None]
    """Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone,
    or another program. null for an incoming message, and for one stored before authors were. An
    author."""
    step_due_at: NotRequired[str | None]
    """When the workflow step that sends the message is due next, as of reading: a message that
    failed is sent again then. null once the step is over."""
    superseded_by: NotRequired[str | None]
    """The message that a later try of the same workflow step sent in place of this one, which had
    failed."""
    details: NotRequired[dict[str, Any]]
    """What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s
    name of an unsupported one. An object, at most 32 levels deep."""
    referral: NotRequired[Referral | None]
    """The advertisement or post through which the contact began to write, as the network reports
    it; null for other messages."""
    reply_to: NotRequired[str | None]
    """The message of the conversation that it answers or reacts to, if it is known."""
    reactions: NotRequired[list[Reaction]]
    """The latest reaction of each side: incoming is the contact’s."""
    edited_at: NotRequired[str | None]
    """When its text was last changed."""
    revoked_at: NotRequired[str | None]
    """When its writer took it back."""
    versions: NotRequired[list[MessageVersion]]
    """Its earlier texts, oldest first."""
    sent_at: NotRequired[str]
    """When it was written, in whole seconds: the network’s time, or when Pauta stored what it
    sends. Conversations are ordered by it, then by created_at."""
    media: NotRequired[Media | None]
    """The file that it holds, and whether it is here: pending, with the reason once fetching has
    failed; stored, with its file; or failed."""
    created_at: NotRequired[str]
    """When the record was created."""


class InboxPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """The name the team uses."""
    type: NotRequired[InboxType]
    """session: a session on the network. cloud: the network’s official API."""
    active: NotRequired[bool]
    """An inactive inbox sends nothing."""
    connected: NotRequired[bool]
    """Whether it can send; sending through an inbox that is not connected returns 502. Follows
    `state`, where that is known; the operator can set it too."""
    state: NotRequired[ConnectionState | None]
    """How it stands with the network. disconnected: nobody is logged in. connecting: on its way by
    itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not
    known."""
    state_reason: NotRequired[str | None]
    """Why, in words."""
    state_changed_at: NotRequired[str | None]
    """When the state changed last."""
    phone: NotRequired[str | None]
    """The number that is logged in, where it is known."""
    created_at: NotRequired[str]
    """When the record was created."""


class ConversationPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    inbox_id: NotRequired[str]
    """The inbox."""
    inbox: NotRequired[Ref | None]
    """The inbox’s id and name."""
    contact_id: NotRequired[str | None]
    """The contact."""
    contact: NotRequired[Ref | None]
    """The contact; its name is the team’s, else the contact’s own, else the number."""
    remote_jid: NotRequired[str]
    """The contact’s address on the messaging network."""
    status: NotRequired[ConversationStatus]
    """open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the
    contact opens it again."""
    snoozed_until: NotRequired[str | None]
    """When a snoozed conversation opens again by itself; null for any other."""
    assignee_id: NotRequired[str | None]
    """The user who has it."""
    assignee: NotRequired[Ref | None]
    """The assignee’s id and name."""
    waiting_since: NotRequired[str | None]
    """When the oldest message was written that the contact has no answer to; null once it is
    answered, or the conversation resolved."""
    first_answered_at: NotRequired[str | None]
    """When the contact’s first message was answered for the first time."""
    last_incoming_at: NotRequired[str | None]
    """When the contact’s last message was written."""
    window_closes_at: NotRequired[str | None]
    """Until when anything can be sent through an official number: 24 hours after the contact’s last
    message; later only templates. null for other inboxes, and before the first message."""
    last_message_at: NotRequired[str]
    """When the last message was sent or received."""
    created_at: NotRequired[str]
    """When the record was created."""


class DeliveryShown(TypedDict):
    """Events on their way to webhook endpoints: one delivery per endpoint and event. Later versions
    may add fields."""
    id: str
    """The event’s id, which receivers see as webhook-id."""
    webhook_id: str
    """The endpoint."""
    event: EventKind
    """The type of the event."""
    status: DeliveryStatus
    """pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up."""
    attempt_count: float
    """How many attempts were made, including those before a replay."""
    next_attempt_at: str | None
    """When the next attempt is due; null once it is delivered or failed."""
    reason: str | None
    """Why the last attempt failed, or why there was none; null if nothing failed."""
    created_at: str
    """When the event happened."""
    completed_at: str | None
    """When it was delivered or given up."""
    attempts: list[Attempt]
    """Every attempt of the last 30 days, oldest first."""
    payload: Event | None
    """The delivered event; null once the event is no longer kept."""


class Attempt(TypedDict):
    """Later versions may add fields."""
    request_id: str
    """The X-Request-Id sent to the receiver."""
    started_at: str
    """When it began."""
    status: float | None
    """The HTTP status of the response; null if there was none."""
    error: str | None
    """Why the attempt failed; null for a 2xx."""
    answer: str | None
    """The start of the response body."""
    duration_ms: float
    """How long it took, in milliseconds."""


class MsgappMessageStatusEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["msgapp.message.status"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Message
    previous: MessagePrevious


class MsgappMessageReceivedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["msgapp.message.received"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Message
    previous: None
    """There are no previous values."""


class ContactCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["contact.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Contact
    previous: None
    """There are no previous values."""


class ContactUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["contact.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Contact
    previous: ContactPrevious


class ContactDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["contact.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Contact
    previous: dict[str, Any]
    """No field changed: the record is gone."""


class ProjectCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["project.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Project
    previous: None
    """There are no previous values."""


class ProjectUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["project.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Project
    previous: ProjectPrevious


class ProjectDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["project.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Project
    previous: ProjectPrevious


class ClientCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["client.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Client
    previous: None
    """There are no previous values."""


class ClientUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["client.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Client
    previous: ClientPrevious


class ClientDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["client.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Client
    previous: ClientPrevious


class TaskCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["task.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Task
    previous: None
    """There are no previous values."""


class TaskUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["task.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Task
    previous: TaskPrevious


class TaskDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["task.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Task
    previous: TaskPrevious


class DealCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["deal.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Deal
    previous: None
    """There are no previous values."""


class DealUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["deal.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Deal
    previous: DealPrevious


class DealDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["deal.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Deal
    previous: DealPrevious


class CampaignCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["campaign.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Campaign
    previous: None
    """There are no previous values."""


class CampaignUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["campaign.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Campaign
    previous: CampaignPrevious


class CampaignDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["campaign.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Campaign
    previous: CampaignPrevious


class ActivityCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["activity.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Activity
    previous: None
    """There are no previous values."""


class ActivityUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["activity.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Activity
    previous: ActivityPrevious


class ActivityDeletedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["activity.deleted"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Activity
    previous: ActivityPrevious


class DealStageChangedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["deal.stage_changed"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Deal
    previous: DealPrevious


class TaskMovedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["task.moved"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Task
    previous: TaskPrevious


class WebhookDisabledEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["webhook.disabled"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: WebhookEndpoint
    previous: WebhookEndpointPrevious


class WebhookTestEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["webhook.test"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: WebhookEndpoint
    previous: None
    """There are no previous values."""


class MessageCreatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["message.created"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Message
    previous: None
    """There are no previous values."""


class MessageUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["message.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Message
    previous: MessagePrevious


class ConversationUpdatedEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["conversation.updated"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Conversation
    previous: ConversationPrevious


class InboxConnectionEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["inbox.connection"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: Inbox
    previous: InboxPrevious


class WorkflowCallEvent(TypedDict):
    id: str
    """The event’s id."""
    type: Literal["workflow.call"]
    """What happened."""
    created_at: str
    """When it happened."""
    data: dict[str, Any]
    """The data of the workflow step."""
    previous: None
    """There are no previous values."""


ErrorCode = Literal["VALIDATION_ERROR", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "DUPLICATE_ENTRY", "IDEMPOTENCY_KEY_REUSED", "TOO_COSTLY", "RATE_LIMITED", "TEAM_BUSY", "INTERNAL_ERROR", "BAD_GATEWAY", "UNAVAILABLE"]
"""What to build on. Later versions may add values."""


ProjectStatus = Literal["backlog", "active", "paused", "completed", "cancelled"]
"""The state of the project. Entering completed sets completed_at; leaving it clears it. Later
versions may add values."""


ProjectPriority = Literal["low", "medium", "high", "urgent"]
"""Sorted by weight: low < medium < high < urgent. Later versions may add values."""


class Ref(TypedDict):
    """A record that is linked: its ID and its name."""
    id: str
    """The linked record."""
    name: str
    """What it is called."""


ClientType = Literal["PF", "PJ"]
"""PF: a person. PJ: a company. Changing it clears the fields of the other type. Later versions may
add values."""


class Address(TypedDict):
    """A postal address. Each part may be absent or null. Later versions may add parts."""
    street: NotRequired[str | None]
    """The street."""
    number: NotRequired[str | None]
    """The number in the street."""
    complement: NotRequired[str | None]
    """Floor, flat, block."""
    neighborhood: NotRequired[str | None]
    """The neighbourhood."""
    city: NotRequired[str | None]
    """The city."""
    state: NotRequired[str | None]
    """The state."""
    zip_code: NotRequired[str | None]
    """The postal code."""
    country: NotRequired[str | None]
    """The country."""


ClientStatus = Literal["active", "inactive"]
"""DELETE sets inactive; an update to active restores the client. Later versions may add values."""


TaskPriority = Literal["urgent", "high", "medium", "low", "none"]
"""Sorted by weight: none < low < medium < high < urgent. Later versions may add values."""


DealPhase = str
"""The phase of the sale; teams choose their own phases."""


DealPriority = Literal["alta", "media", "baixa"]
"""alta: high. media: medium. baixa: low. Later versions may add values."""


DealStatus = Literal["ativo", "arquivado"]
"""ativo: open. arquivado: archived. Later versions may add values."""


CampaignStatus = Literal["draft", "scheduled", "active", "paused", "completed", "cancelled"]
"""draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed:
finished. cancelled: abandoned. Later versions may add values."""


CampaignApprovalStatus = Literal["pending", "approved", "rejected"]
"""The client’s approval; cannot be set here. Later versions may add values."""


ActivityType = Literal["call", "meeting", "email", "note", "task", "follow_up", "deadline", "hearing", "case_event", "contract_event"]
"""What kind of activity it is. Later versions may add values."""


ActivityPriority = Literal["low", "medium", "high"]
"""How much it matters. Later versions may add values."""


SubscribedEvent = Literal["*", "msgapp.message.status", "msgapp.message.received", "contact.created", "contact.updated", "contact.deleted", "project.created", "project.updated", "project.deleted", "client.created", "client.updated", "client.deleted", "task.created", "task.updated", "task.deleted", "deal.created", "deal.updated", "deal.deleted", "campaign.created", "campaign.updated", "campaign.deleted", "activity.created", "activity.updated", "activity.deleted", "deal.stage_changed", "task.moved", "webhook.disabled", "webhook.test", "message.created", "message.updated", "conversation.updated", "inbox.connection"]
"""A kind of event that an endpoint gets, or * for all. Later versions may add values."""


class MeTeam(TypedDict):
    """The team. The team that the key stands for."""
    id: str
    """The team."""
    name: str
    """What it is called."""
    slug: str
    """Its name in addresses."""


KeyScope = Literal["full", "read"]
"""Later versions may add values."""


class MeKey(TypedDict):
    """The key itself."""
    id: str
    """The key."""
    name: str
    """What it is called."""
    scope: KeyScope
    """full: may do everything that the key’s user may. read: may only GET."""
    expires_at: str | None
    """Until when it works; null for ever."""


class MeRateLimit(TypedDict):
    """How many requests there may be in how many seconds, or null where there is no limit."""
    limit: int
    """How many requests are allowed."""
    window_seconds: int
    """In how many seconds."""


PhaseMeaning = Literal["open", "won", "lost"]
"""Later versions may add values."""


class TeamPhase(TypedDict):
    phase: str
    """The phase, as deals name it."""
    meaning: PhaseMeaning
    """What the phase means: open, won or lost."""
    is_listed: bool
    """Whether the team lists it; the others are only in use."""


MessageDirection = Literal["incoming", "outgoing"]
"""outgoing: sent by the team. incoming: sent by the contact. Later versions may add values."""


MessageStatus = Literal["received", "pending", "sent", "delivered", "read", "failed"]
"""pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed.
failed: not sent, or given up. received: an incoming message. Later versions may add values."""


MessageOrigin = Literal["contact", "pauta", "phone", "other"]
"""Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or
another program on the same session. Later versions may add values."""


MessageAuthorType = Literal["user", "key", "workflow", "operator", "phone", "other"]
"""`user`: a person in the panel. `key`: a program, by its API key. `workflow`: a step of a
workflow. `operator`: the command line. `phone`: typed on the phone. `other`: another program on the
same session. Later versions may add values."""


class MessageAuthor(TypedDict):
    """Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone,
    or another program. null for an incoming message, and for one stored before authors were. An
    author."""
    type: MessageAuthorType
    """`user`: a person in the panel. `key`: a program, by its API key. `workflow`: a step of a
    workflow. `operator`: the command line. `phone`: typed on the phone. `other`: another program on
    the same session."""
    id: str | None
    """The user, the key or the workflow."""
    name: str | None
    """The name of that user, key or workflow today."""
    run_id: str | None
    """The run of the workflow."""


class Referral(TypedDict):
    """The advertisement or post through which the contact began to write, as the network reports
    it; null for other messages."""
    title: str | None
    """The headline of the advertisement or post."""
    body: str | None
    """Its text."""
    source_url: str | None
    """Its address: http or https. Nothing is fetched from it."""
    source_id: str | None
    """Its ID at the network."""
    source_type: str | None
    """What it is: ad, post, or another word of the network."""
    ctwa_clid: str | None
    """The ID of the click, which the network’s conversion API takes."""


class Reaction(TypedDict):
    direction: MessageDirection
    """Whose it is."""
    emoji: str
    """The emoji."""


class MessageVersion(TypedDict):
    content: str
    """The text."""
    replaced_at: str
    """When another text took its place, or the message was taken back."""


MediaStatus = Literal["pending", "stored", "failed"]
"""`pending`: not fetched yet. `failed`: given up. Later versions may add values."""


class Media(TypedDict):
    """The file that it holds, and whether it is here: pending, with the reason once fetching has
    failed; stored, with its file; or failed."""
    status: MediaStatus
    """`pending`: not fetched yet. `failed`: given up."""
    reason: str | None
    """Why it is not here, once that is known."""
    name: str | None
    """What the file is called, where that is known."""
    media_type: str | None
    """What kind of file it is, such as image/png."""
    bytes: int | None
    """How large it is, where that is known."""
    file_id: str | None
    """The file, once it is stored."""


class Template(TypedDict):
    name: str
    """What it is called at the network."""
    language: str
    """Its language, such as pt_BR."""
    status: str
    """How it stands with the network; only APPROVED ones can be sent."""
    category: str | None
    """What it is for."""
    components: list[dict[str, Any]]
    """Its parts, as the network has them."""


EventKind = Literal["msgapp.message.status", "msgapp.message.received", "contact.created", "contact.updated", "contact.deleted", "project.created", "project.updated", "project.deleted", "client.created", "client.updated", "client.deleted", "task.created", "task.updated", "task.deleted", "deal.created", "deal.updated", "deal.deleted", "campaign.created", "campaign.updated", "campaign.deleted", "activity.created", "activity.updated", "activity.deleted", "deal.stage_changed", "task.moved", "webhook.disabled", "webhook.test", "message.created", "message.updated", "conversation.updated", "inbox.connection", "workflow.call"]
"""What happened. Later versions add kinds: leave out those that you do not know."""


DeliveryStatus = Literal["pending", "delivered", "failed"]
"""pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up.
Later versions may add values."""


ReceptionStatus = Literal["accepted", "rejected"]
"""accepted: it created a task. rejected: no task could be created from it. Later versions may add
values."""


InboxType = Literal["session", "cloud"]
"""session: a session on the network. cloud: the network’s official API. Later versions may add
values."""


ConnectionState = Literal["disconnected", "connecting", "scan", "code", "passkey", "connected", "failed"]
"""How it stands with the network. disconnected: nobody is logged in. connecting: on its way by
itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not
known. Later versions may add values."""


class PipelineColumn(TypedDict):
    id: str
    """The column."""
    slug: str
    """What tasks call it in `column`."""
    name: str
    """What people call it."""
    is_finishing: bool
    """Whether entering it finishes a task."""


Role = Literal["member", "admin", "owner"]
"""Their role in the team. Later versions may add values."""


ConversationStatus = Literal["open", "snoozed", "resolved"]
"""open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the
contact opens it again. Later versions may add values."""


class AddressInput(TypedDict):
    """A postal address. Each part may be left out or null."""
    street: NotRequired[str | None]
    """The street."""
    number: NotRequired[str | None]
    """The number in the street."""
    complement: NotRequired[str | None]
    """Floor, flat, block."""
    neighborhood: NotRequired[str | None]
    """The neighbourhood."""
    city: NotRequired[str | None]
    """The city."""
    state: NotRequired[str | None]
    """The state."""
    zip_code: NotRequired[str | None]
    """The postal code."""
    country: NotRequired[str | None]
    """The country."""


SentMessageType = Literal["text"]
"""Only text can be sent. Later versions may add values."""


ReplayStatus = Literal["failed", "delivered"]
"""failed: deliveries that were given up. delivered: deliveries already accepted. If not given:
`failed`. Later versions may add values."""


ContactSort = Literal["push_name", "-push_name", "custom_name", "-custom_name", "phone", "-phone", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


ProjectSort = Literal["name", "-name", "status", "-status", "priority", "-priority", "start_date", "-start_date", "due_date", "-due_date", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


ClientSort = Literal["full_name", "-full_name", "email", "-email", "created_at", "-created_at", "updated_at", "-updated_at", "is_active", "-is_active"]
"""Later versions may add values."""


TaskSort = Literal["title", "-title", "priority", "-priority", "due_date", "-due_date", "position", "-position", "created_at", "-created_at", "updated_at", "-updated_at", "completed_at", "-completed_at"]
"""Later versions may add values."""


DealSort = Literal["title", "-title", "value", "-value", "phase", "-phase", "created_at", "-created_at", "updated_at", "-updated_at", "expected_close_date", "-expected_close_date"]
"""Later versions may add values."""


CampaignSort = Literal["name", "-name", "status", "-status", "start_date", "-start_date", "end_date", "-end_date", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


ActivitySort = Literal["title", "-title", "type", "-type", "occurred_at", "-occurred_at", "due_date", "-due_date", "priority", "-priority", "created_at", "-created_at"]
"""Later versions may add values."""


WebhookEndpointSort = Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


MessageSort = Literal["sent_at", "-sent_at", "created_at", "-created_at"]
"""Later versions may add values."""


CreatedAtSort = Literal["created_at", "-created_at"]
"""By when the records were created; the prefix - means the latest first."""


NameSort = Literal["name", "-name", "created_at", "-created_at"]
"""By name, or by when the records were created; the prefix - means descending."""


UserSort = Literal["name", "-name", "email", "-email", "created_at", "-created_at"]
"""Later versions may add values."""


ConversationSort = Literal["created_at", "-created_at", "last_message_at", "-last_message_at", "waiting_since", "-waiting_since"]
"""Later versions may add values."""


class ListContactsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[ContactSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    tag: NotRequired[str]
    """Only contacts with this tag."""
    client_id: NotRequired[str]
    """Only records with this client_id."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of custom_name, push_name and phone, ignoring case and accents."""


class ListProjectsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[ProjectSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    squad_id: NotRequired[str]
    """Only records with this squad_id."""
    client_id: NotRequired[str]
    """Only records with this client_id."""
    status: NotRequired[ProjectStatus]
    """Only records with this status."""
    priority: NotRequired[ProjectPriority]
    """Only records with this priority."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of name and description, ignoring case and accents."""


class ListClientsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[ClientSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    type: NotRequired[ClientType]
    """Only records with this type."""
    status: NotRequired[ClientStatus]
    """Only records with this status."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of name, email, cpf and cnpj, ignoring case and accents."""


class ListTasksQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[TaskSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    project_id: NotRequired[str]
    """Only records with this project_id."""
    pipeline_id: NotRequired[str]
    """Only records with this pipeline_id."""
    assignee_id: NotRequired[str]
    """Only tasks with this user among their assignees."""
    priority: NotRequired[TaskPriority]
    """Only records with this priority."""
    column: NotRequired[str]
    """Only records with this column."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of title and description, ignoring case and accents."""


ListDealsQuery = TypedDict(
    "ListDealsQuery",
    {
        "page": "NotRequired[int]",
        "limit": "NotRequired[int]",
        "sort": "NotRequired[DealSort]",
        "after": "NotRequired[str]",
        "status": "NotRequired[DealStatus]",
        "phase": "NotRequired[DealPhase]",
        "client_id": "NotRequired[str]",
        "responsible_id": "NotRequired[str]",
        "source": "NotRequired[str]",
        "min_value": "NotRequired[float]",
        "max_value": "NotRequired[float]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "updated_since": "NotRequired[str]",
        "search": "NotRequired[str]",
    },
)


class ListCampaignsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[CampaignSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    status: NotRequired[CampaignStatus]
    """Only records with this status."""
    project_id: NotRequired[str]
    """Only records with this project_id."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of name and description, ignoring case and accents."""


class ListActivitiesQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[ActivitySort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    type: NotRequired[ActivityType]
    """Only records with this type."""
    client_id: NotRequired[str]
    """Only records with this client_id."""
    deal_id: NotRequired[str]
    """Only records with this deal_id."""
    completed: NotRequired[bool]
    """Only completed or only open ones."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of title and description, ignoring case and accents."""


class ListWebhooksQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[WebhookEndpointSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    active: NotRequired[bool]
    """Only active or only inactive endpoints."""
    url: NotRequired[str]
    """Only endpoints that deliver to exactly this address."""
    updated_since: NotRequired[str]
    """Only records that were made or changed at or after this time, or from this UTC day on."""


class ListMessagesQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[MessageSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""


ListDeliveriesQuery = TypedDict(
    "ListDeliveriesQuery",
    {
        "page": "NotRequired[int]",
        "limit": "NotRequired[int]",
        "sort": "NotRequired[CreatedAtSort]",
        "after": "NotRequired[str]",
        "status": "NotRequired[DeliveryStatus]",
        "event": "NotRequired[EventKind]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class ListReceptionsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[CreatedAtSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    status: NotRequired[ReceptionStatus]
    """Only records with this status."""


class ListInboxesQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[NameSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    type: NotRequired[InboxType]
    """Only records with this type."""
    active: NotRequired[bool]
    """Only active or only inactive inboxes."""


class ListSquadsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[NameSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""


class ListPipelinesQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[NameSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    project_id: NotRequired[str]
    """Only records with this project_id."""


class ListUsersQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[UserSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    search: NotRequired[str]
    """Matches any part of name and email, ignoring case and accents."""


class ListConversationsQuery(TypedDict):
    page: NotRequired[int]
    """Which page, from 1. A page past the end is empty."""
    limit: NotRequired[int]
    """The most records on a page."""
    sort: NotRequired[ConversationSort]
    """The sort order; prefix - to sort descending. Unset values come last in both directions; ties
    are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    inbox_id: NotRequired[str]
    """Only records with this inbox_id."""
    contact_id: NotRequired[str]
    """Only records with this contact_id."""
    status: NotRequired[ConversationStatus]
    """Only records with this status."""
    assignee_id: NotRequired[str]
    """Only records with this assignee_id."""


ListEventsQuery = TypedDict(
    "ListEventsQuery",
    {
        "page": "NotRequired[int]",
        "limit": "NotRequired[int]",
        "sort": "NotRequired[CreatedAtSort]",
        "after": "NotRequired[str]",
        "type": "NotRequired[EventKind]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)
