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
import { Plus } from '../icons.tsx';
import { addDays, addMonths, daysIntoWeek, formatDay, monthOf, weeksOf } from './days.ts';
import { EntryChip } from './EntryChip.tsx';
import type { Edge } from './edges.ts';
import { covers, layWeek, type WeekLayout } from './lanes.ts';
import type { CalendarEntry, Parts } from './model.ts';
import { useDropDay } from './use-drag.ts';

/** Number of entries, one above the other, of a day: in a month and in a week. */
const rowsOf = { month: 4, week: 16 };

/** Day that a key leads to. */
function dayReached(day: string, key: string, locale: string): string | undefined {
  const weekday = daysIntoWeek(day, locale);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
  }
  return undefined;
}

interface Props<T extends CalendarEntry> {
  readonly parts: Parts<T>;
  /** Entry with an end that is being moved, as it would be. */
  readonly resized: T | undefined;
}

/** Layouts of the weeks; while an end is moved, only those of its days are new. */
function useLayouts<T extends CalendarEntry>(
  { entries, at, span, locale }: Parts<T>,
  resized: T | undefined,
) {
  const rows = rowsOf[span];
  const layouts = useMemo(
    () => weeksOf(at, span, locale).map((week) => ({ week, ...layWeek(entries, week, rows) })),
    [entries, at, span, locale, rows],
  );
  if (!resized) return layouts;
  const changed = entries.map((entry) => (entry.key === resized.key ? resized : entry));
  const wasIn = (week: readonly string[]) =>
    [...entries.filter(({ key }) => key === resized.key), resized].some((entry) =>
      covers(entry, week[0] ?? '', week.at(-1) ?? ''),
    );
  return layouts.map((layout) =>
    wasIn(layout.week) ? { week: layout.week, ...layWeek(changed, layout.week, rows) } : layout,
  );
}

/**
 * Grid of weeks and days with a single tab stop. Arrows move between days, Enter enters a day; there, arrows move between entries and to
 * the ends of a bar, `m` opens an entry's menu, and Escape returns to the day.
 */
export function Grid<T extends CalendarEntry>({ parts, resized }: Props<T>) {
  const { label, locale, today, at, span, onGo, onAdd, words } = parts;
  const layouts = useLayouts(parts, resized);
  const days = layouts.flatMap(({ week }) => week);
  const [wanted, want] = useState(today);
  const current = days.includes(wanted) ? wanted : at;
  const grid = useRef<HTMLTableElement>(null);
  const isFollowed = useRef(false);
  const cellOf = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
  const entriesOf = (day: string) =>
    layouts.flatMap(({ week, byDay }) => byDay[week.indexOf(day)] ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day may be in a newly shown period
  useLayoutEffect(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    cellOf(current)?.focus();
  }, [current, at]);

  const goTo = (day: string) => {
    isFollowed.current = true;
    want(day);
    if (!days.includes(day) || (span === 'month' && monthOf(day) !== monthOf(at))) onGo(day, span);
  };
  /** Entries of a day that have a place, also those that began before it, between the parts of its cell. */
  const pressablesOf = (cell: HTMLElement, day: string) => {
    const partsOf = (name: string) => [
      ...cell.querySelectorAll<HTMLElement>(`[data-day-part=${name}]`),
    ];
    const bars = entriesOf(day).flatMap(({ key }) => {
      const selector = `[data-entry="${CSS.escape(key)}"] a`;
      return cell.parentElement?.querySelector<HTMLElement>(selector) ?? [];
    });
    return [...partsOf('add'), ...bars, ...partsOf('more')];
  };
  const withinDay = (event: KeyboardEvent, segment: string, target: HTMLElement) => {
    const bar = target.closest<HTMLElement>('[data-entry]');
    const key = bar?.dataset.entry;
    // A bar is in the cell of its first day, but may have been reached from another one.
    const day = entriesOf(current).some((entry) => entry.key === key) ? current : segment;
    const cell = cellOf(day);
    if (!cell) return;
    const all = pressablesOf(cell, day);
    const from = all.findIndex((each) => each.matches(':focus'));
    const focusEdge = (edge: Edge) =>
      key !== undefined &&
      grid.current
        ?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"] [data-edge=${edge}]`)
        ?.focus();
    if (event.key === 'ArrowDown') all[Math.min(from + 1, all.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (from > 0 ? all[from - 1] : cell)?.focus();
    else if (event.key === 'ArrowLeft') focusEdge('start');
    else if (event.key === 'ArrowRight') focusEdge('end');
    else if (event.key === 'Escape') cell.focus();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'm') bar?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
    else {
      const entry = parts.entries.find((each) => each.key === key);
      if (!entry || !parts.onKey?.(event.key, entry)) return;
    }
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    if (event.target.closest('[role=menu]')) return;
    const cell = event.target.closest<HTMLElement>('[data-day]');
    const day = cell?.dataset.day;
    if (!cell || day === undefined) return;
    if (event.target !== cell) return withinDay(event, day, event.target);
    const to = dayReached(day, event.key, locale);
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter') {
      want(day);
      const first = pressablesOf(cell, day).find((each) => each.matches('a'));
      if (first) first.focus();
      else onAdd?.(day);
    } else return;
    event.preventDefault();
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation between cells is a grid
      role="grid"
      aria-label={label}
      aria-description={words.keys}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0 rounded-card border border-border"
    >
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th
              key={day}
              scope="col"
              abbr={formatDay(day, locale, { weekday: 'long' })}
              className="border-border border-b px-2 py-1 text-left font-medium text-meta text-muted"
            >
              {formatDay(day, locale, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layouts.map((layout, row) => (
          <Week
            key={layout.week[0]}
            parts={parts}
            layout={layout}
            current={layout.week.includes(current) ? current : undefined}
            isLastRow={layouts.length > 1 && row === layouts.length - 1}
          />
        ))}
      </tbody>
    </table>
  );
}

interface WeekProps<T extends CalendarEntry> {
  readonly parts: Parts<T>;
  readonly layout: WeekLayout<T> & { readonly week: readonly string[] };
  /** Day that Tab reaches, if it is in this week. */
  readonly current: string | undefined;
  readonly isLastRow: boolean;
}

const Week = memo(function Week<T extends CalendarEntry>({ current, ...props }: WeekProps<T>) {
  const { week } = props.layout;
  return (
    <tr>
      {week.map((day, at) => (
        <Day key={day} {...props} day={day} at={at} isCurrent={day === current} />
      ))}
    </tr>
  );
}) as <T extends CalendarEntry>(props: WeekProps<T>) => ReactNode;

interface ContentProps<T extends CalendarEntry> extends Omit<WeekProps<T>, 'current'> {
  readonly day: string;
  readonly at: number;
}

interface DayProps<T extends CalendarEntry> extends ContentProps<T> {
  readonly isCurrent: boolean;
}

const Day = memo(function Day<T extends CalendarEntry>({ isCurrent, ...props }: DayProps<T>) {
  const { parts, day } = props;
  const { today, at, span } = parts;
  const cell = useRef<HTMLTableCellElement>(null);
  const isOver = useDropDay(cell, day);
  const isOther = span === 'month' && monthOf(day) !== monthOf(at);
  return (
    <td
      ref={cell}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
      role="gridcell"
      data-day={day}
      data-item={day}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      className={clsx(
        'group/day h-30 border-border border-b p-1 align-top [&:not(:last-child)]:border-r [tr:last-child>&]:border-b-0',
        span === 'week' && 'h-[50dvh]',
        isOther && 'bg-surface',
        isOver && 'bg-tint',
      )}
    >
      <DayContent {...props} />
    </td>
  );
}) as <T extends CalendarEntry>(props: DayProps<T>) => ReactNode;

/** Number and bars of a day: not rendered again while keys move between days. */
const DayContent = memo(function DayContent<T extends CalendarEntry>({
  parts,
  layout,
  day,
  at: index,
  isLastRow,
}: ContentProps<T>) {
  const { locale, today, span, words, holidays, onAdd, showDay } = parts;
  const holiday = holidays.get(day);
  const full = formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const count = layout.byDay[index]?.length ?? 0;
  const hidden = layout.hidden[index] ?? 0;
  const covering = layout.visible.filter(({ from, to }) => from <= index && index <= to);
  const rowCount = Math.max(0, ...covering.map(({ lane }) => lane + 1));
  // The last row of a day says how many entries are hidden.
  const rows = Array.from({ length: hidden > 0 ? rowsOf[span] - 1 : rowCount }, (_, lane) =>
    covering.find((segment) => segment.lane === lane && segment.from === index),
  );
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-6 items-center justify-between gap-1 pointer-coarse:h-11">
        <span
          className={clsx(
            'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-meta',
            day === today ? 'bg-accent font-semibold text-on-accent' : 'text-muted',
          )}
        >
          <span aria-hidden="true">{Number(day.slice(8))}</span>
          <span className="sr-only">
            {[full, ...(holiday ? [holiday] : []), words.count({ count })].join(', ')}
          </span>
        </span>
        {holiday ? (
          <span
            aria-hidden="true"
            title={holiday}
            className="min-w-0 flex-1 truncate text-meta text-muted"
          >
            {holiday}
          </span>
        ) : null}
        {onAdd ? (
          <button
            type="button"
            tabIndex={-1}
            data-day-part="add"
            aria-label={words.add({ date: full })}
            onClick={() => onAdd(day)}
            className="inline-flex size-6 items-center justify-center rounded text-muted opacity-0 hover:bg-surface focus-visible:opacity-100 group-focus-within/day:opacity-100 group-hover/day:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
          >
            <Plus />
          </button>
        ) : null}
      </div>
      {rows.map((segment, lane) =>
        segment ? (
          <EntryChip
            key={segment.entry.key}
            parts={parts}
            entry={segment.entry}
            segment={segment}
            align={index < 3 ? 'start' : 'end'}
            side={isLastRow ? 'above' : 'below'}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty row
          <div key={lane} className="h-6 pointer-coarse:h-11" />
        ),
      )}
      {hidden === 0 ? null : (
        <button
          type="button"
          tabIndex={-1}
          data-day-part="more"
          onClick={() => showDay(day)}
          className="min-h-6 rounded px-1.5 text-left text-meta text-muted hover:bg-tint pointer-coarse:min-h-11"
        >
          <span aria-hidden="true">{words.more({ count: hidden })}</span>
          <span className="sr-only">{words.all({ count, date: full })}</span>
        </button>
      )}
    </div>
  );
}) as <T extends CalendarEntry>(props: ContentProps<T>) => ReactNode;
