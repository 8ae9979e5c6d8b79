import { iso } from '#server/db/statement.ts';
import { isIncoming } from './messages-table.ts';

/*
 * Messaging window of official numbers: for 24 hours after the contact's last message, by the network's time, anything may be sent; before
 * the first message and after the window, only templates. Messages that the network would refuse are refused early, as a condition of the
 * statement that stores them.
 *
 * Official numbers of the sandbox are usable right away: their window counts only after an incoming message.
 */

/** Length of the window, as SQL. */
const open = `interval '24 hours'`;

/** SQL: true if an inbox with these columns has a window at all. */
export const hasWindow = (inbox: string) =>
  `(${inbox}.gateway = 'cloud' or (${inbox}.gateway = 'sandbox' and ${inbox}.type = 'cloud'))`;

/**
 * SQL: the network's time of the last message from the contact of a conversation with these columns; null if none came. The previous
 * version does not update the conversation, so if it indicates a closed window, the messages are queried.
 */
const lastIncoming = (conversation: string) => `case
  when ${conversation}.last_incoming_at > now() - ${open} then ${conversation}.last_incoming_at
  else (select max(coalesce(m.sent_at, m.created_at)) from messages m
    where m.team_id = $team and m.conversation_id = ${conversation}.id and ${isIncoming('m')}) end`;

/** Value of {@link windowClosed} for a window that was never open. */
const never = 'never';

/**
 * SQL: when a conversation's window closed, as text, if only a template may be sent; null if anything may. If no conversation exists yet,
 * its columns are null.
 */
export const windowClosed = (
  inbox: string,
  conversation: string,
) => `case when ${hasWindow(inbox)} then (
    select case
      when w.last is null and ${inbox}.gateway = 'cloud' then '${never}'
      when w.last + ${open} <= now() then ${iso(`(w.last + ${open})`)} end
    from (select ${lastIncoming(conversation)} as last) w) end`;

/** SQL: when a conversation's window closes or closed; null if the inbox has no window or the contact has not written yet. */
export const windowCloses = (inbox: string, conversation: string) =>
  `case when ${hasWindow(inbox)} then ${conversation}.last_incoming_at + ${open} end`;

/** Error message for a message sent too late. @param closed value of {@link windowClosed} */
export const tooLate = (closed: string) =>
  `The 24-hour window is closed (${
    closed === never ? 'the recipient has not written yet' : `since ${closed}`
  }): through an official number anything can be sent only within 24 hours after the recipient’s last message. Send an approved template instead, by POST /v1/msgapp/messages/template.`;
