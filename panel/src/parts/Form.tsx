import { type ReactNode, useEffect, useRef } from 'react';
import type { ActionState } from '../commands/use-action.ts';
import { RejectedFields, useRejectedFields } from '../display/rejected-fields.ts';
import { Button, type ButtonVariant } from '../ui/Button.tsx';

/** Returns the value of a field by its name. */
export type Values = (name: string) => string;

interface Props {
  readonly act: ActionState<Values>;
  readonly submit: string;
  readonly look?: ButtonVariant;
  readonly children: ReactNode;
  /** Content next to the submit button. */
  readonly beside?: ReactNode;
  readonly isWide?: boolean;
  /** Key of the initial values; the form is reset when it changes. */
  readonly begins?: string;
}

/** Form that submits its uncontrolled fields. The screen shows the failure. */
export function Form({
  act,
  submit,
  look = 'primary',
  children,
  beside: extra,
  isWide,
  begins,
}: Props) {
  const ref = useRef<HTMLFormElement>(null);
  const refused = useRejectedFields(ref, act.failure);
  useEffect(() => {
    if (begins !== undefined) ref.current?.reset();
  }, [begins]);
  return (
    <form
      ref={ref}
      className="flex flex-col gap-4"
      onInput={({ target }) => (target as Element).removeAttribute('aria-invalid')}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        act.act((name) => String(data.get(name) ?? ''));
      }}
    >
      <RejectedFields value={refused}>{children}</RejectedFields>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look={look} busy={act.isBusy} className={isWide ? 'w-full' : ''}>
          {submit}
        </Button>
        {extra}
      </div>
    </form>
  );
}
