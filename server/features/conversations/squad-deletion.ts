import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { teamSquads } from '#server/features/accounts/squads/table.ts';
import { projects } from '#server/features/work/projects/table.ts';
import { checksAssignees } from '#server/operations/assignee-checks.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { conflict } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { textOf } from '#server/records/crud-queries.ts';
import { conversationUpdated } from './state-operations.ts';
import { conversations } from './table.ts';

/* Deletes a squad. In this folder, because the squad's conversations change with it (ADR 200). */

/** Number of conversations that one transaction changes: others wait for its locks only briefly. */
const perTransaction = 500;

/** Clears the squad of some of its conversations, which are locked in the order of their ids, as in bulk changes. */
const clear = teamStatement(`
  with old as materialized (
    select * from conversations c where c.team_id = $team and c.squad_id = $id
    order by c.id limit ${perTransaction} for no key update),
  t as (
    update conversations c set squad_id = null from old
    where c.team_id = $team and c.id = any(array(select id from old)) and c.id = old.id returning c.*),
  ${emitsChanges(conversations, [conversationUpdated], ['squad_id'])}
  select id from t`);

async function clearConversations(db: TeamDb, id: string): Promise<void> {
  while ((await db.run(clear, { id })).length === perTransaction);
}

/** Clears the squad of its projects in the same statement. */
const remove = teamStatement(`
  with gone as materialized (select * from squads where team_id = $team and id = $id for update),
  old as materialized (
    select p.* from projects p where p.team_id = $team and p.squad_id = (select id from gone) for update),
  t as (
    update projects t set squad_id = null, updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChanges(projects, ['project.updated'], ['squad_id'])},
  emptied as (delete from squad_members m using gone where m.team_id = $team and m.squad_id = gone.id returning m.user_id),
  ${checksAssignees('select user_id, null::uuid from emptied')},
  unlisted as (delete from inbox_squads i using gone where i.team_id = $team and i.squad_id = gone.id),
  unlimited as (
    update inboxes i set distribution_squad_id = null from gone where i.team_id = $team and i.distribution_squad_id = gone.id),
  removed as (delete from squads s using gone where s.team_id = $team and s.id = gone.id)
  select (select row_to_json(d)::text from (select gone.id, true as deleted) d) as data, gone.name from gone`);

export const deleteSquad: Operation = operation({
  name: 'squads.delete',
  id: 'deleteSquad',
  summary: 'Delete a squad',
  note: 'Its projects and conversations remain, without a squad, and each emits project.updated or conversation.updated; its members remain in the team. An inbox that distributes conversations to it only distributes them to all who see the inbox.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: `${teamSquads.path}/:id`, status: 200 },
  emits: ['project.updated', conversationUpdated],
  input: { path: ['id'] },
  output: { kind: 'deleted', table: teamSquads, keys: { id: '', deleted: true } },
  mayFail: ['CONFLICT'],
  one: teamSquads.one,
  async run({ db }, { id }) {
    // Most conversations are cleared before the squad is locked, which delays assignments to it.
    await clearConversations(db, id);
    return db.transaction(async (tx) => {
      await clearConversations(tx, id);
      const [row] = await tx.run(remove, { id });
      if (row) await recordAudit(tx, { type: 'squads', id, before: { name: row.name } });
      return textOf(row);
    });
  },
  explain: async (error) =>
    [
      'projects_squad_id_fkey',
      'squad_members_squad_id_fkey',
      'inbox_squads_squad_id_fkey',
      'inboxes_distribution_squad_id_fkey',
      'conversations_squad_id_fkey',
    ].includes(constraintOf(error) ?? '')
      ? conflict(
          'A project, a conversation, a member or an inbox was added to the squad in the meantime; try again.',
          'busy',
        )
      : error,
});
