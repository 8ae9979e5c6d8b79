import type { TeamDb } from '#server/db/database.ts';
import type { Participant } from '#server/outbound/messaging/connection.ts';
import type { Updates } from '#server/outbound/messaging/incoming-updates.ts';
import { isSamePerson, withNumbers } from '../conversations/known-numbers.ts';

/*
 * The account of an inbox is a member of its groups, too. A gateway may report what it did under its LID as if another member had done it,
 * and names only the account's number (docs/adr/0189-mentions-in-groups.md).
 */

/** Action of a member of a group, or of our side. */
interface Act {
  readonly from: 'contact' | 'phone';
  readonly participant?: Participant | undefined;
  readonly name?: string | undefined;
}

/**
 * Adds the known numbers of members, and attributes to our side what the account itself did.
 * @param account as far as the gateway reports it
 */
export async function attributeActs<T extends Act>(
  db: TeamDb,
  account: Updates['account'],
  acts: readonly T[],
): Promise<readonly T[]> {
  const members = acts.flatMap(({ participant }) => participant ?? []);
  if (members.length === 0) return acts;
  const byId = new Map((await withNumbers(db, members)).map((one) => [one.id, one]));
  return acts.map((act) => {
    const participant = act.participant && byId.get(act.participant.id);
    if (!participant) return act;
    return account && isSamePerson(participant, account)
      ? { ...act, from: 'phone', participant: undefined, name: undefined }
      : { ...act, participant };
  });
}
