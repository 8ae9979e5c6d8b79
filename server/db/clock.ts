import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Database, Platform } from './database.ts';
import { platformStatement } from './statement.ts';

/*
 * All times are the database's. If its clock jumped forward, data with a retention of a day or thirty days would be deleted at
 * once; if it then jumped back, deferred work would wait for a time far in the future. Workers therefore compare it with their
 * own monotonic clock, and with the time of the last check by any worker.
 */

const checkIntervalMs = 10_000;
/** Tolerated drift: a slow response, or a small clock correction. */
const maxDriftMs = 120_000;
/** A longer gap between checks means that the clock jumped or no worker ran. */
const maxGapMs = 600_000;
/** Time without a clock jump before anything is deleted. */
export const steadyMs = 3_600_000;
/** Lease duration of a claim, as in delivery-queue.ts and runs.ts. */
const claimSeconds = 45;
/** Maximum wait of any delivery (WEBHOOK_RETRY_SCHEDULE is limited to 24 days; workflow waits are defined by their steps). */
const maxDeliveryWait = `interval '30 days'`;

/** Maximum wait of file work: the check of a blob after its file is deleted. */
const maxFileWait = `interval '1 day'`;

/** Maximum wait of retries: for media that could not be fetched, and contacts that could not be looked up. */
const maxFetchWait = `interval '8 hours'`;
const maxLookupWait = `interval '1 hour'`;

const select = platformStatement(`
  select (extract(epoch from now()) * 1000)::float8 as now, (extract(epoch from seen_at) * 1000)::float8 as seen,
    (extract(epoch from steady_since) * 1000)::float8 as steady from clock for update`);
const update = platformStatement(`
  update clock set seen_at = to_timestamp($now::float8 / 1000), steady_since = to_timestamp($steady::float8 / 1000),
    leapt_at = case when $leap::float8 is null then leapt_at else to_timestamp($now / 1000) end,
    leap_ms = coalesce($leap::float8::bigint, leap_ms)`);

const ahead = `now() + interval '${maxDriftMs} milliseconds'`;

/*
 * Repairs times that were computed from a future clock. Leases and retries get their full duration from now; due work becomes due
 * now.
 */
const repairs = [
  ...['deliveries', 'workflow_runs', 'message_media'].map(
    (table) => `
    update ${table} set claimed_until = now() + interval '${claimSeconds} seconds'
    where status = 'pending' and claimed_until > ${ahead}`,
  ),
  `update deliveries set next_attempt_at = now()
    where status = 'pending' and next_attempt_at > ${ahead} and (waits = 0 or next_attempt_at > now() + ${maxDeliveryWait})`,
  `update deliveries d set next_attempt_at = now() + (d.next_attempt_at - a.at)
    from (
      select a.team_id, a.webhook_id, a.delivery_id, max(a.started_at) as at
      from delivery_attempts a join deliveries p on p.team_id = a.team_id and p.webhook_id = a.webhook_id and p.id = a.delivery_id
      where p.status = 'pending' and p.next_attempt_at > ${ahead} group by 1, 2, 3) a
    where d.team_id = a.team_id and d.webhook_id = a.webhook_id and d.id = a.delivery_id
      and a.at > ${ahead} and d.status = 'pending' and d.next_attempt_at > ${ahead}`,
  `update message_media set next_attempt_at = now()
    where status = 'pending' and next_attempt_at > ${ahead} and (attempts = 0 or next_attempt_at > now() + ${maxFetchWait})`,
  `update automatic_replies set next_attempt_at = now() where next_attempt_at > ${ahead}`,
  `update automatic_replies set claimed_until = now() where claimed_until > ${ahead}`,
  `update scheduled_messages set claimed_until = now() where claimed_until > ${ahead}`,
  `update lookups set due_at = now() where due_at > now() + ${maxLookupWait}`,
  `update lookups set claimed_until = now() where due_at is not null and claimed_until > ${ahead}`,
  `update workflow_runs set next_step_at = now()
    where status = 'pending' and next_step_at > ${ahead} and step = 0 and failures = 0`,
  `update workflow_runs r set next_step_at = now() + (r.next_step_at - s.at)
    from (
      select s.team_id, s.run_id, max(greatest(s.started_at, s.completed_at)) as at
      from workflow_steps s join workflow_runs p on p.team_id = s.team_id and p.id = s.run_id
      where p.status = 'pending' and p.next_step_at > ${ahead} group by 1, 2) s
    where r.team_id = s.team_id and r.id = s.run_id
      and s.at > ${ahead} and r.status = 'pending' and r.next_step_at > ${ahead}`,
  // The worker computes both again.
  'update workflows set counts_from = now() where counts_from > now()',
  'update workflows set next_at = now() where is_active and next_at > now()',
  'update workflows set waits_until = null where waits_until > now()',
  ...['work_at', 'check_at'].map(
    (column) =>
      `update blobs set ${column} = now() + ${maxFileWait} where ${column} > now() + ${maxFileWait}`,
  ),
].map((text) => platformStatement(text));

/** Reschedules work that is due absurdly far in the future, for example after a forward clock jump was corrected. */
export async function repairFutureTimes(platform: Platform): Promise<void> {
  for (const mend of repairs) await platform.run(mend);
}

/** Result of a clock check. */
interface ClockCheck {
  /** True if expired data may be deleted. */
  readonly isSteady: boolean;
  /** Size of the jump in milliseconds; 0 if none was detected. */
  readonly leapMs: number;
  /** Time without any check in milliseconds, if it was long; otherwise 0. */
  readonly gapMs: number;
}

/**
 * Returns a check of the database's clock for one process; runs inside a transaction and uses its `now()`.
 * @param counting monotonic milliseconds
 */
export function clockChecker(counting = () => performance.now()) {
  let last: { readonly now: number; readonly counted: number } | undefined;
  return async (tx: Platform): Promise<ClockCheck> => {
    const [row] = await tx.run(select);
    const { now, seen, steady } = row as Record<'now' | 'seen' | 'steady', number | null>;
    if (now === null) throw new Error('the database returned no time');
    const counted = counting();
    const drift = last === undefined ? 0 : now - last.now - (counted - last.counted);
    last = { now, counted };
    const gap = seen === null ? 0 : now - seen;
    const leapMs = Math.abs(drift) > maxDriftMs ? drift : gap < -maxDriftMs ? gap : 0;
    const gapMs = leapMs === 0 && gap > maxGapMs ? gap : 0;
    const since = leapMs !== 0 || gapMs !== 0 ? now : steady;
    await tx.run(update, { now, steady: since, leap: leapMs === 0 ? null : Math.round(leapMs) });
    return { isSteady: since === null || now - since >= steadyMs, leapMs, gapMs };
  };
}

/** A monitored clock. */
export interface Clock {
  /** True if data that has expired by the clock of this transaction may be deleted. */
  isSteady(tx: Platform): Promise<boolean>;
  stop(): Promise<void>;
}

const hours = (ms: number) => `${(Math.abs(ms) / 3_600_000).toFixed(1)} h`;

/** Monitors the database's clock, logs jumps, and reschedules work left waiting for a time in the far future. */
export function watchClock({ platform }: Database, log: Logger): Clock {
  const lookAt = clockChecker();
  const stopped = new AbortController();
  let hasGoneBack = false;

  async function look(tx: Platform): Promise<ClockCheck> {
    const check = await lookAt(tx);
    const { leapMs, gapMs } = check;
    if (leapMs !== 0)
      log.warn(
        { leap_ms: Math.round(leapMs) },
        `the database clock jumped ${leapMs > 0 ? 'forward' : 'back'} by ${hours(leapMs)}: nothing is removed until it has been steady for an hour`,
      );
    if (gapMs !== 0)
      log.info(
        { gap_ms: Math.round(gapMs) },
        `no worker ran for ${hours(gapMs)}, or the clock jumped: nothing is removed for an hour`,
      );
    if (leapMs < 0) hasGoneBack = true;
    return check;
  }

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await platform.transaction(look);
        if (hasGoneBack) await repairFutureTimes(platform);
        hasGoneBack = false;
      } catch (err) {
        if (!isPassing(err)) log.error({ err }, 'the clock could not be checked');
      }
      await sleep(checkIntervalMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }
  const watching = watch();
  return {
    isSteady: async (tx) => (await look(tx)).isSteady,
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}
