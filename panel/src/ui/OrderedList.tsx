import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Grip } from './icons.tsx';
import { type MenuItem, MoreMenu } from './Menu.tsx';

/** Texts of the list. */
interface OrderWords {
  readonly handle: (p: { name: string }) => string;
  readonly actions: (p: { name: string }) => string;
  readonly toStart: string;
  readonly up: string;
  readonly down: string;
  readonly toEnd: string;
  readonly moved: (p: { name: string; place: number; of: number }) => string;
}

interface Entry {
  readonly key: string;
  readonly name: string;
}

interface Props<T extends Entry> {
  readonly label: string;
  readonly entries: readonly T[];
  readonly words: OrderWords;
  readonly children: (entry: T) => ReactNode;
  /** True for tall entries: aligns the handle and menu to the top. */
  readonly isTall?: boolean;
  /** Further menu items of an entry. */
  readonly items: (entry: T) => readonly MenuItem[];
  /** Absent if the user may not change the order; the other actions are hidden as well. */
  readonly onMove?: ((key: string, place: number) => void) | undefined;
}

const control =
  'control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface';

/** Reorderable list: a handle moved by the arrow keys, and a menu for devices without them. The focus follows the entry. */
export function OrderedList<T extends Entry>(props: Props<T>) {
  const { label, entries, words, children, isTall, items, onMove } = props;
  const list = useRef<HTMLOListElement>(null);
  const lastFocused = useRef<HTMLElement>(null);
  const [announcement, say] = useState('');
  const order = entries.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an element that is moved in the document loses the focus
  useLayoutEffect(() => {
    if (lastFocused.current?.isConnected) lastFocused.current.focus();
    lastFocused.current = null;
  }, [order]);

  const move = ({ key, name }: T, from: number, place: number) => {
    const to = Math.max(0, Math.min(place, entries.length - 1));
    if (!onMove || to === from) return;
    lastFocused.current =
      document.activeElement instanceof HTMLElement ? document.activeElement : null;
    onMove(key, to);
    say(words.moved({ name, place: to + 1, of: entries.length }));
  };
  const onKeyDown = (event: KeyboardEvent, entry: T, from: number) => {
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: entries.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    move(entry, from, to);
  };
  const moves = (entry: T, from: number): MenuItem[] => {
    const last = entries.length - 1;
    return [
      { label: words.toStart, to: 0, isThere: from > 1 },
      { label: words.up, to: from - 1, isThere: from > 0 },
      { label: words.down, to: from + 1, isThere: from < last },
      { label: words.toEnd, to: last, isThere: from < last - 1 },
    ]
      .filter(({ isThere }) => isThere)
      .map(({ label, to }) => ({ label, act: () => move(entry, from, to) }));
  };
  return (
    <>
      <ol ref={list} aria-label={label} className="flex flex-col">
        {entries.map((entry, index) => (
          <li
            key={entry.key}
            className={clsx(
              'flex min-h-9 gap-1 border-border border-b last:border-b-0',
              isTall ? 'items-start py-1' : 'items-center',
            )}
          >
            {onMove ? (
              <button
                type="button"
                aria-label={words.handle({ name: entry.name })}
                onKeyDown={(event) => onKeyDown(event, entry, index)}
                className={`${control} cursor-ns-resize`}
              >
                <Grip />
              </button>
            ) : null}
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1">
              {children(entry)}
            </div>
            {onMove ? (
              <MoreMenu
                label={words.actions({ name: entry.name })}
                items={[...moves(entry, index), ...items(entry)]}
                className={control}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
