import { useId, useRef, useState } from 'react';
import { localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { DateInput } from '../DateInput.tsx';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';

interface Props extends FieldProps {
  /** ISO 8601, UTC. */
  readonly value: string;
  readonly onSave: (value: string) => void;
  /** Time zone of the team. */
  readonly timeZone: string;
}

/** Date and time in the team's time zone. Saves when a value is chosen or the field is left. */
export function MomentField(props: Props) {
  const { label, name, value, onSave, timeZone, hotkey, isReadOnly = false } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const latest = useRef<string>(undefined);
  const localTime = localTimeIn(timeZone, value);
  const write = (text: string | undefined) => {
    latest.current = text;
    setDraft(text);
  };
  const save = () => {
    const text = latest.current;
    write(undefined);
    if (text && text !== localTime) onSave(momentOf(timeZone, text));
  };
  return (
    <FieldRow id={id} label={label} hotkey={hotkey}>
      <DateInput
        id={id}
        kind="moment"
        required
        value={draft ?? localTime}
        data-field={name}
        aria-keyshortcuts={hotkey}
        readOnly={isReadOnly}
        onChange={(text, isFinal) => {
          write(text);
          if (isFinal) save();
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
