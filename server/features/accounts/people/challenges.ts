import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Platform } from '#server/db/database.ts';
import { removes } from '#server/db/removal.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Stateless single-use challenges. A challenge consists of 16 random bytes, 6 bytes of expiry, and 16 bytes of an HMAC over both and the
 * purpose. Nothing is stored when it is issued; the statement that uses it stores its hash.
 */

const randomSize = 16;
const timeSize = 6;
const macSize = 16;

/** A verified challenge, to be spent. */
export interface Spendable {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

const macOf = (key: { derive(purpose: string): string }, purpose: string, head: Buffer): Buffer =>
  createHmac('sha256', key.derive('pauta challenges'))
    .update(`${purpose}\0`)
    .update(head)
    .digest()
    .subarray(0, macSize);

/**
 * @param purpose purpose, including the person if known
 * @param goodForMs lifetime
 */
export function makeChallenge(secrets: Secrets, purpose: string, goodForMs: number): Buffer {
  const time = Buffer.alloc(timeSize);
  time.writeUIntBE(Date.now() + goodForMs, 0, timeSize);
  const head = Buffer.concat([randomBytes(randomSize), time]);
  return Buffer.concat([head, macOf(secrets, purpose, head)]);
}

/**
 * Verifies a challenge.
 * @param text the challenge in base64url
 * @returns undefined if it was issued elsewhere, is for another purpose, or has expired
 */
export function readChallenge(
  secrets: Secrets,
  purpose: string,
  text: string,
): Spendable | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== randomSize + timeSize + macSize) return undefined;
  const head = bytes.subarray(0, randomSize + timeSize);
  const mac = bytes.subarray(randomSize + timeSize);
  const isOurs = secrets.keys().some((key) => timingSafeEqual(mac, macOf(key, purpose, head)));
  const over = head.readUIntBE(randomSize, timeSize);
  if (!isOurs || over <= Date.now()) return undefined;
  return { hash: createHash('sha256').update(bytes).digest(), expiresAt: new Date(over) };
}

/** CTE that spends a challenge, `$challenge` and `$over`: `spent` has a row unless it was spent before. */
export const spendCte = `spent as (
  insert into spent_challenges (hash, expires_at) values ($challenge, $over) on conflict do nothing returning hash)`;

/** Parameters of {@link spendCte}. */
export const spendParameters = ({ hash, expiresAt: over }: Spendable) => ({
  challenge: hash,
  over,
});

const spendAlone = platformStatement(`with ${spendCte} select count(*)::int as spent from spent`);

/** Spends a challenge in a separate statement. @returns false if it was spent before */
export async function spend(platform: Platform, challenge: Spendable): Promise<boolean> {
  const [row] = await platform.run(spendAlone, spendParameters(challenge));
  return row?.spent === 1;
}

/** Removes spent challenges that have expired; waits an hour for clock differences. */
export const removeSpentChallenges = removes('spent_challenges', 'hash', 'expires_at', '1 hour');
