import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type {
  PastMessage,
  SharedHistory,
  SharedName,
} from '#server/outbound/messaging/incoming-updates.ts';
import { countsRows } from '#server/records/totals.ts';
import { knownContact, withContact } from '../../conversations/contact-by-number.ts';
import { onRequest } from '../../conversations/message-media.ts';
import { contacts } from '../../crm/contacts/table.ts';
import { spellings } from '../../gateways/phones.ts';
import { storableFinding } from '../../inboxes/finding-details.ts';
import {
  announce,
  completePastFile,
  linkPastReplies,
  storePastMessages,
} from '../past-messages.ts';
import {
  begin,
  countsOfChat,
  delivered,
  finishDelivered,
  lockHistory,
  notePart,
  resume,
  storeCounts,
  storedBy,
} from './statements.ts';

/*
 * Histories that a phone shares with the official API: callbacks deliver them in parts, which may repeat and come in any order. The network
 * delivers a history once, so one that no admin requested here is stored too, unless it was stopped.
 */

/** Max number of messages that one statement stores. */
const maxStored = 200;

interface OpenHistory {
  readonly id: string;
  /** Older messages are left out, in Unix milliseconds. */
  readonly since: number | undefined;
}

const ending = (db: TeamDb) =>
  attributedTo(db, attributionOf({ actor: { kind: 'system' } }, 'inboxes.end_history'));

/** @returns the history that a delivery belongs to; undefined if an admin stopped it */
async function openHistory(db: TeamDb, inbox: string): Promise<OpenHistory | undefined> {
  const [latest] = await db.run(delivered, { inbox });
  if (latest?.state === 'stopped') return undefined;
  const since = latest?.since;
  const open = (id: string) => ({ id, since: since == null ? undefined : Number(since) });
  if (latest?.state === 'failed') await db.run(resume, { id: latest.id });
  if (latest) return open(String(latest.id));
  const id = uuidv7();
  await ending(db).run(begin, {
    ...{ id, inbox, period: 'all', days: null, user: null, is_delivered: true },
  });
  // Another callback may have begun it at the same time.
  const [begun] = await db.run(delivered, { inbox });
  return begun ? open(String(begun.id)) : undefined;
}

type Dated = PastMessage & { readonly at: number };

/** Counts of a chat in one part. */
interface ChatCounts {
  conversation: string | undefined;
  present: number;
  readonly skipped: Record<string, number>;
}

/** Chat of records that name none. */
const noChat = '?';
const chatOf = ({ chat }: PastMessage) => chat.phone ?? chat.lid ?? noChat;

/** Stores the messages of a part. @returns the counts of each chat */
async function storePart(
  db: TeamDb,
  suffix: string,
  inbox: string,
  { id, since }: OpenHistory,
  { messages, skipped }: SharedHistory,
): Promise<Map<string, ChatCounts>> {
  const counts = new Map<string, ChatCounts>();
  const countsIn = (chat: string) => {
    const all = counts.get(chat) ?? { conversation: undefined, present: 0, skipped: {} };
    counts.set(chat, all);
    return all;
  };
  const skip = (chat: string, reason: string) => {
    const all = countsIn(chat).skipped;
    all[reason] = (all[reason] ?? 0) + 1;
  };
  for (const reason of skipped) skip(noChat, reason);
  for (const [chat, all] of Map.groupBy(messages, chatOf)) {
    const dated: Dated[] = [];
    for (const message of all) {
      const { at } = message;
      if (at === undefined) skip(chat, 'no_time');
      else if (message.type === 'reaction') skip(chat, 'reaction');
      else if (since === undefined || at >= since) dated.push({ ...message, at });
    }
    for (let from = 0; from < dated.length; from += maxStored) {
      const some = dated.slice(from, from + maxStored);
      const [first] = some;
      if (!first) break;
      const { conversation, stored } = await storePastMessages(db, suffix, {
        ...{ inbox, history: id, chat: first.chat, messages: some },
      });
      const of = countsIn(chat);
      if (stored.size > 0) of.conversation = conversation;
      of.present += some.length - stored.size;
      for (const message of some)
        if (message.media && Object.keys(message.media.source).length > 0)
          await completePastFile(db, inbox, message);
    }
    const { conversation } = countsIn(chat);
    if (conversation !== undefined) await linkPastReplies(db, inbox, conversation);
  }
  return counts;
}

/** Adds the counts of a part to those of its chats, once. */
async function countPart(
  db: TeamDb,
  { id }: OpenHistory,
  counts: Map<string, ChatCounts>,
  { part, progress = 0 }: SharedHistory,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(lockHistory, { id });
    // Files of earlier parts are no part: their counts are read again, and nothing is added.
    const isFirst =
      part !== undefined &&
      (await tx.run(notePart, { id, part, progress: Math.round(progress) })).length > 0;
    for (const [chat, { conversation, present, skipped }] of counts) {
      const [before] = await tx.run(countsOfChat, { id, chat });
      const [now] =
        conversation === undefined
          ? []
          : await tx.run(storedBy, { id, conversation, fetchable: onRequest });
      const old = (before?.skipped ?? {}) as Record<string, number>;
      const sums = Object.entries(isFirst ? skipped : {}).map(([reason, n]) => [
        reason,
        (old[reason] ?? 0) + n,
      ]);
      await tx.run(storeCounts, {
        ...{ id, chat, conversation: conversation ?? before?.conversation_id ?? null },
        n: before?.next,
        stored: now?.stored ?? before?.stored ?? 0,
        media: now?.media ?? before?.media ?? 0,
        media_missing: now?.media_missing ?? before?.media_missing ?? 0,
        present: Number(before?.present ?? 0) + (isFirst ? present : 0),
        skipped: JSON.stringify({ ...old, ...Object.fromEntries(sums) }),
      });
    }
  });
}

/** Progress at which a history is complete. */
const complete = 100;

/** Stores what a phone shares of its history. Idempotent. @returns false if an admin stopped the history, and nothing was stored */
export async function takeSharedHistories(
  db: TeamDb,
  inbox: string,
  suffix: string,
  histories: readonly SharedHistory[],
): Promise<boolean> {
  if (histories.length === 0) return true;
  const history = await openHistory(db, inbox);
  if (!history) return false;
  for (const each of histories) {
    const counts = await storePart(db, suffix, inbox, history, each);
    await countPart(db, history, counts, each);
    const failure = storableFinding(each.refusal);
    if (!failure && (each.progress ?? 0) < complete) continue;
    await ending(db).run(finishDelivered, {
      ...{ id: history.id, state: failure ? 'failed' : 'done' },
      ...{ reason: failure?.text ?? null, details: failure?.details ?? null },
    });
  }
  await db.run(announce, { inbox });
  return true;
}

/** Names a contact that has no name of the team, or inserts it, without an event: an address book is no news. */
const nameContact = teamStatement(`
  with ${knownContact},
  made as (
    insert into contacts (team_id, id, phone, jid, custom_name)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text, $name
    where $create and not exists (select from known)
    on conflict (team_id, phone) do nothing returning *),
  named as (
    update contacts k set custom_name = $name from known
    where k.team_id = $team and k.id = known.id and k.custom_name is null)${countsRows([
      { resource: contacts, from: 'made' },
    ])}
  select exists (select from known) or exists (select from made) as is_done`);

/** Stores the names of a phone's address book while its history is being delivered; later ones are changes on the phone. */
export async function takeSharedNames(
  db: TeamDb,
  inbox: string,
  suffix: string,
  names: readonly SharedName[],
): Promise<boolean> {
  if (names.length === 0) return true;
  const [latest] = await db.run(delivered, { inbox });
  if (latest?.state !== 'running') return false;
  for (const { phone, name } of names)
    await withContact(db, phone, async (on, create) => {
      const values = { phone, phones: spellings(phone), suffix, contact_id: uuidv7(), create };
      const [row] = await on.run(nameContact, { ...values, name: name.slice(0, 255) });
      return row?.is_done === true ? row : undefined;
    });
  return true;
}
