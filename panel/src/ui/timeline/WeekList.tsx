import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { addDays, daysBetween, daysIntoWeek, formatDays } from '../calendar/days.ts';
import { covers, lastDayOf } from '../calendar/lanes.ts';
import type { CalendarEntry } from '../calendar/model.ts';
import { addZooms, timelineDays } from './model.ts';
import type { TimelineProps, TimelineRow } from './Timeline.tsx';

/** Number of entries of a section shown at once. */
const shownAtOnce = 20;

interface Item<T extends CalendarEntry> {
  readonly row: TimelineRow<T>;
  readonly entry: T;
}

/**
 * Entries of a month or quarter for phones, each once: those in progress, then the others by the week in which they begin, and last those that
 * have ended.
 */
export function WeekList<T extends CalendarEntry>(props: TimelineProps<T>) {
  const { label, rows, words, locale, today, at, zoom } = props;
  const { begin } = timelineDays(at, zoom, locale);
  const end = addDays(addZooms(begin, zoom, 1), -1);
  const items = rows
    .flatMap((row) => row.entries.map((entry) => ({ row, entry })))
    .filter(({ entry }) => covers(entry, begin, end));
  const groups = Map.groupBy(items, ({ entry }) => {
    if (covers(entry, today, today)) return 'now';
    if (lastDayOf(entry) < today) return 'ended';
    const day = entry.date < begin ? begin : entry.date;
    return addDays(day, -daysIntoWeek(day, locale));
  });
  const weeks = [...groups.keys()].filter((key) => key !== 'now' && key !== 'ended').sort();
  const sections = ['now', ...weeks, 'ended'].flatMap((key) => {
    const entries = groups.get(key);
    if (!entries) return [];
    const title =
      key === 'now' || key === 'ended'
        ? words.progress[key]
        : formatDays(key, addDays(key, 6), locale, today);
    return [{ key, title, entries }];
  });
  return (
    <section aria-label={label} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
      {sections.length === 0 ? <p className="py-6 text-center text-muted">{words.none}</p> : null}
      {sections.map(({ key, ...section }) => (
        <Entries key={key} {...props} {...section} isNow={key === 'now'} />
      ))}
    </section>
  );
}

interface EntriesProps<T extends CalendarEntry> extends TimelineProps<T> {
  readonly title: string;
  readonly entries: readonly Item<T>[];
  /** True to draw how much of each entry has passed. */
  readonly isNow: boolean;
}

function Entries<T extends CalendarEntry>(props: EntriesProps<T>) {
  const { title, entries, isNow, words, locale, today, link, entry: contentOf } = props;
  const [limit, setLimit] = useState(shownAtOnce);
  const rest = Math.min(shownAtOnce, entries.length - limit);
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="font-medium first-letter:uppercase">{title}</h3>
      <ul className="flex flex-col gap-1">
        {entries.slice(0, limit).map(({ row, entry }) => (
          <li
            key={entry.key}
            data-item={entry.key}
            style={row.shades.style}
            className={clsx(
              row.shades.className,
              'flex min-h-11 flex-col justify-center rounded border-l-4 border-l-vivid bg-soft text-ink',
            )}
          >
            {link(entry, {
              tabIndex: 0,
              draggable: false,
              className: 'flex min-w-0 flex-col px-2 py-1',
              children: (
                <>
                  <span className="flex min-w-0 items-center gap-1 font-medium">
                    {contentOf(entry)}
                  </span>
                  <span className="truncate text-meta">
                    {row.name === entry.name ? '' : `${row.name} · `}
                    {formatDays(entry.date, lastDayOf(entry), locale, today)}
                    {entry.open ? ` · ${words.openEdges[entry.open]}` : ''}
                  </span>
                  {isNow && !entry.open ? <Passed entry={entry} today={today} /> : null}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button look="quiet" onClick={() => setLimit(limit + shownAtOnce)}>
          {words.further({ count: rest })}
        </Button>
      ) : null}
    </section>
  );
}

/** Part of an entry's days that has passed, as a bar. */
function Passed({ entry, today }: { readonly entry: CalendarEntry; readonly today: string }) {
  const days = daysBetween(entry.date, lastDayOf(entry)) + 1;
  const passed = daysBetween(entry.date, today) + 1;
  return (
    <span aria-hidden="true" className="mt-1 h-1 w-full overflow-hidden rounded bg-raised">
      <span className="block h-full bg-vivid" style={{ width: `${(100 * passed) / days}%` }} />
    </span>
  );
}
