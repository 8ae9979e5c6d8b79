import { useId } from 'react';
import { useLocale } from '#panel/words/translations.ts';
import { type FieldProps, FieldRow, quietControl } from './FieldRow.tsx';
import { formatNumber, parseNumber } from './parse-number.ts';
import { useDraft } from './use-draft.ts';

interface Props extends FieldProps {
  readonly value: number | null;
  readonly onSave: (value: number | null) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Display format while the field is not edited: `R$ 1.234,50`, `3,5 h`. */
  readonly format?: Intl.NumberFormatOptions;
}

const plain: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };

/** Number field. Ignores input that is not a number or is out of range. */
export function NumberField(props: Props) {
  const { value, onSave, min = -Infinity, max = Infinity, format = plain } = props;
  const { label, name, hotkey, isReadOnly = false } = props;
  const locale = useLocale();
  const id = useId();
  const draft = useDraft(formatNumber(value, locale), (text) => {
    const now = parseNumber(text, locale);
    if (now === null || (now !== undefined && now >= min && now <= max)) onSave(now);
  });
  const read = value === null ? '' : new Intl.NumberFormat(locale, format).format(value);
  return (
    <FieldRow id={id} label={label} hotkey={hotkey}>
      <input
        {...draft.props}
        id={id}
        value={draft.isBegun ? draft.props.value : read}
        onFocus={(event) => {
          if (isReadOnly) return;
          draft.write(formatNumber(value, locale));
          const field = event.currentTarget;
          requestAnimationFrame(() => field.select());
        }}
        inputMode="decimal"
        data-field={name}
        aria-keyshortcuts={hotkey}
        readOnly={isReadOnly}
        autoComplete="off"
        className={quietControl}
      />
    </FieldRow>
  );
}

const money: Intl.NumberFormatOptions = { style: 'currency', currency: 'BRL' };

/** Amount in R$; with cents only if it has any. */
export const MoneyField = (props: Omit<Props, 'format'>) => (
  <NumberField {...props} format={money} />
);
