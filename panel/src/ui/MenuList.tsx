import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isChosen?: boolean;
  readonly act: () => void;
}

interface Props {
  readonly id?: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Row of items above the list. */
  readonly head?: ReactNode;
  /** Called after a choice or Escape; the focus returns to the opener. */
  readonly onClose: () => void;
  /** Called when the focus has moved elsewhere. */
  readonly onLeave: () => void;
  /** Sets its position. */
  readonly className?: string;
}

/** List of an open menu: arrows move, letters jump. */
export function MenuList({ id, label, items, head, onClose, onLeave, className }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
  ];
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[
      event.key
    ];
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    // Keeps single keys from the shortcuts of the screen below.
    if (isLetter || event.key === 'Escape' || to !== undefined) event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Tab') onLeave();
    else if (to !== undefined) all[to % all.length]?.focus();
    else if (isLetter && event.key !== ' ')
      [...all.slice(at + 1), ...all]
        .find((entry) => entry.innerText.toLowerCase().startsWith(event.key.toLowerCase()))
        ?.focus();
    if (event.key === 'Escape' || to !== undefined) event.preventDefault();
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={clsx(
        'appear z-20 flex max-h-[70dvh] min-w-44 max-w-72 flex-col overflow-auto rounded-card border border-border bg-raised p-1 shadow-float',
        className,
      )}
    >
      {head}
      {items.map(({ label, icon, isDangerous, isChosen, act }, place) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a menuitemradio is checked
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name
          key={place}
          type="button"
          role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={isChosen}
          tabIndex={-1}
          onClick={() => {
            onClose();
            act();
          }}
          className={clsx(
            'control flex shrink-0 items-center gap-2 rounded px-2 text-left hover:bg-surface focus:bg-surface focus-visible:outline-0',
            isDangerous && 'text-danger',
            isChosen && 'font-semibold',
          )}
        >
          {icon}
          <span className="truncate">{label}</span>
        </button>
      ))}
    </div>
  );
}
