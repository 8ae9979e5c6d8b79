import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { More } from './icons.tsx';
import { type MenuItem, MenuList } from './MenuList.tsx';

export type { MenuItem } from './MenuList.tsx';

interface Props {
  /** Accessible name of the button, after its `children`. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly children?: ReactNode;
  /** True if the label is visible next to `children`. */
  readonly isLabelShown?: boolean;
  readonly className?: string;
  /** Name by which `focusField` of parts/fields finds the button. */
  readonly name?: string | undefined;
  /** Edge of the button to which the list is aligned, and its side. */
  readonly align?: 'start' | 'end';
  readonly side?: 'above' | 'below';
  /** -1 if the button is reached from its container instead of by Tab. */
  readonly tabIndex?: -1 | undefined;
  /** Keys that open it: `data-key` of the button. */
  readonly keys?: string | undefined;
  /** Element that regains the focus instead of the button, if set. */
  readonly returnTo?: { readonly current: HTMLElement | null } | undefined;
}

/** Button with a list of actions: arrows move, letters jump, Escape closes and returns the focus. */
export function Menu({
  label,
  items,
  children,
  isLabelShown = false,
  className,
  name,
  align = 'end',
  side = 'below',
  tabIndex,
  keys,
  returnTo,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    (returnTo?.current?.isConnected ? returnTo.current : button.current)?.focus();
  };
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        data-field={name}
        data-key={keys}
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
        <MenuList
          id={id}
          label={label}
          items={items}
          onClose={close}
          onLeave={() => setOpen(false)}
          className={clsx(
            'absolute',
            align === 'end' ? 'right-0' : 'left-0',
            side === 'below' ? 'top-full mt-1' : 'bottom-full mb-1',
          )}
        />
      ) : null}
    </div>
  );
}

/** Button "⋯" with the actions of a record. */
export const MoreMenu = (props: Omit<Props, 'children' | 'isLabelShown'>) => (
  <Menu
    className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
    {...props}
  >
    <More />
  </Menu>
);
