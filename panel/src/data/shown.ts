import type { Message } from '../api/types.ts';

/**
 * True if a message has a row: a reaction is shown at its message, unless that is unknown or the reaction failed. Of the tries of a
 * workflow step only the last one has a row.
 */
export const isShown = ({ message_type, reply_to, status, superseded_by }: Message): boolean =>
  superseded_by === null &&
  (message_type !== 'reaction' || reply_to === null || status === 'failed');
