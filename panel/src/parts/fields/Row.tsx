import type { ReactNode } from 'react';
import { Kbd } from '../../ui/layout.tsx';

/** What every field of a record takes. */
export interface FieldProps {
  readonly label: string;
  /** By which keys reach it: `focusField(name)`. */
  readonly name?: string | undefined;
  /** The key that reaches it, where the record has one. */
  readonly hotkey?: string | undefined;
  /** Absent where it is not the reader's to change. */
  readonly isReadOnly?: boolean | undefined;
}

interface Props extends FieldProps {
  /** Of the control that the label names; absent where that says its name itself. */
  readonly id?: string | undefined;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Looks of a control that is there to be read first, and to be written in. */
export const quiet =
  'control w-full min-w-0 rounded border border-transparent bg-transparent px-2 text-left text-ui text-text hover:border-control focus:border-control focus:bg-raised read-only:hover:border-transparent placeholder:text-faint';

/** A property of a record: its name, and its value, which is changed where it stands. */
export function FieldRow({ id, label, hotkey, note, children }: Props) {
  const name = (
    <>
      {label}
      {hotkey ? (
        <span aria-hidden="true" className="pointer-coarse:hidden">
          <Kbd>{hotkey}</Kbd>
        </span>
      ) : null}
    </>
  );
  const look = 'flex min-h-8 items-center justify-between gap-2 text-muted pointer-coarse:min-h-11';
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] items-start gap-x-2">
      {id === undefined ? (
        <span className={look}>{name}</span>
      ) : (
        <label htmlFor={id} className={look}>
          {name}
        </label>
      )}
      <div className="min-w-0">
        {children}
        {note}
      </div>
    </div>
  );
}

/** Goes to a field of the record that is looked at, and opens it where it is a menu. */
export function focusField(name: string): void {
  // The peek stands behind the screen in the page.
  const field = [...document.querySelectorAll<HTMLElement>(`[data-field="${name}"]`)].at(-1);
  field?.focus();
  if (field instanceof HTMLButtonElement) field.click();
  if (field instanceof HTMLInputElement) field.select();
}
