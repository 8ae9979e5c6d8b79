import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type ChatAddress, mediaTypes } from '#server/outbound/messaging/connection.ts';
import type { Echo } from '#server/outbound/messaging/incoming-updates.ts';
import { resolveChat } from '../conversations/known-numbers.ts';
import { countLateAnswers } from '../conversations/message-effects.ts';
import { isOutgoing, isUnseen } from '../conversations/messages-table.ts';
import { maxTextLength, storable } from '../conversations/storable-text.ts';
import { spellings } from '../gateways/phones.ts';
import { applyEarly, emitsStatus, valuesBefore } from './delivery-statuses.ts';
import { storeIncoming } from './store-incoming.ts';

/*
 * Echo: a message that went out through the gateway's API. It is one of our messages whose response was lost, one whose response is
 * pending, or another program's. The echo waits until no send of ours to the same chat is pending, because only then is its origin certain.
 * It is only ever matched to a message of the same chat with the same text, and only if that message's own response was lost.
 */

/** Outgoing messages of the chat whose echo may still arrive. */
const chat = `chat as (
    select m.* from conversations v
      left join contacts k on k.team_id = $team and k.id = v.contact_id
      join messages m on m.team_id = $team and m.conversation_id = v.id and ${isOutgoing('m')}
        and m.created_at > now() - interval '1 hour'
    where v.team_id = $team and v.inbox_id = $inbox and (k.phone = any($phones::text[]) or v.lid = $lid::text or v.group_id = $group::text))`;

/** SQL: true if only an echo can improve the outcome of message `m`. No response arrives after 20 seconds. */
const isLost = `(m.status = 'pending' and (m.status_reason is not null or m.created_at < now() - interval '20 seconds')
  or m.status = 'failed' and m.status_reason like 'gateway:%')`;

const media = `array[${mediaTypes.map((type) => `'${type}'`).join(', ')}]`;

/** SQL: true if message `m` has the echo's content. Gateways trim texts and name media types differently. */
const sameContent = `btrim(m.content, E' \\n\\r\\t') = btrim($text, E' \\n\\r\\t')
  and (m.message_type = $type or m.message_type = any(${media}) and $type = any(${media}))`;

/*
 * Finds the message that the echo belongs to, if certain: the one with its id, if its response was lost; otherwise the oldest of the same
 * chat with the same text, a lost response and an unknown id, unless another send to the chat is pending: the echo may then belong to that
 * one.
 */
const matchStatement = teamStatement(`
  with known as (
    select m.id, ${isLost} as is_lost from messages m where m.team_id = $team and m.inbox_id = $inbox
      and m.direction = 'outgoing' and m.msgapp_message_id = $network_id),
  ${chat},
  unanswered as (
    select m.id from chat m
    where m.status = 'pending' and not ${isLost} and ${isUnseen('m')}),
  meant as (
    select id from known where is_lost
    union all
    select m.id from chat m where ${isLost} and m.msgapp_message_id is null and ${sameContent}
      and not exists (select from known) and not exists (select from unanswered)),
  old as materialized (
    select * from messages m where m.team_id = $team and m.id = any (array(select id from meant))
    order by m.id limit 1 for update),
  c as (
    update messages m set msgapp_message_id = $network_id, is_reserved = null, status = 'sent', status_reason = null
    from old where m.team_id = $team and m.id = old.id and old.status in ('pending', 'failed')
      and (old.msgapp_message_id is null or old.msgapp_message_id = $network_id)
    returning m.*, ${valuesBefore}),
  ${emitsStatus('c')}
  select (select id from c) as settled, exists (select from known) as is_known, exists (select from meant) as is_taken,
    exists (select from unanswered) as may_be_ours`);

const wait = teamStatement(`
  insert into waiting_updates (team_id, inbox_id, msgapp_message_id, kind, at, data)
  values ($team, $inbox, $network_id, 'echo', to_timestamp(0), $data::json) on conflict do nothing`);

const waiting = teamStatement(`
  select msgapp_message_id as network_id, data from waiting_updates
  where team_id = $team and inbox_id = $inbox and kind = 'echo' order by created_at, msgapp_message_id limit 1000`);

const deleteEcho = teamStatement(`
  delete from waiting_updates
  where team_id = $team and inbox_id = $inbox and msgapp_message_id = any($network_ids::text[]) and kind = 'echo'`);

type Outcome = 'done' | 'waits';

/** Max number of retries after the same echo, or one with the same content, took the message first. */
const maxRounds = 10;

async function matchEcho(
  db: TeamDb,
  inbox: string,
  suffix: string,
  echo: Echo,
  round = 0,
): Promise<Outcome> {
  const { networkId, type, text } = echo;
  const chat: ChatAddress = await resolveChat(db, echo.chat);
  const [row] = await db.run(matchStatement, {
    inbox,
    network_id: networkId,
    type,
    text: storable(text, maxTextLength),
    phones: chat.phone === undefined ? [] : spellings(chat.phone),
    lid: chat.lid ?? null,
    group: chat.group ?? null,
  });
  const settled = row?.settled;
  if (typeof settled === 'string') {
    await countLateAnswers(db, [settled]);
    await applyEarly(db, inbox, networkId);
    return 'done';
  }
  if (row?.is_known === true) return 'done';
  if (row?.is_taken === true && round < maxRounds)
    return matchEcho(db, inbox, suffix, echo, round + 1);
  if (row?.may_be_ours === true) return 'waits';
  // Typed by a person or sent by another program: part of the conversation all the same.
  await storeIncoming(db, inbox, suffix, {
    ...echo,
    chat,
    origin: echo.mayBeTyped ? 'phone' : 'other',
  });
  await applyEarly(db, inbox, networkId);
  return 'done';
}

/** Matches echoes to our messages whose response was lost, and stores the rest as messages. Idempotent. */
export async function matchEchoes(
  db: TeamDb,
  inbox: string,
  suffix: string,
  echoes: readonly Echo[],
): Promise<void> {
  for (const echo of echoes) {
    if ((await matchEcho(db, inbox, suffix, echo)) === 'done') continue;
    await db.run(wait, { inbox, network_id: echo.networkId, data: JSON.stringify(echo) });
    // The response may have arrived in between.
    if ((await matchEcho(db, inbox, suffix, echo)) === 'done')
      await db.run(deleteEcho, { inbox, network_ids: [echo.networkId] });
  }
}

const claim = teamStatement(`
  delete from waiting_updates
  where team_id = $team and inbox_id = $inbox and msgapp_message_id = $network_id and kind = 'echo' returning 1 as claimed`);

/**
 * Claims a waiting echo with the content of a send that got no response: the message was sent after all.
 * @returns its id and the network's time; undefined if no echo matches
 */
export async function claimEcho(
  db: TeamDb,
  inbox: string,
  to: ChatAddress,
  sent: Pick<Echo, 'type' | 'text'>,
): Promise<Pick<Echo, 'networkId' | 'at'> | undefined> {
  const isMedia = (type: string) => (mediaTypes as readonly string[]).includes(type);
  for (const { data } of await db.run(waiting, { inbox })) {
    const echo = data as Echo;
    const chat = await resolveChat(db, echo.chat);
    const isSameChat =
      to.phone === undefined
        ? chat.phone === undefined && chat.lid === to.lid && chat.group === to.group
        : chat.phone !== undefined && spellings(to.phone).includes(chat.phone);
    const isSameType = echo.type === sent.type || (isMedia(echo.type) && isMedia(sent.type));
    if (!isSameChat || !isSameType || echo.text.trim() !== sent.text.trim()) continue;
    const { networkId, at } = echo;
    const [claimed] = await db.run(claim, { inbox, network_id: networkId });
    if (claimed) return { networkId, at };
  }
  return undefined;
}

/** Retries the waiting echoes of an inbox; call once a send has its outcome. */
export async function matchWaitingEchoes(db: TeamDb, inbox: string, suffix: string): Promise<void> {
  const done: string[] = [];
  for (const { network_id, data } of await db.run(waiting, { inbox }))
    if ((await matchEcho(db, inbox, suffix, data as Echo)) === 'done')
      done.push(network_id as string);
  if (done.length > 0) await db.run(deleteEcho, { inbox, network_ids: done });
}
