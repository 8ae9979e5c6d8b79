import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import type { Role } from '#server/operations/roles.ts';

/* Inboxes whose conversations a member may not see, as separate look-ups: Citus cannot combine them with a search over all teams. */

const hidden = platformStatement(
  `select ${hiddenInboxesOf('u')} as ids from users u where u.team_id = $team and u.id = $user`,
);

/** @param role null for a key without a user: it sees all, as admins and owners do */
export async function findHiddenInboxes(
  platform: Pick<Platform, 'run'>,
  team: string,
  user: string,
  role: Role | null,
): Promise<readonly string[]> {
  if (role !== 'member') return [];
  const [row] = await platform.run(hidden, { team, user });
  return (row?.ids ?? []) as readonly string[];
}

const hiddenForAll = platformStatement(`
  select w.place, array_agg(i.id) as ids
  from unnest($teams::uuid[], $users::uuid[]) with ordinality as w (team_id, user_id, place)
    join inboxes i on i.team_id = w.team_id and i.is_restricted
    left join inbox_members m on m.team_id = i.team_id and m.inbox_id = i.id and m.user_id = w.user_id
    left join (
      select s.team_id, s.inbox_id, q.user_id from inbox_squads s
        join squad_members q on q.team_id = s.team_id and q.squad_id = s.squad_id) s
      on s.team_id = i.team_id and s.inbox_id = i.id and s.user_id = w.user_id
  where m.user_id is null and s.user_id is null group by w.place`);

/** The same for many users with the role `member`. */
export async function findHiddenInboxesOfAll<
  M extends { readonly teamId: string; readonly userId: string },
>(
  platform: Pick<Platform, 'run'>,
  members: readonly M[],
): Promise<ReadonlyMap<M, readonly string[]>> {
  if (members.length === 0) return new Map();
  const rows = await platform.run(hiddenForAll, {
    teams: members.map(({ teamId }) => teamId),
    users: members.map(({ userId }) => userId),
  });
  const ids = new Map(rows.map((row) => [row.place, row.ids as string[]]));
  return new Map(members.map((member, at) => [member, ids.get(at + 1) ?? []]));
}
