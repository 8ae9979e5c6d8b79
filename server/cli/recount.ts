import { resources } from '../app.ts';
import type { Platform } from '../db/database.ts';
import { plannedAnew, platformStatement } from '../db/statement.ts';
import type { Resource } from '../rest/resource.ts';
import { isCounted, partsOf } from '../rest/totals.ts';

/** Rows `team_id`, `part`, `n`: by how much the records are more than what is kept says. Both from one snapshot. */
const missing = (resource: Resource) => `
  select team_id, part, sum(n)::bigint as n
  from (select t.team_id, unnest(${partsOf(resource, 't')}) as part, 1 as n from ${resource.name} t
    union all select team_id, part, -n from totals where resource = '${resource.name}') u
  group by team_id, part having sum(n) <> 0`;

/** What is wrong: records of this kind, in so many teams. */
export interface WrongTotals {
  readonly resource: string;
  readonly teams: number;
}

/** SQL that makes the totals of a resource right, also while others write: one row for each that was wrong. */
export const recount = (resource: Resource) => `
  insert into totals (team_id, resource, part, slot, n)
  select team_id, '${resource.name}', part, uuid7(), n from (${missing(resource)}) w returning team_id`;

/**
 * Compares every total with the number of the records, over all teams. Nothing makes them differ but a hand in the database, or
 * a Pauta from before there were totals that still wrote while this one migrated.
 * @param mend whether they are made right as well
 * @returns what was wrong
 */
export async function wrongTotals(platform: Platform, mend = false): Promise<WrongTotals[]> {
  const found: WrongTotals[] = [];
  for (const { resource } of resources.filter((each) => isCounted(each.resource))) {
    const wrong = mend ? recount(resource) : missing(resource);
    const [row] = await platform.run(
      platformStatement(
        `with w as (${wrong}) select count(distinct team_id) as teams from w`,
        plannedAnew,
      ),
    );
    const teams = row?.teams as number;
    if (teams > 0) found.push({ resource: resource.name, teams });
  }
  return found;
}
