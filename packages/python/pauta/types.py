# Written by `npm run sdk:types` from the API’s document; not by hand.
"""Inputs and outputs of the API."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

class ErrorDetail(TypedDict):
    code: ErrorCode
    """The error code, for programs."""
    message: str
    """The error message, for people; its wording may change."""
    fields: NotRequired[list[ErrorField]]
    """Invalid fields of the request, at most 20; absent if the error is not about fields."""
    gateway: NotRequired[GatewayFailure]


class GatewayFailure(TypedDict):
    """The failure of a gateway; absent if the error has another cause. Later versions may add
    codes."""
    cause: NotRequired[MessageCause]
    """The cause of the failure."""
    code: FindingCode
    """The gateway’s answer as a code."""
    error: NotRequired[str]
    """The code of a network error, such as ECONNREFUSED, an HTTP status, a code of the network, or
    a state."""
    said: NotRequired[str]
    """The words of the gateway or the network."""
    outcome: NotRequired[SendOutcome]
    """not_sent: the message was not sent. probably_not_sent: according to the gateway, it was not
    sent. unknown: it may have been sent."""
    message_id: NotRequired[str]
    """The stored message."""
    conversation_id: NotRequired[str]
    """Its conversation."""


class ErrorField(TypedDict):
    name: str
    """Name of the field, query parameter or header, or the path to the field."""
    code: ErrorFieldCode
    """The reason why the field is invalid, for programs."""
    limit: NotRequired[float]
    """The limit that the value exceeds: characters for `too_short` and `too_long`, entries for
    `too_few` and `too_many`, a number for `too_small` and `too_large`."""


class Pagination(TypedDict):
    """The position of the page within all matching records. Later versions may add fields."""
    page: int
    """The requested page."""
    limit: int
    """Maximum number of records per page."""
    total: int
    """The number of matching records on all pages."""
    pages: int
    """The number of pages; 0 if nothing matches."""


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
    """The name chosen by the contact."""
    custom_name: str | None
    """The name used by the team."""
    profile_picture_url: str | None
    """The URL of the contact’s picture, if the network provides it."""
    notes: str | None
    """Private notes of the team."""
    tags: list[str]
    """Free-form tags, in order; duplicates are removed."""
    client_id: str | None
    """The client of the record."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class Deleted(TypedDict):
    id: str
    """The record."""
    deleted: Literal[True]
    """Always true: the record was permanently deleted."""


class Project(TypedDict):
    """Jobs the agency works on. A new project gets its own board, copied from the team’s template.
    Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name of the project."""
    slug: str
    """The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case
    letters and digits, in words joined by hyphens."""
    key: str | None
    """The first part of the numbers of its tasks, unique in the team; derived from name. Null for a
    few seconds after an older version created the project. 2 to 6 capital letters."""
    description: str | None
    """A free-text description."""
    status: ProjectStatus
    """The status of the project. Changing it to completed sets completed_at; changing it from
    completed clears it."""
    priority: ProjectPriority
    """Sorted by weight: low < medium < high < urgent."""
    color: str | None
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: str | None
    """The start date."""
    due_date: str | None
    """The due date."""
    completed_at: str | None
    """Set when the status becomes completed; an update may set it too."""
    briefing: str | None
    """The client’s request."""
    squad_id: str | None
    """The squad that does the work."""
    squad: Ref | None
    """The squad’s id and name."""
    client_id: str | None
    """The client of the record."""
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
    """The new status."""
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
    """The name used by the team."""
    email: str | None
    """An e-mail address."""
    phone: str | None
    """A phone number (free format)."""
    mobile_phone: str | None
    """A mobile number (free format)."""
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
    """The origin of the record (free text)."""
    status: ClientStatus
    """DELETE sets inactive; an update to active restores the client."""
    notes: str | None
    """The team’s notes on the client."""
    tags: list[str]
    """Free-form tags, in order; duplicates are removed."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class ClientDeleted(TypedDict):
    id: str
    """The record."""
    status: Literal["inactive"]
    """The new status."""
    deactivated_at: str
    """When it was deactivated."""


class Task(TypedDict):
    """Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore
    them. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as shown in lists."""
    description: str | None
    """A free-text description."""
    project_id: str
    """The project of the record. Cannot be changed after creation."""
    parent_id: str | None
    """The task of which it is a subtask. It belongs to the same project and is no subtask itself."""
    pipeline_id: str
    """The board. Default: the project’s default board."""
    column: str
    """The slug of a column of that board. Default: its first column."""
    priority: TaskPriority
    """Sorted by weight: none < low < medium < high < urgent."""
    assignee_id: str | None
    """The first of assignee_ids; setting only one of the two fields sets the other."""
    assignee_ids: list[str]
    """The assignees, the main one first."""
    reporter_id: str | None
    """The user who requested the task."""
    start_date: str | None
    """The day on which the work starts, not after due_date."""
    due_date: str | None
    """The due date."""
    blocked_by_ids: list[str]
    """The tasks of the team that must be done first, of any project; without cycles."""
    estimated_hours: float | None
    """Estimated effort in hours."""
    actual_hours: float | None
    """Actual effort in hours."""
    number: str | None
    """The key of the project and a number that never changes: SITE-123. Null for a few seconds
    after an older version created the task. A task number."""
    position: float
    """The position in the column, unique there. A new or moved task goes to the end. If the given
    position is taken, the task that held it moves right after."""
    tags: list[str]
    """Free-form tags, in order; duplicates are removed."""
    checklist_markdown: str | None
    """A checklist in Markdown."""
    completed_at: str | None
    """Set in a finishing column and cleared elsewhere; an update may set it too."""
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
    """The title, as shown in lists."""
    description: str | None
    """A free-text description."""
    value: float | None
    """In BRL. With at most two decimals."""
    currency: str
    """Always BRL."""
    phase: DealPhase
    """The sales phase; teams define their own phases."""
    priority: DealPriority
    """alta: high. media: medium. baixa: low."""
    status: DealStatus
    """ativo: open. arquivado: archived."""
    probability: float | None
    """The probability of winning, in percent."""
    expected_close_date: str | None
    """The date on which the decision is expected."""
    source: str | None
    """The origin of the record (free text)."""
    tags: list[str]
    """Free-form tags, in order; duplicates are removed."""
    is_starred: bool
    """True if the team starred the deal."""
    client_id: str | None
    """The client of the record."""
    client: Ref | None
    """The client’s id and name."""
    responsible_id: str | None
    """The user responsible for the deal."""
    loss_reason: str | None
    """The reason for the loss."""
    ai_summary: str | None
    """A summary of the deal’s facts of at most 600 characters, written by the service; read-only.
    Null if the team switched summaries off."""
    ai_win_probability: float | None
    """The estimated probability of winning, in whole percent, from the team’s closed deals;
    read-only. Null for closed and archived deals, and while too few deals are closed."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class DealDeleted(TypedDict):
    id: str
    """The record."""
    status: Literal["arquivado"]
    """The new status."""
    archived_at: str
    """When it was archived."""


class Campaign(TypedDict):
    """Marketing campaigns within a project. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name of the campaign."""
    project_id: str
    """The project of the record. Cannot be changed after creation."""
    project: Ref | None
    """The project’s id and name."""
    description: str | None
    """A free-text description."""
    status: CampaignStatus
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned."""
    approval_status: CampaignApprovalStatus
    """The client’s approval; cannot be set here."""
    start_date: str | None
    """The start date."""
    end_date: str | None
    """The end date."""
    content_pillars: list[str]
    """The themes, in order."""
    target_platforms: list[str]
    """The platforms, in order."""
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
    """The new status."""
    cancelled_at: str
    """When it was cancelled."""


class Activity(TypedDict):
    """Calls, meetings, notes and deadlines, linked to clients, deals or contracts. Later versions
    may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as shown in lists."""
    type: ActivityType
    """The type of activity."""
    description: str | None
    """A free-text description."""
    occurred_at: str
    """When it takes or took place. Default: now."""
    duration_minutes: float | None
    """The duration in minutes."""
    is_completed: bool
    """True if the activity is completed."""
    due_date: str | None
    """The due date."""
    priority: ActivityPriority | None
    """The priority."""
    tags: list[str]
    """Free-form tags, in order; duplicates are removed."""
    client_id: str | None
    """The client of the record."""
    deal_id: str | None
    """The deal of the activity."""
    contract_id: str | None
    """The contract of the activity."""
    assigned_to: str | None
    """The assignee."""
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
    """Always true: the activity is completed."""
    completed_at: str
    """When it was completed."""


class Contract(TypedDict):
    """Agreements with clients: value, period, hours and renewal. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as shown in lists."""
    client_id: str | None
    """The client of the record."""
    client: Ref | None
    """The client’s id and name."""
    status: ContractStatus
    """draft: not agreed yet. active: in force. paused: suspended. ended: over."""
    value: float | None
    """In BRL per period. With at most two decimals."""
    period: ContractPeriod
    """The period of the value and of the hours, counted from starts_on."""
    starts_on: str | None
    """The first day of the first period. If it is not set, periods begin on the day of created_at."""
    ends_on: str | None
    """The last day."""
    renews_on: str | None
    """The day on which it is to be renewed."""
    notice_days: int | None
    """The number of days before renews_on by which notice must be given."""
    included_hours: float | None
    """The hours that each period includes; null for none. A number of hours from 0 to 100000 with
    at most two decimals."""
    carry_over: int
    """The number of following periods in which the unused hours of a period may still be used: 0
    for none, 1 for the next period only."""
    overage_rate: float | None
    """In BRL, for each hour beyond those included and carried over. With at most two decimals."""
    project_ids: list[str]
    """The projects whose time counts against the included hours."""
    owner_id: str | None
    """The user who looks after the contract."""
    deal_id: str | None
    """The deal that became this contract; read-only."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class WebhookEndpoint(TypedDict):
    """Endpoints that deliver events (url, events), receive requests from other systems and turn
    them into tasks, or both. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name of the endpoint; also the title of tasks that it creates from requests without one."""
    slug: str
    """The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""
    is_active: bool
    """True if the endpoint delivers and receives."""
    target_pipeline_id: str | None
    """The board on which received requests create tasks."""
    target_column_id: str | None
    """The column of that board."""
    field_mapping: dict[str, Any]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: str | None
    """The URL that receives events; null for an endpoint that only receives requests. An http or
    https address of at most 2048 characters, without user name and password."""
    events: list[SubscribedEvent]
    """The event types to deliver; * (all) if a url is given without a list."""
    disabled_reason: str | None
    """The reason why the service disabled the endpoint: its receiver responded 410, every delivery
    failed for five days, or too many deliveries were pending. Enabling the endpoint clears it."""
    disabled_reason_details: DeliveryFailure | None
    """The code of `disabled_reason`, and the values in it, for programs; null if there is none."""
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
    """The name of the endpoint; also the title of tasks that it creates from requests without one."""
    slug: str
    """The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""
    is_active: bool
    """True if the endpoint delivers and receives."""
    target_pipeline_id: str | None
    """The board on which received requests create tasks."""
    target_column_id: str | None
    """The column of that board."""
    field_mapping: dict[str, Any]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: str | None
    """The URL that receives events; null for an endpoint that only receives requests. An http or
    https address of at most 2048 characters, without user name and password."""
    events: list[SubscribedEvent]
    """The event types to deliver; * (all) if a url is given without a list."""
    disabled_reason: str | None
    """The reason why the service disabled the endpoint: its receiver responded 410, every delivery
    failed for five days, or too many deliveries were pending. Enabling the endpoint clears it."""
    disabled_reason_details: DeliveryFailure | None
    """The code of `disabled_reason`, and the values in it, for programs; null if there is none."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""
    secret_token: str
    """Signs deliveries and receptions. Shown only in this response."""


class TimeEntry(TypedDict):
    """Time that members spent on tasks, projects and clients. The sum of a task’s entries is its
    actual_hours. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    user_id: str | None
    """The user who worked; null for hours entered on the task. Default: the caller."""
    task_id: str | None
    """The task."""
    project_id: str | None
    """The project. Default: that of the task."""
    client_id: str | None
    """The client. Default: that of the project."""
    started_at: str
    """When the work began. Default: now."""
    minutes: float | None
    """The duration in minutes; null while the timer runs. A negative number corrects other entries."""
    is_running: bool
    """True while the timer runs."""
    is_long: bool
    """True if the timer has been running for more than 12 hours."""
    note: str | None
    """A short note about the work."""
    is_billable: bool
    """True if the client is billed for it."""
    hourly_rate: float | None
    """The rate of an hour in BRL when the entry was made: that of the project, otherwise of the
    client, otherwise of the user; read-only. With at most two decimals."""
    hourly_cost: float | None
    """The cost of an hour of the user in BRL when the entry was made; read-only. With at most two
    decimals."""
    origin: TimeEntryOrigin
    """timer: started as a timer. typed: entered by a member. import: imported. api: entered by a
    program, or the difference when actual_hours of a task was changed."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class Me(TypedDict):
    """Later versions may add fields."""
    team: MeTeam
    """The team."""
    key: MeKey
    """The calling key."""
    rate_limit: MeRateLimit | None
    """The maximum number of requests per window, or null if there is no limit."""


class DealPhases(TypedDict):
    """Later versions may add fields."""
    phases: list[TeamPhase]
    """The phases, those listed by the team first."""


class BillingLine(TypedDict):
    """Amounts to be billed, one for each period of an active contract that has ended. Later
    versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    contract_id: str
    """The contract that is billed."""
    contract: Ref | None
    """The contract’s id and title."""
    client_id: str | None
    """The client of the contract."""
    client: Ref | None
    """The client’s id and name."""
    title: str
    """The title of the contract."""
    starts_on: str
    """The first day of the period."""
    ends_on: str
    """The last day of the period."""
    status: BillingLineStatus
    """open: to be billed. billed: billed. waived: not to be billed."""
    value: float | None
    """The value of the contract in BRL. With at most two decimals."""
    included_minutes: float | None
    """The included time; null if the contract includes none. A number of minutes."""
    carried_minutes: float
    """Unused time of earlier periods. A number of minutes."""
    used_minutes: float
    """The time of the contract’s projects. A number of minutes."""
    overage_minutes: float
    """Time beyond the included and the carried time; 0 if the contract includes none. A number of
    minutes."""
    overage_rate: float | None
    """In BRL, for each hour of overage. With at most two decimals."""
    overage_value: float | None
    """In BRL: overage_minutes at overage_rate. With at most two decimals."""
    total: float | None
    """In BRL: value and overage_value. With at most two decimals."""
    reference: str | None
    """The number or the address of the invoice."""
    billed_at: str | None
    """When the status became billed."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


Report = TypedDict(
    "Report",
    {
        "report": "ReportName",
        "from": "str",
        "to": "str",
        "previous_from": "str",
        "previous_to": "str",
        "by": "ReportBy",
        "time_zone": "str",
        "is_approximate": "bool",
        "as_of": "str | None",
        "is_masked": "bool",
        "totals": "list[ReportTotal]",
        "columns": "list[ReportColumn]",
        "rows": "list[ReportRow]",
        "rows_left_out": "int",
    },
)


class ReportRecords(TypedDict):
    """Later versions may add fields."""
    report: ReportName
    """The report."""
    measure: str
    """The measure."""
    unit: ReportUnit
    """The unit of the values."""
    is_masked: bool
    """True if amounts, and what follows from them, are null because the caller may not see values."""
    total: int
    """The number of records."""
    page: int
    """The page."""
    limit: int
    """The number of records of a page."""
    pages: int
    """The number of pages."""
    records: list[ReportRecord]
    """The records, the latest first."""


class TagsInUse(TypedDict):
    """Later versions may add fields."""
    clients: list[str]
    """Tags of clients, most used first."""
    contacts: list[str]
    """Tags of contacts, most used first."""
    deals: list[str]
    """Tags of deals, most used first."""
    tasks: list[str]
    """Tags of tasks, most used first."""
    activities: list[str]
    """Tags of activities, most used first."""


class Message(TypedDict):
    """Messages to and from contacts, by the network’s time. The status only moves forward: pending,
    sent, delivered, read; or failed, from pending or sent. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    conversation_id: str
    """The conversation of the message."""
    inbox_id: str
    """The inbox that sent or received the message."""
    remote_jid: str
    """The contact’s address on the messaging network."""
    msgapp_message_id: str | None
    """The ID assigned by the network."""
    direction: MessageDirection
    """outgoing: sent by the team. incoming: sent by the contact."""
    message_type: str
    """The type. This API sends text, image, audio, voice, video, document and sticker; messages
    that were received, or sent elsewhere, may be any of text, image, audio, voice, video, document,
    sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and
    unsupported."""
    content: str
    """The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty
    after the message was revoked."""
    status: MessageStatus
    """pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed.
    failed: not sent, or given up. received: an incoming message."""
    status_reason: str | None
    """The reason why it failed or its outcome is unknown, beginning with the cause."""
    origin: MessageOrigin
    """The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or
    another program on the same session."""
    author: MessageAuthor | None
    """The sender of an outgoing message: a person, an API key, a workflow, the command line, the
    phone, or another program. null for incoming messages, and for messages stored before authors
    were recorded."""
    participant: MessageParticipant | None
    """The member who wrote an incoming message of a group; null for other messages. A member of a
    group."""
    mentions: list[MessageMention]
    """The members of a group that the content mentions, in a message of a group; otherwise empty."""
    step_due_at: str | None
    """The next attempt of the workflow step that sends the message, as of now; a failed message is
    sent again then. null once the step has ended."""
    superseded_by: str | None
    """The message that a later attempt of the same workflow step sent in place of this failed one."""
    details: dict[str, Any]
    """Additional content of some types, such as the coordinates of a location; kind is the
    gateway’s name of an unsupported type. An object, at most 32 levels deep."""
    referral: Referral | None
    """The advertisement or post through which the contact started the conversation, as reported by
    the network; null for other messages."""
    reply_to: str | None
    """The message that it answers or reacts to, if known."""
    reactions: list[Reaction]
    """The latest reaction of each side; incoming is the contact’s. In a group, of each member."""
    edited_at: str | None
    """When its text was last edited."""
    revoked_at: str | None
    """When its author revoked it."""
    versions: list[MessageVersion]
    """Its previous texts, oldest first."""
    last_change: MessageLastChange | None
    """The last edit or revoke of this message that a user requested in Pauta, and its outcome; null
    if there is none."""
    sent_at: str
    """When it was written, in whole seconds: the network’s time, or for messages sent by Pauta the
    time of storage. Conversations are ordered by it, then by created_at."""
    media: Media | None
    """The attached file and its status: pending, with the reason after a failed fetch; stored, with
    its file; or failed."""
    created_at: str
    """When the record was created."""


class Templates(TypedDict):
    """Later versions may add fields."""
    templates: list[Template]
    """The templates of the number’s account, as listed by the network."""


class Conversation(TypedDict):
    """The messages between an inbox and a contact, or a group; created by the first message. Lists
    leave groups out: they are listed at /msgapp/groups. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    type: ConversationType
    """direct: with a contact. group: of a group; it has no contact."""
    group_name: str | None
    """The name of the group; null if it is unknown, and for direct conversations."""
    inbox_id: str
    """The inbox."""
    inbox: Ref | None
    """The inbox’s id and name."""
    contact_id: str | None
    """The contact."""
    contact: Ref | None
    """The contact; its name is the team’s, otherwise the contact’s, otherwise the number."""
    remote_jid: str
    """The address of the contact or the group on the messaging network."""
    status: ConversationStatus
    """open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the
    contact reopens it."""
    snoozed_until: str | None
    """When a snoozed conversation reopens automatically; null for other conversations."""
    assignee_id: str | None
    """The assignee."""
    assignee: Ref | None
    """The assignee’s id and name."""
    squad_id: str | None
    """The squad that the conversation is assigned to, in addition to a user or instead of one."""
    squad: Ref | None
    """The squad’s id and name."""
    client_id: str | None
    """The client of a group; null if it has none, and for direct conversations, whose client is the
    contact’s."""
    project_id: str | None
    """The project of a group, linked instead of a client; null if it has none, and for direct
    conversations."""
    labels: list[ConversationLabel]
    """The labels of the conversation, by name."""
    is_blocked: bool
    """True if the team blocked the contact or the group: its messages are stored, but open nothing,
    wait for no answer and run no workflow."""
    waiting_since: str | None
    """The time of the contact’s oldest unanswered message; null if it is answered or the
    conversation is resolved."""
    reply_due_at: str | None
    """When the answer is due, by the reply times of the inbox and its business hours; null if no
    contact waits, or the inbox has no such time. Computed within seconds where the wait begins with
    an earlier message, as when a conversation is reopened."""
    first_answered_at: str | None
    """When the contact’s first message was answered."""
    last_incoming_at: str | None
    """When the contact’s last message was written."""
    window_closes_at: str | None
    """The end of the period in which an official number can send any message: 24 hours after the
    contact’s last message; later, only templates. null for other inboxes, and before the first
    message."""
    last_message_at: str
    """When the last message was sent or received."""
    created_at: str
    """When the record was created."""


class Label(TypedDict):
    """Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name."""
    color: ConversationLabelColor
    """The colour."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class Delivery(TypedDict):
    """Deliveries of events to webhook endpoints: one per endpoint and event. Later versions may add
    fields."""
    id: str
    """The event’s ID, which receivers see as webhook-id."""
    webhook_id: str
    """The endpoint."""
    event: EventKind
    """The type of the event."""
    status: DeliveryStatus
    """pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up."""
    attempt_count: float
    """The number of attempts, including those before a replay."""
    next_attempt_at: str | None
    """Time of the next attempt; null once it is delivered or failed."""
    reason: str | None
    """The reason why the last attempt failed, or why there was none; null without a failure."""
    reason_details: DeliveryFailure | None
    """The code of `reason`, and the values in it, for programs; null if there is none."""
    created_at: str
    """When the event happened."""
    completed_at: str | None
    """When it was delivered or failed."""


class ReplayResult(TypedDict):
    """Later versions may add fields."""
    replayed: float
    """Number of deliveries to be attempted again."""
    remaining: float
    """The number of remaining deliveries: call again with next_from."""
    next_from: str | None
    """The value of from for the next call; null if nothing is left."""


class Reception(TypedDict):
    """Requests from other systems to webhook endpoints, and their outcome. Later versions may add
    fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    status: ReceptionStatus
    """accepted: it created a task. rejected: no task could be created from it."""
    key: str | None
    """The sender’s ID for the request: its webhook-id, otherwise its Idempotency-Key."""
    task_id: str | None
    """The created task."""
    reason: str | None
    """The reason for the rejection, or the fields for which the payload had no value."""
    fields: list[ErrorField] | None
    """The invalid fields of the rejected request, as in `error.fields`, or those for which the
    payload had no value."""
    payload: str | None
    """The first 65,536 characters of the payload, if it was rejected or had no title."""
    created_at: str
    """When it was received."""


class Comment(TypedDict):
    """The team’s comments. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    record_type: CommentRecordType
    """The type of record."""
    record_id: str
    """The record."""
    author_id: str
    """The user who wrote it."""
    content: str
    """The text. A string of 1 to 50000 characters, not all of them blank."""
    mentions: list[str]
    """The mentioned users."""
    created_at: str
    """When the record was created."""
    edited_at: str | None
    """When its author last edited it."""


class Approval(TypedDict):
    """The team’s approval requests. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as shown in lists."""
    message: str | None
    """Message shown to the approver."""
    stage: ApprovalStage
    """The approver: the team or the client."""
    status: ApprovalStatus
    """The overall status of all campaigns."""
    client_id: str | None
    """The client of the record."""
    client: Ref | None
    """The client’s id and name."""
    needed: float
    """Number of approvals required."""
    items: list[ApprovalItem]
    """The items to approve, in order."""
    has_link: bool
    """True if the client has a link for deciding."""
    has_pin: bool
    """True if the link requires a PIN."""
    expires_at: str | None
    """The time until which decisions are accepted."""
    sent_at: str | None
    """When the link was sent to the contact."""
    sent_to: str | None
    """The contact who received it."""
    seen_at: str | None
    """When it was last used."""
    created_by: str | None
    """The user of the API key that created the record."""
    created_at: str
    """When the record was created."""
    revoked_at: str | None
    """When it was revoked; null if it was not."""


class ApprovalCreated(TypedDict):
    """The team’s approval requests. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str
    """The title, as shown in lists."""
    message: str | None
    """Message shown to the approver."""
    stage: ApprovalStage
    """The approver: the team or the client."""
    status: ApprovalStatus
    """The overall status of all campaigns."""
    client_id: str | None
    """The client of the record."""
    client: Ref | None
    """The client’s id and name."""
    needed: float
    """Number of approvals required."""
    items: list[ApprovalItem]
    """The items to approve, in order."""
    has_link: bool
    """True if the client has a link for deciding."""
    has_pin: bool
    """True if the link requires a PIN."""
    expires_at: str | None
    """The time until which decisions are accepted."""
    sent_at: str | None
    """When the link was sent to the contact."""
    sent_to: str | None
    """The contact who received it."""
    seen_at: str | None
    """When it was last used."""
    created_by: str | None
    """The user of the API key that created the record."""
    created_at: str
    """When the record was created."""
    revoked_at: str | None
    """When it was revoked; null if it was not."""
    link: str
    """The link for the client, returned only once; empty if the team itself approves."""


class Inbox(TypedDict):
    """The numbers through which the team sends and receives messages. Created by the operator.
    Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name used by the team."""
    type: InboxType
    """session: a session on the network. cloud: the network’s official API."""
    active: bool
    """An inactive inbox cannot send."""
    connected: bool
    """True if the inbox can send; sending through an inbox that is not connected returns 502.
    Derived from `state`, if known; the operator can also set it."""
    state: ConnectionState | None
    """The state of the connection to the network. disconnected: not logged in. connecting:
    reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given
    up or not recoverable. null: unknown."""
    state_reason: str | None
    """The reason for the state."""
    state_reason_details: Finding | None
    """The code of `state_reason`, and the values in it, for programs; null if there is none."""
    state_changed_at: str | None
    """When the state last changed."""
    phone: str | None
    """The number that is logged in, if known."""
    created_at: str
    """When the record was created."""


class Squad(TypedDict):
    """Groups of people who work on projects and answer conversations. Created by the operator.
    Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name used by the team."""
    created_at: str
    """When the record was created."""


class Pipeline(TypedDict):
    """Boards and their columns, of one project or of the whole team. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name used by the team."""
    project_id: str | None
    """The project of the board; null for a board of the team."""
    project: Ref | None
    """The project’s id and name."""
    is_default: bool
    """True if it is the default board for new tasks of the project."""
    columns: list[PipelineColumn]
    """The columns in order: ID, slug, name, and whether entering the column completes a task."""
    created_at: str
    """When the record was created."""


class ProjectTemplate(TypedDict):
    """Boards and tasks for projects of a kind, with due dates counted from the start, and assignees
    by their role in the squad. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name used by the team."""
    description: str | None
    """The description of its projects, unless another is given."""
    priority: ProjectPriority
    """The priority of its projects, unless another is given."""
    color: str | None
    """The colour of its projects, unless another is given. A colour: # and 3, 4, 6 or 8 hex digits."""
    duration_days: int | None
    """The days from the start of a project to its due date. Null: it has no due date."""
    shift: ProjectTemplateShift
    """If a due date is not a working day of the team, it becomes the working day before or after
    it."""
    columns: list[ProjectTemplateColumn] | None
    """The columns of the board in order. Null: those of the team’s template board."""
    tasks: list[ProjectTemplateTask]
    """The tasks in order."""
    created_at: str
    """When the record was created."""
    updated_at: str
    """When the record last changed."""


class User(TypedDict):
    """The people of the team. Created by the operator. Later versions may add fields."""
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The user’s name."""
    email: str
    """The e-mail address; unique in the team."""
    role: Role
    """The role in the team."""
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
    "ContractCreatedEvent",
    "ContractUpdatedEvent",
    "ContractDeletedEvent",
    "DealStageChangedEvent",
    "TaskMovedEvent",
    "WebhookDisabledEvent",
    "WebhookTestEvent",
    "PrivacyErasedEvent",
    "ImportFinishedEvent",
    "TimeEntryCreatedEvent",
    "TimeEntryUpdatedEvent",
    "TimeEntryDeletedEvent",
    "BillingLineCreatedEvent",
    "BillingLineUpdatedEvent",
    "MessageCreatedEvent",
    "MessageUpdatedEvent",
    "ConversationUpdatedEvent",
    "ConversationReplyOverdueEvent",
    "InboxConnectionEvent",
    "WorkflowCallEvent",
]
"""An event, as delivered to endpoints and listed by GET /v1/events: its type determines the schema
of its data. Later versions add types: ignore those that you do not know."""


class ReceivedTask(TypedDict):
    """Later versions may add fields."""
    task_id: str
    """The task."""


class ContactCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    phone: str
    """The number with its country code. Cannot be changed after creation. 10 to 15 digits with the
    country code."""
    custom_name: NotRequired[str | None]
    """The name used by the team."""
    notes: NotRequired[str | None]
    """Private notes of the team."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed. Default: empty."""
    client_id: NotRequired[str | None]
    """The client of the record."""


class ContactUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    custom_name: NotRequired[str | None]
    """The name used by the team."""
    notes: NotRequired[str | None]
    """Private notes of the team."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    phone: NotRequired[str]
    """Cannot be changed: only its current value is accepted."""


class ProjectCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    name: str
    """The name of the project."""
    slug: NotRequired[str | None]
    """The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case
    letters and digits, in words joined by hyphens."""
    description: NotRequired[str | None]
    """A free-text description."""
    status: NotRequired[ProjectStatus | None]
    """The status of the project. Changing it to completed sets completed_at; changing it from
    completed clears it. Default: `backlog`."""
    priority: NotRequired[ProjectPriority | None]
    """Sorted by weight: low < medium < high < urgent. Default: `medium`."""
    color: NotRequired[str | None]
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """The start date."""
    due_date: NotRequired[str | None]
    """The due date."""
    briefing: NotRequired[str | None]
    """The client’s request."""
    squad_id: NotRequired[str | None]
    """The squad that does the work."""
    client_id: NotRequired[str | None]
    """The client of the record."""


class ProjectUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    name: NotRequired[str]
    """The name of the project."""
    slug: NotRequired[str]
    """The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case
    letters and digits, in words joined by hyphens."""
    description: NotRequired[str | None]
    """A free-text description."""
    status: NotRequired[ProjectStatus]
    """The status of the project. Changing it to completed sets completed_at; changing it from
    completed clears it."""
    priority: NotRequired[ProjectPriority]
    """Sorted by weight: low < medium < high < urgent."""
    color: NotRequired[str | None]
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """The start date."""
    due_date: NotRequired[str | None]
    """The due date."""
    briefing: NotRequired[str | None]
    """The client’s request."""
    squad_id: NotRequired[str | None]
    """The squad that does the work."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    completed_at: NotRequired[str | None]
    """Set when the status becomes completed; an update may set it too."""


class ClientCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    type: ClientType
    """PF: a person. PJ: a company. Changing it clears the fields of the other type."""
    name: str
    """Full name, or the company’s legal name."""
    display_name: NotRequired[str | None]
    """The name used by the team."""
    email: NotRequired[str | None]
    """An e-mail address."""
    phone: NotRequired[str | None]
    """A phone number (free format)."""
    mobile_phone: NotRequired[str | None]
    """A mobile number (free format)."""
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
    """The origin of the record (free text)."""
    notes: NotRequired[str | None]
    """The team’s notes on the client."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed. Default: empty."""


class ClientUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    type: NotRequired[ClientType]
    """PF: a person. PJ: a company. Changing it clears the fields of the other type."""
    name: NotRequired[str]
    """Full name, or the company’s legal name."""
    display_name: NotRequired[str | None]
    """The name used by the team."""
    email: NotRequired[str | None]
    """An e-mail address."""
    phone: NotRequired[str | None]
    """A phone number (free format)."""
    mobile_phone: NotRequired[str | None]
    """A mobile number (free format)."""
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
    """The origin of the record (free text)."""
    notes: NotRequired[str | None]
    """The team’s notes on the client."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed."""
    status: NotRequired[ClientStatus]
    """DELETE sets inactive; an update to active restores the client."""


class TaskCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as shown in lists."""
    description: NotRequired[str | None]
    """A free-text description."""
    parent_id: NotRequired[str | None]
    """The task of which it is a subtask. It belongs to the same project and is no subtask itself."""
    pipeline_id: NotRequired[str | None]
    """The board. Default: the project’s default board."""
    column: NotRequired[str | None]
    """The slug of a column of that board. Default: its first column."""
    priority: NotRequired[TaskPriority | None]
    """Sorted by weight: none < low < medium < high < urgent. Default: `none`."""
    assignee_id: NotRequired[str | None]
    """The first of assignee_ids; setting only one of the two fields sets the other."""
    assignee_ids: NotRequired[list[str] | None]
    """The assignees, the main one first. Default: empty."""
    reporter_id: NotRequired[str | None]
    """The user who requested the task."""
    start_date: NotRequired[str | None]
    """The day on which the work starts, not after due_date."""
    due_date: NotRequired[str | None]
    """The due date."""
    blocked_by_ids: NotRequired[list[str] | None]
    """The tasks of the team that must be done first, of any project; without cycles. Default:
    empty."""
    estimated_hours: NotRequired[float | None]
    """Estimated effort in hours."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed. Default: empty."""
    checklist_markdown: NotRequired[str | None]
    """A checklist in Markdown."""
    project_id: str
    """The project of the record. Cannot be changed after creation."""


class TaskUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as shown in lists."""
    description: NotRequired[str | None]
    """A free-text description."""
    parent_id: NotRequired[str | None]
    """The task of which it is a subtask. It belongs to the same project and is no subtask itself."""
    pipeline_id: NotRequired[str]
    """The board. Default: the project’s default board."""
    column: NotRequired[str]
    """The slug of a column of that board. Default: its first column."""
    priority: NotRequired[TaskPriority]
    """Sorted by weight: none < low < medium < high < urgent."""
    assignee_id: NotRequired[str | None]
    """The first of assignee_ids; setting only one of the two fields sets the other."""
    assignee_ids: NotRequired[list[str] | None]
    """The assignees, the main one first."""
    reporter_id: NotRequired[str | None]
    """The user who requested the task."""
    start_date: NotRequired[str | None]
    """The day on which the work starts, not after due_date."""
    due_date: NotRequired[str | None]
    """The due date."""
    blocked_by_ids: NotRequired[list[str] | None]
    """The tasks of the team that must be done first, of any project; without cycles."""
    estimated_hours: NotRequired[float | None]
    """Estimated effort in hours."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed."""
    checklist_markdown: NotRequired[str | None]
    """A checklist in Markdown."""
    position: NotRequired[float]
    """The position in the column, unique there. A new or moved task goes to the end. If the given
    position is taken, the task that held it moves right after."""
    completed_at: NotRequired[str | None]
    """Set in a finishing column and cleared elsewhere; an update may set it too."""
    actual_hours: NotRequired[float | None]
    """Actual effort in hours."""
    project_id: NotRequired[str]
    """Cannot be changed: only its current value is accepted."""


class DealCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as shown in lists."""
    description: NotRequired[str | None]
    """A free-text description."""
    value: NotRequired[float | None]
    """In BRL. With at most two decimals."""
    phase: NotRequired[DealPhase | None]
    """The sales phase; teams define their own phases. Default: `lead`."""
    priority: NotRequired[DealPriority | None]
    """alta: high. media: medium. baixa: low. Default: `media`."""
    status: NotRequired[DealStatus | None]
    """ativo: open. arquivado: archived. Default: `ativo`."""
    probability: NotRequired[float | None]
    """The probability of winning, in percent."""
    expected_close_date: NotRequired[str | None]
    """The date on which the decision is expected."""
    responsible_id: NotRequired[str | None]
    """The user responsible for the deal."""
    source: NotRequired[str | None]
    """The origin of the record (free text)."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed. Default: empty."""
    is_starred: NotRequired[bool | None]
    """True if the team starred the deal. Default: `false`."""


class DealUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as shown in lists."""
    description: NotRequired[str | None]
    """A free-text description."""
    value: NotRequired[float | None]
    """In BRL. With at most two decimals."""
    phase: NotRequired[DealPhase]
    """The sales phase; teams define their own phases."""
    priority: NotRequired[DealPriority]
    """alta: high. media: medium. baixa: low."""
    status: NotRequired[DealStatus]
    """ativo: open. arquivado: archived."""
    probability: NotRequired[float | None]
    """The probability of winning, in percent."""
    expected_close_date: NotRequired[str | None]
    """The date on which the decision is expected."""
    responsible_id: NotRequired[str | None]
    """The user responsible for the deal."""
    source: NotRequired[str | None]
    """The origin of the record (free text)."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed."""
    is_starred: NotRequired[bool]
    """True if the team starred the deal."""
    loss_reason: NotRequired[str | None]
    """The reason for the loss."""


class CampaignCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    name: str
    """The name of the campaign."""
    description: NotRequired[str | None]
    """A free-text description."""
    status: NotRequired[CampaignStatus | None]
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned. Default: `draft`."""
    start_date: NotRequired[str | None]
    """The start date."""
    end_date: NotRequired[str | None]
    """The end date."""
    content_pillars: NotRequired[list[str] | None]
    """The themes, in order. Default: empty."""
    target_platforms: NotRequired[list[str] | None]
    """The platforms, in order. Default: empty."""
    goals: NotRequired[dict[str, Any] | None]
    """Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep. Default:
    empty."""
    project_id: str
    """The project of the record. Cannot be changed after creation."""


class CampaignUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    name: NotRequired[str]
    """The name of the campaign."""
    description: NotRequired[str | None]
    """A free-text description."""
    status: NotRequired[CampaignStatus]
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned."""
    start_date: NotRequired[str | None]
    """The start date."""
    end_date: NotRequired[str | None]
    """The end date."""
    content_pillars: NotRequired[list[str] | None]
    """The themes, in order."""
    target_platforms: NotRequired[list[str] | None]
    """The platforms, in order."""
    goals: NotRequired[dict[str, Any] | None]
    """Free-form goals. An object of at most 65536 bytes of JSON, at most 32 levels deep."""
    project_id: NotRequired[str]
    """Cannot be changed: only its current value is accepted."""


class ActivityCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as shown in lists."""
    type: NotRequired[ActivityType | None]
    """The type of activity. Default: `task`."""
    description: NotRequired[str | None]
    """A free-text description."""
    occurred_at: NotRequired[str | None]
    """When it takes or took place. Default: now."""
    duration_minutes: NotRequired[float | None]
    """The duration in minutes."""
    is_completed: NotRequired[bool | None]
    """True if the activity is completed. Default: `false`."""
    due_date: NotRequired[str | None]
    """The due date."""
    priority: NotRequired[ActivityPriority | None]
    """The priority."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed. Default: empty."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    deal_id: NotRequired[str | None]
    """The deal of the activity."""
    contract_id: NotRequired[str | None]
    """The contract of the activity."""
    assigned_to: NotRequired[str | None]
    """The assignee."""


class ActivityUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as shown in lists."""
    type: NotRequired[ActivityType]
    """The type of activity."""
    description: NotRequired[str | None]
    """A free-text description."""
    occurred_at: NotRequired[str]
    """When it takes or took place. Default: now."""
    duration_minutes: NotRequired[float | None]
    """The duration in minutes."""
    is_completed: NotRequired[bool]
    """True if the activity is completed."""
    due_date: NotRequired[str | None]
    """The due date."""
    priority: NotRequired[ActivityPriority | None]
    """The priority."""
    tags: NotRequired[list[str] | None]
    """Free-form tags, in order; duplicates are removed."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    deal_id: NotRequired[str | None]
    """The deal of the activity."""
    contract_id: NotRequired[str | None]
    """The contract of the activity."""
    assigned_to: NotRequired[str | None]
    """The assignee."""


class ContractCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    title: str
    """The title, as shown in lists."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    status: NotRequired[ContractStatus | None]
    """draft: not agreed yet. active: in force. paused: suspended. ended: over. Default: `active`."""
    value: NotRequired[float | None]
    """In BRL per period. With at most two decimals."""
    period: NotRequired[ContractPeriod | None]
    """The period of the value and of the hours, counted from starts_on. Default: `monthly`."""
    starts_on: NotRequired[str | None]
    """The first day of the first period. If it is not set, periods begin on the day of created_at."""
    ends_on: NotRequired[str | None]
    """The last day."""
    renews_on: NotRequired[str | None]
    """The day on which it is to be renewed."""
    notice_days: NotRequired[int | None]
    """The number of days before renews_on by which notice must be given."""
    included_hours: NotRequired[float | None]
    """The hours that each period includes; null for none. A number of hours from 0 to 100000 with
    at most two decimals."""
    carry_over: NotRequired[int | None]
    """The number of following periods in which the unused hours of a period may still be used: 0
    for none, 1 for the next period only. Default: `0`."""
    overage_rate: NotRequired[float | None]
    """In BRL, for each hour beyond those included and carried over. With at most two decimals."""
    project_ids: NotRequired[list[str] | None]
    """The projects whose time counts against the included hours. Default: empty."""
    owner_id: NotRequired[str | None]
    """The user who looks after the contract."""


class ContractUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    title: NotRequired[str]
    """The title, as shown in lists."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    status: NotRequired[ContractStatus]
    """draft: not agreed yet. active: in force. paused: suspended. ended: over."""
    value: NotRequired[float | None]
    """In BRL per period. With at most two decimals."""
    period: NotRequired[ContractPeriod]
    """The period of the value and of the hours, counted from starts_on."""
    starts_on: NotRequired[str | None]
    """The first day of the first period. If it is not set, periods begin on the day of created_at."""
    ends_on: NotRequired[str | None]
    """The last day."""
    renews_on: NotRequired[str | None]
    """The day on which it is to be renewed."""
    notice_days: NotRequired[int | None]
    """The number of days before renews_on by which notice must be given."""
    included_hours: NotRequired[float | None]
    """The hours that each period includes; null for none. A number of hours from 0 to 100000 with
    at most two decimals."""
    carry_over: NotRequired[int]
    """The number of following periods in which the unused hours of a period may still be used: 0
    for none, 1 for the next period only."""
    overage_rate: NotRequired[float | None]
    """In BRL, for each hour beyond those included and carried over. With at most two decimals."""
    project_ids: NotRequired[list[str] | None]
    """The projects whose time counts against the included hours."""
    owner_id: NotRequired[str | None]
    """The user who looks after the contract."""


class WebhookEndpointCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    name: str
    """The name of the endpoint; also the title of tasks that it creates from requests without one."""
    is_active: NotRequired[bool | None]
    """True if the endpoint delivers and receives. Default: `true`."""
    target_pipeline_id: NotRequired[str | None]
    """The board on which received requests create tasks."""
    target_column_id: NotRequired[str | None]
    """The column of that board."""
    field_mapping: NotRequired[dict[str, Any] | None]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep. Default: empty."""
    url: NotRequired[str | None]
    """The URL that receives events; null for an endpoint that only receives requests. An http or
    https address of at most 2048 characters, without user name and password."""
    events: NotRequired[list[SubscribedEvent] | None]
    """The event types to deliver; * (all) if a url is given without a list."""
    slug: NotRequired[str | None]
    """The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""


class WebhookEndpointUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    name: NotRequired[str]
    """The name of the endpoint; also the title of tasks that it creates from requests without one."""
    is_active: NotRequired[bool]
    """True if the endpoint delivers and receives."""
    target_pipeline_id: NotRequired[str | None]
    """The board on which received requests create tasks."""
    target_column_id: NotRequired[str | None]
    """The column of that board."""
    field_mapping: NotRequired[dict[str, Any] | None]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: NotRequired[str | None]
    """The URL that receives events; null for an endpoint that only receives requests. An http or
    https address of at most 2048 characters, without user name and password."""
    events: NotRequired[list[SubscribedEvent] | None]
    """The event types to deliver; * (all) if a url is given without a list."""


class TimeEntryCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    user_id: NotRequired[str | None]
    """The user who worked; null for hours entered on the task. Default: the caller."""
    task_id: NotRequired[str | None]
    """The task."""
    project_id: NotRequired[str | None]
    """The project. Default: that of the task."""
    client_id: NotRequired[str | None]
    """The client. Default: that of the project."""
    started_at: NotRequired[str | None]
    """When the work began. Default: now."""
    minutes: NotRequired[float | None]
    """The duration in minutes; null while the timer runs. A negative number corrects other entries."""
    note: NotRequired[str | None]
    """A short note about the work."""
    is_billable: NotRequired[bool | None]
    """True if the client is billed for it. Default: `true`."""


class TimeEntryUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    task_id: NotRequired[str | None]
    """The task."""
    project_id: NotRequired[str | None]
    """The project. Default: that of the task."""
    client_id: NotRequired[str | None]
    """The client. Default: that of the project."""
    started_at: NotRequired[str]
    """When the work began. Default: now."""
    minutes: NotRequired[float | None]
    """The duration in minutes; null while the timer runs. A negative number corrects other entries."""
    note: NotRequired[str | None]
    """A short note about the work."""
    is_billable: NotRequired[bool]
    """True if the client is billed for it."""
    user_id: NotRequired[str | None]
    """Cannot be changed: only its current value is accepted."""


class BillingLineUpdate(TypedDict):
    """Changes only the given fields; null clears a field. Other fields of the resource are ignored,
    so a record can be sent back as it was read; unknown names are rejected."""
    status: NotRequired[BillingLineStatus]
    """open: to be billed. billed: billed. waived: not to be billed."""
    reference: NotRequired[str | None]
    """The number or the address of the invoice."""


class MessageCreate(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
    rejected."""
    content: NotRequired[str | None]
    """The text of the message; with a file, its caption of at most 1024 characters, which may be
    omitted. A string of 1 to 4096 characters, not all of them blank."""
    inbox_id: NotRequired[str | None]
    """The inbox to send it through; requires phone."""
    phone: NotRequired[str | None]
    """The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the
    country code."""
    conversation_id: NotRequired[str | None]
    """The conversation to send it in, instead of inbox_id and phone."""
    message_type: NotRequired[SentMessageType | None]
    """text without a file. With a file, the type to send it as; by default image, video, audio or
    document, by its media type."""
    file_id: NotRequired[str | None]
    """A file of the team to send, such as media.file_id of a message that was received."""
    media_url: NotRequired[str | None]
    """The address of a file to send, https or http. The service fetches it once, from public
    addresses only. An http or https address of at most 2048 characters, without user name and
    password."""
    file_name: NotRequired[str | None]
    """The name of the file at media_url; by default the name that its server gives."""
    mentions: NotRequired[list[str] | None]
    """The members of the group to mention, by the id of their participant. The content has @ and
    the number of each, or the digits of its id if the number is unknown. A list of at most 100
    addresses."""


class MessageForm(TypedDict):
    """A message with a file, as a form."""
    file: tuple[str, bytes] | tuple[str, bytes, str]
    """The file to send, with its name and media type. Its first bytes must match them."""
    content: NotRequired[str]
    """The text of the message; with a file, its caption of at most 1024 characters, which may be
    omitted. A string of 1 to 4096 characters, not all of them blank."""
    inbox_id: NotRequired[str]
    """The inbox to send it through; requires phone."""
    phone: NotRequired[str]
    """The recipient’s number, with the country code; requires inbox_id. 10 to 15 digits with the
    country code."""
    conversation_id: NotRequired[str]
    """The conversation to send it in, instead of inbox_id and phone."""
    message_type: NotRequired[SentMessageType]
    """text without a file. With a file, the type to send it as; by default image, video, audio or
    document, by its media type."""


class TemplateSend(TypedDict):
    """null is treated as omitted. Other fields of the resource are ignored; unknown names are
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
    """The language of the template; the same name may exist in several languages. A language such
    as pt_BR or en."""
    variables: NotRequired[list[str] | None]
    """The values of the variables in the template’s text: {{1}}, {{2}}… in numerical order, named
    variables in the order of the text. A list of at most 100 strings of at most 1024 characters."""
    components: NotRequired[list[dict[str, Any]] | None]
    """Instead of variables, all parameters in the network’s format: for headers with media or
    variables, and for buttons. A list of 1 to 20 objects, of at most 12288 bytes of JSON."""
    file_id: NotRequired[str | None]
    """A file of the team for the header of a template with an image, a video or a document;
    components then have no header."""


class UpdateConversationLabelsInput(TypedDict):
    """null is treated as omitted; unknown names are rejected."""
    add_labels: NotRequired[list[str] | None]
    """The IDs of the labels to add. Default: empty."""
    remove_labels: NotRequired[list[str] | None]
    """The IDs of the labels to remove. Default: empty."""


Replay = TypedDict(
    "Replay",
    {
        "from": "NotRequired[str | None]",
        "to": "NotRequired[str | None]",
        "status": "NotRequired[ReplayStatus | None]",
    },
)


class CreateCommentInput(TypedDict):
    """null is treated as omitted; unknown names are rejected."""
    record_type: CommentRecordType
    """The type of record."""
    record_id: str
    """The record."""
    content: str
    """The text. A string of 1 to 50000 characters, not all of them blank."""
    mentions: NotRequired[list[str] | None]
    """The mentioned users. Default: empty."""
    author_id: NotRequired[str | None]
    """The author. Members and their personal keys comment in their own name, and may omit it; a key
    of the team must name an active user."""


class CreateProjectFromTemplateInput(TypedDict):
    """null is treated as omitted; unknown names are rejected."""
    name: str
    """The name of the project."""
    slug: NotRequired[str | None]
    """The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case
    letters and digits, in words joined by hyphens."""
    description: NotRequired[str | None]
    """Default: that of the template."""
    status: NotRequired[ProjectStatus | None]
    """The status of the project. Changing it to completed sets completed_at; changing it from
    completed clears it. Default: `backlog`."""
    priority: NotRequired[ProjectPriority | None]
    """Default: that of the template."""
    color: NotRequired[str | None]
    """Default: that of the template. A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """Default: today in the team’s time zone."""
    due_date: NotRequired[str | None]
    """Default: by the duration of the template."""
    briefing: NotRequired[str | None]
    """The client’s request."""
    squad_id: NotRequired[str | None]
    """The squad that does the work."""
    client_id: NotRequired[str | None]
    """The client of the record."""


class CreateApprovalInput(TypedDict):
    """null is treated as omitted; unknown names are rejected."""
    campaign_ids: list[str]
    """The campaigns to approve. A list of 1 to 20 UUIDs."""
    stage: NotRequired[ApprovalStage | None]
    """The approver: the team or the client. Default: `client`."""
    title: NotRequired[str | None]
    """The title, as shown in lists."""
    message: NotRequired[str | None]
    """Message shown to the approver."""
    needed: NotRequired[float | None]
    """Number of approvals required. Default: `1`."""
    expires_in_days: NotRequired[float | None]
    """Number of days for which the link is valid."""
    pin: NotRequired[str | None]
    """4 to 12 digits."""


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
    """The name chosen by the contact."""
    custom_name: NotRequired[str | None]
    """The name used by the team."""
    profile_picture_url: NotRequired[str | None]
    """The URL of the contact’s picture, if the network provides it."""
    notes: NotRequired[str | None]
    """Private notes of the team."""
    tags: NotRequired[list[str]]
    """Free-form tags, in order; duplicates are removed."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class ProjectPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """The name of the project."""
    slug: NotRequired[str]
    """The name in URLs, unique in the team; derived from name if omitted. At most 80 lower-case
    letters and digits, in words joined by hyphens."""
    key: NotRequired[str | None]
    """The first part of the numbers of its tasks, unique in the team; derived from name. Null for a
    few seconds after an older version created the project. 2 to 6 capital letters."""
    description: NotRequired[str | None]
    """A free-text description."""
    status: NotRequired[ProjectStatus]
    """The status of the project. Changing it to completed sets completed_at; changing it from
    completed clears it."""
    priority: NotRequired[ProjectPriority]
    """Sorted by weight: low < medium < high < urgent."""
    color: NotRequired[str | None]
    """A colour: # and 3, 4, 6 or 8 hex digits."""
    start_date: NotRequired[str | None]
    """The start date."""
    due_date: NotRequired[str | None]
    """The due date."""
    completed_at: NotRequired[str | None]
    """Set when the status becomes completed; an update may set it too."""
    briefing: NotRequired[str | None]
    """The client’s request."""
    squad_id: NotRequired[str | None]
    """The squad that does the work."""
    squad: NotRequired[Ref | None]
    """The squad’s id and name."""
    client_id: NotRequired[str | None]
    """The client of the record."""
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
    """The name used by the team."""
    email: NotRequired[str | None]
    """An e-mail address."""
    phone: NotRequired[str | None]
    """A phone number (free format)."""
    mobile_phone: NotRequired[str | None]
    """A mobile number (free format)."""
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
    """The origin of the record (free text)."""
    status: NotRequired[ClientStatus]
    """DELETE sets inactive; an update to active restores the client."""
    notes: NotRequired[str | None]
    """The team’s notes on the client."""
    tags: NotRequired[list[str]]
    """Free-form tags, in order; duplicates are removed."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class TaskPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    title: NotRequired[str]
    """The title, as shown in lists."""
    description: NotRequired[str | None]
    """A free-text description."""
    project_id: NotRequired[str]
    """The project of the record. Cannot be changed after creation."""
    parent_id: NotRequired[str | None]
    """The task of which it is a subtask. It belongs to the same project and is no subtask itself."""
    pipeline_id: NotRequired[str]
    """The board. Default: the project’s default board."""
    column: NotRequired[str]
    """The slug of a column of that board. Default: its first column."""
    priority: NotRequired[TaskPriority]
    """Sorted by weight: none < low < medium < high < urgent."""
    assignee_id: NotRequired[str | None]
    """The first of assignee_ids; setting only one of the two fields sets the other."""
    assignee_ids: NotRequired[list[str]]
    """The assignees, the main one first."""
    reporter_id: NotRequired[str | None]
    """The user who requested the task."""
    start_date: NotRequired[str | None]
    """The day on which the work starts, not after due_date."""
    due_date: NotRequired[str | None]
    """The due date."""
    blocked_by_ids: NotRequired[list[str]]
    """The tasks of the team that must be done first, of any project; without cycles."""
    estimated_hours: NotRequired[float | None]
    """Estimated effort in hours."""
    actual_hours: NotRequired[float | None]
    """Actual effort in hours."""
    number: NotRequired[str | None]
    """The key of the project and a number that never changes: SITE-123. Null for a few seconds
    after an older version created the task. A task number."""
    position: NotRequired[float]
    """The position in the column, unique there. A new or moved task goes to the end. If the given
    position is taken, the task that held it moves right after."""
    tags: NotRequired[list[str]]
    """Free-form tags, in order; duplicates are removed."""
    checklist_markdown: NotRequired[str | None]
    """A checklist in Markdown."""
    completed_at: NotRequired[str | None]
    """Set in a finishing column and cleared elsewhere; an update may set it too."""
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
    """The title, as shown in lists."""
    description: NotRequired[str | None]
    """A free-text description."""
    value: NotRequired[float | None]
    """In BRL. With at most two decimals."""
    currency: NotRequired[str]
    """Always BRL."""
    phase: NotRequired[DealPhase]
    """The sales phase; teams define their own phases."""
    priority: NotRequired[DealPriority]
    """alta: high. media: medium. baixa: low."""
    status: NotRequired[DealStatus]
    """ativo: open. arquivado: archived."""
    probability: NotRequired[float | None]
    """The probability of winning, in percent."""
    expected_close_date: NotRequired[str | None]
    """The date on which the decision is expected."""
    source: NotRequired[str | None]
    """The origin of the record (free text)."""
    tags: NotRequired[list[str]]
    """Free-form tags, in order; duplicates are removed."""
    is_starred: NotRequired[bool]
    """True if the team starred the deal."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    client: NotRequired[Ref | None]
    """The client’s id and name."""
    responsible_id: NotRequired[str | None]
    """The user responsible for the deal."""
    loss_reason: NotRequired[str | None]
    """The reason for the loss."""
    ai_summary: NotRequired[str | None]
    """A summary of the deal’s facts of at most 600 characters, written by the service; read-only.
    Null if the team switched summaries off."""
    ai_win_probability: NotRequired[float | None]
    """The estimated probability of winning, in whole percent, from the team’s closed deals;
    read-only. Null for closed and archived deals, and while too few deals are closed."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class CampaignPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """The name of the campaign."""
    project_id: NotRequired[str]
    """The project of the record. Cannot be changed after creation."""
    project: NotRequired[Ref | None]
    """The project’s id and name."""
    description: NotRequired[str | None]
    """A free-text description."""
    status: NotRequired[CampaignStatus]
    """draft: being planned. scheduled: waiting to start. active: running. paused: suspended.
    completed: finished. cancelled: abandoned."""
    approval_status: NotRequired[CampaignApprovalStatus]
    """The client’s approval; cannot be set here."""
    start_date: NotRequired[str | None]
    """The start date."""
    end_date: NotRequired[str | None]
    """The end date."""
    content_pillars: NotRequired[list[str]]
    """The themes, in order."""
    target_platforms: NotRequired[list[str]]
    """The platforms, in order."""
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
    """The title, as shown in lists."""
    type: NotRequired[ActivityType]
    """The type of activity."""
    description: NotRequired[str | None]
    """A free-text description."""
    occurred_at: NotRequired[str]
    """When it takes or took place. Default: now."""
    duration_minutes: NotRequired[float | None]
    """The duration in minutes."""
    is_completed: NotRequired[bool]
    """True if the activity is completed."""
    due_date: NotRequired[str | None]
    """The due date."""
    priority: NotRequired[ActivityPriority | None]
    """The priority."""
    tags: NotRequired[list[str]]
    """Free-form tags, in order; duplicates are removed."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    deal_id: NotRequired[str | None]
    """The deal of the activity."""
    contract_id: NotRequired[str | None]
    """The contract of the activity."""
    assigned_to: NotRequired[str | None]
    """The assignee."""
    created_by: NotRequired[str | None]
    """The user of the API key that created the record."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class ContractPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    title: NotRequired[str]
    """The title, as shown in lists."""
    client_id: NotRequired[str | None]
    """The client of the record."""
    client: NotRequired[Ref | None]
    """The client’s id and name."""
    status: NotRequired[ContractStatus]
    """draft: not agreed yet. active: in force. paused: suspended. ended: over."""
    value: NotRequired[float | None]
    """In BRL per period. With at most two decimals."""
    period: NotRequired[ContractPeriod]
    """The period of the value and of the hours, counted from starts_on."""
    starts_on: NotRequired[str | None]
    """The first day of the first period. If it is not set, periods begin on the day of created_at."""
    ends_on: NotRequired[str | None]
    """The last day."""
    renews_on: NotRequired[str | None]
    """The day on which it is to be renewed."""
    notice_days: NotRequired[int | None]
    """The number of days before renews_on by which notice must be given."""
    included_hours: NotRequired[float | None]
    """The hours that each period includes; null for none. A number of hours from 0 to 100000 with
    at most two decimals."""
    carry_over: NotRequired[int]
    """The number of following periods in which the unused hours of a period may still be used: 0
    for none, 1 for the next period only."""
    overage_rate: NotRequired[float | None]
    """In BRL, for each hour beyond those included and carried over. With at most two decimals."""
    project_ids: NotRequired[list[str]]
    """The projects whose time counts against the included hours."""
    owner_id: NotRequired[str | None]
    """The user who looks after the contract."""
    deal_id: NotRequired[str | None]
    """The deal that became this contract; read-only."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class WebhookEndpointPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """The name of the endpoint; also the title of tasks that it creates from requests without one."""
    slug: NotRequired[str]
    """The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be
    changed. At most 80 lower-case letters and digits, in words joined by hyphens."""
    is_active: NotRequired[bool]
    """True if the endpoint delivers and receives."""
    target_pipeline_id: NotRequired[str | None]
    """The board on which received requests create tasks."""
    target_column_id: NotRequired[str | None]
    """The column of that board."""
    field_mapping: NotRequired[dict[str, Any]]
    """Task field → path in the received payload (lead.name, items[0].title), or a {{template}}. An
    object of at most 65536 bytes of JSON, at most 32 levels deep."""
    url: NotRequired[str | None]
    """The URL that receives events; null for an endpoint that only receives requests. An http or
    https address of at most 2048 characters, without user name and password."""
    events: NotRequired[list[SubscribedEvent]]
    """The event types to deliver; * (all) if a url is given without a list."""
    disabled_reason: NotRequired[str | None]
    """The reason why the service disabled the endpoint: its receiver responded 410, every delivery
    failed for five days, or too many deliveries were pending. Enabling the endpoint clears it."""
    disabled_reason_details: NotRequired[DeliveryFailure | None]
    """The code of `disabled_reason`, and the values in it, for programs; null if there is none."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class TimeEntryPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    user_id: NotRequired[str | None]
    """The user who worked; null for hours entered on the task. Default: the caller."""
    task_id: NotRequired[str | None]
    """The task."""
    project_id: NotRequired[str | None]
    """The project. Default: that of the task."""
    client_id: NotRequired[str | None]
    """The client. Default: that of the project."""
    started_at: NotRequired[str]
    """When the work began. Default: now."""
    minutes: NotRequired[float | None]
    """The duration in minutes; null while the timer runs. A negative number corrects other entries."""
    is_running: NotRequired[bool]
    """True while the timer runs."""
    is_long: NotRequired[bool]
    """True if the timer has been running for more than 12 hours."""
    note: NotRequired[str | None]
    """A short note about the work."""
    is_billable: NotRequired[bool]
    """True if the client is billed for it."""
    hourly_rate: NotRequired[float | None]
    """The rate of an hour in BRL when the entry was made: that of the project, otherwise of the
    client, otherwise of the user; read-only. With at most two decimals."""
    hourly_cost: NotRequired[float | None]
    """The cost of an hour of the user in BRL when the entry was made; read-only. With at most two
    decimals."""
    origin: NotRequired[TimeEntryOrigin]
    """timer: started as a timer. typed: entered by a member. import: imported. api: entered by a
    program, or the difference when actual_hours of a task was changed."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class BillingLinePrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    contract_id: NotRequired[str]
    """The contract that is billed."""
    contract: NotRequired[Ref | None]
    """The contract’s id and title."""
    client_id: NotRequired[str | None]
    """The client of the contract."""
    client: NotRequired[Ref | None]
    """The client’s id and name."""
    title: NotRequired[str]
    """The title of the contract."""
    starts_on: NotRequired[str]
    """The first day of the period."""
    ends_on: NotRequired[str]
    """The last day of the period."""
    status: NotRequired[BillingLineStatus]
    """open: to be billed. billed: billed. waived: not to be billed."""
    value: NotRequired[float | None]
    """The value of the contract in BRL. With at most two decimals."""
    included_minutes: NotRequired[float | None]
    """The included time; null if the contract includes none. A number of minutes."""
    carried_minutes: NotRequired[float]
    """Unused time of earlier periods. A number of minutes."""
    used_minutes: NotRequired[float]
    """The time of the contract’s projects. A number of minutes."""
    overage_minutes: NotRequired[float]
    """Time beyond the included and the carried time; 0 if the contract includes none. A number of
    minutes."""
    overage_rate: NotRequired[float | None]
    """In BRL, for each hour of overage. With at most two decimals."""
    overage_value: NotRequired[float | None]
    """In BRL: overage_minutes at overage_rate. With at most two decimals."""
    total: NotRequired[float | None]
    """In BRL: value and overage_value. With at most two decimals."""
    reference: NotRequired[str | None]
    """The number or the address of the invoice."""
    billed_at: NotRequired[str | None]
    """When the status became billed."""
    created_at: NotRequired[str]
    """When the record was created."""
    updated_at: NotRequired[str]
    """When the record last changed."""


class MessagePrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    conversation_id: NotRequired[str]
    """The conversation of the message."""
    inbox_id: NotRequired[str]
    """The inbox that sent or received the message."""
    remote_jid: NotRequired[str]
    """The contact’s address on the messaging network."""
    msgapp_message_id: NotRequired[str | None]
    """The ID assigned by the network."""
    direction: NotRequired[MessageDirection]
    """outgoing: sent by the team. incoming: sent by the contact."""
    message_type: NotRequired[str]
    """The type. This API sends text, image, audio, voice, video, document and sticker; messages
    that were received, or sent elsewhere, may be any of text, image, audio, voice, video, document,
    sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and
    unsupported."""
    content: NotRequired[str]
    """The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty
    after the message was revoked."""
    status: NotRequired[MessageStatus]
    """pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed.
    failed: not sent, or given up. received: an incoming message."""
    status_reason: NotRequired[str | None]
    """The reason why it failed or its outcome is unknown, beginning with the cause."""
    origin: NotRequired[MessageOrigin]
    """The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or
    another program on the same session."""
    author: NotRequired[MessageAuthor | None]
    """The sender of an outgoing message: a person, an API key, a workflow, the command line, the
    phone, or another program. null for incoming messages, and for messages stored before authors
    were recorded."""
    participant: NotRequired[MessageParticipant | None]
    """The member who wrote an incoming message of a group; null for other messages. A member of a
    group."""
    mentions: NotRequired[list[MessageMention]]
    """The members of a group that the content mentions, in a message of a group; otherwise empty."""
    step_due_at: NotRequired[str | None]
    """The next attempt of the workflow step that sends the message, as of now; a failed message is
    sent again then. null once the step has ended."""
    superseded_by: NotRequired[str | None]
    """The message that a later attempt of the same workflow step sent in place of this failed one."""
    details: NotRequired[dict[str, Any]]
    """Additional content of some types, such as the coordinates of a location; kind is the
    gateway’s name of an unsupported type. An object, at most 32 levels deep."""
    referral: NotRequired[Referral | None]
    """The advertisement or post through which the contact started the conversation, as reported by
    the network; null for other messages."""
    reply_to: NotRequired[str | None]
    """The message that it answers or reacts to, if known."""
    reactions: NotRequired[list[Reaction]]
    """The latest reaction of each side; incoming is the contact’s. In a group, of each member."""
    edited_at: NotRequired[str | None]
    """When its text was last edited."""
    revoked_at: NotRequired[str | None]
    """When its author revoked it."""
    versions: NotRequired[list[MessageVersion]]
    """Its previous texts, oldest first."""
    last_change: NotRequired[MessageLastChange | None]
    """The last edit or revoke of this message that a user requested in Pauta, and its outcome; null
    if there is none."""
    sent_at: NotRequired[str]
    """When it was written, in whole seconds: the network’s time, or for messages sent by Pauta the
    time of storage. Conversations are ordered by it, then by created_at."""
    media: NotRequired[Media | None]
    """The attached file and its status: pending, with the reason after a failed fetch; stored, with
    its file; or failed."""
    created_at: NotRequired[str]
    """When the record was created."""


class ConversationPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    type: NotRequired[ConversationType]
    """direct: with a contact. group: of a group; it has no contact."""
    group_name: NotRequired[str | None]
    """The name of the group; null if it is unknown, and for direct conversations."""
    inbox_id: NotRequired[str]
    """The inbox."""
    inbox: NotRequired[Ref | None]
    """The inbox’s id and name."""
    contact_id: NotRequired[str | None]
    """The contact."""
    contact: NotRequired[Ref | None]
    """The contact; its name is the team’s, otherwise the contact’s, otherwise the number."""
    remote_jid: NotRequired[str]
    """The address of the contact or the group on the messaging network."""
    status: NotRequired[ConversationStatus]
    """open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the
    contact reopens it."""
    snoozed_until: NotRequired[str | None]
    """When a snoozed conversation reopens automatically; null for other conversations."""
    assignee_id: NotRequired[str | None]
    """The assignee."""
    assignee: NotRequired[Ref | None]
    """The assignee’s id and name."""
    squad_id: NotRequired[str | None]
    """The squad that the conversation is assigned to, in addition to a user or instead of one."""
    squad: NotRequired[Ref | None]
    """The squad’s id and name."""
    client_id: NotRequired[str | None]
    """The client of a group; null if it has none, and for direct conversations, whose client is the
    contact’s."""
    project_id: NotRequired[str | None]
    """The project of a group, linked instead of a client; null if it has none, and for direct
    conversations."""
    labels: NotRequired[list[ConversationLabel]]
    """The labels of the conversation, by name."""
    is_blocked: NotRequired[bool]
    """True if the team blocked the contact or the group: its messages are stored, but open nothing,
    wait for no answer and run no workflow."""
    waiting_since: NotRequired[str | None]
    """The time of the contact’s oldest unanswered message; null if it is answered or the
    conversation is resolved."""
    reply_due_at: NotRequired[str | None]
    """When the answer is due, by the reply times of the inbox and its business hours; null if no
    contact waits, or the inbox has no such time. Computed within seconds where the wait begins with
    an earlier message, as when a conversation is reopened."""
    first_answered_at: NotRequired[str | None]
    """When the contact’s first message was answered."""
    last_incoming_at: NotRequired[str | None]
    """When the contact’s last message was written."""
    window_closes_at: NotRequired[str | None]
    """The end of the period in which an official number can send any message: 24 hours after the
    contact’s last message; later, only templates. null for other inboxes, and before the first
    message."""
    last_message_at: NotRequired[str]
    """When the last message was sent or received."""
    created_at: NotRequired[str]
    """When the record was created."""


class InboxPrevious(TypedDict):
    """The previous values of the fields that changed; unchanged fields are absent."""
    id: NotRequired[str]
    """Assigned by the service (UUID version 7)."""
    name: NotRequired[str]
    """The name used by the team."""
    type: NotRequired[InboxType]
    """session: a session on the network. cloud: the network’s official API."""
    active: NotRequired[bool]
    """An inactive inbox cannot send."""
    connected: NotRequired[bool]
    """True if the inbox can send; sending through an inbox that is not connected returns 502.
    Derived from `state`, if known; the operator can also set it."""
    state: NotRequired[ConnectionState | None]
    """The state of the connection to the network. disconnected: not logged in. connecting:
    reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given
    up or not recoverable. null: unknown."""
    state_reason: NotRequired[str | None]
    """The reason for the state."""
    state_reason_details: NotRequired[Finding | None]
    """The code of `state_reason`, and the values in it, for programs; null if there is none."""
    state_changed_at: NotRequired[str | None]
    """When the state last changed."""
    phone: NotRequired[str | None]
    """The number that is logged in, if known."""
    created_at: NotRequired[str]
    """When the record was created."""


class DeliveryShown(TypedDict):
    """Deliveries of events to webhook endpoints: one per endpoint and event. Later versions may add
    fields."""
    id: str
    """The event’s ID, which receivers see as webhook-id."""
    webhook_id: str
    """The endpoint."""
    event: EventKind
    """The type of the event."""
    status: DeliveryStatus
    """pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up."""
    attempt_count: float
    """The number of attempts, including those before a replay."""
    next_attempt_at: str | None
    """Time of the next attempt; null once it is delivered or failed."""
    reason: str | None
    """The reason why the last attempt failed, or why there was none; null without a failure."""
    reason_details: DeliveryFailure | None
    """The code of `reason`, and the values in it, for programs; null if there is none."""
    created_at: str
    """When the event happened."""
    completed_at: str | None
    """When it was delivered or failed."""
    attempts: list[Attempt]
    """Every attempt of the last 30 days, oldest first."""
    payload: Event | None
    """The delivered event; null if the event is no longer retained."""


class Attempt(TypedDict):
    """Attempts of deliveries. Later versions may add fields."""
    request_id: str
    """The X-Request-Id sent to the receiver."""
    started_at: str
    """When it started."""
    status: float | None
    """The HTTP status of the response; null if there was none."""
    error: str | None
    """The reason for the failure; null for a 2xx."""
    error_details: DeliveryFailure | None
    """The code of `error`, and the values in it, for programs; null if there is none."""
    answer: str | None
    """The start of the response body."""
    duration_ms: float
    """The duration in milliseconds."""


class MsgappMessageStatusEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["msgapp.message.status"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Message
    previous: MessagePrevious


class MsgappMessageReceivedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["msgapp.message.received"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Message
    previous: None
    """No previous values."""


class ContactCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["contact.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Contact
    previous: None
    """No previous values."""


class ContactUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["contact.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Contact
    previous: ContactPrevious


class ContactDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["contact.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Contact
    previous: dict[str, Any]
    """Empty, because the record was deleted."""


class ProjectCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["project.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Project
    previous: None
    """No previous values."""


class ProjectUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["project.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Project
    previous: ProjectPrevious


class ProjectDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["project.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Project
    previous: ProjectPrevious


class ClientCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["client.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Client
    previous: None
    """No previous values."""


class ClientUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["client.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Client
    previous: ClientPrevious


class ClientDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["client.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Client
    previous: ClientPrevious


class TaskCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["task.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Task
    previous: None
    """No previous values."""


class TaskUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["task.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Task
    previous: TaskPrevious


class TaskDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["task.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Task
    previous: TaskPrevious


class DealCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["deal.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Deal
    previous: None
    """No previous values."""


class DealUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["deal.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Deal
    previous: DealPrevious


class DealDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["deal.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Deal
    previous: DealPrevious


class CampaignCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["campaign.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Campaign
    previous: None
    """No previous values."""


class CampaignUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["campaign.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Campaign
    previous: CampaignPrevious


class CampaignDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["campaign.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Campaign
    previous: CampaignPrevious


class ActivityCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["activity.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Activity
    previous: None
    """No previous values."""


class ActivityUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["activity.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Activity
    previous: ActivityPrevious


class ActivityDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["activity.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Activity
    previous: ActivityPrevious


class ContractCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["contract.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Contract
    previous: None
    """No previous values."""


class ContractUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["contract.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Contract
    previous: ContractPrevious


class ContractDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["contract.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Contract
    previous: dict[str, Any]
    """Empty, because the record was deleted."""


class DealStageChangedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["deal.stage_changed"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Deal
    previous: DealPrevious


class TaskMovedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["task.moved"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Task
    previous: TaskPrevious


class WebhookDisabledEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["webhook.disabled"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: WebhookEndpoint
    previous: WebhookEndpointPrevious


class WebhookTestEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["webhook.test"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: WebhookEndpoint
    previous: None
    """No previous values."""


class PrivacyErasedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["privacy.erased"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: PrivacyErasedEventData
    """The ids of the records that were erased, and nothing else."""
    previous: None
    """No previous values."""


class ImportFinishedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["import.finished"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: ImportFinishedEventData
    """The import."""
    previous: None
    """No previous values."""


class TimeEntryCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["time_entry.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: TimeEntry
    previous: None
    """No previous values."""


class TimeEntryUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["time_entry.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: TimeEntry
    previous: TimeEntryPrevious


class TimeEntryDeletedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["time_entry.deleted"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: TimeEntry
    previous: dict[str, Any]
    """Empty, because the record was deleted."""


class BillingLineCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["billing_line.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: BillingLine
    previous: None
    """No previous values."""


class BillingLineUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["billing_line.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: BillingLine
    previous: BillingLinePrevious


class MessageCreatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["message.created"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Message
    previous: None
    """No previous values."""


class MessageUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["message.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Message
    previous: MessagePrevious


class ConversationUpdatedEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["conversation.updated"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Conversation
    previous: ConversationPrevious


class ConversationReplyOverdueEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["conversation.reply_overdue"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Conversation
    previous: ConversationPrevious


class InboxConnectionEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["inbox.connection"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: Inbox
    previous: InboxPrevious


class WorkflowCallEvent(TypedDict):
    id: str
    """The event’s ID."""
    type: Literal["workflow.call"]
    """The event type."""
    created_at: str
    """When the event happened."""
    data: dict[str, Any]
    """The data of the workflow step."""
    previous: None
    """No previous values."""


ErrorCode = Literal["VALIDATION_ERROR", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "DUPLICATE_ENTRY", "IDEMPOTENCY_KEY_REUSED", "TOO_COSTLY", "RATE_LIMITED", "TEAM_BUSY", "INTERNAL_ERROR", "BAD_GATEWAY", "UNAVAILABLE"]
"""The error code, for programs. Later versions may add values."""


MessageCause = Literal["network", "timeout", "disconnected", "number", "throttled", "credentials", "rejected", "gateway", "stopped", "undelivered", "unconfirmed"]
"""The cause of the failure. Later versions may add values."""


FindingCode = Literal["public_url_missing", "https_needed", "configuration_incomplete", "malformed", "key_refused", "global_key_needed", "global_key_refused", "global_key_kept", "global_key_for_code", "instance_missing", "instance_gone", "instance_taken", "instance_removing", "version_old", "other_service", "callback_refused", "unsupported", "token_refused", "permission_missing", "app_secret_wrong", "app_not_subscribed", "number_unknown", "number_unregistered", "number_banned", "number_restricted", "number_state", "quality_low", "account_needed", "account_unknown", "other_account", "pin_wrong", "pin_paused", "never_connected", "ended_here", "logged_out", "opened_elsewhere", "session_removed", "session_missing", "session_dropped", "session_down", "restart_failed", "qr_missing", "qr_unscanned", "passkey_needed", "unreached", "network_slow", "gateway_failed", "refused", "throttled", "silent", "sends_failing", "inbox_inactive", "no_account", "group_unknown", "own_number", "window_closed", "content_unsupported", "template_refused", "file_unreadable", "media_gone", "sandbox_refused", "service_failed", "service_stopped", "session_up", "number_ready", "name_free", "key_accepted", "permitted", "number_belongs", "secret_matches", "session_taken_over", "identified", "other"]
"""The gateway’s answer as a code. Later versions may add values."""


SendOutcome = Literal["not_sent", "probably_not_sent", "unknown"]
"""not_sent: the message was not sent. probably_not_sent: according to the gateway, it was not sent.
unknown: it may have been sent. Later versions may add values."""


ErrorFieldCode = Literal["required", "not_null", "unknown", "wrong_type", "invalid_format", "not_allowed", "too_short", "too_long", "too_small", "too_large", "too_few", "too_many", "characters", "duplicate", "not_found", "immutable", "conflicting", "invalid_template", "invalid"]
"""The reason why the field is invalid, for programs. Later versions may add values."""


ProjectStatus = Literal["backlog", "active", "paused", "completed", "cancelled"]
"""The status of the project. Changing it to completed sets completed_at; changing it from completed
clears it. Later versions may add values."""


ProjectPriority = Literal["low", "medium", "high", "urgent"]
"""Sorted by weight: low < medium < high < urgent. Later versions may add values."""


class Ref(TypedDict):
    """A linked record: its ID and its name."""
    id: str
    """The ID of the linked record."""
    name: str
    """The name."""


ClientType = Literal["PF", "PJ"]
"""PF: a person. PJ: a company. Changing it clears the fields of the other type. Later versions may
add values."""


class Address(TypedDict):
    """A postal address. Each part may be absent or null. Later versions may add parts."""
    street: NotRequired[str | None]
    """The street."""
    number: NotRequired[str | None]
    """The house number."""
    complement: NotRequired[str | None]
    """Floor, flat or block."""
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
"""The sales phase; teams define their own phases."""


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
"""The type of activity. Later versions may add values."""


ActivityPriority = Literal["low", "medium", "high"]
"""The priority. Later versions may add values."""


ContractStatus = Literal["draft", "active", "paused", "ended"]
"""draft: not agreed yet. active: in force. paused: suspended. ended: over. Later versions may add
values."""


ContractPeriod = Literal["one_off", "monthly", "quarterly", "yearly"]
"""The period of the value and of the hours, counted from starts_on. Later versions may add values."""


SubscribedEvent = Literal["*", "msgapp.message.status", "msgapp.message.received", "contact.created", "contact.updated", "contact.deleted", "project.created", "project.updated", "project.deleted", "client.created", "client.updated", "client.deleted", "task.created", "task.updated", "task.deleted", "deal.created", "deal.updated", "deal.deleted", "campaign.created", "campaign.updated", "campaign.deleted", "activity.created", "activity.updated", "activity.deleted", "contract.created", "contract.updated", "contract.deleted", "deal.stage_changed", "task.moved", "webhook.disabled", "webhook.test", "privacy.erased", "import.finished", "time_entry.created", "time_entry.updated", "time_entry.deleted", "billing_line.created", "billing_line.updated", "message.created", "message.updated", "conversation.updated", "conversation.reply_overdue", "inbox.connection"]
"""A type of event that an endpoint receives, or * for all. Later versions may add values."""


DeliveryFailureCode = Literal["answered", "redirected", "no_answer", "no_connection", "unreached", "broken", "unreadable", "untrusted", "private_address", "private_name", "unknown_name", "unresolved_name", "no_address", "no_request", "stopped", "no_endpoint", "inactive", "no_url", "too_old", "sealed", "gone", "hopeless", "too_many"]
"""The reason as a code. Later versions may add codes: treat those that you do not know as a
failure."""


class DeliveryFailure(TypedDict):
    """Why a delivery or an attempt failed, or an endpoint was disabled: the code of the reason, and
    the values in it."""
    code: DeliveryFailureCode
    """The reason as a code."""
    status: NotRequired[int]
    """The HTTP status of the response."""
    error: NotRequired[str]
    """The code of the network error, such as ECONNREFUSED."""
    host: NotRequired[str]
    """The name or the address that was refused."""
    seconds: NotRequired[float]
    """The time limit in seconds."""
    limit: NotRequired[int]
    """The limit on pending deliveries."""


TimeEntryOrigin = Literal["timer", "typed", "import", "api"]
"""timer: started as a timer. typed: entered by a member. import: imported. api: entered by a
program, or the difference when actual_hours of a task was changed. Later versions may add values."""


class MeTeam(TypedDict):
    """The team."""
    id: str
    """The team."""
    name: str
    """The name."""
    slug: str
    """The team’s slug, used in URLs."""


KeyScope = Literal["full", "read"]
"""full: all permissions of the key’s user. read: only GET requests. Later versions may add values."""


class MeKey(TypedDict):
    """The calling key."""
    id: str
    """The key’s ID."""
    name: str
    """The name."""
    scope: KeyScope
    """full: all permissions of the key’s user. read: only GET requests."""
    expires_at: str | None
    """Expiration time; null if it never expires."""


class MeRateLimit(TypedDict):
    """The maximum number of requests per window, or null if there is no limit."""
    limit: int
    """Maximum number of requests per window."""
    window_seconds: int
    """Length of the window in seconds."""


PhaseMeaning = Literal["open", "won", "lost"]
"""The meaning of the phase: open, won or lost. Later versions may add values."""


class TeamPhase(TypedDict):
    phase: str
    """The phase, as used by deals."""
    meaning: PhaseMeaning
    """The meaning of the phase: open, won or lost."""
    is_listed: bool
    """True if the team lists the phase; false if it is only in use by deals."""


BillingLineStatus = Literal["open", "billed", "waived"]
"""open: to be billed. billed: billed. waived: not to be billed. Later versions may add values."""


ReportName = Literal["funnel", "won_lost", "forecast", "answers", "tasks", "hours", "approvals", "retainers", "profit"]
"""The report. Later versions may add values."""


ReportBy = Literal["phase", "month", "week", "person", "source", "reason", "client", "project", "inbox", "bucket", "contract"]
"""The dimension of the rows. Later versions may add values."""


ReportUnit = Literal["count", "money", "hours", "days", "percent"]
"""Later versions may add values."""


class ReportTotal(TypedDict):
    measure: str
    """The name of the measure."""
    unit: ReportUnit
    value: float | None
    """Null without a value, or if it is masked."""
    previous: float | None
    """The value of the previous period."""


class ReportColumn(TypedDict):
    measure: str
    """The name of the measure."""
    unit: ReportUnit
    has_records: bool
    """True if the records of its numbers can be listed."""


class ReportRow(TypedDict):
    key: str | None
    """The id, the text or the first day that the records of the row have in common; null for
    records without one."""
    label: str | None
    """The name of the row."""
    values: list[float | None]
    """In the order of the columns."""
    previous: list[float | None]
    """The values of the previous period; for months and weeks, of the row at the same place."""


ReportRecordType = Literal["deal", "conversation", "task", "time_entry", "campaign", "contract", "billing_line"]
"""Later versions may add values."""


class ReportRecord(TypedDict):
    type: ReportRecordType
    id: str
    """Assigned by the service (UUID version 7)."""
    title: str | None
    """The title, as shown in lists."""
    at: str
    """The time at which the record counts."""
    value: float | None
    """The contribution of the record: 1 in counts, 0 or 100 in shares, its days or hours in
    medians, its part of a sum."""


MessageDirection = Literal["incoming", "outgoing"]
"""outgoing: sent by the team. incoming: sent by the contact. Later versions may add values."""


MessageStatus = Literal["received", "pending", "sent", "delivered", "read", "failed"]
"""pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed.
failed: not sent, or given up. received: an incoming message. Later versions may add values."""


MessageOrigin = Literal["contact", "pauta", "phone", "other"]
"""The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or another
program on the same session. Later versions may add values."""


MessageAuthorType = Literal["user", "key", "workflow", "operator", "inbox", "phone", "other"]
"""`user`: a person in the panel. `key`: a program with an API key. `workflow`: a workflow step.
`operator`: the command line. `inbox`: an automatic reply of the inbox. `phone`: typed on the phone.
`other`: another program on the same session. Later versions may add values."""


class MessageAuthor(TypedDict):
    """The sender of an outgoing message: a person, an API key, a workflow, the command line, the
    phone, or another program. null for incoming messages, and for messages stored before authors
    were recorded."""
    type: MessageAuthorType
    """`user`: a person in the panel. `key`: a program with an API key. `workflow`: a workflow step.
    `operator`: the command line. `inbox`: an automatic reply of the inbox. `phone`: typed on the
    phone. `other`: another program on the same session."""
    id: str | None
    """The ID of the user, key or workflow."""
    name: str | None
    """The current name of the user, key or workflow."""
    run_id: str | None
    """The ID of the workflow run."""


class MessageParticipant(TypedDict):
    """The member who wrote an incoming message of a group; null for other messages. A member of a
    group."""
    id: str | None
    """The address of the member on the messaging network."""
    phone: str | None
    """The number, if known."""
    name: str | None
    """The team’s name of the contact, otherwise the announced name, otherwise the number."""


class MessageMention(TypedDict):
    id: str
    """The address of the member on the messaging network."""
    text: str
    """The mention as it is written in the content."""
    phone: str | None
    """The number, if known."""
    name: str | None
    """The team’s name of the contact, otherwise the announced name, or the name of the inbox; null
    if none was known."""
    is_account: bool
    """True if the number of the inbox is mentioned."""


class Referral(TypedDict):
    """The advertisement or post through which the contact started the conversation, as reported by
    the network; null for other messages."""
    title: str | None
    """The headline of the advertisement or post."""
    body: str | None
    """The text of the advertisement or post."""
    source_url: str | None
    """The URL of the advertisement or post, http or https. It is never fetched."""
    source_id: str | None
    """The network’s ID of the advertisement or post."""
    source_type: str | None
    """The type: ad, post, or another value of the network."""
    ctwa_clid: str | None
    """The click ID, for the network’s conversion API."""


class Reaction(TypedDict):
    direction: MessageDirection
    """The side that reacted."""
    emoji: str
    """The emoji."""
    name: NotRequired[str | None]
    """In a group, the announced name of the member who reacted, or the number; null if unknown."""


class MessageVersion(TypedDict):
    content: str
    """The text."""
    replaced_at: str
    """When the text was replaced or the message was revoked."""


MessageLastChangeKind = Literal["edit", "revoke"]
"""`revoke`: taken back for everyone. Later versions may add values."""


MessageLastChangeStatus = Literal["pending", "done", "refused", "unknown"]
"""`pending`: the gateway has not answered yet. `done`: it made the change. `refused`: it did not.
`unknown`: its answer was lost, or did not say. Later versions may add values."""


class MessageLastChange(TypedDict):
    """The last edit or revoke of this message that a user requested in Pauta, and its outcome; null
    if there is none."""
    id: str
    """The ID of the change."""
    kind: MessageLastChangeKind
    """`revoke`: taken back for everyone."""
    status: MessageLastChangeStatus
    """`pending`: the gateway has not answered yet. `done`: it made the change. `refused`: it did
    not. `unknown`: its answer was lost, or did not say."""
    reason: str | None
    """The reason of a refused or unknown change, beginning with the cause."""
    text: str | None
    """The new text of an edit that is not done."""
    user_id: str
    """The user who requested it."""
    requested_at: str
    """When it was requested."""


MediaStatus = Literal["pending", "stored", "failed"]
"""`pending`: not fetched yet. `failed`: given up. Later versions may add values."""


class Media(TypedDict):
    """The attached file and its status: pending, with the reason after a failed fetch; stored, with
    its file; or failed."""
    status: MediaStatus
    """`pending`: not fetched yet. `failed`: given up."""
    reason: str | None
    """Reason for a missing file, if known."""
    name: str | None
    """The name of the file, if known."""
    media_type: str | None
    """The media type, such as image/png."""
    bytes: int | None
    """The size in bytes, if known."""
    file_id: str | None
    """The ID of the stored file."""


class Template(TypedDict):
    name: str
    """The name of the template at the network."""
    language: str
    """The language, such as pt_BR."""
    status: str
    """The approval status at the network; only APPROVED templates can be sent."""
    category: str | None
    """The purpose."""
    components: list[dict[str, Any]]
    """The parts of the template, in the network’s format."""


ConversationType = Literal["direct", "group"]
"""direct: with a contact. group: of a group; it has no contact. Later versions may add values."""


ConversationStatus = Literal["open", "snoozed", "resolved"]
"""open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the
contact reopens it. Later versions may add values."""


ConversationLabelColor = Literal["red", "orange", "yellow", "lime", "green", "teal", "cyan", "blue", "indigo", "purple", "magenta", "pink"]
"""The colour. Later versions may add values."""


class ConversationLabel(TypedDict):
    id: str
    """Assigned by the service (UUID version 7)."""
    name: str
    """The name."""
    color: ConversationLabelColor
    """The colour."""


EventKind = Literal["msgapp.message.status", "msgapp.message.received", "contact.created", "contact.updated", "contact.deleted", "project.created", "project.updated", "project.deleted", "client.created", "client.updated", "client.deleted", "task.created", "task.updated", "task.deleted", "deal.created", "deal.updated", "deal.deleted", "campaign.created", "campaign.updated", "campaign.deleted", "activity.created", "activity.updated", "activity.deleted", "contract.created", "contract.updated", "contract.deleted", "deal.stage_changed", "task.moved", "webhook.disabled", "webhook.test", "privacy.erased", "import.finished", "time_entry.created", "time_entry.updated", "time_entry.deleted", "billing_line.created", "billing_line.updated", "message.created", "message.updated", "conversation.updated", "conversation.reply_overdue", "inbox.connection", "workflow.call"]
"""The type of event. Later versions add types: ignore those that you do not know."""


DeliveryStatus = Literal["pending", "delivered", "failed"]
"""pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up.
Later versions may add values."""


ReceptionStatus = Literal["accepted", "rejected"]
"""accepted: it created a task. rejected: no task could be created from it. Later versions may add
values."""


CommentRecordType = Literal["tasks", "deals", "clients", "contacts", "campaigns", "projects", "activities"]
"""The type of record. Later versions may add values."""


ApprovalStage = Literal["internal", "client"]
"""The approver: the team or the client. Later versions may add values."""


ApprovalStatus = Literal["open", "changes", "approved", "rejected", "expired", "revoked", "withdrawn"]
"""The overall status of all campaigns. Later versions may add values."""


ApprovalItemState = Literal["pending", "approved", "changes", "rejected", "changed", "withdrawn"]
"""The status. Later versions may add values."""


ApprovalItemRoundDecisionDecision = Literal["approved", "changes", "rejected"]
"""Later versions may add values."""


ApprovalItemRoundDecisionPieceDecision = Literal["approved", "changes"]
"""Later versions may add values."""


class ApprovalItemRoundDecisionPiece(TypedDict):
    file_id: str
    """The piece."""
    decision: ApprovalItemRoundDecisionPieceDecision
    """The decision."""


class ApprovalDecision(TypedDict):
    id: str
    """Assigned by the service (UUID version 7)."""
    decision: ApprovalItemRoundDecisionDecision
    """The decision."""
    comment: str | None
    """The comment."""
    approver: str
    """The name of the approver."""
    user_id: str | None
    """The user, if a member decided."""
    pieces: list[ApprovalItemRoundDecisionPiece]
    """The decisions on single pieces."""
    created_at: str
    """When the record was created."""


class ApprovalItemRoundComment(TypedDict):
    id: str
    """Assigned by the service (UUID version 7)."""
    file_id: str
    """The piece."""
    comment: str
    """The comment."""
    author: str
    """The name of the author."""
    x: float | None
    """The point of an image or of a page: part of its width."""
    y: float | None
    """The point of an image or of a page: part of its height."""
    page: float | None
    """The page of a document."""
    second: float | None
    """The second of a video."""
    created_at: str
    """When the record was created."""
    answer: str | None
    """The team’s answer, which the client sees."""
    answered_at: str | None
    """When the team answered."""
    answered_by: str | None
    """The user who answered. The client sees the team’s name."""


class ApprovalRound(TypedDict):
    round: float
    """The number of the round, starting at 1."""
    asked_at: str
    """When it was requested."""
    asked_by: str | None
    """The requesting user."""
    message: str | None
    """The team’s message about the changes."""
    decisions: list[ApprovalDecision]
    """The decisions of this round, earliest first."""
    comments: list[ApprovalItemRoundComment]
    """The comments on pieces of this round, earliest first."""
    pieces: list[Ref]
    """The pieces of this round."""


class ApprovalItem(TypedDict):
    n: float
    """Its position in the request, starting at 1."""
    campaign_id: str
    """The campaign."""
    name: str
    """The name."""
    round: float
    """The number of the round, starting at 1."""
    state: ApprovalItemState
    """The status."""
    approvals: float
    """Number of approvals."""
    is_changed: bool
    """True if the content has changed since the last round."""
    sha256: str
    """The SHA-256 of the content, in hexadecimal."""
    rounds: list[ApprovalRound]
    """The rounds, latest first."""


InboxType = Literal["session", "cloud"]
"""session: a session on the network. cloud: the network’s official API. Later versions may add
values."""


ConnectionState = Literal["disconnected", "connecting", "scan", "code", "passkey", "connected", "failed"]
"""The state of the connection to the network. disconnected: not logged in. connecting: reconnecting
automatically. scan, code, passkey: waiting for the phone. connected. failed: given up or not
recoverable. null: unknown. Later versions may add values."""


class Finding(TypedDict):
    """A finding about a connection: its code, and the cause of a failed request."""
    code: FindingCode
    """The reason as a code."""
    cause: NotRequired[MessageCause]
    """The cause of a failed request."""
    error: NotRequired[str]
    """The code of a network error, such as ECONNREFUSED, an HTTP status, a code of the network, or
    a state."""
    said: NotRequired[str]
    """The words of the gateway or the network."""


class PipelineColumn(TypedDict):
    id: str
    """The column’s ID."""
    slug: str
    """The value that tasks use in `column`."""
    name: str
    """The display name."""
    is_finishing: bool
    """True if entering the column completes a task."""


ProjectTemplateShift = Literal["none", "before", "after"]
"""If a due date is not a working day of the team, it becomes the working day before or after it.
Later versions may add values."""


class ProjectTemplateColumn(TypedDict):
    slug: str
    """The value that tasks use in `column`."""
    name: str
    """The display name."""
    is_finishing: bool
    """True if entering the column completes a task."""
    limit: int | None
    """Recommended maximum number of tasks in the column; null for no limit."""


class ProjectTemplateTask(TypedDict):
    title: str
    """The title, as shown in lists."""
    description: str | None
    """A free-text description."""
    checklist_markdown: str | None
    """A checklist in Markdown."""
    priority: TaskPriority
    """The priority."""
    estimated_hours: float | None
    """Estimated effort in hours."""
    tags: list[str]
    """Free-form tags, in order; duplicates are removed."""
    is_subtask: NotRequired[bool]
    """True for a subtask of the closest task above it that is not one itself. Left out: false."""
    column: str | None
    """The slug of its column."""
    start_after_days: NotRequired[int | None]
    """The days from the start of the project to the start date. Left out or null: no start date."""
    due_after_days: int | None
    """The days from the start of the project to the due date."""
    role: str | None
    """The role in the team."""


Role = Literal["member", "admin", "owner"]
"""The role in the team. Later versions may add values."""


class AddressInput(TypedDict):
    """A postal address. Each part may be omitted or null."""
    street: NotRequired[str | None]
    """The street."""
    number: NotRequired[str | None]
    """The house number."""
    complement: NotRequired[str | None]
    """Floor, flat or block."""
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


SentMessageType = Literal["text", "image", "audio", "voice", "video", "document", "sticker"]
"""text without a file. With a file, the type to send it as; by default image, video, audio or
document, by its media type. Later versions may add values."""


ReplayStatus = Literal["failed", "delivered"]
"""failed: deliveries that were given up. delivered: accepted deliveries. Default: `failed`. Later
versions may add values."""


class PrivacyErasedEventData(TypedDict):
    """The ids of the records that were erased, and nothing else."""
    id: str
    """The erasure’s ID."""
    contact_ids: list[str]
    """Contacts that were deleted."""
    client_ids: list[str]
    """Clients that were deleted, or emptied because deals or contracts stay."""
    user_ids: list[str]
    """Members whose name was removed."""
    conversation_ids: list[str]
    """Conversations that were deleted."""


ImportFinishedEventDataKind = Literal["chat", "rows"]
"""A chat, or a table. Later versions may add values."""


ImportFinishedEventDataState = Literal["applied", "undone"]
"""Its state. An import that is undone ends twice. Later versions may add values."""


class ImportFinishedEventData(TypedDict):
    """The import."""
    id: str
    """The import’s ID."""
    kind: ImportFinishedEventDataKind
    """A chat, or a table."""
    state: ImportFinishedEventDataState
    """Its state. An import that is undone ends twice."""
    created: int | None
    """Rows whose outcome was `created` when it was applied; null for chats."""
    updated: int | None
    """Rows whose outcome was `updated` when it was applied; null for chats."""
    refused: int | None
    """Rows whose outcome was `refused` when it was applied; null for chats."""


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


ContractSort = Literal["title", "-title", "value", "-value", "starts_on", "-starts_on", "ends_on", "-ends_on", "renews_on", "-renews_on", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


WebhookEndpointSort = Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


TimeEntrySort = Literal["started_at", "-started_at", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


MessageSort = Literal["sent_at", "-sent_at", "created_at", "-created_at"]
"""Later versions may add values."""


ConversationSort = Literal["created_at", "-created_at", "last_message_at", "-last_message_at", "waiting_since", "-waiting_since"]
"""Later versions may add values."""


CreatedAtSort = Literal["created_at", "-created_at"]
"""By creation time; the prefix - sorts the latest first."""


ApprovalSort = Literal["created_at", "-created_at", "expires_at", "-expires_at"]
"""Later versions may add values."""


NameSort = Literal["name", "-name", "created_at", "-created_at"]
"""By name or by creation time; the prefix - sorts in descending order."""


BillingLineSort = Literal["ends_on", "-ends_on", "created_at", "-created_at", "updated_at", "-updated_at"]
"""Later versions may add values."""


UserSort = Literal["name", "-name", "email", "-email", "created_at", "-created_at"]
"""Later versions may add values."""


class ListContactsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ContactSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    tag: NotRequired[str]
    """Only contacts with this tag."""
    client_id: NotRequired[str]
    """Only records with this client_id."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of custom_name, push_name and phone, ignoring case and accents."""


class ListProjectsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ProjectSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
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
    """Only records that were created or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of name and description, ignoring case and accents."""


class ListClientsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ClientSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    type: NotRequired[ClientType]
    """Only records with this type."""
    status: NotRequired[ClientStatus]
    """Only records with this status."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of name, email, cpf and cnpj, ignoring case and accents."""


class ListTasksQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[TaskSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    project_id: NotRequired[str]
    """Only records with this project_id."""
    pipeline_id: NotRequired[str]
    """Only records with this pipeline_id."""
    parent_id: NotRequired[str]
    """Only records with this parent_id."""
    assignee_id: NotRequired[str]
    """Only tasks with this user among their assignees."""
    priority: NotRequired[TaskPriority]
    """Only records with this priority."""
    column: NotRequired[str]
    """Only records with this column."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""
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
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[CampaignSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    status: NotRequired[CampaignStatus]
    """Only records with this status."""
    project_id: NotRequired[str]
    """Only records with this project_id."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of name and description, ignoring case and accents."""


class ListActivitiesQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ActivitySort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
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
    """Only completed or only open activities."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of title and description, ignoring case and accents."""


class ListContractsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ContractSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    status: NotRequired[ContractStatus]
    """Only records with this status."""
    period: NotRequired[ContractPeriod]
    """Only records with this period."""
    client_id: NotRequired[str]
    """Only records with this client_id."""
    owner_id: NotRequired[str]
    """Only records with this owner_id."""
    deal_id: NotRequired[str]
    """Only records with this deal_id."""
    project_id: NotRequired[str]
    """Only contracts with this project."""
    renews_within: NotRequired[int]
    """Only active and paused contracts whose renews_on is at most this number of days from today in
    the team’s time zone, including those whose day has passed."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""
    search: NotRequired[str]
    """Matches any part of title, ignoring case and accents."""


class ListWebhooksQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[WebhookEndpointSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    active: NotRequired[bool]
    """Only active or only inactive endpoints."""
    url: NotRequired[str]
    """Only endpoints that deliver to exactly this URL."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""


ListTimeEntriesQuery = TypedDict(
    "ListTimeEntriesQuery",
    {
        "page": "NotRequired[int]",
        "limit": "NotRequired[int]",
        "sort": "NotRequired[TimeEntrySort]",
        "after": "NotRequired[str]",
        "user_id": "NotRequired[str]",
        "task_id": "NotRequired[str]",
        "project_id": "NotRequired[str]",
        "client_id": "NotRequired[str]",
        "is_billable": "NotRequired[bool]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "is_running": "NotRequired[bool]",
        "updated_since": "NotRequired[str]",
    },
)


GetReportQuery = TypedDict(
    "GetReportQuery",
    {
        "report": "NotRequired[ReportName]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "by": "NotRequired[ReportBy]",
        "user_id": "NotRequired[str]",
        "client_id": "NotRequired[str]",
        "project_id": "NotRequired[str]",
        "inbox_id": "NotRequired[str]",
        "source": "NotRequired[str]",
        "phase": "NotRequired[str]",
    },
)


ListReportRecordsQuery = TypedDict(
    "ListReportRecordsQuery",
    {
        "report": "NotRequired[ReportName]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "by": "NotRequired[ReportBy]",
        "user_id": "NotRequired[str]",
        "client_id": "NotRequired[str]",
        "project_id": "NotRequired[str]",
        "inbox_id": "NotRequired[str]",
        "source": "NotRequired[str]",
        "phase": "NotRequired[str]",
        "measure": "NotRequired[str]",
        "row": "NotRequired[str]",
        "without_key": "NotRequired[bool]",
        "page": "NotRequired[int]",
        "limit": "NotRequired[int]",
    },
)


class ListMessagesQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[MessageSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""


class ListGroupsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ConversationSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
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
    squad_id: NotRequired[str]
    """Only records with this squad_id."""


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
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[CreatedAtSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    status: NotRequired[ReceptionStatus]
    """Only records with this status."""


class ListCommentsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[CreatedAtSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    record_type: NotRequired[CommentRecordType]
    """Only records with this record_type."""
    record_id: NotRequired[str]
    """Only records with this record_id."""


class ListApprovalsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ApprovalSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    status: NotRequired[ApprovalStatus]
    """Only requests with this status. `open`: waiting for a decision; `changes`: waiting for the
    team."""
    campaign_id: NotRequired[str]
    """Only requests that include this campaign."""
    project_id: NotRequired[str]
    """Only requests that include a campaign of this project; their other campaigns are returned as
    well."""
    client_id: NotRequired[str]
    """Only records with this client_id."""
    stage: NotRequired[ApprovalStage]
    """Only records with this stage."""


class ListInboxesQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[NameSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    type: NotRequired[InboxType]
    """Only records with this type."""
    active: NotRequired[bool]
    """Only active or only inactive inboxes."""


class ListSquadsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[NameSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""


class ListPipelinesQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[NameSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    project_id: NotRequired[str]
    """Only records with this project_id."""


class ListProjectTemplatesQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[WebhookEndpointSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    updated_since: NotRequired[str]
    """Only records that were created or changed at or after this time, or from this UTC day on."""


ListBillingLinesQuery = TypedDict(
    "ListBillingLinesQuery",
    {
        "page": "NotRequired[int]",
        "limit": "NotRequired[int]",
        "sort": "NotRequired[BillingLineSort]",
        "after": "NotRequired[str]",
        "contract_id": "NotRequired[str]",
        "client_id": "NotRequired[str]",
        "status": "NotRequired[BillingLineStatus]",
        "from": "NotRequired[str]",
        "until": "NotRequired[str]",
        "updated_since": "NotRequired[str]",
    },
)


class ListUsersQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[UserSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
    after: NotRequired[str]
    """The cursor of the page, from the Link header of this list with the same sort. page is then
    only its number."""
    search: NotRequired[str]
    """Matches any part of name and email, ignoring case and accents."""


class ListConversationsQuery(TypedDict):
    page: NotRequired[int]
    """The page number, starting at 1. A page past the end is empty."""
    limit: NotRequired[int]
    """Maximum number of records per page."""
    sort: NotRequired[ConversationSort]
    """The sort order; the prefix - sorts in descending order. Unset values come last in both
    directions; ties are broken by id."""
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
    squad_id: NotRequired[str]
    """Only records with this squad_id."""


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


class DownloadFileQuery(TypedDict):
    preview: NotRequired[bool]
    """True for the preview of a picture."""
