import { recordOf } from '../../operations/answer.ts';
import { type Context, servicesOf } from '../../operations/context.ts';
import { listWithin } from '../../operations/crud.ts';
import { onceOutward } from '../../operations/idempotency.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import type { Values } from '../../records/verbs.ts';
import { messages } from './messages.ts';
import { sendings, sends } from './sending.ts';

/** Sends a text, once for the key of the call. */
async function send(ctx: Context, read: () => Values) {
  const { db, team, settings, requestId = '', keyed } = ctx;
  const { messaging: service, log } = servicesOf(settings);
  const { secrets, jidSuffix } = settings;
  const asked = { request_id: requestId, team: team.slug };
  const sending = sends({ service, secrets, jidSuffix, log }, asked, db, read);
  const answer = await onceOutward(db, secrets, keyed, sending);
  // What is missed here the worker applies.
  await sending
    .catchUp()
    .catch((err: Error) => log.warn({ err }, 'early confirmations wait for the worker'));
  return answer;
}

/** What can be done with messages. */
export const messagingOperations: readonly Operation[] = [
  operation({
    name: 'messages.send',
    id: 'sendMessage',
    summary: 'Send a text message',
    allow: { key: 'full' },
    v1: { method: 'POST', path: '/msgapp/messages', status: 201 },
    emits: ['contact.created', 'msgapp.message.status'],
    takes: { body: sendings },
    answers: { kind: 'record', table: messages },
    mayFail: ['NOT_FOUND', 'BAD_GATEWAY'],
    one: sendings.of.one,
    keepsKey: (ctx, read) => send(ctx, () => read().values),
    run: async (ctx, { values }) => recordOf(await send(ctx, () => values)),
  }),
  listWithin(
    messages,
    { table: 'conversations', one: 'conversation' },
    {
      summary: 'List the messages of a conversation',
      note: 'A page of the messages of one conversation, in both directions.',
    },
  ),
];
