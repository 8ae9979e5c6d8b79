import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useState,
} from 'react';

/** Beginning of a word in front of the caret that suggestions complete. */
export interface Typed {
  readonly from: number;
  readonly typed: string;
}

/** State of a text area with suggestions. @param typedAt the beginning of a word that is completed at the caret, if any */
export function useSuggestions(
  text: string,
  typedAt: (text: string, caret: number) => Typed | undefined,
) {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [isOff, setOff] = useState(false);
  return { typed: isOff ? undefined : typedAt(text, caret), caret, setCaret, at, setAt, setOff };
}

interface Props<T> extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly state: ReturnType<typeof useSuggestions>;
  readonly options: readonly T[];
  readonly listLabel: string;
  readonly listClass: string;
  readonly optionClass: string;
  /** Text of the list without options; undefined hides it. */
  readonly none?: string | undefined;
  readonly optionOf: (option: T) => ReactNode;
  readonly onText: (text: string) => void;
  readonly onTake: (option: T, typed: Typed) => void;
  /** Called with each key first, and whether an option is offered. @returns true if the key was handled */
  readonly onKey: (event: KeyboardEvent, isOffered: boolean) => boolean;
}

/** Text area with a list that completes the word at the caret: arrows move, Enter or Tab inserts, Escape closes. */
export function SuggestArea<T extends { readonly id: string }>(props: Props<T>) {
  const { field, value, state, options, listLabel, listClass, optionClass, ...others } = props;
  const { none, optionOf, onText, onTake, onKey, ...rest } = others;
  const { typed, setCaret, at, setAt, setOff } = state;
  const id = useId();
  const current = options[Math.min(at, options.length - 1)];
  const take = (option: T) => {
    if (typed) onTake(option, typed);
    setOff(true);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is composing a character.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!onKey(event, current !== undefined)) {
      if (typed && event.key === 'Escape') setOff(true);
      else if (current && step !== undefined)
        setAt((options.indexOf(current) + step + options.length) % options.length);
      else if (current && ['Enter', 'Tab'].includes(event.key) && !event.shiftKey) take(current);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <textarea
        {...rest}
        ref={field}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        value={value}
        onChange={({ target }) => {
          onText(target.value);
          setCaret(target.selectionStart);
          setOff(false);
          setAt(0);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onFocus={() => setOff(false)}
        onBlur={() => setOff(true)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={listLabel}
        hidden={!current && none === undefined}
        className={clsx(
          'absolute inset-x-0 z-20 flex flex-col overflow-auto rounded-card border border-border bg-raised p-1 shadow-float',
          listClass,
        )}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === current}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
            className={clsx(
              'flex shrink-0 cursor-pointer rounded px-2',
              optionClass,
              option === current && 'bg-tint',
            )}
          >
            {optionOf(option)}
          </div>
        ))}
        {current ? null : (
          <div
            role="option"
            tabIndex={-1}
            aria-selected={false}
            aria-disabled
            className="p-2 text-muted"
          >
            {none}
          </div>
        )}
      </div>
    </div>
  );
}
