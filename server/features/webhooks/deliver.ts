import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../../db/database.ts';
import { isFree, type Queue } from '../../db/queue.ts';
import { plannedAnew, teamStatement } from '../../db/statement.ts';
import { listening } from '../../events/outbox.ts';
import type { Logger } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { emitsChange } from '../../records/statements.ts';
import type { Attempted, Sender } from './attempt.ts';
import { secretsOf } from './endpoint-secrets.ts';
import { hopsHeader } from './hops.ts';
import type { Pace } from './pace.ts';
import { type Reason, reasons } from './reasons.ts';
import { signedHeaders } from './signature.ts';
import { webhooks } from './table.ts';

/*
 * Delivering: one queue an endpoint. A delivery is claimed, attempted with no transaction open, and what came of it is
 * stored. A process that dies in between leaves a claim that runs out: the attempt is made again, with the same event id.
 */

/** What delivering needs. */
export interface Delivering {
  readonly sender: Sender;
  readonly secrets: Secrets;
  /** The waits between attempts, in milliseconds. */
  readonly schedule: readonly number[];
  /** How fast teams may send. */
  readonly pace: Pace;
  readonly log: Logger;
}

/** For how long a claim is believed in: longer than an attempt and the storing of it take. */
const claimSeconds = 45;
/** How many attempts an endpoint gets at once; few until it has answered quickly, so that many slow ones leave room. */
const width = { quick: 16, slow: 2 };
const slowMs = 5_000;
/** An endpoint that has done nothing but fail for so long is switched off. */
const hopeless = `interval '5 days'`;

/*
 * Due deliveries. The first attempts of the events of one record are made in the order of its events: none while an earlier one
 * has not been tried. `candidates` has their ids; what another process claims meanwhile is left out. That next_attempt_at is
 * there says that they are pending, and does not lead the planner away from the primary key. A row at least, with how many
 * were looked through as `seen`.
 */
const takes = (candidates: string, seen: string) =>
  teamStatement(
    `with recursive ${candidates},
    ready as (
      select d.id from deliveries d
      where d.team_id = $team and d.webhook_id = $webhook and d.id = any (array(select id from candidates))
        and d.next_attempt_at <= now() and ${isFree('d')}
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
    plannedAnew,
  );

/** How many of the oldest that are due are looked through for what may be tried. */
const oldest = 200;

const takeOldest = takes(
  `due as materialized (
  select * from deliveries d
  where d.team_id = $team and d.webhook_id = $webhook and d.status = 'pending' and d.next_attempt_at <= now() and ${isFree('d')}
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
 * The same where the oldest are many events of few records: leaps from record to record through those that have not been
 * tried, the first of each.
 */
const takeHeads = takes(
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
  candidates as (select id from head where next_attempt_at <= now() and ${isFree('head')} limit $room)`,
  '0',
);

/*
 * What came of attempts; of a claim that another took over only the attempt is written down. A row with what the endpoint
 * has come to.
 */
const store = teamStatement(
  `
  with r as (
    select r.*, now() + r.wait_ms * interval '1 millisecond' as next_at, now() as now
    from unnest($ids::uuid[], $claims::uuid[], $outcomes::text[], $wait_ms::float8[], $requests::uuid[], $statuses::smallint[],
      $errors::text[], $answers::text[], $durations::integer[], $started::timestamptz[])
      as r (id, claim, outcome, wait_ms, request, status, error, answer, duration_ms, started_at)),
  attempt as (
    insert into delivery_attempts (team_id, webhook_id, delivery_id, id, status, error, answer, duration_ms, started_at)
    select $team, $webhook, id, request, status, error, answer, duration_ms, started_at from r where request is not null
    on conflict do nothing),
  stored as (
    update deliveries d set claim = null, claimed_until = null,
      attempts = d.attempts + case when r.request is null then 0 else 1 end,
      reason = case when r.outcome = 'returned' then d.reason else r.error end,
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
  plannedAnew,
);

/** A row while the clock cannot be believed (server/db/clock.ts): it leapt of late, or since it was last looked at. */
const unsteady = teamStatement(`
  select from clock where $team::uuid is not null
    and (steady_since > now() - interval '1 hour' or seen_at < now() - interval '10 minutes')`);

/** Switches an endpoint off, and emits an event to the team's others. Nothing where it has another url by now, or is off. */
export const disable = teamStatement(`
  with old as materialized (
    select * from webhooks where team_id = $team and id = $webhook and is_active and url = $url for update),
  t as (
    update webhooks t set is_active = false, disabled_reason = $reason, updated_at = greatest(now(), old.updated_at) from old
    where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChange(webhooks, { now: 't', sets: ['is_active', 'disabled_reason', 'updated_at'] }, [{ kind: 'webhook.disabled', where: 'true' }], `${listening} and w.id <> $webhook`)}
  select id from t`);

/** A delivery that was claimed. */
interface Job {
  readonly id: string;
  readonly claim: string;
  readonly waits: number;
  /** Absent where nothing can be sent; then `obstacle` says why. */
  readonly request?: {
    readonly url: string;
    readonly secrets: readonly [string, ...string[]];
    readonly body: string;
    /** How many hooks lie behind it. */
    readonly hops: number;
  };
  readonly obstacle?: Reason;
  /** Whether what is in the way may be gone at the next attempt. */
  readonly mayPass?: true;
}

interface Result {
  readonly job: Job;
  /** `returned`: cut off by this process's end, and due as before. */
  readonly outcome: 'delivered' | 'retry' | 'failed' | 'returned';
  readonly waitMs: number;
  readonly error: Reason | null;
  /** Absent where no attempt was made. */
  readonly attempt?: Attempted & { readonly id: string; readonly startedAt: Date };
}

const gone = 410;

/** Why a delivery that is due cannot be attempted, for good. */
function obstacleOf({ is_active, url, payload }: Row): Reason | undefined {
  if (typeof is_active !== 'boolean') return reasons.noEndpoint();
  if (!is_active) return reasons.inactive();
  if (url === null) return reasons.noUrl();
  if (payload === null) return reasons.tooOld();
  return undefined;
}

/** The queue of one endpoint. */
export function deliveryQueue(
  db: TeamDb,
  webhook: string,
  { sender, secrets, schedule, pace, log }: Delivering,
): Queue<Job, Result> {
  let isSlow = true;

  function jobOf(row: Row, claim: string): Job {
    const { id, waits, payload, hops, url } = row;
    const job = { id: id as string, claim, waits: waits as number };
    const obstacle = obstacleOf(row);
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

  /** What follows a failure: another attempt after the next wait of the schedule, or the end. */
  function afterFailure(job: Job, error: Reason | null, retryAfterMs: number | null = null) {
    const wait = schedule[job.waits];
    if (wait === undefined) return { job, outcome: 'failed', waitMs: 0, error } as const;
    const spread = wait * (0.8 + 0.4 * Math.random());
    return { job, outcome: 'retry', waitMs: Math.max(spread, retryAfterMs ?? 0), error } as const;
  }

  function resultOf(job: Job, attempt: NonNullable<Result['attempt']>): Result {
    const { error, status, retryAfterMs } = attempt;
    if (error === null) return { job, outcome: 'delivered', waitMs: 0, error, attempt };
    if (status === gone) return { job, outcome: 'failed', waitMs: 0, error, attempt };
    return { ...afterFailure(job, error, retryAfterMs), attempt };
  }

  return {
    // Without any room the queue ends; whoever looks for work opens it again.
    width: () => (!pace.isOpen(db.id) ? 0 : isSlow ? width.slow : width.quick),

    async take(room) {
      const claim = uuidv7();
      const jobsOf = (rows: Row[]) => {
        const jobs = rows.flatMap((row) => (row.id === null ? [] : [jobOf(row, claim)]));
        const bytes = jobs.reduce((sum, { request }) => sum + (request?.body.length ?? 0), 0);
        pace.sends(db.id, bytes);
        return jobs;
      };
      const rows = await db.run(takeOldest, { webhook, claim, room });
      const jobs = jobsOf(rows);
      const seen = rows[0]?.seen as number;
      // What was seen and not taken waits for an event before it, or for room.
      if (jobs.length === room || seen < oldest) return { jobs, mayHaveMore: seen > jobs.length };
      const heads = await db.run(takeHeads, { webhook, claim, room: room - jobs.length });
      return { jobs: [...jobs, ...jobsOf(heads)], mayHaveMore: true };
    },

    async work(job) {
      const { id, request, obstacle = null, mayPass } = job;
      if (!request) {
        // Nobody is waited for.
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
      if (attempted.status === null && attempted.error === reasons.stopped())
        return { job, outcome: 'returned', waitMs: 0, error: attempted.error, attempt };
      isSlow = attempted.durationMs > slowMs;
      return resultOf(job, attempt);
    },

    async store(results) {
      // What an endpoint's last url did says nothing of the one that it has now.
      const url = results.findLast(({ attempt }) => attempt)?.job.request?.url ?? null;
      const tried = results.flatMap(({ attempt, job, outcome }) =>
        attempt && outcome !== 'returned' && job.request?.url === url ? attempt : [],
      );
      const wasGood = tried.some(({ error }) => error === null);
      const isGone = tried.some(({ status }) => status === gone);
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
        errors: of(({ error }) => error),
        answers: of(({ attempt }) => attempt?.excerpt ?? null),
        durations: of(({ attempt }) => attempt?.durationMs ?? null),
        started: of(({ attempt }) => attempt?.startedAt ?? null),
        is_failing: tried.length === 0 ? null : !wasGood,
      };
      const switchOff = async (on: TeamDb, reason: Reason) => {
        const [disabled] = await on.run(disable, { webhook, url, reason });
        if (disabled) log.warn({ team: db.id, webhook, reason }, 'a webhook endpoint was disabled');
      };
      if (isGone) {
        await db.transaction(async (tx) => {
          await tx.run(store, values);
          await switchOff(tx, reasons.gone());
        });
        return;
      }
      const [row] = await db.run(store, values);
      // Where this process ends before, the next failure finds it out again.
      if (row?.is_hopeless === true && (await db.run(unsteady)).length === 0)
        await switchOff(db, reasons.hopeless());
    },
  };
}
