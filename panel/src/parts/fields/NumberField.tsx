import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useLocale } from '#panel/words/translations.ts';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';
import { formatNumber, parseNumber } from './parse-number.ts';
import { useDraft } from './use-draft.ts';
import { isAccepted, type NumberRange, useNumberProblem } from './use-number-problem.ts';

interface Props extends FieldProps, NumberRange {
  readonly value: number | null;
  readonly onSave: (value: number | null) => void;
  /** Display format while the field is not edited: `R$ 1.234,50`, `3,5 h`. */
  readonly format?: Intl.NumberFormatOptions;
}

const plain: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };

/** Number field. Text that is not a number or is out of range remains, with the reason, until it is corrected or discarded by Escape. */
export function NumberField(props: Props) {
  const { value, onSave, kind, min, max, format = plain } = props;
  const { label, name, hotkey, isReadOnly = false } = props;
  const range = { kind, min, max };
  const locale = useLocale();
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const draft = useDraft(formatNumber(value, locale), (text) => {
    const now = parseNumber(text, locale);
    if (now === undefined || !isAccepted(text, locale, range)) setRefused(text);
    else if (now !== value) onSave(now);
  });
  const problem = useNumberProblem(refused ?? '', range);
  const read = value === null ? '' : new Intl.NumberFormat(locale, format).format(value);
  return (
    <FieldRow
      id={id}
      label={label}
      hotkey={hotkey}
      note={
        problem === '' ? null : (
          <p id={`${id}-problem`} role="alert" className="px-2 text-danger text-meta">
            {problem}
          </p>
        )
      }
    >
      <input
        {...draft.props}
        id={id}
        value={draft.isBegun ? draft.props.value : (refused ?? read)}
        onFocus={(event) => {
          if (isReadOnly) return;
          draft.write(refused ?? formatNumber(value, locale));
          setRefused(undefined);
          const field = event.currentTarget;
          requestAnimationFrame(() => field.select());
        }}
        inputMode="decimal"
        data-field={name}
        aria-keyshortcuts={hotkey}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
        readOnly={isReadOnly}
        autoComplete="off"
        className={clsx(quietControl, 'tabular-nums aria-invalid:border-danger')}
      />
    </FieldRow>
  );
}

const money: Intl.NumberFormatOptions = { style: 'currency', currency: 'BRL' };

/** Amount in R$. */
export const MoneyField = (props: Omit<Props, 'format' | 'kind'>) => (
  <NumberField {...props} kind="money" format={money} />
);
