import type { BusinessHours as Schedule } from '#panel/api/schema.ts';
import { useToday } from '#panel/data/use-today.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatBriefDay } from '#panel/ui/calendar/days.ts';
import { Check, Clock } from '#panel/ui/icons.tsx';
import { Badge, Facts, Section } from '#panel/ui/layout.tsx';
import { useHolidayWords } from '#panel/words/holidays/use.ts';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type BusinessHours, blocksOn, formatTime } from './model.ts';
import { useWeek, useWeekdays } from './weekdays.ts';

type Now = Pick<Schedule, 'is_open' | 'changes_at'>;

/** Open or closed now, and the time of the next change. */
export function OpenNow({ is_open, changes_at }: Now) {
  const { hours: words } = useInboxSettingsWords();
  return (
    <span className="mr-2 inline-flex flex-wrap items-center gap-x-2">
      <Badge
        {...(is_open && { tone: 'ok' as const })}
        icon={is_open ? <Check size={12} /> : <Clock size={12} />}
      >
        {is_open ? words.openNow : words.closedNow}
      </Badge>
      {changes_at ? (
        <span className="text-meta text-muted">
          {is_open ? words.closes : words.opens} <RelativeTime at={changes_at} />
        </span>
      ) : null}
    </span>
  );
}

/** Hours of each day, to read. */
export function HoursFacts({ hours }: { readonly hours: BusinessHours }) {
  const { hours: words } = useInboxSettingsWords();
  const locale = useLocale();
  const weekdays = useWeekdays();
  return (
    <Facts
      facts={useWeek().map((weekday) => [
        weekdays[weekday] ?? '',
        blocksOn(hours, weekday)
          .map(({ from, to }) => `${formatTime(locale, from)}–${formatTime(locale, to)}`)
          .join(', ') || words.closed,
      ])}
    />
  );
}

/** Max number of closed days in the list. */
const maxDays = 6;

/** The next closed days, computed by the service. */
export function ComingDays({ coming_holidays: days }: Pick<Schedule, 'coming_holidays'>) {
  const { days: words } = useInboxSettingsWords();
  const holidays = useHolidayWords();
  const locale = useLocale();
  const today = useToday();
  if (days.length === 0) return null;
  return (
    <Section title={words.coming}>
      <Facts
        facts={days
          .slice(0, maxDays)
          .map(({ date, national, name }) => [
            formatBriefDay(date, today, locale),
            national ? holidays[national] : name,
          ])}
      />
    </Section>
  );
}
