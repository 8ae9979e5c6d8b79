import { clsx } from 'clsx';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '../Button.tsx';
import type { EdgeDays } from '../calendar/edges.ts';
import type { CalendarEntry, CalendarWords, EntryLinkProps } from '../calendar/model.ts';
import { usePreview } from '../calendar/use-preview.tsx';
import type { Shades } from '../hues.ts';
import { Left, Right } from '../icons.tsx';
import { addZooms, formatMonth, timelineDays, type Zoom, zooms } from './model.ts';
import { Rows } from './Rows.tsx';
import { WeekList } from './WeekList.tsx';

export interface TimelineRow<T extends CalendarEntry> {
  readonly key: string;
  readonly name: string;
  readonly shades: Shades;
  readonly entries: readonly T[];
}

export interface TimelineProps<T extends CalendarEntry> {
  readonly label: string;
  readonly rows: readonly TimelineRow<T>[];
  readonly words: CalendarWords;
  readonly locale: string;
  /** Current day of the team. */
  readonly today: string;
  /** A day in the month or quarter. */
  readonly at: string;
  readonly zoom: Zoom;
  readonly onGo: (at: string, zoom: Zoom) => void;
  /** Link to the record of a row. */
  readonly rowLink: (row: TimelineRow<T>, props: Omit<EntryLinkProps, 'draggable'>) => ReactNode;
  /** Link that opens an entry. */
  readonly link: (entry: T, props: EntryLinkProps) => ReactNode;
  /** Content of an entry. Must not contain controls. */
  readonly entry: (entry: T) => ReactNode;
  /** Changes the ends of a bar. */
  readonly onResize: (key: string, days: EdgeDays) => void;
  /** Details of an entry, shown while it is hovered or focused. */
  readonly preview?: ((entry: T) => ReactNode) | undefined;
}

const narrow = matchMedia('(max-width: 639px)');
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Rows with bars over weeks, by month or quarter; on phones a list by weeks. Fills the height of its container (`Fill`). */
export function Timeline<T extends CalendarEntry>(props: TimelineProps<T>) {
  const { rows, preview } = props;
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const details = usePreview(
    preview &&
      ((key) => {
        const entry = rows.flatMap(({ entries }) => entries).find((each) => each.key === key);
        return entry && preview(entry);
      }),
  );
  return (
    <div {...details.handlers} className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <Toolbar {...props} />
      {isNarrow ? <WeekList {...props} /> : <Rows {...props} />}
      {details.card}
    </div>
  );
}

function Toolbar<T extends CalendarEntry>(props: TimelineProps<T>) {
  const { words, locale, today, at, zoom, onGo } = props;
  const { begin } = timelineDays(at, zoom, locale);
  const title =
    zoom === 'month'
      ? formatMonth(begin, locale)
      : `${formatMonth(begin, locale)} – ${formatMonth(addZooms(begin, 'month', 2), locale)}`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 aria-live="polite" className="mr-auto font-semibold text-title first-letter:uppercase">
        {title}
      </h2>
      <div className="flex gap-1">
        <Button
          look="quiet"
          aria-label={words.before}
          onClick={() => onGo(addZooms(begin, zoom, -1), zoom)}
        >
          <Left />
        </Button>
        <Button onClick={() => onGo(today, zoom)}>{words.today}</Button>
        <Button
          look="quiet"
          aria-label={words.after}
          onClick={() => onGo(addZooms(begin, zoom, 1), zoom)}
        >
          <Right />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div role="group" aria-label={words.span} className="flex rounded border border-border">
        {zooms.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === zoom}
            onClick={() => onGo(at, each)}
            className={clsx(
              'control rounded px-3 font-medium',
              each === zoom ? 'bg-tint text-text' : 'text-muted hover:bg-surface',
            )}
          >
            {words.zooms[each]}
          </button>
        ))}
      </div>
    </div>
  );
}
