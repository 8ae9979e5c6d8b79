import type { Message } from '#panel/api/types.ts';
import { compareMessages } from '../thread/message-window.ts';

/* Answers of colleagues that the user has not seen. The server applies the same rules when it stores a message (ADR 176). */

/** Max number of messages that a request names. */
const maxSeen = 20;

/** Ids of the newest messages on screen. */
export const newestIn = (messages: readonly Message[]): readonly string[] =>
  messages.slice(-maxSeen).map(({ id }) => id);

/** True for an answer by a colleague, the phone, another program or an API key. */
const isAnswerOfAnother = (
  { direction, status, message_type: type, author }: Message,
  me: string | undefined,
) =>
  direction === 'outgoing' &&
  status !== 'failed' &&
  type !== 'reaction' &&
  author !== null &&
  (author.type === 'user' ? author.id !== me : ['key', 'phone', 'other'].includes(author.type));

/**
 * @param messages of the conversation, in order
 * @param seen ids of the newest messages that the user has seen
 * @param me id of the user in the team
 */
export function unseenAnswers(
  messages: readonly Message[],
  seen: readonly string[],
  me: string | undefined,
): readonly Message[] {
  const ids = new Set(seen);
  const oldest = messages.find(({ id }) => ids.has(id));
  return messages.filter(
    (message) =>
      !ids.has(message.id) &&
      isAnswerOfAnother(message, me) &&
      (!oldest || compareMessages(message, oldest) > 0),
  );
}
