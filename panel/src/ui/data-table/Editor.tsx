import { type KeyboardEvent, lazy, Suspense, useRef } from 'react';
import type { SelectWords } from '../select/SelectInput.tsx';
import type { CellEdit } from './types.ts';

interface Props<T> {
  readonly label: string;
  readonly words: SelectWords;
  readonly edit: CellEdit<T>;
  readonly row: T;
  /** @param step next cell to edit: the previous or next editable one, or none */
  readonly onEnd: (step: -1 | 0 | 1) => void;
}

const control =
  'h-7 w-full min-w-0 rounded border border-border bg-raised px-1 text-ui text-text aria-invalid:border-danger';

/** Focuses the control and selects its text, ready for typing. */
function begin(control: HTMLInputElement | null): void {
  control?.focus();
  control?.select();
}

const ChoiceEditor = lazy(() => import('./ChoiceEditor.tsx'));

/** Editor of a cell: Enter, Tab and blur save, Escape cancels. */
export function Editor<T>({ label, words, edit, row, onEnd }: Props<T>) {
  const before = edit.value(row);
  const isOver = useRef(false);
  const end = (value: string | undefined, step: -1 | 0 | 1) => {
    // Leaving by key also causes a blur event.
    if (isOver.current) return;
    isOver.current = true;
    const wanted = value?.trim();
    const isRefused = edit.isRequired && wanted === '';
    if (wanted !== undefined && wanted !== before && !isRefused) edit.save(row, wanted);
    onEnd(step);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    if (event.key === 'Escape') end(undefined, 0);
    else if (event.key === 'Enter') end(value, 0);
    else if (event.key === 'Tab') end(value, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  if (edit.choices)
    return (
      <Suspense>
        <ChoiceEditor
          label={label}
          words={words}
          choices={edit.choices}
          value={before}
          onEnd={end}
        />
      </Suspense>
    );
  return (
    <input
      aria-label={label}
      ref={begin}
      type={edit.type ?? 'text'}
      defaultValue={before}
      maxLength={edit.maxLength}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => end(currentTarget.value, 0)}
      className={control}
    />
  );
}
