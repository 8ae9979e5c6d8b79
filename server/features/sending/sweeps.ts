import type { Database } from '#server/db/database.ts';
import { type RemovalRound, removes } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { maxOutcomeSeconds, storeLost } from './change-outcomes.ts';

/** Deletes checks of numbers that have no conversation: the next message to one checks it again. */
export const removeNumberChecks = removes(
  'number_checks',
  'team_id, inbox_id, phone',
  'checked_at',
  '30 days',
  `not exists (
    select from contacts k join conversations c on c.team_id = k.team_id and c.contact_id = k.id
    where k.team_id = t.team_id and k.phone = t.phone and c.inbox_id = t.inbox_id)`,
);

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
