import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  /** Accessible name of the button, if `trigger` is not sufficient. */
  readonly label?: string;
  readonly trigger: ReactNode;
  /** Accessible name of the panel. */
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly className?: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** Button with a small panel of controls, at the bottom of the screen on phones. Escape closes it and returns the focus. */
export function Popover(props: Props) {
  const { label, trigger, title, isOpen, onToggle, className, align = 'start', children } = props;
  const box = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const inside = panel.current;
    const enter = () => {
      const first = inside?.querySelector<HTMLElement>(
        'input:checked, input:not([type=hidden], [type=radio]), input, button',
      );
      (first ?? inside)?.focus();
      return first;
    };
    // Its content may still be loading.
    const arrival = new MutationObserver(() => {
      if (document.activeElement !== inside || enter()) arrival.disconnect();
    });
    if (!enter() && inside) arrival.observe(inside, { childList: true, subtree: true });
    return () => arrival.disconnect();
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onToggle(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [isOpen, onToggle]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel inside
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onToggle(false);
        button.current?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) onToggle(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
        className={className}
      >
        {trigger}
      </button>
      {isOpen ? (
        <div
          ref={panel}
          role="dialog"
          aria-label={title}
          tabIndex={-1}
          className={clsx(
            'appear absolute top-full z-20 mt-1 flex max-h-[70dvh] w-72 flex-col gap-3 overflow-auto rounded-card border border-border bg-raised p-3 shadow-float max-sm:fixed max-sm:inset-x-2 max-sm:top-auto max-sm:bottom-2 max-sm:w-auto',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}
