import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Message } from '#panel/api/types.ts';
import { keysAreOn } from '#panel/data/preferences.ts';
import { isTyping } from '#panel/ui/is-typing.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { RowView } from './RowView.tsx';
import { dayAbove, heightOf, isWritten, type Row } from './rows.ts';
import { useThreadContext } from './thread-context.ts';
import { endPx, useStickToEnd } from './use-stick-to-end.ts';

/** Scroll target of the thread: a row, or the end. */
export interface Target {
  readonly key: string | undefined;
  readonly align: 'start' | 'center';
  /** True if the row was searched for and takes the focus. */
  readonly isFound: boolean;
}

interface Props {
  readonly rows: readonly Row[];
  readonly find: (message: string) => Message | undefined;
  /** A new object scrolls there again. */
  readonly target: Target;
  readonly lit: string | undefined;
  readonly edited: string | undefined;
  /** True if new messages are scrolled into view while the user is at the end. */
  readonly follows: boolean;
  /** Reports the scroll position: the visible rows, and whether the last one is among them. */
  readonly onPlace: (place: SeenPosition) => void;
  /** Called with a key pressed on the focused message. */
  readonly onKey: (key: 'menu' | 'reply', row: Row, from: HTMLElement) => void;
}

export interface SeenPosition {
  readonly first: number;
  readonly last: number;
  readonly isAtEnd: boolean;
}

const articleIn = (box: HTMLElement | null, key: string) =>
  box?.querySelector<HTMLElement>(`[data-message="${CSS.escape(key)}"]`);

/** Virtualized list of messages: visible rows and a few around them are rendered. */
export const MessageList = memo(function MessageList(props: Props) {
  const { rows, find, target, lit, edited, follows, onPlace, onKey } = props;
  const words = useThreadWords();
  const { dayName } = useThreadContext();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const wanted = useRef<string>(undefined);
  const held = current === undefined ? -1 : rows.findIndex(({ key }) => key === current);
  const editedAt = edited === undefined ? -1 : rows.findIndex(({ key }) => key === edited);
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(rows[index] as Row),
    getItemKey,
    anchorTo: 'end',
    followOnAppend: follows,
    scrollEndThreshold: endPx,
    paddingStart: 8,
    scrollPaddingStart: 36,
    paddingEnd: 12,
    overscan: 4,
    directDomUpdates: true,
    // Starts at the end, so that earlier rows are not rendered first.
    initialOffset: 1e9,
    // The focused row and the edited one stay rendered.
    rangeExtractor: (range) =>
      [
        ...new Set([...defaultRangeExtractor(range), ...[held, editedAt].filter((at) => at >= 0)]),
      ].sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems();
  const { startIndex: first = 0, endIndex: last = rows.length - 1 } = virtual.range ?? {};

  const { isAtEnd, stays, look } = useStickToEnd(box, virtual);
  useEffect(() => onPlace({ first, last, isAtEnd }), [onPlace, first, last, isAtEnd]);

  // Scrolls to the target once it is loaded.
  const gone = useRef<Target>(undefined);
  useLayoutEffect(
    () => () => {
      gone.current = undefined;
    },
    [],
  );
  useLayoutEffect(() => {
    if (gone.current === target || rows.length === 0) return;
    const at = rows.findIndex(({ key }) => key === target.key);
    if (target.key !== undefined && at < 0) return;
    gone.current = target;
    stays.current = at < 0;
    if (at < 0) virtual.scrollToEnd();
    else virtual.scrollToIndex(at, { align: target.align });
    if (target.isFound && target.key !== undefined) {
      wanted.current = target.key;
      setCurrent(target.key);
    }
  }, [target, rows, virtual, stays]);
  useLayoutEffect(() => {
    const key = wanted.current;
    const article = key === undefined ? undefined : articleIn(box.current, key);
    if (!article) return;
    wanted.current = undefined;
    article.focus({ preventScroll: true });
  });

  const goTo = (from: number, step: 1 | -1) => {
    let at = from + step;
    while (at >= 0 && at < rows.length && !isWritten(rows[at])) at += step;
    const row = rows[at];
    if (!row) return;
    wanted.current = row.key;
    setCurrent(row.key);
    virtual.scrollToIndex(at, { align: 'auto' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target: pressed, key } = event;
    if (!(pressed instanceof HTMLElement) || event.defaultPrevented || isTyping(pressed)) return;
    const of = pressed.dataset.message;
    const at = of === undefined ? -1 : rows.findIndex((row) => row.key === of);
    const row = rows[at];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (row && key === 'ArrowDown') goTo(at, 1);
    else if (row && key === 'ArrowUp') goTo(at, -1);
    else if (key === 'End') virtual.scrollToEnd();
    else if (row && (key === 'Enter' || key === 'ContextMenu' || (key === 'F10' && event.shiftKey)))
      onKey('menu', row, pressed);
    else if (row && key === 'r' && keysAreOn()) onKey('reply', row, pressed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const stop = held >= 0 ? current : rows.findLast(isWritten)?.key;
  const day = dayAbove(rows, first);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {day === undefined ? null : (
        <p
          aria-hidden="true"
          className="-translate-x-1/2 pointer-events-none absolute top-2 left-1/2 z-10 rounded-full border border-border bg-raised px-3 text-meta text-muted leading-6 shadow-float"
        >
          {dayName(day)}
        </p>
      )}
      <div
        ref={box}
        // Scrolled rows are not announced; new messages are, separately.
        role="log"
        aria-live="off"
        aria-label={words.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        onScroll={look}
        onKeyDown={onKeyDown}
        onFocus={({ target: on }) => {
          const key = on.closest<HTMLElement>('[data-message]')?.dataset.message;
          if (key !== undefined && key !== current) setCurrent(key);
        }}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain px-3 [overflow-anchor:none]"
      >
        <div ref={virtual.containerRef} className="relative w-full">
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (!row) return null;
            const answered =
              row.kind === 'message'
                ? row.message.reply_to
                : row.kind === 'outgoing'
                  ? row.outgoing.replyTo
                  : undefined;
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
              >
                <RowView
                  row={row}
                  quoted={answered ? find(answered) : undefined}
                  isStop={row.key === stop}
                  isLit={row.key === lit}
                  isEdited={row.key === edited}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
});
