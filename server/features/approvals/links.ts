import { createHmac, randomBytes } from 'node:crypto';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { ApiError } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { hashPassword, verifyPassword } from '../accounts/people/passwords.ts';

/*
 * Approval links for clients: 256-bit tokens, stored as hashes, with an optional PIN.
 */

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Creates the token of a link, and the hash to store. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: secretHash(token) };
}

/** Path of a link's page. */
export const pathOf = (slug: string, token: string): string => `/approve/${slug}/${token}`;

/** Full URL of a link. */
export const linkOf = ({ origin, settings, team }: Context, token: string): string =>
  `${origin ?? settings.publicUrl ?? ''}${pathOf(team.slug, token)}`;

/** Token in a link's URL; undefined if it has none. */
export const tokenIn = (link: string): string | undefined =>
  /\/approve\/[a-z0-9-]{1,80}\/([A-Za-z0-9_-]{43})$/.exec(link)?.[1];

/** Target of a valid link. */
export interface Linked {
  readonly id: string;
  readonly pin: Buffer | null;
  /** Expiry of the link, as Date.now(). */
  readonly until: number;
}

/**
 * SQL condition: the link of a request is valid. It was not revoked, has not expired, and the person who created it is still an active
 * member of the team, in any role.
 */
export const isLinkValid = (
  q: string,
): string => `${q}.revoked_at is null and ${q}.expires_at > now()
  and (${q}.link_issuer_person_id is null or exists (
    select from users maker join people p on p.id = maker.person_id
    where maker.team_id = ${q}.team_id and maker.person_id = ${q}.link_issuer_person_id and maker.suspended_at is null
      and p.disabled_at is null))`;

const find = teamStatement(`
  select q.id, q.pin_hash, q.expires_at from approval_requests q
  where q.team_id = $team and q.hash = $hash and ${isLinkValid('q')}`);

/** Target of a link; undefined if it was revoked, expired, replaced or never existed. */
export async function findLinked(db: TeamDb, token: string): Promise<Linked | undefined> {
  if (!tokenShape.test(token)) return undefined;
  const [row] = await db.run(find, { hash: secretHash(token) });
  if (!row) return undefined;
  const until = new Date(row.expires_at as string | Date).getTime();
  return { id: row.id as string, pin: row.pin_hash as Buffer | null, until };
}

const findByHash = teamStatement(`
  select from approval_requests q
  where q.team_id = $team and q.hash = decode($hash::text, 'hex') and ${isLinkValid('q')}`);

/** True while the link with this stored hash (64 hex digits) is valid. */
export const isLinkWorking = async (db: TeamDb, hash: string): Promise<boolean> =>
  (await db.run(findByHash, { hash })).length > 0;

// PINs -------------------------------------------------------------------------------------------

/** Wrong attempts in a row without delay; each further one doubles the wait. */
const freeFailures = 4;
const maxWaitSeconds = 900;
/** Total wrong attempts after which the link is disabled; the team must create another. */
const maxFailures = 20;

/** Hash of a PIN to store; null without a PIN. */
export const pinHash = async (
  settings: Context['settings'],
  pin: string | null,
): Promise<Buffer | null> => (pin === null ? null : hashPassword(settings, pin));

const attempt = teamStatement(`
  update approval_requests set pin_failures = pin_failures + 1,
    pin_wait_until = case when pin_failures >= ${freeFailures}
      then to_timestamp(clock.epoch + least(${maxWaitSeconds}, 60 * 2 ^ (pin_failures - ${freeFailures}))) end,
    hash = case when pin_failures + 1 >= ${maxFailures} then null else hash end
  from (select extract(epoch from now())::float8) clock (epoch)
  where team_id = $team and id = $id and (pin_wait_until is null or pin_wait_until <= now())
  returning pin_failures`);

const pass = teamStatement(`
  update approval_requests set pin_failures = greatest(pin_failures - 1, 0), pin_wait_until = null
  where team_id = $team and id = $id`);

/**
 * Checks a PIN. Each attempt counts as wrong until verified, so parallel attempts gain nothing.
 * @returns true if the PIN is right
 * @throws ApiError RATE_LIMITED after too many wrong attempts
 */
export async function checkPin(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { id, pin }: Linked,
  pinInput: string,
): Promise<boolean> {
  if (pin === null) return true;
  const [counted] = await db.run(attempt, { id });
  if (!counted) throw new ApiError('RATE_LIMITED', 'Too many wrong PINs; try again later.');
  const { isRight } = await verifyPassword(settings, pinInput.slice(0, 64), pin);
  if (isRight) await db.run(pass, { id });
  return isRight;
}

const passHours = 12;

const proofOf = (key: string, { id, pin }: Linked, until: string) =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${id}/${pin?.toString('base64') ?? ''}/${until}`)
    .digest('base64url');

const purpose = 'pauta approval pins';

/** Cookie value for a browser that entered the PIN. Valid for this PIN, for twelve hours. */
export function pinProof(secrets: Secrets, linked: Linked, now = Date.now()): string {
  const until = String(now + passHours * 3_600_000);
  return `${until}.${proofOf(secrets.derive(purpose), linked, until)}`;
}

/** True if the browser has entered the PIN, or the link has none. */
export function hasShownPin(
  secrets: Secrets,
  linked: Linked,
  proof: string | undefined,
  now = Date.now(),
): boolean {
  if (linked.pin === null) return true;
  const [until = '', mac] = proof?.split('.') ?? [];
  if (!/^\d{1,16}$/.test(until) || Number(until) <= now) return false;
  return secrets
    .keys()
    .map((key) => isSame(mac, proofOf(key.derive(purpose), linked, until)))
    .includes(true);
}
