import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { ValuesOf } from '#server/operations/call-values.ts';
import type { Context } from '#server/operations/context.ts';
import { listWithin } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { type Answer, recordOf } from '#server/operations/response-envelope.ts';
import { mediaTypes } from '#server/outbound/messaging/connection.ts';
import type { Quoted } from '#server/outbound/messaging/outgoing-message.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { about, kind, oneOf, phone, required, uuid } from '#server/records/fields.ts';
import { refuse } from '#server/records/input.ts';
import { mentionIds } from '../conversations/group-mentions.ts';
import { messages } from '../conversations/messages-table.ts';
import { maxSeen } from './collisions.ts';
import {
  addressProblems,
  attempt,
  type Draft,
  messageText,
  refuseCaption,
  sendings,
  textDraft,
} from './drafts.ts';
import { fileDraft } from './file-drafts.ts';
import { changeOperations } from './message-changes.ts';
import { identifiedById } from './message-identity.ts';
import { sendRequested } from './requested-message.ts';
import { scheduledOperations } from './scheduled/scheduled-messages.ts';
import { sendAsCaller } from './send-message.ts';
import { listTemplates, sendTemplate } from './templates/operations.ts';

/* Sending messages: texts and files, by v1; also replies and reactions, by the panel. */

/** Destination, and the message replied to. */
const address = {
  conversation_id: uuid,
  inbox_id: uuid,
  phone: about('The recipient’s number; requires inbox_id and replaces conversation_id.', phone),
  reply_to: about('The message that it answers.', uuid),
};
const sent = {
  allow: { operator: true, user: 'member' },
  emits: ['contact.created', 'conversation.updated', 'message.created', 'msgapp.message.status'],
  output: { kind: 'record', table: messages },
  mayFail: ['NOT_FOUND', 'BAD_GATEWAY'],
  one: 'message',
} as const;

/** @throws ApiError VALIDATION_ERROR if the destination is neither a conversation nor an inbox with a number */
function addressOf({ conversation_id, inbox_id, phone: number }: Values): Draft['to'] {
  const to = { conversation_id, inbox_id, phone: number };
  refuse(addressProblems(to));
  return to;
}

const writing = {
  id: uuid,
  ...address,
  text: messageText,
  file_id: about('The ID of an uploaded file.', uuid),
  type: about('The type of attachment to send the file as.', oneOf('text', [...mediaTypes])),
  mentions: about(
    'The addresses of members of the group that the text mentions: it has @ and the mention of each.',
    mentionIds,
  ),
  seen_messages: about(
    'The newest messages of the conversation that you have seen: if a colleague has answered since, nothing is sent. An empty list if you have seen none.',
    kind(
      Type.Array(Type.String({ format: 'uuid' }), { maxItems: maxSeen }),
      `a list of at most ${maxSeen} UUIDs`,
      'uuid[]',
      { format: 'id' },
    ),
  ),
};

/** Draft of a write request. @throws ApiError if the request is invalid or the team has no such file */
async function draftOf(ctx: Context, on: TeamDb, values: ValuesOf<typeof writing>): Promise<Draft> {
  const {
    id,
    text,
    file_id: file,
    type,
    reply_to: answered,
    seen_messages: seen,
    mentions,
  } = values;
  const to = addressOf(values);
  if (seen !== null && values.conversation_id === null)
    throw invalid(
      'seen_messages must be given together with conversation_id.',
      'seen_messages',
      'conflicting',
    );
  const reply = {
    ...(id === null ? {} : { id: id.toLowerCase() }),
    ...(answered === null ? {} : { replyTo: answered }),
    ...(seen === null ? {} : { seen }),
    ...(mentions === null ? {} : { mentions }),
  };
  if (file !== null) {
    refuseCaption(text);
    return { to, ...reply, ...(await fileDraft(ctx, on, file, type, text ?? '')) };
  }
  if (text === null) throw invalid('text or file_id is required.', ['text', 'file_id'], 'required');
  if (type !== null)
    throw invalid('type must be given together with file_id.', 'type', 'conflicting');
  return { ...textDraft(text, to), ...reply };
}

/** Sends once per id of the message or, without one, per Idempotency-Key. Errors of an invalid request are stored under the key. */
async function sendWritten(ctx: Context, read: () => ValuesOf<typeof writing>): Promise<Answer> {
  const values = await attempt(read);
  if (values instanceof Error) return sendAsCaller(ctx, () => Promise.reject(values));
  const { id } = values;
  const identity = id === null ? undefined : identifiedById(ctx.db, { ...values, id });
  return sendAsCaller(ctx, (on) => draftOf(ctx, on, values), identity);
}

export const write = operation({
  ...sent,
  name: 'messages.write',
  id: 'writeMessage',
  summary: 'Send a text, or a file with a caption',
  note: 'id is optional and chosen by the sender: a message with an id is sent once, and needs no Idempotency-Key. Retrying with the same id returns the message as it is now; different content under that id returns 409 CONFLICT and is not sent. With seen_messages, an answer by another user, an API key, the phone or another program that is newer than the oldest of them, and not among them, also returns 409 (reason answered_meanwhile); your own messages never do.',
  cli: 'message send',
  panel: { method: 'POST', path: '/msgapp/messages/write', status: 201 },
  mayFail: [...sent.mayFail, 'CONFLICT'],
  input: { fields: writing },
  keepsKey: (ctx, read) => sendWritten(ctx, () => read().values),
  run: async (ctx, { values }) => recordOf(await sendWritten(ctx, () => values)),
});

const segments = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** One emoji, or empty to remove the reaction. */
const emoji = kind(Type.String({ maxLength: 64 }), 'one emoji, or an empty string', 'text', {
  check: (value) =>
    value === '' ||
    ([...segments.segment(String(value))].length === 1 &&
      /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u.test(
        String(value),
      )),
});

const conversationOf = teamStatement(
  'select conversation_id from messages where team_id = $team and id = $id',
);

const targetOf = (quoted: Quoted | undefined): Quoted => {
  if (!quoted) throw new Error('a reaction is stored with its message only');
  return quoted;
};

/** Draft of a reaction to a message. @throws ApiError NOT_FOUND if the team has no such message */
async function reactionOf(on: TeamDb, id: string, sign: string): Promise<Draft> {
  const [row] = await on.run(conversationOf, { id });
  if (!row) throw notFound('message');
  return {
    to: { conversation_id: row.conversation_id, inbox_id: null, phone: null },
    type: 'reaction',
    text: sign,
    replyTo: id,
    content: (quoted) => ({ kind: 'reaction', target: targetOf(quoted), emoji: sign }),
  };
}

export const react = operation({
  ...sent,
  name: 'messages.react',
  id: 'reactToMessage',
  summary: 'React to a message with an emoji; an empty one removes the reaction',
  note: 'Replaces the team’s previous reaction.',
  cli: 'message react',
  emits: ['message.created', 'message.updated', 'msgapp.message.status'],
  panel: { method: 'POST', path: '/msgapp/messages/:id/reaction', status: 201 },
  input: { path: ['id'], fields: { emoji: required(emoji) } },
  keepsKey: (ctx, read) =>
    sendAsCaller(ctx, (on) => {
      const { id, values } = read();
      return reactionOf(on, id, values.emoji);
    }),
  run: async (ctx, { id, values }) =>
    recordOf(await sendAsCaller(ctx, (on) => reactionOf(on, id, values.emoji))),
});

const sendMessageNote = `
Address the message with inbox_id and phone, or with conversation_id alone. With a phone, a missing contact and conversation are created.
Returns once the gateway has accepted the message, after at most 10 seconds; a file takes longer, by its size.

A file is given in one of three ways: \`media_url\`, the address of a file; \`file_id\`, a file of the team; or the part \`file\` of a body
in \`multipart/form-data\`, whose other parts are the fields of this body. \`content\` is then its caption. A file that the inbox’s gateway never
sends, by its type or size, is refused with a 400 that names the field, and nothing is stored. If the server of \`media_url\` cannot be reached
or fails, the response is 502, nothing was sent, and the same Idempotency-Key may be used again.

A 502 names the message, which is stored with its status_reason, and its conversation. The text starts with the cause:
\`network\` and \`timeout\` (the gateway was unreachable, or its response was lost: retry later), \`disconnected\` (the inbox must
be reconnected), \`number\` (the number does not exist on the network), \`throttled\` (wait, then send more slowly), \`credentials\` (for the
operator), \`rejected\` (the network rejects this text), \`gateway\` (the gateway failed), \`stopped\` (the service stopped). Then it states whether
the message was not sent (\`failed\`), or may have been sent (\`pending\`: check its conversation before you send again).
Messages are never resent automatically.

With an Idempotency-Key, a message is sent once, even across a crash, and its response is replayed, including a 502. After a crash, the
key returns 409 for up to 20 seconds.

An inbox on the sandbox gateway reaches no real phone and confirms every message, except to numbers ending in 0000 (refused), 0001 (never
confirmed), 0002 (fails later), 0003 (confirmed twice and out of order) and 0004 (responds after the timeout).
`.trim();
/** Operations on messages. */
export const operations: readonly Operation[] = [
  operation({
    name: 'messages.send',
    id: 'sendMessage',
    summary: 'Send a text, or a file with a caption',
    note: sendMessageNote,
    returns:
      'The gateway accepted the message. Its status then appears in the messages of its conversation.',
    allow: { key: 'full', user: 'member' },
    v1: { method: 'POST', path: '/msgapp/messages', status: 201 },
    emits: ['contact.created', 'conversation.updated', 'message.created', 'msgapp.message.status'],
    input: { body: sendings },
    output: { kind: 'record', table: messages },
    mayFail: ['NOT_FOUND', 'BAD_GATEWAY'],
    one: sendings.of.one,
    takesForm: true,
    keepsKey: (ctx, read) => sendRequested(ctx, () => read().values),
    run: async (ctx, { values }) => recordOf(await sendRequested(ctx, () => values)),
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
  write,
  react,
  ...changeOperations,
  ...scheduledOperations,
];
