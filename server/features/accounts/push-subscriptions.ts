import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';

/* Browsers to which notifications are pushed belong to the session in which they subscribed, and end with it. */

/** Encryption context of a browser's address. */
export const pushSealContext = (team: string, id: string) => `push_subscriptions ${team} ${id}`;

const remove = platformStatement(
  'delete from push_subscriptions where person_id = $person and session_id = any($sessions::uuid[])',
);

/** Removes the subscriptions of sessions that ended. */
export async function removePushSubscriptions(
  tx: Platform,
  person: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length > 0) await tx.run(remove, { person, sessions });
}
