import { useQuery } from '@tanstack/react-query';
import type { ReportHome } from '#panel/api/schema.ts';
import { formatsOf } from '#panel/display/charts/model.ts';
import { Sparkline } from '#panel/display/charts/Sparkline.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { useReportWords } from '#panel/words/reports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { numbersQuery } from './queries.ts';

/** Numbers of the last complete week for admins, each with its course and a link to its report. */
export default function AgencyNumbers({ slug }: { readonly slug: string }) {
  const query = useQuery(numbersQuery(slug));
  return (
    <QueryContent query={query} rows={4}>
      {(home) => <Numbers slug={slug} home={home} />}
    </QueryContent>
  );
}

function Numbers({ slug, home }: { readonly slug: string; readonly home: ReportHome }) {
  const words = useReportWords();
  const locale = useLocale();
  return (
    <section aria-label={words.home.title} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold text-title">{words.home.title}</h2>
        <p className="text-meta text-muted">
          {words.home.about({ days: formatDays(home.from, home.to, locale) })}
        </p>
      </header>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 min-[100rem]:grid-cols-6">
        {home.numbers.map((number) => (
          <li key={`${number.report} ${number.measure}`}>
            <NumberCard slug={slug} of={number} home={home} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly slug: string;
  readonly of: ReportHome['numbers'][number];
  readonly home: ReportHome;
}

function NumberCard({
  slug,
  of: { report, measure, unit, value, previous, weeks },
  home,
}: CardProps) {
  const words = useReportWords();
  const locale = useLocale();
  const { full } = formatsOf(unit, locale);
  const count = formatsOf('count', locale).full;
  const name = words.home.names[`${report}.${measure}`] ?? measure;
  // To the minute or the decimal that is shown; shares differ in percentage points, not in percent.
  const parts = unit === 'hours' ? 60 : 10;
  const difference =
    value === null || previous === null
      ? undefined
      : Math.round((value - previous) * parts) / parts;
  const size = (amount: number) =>
    unit === 'percent' ? words.home.points({ value: count(amount) }) : full(amount);
  const change =
    difference === undefined
      ? '\u00a0'
      : difference === 0
        ? words.home.same
        : difference > 0
          ? words.home.more({ value: size(difference) })
          : words.home.less({ value: size(-difference) });
  const query = new URLSearchParams({ from: home.first, to: home.to, by: 'week' });
  return (
    <Link
      href={`${paths.report(slug, report)}?${query}`}
      title={words.home.open({ name: words.names[report] })}
      className="flex h-full flex-col rounded-card border border-border bg-raised px-3 py-2 hover:bg-surface"
    >
      <span className="truncate text-meta text-muted">{name}</span>
      <span className="flex items-end justify-between gap-2">
        <span className="whitespace-nowrap font-semibold text-page tabular-nums">
          {full(value)}
        </span>
        <span className="w-20 shrink">
          <Sparkline values={weeks} />
        </span>
      </span>
      <span className="truncate text-meta text-muted tabular-nums">{change}</span>
    </Link>
  );
}
