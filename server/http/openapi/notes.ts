/** What the reference tells people beyond what the declarations say. Tests hold every name here to a declaration. */
export interface Notes {
  /** What the records are. */
  readonly about: string;
  /** Field → what it means. */
  readonly fields: Record<string, string>;
  /** What DELETE does. */
  readonly delete: string;
  /** Values of a record that reads like one; other fields get theirs from the declaration. */
  readonly example: Record<string, unknown>;
  /** The body of the update that is shown. */
  readonly change: Record<string, unknown>;
}

export const exampleId = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

/** What fields of the same name mean everywhere. */
export const commonNotes: Record<string, string> = {
  id: 'Made by the service (UUID version 7).',
  created_at: 'When the record was made.',
  updated_at: 'When the record last changed.',
  created_by: 'The user who made the API key that created the record.',
  client_id: 'The client it belongs to.',
  client: 'The client, as far as a list needs it.',
  project_id: 'The project it belongs to. Cannot be changed after creation.',
  project: 'The project, as far as a list needs it.',
  tags: 'Free tags, kept in order; repeats are dropped.',
  source: 'Where it came from; free text.',
};

export const notes: Record<string, Notes> = {
  contacts: {
    about: 'People on the messaging network. A team has one contact for each phone.',
    fields: {
      phone: 'With the country code. Cannot be changed after creation.',
      jid: 'The address on the messaging network; computed from the phone.',
      push_name: 'The name that the contact announces.',
      custom_name: 'The name that the team uses.',
      notes: 'Private notes of the team.',
    },
    delete: 'Removes the contact for good; 409 while conversations are linked to it.',
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
      'What the agency works on. A new project gets a board of its own, copied from the team’s template.',
    fields: {
      slug: 'Its name in addresses, unique in the team; made of the name when not given.',
      status: 'Where the project stands. completed fills completed_at, leaving it clears it.',
      priority: 'Lists sort it by weight: low < medium < high < urgent.',
      completed_at: 'Filled when the status becomes completed; an update may set it.',
      briefing: 'What the client asked for.',
      squad_id: 'The squad that does the work.',
      squad: 'The squad, as far as a list needs it.',
    },
    delete: 'Sets the status to cancelled and keeps the record. Again: the same answer.',
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
    about: 'Whom the agency works for: people (PF) and companies (PJ).',
    fields: {
      type: 'PF: a person. PJ: a company. A change clears the fields of the other kind.',
      name: 'Full name, or the company’s legal name.',
      display_name: 'How the team calls the client.',
      msgapp: 'Number on the messaging network.',
      cpf: 'PF only. Unique in the team, whatever its punctuation; kept as sent.',
      rg: 'PF only.',
      birth_date: 'PF only.',
      gender: 'PF only; free text.',
      cnpj: 'PJ only. Unique in the team, whatever its punctuation and case; kept as sent.',
      legal_name: 'PJ only.',
      trade_name: 'PJ only.',
      state_registration: 'PJ only.',
      status: 'DELETE sets inactive; an update with active brings the client back.',
    },
    delete: 'Sets the status to inactive and keeps the record. Again: the same answer.',
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
      'Cards on a project’s board. Trashed tasks are not found here; whoever hosts the service restores them.',
    fields: {
      pipeline_id: 'The board. The project’s default one when not given.',
      column: 'The slug of a column of that board; its first one when not given.',
      priority: 'Lists sort it by weight: none < low < medium < high < urgent.',
      assignee_id: 'The first of assignee_ids; giving only one of the two sets the other.',
      assignee_ids: 'The users who do it, the main one first.',
      reporter_id: 'The user who asked for it.',
      position:
        'The order inside the column, distinct there. A new or moved task goes to the end; one that had the position that is given goes right behind it.',
      checklist_markdown: 'A list of steps in Markdown.',
      completed_at: 'Filled in a finishing column, cleared outside; an update may set it.',
      deleted_at: 'When the task was moved to the trash.',
    },
    delete:
      'Moves the task to the trash, from where whoever hosts the service restores it. Again: 404.',
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
    about: 'Sales under way.',
    fields: {
      value: 'In BRL.',
      currency: 'Always BRL.',
      phase: 'The place in the sale; the team names its phases.',
      priority: 'alta: high. media: medium. baixa: low.',
      status: 'ativo: open. arquivado: archived.',
      probability: 'Chance of winning, in per cent.',
      responsible_id: 'The user who sells.',
      loss_reason: 'Why it was lost.',
      ai_summary: 'Read only.',
      ai_win_probability: 'Read only.',
    },
    delete: 'Sets the status to arquivado and keeps the record. Again: the same answer.',
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
    about: 'Marketing actions inside a project.',
    fields: {
      status:
        'draft: being planned. scheduled: waits for its start. active: running. paused: stopped for now. completed: finished. cancelled: given up.',
      approval_status: 'What the client says of it; cannot be set here.',
      content_pillars: 'The themes, in order.',
      target_platforms: 'Where it runs, in order.',
      goals: 'Free-form goals.',
    },
    delete: 'Sets the status to cancelled and keeps the record. Again: the same answer.',
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
      occurred_at: 'When it happens or happened; now when not given.',
      is_completed: 'Whether it is done.',
      deal_id: 'The deal it belongs to.',
      contract_id: 'The contract it belongs to.',
      assigned_to: 'The user who does it.',
    },
    delete: 'Marks the activity as completed and keeps the record. Again: the same answer.',
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
      'Endpoints: where events are delivered to (url, events), and addresses that other systems tell what becomes tasks.',
    fields: {
      slug: 'Its address for receiving, unique in the team; made of the name when not given. Cannot be changed.',
      is_active: 'An inactive endpoint neither delivers nor receives.',
      target_pipeline_id: 'The board that receives tasks.',
      target_column_id: 'The column of that board.',
      field_mapping:
        'Task field → path in the received payload (lead.name, items[0].title) or a {{template}}.',
      url: 'Where events are delivered; null for an endpoint that only receives.',
      events: 'Which events are delivered; * (all) when a url is given without a list.',
      disabled_reason:
        'Why the service switched the endpoint off: its receiver answered 410, or did nothing but fail for five days, or too much waited for it. Switching it on clears it. An extension of the interface.',
    },
    delete: 'Removes the endpoint for good.',
    example: {
      name: 'Site form',
      slug: 'site-form',
      events: ['deal.created', 'deal.stage_changed'],
    },
    change: { is_active: false },
  },
  messages: {
    about:
      'Texts to and from contacts. A status only moves forward: pending, sent, delivered, read; or failed, from sent at the latest.',
    fields: {
      conversation_id: 'The conversation it belongs to.',
      inbox_id: 'The inbox that it goes or came through.',
      remote_jid: 'The contact’s address on the messaging network.',
      msgapp_message_id: 'The id that the network gave it.',
      direction: 'outgoing: sent by the team. incoming: sent by the contact.',
      message_type:
        'What it is: text. Incoming ones may also be image, video, audio, document, sticker, location, contact or media, of which only the caption is kept.',
      content: 'The text.',
      status:
        'pending: not known to be sent. sent: taken by the network. delivered, read: confirmed. failed: given up. received: an incoming message.',
      status_reason:
        'Why it failed, or why its outcome is not known; cause first. An extension of the interface.',
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
    },
    change: {},
  },
  sendings: {
    about: '',
    fields: {
      content: 'The text, as it is to be read.',
      inbox_id: 'The inbox to send it through; together with phone.',
      phone: 'The recipient, with the country code; together with inbox_id.',
      conversation_id: 'The conversation to send it in; alone.',
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
  conversations: {
    about: 'What an inbox and a contact write to each other; made by the first message.',
    fields: {
      inbox_id: 'The inbox.',
      inbox: 'The inbox, as far as a list needs it.',
      contact_id: 'The contact.',
      contact: 'The contact, named by the team, by itself or by its number.',
      remote_jid: 'The contact’s address on the messaging network.',
      last_message_at: 'When the last message went or came.',
    },
    delete: '',
    example: {
      remote_jid: '5511999998888@s.msgapp.net',
      last_message_at: '2026-11-20T12:00:00.000Z',
    },
    change: {},
  },
  inboxes: {
    about: 'Where the team’s messages go through. Made by whoever hosts the service.',
    fields: {
      name: 'How the team calls it.',
      type: 'session: a session of the network. cloud: the network’s official API.',
      active: 'An inactive inbox sends nothing.',
      connected:
        'Set by whoever hosts the service; an inbox that is not connected answers a send with 502. The gateway is not asked.',
    },
    delete: '',
    example: { name: 'Atendimento' },
    change: {},
  },
  squads: {
    about: 'Groups of people who work on projects. Made by whoever hosts the service.',
    fields: { name: 'How the team calls it.' },
    delete: '',
    example: { name: 'Criação' },
    change: {},
  },
  users: {
    about: 'The people of the team. Made by whoever hosts the service.',
    fields: {
      name: 'Their name.',
      email: 'Their address; unique in the team.',
      role: 'What they are in the team.',
    },
    delete: '',
    example: { name: 'Ana Souza', email: 'ana@example.com' },
    change: {},
  },
  pipelines: {
    about: 'Boards with their columns: those of one project, and those of the team.',
    fields: {
      name: 'How the team calls it.',
      project_id: 'The project whose board it is; null for a board of the team.',
      is_default: 'Whether new tasks of the project go here.',
      columns: 'Its columns, in order: id, slug, name, and whether entering it finishes a task.',
    },
    delete: '',
    example: {
      name: 'Site da Padaria Aurora',
      is_default: true,
      columns: [{ id: exampleId, slug: 'backlog', name: 'Backlog', is_finishing: false }],
    },
    change: {},
  },
  events: {
    about: 'What happened in the last 30 days, as webhook endpoints are told of it.',
    fields: {
      id: 'Made by the service (UUID version 7). Deliveries carry it as webhook-id.',
      type: 'What happened.',
      created_at: 'When it happened.',
      data: 'The record after the change, as v1 answers it.',
      previous: 'The old values of what changed; null where the record is new.',
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
    about: 'What webhook endpoints were told and are to be told: one delivery for each event.',
    fields: {
      id: 'The event’s id, which receivers see as webhook-id.',
      webhook_id: 'The endpoint.',
      event: 'What kind of event it tells.',
      status:
        'pending: to be attempted, for the first time or again. delivered: the receiver took it. failed: given up.',
      attempt_count: 'How many attempts were made, those before a replay too.',
      next_attempt_at: 'When it is attempted next; null when it is over.',
      reason: 'Why the last attempt failed, or why there was none; null where nothing failed.',
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
      request_id: 'The X-Request-Id that the receiver saw.',
      started_at: 'When it began.',
      status: 'The status of the answer; null when none came.',
      error: 'Why it failed; null for a 2xx.',
      answer: 'How the body of the answer begins.',
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
      from: 'Only deliveries of events from this moment, or this UTC day, on.',
      to: 'Only deliveries of events up to this moment, or the end of this UTC day.',
      status: 'failed: those that were given up. delivered: those that were taken already.',
    },
    delete: '',
    example: {},
    change: { from: '2026-11-20', status: 'failed' },
  },
  receptions: {
    about: 'What other systems told the addresses of webhook endpoints, and what became of it.',
    fields: {
      status: 'accepted: it became a task. rejected: nothing could be made of it.',
      key: 'The sender’s id for it: its webhook-id, or else its Idempotency-Key.',
      task_id: 'The task that it became.',
      reason: 'Why nothing could be made of it; or the fields for which nothing was found.',
      payload:
        'What came, where nothing could be made of it, or no title was found: its first 65,536 characters.',
      created_at: 'When it came.',
    },
    delete: '',
    example: { key: 'lead-4711', reason: null, payload: null },
    change: {},
  },
};

export interface EventNotes {
  /** What happened: a sentence without its end. */
  readonly summary: string;
  /** Who is told, where it is not everyone who asks for it. */
  readonly more?: string;
  /** What the example holds beside what an example of the record holds. */
  readonly data?: Record<string, unknown>;
  readonly previous?: Record<string, unknown>;
}

/** Kinds whose names alone do not say what happened, and what was before in examples. */
export const eventNotes: Record<string, EventNotes> = {
  'msgapp.message.status': {
    summary: 'A message that was sent has another status',
    previous: { status: 'sent' },
  },
  'msgapp.message.received': {
    summary: 'A contact wrote to an inbox of the team',
    data: { direction: 'incoming', status: 'received' },
  },
  'deal.stage_changed': {
    summary: 'A deal came to another phase; deal.updated is told too',
    previous: { phase: 'proposta' },
  },
  'task.moved': {
    summary: 'A task came to another column or board; task.updated is told too',
    previous: { column: 'todo', position: 3 },
  },
  'webhook.disabled': {
    summary: 'The service switched a webhook endpoint off',
    data: { is_active: false, disabled_reason: 'the receiver answered 410 (Gone)' },
    previous: { is_active: true, disabled_reason: null },
  },
  'webhook.test': {
    summary: 'Somebody tests the webhook endpoint',
    more: 'Told to the endpoint that is tested, whatever its `events` hold.',
  },
  'workflow.call': {
    summary: 'A step of a workflow calls the webhook endpoint',
    more: 'Told to the endpoint that the step names, whatever its `events` hold.',
  },
};
