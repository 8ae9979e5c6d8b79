import type { Message } from '../api/types.ts';

/** Whether a message is one of its own: a reaction stands at the message that it is to, unless nobody knows that, or it failed. */
export const isShown = ({ message_type, reply_to, status }: Message): boolean =>
  message_type !== 'reaction' || reply_to === null || status === 'failed';
