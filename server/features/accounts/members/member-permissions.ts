import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Actor, Context } from '#server/operations/context.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import { type Operation, permit } from '#server/operations/operation.ts';
import { type Member, memberOf, type Role } from '#server/operations/roles.ts';
import { forbidden } from '#server/platform/errors.ts';

const find = teamStatement(`
  select u.role::text as role, u.sees_values, u.may_export, ${hiddenInboxesOf('u')} as hidden_inboxes
  from users u
  join people p on p.id = u.person_id
  where u.team_id = $team and u.id = $user and u.person_id = $person and u.suspended_at is null and p.disabled_at is null`);

/** Permissions of a member, and the ids of the inboxes whose conversations they may not see. */
interface Rights extends Member {
  readonly hiddenInboxes: readonly string[];
}

/**
 * Current permissions of a member, for jobs and downloads that outlive their request.
 * @returns undefined if the member was suspended or removed, or the account disabled
 */
export async function findRights(
  db: TeamDb,
  { userId: user, personId: person }: { readonly userId: string; readonly personId: string },
): Promise<Rights | undefined> {
  const [row] = await db.run(find, { user, person });
  return (
    row && {
      ...memberOf(row.role as Role, row.sees_values === true, row.may_export === true),
      hiddenInboxes: row.hidden_inboxes as string[],
    }
  );
}

/**
 * The caller with their current permissions, for downloads that outlive their request: they check them before each page.
 * @throws ApiError FORBIDDEN if the caller may not do this any longer
 */
export async function withCurrentRights(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  operation: Pick<Operation, 'name' | 'allow' | 'exports'>,
): Promise<Actor> {
  if (actor.kind !== 'user') return actor;
  const rights = await findRights(db, actor);
  if (!rights) throw forbidden(`${operation.name} is not available to this caller.`, 'forbidden');
  const current = { ...actor, ...rights };
  permit(operation, current);
  return current;
}
