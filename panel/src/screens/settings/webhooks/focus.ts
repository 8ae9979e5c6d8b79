import { useEffect, useRef } from 'react';

/** Gives the focus to what stands under a name once it is there: what had it is gone. */
export function useFocusNext() {
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    const place = [...(box.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])].find(
      ({ dataset }) => dataset.focus === next.current,
    );
    next.current = undefined;
    place?.querySelector<HTMLElement>('input, button')?.focus();
  });
  return {
    box,
    focusNext(name: string) {
      next.current = name;
    },
  };
}
