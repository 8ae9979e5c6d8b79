import { createHash } from 'node:crypto';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { AccountContext } from '#server/operations/account-operation.ts';
import { ApiError } from '#server/platform/errors.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { recordAccountAudit } from '../audit.ts';

/*
 * Failed sign-in attempts. An attempt counts as failed before it is checked, and is taken back if it succeeds, so concurrent attempts
 * cannot exceed the limit. Each device with which the person has signed in before has a separate count; all others share one, so
 * strangers cannot lock the person out.
 */

/** Failures before the first lock. */
export const freeFailures = 5;
const firstWait = '30 seconds';
const maxWait = '15 minutes';
/** A count restarts after this time without failures. */
const forgotten = '1 day';

/** Placeholder for all devices with which the person has not signed in. */
const strangers = '00000000-0000-0000-0000-000000000000';

/** Failure counter of a person and a device. */
export interface FailureCounter {
  /** The person; {@link placeholderPerson} for an address without an account. */
  readonly person: string;
  /** A device with which the person has signed in before. */
  readonly device: string | undefined;
}

/** Placeholder id for an address without an account, so that it is counted and stored like a person. */
export function placeholderPerson(secrets: Secrets, email: string): string {
  const hex = createHash('sha256')
    .update(`${secrets.derive('pauta nobody')} ${email.toLowerCase()}`)
    .digest('hex');
  // Version 8 of RFC 9562: ids of people are version 7.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const keyOf = ({ person, device = strangers }: FailureCounter) => ({ person, device });

const attempt = platformStatement(`
  insert into login_failures as f (person_id, device, failures, failed_at) values ($person, $device, 1, now())
  on conflict (person_id, device) do update set failed_at = excluded.failed_at,
    failures = case when f.failed_at < excluded.failed_at - interval '${forgotten}' then 1 else f.failures + 1 end,
    locked_until = case when f.failed_at >= excluded.failed_at - interval '${forgotten}' and f.failures + 1 >= ${freeFailures}
      then excluded.failed_at + least(interval '${maxWait}',
        interval '${firstWait}' * power(2, least(f.failures + 1 - ${freeFailures}, 10))) end
  where f.locked_until is null or f.locked_until <= excluded.failed_at
  returning failures, locked_until`);

/** A counted attempt. */
export interface Attempt {
  /** Number of failures, including this attempt. */
  readonly failures: number;
  /** End of the lock if the attempt fails; null if it causes none. */
  readonly lockedUntil: string | null;
}

/**
 * Counts an attempt as a failure, until it is taken back.
 * @returns undefined while locked: the attempt must not be checked
 */
export async function countAttempt(
  tx: Platform,
  counted: FailureCounter,
): Promise<Attempt | undefined> {
  const [row] = await tx.run(attempt, keyOf(counted));
  return (
    row && {
      failures: row.failures as number,
      lockedUntil: row.locked_until as string | null,
    }
  );
}

/** Audits a failed attempt that causes a lock. Runs the same statement for addresses without an account. */
export async function auditLockout(
  ctx: AccountContext,
  { person, device }: FailureCounter,
  { failures, lockedUntil }: Attempt,
): Promise<void> {
  if (lockedUntil === null) return;
  await recordAccountAudit(ctx.platform, ctx, {
    personId: person,
    operation: 'session.lock',
    isUnproven: true,
    after: { failures, locked_until: lockedUntil, is_known_device: device !== undefined },
  });
}

/** Runs the work of a counted attempt, and audits its failure. */
export async function attempting<T>(
  ctx: AccountContext,
  counted: FailureCounter,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
      await auditLockout(ctx, counted, attempt);
    throw error;
  }
}

const takeBack = platformStatement(`
  update login_failures set failures = greatest(failures - 1, 0), locked_until = null
  where person_id = $person and device = $device`);

/** Takes back a correct attempt that is not sufficient; earlier failures still count. */
export async function takeBackAttempt(tx: Platform, counted: FailureCounter): Promise<void> {
  await tx.run(takeBack, keyOf(counted));
}

const resetStatement = platformStatement(`
  delete from login_failures where person_id = $person and device = $device`);

/** Resets the count after a successful sign-in. */
export async function resetFailures(tx: Platform, counted: FailureCounter): Promise<void> {
  await tx.run(resetStatement, keyOf(counted));
}
