import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type MenuItem, MenuList } from './MenuList.tsx';

interface Props {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly head?: ReactNode;
  /** Element below which the menu opens. */
  readonly from: HTMLElement;
  /** Called after a choice or Escape; the focus returns. */
  readonly onClose: () => void;
  /** Called when the focus has moved elsewhere. */
  readonly onLeave: () => void;
}

const margin = 8;

/** Menu shared by many elements, opened at the one it is for. */
export function SharedMenu({ label, items, head, from, onClose, onLeave }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    const { bottom, right } = from.getBoundingClientRect();
    const within = (at: number, size: number, most: number) =>
      Math.max(margin, Math.min(at, most - size - margin));
    menu.style.left = `${within(right - menu.offsetWidth, menu.offsetWidth, innerWidth)}px`;
    menu.style.top = `${within(bottom + 4, menu.offsetHeight, innerHeight)}px`;
  });
  useEffect(() => {
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) leave.current();
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('scroll', away, true);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('scroll', away, true);
    };
  }, []);
  return (
    <div ref={box} className="fixed z-30">
      <MenuList label={label} items={items} head={head} onClose={onClose} onLeave={onLeave} />
    </div>
  );
}
