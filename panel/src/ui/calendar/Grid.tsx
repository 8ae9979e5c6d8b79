import { clsx } from 'clsx';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Plus } from '../icons.tsx';
import { addDays, addMonths, daysIntoWeek, formatDay, monthOf, weeksOf } from './days.ts';
import { EntryChip } from './EntryChip.tsx';
import type { CalendarEntry, Parts } from './model.ts';
import { useDropDay } from './use-drag.ts';

/** Maximum number of entries shown per day of a month. */
const maxInMonth = 3;

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

const pressable = 'a, button[data-day-part]';

/**
 * Grid of weeks and days with a single tab stop. Arrows move between days, Enter enters a day; there, arrows move between entries, `m`
 * opens an entry's menu, and Escape returns to the day.
 */
export function Grid<T extends CalendarEntry>({ parts }: { readonly parts: Parts<T> }) {
  const { label, locale, today, at, span, onGo, onAdd, words, byDay } = parts;
  const weeks = weeksOf(at, span, locale);
  const days = weeks.flat();
  const [wanted, want] = useState(today);
  const current = days.includes(wanted) ? wanted : at;
  const grid = useRef<HTMLTableElement>(null);
  const isFollowed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day may be in a newly shown period
  useLayoutEffect(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current, at]);

  const goTo = (day: string) => {
    isFollowed.current = true;
    want(day);
    if (!days.includes(day) || (span === 'month' && monthOf(day) !== monthOf(at))) onGo(day, span);
  };
  const withinDay = (event: KeyboardEvent, cell: HTMLElement, target: HTMLElement) => {
    const all = [...cell.querySelectorAll<HTMLElement>(pressable)];
    const from = all.findIndex((each) => each.matches(':focus'));
    if (event.key === 'ArrowDown') all[Math.min(from + 1, all.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (from > 0 ? all[from - 1] : cell)?.focus();
    else if (event.key === 'Escape') cell.focus();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'm')
      target.closest('[data-entry]')?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
    else {
      const key = target.closest<HTMLElement>('[data-entry]')?.dataset.entry;
      const entry = byDay.get(cell.dataset.day ?? '')?.find((each) => each.key === key);
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
    if (event.target !== cell) return withinDay(event, cell, event.target);
    const to = dayReached(day, event.key, locale);
    if (to !== undefined) goTo(to);
    else if (event.key === 'Enter') {
      const first = cell.querySelector<HTMLElement>('[data-entry] a');
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
        {weeks.map((week, row) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day
                key={day}
                parts={parts}
                day={day}
                entries={byDay.get(day) ?? []}
                isCurrent={day === current}
                isLastRow={weeks.length > 1 && row === weeks.length - 1}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps<T extends CalendarEntry> {
  readonly parts: Parts<T>;
  readonly day: string;
  readonly entries: readonly T[];
  readonly isCurrent: boolean;
  readonly isLastRow: boolean;
}

function Day<T extends CalendarEntry>({ parts, day, entries, isCurrent, isLastRow }: DayProps<T>) {
  const { locale, today, at, span, words, onAdd, showDay } = parts;
  const cell = useRef<HTMLTableCellElement>(null);
  const isOver = useDropDay(cell, day);
  const full = formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const isAll = span === 'week' || entries.length <= maxInMonth + 1;
  const visible = isAll ? entries : entries.slice(0, maxInMonth);
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
      <div className="flex flex-col gap-1">
        <div className="flex h-6 items-center justify-between pointer-coarse:h-11">
          <span
            className={clsx(
              'inline-flex size-6 items-center justify-center rounded-full text-meta',
              day === today ? 'bg-accent font-semibold text-on-accent' : 'text-muted',
            )}
          >
            <span aria-hidden="true">{Number(day.slice(8))}</span>
            <span className="sr-only">{`${full}, ${words.count({ count: entries.length })}`}</span>
          </span>
          {onAdd ? (
            <button
              type="button"
              tabIndex={-1}
              data-day-part
              aria-label={words.add({ date: full })}
              onClick={() => onAdd(day)}
              className="inline-flex size-6 items-center justify-center rounded text-muted opacity-0 hover:bg-surface focus-visible:opacity-100 group-focus-within/day:opacity-100 group-hover/day:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
            >
              <Plus />
            </button>
          ) : null}
        </div>
        {visible.map((entry) => (
          <EntryChip
            key={entry.key}
            parts={parts}
            entry={entry}
            place="grid"
            align={daysIntoWeek(day, locale) < 3 ? 'start' : 'end'}
            side={isLastRow ? 'above' : 'below'}
          />
        ))}
        {isAll ? null : (
          <button
            type="button"
            tabIndex={-1}
            data-day-part
            onClick={() => showDay(day)}
            className="min-h-6 rounded px-1.5 text-left text-meta text-muted hover:bg-tint pointer-coarse:min-h-11"
          >
            <span aria-hidden="true">{words.more({ count: entries.length - visible.length })}</span>
            <span className="sr-only">{words.all({ count: entries.length, date: full })}</span>
          </button>
        )}
      </div>
    </td>
  );
}
