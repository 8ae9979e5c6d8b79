import type { Platform } from '../db/database.ts';
import { plannedAnew, platformStatement } from '../db/statement.ts';
import { resources } from '../features/registry.ts';
import { holdRecount, isCounted, missing, recount } from '../records/totals.ts';

/** What is wrong: records of this kind, in so many teams. */
export interface WrongTotals {
  readonly resource: string;
  readonly teams: number;
}

const hold = platformStatement(holdRecount);

/**
 * Compares every total with the number of the records, over all teams. Nothing makes them differ but a hand in the database, or
 * a Pauta from before there were totals that still wrote while this one migrated.
 * @param mend whether they are made right as well
 * @returns what was wrong
 */
export async function wrongTotals(platform: Platform, mend = false): Promise<WrongTotals[]> {
  const found: WrongTotals[] = [];
  for (const { table: resource } of resources.filter(({ table }) => isCounted(table))) {
    const wrong = mend ? recount(resource) : missing(resource);
    const statement = platformStatement(
      `with w as (${wrong}) select count(distinct team_id) as teams from w`,
      plannedAnew,
    );
    const [row] = mend
      ? await platform.transaction(async (tx) => {
          await tx.run(hold);
          return tx.run(statement);
        })
      : await platform.run(statement);
    const teams = row?.teams as number;
    if (teams > 0) found.push({ resource: resource.name, teams });
  }
  return found;
}
