import { useState } from 'react';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import type { WorkKind } from '#panel/route/record-paths.ts';
import type { Declarations } from '../fields/declaration.ts';
import type { BulkAction, FieldAction } from './BulkActions.tsx';

const loadActs = () => import('./BulkBarContent.tsx');
const BulkBarContent = lazyWithWords(loadActs, 'nothing');

export interface BarProps {
  readonly slug: string;
  readonly selected: ReadonlySet<string>;
  /** All records that match the list's query, as in the address (`status=ativo&search=site`); absent until the total is known. */
  readonly matching?: { readonly total: number; readonly query: string } | undefined;
  /** Clears the selection. */
  readonly onDone: () => void;
  readonly kind: WorkKind;
  readonly fields: Declarations;
  /** Actions in order; changes of other short texts follow. */
  readonly actions: readonly (BulkAction | FieldAction)[];
  /** Texts without an action. */
  readonly withoutAction?: readonly string[];
  /** Loaded rows, whose tags are offered. */
  readonly rows?: readonly object[] | undefined;
}

/** Bulk bar, loaded with the first selection and kept mounted afterwards to show failures and the bulk job. */
export function BulkBar(props: BarProps) {
  const [isWanted, want] = useState(false);
  // Preloads at once: the bar's keys must act on the first selection.
  usePreload(loadActs, 0);
  if (!isWanted && props.selected.size > 0) want(true);
  return isWanted ? <BulkBarContent {...props} /> : null;
}
