import { type ReactNode, type RefObject, useState } from 'react';
import type { FindChoices } from '#panel/data/choices.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Down } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { BulkPickDialog } from './BulkPickDialog.tsx';
import type { BulkChange } from './bulk-changes.ts';

type Change = BulkChange['change'];

/** Props for the dialog of a bulk action. */
export interface BulkDialogProps {
  /** Number of records that will change. */
  readonly count: number;
  readonly onTake: (change: Change) => void;
  readonly onClose: () => void;
}

/** Action on the selected records: a button, a menu of choices, a picker of a record or text, or a dialog. */
export type BulkAction = {
  readonly label: string;
  /** Key that performs the same action on a single record. */
  readonly hotkey?: string;
} & (
  | { readonly change: Change }
  | { readonly isDelete: true }
  /** Available only for rows selected one by one. */
  | { readonly act: () => void }
  | { readonly choices: readonly { readonly label: string; readonly change: Change }[] }
  | {
      /** Finds the record that the selected records will belong to; absent for a text. */
      readonly find?: FindChoices;
      /** Label of the option without a value. */
      readonly none?: string;
      readonly changeTo: (value: string | null) => Change;
    }
  /** Shows a dialog first. */
  | { readonly ask: (parts: BulkDialogProps) => ReactNode }
);

/** Change of a field as its declaration says: among its values, to a date, to one of the members. */
export interface FieldAction {
  readonly field: string;
  readonly hotkey?: string;
}

/** Performs a bulk action; without a change it deletes. */
type Perform = (label: string, change?: Change) => void;

interface Props {
  readonly slug: string;
  readonly actions: readonly BulkAction[];
  /** Number of selected records. */
  readonly count: number;
  /** Element that regains the focus when a menu opened by key closes. */
  readonly returnTo: RefObject<HTMLElement | null>;
  readonly onPerform: Perform;
  readonly onDone: () => void;
}

/** Row of bulk action buttons. */
export function BulkActions({ actions, ...props }: Props) {
  return actions.map((action) => <Action key={action.label} {...props} action={action} />);
}

interface ActionProps extends Omit<Props, 'actions'> {
  readonly action: BulkAction;
}

function Action({ slug, action, count, returnTo, onPerform, onDone }: ActionProps) {
  const [isAsking, setAsking] = useState(false);
  const { label, hotkey } = action;
  const nameOf = (choice: string) => `${label}: ${choice}`;
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
          act: () => onPerform(nameOf(choice), change),
        }))}
        className="control inline-flex items-center gap-1 rounded px-2 hover:bg-tint"
      >
        <Down />
      </Menu>
    );
  if ('changeTo' in action)
    return (
      <>
        <Button look="quiet" data-key={hotkey} onClick={() => setAsking(true)}>
          {label}
        </Button>
        {isAsking ? (
          <BulkPickDialog
            slug={slug}
            label={label}
            find={action.find}
            none={action.none}
            onTake={(choice) => {
              setAsking(false);
              onPerform(
                nameOf(choice?.name ?? action.none ?? '—'),
                action.changeTo(choice?.id ?? null),
              );
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </>
    );
  if ('ask' in action)
    return (
      <>
        <Button look="quiet" data-key={hotkey} onClick={() => setAsking(true)}>
          {label}
        </Button>
        {isAsking
          ? action.ask({
              count,
              onTake: (change) => {
                setAsking(false);
                onPerform(label, change);
              },
              onClose: () => setAsking(false),
            })
          : null}
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
