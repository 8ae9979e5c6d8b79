import type { Platform } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import type { AccountContext } from '../../operations/account.ts';
import { storableAddress } from '../../operations/acting.ts';

/*
 * What people do with their account belongs to no team. Each team in which they are a member has the entry.
 */

const given = platformStatement(`
  insert into audit_entries (team_id, id, class, actor, actor_id, operation, record_type, record_id, after,
    request_id, session_id, address, salt, digest, created_at)
  select e.team_id, uuid7(e.at), 'access', $kind::actor_kind, case when $kind = 'user' then e.user_id end, $operation, 'users', e.user_id, $after::text,
    $request, $session::uuid, $address::inet, e.salt, audit_digest(e.salt, $address::inet, null, $after::text), e.at
  from (
    select u.team_id, u.id as user_id, clock_timestamp() as at, gen_random_uuid() as salt
    from users u where u.person_id = $person::uuid) e`);

/** What somebody did with an account. */
export interface Told {
  readonly personId: string;
  /** The name of the operation: `session.begin`. */
  readonly operation: string;
  /** The session that it was done in, or that it began. */
  readonly sessionId?: string | undefined;
  /** What became of it, for people to read: `{ methods: ['pwd', 'otp'] }`. No secret may be in it. */
  readonly after?: object;
  /** Whether it was tried by somebody who proved nothing: then nobody is known to have done it. */
  readonly isUnproven?: true;
}

/**
 * Writes an entry of what somebody did with an account into each team of the person's.
 * @param platform the transaction of what it tells of, or, where that is one statement, the platform itself
 */
export async function recordAccountAudit(
  platform: Pick<Platform, 'run'>,
  { asking, caller }: Pick<AccountContext, 'asking' | 'caller'>,
  { personId, operation, sessionId, after, isUnproven }: Told,
): Promise<void> {
  await platform.run(given, {
    kind: isUnproven ? 'system' : 'user',
    person: personId,
    operation,
    after: after === undefined ? null : JSON.stringify(after),
    request: asking.id,
    session: sessionId ?? caller?.sessionId ?? null,
    address: storableAddress(asking.address),
  });
}
