import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';

/*
 * Stored credentials of a person.
 */

/** A person with the data needed to authenticate them. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly isDisabled: boolean;
  /** Result of `hashPassword`; undefined without a password. */
  readonly password: Buffer | undefined;
  /** True if a code is required in addition to the password. */
  readonly hasTotp: boolean;
}

const account = `
  select p.id, p.email, p.disabled_at is not null as is_disabled,
    (select secret from credentials c where c.person_id = p.id and c.kind = 'password') as password,
    exists (select from credentials c where c.person_id = p.id and c.kind = 'totp' and c.confirmed_at is not null) as has_totp
  from people p`;
const byEmail = platformStatement(`
  ${account} where lower(p.email) = lower($email) order by p.email_confirmed_at is null, p.created_at, p.id limit 100`);
const byId = platformStatement(`${account} where p.id = $id`);

const accountOf = (row: Row): Account => ({
  id: row.id as string,
  email: row.email as string,
  isDisabled: row.is_disabled as boolean,
  password: (row.password as Buffer | null) ?? undefined,
  hasTotp: row.has_totp as boolean,
});

/** Accounts with an address: the one that has confirmed it first, then the oldest; at most 100. */
export const accountsByEmail = async (tx: Platform, email: string): Promise<readonly Account[]> =>
  (await tx.run(byEmail, { email })).map(accountOf);

export async function accountById(tx: Platform, id: string): Promise<Account | undefined> {
  const [row] = await tx.run(byId, { id });
  return row && accountOf(row);
}

const store = platformStatement(`
  insert into credentials (person_id, id, kind, secret, confirmed_at) values ($person, $id, 'password', $hash, now())
  on conflict (person_id) where kind = 'password' do update set secret = excluded.secret, confirmed_at = excluded.confirmed_at
  returning id`);

/** Sets a person's password. @param hash result of `hashPassword` */
export async function storePassword(tx: Platform, personId: string, hash: Buffer): Promise<void> {
  await tx.run(store, { person: personId, id: uuidv7(), hash });
}

const replace = platformStatement(`
  update credentials set secret = $hash where person_id = $person and kind = 'password' and secret = $was`);

/** Stores a new hash of the same password, unless the password has changed. */
export async function rehashPassword(
  tx: Platform,
  { id, password }: Account,
  hash: Buffer,
): Promise<void> {
  await tx.run(replace, { person: id, was: password, hash });
}
