import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../../../db/database.ts';
import { platformStatement } from '../../../db/statement.ts';
import { secretHash } from '../../../platform/secret-hash.ts';

/*
 * Ten codes for whoever has lost the device that shows the others. Each holds 120 random bits, so that their SHA-256 suffices, is
 * shown once, and is good once.
 */

const howMany = 10;
/** Without i, l, o and u: written down by hand and read again. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 24;

const newCode = () =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
/** In groups of four. */
const shown = (code: string) => code.replace(/(.{4})(?!$)/g, '$1-');
/** As it may be typed. */
const read = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

const removeAll = platformStatement(
  `delete from credentials where person_id = $person and kind = 'recovery'`,
);
const insert = platformStatement(`
  insert into credentials (person_id, id, kind, secret, confirmed_at)
  select $person, id, 'recovery', hash, now() from unnest($ids::uuid[], $hashes::bytea[]) new (id, hash)`);

/** Gives a person ten new codes in place of those they had. @returns them, for the person alone */
export async function newRecoveryCodes(tx: Platform, personId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await tx.run(removeAll, { person: personId });
  await tx.run(insert, {
    person: personId,
    ids: codes.map(() => uuidv7()),
    hashes: codes.map(secretHash),
  });
  return codes.map(shown);
}

export async function removeRecoveryCodes(tx: Platform, personId: string): Promise<void> {
  await tx.run(removeAll, { person: personId });
}

const use = platformStatement(`
  update credentials set used_at = now()
  where person_id = $person and kind = 'recovery' and secret = $hash and used_at is null returning id`);

/** Uses a code up. @returns whether it was one of the person's that is left */
export async function useRecoveryCode(
  tx: Platform,
  personId: string,
  typed: string,
): Promise<boolean> {
  return (await tx.run(use, { person: personId, hash: secretHash(read(typed)) })).length > 0;
}
