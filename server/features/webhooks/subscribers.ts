import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { namedOnly } from '#server/events/catalogue.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { secretsOf } from './endpoint-secrets.ts';

/** An active endpoint with its secrets. */
export interface Subscriber {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** The current one and, for a day after a rotation, the previous one; undefined if they cannot be decrypted. */
  readonly secrets: readonly [string, ...string[]] | undefined;
}

const select = teamStatement(`
  select w.id, w.name, w.url, w.secret_token,
    case when w.previous_secret_until > now() then w.previous_secret end as previous_secret
  from webhooks w
  where w.team_id = $team and w.is_active and w.url is not null
    and ($id::uuid is null or w.id = $id)
    and ($id::uuid is not null or $kind::text = any (w.events) or ($is_common::boolean and '*' = any (w.events)))
  order by w.id`);

/** Active endpoints that receive events of a kind; only the named one, if an id is set, regardless of its events. */
export async function subscribersOf(
  db: TeamDb,
  secrets: Secrets,
  kind: string,
  id: string | undefined,
): Promise<Subscriber[]> {
  const isCommon = !(namedOnly as readonly string[]).includes(kind);
  const rows = await db.run(select, { id: id ?? null, kind, is_common: isCommon });
  return rows.map((row) => {
    const endpoint = String(row.id);
    const { current, previous } = secretsOf(secrets, db.id, endpoint, row);
    return {
      id: endpoint,
      name: String(row.name),
      url: String(row.url),
      secrets:
        current === undefined
          ? undefined
          : [current, ...(previous === undefined ? [] : [previous])],
    };
  });
}
