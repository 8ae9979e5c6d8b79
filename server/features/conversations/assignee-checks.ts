import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { withAttribution } from '#server/operations/audit-attribution.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { conversationUpdated } from './state-operations.ts';
import { conversations } from './table.ts';

/* Conversations whose assignee left the team, was suspended, or no longer sees their inbox (ADR 182). */

/**
 * SQL: true if the assignee of a conversation still sees it. Members who never had an account keep theirs: they were assigned by others.
 * @param c row of conversations
 */
export const hasPresentAssignee = (c: string) => `exists (
    select from users a where a.team_id = $team and a.id = ${c}.assignee_id and a.suspended_at is null
      and (a.person_id is not null or a.former_person_id is null) and ${c}.inbox_id <> all(${hiddenInboxesOf('a')}))`;

/** Number of conversations that one transaction changes: others wait for its locks only briefly. */
const perTransaction = 100;

const unassign = teamStatement(`
  with old as materialized (
    select * from conversations c
    where c.team_id = $team and c.status <> 'resolved' and c.assignee_id is not null
      and ($user_id::uuid is null or c.assignee_id = $user_id) and ($inbox_id::uuid is null or c.inbox_id = $inbox_id)
      and not ${hasPresentAssignee('c')}
    order by c.id limit ${perTransaction} for no key update),
  t as (
    update conversations c set assignee_id = null from old
    where c.team_id = $team and c.id = any(array(select id from old)) and c.id = old.id returning c.*),
  waiting as (
    insert into awaiting_distribution (team_id, conversation_id, inbox_id)
    select $team, t.id, t.inbox_id from t join inboxes i on i.team_id = $team and i.id = t.inbox_id
    where i.distribution <> 'none' and t.status = 'open' and t.group_id is null
    on conflict (team_id, conversation_id) do nothing),
  ${emitsChanges(conversations, [conversationUpdated], ['assignee_id'])}
  select id from t`);

const settle = teamStatement('delete from assignee_checks where team_id = $team and id = $id');

/** Unassigns the conversations of a check, then deletes it. @returns the number of them */
export async function unassignAbsent(
  team: TeamDb,
  check: { readonly id: string; readonly user_id: string | null; readonly inbox_id: string | null },
): Promise<number> {
  const { db } = withAttribution(
    { db: team, actor: { kind: 'system' } as const },
    { name: 'conversations.unassign' },
  );
  let count = 0;
  for (;;) {
    const { length } = await db.run(unassign, { ...check });
    count += length;
    if (length < perTransaction) break;
  }
  await db.run(settle, { id: check.id });
  return count;
}
