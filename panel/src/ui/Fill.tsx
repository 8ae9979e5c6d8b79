import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Minimum height, for very low windows. */
const minHeight = 320;

interface Props {
  readonly children: ReactNode;
  /** Extends to the edge of the window, or to the bottom bar of a phone. */
  readonly isFlush?: boolean;
}

/** Fills the rest of the window; its content scrolls independently. */
export function Fill({ children, isFlush = false }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const main = box?.closest('main');
    if (!box) return;
    const adapt = () => {
      const bar = main?.nextElementSibling;
      const edge = bar instanceof HTMLElement ? bar.offsetHeight : 0;
      const padding = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0;
      const below = isFlush ? edge : padding;
      const above = box.getBoundingClientRect().top + scrollY;
      box.style.height = `${Math.max(minHeight, innerHeight - above - below)}px`;
    };
    adapt();
    const watch = new ResizeObserver(adapt);
    watch.observe(document.documentElement);
    for (const each of box.parentElement?.children ?? []) if (each !== box) watch.observe(each);
    window.addEventListener('resize', adapt);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', adapt);
    };
  }, [isFlush]);
  return (
    <div ref={ref} className="flex min-h-0 flex-col">
      {children}
    </div>
  );
}
