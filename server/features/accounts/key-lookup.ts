import ipaddr from 'ipaddr.js';
import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { enforcesTwoFactors } from '#server/operations/account-operation.ts';
import { type Member, memberOf, type Role } from '#server/operations/roles.ts';
import { teamOfAgentSecret } from '#server/platform/agent-token.ts';
import { isWellFormedKey } from '#server/platform/api-key.ts';
import type { Cidr } from '#server/platform/config.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { findHiddenInboxes } from './hidden-inboxes.ts';
import { cachedLookup } from './lookup-cache.ts';

/** Caller with an API key: the team and the permissions of the key. */
export interface Caller {
  readonly keyId: string;
  readonly scope: 'full' | 'read';
  /** User of a personal key. */
  readonly userId: string | null;
  /** Role and permissions of that user, if they have an account. */
  readonly member?: Member | undefined;
  /** Ids of the inboxes whose conversations that user may not see. */
  readonly hiddenInboxes: readonly string[];
  /** Max requests per minute; null applies the limit of the address. */
  readonly perMinute: number | null;
  readonly team: { readonly id: string; readonly slug: string; readonly strictTaxIds: boolean };
}

/** Connected agent of a person, with the endpoint for which its token was issued. */
export interface AgentCaller extends Caller {
  readonly userId: string;
  readonly resource: string;
}

export interface Keys {
  /**
   * Caller of the key in the Authorization header. Returns undefined alike for missing, malformed, unknown, expired and revoked keys, and
   * for keys not allowed from this address.
   */
  find(authorization: string | undefined, address: string): Promise<Caller | undefined>;
  /** Caller of the access token of a connected agent in the Authorization header; undefined if it is not valid. */
  findAgent(authorization: string | undefined): Promise<AgentCaller | undefined>;
  /** True for an access token in the Authorization header that is well formed, and that this process did not find valid recently. */
  isUnknownAgent(authorization: string | undefined): boolean;
  /**
   * Cached team of the key or access token in the Authorization header. The key was valid when last looked up. Used for fair queuing only; grants
   * no access.
   */
  cachedTeamId(authorization: string | undefined): string | undefined;
  /** Stores the time of last use of the keys used since the last call. */
  recordUse(): Promise<void>;
}

const find = platformStatement(`
  select k.id, k.scope, k.user_id, k.expires_at, k.allow_from, k.per_minute, t.id as team_id, t.slug, t.strict_tax_ids,
    case when u.person_id is not null then u.role end as role, u.sees_values, u.may_export
  from api_keys k join teams t on t.id = k.team_id left join users u on u.team_id = k.team_id and u.id = k.user_id
    left join people p on p.id = u.person_id
  where k.hash = $hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.suspended_at is null
    and p.disabled_at is null`);

const use = platformStatement(`
  update api_keys k set last_used_at = now() from unnest($teams::uuid[], $ids::uuid[]) used (team_id, id)
  where k.team_id = used.team_id and k.id = used.id`);

/**
 * Access token of a connected agent, with the rights that its person has now: not if they left the team, were suspended or disabled, or lack
 * the second factor that the team requires, or if the team does not allow agents.
 */
const findToken = platformStatement(`
  select k.id, k.scope, k.user_id, a.expires_at, k.per_minute, t.id as team_id, t.slug, t.strict_tax_ids, u.role, u.sees_values,
    u.may_export, c.resource
  from agent_tokens a join agent_connections c on c.team_id = a.team_id and c.id = a.connection_id
    join api_keys k on k.team_id = a.team_id and k.id = c.id
    join teams t on t.id = a.team_id
    join users u on u.team_id = a.team_id and u.id = k.user_id and u.person_id = c.person_id
    join people p on p.id = u.person_id
  where a.team_id = $team and a.hash = $hash and not a.is_refresh and a.expires_at > now() and k.revoked_at is null
    and u.suspended_at is null and p.disabled_at is null and t.allows_agents and (c.has_two_factors or not ${enforcesTwoFactors('t')})`);

/** True if the key is allowed from the address. IPv4-mapped IPv6 addresses count as IPv4. */
function isTakenFrom({ allowFrom }: CachedKey, address: string): boolean {
  if (!allowFrom) return true;
  // ::203.0.113.7 differs from 203.0.113.7, but the library treats them as equal.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return false;
  const from = ipaddr.process(address);
  return allowFrom.some(([start, bits]) => from.kind() === start.kind() && from.match(start, bits));
}

/** Key in an Authorization header, unverified. */
const keyOf = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];

/** Cached key. */
interface CachedKey {
  caller: Caller;
  /** Ranges from which the key is allowed; undefined allows all. */
  allowFrom: readonly Cidr[] | undefined;
  /** Expiry as Date.now(). */
  expires: number;
}

/** Looks up keys by hash and caches each for half a second. Unknown keys are never cached. */
export function keysIn(platform: Platform): Keys {
  const used = new Map<string, Caller>();
  const callerOf = async (row: Row): Promise<Caller> => ({
    keyId: row.id as string,
    scope: row.scope as Caller['scope'],
    userId: row.user_id as string | null,
    member:
      row.role === null
        ? undefined
        : memberOf(row.role as Role, row.sees_values === true, row.may_export === true),
    hiddenInboxes: await findHiddenInboxes(
      platform,
      row.team_id as string,
      row.user_id as string,
      row.role as Role | null,
    ),
    perMinute: row.per_minute as number | null,
    team: {
      id: row.team_id as string,
      slug: row.slug as string,
      strictTaxIds: row.strict_tax_ids as boolean,
    },
  });
  const tokens = cachedLookup(async (token: string) => {
    const team = teamOfAgentSecret('access', token);
    if (team === undefined) return undefined;
    const [row] = await platform.run(findToken, { team, hash: secretHash(token) });
    if (!row) return undefined;
    const agent: AgentCaller = {
      ...(await callerOf(row)),
      userId: row.user_id as string,
      resource: row.resource as string,
    };
    return { agent, expires: Date.parse(row.expires_at as string) };
  });
  const keys = cachedLookup(async (key: string): Promise<CachedKey | undefined> => {
    const [row] = await platform.run(find, { hash: secretHash(key) });
    if (!row) return undefined;
    const caller = await callerOf(row);
    const expires =
      row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at as string);
    const ranges = (row.allow_from ?? undefined) as string[] | undefined;
    return { caller, allowFrom: ranges?.map((range) => ipaddr.parseCIDR(range)), expires };
  });

  return {
    async find(authorization, address) {
      const key = keyOf(authorization);
      if (key === undefined || !isWellFormedKey(key)) return undefined;
      // An unusable key takes the same time as an unknown one, so callers cannot distinguish them.
      const isGood = (cached: CachedKey) =>
        cached.expires > Date.now() && isTakenFrom(cached, address);
      const cached = await keys.find(key, isGood);
      if (!cached || !isTakenFrom(cached, address)) return undefined;
      used.set(cached.caller.keyId, cached.caller);
      return cached.caller;
    },
    async findAgent(authorization) {
      const token = keyOf(authorization);
      if (token === undefined || teamOfAgentSecret('access', token) === undefined) return undefined;
      const cached = await tokens.find(token, ({ expires }) => expires > Date.now());
      if (!cached) return undefined;
      used.set(cached.agent.keyId, cached.agent);
      return cached.agent;
    },
    isUnknownAgent(authorization) {
      const token = keyOf(authorization);
      return (
        token !== undefined &&
        teamOfAgentSecret('access', token) !== undefined &&
        tokens.peek(token) === undefined
      );
    },
    cachedTeamId(authorization) {
      const key = keyOf(authorization);
      if (key === undefined) return undefined;
      return (keys.peek(key)?.caller ?? tokens.peek(key)?.agent)?.team.id;
    },
    async recordUse() {
      if (used.size === 0) return;
      const callers = [...used.values()];
      used.clear();
      await platform.run(use, {
        teams: callers.map((caller) => caller.team.id),
        ids: callers.map((caller) => caller.keyId),
      });
    },
  };
}
