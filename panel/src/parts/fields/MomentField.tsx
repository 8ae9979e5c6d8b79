import { useId, useState } from 'react';
import { clockIn, momentOf } from '../../data/days.ts';
import { type FieldProps, FieldRow, quiet } from './Row.tsx';

interface Props extends FieldProps {
  /** ISO 8601, UTC. */
  readonly value: string;
  readonly onSave: (value: string) => void;
  /** The team's: what the clock there shows. */
  readonly timeZone: string;
}

/** A date and a time of day, as the team's clocks show it. Saved when it is left. */
export function MomentField(props: Props) {
  const { label, name, value, onSave, timeZone, hotkey, isReadOnly = false } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const shown = clockIn(timeZone, value);
  const save = () => {
    setDraft(undefined);
    if (draft && draft !== shown && draft < '3000') onSave(momentOf(timeZone, draft));
  };
  return (
    <FieldRow id={id} label={label} hotkey={hotkey}>
      <input
        id={id}
        type="datetime-local"
        max="2999-12-31T23:59"
        value={draft ?? shown}
        data-field={name}
        aria-keyshortcuts={hotkey}
        readOnly={isReadOnly}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(undefined);
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
