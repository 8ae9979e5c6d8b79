import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type MenuItem, MenuList } from './MenuList.tsx';

interface Props {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly head?: ReactNode;
  /** What it stands below. */
  readonly from: HTMLElement;
  /** Closed by choosing, or Escape: the focus goes back. */
  readonly onClose: () => void;
  /** The focus has gone elsewhere. */
  readonly onLeave: () => void;
}

const margin = 8;

/** A menu that many have in common: it is opened at whichever it is for. */
export function MenuAt({ label, items, head, from, onClose, onLeave }: Props) {
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
