import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamDb } from '#server/db/database.ts';
import { attributedTo } from '#server/events/audit.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type { Connection, GatewayResult } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Page, PastQuery, PastRecord } from '#server/outbound/messaging/gateway.ts';
import type { PastMessage } from '#server/outbound/messaging/incoming-updates.ts';
import type { Logger } from '#server/platform/log.ts';
import { isMissingMedia } from '../../conversations/message-media.ts';
import type { Messaging } from '../../gateways/messaging-service.ts';
import { connectionOf, storedInbox } from '../../inboxes/connection.ts';
import { storableFinding, withCause } from '../../inboxes/finding-details.ts';
import { learnManyLids } from '../lids.ts';
import { announce, linkPastReplies, pastKey, storePastMessages } from '../past-messages.ts';
import {
  addChats,
  extendClaim,
  finish,
  nextChat,
  release,
  setListed,
  storeChat,
  workOf,
} from './statements.ts';

/*
 * Reads the history of an inbox from its gateway: first the list of chats, then chat by chat, page by page. No transaction is open while
 * the gateway is queried. A chat is read from its beginning after an interruption, and counted again: a page that was stored before is
 * recognized by the import that its messages belong to. So counts are exact, however often a page repeats.
 */

/** Dependencies of reading histories. */
export interface HistoryParts extends Pick<Messaging, 'service' | 'secrets' | 'jidSuffix'> {
  readonly log: Logger;
  /** Pauses before further attempts at a page, in milliseconds; shorter in tests. */
  readonly pauses?: readonly number[];
}

const defaultPauses = [1_000, 5_000, 20_000];
/** Max number of failing chats in a row, after which the gateway counts as failing. */
const maxFailedChats = 3;
/** Max number of passes over the list of chats: new messages move chats between its pages. */
const maxPasses = 5;
/** Max number of pages in a row without anything new, against gateways that answer the same page for ever. */
const maxRepeats = 3;

/** The claim is lost, the history was stopped, or the process stops. */
class Interrupted extends Error {}

/** The gateway fails. */
class Failing extends Error {
  readonly failure: Parameters<typeof storableFinding>[0] & object;
  readonly isOfChat: boolean;
  constructor(failure: Failing['failure'], isOfChat: boolean) {
    super(failure.text);
    this.failure = failure;
    this.isOfChat = isOfChat;
  }
}

interface Work {
  readonly db: TeamDb;
  readonly id: string;
  readonly claim: string;
  readonly connection: Connection;
  readonly phone: string | undefined;
  readonly since: number | undefined;
  readonly until: number;
  readonly parts: HistoryParts;
  readonly stopped: AbortSignal;
}

/** Queries a page, with further attempts. @throws Failing, Interrupted */
async function pageOf<T>(
  { db, id, claim, parts, stopped }: Work,
  query: () => Promise<GatewayResult<T>>,
): Promise<T> {
  for (const pause of [...(parts.pauses ?? defaultPauses), undefined]) {
    if (stopped.aborted || (await db.run(extendClaim, { id, claim })).length === 0)
      throw new Interrupted();
    const result = await query();
    if (result.kind === 'done') return result.value;
    if (result.kind === 'impossible') throw new Failing(result.reason, false);
    if (pause === undefined) {
      const isOfChat = result.cause === 'gateway' || result.cause === 'rejected';
      throw new Failing(withCause(result.cause, result.reason), isOfChat);
    }
    await sleep(pause, undefined, { signal: stopped }).catch(() => {});
  }
  throw new Interrupted();
}

/** Lists the chats, until a pass finds no further one. */
async function listChats(work: Work): Promise<void> {
  const { db, id, claim, connection, parts } = work;
  for (let pass = 0, added = 1; added > 0 && pass < maxPasses; pass += 1) {
    added = 0;
    const seen = new Set<string>();
    let skip: number | undefined = 0;
    for (let repeats = 0; skip !== undefined && repeats < maxRepeats; ) {
      const from: number = skip;
      const { items, next } = await pageOf(work, () => parts.service.pastChats(connection, from));
      const chats = items.map(({ chat, name, ignored }, n) => ({
        ...{ n, chat: storableChat(chat), name: name?.slice(0, 255).replaceAll('\0', '') },
        reason: ignored ?? null,
      }));
      const [row] = await db.run(addChats, { id, claim, chats: JSON.stringify(chats) });
      const addedNow = Number(row?.added ?? 0);
      added += addedNow;
      const before = seen.size;
      for (const { chat } of chats) seen.add(chat);
      repeats = seen.size > before ? 0 : repeats + 1;
      // A page without anything new ends a further pass: what follows was listed before.
      skip = pass > 0 && addedNow === 0 ? undefined : next;
    }
  }
  await db.run(setListed, { id, claim });
}

const storableChat = (chat: string) => chat.replaceAll('\0', '');

/** Names that gateways fill in, if a person announces none. */
const isNumber = (name: string) => /^\+?[\d\s()-]+$/.test(name);
const announced = (name: string | undefined) =>
  name === undefined || isNumber(name) || name.includes('@') ? undefined : name;

type Dated = PastMessage & { readonly at: number };

/** Counts of a chat. */
interface Counts {
  conversation: string | undefined;
  stored: number;
  present: number;
  media: number;
  media_missing: number;
  readonly skipped: Record<string, number>;
}

/** Separates the messages of a page by their chats: a gateway may address one chat in two ways. */
function byChat(messages: readonly Dated[]): Dated[][] {
  const groups = new Map<string, Dated[]>();
  for (const message of messages) {
    const { phone, lid, group } = message.chat;
    const key = group ?? phone ?? `lid ${lid}`;
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  return [...groups.values()];
}

/** Adds a page to the counts of its chat. @param seen keys of all records of the chat so far */
async function takePage(
  work: Work,
  inbox: string,
  { items }: Page<PastRecord>,
  { counts, seen, name }: { counts: Counts; seen: Set<string>; name: string | undefined },
): Promise<void> {
  const { db, parts, since, until, id } = work;
  const skip = (reason: string) => {
    counts.skipped[reason] = (counts.skipped[reason] ?? 0) + 1;
  };
  const isNew = (key: string) => !seen.has(key) && seen.add(key);
  const messages: Dated[] = [];
  for (const item of items) {
    if ('skipped' in item) {
      if (item.networkId === undefined || isNew(`skipped ${item.networkId}`)) skip(item.skipped);
      continue;
    }
    const { message } = item;
    const { at } = message;
    if (!isNew(pastKey(message))) continue;
    // Messages of another period, and those that came live since.
    if (at !== undefined && (at > until || (since !== undefined && at < since))) continue;
    if (at === undefined) skip('no_time');
    else if (message.type === 'reaction') skip('reaction');
    else messages.push({ ...message, at });
  }
  const lids = items.flatMap((item) => ('message' in item ? item.lids : []));
  await learnManyLids(db, parts.jidSuffix, lids);
  for (const group of byChat(messages)) {
    const [first] = group;
    if (first === undefined) continue;
    const { chat } = first;
    const named = group.findLast(({ from, name }) => from === 'contact' && announced(name));
    const { conversation, stored } = await storePastMessages(db, parts.jidSuffix, {
      ...{ inbox, history: id, chat, messages: group },
      name: chat.group === undefined ? (announced(named?.name) ?? name) : name,
    });
    if (stored.size > 0) counts.conversation = conversation;
    counts.stored += stored.size;
    counts.present += group.length - stored.size;
    const media = group.filter((each) => each.media !== undefined && stored.has(pastKey(each)));
    counts.media += media.length;
    counts.media_missing += media.filter((each) => isMissingMedia(each.media)).length;
  }
}

/** Reads one chat from its beginning. @throws Interrupted, Failing */
async function readChat(work: Work, n: number, chat: string, name: string | undefined) {
  const { db, id, claim, connection, phone, since, until, parts } = work;
  const { inbox } = connection;
  const counts: Counts = {
    ...{ conversation: undefined, stored: 0, present: 0, media: 0, media_missing: 0, skipped: {} },
  };
  const seen = new Set<string>();
  const store = async (state: 'pending' | 'done' | 'failed', reason?: string) => {
    const { skipped, conversation, ...numbers } = counts;
    const rows = await db.run(storeChat, {
      ...{ id, claim, n, state, reason: reason ?? null, ...numbers },
      conversation: conversation ?? null,
      skipped: JSON.stringify(skipped),
    });
    if (rows.length === 0) throw new Interrupted();
  };
  try {
    let skip: number | undefined = 0;
    for (let repeats = 0; skip !== undefined && repeats < maxRepeats; ) {
      const before = seen.size;
      const query: PastQuery = { chat, phone, since, until, skip };
      const page: Page<PastRecord> = await pageOf(work, () =>
        parts.service.pastMessages(connection, query),
      );
      await takePage(work, inbox, page, { counts, seen, name: announced(name) });
      await store('pending');
      repeats = seen.size > before ? 0 : repeats + 1;
      skip = page.items.length === 0 ? undefined : page.next;
    }
    if (counts.conversation !== undefined) await linkPastReplies(db, inbox, counts.conversation);
    await store('done');
  } catch (error) {
    if (error instanceof Failing && error.isOfChat) await store('failed', error.failure.code);
    throw error;
  }
}

async function readChats(work: Work): Promise<void> {
  const { db, id } = work;
  for (let failures = 0; ; ) {
    const [row] = await db.run(nextChat, { id });
    if (!row) return;
    try {
      await readChat(work, row.n as number, row.chat as string, (row.name as string) ?? undefined);
      failures = 0;
    } catch (error) {
      failures += 1;
      // One chat may be broken at the gateway; several in a row are the gateway's fault.
      if (!(error instanceof Failing && error.isOfChat && failures < maxFailedChats)) throw error;
    }
  }
}

/** Attributes the end of a history to the service. */
const ending = (db: TeamDb) =>
  attributedTo(db, attributionOf({ actor: { kind: 'system' } }, 'inboxes.end_history'));

/**
 * Reads the remaining part of a claimed history.
 * @param stopped aborted to hand the rest over to another process
 * @throws ApiError UNAVAILABLE if the database is unreachable
 */
export async function runHistory(
  db: TeamDb,
  id: string,
  claim: string,
  parts: HistoryParts,
  stopped: AbortSignal,
): Promise<void> {
  const [row] = await db.run(workOf, { id, claim });
  if (!row) return;
  const end = async (state: 'done' | 'failed', failure?: Finding) => {
    const reason = storableFinding(failure);
    const [text, details] = [reason?.text ?? null, reason?.details ?? null];
    await db.transaction(async (tx) => {
      const rows = await ending(tx).run(finish, { id, claim, state, reason: text, details });
      if (rows.length > 0) await tx.run(announce, { inbox: row.id });
    });
  };
  const connection = connectionOf(parts.secrets, storedInbox(row));
  if ('code' in connection) return end('failed', connection);
  if (row.is_deleted === true)
    return end('failed', finding('configuration_incomplete', 'the inbox was deleted'));
  const work: Work = {
    ...{ db, id, claim, connection, parts, stopped },
    phone: (row.phone as string | null) ?? undefined,
    since: row.since === null ? undefined : Number(row.since),
    until: Number(row.until),
  };
  try {
    if (row.is_delivered === true) {
      await pageOf(work, () => parts.service.requestHistory(connection));
      await db.run(setListed, { id, claim });
      await db.run(release, { id, claim });
      return;
    }
    if (row.is_listed !== true) await listChats(work);
    await readChats(work);
    await end('done');
  } catch (error) {
    if (error instanceof Interrupted) {
      await db.run(release, { id, claim });
      return;
    }
    if (!(error instanceof Failing)) throw error;
    await end('failed', error.failure);
  }
}
