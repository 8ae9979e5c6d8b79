import { type RefObject, useState } from 'react';
import type { BulkChange } from '../data/bulk.ts';
import type { Find } from '../data/choices.ts';
import { Button } from '../ui/Button.tsx';
import { Down } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import { BulkPickDialog } from './BulkPickDialog.tsx';

type Change = BulkChange['change'];

/** What can be done to what is selected: by a button, by a menu of choices, by a record that one finds. */
export type BulkAction = {
  readonly label: string;
  /** The key that does the same to one record. */
  readonly hotkey?: string;
} & (
  | { readonly change: Change }
  | { readonly isDelete: true }
  /** Only for what is selected row by row. */
  | { readonly act: () => void }
  | { readonly choices: readonly { readonly label: string; readonly change: Change }[] }
  | {
      readonly find: Find;
      /** What is chosen without a record. */
      readonly none: string;
      readonly changeTo: (id: string | null) => Change;
    }
);

/** Says what is to be done; without a change it is deleting. */
type Perform = (label: string, change?: Change) => void;

interface Props {
  readonly slug: string;
  readonly actions: readonly BulkAction[];
  /** Takes the focus back from a menu that a key opened. */
  readonly returnTo: RefObject<HTMLElement | null>;
  readonly onPerform: Perform;
  readonly onDone: () => void;
}

/** The actions of a bar, in a row. */
export function BulkActions({ actions, ...props }: Props) {
  return actions.map((action) => <Action key={action.label} {...props} action={action} />);
}

interface ActionProps extends Omit<Props, 'actions'> {
  readonly action: BulkAction;
}

function Action({ slug, action, returnTo, onPerform, onDone }: ActionProps) {
  const [isPicking, setPicking] = useState(false);
  const { label, hotkey } = action;
  const said = (choice: string) => `${label}: ${choice}`;
  if ('choices' in action)
    return (
      <Menu
        label={label}
        isLabelShown
        side="above"
        keys={hotkey}
        returnTo={returnTo}
        items={action.choices.map(({ label: choice, change }) => ({
          label: choice,
          act: () => onPerform(said(choice), change),
        }))}
        className="control inline-flex items-center gap-1 rounded px-2 hover:bg-tint"
      >
        <Down />
      </Menu>
    );
  if ('find' in action)
    return (
      <>
        <Button look="quiet" data-key={hotkey} onClick={() => setPicking(true)}>
          {label}
        </Button>
        {isPicking ? (
          <BulkPickDialog
            slug={slug}
            label={label}
            find={action.find}
            none={action.none}
            onTake={(choice) => {
              setPicking(false);
              onPerform(said(choice?.name ?? action.none), action.changeTo(choice?.id ?? null));
            }}
            onClose={() => setPicking(false)}
          />
        ) : null}
      </>
    );
  return (
    <Button
      look="quiet"
      data-key={hotkey}
      onClick={() => {
        if ('act' in action) {
          action.act();
          onDone();
        } else onPerform(label, 'change' in action ? action.change : undefined);
      }}
    >
      {label}
    </Button>
  );
}
