import type { Database, Platform } from '../../db/database.ts';
import { plannedAnew, platformStatement, teamStatement } from '../../db/statement.ts';
import { holdRecount, isCounted, missing, recount } from '../../records/totals.ts';
import { deals } from '../crm/deals/table.ts';
import { resources } from '../resources.ts';

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

/*
 * Totals that the version before does not keep (docs/adr/0027). While its processes still write beside ours, they are made right
 * at each start and every hour of the first day; what is wrong later, `pauta doctor --mend` finds.
 */
const newTotals = { since: '0007_deals_by_status.sql', of: [deals] };
const teamsWithNewTotals = platformStatement(`
  select id from teams where exists (
    select from migrations where name = $since and applied_at > now() - interval '24 hours')`);
const mends = newTotals.of.map((resource) => teamStatement(recount(resource, true), plannedAnew));

/** Makes right, team by team, what an older process left out of new totals. @returns how many were wrong */
export async function mendNewTotals(
  { platform }: Database,
  isStopping = () => false,
): Promise<number> {
  let mended = 0;
  for (const { id } of await platform.run(teamsWithNewTotals, { since: newTotals.since })) {
    for (const mend of mends) {
      if (isStopping()) return mended;
      const wrong = await platform.transaction(async (tx, team) => {
        await tx.run(hold);
        return team(id as string).run(mend);
      });
      mended += wrong.length;
    }
  }
  return mended;
}
