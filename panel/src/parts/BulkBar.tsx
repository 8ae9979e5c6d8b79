import { useState } from 'react';
import type { WorkKind } from '../route/records.ts';
import type { BulkAction } from './BulkActions.tsx';
import { later, useSoon } from './later.tsx';

const loadActs = () => import('./BulkActs.tsx');
const BulkActs = later(loadActs, 'nothing');

/** What the bar of a list is given. */
export interface BulkProps {
  readonly slug: string;
  readonly selected: ReadonlySet<string>;
  /** All that the list finds, by its query as it stands in an address (`status=ativo&search=site`), once it is known how many that are. */
  readonly matching?: { readonly total: number; readonly query: string } | undefined;
  /** The selection is to be given up. */
  readonly onDone: () => void;
}

export interface BarProps extends BulkProps {
  readonly kind: WorkKind;
  readonly actions: readonly BulkAction[];
}

/** What can be done to the records that are selected. It comes with the first selection, and stays to say what became of it. */
export function BulkBar(props: BarProps) {
  const [isWanted, want] = useState(false);
  // Its keys act on the first selection at once.
  useSoon(loadActs, 0);
  if (!isWanted && props.selected.size > 0) want(true);
  return isWanted ? <BulkActs {...props} /> : null;
}
