/*
 * When the answer that a contact waits for is due, as SQL over conversations (ADR 183). A due time is stored with the `waiting_since` that it was
 * computed from: when the wait ends or another one begins, it no longer applies, whatever changed the conversation. Statements that begin a
 * wait of an earlier message mark it as outdated, and the worker computes it (reply-due-queue.ts).
 */

/** SQL: true if the answer in a conversation has a due time. */
export const hasDue = (row: string) =>
  `${row}.reply_due_for = ${row}.waiting_since and ${row}.reply_due_at is not null`;

/** SQL: when the answer in a conversation is due; null if no contact waits, or the inbox has no reply time. */
export const replyDue = (row: string) =>
  `case when ${row}.reply_due_for = ${row}.waiting_since then ${row}.reply_due_at end`;

/** SQL: `reply_due_for` of a conversation whose due time has to be computed, if its contact waits. */
export const outdated = `'-infinity'::timestamptz`;

/** SQL: true if the due time has to be computed. An inbox without reply times has no such conversation, except after rare changes. */
export const isOutdated = (row: string) => `${row}.reply_due_for <> ${row}.waiting_since`;

/**
 * SQL: true if it was not announced that the answer in a conversation is overdue. A wait is announced once, and none that began before an
 * announced one.
 */
export const isUnannounced = (row: string) =>
  `${row}.reply_due_for = ${row}.waiting_since and (${row}.reply_overdue_for is null or ${row}.reply_overdue_for < ${row}.waiting_since)`;

/** Columns of a new conversation, and their values: parameters of {@link dueParameters}. */
export const dueColumns = 'reply_due_for, reply_due_at';
export const newDue = '$due_for::timestamptz, $first_due::timestamptz';

/**
 * SQL for the `set` of a conversation whose contact wrote at `$due_for`: the due time, if the wait begins with this message.
 * @param old the conversation, locked
 */
export const setsDue = (old: string) => {
  const begins = `$due_for::timestamptz < coalesce(${old}.waiting_since, 'infinity')`;
  const due = `case when ${old}.first_answered_at is null then $first_due::timestamptz else $next_due::timestamptz end`;
  return `reply_due_for = case when ${begins} then $due_for::timestamptz else ${old}.reply_due_for end,
      reply_due_at = case when ${begins} then ${due} else ${old}.reply_due_at end`;
};
