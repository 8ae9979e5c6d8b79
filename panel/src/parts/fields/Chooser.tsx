import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Check } from '#panel/ui/icons.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';
import { focusOnMount } from './use-draft.ts';

export interface Option {
  readonly id: string;
  readonly name: string;
  readonly icon?: ReactNode;
}

interface Props {
  readonly label: string;
  readonly name?: string | undefined;
  readonly hotkey?: string | undefined;
  readonly className?: string;
  /** Horizontal place of the list. */
  readonly listClassName?: string;
  /** Content of the button. */
  readonly children: ReactNode;
  /** Options that match the typed text. */
  readonly options: readonly Option[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly chosen: readonly string[];
  /** With several values, choosing a selected option again removes it, and the list stays open. */
  readonly isMany?: boolean;
  readonly onTake: (option: Option) => void;
  /** True if typing on the button opens the list. */
  readonly opensByTyping?: boolean;
  /** Shown without options, until something is typed. */
  readonly none?: string | undefined;
}

/** Button with a searchable list: arrows move, Enter chooses, Escape closes. */
export function Chooser(props: Props) {
  const { label, name, hotkey, className, children, options, typed, onType, isOpen, onOpen } =
    props;
  const {
    listClassName = 'left-0',
    chosen,
    isMany = false,
    onTake,
    opensByTyping = false,
    none,
  } = props;
  const words = useRecordWords();
  const id = useId();
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const current = options[Math.min(at, options.length - 1)];
  useEffect(() => {
    if (!isOpen) return;
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [isOpen, onOpen]);
  const close = () => {
    onOpen(false);
    onType('');
    setAt(0);
    button.current?.focus();
  };
  const take = (option: Option | undefined) => {
    if (!option) return;
    onTake(option);
    if (!isMany) close();
    else onType('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter') take(current);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') onOpen(false);
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        data-field={name}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-keyshortcuts={hotkey}
        onClick={() => onOpen(!isOpen)}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, altKey } = event;
          if (!opensByTyping || key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey)
            return;
          event.preventDefault();
          event.stopPropagation();
          onOpen(true);
          onType(key);
        }}
        className={className}
      >
        {children}
        <span className="sr-only">{label}</span>
      </button>
      {isOpen ? (
        <div
          className={clsx(
            'appear absolute top-full z-20 mt-1 flex w-full min-w-52 flex-col gap-1 rounded-card border border-border bg-raised p-1 shadow-float',
            listClassName,
          )}
        >
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={current ? `${id}-${current.id}` : undefined}
            aria-label={label}
            placeholder={words.fields.find}
            autoComplete="off"
            ref={focusOnMount}
            value={typed}
            onChange={({ target }) => {
              onType(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            className="control w-full rounded border border-border bg-raised px-2"
          />
          <div
            id={id}
            role="listbox"
            aria-label={label}
            aria-multiselectable={isMany || undefined}
            className="flex max-h-56 flex-col overflow-auto"
          >
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={isMany ? chosen.includes(option.id) : option === current}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(option)}
                className={clsx(
                  'control flex shrink-0 cursor-pointer items-center justify-between gap-2 rounded px-2',
                  option === current && 'bg-tint',
                )}
              >
                <span className="flex min-w-0 items-center gap-1.5">
                  {option.icon}
                  <span className="truncate">{option.name}</span>
                </span>
                {chosen.includes(option.id) ? <Check /> : null}
              </div>
            ))}
          </div>
          {options.length === 0 ? (
            <p role="status" className="px-2 py-1 text-muted">
              {(typed === '' && none) || words.fields.nothing}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
