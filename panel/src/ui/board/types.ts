import type { ReactNode } from 'react';

/** Base properties of a card; boards extend them. */
export interface BoardCard {
  readonly key: string;
  /** Title, which links to the record's page. */
  readonly name: string;
}

export interface BoardColumn<C extends BoardCard> {
  readonly key: string;
  readonly name: string;
  /** Content below the name, such as sums. */
  readonly about?: ReactNode;
  /** Total number of cards, including those that are not loaded. */
  readonly count: number;
  /** Maximum number of cards that the column should hold. */
  readonly limit?: number | null;
  /** False if no card can be created in it. */
  readonly canAdd?: boolean;
  /** True if cards in this column are finished. */
  readonly isClosed?: boolean;
  readonly cards: readonly C[];
  /** Content below the last card, such as a note that there are more. */
  readonly foot?: ReactNode;
}

/** Target of a move: between two visible cards. Without either neighbour it is the end of the column, after cards that are not loaded. */
export interface CardPosition {
  readonly column: string;
  /** Card after it. */
  readonly before?: string;
  /** Card before it. */
  readonly after?: string;
}

/** Drop target other than a column. */
export interface DropTarget {
  readonly key: string;
  readonly name: string;
  readonly icon?: ReactNode;
}

/** Texts of the board. */
export interface BoardWords {
  readonly actions: (p: { name: string }) => string;
  readonly select: (p: { name: string }) => string;
  readonly move: string;
  readonly toColumn: (p: { column: string }) => string;
  readonly toStart: string;
  readonly up: string;
  readonly down: string;
  readonly toEnd: string;
  readonly moved: (p: { name: string; column: string; place: number; of: number }) => string;
  readonly add: (p: { column: string }) => string;
  readonly closed: string;
  readonly withLimit: (p: { count: number; limit: number }) => string;
  readonly overLimit: string;
  readonly none: string;
  readonly targets: string;
}
