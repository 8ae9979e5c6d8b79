import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { isUnclaimed, type Queue } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { listening } from '#server/events/outbox.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import { emitsChange } from '#server/records/statements.ts';
import type { Attempted, Sender } from './delivery-attempt.ts';
import { secretsOf } from './endpoint-secrets.ts';
import { type Reason, reasons } from './failure-reasons.ts';
import { hopsHeader } from './hop-limit.ts';
import type { ByteRate } from './rate-limit.ts';
import { signedHeaders } from './signature.ts';
import { webhooks } from './table.ts';

/*
 * Delivers events: one queue per endpoint. A delivery is claimed, attempted without an open transaction, and its outcome is stored. If a
 * process dies in between, its claim expires and the attempt is repeated with the same event id.
 */

/** Dependencies of delivering. */
export interface DeliveryParts {
  readonly sender: Sender;
  readonly secrets: Secrets;
  /** Delays between attempts, in milliseconds. */
  readonly schedule: readonly number[];
  /** Rate limit of teams. */
  readonly pace: ByteRate;
  readonly log: Logger;
}

/** Lease of a claim: longer than an attempt and the storing of its outcome. */
const claimSeconds = 45;
/**
 * Max number of concurrent attempts per endpoint; low until it has responded quickly, so that many slow endpoints leave capacity for
 * others.
 */
const width = { quick: 16, slow: 2 };
const slowMs = 5_000;
/** An endpoint that only fails for this long is disabled. */
const hopeless = `interval '5 days'`;

/*
 * Claims due deliveries. The first attempts for the events of one record follow the order of its events: none is made while an earlier
 * event is untried. `candidates` contains their ids; those that another process claims in the meantime are skipped. Only pending deliveries
 * have a next_attempt_at, and this condition does not lead the planner away from the primary key. Returns at least one row, with the number
 * of deliveries examined as `seen`.
 */
const claimDue = (candidates: string, seen: string) =>
  teamStatement(
    `with recursive ${candidates},
    ready as (
      select d.id from deliveries d
      where d.team_id = $team and d.webhook_id = $webhook and d.id = any (array(select id from candidates))
        and d.next_attempt_at <= now() and ${isUnclaimed('d')}
      for update skip locked),
    taken as (
      update deliveries d set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
      where d.team_id = $team and d.webhook_id = $webhook and d.id = ready.id
      returning d.id, d.waits)
    select taken.id, taken.waits, e.payload, e.hops, w.url, w.secret_token, w.is_active, n.seen,
      case when w.previous_secret_until > now() then w.previous_secret end as previous_secret
    from (select ${seen} as seen) n left join taken on true
      left join events e on e.team_id = $team and e.id = taken.id
      left join webhooks w on w.team_id = $team and w.id = $webhook
    order by taken.id`,
    unprepared,
  );

/** Number of the oldest due deliveries that are examined for ones that may be attempted. */
const oldest = 200;

const claimOldest = claimDue(
  `due as materialized (
  select * from deliveries d
  where d.team_id = $team and d.webhook_id = $webhook and d.status = 'pending' and d.next_attempt_at <= now() and ${isUnclaimed('d')}
  order by d.next_attempt_at, d.id limit ${oldest}),
  candidates as (
    select d.id from due d
    where d.attempts > 0 or d.waits > 0 or not exists (
      select from deliveries e where e.team_id = $team and e.webhook_id = $webhook and e.record_id = d.record_id
        and e.status = 'pending' and e.attempts = 0 and e.waits = 0 and e.id < d.id)
    order by d.next_attempt_at, d.id limit $room)`,
  '(select count(*) from due)::int',
);

/*
 * Same as {@link takeOldest}, for many events of few records among the oldest: skips from record to record through untried deliveries,
 * taking the first of each.
 */
const claimHeads = claimDue(
  `head as (
    (select record_id, id, next_attempt_at, claimed_until from deliveries
      where team_id = $team and webhook_id = $webhook and status = 'pending' and attempts = 0 and waits = 0
      order by record_id, id limit 1)
    union all
    select next.* from head cross join lateral (
      select record_id, id, next_attempt_at, claimed_until from deliveries
      where team_id = $team and webhook_id = $webhook and status = 'pending' and attempts = 0 and waits = 0
        and record_id > head.record_id
      order by record_id, id limit 1) next
  ),
  candidates as (select id from head where next_attempt_at <= now() and ${isUnclaimed('head')} limit $room)`,
  '0',
);

/*
 * Stores the outcomes of attempts; if another process has taken over a claim, only the attempt itself. Returns a row with the endpoint's
 * health.
 */
const store = teamStatement(
  `
  with r as (
    select r.*, now() + r.wait_ms * interval '1 millisecond' as next_at, now() as now
    from unnest($ids::uuid[], $claims::uuid[], $outcomes::text[], $wait_ms::float8[], $requests::uuid[], $statuses::smallint[],
      $errors::text[], $details::text[], $answers::text[], $durations::integer[], $started::timestamptz[])
      as r (id, claim, outcome, wait_ms, request, status, error, details, answer, duration_ms, started_at)),
  attempt as (
    insert into delivery_attempts (team_id, webhook_id, delivery_id, id, status, error, error_details, answer, duration_ms, started_at)
    select $team, $webhook, id, request, status, error, details, answer, duration_ms, started_at from r where request is not null
    on conflict do nothing),
  stored as (
    update deliveries d set claim = null, claimed_until = null,
      attempts = d.attempts + case when r.request is null then 0 else 1 end,
      reason = case when r.outcome = 'returned' then d.reason else r.error end,
      reason_details = case when r.outcome = 'returned' then d.reason_details else r.details end,
      status = case when r.outcome in ('delivered', 'failed') then r.outcome else 'pending' end::delivery_status,
      waits = d.waits + case when r.outcome = 'retry' then 1 else 0 end,
      next_attempt_at = case when r.outcome = 'retry' then r.next_at when r.outcome = 'returned' then d.next_attempt_at end,
      completed_at = case when r.outcome in ('delivered', 'failed') then r.now end
    from r
    where d.team_id = $team and d.webhook_id = $webhook and d.id = r.id and d.claim = r.claim),
  endpoint as (
    update webhooks w set failing_since = case when $is_failing::boolean then clock.now end from (select now()) clock (now)
    where w.team_id = $team and w.id = $webhook and w.url = $url and (w.failing_since is null) = $is_failing::boolean)
  select is_active and $is_failing::boolean and failing_since <= now() - ${hopeless} as is_hopeless from webhooks
  where team_id = $team and id = $webhook and url = $url`,
  unprepared,
);

/** Returns a row while the clock is unreliable (server/db/clock.ts): it jumped recently, or since it was last checked. */
const unsteady = teamStatement(`
  select from clock where $team::uuid is not null
    and (steady_since > now() - interval '1 hour' or seen_at < now() - interval '10 minutes')`);

/**
 * Disables an endpoint, and emits an event to the team's other endpoints. Does nothing if its url has changed or it is already disabled.
 */
export const disable = teamStatement(`
  with old as materialized (
    select * from webhooks where team_id = $team and id = $webhook and is_active and url = $url for update),
  t as (
    update webhooks t set is_active = false, disabled_reason = $reason, disabled_reason_details = $details,
      updated_at = greatest(now(), old.updated_at) from old
    where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChange(webhooks, { now: 't', sets: ['is_active', 'disabled_reason', 'disabled_reason_details', 'updated_at'] }, [{ kind: 'webhook.disabled', where: 'true' }], `${listening} and w.id <> $webhook`)}
  select id from t`);

/** Claimed delivery. */
interface Job {
  readonly id: string;
  readonly claim: string;
  readonly waits: number;
  /** Absent if nothing can be sent; `obstacle` is then the reason. */
  readonly request?: {
    readonly url: string;
    readonly secrets: readonly [string, ...string[]];
    readonly body: string;
    /** Number of hooks that it has passed. */
    readonly hops: number;
  };
  readonly obstacle?: Reason;
  /** True if the obstacle may be temporary. */
  readonly mayPass?: true;
}

interface Result {
  readonly job: Job;
  /** `returned`: cut off by this process's shutdown, remains due. */
  readonly outcome: 'delivered' | 'retry' | 'failed' | 'returned';
  readonly waitMs: number;
  readonly error: Reason | null;
  /** Absent if no attempt was made. */
  readonly attempt?: Attempted & { readonly id: string; readonly startedAt: Date };
}

const goneStatus = 410;

/** Returns the permanent reason why a due delivery cannot be attempted. */
function permanentReasonOf({ is_active, url, payload }: Row): Reason | undefined {
  if (typeof is_active !== 'boolean') return reasons.noEndpoint();
  if (!is_active) return reasons.inactive();
  if (url === null) return reasons.noUrl();
  if (payload === null) return reasons.tooOld();
  return undefined;
}

/** Queue of one endpoint. */
export function deliveryQueue(
  db: TeamDb,
  webhook: string,
  { sender, secrets, schedule, pace, log }: DeliveryParts,
): Queue<Job, Result> {
  let isSlow = true;

  function jobOf(row: Row, claim: string): Job {
    const { id, waits, payload, hops, url } = row;
    const job = { id: id as string, claim, waits: waits as number };
    const obstacle = permanentReasonOf(row);
    if (obstacle !== undefined) return { ...job, obstacle };
    const { current, previous } = secretsOf(secrets, db.id, webhook, row);
    if (current === undefined) {
      log.error(
        { team: db.id, webhook },
        "an endpoint's secret cannot be decrypted: SECRET_KEY has changed",
      );
      return { ...job, obstacle: reasons.sealed(), mayPass: true };
    }
    const request = {
      url: url as string,
      secrets: previous === undefined ? ([current] as const) : ([current, previous] as const),
      body: payload as string,
      hops: hops as number,
    };
    return { ...job, request };
  }

  /** Follow-up of a failure: another attempt after the next delay of the schedule, or the end. */
  function afterFailure(job: Job, error: Reason | null, retryAfterMs: number | null = null) {
    const wait = schedule[job.waits];
    if (wait === undefined) return { job, outcome: 'failed', waitMs: 0, error } as const;
    const spread = wait * (0.8 + 0.4 * Math.random());
    return { job, outcome: 'retry', waitMs: Math.max(spread, retryAfterMs ?? 0), error } as const;
  }

  function resultOf(job: Job, attempt: NonNullable<Result['attempt']>): Result {
    const { error, status, retryAfterMs } = attempt;
    if (error === null) return { job, outcome: 'delivered', waitMs: 0, error, attempt };
    if (status === goneStatus) return { job, outcome: 'failed', waitMs: 0, error, attempt };
    return { ...afterFailure(job, error, retryAfterMs), attempt };
  }

  return {
    // A width of 0 ends the queue; the next search for due endpoints reopens it.
    width: () => (!pace.isOpen(db.id) ? 0 : isSlow ? width.slow : width.quick),

    async claimJobs(room) {
      const claim = uuidv7();
      const jobsOf = (rows: Row[]) => {
        const jobs = rows.flatMap((row) => (row.id === null ? [] : [jobOf(row, claim)]));
        const bytes = jobs.reduce((sum, { request }) => sum + (request?.body.length ?? 0), 0);
        pace.sends(db.id, bytes);
        return jobs;
      };
      const rows = await db.run(claimOldest, { webhook, claim, room });
      const jobs = jobsOf(rows);
      const seen = rows[0]?.seen as number;
      // Deliveries that were examined but not claimed wait for an earlier event or for capacity.
      if (jobs.length === room || seen < oldest) return { jobs, mayHaveMore: seen > jobs.length };
      const heads = await db.run(claimHeads, { webhook, claim, room: room - jobs.length });
      return { jobs: [...jobs, ...jobsOf(heads)], mayHaveMore: true };
    },

    async work(job) {
      const { id, request, obstacle = null, mayPass } = job;
      if (!request) {
        // No receiver had to be waited for.
        isSlow = false;
        if (mayPass) return afterFailure(job, obstacle);
        return { job, outcome: 'failed', waitMs: 0, error: obstacle };
      }
      const startedAt = new Date();
      const requestId = uuidv7();
      const attempted = await sender.attempt({
        url: request.url,
        body: request.body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Pauta-Webhooks/1',
          'x-request-id': requestId,
          [hopsHeader.toLowerCase()]: String(request.hops + 1),
          ...signedHeaders(request.secrets, id, startedAt, request.body),
        },
      });
      const attempt = { ...attempted, id: requestId, startedAt };
      if (attempted.status === null && attempted.error?.code === 'stopped')
        return { job, outcome: 'returned', waitMs: 0, error: attempted.error, attempt };
      isSlow = attempted.durationMs > slowMs;
      return resultOf(job, attempt);
    },

    async store(results) {
      // Attempts at a previous url prove nothing about the current one.
      const url = results.findLast(({ attempt }) => attempt)?.job.request?.url ?? null;
      const tried = results.flatMap(({ attempt, job, outcome }) =>
        attempt && outcome !== 'returned' && job.request?.url === url ? attempt : [],
      );
      const wasGood = tried.some(({ error }) => error === null);
      const isGone = tried.some(({ status }) => status === goneStatus);
      const of = <T>(read: (result: Result) => T) => results.map(read);
      const values = {
        webhook,
        url,
        ids: of(({ job }) => job.id),
        claims: of(({ job }) => job.claim),
        outcomes: of(({ outcome }) => outcome),
        wait_ms: of(({ waitMs }) => waitMs),
        requests: of(({ attempt }) => attempt?.id ?? null),
        statuses: of(({ attempt }) => attempt?.status ?? null),
        errors: of(({ error }) => error?.text ?? null),
        details: of(({ error }) => error && storedDetails(error)),
        answers: of(({ attempt }) => attempt?.excerpt ?? null),
        durations: of(({ attempt }) => attempt?.durationMs ?? null),
        started: of(({ attempt }) => attempt?.startedAt ?? null),
        is_failing: tried.length === 0 ? null : !wasGood,
      };
      const switchOff = async (on: TeamDb, reason: Reason) => {
        const { text } = reason;
        const details = storedDetails(reason);
        const [disabled] = await on.run(disable, { webhook, url, reason: text, details });
        if (disabled)
          log.warn({ team: db.id, webhook, reason: text }, 'a webhook endpoint was disabled');
      };
      if (isGone) {
        await db.transaction(async (tx) => {
          await tx.run(store, values);
          await switchOff(tx, reasons.gone());
        });
        return;
      }
      const [row] = await db.run(store, values);
      // If this process ends before that, the next failure detects it again.
      if (row?.is_hopeless === true && (await db.run(unsteady)).length === 0)
        await switchOff(db, reasons.hopeless());
    },
  };
}
