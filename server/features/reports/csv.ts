import { Readable } from 'node:stream';
import { recordAudit } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { seesAll } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { forbidden } from '#server/platform/errors.ts';
import { rowLabel, shownNumber } from '#server/platform/report-labels.ts';
import {
  type ExportedColumn,
  type ExportLanguage,
  exportLanguages,
} from '#server/records/exported-columns.ts';
import { oneOf } from '#server/records/fields.ts';
import { withCurrentRights } from '../accounts/members/member-permissions.ts';
import { csvFormat } from '../exports/text-formats.ts';
import {
  dimensionWords,
  labelWords,
  measureWords,
  previousWords,
  totalWords,
  unitWords,
} from './csv-words.ts';
import { reports } from './definitions.ts';
import { reportFilters, reportQuery } from './queries.ts';
import { computeReport, type ReportAnswer, type ReportRow } from './report.ts';
import { type ReportQuery, readReportQuery } from './report-query.ts';

/*
 * The table of a report as CSV: its names and its numbers, rounded as they are shown there, with their units in the headers. Checks permissions before
 * each part: the download aborts once the member has lost them.
 */

const maxRows = 100_000;
const rowsOfPart = 100;

const rights = {
  name: 'reports.export',
  allow: { user: 'member', operator: true },
  exports: true,
} as const;

const query = {
  ...reportQuery,
  filters: {
    ...reportFilters,
    language: {
      field: oneOf('text', exportLanguages),
      sql: 'true',
      about: 'The language of the headers and of decimals: pt writes 1234,5. Default: pt.',
      isUnordered: true as const,
    },
  },
};

/** The row's label, and two columns of each measure: of the period and of the previous one. */
function columnsOf({ report, by }: ReportQuery, { columns }: ReportAnswer): ExportedColumn[] {
  const [pt, en] = dimensionWords[by];
  const first = { name: by, field: by, kind: 'text', pt, en } as const;
  const values = columns.flatMap(({ measure, unit }) => {
    const [name, english] = measureWords[`${report}.${measure}`] ?? [measure, measure];
    const kind = unit === 'money' ? ('money' as const) : ('number' as const);
    const header = (place: 0 | 1, ...further: readonly string[]) => {
      const notes = [unitWords[unit][place], ...further].filter((note) => note !== '').join(', ');
      return `${place === 0 ? name : english}${notes && ` (${notes})`}`;
    };
    return [
      { name: measure, field: measure, kind, pt: header(0), en: header(1) },
      {
        ...{ name: `previous_${measure}`, field: measure, kind },
        ...{ pt: header(0, previousWords[0]), en: header(1, previousWords[1]) },
      },
    ];
  });
  return [first, ...values];
}

const paired = ({ values, previous }: Pick<ReportRow, 'values' | 'previous'>) =>
  values.flatMap((value, i) => [value, previous[i] ?? null]);

async function* lines(
  ctx: Context,
  of: ReportQuery,
  report: ReportAnswer,
  language: ExportLanguage,
) {
  const place = language === 'pt' ? 0 : 1;
  const checkRights = async () => {
    const current = await withCurrentRights(ctx, rights);
    if (!report.is_masked && hasValues(of) && !seesAll(current))
      throw forbidden(`${rights.name}: only for members who see values.`, 'forbidden');
  };
  await checkRights();
  const format = csvFormat(columnsOf(of, report), language);
  yield format.head;
  const labels = labelWords(place);
  const roundedOf = (value: number | null, i: number) =>
    value === null ? null : shownNumber(value, report.columns[i]?.unit ?? 'count');
  const rowOf = (row: ReportRow) =>
    format.row([
      rowLabel(of.by, row, labels),
      ...paired({ values: row.values.map(roundedOf), previous: row.previous.map(roundedOf) }),
    ]);
  for (let first = 0; first < report.rows.length; first += rowsOfPart) {
    await checkRights();
    yield report.rows
      .slice(first, first + rowsOfPart)
      .map(rowOf)
      .join('');
  }
  await checkRights();
  yield format.row([
    totalWords[place],
    ...report.totals.flatMap(({ value, previous }, i) => [
      roundedOf(value, i),
      roundedOf(previous, i),
    ]),
  ]);
}

const hasValues = ({ report }: ReportQuery) =>
  Object.values(reports[report].measures).some(({ isConfidential }) => isConfidential);

export const reportCsv = operation({
  ...rights,
  id: 'downloadReport',
  summary: 'Download the table of a report as CSV',
  bytes: { method: 'GET', path: '/reports.csv', status: 200 },
  emits: [],
  mayFail: ['TOO_COSTLY'],
  input: { query },
  output: { kind: 'object', keys: ['stream'] },
  one: 'report',
  async run(ctx, { query: { filters } }) {
    const { language = 'pt', ...rest } = filters;
    const of = await readReportQuery(ctx.db, rest);
    // Computed before the response begins, so that a refusal has its status.
    const actor = await withCurrentRights(ctx, rights);
    const report = await computeReport({ ...ctx, actor }, of, maxRows);
    await recordAudit(ctx.db, { type: 'reports', id: ctx.db.id, after: rest });
    const parts = lines(ctx, of, report, language as ExportLanguage);
    return { stream: Readable.from(parts, { highWaterMark: 1 }) };
  },
});
