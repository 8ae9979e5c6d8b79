import { listWithin } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { recordOf } from '#server/operations/response-envelope.ts';
import { messages } from '../conversations/messages-table.ts';
import { sendOnce } from './idempotent-send.ts';
import { sendings, textOf } from './send-message.ts';
import { listTemplates, sendTemplate } from './templates/operations.ts';

/** Operations on messages. */
export const messagingOperations: readonly Operation[] = [
  operation({
    name: 'messages.send',
    id: 'sendMessage',
    summary: 'Send a text message',
    allow: { key: 'full', user: 'member' },
    v1: { method: 'POST', path: '/msgapp/messages', status: 201 },
    emits: ['contact.created', 'conversation.updated', 'message.created', 'msgapp.message.status'],
    input: { body: sendings },
    output: { kind: 'record', table: messages },
    mayFail: ['NOT_FOUND', 'BAD_GATEWAY'],
    one: sendings.of.one,
    keepsKey: (ctx, read) => sendOnce(ctx, () => textOf(read().values)),
    run: async (ctx, { values }) => recordOf(await sendOnce(ctx, () => textOf(values))),
  }),
  listWithin(
    messages,
    { table: 'conversations', one: 'conversation' },
    {
      summary: 'List the messages of a conversation',
      note: 'A page of the messages of a conversation, incoming and outgoing.',
    },
  ),
  listTemplates,
  sendTemplate,
];
