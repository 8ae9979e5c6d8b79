import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/database.ts';
import { type RemovalRound, removes } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { sandboxConnection } from '../inboxes/connection.ts';
import { applyEarly, failPending } from './delivery-statuses.ts';
import { matchWaitingEchoes } from './echoes.ts';
import type { LocalMessaging } from './local-messaging.ts';

/** Deletes confirmations of messages that were never ours: a response with an id takes only seconds. */
export const removeEarlyConfirmations = removes(
  'early_confirmations',
  'team_id, inbox_id, msgapp_message_id, status',
  'created_at',
  '1 hour',
);

/** Deletes echoes and changes of messages that never came. */
export const removeWaitingUpdates = removes(
  'waiting_updates',
  'team_id, inbox_id, msgapp_message_id, kind, at',
  'created_at',
  '1 day',
);

/** Deletes completed look-ups. After a day they prevent no other one, so that a later message queues one as if it were the first. */
export const removeLookups = removes(
  'lookups',
  'team_id, kind, subject',
  'looked_at',
  '2 days',
  'due_at is null',
);

/** Inboxes with an echo that waits for a send whose process ended. */
const waitingEchoes = platformStatement(
  `
  select distinct team_id, inbox_id from waiting_updates
  where kind = 'echo' and created_at <= now() - interval '30 seconds' limit 1000`,
  unprepared,
);

/** Confirmations whose message got its id while the process that stored it was ending. */
const lateConfirmations = platformStatement(
  `
  select distinct e.team_id, e.inbox_id, e.msgapp_message_id from early_confirmations e
    join messages m on m.team_id = e.team_id and m.inbox_id = e.inbox_id
      and m.msgapp_message_id = e.msgapp_message_id and m.direction = 'outgoing'
  limit 1000`,
  unprepared,
);

/** Messages without an outcome for a day, by team. */
const unconfirmed = platformStatement(
  `
  select team_id, array_agg(id) as ids from (
    select team_id, id from messages where is_pending and created_at <= now() - interval '24 hours'
    order by created_at limit 1000
  ) old group by team_id`,
  unprepared,
);

/**
 * Messages that the sandbox accepted in the last day, at least `$age` milliseconds ago or before the clock was set back, and has not fully
 * confirmed. Two selects, because each has a dedicated index.
 */
const unfinishedInSandbox = platformStatement(
  `
  select m.team_id, m.inbox_id, m.id, split_part(m.remote_jid, '@', 1) as "to", extract(epoch from m.created_at) * 1000 as since
  from (
    select * from messages where direction = 'outgoing' and msgapp_message_id >= $first and status in ('sent', 'delivered')
      and (team_id, inbox_id) in (select team_id, id from inboxes where gateway = 'sandbox')
    union all
    select * from messages where is_pending and status_reason is not null
      and (team_id, inbox_id) in (select team_id, id from inboxes where gateway = 'sandbox')
  ) m where m.created_at <= now() - $age * interval '1 millisecond' or m.created_at > now() + interval '2 minutes' order by m.created_at desc limit 10000`,
  unprepared,
);

/** Gives up on messages without an outcome for a day, and applies early confirmations. @returns the number of messages given up on */
export async function failStaleMessages(
  database: Database,
  { isSteady }: Pick<RemovalRound, 'isSteady'>,
): Promise<number> {
  const { platform } = database;
  let count = 0;
  const old = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(unconfirmed) : [],
  );
  for (const { team_id, ids } of old)
    count += await failPending(database.team(team_id as string), ids as string[]);
  for (const { team_id, inbox_id, msgapp_message_id } of await platform.run(lateConfirmations)) {
    const db = database.team(team_id as string);
    await applyEarly(db, inbox_id as string, msgapp_message_id as string);
  }
  return count;
}

/** Matches echoes that wait for a process that has ended to their messages. */
export async function matchAbandonedEchoes(database: Database, jidSuffix: string): Promise<void> {
  const { platform } = database;
  for (const { team_id, inbox_id } of await platform.run(waitingEchoes))
    await matchWaitingEchoes(database.team(team_id as string), inbox_id as string, jidSuffix);
}

/**
 * Resumes the unconfirmed messages of the sandbox, which lives in the process, after the previous process ended.
 * @param age resumes only messages accepted at least this many milliseconds ago
 */
export async function resumeSandbox(
  database: Database,
  { secrets, resumeSandbox: resume }: LocalMessaging,
  age: number,
): Promise<number> {
  // UUIDv7 ids begin with their time.
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
