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

const wide = (column: { readonly isWide?: boolean }) =>
  column.isWide ? 'hidden sm:table-cell' : '';

export function Table<T>({ label, rows, keyOf, columns, actions, actionsTitle }: Props<T>) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left">
      <thead>
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
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            data-item={keyOf(row)}
            className="border-border border-b last:border-b-0"
          >
            {columns.map((column) => (
              <td key={column.key} className={`h-9 px-2 py-1.5 ${wide(column)}`}>
                {column.cell(row)}
              </td>
            ))}
            {actions ? <td className="text-right">{actions(row)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
