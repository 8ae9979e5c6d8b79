import { useState } from 'react';
import type { BulkChange } from '../data/bulk.ts';
import type { Kind } from '../route/records.ts';
import { later } from './later.tsx';

const BulkActs = later(() => import('./BulkActs.tsx'), 'nothing');

/** What can be done to what is selected: by a button, or by a menu of choices. */
export type BulkAction = { readonly label: string } & (
  | { readonly change: BulkChange['change']; readonly isDelete?: never; readonly choices?: never }
  | { readonly isDelete: true; readonly change?: never; readonly choices?: never }
  | {
      readonly choices: readonly {
        readonly label: string;
        readonly change: BulkChange['change'];
      }[];
      readonly change?: never;
      readonly isDelete?: never;
    }
);

export interface BulkProps {
  readonly slug: string;
  readonly kind: Kind;
  readonly selected: ReadonlySet<string>;
  /** All that the list finds, by its query as it stands in an address: `status=ativo&search=site`. */
  readonly matching?: { readonly total: number; readonly query: string } | undefined;
  readonly actions: readonly BulkAction[];
  /** The selection is to be given up. */
  readonly onDone: () => void;
}

/** What can be done to the records that are selected. It comes with the first selection, and stays to say what became of it. */
export function BulkBar(props: BulkProps) {
  const [isWanted, want] = useState(false);
  if (!isWanted && props.selected.size > 0) want(true);
  return isWanted ? <BulkActs {...props} /> : null;
}
