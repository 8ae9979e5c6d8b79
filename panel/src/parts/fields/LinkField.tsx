import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { FindChoices } from '#panel/data/choices.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import type { Kind } from '#panel/route/record-paths.ts';
import { Close, Down } from '#panel/ui/icons.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { Chooser, type Option } from './Chooser.tsx';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';

interface Props extends FieldProps {
  readonly slug: string;
  readonly value: Option | null;
  readonly onSave: (value: Option | null) => void;
  readonly find: FindChoices;
  /** Kind of the linked record; makes its name a link. */
  readonly kind?: Kind;
  readonly isRequired?: boolean;
  /** Content below the control, such as a suggestion. */
  readonly note?: ReactNode;
}

/** Appears when the field is pointed at or focused, and always on touch devices. */
const icon =
  'control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-surface pointer-fine:opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100';

/** Space of hidden icons, which the name fills until they appear. */
const hiddenSpace =
  'flex shrink-0 group-focus-within/field:ml-0 group-hover/field:ml-0 pointer-coarse:ml-0';

/** Related record, chosen by typing. */
export function LinkField(props: Props) {
  const { label, name, hotkey, slug, value, onSave, find, kind, isRequired, isReadOnly } = props;
  const { note } = props;
  const { fields } = useRecordWords();
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const query = useQuery({ ...find(slug, useDeferredValue(typed.trim())), enabled: isOpen });
  const text = value?.name ?? fields.none;
  const linked =
    value && kind ? (
      <RecordLink
        kind={kind}
        id={value.id}
        className="flex min-h-8 min-w-0 flex-1 items-center px-2 text-accent hover:underline pointer-coarse:min-h-11"
      >
        <span className="truncate">{text}</span>
      </RecordLink>
    ) : undefined;
  if (isReadOnly)
    return (
      <FieldRow label={label} hotkey={hotkey}>
        {linked ?? <div className="flex min-h-8 items-center px-2">{text}</div>}
      </FieldRow>
    );
  return (
    <FieldRow label={label} hotkey={hotkey} note={note}>
      <div className="flex items-start">
        {linked}
        <div className={linked ? `${hiddenSpace} -ml-8` : 'min-w-0 flex-1'}>
          <Chooser
            label={linked ? fields.change({ name: label }) : label}
            name={name}
            hotkey={hotkey}
            className={linked ? icon : `${quietControl} ${value ? '' : 'text-faint'}`}
            options={query.data ?? []}
            typed={typed}
            onType={type}
            isOpen={isOpen}
            onOpen={setOpen}
            chosen={value ? [value.id] : []}
            onTake={(option) => {
              if (option.id !== value?.id) onSave(option);
            }}
          >
            {linked ? <Down /> : text}
          </Chooser>
        </div>
        {value && !isRequired ? (
          <button
            type="button"
            className={`${icon} -ml-8 group-focus-within/field:ml-0 group-hover/field:ml-0 pointer-coarse:ml-0`}
            aria-label={fields.remove({ name: `${label}: ${text}` })}
            onClick={() => onSave(null)}
          >
            <Close />
          </button>
        ) : null}
      </div>
    </FieldRow>
  );
}
