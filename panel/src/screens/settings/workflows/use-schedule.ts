import { useWeekdays } from '#panel/parts/business-hours/weekdays.ts';
import { writeTime } from '#panel/ui/date/parse-date.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import type { ScheduleView } from './model/schedule.ts';

/** Sentence of a schedule, in the user's language. */
export function useScheduleSentence() {
  const { trigger } = useWorkflowWords();
  const { says, days: dayTexts, otherwise } = trigger.schedule;
  const locale = useLocale();
  const weekdays = useWeekdays();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return ({ at, repeat, days, closed }: ScheduleView): string => {
    const isWorkweek = days.join() === '1,2,3,4,5';
    const names = repeat === 'weekly' ? days.map((day) => weekdays[day] ?? '') : days.map(String);
    const sayDays = dayTexts[repeat === 'weekly' && isWorkweek ? 'workweek' : repeat];
    return says({
      days: sayDays({ days: list.format(names) }),
      at: at === '' ? '…' : writeTime(locale, at),
      otherwise: closed === 'run' ? undefined : otherwise[closed],
    });
  };
}
