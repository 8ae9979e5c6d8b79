import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import {
  type Counts,
  missingIdsIn,
  orderedRows,
  type Row,
  type RowFilters,
  rowsOf,
} from './list-rows.ts';
import { conversationRowsQuery, fetchMissingRows } from './queries.ts';

const nothing: readonly Row[] = [];

const none: readonly string[] = [];
/** Minimum time between two requests for new rows. */
const pauseMs = 500;
const failedMs = 5_000;

/** Fetches new rows that the cache lacks: immediately, then at most twice a second. */
function useFetchMissing(slug: string, filters: RowFilters, wanted: readonly string[]): void {
  const isAsking = useRef(false);
  const [done, setDone] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each request
  useEffect(() => {
    if (wanted.length === 0 || isAsking.current) return;
    isAsking.current = true;
    const settle = (ms: number) =>
      setTimeout(() => {
        isAsking.current = false;
        setDone((done) => done + 1);
      }, ms);
    fetchMissingRows(slug, filters, wanted).then(
      () => settle(pauseMs),
      () => settle(failedMs),
    );
  }, [slug, filters, wanted, done]);
}

/** Conversations of a list in their current order, with pending changes applied. */
export function useRows(slug: string, filters: RowFilters, me: string | undefined) {
  const query = useInfiniteQuery({
    ...conversationRowsQuery(slug, filters, me),
    enabled: me !== undefined,
  });
  const cached = query.data;
  const all = useMemo(() => (cached ? rowsOf(cached) : nothing), [cached]);
  const withPending = useListWithPending('conversations', all);
  const rows = useMemo(
    () => (cached ? orderedRows(cached, withPending, { filters, me }) : nothing),
    [cached, withPending, filters, me],
  );
  useFetchMissing(slug, filters, cached ? missingIdsIn(cached) : none);
  const counts: Counts | undefined = cached?.pages[0]?.counts;
  return { query, all: withPending, rows, counts };
}
