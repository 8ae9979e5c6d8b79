import type { ReactNode } from 'react';

interface Column<T> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** Hidden on phones. */
  readonly isWide?: boolean;
}

interface Props<T> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly columns: readonly Column<T>[];
  /** Actions at the end of a row. */
  readonly actions?: ((row: T) => ReactNode) | undefined;
  readonly actionsTitle: string;
}

// On phones a row has two lines: its first cell, then the rest. Its actions are at its end.
const phoneCell = 'max-sm:h-auto max-sm:px-0 max-sm:py-0';
const phoneFirst = 'max-sm:first:col-span-2';

const wide = (column: { readonly isWide?: boolean }) =>
  column.isWide ? 'hidden sm:table-cell' : '';

export function Table<T>({ label, rows, keyOf, columns, actions, actionsTitle }: Props<T>) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-border border-b text-meta text-muted">
          {columns.map((column) => (
            <th key={column.key} scope="col" className={`h-8 px-2 font-medium ${wide(column)}`}>
              {column.title}
            </th>
          ))}
          {actions ? (
            <th scope="col" className="w-10">
              <span className="sr-only">{actionsTitle}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            data-item={keyOf(row)}
            className="border-border border-b last:border-b-0 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-2"
          >
            {columns.map((column) => (
              <td
                key={column.key}
                className={`h-9 px-2 py-1.5 ${phoneCell} ${phoneFirst} ${wide(column)}`}
              >
                {column.cell(row)}
              </td>
            ))}
            {actions ? (
              <td className="text-right max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1">
                {actions(row)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
