import { NIL } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { isUnclaimed } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { audits, recordAudit } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { conflict, quotaExhausted } from '#server/platform/errors.ts';
import { mustText, type Values } from '#server/records/crud-queries.ts';
import { document } from '#server/records/statements.ts';
import { deliveries } from '../deliveries.ts';
import { refuseNotListening } from '../endpoint-operations.ts';

/** Max number of deliveries replayed per call. */
const maxMatchesAtOnce = 10_000;

/** The endpoint of the path, and whether anything can be delivered to it. */
const endpoint = `endpoint as (
  select w.id, w.is_active and w.url is not null as is_listening from webhooks w where w.team_id = $team and w.id = $id)`;

/**
 * A scalar subquery, because PostgreSQL turns `exists` into a join. While its statistics do not include the team, it expects one event and
 * reads all events of the team for each delivery: a replay of 10,000 takes 8 s instead of 0.3 s.
 */
const isKept =
  'coalesce((select true from events e where e.team_id = $team and e.id = d.id), false)';
const resetForReplay = `status = 'pending', waits = 0, next_attempt_at = now(), completed_at = null, claim = null, claimed_until = null`;

/** Skips a delivery that is being attempted. */
const replayOne = teamStatement(`
  with ${endpoint},
  old as materialized (
    select d.*, ${isKept} as is_kept from deliveries d, endpoint
    where d.team_id = $team and d.webhook_id = endpoint.id and d.id = $inner),
  t as (
    update deliveries d set ${resetForReplay} from old, endpoint
    where d.team_id = $team and d.webhook_id = endpoint.id and d.id = old.id
      and endpoint.is_listening and old.is_kept and ${isUnclaimed('d')}
    returning d.*),
  ${audits([{ type: 'deliveries', from: 't', record: 't.id' }])}
  select ${document(deliveries, '(select * from t union all select d.* from deliveries d, old where d.team_id = $team and d.webhook_id = $id and d.id = old.id and not exists (select from t))')} as data,
    endpoint.is_listening, old.is_kept
  from old, endpoint`);

/** Number of deliveries replayed per statement: small enough for a fraction of a request's database time. */
const batchSize = 1_000;

/** The endpoint's deliveries that a bulk replay selects, after `$after`. */
const matchesReplay = `d.team_id = $team and d.webhook_id = $id and d.status = $status::delivery_status
  and ($event::text is null or d.event = $event::text) and ($after::uuid is null or d.id > $after::uuid)
  and ($from::timestamptz is null or d.id >= uuid7_floor($from::timestamptz))
  and ($to::timestamptz is null or d.id < uuid7_floor($to::timestamptz + interval '1 millisecond'))`;

/** One step of a bulk replay. Replays events oldest first, skipping those older than the oldest kept event. */
const replayStep = teamStatement(
  `
  with ${endpoint},
  meant as materialized (
    select d.id from deliveries d
    where ${matchesReplay} and ${isKept} and exists (select from endpoint where is_listening)
      and d.id >= (select e.id from events e where e.team_id = $team order by e.id limit 1)
    order by d.id limit $size),
  t as (
    update deliveries d set ${resetForReplay}
    where d.team_id = $team and d.webhook_id = $id and d.id = any (array(select id from meant)) and d.status = $status::delivery_status
    returning d.id)
  select endpoint.is_listening, (select count(*) from t)::int as replayed, (select count(*) from meant)::int as seen,
    (select m.id from meant m order by m.id desc limit 1) as last
  from endpoint`,
  unprepared,
);

/**
 * Allows one call at a time, so that all calls together stay within the limit per minute; returns the number already replayed in this
 * minute.
 */
const replayed = teamStatement(`
  select pg_try_advisory_xact_lock(hashtextextended($team::uuid::text || ' replays', 9)) as is_alone,
    (select coalesce(sum(u.n), 0) from team_usage u
      where u.team_id = $team and u.what = 'replays' and u.since = $minute::timestamptz)::int as n`);

const countReplayed = teamStatement(`
  insert into team_usage as u (team_id, what, since, slot, n) values ($team, 'replays', $minute, $nil, $n)
  on conflict (team_id, what, since, slot) do update set n = u.n + excluded.n`);

const leftBehind = teamStatement(
  `select count(*)::int as remaining, (select d.created_at from deliveries d where ${matchesReplay} order by d.id limit 1) as next_from
  from deliveries d where ${matchesReplay}`,
  unprepared,
);

const minuteMs = 60_000;

/** Checks that the endpoint exists, and its delivery if one is given, before reporting any other error. */
const isThere = teamStatement(`
  select from webhooks w where w.team_id = $team and w.id = $id and ($inner::uuid is null or exists (
    select from deliveries d where d.team_id = $team and d.webhook_id = w.id and d.id = $inner))`);

/**
 * Replays within the team's limit per minute.
 * @param tx a transaction: all or nothing
 * @param work receives the max number to replay, and returns the number replayed
 * @throws ApiError CONFLICT while another replay of the team is running, RATE_LIMITED if the limit of the minute is used up
 */
async function withinMinute<T extends { readonly replayed: number }>(
  tx: TeamDb,
  most: number,
  work: (room: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (most === 0) return work(maxMatchesAtOnce);
  const now = Date.now();
  const minute = new Date(now - (now % minuteMs)).toISOString();
  const [used] = await tx.run(replayed, { minute });
  if (used?.is_alone !== true)
    throw conflict(
      'Another replay of the team is running; try again when it has finished.',
      'busy',
    );
  const room = most - Number(used.n);
  if (room <= 0)
    throw quotaExhausted(
      `The team has replayed ${most} deliveries in a minute, which is its limit.`,
      'TEAM_REPLAYS_PER_MINUTE',
      Math.ceil((minuteMs - (now % minuteMs)) / 1_000),
    );
  const done = await work(Math.min(room, maxMatchesAtOnce));
  if (done && done.replayed > 0)
    await tx.run(countReplayed, { minute, nil: NIL, n: done.replayed });
  return done;
}

/** Returns the result of a bulk replay; undefined if the endpoint does not exist. @param most max number of deliveries */
async function replayMany(tx: TeamDb, values: Values, most: number) {
  let replayed = 0;
  let after: unknown = null;
  while (replayed < most) {
    const size = Math.min(batchSize, most - replayed);
    const [row] = await tx.run(replayStep, { ...values, after, size });
    if (!row) return undefined;
    refuseNotListening(row);
    replayed += row.replayed as number;
    if (row.seen !== size) return { replayed, remaining: 0, next_from: null };
    after = row.last;
  }
  const [left] = await tx.run(leftBehind, { ...values, after });
  return { replayed, remaining: left?.remaining, next_from: left?.next_from };
}

const maxCountOf = ({ settings }: Context) => settings.bounds?.TEAM_REPLAYS_PER_MINUTE ?? 0;

/**
 * Replays one delivery.
 * @returns the delivery as JSON text; undefined if the endpoint has no such delivery
 * @throws ApiError CONFLICT if it cannot be delivered
 */
export async function replayDelivery(
  ctx: Context,
  id: string,
  inner: string,
): Promise<string | undefined> {
  const [there] = await ctx.db.run(isThere, { id, inner });
  if (!there) return undefined;
  const row = await ctx.db.transaction(async (tx) => {
    const done = await withinMinute(tx, maxCountOf(ctx), async () => ({
      replayed: 1,
      row: (await tx.run(replayOne, { id, inner }))[0],
    }));
    return done?.row;
  });
  if (!row) return undefined;
  refuseNotListening(row);
  if (row.is_kept !== true)
    throw conflict('The event is older than 30 days and no longer kept.', 'too_late');
  return mustText(row);
}

/** Replays many deliveries. @returns the result as JSON text; undefined if the endpoint does not exist */
export async function replayDeliveries(
  ctx: Context,
  id: string,
  chosen: Values,
): Promise<string | undefined> {
  const values = { event: null, ...chosen };
  const [there] = await ctx.db.run(isThere, { id, inner: null });
  if (!there) return undefined;
  const replayed = await ctx.db.transaction(async (tx) => {
    const done = await withinMinute(tx, maxCountOf(ctx), (room) =>
      replayMany(tx, { ...values, id }, room),
    );
    if (done) await recordAudit(tx, { type: 'webhooks', id, after: { replayed: done.replayed } });
    return done;
  });
  return replayed && JSON.stringify(replayed);
}
