import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { type Kind, recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { type DataColumn, DataTable } from '#panel/ui/DataTable.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { ListState } from './list-state.ts';

interface Props<T> {
  readonly label: string;
  readonly kind: Kind;
  readonly list: ListState;
  readonly query: UseInfiniteQueryResult<{ readonly rows: readonly T[]; readonly total: number }>;
  readonly columns: readonly DataColumn<T>[];
  readonly nameOf: (row: T) => string;
  readonly sort: string;
  /** Content of an empty table. */
  readonly empty: ReactNode;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onKey?: ((key: string, row: T) => boolean) | undefined;
}

const idOf = ({ id }: { readonly id: string }) => id;

/** Table of records with pending changes applied. Loads further pages on scroll. */
export function RecordTable<T extends { readonly id: string }>(props: Props<T>) {
  const { label, kind, list, query, columns, nameOf, sort, empty, selected, onSelect, onKey } =
    props;
  const { slug } = list;
  const words = useListWords();
  const hasLetters = useKeysAreOn();
  const rows = useListWithPending(kind, query.data?.rows ?? []);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const href = useCallback(({ id }: T) => recordPath(slug, kind, id), [slug, kind]);
  const onOpen = useCallback((row: T) => navigate(href(row)), [href]);
  const onPeek = useCallback(({ id }: T) => openPeek(kind, id), [kind]);
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {({ total }) =>
          rows.length === 0 ? (
            empty
          ) : (
            <DataTable
              label={label}
              words={words.table}
              rows={rows}
              keyOf={idOf}
              nameOf={nameOf}
              columns={columns}
              sort={sort}
              onSort={(sort) => list.set({ sort })}
              selected={selected}
              onSelect={onSelect}
              kind={kind}
              href={href}
              onOpen={onOpen}
              onPeek={onPeek}
              onEnd={onEnd}
              total={total}
              hasLetters={hasLetters}
              onKey={onKey}
            />
          )
        }
      </QueryContent>
    </Fill>
  );
}
