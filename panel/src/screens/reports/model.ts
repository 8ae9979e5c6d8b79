import type { Report } from '#panel/api/schema.ts';
import type { Category, ChartData, Tone, Value } from '#panel/display/charts/model.ts';
import { addDays, addMonths, formatDay, isDay, monthOf } from '#panel/ui/calendar/days.ts';
import { rowLabel } from '#server/platform/report-labels.ts';

/* Reports: their periods, dimensions, filters and charts. */

export type ReportName = Report['report'];
export type Dimension = Report['by'];
export type ReportRow = Report['rows'][number];

/** Dimensions and filters of each report; the first dimension is the default. */
export const reports: Readonly<
  Record<ReportName, { readonly by: readonly Dimension[]; readonly filters: readonly FilterName[] }>
> = {
  funnel: {
    by: ['phase', 'month', 'week', 'person', 'source', 'client'],
    filters: ['user_id', 'client_id', 'source', 'phase'],
  },
  won_lost: {
    by: ['month', 'week', 'reason', 'source', 'person', 'client'],
    filters: ['user_id', 'client_id', 'source'],
  },
  forecast: {
    by: ['month', 'person', 'phase', 'source', 'client'],
    filters: ['user_id', 'client_id', 'source'],
  },
  answers: {
    by: ['bucket', 'month', 'week', 'inbox', 'person'],
    filters: ['inbox_id', 'user_id'],
  },
  tasks: {
    by: ['week', 'month', 'person', 'project', 'client'],
    filters: ['user_id', 'project_id', 'client_id'],
  },
  hours: {
    by: ['project', 'client', 'person', 'week', 'month'],
    filters: ['user_id', 'project_id', 'client_id'],
  },
  approvals: {
    by: ['client', 'project', 'person', 'month', 'week'],
    filters: ['client_id', 'project_id', 'user_id'],
  },
  retainers: {
    by: ['contract', 'client', 'person', 'month'],
    filters: ['client_id', 'user_id'],
  },
  profit: { by: ['client', 'project', 'month'], filters: ['client_id', 'project_id'] },
};

export const reportNames = Object.keys(reports) as readonly ReportName[];

export const isReportName = (text: string): text is ReportName => Object.hasOwn(reports, text);

export const filterNames = [
  'user_id',
  'client_id',
  'project_id',
  'inbox_id',
  'source',
  'phase',
] as const;
export type FilterName = (typeof filterNames)[number];

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Choices with the one in the address, which may no longer be in use: without it, the report would be filtered by something invisible. */
export const withChosen = (
  choices: readonly Choice[],
  chosen: string | undefined,
  nameOf = (value: string) => value,
): readonly Choice[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: nameOf(chosen) }];

// Periods ----------------------------------------------------------------------------------------

export const presets = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'last-30',
] as const;
export type Preset = (typeof presets)[number];

/** First and last day. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const firstOfMonth = (day: string) => `${monthOf(day)}-01`;

/** Whole months from the first day of one. */
const months = (first: string, count: number): Period => ({
  from: first,
  to: addDays(addMonths(first, count), -1),
});

const quarterStart = (day: string) =>
  addMonths(firstOfMonth(day), -((Number(day.slice(5, 7)) - 1) % 3));

/** Days of a period in words. */
export function periodOf(preset: Preset, today: string): Period {
  const year = `${today.slice(0, 4)}-01-01`;
  switch (preset) {
    case 'this-month':
      return months(firstOfMonth(today), 1);
    case 'last-month':
      return months(addMonths(firstOfMonth(today), -1), 1);
    case 'this-quarter':
      return months(quarterStart(today), 3);
    case 'last-quarter':
      return months(addMonths(quarterStart(today), -3), 3);
    case 'this-year':
      return months(year, 12);
    case 'last-year':
      return months(addMonths(year, -12), 12);
    case 'last-30':
      return { from: addDays(today, -29), to: today };
  }
}

/** True if a period has days in the future. */
export const isOngoing = ({ from, to }: Period, today: string): boolean =>
  from <= today && today < to;

/** Preset of a report without one in its address: reports by month need several. */
export const defaultPreset = (report: ReportName): Preset =>
  ['won_lost', 'forecast'].includes(report) ? 'this-year' : 'this-quarter';

/** Parameters of a report, all of which are in its address. */
export interface Request {
  readonly report: ReportName;
  readonly preset: Preset | 'custom';
  readonly period: Period;
  readonly by: Dimension;
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
}

/** Reads the address of a report. Parameters that the report does not have are left out. */
export function requestIn(report: ReportName, search: string, today: string): Request {
  const params = new URLSearchParams(search);
  const [from, to] = [params.get('from') ?? undefined, params.get('to') ?? undefined];
  const isCustom = isDay(from) && isDay(to) && from <= to;
  const named = presets.find((each) => each === params.get('period'));
  const preset = isCustom ? 'custom' : (named ?? defaultPreset(report));
  const { by, filters } = reports[report];
  return {
    report,
    preset,
    period: isCustom ? { from, to } : periodOf(named ?? defaultPreset(report), today),
    by: by.find((each) => each === params.get('by')) ?? by[0] ?? 'month',
    filters: Object.fromEntries(
      filters.flatMap((name) => {
        const value = params.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
  };
}

/** Query of a request to the service. */
export const queryOf = ({ report, period, by, filters }: Request) => ({
  report,
  ...period,
  by,
  ...filters,
});

/** Query in the address of a list of records; the days are fixed, so that the list stays the one of the number. */
export function recordsSearch(
  request: Request,
  measure: string,
  row: Pick<ReportRow, 'key' | 'label'> | undefined,
): string {
  const params = new URLSearchParams({
    ...request.period,
    by: request.by,
    ...request.filters,
    measure,
  });
  if (row) {
    if (row.key === null) params.set('without_key', 'true');
    else params.set('row', row.key);
    if (row.label !== null && row.label !== row.key) params.set('name', row.label);
  }
  return `?${params}`;
}

// Labels -----------------------------------------------------------------------------------------

export const labelOf = rowLabel<Dimension>;
type Labels = Parameters<typeof labelOf>[2];

const shortOf = (by: Dimension, { key }: Pick<ReportRow, 'key'>, locale: string) =>
  key === null || !isDay(key)
    ? undefined
    : by === 'month'
      ? formatDay(key, locale, { month: 'short' })
      : by === 'week'
        ? formatDay(key, locale, { day: 'numeric', month: 'short' }).replaceAll(' de ', ' ')
        : undefined;

/** True for medians and percentiles, which an approximate report estimates; its counts, sums and shares are exact. */
export const isPercentile = (measure: string): boolean => /_(median|p90)$/.test(measure);

// Charts -----------------------------------------------------------------------------------------

export type ChartKind = 'funnel' | 'columns' | 'lines' | 'rows';

interface ChartPlan {
  readonly kind: ChartKind;
  /** Measures that are drawn. */
  readonly measures: readonly string[];
  /** Measures whose sum is the limit. */
  readonly limits?: readonly string[];
}

const tones: Readonly<Record<string, Tone>> = { won: 'good', lost: 'bad', late: 'warn' };

const isTime = (by: Dimension) => by === 'month' || by === 'week';

/** Chart of a report by a dimension: columns and lines for time, rows for names. */
export function planOf(report: ReportName, by: Dimension): ChartPlan {
  const kind = isTime(by) ? 'columns' : 'rows';
  switch (report) {
    case 'funnel':
      return { kind: by === 'phase' ? 'funnel' : kind, measures: ['entries'] };
    case 'won_lost':
      return by === 'reason' ? { kind, measures: ['lost'] } : { kind, measures: ['won', 'lost'] };
    case 'forecast':
      return { kind, measures: isTime(by) ? ['forecast', 'won_value'] : ['forecast'] };
    case 'answers':
      if (by === 'bucket') return { kind: 'columns', measures: ['answers'] };
      return isTime(by)
        ? { kind: 'lines', measures: ['answer_median', 'answer_p90'] }
        : { kind, measures: ['answer_median'] };
    case 'tasks':
      return { kind, measures: ['done', 'late'] };
    case 'hours':
      return { kind, measures: ['hours'], limits: ['capacity'] };
    case 'approvals':
      return isTime(by)
        ? { kind, measures: ['approved', 'rejected'] }
        : { kind, measures: ['days_median'] };
    case 'retainers':
      return { kind, measures: ['used'], limits: ['included', 'carried'] };
    case 'profit':
      return isTime(by) ? { kind, measures: ['revenue', 'cost'] } : { kind, measures: ['margin'] };
  }
}

/** Max rows of a chart by names, whose most important are first; the table has all. */
const maxNames = 40;
/** Max months or weeks of a chart: the latest. */
const maxTimes = 160;

/** Rows of a report that its chart draws. */
export const drawnRows = ({ by, rows }: Pick<Report, 'by' | 'rows'>): readonly ReportRow[] =>
  isTime(by) ? rows.slice(-maxTimes) : rows.slice(0, maxNames);

/** Data of a report's chart. @param hrefOf address of the records of a row's measure; undefined without any */
export function chartOf(
  report: Report,
  plan: ChartPlan,
  words: Labels & {
    readonly names: (measure: string) => string;
    readonly heading: string;
    readonly title: string;
  },
  hrefOf: (measure: string, row: ReportRow) => string | undefined,
): ChartData {
  const at = (measure: string) => report.columns.findIndex((each) => each.measure === measure);
  const drawn = plan.measures.filter((measure) => at(measure) >= 0);
  const [first = ''] = drawn;
  const valueIn = (values: readonly Value[], measure: string): Value => values[at(measure)] ?? null;
  const limitOf = (values: readonly Value[]): Value => {
    const limits = (plan.limits ?? []).map((measure) => valueIn(values, measure));
    return limits.length === 0 || limits.includes(null)
      ? null
      : limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0);
  };
  return {
    title: words.title,
    heading: words.heading,
    unit: report.columns[at(first)]?.unit ?? 'count',
    isApproximate: report.is_approximate && isPercentile(first),
    ...(plan.limits && { limitName: plan.limits.map(words.names).join(' + ') }),
    series: drawn.map((measure) => {
      const tone = tones[measure];
      return { name: words.names(measure), ...(tone && drawn.length > 1 && { tone }) };
    }),
    categories: drawnRows(report).map((row): Category => {
      const short = shortOf(report.by, row, words.locale);
      const href = hrefOf(first, row);
      const limit = limitOf(row.values);
      return {
        key: row.key ?? '',
        label: labelOf(report.by, row, words),
        ...(short !== undefined && { short }),
        values: drawn.map((measure) => valueIn(row.values, measure)),
        ...(drawn.length === 1 && { previous: valueIn(row.previous, first) }),
        ...(limit !== null && { limit }),
        ...(href !== undefined && { href }),
      };
    }),
  };
}

/** Relative change in percent; undefined if there is nothing to compare with. */
export function changeOf(value: Value, previous: Value): number | undefined {
  if (value === null || previous === null || previous === 0) return undefined;
  return ((value - previous) / Math.abs(previous)) * 100;
}
