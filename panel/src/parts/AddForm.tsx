import { useId, useRef } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { useAction } from '../commands/use-action.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { Button } from '../ui/Button.tsx';

interface Props {
  readonly label: string;
  readonly submit: string;
  readonly maxLength?: number;
  readonly add: (name: string) => Promise<unknown>;
}

/** Adds an item to the end of a list. After each item the field is cleared and keeps the focus. */
export function AddForm({ label, submit, maxLength = textLimits.maxLength, add }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const act = useAction(add, () => {
    if (field.current) field.current.value = '';
    field.current?.focus();
  });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const name = field.current?.value.trim();
        if (name) act.act(name);
      }}
    >
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          ref={field}
          id={id}
          placeholder={label}
          maxLength={maxLength}
          autoComplete="off"
          className="control min-w-0 max-w-80 flex-1 rounded border border-border bg-raised px-2 placeholder:text-faint"
        />
        <Button type="submit" busy={act.isBusy}>
          {submit}
        </Button>
      </div>
      <FailureNotice failure={act.failure} />
    </form>
  );
}
