import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { isDay } from '#panel/ui/calendar/days.ts';
import { DataTable } from '#panel/ui/DataTable.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import { useSelection } from '../shared/list/use-selection.ts';
import { ActivityBulkBar } from './ActivityBulkBar.tsx';
import { CompleteButton } from './CompleteButton.tsx';
import { useColumns } from './columns.tsx';
import type { ViewProps } from './filters.ts';
import { type ActivityFilters, activitiesQuery, type ListedActivity } from './queries.ts';

const idOf = ({ id }: ListedActivity) => id;
const nameOf = ({ title }: ListedActivity) => title;
const day = (text: string | undefined) => (isDay(text) ? text : undefined);
const noRows: readonly ListedActivity[] = [];

/** Table of activities, by default sorted by due date. */
export function ActivityList({ slug, list, filters, finishing, onCount }: ViewProps) {
  const words = useActivityWords();
  const lists = useListWords();
  const hasLetters = useKeysAreOn();
  const sort = (list.get('sort') ?? 'due_date') as NonNullable<ActivityFilters['sort']>;
  const listFilters = { ...filters, sort, from: day(list.get('from')), to: day(list.get('to')) };
  const found = listQuery(listFilters);
  const [selected, select] = useSelection(found);
  const query = useInfiniteQuery(activitiesQuery(slug, listFilters));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useListWithPending('activities', data?.rows ?? noRows);
  const total = data?.total;
  useEffect(() => {
    if (total !== undefined) onCount(total);
  }, [total, onCount]);
  const columns = useColumns(slug);
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const href = useCallback(({ id }: ListedActivity) => recordPath(slug, 'activities', id), [slug]);
  const onOpen = useCallback((row: ListedActivity) => navigate(href(row)), [href]);
  const onPeek = useCallback(({ id }: ListedActivity) => openPeek('activities', id), []);
  const isFiltered = useMemo(
    () =>
      Object.values(filters).some((value) => value !== undefined) ||
      list.get('from') !== undefined ||
      list.get('to') !== undefined,
    [filters, list],
  );
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {() =>
          rows.length === 0 ? (
            <Empty text={isFiltered ? lists.nothingMatches : words.none} />
          ) : (
            <DataTable
              label={words.title}
              words={lists.table}
              rows={rows}
              keyOf={idOf}
              nameOf={nameOf}
              columns={columns}
              sort={sort}
              onSort={(next) => list.set({ sort: next })}
              selected={selected}
              onSelect={select}
              kind="activities"
              href={href}
              onOpen={onOpen}
              onPeek={onPeek}
              onEnd={onEnd}
              total={total}
              hasLetters={hasLetters}
              onKey={(key, row) => {
                if (key !== 'e') return false;
                if (row.is_completed) finishing.reopen(row.id);
                else finishing.finish(row);
                return true;
              }}
              actions={(row) => <CompleteButton activity={row} finishing={finishing} />}
            />
          )
        }
      </QueryContent>
      <ActivityBulkBar
        slug={slug}
        selected={selected}
        matching={total === undefined ? undefined : { total, query: found }}
        onDone={() => select(new Set())}
      />
    </Fill>
  );
}
