import { Plus } from '../icons.tsx';
import { daysWithin, formatDay } from './days.ts';
import { EntryChip } from './EntryChip.tsx';
import type { CalendarEntry, Parts } from './model.ts';

/** Today and the days with entries as a list, for phones. */
export function DayList<T extends CalendarEntry>({ parts }: { readonly parts: Parts<T> }) {
  const { label, locale, today, at, span, words, byDay, onAdd } = parts;
  const days = daysWithin(at, span, locale).filter((day) => byDay.has(day) || day === today);
  return (
    <section aria-label={label} className="flex flex-col gap-4">
      {days.length === 0 ? <p className="py-6 text-center text-muted">{words.none}</p> : null}
      {days.map((day) => {
        const full = formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' });
        return (
          <section key={day} aria-label={full} className="flex flex-col gap-1">
            <header className="flex items-center justify-between gap-2">
              <h3 className="font-medium">
                {full}
                {day === today ? ` · ${words.today}` : ''}
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
            <Entries parts={parts} entries={byDay.get(day) ?? []} />
          </section>
        );
      })}
    </section>
  );
}

/** All entries of a day. */
export function Entries<T extends CalendarEntry>({
  parts,
  entries,
}: {
  readonly parts: Parts<T>;
  readonly entries: readonly T[];
}) {
  if (entries.length === 0) return <p className="text-muted">{parts.words.none}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {entries.map((entry) => (
        <li key={entry.key}>
          <EntryChip parts={parts} entry={entry} place="list" />
        </li>
      ))}
    </ul>
  );
}
