import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addDays, daysBetween, formatDay, formatDays } from '../calendar/days.ts';
import { EdgeHandle } from '../calendar/EdgeHandle.tsx';
import { resizedDays, storedDays } from '../calendar/edges.ts';
import { lastDayOf } from '../calendar/lanes.ts';
import type { CalendarEntry, Resizing } from '../calendar/model.ts';
import { useResize } from '../calendar/use-resize.ts';
import { focusItem, itemAt, itemOf } from '../focusable-items.ts';
import { scrolls } from '../scroll-to-start.ts';
import { LinkLines } from './LinkLines.tsx';
import {
  columnsBetween,
  dayWidthOf,
  formatMonth,
  isSamePeriod,
  laneRows,
  monthsBetween,
  placeOf,
  timelineDays,
} from './model.ts';
import type { TimelineProps, TimelineRow } from './Timeline.tsx';

const laneHeight = 28;
const rowPadding = 8;
const headHeight = 48;
/** Days before today that are in sight when today is. */
const daysBeforeToday = 7;

const middleOf = (lane: number) => lane * laneHeight + rowPadding / 2 + (laneHeight - 4) / 2;

const edges = {
  danger: 'border-l-danger',
  warn: 'border-l-warn',
  ok: 'border-l-ok',
  info: 'border-l-info',
};

/**
 * Virtualized rows, scrolled in both directions under sticky weeks and next to sticky names. One tab stop: arrows, j and k move between
 * rows, arrows to the sides between the bars of a row, and with Shift to the ends of a bar; with `movesByArrows` they move the bar or its end,
 * Enter keeps the days and Escape puts them back. The pointer moves bars as well.
 */
export function Rows<T extends CalendarEntry>(props: TimelineProps<T>) {
  const { label, rows, words, locale, today, at, zoom, links, movesByArrows, rowTitle, onResize } =
    props;
  const dayWidth = dayWidthOf[zoom];
  const { from, to, begin } = useMemo(() => timelineDays(at, zoom, locale), [at, zoom, locale]);
  const width = (daysBetween(from, to) + 1) * dayWidth;
  const columnDays = zoom === 'week' ? 1 : 7;
  const columns = columnsBetween(from, to, columnDays);
  const box = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => rows.flatMap((row) => row.entries), [rows]);
  const [announcement, say] = useState('');
  const nameOfDay = (day: string) =>
    formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const dayAt = (x: number) => {
    const bars = box.current?.querySelector('[data-item] ul');
    if (!bars) return undefined;
    return addDays(from, Math.floor((x - bars.getBoundingClientRect().left) / dayWidth));
  };
  const { held, resizing } = useResize({
    entries,
    from,
    to,
    onResize: (key, edge, day) => {
      const entry = entries.find((each) => each.key === key);
      if (!entry) return;
      const { date, until } = resizedDays(entry, edge, day);
      onResize(key, storedDays(entry, edge, day));
      say(words.resized({ name: entry.name, from: nameOfDay(date), until: nameOfDay(until) }));
    },
    dayAt,
  });
  const stored = useMemo(
    () => rows.map((row) => ({ row, ...laneRows(row.entries, from, to) })),
    [rows, from, to],
  );
  // Only the row of a held bar is laid out again.
  const laid = useMemo(() => {
    if (!held) return stored;
    const { key, edge, day } = held;
    return stored.map((each) => {
      if (!each.row.entries.some((entry) => entry.key === key)) return each;
      const moved = each.row.entries.map((entry) =>
        entry.key === key ? { ...entry, ...resizedDays(entry, edge, day) } : entry,
      );
      return { row: each.row, ...laneRows(moved, from, to) };
    });
  }, [stored, held, from, to]);
  const [active, setActive] = useState<string>();
  const activeIndex = laid.findIndex(({ row }) => row.key === active && !row.isHeading);
  // Headings have nothing to focus.
  const activeRow =
    activeIndex >= 0
      ? activeIndex
      : Math.max(
          0,
          laid.findIndex(({ row }) => !row.isHeading),
        );
  const wanted = useRef<string>(undefined);
  const heightOf = (index: number) => (laid[index]?.lanes ?? 1) * laneHeight + rowPadding;
  const bars = useMemo(() => laid.map((each) => each.bars), [laid]);
  const tops = useMemo(() => {
    let top = 0;
    return laid.map(({ lanes }) => {
      const before = top;
      top += lanes * laneHeight + rowPadding;
      return before;
    });
  }, [laid]);
  const virtual = useVirtualizer({
    count: laid.length,
    getScrollElement: () => box.current,
    estimateSize: heightOf,
    getItemKey: (index) => laid[index]?.row.key ?? index,
    overscan: 2,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(activeRow) || activeRow >= laid.length ? seen : [activeRow, ...seen];
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have other heights after a change
  useLayoutEffect(() => virtual.measure(), [laid]);
  // The row may first have to be scrolled to and rendered.
  useLayoutEffect(() => {
    const { current: key } = wanted;
    if (key === undefined || !box.current || !focusItem(itemOf(box.current, key))) return;
    wanted.current = undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the month or quarter again whenever one is chosen
  useLayoutEffect(() => {
    const isCurrent = isSamePeriod(at, today, zoom, locale);
    const first = isCurrent && zoom !== 'week' ? addDays(today, -daysBeforeToday) : begin;
    const days = daysBetween(from, first);
    // The week's date stays in sight.
    if (box.current) box.current.scrollLeft = (days - (days % 7)) * dayWidth;
  }, [at, zoom]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = itemAt(target);
    if (!item) return;
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
    const side = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const bar = target.closest<HTMLElement>('[data-entry]')?.dataset.entry;
    if (movesByArrows && bar !== undefined && target.matches('a')) {
      if (side !== undefined) resizing?.step(bar, event.shiftKey ? 'end' : 'both', side);
      else if (key === 'Enter' && held) resizing?.finish();
      else if (key === 'Escape' && held) resizing?.cancel();
      else if (key === 'Escape') item.querySelector('a')?.focus();
      if (side !== undefined || key === 'Escape' || (key === 'Enter' && held)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
    }
    if (step !== undefined) {
      let index = laid.findIndex(({ row }) => row.key === item.dataset.item) + step;
      while (laid[index]?.row.isHeading) index += step;
      const next = laid[index];
      if (!next) return;
      wanted.current = next.row.key;
      setActive(next.row.key);
      virtual.scrollToIndex(laid.indexOf(next));
    } else if (side !== undefined && event.shiftKey) {
      const edge = side < 0 ? 'start' : 'end';
      target.closest('[data-entry]')?.querySelector<HTMLElement>(`[data-edge=${edge}]`)?.focus();
    } else if (side !== undefined) {
      const links = [...item.querySelectorAll<HTMLElement>('a')];
      const index = links.indexOf(target);
      links[index + side]?.focus();
    } else return;
    event.preventDefault();
  };

  const visibleItems = virtual.getVirtualItems();
  const todayLeft =
    from <= today && today <= to ? daysBetween(from, today) * dayWidth + dayWidth / 2 : undefined;
  return (
    <div
      {...scrolls}
      ref={box}
      className={clsx(
        '[--names:224px] min-h-0 flex-1 scroll-pl-(--names) rounded-card border border-border max-lg:[--names:160px]',
        // The focus is not scrolled below the names. Without rows, nothing in it has the focus to scroll by keys.
        rows.length > 0 ? 'overflow-auto' : 'overflow-hidden',
        held && 'cursor-ew-resize select-none',
      )}
    >
      <div style={{ width: `calc(var(--names) + ${width}px)` }} className="relative">
        <div
          aria-hidden="true"
          className="sticky top-0 z-20 flex border-border border-b bg-bg"
          style={{ height: headHeight }}
        >
          <span className="sticky left-0 z-10 flex w-(--names) shrink-0 items-end border-border border-r bg-bg px-3 pb-1 font-medium text-meta text-muted">
            {rowTitle ?? words.row}
          </span>
          <span className="flex flex-col">
            <span className="flex h-6">
              {monthsBetween(from, to).map(({ day, days }) => (
                <span
                  key={day}
                  style={{ width: days * dayWidth }}
                  className="shrink-0 overflow-clip whitespace-nowrap border-border border-l px-1.5 font-medium"
                >
                  <span className="sticky left-[calc(var(--names)+6px)] inline-block first-letter:uppercase">
                    {days * dayWidth < 120
                      ? formatDay(day, locale, { month: 'short' })
                      : formatMonth(day, locale)}
                  </span>
                </span>
              ))}
            </span>
            <span className="flex h-6 text-meta text-muted">
              {columns.map((day) => (
                <span
                  key={day}
                  style={{ width: columnDays * dayWidth }}
                  className="shrink-0 overflow-clip whitespace-nowrap border-border border-l px-1.5 tabular-nums"
                >
                  {columnDays === 1 ? `${formatDay(day, locale, { weekday: 'short' })} ` : ''}
                  {formatDay(day, locale, { day: 'numeric' })}
                </span>
              ))}
            </span>
          </span>
        </div>
        {todayLeft === undefined ? null : (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute bottom-0 z-10 w-0.5 bg-accent"
            style={{ left: `calc(var(--names) + ${todayLeft}px)`, top: headHeight }}
          />
        )}
        <div className="relative">
          {links && links.length > 0 ? (
            <LinkLines
              {...{ links, rows: bars, tops, from, dayWidth, width }}
              first={visibleItems[0]?.index ?? 0}
              last={visibleItems.at(-1)?.index ?? 0}
              height={virtual.getTotalSize()}
              middleOf={middleOf}
            />
          ) : null}
          <ul
            // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role from lists without bullets
            role="list"
            aria-label={label}
            onKeyDown={onKeyDown}
            className="relative"
            style={{
              height: virtual.getTotalSize(),
              // A small tile: browsers blur a gradient that is as high as a thousand rows.
              backgroundImage: 'linear-gradient(to right, var(--border) 0 1px, transparent 1px)',
              backgroundSize: `${columnDays * dayWidth}px 64px`,
              backgroundPosition: 'var(--names) 0',
            }}
          >
            {visibleItems.map(({ index, start, size }) => {
              const each = laid[index];
              return each ? (
                <Row
                  key={each.row.key}
                  timeline={props}
                  {...each}
                  index={index}
                  count={laid.length}
                  start={start}
                  height={size}
                  from={from}
                  to={to}
                  isActive={index === activeRow}
                  resizing={resizing}
                  onEnter={setActive}
                />
              ) : null;
            })}
          </ul>
        </div>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

interface RowProps<T extends CalendarEntry> {
  readonly timeline: TimelineProps<T>;
  readonly row: TimelineRow<T>;
  readonly bars: ReturnType<typeof laneRows<T>>['bars'];
  readonly index: number;
  readonly count: number;
  readonly start: number;
  readonly height: number;
  readonly from: string;
  readonly to: string;
  /** True if Tab reaches it. */
  readonly isActive: boolean;
  readonly onEnter: (key: string) => void;
  readonly resizing: Resizing | undefined;
}

const Row = memo(function Row<T extends CalendarEntry>(props: RowProps<T>) {
  const {
    timeline,
    row,
    bars,
    index,
    count,
    start,
    height,
    from,
    to,
    isActive,
    onEnter,
    resizing,
  } = props;
  if (row.isHeading)
    return (
      <li
        data-item={row.key}
        aria-setsize={count}
        aria-posinset={index + 1}
        className="absolute inset-x-0 top-0 flex border-border border-b"
        style={{ transform: `translateY(${start}px)`, height }}
      >
        <span className="sticky left-0 z-10 flex w-(--names) shrink-0 items-end truncate bg-surface px-3 pb-1 font-semibold text-meta">
          {row.name}
        </span>
      </li>
    );
  return (
    <li
      data-item={row.key}
      aria-setsize={count}
      aria-posinset={index + 1}
      onFocus={() => onEnter(row.key)}
      className="absolute inset-x-0 top-0 flex border-border border-b"
      style={{ transform: `translateY(${start}px)`, height }}
    >
      <span
        className={clsx(
          row.shades.className,
          'sticky left-0 z-10 flex w-(--names) shrink-0 items-center gap-2 border-border border-r bg-bg px-3',
        )}
        style={row.shades.style}
      >
        <span aria-hidden="true" className="inline-block size-2.5 shrink-0 rounded-full bg-vivid" />
        {timeline.rowLink(row, {
          tabIndex: isActive ? 0 : -1,
          className: 'truncate font-medium hover:underline',
          children: row.name,
        })}
      </span>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role from lists without bullets */}
      <ul role="list" aria-label={row.name} className="relative flex-1">
        {bars.map(({ entry, lane }) => (
          <Bar
            key={entry.key}
            {...timeline}
            bar={entry}
            place={placeOf(entry, from, to, dayWidthOf[timeline.zoom])}
            top={lane * laneHeight + rowPadding / 2}
            from={from}
            to={to}
            resizing={resizing}
          />
        ))}
      </ul>
    </li>
  );
}) as <T extends CalendarEntry>(props: RowProps<T>) => ReactNode;

interface BarProps<T extends CalendarEntry>
  extends Pick<TimelineProps<T>, 'link' | 'entry' | 'words' | 'locale' | 'zoom'> {
  readonly bar: T;
  readonly place: ReturnType<typeof placeOf>;
  readonly top: number;
  readonly from: string;
  readonly to: string;
  readonly resizing: Resizing | undefined;
}

function Bar<T extends CalendarEntry>({
  bar,
  place,
  top,
  link,
  entry,
  words,
  locale,
  from,
  to,
  zoom,
  resizing,
}: BarProps<T>) {
  const handle = resizing && { entry: bar, words, locale, from, to, resizing };
  const { left, width, isContinued, continues } = place;
  const days = formatDays(bar.date, lastDayOf(bar), locale);
  return (
    <li
      data-entry={bar.key}
      title={`${bar.name}, ${days}`}
      // Touches scroll instead, and move the ends.
      onPointerDown={(event) => {
        const isEdge = event.target instanceof Element && event.target.closest('[data-edge]');
        const list = event.currentTarget.parentElement;
        if (!resizing || !list || isEdge || event.button !== 0 || event.pointerType === 'touch')
          return;
        const x = event.clientX - list.getBoundingClientRect().left;
        resizing.begin(bar.key, 'both', addDays(from, Math.floor(x / dayWidthOf[zoom])));
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        resizing?.finish(bar.key);
      }}
      style={{ ...bar.shades?.style, left, width, top, height: laneHeight - 4 }}
      className={clsx(
        bar.shades?.className,
        '@container absolute flex border border-transparent border-l-4 bg-soft text-ink',
        isContinued ? 'rounded-l-none border-l-0' : 'rounded-l',
        continues ? 'rounded-r-none' : 'rounded-r',
        bar.tone ? edges[bar.tone] : 'border-l-vivid',
      )}
    >
      {link(bar, {
        tabIndex: -1,
        draggable: false,
        className:
          'flex min-w-0 flex-1 items-center self-stretch overflow-clip whitespace-nowrap px-1 text-meta hover:underline',
        children: (
          <>
            <span className="sticky left-[calc(var(--names)+4px)] flex min-w-0 items-center gap-1">
              {entry(bar)}
            </span>
            <span className="sr-only">
              {bar.open ? `${days}, ${words.openEdges[bar.open]}` : days}
            </span>
          </>
        ),
      })}
      {handle && !isContinued ? <EdgeHandle {...handle} edge="start" /> : null}
      {handle && !continues ? <EdgeHandle {...handle} edge="end" /> : null}
    </li>
  );
}
