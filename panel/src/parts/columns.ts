import type { ListState } from './list.ts';

/** A column that can be shown. */
export interface ColumnChoice {
  readonly key: string;
  readonly title: string;
}

/** The columns that a list shows, by its address: `columns=email,phone`. The first is always there. */
export function columnsShown<C extends ColumnChoice>(
  list: ListState,
  all: readonly C[],
  standard: readonly string[],
): readonly C[] {
  const wanted = list.get('columns')?.split(',') ?? standard;
  const found = wanted.flatMap((key) => all.slice(1).find((column) => column.key === key) ?? []);
  return [...all.slice(0, 1), ...found];
}
