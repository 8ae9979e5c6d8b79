import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * What somebody is writing into a field of a record: saved when they leave it or press Enter, given up by Escape. What comes meanwhile
 * from elsewhere does not touch it.
 * @param value as it is; @param save is given what was written where that is something else
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

/** As `ref`: what is shown because somebody wants to write in it has the focus. */
export const focused = (control: HTMLElement | null) => control?.focus();
