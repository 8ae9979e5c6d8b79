import type { Platform } from '../../../db/database.ts';
import type { AccountContext } from '../../../operations/account.ts';
import type { Settings } from '../../../operations/context.ts';
import { isPassing } from '../../../platform/errors.ts';
import { type Account, rehashPassword } from './credentials.ts';
import { deviceOf } from './devices.ts';
import {
  type Attempt,
  type Counted,
  countAttempt,
  noteFailure,
  takeBackAttempt,
} from './guessing.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { refused } from './sign-in.ts';
import { useTotp } from './totp.ts';

/*
 * Checking that somebody is who they say. Every attempt is counted before it is looked at.
 */

/** Whose failures an attempt at a person's account counts among. */
export const countedFor = ({ settings, asking }: AccountContext, personId: string): Counted => ({
  person: personId,
  device: deviceOf(settings.secrets, asking.device, personId),
});

/** Hashes a password anew that another key made, or that costs less than now. It may wait until the next time. */
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

/**
 * Checks a password. What comes out and how long it takes are the same whether there is no such account, the password is wrong, the
 * person is disabled or has to wait. The attempt stays counted until it is forgotten or taken back.
 * @param account undefined where there is none
 * @returns the account, and the attempt
 * @throws ApiError UNAUTHORIZED; UNAVAILABLE when too many sign in
 */
export async function provePassword(
  ctx: AccountContext,
  account: Account | undefined,
  counted: Counted,
  password: string,
): Promise<{ readonly account: Account; readonly attempt: Attempt }> {
  const { platform, settings } = ctx;
  const attempt = await countAttempt(platform, counted);
  const verified = await verifyPassword(settings, password, account?.password).catch(
    async (error: unknown) => {
      // Nothing was learned of the password.
      if (attempt) await takeBackAttempt(platform, counted);
      throw error;
    },
  );
  if (!attempt) throw refused();
  if (!account || account.isDisabled || !verified.isRight) {
    await noteFailure(ctx, counted, attempt);
    throw refused();
  }
  if (verified.isStale) await renew(platform, settings, account, password);
  return { account, attempt };
}

/**
 * Uses up a code of the person's app, or one of their recovery codes.
 * @returns which it was
 * @throws ApiError UNAUTHORIZED where it is neither
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
  throw refused();
}
