import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import type { GroupInfo } from '#server/outbound/messaging/gateway.ts';
import type { GroupChange } from '#server/outbound/messaging/incoming-updates.ts';
import { emissionOf } from '../conversations/state-operations.ts';
import { storableLine } from '../conversations/storable-text.ts';
import { learnManyLids } from './lids.ts';
import { queueChangedGroup } from './queue-lookups.ts';
import { mergeListedMembers } from './same-members.ts';

/* Names and members of groups, which messages do not contain: gateways report changes, and are queried for the rest (lookup-queue.ts). */

const rename = (which: string) => `old as materialized (
    select * from conversations c where c.team_id = $team and ${which} and c.group_id is not null
      and $name::text is not null and c.push_name is distinct from $name for no key update),
  renamed as (
    update conversations c set push_name = $name from old where c.team_id = $team and c.id = old.id returning c.*),
  ${emits([emissionOf('renamed', 'old')])}`;

const renameGroup = teamStatement(`
  with ${rename('c.inbox_id = $inbox and c.group_id = $group')}
  select id from renamed`);

/** Applies reported changes of groups that have a conversation, and queues them for a lookup of their members. */
export async function applyGroupChanges(
  db: TeamDb,
  inbox: string,
  changes: readonly GroupChange[],
): Promise<void> {
  for (const { group, name } of changes) {
    await db.run(renameGroup, { inbox, group, name: storableLine(name) });
    await queueChangedGroup(db, inbox, group);
  }
}

/** Replaces the members. A name that a member announced is kept if the gateway reports none. */
const store = teamStatement(`
  with listed as (
    select distinct on (m.id) m.id, m.phone, m.lid, m.name, m.is_admin
    from json_to_recordset($members::json) as m (id text, phone text, lid text, name text, is_admin boolean) order by m.id),
  gone as (
    delete from group_members g where g.team_id = $team and g.conversation_id = $conversation
      and exists (select from listed) and g.member not in (select id from listed)),
  members as (
    insert into group_members as g (team_id, conversation_id, member, phone, lid, name, is_admin)
    select $team, $conversation, listed.id, listed.phone, listed.lid, listed.name, listed.is_admin from listed
    where exists (select from conversations c where c.team_id = $team and c.id = $conversation and c.group_id is not null)
    on conflict (team_id, conversation_id, member) do update set phone = coalesce(excluded.phone, g.phone),
      lid = coalesce(excluded.lid, g.lid), name = coalesce(excluded.name, g.name), is_admin = excluded.is_admin),
  ${rename('c.id = $conversation')}
  select id from renamed`);

/** Max stored number of members; the network allows 1,024 in a group. */
const maxMembers = 2_048;
const maxAddressLength = 255;

/** Stores a group as its gateway shows it. */
export async function storeGroup(
  db: TeamDb,
  suffix: string,
  conversation: string,
  { name, members }: GroupInfo,
): Promise<void> {
  const stored = members.filter(({ id }) => id.length <= maxAddressLength).slice(0, maxMembers);
  const lids = stored.flatMap(({ lid, phone }) =>
    lid === undefined || phone === undefined ? [] : [{ lid, phone }],
  );
  await learnManyLids(db, suffix, lids);
  await mergeListedMembers(db, conversation, stored);
  await db.run(store, {
    conversation,
    name: storableLine(name),
    members: JSON.stringify(
      stored.map(({ id, phone, lid, name: called, isAdmin }) => ({
        id,
        phone: phone ?? null,
        lid: lid ?? null,
        name: storableLine(called),
        is_admin: isAdmin,
      })),
    ),
  });
}
