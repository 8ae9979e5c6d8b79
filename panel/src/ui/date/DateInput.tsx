import { clsx } from 'clsx';
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Calendar } from '../icons.tsx';
import type { PickerProps } from './DatePicker.tsx';
import { type DateKind, readDate, writeDate } from './parse-date.ts';

export interface DateWords {
  readonly today: string;
  readonly close: string;
  readonly field: {
    readonly placeholders: Readonly<Record<DateKind, string>>;
    readonly open: string;
    readonly title: string;
    readonly monthBefore: string;
    readonly monthAfter: string;
    readonly clear: string;
    readonly keys: string;
    readonly required: string;
    readonly unreadable: (p: { example: string }) => string;
    readonly early: (p: { date: string }) => string;
    readonly late: (p: { date: string }) => string;
  };
}

export interface DateInputProps {
  readonly kind?: DateKind;
  readonly id?: string;
  /** Key of the value in the form's data. */
  readonly name?: string;
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm`; '' is empty. Without it the input is uncontrolled. */
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  /** @param isFinal true if chosen in the calendar, or typed and left; false while typing */
  readonly onChange?: (value: string, isFinal: boolean) => void;
  readonly min?: string;
  readonly max?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly className?: string;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly 'data-field'?: string | undefined;
  readonly 'aria-keyshortcuts'?: string | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-label'?: string | undefined;
}

interface Props extends DateInputProps {
  readonly words: DateWords;
  readonly locale: string;
  readonly today: string;
}

const latest = '2999-12-31T23:59';

/** Date input, typed in the format of the panel's language or chosen in a calendar (date picker dialog of WAI-ARIA). */
export function DateInput({
  words: { field: words, today: todayWord, close: closeWord },
  locale,
  today,
  kind = 'day',
  name,
  value: controlled,
  defaultValue = '',
  onChange,
  min,
  max = kind === 'day' ? latest.slice(0, 10) : latest,
  required = false,
  readOnly = false,
  className,
  onBlur,
  onKeyDown,
  'aria-invalid': isRefused,
  'aria-describedby': describedBy,
  ...rest
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const [ownValue, setOwn] = useState(defaultValue);
  const value = controlled ?? ownValue;
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: string }>();
  const [isLeft, setLeft] = useState(false);
  const [Picker, setPicker] = useState<ComponentType<PickerProps>>();
  const [isOpen, setOpen] = useState(false);
  const text = draft?.value === value ? draft.text : writeDate(locale, value);
  const now = useRef({ text, value, defaultValue });
  now.current = { text, value, defaultValue };

  const read = (written: string, isFinal: boolean) => {
    if (written.trim() === '') return '';
    const date = readDate({ locale, kind, today }, written, isFinal);
    return date === undefined || (min !== undefined && date < min) || date > max ? undefined : date;
  };
  const change = (next: string, written: string | undefined, isFinal: boolean) => {
    setDraft(written === undefined ? undefined : { text: written, value: next });
    if (next === now.current.value && !isFinal) return;
    const isNew = next !== now.current.value;
    now.current = { ...now.current, text: written ?? writeDate(locale, next), value: next };
    if (controlled === undefined) setOwn(next);
    if (isNew || isFinal) onChange?.(next, isFinal);
  };
  const write = (written: string) => {
    setLeft(false);
    const next = read(written, false);
    now.current.text = written;
    change(next ?? now.current.value, written, false);
  };
  /** Completes the typed text; unreadable text remains, with an error message. */
  const finish = () => {
    const next = read(now.current.text, true);
    if (next === undefined) setLeft(true);
    else if (next !== now.current.value || now.current.text !== writeDate(locale, next))
      change(next, undefined, true);
    return next;
  };
  const problem = problemOf();
  function problemOf(): string {
    if (text.trim() === '') return required ? words.required : '';
    const date = readDate({ locale, kind, today }, text, true);
    const written = (day: string) => writeDate(locale, day);
    if (date === undefined)
      return words.unreadable({ example: written(kind === 'day' ? today : `${today}T14:30`) });
    if (min !== undefined && date < min) return words.early({ date: written(min) });
    return date > max ? words.late({ date: written(max) }) : '';
  }

  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  useEffect(() => {
    const form = input.current?.form;
    if (!form || name === undefined) return;
    const fill = ({ formData }: FormDataEvent) => formData.set(name, now.current.value);
    const reset = () => {
      setDraft(undefined);
      setLeft(false);
      setOwn(now.current.defaultValue);
    };
    form.addEventListener('formdata', fill);
    form.addEventListener('reset', reset);
    return () => {
      form.removeEventListener('formdata', fill);
      form.removeEventListener('reset', reset);
    };
  }, [name]);

  const load = () => import('./DatePicker.tsx');
  const open = async () => {
    const { DatePicker } = await load();
    setPicker(() => DatePicker);
    setOpen(true);
  };
  const close = (isBack: boolean) => {
    setOpen(false);
    if (isBack) input.current?.focus();
  };
  const choose = (day: string) => {
    setLeft(false);
    const time = now.current.value.split('T')[1] ?? '09:00';
    change(day === '' || kind === 'day' ? day : `${day}T${time}`, undefined, true);
    close(true);
  };
  const isInvalid = isRefused || (isLeft && problem !== '');
  const isFixed = readOnly || rest.disabled === true;
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="relative flex min-w-0">
        <input
          {...rest}
          ref={input}
          name={name}
          type="text"
          inputMode={kind === 'day' ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          placeholder={readOnly ? undefined : words.placeholders[kind]}
          value={text}
          required={required}
          readOnly={readOnly}
          aria-invalid={isInvalid || undefined}
          aria-describedby={clsx(describedBy, isLeft && problem !== '' && problemId) || undefined}
          onChange={({ target }) => write(target.value)}
          onFocus={() => void load()}
          onBlur={() => {
            finish();
            onBlur?.();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') finish();
            else if (event.key === 'Escape') {
              now.current.text = writeDate(locale, now.current.value);
              setDraft(undefined);
              setLeft(false);
            } else if (event.key === 'ArrowDown' && !isFixed) {
              event.preventDefault();
              event.stopPropagation();
              void open();
              return;
            }
            onKeyDown?.(event);
          }}
          className={clsx(className, !isFixed && 'pr-8! pointer-coarse:pr-11!')}
        />
        {isFixed ? null : (
          <button
            type="button"
            aria-label={words.open}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            // A mouse press would first blur the input, which saves the typed text.
            onMouseDown={(event) => event.preventDefault()}
            onPointerEnter={() => void load()}
            onClick={() => void open()}
            className="control absolute top-0 right-0 inline-flex aspect-square items-center justify-center rounded text-muted hover:text-text"
          >
            <Calendar />
          </button>
        )}
      </span>
      {isLeft && problem !== '' ? (
        <span id={problemId} role="alert" className="text-danger text-meta">
          {problem}
        </span>
      ) : null}
      {isOpen && Picker && input.current ? (
        <Picker
          words={words}
          todayWord={todayWord}
          closeWord={closeWord}
          locale={locale}
          today={today}
          value={value.slice(0, 10)}
          min={min?.slice(0, 10)}
          max={max.slice(0, 10)}
          isRequired={required}
          anchor={input.current}
          onChoose={choose}
          onClose={() => close(true)}
        />
      ) : null}
    </span>
  );
}
