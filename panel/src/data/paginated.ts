import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

interface PageOf<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly page: number; readonly pages: number; readonly total: number };
}

/** Page size. */
const limit = 50;

/** Paginated list, loaded page by page on request. */
export const paginated = <T>(
  queryKey: QueryKey,
  read: (
    query: { readonly page: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<PageOf<T>>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => read({ page: pageParam, limit }, signal),
    getNextPageParam: ({ pagination: { page, pages: paginated } }) =>
      page < paginated ? page + 1 : undefined,
    select: ({ pages: read }) => ({
      rows: read.flatMap(({ data }) => data),
      total: read.at(-1)?.pagination.total ?? 0,
    }),
  });
