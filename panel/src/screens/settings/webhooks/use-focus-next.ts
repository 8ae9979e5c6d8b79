import { useEffect, useRef } from 'react';

/** Moves the focus to a named element after the next render, because the focused one is removed. */
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
