import { useParam } from '../route/router.tsx';
import { isDay, monthOf, type Span, shownDays } from '../ui/calendar/days.ts';
import { useCalendarWords } from '../words/calendar/use.ts';
import { useLocale } from '../words/t.ts';
import { useToday } from './today.ts';

/**
 * Where a calendar is, kept in the address: `?at=2026-11-23&span=week`.
 * @returns what every calendar of the panel is given, and which days it shows
 */
export function useCalendar() {
  const today = useToday();
  const [at, setAt] = useParam('at');
  const [span, setSpan] = useParam('span');
  const shown = {
    words: useCalendarWords(),
    locale: useLocale(),
    today,
    at: isDay(at) ? at : today,
    span: span === 'week' ? ('week' as const) : ('month' as const),
    onGo: (at: string, span: Span) => {
      setAt(span === 'month' && monthOf(at) === monthOf(today) ? undefined : at);
      setSpan(span === 'week' ? span : undefined);
    },
  };
  return { shown, days: shownDays(shown.at, shown.span) };
}
