import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { enforcesTwoFactors, type SignedIn } from '#server/operations/account-operation.ts';
import { type Member, memberOf, type Role } from '#server/operations/roles.ts';
import type { MemberViewer } from '#server/operations/viewers.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { findHiddenInboxes } from './hidden-inboxes.ts';
import { cachedLookup } from './lookup-cache.ts';
import { removePushSubscriptions } from './push-subscriptions.ts';

/*
 * Sessions of people. A token contains the person's id, so that a cluster queries a single node, and 256 random bits, of which only the
 * SHA-256 is stored.
 */

/** Values of a new session. */
interface NewSession {
  readonly personId: string;
  /** Authentication methods: pwd, otp, recovery, passkey, oidc. */
  readonly methods: readonly string[];
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Device identified by its cookie. */
  readonly device?: string | undefined;
}

const insert = platformStatement(`
  insert into sessions (person_id, id, hash, methods, address, user_agent, device, expires_at)
  values ($person, $id, $hash, $methods, $address, $user_agent, $device, now() + interval '90 days')`);

/** Max active sessions of a person; the oldest beyond it are ended. */
const maxSessions = 20;
const endOldest = platformStatement(`
  update sessions set ended_at = now(), end_reason = 'too many sessions'
  where person_id = $person and ended_at is null and id in (
    select id from sessions where person_id = $person and ended_at is null
    order by created_at desc, id desc offset ${maxSessions})
  returning id`);

/** Starts a session. @returns its token, only for the browser, and the number of other sessions that it ended */
export async function startSession(
  tx: Platform,
  { personId, methods, address, userAgent, device }: NewSession,
): Promise<{ readonly id: string; readonly token: string; readonly ended: number }> {
  const id = uuidv7();
  const secret = randomBytes(32).toString('base64url');
  await tx.run(insert, {
    person: personId,
    id,
    hash: secretHash(secret),
    methods,
    address: address === 'unknown' ? null : address,
    user_agent: userAgent?.slice(0, 512) ?? null,
    device: device ?? null,
  });
  const ended = await tx.run(endOldest, { person: personId });
  await removePushSubscriptions(
    tx,
    personId,
    ended.map((row) => row.id as string),
  );
  return { id, token: `${personId}.${secret}`, ended: ended.length };
}

const renew = platformStatement(`
  update sessions set hash = $hash, methods = $methods, authenticated_at = now()
  where person_id = $person and id = $id and ended_at is null returning id`);

/**
 * Records a re-authentication. The session continues under a new token.
 * @returns the token; undefined if the session has ended
 */
export async function renewSession(
  tx: Platform,
  { personId, sessionId }: Pick<SignedIn, 'personId' | 'sessionId'>,
  methods: readonly string[],
): Promise<string | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const hash = secretHash(secret);
  const [renewed] = await tx.run(renew, { person: personId, id: sessionId, hash, methods });
  return renewed && `${personId}.${secret}`;
}

const recordProof = platformStatement(`
  update sessions set methods = methods || $method::text
  where person_id = $person and id = $id and ended_at is null and not ($method::text = any(methods))`);

/** Adds a factor to a session in which the person has just set it up. */
export async function addSessionFactor(
  tx: Platform,
  { personId, sessionId }: Pick<SignedIn, 'personId' | 'sessionId'>,
  method: 'otp' | 'passkey',
): Promise<void> {
  await tx.run(recordProof, { person: personId, id: sessionId, method });
}

const deleteFactor = platformStatement(`
  update sessions set methods = array(select m from unnest(methods) with ordinality as each (m, n)
    where m <> all($methods::text[]) order by n)
  where person_id = $person and ended_at is null and methods && $methods::text[]`);

/** Removes a factor from all sessions of a person, which no longer count as proven by it. */
export async function removeSessionFactor(
  tx: Platform,
  personId: string,
  methods: readonly ('otp' | 'recovery' | 'passkey')[],
): Promise<void> {
  await tx.run(deleteFactor, { person: personId, methods });
}

const end = platformStatement(`
  update sessions set ended_at = now(), end_reason = $reason
  where person_id = $person and ended_at is null and ($only::uuid is null or id = $only) and ($but::uuid is null or id <> $but)
  returning id`);

/**
 * Ends sessions of a person: one, all but one, or all. Takes effect on every node within a second.
 * @returns the number of sessions ended
 */
export async function endSessions(
  tx: Platform,
  personId: string,
  which: { readonly only?: string; readonly but?: string },
  reason: string,
): Promise<number> {
  const ended = await tx.run(end, {
    person: personId,
    only: which.only ?? null,
    but: which.but ?? null,
    reason,
  });
  await removePushSubscriptions(
    tx,
    personId,
    ended.map((row) => row.id as string),
  );
  return ended.length;
}

/** Membership of a person in a team. */
interface Membership extends Member {
  readonly team: { readonly id: string; readonly slug: string; readonly strictTaxIds: boolean };
  readonly userId: string;
  /** Ids of the inboxes whose conversations they may not see. */
  readonly hiddenInboxes: readonly string[];
  /** True if the team requires two factors. */
  readonly needsTwoFactors: boolean;
}

export interface Sessions {
  /** Signed-in person of a session's token; undefined if it is invalid or expired, or the person is disabled. */
  find(token: string): Promise<SignedIn | undefined>;
  /** Membership of a person in a team; undefined if the team does not exist, or they are not a member or are suspended. */
  membership(personId: string, slug: string): Promise<Membership | undefined>;
  /** Current authentication methods of a session, bypassing the cache. */
  methods(session: Pick<SignedIn, 'personId' | 'sessionId'>): Promise<readonly string[]>;
  /** Cached team of a member. */
  cachedTeamId(token: string, slug: string): string | undefined;
  /** Cached person of a session. */
  person(token: string): string | undefined;
  /** Counts a member as present: the panel is open. */
  recordPresence(member: Pick<MemberViewer, 'teamId' | 'userId'>): void;
  /** Stores the time of last use of the sessions used, and of presence of the members seen, since the last call. */
  recordUse(): Promise<void>;
}

const find = platformStatement(`
  select s.id, s.person_id, s.methods, s.authenticated_at, p.name, p.email, p.locale, p.time_zone, p.is_operator
  from sessions s join people p on p.id = s.person_id
  where s.person_id = $person and s.hash = $hash and s.ended_at is null and s.expires_at > now()
    and s.seen_at > now() - interval '30 days' and p.disabled_at is null`);

const member = platformStatement(`
  select t.id as team_id, t.slug, t.strict_tax_ids, ${enforcesTwoFactors('t')} as needs_two_factors, u.id, u.role, u.sees_values, u.may_export
  from teams t join users u on u.team_id = t.id
  where t.slug = $slug and u.person_id = $person and u.suspended_at is null`);

const methods = platformStatement(
  'select methods from sessions where person_id = $person and id = $id and ended_at is null',
);

const use = platformStatement(`
  update sessions s set seen_at = now() from unnest($people::uuid[], $ids::uuid[]) used (person_id, id)
  where s.person_id = used.person_id and s.id = used.id`);
/** Precise to the minute only, as rows of users are read at every request. */
const see = platformStatement(`
  update users u set seen_at = now() from unnest($teams::uuid[], $ids::uuid[]) seen (team_id, id)
  where u.team_id = seen.team_id and u.id = seen.id and (u.seen_at is null or u.seen_at < now() - interval '1 minute')`);

const signedIn = (row: Row): SignedIn => ({
  sessionId: row.id as string,
  personId: row.person_id as string,
  name: row.name as string,
  email: row.email as string,
  locale: row.locale as string,
  timeZone: row.time_zone as string,
  isOperator: row.is_operator as boolean,
  methods: row.methods as string[],
  authenticatedAt: Date.parse(row.authenticated_at as string),
});

const membershipOf = (row: Row, hiddenInboxes: readonly string[]): Membership => ({
  team: {
    id: row.team_id as string,
    slug: row.slug as string,
    strictTaxIds: row.strict_tax_ids as boolean,
  },
  userId: row.id as string,
  ...memberOf(row.role as Role, row.sees_values as boolean, row.may_export as boolean),
  hiddenInboxes,
  needsTwoFactors: row.needs_two_factors as boolean,
});

/** Looks up a session's token in the database; undefined if it is invalid or expired, or the person is disabled. */
export async function findSession(tx: Platform, token: string): Promise<SignedIn | undefined> {
  const [person = '', secret = ''] = token.split('.');
  if (!isUuid(person) || !/^[\w-]{43}$/.test(secret)) return undefined;
  const [row] = await tx.run(find, { person, hash: secretHash(secret) });
  return row && signedIn(row);
}

/** Looks up sessions by token, with a cache. */
export function sessionsIn(platform: Platform): Sessions {
  const sessions = cachedLookup((token: string) => findSession(platform, token));
  const memberships = cachedLookup(async (key: string) => {
    const [person, slug] = key.split(' ');
    const [row] = await platform.run(member, { person, slug });
    return (
      row &&
      membershipOf(
        row,
        await findHiddenInboxes(
          platform,
          row.team_id as string,
          row.id as string,
          row.role as Role,
        ),
      )
    );
  });
  const used = new Map<string, string>();
  const seen = new Map<string, string>();
  return {
    async find(token) {
      const session = await sessions.find(token);
      if (session) used.set(session.sessionId, session.personId);
      return session;
    },
    async membership(personId, slug) {
      // Text that cannot be a slug, especially with NUL, is not sent to the database.
      if (!/^[a-z0-9-]{1,80}$/.test(slug)) return undefined;
      const cachedMembership = await memberships.find(`${personId} ${slug}`);
      if (cachedMembership) seen.set(cachedMembership.userId, cachedMembership.team.id);
      return cachedMembership;
    },
    async methods({ personId, sessionId }) {
      const [row] = await platform.run(methods, { person: personId, id: sessionId });
      return (row?.methods ?? []) as string[];
    },
    person: (token) => sessions.peek(token)?.personId,
    cachedTeamId(token, slug) {
      const person = sessions.peek(token)?.personId;
      return person && memberships.peek(`${person} ${slug}`)?.team.id;
    },
    recordPresence({ teamId, userId }) {
      seen.set(userId, teamId);
    },
    async recordUse() {
      const all = [...used];
      used.clear();
      if (all.length > 0)
        await platform.run(use, {
          people: all.map(([, person]) => person),
          ids: all.map(([id]) => id),
        });
      if (seen.size === 0) return;
      const members = [...seen];
      seen.clear();
      await platform.run(see, {
        teams: members.map(([, team]) => team),
        ids: members.map(([id]) => id),
      });
    },
  };
}
