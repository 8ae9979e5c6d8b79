// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus

import { clsx } from 'clsx';
import { Down } from '../icons.tsx';
import type { DataColumn, TableWords } from './types.ts';

interface Props<T> {
  readonly columns: readonly DataColumn<T>[];
  readonly template: string;
  readonly words: TableWords;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  /** undefined if rows cannot be selected. */
  readonly chosen: 'none' | 'some' | 'all' | undefined;
  readonly onToggleAll: () => void;
  readonly hasActions: boolean;
}

const head = 'flex min-w-0 items-center border-border border-b px-2 text-meta text-muted';

/** Column headers: a click sorts, a second one reverses the order. */
export function Head<T>(props: Props<T>) {
  const { columns, template, words, sort, onSort, chosen, onToggleAll, hasActions } = props;
  const before = chosen ? 1 : 0;
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-[2] grid h-8 bg-raised"
      style={{ gridTemplateColumns: template }}
    >
      {chosen ? (
        <div role="columnheader" aria-colindex={1} className={clsx(head, 'justify-center')}>
          <input
            type="checkbox"
            aria-label={words.selectAll}
            checked={chosen === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = chosen === 'some';
            }}
            onChange={onToggleAll}
            className="size-4"
          />
        </div>
      ) : null}
      {columns.map(({ key, title, sortKey, isNumber }, at) => {
        const direction =
          sortKey === undefined
            ? undefined
            : sort === sortKey
              ? 'ascending'
              : sort === `-${sortKey}`
                ? 'descending'
                : 'none';
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={at + 1 + before}
            aria-sort={direction}
            className={clsx(head, isNumber && 'justify-end')}
          >
            {direction && onSort ? (
              <button
                type="button"
                onClick={() => onSort(direction === 'ascending' ? `-${sortKey}` : (sortKey ?? ''))}
                className="-mx-1 inline-flex h-7 min-w-0 items-center gap-1 rounded px-1 font-medium hover:bg-surface hover:text-text pointer-coarse:h-11"
              >
                <span className="truncate">{title}</span>
                {direction === 'none' ? null : (
                  <span className={direction === 'ascending' ? 'rotate-180' : ''}>
                    <Down size={12} />
                  </span>
                )}
              </button>
            ) : (
              <span className="truncate font-medium">{title}</span>
            )}
          </div>
        );
      })}
      {hasActions ? (
        <div role="columnheader" aria-colindex={columns.length + 1 + before} className={head}>
          <span className="sr-only">{words.actions}</span>
        </div>
      ) : null}
    </div>
  );
}
