import { useMemo } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import { dayOfActivity } from '#panel/data/time-zone-days.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatBriefDay } from '#panel/ui/calendar/days.ts';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { ActivityIcon } from './ActivityType.tsx';
import type { ListedActivity } from './queries.ts';

/** True if an activity is open and overdue. */
export const isLate = (
  { is_completed, due_date }: Pick<ListedActivity, 'is_completed' | 'due_date'>,
  today: string,
) => !is_completed && due_date !== null && due_date < today;

/** Columns of the list. */
export function useColumns(slug: string) {
  const words = useActivityWords();
  const texts = useFieldTexts('activities');
  const locale = useLocale();
  const today = useToday();
  const zone = useTimeZone();
  const { find } = usePeople(slug);
  return useMemo(() => {
    const { states } = words;
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone });
    return fieldColumns<ListedActivity>({
      fields: activityFields,
      texts,
      columns: {
        title: { width: 220 },
        type: {
          width: 115,
          cell: ({ type }) => (
            <span className="flex items-center gap-1.5">
              <ActivityIcon type={type} />
              {texts.valueOf('type', type)}
            </span>
          ),
        },
        due_date: {
          key: 'date',
          title: words.date,
          width: 110,
          isPinned: true,
          cell: (activity) => {
            const on = dayOfActivity(activity, zone);
            const day = formatBriefDay(on, today, locale);
            return activity.due_date === null
              ? `${day}, ${time.format(new Date(activity.occurred_at))}`
              : day;
          },
        },
        about: {
          title: `${texts.labelOf('deal_id')} / ${texts.labelOf('client_id')}`,
          width: 160,
          isWide: true,
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
        assigned_to: {
          width: 120,
          isWide: true,
          cell: ({ assigned_to }) => (assigned_to === null ? null : find(assigned_to)?.name),
        },
        state: {
          title: texts.labelOf('status'),
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
      },
      hidden: Object.keys(activityFields),
    });
  }, [words, texts, locale, today, zone, find]);
}
