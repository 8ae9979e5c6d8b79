import { type ReactNode, useState } from 'react';
import { Sliders } from '../ui/icons.tsx';
import { Popover } from '../ui/Popover.tsx';
import { useListWords } from '../words/lists/use.ts';
import type { ColumnChoice } from './columns.ts';
import { later, useSoon } from './later.tsx';
import type { ListState } from './list.ts';

const loadChoices = () => import('./DisplayChoices.tsx');
const DisplayChoices = later(loadChoices, 'nothing');

export interface DisplayProps {
  readonly list: ListState;
  readonly columns?: readonly ColumnChoice[] | undefined;
  readonly standard?: readonly string[] | undefined;
  readonly layouts?: readonly { readonly key: string; readonly name: string }[] | undefined;
  /** What can be sorted by, where no heads of columns can be pressed. */
  readonly sorts?: readonly { readonly key: string; readonly name: string }[] | undefined;
  /** What else there is to choose: a grouping. */
  readonly children?: ReactNode;
}

/** How a list is shown: its layout, order and columns. All of it stands in the address. */
export function Display(props: DisplayProps) {
  const words = useListWords();
  useSoon(loadChoices);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger={
        <>
          <Sliders />
          <span className="max-sm:sr-only">{words.display}</span>
        </>
      }
      title={words.display}
      align="end"
      isOpen={isOpen}
      onToggle={setOpen}
      className="control inline-flex items-center gap-1.5 rounded border border-border bg-raised px-2 hover:bg-surface"
    >
      <DisplayChoices {...props} />
    </Popover>
  );
}
