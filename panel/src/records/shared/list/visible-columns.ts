import type { ListState } from './list-state.ts';

/** Column that a list can show. */
export interface ColumnChoice {
  readonly key: string;
  readonly title: string;
}

/** Columns that a list shows, from its address: `columns=email,phone`. The first column is always shown. */
export function visibleColumns<C extends ColumnChoice>(
  list: ListState,
  all: readonly C[],
  standard: readonly string[],
): readonly C[] {
  const wanted = list.get('columns')?.split(',') ?? standard;
  const columns = wanted.flatMap((key) => all.slice(1).find((column) => column.key === key) ?? []);
  return [...all.slice(0, 1), ...columns];
}
