import type { Clock } from '#server/db/clock.ts';
import type { Database } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { removeEntriesOf, sealEntries } from './seals.ts';

const teams = platformStatement('select id from teams order by id');

/**
 * Seals new entries of all teams and removes expired ones.
 * @param isSteady returns true if the clock of a transaction is reliable; otherwise nothing is removed
 */
export async function sealAll(
  database: Database,
  secrets: Secrets,
  isSteady: Clock['isSteady'],
  isStopping = () => false,
): Promise<{ readonly seals: number; readonly audit_entries: number }> {
  let [seals, removed] = [0, 0];
  for (const { id } of await database.platform.run(teams)) {
    if (isStopping()) break;
    const db = database.team(id as string);
    seals += await sealEntries(db, secrets);
    if (await database.platform.transaction((tx) => isSteady(tx)))
      removed += await removeEntriesOf(db, secrets, isStopping);
  }
  return { seals, audit_entries: removed };
}
