import { type KeyboardEvent, useId, useState } from 'react';
import { textLimits } from '#panel/api/text-limits.ts';
import { Close } from '#panel/ui/icons.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';

interface Props extends FieldProps {
  readonly value: readonly string[];
  readonly onSave: (value: readonly string[]) => void;
}

/** Tags of a record: Enter or a comma adds one, Backspace in the empty field removes the last. */
export function TagsField({ label, name, hotkey, value, onSave, isReadOnly }: Props) {
  const { fields } = useRecordWords();
  const id = useId();
  const [typed, type] = useState('');
  const add = (text: string) => {
    const more = text
      .split(/[,\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== '' && !value.includes(each));
    type('');
    if (more.length > 0) onSave([...value, ...new Set(more)]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') add(typed);
    else if (event.key === 'Backspace' && typed === '' && value.length > 0)
      onSave(value.slice(0, -1));
    else if (event.key === 'Escape') {
      type('');
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <FieldRow id={isReadOnly ? undefined : id} label={label} hotkey={hotkey}>
      <div className="flex flex-wrap items-center gap-1 pl-2">
        {value.map((tag) => (
          <span
            key={tag}
            className="group/tag relative my-1 inline-flex items-center rounded bg-surface text-meta"
          >
            <span className="break-all px-2 py-1">{tag}</span>
            {isReadOnly ? null : (
              <button
                type="button"
                aria-label={fields.remove({ name: tag })}
                onClick={() => onSave(value.filter((each) => each !== tag))}
                className="inline-flex size-6 items-center justify-center rounded bg-surface text-muted hover:bg-tint pointer-coarse:size-11 pointer-fine:absolute pointer-fine:right-0 pointer-fine:opacity-0 focus-visible:opacity-100 group-hover/tag:opacity-100"
              >
                <Close size={12} />
              </button>
            )}
          </span>
        ))}
        {isReadOnly ? null : (
          <input
            id={id}
            data-field={name}
            aria-keyshortcuts={hotkey}
            value={typed}
            {...textLimits}
            autoComplete="off"
            placeholder={fields.addTag}
            onChange={({ target }) => type(target.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!/[,\n]/.test(text)) return;
              event.preventDefault();
              add(typed + text);
            }}
            onBlur={() => add(typed)}
            onKeyDown={onKeyDown}
            className={`${quietControl} -ml-2 w-auto! flex-1 basis-24`}
          />
        )}
      </div>
    </FieldRow>
  );
}
