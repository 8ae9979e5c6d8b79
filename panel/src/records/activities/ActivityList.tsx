import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import { isDay } from '#panel/ui/calendar/days.ts';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { CompleteButton } from './CompleteButton.tsx';
import { useColumns } from './columns.tsx';
import { filtersIn, type ViewProps } from './filters.ts';
import { type ActivityFilters, activitiesQuery, type ListedActivity } from './queries.ts';

const nameOf = ({ title }: ListedActivity) => title;
const day = (text: string | undefined) => (isDay(text) ? text : undefined);

/** List of activities, by default sorted by due date. */
export function ActivityList(props: ViewProps) {
  const { slug, list, fields, filters, finishing, onCount, onAdd } = props;
  const words = useActivityWords();
  const sort = (list.get('sort') ?? 'due_date') as NonNullable<ActivityFilters['sort']>;
  const listFilters = { ...filters, sort, from: day(list.get('from')), to: day(list.get('to')) };
  const query = useInfiniteQuery(activitiesQuery(slug, listFilters));
  const total = query.data?.total;
  useEffect(() => {
    if (total !== undefined) onCount(total);
  }, [total, onCount]);
  const columns = useColumns(slug);
  const isFiltered = [...Object.values(filtersIn(list)), list.get('from'), list.get('to')].some(
    (value) => value !== undefined,
  );
  return (
    <RecordList
      label={words.title}
      kind="activities"
      list={list}
      query={query}
      filters={listFilters}
      columns={columns}
      standard={columns.map(({ key }) => key)}
      nameOf={nameOf}
      sort={sort}
      fields={fields}
      none={isFiltered ? undefined : words.none}
      create={{ label: words.create, act: () => onAdd(null) }}
      onKey={(key, row) => {
        if (key !== 'e') return false;
        if (row.is_completed) finishing.reopen(row.id);
        else finishing.finish(row);
        return true;
      }}
      actions={(row) => <CompleteButton activity={row} finishing={finishing} />}
      bulk={{
        fields: activityFields,
        actions: [
          { label: words.finishNow, hotkey: 'e', change: { is_completed: true } },
          { label: words.reopenNow, change: { is_completed: false } },
          { field: 'assigned_to', hotkey: 'a' },
          { field: 'due_date', hotkey: 'd' },
          { field: 'priority', hotkey: 'p' },
        ],
      }}
    />
  );
}
