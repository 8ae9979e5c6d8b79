import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/*
 * Codes of an authenticator app, which change every 30 seconds (RFC 6238). Codes are accepted one step early or late, and each step once,
 * as enforced by the database.
 */

const seedBytes = 20;

/** Encryption context of a seed. */
export const totpSealContext = (person: string, id: string) => `credentials ${person} ${id}`;

const totpOf = (seed: string, label: string) =>
  new TOTP({ issuer: 'Pauta', label, secret: Secret.fromBase32(seed) });

const insertSeed = platformStatement(`
  insert into credentials as c (person_id, id, kind, secret) values ($person, $id, 'totp', $secret)
  on conflict (person_id) where kind = 'totp' do update set id = excluded.id, secret = excluded.secret, counter = 0
  where c.confirmed_at is null returning id`);

/**
 * Creates a seed, which takes effect once it is confirmed with a code.
 * @returns the seed in base32 and as an otpauth URL; undefined if the person has a confirmed one
 */
export async function beginTotp(
  tx: Platform,
  secrets: Secrets,
  { personId, email }: { readonly personId: string; readonly email: string },
): Promise<{ readonly secret: string; readonly url: string } | undefined> {
  const seed = new Secret({ size: seedBytes }).base32;
  const id = uuidv7();
  const secret = secrets.seal(seed, totpSealContext(personId, id));
  const [begun] = await tx.run(insertSeed, { person: personId, id, secret });
  return begun && { secret: seed, url: totpOf(seed, email).toString() };
}

const find = platformStatement(`
  select id, secret, extract(epoch from now())::float8 as now from credentials
  where person_id = $person and kind = 'totp' and (confirmed_at is not null) = $is_confirmed`);
// Invalidates the used step and all before it.
const use = platformStatement(`
  update credentials set counter = $step, used_at = now(), confirmed_at = coalesce(confirmed_at, $now::timestamptz)
  where person_id = $person and id = $id and counter < $step returning id`);

async function acceptCode(
  tx: Platform,
  secrets: Secrets,
  personId: string,
  code: string,
  isConfirmed: boolean,
): Promise<boolean> {
  const [row] = await tx.run(find, { person: personId, is_confirmed: isConfirmed });
  if (!row) return false;
  const { id, secret, now } = row as { id: string; secret: Buffer; now: number };
  const totp = totpOf(secrets.open(secret, totpSealContext(personId, id)), 'x');
  const timestamp = now * 1_000;
  const off = totp.validate({ token: code, timestamp, window: 1 });
  if (off === null) return false;
  const step = totp.counter({ timestamp }) + off;
  const at = new Date(timestamp).toISOString();
  return (await tx.run(use, { person: personId, id, step, now: at })).length > 0;
}

/** Uses up a code. @returns true if it is right and its step unused */
export const useTotp = (tx: Platform, secrets: Secrets, personId: string, code: string) =>
  acceptCode(tx, secrets, personId, code, true);

/** Confirms a seed with a code. @returns true if the code is right */
export const confirmTotp = (tx: Platform, secrets: Secrets, personId: string, code: string) =>
  acceptCode(tx, secrets, personId, code, false);

const remove = platformStatement(
  `delete from credentials where person_id = $person and kind = 'totp' returning id`,
);

/** @returns true if there was one */
export async function removeTotp(tx: Platform, personId: string): Promise<boolean> {
  return (await tx.run(remove, { person: personId })).length > 0;
}
