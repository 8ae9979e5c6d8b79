import { operation } from '#server/operations/operation.ts';
import type { AnyOperation } from '#server/operations/registry.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  date,
  kind,
  oneOf,
  readNumber,
  required,
  singleLine,
  timestamp,
} from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { reportCsv } from './csv.ts';
import { reports, units } from './definitions.ts';
import { homeOperations } from './home.ts';
import { by, report, reportFilters, reportQuery } from './queries.ts';
import { computeReport, listRecords, maxRows } from './report.ts';
import { readReportQuery } from './report-query.ts';
import { recordTypes } from './source.ts';

/* Reports (docs/adr/0233-reports.md). */

const maxLimit = 100;
const defaultLimit = 50;
const whole = (most: number) =>
  kind(Type.Integer({ minimum: 1, maximum: most }), `a whole number from 1 to ${most}`, 'integer', {
    fromQuery: readNumber,
  });

const recordQuery = table({
  name: 'reports',
  one: 'report',
  isWhole: true,
  fields: {},
  sorts: {},
  path: '/reports/records',
  filters: {
    ...reportFilters,
    measure: {
      field: singleLine(64),
      sql: 'true',
      about: 'The measure. Default: the first one of the report.',
    },
    row: {
      field: singleLine(),
      sql: 'true',
      about: 'The key of a row. Default: the records of the total.',
    },
    without_key: {
      field: boolean,
      sql: 'true',
      about: 'True for the row whose key is null.',
    },
    page: { field: whole(1_000_000), sql: 'true', about: 'The page; the first is 1.' },
    limit: {
      field: whole(maxLimit),
      sql: 'true',
      about: `The number of records of a page. Default: ${defaultLimit}.`,
    },
  },
});

const unit = Type.Enum([...units]);
const value = orNull(Type.Number());
const list = <S extends Parameters<typeof Type.Array>[0]>(of: S, says: string) =>
  required(kind(Type.Array(of), says, 'json'));

const fields = {
  report: about('The report.', required(report)),
  from: about('The first day.', required(date)),
  to: about('The last day.', required(date)),
  previous_from: about(
    'The first day of the period that it is compared with: the months before whole months, otherwise the same number of days before.',
    required(date),
  ),
  previous_to: about('The last day of that period.', required(date)),
  by: about('The dimension of the rows.', required(by)),
  time_zone: about('The time zone of the team, in which the days are.', required(singleLine())),
  is_approximate: about(
    'True if medians and percentiles are estimates, within 5 %: of more than 300,000 records.',
    required(boolean),
  ),
  as_of: about(
    'If the report is approximate, the time until which changes of records of whole months are contained; later ones follow within minutes. Otherwise null: all are.',
    timestamp,
  ),
  is_masked: about(
    'True if amounts, and what follows from them, are null because the caller may not see values.',
    required(boolean),
  ),
  totals: about(
    'The measures of the whole period.',
    list(
      Type.Object({
        measure: about('The name of the measure.', Type.String({ examples: ['won'] })),
        unit,
        value: about('Null without a value, or if it is masked.', value),
        previous: about('The value of the previous period.', value),
      }),
      'the totals',
    ),
  ),
  columns: about(
    'The measures of the rows, in the order of their values.',
    list(
      Type.Object({
        measure: about('The name of the measure.', Type.String({ examples: ['won'] })),
        unit,
        has_records: about('True if the records of its numbers can be listed.', Type.Boolean()),
      }),
      'the columns',
    ),
  ),
  rows: about(
    `The rows, at most ${maxRows}.`,
    list(
      Type.Object({
        key: about(
          'The id, the text or the first day that the records of the row have in common; null for records without one.',
          orNull(Type.String({ examples: ['2026-11-01'] })),
        ),
        label: about('The name of the row.', orNull(Type.String())),
        values: about('In the order of the columns.', Type.Array(value)),
        previous: about(
          'The values of the previous period; for months and weeks, of the row at the same place.',
          Type.Array(value),
        ),
      }),
      'the rows',
    ),
  ),
  rows_left_out: about(
    `The number of further rows.`,
    required(kind(Type.Integer({ minimum: 0 }), 'a whole number', 'integer')),
  ),
};

const recordFields = {
  report: fields.report,
  measure: about('The measure.', required(singleLine())),
  unit: about('The unit of the values.', required(oneOf('text', units))),
  is_masked: fields.is_masked,
  total: about(
    'The number of records.',
    required(kind(Type.Integer({ minimum: 0 }), 'a whole number', 'integer')),
  ),
  page: about(
    'The page.',
    required(kind(Type.Integer({ minimum: 1 }), 'a whole number', 'integer')),
  ),
  limit: about(
    'The number of records of a page.',
    required(kind(Type.Integer({ minimum: 1 }), 'a whole number', 'integer')),
  ),
  pages: about(
    'The number of pages.',
    required(kind(Type.Integer({ minimum: 0 }), 'a whole number', 'integer')),
  ),
  records: about(
    'The records, the latest first.',
    list(
      Type.Object({
        type: Type.Enum([...recordTypes]),
        id: Type.String({ format: 'uuid' }),
        title: orNull(Type.String()),
        at: about('The time at which the record counts.', Type.String({ format: 'date-time' })),
        value: about(
          'The contribution of the record: 1 in counts, 0 or 100 in shares, its days or hours in medians, its part of a sum.',
          value,
        ),
      }),
      'the records',
    ),
  ),
};

const definitions = Object.entries(reports)
  .map(([name, { measures, by: allowed, filters }]) => {
    const lines = Object.entries(measures)
      .filter(([, { isHidden }]) => !isHidden)
      .map(([measure, { unit: of, definition }]) => `  - \`${measure}\` (${of}): ${definition}`);
    return `- **${name}**, by ${allowed.join(', ')}; filters ${filters.join(', ')}:\n${lines.join('\n')}`;
  })
  .join('\n');

const readable = {
  allow: { key: 'read', user: 'member', operator: true },
  emits: [],
  mayFail: ['TOO_COSTLY'],
  one: 'report',
} as const;

export const getReport = operation({
  ...readable,
  name: 'reports.get',
  id: 'getReport',
  summary: 'Get a report',
  note: `Days, weeks and months are those of the team’s time zone. Values of the previous period are next to those of the period.\n\n${definitions}`,
  v1: { method: 'GET', path: reportQuery.path, status: 200 },
  input: { query: reportQuery },
  output: { kind: 'fields', name: 'Report', fields },
  run: async (ctx, { query: { filters } }) =>
    computeReport(ctx, await readReportQuery(ctx.db, filters)),
});

export const listReportRecords = operation({
  ...readable,
  name: 'reports.records',
  id: 'listReportRecords',
  summary: 'List the records of a number of a report',
  note: 'With the same period and filters as the report, each record with its contribution. The records of a rate are those of its dividend: billable time for the share of billable hours.',
  v1: { method: 'GET', path: recordQuery.path, status: 200 },
  input: { query: recordQuery },
  output: { kind: 'fields', name: 'ReportRecords', fields: recordFields },
  run: async (ctx, { query: { filters } }) => {
    const { measure, row, without_key, page = 1, limit = defaultLimit, ...rest } = filters;
    return listRecords(ctx, await readReportQuery(ctx.db, rest), {
      measure: measure as string | undefined,
      row: row as string | undefined,
      isWithoutKey: without_key === true,
      page: page as number,
      limit: limit as number,
    });
  },
});

export const operations: readonly AnyOperation[] = [
  getReport,
  listReportRecords,
  reportCsv,
  ...homeOperations,
];
