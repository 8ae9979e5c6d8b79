import type { Report } from '#panel/api/schema.ts';
import { formatsOf, type Value } from '#panel/display/charts/model.ts';
import { Link } from '#panel/route/router.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { useReportWords } from '#panel/words/reports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { isPercentile, labelOf, type ReportRow } from './model.ts';

interface Props {
  readonly id: string;
  readonly report: Report;
  /** Address of the records of a number; undefined without any. */
  readonly hrefOf: (measure: string, row?: ReportRow) => string | undefined;
}

/** Table of a report: each number, above that of the previous period, opens the list of its records. */
export function ReportTable({ id, report, hrefOf }: Props) {
  const words = useReportWords();
  const locale = useLocale();
  const { without, buckets, deleted } = words;
  const labels = { locale, without, buckets, deleted };
  const nameOf = (measure: string) => words.measures[`${report.report}.${measure}`];
  const format = report.columns.map(({ unit }, at) =>
    formatsOf(unit, locale).column([
      ...report.rows.flatMap(({ values, previous }) => [values[at] ?? null, previous[at] ?? null]),
      report.totals[at]?.value ?? null,
      report.totals[at]?.previous ?? null,
    ]),
  );
  const cell = (at: number, value: Value, previous: Value, row?: ReportRow) => {
    const { measure = '' } = report.columns[at] ?? {};
    const text = format[at]?.(value) ?? '';
    const href = hrefOf(measure, row);
    return (
      <td key={measure} className="whitespace-nowrap px-3 py-1.5 text-right align-top tabular-nums">
        {value === null || href === undefined ? (
          <span className={value === null ? 'text-muted' : ''}>{text}</span>
        ) : (
          <Link
            href={href}
            className={`hover:text-accent hover:underline ${value === 0 ? 'text-muted' : ''}`}
          >
            {text}
          </Link>
        )}
        <span className="block font-normal text-meta text-muted">
          <span className="sr-only">{words.beforeInTable} </span>
          {format[at]?.(previous)}
        </span>
      </td>
    );
  };
  return (
    <>
      <p className="pb-1 text-meta text-muted">
        {words.compares({ days: formatDays(report.previous_from, report.previous_to, locale) })}
      </p>
      <section
        aria-label={words.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto print:overflow-visible"
      >
        <table id={id} aria-label={words.names[report.report]} className="w-full border-collapse">
          <thead>
            <tr className="border-border border-b text-meta text-muted">
              <th scope="col" className="sticky left-0 bg-raised py-2 pr-3 text-left font-medium">
                {words.dimensions[report.by]}
              </th>
              {report.columns.map(({ measure }) => (
                <th
                  key={measure}
                  scope="col"
                  title={nameOf(measure)?.definition}
                  className="whitespace-nowrap px-3 py-2 text-right font-medium"
                >
                  {report.is_approximate && isPercentile(measure) ? '≈ ' : ''}
                  {nameOf(measure)?.name ?? measure}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => {
              const label = labelOf(report.by, row, labels);
              return (
                <tr
                  key={row.key ?? ''}
                  data-item={row.key ?? 'none'}
                  className="group break-inside-avoid border-border border-b hover:bg-surface"
                >
                  <th
                    scope="row"
                    title={label}
                    className="sticky left-0 max-w-40 bg-raised py-1.5 pr-3 text-left align-top font-normal group-hover:bg-surface sm:max-w-72"
                  >
                    <span className="line-clamp-2 break-words print:line-clamp-none">{label}</span>
                  </th>
                  {report.columns.map((_, at) =>
                    cell(at, row.values[at] ?? null, row.previous[at] ?? null, row),
                  )}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th
                scope="row"
                className="sticky left-0 bg-raised py-1.5 pr-3 text-left align-top font-semibold"
              >
                {words.total}
              </th>
              {report.totals.map(({ value, previous }, at) => cell(at, value, previous))}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  );
}
