import { iso } from '../../db/statement.ts';

/*
 * The window of official numbers: for 24 hours after somebody wrote, by the network's time, they may be sent anything; before the first
 * message and after that only templates. What the network would refuse is refused here, early, as a condition of the statement that
 * stores what is intended.
 *
 * An official number of the sandbox can be tried right away: there a window counts once a message has come in.
 */

/** How long it is open, as SQL. */
const open = `interval '24 hours'`;

/** SQL: whether an inbox with these columns keeps to a window at all. */
export const keepsToWindow = (inbox: string) =>
  `(${inbox}.gateway = 'cloud' or (${inbox}.gateway = 'sandbox' and ${inbox}.type = 'cloud'))`;

/**
 * SQL: the network's time of the last message from the contact of a conversation with these columns; null where none came. What the
 * version before stores is not in the conversation, so the messages are asked where that says that the window is closed.
 */
const lastIncoming = (conversation: string) => `case
  when ${conversation}.last_incoming_at > now() - ${open} then ${conversation}.last_incoming_at
  else (select max(coalesce(m.sent_at, m.created_at)) from messages m
    where m.team_id = $team and m.conversation_id = ${conversation}.id and m.direction = 'incoming') end`;

/** What {@link windowClosed} says of a window that was never open. */
const never = 'never';

/**
 * SQL: when the window closed of a conversation, as text, where only a template may be sent; null where anything may. Where there is no
 * conversation yet its columns are null.
 */
export const windowClosed = (
  inbox: string,
  conversation: string,
) => `case when ${keepsToWindow(inbox)} then (
    select case
      when w.last is null and ${inbox}.gateway = 'cloud' then '${never}'
      when w.last + ${open} <= now() then ${iso(`(w.last + ${open})`)} end
    from (select ${lastIncoming(conversation)} as last) w) end`;

/** SQL: until when the window of a conversation is or was open; null where none is kept to, and where nobody wrote yet. */
export const windowCloses = (inbox: string, conversation: string) =>
  `case when ${keepsToWindow(inbox)} then ${conversation}.last_incoming_at + ${open} end`;

/** What a caller is told whose message comes too late. @param closed as {@link windowClosed} says */
export const tooLate = (closed: string) =>
  `The 24-hour window is closed (${
    closed === never ? 'the recipient has not written yet' : `since ${closed}`
  }): through an official number anything can be sent only within 24 hours after the recipient’s last message. Send an approved template instead, by POST /v1/msgapp/messages/template.`;
