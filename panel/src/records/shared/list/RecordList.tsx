import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath, type WorkKind } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { type DataColumn, DataTable } from '#panel/ui/DataTable.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { type BarProps, BulkBar } from '../bulk/BulkBar.tsx';
import { listQuery } from '../bulk/bulk-changes.ts';
import { announceList, exportableKind } from '../exports/exportable-list.ts';
import { EmptyRecords, type EmptyRecordsProps } from './empty-records.ts';
import type { ListState } from './list-state.ts';
import { useSelection } from './use-selection.ts';
import { visibleColumns } from './visible-columns.ts';

interface Props<T> extends Pick<EmptyRecordsProps, 'fields' | 'none' | 'create'> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly kind: WorkKind;
  readonly list: ListState;
  readonly query: UseInfiniteQueryResult<{ readonly rows: readonly T[]; readonly total: number }>;
  /** Filters of the query, as the API accepts them. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** All columns, of which the address or `standard` chooses some. */
  readonly columns: readonly DataColumn<T>[];
  readonly standard: readonly string[];
  readonly nameOf: (row: T) => string;
  readonly sort: string;
  /** Drawing of an empty list, rows if absent. */
  readonly ghost?: EmptyRecordsProps['ghost'];
  readonly actions?: ((row: T) => ReactNode) | undefined;
  readonly onKey?: ((key: string, row: T) => boolean) | undefined;
  /** Bulk actions; absent if the screen has a bar for all its layouts. */
  readonly bulk?: Pick<BarProps, 'fields' | 'actions' | 'withoutAction'>;
  /** Selection shared with other layouts of the screen. */
  readonly selection?: ReturnType<typeof useSelection>;
}

const ExportDialog = lazyWithWords(() => import('../exports/ExportDialog.tsx'), 'nothing');

const idOf = ({ id }: { readonly id: string }) => id;

/** List of records of any kind: a table with pending changes applied, further pages on scroll, and a bulk bar. */
export function RecordList<T extends { readonly id: string }>(props: Props<T>) {
  const { label, kind, list, query, filters, columns: all, standard, nameOf, sort } = props;
  const { fields, ghost = 'rows', none, create, actions, onKey, bulk, selection } = props;
  const { slug } = list;
  const words = useListWords();
  const hasLetters = useKeysAreOn();
  const listText = listQuery(filters);
  const ownSelection = useSelection(listText);
  const [selected, select] = selection ?? ownSelection;
  const rows = useListWithPending(kind, query.data?.rows ?? []);
  const columns = useMemo(() => visibleColumns(list, all, standard), [list, all, standard]);
  const [isExporting, setExporting] = useState(false);
  const total = query.data?.total ?? 0;
  const exportedKind = exportableKind(kind);
  const exportable = useMemo(
    () =>
      exportedKind && {
        kind: exportedKind,
        query: `${listText}&${new URLSearchParams({ sort })}`,
        total,
        fields: columns.map(({ key }) => key),
      },
    [exportedKind, listText, sort, total, columns],
  );
  useEffect(() => {
    if (!exportable) return;
    announceList({ ...exportable, open: () => setExporting(true) });
    return () => announceList(undefined);
  }, [exportable]);
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
            <EmptyRecords list={list} fields={fields} ghost={ghost} none={none} create={create} />
          ) : (
            <DataTable
              label={label}
              words={words.table}
              rows={rows}
              keyOf={idOf}
              nameOf={nameOf}
              columns={columns}
              sort={sort}
              onSort={(next) => list.set({ sort: next })}
              selected={selected}
              onSelect={select}
              kind={kind}
              href={href}
              onOpen={onOpen}
              onPeek={onPeek}
              onEnd={onEnd}
              total={total}
              hasLetters={hasLetters}
              actions={actions}
              onKey={onKey}
            />
          )
        }
      </QueryContent>
      {bulk ? (
        <BulkBar
          slug={slug}
          kind={kind}
          selected={selected}
          matching={query.data && { total: query.data.total, query: listText }}
          {...bulk}
          rows={rows}
          onDone={() => select(new Set())}
        />
      ) : null}
      {isExporting && exportable ? (
        <ExportDialog slug={slug} list={exportable} onClose={() => setExporting(false)} />
      ) : null}
    </Fill>
  );
}
