import { useMemo } from 'react';
import { dayOfActivity } from '#panel/data/time-zone-days.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import type { DataColumn } from '#panel/ui/DataTable.tsx';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { ActivityIcon } from './ActivityType.tsx';
import type { ListedActivity } from './queries.ts';

/** True if an activity is open and overdue. */
export const isLate = (
  { is_completed, due_date }: Pick<ListedActivity, 'is_completed' | 'due_date'>,
  today: string,
) => !is_completed && due_date !== null && due_date < today;

/** Columns of the list. */
export function useColumns(slug: string): readonly DataColumn<ListedActivity>[] {
  const words = useActivityWords();
  const locale = useLocale();
  const today = useToday();
  const zone = useTimeZone();
  const { find } = usePeople(slug);
  return useMemo(() => {
    const { field, states } = words;
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone });
    const columns: DataColumn<ListedActivity>[] = [
      {
        key: 'title',
        title: field.title,
        sortKey: 'title',
        width: 220,
        cell: ({ title }) => title,
      },
      {
        key: 'type',
        title: field.type,
        sortKey: 'type',
        width: 115,
        cell: ({ type }) => (
          <span className="flex items-center gap-1.5">
            <ActivityIcon type={type} />
            {words.types[type]}
          </span>
        ),
      },
      {
        key: 'date',
        title: field.date,
        sortKey: 'due_date',
        width: 110,
        cell: (activity) => {
          const on = dayOfActivity(activity, zone);
          const day = formatDay(on, locale, {
            day: 'numeric',
            month: 'short',
            ...(on.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
          });
          return activity.due_date === null
            ? `${day}, ${time.format(new Date(activity.occurred_at))}`
            : day;
        },
      },
      {
        key: 'about',
        title: `${field.deal} / ${field.client}`,
        width: 160,
        cell: ({ deal, client }) =>
          deal ? (
            <RecordLink kind="deals" id={deal.id} className="truncate hover:underline">
              {deal.name}
            </RecordLink>
          ) : client ? (
            <RecordLink kind="clients" id={client.id} className="truncate hover:underline">
              {client.name}
            </RecordLink>
          ) : null,
      },
      {
        key: 'assigned_to',
        title: field.assigned_to,
        width: 120,
        isWide: true,
        cell: ({ assigned_to }) => (assigned_to === null ? null : find(assigned_to)?.name),
      },
      {
        key: 'state',
        title: field.state,
        width: 110,
        cell: (activity) =>
          activity.is_completed ? (
            <Badge tone="ok" icon={<Check size={12} />}>
              {states.done}
            </Badge>
          ) : isLate(activity, today) ? (
            <Badge tone="danger" icon={<Warning size={12} />}>
              {states.late}
            </Badge>
          ) : (
            <Badge>{states.open}</Badge>
          ),
      },
    ];
    return columns;
  }, [words, locale, today, zone, find]);
}
