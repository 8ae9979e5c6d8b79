import { useState } from 'react';
import { Button } from '../Button.tsx';
import { Plus } from '../icons.tsx';
import { daysWithin, formatDay } from './days.ts';
import { EntryChip } from './EntryChip.tsx';
import { covers } from './lanes.ts';
import type { CalendarEntry, Parts } from './model.ts';

/**
 * Today, holidays and the days with entries as a list, for phones. A bar is at its first day within the period, or at today if it covers it, so that
 * today shows what is in progress.
 */
export function DayList<T extends CalendarEntry>({ parts }: { readonly parts: Parts<T> }) {
  const { label, locale, today, at, span, words, entries, holidays, onAdd } = parts;
  const period = daysWithin(at, span, locale);
  const [first = at, last = at] = [period[0], period.at(-1)];
  const byDay = Map.groupBy(
    entries.filter((entry) => covers(entry, first, last)),
    (entry) => {
      if (today >= first && today <= last && covers(entry, today, today)) return today;
      return entry.date < first ? first : entry.date;
    },
  );
  const isEmpty = entries.length === 0;
  const days = period.filter((day) => byDay.has(day) || holidays.has(day) || day === today);
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      {days.length === 0 && !isEmpty ? (
        <p className="py-6 text-center text-muted">{words.none}</p>
      ) : null}
      {days.map((day) => {
        const full = formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });
        return (
          <section key={day} aria-label={full} className="flex flex-col gap-1">
            <header className="flex items-center justify-between gap-2">
              <h3 title={full} className="truncate font-medium first-letter:uppercase">
                {formatDay(day, locale, { weekday: 'short', day: 'numeric', month: 'short' })}
                {day === today ? ` · ${words.today}` : ''}
                {holidays.has(day) ? (
                  <span className="font-normal text-muted">{` · ${holidays.get(day)}`}</span>
                ) : null}
              </h3>
              {onAdd ? (
                <button
                  type="button"
                  aria-label={words.add({ date: full })}
                  onClick={() => onAdd(day)}
                  className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
                >
                  <Plus />
                </button>
              ) : null}
            </header>
            {isEmpty || (!byDay.has(day) && day !== today) ? null : (
              <Entries parts={parts} entries={byDay.get(day) ?? []} />
            )}
          </section>
        );
      })}
    </section>
  );
}

/** Number of entries shown at once. */
const shownAtOnce = 20;

/** Entries of a day. */
export function Entries<T extends CalendarEntry>({
  parts,
  entries,
}: {
  readonly parts: Parts<T>;
  readonly entries: readonly T[];
}) {
  const { words } = parts;
  const [limit, setLimit] = useState(shownAtOnce);
  if (entries.length === 0) return <p className="text-muted">{words.none}</p>;
  const rest = Math.min(shownAtOnce, entries.length - limit);
  return (
    <>
      <ul className="flex flex-col gap-1">
        {entries.slice(0, limit).map((entry) => (
          <li key={entry.key}>
            <EntryChip parts={parts} entry={entry} />
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button look="quiet" className="mt-1" onClick={() => setLimit(limit + shownAtOnce)}>
          {words.further({ count: rest })}
        </Button>
      ) : null}
    </>
  );
}
