import { randomBytes } from 'node:crypto';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import { ApiError } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { mayStillReset } from './reset-permission.ts';

/*
 * Single-use tokens of a person: for a sign-in step, or in a link. A token contains the person's id and 192 random bits, of which only
 * the SHA-256 is stored.
 */

type Purpose = 'login' | 'passkey' | 'email' | 'reset' | 'first';

/** Lifetime of a token, in minutes. */
const minutesOf = { login: 5, passkey: 5, email: 60, reset: 60, first: 60 } as const;

const insertToken = platformStatement(`
  insert into person_tokens (person_id, hash, purpose, data, expires_at)
  values ($person, $hash, $purpose, $data, now() + $minutes::integer * interval '1 minute') returning expires_at`);

const insertMemberToken = teamStatement(`
  insert into person_tokens (person_id, hash, purpose, issuer_team_id, issuer_person_id, expires_at)
  select u.person_id, $hash, $purpose, u.team_id, $issuer, now() + $minutes::integer * interval '1 minute'
  from users u where u.team_id = $team and u.id = $id and u.person_id = $person returning expires_at`);

export interface IssuedToken {
  /** Only for the person; not stored. */
  readonly token: string;
  /** In ISO 8601. */
  readonly expiresAt: string;
}

/** Creates a token. @param data subject of the token */
export async function issueToken(
  tx: Platform,
  personId: string,
  purpose: Purpose,
  data?: Buffer,
): Promise<IssuedToken> {
  const { token, hash } = newToken(personId);
  const minutes = minutesOf[purpose];
  const about = { person: personId, hash, purpose, data: data ?? null, minutes };
  const [row] = await tx.run(insertToken, about);
  return { token, expiresAt: row?.expires_at as string };
}

/**
 * Creates the token of a member's password reset link. It is valid while the issuer may still create it.
 * @param issuer person who creates it
 */
export async function issueMemberToken(
  db: Pick<TeamDb, 'run'>,
  { id, personId }: { readonly id: string; readonly personId: string },
  issuer: string,
): Promise<IssuedToken> {
  const { token, hash } = newToken(personId);
  const purpose: Purpose = 'reset';
  const about = { id, person: personId, hash, purpose, issuer, minutes: minutesOf[purpose] };
  const [row] = await db.run(insertMemberToken, about);
  return { token, expiresAt: row?.expires_at as string };
}

function newToken(personId: string) {
  const secret = randomBytes(24).toString('base64url');
  return { token: `${personId}.${secret}`, hash: secretHash(secret) };
}

const isValid = `t.person_id = $person and t.hash = $hash and t.purpose = $purpose and t.expires_at > now()
  and exists (select from people where id = $person and disabled_at is null)
  and (t.issuer_person_id is null or ${mayStillReset('t')})`;
const find = platformStatement(
  `select t.person_id, t.data, t.expires_at from person_tokens t where ${isValid}`,
);
const spend = platformStatement(
  `delete from person_tokens t where ${isValid} returning t.person_id, t.data, t.expires_at`,
);

/** Data of a token. */
interface Token {
  readonly personId: string;
  readonly data: Buffer | null;
  readonly expiresAt: string;
}

const tokenOf = (row: Row): Token => ({
  personId: row.person_id as string,
  data: row.data as Buffer | null,
  expiresAt: row.expires_at as string,
});

const tokenExpired = () =>
  new ApiError('GONE', 'This token was already used or has expired: start again.');

async function ask(
  statement: typeof find,
  tx: Platform,
  token: string,
  purpose: Purpose,
): Promise<Token> {
  const [person = '', secret = ''] = token.split('.');
  if (!isUuid(person) || !/^[\w-]{32}$/.test(secret)) throw tokenExpired();
  const [row] = await tx.run(statement, { person, hash: secretHash(secret), purpose });
  if (!row) throw tokenExpired();
  return tokenOf(row);
}

/** Reads a token without using it up. @throws ApiError GONE if it is not valid */
export const findToken = (tx: Platform, token: string, purpose: Purpose) =>
  ask(find, tx, token, purpose);

/** Uses up a token. @throws ApiError GONE if it is used, expired or unknown, or its issuer may no longer create it */
export const spendToken = (tx: Platform, token: string, purpose: Purpose) =>
  ask(spend, tx, token, purpose);

// Rows are kept until the sweep, because the hourly mail limit counts them.
const withdraw = platformStatement(`
  update person_tokens set expires_at = now()
  where person_id = $person and purpose = any($purposes::person_token_purpose[]) and expires_at > now()`);

/** Invalidates all tokens of a person for these purposes. */
export async function withdrawTokens(
  tx: Platform,
  personId: string,
  ...purposes: readonly Purpose[]
): Promise<void> {
  await tx.run(withdraw, { person: personId, purposes });
}
