import ipaddr from 'ipaddr.js';
import type { Platform } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import { type Member, memberOf, type Role } from '../../operations/roles.ts';
import { isWellFormedKey } from '../../platform/api-key.ts';
import type { Cidr } from '../../platform/config.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { asking } from './asking.ts';

/** Who calls: the team that a key stands for, and what the key allows. */
export interface Caller {
  readonly keyId: string;
  readonly scope: 'full' | 'read';
  /** The user who made the key. */
  readonly userId: string | null;
  /** What that user is, where they have an account. */
  readonly member?: Member | undefined;
  /** How many requests a minute the key may make; null: as many as its address. */
  readonly perMinute: number | null;
  readonly team: { readonly id: string; readonly slug: string; readonly strictTaxIds: boolean };
}

export interface Keys {
  /**
   * The caller whose key the Authorization header carries; undefined when there is none: missing, malformed,
   * unknown, expired, revoked, and not taken from this address look the same.
   */
  find(authorization: string | undefined, address: string): Promise<Caller | undefined>;
  /**
   * The team of the key that the Authorization header carries, as far as it is remembered without asking: the key was valid when
   * it was last asked for. That is good enough to tell whose turn it is, and opens nothing.
   */
  known(authorization: string | undefined): string | undefined;
  /** Writes down which keys were used since the last time. */
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

/** Whether a key is taken from an address. An IPv4 address is one also where it is written inside IPv6. */
function isTakenFrom({ allowFrom }: Found, address: string): boolean {
  if (!allowFrom) return true;
  // ::203.0.113.7 is another address than 203.0.113.7, which the library takes it for.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return false;
  const from = ipaddr.process(address);
  return allowFrom.some(([start, bits]) => from.kind() === start.kind() && from.match(start, bits));
}

/** The key that an Authorization header carries, whether there is such a key or not. */
const keyOf = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];

/** A caller, wherever from. */
interface Found {
  caller: Caller;
  /** The ranges that the key is taken from; undefined: from everywhere. */
  allowFrom: readonly Cidr[] | undefined;
  /** By the clock that its expiry goes by. */
  expires: number;
}

/** Looks keys up by their hash and remembers each for half a second. Unknown keys are never remembered. */
export function keysIn(platform: Platform): Keys {
  const used = new Map<string, Caller>();
  const keys = asking(async (key: string): Promise<Found | undefined> => {
    const [row] = await platform.run(find, { hash: secretHash(key) });
    if (!row) return undefined;
    const caller: Caller = {
      keyId: row.id as string,
      scope: row.scope as Caller['scope'],
      userId: row.user_id as string | null,
      member:
        row.role === null
          ? undefined
          : memberOf(row.role as Role, row.sees_values === true, row.may_export === true),
      perMinute: row.per_minute as number | null,
      team: {
        id: row.team_id as string,
        slug: row.slug as string,
        strictTaxIds: row.strict_tax_ids as boolean,
      },
    };
    const expires =
      row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at as string);
    const ranges = (row.allow_from ?? undefined) as string[] | undefined;
    return { caller, allowFrom: ranges?.map((range) => ipaddr.parseCIDR(range)), expires };
  });

  return {
    async find(authorization, address) {
      const key = keyOf(authorization);
      if (key === undefined || !isWellFormedKey(key)) return undefined;
      // Who may not use it waits for an answer as with a key that there is not: nothing tells the two apart.
      const isGood = (found: Found) => found.expires > Date.now() && isTakenFrom(found, address);
      const found = await keys.find(key, isGood);
      if (!found || !isTakenFrom(found, address)) return undefined;
      used.set(found.caller.keyId, found.caller);
      return found.caller;
    },
    known(authorization) {
      const key = keyOf(authorization);
      return key === undefined ? undefined : keys.peek(key)?.caller.team.id;
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
