import { randomBytes } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { createKey } from '#server/features/accounts/teams.ts';

const insert = teamStatement(`
  with connection as (
    insert into agent_connections (team_id, id, person_id, client_id, client_name, resource, has_two_factors)
    values ($team, $id, $person, 'client', 'Claude', 'http://localhost/mcp', false) returning id)
  insert into agent_tokens (team_id, hash, connection_id, is_refresh, expires_at)
  select $team, $hash, id, true, now() + interval '1 day' from connection`);

/** A connected agent of a member, without going through its consent. @returns its id */
export async function connectAgent(
  { database }: { readonly database: Database },
  { id: team, userId, personId }: { id: string; userId: string; personId: string },
): Promise<string> {
  const db = database.team(team);
  const values = { name: 'Dora via Claude', scope: 'full', userId, expiresAt: null } as const;
  const { id } = await createKey(db, team, values);
  await db.run(insert, { id, person: personId, hash: randomBytes(32) });
  return id;
}
