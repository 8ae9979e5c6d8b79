import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../../db/database.ts';
import { removes } from '../../../db/removal.ts';
import { platformStatement } from '../../../db/statement.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/*
 * What anybody may ask for, and what comes back once. Nothing is stored when it is given out: 16 random bytes, 6 of when it is
 * over, and 16 of an HMAC over both and what it is for. What comes back is written down, by the statement that acts on it.
 */

const randomSize = 16;
const timeSize = 6;
const macSize = 16;

/** One that came back, as it is spent. */
export interface Spendable {
  readonly hash: Buffer;
  readonly over: Date;
}

const macOf = (key: { derive(purpose: string): string }, purpose: string, head: Buffer): Buffer =>
  createHmac('sha256', key.derive('pauta challenges'))
    .update(`${purpose}\0`)
    .update(head)
    .digest()
    .subarray(0, macSize);

/**
 * @param purpose what it is for, and for whom where that is known
 * @param goodForMs until it is over
 */
export function makeChallenge(secrets: Secrets, purpose: string, goodForMs: number): Buffer {
  const time = Buffer.alloc(timeSize);
  time.writeUIntBE(Date.now() + goodForMs, 0, timeSize);
  const head = Buffer.concat([randomBytes(randomSize), time]);
  return Buffer.concat([head, macOf(secrets, purpose, head)]);
}

/**
 * What is spent when a challenge is used.
 * @param text of it, base64url
 * @returns undefined where it was made elsewhere, or for something else, or is over
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
  return { hash: createHash('sha256').update(bytes).digest(), over: new Date(over) };
}

/**
 * The part of a statement that spends a challenge, `$challenge` and `$over`: `spent` has a row where nobody did so before.
 */
export const spends = `spent as (
  insert into spent_challenges (hash, expires_at) values ($challenge, $over) on conflict do nothing returning hash)`;

/** The values that {@link spends} takes. */
export const spending = ({ hash, over }: Spendable) => ({ challenge: hash, over });

const spendAlone = platformStatement(`with ${spends} select count(*)::int as spent from spent`);

/** Spends a challenge by itself. @returns whether nobody did before */
export async function spend(platform: Platform, challenge: Spendable): Promise<boolean> {
  const [row] = await platform.run(spendAlone, spending(challenge));
  return row?.spent === 1;
}

/** What was spent, once it would be refused anyway; with an hour for clocks that differ. */
export const removeSpentChallenges = removes('spent_challenges', 'hash', 'expires_at', '1 hour');
