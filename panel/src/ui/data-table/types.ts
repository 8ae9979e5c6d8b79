import type { ReactNode } from 'react';
import type { SelectWords } from '../select/SelectInput.tsx';

/** Inline editing of a cell, as text or as a choice. */
export interface CellEdit<T> {
  /** Value to edit: as stored, not as displayed. */
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
  /** Sort field of the column header: `full_name`. */
  readonly sortKey?: string;
  /** Minimum width in pixels; the column also gets its share of the remaining width. */
  readonly width?: number;
  readonly isNumber?: boolean;
  /** Hidden in the cards on phones. */
  readonly isWide?: boolean;
  /** At the end of the cards on phones, and never cut off there. */
  readonly isPinned?: boolean;
  readonly edit?: CellEdit<T> | undefined;
}

/** Texts of the table. */
export interface TableWords {
  readonly selectAll: string;
  readonly select: (p: { name: string }) => string;
  readonly edit: (p: { name: string; title: string }) => string;
  readonly loadingMore: string;
  readonly actions: string;
  /** Texts of lists of choices in its cells. */
  readonly choices: SelectWords;
}

export interface DataTableProps<T> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly words: TableWords;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Name of a row in labels of its controls. */
  readonly nameOf: (row: T) => string;
  /** The first column names the row. */
  readonly columns: readonly DataColumn<T>[];
  /** Current sort field: `full_name`, `-full_name`. */
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
  /** Keys of the selected rows; rows can be selected only with `onSelect`. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: ((selected: ReadonlySet<string>) => void) | undefined;
  /** Kind of the records, such as `clients`, by which a peek finds its neighbours. */
  readonly kind?: string | undefined;
  /** URL of a row's page, to which its first column links. */
  readonly href?: ((row: T) => string) | undefined;
  /** Called by Enter. */
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Called by Space, and by a plain click on the link. */
  readonly onPeek?: ((row: T) => void) | undefined;
  /** Called near the end of the loaded rows, repeatedly until more are loaded. */
  readonly onEnd?: (() => void) | undefined;
  /** Total number of rows, including those that are not loaded. */
  readonly total?: number | undefined;
  /** Actions at the end of a row. */
  readonly actions?: ((row: T) => ReactNode) | undefined;
  /** Called with keys in a row that the table does not handle. @returns true if the key was handled */
  readonly onKey?: ((key: string, row: T) => boolean) | undefined;
  /** True if single-letter shortcuts act. */
  readonly hasLetters?: boolean;
}

/** Props for the links of rows. */
export type Linking<T> = Pick<DataTableProps<T>, 'kind' | 'href' | 'keyOf' | 'onPeek' | 'onOpen'>;
