import { teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { emitsRecord } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import { moveWaiting } from '../distribution.ts';
import { isIncoming } from '../messages-table.ts';
import { moveReplies, moveScheduled } from '../move-replies.ts';
import { emissionOf } from '../state-operations.ts';
import { conversations } from '../table.ts';
import { isStateJoined, joinedState, recordsJoinedState } from './joined-state.ts';

/* Statements that merge two contacts and undo the merge. All run in one transaction that locks both contacts and their conversations. */

/** Locks both contacts and their conversations in a fixed order, so that two merges wait for each other instead of deadlocking. */
export const lockContacts = teamStatement(`
  with k as materialized (
    select k.id from contacts k where k.team_id = $team and k.id in ($id::uuid, $from::uuid) order by k.id for update),
  c as materialized (
    select c.id from conversations c where c.team_id = $team and c.contact_id = any(array(select id from k)) order by c.id for update)
  select (select count(*) from k)::int as contacts, (select count(*) from c)::int as conversations`);

/** Both contacts: rows with `id` and `row`. */
export const readBoth = teamStatement(`
  select k.id, row_to_json(k) as row, coalesce(k.custom_name, k.push_name, k.phone) as name
  from contacts k where k.team_id = $team and k.id in ($id::uuid, $from::uuid)`);

/** Counts of the records that would move. */
export const countMoves = teamStatement(`
  with c as (select * from conversations c where c.team_id = $team and c.contact_id = $from)
  select (select count(*) from c)::int as conversations,
    (select count(*) from c where exists (
      select from conversations o where o.team_id = $team and o.inbox_id = c.inbox_id and o.contact_id = $id))::int as joined,
    (select count(*) from messages m where m.team_id = $team and m.conversation_id in (select id from c))::int as messages,
    (select count(*) from conversation_notes n where n.team_id = $team and n.deleted_at is null
      and n.conversation_id in (select id from c))::int as notes,
    (select count(*) from comments s where s.team_id = $team and s.contact_id = $from and s.deleted_at is null)::int as comments`);

/*
 * Moves conversations to the survivor. If it has one in the same inbox, everything in the other moves there, as for hidden numbers
 * (lids.ts), and the other is deleted afterwards.
 */
export const move = teamStatement(`
  with gone as materialized (select * from conversations c where c.team_id = $team and c.contact_id = $from),
  open as materialized (select * from conversations c where c.team_id = $team and c.contact_id = $id),
  pair as materialized (select gone.id as old, open.id as new from gone join open on open.inbox_id = gone.inbox_id),
  whole as (
    update conversations c set contact_id = $id from gone
    where c.team_id = $team and c.id = gone.id and gone.id not in (select old from pair) returning c.*),
  moved_messages as (
    update messages m set conversation_id = pair.new from pair
    where m.team_id = $team and m.conversation_id = pair.old returning m.id, pair.old),
  moved_notes as (
    update conversation_notes n set conversation_id = pair.new from pair
    where n.team_id = $team and n.conversation_id = pair.old returning n.id, pair.old),
  reads as (
    delete from conversation_reads r using pair where r.team_id = $team and r.conversation_id = pair.old
    returning r.conversation_id, r.user_id, r.read_up_to),
  told as (
    delete from gateway_reads r using pair where r.team_id = $team and r.conversation_id = pair.old),
  drafts as (
    delete from conversation_drafts d using pair where d.team_id = $team and d.conversation_id = pair.old
    returning pair.new, d.user_id, d.content, d.updated_at),
  kept_drafts as (
    insert into conversation_drafts (team_id, conversation_id, user_id, content, updated_at)
    select distinct on (new, user_id) $team, new, user_id, content, updated_at from drafts order by new, user_id, updated_at desc
    on conflict (team_id, conversation_id, user_id) do nothing),
  ${moveReplies('pair')},
  ${moveScheduled('pair')},
  ${moveWaiting('pair')},
  -- The worker counts anew who waits since when: activity_at stays behind.
  target as (
    update conversations c set last_message_at = greatest(c.last_message_at, gone.last_message_at),
      last_incoming_at = greatest(c.last_incoming_at, gone.last_incoming_at), activity_at = null,${joinedState('open', 'gone')}
    from pair join open on open.id = pair.new join gone on gone.id = pair.old
    where c.team_id = $team and c.id = open.id returning c.*),
  pointers as (
    update merged_conversations p set conversation_id = pair.new from pair
    where p.team_id = $team and p.conversation_id = pair.old returning p.id, pair.old),
  pointer as (
    insert into merged_conversations (team_id, id, conversation_id) select $team, pair.old, pair.new from pair),
  said as (
    update comments c set contact_id = $id where c.team_id = $team and c.contact_id = $from returning c.id),
  heard as (
    update notifications n set record_id = $id where n.team_id = $team and n.record_type = 'contacts' and n.record_id = $from),
  ${emits([emissionOf('whole', 'gone'), emissionOf('target', 'open', isStateJoined('now', 'old'))])}${recordsJoinedState}
  select json_build_object(
    'whole', coalesce((select json_agg(w.id) from whole w), '[]'),
    'comments', coalesce((select json_agg(s.id) from said s), '[]'),
    'joined', coalesce((select json_agg(json_build_object(
      'row', row_to_json(gone), 'into', pair.new,
      'messages', coalesce((select json_agg(m.id) from moved_messages m where m.old = pair.old), '[]'),
      'notes', coalesce((select json_agg(n.id) from moved_notes n where n.old = pair.old), '[]'),
      'reads', coalesce((select json_agg(json_build_object('user_id', r.user_id, 'read_up_to', r.read_up_to))
        from reads r where r.conversation_id = pair.old), '[]'),
      'pointers', coalesce((select json_agg(p.id) from pointers p where p.old = pair.old), '[]')))
      from pair join gone on gone.id = pair.old), '[]')) as moved`);

export const removeJoined = teamStatement(`
  with gone as (delete from conversations where team_id = $team and id = any($ids::uuid[]) returning *)${countsRows(
    [{ resource: conversations, from: 'gone', isDeleted: true }],
  )}
  select id from gone`);

/** Maps the merged contact's number, and the numbers that led to it, to the survivor. */
export const remember = teamStatement(`
  with led as (
    update contact_merges m set leads_to = $id where m.team_id = $team and m.leads_to = $from and m.undone_at is null
    returning m.id)
  insert into contact_merges (team_id, id, contact_id, leads_to, merged_id, phone, merged, was, became, moved, user_id)
  select $team, $merge, $id, $id, $from, $phone, $merged::json, $was::json, $became::json,
    ($moved::jsonb || jsonb_build_object('led', coalesce((select jsonb_agg(led.id) from led), '[]')))::json, $user_id
  returning id`);

// Undoing ----------------------------------------------------------------------------------------

/** The merge, locked, with its undo data. */
export const lockMerge = teamStatement(`
  select m.*, m.created_at > now() - interval '1 day' as is_fresh from contact_merges m
  where m.team_id = $team and m.id = $id for update`);

export const restoreContact = teamStatement(`
  with r as (select * from json_populate_record(null::contacts, $merged::json)),
  t as (
    insert into contacts (team_id, id, phone, jid, push_name, custom_name, profile_picture_url, notes, tags, client_id, created_at, updated_at)
    select $team, r.id, r.phone, r.jid, r.push_name, r.custom_name, r.profile_picture_url, r.notes, r.tags, r.client_id, r.created_at, now()
    from r returning *),
  ${emitsRecord(contacts, 'created')}
  select data from doc`);

/*
 * Moves conversations back with their content; messages since the merge stay with the survivor, in a separate conversation if it has none
 * in the inbox.
 */
export const moveBackWhole = teamStatement(`
  with old as materialized (
    select * from conversations c where c.team_id = $team and c.id = any($ids::uuid[]) and c.contact_id = $survivor
    order by c.id for update),
  late as materialized (
    select m.id, m.conversation_id, coalesce(m.sent_at, m.created_at) as at, m.direction from messages m
    where m.team_id = $team and m.conversation_id in (select id from old) and m.created_at > $since::timestamptz),
  back as (
    update conversations c set contact_id = $merged_id, activity_at = null,
      last_message_at = coalesce((select max(coalesce(m.sent_at, m.created_at)) from messages m where m.team_id = $team
        and m.conversation_id = old.id and m.created_at <= $since::timestamptz), old.last_message_at),
      last_incoming_at = (select max(coalesce(m.sent_at, m.created_at)) from messages m where m.team_id = $team
        and m.conversation_id = old.id and ${isIncoming('m')} and m.created_at <= $since::timestamptz)
    from old where c.team_id = $team and c.id = old.id returning c.*),
  ${emits([emissionOf('back', 'old')])}
  select old.id, old.inbox_id, exists (select from late where late.conversation_id = old.id) as has_late from old`);

/** Creates a conversation of the survivor for messages since the merge. */
export const createLateConversation = teamStatement(`
  with begun as (
    insert into conversations (team_id, id, inbox_id, contact_id, last_message_at, last_incoming_at, assignee_id, squad_id, status)
    select $team, $new_id, c.inbox_id, $survivor, (
        select max(coalesce(m.sent_at, m.created_at)) from messages m
        where m.team_id = $team and m.conversation_id = c.id and m.created_at > $since::timestamptz),
      (select max(coalesce(m.sent_at, m.created_at)) from messages m
        where m.team_id = $team and m.conversation_id = c.id and ${isIncoming('m')} and m.created_at > $since::timestamptz),
      c.assignee_id, c.squad_id, 'open'
    from conversations c where c.team_id = $team and c.id = $id returning *)${countsRows([{ resource: conversations, from: 'begun' }])}
  select id from begun`);

export const moveLate = teamStatement(`
  with moved as (
    update messages m set conversation_id = $new_id where m.team_id = $team and m.conversation_id = $id
      and m.created_at > $since::timestamptz returning m.id),
  notes as (
    update conversation_notes n set conversation_id = $new_id where n.team_id = $team and n.conversation_id = $id
      and n.created_at > $since::timestamptz)
  select count(*)::int as moved from moved`);

export const restoreJoined = teamStatement(`
  with r as (select * from json_populate_record(null::conversations, $row::json)),
  unpointed as (delete from merged_conversations p using r where p.team_id = $team and p.id = r.id),
  begun as (
    insert into conversations (team_id, id, inbox_id, contact_id, created_at, last_message_at, push_name, last_incoming_at, status,
      snoozed_until, assignee_id, squad_id, first_answered_at, first_question_at, waiting_since, label_ids, is_blocked)
    select $team, r.id, r.inbox_id, $merged_id, r.created_at, r.last_message_at, r.push_name, r.last_incoming_at, r.status,
      -- The squad may have been deleted since the merge.
      r.snoozed_until, r.assignee_id, (select s.id from squads s where s.team_id = $team and s.id = r.squad_id), r.first_answered_at,
      r.first_question_at, r.waiting_since, coalesce(r.label_ids, '{}'), coalesce(r.is_blocked, false)
    from r returning *)${countsRows([{ resource: conversations, from: 'begun' }])}
  select id from begun`);

export const moveBackJoined = teamStatement(`
  with moved as (
    update messages m set conversation_id = $id where m.team_id = $team and m.id = any($messages::uuid[]) returning m.id),
  notes as (
    update conversation_notes n set conversation_id = $id where n.team_id = $team and n.id = any($notes::uuid[])),
  reads as (
    insert into conversation_reads (team_id, conversation_id, user_id, read_up_to)
    select $team, $id, r.user_id, r.read_up_to from json_to_recordset($reads::json) r (user_id uuid, read_up_to timestamptz)
    on conflict do nothing),
  pointers as (
    update merged_conversations p set conversation_id = $id where p.team_id = $team and p.id = any($pointers::uuid[])),
  behind as (
    update conversations c set activity_at = null,
      last_message_at = coalesce((select max(coalesce(m.sent_at, m.created_at)) from messages m
        where m.team_id = $team and m.conversation_id = c.id and m.id <> all($messages::uuid[])), c.created_at)
    where c.team_id = $team and c.id = $into)
  select count(*)::int as moved from moved`);

export const closeMerge = teamStatement(`
  with said as (
    update comments c set contact_id = $merged_id where c.team_id = $team and c.id = any($comments::uuid[])),
  heard as (
    update notifications n set record_id = $merged_id where n.team_id = $team and n.comment_id = any($comments::uuid[])),
  led as (
    update contact_merges m set leads_to = $merged_id where m.team_id = $team and m.id = any($led::uuid[]) and m.undone_at is null),
  t as (
    update contact_merges m set undone_at = now(), merged = null, was = null, became = null, moved = null
    where m.team_id = $team and m.id = $id returning m.*)
  select id from t`);
