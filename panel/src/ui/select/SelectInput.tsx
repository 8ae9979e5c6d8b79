import { clsx } from 'clsx';
import {
  type ChangeEventHandler,
  type ComponentType,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { inputClass } from '../Field.tsx';
import { Down } from '../icons.tsx';
import type { SelectListProps } from './SelectList.tsx';

export interface SelectChoice {
  readonly value: string;
  readonly label: string;
}

export interface SelectWords {
  readonly find: string;
  readonly nothing: string;
}

export interface SelectInputProps {
  /** Accessible name, unless a `<label>` refers to `id`. */
  readonly label: string;
  readonly id?: string;
  readonly choices: readonly SelectChoice[];
  /** Key of the value in the form's data. */
  readonly name?: string;
  /** Without it the select is uncontrolled. */
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChange?: ChangeEventHandler<HTMLSelectElement>;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly 'aria-describedby'?: string | undefined;
}

interface Props extends SelectInputProps {
  readonly words: SelectWords;
  readonly ref?: Ref<HTMLButtonElement>;
  /** Called after the list has closed. */
  readonly onEnd?: SelectListProps['onEnd'];
}

const load = () => import('./SelectList.tsx');

/**
 * Select with a list drawn by the panel (combobox of WAI-ARIA that opens a dialog). A hidden native select has the value, so that forms submit, reset
 * and validate it.
 */
export function SelectInput(props: Props) {
  const { label, id, choices, words, className, ref, onEnd, ...rest } = props;
  const { 'aria-describedby': describedBy, ...native } = rest;
  const select = useRef<HTMLSelectElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [List, setList] = useState<ComponentType<SelectListProps>>();
  /** Letters typed to open the list; undefined while it is closed. */
  const [typed, setTyped] = useState<string>();
  const trigger = () => box.current?.querySelector('button');

  const show = useCallback(() => setText(select.current?.selectedOptions[0]?.label ?? ''), []);
  useLayoutEffect(show);
  useEffect(() => {
    // Opens without a delay, and without a connection. If it fails, opening tries again.
    load().catch(() => {});
    const form = select.current?.form;
    // The event precedes the reset.
    const later = () => setTimeout(show);
    form?.addEventListener('reset', later);
    return () => form?.removeEventListener('reset', later);
  }, [show]);

  const open = async (letter = '') => {
    trigger()?.focus();
    setTyped((before) => (before ?? '') + letter);
    const { SelectList } = await load();
    setList(() => SelectList);
  };
  const end: SelectListProps['onEnd'] = (value, step) => {
    setTyped(undefined);
    const control = select.current;
    if (control && value !== undefined && value !== control.value) {
      control.value = value;
      trigger()?.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
      show();
    }
    onEnd?.(value, step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    const isLetter = key.length === 1 && key !== ' ';
    if (isLetter || key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      void open(isLetter ? key : '');
    } else if (key !== 'Enter' && key !== ' ') return;
    // The screen has shortcuts on these keys.
    event.stopPropagation();
  };
  const isOpen = typed !== undefined;
  return (
    <span ref={box} className={clsx('relative inline-flex min-w-0', className)}>
      <select
        {...native}
        ref={select}
        tabIndex={-1}
        aria-hidden="true"
        // The browser focuses it to explain why it is invalid.
        onFocus={() => trigger()?.focus()}
        className="pointer-events-none absolute inset-0 opacity-0"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        ref={ref}
        id={id}
        type="button"
        role="combobox"
        // By the name a form marks it as invalid; buttons of this type are not submitted.
        name={rest.name}
        disabled={rest.disabled}
        aria-label={id === undefined ? label : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-required={rest.required}
        aria-describedby={describedBy}
        onClick={() => void open()}
        onKeyDown={onKeyDown}
        className={clsx(inputClass, 'flex min-w-0 items-center justify-between gap-2 text-left')}
      >
        <span className="truncate">{text}</span>
        <Down />
      </button>
      {isOpen && List && box.current ? (
        <List
          id={listId}
          label={label}
          words={words}
          choices={choices}
          value={select.current?.value ?? ''}
          typed={typed}
          anchor={box.current}
          onEnd={end}
        />
      ) : null}
    </span>
  );
}
