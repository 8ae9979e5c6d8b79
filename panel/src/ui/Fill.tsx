import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** The least height, for windows that are hardly any. */
const least = 320;

/** What takes the rest of the window, whatever stands above and below it; what is in it scrolls by itself. */
export function Fill({ children }: { readonly children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const main = box?.closest('main');
    if (!box) return;
    const adapt = () => {
      const below = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0;
      const above = box.getBoundingClientRect().top + scrollY;
      box.style.height = `${Math.max(least, innerHeight - above - below)}px`;
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
  }, []);
  return (
    <div ref={ref} className="flex min-h-0 flex-col">
      {children}
    </div>
  );
}
