import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, type Queue, readDue } from '#server/db/job-queue.ts';
import { iso, rowById, teamStatement, unprepared } from '#server/db/statement.ts';
import { notifies } from '#server/events/notifications.ts';
import { emits } from '#server/events/outbox.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { dueAt } from '#server/records/reply-times.ts';
import { document } from '#server/records/statements.ts';
import { isOutdated, isUnannounced, replyDue } from './reply-due.ts';
import { emissionOf } from './state-operations.ts';
import { conversations } from './table.ts';

/*
 * Computes the due times that no statement can (ADR 183): of waits that begin with an earlier message, and of all waits in an inbox whose
 * reply times or hours changed. Announces overdue answers. One queue per team. All of it is idempotent, so nothing is claimed.
 */

/** Max conversations in one transaction. */
const perTransaction = 200;
/**
 * The due times of an inbox are computed when its settings change, and once more after this time: a message that was being stored at that
 * moment may have the previous ones.
 */
const settledAfter = `interval '1 minute'`;

const due = duePoll(
  `select distinct array[team_id] from conversations c where ${isOutdated('c')}
    union select array[team_id] from inboxes where reply_times_recompute_at <= now()
    union select array[team_id] from conversations c where ${isUnannounced('c')} and c.reply_due_at <= now()`,
  `select least(
    (select min(reply_times_recompute_at) from inboxes where reply_times_recompute_at > now()),
    (select min(c.reply_due_at) from conversations c where ${isUnannounced('c')} and c.reply_due_at > now()))`,
);

/** Teams with due times to compute, or overdue answers to announce. */
export const teamsWithReplyTimes = (platform: Platform): Promise<DueWork> => readDue(platform, due);

const findChanged = teamStatement(
  `select id, ${iso('reply_times_changed_at')} as changed_at, ${iso('now()')} as began_at
  from inboxes where team_id = $team and reply_times_recompute_at <= now()`,
  unprepared,
);
const settle = teamStatement(`
  update inboxes i set reply_times_recompute_at = case when $began_at::timestamptz < clock.settled then clock.settled end
  from (select $changed_at::timestamptz + ${settledAfter} as settled) clock
  where i.team_id = $team and i.id = $id and i.reply_times_changed_at = $changed_at::timestamptz`);

const findWaiting = teamStatement(
  `select c.id from conversations c
  where c.team_id = $team and c.status in ('open', 'snoozed') and c.waiting_since is not null and c.inbox_id = any($inboxes::uuid[])
  order by c.id`,
  unprepared,
);
const findOutdated = teamStatement(
  `select c.id from conversations c where c.team_id = $team and ${isOutdated('c')} order by c.id limit ${perTransaction}`,
  unprepared,
);

const read = teamStatement(
  `select c.id, ${iso('c.waiting_since')} as since, c.first_answered_at is null as is_first,
    case when c.first_answered_at is null then i.first_reply_minutes else i.next_reply_minutes end as minutes,
    coalesce(i.first_reply_minutes, i.next_reply_minutes) is not null as has_times,
    coalesce(i.business_hours, t.business_hours) as hours, t.time_zone as zone
  from conversations c join ${rowById('inboxes', 'c.inbox_id')} i on true join teams t on t.id = $team
  where c.team_id = $team and c.id = any($ids::uuid[]) and c.waiting_since is not null`,
  unprepared,
);

/**
 * A wait that changed in the meantime is left to the next run. Answers that changed settings make overdue are not announced: an admin who sets
 * a time would otherwise notify everyone of all old waits.
 */
const store = teamStatement(
  `with input as (
    select x.*, $is_changed::boolean and x.due <= now() as is_old from unnest($ids::uuid[], $since::timestamptz[], $is_first::boolean[], $has_times::boolean[], $due::timestamptz[])
      x (id, since, is_first, has_times, due)),
  old as materialized (
    select * from conversations c where c.team_id = $team and c.id = any($ids::uuid[]) order by c.id for no key update),
  t as (
    update conversations c set reply_due_at = input.due, reply_due_for = case when input.has_times then input.since end,
      reply_overdue_for = case when input.is_old then greatest(old.reply_overdue_for, input.since) else old.reply_overdue_for end
    from old join input on input.id = old.id
    where c.team_id = $team and c.id = any($ids::uuid[]) and c.id = old.id and old.waiting_since = input.since
      and (old.first_answered_at is null) = input.is_first
      and (old.reply_due_at, old.reply_due_for) is distinct from (input.due, case when input.has_times then input.since end)
    returning c.*),
  ${emits([emissionOf('t', 'old', `(${replyDue('now')}) is distinct from (${replyDue('old')})`)])}
  select id from t`,
  unprepared,
);

/** Computes and stores the due times of some conversations. @param isChanged true if the settings of their inbox changed */
async function compute(db: TeamDb, ids: readonly string[], isChanged: boolean): Promise<void> {
  const rows = await db.run(read, { ids });
  if (rows.length === 0) return;
  const dueOf = ({ hours, zone, since, minutes }: Row) =>
    dueAt(
      { hours: hours as BusinessHours | null, zone: zone as string },
      Date.parse(since as string),
      minutes as number | null,
    );
  const column = (name: string) => rows.map((row) => row[name]);
  await db.run(store, {
    is_changed: isChanged,
    ids: column('id'),
    since: column('since'),
    is_first: column('is_first'),
    has_times: column('has_times'),
    due: rows.map(dueOf),
  });
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id as string);

/** Computes the due times of all waits in the inboxes whose reply times or hours changed. */
async function computeChanged(db: TeamDb, stopped: AbortSignal): Promise<void> {
  const inboxes = await db.run(findChanged);
  if (inboxes.length === 0) return;
  const ids = idsOf(await db.run(findWaiting, { inboxes: idsOf(inboxes) }));
  for (let at = 0; at < ids.length && !stopped.aborted; at += perTransaction)
    await compute(db, ids.slice(at, at + perTransaction), true);
  if (stopped.aborted) return;
  for (const { id, changed_at, began_at } of inboxes)
    await db.run(settle, { id, changed_at, began_at });
}

/**
 * The row of each conversation is locked, its condition is checked again, and it remembers the wait in the statement that emits the event. So a
 * wait is announced once, by however many processes.
 */
const announce = teamStatement(
  `with old as materialized (
    select * from conversations c
    where c.team_id = $team and ${isUnannounced('c')} and c.reply_due_at <= now()
    order by c.id limit ${perTransaction} for no key update skip locked),
  t as (
    update conversations c set reply_overdue_for = old.waiting_since from old
    where c.team_id = $team and c.id = any(array(select id from old)) and c.id = old.id returning c.*),
  ${emits([
    {
      kind: 'conversation.reply_overdue',
      from: `(select t.id, ${document(conversations, '(select t.*)')} as data from t) overdue`,
      record: 'overdue.id',
      data: 'overdue.data',
      previous: `'{}'`,
    },
  ])},
  ${notifies([
    {
      kind: 'overdue',
      type: 'conversations',
      from: `t join users u on u.team_id = $team and u.id = t.assignee_id and t.inbox_id <> all(${hiddenInboxesOf('u')})`,
      record: 't.id',
      user: 'u.id',
    },
  ])}
  select id from t`,
  unprepared,
);

async function announceOverdue(db: TeamDb, stopped: AbortSignal): Promise<void> {
  for (;;) {
    const announced = await db.run(announce);
    if (announced.length < perTransaction || stopped.aborted) return;
  }
}

/** Queue of the due times of a team: one job at a time, which does all that is due. */
export function replyDueQueue(db: TeamDb, stopped: AbortSignal): Queue<true, true> {
  let isTaken = false;
  return {
    width: () => 1,
    async claimJobs() {
      const jobs = isTaken ? [] : ([true] as const);
      isTaken = true;
      return { jobs, mayHaveMore: false };
    },
    async work() {
      await computeChanged(db, stopped);
      await compute(db, idsOf(await db.run(findOutdated)), false);
      await announceOverdue(db, stopped);
      isTaken = false;
      return true;
    },
    async store() {},
  };
}
