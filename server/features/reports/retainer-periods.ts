import type { TeamDb } from '#server/db/database.ts';
import { type ContractTerms, hoursOf, termsOfReports } from '../retainers/burn.ts';
import { unitsPerHour } from '../retainers/carry-over.ts';
import type { ReportPeriod } from './days.ts';

/** Hours of a period of a contract. */
export interface RetainerPeriod {
  readonly contract_id: string;
  readonly starts_on: string;
  readonly included: number;
  readonly carried: number;
  readonly used: number;
  readonly overage: number;
}

/** Periods of contracts that began in the period of a report or in the previous one, up to now. */
export async function retainerPeriods(
  db: TeamDb,
  { previous_from, to }: ReportPeriod,
): Promise<readonly RetainerPeriod[]> {
  const contracts = (await db.read(termsOfReports)) as unknown as readonly ContractTerms[];
  const [today] = contracts.map((each) => each.today);
  if (today === undefined || today < previous_from) return [];
  // A period has at least a month.
  const months =
    (Number(today.slice(0, 4)) - Number(previous_from.slice(0, 4))) * 12 +
    Number(today.slice(5, 7)) -
    Number(previous_from.slice(5, 7));
  const all = await hoursOf(db, contracts, months + 2);
  return all.flatMap(({ contract, periods }) =>
    periods
      .filter(({ starts_on }) => starts_on >= previous_from && starts_on <= to)
      .map(({ starts_on, included, carried, used, overage }) => ({
        contract_id: contract.id,
        starts_on,
        included: included / unitsPerHour,
        carried: carried / unitsPerHour,
        used: used / unitsPerHour,
        overage: overage / unitsPerHour,
      })),
  );
}
