import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';

/*
 * Long lists for tables: pages that follow each other by the service's cursor, so that no row is skipped or shown twice where others
 * come and go meanwhile. The next page is asked for well before its rows are seen.
 */

interface PageOf<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly total: number };
  readonly after: string | undefined;
}

/** What is asked for at once: the most that the service gives. */
const limit = 100;

interface Asked {
  readonly limit: number;
  readonly after: string | undefined;
}

/** @param read asks for a page; `after` is where it begins */
export const rowsQuery = <T extends { readonly id: string }>(
  queryKey: QueryKey,
  read: (query: Asked, signal: AbortSignal) => Promise<PageOf<T>>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => read({ limit, after: pageParam }, signal),
    getNextPageParam: ({ after }) => after,
    // What was found before stays until what is looked for now is there.
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      // A record that was moved on between two pages is shown once.
      rows: [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
      total: pages.at(-1)?.pagination.total ?? 0,
    }),
  });
