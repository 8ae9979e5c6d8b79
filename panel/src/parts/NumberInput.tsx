import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { hintIdOf, inputClass, type Labelled, Row } from '../ui/Field.tsx';
import { useLocale } from '../words/translations.ts';
import { parseNumber } from './fields/parse-number.ts';
import { type NumberRange, useNumberProblem } from './fields/use-number-problem.ts';

interface Props extends Labelled, NumberRange {
  /** Key of the value in the form's data, with a decimal point: `1234.5`. */
  readonly name: string;
  readonly defaultValue?: number | null | undefined;
  readonly required?: boolean;
}

/** Input for a number or an amount, typed and pasted in the notation of the panel's language. */
export function NumberInput(props: Props) {
  const { label, hint, name, defaultValue = null, required, ...range } = props;
  const locale = useLocale();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const write = (value: number | null) =>
    value === null
      ? ''
      : new Intl.NumberFormat(locale, {
          minimumFractionDigits: range.kind === 'money' ? 2 : 0,
          maximumFractionDigits: range.kind === 'money' ? 2 : 6,
        }).format(value);
  const [text, setText] = useState(() => write(defaultValue));
  const [isLeft, setLeft] = useState(false);
  const problem = useNumberProblem(text, range);
  const value = parseNumber(text, locale);
  const now = useRef({ value, initial: '' });
  now.current = { value, initial: write(defaultValue) };

  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  useEffect(() => {
    const form = input.current?.form;
    const fill = ({ formData }: FormDataEvent) =>
      formData.set(name, String(now.current.value ?? ''));
    const reset = () => {
      setText(now.current.initial);
      setLeft(false);
    };
    form?.addEventListener('formdata', fill);
    form?.addEventListener('reset', reset);
    return () => {
      form?.removeEventListener('formdata', fill);
      form?.removeEventListener('reset', reset);
    };
  }, [name]);

  const isInvalid = isLeft && problem !== '';
  return (
    <Row id={id} label={label} hint={hint}>
      <input
        ref={input}
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        required={required}
        aria-invalid={isInvalid || undefined}
        aria-describedby={clsx(hintIdOf(id, hint), isInvalid && `${id}-problem`) || undefined}
        onChange={({ target }) => {
          setText(target.value);
          setLeft(false);
        }}
        onBlur={() => {
          setLeft(true);
          if (problem === '' && typeof value === 'number') setText(write(value));
        }}
        className={clsx(inputClass, 'tabular-nums')}
      />
      {isInvalid ? (
        <p id={`${id}-problem`} role="alert" className="text-danger text-meta">
          {problem}
        </p>
      ) : null}
    </Row>
  );
}
