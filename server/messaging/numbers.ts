import type { TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { spellings } from './phones.ts';

const hold = teamStatement(
  'select pg_advisory_xact_lock(hashtextextended($team::text || $number, 9)) as held',
);

/**
 * Does work that may make a contact, while nobody else makes one for the same number in another spelling: no constraint
 * says that two spellings are one number.
 */
export function holdingNumber<T>(
  db: TeamDb,
  phone: string,
  work: (tx: TeamDb) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.run(hold, { number: spellings(phone).toSorted()[0] });
    return work(tx);
  });
}
