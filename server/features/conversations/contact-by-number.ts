import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Emission } from '#server/events/outbox.ts';
import { ConcurrentChange } from '#server/operations/idempotency.ts';
import { ApiError } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { document } from '#server/records/statements.ts';
import { contacts } from '../crm/contacts/table.ts';
import { spellings } from '../gateways/phones.ts';

const lockNumber = teamStatement(
  'select pg_advisory_xact_lock(hashtextextended($team::text || $number, 9)) as held',
);

/**
 * CTE `known`: the contact with a number in any spelling; if none exists, the contact into which the number's contact was merged
 * (docs/adr/0058-views-and-merges.md).
 */
export const knownContact = `known as (
    (select * from contacts where team_id = $team and phone = any($phones::text[]) order by phone <> $phone limit 1)
    union all
    (select k.* from contact_merges m join contacts k on k.team_id = $team and k.id = m.leads_to
      where m.team_id = $team and m.phone = any($phones::text[]) and m.undone_at is null order by m.id desc limit 1)
    limit 1)`;

/** Emits `contact.created` for a contact that a statement inserted: the row of its CTE `made`, if any. */
export const emitsContactCreated: Emission = {
  kind: 'contact.created',
  from: 'made',
  record: 'made.id',
  data: document(contacts, '(select made.*)'),
  previous: 'null::text',
};

/** True if the contact or its conversation was deleted between the lookup and the write. */
export const isConcurrentDelete = (error: unknown): boolean =>
  ['conversations_contact_id_fkey', 'messages_conversation_id_fkey'].includes(
    constraintOf(error) ?? '',
  );

/** Max number of attempts while concurrent requests interfere. */
const maxRounds = 10;

/**
 * Runs a statement that finds a contact by its number or inserts it, and then does its work.
 *
 * The statement does not see rows that concurrent requests insert: it then does nothing and is retried. A contact is inserted only while
 * holding a lock on the number in all its spellings, because no constraint knows that two spellings are one number.
 * @param run the statement; `create` is true if it may insert the contact. Returns undefined if it did nothing
 * @throws Overtaken if the contact was deleted between the lookup and the write
 * @throws ApiError UNAVAILABLE if other requests interfered every time
 */
export async function withContact<T>(
  db: TeamDb,
  phone: string,
  run: (db: TeamDb, create: boolean) => Promise<T | undefined>,
): Promise<T> {
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      const done =
        round === 0
          ? await run(db, false)
          : await db.transaction(async (tx) => {
              await tx.run(lockNumber, { number: spellings(phone).toSorted()[0] });
              return run(tx, true);
            });
      if (done !== undefined) return done;
    }
  } catch (error) {
    throw isConcurrentDelete(error) ? new ConcurrentChange() : error;
  }
  throw new ApiError(
    'UNAVAILABLE',
    'Other requests are changing the contact; try again in a moment.',
  );
}
