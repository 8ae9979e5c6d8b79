import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { retryOnConflict } from '#server/operations/idempotency.ts';
import type { KnownLid } from '#server/outbound/messaging/incoming-updates.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { counts, countsRows } from '#server/records/totals.ts';
import {
  emitsContactCreated,
  knownContact,
  withContact,
} from '../conversations/contact-by-number.ts';
import { moveWaiting } from '../conversations/distribution.ts';
import {
  isStateJoined,
  joinedState,
  recordsJoinedState,
} from '../conversations/merging/joined-state.ts';
import { moveReplies, moveScheduled } from '../conversations/move-replies.ts';
import { emissionOf } from '../conversations/state-operations.ts';
import { conversations } from '../conversations/table.ts';
import { contacts } from '../crm/contacts/table.ts';
import { spellings } from '../gateways/phones.ts';
import { mergeLearnedMembers } from './same-members.ts';

/*
 * A LID is a network id that hides a person's phone number. A chat known only by its LID has a conversation without a contact until a
 * gateway reveals the number; then the conversation is merged with the number's.
 */

const learn = teamStatement(`
  insert into known_lids as k (team_id, lid, phone) values ($team, $lid, $phone)
  on conflict (team_id, lid) do update set phone = excluded.phone where k.phone <> excluded.phone returning lid`);

const hidden = teamStatement(
  'select inbox_id from conversations where team_id = $team and lid = $lid',
);

/** Blocks new messages in the conversation until the transaction ends. */
const lockConversation = teamStatement(
  'select id from conversations where team_id = $team and inbox_id = $inbox and lid = $lid for update',
);

const emitsMerged = emissionOf('target', 'open', isStateJoined('now', 'old'));

/*
 * Assigns the LID's conversation to the contact. If the contact already has a conversation in this inbox, moves everything there and
 * deletes the LID's conversation.
 */
const merge = teamStatement(`
  with hidden as materialized (
    select * from conversations where team_id = $team and inbox_id = $inbox and lid = $lid),
  ${knownContact},
  made as (
    insert into contacts (team_id, id, phone, jid, push_name)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text, hidden.push_name from hidden
    where $create and not exists (select from known)
    on conflict (team_id, phone) do nothing returning *),
  contact as (select id from known union all select id from made),
  open as materialized (
    select c.* from conversations c
    where c.team_id = $team and c.inbox_id = $inbox and c.contact_id = (select id from contact) for no key update),
  became as (
    update conversations c set contact_id = contact.id, lid = null from hidden, contact
    where c.team_id = $team and c.id = hidden.id and not exists (select from open)),
  moved_messages as (
    update messages m set conversation_id = open.id from hidden, open
    where m.team_id = $team and m.conversation_id = hidden.id),
  moved_notes as (
    update conversation_notes n set conversation_id = open.id from hidden, open
    where n.team_id = $team and n.conversation_id = hidden.id),
  reads as (
    delete from conversation_reads r using hidden, open where r.team_id = $team and r.conversation_id = hidden.id),
  told as (
    delete from gateway_reads r using hidden, open where r.team_id = $team and r.conversation_id = hidden.id),
  drafts as (
    delete from conversation_drafts d using hidden, open where d.team_id = $team and d.conversation_id = hidden.id
    returning d.user_id, d.content, d.updated_at),
  kept_drafts as (
    insert into conversation_drafts (team_id, conversation_id, user_id, content, updated_at)
    select $team, open.id, drafts.user_id, drafts.content, drafts.updated_at from drafts, open
    on conflict (team_id, conversation_id, user_id) do nothing),
  ${moveReplies('(select hidden.id as old, open.id as new from hidden, open)')},
  ${moveWaiting('(select hidden.id as old, open.id as new from hidden, open)')},
  ${moveScheduled('(select hidden.id as old, open.id as new from hidden, open)')},
  -- Its messages came without being told to the conversation: activity_at stays behind, so that the worker counts anew.
  target as (
    update conversations c set last_message_at = greatest(c.last_message_at, hidden.last_message_at),
      last_incoming_at = greatest(c.last_incoming_at, hidden.last_incoming_at), activity_at = null,${joinedState('open', 'hidden')}
    from hidden, open where c.team_id = $team and c.id = open.id returning c.*),
  pointers as (
    update merged_conversations p set conversation_id = open.id from hidden, open
    where p.team_id = $team and p.conversation_id = hidden.id),
  pointer as (
    insert into merged_conversations (team_id, id, conversation_id) select $team, hidden.id, open.id from hidden, open),
  ${emits([emitsContactCreated, emitsMerged])}${recordsJoinedState}${counts(contacts, 'made')}
  select (select id from hidden) as hidden, exists (select from open) as is_moved,
    exists (select from contact) as has_contact`);

const remove = teamStatement(`
  with gone as (delete from conversations where team_id = $team and id = $id returning *)${countsRows(
    [{ resource: conversations, from: 'gone', isDeleted: true }],
  )}
  select from gone`);

/** `deadlock_detected`: PostgreSQL aborted this transaction so that another could continue. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === '40P01';

/** Merges a LID's conversation in an inbox with its number's. Does nothing if none exists. */
export async function mergeLid(
  db: TeamDb,
  inbox: string,
  suffix: string,
  { lid, phone }: KnownLid,
): Promise<void> {
  const parameters = {
    inbox,
    lid,
    phone,
    suffix,
    phones: spellings(phone),
    contact_id: uuidv7(),
  };
  await retryOnConflict(() =>
    withContact(db, phone, async (on, create) =>
      on
        .transaction(async (tx) => {
          // A conversation that appears later is merged by the request that created it. If this transaction merged it too, without the
          // lock, both would move the same messages.
          const [locked] = await tx.run(lockConversation, { inbox, lid });
          if (locked === undefined) return true;
          const [row] = await tx.run(merge, { ...parameters, create });
          if (typeof row?.hidden !== 'string') return true;
          if (row.has_contact !== true) return undefined;
          if (row.is_moved === true) await tx.run(remove, { id: row.hidden });
          return true;
        })
        .catch((error: unknown) => {
          // The contact got a conversation at the same moment, or PostgreSQL aborted one of two deadlocked merges: retry.
          if (constraintOf(error) === 'conversations_inbox_contact_key' || isDeadlock(error))
            return undefined;
          throw error;
        }),
    ),
  );
}

const learnAll = teamStatement(`
  with pairs as (
    select distinct on (lid) lid, phone from unnest($lids::text[], $phones::text[]) as pair (lid, phone) order by lid),
  learned as (
    insert into known_lids as k (team_id, lid, phone) select $team, pairs.lid, pairs.phone from pairs
    on conflict (team_id, lid) do update set phone = excluded.phone where k.phone <> excluded.phone returning lid)
  select pairs.lid, pairs.phone, exists (select from learned where learned.lid = pairs.lid) as is_new,
    exists (select from conversations c where c.team_id = $team and c.lid = pairs.lid) as has_conversation from pairs`);

/** Same as {@link learnLids}, for many LIDs of which few have a conversation. */
export async function learnManyLids(
  db: TeamDb,
  suffix: string,
  lids: readonly KnownLid[],
): Promise<void> {
  if (lids.length === 0) return;
  const rows = await db.run(learnAll, {
    lids: lids.map(({ lid }) => lid),
    phones: lids.map(({ phone }) => phone),
  });
  const pairs = rows.map((row) => ({ ...row, lid: String(row.lid), phone: String(row.phone) }));
  await mergeLearnedMembers(
    db,
    pairs.filter((pair) => 'is_new' in pair && pair.is_new === true),
  );
  await learnLids(
    db,
    suffix,
    pairs.filter((pair) => 'has_conversation' in pair && pair.has_conversation === true),
  );
}

/** Stores the phone numbers of LIDs, and merges the conversations that now belong together. */
export async function learnLids(
  db: TeamDb,
  suffix: string,
  lids: readonly KnownLid[],
): Promise<void> {
  for (const pair of lids) {
    const [learned] = await db.run(learn, { lid: pair.lid, phone: pair.phone });
    if (learned) await mergeLearnedMembers(db, [pair]);
    for (const { inbox_id } of await db.run(hidden, { lid: pair.lid }))
      await mergeLid(db, inbox_id as string, suffix, pair);
  }
}
