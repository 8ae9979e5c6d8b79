import { type ReactNode, useId, useState } from 'react';
import { useDraft } from './draft.ts';
import { type FieldProps, FieldRow, quiet } from './Row.tsx';

interface Props extends FieldProps {
  readonly value: string | null;
  readonly onSave: (value: string | null) => void;
  /** How a value is shown; what is kept is what was typed. */
  readonly shown: (value: string) => string;
  /** What is wrong with it, or whom else it belongs to. */
  readonly note?: ReactNode;
}

/** A number with punctuation, such as a CNPJ: shown with it, and written as it is kept. */
export function MaskedField({
  label,
  name,
  value,
  onSave,
  shown,
  note,
  isReadOnly = false,
}: Props) {
  const id = useId();
  const [isWriting, setWriting] = useState(false);
  const draft = useDraft(value ?? '', (text) => {
    const now = text.trim();
    onSave(now === '' ? null : now);
  });
  const { onBlur, ...rest } = draft.props;
  return (
    <FieldRow id={id} label={label} note={note}>
      <input
        {...rest}
        id={id}
        data-field={name}
        value={isWriting ? rest.value : shown(rest.value)}
        onFocus={() => setWriting(true)}
        onBlur={() => {
          setWriting(false);
          onBlur();
        }}
        readOnly={isReadOnly}
        maxLength={255}
        autoComplete="off"
        className={quiet}
      />
    </FieldRow>
  );
}
