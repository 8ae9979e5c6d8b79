import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { PageOf } from '#panel/api/call.ts';
import { type FiltersOf, loadPage } from '#panel/data/records.ts';
import type { WorkKind } from '#panel/route/record-paths.ts';

/*
 * Long lists for tables: pages by the server's cursor, so that no row is skipped or repeated while others come and go. The next page is
 * requested well before its rows are visible.
 */

/** Page size, the server's maximum. */
const limit = 100;

interface RowsQuery {
  readonly limit: number;
  readonly after: string | undefined;
}

/** @param read requests a page that starts at the cursor `after` */
export const rowsQuery = <T extends { readonly id: string }>(
  queryKey: QueryKey,
  read: (query: RowsQuery, signal: AbortSignal) => Promise<PageOf<T>>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => read({ limit, after: pageParam }, signal),
    getNextPageParam: ({ after }) => after,
    // Keeps the previous rows until the new query has loaded.
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      // A record that moved from one page to the next is shown once.
      rows: [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
      total: pages.at(-1)?.pagination.total ?? 0,
    }),
  });

/** Records of a kind, for tables. */
export const recordsQuery = <K extends WorkKind>(slug: string, kind: K, filters: FiltersOf<K>) =>
  rowsQuery(['team', slug, kind, 'list', filters], (query, signal) =>
    loadPage(slug, kind, { ...filters, ...query }, signal),
  );
