/* Descriptions of event kinds in the reference. */

interface EventDescriptions {
  /** Describes the event in a sentence without a full stop. */
  readonly summary: string;
  /** Receiving endpoints, if not all that subscribe to it. */
  readonly more?: string;
  /** Example values in addition to the record's. */
  readonly data?: Record<string, unknown>;
  readonly previous?: Record<string, unknown>;
}

/** Kinds whose names are not self-explanatory, and the previous values of examples. */
export const eventDescriptions: Record<string, EventDescriptions> = {
  'msgapp.message.status': {
    summary: 'The status of a sent message changed',
    previous: { status: 'sent' },
  },
  'msgapp.message.received': {
    summary: 'A contact sent a message to an inbox of the team',
    data: { direction: 'incoming', status: 'received' },
  },
  'message.created': {
    summary: 'A message was added to a conversation, incoming or outgoing',
    data: { direction: 'outgoing', status: 'pending' },
  },
  'inbox.connection': {
    summary: 'The connection of an inbox to the network changed',
    data: { connected: false, state: 'scan', state_reason: null, phone: null },
    previous: { connected: true, state: 'connected', phone: '5511999998888' },
  },
  'conversation.updated': {
    summary: 'The status, the assignee, the squad or the first answer of a conversation changed',
    previous: { status: 'resolved' },
  },
  'conversation.reply_overdue': {
    summary: 'The answer that a contact waits for is overdue',
  },
  'message.updated': {
    summary: 'A message was edited or revoked, or fetching its media succeeded or failed',
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
    data: {
      is_active: false,
      disabled_reason: 'the receiver answered 410 (Gone)',
      disabled_reason_details: { code: 'gone' },
    },
    previous: { is_active: true, disabled_reason: null, disabled_reason_details: null },
  },
  'privacy.erased': {
    summary: 'A person was erased; only ids are given',
    data: {
      id: '019ac8b4-5c00-7000-8000-000000000002',
      contact_ids: ['019ac8b4-5c00-7000-8000-000000000003'],
      client_ids: [],
      user_ids: [],
      conversation_ids: ['019ac8b4-5c00-7000-8000-000000000004'],
    },
  },
  'import.finished': {
    summary:
      'An import was applied or undone; its records emit no events unless the team wants them',
    data: {
      id: '019ac8b4-5c00-7000-8000-000000000001',
      kind: 'rows',
      state: 'applied',
      created: 1200,
      updated: 30,
      refused: 4,
    },
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
