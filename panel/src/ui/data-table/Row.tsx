// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot leave rows out
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is one of two
// biome-ignore-all lint/a11y/noStaticElementInteractions: the role is one of two
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus

import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { Editor } from './Editor.tsx';
import { RowLink } from './RowLink.tsx';
import type { DataColumn, Linking, TableWords } from './types.ts';

export interface RowCallbacks {
  readonly toggle: (key: string, isRange: boolean) => void;
  readonly edit: (key: string, column: number) => void;
  /** @param step next cell to edit: 0 for the same cell, 1 for the next editable one */
  readonly endEdit: (key: string, column: number, step: -1 | 0 | 1) => void;
}

interface Props<T> {
  readonly row: T;
  readonly rowKey: string;
  readonly name: string;
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly columns: readonly DataColumn<T>[];
  readonly template: string;
  readonly words: TableWords;
  readonly isSelectable: boolean;
  readonly isSelected: boolean;
  /** Focused column of the row; -1 if another row has the focus. */
  readonly active: number;
  /** Column being edited; -1 for none. */
  readonly editing: number;
  readonly acts: RowCallbacks;
  readonly link: Linking<T>;
  readonly actions: ((row: T) => ReactNode) | undefined;
}

/** Appears in the row that is pointed at or focused, in every row once one is selected, and always on touch devices. */
const quiet =
  'pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-data-selecting/grid:opacity-100';

const cell =
  'flex min-w-0 items-center overflow-hidden border-border border-b px-2 focus-visible:outline-offset-[-2px]';

function RowOf<T>(props: Props<T>) {
  const { row, rowKey, name, index, columns, words, isSelectable, isSelected, acts } = props;
  const before = isSelectable ? 1 : 0;
  return (
    <div
      role="row"
      data-item={rowKey}
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      className={clsx(
        'group absolute inset-x-0 top-0 grid',
        isSelected ? 'bg-tint' : 'hover:bg-surface',
      )}
      style={{
        gridTemplateColumns: props.template,
        height: props.height,
        transform: `translateY(${props.start}px)`,
      }}
    >
      {isSelectable ? (
        <div role="gridcell" aria-colindex={1} className={clsx(cell, 'justify-center')}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={words.select({ name })}
            checked={isSelected}
            onClick={(event) => acts.toggle(rowKey, event.shiftKey)}
            onChange={() => {}}
            className={clsx(quiet, 'size-4')}
          />
        </div>
      ) : null}
      {columns.map((column, at) => (
        <div
          key={column.key}
          role={at === 0 ? 'rowheader' : 'gridcell'}
          aria-colindex={at + 1 + before}
          aria-readonly={column.edit ? undefined : true}
          data-cell={`${rowKey} ${at}`}
          tabIndex={props.active === at ? 0 : -1}
          onDoubleClick={() => column.edit && acts.edit(rowKey, at)}
          className={clsx(cell, column.isNumber && 'justify-end', at === 0 && 'font-medium')}
        >
          {props.editing === at && column.edit ? (
            <Editor
              label={words.edit({ name, title: column.title })}
              words={words.choices}
              edit={column.edit}
              row={row}
              onEnd={(step) => acts.endEdit(rowKey, at, step)}
            />
          ) : (
            <div className="min-w-0 truncate">
              {at === 0 ? (
                <RowLink row={row} table={props.link}>
                  {column.cell(row)}
                </RowLink>
              ) : (
                column.cell(row)
              )}
            </div>
          )}
        </div>
      ))}
      {props.actions ? (
        <div
          role="gridcell"
          aria-colindex={columns.length + 1 + before}
          className={clsx(cell, 'justify-end overflow-visible px-0')}
        >
          <div className={quiet}>{props.actions(row)}</div>
        </div>
      ) : null}
    </div>
  );
}

/** Memoized: renders only when something in the row changes. */
export const Row = memo(RowOf) as typeof RowOf;
