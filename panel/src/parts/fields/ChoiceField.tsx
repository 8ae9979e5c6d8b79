import type { ReactNode } from 'react';
import { Down } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface Props extends FieldProps {
  readonly value: string | null;
  readonly choices: readonly FieldChoice[];
  readonly onSave: (value: string) => void;
  /** Text shown without a choice. */
  readonly placeholder?: string;
}

/** Menu for one of a few values. */
export function ChoiceField(props: Props) {
  const { label, name, hotkey, value, choices, onSave, placeholder = '—', isReadOnly } = props;
  const chosen = choices.find((choice) => choice.value === value);
  const text = (
    <span className="flex min-w-0 items-center gap-2">
      {chosen?.icon}
      <span className="truncate">{chosen?.label ?? value ?? placeholder}</span>
    </span>
  );
  return (
    <FieldRow label={label} hotkey={hotkey}>
      {isReadOnly ? (
        <div className="flex min-h-8 items-center px-2">{text}</div>
      ) : (
        <Menu
          label={label}
          name={name}
          align="start"
          className={`${quietControl} flex items-center justify-between gap-2`}
          items={choices.map(({ value: each, label, icon }) => ({
            label,
            icon,
            isChosen: each === value,
            act: () => {
              if (each !== value) onSave(each);
            },
          }))}
        >
          {text}
          <Down />
        </Menu>
      )}
    </FieldRow>
  );
}
