import { NIL } from 'uuid';
import type { Platform, TeamDb } from '#server/db/database.ts';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import { hour } from '#server/db/usage.ts';
import type { TeamLimits } from '#server/platform/config.ts';
import { ApiError, quotaExhausted } from '#server/platform/errors.ts';

/*
 * Rate limits for mails caused by users. Counted in the database, so that all nodes share them, and in the transaction that creates the
 * mailed token, so that a refusal rolls back both.
 */

// One row per counter and hour: concurrent increments wait for each other and see the new count.
const count = teamStatement(`
  insert into team_usage as u (team_id, what, since, slot, n) values ($team, $what, $hour, $nil, 1)
  on conflict (team_id, what, since, slot) do update set n = u.n + 1 where u.n < $most returning n`);

const secondsLeft = () => Math.max(1, Math.ceil((Date.parse(hour(-1)) - Date.now()) / 1_000));

/**
 * Counts a mail that a member of a team causes.
 * @param db a transaction
 * @param bounds limits; 0 or undefined means unlimited
 * @throws ApiError RATE_LIMITED
 */
export async function countMail(
  db: Pick<TeamDb, 'run'>,
  userId: string,
  bounds: Pick<TeamLimits, 'MEMBER_MAILS_PER_HOUR' | 'TEAM_MAILS_PER_HOUR'> | undefined,
): Promise<void> {
  for (const [what, variable, says] of [
    [`mails ${userId}`, 'MEMBER_MAILS_PER_HOUR', 'You have'],
    ['mails', 'TEAM_MAILS_PER_HOUR', 'The team has'],
  ] as const) {
    const most = bounds?.[variable] ?? 0;
    if (most === 0) continue;
    const counted = await db.run(count, { what, hour: hour(), nil: NIL, most });
    if (counted.length === 0)
      throw quotaExhausted(
        `${says} sent ${most} mails in an hour, which is the limit.`,
        variable,
        secondsLeft(),
      );
  }
}

/** Max confirmation mails per person and hour. */
export const maxConfirmations = 5;

// Two statements, so that the second one counts tokens committed while the first one waited for the lock.
const lockPerson = platformStatement('select from people where id = $person for no key update');
const confirmations = platformStatement(`
  select count(*)::int as n, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as seconds
  from person_tokens where person_id = $person and purpose = 'email' and created_at > now() - interval '1 hour'`);

/**
 * Limits the confirmation mails of a person.
 * @param tx transaction that then creates the token of the mail, by which the mail is counted
 * @throws ApiError RATE_LIMITED
 */
export async function refuseConfirmations(tx: Platform, person: string): Promise<void> {
  await tx.run(lockPerson, { person });
  const [row] = await tx.run(confirmations, { person });
  if (Number(row?.n) >= maxConfirmations)
    throw new ApiError(
      'RATE_LIMITED',
      `An account can confirm at most ${maxConfirmations} addresses an hour.`,
      { retryAfter: Math.max(1, Number(row?.seconds)) },
    );
}
