import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asFailure } from '../commands/use-action.ts';
import { Page, Skeleton } from '../ui/layout.tsx';
import { useWords } from '../words/translations.ts';
import { FailureNotice } from './Notices.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
  readonly rows?: number;
  /** Title of the page until the data are loaded; absent for a part of a page. */
  readonly title?: string;
}

/** Renders a query's data, a skeleton while it loads, or its failure. Keeps the data when a reload fails. */
export function QueryContent<T>({ query, children, rows = 3, title }: Props<T>) {
  const { common } = useWords();
  if (query.data !== undefined) return children(query.data);
  const content = query.error ? (
    <FailureNotice failure={asFailure(query.error)} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton label={common.loading} rows={rows} />
  );
  return title === undefined ? content : <Page title={title}>{content}</Page>;
}
