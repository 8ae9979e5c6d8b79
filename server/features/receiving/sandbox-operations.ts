import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { ValuesOf } from '#server/operations/call-values.ts';
import { type Context, storageOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { mediaTypes, messageTypes, readsGroups } from '#server/outbound/messaging/connection.ts';
import type { FieldCode } from '#server/platform/error-reasons.ts';
import { invalidRequest } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  patterned,
  phone,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { InvalidValues, type Problem } from '#server/records/invalid-values.ts';
import { storeFile } from '../files/store.ts';
import { sandboxCallback } from '../gateways/sandbox/index.ts';
import { findInboxRecord, validConnection } from '../inboxes/inbox-record.ts';
import { withService } from '../inboxes/service-holder.ts';
import { receive } from './callbacks.ts';

/* Actions of the sandbox's contacts, received like any gateway's callbacks. */

const notEmpty = kind(
  Type.String({ minLength: 1, pattern: '\\S' }),
  'a text that is not empty',
  'text',
);

const fields = {
  from: about('The number of the sender.', phone),
  lid: patterned(/^\d{5,20}$/, '5 to 20 digits', '995511999998888'),
  text: notEmpty,
  name: about('The sender’s profile name.', singleLine(255, 1)),
  type: about('The type of message.', oneOf('text', [...messageTypes])),
  details: kind(Type.Record(Type.String(), Type.Unknown()), 'a JSON object', 'json'),
  file_name: about('The name of the file.', singleLine(255, 1)),
  at: about('When it was written. Default: now.', timestamp),
  from_phone: about('True if it was written on the team’s own phone.', boolean),
  group: about('True if it comes from a group.', boolean),
  group_name: about('The name of the group. Default: Group.', singleLine(255, 1)),
  quoted: about('The message that it answers.', uuid),
  edit: about('The message to edit.', uuid),
  revoke: about('The message to revoke.', uuid),
};

type Values = ValuesOf<typeof fields>;

/** Edits and revokes need nothing else; any other message needs a sender and content. */
function problemsOf(values: Values, hasFile: boolean): Problem[] {
  const { from, lid, text, type, edit, revoke, file_name: fileName } = values;
  if (edit !== null && revoke !== null)
    return [{ name: 'revoke', problem: 'cannot be given together with edit', code: 'conflicting' }];
  if (revoke !== null) return [];
  if (edit !== null)
    return text === null
      ? [{ name: 'text', problem: 'is required with edit', code: 'required' }]
      : [];
  const isMedia = mediaTypes.some((each) => each === type);
  const needsText = type === null || type === 'text';
  const problems: Problem[] = [];
  const refuseField = (name: string, problem: string, code: FieldCode) =>
    problems.push({ name, problem, code });
  if (from === null && lid === null)
    refuseField('from', `is required and must be ${phone.requirement}`, 'required');
  if (text === null && needsText && !hasFile)
    refuseField('text', `is required and must be ${notEmpty.requirement}`, 'required');
  if (hasFile && fileName === null) refuseField('file_name', 'is required with a file', 'required');
  if (isMedia && !hasFile) refuseField('type', `${type} needs a file`, 'conflicting');
  if (hasFile && type !== null && !isMedia)
    refuseField('type', `must be one of ${mediaTypes.join(', ')} with a file`, 'not_allowed');
  return problems;
}

const findIds = teamStatement(`
  select m.conversation_id, m.id as message_id, m.msgapp_message_id as network_id, m.direction, c.group_id,
    m.participant ->> 'phone' as author_phone, m.participant ->> 'lid' as author_lid
  from messages m join conversations c on c.team_id = $team and c.id = m.conversation_id
  where m.team_id = $team and m.inbox_id = $inbox and m.id = $message`);

/** Searches both directions: a message typed on the phone is outgoing. */
const findReceived = teamStatement(`
  select conversation_id, id as message_id from messages
  where team_id = $team and inbox_id = $inbox and direction = 'incoming' and msgapp_message_id = $network_id
  union all
  select conversation_id, id from messages
  where team_id = $team and inbox_id = $inbox and direction = 'outgoing' and msgapp_message_id = $network_id`);

/** Returns a message of the inbox that is on the network. @throws InvalidValues */
async function findMessage(
  { db }: Context,
  inbox: string,
  name: string,
  message: string,
): Promise<Row> {
  const [row] = await db.run(findIds, { inbox, message });
  if (row && row.network_id !== null) return row;
  throw new InvalidValues([
    { name, problem: 'must be the id of a message of this inbox', code: 'not_found' },
  ]);
}

/** Media as a sandbox callback describes it; its bytes are stored among the team's files, where the sandbox reads them. */
async function mediaOf(ctx: Context, { file_name: name }: Values) {
  const { db, upload, settings } = ctx;
  if (!upload || name === null) return undefined;
  const file = await storeFile({ db, storage: storageOf(settings) }, upload, {
    name,
    purpose: 'sandbox',
  });
  return { file: file.id, media_type: file.mediaType, name: file.name, bytes: file.bytes };
}

/** Default message type of a file. */
function typeOf(mediaType: string): string {
  const [kind = ''] = mediaType.split('/');
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'document';
}

/** Address of the sandbox's group with a name; each inbox has its own. */
function groupAddressOf(inbox: string, name: string): string {
  const digest = createHash('sha256').update(`${inbox} ${name}`).digest();
  return `1203630${String(digest.readUIntBE(0, 6) % 10 ** 11).padStart(11, '0')}@g.us`;
}

const groupNameOf = ({ group, group_name: name }: Values): string | undefined =>
  name ?? (group === true ? 'Group' : undefined);

const secondsOf = (instant: string | null) =>
  Math.floor((instant === null ? Date.now() : Date.parse(instant)) / 1_000);

/** Builds the callback's content, and the network id of the message it concerns. */
async function contentOf(ctx: Context, inbox: string, values: Values) {
  const { edit, revoke, text, quoted } = values;
  const at = secondsOf(values.at);
  if (edit !== null || revoke !== null) {
    const message = await findMessage(
      ctx,
      inbox,
      edit === null ? 'revoke' : 'edit',
      edit ?? revoke ?? '',
    );
    // Made by the message's author, unless another person or side is given.
    const change = {
      id: message.network_id,
      at,
      from: values.from ?? message.author_phone ?? undefined,
      lid: values.lid ?? message.author_lid ?? undefined,
      from_phone: values.from_phone ?? message.direction === 'outgoing',
      group: message.group_id ?? undefined,
    };
    return {
      networkId: String(message.network_id),
      content: edit === null ? { revokes: [change] } : { edits: [{ ...change, text }] },
    };
  }
  const target = quoted === null ? undefined : await findMessage(ctx, inbox, 'quoted', quoted);
  const media = await mediaOf(ctx, values);
  const type = values.type ?? (media ? typeOf(media.media_type) : 'text');
  const networkId = `sandbox.in.${uuidv7()}`;
  const details =
    type === 'reaction' ? { ...values.details, message: target?.network_id } : values.details;
  const groupName = groupNameOf(values);
  const group = groupName === undefined ? undefined : groupAddressOf(inbox, groupName);
  const message = {
    id: networkId,
    from: values.from ?? undefined,
    lid: values.lid ?? undefined,
    name: values.name ?? undefined,
    type,
    text: text ?? undefined,
    details: details ?? undefined,
    media,
    quoted: type === 'reaction' ? undefined : target?.network_id,
    at,
    from_phone: values.from_phone ?? undefined,
    group,
    // As a phone does for the members that its user chooses.
    mentions:
      group === undefined
        ? []
        : [...(text ?? '').matchAll(/@(\d{10,15})/g)].map(([, number]) => number),
  };
  const groups = group === undefined ? [] : [{ group, name: groupName }];
  return { networkId, content: { messages: [message], groups } };
}

export const receiveInSandbox = operation({
  name: 'sandbox.receive',
  id: 'receiveInSandbox',
  summary: 'Receive a message, as if the gateway’s callback delivered it',
  cli: 'sandbox receive',
  note: 'For testing: the sandbox reaches no real phone, so this simulates the contact.',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'POST', path: '/inboxes/:id/sandbox-messages', status: 201 },
  emits: [
    ...['contact.created', 'contact.updated', 'conversation.updated'],
    ...['message.created', 'message.updated'],
    'msgapp.message.received',
  ],
  input: { path: ['id'], fields },
  output: {
    kind: 'fields',
    name: 'SandboxMessage',
    fields: { conversation_id: uuid, message_id: about('The message.', uuid) },
  },
  one: 'inbox',
  async run(ctx, { id: inbox, values }) {
    const { db, settings, upload } = ctx;
    const record = await findInboxRecord(db, inbox);
    if (!record) return undefined;
    const { gateway } = record.stored;
    if (gateway !== 'sandbox')
      throw invalidRequest(
        `Inbox ${record.name} uses the gateway ${gateway}, not the sandbox.`,
        'not_sandbox',
      );
    const problems = problemsOf(values, upload !== undefined);
    if (problems.length > 0) throw new InvalidValues(problems);
    const connection = validConnection(ctx, record.stored);
    const { networkId, content } = await contentOf(ctx, inbox, values);
    const callback = sandboxCallback(connection, content);
    const { kind } = await withService(settings, (service) =>
      receive({ service, ...settings }, db, inbox, callback),
    );
    if (kind !== 'taken') throw new Error(`the sandbox's message was not accepted (${kind})`);
    const isOfGroup = groupNameOf(values) !== undefined;
    if (isOfGroup && !readsGroups(connection)) return { conversation_id: null, message_id: null };
    const [received] = await db.run(findReceived, { inbox, network_id: networkId });
    if (!received) throw new Error("the sandbox's message was not found");
    const { conversation_id, message_id } = received;
    return { conversation_id: String(conversation_id), message_id: String(message_id) };
  },
});
