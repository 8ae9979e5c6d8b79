import { firstWeekday } from '#panel/ui/calendar/days.ts';
import { useLocale } from '#panel/words/translations.ts';

/** Names of the days of the week, 0 for Sunday. */
export function useWeekdays(): readonly string[] {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(1970, 0, 4 + i)));
}

/** Days of the week in the order of the panel's language. */
export function useWeek(): readonly number[] {
  const first = firstWeekday(useLocale());
  return Array.from({ length: 7 }, (_, i) => (first + i) % 7);
}
