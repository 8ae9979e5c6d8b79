import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Role } from '#server/operations/roles.ts';

/* Inboxes whose conversations a member may not see, as separate look-ups: Citus cannot combine them with a search over all teams. */

/** SQL: joins that leave out the inboxes `i` which the user sees, if `m` and `s` have no row. */
const seenBy = (user: string) => `
    left join inbox_members m on m.team_id = i.team_id and m.inbox_id = i.id and m.user_id = ${user}
    left join (
      select s.team_id, s.inbox_id, q.user_id from inbox_squads s
        join squad_members q on q.team_id = s.team_id and q.squad_id = s.squad_id) s
      on s.team_id = i.team_id and s.inbox_id = i.id and s.user_id = ${user}`;
const isUnseen = 'm.user_id is null and s.user_id is null';

const hidden = platformStatement(`
  select i.id from inboxes i ${seenBy('$user::uuid')}
  where i.team_id = $team and i.is_restricted and ${isUnseen}`);

/** @param role null for a key without a user: it sees all, as admins and owners do */
export async function findHiddenInboxes(
  platform: Pick<Platform, 'run'>,
  team: string,
  user: string,
  role: Role | null,
): Promise<readonly string[]> {
  if (role !== 'member') return [];
  return (await platform.run(hidden, { team, user })).map(({ id }) => id as string);
}

const hiddenForAll = platformStatement(`
  select w.place, array_agg(i.id) as ids
  from unnest($teams::uuid[], $users::uuid[]) with ordinality as w (team_id, user_id, place)
    join inboxes i on i.team_id = w.team_id and i.is_restricted ${seenBy('w.user_id')}
  where ${isUnseen} group by w.place`);

/** The same for many users with the role `member`, in their order. */
export async function findHiddenInboxesOfAll(
  platform: Pick<Platform, 'run'>,
  members: readonly { readonly teamId: string; readonly userId: string }[],
): Promise<readonly (readonly string[])[]> {
  if (members.length === 0) return [];
  const rows = await platform.run(hiddenForAll, {
    teams: members.map(({ teamId }) => teamId),
    users: members.map(({ userId }) => userId),
  });
  const ids = new Map(rows.map((row) => [row.place, row.ids as string[]]));
  return members.map((_, at) => ids.get(at + 1) ?? []);
}
