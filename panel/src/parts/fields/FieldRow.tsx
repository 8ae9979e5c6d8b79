import type { ReactNode } from 'react';
import { Kbd } from '#panel/ui/layout.tsx';

/** Common props of a record's fields. */
export interface FieldProps {
  readonly label: string;
  /** Name by which `focusField(name)` finds it. */
  readonly name?: string | undefined;
  /** Key that focuses it, if the record defines one. */
  readonly hotkey?: string | undefined;
  /** True if the user may not change it. */
  readonly isReadOnly?: boolean | undefined;
}

interface Props extends FieldProps {
  /** Id of the labelled control; absent if the control names itself. */
  readonly id?: string | undefined;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Classes of a control that looks like text until it is edited. */
export const quietControl =
  'control w-full min-w-0 rounded border border-transparent bg-transparent px-2 text-left text-ui text-text hover:border-control focus:border-control focus:bg-raised read-only:hover:border-transparent placeholder:text-faint';

/** Property of a record: its name, and its value, edited inline. */
export function FieldRow({ id, label, hotkey, note, children }: Props) {
  const name = (
    <>
      {label}
      {hotkey ? (
        <span
          aria-hidden="true"
          className="opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 pointer-coarse:hidden"
        >
          <Kbd>{hotkey}</Kbd>
        </span>
      ) : null}
    </>
  );
  const look = 'flex min-h-8 items-center justify-between gap-2 text-muted pointer-coarse:min-h-11';
  return (
    <div className="group/field grid grid-cols-[112px_minmax(0,1fr)] items-start gap-x-2">
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

/** Focuses a field of the current record, in its opened `<details>`, and opens it if it is a menu. */
export function focusField(name: string): void {
  // The peek follows the screen in the document.
  const field = [...document.querySelectorAll<HTMLElement>(`[data-field="${name}"]`)].at(-1);
  for (const details of document.querySelectorAll('details'))
    if (details.contains(field ?? null)) details.open = true;
  field?.focus();
  if (field instanceof HTMLButtonElement) field.click();
  if (field instanceof HTMLInputElement) field.select();
}
