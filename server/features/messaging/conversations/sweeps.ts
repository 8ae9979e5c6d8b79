import type { Database } from '../../../db/database.ts';
import type { Round } from '../../../db/removal.ts';
import { platformStatement } from '../../../db/statement.ts';
import { recountActivity } from './activity.ts';
import { wakeUp } from './state.ts';

/** Conversations whose snooze is over, by team. */
const due = platformStatement(`
  select team_id, array_agg(id) as ids from (
    select team_id, id from conversations where status = 'snoozed' and snoozed_until <= now()
    order by snoozed_until limit 1000
  ) due group by team_id`);

/** Opens the conversations whose snooze is over. @returns how many */
export async function wakeConversations(
  { platform, team }: Database,
  { isStopping, isSteady }: Round,
): Promise<number> {
  for (let woken = 0; ; ) {
    // While the clock cannot be believed nobody is woken too early.
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(due) : [],
    );
    let here = 0;
    for (const { team_id, ids } of rows)
      here += await wakeUp(team(team_id as string), ids as string[]);
    woken += here;
    if (here === 0 || isStopping()) return woken;
  }
}

/** Conversations with a message that nobody told them of, by team. */
const behind = platformStatement(`
  select team_id, array_agg(id) as ids from (
    select team_id, id from conversations where activity_at is distinct from last_message_at limit 200
  ) behind group by team_id`);

/** Brings conversations up to date that the version before wrote to. @returns how many */
export async function recountConversations(
  { platform, team }: Database,
  { isStopping }: Pick<Round, 'isStopping'>,
): Promise<number> {
  for (let recounted = 0; ; ) {
    let here = 0;
    for (const { team_id, ids } of await platform.run(behind))
      here += await recountActivity(team(team_id as string), ids as string[]);
    recounted += here;
    if (here === 0 || isStopping()) return recounted;
  }
}
