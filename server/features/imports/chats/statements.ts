import { teamStatement } from '#server/db/statement.ts';
import { sweepsBlobs } from '#server/features/files/operations.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { countsRows } from '#server/records/totals.ts';
import { conversations } from '../../conversations/table.ts';
import { contacts } from '../../crm/contacts/table.ts';

/* Statements that check and undo imported chats. */

/** An inbox, if it was not deleted. */
export const inboxOf = teamStatement(
  'select id from inboxes where team_id = $team and id = $inbox and not is_deleted',
);

/** The address of a conversation, also of one that was merged into another. */
export const addressOf = teamStatement(`
  select c.id, k.phone, c.lid, c.group_id from conversations c left join contacts k on k.team_id = $team and k.id = c.contact_id
  where c.team_id = $team and c.inbox_id = $inbox and c.id = ${idAfterMerges('$conversation::uuid')}`);

/** Removes up to $most messages of an import with their files, except those that a later message answers. Returns their number. */
export const removeMessages = teamStatement(`
  with batch as materialized (
    select m.id from messages m
    where m.team_id = $team and m.conversation_id = ${idAfterMerges('$conversation::uuid')} and m.history_id = $id
      and not exists (
        select from messages q where q.team_id = $team and q.conversation_id = m.conversation_id and q.reply_to = m.id
          and q.history_id is distinct from $id)
    limit $most),
  media as (
    delete from message_media a using batch where a.team_id = $team and a.message_id = batch.id returning a.file_id),
  f as (
    update files f set deleted_at = now() from media
    where f.team_id = $team and f.id = media.file_id and f.deleted_at is null returning f.*),
  ${sweepsBlobs},
  gone as (delete from messages m using batch where m.team_id = $team and m.id = batch.id returning m.id)
  select count(*)::int as removed from gone`);

/** Removes files that were stored for messages which then were not: the process died, or the import was stopped. */
export const removeUnusedFiles = teamStatement(`
  with f as (
    update files f set deleted_at = now()
    where f.team_id = $team and f.record_type = 'imports' and f.record_id = $id and f.deleted_at is null
      and not exists (select from message_media a where a.team_id = $team and a.file_id = f.id) returning f.*),
  ${sweepsBlobs}
  select count(*)::int as removed from f`);

/** Counts the messages of an import that are still there. */
export const countMessages = teamStatement(`
  select count(*)::int as n from messages m
  where m.team_id = $team and m.conversation_id = ${idAfterMerges('$conversation::uuid')} and m.history_id = $id`);

/** Moves the times of a conversation back to those of its remaining messages. */
export const restoreTimes = teamStatement(`
  update conversations c set last_message_at = m.last, last_incoming_at = m.last_incoming, activity_at = null
  from (
    select max(coalesce(sent_at, created_at)) as last,
      max(coalesce(sent_at, created_at)) filter (where direction = 'incoming') as last_incoming
    from messages where team_id = $team and conversation_id = ${idAfterMerges('$conversation::uuid')}) m
  where c.team_id = $team and c.id = ${idAfterMerges('$conversation::uuid')} and m.last is not null`);

/** Removes a conversation that an import began, if it is empty and unused. */
export const removeConversation = teamStatement(`
  with empty as materialized (
    select c.id from conversations c
    where c.team_id = $team and c.id = $conversation and c.status = 'resolved' and c.assignee_id is null
      and not exists (select from messages m where m.team_id = $team and m.conversation_id = c.id)
      and not exists (select from conversation_notes n where n.team_id = $team and n.conversation_id = c.id)
      and not exists (select from conversation_drafts d where d.team_id = $team and d.conversation_id = c.id)
      and not exists (select from scheduled_messages s where s.team_id = $team and s.conversation_id = c.id)
      and not exists (select from merged_conversations p where p.team_id = $team and p.conversation_id = c.id)
    for update),
  reads as (delete from conversation_reads r using empty where r.team_id = $team and r.conversation_id = empty.id),
  sent as (delete from gateway_reads r using empty where r.team_id = $team and r.conversation_id = empty.id),
  members as (delete from group_members g using empty where g.team_id = $team and g.conversation_id = empty.id),
  gone as (delete from conversations c using empty where c.team_id = $team and c.id = empty.id returning c.*)${countsRows(
    [{ resource: conversations, from: 'gone', isDeleted: true }],
  )}
  select id from gone`);

/** Removes a contact that an import created, if it is unused. */
export const removeContact = teamStatement(`
  with gone as (
    delete from contacts k where k.team_id = $team and k.id = $contact and k.custom_name is null and k.client_id is null
      and coalesce(k.notes, '') = '' and k.tags = '{}'
      and not exists (select from conversations c where c.team_id = $team and c.contact_id = k.id)
      and not exists (select from comments o where o.team_id = $team and o.contact_id = k.id)
      and not exists (select from contact_merges g where g.team_id = $team and g.leads_to = k.id)
    returning k.*)${countsRows([{ resource: contacts, from: 'gone', isDeleted: true }])}
  select id from gone`);
