import { useToday } from '#panel/data/use-today.ts';
import { useHolidays } from '#panel/display/use-holidays.ts';
import { useParam } from '#panel/route/router.tsx';
import { isDay, monthOf, type Span, shownDays } from '#panel/ui/calendar/days.ts';
import { useCalendarWords } from '#panel/words/calendar/use.ts';
import { useLocale } from '#panel/words/translations.ts';

/**
 * Period of a calendar, kept in the address: `?at=2026-11-23&span=week`.
 * @returns the common props of the panel's calendars, and the days shown
 */
export function useCalendar() {
  const today = useToday();
  const [at, setAt] = useParam('at');
  const [span, setSpan] = useParam('span');
  const calendar = {
    words: useCalendarWords(),
    holidays: useHolidays(),
    locale: useLocale(),
    today,
    at: isDay(at) ? at : today,
    span: span === 'week' ? ('week' as const) : ('month' as const),
    onGo: (at: string, span: Span) => {
      setAt(span === 'month' && monthOf(at) === monthOf(today) ? undefined : at);
      setSpan(span === 'week' ? span : undefined);
    },
  };
  return { shown: calendar, days: shownDays(calendar.at, calendar.span, calendar.locale) };
}
