import type { Database, TeamDb } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { notifies } from '#server/events/notifications.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import { billContract } from './billing.ts';
import {
  type ContractTerms,
  currentPercent,
  hoursOf,
  isWarned,
  thresholds,
  warnedTerms,
} from './burn.ts';

/*
 * Warnings about the hours of contracts, and billing lines of their periods. The primary key of contract_warnings decides which of several
 * processes notifies: once for each contract, period and threshold.
 */

const teamsWithHours = platformStatement(
  `select distinct c.team_id from contracts c where ${isWarned}`,
  unprepared,
);

const recipients = (kind: 'hours_nearly_used' | 'hours_used', percent: number) =>
  ({
    kind,
    type: 'contracts',
    from: `t join due d on d.contract_id = t.contract_id and d.percent = t.percent where t.percent = ${percent}`,
    record: 't.contract_id',
    user: 'd.owner_id',
  }) as const;

// Of both thresholds at once, only the higher one notifies.
const warn = teamStatement(
  `
  with due as materialized (
    select d.contract_id, d.owner_id, d.starts_on, d.percent
    from unnest($contracts::uuid[], $owners::uuid[], $starts::date[], $percents::integer[]) d (contract_id, owner_id, starts_on, percent)),
  t as (
    insert into contract_warnings (team_id, contract_id, starts_on, percent)
    select $team, d.contract_id, d.starts_on, d.percent from due d
    on conflict do nothing returning contract_id, percent),
  ${notifies([recipients('hours_used', 100), recipients('hours_nearly_used', 80)])}
  select contract_id from t`,
  unprepared,
);

/** Max contracts whose hours one statement reads. */
const atOnce = 100;

async function warnOwners(db: TeamDb, rows: readonly ContractTerms[]): Promise<number> {
  const due = (await hoursOf(db, rows, 1)).flatMap((hours) =>
    hours.periods.flatMap(({ starts_on }) =>
      thresholds
        .filter((percent) => currentPercent(hours) >= percent)
        .map((percent) => ({ ...hours.contract, starts_on, percent })),
    ),
  );
  if (due.length === 0) return 0;
  const warned = await db.run(warn, {
    contracts: due.map(({ id }) => id),
    owners: due.map(({ owner_id }) => owner_id),
    starts: due.map(({ starts_on }) => starts_on),
    percents: due.map(({ percent }) => percent),
  });
  return warned.length;
}

/** Notifies the owners of contracts whose hours are nearly or entirely used. @returns the number of thresholds that were reached */
export async function warnOfHours(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  // Warns of nothing while the clock is unreliable, which decides the period.
  const rows = await platform.transaction(async (tx) =>
    (await isSteady(tx)) ? tx.run(teamsWithHours) : [],
  );
  let count = 0;
  for (const { team_id } of rows) {
    if (isStopping()) break;
    const db = team(team_id as string);
    const terms = (await db.read(warnedTerms)) as unknown as readonly ContractTerms[];
    for (let i = 0; i < terms.length && !isStopping(); i += atOnce)
      count += await warnOwners(db, terms.slice(i, i + atOnce));
  }
  return count;
}

// Billing lines ----------------------------------------------------------------------------------

/** The first condition is the index's: no time zone is further ahead. */
const dueContracts = platformStatement(
  `select c.team_id, c.id from contracts c
  where c.status = 'active' and c.bill_check_on <= (now() at time zone 'UTC' + interval '14 hours')::date
    and c.bill_check_on <= (now() at time zone (select x.time_zone from teams x where x.id = c.team_id))::date
  order by c.bill_check_on, c.team_id, c.id limit 100`,
  unprepared,
);

const attribution = attributionOf({ actor: { kind: 'system' } }, 'billing_lines.create');

/**
 * Makes the lines of periods that are over. A contract that fails does not delay the others: it is passed over until the next round.
 * @returns the number of lines
 */
export async function makeBillingLines(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  let count = 0;
  const failed = new Set<unknown>();
  const failures: unknown[] = [];
  while (!isStopping()) {
    // Bills nothing while the clock is unreliable, which decides the period.
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(dueContracts) : [],
    );
    const due = rows.filter(({ id }) => !failed.has(id));
    if (due.length === 0) break;
    for (const { team_id, id } of due) {
      if (isStopping()) break;
      try {
        const db = attributedTo(team(team_id as string), attribution);
        count += await billContract(db, id as string);
      } catch (error) {
        failed.add(id);
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
