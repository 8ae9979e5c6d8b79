import type { TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import { type Balance, balances, percentUsed, unitsPerHour, unitsPerMinute } from './carry-over.ts';
import { endOf, type Period, periodsUntil, startOf, type Terms } from './periods.ts';

/*
 * Hours of contracts by period (docs/adr/0217-hours-of-contracts.md). The sums of all periods of all requested contracts come from one
 * statement, which reads a covering index.
 */

/** Max periods from which hours are carried over: earlier ones count as used up. */
const maxPeriods = 240;

/** Number of days before its renewal from which a contract is listed as due. */
export const renewalDays = 60;
/** SQL: true if a contract is to be renewed soon, or should have been. */
const isRenewalNear = `(c.status in ('active', 'paused')
  and c.renews_on <= (now() at time zone x.time_zone)::date + ${renewalDays})`;

/** SQL: contracts `c` of the team, with the terms that determine their hours. */
const termsBy = (condition: string) => `
  select c.id, c.title, c.status, c.period, c.renews_on::text as renews_on, ${isRenewalNear} is true as is_renewal_near, c.owner_id, c.client_id,
    (select k.name from clients k where k.team_id = $team and k.id = c.client_id) as client, coalesce(c.starts_on, (c.created_at at time zone x.time_zone)::date)::text as starts_on,
    c.ends_on::text as ends_on, c.included_hours::float8 as included_hours, c.carry_over, x.time_zone as zone,
    (now() at time zone x.time_zone)::date::text as today
  from contracts c cross join teams x where ${condition} and x.id = $team`;
const termsSql = termsBy('c.team_id = $team');

export const termsOfOne = teamStatement(`${termsBy(isOfTeam('c'))} and c.id = $id`);
/** Max contracts of a list with hours. */
export const maxContracts = 100;
const latest = `order by c.created_at desc, c.id desc limit ${maxContracts}`;

/** Contracts of a client that are not ended. */
export const termsOfClient = teamStatement(
  `${termsSql} and c.client_id = $id and c.status <> 'ended' ${latest}`,
);
/** Agreed contracts of a client, also ended ones whose last period is known, for past periods. */
export const agreedTermsOfClient = teamStatement(
  `${termsSql} and c.client_id = $id and c.status <> 'draft' and (c.status <> 'ended' or c.ends_on is not null) ${latest}`,
);
/** Contracts with a project that are not ended. */
export const termsOfProject = teamStatement(
  `${termsSql} and c.status <> 'ended'
    and c.id in (select l.contract_id from contract_projects l where l.team_id = $team and l.project_id = $id) ${latest}`,
);

/** Contracts of a user with hours or a near renewal, the earliest renewal first. */
export const termsOfOwner = teamStatement(
  `${termsSql} and c.owner_id = $me and (c.status = 'active' and c.included_hours > 0 or ${isRenewalNear})
  order by is_renewal_near desc, c.renews_on, c.created_at desc, c.id desc limit ${maxContracts}`,
);
/** Contracts of reports: agreements with hours, whose last period is known. */
export const termsOfReports = teamStatement(
  `${termsSql} and c.status <> 'draft' and c.included_hours is not null and (c.status <> 'ended' or c.ends_on is not null)`,
);
/** SQL: the owner of a contract `c` is notified about its hours. The condition of the index contracts_warned. */
export const isWarned = `c.status = 'active' and c.included_hours > 0 and c.owner_id is not null`;
/** Contracts whose owners are notified. */
export const warnedTerms = teamStatement(`${termsSql} and ${isWarned}`);

// The order and the offset force a range of time_entries_hours for each project, also without statistics.
const sums = teamStatement(`
  select p.n::int as n, (
      select coalesce(sum(e.minutes), 0) * ${unitsPerMinute} from contract_projects l cross join lateral (
        select r.minutes from time_entries r
        where r.team_id = $team and r.project_id = l.project_id and r.minutes is not null
          and r.started_at >= p.from_at and r.started_at < p.until_at
        order by r.project_id, r.started_at offset 0) e
      where l.team_id = $team and l.contract_id = p.contract_id)::float8 as used
  from unnest($contracts::uuid[], $from::timestamptz[], $until::timestamptz[]) with ordinality p (contract_id, from_at, until_at, n)
  order by p.n`);

/** Terms of a contract, as the statements above return them. */
export interface ContractTerms extends Terms {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly renews_on: string | null;
  readonly is_renewal_near: boolean;
  readonly owner_id: string | null;
  readonly client_id: string | null;
  /** Name of the client. */
  readonly client: string | null;
  readonly included_hours: number | null;
  readonly carry_over: number;
  readonly zone: string;
  readonly today: string;
}

/** Hours of a period. */
export interface PeriodHours extends Period, Balance {
  readonly included: number;
  readonly percent: number | null;
}

export interface ContractHours {
  readonly contract: ContractTerms;
  /** Its periods up to the current one, oldest first; empty before it starts. */
  readonly periods: readonly PeriodHours[];
}

/** Percents of the hours of a period at which the owner is notified. */
export const thresholds = [80, 100] as const;

/** Used percent of the hours of the period in which today is; 0 if the contract is over. */
export function currentPercent({ contract, periods }: ContractHours): number {
  const isOver = contract.ends_on !== null && contract.today > contract.ends_on;
  return isOver ? 0 : (periods.at(-1)?.percent ?? 0);
}

const instant = (at: number | undefined) =>
  at === undefined ? 'infinity' : new Date(at).toISOString();

/**
 * Computes the hours of contracts.
 * @param contracts rows of one of the statements above
 * @param most number of periods that the caller needs, up to the current one
 */
export async function hoursOf(
  db: TeamDb,
  contracts: readonly ContractTerms[],
  most: number,
): Promise<readonly ContractHours[]> {
  const all = contracts.map((contract) => ({
    contract,
    // Without carry-over, earlier periods do not matter.
    periods: periodsUntil(contract, contract.today, contract.carry_over === 0 ? most : maxPeriods),
  }));
  const rows = all.flatMap(({ contract: { id, zone }, periods }) =>
    periods.map((period) => ({
      id,
      from: instant(startOf(period.starts_on, zone)),
      until: instant(endOf(period, zone)),
    })),
  );
  const used =
    rows.length === 0
      ? []
      : (
          await db.read(sums, {
            contracts: rows.map(({ id }) => id),
            from: rows.map(({ from }) => from),
            until: rows.map(({ until }) => until),
          })
        ).map((row) => row.used as number);
  let first = 0;
  return all.map(({ contract, periods }) => {
    const included = Math.round((contract.included_hours ?? 0) * unitsPerHour);
    const ofContract = used.slice(first, first + periods.length);
    first += periods.length;
    const computed = balances(ofContract, included, contract.carry_over);
    const complete = periods.flatMap((period, i) => {
      const balance = computed[i];
      return balance
        ? [{ ...period, ...balance, included, percent: percentUsed(balance, included) }]
        : [];
    });
    return { contract, periods: complete.slice(-most) };
  });
}
