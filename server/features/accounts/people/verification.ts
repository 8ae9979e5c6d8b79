import type { Platform } from '#server/db/database.ts';
import type { AccountContext } from '#server/operations/account-operation.ts';
import type { Settings } from '#server/operations/context.ts';
import { isPassing } from '#server/platform/errors.ts';
import { type Account, accountsByEmail, rehashPassword } from './credentials.ts';
import { deviceOf } from './devices.ts';
import {
  type Attempt,
  auditLockout,
  countAttempt,
  type FailureCounter,
  placeholderPerson,
  takeBackAttempt,
} from './login-failures.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { signInRefused } from './sign-in.ts';
import { useTotp } from './totp.ts';

/*
 * Verifies a person's identity. Every attempt is counted before it is checked.
 */

/** Failure counter for attempts at a person's account. */
export const countedFor = (
  { settings, request: asking }: AccountContext,
  personId: string,
): FailureCounter => ({
  person: personId,
  device: deviceOf(settings.secrets, asking.device, personId),
});

/** Rehashes a password whose key or cost is outdated. On a transient error it is left for the next time. */
async function renew(
  platform: Platform,
  settings: Settings,
  account: Account,
  password: string,
): Promise<void> {
  try {
    await rehashPassword(platform, account, await hashPassword(settings, password));
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

/** An account with its verified password. */
interface Proven {
  readonly account: Account;
  readonly attempt: Attempt;
}

/**
 * Checks a password. The outcome and the time it takes are the same if the account does not exist, the password is wrong, or the person
 * is disabled or locked. The attempt remains counted until it is forgotten or taken back.
 * @param account undefined if it does not exist
 * @returns undefined if the password is refused
 * @throws ApiError UNAVAILABLE when too many sign in
 */
async function checkPassword(
  ctx: AccountContext,
  account: Account | undefined,
  counted: FailureCounter,
  password: string,
): Promise<Proven | undefined> {
  const { platform, settings } = ctx;
  const attempt = await countAttempt(platform, counted);
  const verified = await verifyPassword(settings, password, account?.password).catch(
    async (error: unknown) => {
      // The password was not checked.
      if (attempt) await takeBackAttempt(platform, counted);
      throw error;
    },
  );
  if (!attempt) return undefined;
  if (!account || account.isDisabled || !verified.isRight) {
    await auditLockout(ctx, counted, attempt);
    return undefined;
  }
  if (verified.isStale) await renew(platform, settings, account, password);
  return { account, attempt };
}

/**
 * Checks the password of a known account, as {@link checkPassword} does.
 * @throws ApiError UNAUTHORIZED; UNAVAILABLE when too many sign in
 */
export async function verifyAccountPassword(
  ctx: AccountContext,
  account: Account | undefined,
  counted: FailureCounter,
  password: string,
): Promise<Proven> {
  const proven = await checkPassword(ctx, account, counted, password);
  if (!proven) throw signInRefused();
  return proven;
}

/** Max accounts of one address with which a password is tried. A refusal always takes this number of hashes. */
export const maxTriedAccounts = 3;

/** Max attempts per minute for one address, from a known device or from all others. */
const perAddress = 10;

/**
 * Finds the account of an address and a password. Several people may share an address; the password decides. Accounts that have signed in
 * on this device are tried first, then the one that has confirmed the address, then the oldest. A refusal takes the same work regardless
 * of the number of accounts.
 * @returns undefined if the password opens none
 * @throws ApiError RATE_LIMITED; UNAVAILABLE when too many sign in
 */
export async function findByPassword(
  ctx: AccountContext,
  email: string,
  password: string,
): Promise<(Proven & { readonly counted: FailureCounter }) | undefined> {
  const { secrets } = ctx.settings;
  const holders = (await accountsByEmail(ctx.platform, email)).map((account) => ({
    account,
    counted: countedFor(ctx, account.id),
  }));
  const isKnown = ({ counted: { device } }: (typeof holders)[number]) => device !== undefined;
  const tried = [...holders.filter(isKnown), ...holders.filter((holder) => !isKnown(holder))];
  const device = tried[0]?.counted.device ?? 'others';
  await ctx.count?.(`${placeholderPerson(secrets, email)} ${device}`, perAddress, 'one account');
  for (let place = 0; place < maxTriedAccounts; place += 1) {
    const { account, counted } = tried[place] ?? {
      account: undefined,
      counted: countedFor(ctx, placeholderPerson(secrets, `${email} ${place}`)),
    };
    const proven = await checkPassword(ctx, account, counted, password);
    if (proven) return { ...proven, counted };
  }
  return undefined;
}

/**
 * Uses up a code of the person's app, or one of their recovery codes.
 * @returns the kind of code
 * @throws ApiError UNAUTHORIZED if it is neither
 */
export async function useCode(
  tx: Platform,
  { secrets }: Settings,
  personId: string,
  code: string,
): Promise<'otp' | 'recovery'> {
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    if (await useTotp(tx, secrets, personId, digits)) return 'otp';
  } else if (await useRecoveryCode(tx, personId, code)) return 'recovery';
  throw signInRefused();
}
