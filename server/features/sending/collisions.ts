import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { conflict } from '#server/platform/errors.ts';
import { isAnswerOfAnother } from '../conversations/answers.ts';
import { inThreadOrder, threadKeys } from '../conversations/screen-sql.ts';

/*
 * Prevents two people from answering the same contact without knowing of each other. A sender names the newest messages on their screen;
 * an answer by another author that is newer than the oldest of them, and not among them, refuses the message (ADR 176).
 */

/** Max number of messages that a sender names. */
export const maxSeen = 20;

/** Lock of the conversation, which every message takes too: answers of concurrent requests are checked one after the other. */
export const lockConversation = teamStatement(`
  select c.id, c.last_incoming_at from conversations c where c.team_id = $team and c.id = ${idAfterMerges('$conversation_id::uuid')}
  for no key update`);

const place = (row: string) => `(${threadKeys(row).join(', ')})`;

const unseen = teamStatement(`
  with oldest as materialized (
    select s.* from messages s where s.team_id = $team and s.conversation_id = $id and s.id = any($seen::uuid[])
    order by ${inThreadOrder('s')} limit 1)
  select m.id from messages m
  where m.team_id = $team and m.conversation_id = $id and m.id <> all($seen::uuid[]) and ${isAnswerOfAnother('m')}
    and (not exists (select from oldest) or ${place('m')} > (select ${threadKeys('s').join(', ')} from oldest s))
  limit 1`);

/**
 * Locks a conversation until the transaction ends, and refuses a message to it if a colleague has answered.
 * @param seen ids of the newest messages on the sender's screen
 * @throws ApiError CONFLICT if there is an answer that the sender has not seen
 */
export async function refuseIfAnswered(
  tx: TeamDb,
  conversationId: unknown,
  seen: readonly string[],
): Promise<void> {
  const [conversation] = await tx.run(lockConversation, { conversation_id: conversationId });
  if (!conversation) return;
  const [answer] = await tx.run(unseen, { id: conversation.id, seen });
  if (answer)
    throw conflict(
      'seen_messages: a colleague has answered in the meantime; nothing was sent. Send it without seen_messages to send it anyway.',
      'answered_meanwhile',
      'seen_messages',
    );
}
