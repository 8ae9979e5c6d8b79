import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type FieldProps, FieldRow, quiet } from './Row.tsx';

interface Props extends FieldProps {
  /** `YYYY-MM-DD` */
  readonly value: string | null;
  readonly onSave: (value: string | null) => void;
  /** Said below: that it is late. */
  readonly note?: ReactNode;
}

/** How long after the last digit a day counts as written. */
const pauseMs = 900;
const isDay = (text: string) => /^(19|2\d)\d\d-\d\d-\d\d$/.test(text);

/** A day. Saved when it is chosen, or written and left. */
export function DateField({ label, name, value, onSave, hotkey, isReadOnly = false, note }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<string>(undefined);
  const write = (text: string | undefined) => {
    latest.current = text;
    setDraft(text);
  };
  const save = () => {
    clearTimeout(timer.current);
    const text = latest.current;
    write(undefined);
    if (text !== undefined && text !== (value ?? '') && (text === '' || isDay(text)))
      onSave(text || null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <FieldRow id={id} label={label} hotkey={hotkey} note={note}>
      <input
        id={id}
        type="date"
        max="2999-12-31"
        value={draft ?? value ?? ''}
        data-field={name}
        aria-keyshortcuts={hotkey}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          write(target.value);
          clearTimeout(timer.current);
          if (isDay(target.value)) timer.current = setTimeout(save, pauseMs);
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') write(undefined);
          else if (event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        className={quiet}
      />
    </FieldRow>
  );
}
