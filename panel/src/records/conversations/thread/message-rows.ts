import type { Message } from '#panel/api/types.ts';

/**
 * True if a message has a row. A reaction is shown at its target, unless the target is unknown or the reaction failed. Of a workflow
 * step's attempts only the last has a row.
 */
export const hasRow = ({ message_type, reply_to, status, superseded_by }: Message): boolean =>
  superseded_by === null &&
  (message_type !== 'reaction' || reply_to === null || status === 'failed');
