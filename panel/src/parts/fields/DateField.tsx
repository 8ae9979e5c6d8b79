import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DateInput } from '../DateInput.tsx';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';

interface Props extends FieldProps {
  /** `YYYY-MM-DD` */
  readonly value: string | null;
  readonly onSave: (value: string | null) => void;
  /** Note below the field, such as "overdue". */
  readonly note?: ReactNode;
}

/** Delay after the last digit before a typed day is saved. */
const pauseMs = 900;

/** Date field. Saves when a day is chosen, or typed and left. */
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
    if (text !== undefined && text !== (value ?? '')) onSave(text || null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <FieldRow id={id} label={label} hotkey={hotkey} note={note}>
      <DateInput
        id={id}
        value={draft ?? value ?? ''}
        data-field={name}
        aria-keyshortcuts={hotkey}
        readOnly={isReadOnly}
        onChange={(text, isFinal) => {
          write(text);
          clearTimeout(timer.current);
          if (isFinal) save();
          else if (text !== '') timer.current = setTimeout(save, pauseMs);
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') write(undefined);
          else if (event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        className={quietControl}
      />
    </FieldRow>
  );
}
