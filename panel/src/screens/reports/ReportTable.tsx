import type { Report } from '#panel/api/schema.ts';
import { formatsOf, type Value } from '#panel/display/charts/model.ts';
import { Link } from '#panel/route/router.tsx';
import { useReportWords } from '#panel/words/reports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { labelOf, type ReportRow } from './model.ts';

interface Props {
  readonly id: string;
  readonly report: Report;
  /** Address of the records of a number; undefined without any. */
  readonly hrefOf: (measure: string, row?: ReportRow) => string | undefined;
}

/** Table of a report: each number opens the list of its records. */
export function ReportTable({ id, report, hrefOf }: Props) {
  const words = useReportWords();
  const locale = useLocale();
  const labels = { locale, without: words.without, buckets: words.buckets };
  const nameOf = (measure: string) => words.measures[`${report.report}.${measure}`];
  const format = report.columns.map(({ unit }) => formatsOf(unit, locale).full);
  const cell = (value: Value, at: number, row?: ReportRow) => {
    const text = format[at]?.(value) ?? '';
    const href = hrefOf(report.columns[at]?.measure ?? '', row);
    return value === null || href === undefined ? (
      <span className={value === null ? 'text-faint' : ''}>{text}</span>
    ) : (
      <Link href={href} className="hover:text-accent hover:underline">
        {text}
      </Link>
    );
  };
  return (
    <section
      aria-label={words.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
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
                className="border-border border-b hover:bg-surface"
              >
                <th
                  scope="row"
                  title={label}
                  className="sticky left-0 max-w-40 truncate bg-raised py-2 pr-3 text-left font-normal sm:max-w-72"
                >
                  {label}
                </th>
                {report.columns.map(({ measure }, at) => (
                  <td key={measure} className="whitespace-nowrap px-3 py-2 text-right">
                    {cell(row.values[at] ?? null, at, row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="sticky left-0 bg-raised py-2 pr-3 text-left font-semibold">
              {words.total}
            </th>
            {report.totals.map(({ measure, value }, at) => (
              <td key={measure} className="whitespace-nowrap px-3 py-2 text-right">
                {cell(value, at)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
