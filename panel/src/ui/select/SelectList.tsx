import { clsx } from 'clsx';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { AnchoredDialog } from '../AnchoredDialog.tsx';
import { filterByWords, folded } from '../filter-by-words.ts';
import { Check } from '../icons.tsx';
import type { SelectChoice, SelectWords } from './SelectInput.tsx';

export interface SelectListProps {
  readonly id: string;
  readonly label: string;
  readonly words: SelectWords;
  readonly choices: readonly SelectChoice[];
  /** Chosen value. */
  readonly value: string;
  /** Letters typed before it opened. */
  readonly typed: string;
  readonly anchor: HTMLElement;
  /** @param value undefined: the value remains @param step direction in which Tab leaves, otherwise 0 */
  readonly onEnd: (value: string | undefined, step: -1 | 0 | 1) => void;
}

/** Maximum number of choices without a search field. */
const unsearched = 10;
/** Number of choices that Page Up and Page Down skip. */
const page = 10;
/** Width in pixels of a list that is wider than its select. */
const widest = 400;
/** Time after which a letter begins a new word. */
const pauseMs = 700;

/** List of a select: arrows move, letters jump or search, Enter and Tab choose, Escape closes. */
export function SelectList(props: SelectListProps) {
  const { id, label, words, choices, value, anchor, onEnd } = props;
  const width = anchor.offsetWidth;
  const isSearched = choices.length > unsearched;
  const [sought, setSought] = useState(isSearched ? props.typed : '');
  const options = isSearched
    ? filterByWords(
        choices.map((each) => ({ ...each, name: each.label })),
        sought,
      )
    : choices;
  const letters = useRef({ text: '', at: 0 });
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Index of the next choice that begins with a text. */
  const indexOf = (text: string, from: number) => {
    const begins = ({ label }: SelectChoice) => folded(label).startsWith(folded(text));
    const after = options.findIndex((each, i) => i >= from && begins(each));
    return after >= 0 ? after : options.findIndex(begins);
  };
  const chosen = options.findIndex((each) => each.value === value);
  const [at, setAt] = useState(() =>
    Math.max(0, props.typed === '' ? chosen : isSearched ? 0 : indexOf(props.typed, 0)),
  );
  const current = options[at];

  // A keyboard on the screen of a phone would cover the list.
  useLayoutEffect(() => {
    const isTouched = matchMedia('(pointer: coarse)').matches;
    (isTouched ? list.current : (input.current ?? list.current))?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current option is found by its attribute
  useLayoutEffect(() => {
    list.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at, sought]);

  const jump = (letter: string, timeStamp: number) => {
    const { text, at: before } = letters.current;
    const typed = timeStamp - before > pauseMs ? letter : text + letter;
    letters.current = { text: typed, at: timeStamp };
    // The same letter again goes to the next choice that begins with it.
    const isRepeated = [...typed].every((each) => each === letter);
    const next = isRepeated ? indexOf(letter, at + 1) : indexOf(typed, at);
    if (next >= 0) setAt(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const { key, nativeEvent, target, currentTarget } = event;
    if (nativeEvent.isComposing) return;
    const isInList = target === list.current;
    const last = options.length - 1;
    const to: Readonly<Record<string, number | false>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: isInList && 0,
      End: isInList && last,
    };
    const next = to[key] ?? false;
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (next !== false) setAt(Math.max(0, Math.min(next, last)));
    else if (key === 'Tab') {
      // The focus returns to the select, from which the key moves it on.
      currentTarget.close();
      onEnd(current?.value, event.shiftKey ? -1 : 1);
      return;
    } else if (key === 'Enter' || (key === ' ' && isInList)) {
      if (current) onEnd(current.value, 0);
    } else if (isLetter && isInList) jump(key, event.timeStamp);
    else return;
    event.preventDefault();
  };
  return (
    <AnchoredDialog
      label={label}
      anchor={anchor}
      className="overflow-hidden"
      onKeyDown={onKeyDown}
      onClose={() => onEnd(undefined, 0)}
    >
      <div
        style={{ minWidth: width, maxWidth: Math.max(width, widest) }}
        className="flex max-h-80 flex-col p-1 max-sm:max-h-[70dvh] max-sm:max-w-none! max-sm:pb-[calc(4px+env(safe-area-inset-bottom))]"
      >
        <p aria-hidden="true" className="px-2 py-2 font-semibold sm:hidden">
          {label}
        </p>
        {isSearched ? (
          <input
            ref={input}
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={current && `${id}-${at}`}
            aria-label={label}
            placeholder={words.find}
            autoComplete="off"
            value={sought}
            onChange={({ target }) => {
              setSought(target.value);
              setAt(0);
            }}
            className="control mb-1 shrink-0 border-border border-b bg-transparent px-2 outline-0"
          />
        ) : null}
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={label}
          aria-activedescendant={current && `${id}-${at}`}
          tabIndex={0}
          hidden={options.length === 0}
          className="flex min-h-0 flex-col overflow-y-auto outline-0"
        >
          {options.map((each, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles the keys
            <div
              key={each.value}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={each.value === value}
              data-current={i === at || undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(i)}
              onClick={() => onEnd(each.value, 0)}
              className={clsx(
                'control flex shrink-0 cursor-pointer items-center justify-between gap-2 rounded px-2',
                i === at && 'bg-tint',
              )}
            >
              <span className="truncate">{each.label}</span>
              {each.value === value ? <Check /> : null}
            </div>
          ))}
        </div>
        {options.length === 0 ? (
          <p role="status" className="px-2 py-1 text-muted">
            {words.nothing}
          </p>
        ) : null}
      </div>
    </AnchoredDialog>
  );
}
