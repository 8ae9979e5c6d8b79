import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Draft of a record's field: saved on blur or Enter, discarded by Escape. Changes from elsewhere do not affect it.
 * @param value current value
 * @param save receives the draft if it differs
 */
export function useDraft(value: string, save: (text: string) => void) {
  const [draft, setDraft] = useState<string>();
  const latest = useRef<string>(undefined);
  const write = (text: string | undefined) => {
    latest.current = text;
    setDraft(text);
  };
  return {
    isBegun: draft !== undefined,
    write,
    props: {
      value: draft ?? value,
      onChange: ({ target }: ChangeEvent<Control>) => write(target.value),
      onBlur: () => {
        const text = latest.current;
        write(undefined);
        if (text !== undefined && text !== value) save(text);
      },
      onKeyDown: (event: KeyboardEvent<Control>) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') write(undefined);
        else if (event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.blur();
      },
    },
  };
}

/** Ref callback that focuses the control when it is rendered for editing. */
export const focusOnMount = (control: HTMLElement | null) => control?.focus();
