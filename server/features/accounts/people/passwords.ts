import { argon2 as argon2Of, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Settings } from '#server/operations/context.ts';
import type { SecretKey } from '#server/platform/secrets.ts';
import { semaphore } from '#server/platform/semaphore.ts';

export { type About, newPassword, refusePassword, triedPassword } from './password-rules.ts';

/*
 * Password hashes: argon2id (RFC 9106) over an HMAC with a key derived from SECRET_KEY, so that the database alone does not allow
 * guessing. The PHC string contains the id of that key as `keyid`.
 */

const argon2 = promisify(argon2Of);

/** Cost of a hash: memory in KiB, passes, lanes. OWASP's second choice. */
interface Cost {
  readonly m: number;
  readonly t: number;
  readonly p: number;
}

/** Default cost. */
export const defaultCost: Cost = { m: 19_456, t: 2, p: 1 };

const saltBytes = 16;
const hashBytes = 32;

/** A hash uses 19 MiB and one of libuv's four threads for 50 ms. */
const hashingSlots = semaphore(
  4,
  200,
  3_000,
  'Too many people are signing in right now; try again in a moment.',
);

/** Settings needed for hashing. */
type Hashing = Pick<Settings, 'secrets' | 'passwordMemory'>;

const costOf = ({ passwordMemory }: Hashing): Cost =>
  passwordMemory === undefined ? defaultCost : { ...defaultCost, m: passwordMemory };

/** Normalizes different ways to type the same text: Ａ and A, é as one character or as two. */
const normal = (password: string) => password.normalize('NFKC');

function digest(key: SecretKey, password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const message = createHmac('sha256', key.derive('pauta passwords'))
    .update(normal(password))
    .digest();
  const parameters = {
    message,
    nonce: salt,
    parallelism: cost.p,
    tagLength: hashBytes,
    memory: cost.m,
    passes: cost.t,
  };
  return hashingSlots.use(() => argon2('argon2id', parameters));
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const idOf = (key: SecretKey) => base64(key.id);

/**
 * Hashes a password to a PHC string for storage.
 * @throws ApiError UNAVAILABLE when too many are hashed at once
 */
export async function hashPassword(settings: Hashing, password: string): Promise<Buffer> {
  const [key] = settings.secrets.keys();
  const cost = costOf(settings);
  const salt = randomBytes(saltBytes);
  const hash = await digest(key, password, salt, cost);
  const { m, t, p } = cost;
  return Buffer.from(
    `$argon2id$v=19$m=${m},t=${t},p=${p},keyid=${idOf(key)}$${base64(salt)}$${base64(hash)}`,
  );
}

const passwordsOfOtherKeysStatement = platformStatement(`
  select count(*) as n from credentials where kind = 'password' and position($mark::bytea in secret) = 0`);

/** Number of stored passwords hashed with another key than the first; they are lost without that key. */
export async function passwordsOfOtherKeys(
  platform: Platform,
  { keys }: Settings['secrets'],
): Promise<number> {
  const [row] = await platform.run(passwordsOfOtherKeysStatement, {
    mark: Buffer.from(`keyid=${idOf(keys()[0])}$`),
  });
  return row?.n as number;
}

/** Result of a check. */
interface Verified {
  readonly isRight: boolean;
  /** True if the password should be rehashed, as its key or cost is outdated. */
  readonly isStale: boolean;
}

const phc =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+),keyid=([\w+/]+)\$([\w+/]{22})\$([\w+/]{43})$/;

/**
 * Checks a password. Takes the same time if none is stored, or its key is missing, so the time does not reveal whether the account exists.
 * @throws ApiError UNAVAILABLE when too many are hashed at once
 */
export async function verifyPassword(
  settings: Hashing,
  password: string,
  stored: Buffer | undefined,
): Promise<Verified> {
  const keys = settings.secrets.keys();
  const now = costOf(settings);
  const [, m, t, p, keyId, salt = '', hash = ''] = phc.exec(stored?.toString() ?? '') ?? [];
  const key = keys.find((each) => idOf(each) === keyId);
  if (!key) {
    await digest(keys[0], password, Buffer.alloc(saltBytes), now);
    return { isRight: false, isStale: false };
  }
  const cost = { m: Number(m), t: Number(t), p: Number(p) };
  const actual = await digest(key, password, Buffer.from(salt, 'base64'), cost);
  const isStale = key !== keys[0] || cost.m !== now.m || cost.t !== now.t || cost.p !== now.p;
  return { isRight: timingSafeEqual(actual, Buffer.from(hash, 'base64')), isStale };
}
