import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { type Emission, emits, hasListener } from '#server/events/outbox.ts';
import { retryOnConflict } from '#server/operations/idempotency.ts';
import {
  type Address,
  type ChatAddress,
  isNetworkId,
  type Participant,
} from '#server/outbound/messaging/connection.ts';
import type { Content } from '#server/outbound/messaging/incoming-updates.ts';
import { ApiError } from '#server/platform/errors.ts';
import { document, recordsMoves } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import { auditsOpened } from '../conversations/activities.ts';
import {
  emitsContactCreated,
  isConcurrentDelete,
  knownContact,
  withContact,
} from '../conversations/contact-by-number.ts';
import { addressLock } from '../conversations/conversation-lock.ts';
import { distribute } from '../conversations/distribution.ts';
import { type Mention, receivedMentions } from '../conversations/group-mentions.ts';
import { resolveChat } from '../conversations/known-numbers.ts';
import {
  emitsFirstAnswer,
  emitsOpened,
  lateAnswerCtes,
  moveTimes,
  reopened,
  waitingSince,
} from '../conversations/message-effects.ts';
import { mediaParameters, storeMediaCte } from '../conversations/message-media.ts';
import { emitsMessageCreated, messages } from '../conversations/messages-table.ts';
import { dueColumns, newDue, setsDue } from '../conversations/reply-due.ts';
import {
  maxTextLength,
  storable,
  storableDetails,
  storableLine,
  storableReferral,
  writtenAtOf,
} from '../conversations/storable-text.ts';
import { conversations, lidSuffix } from '../conversations/table.ts';
import { contacts } from '../crm/contacts/table.ts';
import { spellings } from '../gateways/phones.ts';
import {
  type AfterMessage,
  dueParameters,
  replyCte,
  replyParameters,
  replyTo,
} from './automatic-replies.ts';
import { applyReaction, applyWaitingChanges, awaitChangedMessage } from './edits-and-revokes.ts';
import { learnLids, mergeLid } from './lids.ts';

/** Message of a chat that Pauta did not send: from the contact, typed on the phone, or sent by another program on the same session. */
export interface IncomingMessage extends Content {
  readonly networkId: string;
  readonly chat: ChatAddress;
  readonly origin: 'contact' | 'phone' | 'other';
  /** The author in a group, if known; absent for our side. */
  readonly participant?: Participant | undefined;
  /** The number of the inbox, as far as the gateway reports it. */
  readonly account?: Partial<Participant> | undefined;
  /** True if it waits for no answer: groups of the inbox are muted. */
  readonly isMuted?: boolean;
  /** Display name that the author announces. */
  readonly name?: string | undefined;
  /** The network's time in Unix milliseconds. */
  readonly at?: number | undefined;
}

const seenCte = `seen as (
    select id from messages where team_id = $team and inbox_id = $inbox and direction = $direction::message_direction
      and msgapp_message_id = $network_id limit 1)`;

/**
 * Effects of a message other than moving its conversation's timestamps. Each has a separate statement, see `conversations/message-effects.ts`:
 * usually none; a contact's message fires workflows if the team has matching ones, and opens a conversation that is not open; a message
 * typed on the phone is an answer.
 */
type Effect = 'none' | 'fires' | 'opens' | 'answers';
/** True if the statement may find the conversation closed, which it leaves to the `opens` statement. */
const mayFind = (effect: Effect) => effect === 'none' || effect === 'fires';
const mayFire = (effect: Effect) => effect === 'fires' || effect === 'opens';

/** SQL: the conversation, if the message begins or reopens it. */
const begunNow = `(select id from conversation where exists (select from begun) or exists (select from open where status <> 'open'))`;

/** Columns of a new conversation apart from its identity. `$asks`: true if the message waits for an answer. */
const newConversationColumns = `last_message_at, activity_at, last_incoming_at, waiting_since, ${dueColumns}`;
const began = `$at::timestamptz, $at::timestamptz, case when $direction::message_direction = 'incoming' then $at::timestamptz end,
      case when $asks::boolean then $at::timestamptz end, ${newDue}`;

/**
 * SQL: `asked`, true if the message waits for an answer. Those of blocked contacts do not.
 * @param conversation SQL condition over the conversation `c` of the inbox, which may exist
 */
const askedCte = (conversation: string) => `asked as materialized (
    select $asks::boolean and not exists (
      select from conversations c where c.team_id = $team and c.inbox_id = $inbox and ${conversation} and c.is_blocked) as yes)`;
const asks = '(select yes from asked)';

/** Late messages never move timestamps back. @param further additional assignments */
const touchTimes = (effect: Effect, further = '') =>
  effect === 'answers'
    ? lateAnswerCtes('t')
    : `touched as (
    update conversations c set ${moveTimes('open', '$at::timestamptz')},
      last_incoming_at = case when $direction::message_direction = 'incoming'
        then greatest(open.last_incoming_at, $at::timestamptz) else open.last_incoming_at end,
      ${waitingSince('open', 'waiting.at')}, ${setsDue('open')}${effect === 'opens' ? `, ${reopened}` : ''}${further}
    from open, (select case when ${asks} then $at::timestamptz end as at) waiting
    where c.team_id = $team and c.id = open.id and exists (select from t) returning c.*)`;

const emitsEffect: Readonly<Record<Effect, readonly Emission[]>> = {
  none: [],
  fires: [],
  opens: [emitsOpened('touched', 'open')],
  answers: [emitsFirstAnswer],
};

/** CTEs, with a leading comma, that audit and record that a message opened its conversation. */
const auditsEffect = (effect: Effect) =>
  effect === 'opens'
    ? `, ${audits([auditsOpened('touched', 'open')])}${recordsMoves(conversations, ['status'], { now: 'touched', old: 'open' })}`
    : '';

/** SQL: true if the message would open the conversation, which the usual statement leaves to `opens`. */
const isClosed = `(${asks} and exists (select from open where status <> 'open'))`;

/** SQL: true if the message would fire workflows, which the usual statement leaves to `fires` and then inserts nothing. */
const firesWorkflow = (
  effect: Effect,
  trigger: 'conversation_received' | 'group_message_received' = 'conversation_received',
) =>
  `heard as materialized (select ${effect === 'none' ? `${asks} and ${hasListener(trigger)}` : 'false'} as yes)`;
const unheard = (effect: Effect) => (effect === 'none' ? 'and not (select yes from heard)' : '');

/**
 * SQL: inserts the message into `conversation`, from or to the address of `who`, with its media and quote.
 * @param participant SQL of the author in a group
 */
const stored = (effect: Effect, participant?: string) => `quoted as (
    select id from messages where $quoted::text is not null and team_id = $team and inbox_id = $inbox
      and direction = 'incoming' and msgapp_message_id = $quoted
    union all
    select id from messages where $quoted::text is not null and team_id = $team and inbox_id = $inbox
      and direction = 'outgoing' and msgapp_message_id = $quoted
    limit 1),
  t as (
    insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type,
      content, status, origin, details, quoted_id, reply_to, sent_at, media, referral${participant === undefined ? '' : ', participant, mentions'})
    select $team, $id, conversation.id, $inbox, who.jid, $network_id, $direction::message_direction, $type, $text,
      case when $direction::message_direction = 'incoming' then 'received' else 'sent' end::message_status,
      $origin::message_origin, $details::json, $quoted, (select id from quoted), $at::timestamptz, $media::json, $referral::json${participant === undefined ? '' : `, ${participant}, $mentions::json`}
    from who, conversation where not exists (select from seen) ${unheard(effect)}${mayFind(effect) ? ` and not ${isClosed}` : ''}
    on conflict do nothing returning *),
  ${storeMediaCte}`;

/** SQL: the conversation after the statement, as JSON text. */
const conversationNow = document(
  conversations,
  '(select * from touched union all select * from begun)',
);

/** @param conversation SQL of {@link conversationNow}, for the workflows that it fires */
const emitsReceived = (effect: Effect, conversation = conversationNow): Emission => ({
  kind: 'msgapp.message.received',
  from: `(select * from t where direction = 'incoming') t`,
  record: 't.id',
  data: document(messages, '(select t.*)'),
  previous: 'null::text',
  firesNone: !mayFire(effect),
  subject: { id: `p -> 'data' ->> 'conversation_id'`, data: conversation },
});

/** The only `message.created` that fires workflows: that of a message of a group. */
const emitsGroupMessage = (effect: Effect): Emission => ({
  ...emitsMessageCreated,
  firesNone: !mayFire(effect),
  subject: { id: `p -> 'data' ->> 'conversation_id'`, data: conversationNow },
});

/** Same as {@link conversationNow}, with a contact that the statement may have inserted or renamed. */
const withContactNow = `(
  with contacts as (
    select * from named union all select * from made
    union all select k.* from contacts k where k.team_id = $team and k.id = (select id from known) and not exists (select from named))
  select ${conversationNow})`;

/*
 * Matches the contact by any spelling of its number; inserts it with $create if missing, and the conversation in any case. A message whose
 * id the inbox already has changes nothing.
 */
const storeOfNumber = (effect: Effect, further: string) =>
  teamStatement(`
  with ${knownContact},
  ${seenCte},
  ${askedCte('c.contact_id = (select id from known)')},
  ${firesWorkflow(effect)},
  made as (
    insert into contacts (team_id, id, phone, jid, push_name)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text, $name::text
    where $create and not exists (select from known) and not exists (select from seen) ${unheard(effect)}
    on conflict (team_id, phone) do nothing returning *),
  who as (select id, phone, jid from known union all select id, phone, jid from made),
  open as materialized (
    select c.* from conversations c
    where c.team_id = $team and c.inbox_id = $inbox and c.contact_id = (select id from who) for no key update),
  begun as (
    insert into conversations (team_id, id, inbox_id, contact_id, ${newConversationColumns})
    select $team, $conversation_id, $inbox, who.id, ${began} from who
    where not exists (select from open) and not exists (select from seen) ${unheard(effect)}
    on conflict on constraint conversations_inbox_contact_key do nothing returning *),
  conversation as (select id from open union all select id from begun),
  ${stored(effect)},${further}
  ${touchTimes(effect)},
  -- As it is, not as it was when the statement began: others may have changed it since.
  old as materialized (
    select * from contacts k where k.team_id = $team and k.id = (select id from known)
      and $name::text is not null and k.push_name is distinct from $name and exists (select from t)
    for update),
  named as (
    update contacts k set push_name = $name, updated_at = greatest(now(), old.updated_at) from old
    where k.team_id = $team and k.id = old.id returning k.*),
  ${emits([
    emitsContactCreated,
    {
      kind: 'contact.updated',
      from: `(select named.id, ${document(contacts, '(select named.*)')} as data,
        ${document(contacts, '(select old.*)')} as was from named, old) c`,
      record: 'c.id',
      data: 'c.data',
      previous: 'changed_values(c.was, c.data)',
    },
    emitsReceived(effect, withContactNow),
    emitsMessageCreated,
    ...emitsEffect[effect],
  ])}${auditsEffect(effect)}${countsRows([
    { resource: contacts, from: 'made' },
    { resource: conversations, from: 'begun' },
  ])}
  select (select count(*) from t)::int as stored, exists (select from seen) as seen, exists (select from quoted) as has_quoted, ${isClosed} as is_closed,
    (select yes from heard) as is_heard, ${begunNow} as begun_id,
    $lid::text is not null and not exists (
      select 1 from known_lids where team_id = $team and lid = $lid and phone = any($phones::text[])) as is_new_lid,
    exists (select 1 from conversations where team_id = $team and inbox_id = $inbox and lid = $lid) as has_hidden`);

/** Finds no conversation if it is being merged concurrently: the lookup locks the row. */
const storeOfLid = (effect: Effect, further: string) =>
  teamStatement(`
  with ${seenCte},
  ${askedCte('c.lid = $lid')},
  ${firesWorkflow(effect)},
  who as (select $lid::text || '${lidSuffix}' as jid),
  open as materialized (
    select c.* from conversations c where c.team_id = $team and c.inbox_id = $inbox and c.lid = $lid for no key update),
  begun as (
    insert into conversations (team_id, id, inbox_id, lid, push_name, ${newConversationColumns})
    select $team, $conversation_id, $inbox, $lid, $name, ${began}
    where not exists (select from open) and not exists (select from seen) ${unheard(effect)}
    on conflict (team_id, inbox_id, lid) where lid is not null do nothing returning *),
  conversation as (select id from open union all select id from begun),
  ${stored(effect)},${further}
  ${touchTimes(effect, ', push_name = coalesce($name, open.push_name)')},
  ${emits([emitsReceived(effect), emitsMessageCreated, ...emitsEffect[effect]])}${auditsEffect(effect)}${countsRows(
    [{ resource: conversations, from: 'begun' }],
  )}
  select (select count(*) from t)::int as stored, exists (select from seen) as seen, exists (select from quoted) as has_quoted,
    ${isClosed} as is_closed, (select yes from heard) as is_heard, ${begunNow} as begun_id`);

/*
 * A message of a group is no `msgapp.message.received`, and triggers only workflows about groups, so that nothing answers it by accident
 * (docs/adr/0190-groups.md). Its author becomes a member of the group, and is matched to the team's contact in any spelling of the number.
 */
const storeOfGroup = (effect: Effect) =>
  teamStatement(`
  with ${seenCte},
  ${askedCte('c.group_id = $group')},
  ${firesWorkflow(effect, 'group_message_received')},
  who as (select $group::text as jid),
  open as materialized (
    select c.* from conversations c where c.team_id = $team and c.inbox_id = $inbox and c.group_id = $group for no key update),
  begun as (
    insert into conversations (team_id, id, inbox_id, group_id, ${newConversationColumns})
    select $team, $conversation_id, $inbox, $group, ${began}
    where not exists (select from open) and not exists (select from seen) ${unheard(effect)}
    on conflict (team_id, inbox_id, group_id) where group_id is not null do nothing returning *),
  conversation as (select id from open union all select id from begun),
  author as (
    select $member::text as id, coalesce((select k.phone from contacts k where k.team_id = $team and k.phone = any($member_phones::text[])
      order by k.phone <> ($member_phones::text[])[1] limit 1), ($member_phones::text[])[1]) as phone, $member_lid::text as lid, $name::text as name),
  ${stored(effect, `case when $direction::message_direction = 'incoming' then (select row_to_json(author) from author) end`)},
  member as (
    insert into group_members as g (team_id, conversation_id, member, phone, lid, name)
    select $team, conversation.id, coalesce((
        select g.member from open join group_members g on g.team_id = $team and g.conversation_id = open.id
        where g.member = author.id or g.phone = any($member_phones::text[]) or g.lid = author.lid
        order by g.member = author.id desc, g.member limit 1), author.id), author.phone, author.lid, author.name from conversation, author
    where author.id is not null and exists (select from t)
    on conflict (team_id, conversation_id, member) do update
      set phone = coalesce(excluded.phone, g.phone), lid = coalesce(excluded.lid, g.lid), name = coalesce(excluded.name, g.name)
      where (coalesce(excluded.phone, g.phone), coalesce(excluded.lid, g.lid), coalesce(excluded.name, g.name))
        is distinct from (g.phone, g.lid, g.name)),
  ${touchTimes(effect)},
  ${emits([emitsGroupMessage(effect), ...emitsEffect[effect]])}${auditsEffect(effect)}${countsRows([
    { resource: conversations, from: 'begun' },
  ])}
  select (select count(*) from t)::int as stored, exists (select from seen) as seen, exists (select from quoted) as has_quoted,
    ${isClosed} as is_closed, (select yes from heard) as is_heard`);

const each = <T>(make: (effect: Effect) => T) => ({
  none: make('none'),
  fires: make('fires'),
  opens: make('opens'),
  answers: make('answers'),
});
/** Statements by effect, without an automatic reply and with one. */
const withReply = (make: (effect: Effect, further: string) => TeamStatement) => ({
  usual: each((effect) => make(effect, '')),
  replied: each((effect) => make(effect, `\n  ${replyCte},`)),
});
const byNumber = withReply(storeOfNumber);
const byLid = withReply(storeOfLid);
const ofGroup = each(storeOfGroup);
/** Nothing replies to a group automatically. */
const byGroup = { usual: ofGroup, replied: ofGroup };

/** Message to store, as far as its effects depend on it. */
interface Stored {
  readonly inbox: string;
  readonly phone?: string | undefined;
  readonly lid?: string | null | undefined;
  readonly group?: string | undefined;
  readonly origin: IncomingMessage['origin'];
  readonly type: string;
  readonly isMuted: boolean;
  readonly due_for?: string | null | undefined;
  /** True if a conversation without an assignee is distributed. */
  readonly isDistributed: boolean;
  readonly reply_id?: string;
  readonly mentions?: string | null;
}

/** Runs the statement for the message's effect on its conversation, and distributes the conversation if that is due. */
async function storeBy(
  statements: ReturnType<typeof withReply>,
  db: TeamDb,
  parameters: Stored,
): Promise<Row | undefined> {
  const { inbox, group, origin, type, isMuted, isDistributed } = parameters;
  const asks = origin === 'contact' && type !== 'reaction' && !isMuted;
  const values = { ...parameters, asks, due_for: asks ? parameters.due_for : null };
  if (!isDistributed || !asks || group !== undefined) return storeByEffect(statements, db, values);
  return db.transaction(async (tx) => {
    const row = await storeByEffect(statements, tx, values);
    if (row?.stored === 1 && typeof row.begun_id === 'string')
      await distribute(tx, inbox, row.begun_id);
    return row;
  });
}

async function storeByEffect(
  { usual, replied }: ReturnType<typeof withReply>,
  db: TeamDb,
  values: Stored & Readonly<Record<string, unknown>>,
): Promise<Row | undefined> {
  const { inbox, phone, lid, group, origin, type } = values;
  const lock = addressLock(inbox, phone ?? lid ?? group ?? '');
  const statements = values.reply_id === undefined ? usual : replied;
  const effect = origin === 'phone' && type !== 'reaction' ? 'answers' : 'none';
  let [row] = await db.run(statements[effect], values, lock);
  if (effect === 'none' && !isDone(row) && row?.is_heard === true && row.is_closed !== true)
    [row] = await db.run(statements.fires, values, lock);
  if (mayFind(effect) && !isDone(row) && row?.is_closed === true)
    [row] = await db.run(statements.opens, values, lock);
  return row;
}

const isDone = (row: Row | undefined) => row?.stored === 1 || row?.seen === true;

/** Max number of attempts while concurrent requests interfere. */
const maxRounds = 10;

/**
 * Stores a message that came in or was sent outside Pauta in its conversation, once per network id, and emits its events.
 * @param suffix of the address of a new contact
 * @param after what follows from messages in the inbox
 * @throws ApiError UNAVAILABLE if other requests kept changing the contact: the gateway retries
 */
export async function storeIncoming(
  db: TeamDb,
  inbox: string,
  suffix: string,
  arrived: IncomingMessage,
  { replies, isDistributed = false }: AfterMessage = {},
): Promise<void> {
  const { networkId, origin, participant, isMuted = false, name } = arrived;
  const { type, text, details, media, referral } = arrived;
  const chat = await resolveChat(db, arrived.chat);
  const direction = origin === 'contact' ? 'incoming' : 'outgoing';
  const reply =
    replies && origin === 'contact' && type !== 'reaction' && chat.group === undefined
      ? replyTo(replies, arrived.at)
      : undefined;
  const target = type === 'reaction' ? details?.message : arrived.quoted;
  const at = writtenAtOf(arrived.at);
  const mentions =
    chat.group === undefined ? null : await mentionsIn(db, inbox, chat.group, arrived);
  const parameters = {
    inbox,
    suffix,
    ...chat,
    direction,
    origin,
    isMuted,
    isDistributed,
    at,
    ...dueParameters(replies, at),
    // The name always belongs to the contact, so only its own messages set it.
    name: origin === 'contact' ? storableLine(name) : null,
    network_id: networkId,
    type,
    text: storable(text, maxTextLength),
    details: storableDetails(details),
    // Only contacts come through advertisements.
    referral: origin === 'contact' ? storableReferral(referral) : null,
    quoted: isNetworkId(target) ? target : null,
    ...(mentions && { mentions: JSON.stringify(mentions) }),
    ...mediaParameters(media),
    ...(reply && replyParameters(reply)),
    id: uuidv7(),
    contact_id: uuidv7(),
    conversation_id: uuidv7(),
  };
  const { quoted } = parameters;
  const stored = await storeInChat(db, inbox, suffix, chat, participant, parameters);
  if (quoted !== null && stored?.has_quoted !== true) await awaitChangedMessage(db, inbox, quoted);
  if (type === 'reaction' && quoted !== null)
    await applyReaction(db, {
      inbox,
      chat,
      participant,
      name: parameters.name,
      network_id: quoted,
      direction,
      emoji: text,
      at: parameters.at,
    });
  await applyWaitingChanges(db, inbox, networkId);
}

const mentionsIn = async (
  db: TeamDb,
  inbox: string,
  group: string,
  arrived: IncomingMessage,
): Promise<readonly Mention[] | null> =>
  (await receivedMentions(db, inbox, group, [arrived], arrived.account))(arrived);

/** Stores the message in the conversation of its chat: of a number, a LID or a group. */
async function storeInChat(
  db: TeamDb,
  inbox: string,
  suffix: string,
  chat: ChatAddress,
  participant: Participant | undefined,
  parameters: Stored,
): Promise<Row | undefined> {
  if (chat.group !== undefined) return storeIncomingOfGroup(db, participant, parameters);
  const { phone, lid = null } = chat;
  return phone === undefined
    ? storeIncomingOfLid(db, inbox, suffix, chat, parameters)
    : retryOnConflict(() =>
        withContact(db, phone, async (on, create) => {
          const all = { ...parameters, lid, phones: spellings(phone), create };
          const row = await storeBy(byNumber, on, all);
          if (!isDone(row)) return undefined;
          if (lid !== null && (row?.is_new_lid === true || row?.has_hidden === true))
            await learnLids(on, suffix, [{ lid, phone }]);
          return row;
        }),
      );
}

/** Finds no conversation if another request inserts it at the same time. */
async function storeIncomingOfGroup(
  db: TeamDb,
  participant: Participant | undefined,
  parameters: Stored,
): Promise<Row | undefined> {
  const author = {
    member: participant?.id ?? null,
    member_phones: participant?.phone === undefined ? [] : spellings(participant.phone),
    member_lid: participant?.lid ?? null,
  };
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await storeBy(byGroup, db, { mentions: null, ...parameters, ...author });
    if (isDone(row)) return row;
  }
  throw busy();
}

const busy = () =>
  new ApiError(
    'UNAVAILABLE',
    'Other requests are changing the conversation; try again in a moment.',
  );

async function storeIncomingOfLid(
  db: TeamDb,
  inbox: string,
  suffix: string,
  chat: Address,
  parameters: Stored,
): Promise<Row | undefined> {
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await storeBy(byLid, db, parameters).catch((error: unknown) => {
      if (isConcurrentDelete(error)) return undefined;
      throw error;
    });
    if (!isDone(row)) continue;
    // The number may have become known in the meantime.
    const { phone, lid } = await resolveChat(db, chat);
    if (phone !== undefined && lid !== undefined) await mergeLid(db, inbox, suffix, { lid, phone });
    return row;
  }
  throw busy();
}
