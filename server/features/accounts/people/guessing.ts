import { createHash } from 'node:crypto';
import type { Platform } from '../../../db/database.ts';
import { platformStatement } from '../../../db/statement.ts';
import type { AccountContext } from '../../../operations/account.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { recordAccountAudit } from '../audit.ts';

/*
 * Failures of signing in. An attempt counts as failed before it is looked at, and is taken back when it succeeds: of any number at
 * once, no more get through than may. A device that the person has signed in with before has a count of its own, so that strangers,
 * who share one, cannot lock the person out.
 */

/** Failures before there is a wait. */
export const freeFailures = 5;
const firstWait = '30 seconds';
const longestWait = '15 minutes';
/** A count that nothing was added to for so long begins anew. */
const forgotten = '1 day';

/** All devices that the person has not signed in with. */
const strangers = '00000000-0000-0000-0000-000000000000';

/** Whose failures are counted: a person's, from a device. */
export interface Counted {
  /** The person; for an address that is nobody's, what {@link nobody} makes of it. */
  readonly person: string;
  /** One that the person has signed in with before. */
  readonly device: string | undefined;
}

/** What stands for the person of an address that nobody has: the same is counted and written for it as for a person. */
export function nobody(secrets: Secrets, email: string): string {
  const hex = createHash('sha256')
    .update(`${secrets.derive('pauta nobody')} ${email.toLowerCase()}`)
    .digest('hex');
  // Version 8 of RFC 9562: the ids of people are of version 7.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const keyOf = ({ person, device = strangers }: Counted) => ({ person, device });

const attempt = platformStatement(`
  insert into login_failures as f (person_id, device, failures, failed_at) values ($person, $device, 1, now())
  on conflict (person_id, device) do update set failed_at = excluded.failed_at,
    failures = case when f.failed_at < excluded.failed_at - interval '${forgotten}' then 1 else f.failures + 1 end,
    locked_until = case when f.failed_at >= excluded.failed_at - interval '${forgotten}' and f.failures + 1 >= ${freeFailures}
      then excluded.failed_at + least(interval '${longestWait}',
        interval '${firstWait}' * power(2, least(f.failures + 1 - ${freeFailures}, 10))) end
  where f.locked_until is null or f.locked_until <= excluded.failed_at
  returning failures, locked_until`);

/** An attempt that was counted. */
export interface Attempt {
  /** It and those before it. */
  readonly failures: number;
  /** Until when the person has to wait if it fails; null: they need not. */
  readonly lockedUntil: string | null;
}

/**
 * Counts an attempt, as a failure until it is taken back.
 * @returns undefined where it may not be looked at: there is a wait
 */
export async function countAttempt(tx: Platform, counted: Counted): Promise<Attempt | undefined> {
  const [row] = await tx.run(attempt, keyOf(counted));
  return (
    row && {
      failures: row.failures as number,
      lockedUntil: row.locked_until as string | null,
    }
  );
}

/** Writes down that an attempt failed, where it makes the person wait. For nobody's account the same is asked of the database. */
export async function noteFailure(
  ctx: AccountContext,
  { person, device }: Counted,
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

/** Does what an attempt was counted for, and writes down where it fails. */
export async function attempting<T>(
  ctx: AccountContext,
  counted: Counted,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
      await noteFailure(ctx, counted, attempt);
    throw error;
  }
}

const takeBack = platformStatement(`
  update login_failures set failures = greatest(failures - 1, 0), locked_until = null
  where person_id = $person and device = $device`);

/** Takes an attempt back that was right, and is not all that is needed: what failed before it still counts. */
export async function takeBackAttempt(tx: Platform, counted: Counted): Promise<void> {
  await tx.run(takeBack, keyOf(counted));
}

const forget = platformStatement(`
  delete from login_failures where person_id = $person and device = $device`);

/** Begins the count anew: the person has proven who they are. */
export async function forgetFailures(tx: Platform, counted: Counted): Promise<void> {
  await tx.run(forget, keyOf(counted));
}
