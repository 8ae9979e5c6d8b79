import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../api/call.ts';
import { type Kind, listPath, peekIn } from '../route/record-paths.ts';
import { Link, useSearch } from '../route/router.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Empty } from '../ui/layout.tsx';
import { useRecordWords } from '../words/records/use.ts';
import { useWords } from '../words/translations.ts';
import { QueryContent } from './QueryContent.tsx';
import { closePeek } from './RecordLink.tsx';

interface Props<T> {
  readonly slug: string;
  readonly kind: Kind;
  readonly query: UseQueryResult<T>;
  readonly children: (record: T) => ReactNode;
}

/** Renders a record, or "deleted" with a link back. */
export function RecordOrDeleted<T>({ slug, kind, query, children }: Props<T>) {
  const { frame } = useRecordWords();
  const { common } = useWords();
  const isPeek = peekIn(useSearch()) !== undefined;
  if (!(query.error instanceof Failure && query.error.code === 'NOT_FOUND'))
    return (
      <QueryContent query={query} rows={6}>
        {children}
      </QueryContent>
    );
  return (
    <Empty text={frame.gone}>
      {isPeek ? (
        <Button onClick={closePeek}>{common.close}</Button>
      ) : (
        <Link href={listPath(slug, kind)} className={buttonClass('plain')}>
          {frame.back}
        </Link>
      )}
    </Empty>
  );
}
