import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import type { Actor } from '#server/operations/context.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { conflict, forbidden, invalid } from '#server/platform/errors.ts';
import { mustText } from '#server/records/crud-queries.ts';
import { about, link, oneOf, timestamp, withDefault } from '#server/records/fields.ts';
import { parsed } from '#server/records/read-after-write.ts';
import { getStatement } from '#server/records/statements.ts';
import { createKey } from '../teams.ts';
import { apiKeys, keyFields } from './table.ts';

/*
 * API keys. Admins create them for the team or for themselves; only the operator creates keys of other users.
 */

const { one } = apiKeys;
const item = `${apiKeys.path}/:id`;
const shownOnce = { api_key: 'The key itself. Returned only once, in this response.' };

const hasUser = teamStatement('select id from users where team_id = $team and id = $id');
const get = getStatement(apiKeys);

type NewKeyResult = { readonly id: string; readonly api_key: string };

/** Record of a new key with its secret, which is shown only once. @param further additional values for the audit entry */
async function newKeyRecord(
  tx: TeamDb,
  { id, api_key }: NewKeyResult,
  further = {},
): Promise<NewKeyResult> {
  const [row] = await tx.run(get, { id });
  const { user: _, ...key } = parsed<NewKeyResult & { user: object | null }>(mustText(row));
  await recordAudit(tx, { type: 'keys', id, after: { ...key, ...further } });
  return { ...parsed<NewKeyResult>(mustText(row)), api_key };
}

const isForeign = (actor: Actor, user: string | null) =>
  actor.kind === 'user' && user !== null && user.toLowerCase() !== actor.userId;

export const createApiKey = operation({
  name: 'keys.create',
  id: 'createKey',
  summary: 'Create an API key; its secret is returned only once',
  note: 'With your own user_id, the key is personal; without user_id, it belongs to the team.',
  cli: 'key create',
  allow: { operator: true, user: 'admin' },
  fresh: true,
  panel: { method: 'POST', path: apiKeys.path, status: 201 },
  emits: [],
  input: {
    fields: {
      name: keyFields.name,
      scope: about(
        'full: read and write. read: read only.',
        withDefault(oneOf('key_scope', ['full', 'read']), 'full'),
      ),
      expires_at: timestamp,
      allow_from: keyFields.allow_from,
      per_minute: keyFields.per_minute,
      user_id: about('The user of the key.', link('users')),
    },
  },
  output: { kind: 'record', table: apiKeys, shownOnce },
  one,
  run: ({ db, actor }, { values }) =>
    db.transaction(async (tx) => {
      const { name, scope, expires_at, allow_from, per_minute, user_id } = values;
      if (isForeign(actor, user_id))
        throw invalid(
          'user_id must be your own, or null for a key of the team.',
          'user_id',
          'not_allowed',
          { reason: 'own_name' },
        );
      if (user_id !== null && (await tx.run(hasUser, { id: user_id })).length === 0)
        throw invalid(`The team has no user ${user_id}.`, 'user_id', 'not_found');
      const made = await createKey(tx, tx.id, {
        name,
        scope,
        userId: user_id,
        expiresAt: expires_at === null ? null : new Date(expires_at),
        allowFrom: allow_from,
        perMinute: per_minute,
      });
      return newKeyRecord(tx, made);
    }),
});

const lockTeam = teamStatement(`
  select name, scope, user_id, allow_from, per_minute, expires_at, created_at,
    revoked_at is not null or coalesce(expires_at <= now(), false) as is_over, expires_at - created_at + now() as next_end
  from api_keys k where team_id = $team and id = $id
    and not exists (select from agent_connections a where a.team_id = $team and a.id = $id) for update`);

const end = teamStatement(`
  update api_keys set expires_at = least(expires_at, latest.at)
  from (select coalesce($until::timestamptz, now() + interval '1 day')) latest (at)
  where team_id = $team and id = $id`);

const rotate = operation({
  name: 'keys.rotate',
  id: 'rotateKey',
  summary: 'Rotate an API key',
  note: 'Creates a key with the same name, scope, user, addresses and rate limit. The new key has the original lifetime of the old one, starting now, unless expires_at is given. The old key expires at old_expires_at (default: in 24 hours), but never later than it would have otherwise. Only the user of a personal key can rotate it.',
  allow: { user: 'admin' },
  fresh: true,
  panel: { method: 'POST', path: `${item}/rotate`, status: 201 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      old_expires_at: about('When the old key expires. Default: in 24 hours.', timestamp),
      expires_at: timestamp,
    },
  },
  output: { kind: 'record', table: apiKeys, shownOnce },
  mayFail: ['CONFLICT'],
  one,
  run: ({ db, actor }, { id, values }) =>
    db.transaction(async (tx) => {
      const [old] = await tx.run(lockTeam, { id });
      if (!old) return undefined;
      const userId = old.user_id as string | null;
      if (isForeign(actor, userId))
        throw forbidden('The key is personal: only its user can rotate it.', 'own_name');
      if (old.is_over === true)
        throw conflict('The key was revoked or has expired: create another.', 'revoked');
      const until = values.expires_at ?? (old.next_end as string | null);
      const made = await createKey(tx, tx.id, {
        name: old.name as string,
        scope: old.scope as 'full' | 'read',
        userId,
        expiresAt: until === null ? null : new Date(until),
        allowFrom: old.allow_from as readonly string[] | null,
        perMinute: old.per_minute as number | null,
      });
      await tx.run(end, { id, until: values.old_expires_at });
      return newKeyRecord(tx, made, { instead_of: id });
    }),
});

const allKeys = teamStatement(`
  select id, name, scope, user_id, allow_from as allow, per_minute as rate, created_at, last_used_at, expires_at, revoked_at
  from api_keys where team_id = $team order by created_at, id`);

export const listKeys = operation({
  name: 'keys.list',
  id: 'listKeys',
  summary: "List a team's keys, without their secrets",
  cli: 'key list',
  allow: { operator: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: ['keys'] },
  one: 'key',
  run: async ({ db }) => ({ keys: await db.run(allKeys) }),
});

const revoke = teamStatement(`
  with old as materialized (select id, revoked_at from api_keys where team_id = $team and id = $id for no key update)
  update api_keys k set revoked_at = coalesce(old.revoked_at, clock.now) from old, (select now()) clock (now)
  where k.team_id = $team and k.id = old.id returning k.id, k.revoked_at, old.revoked_at is null as is_new`);

export const revokeKey = operation({
  name: 'keys.revoke',
  id: 'revokeKey',
  summary: 'Revoke an API key; takes effect on every node within a second',
  note: 'The key stays listed, with its revoked_at. Repeating it has no effect.',
  cli: 'key revoke',
  allow: { operator: true, user: 'admin' },
  fresh: true,
  panel: { method: 'DELETE', path: item, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'deleted', table: apiKeys, keys: { id: '', revoked_at: '' } },
  one: 'key',
  run: ({ db }, { id }): Promise<Row | undefined> =>
    db.transaction(async (tx) => {
      const [row] = await tx.run(revoke, { id });
      if (!row) return undefined;
      const { is_new: isNew, ...revoked } = row;
      if (isNew === true)
        await recordAudit(tx, { type: 'keys', id, after: { revoked_at: row.revoked_at } });
      return revoked;
    }),
});

/** Panel operations on keys, except create, rotate and revoke. */
export const keyOperations: readonly Operation[] = [
  ...panelReads(
    reads(apiKeys),
    { list: ['keys.page', 'listApiKeys'], get: ['keys.get', 'getApiKey'] },
    'admin',
  ),
  createApiKey,
  rotate,
  listKeys,
  revokeKey,
];
