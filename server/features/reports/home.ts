import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, date, kind, required } from '#server/records/fields.ts';
import { addDays, weekOf } from './days.ts';
import { type ReportName, reportNames, units } from './definitions.ts';
import { computeReport } from './report.ts';
import { readReportQuery } from './report-query.ts';

/* Numbers of the last weeks for the start page of admins (docs/adr/0238-numbers-of-the-week.md). */

/** Number of complete weeks, of which the last two are compared. */
const weeks = 9;

/** Measures in their order. */
export const homeNumbers: readonly (readonly [report: ReportName, measure: string])[] = [
  ['won_lost', 'won_value'],
  ['won_lost', 'won'],
  ['answers', 'answer_median'],
  ['tasks', 'done'],
  ['tasks', 'late_rate'],
  ['hours', 'utilisation'],
];

const findToday = teamStatement(
  `select (now() at time zone x.time_zone)::date::text as today from teams x where x.id = $team`,
);

const value = orNull(Type.Number());
const entry = Type.Object({
  report: Type.Enum([...reportNames]),
  measure: about('The name of the measure.', Type.String({ examples: ['won'] })),
  unit: Type.Enum([...units]),
  value: about('The value of the last complete week.', value),
  previous: about('The value of the week before.', value),
  weeks: about('The values of all weeks, the earliest first.', Type.Array(value)),
});

/** Monday and Sunday of the last complete week: on a Monday, the week that ended the day before. */
export function lastWeekOf(today: string): { readonly from: string; readonly to: string } {
  const monday = weekOf(today);
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

async function lastWeek(db: TeamDb) {
  const [row] = await db.read(findToday);
  return lastWeekOf(row?.today as string);
}

const getHome = operation({
  name: 'reports.home',
  id: 'getReportHome',
  summary: 'Get the numbers of the last complete week',
  note: `Six numbers, with the week before and the last ${weeks} complete weeks, from Monday to Sunday in the team’s time zone.`,
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/reports/home', status: 200 },
  emits: [],
  mayFail: ['TOO_COSTLY'],
  input: {},
  output: {
    kind: 'fields',
    name: 'ReportHome',
    fields: {
      from: about('The Monday of the last complete week.', required(date)),
      to: about('Its Sunday.', required(date)),
      first: about('The Monday of the earliest week.', required(date)),
      numbers: about('The numbers.', required(kind(Type.Array(entry), 'the numbers', 'json'))),
    },
  },
  one: 'team',
  async run(ctx) {
    const { from, to } = await lastWeek(ctx.db);
    const first = addDays(from, -7 * (weeks - 1));
    const read = new Map<ReportName, Awaited<ReturnType<typeof computeReport>>>();
    for (const [report] of homeNumbers)
      if (!read.has(report)) {
        const query = await readReportQuery(ctx.db, { report, by: 'week', from: first, to });
        read.set(report, await computeReport(ctx, query));
      }
    return {
      ...{ from, to, first },
      numbers: homeNumbers.flatMap(([report, measure]) => {
        const answer = read.get(report);
        const columns = (answer?.columns ?? []) as readonly { measure: string; unit: string }[];
        const at = columns.findIndex((each) => each.measure === measure);
        if (!answer || at < 0) return [];
        const values = answer.rows.map((row) => row.values[at] ?? null);
        return [
          {
            ...{ report, measure, unit: columns[at]?.unit ?? 'count' },
            ...{ value: values.at(-1) ?? null, previous: values.at(-2) ?? null, weeks: values },
          },
        ];
      }),
    };
  },
});

export const homeOperations: readonly Operation[] = [getHome];
