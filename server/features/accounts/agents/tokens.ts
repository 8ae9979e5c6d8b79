import { createHash, timingSafeEqual } from 'node:crypto';
import type { TeamDb } from '#server/db/database.ts';
import { removes } from '#server/db/removal.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import { attributedTo, recordAudit } from '#server/events/audit.ts';
import { storableAddress } from '#server/operations/audit-attribution.ts';
import { newAgentSecret } from '#server/platform/agent-token.ts';
import { newKey } from '#server/platform/api-key.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { createKey } from '../teams.ts';
import type { AgentScope, AuthorizationRequest } from './authorization-request.ts';
import { hostOfClient, isResource } from './authorization-request.ts';

/*
 * Authorization codes and tokens of connected agents (docs/adr/0248-oauth.md). A connection is an API key of its person, so that the person's
 * rights, the audit log and limits apply to it as to any key; it has tokens instead of a secret.
 */

/** Lifetimes in seconds. */
export const lifetimes = { code: 60, access: 3_600, refresh: 30 * 86_400 } as const;

/** Connections that one member may have in a team; the oldest beyond them end. */
const maxConnections = 50;

export interface Grantor {
  readonly personId: string;
  readonly userId: string;
  readonly hasTwoFactors: boolean;
}

const insertCode = teamStatement(`
  insert into agent_codes (team_id, hash, person_id, user_id, client_id, client_name, client_host, redirect_uri, challenge, resource, scope,
    has_two_factors, expires_at)
  values ($team, $hash, $person, $user, $client, $name, $host, $redirect, $challenge, $resource, $scope, $two,
    now() + interval '${lifetimes.code} seconds')`);

/** Issues an authorization code for a member of the team. */
export async function issueCode(
  db: TeamDb,
  request: AuthorizationRequest,
  scope: AgentScope,
  { personId, userId, hasTwoFactors }: Grantor,
): Promise<string> {
  const code = newAgentSecret('code', db.id);
  await db.run(insertCode, {
    hash: secretHash(code),
    person: personId,
    user: userId,
    client: request.client.id,
    name: request.client.name,
    host: hostOfClient(request),
    redirect: request.redirectUri,
    challenge: request.challenge,
    resource: request.resource,
    scope,
    two: hasTwoFactors,
  });
  return code;
}

/** Tokens for a client. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: AgentScope;
}

/** Reason that no tokens are issued: error code of RFC 6749, 5.2, or of RFC 8707. */
export type TokenRefusal = 'invalid_grant' | 'invalid_target' | 'invalid_scope';

const insertTokens = teamStatement(`
  insert into agent_tokens (team_id, hash, connection_id, is_refresh, expires_at) values
    ($team, $access, $connection, false, now() + interval '${lifetimes.access} seconds'),
    ($team, $refresh, $connection, true, now() + interval '${lifetimes.refresh} seconds')`);

async function issueTokens(
  tx: TeamDb,
  connection: string,
  scope: AgentScope,
): Promise<IssuedTokens> {
  const accessToken = newAgentSecret('access', tx.id);
  const refreshToken = newAgentSecret('refresh', tx.id);
  await tx.run(insertTokens, {
    connection,
    access: secretHash(accessToken),
    refresh: secretHash(refreshToken),
  });
  return { accessToken, refreshToken, scope };
}

const lockCode = teamStatement(`
  select person_id, user_id, client_id, client_name, client_host, redirect_uri, challenge, resource, scope, has_two_factors, connection_id,
    expires_at > now() as is_valid
  from agent_codes c where ${isOfTeam('c')} and hash = $hash for update`);

/** The member's row is locked: a removal that runs at the same time waits, and then revokes the key. */
const lockMember = teamStatement(`
  select u.name from users u
  where ${isOfTeam('u')} and u.id = $user and u.person_id = $person and u.suspended_at is null
    and exists (select from teams t where t.id = $team and t.allows_agents)
  for share`);

const insertConnection = teamStatement(`
  insert into agent_connections (team_id, id, person_id, client_id, client_name, client_host, resource, has_two_factors)
  values ($team, $id, $person, $client, $name, $host, $resource, $two)`);

const redeem = teamStatement(
  'update agent_codes set connection_id = $connection where team_id = $team and hash = $hash',
);

const revokeKeys = (condition: string) => `
  update api_keys k set revoked_at = clock.now from (select now()) clock (now)
  where k.team_id = $team and k.revoked_at is null and ${condition} returning k.id, k.revoked_at`;

const revokeOne = teamStatement(revokeKeys('k.id = $id'));

const endOldest = teamStatement(
  revokeKeys(`k.id in (
    select o.id from api_keys o join agent_connections c on c.team_id = o.team_id and c.id = o.id
    where o.team_id = $team and o.user_id = $user and o.revoked_at is null
    order by o.created_at desc, o.id desc offset ${maxConnections})`),
);

/** Ends a connection: its tokens are refused within a second on every node. @returns true if it existed and had not ended */
async function endConnection(tx: TeamDb, id: string): Promise<boolean> {
  const [row] = await tx.run(revokeOne, { id });
  if (row) await recordAudit(tx, { type: 'keys', id, after: { revoked_at: row.revoked_at } });
  return row !== undefined;
}

/** Request of the token endpoint. */
export interface TokenRequest {
  readonly clientId: string;
  /** RFC 8707. */
  readonly resources: readonly string[];
  readonly requestId: string;
  readonly address: string;
}

/** True if a verifier matches a challenge (RFC 7636, S256). */
function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const hash = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return expected.length === hash.length && timingSafeEqual(hash, expected);
}

const attributed = (
  db: TeamDb,
  operation: string,
  userId: string | null,
  { requestId, address }: TokenRequest,
) =>
  attributedTo(db, {
    acting_kind: userId === null ? 'system' : 'user',
    acting_id: userId,
    acting_for: null,
    acting_in: operation,
    acting_class: 'access',
    acting_request: requestId,
    acting_session: null,
    acting_from: storableAddress(address),
  });

const maxKeyName = 255;
const keyName = (member: string, client: string) =>
  [...`${member} via ${client}`].slice(0, maxKeyName).join('');

/**
 * Exchanges a code for tokens, exactly once. A second use ends the connection that the first one made, because one of both users has stolen
 * the code.
 */
export function redeemCode(
  db: TeamDb,
  request: TokenRequest & {
    readonly code: string;
    readonly verifier: string;
    readonly redirectUri: string | undefined;
  },
): Promise<IssuedTokens | TokenRefusal> {
  return db.transaction(async (plain) => {
    const hash = secretHash(request.code);
    const [row] = await plain.run(lockCode, { hash });
    if (!row) return 'invalid_grant';
    const tx = attributed(plain, 'agents.approve', row.user_id as string, request);
    if (row.connection_id !== null) {
      const misused = attributed(plain, 'agents.end_misused', null, request);
      await endConnection(misused, row.connection_id as string);
      return 'invalid_grant';
    }
    const isRightful =
      row.is_valid === true &&
      row.client_id === request.clientId &&
      (request.redirectUri === undefined || row.redirect_uri === request.redirectUri) &&
      provesChallenge(request.verifier, row.challenge as string);
    if (!isRightful) return 'invalid_grant';
    const resource = row.resource as string;
    if (!request.resources.every((text) => isResource(text, resource))) return 'invalid_target';
    const user = row.user_id as string;
    const [member] = await tx.run(lockMember, { user, person: row.person_id });
    if (!member) return 'invalid_grant';
    const scope = row.scope as AgentScope;
    const name = keyName(member.name as string, row.client_name as string);
    // The secret of this key is never returned: only its tokens are accepted.
    const { id } = await createKey(tx, tx.id, {
      name,
      scope,
      userId: user,
      expiresAt: null,
      key: newKey(),
    });
    await tx.run(insertConnection, {
      id,
      person: row.person_id,
      client: row.client_id,
      name: row.client_name,
      host: row.client_host,
      resource,
      two: row.has_two_factors,
    });
    await tx.run(redeem, { hash, connection: id });
    await recordAudit(tx, {
      type: 'keys',
      id,
      after: { name, scope, client: row.client_id },
    });
    for (const ended of await tx.run(endOldest, { user }))
      await recordAudit(tx, {
        type: 'keys',
        id: ended.id as string,
        after: { revoked_at: ended.revoked_at },
      });
    return issueTokens(tx, id, scope);
  });
}

const lockToken = teamStatement(`
  select t.connection_id, t.is_refresh, t.used_at is not null as is_used, t.expires_at > now() as is_valid
  from agent_tokens t where ${isOfTeam('t')} and t.hash = $hash for update`);

const connection = teamStatement(`
  select c.client_id, c.resource, k.scope
  from agent_connections c join api_keys k on k.team_id = c.team_id and k.id = c.id
    join users u on u.team_id = k.team_id and u.id = k.user_id and u.person_id = c.person_id
    join people p on p.id = u.person_id join teams t on t.id = c.team_id
  where ${isOfTeam('c')} and c.id = $id and k.revoked_at is null and u.suspended_at is null and p.disabled_at is null and t.allows_agents`);

const spend = teamStatement(`
  update agent_tokens t set used_at = clock.now from (select now()) clock (now) where t.team_id = $team and t.hash = $hash`);

/**
 * Exchanges a refresh token for new tokens. Each is valid once: a second use ends the connection, because one of both users has stolen it.
 */
export function refreshTokens(
  db: TeamDb,
  request: TokenRequest & { readonly refreshToken: string; readonly scope: string | undefined },
): Promise<IssuedTokens | TokenRefusal> {
  return db.transaction(async (tx) => {
    const hash = secretHash(request.refreshToken);
    const [token] = await tx.run(lockToken, { hash });
    if (token?.is_refresh !== true || token.is_valid !== true) return 'invalid_grant';
    const id = token.connection_id as string;
    if (token.is_used === true) {
      await endConnection(attributed(tx, 'agents.end_misused', null, request), id);
      return 'invalid_grant';
    }
    const [granted] = await tx.run(connection, { id });
    if (granted?.client_id !== request.clientId) return 'invalid_grant';
    const resource = granted.resource as string;
    if (!request.resources.every((text) => isResource(text, resource))) return 'invalid_target';
    const scope = granted.scope as AgentScope;
    const names = request.scope?.split(' ') ?? [];
    if (names.includes('full') && scope !== 'full') return 'invalid_scope';
    await tx.run(spend, { hash });
    return issueTokens(tx, id, scope);
  });
}

const findClientOf = teamStatement(
  `select client_id from agent_connections c where ${isOfTeam('c')} and id = $id`,
);
const deleteToken = teamStatement(
  'delete from agent_tokens where team_id = $team and hash = $hash and not is_refresh',
);

/** Revokes a token at its client's request (RFC 7009). A refresh token ends the whole connection. */
export function revokeToken(db: TeamDb, token: string, request: TokenRequest): Promise<void> {
  return db.transaction(async (tx) => {
    const hash = secretHash(token);
    const [row] = await tx.run(lockToken, { hash });
    if (!row) return;
    const id = row.connection_id as string;
    const [owner] = await tx.run(findClientOf, { id });
    if (owner?.client_id !== request.clientId) return;
    if (row.is_refresh === true)
      await endConnection(attributed(tx, 'agents.end_by_client', null, request), id);
    else await tx.run(deleteToken, { hash });
  });
}

/** Codes that can no longer be redeemed. */
export const removeAgentCodes = removes('agent_codes', 'team_id, hash', 'expires_at', '1 day');

/** Expired tokens. */
export const removeAgentTokens = removes('agent_tokens', 'team_id, hash', 'expires_at', '1 day');
