import { type ReactNode, useId, useState } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';
import { useDraft } from './use-draft.ts';

interface Props extends FieldProps {
  readonly value: string | null;
  readonly onSave: (value: string | null) => void;
  /** Formats the value for display; the value is stored as typed. */
  readonly shown: (value: string) => string;
  /** Warning about the value, such as an invalid number or a duplicate. */
  readonly note?: ReactNode;
}

/** Formatted number, such as a CNPJ: displayed with punctuation, edited as stored. */
export function MaskedField({
  label,
  name,
  value,
  onSave,
  shown: format,
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
        value={isWriting ? rest.value : format(rest.value)}
        onFocus={() => setWriting(true)}
        onBlur={() => {
          setWriting(false);
          onBlur();
        }}
        readOnly={isReadOnly}
        {...textLimits}
        autoComplete="off"
        className={quietControl}
      />
    </FieldRow>
  );
}
