import type { ReactNode } from 'react';

/** How a cell is changed in place: as text, or as one of some choices. */
export interface CellEdit<T> {
  /** What is changed: the value as it is kept, never as it is shown. */
  readonly value: (row: T) => string;
  readonly save: (row: T, value: string) => void;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly type?: 'text' | 'email' | 'tel';
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}

export interface DataColumn<T> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** What the list is sorted by when its head is pressed: `full_name`. */
  readonly sortKey?: string;
  /** The least width in pixels; it takes its share of what is left over. */
  readonly width?: number;
  readonly isNumber?: boolean;
  /** Left out of the cards on phones. */
  readonly isWide?: boolean;
  readonly edit?: CellEdit<T> | undefined;
}

/** What the table says. */
export interface TableWords {
  readonly selectAll: string;
  readonly select: (p: { name: string }) => string;
  readonly edit: (p: { name: string; title: string }) => string;
  readonly loadingMore: string;
  readonly actions: string;
}

export interface DataTableProps<T> {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly words: TableWords;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** What a row is called where it is selected or changed. */
  readonly nameOf: (row: T) => string;
  /** The first is what the row is called: its head. */
  readonly columns: readonly DataColumn<T>[];
  /** `full_name`, `-full_name`: what the rows are sorted by. */
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
  /** Keys of the selected rows; without `onSelect` none can be. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: ((selected: ReadonlySet<string>) => void) | undefined;
  /** `clients`: what the rows are records of, by which a peek finds its neighbours. */
  readonly kind?: string | undefined;
  /** The address of a row's page: its first column is a link there. */
  readonly href?: ((row: T) => string) | undefined;
  /** Enter. */
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Space, and a plain click on the link. */
  readonly onPeek?: ((row: T) => void) | undefined;
  /** Called when the end of what is known comes near; again and again, until there is more. */
  readonly onEnd?: (() => void) | undefined;
  /** How many rows there are, also those that are not known yet. */
  readonly total?: number | undefined;
  /** What can be done with a row, at its end. */
  readonly actions?: ((row: T) => ReactNode) | undefined;
  /** A key that means nothing to the table, pressed in a row. @returns whether it was taken */
  readonly onKey?: ((key: string, row: T) => boolean) | undefined;
  /** Whether single letters act. */
  readonly hasLetters?: boolean;
}

/** What a table says of the links of its rows. */
export type Linking<T> = Pick<DataTableProps<T>, 'kind' | 'href' | 'keyOf' | 'onPeek' | 'onOpen'>;
