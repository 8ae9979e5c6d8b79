import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isChosen?: boolean;
  readonly act: () => void;
}

interface Props {
  /** What the button is called, after what its `children` say. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly children?: ReactNode;
  /** Whether the label is seen beside `children`, too. */
  readonly isLabelShown?: boolean;
  readonly className?: string;
  /** Which edge of the button the list keeps to, and on which side of it. */
  readonly align?: 'start' | 'end';
  readonly side?: 'above' | 'below';
  /** -1 where the button is reached from what it belongs to, not by Tab. */
  readonly tabIndex?: -1 | undefined;
}

/** A button with a list of acts: arrows move, letters jump, Escape gives the focus back. */
export function Menu({
  label,
  items,
  children,
  isLabelShown = false,
  className,
  align = 'end',
  side = 'below',
  tabIndex,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  useEffect(() => {
    if (!isOpen) return;
    const first = box.current?.querySelector<HTMLElement>('[role^=menuitem]');
    first?.focus();
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else if (to !== undefined) all[to % all.length]?.focus();
    else if (event.key.length === 1 && event.key !== ' ')
      [...all.slice(at + 1), ...all]
        .find((entry) => entry.innerText.toLowerCase().startsWith(event.key.toLowerCase()))
        ?.focus();
    if (event.key === 'Escape' || to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={className}
      >
        {children}
        <span className={children && !isLabelShown ? 'sr-only' : ''}>{label}</span>
      </button>
      {isOpen ? (
        <div
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className={clsx(
            'appear absolute z-20 flex max-h-[70dvh] min-w-44 max-w-72 flex-col overflow-auto rounded-card border border-border bg-raised p-1 shadow-float',
            align === 'end' ? 'right-0' : 'left-0',
            side === 'below' ? 'top-full mt-1' : 'bottom-full mb-1',
          )}
        >
          {items.map(({ label, icon, isDangerous, isChosen, act }) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a menuitemradio is checked
            <button
              key={label}
              type="button"
              role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={isChosen}
              tabIndex={-1}
              onClick={() => {
                close();
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
      ) : null}
    </div>
  );
}
