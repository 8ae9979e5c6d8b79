import { clsx } from 'clsx';
import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';
import { useDraft } from './use-draft.ts';

interface Props extends FieldProps {
  readonly value: string | null;
  readonly onSave: (value: string | null) => void;
  /** True if it may not be empty; an emptied field is restored. */
  readonly isRequired?: boolean;
  readonly type?: HTMLInputTypeAttribute;
  readonly maxLength?: number | undefined;
  readonly placeholder?: string | undefined;
  /** Content below the control: a warning about the value. */
  readonly note?: ReactNode;
}

/** Single-line text. */
export function TextField(props: Props) {
  const {
    value,
    onSave,
    isRequired,
    type = 'text',
    maxLength = textLimits.maxLength,
    placeholder,
  } = props;
  const { label, name, isReadOnly = false, hotkey, note } = props;
  const id = useId();
  const draft = useDraft(value ?? '', (text) => {
    const now = text.trim();
    if (now !== '' || !isRequired) onSave(now === '' ? null : now);
  });
  return (
    <FieldRow id={id} label={label} hotkey={hotkey} note={note}>
      <input
        {...draft.props}
        id={id}
        type={type}
        data-field={name}
        aria-keyshortcuts={hotkey}
        readOnly={isReadOnly}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        className={quietControl}
      />
    </FieldRow>
  );
}

interface TitleProps extends Omit<Props, 'type' | 'hotkey' | 'placeholder' | 'note' | 'onSave'> {
  readonly onSave: (value: string) => void;
  readonly value: string;
  /** True as the title of a page rather than of a peek. */
  readonly isPage: boolean;
  /** Name of the record that it belongs to, for the title of the document. */
  readonly parent?: string | null | undefined;
  /** Name of the open tab of the page, for the title of the document. */
  readonly tab?: string | undefined;
}

/** Name of a record, an editable heading. */
export function TitleField({
  label,
  name,
  value,
  onSave,
  maxLength = textLimits.maxLength,
  isPage,
  parent,
  tab,
}: TitleProps) {
  const draft = useDraft(value, (text) => {
    const now = text.replace(/\s+/g, ' ').trim();
    if (now !== '') onSave(now);
  });
  useDocumentTitle(isPage ? [value, tab, parent].filter(Boolean).join(' · ') : undefined);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <>
      <Heading className="sr-only">{value}</Heading>
      <textarea
        {...draft.props}
        rows={1}
        aria-label={label}
        data-field={name}
        maxLength={maxLength}
        className={clsx(
          '-mx-2 field-sizing-content w-[calc(100%+16px)] resize-none rounded border border-transparent bg-transparent px-2 py-1 font-semibold hover:border-control focus:border-control focus:bg-raised',
          isPage ? 'text-page' : 'text-title',
        )}
      />
    </>
  );
}
