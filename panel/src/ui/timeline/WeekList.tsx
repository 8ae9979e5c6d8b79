import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { addDays, daysIntoWeek, formatDay, formatDays } from '../calendar/days.ts';
import { covers, lastDayOf } from '../calendar/lanes.ts';
import type { CalendarEntry } from '../calendar/model.ts';
import { addZooms, timelineDays, weeksBetween } from './model.ts';
import type { TimelineProps, TimelineRow } from './Timeline.tsx';

/** Number of entries of a week shown at once. */
const shownAtOnce = 20;

/** Weeks of a month or quarter with the entries that cover them, for phones. */
export function WeekList<T extends CalendarEntry>(props: TimelineProps<T>) {
  const { label, rows, words, locale, at, zoom } = props;
  const { begin } = timelineDays(at, zoom, locale);
  const end = addDays(addZooms(begin, zoom, 1), -1);
  const all = rows.flatMap((row) => row.entries.map((entry) => ({ row, entry })));
  const weeks = weeksBetween(addDays(begin, -daysIntoWeek(begin, locale)), end).flatMap((week) => {
    const entries = all.filter(({ entry }) => covers(entry, week, addDays(week, 6)));
    return entries.length > 0 ? [{ week, entries }] : [];
  });
  return (
    <section aria-label={label} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
      {weeks.length === 0 ? <p className="py-6 text-center text-muted">{words.none}</p> : null}
      {weeks.map(({ week, entries }) => (
        <Week key={week} {...props} week={week} entries={entries} />
      ))}
    </section>
  );
}

interface WeekProps<T extends CalendarEntry> extends TimelineProps<T> {
  readonly week: string;
  readonly entries: readonly { readonly row: TimelineRow<T>; readonly entry: T }[];
}

function Week<T extends CalendarEntry>(props: WeekProps<T>) {
  const { week, entries, words, locale, today, link, entry: contentOf } = props;
  const [limit, setLimit] = useState(shownAtOnce);
  const last = addDays(week, 6);
  const rest = Math.min(shownAtOnce, entries.length - limit);
  const title = words.days({
    from: formatDay(week, locale, { day: 'numeric', month: 'short' }),
    until: formatDay(last, locale, { day: 'numeric', month: 'short' }),
  });
  const isCurrent = week <= today && today <= last;
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="font-medium first-letter:uppercase">
        {isCurrent ? `${title} · ${words.today}` : title}
      </h3>
      <ul className="flex flex-col gap-1">
        {entries.slice(0, limit).map(({ row, entry }) => (
          <li
            key={entry.key}
            data-item={`${week} ${entry.key}`}
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
                    {formatDays(entry.date, lastDayOf(entry), locale)}
                    {entry.open ? ` · ${words.openEdges[entry.open]}` : ''}
                  </span>
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
