import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { ChatMessage } from '#server/outbound/messaging/incoming-updates.ts';
import { lruCache } from '#server/platform/lru-cache.ts';
import { gatewayCan } from '../gateways/messaging-service.ts';

/*
 * Queues people who wrote for a lookup by the worker, once a day at most: the picture and the name of a contact, or the number behind a
 * LID; the name and the members of a group.
 */

const insertLookups = teamStatement(`
  insert into lookups as l (team_id, kind, subject, inbox_id, due_at)
  select $team, case when c.contact_id is null then 'lid' else 'profile' end, coalesce(c.contact_id::text, c.lid), $inbox, now()
  from messages g join conversations c on c.team_id = $team and c.id = g.conversation_id
  where g.team_id = $team and g.inbox_id = $inbox and g.direction = 'incoming' and g.msgapp_message_id = $network_id
    and coalesce(c.contact_id::text, c.lid) is not null
  on conflict (team_id, kind, subject) do update set due_at = excluded.due_at, inbox_id = excluded.inbox_id, attempts = 0
    where l.due_at is null and excluded.due_at - l.looked_at >= interval '1 day'`);

/**
 * Queues a group. The condition is no parameter: Citus drops one that it has evaluated, and its workers then cannot determine its type.
 * @param when SQL: true if it is due again
 */
const insertGroupLookup = (when: string) =>
  teamStatement(`
  insert into lookups as l (team_id, kind, subject, inbox_id, due_at)
  select $team, 'group', c.id::text, $inbox, now() from conversations c
  where c.team_id = $team and c.inbox_id = $inbox and c.group_id = $group
  on conflict (team_id, kind, subject) do update set due_at = excluded.due_at, inbox_id = excluded.inbox_id, attempts = 0
    where l.due_at is null and ${when}`);
const insertDaily = insertGroupLookup(`excluded.due_at - l.looked_at >= interval '1 day'`);
const insertNow = insertGroupLookup('true');

/** Queues a group whose name or members changed. */
export const queueChangedGroup = (db: TeamDb, inbox: string, group: string) =>
  db.run(insertNow, { inbox, group });

/** People and groups that this process has already queued: most messages come from people who have just written. */
const recentlyQueued = lruCache<true>(50_000, { ttl: 3_600_000 });

/** Queues the authors of messages, or their groups; call once the messages are stored. */
export async function queueLookups(
  db: TeamDb,
  { inbox, gateway }: Connection,
  messages: readonly ChatMessage[],
): Promise<void> {
  if (!gatewayCan(gateway, 'profile') && !gatewayCan(gateway, 'phoneOf')) return;
  for (const { from, chat, networkId } of messages) {
    const { group } = chat;
    const who = `${inbox} ${chat.phone ?? group ?? `lid ${chat.lid}`}`;
    if ((from !== 'contact' && group === undefined) || recentlyQueued.has(who)) continue;
    if (group === undefined) await db.run(insertLookups, { inbox, network_id: networkId });
    else await db.run(insertDaily, { inbox, group });
    recentlyQueued.set(who, true);
  }
}
