import { defaultTimeouts, type Timeouts } from '#server/db/database.ts';

/**
 * Waits for a turn and a connection for as long as a busy machine needs. Requests of tests are sent directly to the queue for connections,
 * without the admission that spreads a burst, so fifty at once would be refused as a team's overload. Tests of these limits set their own.
 */
export const enduringTimeouts: Timeouts = {
  ...defaultTimeouts.command,
  queueWait: 60_000,
  connect: 60_000,
};
