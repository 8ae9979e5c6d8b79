import type { Report } from '#panel/api/schema.ts';
import { asEstimate, formatsOf } from '#panel/display/charts/model.ts';
import { Link } from '#panel/route/router.tsx';
import { useReportWords } from '#panel/words/reports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { changeOf, isPercentile } from './model.ts';

interface Props {
  readonly report: Report;
  readonly hrefOf: (measure: string) => string | undefined;
}

/** Measures of the whole period, with the change since the previous one. */
export function Totals({ report, hrefOf }: Props) {
  const words = useReportWords();
  return (
    <ul
      aria-label={words.totals}
      className="flex flex-wrap overflow-hidden rounded-card border border-border bg-raised"
    >
      {report.totals.map((total) => (
        <li
          key={total.measure}
          className="-mt-px -ml-px flex-auto border-border border-t border-l"
          style={{ width: `max(148px, ${cardShare(report.totals.length)}%)` }}
        >
          <TotalCard report={report} total={total} href={hrefOf(total.measure)} />
        </li>
      ))}
    </ul>
  );
}

/** Min width of a card in percent, which fills rows of up to five as evenly as possible. */
const cardShare = (count: number) => Math.floor(100 / Math.ceil(count / Math.ceil(count / 5)));

interface CardProps {
  readonly report: Report;
  readonly total: Report['totals'][number];
  readonly href: string | undefined;
}

function TotalCard({ report, total: { measure, unit, value, previous }, href }: CardProps) {
  const words = useReportWords();
  const locale = useLocale();
  const { full } = formatsOf(unit, locale);
  const change = changeOf(value, previous);
  const isEstimate = report.is_approximate && isPercentile(measure);
  const text = (isEstimate ? asEstimate(full) : full)(value);
  const content = (
    <>
      <span className="block text-meta text-muted">
        {words.measures[`${report.report}.${measure}`]?.name ?? measure}
      </span>
      <span className="block whitespace-nowrap font-semibold text-page tabular-nums group-hover:underline">
        {text}
      </span>
      <span className="block text-meta text-muted tabular-nums">
        {change === undefined || previous === null ? (
          previous === null ? (
            '\u00a0'
          ) : (
            words.before({ value: full(previous) })
          )
        ) : (
          <Change
            change={unit === 'percent' ? (value ?? 0) - previous : change}
            isPoints={unit === 'percent'}
            before={words.before({ value: full(previous) })}
          />
        )}
      </span>
    </>
  );
  const className = 'group block px-4 py-3';
  return href === undefined || value === null ? (
    <div className={className}>{content}</div>
  ) : (
    <Link href={href} className={`${className} hover:bg-surface`}>
      {content}
    </Link>
  );
}

/** Change as an arrow and a percentage, or in percentage points; in words for screen readers. */
export function Change({
  change,
  isPoints,
  before,
}: {
  readonly change: number;
  /** True for shares, which differ in percentage points. */
  readonly isPoints: boolean;
  readonly before: string;
}) {
  const words = useReportWords();
  const locale = useLocale();
  const full = (value: number) =>
    isPoints
      ? words.home.points({ value: formatsOf('count', locale).full(value) })
      : formatsOf('percent', locale).full(value);
  const rounded = isPoints ? Math.round(change * 10) / 10 : Math.round(change);
  const sign = rounded > 0 ? '+' : '';
  return (
    <>
      <span aria-hidden="true" className="font-medium text-text">
        {rounded === 0 ? '=' : `${rounded > 0 ? '▲' : '▼'} ${full(Math.abs(rounded))}`}
      </span>
      <span className="sr-only">
        {rounded === 0 ? words.same : words.change({ value: `${sign}${full(rounded)}` })}
      </span>
      {' · '}
      <span className="whitespace-nowrap">{before}</span>
    </>
  );
}
