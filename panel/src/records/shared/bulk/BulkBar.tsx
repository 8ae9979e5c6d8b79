import { useState } from 'react';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import type { WorkKind } from '#panel/route/record-paths.ts';
import type { BulkAction } from './BulkActions.tsx';

const loadActs = () => import('./BulkBarContent.tsx');
const BulkBarContent = lazyWithWords(loadActs, 'nothing');

/** Props of the bulk bar. */
export interface BulkProps {
  readonly slug: string;
  readonly selected: ReadonlySet<string>;
  /** All records that match the list's query, as in the address (`status=ativo&search=site`); absent until the total is known. */
  readonly matching?: { readonly total: number; readonly query: string } | undefined;
  /** Clears the selection. */
  readonly onDone: () => void;
}

export interface BarProps extends BulkProps {
  readonly kind: WorkKind;
  readonly actions: readonly BulkAction[];
}

/** Bulk bar, loaded with the first selection and kept mounted afterwards to show failures and the bulk job. */
export function BulkBar(props: BarProps) {
  const [isWanted, want] = useState(false);
  // Preloads at once: the bar's keys must act on the first selection.
  usePreload(loadActs, 0);
  if (!isWanted && props.selected.size > 0) want(true);
  return isWanted ? <BulkBarContent {...props} /> : null;
}
