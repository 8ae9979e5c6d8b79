import type { Platform } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import { twoFactors } from '../../operations/account.ts';
import type { Role } from '../../operations/roles.ts';
import type { Standing, Watcher } from '../../operations/watching.ts';

// As in sessions.ts: what ends a session or a membership there ends it here.
const look = platformStatement(`
  select w.place, u.role, u.sees_values
  from unnest($sessions::uuid[], $people::uuid[], $teams::uuid[], $users::uuid[])
      with ordinality as w (session_id, person_id, team_id, user_id, place)
    join sessions s on s.person_id = w.person_id and s.id = w.session_id
    join people p on p.id = w.person_id
    join users u on u.team_id = w.team_id and u.id = w.user_id and u.person_id = w.person_id
    join teams t on t.id = w.team_id
  where s.ended_at is null and s.expires_at > now() and s.seen_at > now() - interval '30 days' and p.disabled_at is null
    and u.suspended_at is null and (not t.requires_second_factor or s.methods && $two::text[])`);

/**
 * What each of the watchers may see now, in their order; undefined for those whose session is over, and those who are no members any
 * more. One statement, however many they are.
 */
export async function standingOf(
  platform: Pick<Platform, 'run'>,
  watchers: readonly Watcher[],
): Promise<(Standing | undefined)[]> {
  const rows = await platform.run(look, {
    sessions: watchers.map(({ sessionId }) => sessionId),
    people: watchers.map(({ personId }) => personId),
    teams: watchers.map(({ teamId }) => teamId),
    users: watchers.map(({ userId }) => userId),
    two: twoFactors,
  });
  const found: (Standing | undefined)[] = watchers.map(() => undefined);
  for (const { place, role, sees_values: seesValues } of rows)
    found[(place as number) - 1] = {
      role: role as Role,
      seesValues: role !== 'member' || (seesValues as boolean),
    };
  return found;
}
