import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement, unprepared } from '#server/db/statement.ts';
import type { ReportName } from '../definitions.ts';
import type { CellDimension, StoredCell } from './cells.ts';

/* Stored sums of reports, by month (docs/adr/0257-sums-of-reports.md). */

/** Reports whose records may be many. The others count a few for each contract or campaign. */
const summedReports: readonly ReportName[] = [
  'funnel',
  'won_lost',
  'forecast',
  'answers',
  'tasks',
  'hours',
  'profit',
];
export const isSummed = (report: ReportName) => summedReports.includes(report);

/** Records of a period and the previous one up to which a report reads all of them. */
export const maxExactRecords = 300_000;

/** Increased by changes of facts or cells: sums of an earlier version are not used. */
const version = 2;

/** SQL: digest of the settings of the team `x` that facts depend on. */
export const settingsDigest = `md5(row(${version}, x.time_zone, x.deal_phases, x.won_phases, x.lost_phases, x.phase_rules, x.business_hours, (
    select string_agg(row(i.id, i.business_hours)::text, ',' order by i.id) from inboxes i where i.team_id = $team))::text)`;

const findState = teamStatement(
  `select ${iso('s.computed_at')} as computed_at, s.months, s.digest = ${settingsDigest} as is_current,
    s.wanted_at not between now() - interval '5 minutes' and now() as is_request_due
  from report_sum_states s join teams x on x.id = $team where s.team_id = $team and s.report = $report`,
);

export interface SumState {
  readonly computed_at: string | null;
  /** Number of records by month. */
  readonly months: Readonly<Record<string, number>>;
  /** False after a change of settings that the sums depend on. */
  readonly is_current: boolean | null;
  /** True if the latest request was stored some minutes ago. */
  readonly is_request_due: boolean;
}

export async function findSumState(db: TeamDb, report: ReportName): Promise<SumState | undefined> {
  const [row] = await db.lookUp(findState, { report });
  return row as unknown as SumState | undefined;
}

const request = teamStatement(
  `insert into report_sum_states as s (team_id, report, wanted_at) values ($team, $report, now())
  on conflict (team_id, report) do update set wanted_at = excluded.wanted_at,
    computed_at = case when $is_current::boolean then s.computed_at end`,
);

/** Requests the sums of a report from the worker. @param isCurrent false if those that exist must not be used */
export async function requestSums(
  db: TeamDb,
  report: ReportName,
  isCurrent: boolean,
): Promise<void> {
  await db.run(request, { report, is_current: isCurrent });
}

const readStored = teamStatement(
  `select s.month::text as month, s.dimension, s.cells from report_sums s
  where s.team_id = $team and s.report = $report and s.month = any($months::date[]) and s.dimension = any($dimensions::text[])`,
  unprepared,
);

export interface StoredMonth {
  readonly month: string;
  readonly dimension: CellDimension;
  readonly cells: readonly StoredCell[];
}

export const readSums = async (
  db: TeamDb,
  report: ReportName,
  months: readonly string[],
  dimensions: readonly CellDimension[],
): Promise<readonly StoredMonth[]> =>
  (await db.read(readStored, { report, months, dimensions })) as unknown as StoredMonth[];
