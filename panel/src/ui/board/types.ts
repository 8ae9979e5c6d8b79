import type { ReactNode } from 'react';

/** What a board shows of one record. Whoever shows the board adds what its cards need. */
export interface BoardCard {
  readonly key: string;
  /** Its title, which is the link to its page. */
  readonly name: string;
}

export interface BoardColumn<C extends BoardCard> {
  readonly key: string;
  readonly name: string;
  /** Below the name: sums. */
  readonly about?: ReactNode;
  /** How many there are, also where not all of them are here. */
  readonly count: number;
  /** How many there should be at most. */
  readonly limit?: number | null;
  /** Whether what comes here is finished. */
  readonly isClosed?: boolean;
  readonly cards: readonly C[];
  /** Below the last card: that there are more. */
  readonly foot?: ReactNode;
}

/**
 * Where a card goes: between two that are seen. Without either it goes to the end of the column, behind those that are not seen, too.
 */
export interface Place {
  readonly column: string;
  /** The card that it is to stand before. */
  readonly before?: string;
  /** The card that it is to stand behind. */
  readonly after?: string;
}

/** Another thing that a card can be dropped on. */
export interface Target {
  readonly key: string;
  readonly name: string;
  readonly icon?: ReactNode;
}

/** What a board says. */
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
  /** What the list of columns is called, on phones. */
  readonly column: string;
  readonly option: (p: { column: string; count: number }) => string;
  readonly before: string;
  readonly next: string;
  readonly targets: string;
}
