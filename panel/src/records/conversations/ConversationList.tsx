import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keysAreOn } from '#panel/data/preferences.ts';
import { isForBrowser, navigate } from '#panel/route/router.tsx';
import { successorIn } from '#panel/ui/focus-successor.ts';
import { itemAt } from '#panel/ui/focusable-items.ts';
import { useLongPress } from '#panel/ui/long-press.ts';
import { scrolls } from '#panel/ui/scroll-to-start.ts';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { conversationHref } from './address.ts';
import { conversationName } from './conversation-name.ts';
import type { Row } from './list-rows.ts';
import { RowContent } from './RowContent.tsx';

const rowHeight = 76;
/** Number of rows before the end of the loaded ones at which more are requested. */
const prefetchRows = 20;

interface Props {
  readonly slug: string;
  readonly rows: readonly Row[];
  /** Id of the open conversation. */
  readonly chosen: string | undefined;
  readonly search: string;
  /** True if the rows belong to several inboxes and must name theirs. */
  readonly hasInboxes: boolean;
  readonly onEnd: () => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** True if it leaves the height that its rows do not need to what is below it. */
  readonly isAsHighAsRows: boolean;
  /** Called when the user navigates the list by keyboard. */
  readonly onKeys: () => void;
}

const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const letters: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** Virtualized list of conversations: arrows, or j and k, move the focus; x or a long press selects. */
export function ConversationList(props: Props) {
  const { slug, rows, chosen, search, hasInboxes, selected, onSelect, onEnd, onKeys } = props;
  const words = useConversationWords();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const wantsFocus = useRef(false);
  const at = rows.findIndex(({ id }) => id === (current ?? chosen));
  // If the active row is removed, its successor becomes active.
  const order = useRef<readonly string[]>([]);
  const heir =
    at < 0
      ? successorIn(order.current, current ?? '', (key) => rows.some(({ id }) => id === key))
      : '';
  const stop =
    at < 0
      ? Math.max(
          0,
          rows.findIndex(({ id }) => id === heir),
        )
      : at;
  if (at >= 0) order.current = rows.map(({ id }) => id);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    // The active row stays rendered, because unmounting it would lose the focus.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(stop) || stop >= rows.length ? seen : [stop, ...seen];
    },
  });
  const items = virtual.getVirtualItems();
  const last = Math.max(0, ...items.map(({ index }) => index));
  useEffect(() => {
    if (last >= rows.length - prefetchRows) onEnd();
  }, [last, rows.length, onEnd]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
    if (!link) return;
    wantsFocus.current = false;
    link.focus({ preventScroll: true });
  });
  // Scrolls to a conversation that was opened elsewhere.
  const shownAt = useRef<string>(undefined);
  useEffect(() => {
    const place = rows.findIndex(({ id }) => id === chosen);
    if (chosen === undefined || place < 0 || shownAt.current === chosen) return;
    shownAt.current = chosen;
    setCurrent(chosen);
    virtual.scrollToIndex(place, { align: 'auto' });
  }, [chosen, rows, virtual]);
  const latest = useRef({ selected, onSelect });
  latest.current = { selected, onSelect };
  const toggle = useCallback((id: string) => {
    const { selected, onSelect } = latest.current;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const ends: Readonly<Record<string, number>> = { Home: 0, End: rows.length - 1 };
    const step = arrows[key] ?? (keysAreOn() ? letters[key] : undefined);
    // The mouse, Tab or lost focus may have moved it without a key.
    const focused = event.target instanceof Element && itemAt(event.target)?.dataset.item;
    const focusedAt = rows.findIndex(({ id }) => id === focused);
    const from = focusedAt < 0 ? stop : focusedAt;
    const to = step === undefined ? ends[key] : from + step;
    onKeys();
    const row = rows[from];
    if (key === 'x' && keysAreOn() && row) {
      event.preventDefault();
      toggle(row.id);
    }
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!next) return;
    wantsFocus.current = true;
    setCurrent(next.id);
    virtual.scrollToIndex(rows.indexOf(next), { align: 'auto' });
  };
  return (
    <div
      {...scrolls}
      ref={box}
      style={props.isAsHighAsRows ? { flex: `0 1 ${rows.length * rowHeight}px` } : undefined}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      <ul
        aria-label={words.list}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setCurrent(itemAt(target)?.dataset.item)}
        style={{ height: virtual.getTotalSize() }}
        className="relative"
      >
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return row ? (
            <li
              key={key}
              data-item={row.id}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              className="absolute inset-x-0 top-0"
            >
              <RowLink
                row={row}
                href={conversationHref(slug, row.id, search)}
                isChosen={row.id === chosen}
                isStop={index === stop}
                hasInbox={hasInboxes}
                isSelected={selected.has(row.id)}
                hasBox={selected.size > 0}
                onToggle={toggle}
              />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  readonly href: string;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly hasInbox: boolean;
  readonly isSelected: boolean;
  /** True while any row is selected: rows have a checkbox then. */
  readonly hasBox: boolean;
  /** Toggles the selection of the row, by its checkbox or a long press. */
  readonly onToggle: (id: string) => void;
}

const RowLink = memo(function RowLink(props: RowProps) {
  const { row, href, isChosen, isStop, hasInbox, isSelected, hasBox, onToggle } = props;
  const press = useLongPress(() => onToggle(row.id));
  const words = useConversationWords();
  const lists = useListWords();
  return (
    <div {...press} className="flex h-full pointer-coarse:select-none [-webkit-touch-callout:none]">
      {hasBox ? (
        <label className="flex shrink-0 cursor-pointer items-center border-border border-b pl-3 pointer-coarse:w-11 pointer-coarse:justify-center pointer-coarse:pl-0">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={lists.table.select({ name: conversationName(row, words) })}
            checked={isSelected}
            onChange={() => onToggle(row.id)}
            className="size-4 pointer-coarse:size-5"
          />
        </label>
      ) : null}
      <a
        href={href}
        data-row={row.id}
        data-record={`conversations/${row.id}`}
        tabIndex={isStop ? 0 : -1}
        aria-current={isChosen ? 'page' : undefined}
        onClick={(event) => {
          if (isForBrowser(event)) return;
          event.preventDefault();
          navigate(href);
        }}
        className={clsx(
          'flex h-full min-w-0 flex-1 flex-col justify-center border-border border-b px-3 -outline-offset-2',
          isChosen || isSelected ? 'bg-tint' : 'hover:bg-surface',
        )}
      >
        <RowContent row={row} hasInbox={hasInbox} />
      </a>
    </div>
  );
});
