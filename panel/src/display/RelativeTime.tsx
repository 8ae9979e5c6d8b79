import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../data/session.ts';
import { dayIn } from '../data/time-zone-days.ts';
import { formatBriefDay } from '../ui/calendar/days.ts';
import { useLocale, useWords } from '../words/translations.ts';

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
];

/** '2026-11-23T05:00:00Z' → 'há 5 minutos', for a week; later the date. */
function relative(at: Date, locale: string, now: string): string | undefined {
  let count = (Date.now() - at.getTime()) / 1_000;
  let text = now;
  for (const [unit, size] of steps) {
    count /= size;
    if (count < 1) return text;
    text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
      -Math.floor(count),
      unit,
    );
  }
  return count < 7 ? text : undefined;
}

/** Relative time in the user's time zone, with the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string | null }) {
  const locale = useLocale();
  const { common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  if (at === null) return common.never;
  const date = new Date(at);
  const timeZone = session?.time_zone ?? 'America/Sao_Paulo';
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...style }).format(date);
  const brief = formatBriefDay(dayIn(timeZone, date), dayIn(timeZone, new Date()), locale);
  const whole = format({ dateStyle: 'full', timeStyle: 'short' });
  return (
    <time dateTime={at} title={whole} className="whitespace-nowrap">
      {date.getTime() > Date.now() + 60_000
        ? `${brief}, ${format({ timeStyle: 'short' })}`
        : (relative(date, locale, common.now) ?? brief)}
    </time>
  );
}
