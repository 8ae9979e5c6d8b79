import type { Database } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { unassignAbsent } from './assignee-checks.ts';
import { distributeWaiting } from './distribution.ts';
import { recountActivity } from './message-effects.ts';
import { wakeUp } from './state-operations.ts';
import { firstQuestion } from './waiting-times.ts';

/** Conversations whose snooze has ended, by team. */
const due = platformStatement(
  `
  select team_id, array_agg(id) as ids from (
    select team_id, id from conversations where status = 'snoozed' and snoozed_until <= now()
    order by snoozed_until limit 200
  ) due group by team_id`,
  unprepared,
);

/** Opens the conversations whose snooze has ended. @returns the number of them */
export async function wakeConversations(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  for (let woken = 0; ; ) {
    // Wakes no conversation while the clock is unreliable, so that none wakes too early.
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(due) : [],
    );
    let wokenNow = 0;
    for (const { team_id, ids } of rows)
      wokenNow += await wakeUp(team(team_id as string), ids as string[]);
    woken += wokenNow;
    if (wokenNow === 0 || isStopping()) return woken;
  }
}

/** Conversations with messages that were stored without updating them, by team. */
const staleConversations = platformStatement(
  `
  select team_id, array_agg(id) as ids from (
    select team_id, id from conversations where activity_at is distinct from last_message_at limit 200
  ) behind group by team_id`,
  unprepared,
);

/** Updates conversations that the previous version wrote to. @returns the number of them */
export async function recountConversations(
  { platform, team }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  for (let recounted = 0; ; ) {
    let recountedNow = 0;
    for (const { team_id, ids } of await platform.run(staleConversations))
      recountedNow += await recountActivity(team(team_id as string), ids as string[]);
    recounted += recountedNow;
    if (recountedNow === 0 || isStopping()) return recounted;
  }
}

/** Answered conversations without the time of their first question, by team. */
const withoutQuestion = platformStatement(
  `
  select team_id, array_agg(id) as ids from (
    select team_id, id from conversations where first_answered_at is not null and first_question_at is null limit 500
  ) pending group by team_id`,
  unprepared,
);

const setQuestions = teamStatement(
  `update conversations c set first_question_at = coalesce(${firstQuestion('c')}, 'infinity')
  where c.team_id = $team and c.id = any($ids::uuid[]) and (c.first_question_at is null) is true returning c.id`,
);

/** Stores when contacts first wrote, for conversations that were answered before this was stored. @returns the number of them */
export async function setFirstQuestions(
  { platform, team }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  for (let set = 0; ; ) {
    let setNow = 0;
    for (const { team_id, ids } of await platform.run(withoutQuestion))
      setNow += (await team(team_id as string).run(setQuestions, { ids })).length;
    set += setNow;
    if (setNow === 0 || isStopping()) return set;
  }
}

const dueChecks = platformStatement(
  'select team_id, id, user_id, inbox_id from assignee_checks order by id limit 200',
  unprepared,
);

/** Unassigns conversations whose assignee no longer sees them. @returns the number of them */
export async function unassignConversations(
  { platform, team }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  let count = 0;
  for (const { team_id, id, user_id, inbox_id } of await platform.run(dueChecks)) {
    if (isStopping()) break;
    const check = {
      id: id as string,
      user_id: user_id as string | null,
      inbox_id: inbox_id as string | null,
    };
    count += await unassignAbsent(team(team_id as string), check);
  }
  return count;
}

const inboxesWithWaiting = platformStatement(
  'select distinct team_id, inbox_id from awaiting_distribution',
  unprepared,
);

/** Assigns waiting conversations of inboxes with a member to receive them by now. @returns the number of them */
export async function distributeConversations(
  { platform, team }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  let count = 0;
  for (const { team_id, inbox_id } of await platform.run(inboxesWithWaiting)) {
    if (isStopping()) break;
    count += await distributeWaiting(team(team_id as string), inbox_id as string);
  }
  return count;
}
