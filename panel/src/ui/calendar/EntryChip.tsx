import { clsx } from 'clsx';
import { type CSSProperties, useRef } from 'react';
import { Left, Right } from '../icons.tsx';
import { MoreMenu } from '../Menu.tsx';
import { formatDays, shownDays } from './days.ts';
import { EdgeHandle } from './EdgeHandle.tsx';
import { lastDayOf, type Segment } from './lanes.ts';
import type { CalendarEntry, Parts } from './model.ts';
import { useDraggable } from './use-drag.ts';

const edges = {
  danger: 'border-l-danger',
  warn: 'border-l-warn',
  ok: 'border-l-ok',
  info: 'border-l-info',
};

interface Props<T extends CalendarEntry> {
  readonly parts: Parts<T>;
  readonly entry: T;
  /** Part of the entry in a week of the grid, reached from its day instead of by Tab. Absent in lists, which have more space. */
  readonly segment?: Segment<T>;
  readonly align?: 'start' | 'end';
  readonly side?: 'above' | 'below';
}

/** Space around the content of a cell, between which a bar continues. */
const cellPadding = 4;
const cellBorder = 1;

/** A bar is in the cell of its first day in the week, and reaches over the next ones. */
function placeOf<T>({ from, to, isContinued, continues }: Segment<T>): CSSProperties {
  const days = to - from;
  const left = isContinued ? cellPadding : 0;
  const right = continues ? cellPadding : 0;
  const gaps = days * (2 * cellPadding + cellBorder) + left + right;
  return { marginLeft: -left, width: `calc(${(days + 1) * 100}% + ${gaps}px)` };
}

/** Calendar entry: a link that can be dragged, with a menu as the alternative to dragging. */
export function EntryChip<T extends CalendarEntry>({
  parts,
  entry,
  segment,
  align = 'end',
  side = 'below',
}: Props<T>) {
  const { onMove, words, locale, at, span, resizing } = parts;
  const ref = useRef<HTMLDivElement>(null);
  const isDragged = useDraggable(ref, onMove ? entry.key : undefined);
  const items = parts.menuOf(entry);
  const last = lastDayOf(entry);
  const handle = segment &&
    resizing && { entry, words, locale, resizing, ...shownDays(at, span, locale) };
  const { isContinued = false, continues = false } = segment ?? {};
  return (
    <div
      ref={ref}
      data-entry={entry.key}
      style={{ ...entry.shades?.style, ...(segment && placeOf(segment)) }}
      className={clsx(
        entry.shades?.className,
        'group/entry @container relative flex items-center border pointer-coarse:min-h-11',
        entry.shades ? 'border-transparent bg-soft text-ink' : 'border-border bg-raised',
        entry.tone === 'ok' && !entry.shades && 'text-muted',
        segment ? 'h-6' : 'min-h-9',
        isContinued ? 'border-l-0 pl-1' : 'rounded-l border-l-4',
        continues ? 'border-r-0' : 'rounded-r',
        entry.tone ? edges[entry.tone] : entry.shades ? 'border-l-vivid' : 'border-l-control',
        isDragged && 'opacity-50',
      )}
    >
      {isContinued ? <Left size={10} /> : null}
      {parts.link(entry, {
        tabIndex: segment ? -1 : 0,
        draggable: false,
        className: clsx(
          'flex min-w-0 flex-1 items-center gap-x-1 self-stretch truncate px-1.5 text-meta hover:underline',
          !segment && 'flex-wrap py-1.5',
        ),
        children: (
          <>
            <span className="flex min-w-0 max-w-full items-center gap-1">
              {parts.entry ? parts.entry(entry) : <span className="truncate">{entry.name}</span>}
            </span>
            {last === entry.date ? null : (
              <span className={segment ? 'sr-only' : 'shrink-0'}>
                {formatDays(entry.date, last, locale)}
              </span>
            )}
            {entry.open ? (
              <span className={segment ? 'sr-only' : 'shrink-0'}>
                {words.openEdges[entry.open]}
              </span>
            ) : null}
          </>
        ),
      })}
      {items.length > 0 ? (
        <div
          className={clsx(
            segment &&
              'absolute right-2 rounded bg-inherit not-pointer-coarse:opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100',
          )}
        >
          <MoreMenu
            label={words.actions({ name: entry.name })}
            items={items}
            align={align}
            side={side}
            tabIndex={segment ? -1 : undefined}
            className="inline-flex size-6 items-center justify-center rounded text-faint hover:bg-surface hover:text-text pointer-coarse:size-11"
          />
        </div>
      ) : null}
      {continues ? <Right size={10} /> : null}
      {handle && !isContinued ? <EdgeHandle {...handle} edge="start" /> : null}
      {handle && !continues ? <EdgeHandle {...handle} edge="end" /> : null}
    </div>
  );
}
