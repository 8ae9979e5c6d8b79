import { isOutgoing } from './messages-table.ts';

/**
 * SQL: true if message `row` is an answer by another author: a user, the phone, another program or an API key. Workflows and the command
 * line do not answer; neither does a message that failed.
 * @param user SQL: id of the user whose messages do not count
 */
export const isAnswerOfAnother = (
  row: string,
  user = '$acting_id::uuid',
) => `${isOutgoing(row)} and ${row}.status <> 'failed'
  and ${row}.message_type <> 'reaction' and (${row}.origin in ('phone', 'other') or ${row}.author = 'key'
    or ${row}.author in ('user', 'demo') and ${row}.author_id is distinct from ${user})`;
