import { formatDay } from '../ui/calendar/days.ts';
import { useActivityWords } from '../words/activities/use.ts';
import { useLocale } from '../words/translations.ts';
import { parseTitleDate } from './quick-date.ts';

/** Preview of the date that a title contains; undefined without one. */
export function useDatePreview(title: string, today: string): string | undefined {
  const words = useActivityWords();
  const locale = useLocale();
  const { date } = parseTitleDate(title, today);
  if (date === undefined) return undefined;
  return words.understood({
    date: formatDay(date, locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
  });
}
