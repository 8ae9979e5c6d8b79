import { createHmac, randomBytes } from 'node:crypto';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { ApiError } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { hashPassword, verifyPassword } from './people/passwords.ts';

/*
 * Links for clients, which need no account: 256-bit tokens, stored as hashes, with an optional PIN.
 */

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Creates the token of a link, and the hash to store. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: secretHash(token) };
}

/** Stored hash of a token; undefined for a text that cannot be one. */
export const hashOfToken = (token: string): Buffer | undefined =>
  tokenShape.test(token) ? secretHash(token) : undefined;

/** Target of a valid link. */
export interface Linked {
  readonly id: string;
  readonly pin: Buffer | null;
  /** Expiry of the link, as Date.now(). */
  readonly until: number;
}

/**
 * SQL condition: the link of a row was not revoked, has not expired, and the person who created it is still an active member of the
 * team, in any role.
 */
export const isLinkValid = (
  q: string,
): string => `${q}.revoked_at is null and ${q}.expires_at > now()
  and (${q}.link_issuer_person_id is null or exists (
    select from users maker join people p on p.id = maker.person_id
    where maker.team_id = ${q}.team_id and maker.person_id = ${q}.link_issuer_person_id and maker.suspended_at is null
      and p.disabled_at is null))`;

/** SQL: person of a team's user; null for a user without an account. */
export const personOf = (user: string): string =>
  `(select u.person_id from users u where u.team_id = $team and u.id = ${user}::uuid)`;

// PINs -------------------------------------------------------------------------------------------

/** Wrong attempts in a row without delay; each further one doubles the wait. */
const freeFailures = 4;
const maxWaitSeconds = 900;
/** Total wrong attempts after which the link is disabled; the team must create another. */
const maxFailures = 20;
const passHours = 12;

/** Hash of a PIN to store; null without a PIN. */
export const pinHash = async (
  settings: Context['settings'],
  pin: string | null,
): Promise<Buffer | null> => (pin === null ? null : hashPassword(settings, pin));

const proofOf = (key: string, { id, pin }: Linked, until: string) =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${id}/${pin?.toString('base64') ?? ''}/${until}`)
    .digest('base64url');

export interface Pins {
  /**
   * Checks a PIN. Each attempt counts as wrong until verified, so parallel attempts gain nothing.
   * @returns true if the PIN is right
   * @throws ApiError RATE_LIMITED after too many wrong attempts
   */
  check(ctx: Pick<Context, 'db' | 'settings'>, linked: Linked, pinInput: string): Promise<boolean>;
  /** Cookie value for a browser that entered the PIN. Valid for this PIN, for twelve hours. */
  proof(secrets: Secrets, linked: Linked, now?: number): string;
  /** True if the browser has entered the PIN, or the link has none. */
  hasShown(secrets: Secrets, linked: Linked, proof: string | undefined, now?: number): boolean;
}

/** PINs of the links that a table stores. @param purpose of the key that signs their cookies */
export function pinsOf(table: 'approval_requests' | 'client_report_links', purpose: string): Pins {
  const attempt = teamStatement(`
    update ${table} set pin_failures = pin_failures + 1,
      pin_wait_until = case when pin_failures >= ${freeFailures}
        then to_timestamp(clock.epoch + least(${maxWaitSeconds}, 60 * 2 ^ (pin_failures - ${freeFailures}))) end,
      hash = case when pin_failures + 1 >= ${maxFailures} then null else hash end
    from (select extract(epoch from now())::float8) clock (epoch)
    where team_id = $team and id = $id and (pin_wait_until is null or pin_wait_until <= now())
    returning pin_failures`);
  const pass = teamStatement(`
    update ${table} set pin_failures = greatest(pin_failures - 1, 0), pin_wait_until = null
    where team_id = $team and id = $id`);
  return {
    async check({ db, settings }, { id, pin }, pinInput) {
      if (pin === null) return true;
      const [counted] = await db.run(attempt, { id });
      if (!counted) throw new ApiError('RATE_LIMITED', 'Too many wrong PINs; try again later.');
      const { isRight } = await verifyPassword(settings, pinInput.slice(0, 64), pin);
      if (isRight) await db.run(pass, { id });
      return isRight;
    },
    proof(secrets, linked, now = Date.now()) {
      const until = String(now + passHours * 3_600_000);
      return `${until}.${proofOf(secrets.derive(purpose), linked, until)}`;
    },
    hasShown(secrets, linked, proof, now = Date.now()) {
      if (linked.pin === null) return true;
      const [until = '', mac] = proof?.split('.') ?? [];
      if (!/^\d{1,16}$/.test(until) || Number(until) <= now) return false;
      return secrets
        .keys()
        .map((key) => isSame(mac, proofOf(key.derive(purpose), linked, until)))
        .includes(true);
    },
  };
}
