import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../api/call.ts';
import { Skeleton } from '../ui/layout.tsx';
import { useWords } from '../words/translations.ts';
import { FailureNotice } from './Notices.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
  readonly rows?: number;
}

/** Renders a query's data, a skeleton while it loads, or its failure. Keeps the data when a reload fails. */
export function QueryContent<T>({ query, children, rows = 3 }: Props<T>) {
  const { common } = useWords();
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton label={common.loading} rows={rows} />;
  const failure =
    query.error instanceof Failure ? query.error : new Failure('other', query.error.message);
  return <FailureNotice failure={failure} onRetry={() => void query.refetch()} />;
}
