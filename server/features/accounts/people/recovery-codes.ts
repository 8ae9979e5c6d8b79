import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { secretHash } from '#server/platform/secret-hash.ts';

/*
 * Ten recovery codes for a person who has lost their authenticator. Each has 120 random bits, so a plain SHA-256 suffices, is shown once,
 * and works once.
 */

const codeCount = 10;
/** Without i, l, o and u, which are easily confused in handwriting. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 24;

const newCode = () =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
/** Formats a code in groups of four. */
const formatCode = (code: string) => code.replace(/(.{4})(?!$)/g, '$1-');
/** Normalizes a typed code. */
const read = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

const removeAll = platformStatement(
  `delete from credentials where person_id = $person and kind = 'recovery'`,
);
const insert = platformStatement(`
  insert into credentials (person_id, id, kind, secret, confirmed_at)
  select $person, id, 'recovery', hash, now() from unnest($ids::uuid[], $hashes::bytea[]) new (id, hash)`);

/** Replaces a person's recovery codes by ten new ones. @returns the codes, to be shown only to the person */
export async function newRecoveryCodes(tx: Platform, personId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await tx.run(removeAll, { person: personId });
  await tx.run(insert, {
    person: personId,
    ids: codes.map(() => uuidv7()),
    hashes: codes.map(secretHash),
  });
  return codes.map(formatCode);
}

export async function removeRecoveryCodes(tx: Platform, personId: string): Promise<void> {
  await tx.run(removeAll, { person: personId });
}

const use = platformStatement(`
  update credentials set used_at = now()
  where person_id = $person and kind = 'recovery' and secret = $hash and used_at is null returning id`);

/** Uses up a code. @returns true if it was one of the person's unused codes */
export async function useRecoveryCode(
  tx: Platform,
  personId: string,
  typed: string,
): Promise<boolean> {
  return (await tx.run(use, { person: personId, hash: secretHash(read(typed)) })).length > 0;
}
