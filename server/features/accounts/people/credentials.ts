import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../../../db/database.ts';
import { platformStatement } from '../../../db/statement.ts';

/*
 * What a person proves with who they are, as it is stored.
 */

const store = platformStatement(`
  insert into credentials (person_id, id, kind, secret, confirmed_at) values ($person, $id, 'password', $hash, now())
  on conflict (person_id) where kind = 'password' do update set secret = excluded.secret, confirmed_at = excluded.confirmed_at
  returning id`);

/** Gives a person this password in place of the one they had. @param hash what `hashPassword` made of it */
export async function storePassword(tx: Platform, personId: string, hash: Buffer): Promise<void> {
  await tx.run(store, { person: personId, id: uuidv7(), hash });
}
