import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { plannedAnew, platformStatement, teamStatement } from '../db/statement.ts';
import { deals } from '../features/crm/deals/table.ts';
import { sandboxConnection } from '../features/messaging/inboxes.ts';
import type { LocalMessaging } from '../features/messaging/local-messaging.ts';
import { applyEarly, giveUpOn } from '../features/messaging/statuses.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { holdRecount, recount } from '../records/totals.ts';

const sweepEvery = 60_000;

/** One process removes at a time: others would wait for the same rows. */
const mayRemove = platformStatement('select pg_try_advisory_xact_lock(7208504) as may');

/*
 * Removes at most a thousand rows, the oldest first, and returns their keys. `moment` is the column that their age is counted
 * from. A row that was waited for may have become young: only the outer condition looks again. It is written (`is true`) so
 * that no index serves it, else the planner would read all that is old for each thousand.
 */
const removal = (table: string, key: string, moment: string, age: string) => `
  delete from ${table} where (${key}) in (
    select ${key} from ${table} where ${moment} <= now() - interval '${age}' order by ${moment} limit 1000
  ) and (${moment} <= now() - interval '${age}') is true returning ${key}`;
const removes = (table: string, key: string, moment: string, age: string) =>
  platformStatement(removal(table, key, moment, age));

/** Stored answers whose day is over. */
const removeIdempotencyKeys = removes('idempotency_keys', 'team_id, key', 'created_at', '24 hours');

const removeEvents = removes('events', 'team_id, id', 'created_at', '30 days');

/** Deliveries and their attempts, after they came to an end. */
const removeDeliveries = platformStatement(`
  with old as (${removal('deliveries', 'team_id, webhook_id, id', 'completed_at', '30 days')}),
  attempts as (
    delete from delivery_attempts a using old
    where a.team_id = old.team_id and a.webhook_id = old.webhook_id and a.delivery_id = old.id)
  select id from old`);

/** Runs of workflows with their steps, after they came to an end. */
const removeRuns = removes('workflow_runs', 'team_id, id', 'completed_at', '30 days');

/** What teams used, after it counts no more. */
const removeUsage = removes('team_usage', 'team_id, what, since, slot', 'since', '26 hours');

/** What senders told, by which a repetition is known. */
const removeReceptions = removes('receptions', 'team_id, webhook_id, id', 'created_at', '30 days');

/** Confirmations of messages that were never ours: an answer that tells an id takes seconds. */
const removeEarlyConfirmations = removes(
  'early_confirmations',
  'team_id, inbox_id, msgapp_message_id, status',
  'created_at',
  '1 hour',
);

/** Confirmations whose message learnt its id when the process that stored it ended. */
const lateConfirmations = platformStatement(`
  select distinct e.team_id, e.inbox_id, e.msgapp_message_id from early_confirmations e
    join messages m on m.team_id = e.team_id and m.inbox_id = e.inbox_id
      and m.msgapp_message_id = e.msgapp_message_id and m.direction = 'outgoing'
  limit 1000`);

/** Messages whose outcome nobody told in a day, by team. */
const unconfirmed = platformStatement(`
  select team_id, array_agg(id) as ids from (
    select team_id, id from messages where is_pending and created_at <= now() - interval '24 hours'
    order by created_at limit 1000
  ) old group by team_id`);

/**
 * What the sandbox took in the last day, at least `$age` milliseconds ago or before the clock was put back, and has not confirmed to the end. Two looks,
 * because each has an index of its own.
 */
const unfinishedInSandbox = platformStatement(`
  select m.team_id, m.inbox_id, m.id, split_part(m.remote_jid, '@', 1) as "to", extract(epoch from m.created_at) * 1000 as since
  from (
    select * from messages where direction = 'outgoing' and msgapp_message_id >= $first and status in ('sent', 'delivered')
      and (team_id, inbox_id) in (select team_id, id from inboxes where gateway = 'sandbox')
    union all
    select * from messages where is_pending and status_reason is not null
      and (team_id, inbox_id) in (select team_id, id from inboxes where gateway = 'sandbox')
  ) m where m.created_at <= now() - $age * interval '1 millisecond' or m.created_at > now() + interval '2 minutes' order by m.created_at desc limit 10000`);

const mendEvery = 3_600_000;

/*
 * Totals that the version before does not keep (docs/adr/0027). While its processes still write beside ours, they are made right
 * at each start and every hour of the first day; what is wrong later, `pauta doctor --mend` finds.
 */
const newTotals = { since: '0007_deals_by_status.sql', of: [deals] };
const teamsWithNewTotals = platformStatement(`
  select id from teams where exists (
    select from migrations where name = $since and applied_at > now() - interval '24 hours')`);
const hold = platformStatement(holdRecount);
const mends = newTotals.of.map((resource) => teamStatement(recount(resource, true), plannedAnew));

/** Makes right, team by team, what an older process left out of new totals. @returns how many were wrong */
export async function mendNewTotals(
  { platform }: Database,
  isStopping = () => false,
): Promise<number> {
  let mended = 0;
  for (const { id } of await platform.run(teamsWithNewTotals, { since: newTotals.since })) {
    for (const mend of mends) {
      if (isStopping()) return mended;
      const wrong = await platform.transaction(async (tx, team) => {
        await tx.run(hold);
        return team(id as string).run(mend);
      });
      mended += wrong.length;
    }
  }
  return mended;
}

/** Settling and removing what is past its time. A sweep that fails is logged and comes again. */
export function startSweeps(
  database: Database,
  messaging: LocalMessaging,
  log: Logger,
  { isSteady }: Pick<Clock, 'isSteady'>,
): { stop(): Promise<void> } {
  const failed = (err: Error) =>
    log.warn(
      isPassing(err) ? { reason: err.message } : { err },
      'a sweep failed; it will run again',
    );
  let running: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  // What another process took, which has ended since.
  const overdue = 2 * messaging.sandboxDelayMs + 30_000;
  const sweep = (age: number) => {
    running = running
      .then(() => resumeSandbox(database, messaging, age))
      .then(() => sweepOnce(database, () => isStopping, isSteady))
      .then((swept) => {
        if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'swept');
      })
      .catch(failed);
  };
  const mend = () => {
    running = running
      .then(() => mendNewTotals(database, () => isStopping))
      .then((mended) => {
        if (mended > 0)
          log.info({ totals: mended }, 'corrected totals: older processes still write');
      })
      .catch(failed);
  };
  const timers = [setInterval(() => sweep(overdue), sweepEvery), setInterval(mend, mendEvery)];
  // What an earlier process took, whatever its age.
  sweep(0);
  mend();
  return {
    async stop() {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}

/**
 * One round of all sweeps, in small batches.
 * @param isStopping whether to come to an end: the rest can wait
 * @param isSteady whether the clock of a transaction can be believed; while it cannot, nothing is removed or given up
 * @returns how many of each were settled or removed
 */
export async function sweepOnce(
  database: Database,
  isStopping = () => false,
  isSteady: Clock['isSteady'] = async () => true,
): Promise<{
  readonly idempotency_keys: number;
  readonly events: number;
  readonly deliveries: number;
  readonly receptions: number;
  readonly team_usage: number;
  readonly workflow_runs: number;
  readonly early_confirmations: number;
  readonly unconfirmed_messages: number;
}> {
  const { platform } = database;
  const remove = async (statement: ReturnType<typeof platformStatement>) => {
    for (let removed = 0; ; ) {
      const rows = await platform.transaction(async (tx) =>
        (await tx.run(mayRemove))[0]?.may === true && (await isSteady(tx)) ? tx.run(statement) : [],
      );
      removed += rows.length;
      if (rows.length === 0 || isStopping()) return removed;
    }
  };
  const removed = {
    idempotency_keys: await remove(removeIdempotencyKeys),
    events: await remove(removeEvents),
    deliveries: await remove(removeDeliveries),
    receptions: await remove(removeReceptions),
    team_usage: await remove(removeUsage),
    workflow_runs: await remove(removeRuns),
    early_confirmations: await remove(removeEarlyConfirmations),
  };
  let given = 0;
  const old = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(unconfirmed) : [],
  );
  for (const { team_id, ids } of old)
    given += await giveUpOn(database.team(team_id as string), ids as string[]);
  for (const { team_id, inbox_id, msgapp_message_id } of await platform.run(lateConfirmations)) {
    const db = database.team(team_id as string);
    await applyEarly(db, inbox_id as string, msgapp_message_id as string);
  }
  return { ...removed, unconfirmed_messages: given };
}

/**
 * The sandbox lives in the process: what it took and had not confirmed when the last one ended goes on from here.
 * @param age only what it took at least so many milliseconds ago
 */
export async function resumeSandbox(
  database: Database,
  { secrets, resumeSandbox: resume }: LocalMessaging,
  age: number,
): Promise<number> {
  // Ids of version 7 begin with their time.
  const first = `sandbox.${uuidv7({ msecs: Date.now() - 86_400_000, random: new Uint8Array(16), seq: 0 })}`;
  const rows = await database.platform.run(unfinishedInSandbox, { first, age });
  for (const row of rows) {
    const {
      team_id: team = '',
      inbox_id: inbox = '',
      id = '',
      to = '',
    } = row as Record<string, string>;
    resume(sandboxConnection(secrets, team, inbox), {
      reference: id,
      to,
      since: Number(row.since),
    });
  }
  return rows.length;
}
