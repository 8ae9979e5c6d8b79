import type { Database } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { maxOutcomeSeconds, storeLost } from './change-outcomes.ts';

/** Changes of messages whose process ended, by team. */
const lostChanges = platformStatement(
  `
  select team_id, array_agg(id) as ids, array_agg(message_id) as messages from (
    select team_id, id, message_id from message_changes
    where status = 'pending' and created_at <= now() - interval '${maxOutcomeSeconds} seconds' order by created_at limit 1000
  ) old group by team_id`,
  unprepared,
);

/** Settles the changes of messages whose process ended. @returns their number */
export async function settleLostChanges(
  { platform, team }: Database,
  { isSteady }: Pick<RemovalRound, 'isSteady'>,
): Promise<number> {
  const rows = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(lostChanges) : [],
  );
  let count = 0;
  for (const { team_id, ids, messages } of rows)
    count += await storeLost(
      team(team_id as string),
      (ids as string[]).map((changeId, at) => ({ id: (messages as string[])[at] ?? '', changeId })),
    );
  return count;
}
