import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { invalid } from '#server/platform/errors.ts';
import { answers } from './answer-facts.ts';
import { addDays, bucketsOf, type ReportPeriod, reportPeriod } from './days.ts';
import { forecast, funnel, wonLost } from './deal-facts.ts';
import {
  type Dimension,
  type FilterName,
  filterNames,
  type ReportName,
  reportNames,
  reports,
} from './definitions.ts';
import { approvals, profit, retainers } from './month-facts.ts';
import type { Facts } from './source.ts';
import { isTime } from './statement.ts';
import { hours, tasks } from './work-facts.ts';

/* Queries of reports, and the parameters of their statements. */

type Values = Readonly<Record<string, unknown>>;

/** Facts of the reports. */
export const factsOf: Readonly<Record<ReportName, Facts>> = {
  funnel,
  won_lost: wonLost,
  forecast,
  answers,
  tasks,
  hours,
  approvals,
  retainers,
  profit,
};

export interface Team {
  readonly zone: string;
  readonly today: string;
  readonly phases: readonly string[];
  readonly hours: BusinessHours | null;
}

const findTeam = teamStatement(`
  select x.time_zone as zone, (now() at time zone x.time_zone)::date::text as today, x.deal_phases as phases, x.business_hours as hours
  from teams x where x.id = $team`);

/** A validated query of a report. */
export interface ReportQuery extends ReportPeriod {
  readonly report: ReportName;
  readonly facts: Facts;
  readonly by: Dimension;
  readonly filters: readonly FilterName[];
  readonly team: Team;
  /** Parameters of its statements. */
  readonly parameters: Values;
}

/** @throws ApiError VALIDATION_ERROR */
export async function readReportQuery(db: TeamDb, query: Values): Promise<ReportQuery> {
  const report = (query.report ?? reportNames[0]) as ReportName;
  const facts = factsOf[report];
  const { by: allowed, filters: accepted } = reports[report];
  const by = (query.by ?? allowed[0]) as Dimension;
  if (!allowed.includes(by))
    throw invalid(`by: the report ${report} has ${allowed.join(', ')}.`, 'by', 'not_allowed');
  const filters = filterNames.filter((name) => query[name] !== undefined);
  const refused = filters.filter((name) => !accepted.includes(name));
  if (refused.length > 0)
    throw invalid(
      `${refused.join(', ')}: the report ${report} has the filters ${accepted.join(', ')}.`,
      refused,
      'not_allowed',
    );
  const [row] = await db.read(findTeam);
  const team = row as unknown as Team;
  const period = reportPeriod(query, team.today);
  const values = Object.fromEntries(filters.map((name) => [name, query[name]]));
  return {
    ...{ report, facts, by, filters, team, ...period },
    parameters: { ...values, ...period, zone: team.zone },
  };
}

/** The last days of the months or weeks, or of the period. */
const lastDays = (by: Dimension, from: string, to: string) =>
  isTime(by)
    ? [
        ...bucketsOf(by, from, to)
          .slice(1)
          .map((day) => addDays(day, -1)),
        to,
      ]
    : [to];

/** The first day at whose end the records of a moment are counted. */
export const firstMoment = ({ by, previous_from, previous_to }: ReportQuery) =>
  lastDays(by, previous_from, previous_to)[0] ?? previous_to;

/** Parameters of the statements of a report. */
export async function parametersOf(db: TeamDb, query: ReportQuery): Promise<Values> {
  const { facts, parameters, by, from, to, previous_from, previous_to } = query;
  const further = await facts.parameters?.(db, query);
  const moments = [
    ...lastDays(by, previous_from, previous_to).map((last) => ({
      last,
      is_end: last === previous_to,
    })),
    ...lastDays(by, from, to).map((last) => ({ last, is_end: last === to })),
  ];
  return {
    ...{ ...parameters, ...further, moments: JSON.stringify(moments) },
    spans: isTime(by) ? bucketsOf(by, previous_from, to) : [],
  };
}
