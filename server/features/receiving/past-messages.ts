import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { notices } from '#server/events/live/notices.ts';
import { type ChatAddress, isNetworkId } from '#server/outbound/messaging/connection.ts';
import type { PastMessage } from '#server/outbound/messaging/incoming-updates.ts';
import { ApiError } from '#server/platform/errors.ts';
import { countsRows } from '#server/records/totals.ts';
import {
  isConcurrentDelete,
  knownContact,
  withContact,
} from '../conversations/contact-by-number.ts';
import { type Mention, receivedMentions } from '../conversations/group-mentions.ts';
import { resolveChat } from '../conversations/known-numbers.ts';
import { moveTimes } from '../conversations/message-effects.ts';
import { onRequest, pastMedia, reasonOf, type ShownMedia } from '../conversations/message-media.ts';
import { isOutgoing } from '../conversations/messages-table.ts';
import {
  maxTextLength,
  storable,
  storableDetails,
  storableLine,
  storableReferral,
  timeOf,
  writtenAtOf,
} from '../conversations/storable-text.ts';
import { conversations, lidSuffix } from '../conversations/table.ts';
import { contacts } from '../crm/contacts/table.ts';
import { spellings } from '../gateways/phones.ts';
import { applyWaitingChanges } from './edits-and-revokes.ts';
import { mergeLid } from './lids.ts';

/*
 * Stores past messages of one chat: those of a gateway's history, or of an import (docs/adr/0191-past-messages.md). Nothing follows from
 * them: no event, no audit entry per message, no unread count, no waiting time. A message that the inbox already has stays as it is, so
 * any part can be repeated, in any order, while messages arrive live. They have the time at which they were written as `created_at` too,
 * so that they come before live messages of the same second.
 */

/** Messages of one chat, in any order. */
export interface PastChat {
  readonly inbox: string;
  /** Import that the messages belong to. */
  readonly history: string;
  readonly chat: ChatAddress;
  /** Name of the person or the group. */
  readonly name?: string | undefined;
  /** With the time at which each was written. */
  readonly messages: readonly (PastMessage & { readonly at: number })[];
}

/** Outcome of storing messages. Ids are network ids, each with its side: `in` or `out`. */
export interface StoredPast {
  readonly conversation: string | undefined;
  /** Messages that this import has stored, now or before: keys of {@link pastKey}, or ids of exported messages. */
  readonly stored: ReadonlySet<string>;
}

/** Key of a message in {@link StoredPast}. */
export const pastKey = ({ from, networkId }: Pick<PastMessage, 'from' | 'networkId'>) =>
  `${from === 'contact' ? 'in' : 'out'} ${networkId}`;

/** A message of an exported chat, which has no network id. */
export interface ExportedMessage {
  /** Id under which it is stored; the same whenever the import stores it. */
  readonly id: string;
  /** Identity in any export of the chat: its side or author, its minute, its text, and its place among equal ones. */
  readonly key: string;
  /** Place among equal ones of the minute, from 1. */
  readonly nth: number;
  readonly from: PastMessage['from'];
  readonly type: PastMessage['type'];
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Name of the author, in a group. */
  readonly author?: string | undefined;
  readonly media?: ShownMedia | undefined;
}

const input = `input as materialized (
    select * from json_to_recordset($messages::json) as x (id uuid, network_id text, direction message_direction, origin message_origin,
      type text, text text, details json, quoted text, at timestamptz, status message_status, participant json, mentions json, referral json,
      media json, media_source text, import_key text, nth integer))`;

/** Messages whose network id the inbox already has. */
const present = `present as materialized (
    select i.id, m.history_id from input i join messages m on m.team_id = $team and m.inbox_id = $inbox
      and m.direction = 'incoming' and m.msgapp_message_id = i.network_id
      where i.direction = 'incoming' and i.network_id is not null
    union all
    select i.id, m.history_id from input i join messages m on m.team_id = $team and m.inbox_id = $inbox
      and m.direction = 'outgoing' and m.msgapp_message_id = i.network_id
      where i.direction = 'outgoing' and i.network_id is not null)`;

/** SQL: the time of a message, as the network reports it. */
const writtenAt = (message: string) => `coalesce(${message}.sent_at, ${message}.created_at)`;

/** SQL: a text as messages are compared by it. */
const compared = (text: string) => `btrim(${text}, E' \\n\\r\\t')`;
const minuteOf = (time: string) => `date_trunc('minute', ${time})`;

/** SQL: true if `near` has the side, minute and text of `i`. */
const isAlike = `near.direction = i.direction and near.minute = ${minuteOf('i.at')} and near.text = ${compared('i.text')}`;

/**
 * Messages of an export that the conversation already has, from this or another export, or from the network, which gives a message another
 * identity. `nth` counts equal ones of a minute.
 */
const presentExported = `near as materialized (
    select m.direction, m.import_key, m.history_id, ${minuteOf(writtenAt('m'))} as minute, ${compared('m.content')} as text
    from messages m where m.team_id = $team and m.conversation_id = (select id from open)
      and ${writtenAt('m')} >= (select ${minuteOf('min(at)')} from input)
      and ${writtenAt('m')} < (select ${minuteOf('max(at)')} + interval '1 minute' from input)),
  exported as materialized (
    select i.id, near.history_id from input i join near on near.import_key = i.import_key
    union all
    select i.id, null from input i join (
        select direction, minute, text, count(*) as n from near where import_key is null group by direction, minute, text) near
      on ${isAlike} and i.import_key is not null and i.nth <= near.n)`;

/** New messages; without those that may be one of ours whose network id is unknown, or that an export contained. */
const fresh = `${presentExported},
  fresh as materialized (
    select i.* from input i where not exists (select from present p where p.id = i.id)
      and not exists (select from exported e where e.id = i.id)
      and not (i.import_key is null and exists (select from near where near.import_key is not null and ${isAlike}))
      and not (i.direction = 'outgoing' and exists (
        select from messages m where m.team_id = $team and m.conversation_id = (select id from open) and ${isOutgoing('m')}
          and m.msgapp_message_id is null and m.import_key is null and m.created_at between i.at - interval '1 hour' and i.at + interval '1 hour'
          and btrim(m.content, E' \\n\\r\\t') = btrim(i.text, E' \\n\\r\\t'))))`;

/** Times of a conversation that begins with past messages: resolved, so neither open nor unread. */
const newColumns = 'status, created_at, last_message_at, activity_at, last_incoming_at';
const newValues = `'resolved', f.first, f.last, f.last, f.last_incoming from (
      select min(at) as first, max(at) as last, max(at) filter (where direction = 'incoming') as last_incoming from fresh) f`;

const store = `conversation as (select id from open union all select id from begun),
  t as (
    insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status,
      origin, details, quoted_id, reply_to, sent_at, created_at, media, referral, participant, mentions, history_id, import_key)
    select $team, f.id, conversation.id, $inbox, who.jid, f.network_id, f.direction, f.type, f.text, f.status, f.origin, f.details,
      f.quoted, coalesce(
        (select q.id from messages q where q.team_id = $team and q.inbox_id = $inbox and q.direction = 'incoming'
          and q.msgapp_message_id = f.quoted limit 1),
        (select q.id from messages q where q.team_id = $team and q.inbox_id = $inbox and q.direction = 'outgoing'
          and q.msgapp_message_id = f.quoted limit 1)), f.at, f.at, f.media, f.referral, f.participant, f.mentions, $history, f.import_key
    from fresh f, who, conversation on conflict do nothing returning *),
  held as (
    insert into message_media (team_id, message_id, inbox_id, status, reason, source, media_type, name, bytes, file_id, next_attempt_at)
    select $team, t.id, t.inbox_id, f.media ->> 'status', f.media ->> 'reason', f.media_source, f.media ->> 'media_type', f.media ->> 'name',
      (f.media ->> 'bytes')::bigint, (f.media ->> 'file_id')::uuid, null
    from t join fresh f on f.id = t.id where f.media is not null),
  touched as (
    update conversations c set ${moveTimes('open', 'latest.at')},
      last_incoming_at = greatest(open.last_incoming_at, latest.incoming)
    from open, (select max(sent_at) as at, max(sent_at) filter (where direction = 'incoming') as incoming from t) latest
    where c.team_id = $team and c.id = open.id and latest.at is not null)`;

const outcome = `select (select id from conversation) as conversation, array(select id from t) as stored,
    array(select id from present where history_id = $history union select id from exported where history_id = $history) as earlier,
    exists (select from begun) as is_begun, not exists (select from fresh) or exists (select from conversation) as is_done`;

const storeOfNumber = teamStatement(`
  with ${knownContact},
  ${input},
  ${present},
  open as materialized (
    select c.* from conversations c
    where c.team_id = $team and c.inbox_id = $inbox and c.contact_id = (select id from known) for no key update),
  ${fresh},
  made as (
    insert into contacts (team_id, id, phone, jid, push_name)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text, $name::text
    where $create and not exists (select from known) and exists (select from fresh)
    on conflict (team_id, phone) do nothing returning *),
  who as (select id, jid from known union all select id, jid from made),
  begun as (
    insert into conversations (team_id, id, inbox_id, contact_id, ${newColumns})
    select $team, $conversation_id, $inbox, who.id, ${newValues}, who
    where not exists (select from open) and f.first is not null
    on conflict on constraint conversations_inbox_contact_key do nothing returning *),
  ${store},
  named as (
    update contacts k set push_name = $name::text from known
    where k.team_id = $team and k.id = known.id and $name is not null and k.push_name is null)${countsRows(
      [
        { resource: contacts, from: 'made' },
        { resource: conversations, from: 'begun' },
      ],
    )}
  ${outcome}, (select id from made) as contact`);

const storeOfLid = teamStatement(`
  with ${input},
  ${present},
  who as (select $lid::text || '${lidSuffix}' as jid),
  open as materialized (
    select c.* from conversations c where c.team_id = $team and c.inbox_id = $inbox and c.lid = $lid for no key update),
  ${fresh},
  begun as (
    insert into conversations (team_id, id, inbox_id, lid, push_name, ${newColumns})
    select $team, $conversation_id, $inbox, $lid, $name::text, ${newValues}
    where not exists (select from open) and f.first is not null
    on conflict (team_id, inbox_id, lid) where lid is not null do nothing returning *),
  ${store}${countsRows([{ resource: conversations, from: 'begun' }])}
  ${outcome}`);

const storeOfGroup = teamStatement(`
  with ${input},
  ${present},
  who as (select $group::text as jid),
  open as materialized (
    select c.* from conversations c where c.team_id = $team and c.inbox_id = $inbox and c.group_id = $group for no key update),
  ${fresh},
  begun as (
    insert into conversations (team_id, id, inbox_id, group_id, push_name, ${newColumns})
    select $team, $conversation_id, $inbox, $group, $name::text, ${newValues}
    where not exists (select from open) and f.first is not null
    on conflict (team_id, inbox_id, group_id) where group_id is not null do nothing returning *),
  ${store},
  member as (
    insert into group_members as g (team_id, conversation_id, member, phone, lid, name)
    select distinct on (a.member) $team, a.conversation_id, a.member, a.phone, a.lid, a.name from (
      select t.conversation_id, t.sent_at, p.phone, p.lid, p.name, coalesce((
          select g.member from group_members g where g.team_id = $team and g.conversation_id = t.conversation_id
            and (g.member = p.id or g.phone = p.phone or g.lid = p.lid) order by g.member = p.id desc, g.member limit 1), p.id) as member
      from t cross join lateral json_to_record(t.participant) as p (id text, phone text, lid text, name text)
      where p.id is not null) a
    order by a.member, a.sent_at desc
    on conflict (team_id, conversation_id, member) do update
      set phone = coalesce(g.phone, excluded.phone), lid = coalesce(g.lid, excluded.lid), name = coalesce(g.name, excluded.name)
      where g.phone is null or g.lid is null or g.name is null)${countsRows([
        { resource: conversations, from: 'begun' },
      ])}
  ${outcome}`);

/** Networks that changes of these messages wait for. */
const waitingChanges = teamStatement(`
  select distinct msgapp_message_id as network_id from waiting_updates
  where team_id = $team and inbox_id = $inbox and kind <> 'echo' and msgapp_message_id = any($network_ids::text[])
  order by msgapp_message_id`);

/** Completes a past message whose file could not be fetched when it was stored. */
const completeFile = teamStatement(`
  with t as (
    update messages m set message_type = $type, content = $text, details = $details::json, media = $media::json
    where m.team_id = $team and m.inbox_id = $inbox and m.direction = $direction::message_direction
      and m.msgapp_message_id = $network_id and m.history_id is not null and m.revoked_at is null
      and m.media ->> 'status' = 'failed' and m.media ->> 'reason' <> $fetchable
    returning m.id)
  update message_media a set reason = $fetchable, source = $media_source, media_type = ($media::json) ->> 'media_type',
    name = ($media::json) ->> 'name', bytes = (($media::json) ->> 'bytes')::bigint
  from t where a.team_id = $team and a.message_id = t.id`);

/** Links the replies in a conversation to messages that were stored after them. */
const linkReplies = teamStatement(`
  with loose as materialized (
    select id, quoted_id from messages
    where team_id = $team and conversation_id = $conversation and quoted_id is not null and reply_to is null),
  quoted as (
    select loose.id, q.id as reply_to from loose join messages q on q.team_id = $team and q.inbox_id = $inbox
      and q.direction = 'incoming' and q.msgapp_message_id = loose.quoted_id
    union all
    select loose.id, q.id from loose join messages q on q.team_id = $team and q.inbox_id = $inbox
      and q.direction = 'outgoing' and q.msgapp_message_id = loose.quoted_id and q.is_reserved is not true)
  update messages m set reply_to = quoted.reply_to from quoted
  where m.team_id = $team and m.id = quoted.id and m.reply_to is null`);

/** Max number of attempts while concurrent requests interfere. */
const maxRounds = 10;

const statusOf = ({ from, status }: Pick<PastMessage, 'from' | 'status'>) =>
  from === 'contact' ? 'received' : (status ?? 'sent');

function rowOf(message: PastChat['messages'][number], mentions: readonly Mention[] | null) {
  const { networkId, from, type, text, details, referral, participant, name, quoted } = message;
  const isIncoming = from === 'contact';
  return {
    id: uuidv7(),
    network_id: networkId,
    direction: isIncoming ? 'incoming' : 'outgoing',
    origin: from,
    type,
    text: storable(text, maxTextLength),
    details: parsed(storableDetails(details)),
    quoted: isNetworkId(quoted) ? quoted : null,
    at: writtenAtOf(message.at),
    status: statusOf(message),
    participant: isIncoming && participant ? { ...participant, name: storableLine(name) } : null,
    mentions,
    referral: isIncoming ? parsed(storableReferral(referral)) : null,
    ...pastMedia(message.media),
  };
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** Outcome of storing exported messages. */
export interface StoredExport extends StoredPast {
  /** True if the conversation was begun for them. */
  readonly isBegun: boolean;
  /** Id of the contact that was created for them. */
  readonly contact: string | undefined;
}

/** A message of an export, for {@link input}. */
const rowOfExported = (message: ExportedMessage) => ({
  ...{ id: message.id, network_id: null, import_key: message.key, nth: message.nth },
  direction: message.from === 'contact' ? 'incoming' : 'outgoing',
  origin: message.from,
  type: message.type,
  text: storable(message.text, maxTextLength),
  // Milliseconds keep the order of the file.
  at: timeOf(message.at),
  status: statusOf({ from: message.from }),
  participant:
    message.from === 'contact' && message.author !== undefined
      ? { name: storableLine(message.author) }
      : null,
  media: message.media
    ? {
        ...message.media,
        reason: message.media.reason === null ? null : reasonOf(message.media.reason),
        name: storableLine(message.media.name ?? undefined),
      }
    : null,
});

const ofNumber = teamStatement(`
  select c.id from conversations c join contacts k on k.team_id = $team and k.id = c.contact_id
  where c.team_id = $team and c.inbox_id = $inbox and k.phone = any($phones::text[]) limit 1`);

/** @returns id of the conversation of an inbox with a number in any spelling */
export async function conversationOfNumber(
  db: TeamDb,
  inbox: string,
  phone: string,
): Promise<string | undefined> {
  const [row] = await db.run(ofNumber, { inbox, phones: spellings(phone) });
  return row?.id as string | undefined;
}

const presentStatement = teamStatement(`
  with ${input},
  open as (select id from conversations where team_id = $team and id = $conversation),
  ${presentExported}
  select exported.id from exported`);

/** @returns ids of the messages that a conversation already has, from this or another import, or from the network */
export async function presentMessages(
  db: TeamDb,
  conversation: string,
  messages: readonly ExportedMessage[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run(presentStatement, {
    conversation,
    messages: JSON.stringify(messages.map(rowOfExported)),
  });
  return new Set(rows.map(({ id }) => id as string));
}

/** Stores messages of an exported chat, once per identity; see {@link storePastMessages}. */
export async function storeExportedMessages(
  db: TeamDb,
  suffix: string,
  {
    inbox,
    history,
    chat,
    name,
    messages,
  }: Omit<PastChat, 'messages'> & { readonly messages: readonly ExportedMessage[] },
): Promise<StoredExport> {
  const row = await storeInChat(db, inbox, suffix, await resolveChat(db, chat), {
    ...{ inbox, history, suffix, name: storableLine(name) },
    messages: JSON.stringify(messages.map(rowOfExported)),
    contact_id: uuidv7(),
    conversation_id: uuidv7(),
  });
  return {
    conversation: typeof row.conversation === 'string' ? row.conversation : undefined,
    stored: new Set([...(row.stored as string[]), ...(row.earlier as string[])]),
    isBegun: row.is_begun === true,
    contact: typeof row.contact === 'string' ? row.contact : undefined,
  };
}

/**
 * Stores messages of a chat once per network id. The time of each must be one that the gateway reported.
 * @throws ApiError UNAVAILABLE if other requests kept changing the conversation: retry
 */
export async function storePastMessages(
  db: TeamDb,
  suffix: string,
  { inbox, history, chat: reported, name, messages }: PastChat,
): Promise<StoredPast> {
  const byKey = new Map(messages.map((message) => [pastKey(message), message]));
  // Stored in the order of their times; within a second, in that of the gateway.
  const ordered = [...byKey.values()].sort((a, b) => a.at - b.at);
  const chat = await resolveChat(db, reported);
  const mentionsOf =
    chat.group === undefined ? () => null : await receivedMentions(db, inbox, chat.group, ordered);
  const rows = ordered.map((message) => ({
    key: pastKey(message),
    row: rowOf(message, mentionsOf(message)),
  }));
  const parameters = {
    inbox,
    history,
    suffix,
    name: storableLine(name),
    messages: JSON.stringify(
      rows.map(({ row }) =>
        row.participant === null || chat.group === undefined ? { ...row, participant: null } : row,
      ),
    ),
    contact_id: uuidv7(),
    conversation_id: uuidv7(),
  };
  const row = await storeInChat(db, inbox, suffix, chat, parameters);
  const keys = new Map(rows.map(({ key, row: { id } }) => [id, key]));
  const stored = (row.stored as string[]).flatMap((id) => keys.get(id) ?? []);
  const earlier = (row.earlier as string[]).flatMap((id) => keys.get(id) ?? []);
  const conversation = typeof row.conversation === 'string' ? row.conversation : undefined;
  if (stored.length > 0) await applyWaiting(db, inbox, ordered);
  return { conversation, stored: new Set([...stored, ...earlier]) };
}

/** Applies changes of messages that arrived before them. */
async function applyWaiting(db: TeamDb, inbox: string, messages: readonly PastMessage[]) {
  const network_ids = messages.map(({ networkId }) => networkId);
  for (const { network_id } of await db.run(waitingChanges, { inbox, network_ids }))
    await applyWaitingChanges(db, inbox, String(network_id));
}

async function storeInChat(
  db: TeamDb,
  inbox: string,
  suffix: string,
  chat: ChatAddress,
  parameters: Row,
): Promise<Row> {
  const { phone, lid, group } = chat;
  if (phone !== undefined)
    return withContact(db, phone, async (on, create) => {
      const all = { ...parameters, phone, phones: spellings(phone), create };
      const [row] = await on.run(storeOfNumber, all);
      return row?.is_done === true ? row : undefined;
    });
  for (let round = 0; round < maxRounds; round += 1) {
    const [row] = await (group === undefined
      ? db.run(storeOfLid, { ...parameters, lid })
      : db.run(storeOfGroup, { ...parameters, group })
    ).catch((error: unknown) => {
      if (isConcurrentDelete(error)) return [];
      throw error;
    });
    if (row?.is_done !== true) continue;
    if (lid !== undefined) {
      // The number may have become known in the meantime.
      const person = await resolveChat(db, { lid });
      if (person.phone !== undefined)
        await mergeLid(db, inbox, suffix, { lid, phone: person.phone });
    }
    return row;
  }
  throw new ApiError(
    'UNAVAILABLE',
    'Other requests are changing the conversation; try again in a moment.',
  );
}

/** Makes the file of a past message available, which was stored before the network shared the file. */
export async function completePastFile(
  db: TeamDb,
  inbox: string,
  message: PastMessage & { readonly at: number },
): Promise<void> {
  const { network_id, direction, type, text, details, media, media_source } = rowOf(message, null);
  await db.run(completeFile, {
    ...{ inbox, network_id, direction, type, text, media_source, fetchable: onRequest },
    details: details === null ? null : JSON.stringify(details),
    media: JSON.stringify(media),
  });
}

/** Links replies to messages stored after them; call it when all messages of a chat are stored. */
export const linkPastReplies = (db: TeamDb, inbox: string, conversation: string) =>
  db.run(linkReplies, { inbox, conversation });

/** Announces on live streams that conversations changed: past messages emit no events. */
export const announce = teamStatement(`
  with ${notices(`select 'inbox_histories' as record_type, $inbox::uuid as record_id`)} select $team::uuid as team`);
