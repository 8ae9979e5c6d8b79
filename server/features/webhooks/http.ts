import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NIL } from 'uuid';
import type { TeamDb } from '../../db/database.ts';
import { isFree } from '../../db/queue.ts';
import { iso, plannedAnew, type TeamStatement, teamStatement } from '../../db/statement.ts';
import { emits } from '../../events/outbox.ts';
import { bytesOf, envelope, found, mountListWithin, post, send } from '../../http/records.ts';
import type { Answer } from '../../operations/idempotency.ts';
import { conflict, spent } from '../../platform/errors.ts';
import { readBody, readCreate, refuseFields, refuseQuery } from '../../records/input.ts';
import { document } from '../../records/statements.ts';
import { mustText, textOf, type Values } from '../../records/verbs.ts';
import { deliveries, replays } from './deliveries.ts';
import { receptions } from './receptions.ts';
import { newSecret, secretPlace } from './signature.ts';
import { webhooks, withSecret } from './table.ts';

/** The most deliveries that one call replays. */
const mostAtOnce = 10_000;

/** The endpoint of the path, and whether it can be told anything. */
const endpoint = `endpoint as (
  select w.id, w.is_active and w.url is not null as is_listening from webhooks w where w.team_id = $team and w.id = $id)`;

/** Of a delivery that is replayed again and again the last attempts are shown. */
const mostAttempts = 1_000;

const showDelivery = teamStatement(`
  with doc as (
    select ${document(deliveries, 'deliveries', 't.team_id = $team and t.webhook_id = $id and t.id = $inner')} as data
    from webhooks w where w.team_id = $team and w.id = $id)
  select left(data, -1) || ',"attempts":[' || coalesce((
    select string_agg(row_to_json(a)::text, ',' order by a.started_at, a.request_id) from (
      select x.id as request_id, ${iso('x.started_at')} as started_at, x.status, x.error, x.answer, x.duration_ms
      from delivery_attempts x where x.team_id = $team and x.webhook_id = $id and x.delivery_id = $inner
      order by x.started_at desc, x.id desc limit ${mostAttempts}) a), '') ||
    '],"payload":' || coalesce((select e.payload from events e where e.team_id = $team and e.id = $inner), 'null') || '}' as data
  from doc`);

const isKept = 'exists (select from events e where e.team_id = $team and e.id = d.id)';
const anew = `status = 'pending', waits = 0, next_attempt_at = now(), completed_at = null, claim = null, claimed_until = null`;

/** One under way is left alone: it is being attempted. */
const replayOne = teamStatement(`
  with ${endpoint},
  old as materialized (
    select d.*, ${isKept} as is_kept from deliveries d, endpoint
    where d.team_id = $team and d.webhook_id = endpoint.id and d.id = $inner),
  t as (
    update deliveries d set ${anew} from old, endpoint
    where d.team_id = $team and d.webhook_id = endpoint.id and d.id = old.id
      and endpoint.is_listening and old.is_kept and ${isFree('d')}
    returning d.*)
  select ${document(deliveries, '(select * from t union all select d.* from deliveries d, old where d.team_id = $team and d.webhook_id = $id and d.id = old.id and not exists (select from t))')} as data,
    endpoint.is_listening, old.is_kept
  from old, endpoint`);

/** How many deliveries one statement makes anew: so many take a small part of the time that a request gives the database. */
const step = 1_000;

/** The endpoint's deliveries that a replay of many means, behind `$after`. */
const meant = `d.team_id = $team and d.webhook_id = $id and d.status = $status::delivery_status
  and ($after::uuid is null or d.id > $after::uuid)
  and ($from::timestamptz is null or d.id >= uuid7_floor($from::timestamptz))
  and ($to::timestamptz is null or d.id < uuid7_floor($to::timestamptz + interval '1 millisecond'))`;

/** One step of a replay of many. Events go oldest first: what lies before the oldest that is kept is leapt over. */
const replayStep = teamStatement(
  `
  with ${endpoint},
  meant as materialized (
    select d.id from deliveries d
    where ${meant} and ${isKept} and exists (select from endpoint where is_listening)
      and d.id >= (select e.id from events e where e.team_id = $team order by e.id limit 1)
    order by d.id limit $size),
  t as (
    update deliveries d set ${anew}
    where d.team_id = $team and d.webhook_id = $id and d.id = any (array(select id from meant)) and d.status = $status::delivery_status
    returning d.id)
  select endpoint.is_listening, (select count(*) from t)::int as replayed, (select count(*) from meant)::int as seen,
    (select m.id from meant m order by m.id desc limit 1) as last
  from endpoint`,
  plannedAnew,
);

/** One call at a time, so that all of them together stay within what a minute allows; what it has replayed so far. */
const replayed = teamStatement(`
  select pg_try_advisory_xact_lock(hashtextextended($team::uuid::text || ' replays', 9)) as is_alone,
    (select coalesce(sum(u.n), 0) from team_usage u
      where u.team_id = $team and u.what = 'replays' and u.since = $minute::timestamptz)::int as n`);

const countReplayed = teamStatement(`
  insert into team_usage as u (team_id, what, since, slot, n) values ($team, 'replays', $minute, $nil, $n)
  on conflict (team_id, what, since, slot) do update set n = u.n + excluded.n`);

const leftBehind = teamStatement(
  `select count(*)::int as remaining, (select d.created_at from deliveries d where ${meant} order by d.id limit 1) as next_from
  from deliveries d where ${meant}`,
  plannedAnew,
);

const test = teamStatement(`
  with t as (select * from webhooks w where w.team_id = $team and w.id = $id),
  doc as materialized (select t.id, t.is_active and t.url is not null as is_listening, ${document(webhooks, '(select t.*)')} as data from t),
  ${emits(
    [
      {
        kind: 'webhook.test',
        from: 'doc where doc.is_listening',
        record: 'doc.id',
        data: 'doc.data',
        previous: 'null::text',
      },
    ],
    'w.id = $id',
  )}
  select ${document(deliveries, 'delivery')} as data, doc.is_listening from doc`);

const rotate = teamStatement(`
  with old as materialized (select * from webhooks where team_id = $team and id = $id for update),
  t as (
    update webhooks t set secret_token = $sealed, previous_secret = old.secret_token,
      previous_secret_until = now() + interval '24 hours', updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id returning t.*)
  select ${document(webhooks, '(select t.*)')} as data from t`);

const deaf = () =>
  conflict('The endpoint is not active, or has no url: nothing can be delivered to it.');
const ok = (data: string): Answer => ({ status: 200, body: envelope(data) });

const minuteMs = 60_000;

/** Whether there is the endpoint, and where one of its deliveries is meant, that: before anything else is answered. */
const isThere = teamStatement(`
  select from webhooks w where w.team_id = $team and w.id = $id and ($inner::uuid is null or exists (
    select from deliveries d where d.team_id = $team and d.webhook_id = w.id and d.id = $inner))`);

/**
 * Replays within what the team may in a minute.
 * @param tx a transaction: all or nothing
 * @param work gets how many it may replay, and answers how many it has
 * @throws ApiError CONFLICT while another replay of the team is running, RATE_LIMITED where the minute has no room
 */
async function withinMinute<T extends { readonly replayed: number }>(
  tx: TeamDb,
  most: number,
  work: (room: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (most === 0) return work(mostAtOnce);
  const now = Date.now();
  const minute = new Date(now - (now % minuteMs)).toISOString();
  const [used] = await tx.run(replayed, { minute });
  if (used?.is_alone !== true)
    throw conflict('Another replay of the team is running; call again when it has ended.');
  const room = most - Number(used.n);
  if (room <= 0)
    throw spent(
      `A team replays at most ${most} deliveries a minute, and has.`,
      'TEAM_REPLAYS_PER_MINUTE',
      Math.ceil((minuteMs - (now % minuteMs)) / 1_000),
    );
  const done = await work(Math.min(room, mostAtOnce));
  if (done && done.replayed > 0)
    await tx.run(countReplayed, { minute, nil: NIL, n: done.replayed });
  return done;
}

/** What became of a replay of many; undefined where there is no such endpoint. @param most how many at most */
async function replayMany(tx: TeamDb, values: Values, most: number) {
  let replayed = 0;
  let after: unknown = null;
  while (replayed < most) {
    const size = Math.min(step, most - replayed);
    const [row] = await tx.run(replayStep, { ...values, after, size });
    if (!row) return undefined;
    if (row.is_listening !== true) throw deaf();
    replayed += row.replayed as number;
    if (row.seen !== size) return { replayed, remaining: 0, next_from: null };
    after = row.last;
  }
  const [left] = await tx.run(leftBehind, { ...values, after });
  return { replayed, remaining: left?.remaining, next_from: left?.next_from };
}

/** Mounts what belongs to an endpoint beyond its five operations, below /api/v1. */
export function mountWebhooks(v1: FastifyInstance): void {
  const item = `${webhooks.path}/:id`;
  const owner = { table: 'webhooks', one: webhooks.one };
  mountListWithin(v1, deliveries, owner);
  mountListWithin(v1, receptions, owner);

  v1.get(`${deliveries.path}/:inner`, async (request, reply) => {
    refuseQuery(request.query);
    const { db } = request.context;
    const delivery = await found(deliveries.one, request, async (id, inner) =>
      textOf((await db.read(showDelivery, { id, inner }))[0]),
    );
    return send(reply, 200, envelope(delivery));
  });

  const most = ({ context: { settings } }: FastifyRequest) =>
    settings.bounds?.TEAM_REPLAYS_PER_MINUTE ?? 0;

  /** A POST about the record of the path; a row of the statement with its id. */
  const about = async (
    db: TeamDb,
    one: string,
    request: FastifyRequest,
    statement: TeamStatement,
    values: Record<string, unknown> = {},
  ) => {
    refuseQuery(request.query);
    return found(
      one,
      request,
      async (id, inner) => (await db.run(statement, { ...values, id, inner }))[0],
    );
  };
  const refuseBody = (request: FastifyRequest) => refuseFields(readBody(bytesOf(request)));

  v1.post(`${deliveries.path}/:inner/replay`, (request, reply) =>
    post(request, reply, async (db) => {
      refuseBody(request);
      await found(deliveries.one, request, async (id, inner) => {
        const [there] = await db.run(isThere, { id, inner });
        return there;
      });
      const row = await db.transaction(async (tx) => {
        const done = await withinMinute(tx, most(request), async () => ({
          replayed: 1,
          row: await about(tx, deliveries.one, request, replayOne),
        }));
        return done?.row ?? {};
      });
      if (row.is_listening !== true) throw deaf();
      if (row.is_kept !== true)
        throw conflict('The event is older than 30 days: it is not kept any more.');
      return ok(mustText(row));
    }),
  );

  v1.post(replays.path, (request, reply) =>
    post(request, reply, async (db) => {
      const values = readCreate(replays, readBody(bytesOf(request)));
      refuseQuery(request.query);
      const replayed = await found(webhooks.one, request, async (id) => {
        const [there] = await db.run(isThere, { id, inner: null });
        return (
          there &&
          db.transaction((tx) =>
            withinMinute(tx, most(request), (room) => replayMany(tx, { ...values, id }, room)),
          )
        );
      });
      return ok(JSON.stringify(replayed));
    }),
  );

  v1.post(`${item}/test`, (request, reply) =>
    post(request, reply, async (db) => {
      refuseBody(request);
      const row = await about(db, webhooks.one, request, test);
      if (row.is_listening !== true) throw deaf();
      return { status: 201, body: envelope(mustText(row)) };
    }),
  );

  v1.post(`${item}/rotate-secret`, (request, reply) =>
    post(request, reply, async (db) => {
      refuseBody(request);
      refuseQuery(request.query);
      const secret = newSecret();
      const text = await found(webhooks.one, request, async (id) => {
        // An id in another spelling is the same endpoint.
        const place = secretPlace(db.id, id.toLowerCase());
        const sealed = request.context.settings.secrets.seal(secret, place);
        return textOf((await db.run(rotate, { id, sealed }))[0]);
      });
      return ok(withSecret(text, secret));
    }),
  );
}
