import type { Database, Platform } from '#server/db/database.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { isCounted, lockRecount, missing, recount } from '#server/records/totals.ts';
import { conversations } from '../conversations/table.ts';
import { contracts } from '../crm/contracts/table.ts';
import { deals } from '../crm/deals/table.ts';
import { readables, resources } from '../resources.ts';
import { repairSums, wrongSums } from '../work/time-entries/task-sums.ts';

/** A record type with wrong totals, and the number of teams affected. */
interface WrongTotals {
  readonly resource: string;
  readonly teams: number;
}

const lockTotals = platformStatement(lockRecount);

const countTeams = (rows: string) =>
  platformStatement(
    `with w as (${rows}) select count(distinct team_id)::int as teams from w`,
    unprepared,
  );
const findTaskSums = countTeams(wrongSums);
const repairTaskSums = countTeams(repairSums);

/**
 * Compares every total with the number of records, and the hours of tasks with their time entries, over all teams. Totals differ only after manual changes in the database, or after a
 * Pauta from before totals existed wrote while this one migrated.
 * @param repair true to correct the totals as well
 * @returns the totals that were wrong
 */
export async function wrongTotals(platform: Platform, repair = false): Promise<WrongTotals[]> {
  const discrepancies: WrongTotals[] = [];
  for (const { table: resource } of [...resources, ...readables].filter(({ table }) =>
    isCounted(table),
  )) {
    const wrong = repair ? recount(resource) : missing(resource);
    const statement = platformStatement(
      `with w as (${wrong}) select count(distinct team_id) as teams from w`,
      unprepared,
    );
    const [row] = repair
      ? await platform.transaction(async (tx) => {
          await tx.run(lockTotals);
          return tx.run(statement);
        })
      : await platform.run(statement);
    const teams = row?.teams as number;
    if (teams > 0) discrepancies.push({ resource: resource.name, teams });
  }
  const [sums] = await platform.run(repair ? repairTaskSums : findTaskSums);
  const teams = sums?.teams as number;
  if (teams > 0) discrepancies.push({ resource: 'task hours', teams });
  return discrepancies;
}

/*
 * Totals that older versions do not maintain (docs/adr/0027). While an older process still writes during an upgrade, these totals are
 * corrected at each start and hourly on the first day; later, `pauta doctor --mend` finds wrong ones.
 */
const newTotals = [
  { since: '0007_deals_by_status.sql', of: deals },
  { since: '0090_conversation_totals.sql', of: conversations },
  { since: '0210_contracts.sql', of: contracts },
];
const teamsWithNewTotals = platformStatement(`
  select id from teams where exists (
    select from migrations where name = $since and applied_at > now() - interval '24 hours')`);
const repairs = newTotals.map(({ since, of }) => ({
  since,
  statement: teamStatement(recount(of, true), unprepared),
}));

/** Corrects new totals that an older process did not maintain, team by team. @returns the number of totals that were wrong */
export async function repairNewTotals(
  { platform }: Database,
  isStopping = () => false,
): Promise<number> {
  let mended = 0;
  for (const { since, statement } of repairs) {
    for (const { id } of await platform.run(teamsWithNewTotals, { since })) {
      if (isStopping()) return mended;
      const wrong = await platform.transaction(async (tx, team) => {
        await tx.run(lockTotals);
        return team(id as string).run(statement);
      });
      mended += wrong.length;
    }
  }
  return mended;
}
