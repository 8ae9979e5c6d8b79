import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { peekIn } from '#panel/route/record-paths.ts';
import { Close } from '#panel/ui/icons.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { isShortcut } from '../record-shortcuts.ts';

/** Keys that act on records. With a selection they act on all selected records or on none. */
const acting = ['a', 'p', 'd', 'm', 'l', 'e', 'E', 'i', 's', 'Backspace', 'Delete'];

/** True if the focus is in a peek, whose keys are for its record. */
const isInPeek = () =>
  peekIn(location.search) !== undefined &&
  !document.querySelector('main')?.contains(document.activeElement);

interface Props {
  /** Number of selected records. */
  readonly about: string;
  readonly children: (returnTo: RefObject<HTMLElement | null>) => ReactNode;
  /** Clears the selection. */
  readonly onClear: () => void;
}

/** Bar of a selection. Keys press its buttons by `data-key`; Escape clears the selection. */
export function SelectionBar({ about, children, onClear }: Props) {
  const words = useBulkWords();
  const bar = useRef<HTMLElement>(null);
  /** The row or card where a key of the bar was pressed. */
  const returnTo = useRef<HTMLElement>(null);
  const clear = useRef(onClear);
  clear.current = onClear;
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!isShortcut(event) || !acting.includes(event.key) || isInPeek()) return;
      event.preventDefault();
      event.stopPropagation();
      const key = event.key === 'Delete' ? 'Backspace' : event.key;
      const button = bar.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
      const { activeElement } = document;
      if (!bar.current?.contains(activeElement))
        returnTo.current = activeElement instanceof HTMLElement ? activeElement : null;
      button?.click();
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isShortcut(event) || isInPeek()) return;
      event.preventDefault();
      clear.current();
    };
    document.addEventListener('keydown', act, true);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', act, true);
      document.removeEventListener('keydown', leave);
    };
  }, []);
  // Keeps toasts above the bar.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--bar', `${(bar.current?.offsetHeight ?? 0) + 8}px`);
    const sizes = new ResizeObserver(measure);
    if (bar.current) sizes.observe(bar.current);
    measure();
    return () => {
      sizes.disconnect();
      style.removeProperty('--bar');
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={words.bar}
      onFocus={({ target }) => {
        // Focusing a button of the bar cancels the return of the focus to the row.
        if (!target.closest('[role=menu]')) returnTo.current = null;
      }}
      className="selection-bar appear fixed inset-x-2 bottom-16 z-20 mx-auto flex w-fit max-w-[calc(100%-16px)] items-center gap-1 rounded-card border border-border bg-raised p-1 shadow-float md:bottom-4 md:flex-wrap"
    >
      <p role="status" className="px-2 tabular-nums">
        {about}
      </p>
      {children(returnTo)}
      <button
        type="button"
        aria-label={words.clear}
        onClick={onClear}
        className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-tint max-md:sticky max-md:-right-1 max-md:bg-raised"
      >
        <Close />
      </button>
    </section>
  );
}
