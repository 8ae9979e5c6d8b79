import { type ReactNode, useState } from 'react';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { Sliders } from '#panel/ui/icons.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { Layout } from './LayoutSwitch.tsx';
import type { ListState } from './list-state.ts';
import type { ColumnChoice } from './visible-columns.ts';

const loadChoices = () => import('./DisplayOptions.tsx');
const DisplayOptions = lazyWithWords(loadChoices, 'nothing');

export interface DisplayMenuProps {
  readonly list: ListState;
  readonly columns?: readonly ColumnChoice[] | undefined;
  readonly standard?: readonly string[] | undefined;
  readonly layouts?: readonly Layout[] | undefined;
  /** Additional options, such as a grouping. */
  readonly children?: ReactNode;
}

/** Display menu of a list: layout, order and columns, all kept in the address. */
export function DisplayMenu(props: DisplayMenuProps) {
  const words = useListWords();
  usePreload(loadChoices);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger={
        <>
          <Sliders />
          <span className="max-2xl:sr-only">{words.display}</span>
        </>
      }
      title={words.display}
      align="end"
      isOpen={isOpen}
      onToggle={setOpen}
      className="control inline-flex items-center gap-1.5 rounded px-2 text-muted hover:bg-surface hover:text-text max-sm:aspect-square max-sm:justify-center"
    >
      <DisplayOptions {...props} />
    </Popover>
  );
}
