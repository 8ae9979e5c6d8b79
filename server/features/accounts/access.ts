import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { enforcesTwoFactors, twoFactors } from '#server/operations/account-operation.ts';
import type { Role } from '#server/operations/roles.ts';
import type {
  Access,
  KeyAccess,
  KeyViewer,
  MemberAccess,
  MemberViewer,
  TeamViewer,
} from '#server/operations/viewers.ts';
import { findHiddenInboxesOfAll } from './hidden-inboxes.ts';

// Same conditions as in sessions.ts for ending a session or a membership.
const memberAccess = platformStatement(`
  select w.place, u.role, u.sees_values
  from unnest($sessions::uuid[], $people::uuid[], $teams::uuid[], $users::uuid[])
      with ordinality as w (session_id, person_id, team_id, user_id, place)
    join sessions s on s.person_id = w.person_id and s.id = w.session_id
    join people p on p.id = w.person_id
    join users u on u.team_id = w.team_id and u.id = w.user_id and u.person_id = w.person_id
    join teams t on t.id = w.team_id
  where s.ended_at is null and s.expires_at > now() and s.seen_at > now() - interval '30 days' and p.disabled_at is null
    and u.suspended_at is null and (not ${enforcesTwoFactors('t')} or s.methods && $two::text[])`);

// Same conditions as in key-lookup.ts for ending a key. Its allowed ranges never change.
const keyAccess = platformStatement(`
  select w.place, case when u.person_id is not null then u.role end as role
  from unnest($teams::uuid[], $keys::uuid[]) with ordinality as w (team_id, key_id, place)
    join api_keys k on k.team_id = w.team_id and k.id = w.key_id
    left join users u on u.team_id = k.team_id and u.id = k.user_id
    left join people p on p.id = u.person_id
  where k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.suspended_at is null
    and p.disabled_at is null`);

/**
 * Current access of each watcher, in order; undefined if the session, key or membership has ended. Runs one statement per kind of
 * watcher, regardless of their number.
 */
export async function findAccess(
  platform: Pick<Platform, 'run'>,
  watchers: readonly TeamViewer[],
): Promise<(Access | undefined)[]> {
  const members = watchers.filter((each) => each.kind === 'user');
  const keys = watchers.filter((each) => each.kind === 'key');
  const [ofMembers, ofKeys] = await Promise.all([
    findAccessOfMembers(platform, members),
    findAccessOfKeys(platform, keys),
  ]);
  return watchers.map((each) => (each.kind === 'user' ? ofMembers.get(each) : ofKeys.get(each)));
}

async function findAccessOfKeys(
  platform: Pick<Platform, 'run'>,
  watchers: readonly KeyViewer[],
): Promise<ReadonlyMap<KeyViewer, KeyAccess>> {
  if (watchers.length === 0) return new Map();
  const rows = await platform.run(keyAccess, {
    teams: watchers.map(({ teamId }) => teamId),
    keys: watchers.map(({ keyId }) => keyId),
  });
  return byPosition(watchers, rows, ({ role }) => ({
    kind: 'key',
    role: (role as Role | null) ?? undefined,
  }));
}

async function findAccessOfMembers(
  platform: Pick<Platform, 'run'>,
  watchers: readonly MemberViewer[],
): Promise<ReadonlyMap<MemberViewer, MemberAccess>> {
  if (watchers.length === 0) return new Map();
  const rows = await platform.run(memberAccess, {
    sessions: watchers.map(({ sessionId }) => sessionId),
    people: watchers.map(({ personId }) => personId),
    teams: watchers.map(({ teamId }) => teamId),
    users: watchers.map(({ userId }) => userId),
    two: twoFactors,
  });
  const byWatcher = byPosition(watchers, rows, (row) => ({
    role: row.role as Role,
    seesValues: row.role !== 'member' || (row.sees_values as boolean),
  }));
  const members = [...byWatcher].flatMap(([watcher, { role }]) =>
    role === 'member' ? [watcher] : [],
  );
  const hidden = await findHiddenInboxesOfAll(platform, members);
  return new Map(
    [...byWatcher].map(([watcher, access]) => [
      watcher,
      { kind: 'user', ...access, hiddenInboxes: hidden.get(watcher) ?? [] },
    ]),
  );
}

/** Maps rows to watchers by their place in the list. */
function byPosition<W, S>(
  watchers: readonly W[],
  rows: readonly Row[],
  read: (row: Row) => S,
): ReadonlyMap<W, S> {
  return new Map(
    rows.flatMap((row) => {
      const watcher = watchers[(row.place as number) - 1];
      return watcher === undefined ? [] : [[watcher, read(row)]];
    }),
  );
}
