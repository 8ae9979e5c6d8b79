import type { Database, TeamDb } from '#server/db/database.ts';
import { type RemovalRound, removeAll, removes } from '#server/db/removal.ts';
import { iso, platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { addDays, addMonths, bucketsOf, monthOf } from './days.ts';
import { type Dimension, type ReportName, reports } from './definitions.ts';
import { factsOf, parametersOf, readReportQuery } from './report-query.ts';
import { type CellDimension, Cells, cellStatement } from './sums/cells.ts';
import { settingsDigest } from './sums/stored-sums.ts';

/*
 * Adds up reports of teams with many records, after requests for them (docs/adr/0257-sums-of-reports.md). A lease in `report_sum_states` decides which of
 * several processes works for a report. Sums are replaced in one transaction: a process that ends in between leaves the previous ones.
 */

/** Complete months with sums: two periods of two years. */
const monthCount = 48;
/** Minutes between two computations, while the report is requested. */
const pauseMinutes = 10;
const leaseMinutes = 15;
/** Number of rows that are read at once. */
const stepSize = 2_000;

/** SQL: a lease is free. One that ends later than any new one would was taken before the clock was set back. */
const isFree = `(s.claimed_until is null or s.claimed_until not between now() and now() + interval '${leaseMinutes} minutes')`;
/** SQL: the latest request has not been answered, and the latest computation was not just now. */
const isDue = `(s.computed_at is null or s.wanted_at > s.computed_at
    and s.computed_at not between now() - interval '${pauseMinutes} minutes' and now())`;

const dueReports = platformStatement(
  `select s.team_id, s.report from report_sum_states s where ${isFree} and ${isDue} order by s.wanted_at`,
  unprepared,
);

/** Sums that were not requested for a month. */
const removeSums = removes('report_sum_states', 'team_id, report', 'wanted_at', '30 days');

const claim = teamStatement(
  `update report_sum_states s set claimed_until = now() + interval '${leaseMinutes} minutes'
  where s.team_id = $team and s.report = $report and ${isFree} and ${isDue}
  returning ${iso('now()')} as now, ${iso('s.claimed_until')} as until`,
  unprepared,
);

const readDigest = teamStatement(
  `select ${settingsDigest} as digest from teams x where x.id = $team`,
  unprepared,
);

const removeOld = teamStatement(
  'delete from report_sums s where s.team_id = $team and s.report = $report',
  unprepared,
);

const store = teamStatement(
  `insert into report_sums (team_id, report, month, dimension, cells)
  select $team, $report, r.month, $dimension, r.cells from json_to_recordset($rows::json) r (month date, cells json)`,
  unprepared,
);

/** Nothing without the lease: another process has it, or an erasure has removed it because the records that were read may hold the person. */
const finish = teamStatement(
  `update report_sum_states s set computed_at = $now::timestamptz, digest = $digest, months = $months::json, claimed_until = null
  where s.team_id = $team and s.report = $report and s.claimed_until = $until::timestamptz returning s.report`,
  unprepared,
);

const cellDimensions = (report: ReportName): readonly CellDimension[] => [
  'total',
  'day',
  ...reports[report].by.filter(
    (by): by is Exclude<Dimension, 'month' | 'week'> => by !== 'month' && by !== 'week',
  ),
];

interface SummedDimension {
  readonly dimension: CellDimension;
  /** JSON of the cells by month. */
  readonly rows: string;
}

/** Adds up a report. @returns undefined if another process does, or an erasure has ended the lease */
async function addUp(db: TeamDb, report: ReportName): Promise<true | undefined> {
  const [claimed] = await db.run(claim, { report });
  if (!claimed) return undefined;
  // Before the records: after a change meanwhile, the sums are not used.
  const [settings] = await db.run(readDigest);
  const facts = factsOf[report];
  const { measures } = reports[report];
  const current = await readReportQuery(db, { report });
  const first = addMonths(current.team.today, -monthCount);
  const last = addDays(monthOf(current.team.today), -1);
  const period = { from: first, to: last, previous_from: first, previous_to: addDays(first, -1) };
  const query = { ...current, ...period, by: 'month' as const };
  const parameters = await parametersOf(db, {
    ...query,
    parameters: { ...current.parameters, ...period },
  });
  const months = bucketsOf('month', first, last);
  const counts = months.map(() => 0);
  const summed: SummedDimension[] = [];
  await db.snapshot(async (snapshot) => {
    for (const dimension of cellDimensions(report)) {
      const byMonth = months.map(() => new Cells(facts, measures));
      const statement = cellStatement(facts, measures, dimension, [], 'month');
      const read = snapshot.rows(statement, parameters, () => stepSize);
      for await (const rows of read)
        for (const row of rows) byMonth[Number(row[1]) - 1]?.addRow(row);
      if (dimension === 'total')
        for (const [n, cells] of byMonth.entries()) counts[n] = cells.recordCount();
      const stored = byMonth.flatMap((cells, n) =>
        cells.isEmpty ? [] : [{ month: months[n], cells: cells.toStored() }],
      );
      summed.push({ dimension, rows: JSON.stringify(stored) });
    }
  });
  return db.transaction(async (tx) => {
    const [finished] = await tx.run(finish, {
      ...{ report, now: claimed.now, until: claimed.until, digest: settings?.digest },
      months: JSON.stringify(Object.fromEntries(months.map((month, n) => [month, counts[n]]))),
    });
    if (!finished) return undefined;
    await tx.run(removeOld, { report });
    for (const { dimension, rows } of summed) await tx.run(store, { report, dimension, rows });
    return true as const;
  });
}

/** Adds up the requested reports. A report that fails does not delay the others. @returns the number of reports */
export async function addUpReports(
  { platform, team }: Database,
  round: RemovalRound,
): Promise<number> {
  await removeAll(platform, removeSums, round);
  let count = 0;
  const failures: unknown[] = [];
  for (const { team_id, report } of await platform.run(dueReports)) {
    if (round.isStopping()) break;
    try {
      if (await addUp(team(team_id as string), report as ReportName)) count += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
