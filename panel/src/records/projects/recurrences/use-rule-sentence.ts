import type { TaskRecurrence } from '#panel/api/schema.ts';
import { useWeekdays } from '#panel/parts/business-hours/weekdays.ts';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { useRecurrenceWords } from '#panel/words/recurrences/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { viewOf } from './model.ts';

/** The rule of a recurring task as a sentence. */
export function useRuleSentence() {
  const words = useRecurrenceWords();
  const locale = useLocale();
  const names = useWeekdays();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return ({ rule, shift, starts_on }: TaskRecurrence): string => {
    const { repeat, weekdays, monthDay } = viewOf(rule, shift, starts_on);
    const days = list.format(weekdays.map((day) => names[day] ?? ''));
    switch (repeat) {
      case 'daily':
        return words.daily;
      case 'weekly':
        return words.weekly({ days });
      case 'biweekly':
        return words.biweekly({ days });
      case 'monthly':
        return words.monthly({ day: monthDay });
      case 'last_working':
        return words.lastWorking;
      case 'yearly':
        return words.yearly({
          day: formatDay(starts_on, locale, { day: 'numeric', month: 'long' }),
        });
      case 'custom':
        return words.custom;
    }
  };
}
