import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import type { Report } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { settingsQuery } from '#panel/data/team-settings.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { ColumnChart } from '#panel/display/charts/ColumnChart.tsx';
import { FunnelChart } from '#panel/display/charts/FunnelChart.tsx';
import { LineChart } from '#panel/display/charts/LineChart.tsx';
import { asEstimate, type ChartData, formatsOf, isEmpty } from '#panel/display/charts/model.ts';
import { RowChart } from '#panel/display/charts/RowChart.tsx';
import { saveFile } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { usePathname, useSearch } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { useReportWords } from '#panel/words/reports/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { Filters } from './Filters.tsx';
import {
  chartOf,
  isOngoing,
  isPercentile,
  isReportName,
  planOf,
  type ReportRow,
  type Request,
  recordsSearch,
  requestIn,
} from './model.ts';
import { reportFile, reportQuery } from './queries.ts';
import { ReportTable } from './ReportTable.tsx';
import { Totals } from './Totals.tsx';
import { useRefresh } from './use-refresh.ts';

/** A report at its address. */
export default function ReportScreen() {
  const { app } = useWords();
  const name = lastSegment(usePathname());
  return isReportName(name) ? <OneReport name={name} /> : <Page title={app.notFound} />;
}

function OneReport({ name }: { readonly name: Request['report'] }) {
  const words = useReportWords();
  const locale = useLocale();
  const { slug, can } = useCurrentTeam();
  const today = useToday();
  const search = useSearch();
  const wanted = requestIn(name, search, today);
  const query = useQuery(reportQuery(slug, wanted));
  useRefresh(slug, name);
  const file = useAction(
    () => reportFile(slug, wanted, locale.startsWith('pt') ? 'pt' : 'en'),
    (blob) => saveFile(blob, `${name}-${wanted.period.from}-${wanted.period.to}.csv`),
  );
  const { data } = query;
  return (
    <div data-print="" className="flex flex-col gap-4">
      <div className="print:hidden">
        <BackLink href={paths.reports(slug)}>{words.all}</BackLink>
      </div>
      <Page
        title={words.names[name]}
        about={
          <>
            {words.abouts[name]}
            <span className="block">
              {formatDays(wanted.period.from, wanted.period.to, locale)}
              {isOngoing(wanted.period, today) ? ` (${words.ongoing})` : ''}
              {data
                ? `, ${words.compared({ days: formatDays(data.previous_from, data.previous_to, locale) })}`
                : ''}
            </span>
          </>
        }
        actions={
          <div className="flex gap-2 print:hidden">
            <Button onClick={() => print()}>{words.print}</Button>
            {can('may_export') ? (
              <Button busy={file.isBusy} onClick={() => file.act(undefined)}>
                {words.download}
              </Button>
            ) : null}
          </div>
        }
      >
        <FailureNotice failure={file.failure} />
        <Filters slug={slug} wanted={wanted} />
        <QueryContent query={query} rows={8}>
          {(report) => (
            <div
              className={clsx('flex flex-col gap-4', query.isPlaceholderData && 'opacity-60')}
              aria-busy={query.isPlaceholderData}
            >
              <Loaded slug={slug} wanted={wanted} report={report} />
            </div>
          )}
        </QueryContent>
      </Page>
    </div>
  );
}

interface LoadedProps {
  readonly slug: string;
  readonly wanted: Request;
  readonly report: Report;
}

function Loaded({ slug, wanted, report }: LoadedProps) {
  const words = useReportWords();
  const locale = useLocale();
  const table = useId();
  const timeOf = (instant: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: report.time_zone,
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(new Date(instant));
  const listed = new Set(
    report.columns.filter(({ has_records }) => has_records).map(({ measure }) => measure),
  );
  const hrefOf = (measure: string, row?: ReportRow) =>
    listed.has(measure)
      ? `${paths.reportRecords(slug, report.report)}${recordsSearch(wanted, measure, row)}`
      : undefined;
  return (
    <>
      {report.is_masked ? <p className="text-muted">{words.masked}</p> : null}
      {report.as_of === null ? null : (
        <p className="text-muted">{words.approximate({ time: timeOf(report.as_of) })}</p>
      )}
      <Totals report={report} hrefOf={hrefOf} />
      {report.rows.length === 0 ? (
        <Empty text={words.none} ghost={<Ghost of="bars" />} />
      ) : (
        <>
          <Chart slug={slug} report={report} table={table} hrefOf={hrefOf} />
          <Section>
            <ReportTable id={table} report={report} hrefOf={hrefOf} />
            {report.rows_left_out > 0 ? (
              <p className="text-muted">{words.leftOut({ count: report.rows_left_out })}</p>
            ) : null}
          </Section>
        </>
      )}
      <Section title={words.definitions}>
        <dl className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
          {report.columns.map(({ measure }) => {
            const entry = words.measures[`${report.report}.${measure}`];
            return entry ? (
              <div key={measure}>
                <dt className="font-medium">{entry.name}</dt>
                <dd className="max-w-[72ch] text-muted">{entry.definition}</dd>
              </div>
            ) : null;
          })}
        </dl>
      </Section>
    </>
  );
}

interface ChartProps {
  readonly slug: string;
  readonly report: Report;
  readonly table: string;
  readonly hrefOf: (measure: string, row: ReportRow) => string | undefined;
}

/** Chart of a report; nothing if all of its values are zero, which the table shows better. */
function Chart({ slug, report, table, hrefOf }: ChartProps) {
  const words = useReportWords();
  const locale = useLocale();
  const plan = planOf(report.report, report.by);
  const nameOf = (measure: string) =>
    words.measures[`${report.report}.${measure}`]?.name ?? measure;
  const data = chartOf(
    report,
    plan,
    {
      ...{ locale, without: words.without, buckets: words.buckets, deleted: words.deleted },
      names: nameOf,
      heading: words.dimensions[report.by],
      title: `${words.names[report.report]}: ${plan.measures.map(nameOf).join(', ')}`,
    },
    hrefOf,
  );
  if (isEmpty(data)) return null;
  const count = data.categories.length;
  return (
    <Section>
      {plan.kind === 'columns' ? <ColumnChart data={data} table={table} /> : null}
      {plan.kind === 'lines' ? <LineChart data={data} table={table} /> : null}
      {plan.kind === 'rows' ? <RowChart data={data} table={table} /> : null}
      {plan.kind === 'funnel' ? (
        <Funnel slug={slug} report={report} data={data} table={table} nameOf={nameOf} />
      ) : null}
      {plan.kind === 'rows' && count < report.rows.length ? (
        <p className="text-meta text-muted">{words.drawn({ count })}</p>
      ) : null}
    </Section>
  );
}

interface FunnelProps extends Pick<ChartProps, 'slug' | 'report' | 'table'> {
  readonly data: ChartData;
  readonly nameOf: (measure: string) => string;
}

/** Phases with their conversion and days. The won and the lost ones end the funnel. */
function Funnel({ slug, report, data, table, nameOf }: FunnelProps) {
  const locale = useLocale();
  const { data: settings } = useQuery(settingsQuery(slug));
  const remarks = report.rows.map(({ values }) => {
    const texts = ['conversion', 'days_median'].flatMap((measure) => {
      const at = report.columns.findIndex((each) => each.measure === measure);
      const value = values[at] ?? null;
      if (value === null) return [];
      const { full } = formatsOf(report.columns[at]?.unit ?? 'count', locale);
      const format = report.is_approximate && isPercentile(measure) ? asEstimate(full) : full;
      return [`${nameOf(measure)}: ${format(value)}`];
    });
    return texts.length === 0 ? undefined : texts.join(' · ');
  });
  const outcomes = report.rows.map(({ key }) => {
    if (key === null) return undefined;
    if (settings?.won_phases.includes(key)) return 'good';
    return settings?.lost_phases.includes(key) ? 'bad' : undefined;
  });
  return <FunnelChart data={data} table={table} remarks={remarks} outcomes={outcomes} />;
}
