/** Texts of the API reference beyond the declarations. Tests check every name here against a declaration. */
export interface Notes {
  /** Describes the records. */
  readonly about: string;
  /** Field → its description. */
  readonly fields: Record<string, string>;
  /** Effect of DELETE. */
  readonly delete: string;
  /** Realistic example values; other fields use the declaration's. */
  readonly example: Record<string, unknown>;
  /** Body of the example update. */
  readonly change: Record<string, unknown>;
}

export const exampleId = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

/** Descriptions of fields with the same meaning everywhere. */
export const commonNotes: Record<string, string> = {
  id: 'Assigned by the service (UUID version 7).',
  created_at: 'When the record was created.',
  updated_at: 'When the record last changed.',
  created_by: 'The user of the API key that created the record.',
  client_id: 'The client it belongs to.',
  client: 'The client’s id and name.',
  project_id: 'The project it belongs to. Cannot be changed after creation.',
  project: 'The project’s id and name.',
  tags: 'Free-form tags, kept in order; duplicates are dropped.',
  source: 'Where it came from (free text).',
  title: 'The title, as lists show it.',
  description: 'What there is to say about it (free text).',
  start_date: 'The day on which it begins.',
  end_date: 'The day on which it ends.',
  due_date: 'The day on which it is due.',
  estimated_hours: 'How many hours it is expected to take.',
  actual_hours: 'How many hours it took.',
};

export const notes: Record<string, Notes> = {
  contacts: {
    about: 'People on the messaging network. A team has one contact per phone number.',
    fields: {
      phone: 'The number with its country code. Cannot be changed after creation.',
      jid: 'The address on the messaging network, derived from the phone number.',
      push_name: 'The name the contact chose.',
      custom_name: 'The name the team uses.',
      profile_picture_url: 'Where the contact’s picture is, where the network tells.',
      notes: 'Private notes of the team.',
    },
    delete: 'Deletes the contact permanently; 409 while conversations are linked to it.',
    example: {
      push_name: 'Maria',
      custom_name: 'Maria (Padaria Aurora)',
      notes: 'Prefers messages in the morning.',
      tags: ['vip'],
    },
    change: { tags: ['vip', 'bakery'] },
  },
  projects: {
    about:
      'Jobs the agency works on. A new project gets its own board, copied from the team’s template.',
    fields: {
      name: 'What the project is called.',
      slug: 'Its name in URLs, unique in the team; derived from the name if not given.',
      status:
        'The state of the project. Entering completed sets completed_at; leaving it clears it.',
      priority: 'Sorted by weight: low < medium < high < urgent.',
      completed_at: 'Set when the status becomes completed; an update may set it too.',
      briefing: 'What the client asked for.',
      squad_id: 'The squad doing the work.',
      squad: 'The squad’s id and name.',
    },
    delete:
      'Sets the status to cancelled and keeps the record. Repeating it gives the same response.',
    example: {
      name: 'Site da Padaria Aurora',
      slug: 'site-da-padaria-aurora',
      description: 'Institutional site with orders.',
      briefing: 'Warm colours, photos of bread, orders through the messaging network.',
      status: 'active',
      squad: { id: exampleId, name: 'Criação' },
      client: { id: exampleId, name: 'Padaria Aurora' },
    },
    change: { status: 'completed' },
  },
  clients: {
    about: 'Customers of the agency: people (PF) and companies (PJ).',
    fields: {
      type: 'PF: a person. PJ: a company. Changing it clears the fields of the other type.',
      name: 'Full name, or the company’s legal name.',
      display_name: 'The name the team uses.',
      email: 'An e-mail address.',
      phone: 'A telephone number, as people write it.',
      mobile_phone: 'A mobile number, as people write it.',
      address: 'The postal address.',
      notes: 'What the team notes about the client.',
      msgapp: 'The number on the messaging network.',
      cpf: 'PF only. Unique in the team regardless of punctuation; stored as sent.',
      rg: 'PF only.',
      birth_date: 'PF only.',
      gender: 'PF only (free text).',
      cnpj: 'PJ only. Unique in the team regardless of punctuation and case; stored as sent.',
      legal_name: 'PJ only.',
      trade_name: 'PJ only.',
      state_registration: 'PJ only.',
      status: 'DELETE sets inactive; an update to active restores the client.',
    },
    delete:
      'Sets the status to inactive and keeps the record. Repeating it gives the same response.',
    example: {
      type: 'PJ',
      name: 'Padaria Aurora Ltda.',
      display_name: 'Padaria Aurora',
      phone: '+55 11 3333-4444',
      mobile_phone: '+55 11 99999-8888',
      msgapp: '5511999998888',
      cpf: null,
      rg: null,
      birth_date: null,
      gender: null,
      legal_name: 'Padaria Aurora Ltda.',
      trade_name: 'Aurora',
      state_registration: '110.042.490.114',
      source: 'referral',
      notes: 'Pays by the 5th.',
    },
    change: { mobile_phone: '+55 11 98888-7777', status: 'active' },
  },
  tasks: {
    about:
      'Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore them.',
    fields: {
      pipeline_id: 'The board; the project’s default one if not given.',
      column: 'The slug of a column of that board; its first column if not given.',
      priority: 'Sorted by weight: none < low < medium < high < urgent.',
      assignee_id: 'The first of assignee_ids; giving only one of the two fields sets the other.',
      assignee_ids: 'The users assigned to it, the main one first.',
      reporter_id: 'The user who asked for it.',
      position:
        'Orders the tasks of a column; unique there. A new or moved task goes to the end. If a given position is taken, the task that held it moves right behind.',
      checklist_markdown: 'A checklist in Markdown.',
      completed_at: 'Set in a finishing column and cleared outside; an update may set it too.',
      deleted_at: 'When the task was moved to the trash.',
    },
    delete:
      'Moves the task to the trash, from which the operator can restore it. Repeating it gives 404.',
    example: {
      title: 'Draw the home page',
      description: 'Desktop and phone.',
      priority: 'high',
      estimated_hours: 6,
      actual_hours: null,
      position: 1,
      checklist_markdown: '- [ ] phone\n- [ ] desktop',
      tags: ['design'],
    },
    change: { column: 'in_progress', actual_hours: 1.5 },
  },
  deals: {
    about: 'Sales opportunities.',
    fields: {
      value: 'In BRL.',
      currency: 'Always BRL.',
      phase: 'The phase of the sale; teams choose their own phases.',
      priority: 'alta: high. media: medium. baixa: low.',
      status: 'ativo: open. arquivado: archived.',
      probability: 'The chance of winning, in per cent.',
      expected_close_date: 'The day on which the sale is expected to be decided.',
      is_starred: 'Whether the team marked it.',
      responsible_id: 'The user responsible for the sale.',
      loss_reason: 'Why it was lost.',
      ai_summary: 'A summary of the deal; read only.',
      ai_win_probability: 'The estimated chance of winning, in per cent; read only.',
    },
    delete:
      'Sets the status to arquivado and keeps the record. Repeating it gives the same response.',
    example: {
      title: 'Proposal: new site',
      description: 'Site and one year of care.',
      probability: 60,
      source: 'referral',
      tags: ['site'],
      client: { id: exampleId, name: 'Padaria Aurora' },
      loss_reason: null,
    },
    change: { phase: 'proposta', probability: 75 },
  },
  campaigns: {
    about: 'Marketing campaigns within a project.',
    fields: {
      name: 'What the campaign is called.',
      status:
        'draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned.',
      approval_status: 'The client’s approval; cannot be set here.',
      content_pillars: 'The themes, in order.',
      target_platforms: 'Where it runs, in order.',
      goals: 'Free-form goals.',
    },
    delete:
      'Sets the status to cancelled and keeps the record. Repeating it gives the same response.',
    example: {
      name: 'Winter breads',
      project: { id: exampleId, name: 'Site da Padaria Aurora' },
      description: 'Four weeks of posts.',
      content_pillars: ['recipes', 'people'],
      target_platforms: ['feed', 'stories'],
      end_date: '2026-12-20',
    },
    change: { status: 'scheduled' },
  },
  activities: {
    about: 'Calls, meetings, notes and deadlines, linked to clients, deals or contracts.',
    fields: {
      type: 'What kind of activity it is.',
      duration_minutes: 'How long it takes or took, in minutes.',
      priority: 'How much it matters.',
      occurred_at: 'When it happens or happened; now if not given.',
      is_completed: 'Whether it is done.',
      deal_id: 'The deal it belongs to.',
      contract_id: 'The contract it belongs to.',
      assigned_to: 'The user it is assigned to.',
    },
    delete:
      'Marks the activity as completed and keeps the record. Repeating it gives the same response.',
    example: {
      title: 'Call about the proposal',
      type: 'call',
      description: 'Ask about the budget.',
      duration_minutes: 30,
      priority: 'high',
      tags: [],
    },
    change: { is_completed: true },
  },
  webhooks: {
    about:
      'Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both.',
    fields: {
      name: 'What the endpoint is called; tasks that it creates without a title are called so, too.',
      slug: 'Its address for receiving, unique in the team; derived from the name if not given. Cannot be changed.',
      is_active: 'An inactive endpoint neither delivers nor receives.',
      target_pipeline_id: 'The board on which received requests create tasks.',
      target_column_id: 'The column of that board.',
      field_mapping:
        'Task field → path in the received payload (lead.name, items[0].title), or a {{template}}.',
      url: 'Where events are delivered; null for an endpoint that only receives.',
      events: 'The events to deliver; * (all) if a url is given without a list.',
      disabled_reason:
        'Why the service disabled the endpoint: its receiver answered 410, every delivery failed for five days, or too many deliveries were waiting. Enabling the endpoint clears it.',
    },
    delete: 'Deletes the endpoint permanently.',
    example: {
      name: 'Site form',
      slug: 'site-form',
      events: ['deal.created', 'deal.stage_changed'],
    },
    change: { is_active: false },
  },
  messages: {
    about:
      'Messages to and from contacts, by the network’s time. The status only moves forward: pending, sent, delivered, read; or failed, from pending or sent.',
    fields: {
      conversation_id: 'The conversation it belongs to.',
      inbox_id: 'The inbox it was sent or received through.',
      remote_jid: 'The contact’s address on the messaging network.',
      msgapp_message_id: 'The ID assigned by the network.',
      direction: 'outgoing: sent by the team. incoming: sent by the contact.',
      message_type:
        'The type: text is what this API sends; messages that arrive, or were sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported.',
      content:
        'The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty once the message was taken back.',
      status:
        'pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message.',
      status_reason: 'Why it failed, or why its outcome is unknown; the cause comes first.',
      origin:
        'Who wrote it: the contact, Pauta (this API, a workflow, the panel), somebody on the phone, or another program on the same session.',
      author:
        'Who sent an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for an incoming message, and for one stored before authors were.',
      step_due_at:
        'When the workflow step that sends the message is due next, as of reading: a message that failed is sent again then. null once the step is over.',
      superseded_by:
        'The message that a later try of the same workflow step sent in place of this one, which had failed.',
      details:
        'What a type has beyond its text, such as the coordinates of a location; kind is the gateway’s name of an unsupported one.',
      referral:
        'The advertisement or post through which the contact began to write, as the network reports it; null for other messages.',
      reply_to: 'The message of the conversation that it answers or reacts to, if it is known.',
      reactions: 'The latest reaction of each side: incoming is the contact’s.',
      edited_at: 'When its text was last changed.',
      revoked_at: 'When its writer took it back.',
      versions: 'Its earlier texts, oldest first.',
      media:
        'The file that it holds, and whether it is here: pending, with the reason once fetching has failed; stored, with its file; or failed.',
      sent_at:
        'When it was written, in whole seconds: the network’s time, or when Pauta stored what it sends. Conversations are ordered by it, then by created_at.',
    },
    delete: '',
    example: {
      remote_jid: '5511999998888@s.msgapp.net',
      msgapp_message_id: '3EB0C431C26A1916E07A',
      direction: 'outgoing',
      message_type: 'text',
      content: 'Bom dia! A arte ficou pronta.',
      status: 'delivered',
      status_reason: null,
      origin: 'pauta',
      step_due_at: null,
      superseded_by: null,
      details: {},
      referral: null,
      reactions: [],
      versions: [],
    },
    change: {},
  },
  sendings: {
    about: '',
    fields: {
      content: 'The text of the message.',
      inbox_id: 'The inbox to send it through; requires phone.',
      phone: 'The recipient’s number, with the country code; requires inbox_id.',
      conversation_id: 'The conversation to send it in, instead of inbox_id and phone.',
      message_type: 'Only text can be sent.',
    },
    delete: '',
    example: {},
    change: {
      inbox_id: exampleId,
      phone: '5511999998888',
      content: 'Bom dia! A arte ficou pronta.',
    },
  },
  template_sendings: {
    about: '',
    fields: {
      inbox_id: 'The inbox to send it through; requires phone.',
      phone: 'The recipient’s number, with the country code; requires inbox_id.',
      conversation_id: 'The conversation to send it in, instead of inbox_id and phone.',
      template: 'The name of an approved template of the inbox.',
      language: 'The language of the template: the same name may exist in several.',
      variables:
        'The values of the variables in the template’s text: {{1}}, {{2}}… in the order of their numbers, named ones in that of the text.',
      components:
        'Instead of variables, everything to be filled in, as the network takes it: for headers with media or variables, and for buttons.',
    },
    delete: '',
    example: {},
    change: {
      inbox_id: exampleId,
      phone: '5511999998888',
      template: 'lembrete',
      language: 'pt_BR',
      variables: ['Ana', 'amanhã às 10h'],
    },
  },
  conversations: {
    about: 'The messages between an inbox and a contact; created by the first message.',
    fields: {
      inbox_id: 'The inbox.',
      inbox: 'The inbox’s id and name.',
      contact_id: 'The contact.',
      contact: 'The contact; its name is the team’s, else the contact’s own, else the number.',
      remote_jid: 'The contact’s address on the messaging network.',
      status:
        'open: to be worked on. snoozed: put off until snoozed_until. resolved: done. A message of the contact opens it again.',
      snoozed_until: 'When a snoozed conversation opens again by itself; null for any other.',
      assignee_id: 'The user who has it.',
      assignee: 'The assignee’s id and name.',
      waiting_since:
        'When the oldest message was written that the contact has no answer to; null once it is answered, or the conversation resolved.',
      first_answered_at: 'When the contact’s first message was answered for the first time.',
      last_incoming_at: 'When the contact’s last message was written.',
      window_closes_at:
        'Until when anything can be sent through an official number: 24 hours after the contact’s last message; later only templates. null for other inboxes, and before the first message.',
      last_message_at: 'When the last message was sent or received.',
    },
    delete: '',
    example: {
      remote_jid: '5511999998888@s.msgapp.net',
      waiting_since: '2026-11-20T12:00:00.000Z',
      last_incoming_at: '2026-11-20T12:00:00.000Z',
      window_closes_at: null,
      last_message_at: '2026-11-20T12:00:00.000Z',
    },
    change: {},
  },
  inboxes: {
    about:
      'The numbers through which the team sends and receives messages. Created by the operator.',
    fields: {
      name: 'The name the team uses.',
      type: 'session: a session on the network. cloud: the network’s official API.',
      active: 'An inactive inbox sends nothing.',
      connected:
        'Whether it can send; sending through an inbox that is not connected returns 502. Follows `state`, where that is known; the operator can set it too.',
      state:
        'How it stands with the network. disconnected: nobody is logged in. connecting: on its way by itself. scan, code, passkey: waits for the phone. connected. failed: gave up, or dead. null: not known.',
      state_reason: 'Why, in words.',
      state_changed_at: 'When the state changed last.',
      phone: 'The number that is logged in, where it is known.',
    },
    delete: '',
    example: {
      name: 'Atendimento',
      state: 'connected',
      state_reason: null,
      phone: '5511999998888',
    },
    change: {},
  },
  squads: {
    about: 'Groups of people who work on projects. Created by the operator.',
    fields: { name: 'The name the team uses.' },
    delete: '',
    example: { name: 'Criação' },
    change: {},
  },
  users: {
    about: 'The people of the team. Created by the operator.',
    fields: {
      name: 'Their name.',
      email: 'Their address; unique in the team.',
      role: 'Their role in the team.',
    },
    delete: '',
    example: { name: 'Ana Souza', email: 'ana@example.com' },
    change: {},
  },
  pipelines: {
    about: 'Boards and their columns, of one project or of the whole team.',
    fields: {
      name: 'The name the team uses.',
      project_id: 'The project whose board it is; null for a board of the team.',
      is_default: 'Whether new tasks of the project go to this board.',
      columns: 'Its columns, in order: id, slug, name, and whether entering it finishes a task.',
    },
    delete: '',
    example: {
      name: 'Site da Padaria Aurora',
      project: { id: exampleId, name: 'Site da Padaria Aurora' },
      is_default: true,
      columns: [{ id: exampleId, slug: 'backlog', name: 'Backlog', is_finishing: false }],
    },
    change: {},
  },
  events: {
    about: 'Changes of the last 30 days, as delivered to webhook endpoints.',
    fields: {
      id: 'Assigned by the service (UUID version 7). Deliveries carry it as webhook-id.',
      type: 'What happened.',
      created_at: 'When it happened.',
      data: 'The record after the change, as v1 answers it.',
      previous: 'The previous values of the fields that changed; null if the record is new.',
    },
    delete: '',
    example: {
      type: 'deal.stage_changed',
      data: { id: exampleId, title: 'Loja virtual', phase: 'ganho' },
      previous: { phase: 'proposta', updated_at: '2026-11-20T11:00:00.000Z' },
    },
    change: {},
  },
  deliveries: {
    about: 'Events on their way to webhook endpoints: one delivery per endpoint and event.',
    fields: {
      id: 'The event’s id, which receivers see as webhook-id.',
      webhook_id: 'The endpoint.',
      event: 'The type of the event.',
      status:
        'pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up.',
      attempt_count: 'How many attempts were made, including those before a replay.',
      next_attempt_at: 'When the next attempt is due; null once it is delivered or failed.',
      reason: 'Why the last attempt failed, or why there was none; null if nothing failed.',
      created_at: 'When the event happened.',
      completed_at: 'When it was delivered or given up.',
    },
    delete: '',
    example: {
      event: 'deal.stage_changed',
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      reason: null,
      completed_at: '2026-11-30T12:00:00.250Z',
    },
    change: {},
  },
  attempts: {
    about: '',
    fields: {
      request_id: 'The X-Request-Id sent to the receiver.',
      started_at: 'When it began.',
      status: 'The HTTP status of the response; null if there was none.',
      error: 'Why the attempt failed; null for a 2xx.',
      answer: 'The start of the response body.',
      duration_ms: 'How long it took, in milliseconds.',
    },
    delete: '',
    example: {
      started_at: '2026-11-30T12:00:00.050Z',
      status: 200,
      error: null,
      answer: 'ok',
      duration_ms: 200,
    },
    change: {},
  },
  replays: {
    about: '',
    fields: {
      from: 'Only deliveries of events at or after this time, or from this UTC day on.',
      to: 'Only deliveries of events up to this time, or the end of this UTC day.',
      status: 'failed: deliveries that were given up. delivered: deliveries already accepted.',
    },
    delete: '',
    example: {},
    change: { from: '2026-11-20', status: 'failed' },
  },
  receptions: {
    about: 'Requests from other systems to webhook endpoints, and their outcome.',
    fields: {
      status: 'accepted: it created a task. rejected: no task could be created from it.',
      key: 'The sender’s ID for the request: its webhook-id, or else its Idempotency-Key.',
      task_id: 'The task it created.',
      reason: 'Why it was rejected, or the fields for which the payload had no value.',
      payload: 'The first 65,536 characters of the payload, if it was rejected or had no title.',
      created_at: 'When it was received.',
    },
    delete: '',
    example: { key: 'lead-4711', reason: null, payload: null },
    change: {},
  },
};

export interface EventNotes {
  /** Describes the event in a sentence without a full stop. */
  readonly summary: string;
  /** Receiving endpoints, if not all that subscribe to it. */
  readonly more?: string;
  /** Example values in addition to the record's. */
  readonly data?: Record<string, unknown>;
  readonly previous?: Record<string, unknown>;
}

/** Kinds whose names are not self-explanatory, and the previous values of examples. */
export const eventNotes: Record<string, EventNotes> = {
  'msgapp.message.status': {
    summary: 'The status of a sent message changed',
    previous: { status: 'sent' },
  },
  'msgapp.message.received': {
    summary: 'A contact sent a message to an inbox of the team',
    data: { direction: 'incoming', status: 'received' },
  },
  'message.created': {
    summary: 'A message was added to a conversation, whoever wrote it',
    data: { direction: 'outgoing', status: 'pending' },
  },
  'inbox.connection': {
    summary: 'The connection of an inbox to the network changed',
    data: { connected: false, state: 'scan', state_reason: null, phone: null },
    previous: { connected: true, state: 'connected', phone: '5511999998888' },
  },
  'conversation.updated': {
    summary: 'The state, the assignee or the first answer of a conversation changed',
    previous: { status: 'resolved' },
  },
  'message.updated': {
    summary: 'A message was edited or taken back, or its media was fetched or given up',
    data: {
      edited_at: '2026-11-30T12:00:00.000Z',
      versions: [
        { content: 'Bom dia! A arte está pronta.', replaced_at: '2026-11-30T12:00:00.000Z' },
      ],
    },
    previous: { content: 'Bom dia! A arte está pronta.', edited_at: null, versions: [] },
  },
  'deal.stage_changed': {
    summary: 'A deal moved to another phase; deal.updated is emitted too',
    previous: { phase: 'proposta' },
  },
  'task.moved': {
    summary: 'A task moved to another column or board; task.updated is emitted too',
    previous: { column: 'todo', position: 3 },
  },
  'webhook.disabled': {
    summary: 'The service disabled a webhook endpoint',
    data: { is_active: false, disabled_reason: 'the receiver answered 410 (Gone)' },
    previous: { is_active: true, disabled_reason: null },
  },
  'webhook.test': {
    summary: 'A test of the webhook endpoint was requested',
    more: 'Delivered only to the tested endpoint, regardless of its `events`.',
  },
  'workflow.call': {
    summary: 'A workflow step called the webhook endpoint',
    more: 'Delivered only to the endpoint named by the step, regardless of its `events`.',
  },
};
