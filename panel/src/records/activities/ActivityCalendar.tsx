import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord } from '#panel/data/records.ts';
import { dayOfActivity, localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Calendar } from '#panel/ui/Calendar.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useCalendar } from '../shared/list/use-calendar.ts';
import { ActivityIcon } from './ActivityType.tsx';
import { isLate } from './columns.tsx';
import { filtersIn, type ViewProps } from './filters.ts';
import { calendarQuery, type ListedActivity } from './queries.ts';

const none: readonly ListedActivity[] = [];

/** Calendar of activities. Moving one changes the field that gave it its day: the due date, or the date it took place, without its time. */
export default function ActivityCalendar(props: ViewProps) {
  const { slug, list, filters, finishing, onCount, onAdd } = props;
  const words = useActivityWords();
  const { nothingMatches } = useListWords();
  const zone = useTimeZone();
  const { shown: calendar, days } = useCalendar();
  const query = useQuery(calendarQuery(slug, { ...filters, ...days }));
  const activities = useListWithPending('activities', query.data?.activities ?? none);
  const total = query.data?.total;
  useEffect(() => {
    if (total !== undefined) onCount(total);
  }, [total, onCount]);
  const time = new Intl.DateTimeFormat(calendar.locale, { timeStyle: 'short', timeZone: zone });
  const entries = activities.map((activity) => ({
    key: activity.id,
    date: dayOfActivity(activity, zone),
    name: activity.title,
    is: activity,
    ...(activity.is_completed
      ? { tone: 'ok' as const }
      : isLate(activity, calendar.today) && { tone: 'danger' as const }),
  }));
  const move = (id: string, date: string) => {
    const activity = activities.find((each) => each.id === id);
    if (!activity) return;
    const { due_date, occurred_at } = activity;
    const change =
      due_date !== null
        ? { due_date: date }
        : { occurred_at: momentOf(zone, `${date}${localTimeIn(zone, occurred_at).slice(10)}`) };
    void runWithToast(changeRecord('activities'), { slug, id, change });
  };
  return (
    <QueryContent query={query} rows={8}>
      {() => (
        <Calendar
          {...calendar}
          label={words.title}
          entries={entries}
          none={
            Object.values(filtersIn(list)).some((value) => value !== undefined)
              ? nothingMatches({ of: 'activities' })
              : words.noneInPeriod
          }
          entry={({ is }) => (
            <>
              {is.is_completed ? <Check size={12} /> : <ActivityIcon type={is.type} />}
              {is.is_completed ? <span className="sr-only">{words.states.done}</span> : null}
              <span className="truncate">
                {is.due_date === null ? `${time.format(new Date(is.occurred_at))} ` : ''}
                {is.title}
              </span>
            </>
          )}
          link={({ key }, props) => <RecordLink kind="activities" id={key} {...props} />}
          onMove={move}
          onAdd={onAdd}
          items={({ is }) => [
            is.is_completed
              ? { label: words.reopenNow, act: () => finishing.reopen(is.id) }
              : { label: words.finishNow, act: () => finishing.finish(is) },
          ]}
        />
      )}
    </QueryContent>
  );
}
