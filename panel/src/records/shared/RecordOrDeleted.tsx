import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '#panel/api/call.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { closePeek } from '#panel/display/RecordLink.tsx';
import { type Kind, listPath, peekIn } from '#panel/route/record-paths.ts';
import { Link, useSearch } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useWords } from '#panel/words/translations.ts';

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
