import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { AccountContext } from '#server/operations/account-operation.ts';
import { storableAddress } from '#server/operations/audit-attribution.ts';

/*
 * Audit of changes to accounts. Accounts belong to no team, so every team of the person gets an entry.
 */

const insertEntries = platformStatement(`
  with e as materialized (
    select u.team_id, u.id as user_id, clock_timestamp() as at, gen_random_uuid() as salt
    from users u where u.person_id = $person::uuid and ($only::uuid is null or u.team_id = $only)
  ), noticed as (
    insert into live_notices (team_id, id, record_type, record_id, created_at)
    select e.team_id, uuid7(e.at), n.type, case n.type when $type then $record::uuid else e.user_id end, e.at
    from e cross join unnest($noticed::text[]) n (type)
  )
  insert into audit_entries (team_id, id, class, actor, actor_id, operation, record_type, record_id, before, after,
    request_id, session_id, address, salt, digest, created_at)
  select e.team_id, uuid7(e.at), 'access', $kind::actor_kind, case when $kind = 'user' then e.user_id end, $operation,
    coalesce($type::text, 'users'), coalesce($record::uuid, e.user_id), $before::text, $after::text,
    $request, $session::uuid, $address::inet, e.salt, audit_digest(e.salt, $address::inet, $before::text, $after::text), e.at
  from e`);

/** An account operation to audit. */
interface AccountAction {
  readonly personId: string;
  /** Name of the operation: `session.begin`. */
  readonly operation: string;
  /** Session in which it was done, or that it began. */
  readonly sessionId?: string | undefined;
  /** Changed values before and after, human-readable: `{ methods: ['pwd', 'otp'] }`. Must not contain secrets. */
  readonly before?: object;
  readonly after?: object;
  /** True if the caller had not proven their identity; the entry then names no user. */
  readonly isUnproven?: true;
  /** Affected record, if it belongs to one team and is not the member. */
  readonly record?: { readonly team: string; readonly type: string; readonly id: string };
}

/** Notices to live streams. Sign-in methods are private and emit none. */
function noticesFor({ record, before, after }: Pick<AccountAction, 'record' | 'before' | 'after'>) {
  const isShown = ['name', 'email', 'role', 'picture'].some(
    (name) => name in { ...before, ...after },
  );
  return isShown ? [...(record ? [record.type] : []), 'members', 'users'] : [];
}

const written = (values: object | undefined) =>
  values === undefined ? null : JSON.stringify(values);

/**
 * Writes an audit entry of an account operation into each of the person's teams.
 * @param tx the transaction of the operation
 */
export async function recordAccountAudit(
  tx: Pick<Platform, 'run'>,
  { request: asking, caller }: Pick<AccountContext, 'request' | 'caller'>,
  action: AccountAction,
): Promise<void> {
  const { personId, operation, sessionId, before, after, isUnproven, record } = action;
  await tx.run(insertEntries, {
    kind: isUnproven ? 'system' : 'user',
    person: personId,
    operation,
    only: record?.team ?? null,
    type: record?.type ?? null,
    record: record?.id ?? null,
    noticed: noticesFor(action),
    before: written(before),
    after: written(after),
    request: asking.id,
    session: sessionId ?? (caller?.personId === personId ? caller.sessionId : null),
    address: storableAddress(asking.address),
  });
}
