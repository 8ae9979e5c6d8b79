import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadMore } from './LoadMore.tsx';
import { QueryContent } from './QueryContent.tsx';

interface Props<T> {
  readonly query: UseInfiniteQueryResult<{ readonly rows: readonly T[]; readonly total: number }>;
  /** Content without any rows. */
  readonly none: ReactNode;
  readonly children: (rows: readonly T[]) => ReactNode;
}

/** Rows of a paginated list, with "Load more" below. */
export const PagedRows = <T,>({ query, none, children }: Props<T>) => (
  <>
    <QueryContent query={query}>
      {({ rows }) => (rows.length === 0 ? none : children(rows))}
    </QueryContent>
    <LoadMore query={query} shown={query.data?.rows.length ?? 0} />
  </>
);
