import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Participant } from '#server/outbound/messaging/connection.ts';
import type { KnownLid } from '#server/outbound/messaging/incoming-updates.ts';
import { spellings } from '../gateways/phones.ts';
import { showReactionsOf } from './edits-and-revokes.ts';

/*
 * A gateway may report a member of a group by the number in one message and by the LID in another. Rows of the same person become one as soon
 * as the pair is known: the row under the LID, or the one in the group's own list of members.
 */

/**
 * Merges rows of members, with their reactions in that group.
 * @param same SQL: rows `conversation_id`, `old` and `member`, the keys before and after, with the number and the LID
 */
const merge = (same: string) =>
  teamStatement(`
  with same as materialized (
    select s.*, c.inbox_id from (${same}) s join conversations c on c.team_id = $team and c.id = s.conversation_id),
  merged as (
    insert into group_members as g (team_id, conversation_id, member, phone, lid, name, is_admin)
    select distinct on (same.conversation_id, same.member) $team, same.conversation_id, same.member, same.phone, same.lid, same.name,
      same.is_admin
    from same order by same.conversation_id, same.member, same.name is null, same.old
    on conflict (team_id, conversation_id, member) do update set phone = coalesce(g.phone, excluded.phone),
      lid = coalesce(g.lid, excluded.lid), name = coalesce(g.name, excluded.name), is_admin = g.is_admin or excluded.is_admin),
  gone as (
    delete from group_members g using same
    where g.team_id = $team and g.conversation_id = same.conversation_id and g.member = same.old),
  old_reactions as materialized (
    select r.inbox_id, r.msgapp_message_id, r.member as old, same.member, r.name, r.emoji, r.at
    from same join group_reactions r on r.team_id = $team and r.inbox_id = same.inbox_id and r.member = same.old
    where same.conversation_id in (
      select m.conversation_id from messages m where m.team_id = $team and m.inbox_id = r.inbox_id and m.direction = 'incoming'
        and m.msgapp_message_id = r.msgapp_message_id
      union all
      select m.conversation_id from messages m where m.team_id = $team and m.inbox_id = r.inbox_id and m.direction = 'outgoing'
        and m.msgapp_message_id = r.msgapp_message_id)),
  gone_reactions as (
    delete from group_reactions r using old_reactions o
    where r.team_id = $team and r.inbox_id = o.inbox_id and r.msgapp_message_id = o.msgapp_message_id and r.member = o.old),
  moved_reactions as (
    insert into group_reactions as r (team_id, inbox_id, msgapp_message_id, member, name, emoji, at)
    select distinct on (o.inbox_id, o.msgapp_message_id, o.member) $team, o.inbox_id, o.msgapp_message_id, o.member, o.name, o.emoji, o.at
    from old_reactions o order by o.inbox_id, o.msgapp_message_id, o.member, o.at desc
    on conflict (team_id, inbox_id, msgapp_message_id, member) do update
      set emoji = excluded.emoji, at = excluded.at, name = coalesce(excluded.name, r.name) where r.at < excluded.at)
  select distinct inbox_id, msgapp_message_id as network_id from old_reactions`);

const people = `known as (
    select * from json_to_recordset($people::json) as p (member text, lid text, phone text, phones text[]))`;

const mergeLearned = merge(`
    with ${people}
    select g.conversation_id, g.member as old, k.member, g.name, g.is_admin, known.phone, known.lid
    from known join group_members k on k.team_id = $team and k.lid = known.lid
      join group_members g on g.team_id = $team and g.conversation_id = k.conversation_id and g.phone = any(known.phones)
    where g.member <> k.member and (g.lid is null or g.lid = known.lid) and (k.phone is null or k.phone = any(known.phones))
      and not exists (select from group_members f where f.team_id = $team and f.conversation_id = k.conversation_id
        and f.lid = known.lid and f.member < k.member)`);

const mergeListed = merge(`
    with ${people}
    select g.conversation_id, g.member as old, known.member, g.name, false as is_admin, known.phone, known.lid
    from known join group_members g on g.team_id = $team and g.conversation_id = $conversation and g.member <> known.member
      and (g.phone = any(known.phones) or g.lid = known.lid)
    where not exists (select from known listed where listed.member = g.member)`);

const parameterOf = (people: readonly Partial<Participant>[]) =>
  JSON.stringify(
    people.map(({ id = null, phone, lid = null }) => ({
      member: id,
      lid,
      phone: phone ?? null,
      phones: phone === undefined ? [] : spellings(phone),
    })),
  );

async function showMoved(db: TeamDb, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const { inbox_id, network_id } of rows)
    await showReactionsOf(db, String(inbox_id), String(network_id));
}

/** Merges the members whose numbers were learned, in all groups. */
export async function mergeLearnedMembers(db: TeamDb, pairs: readonly KnownLid[]): Promise<void> {
  if (pairs.length === 0) return;
  await showMoved(db, await db.run(mergeLearned, { people: parameterOf(pairs) }));
}

/** Merges members of a group with those in its list, under whose keys they are stored next. */
export async function mergeListedMembers(
  db: TeamDb,
  conversation: string,
  members: readonly Participant[],
): Promise<void> {
  if (members.length === 0) return;
  const parameters = { conversation, people: parameterOf(members) };
  await showMoved(db, await db.run(mergeListed, parameters));
}
