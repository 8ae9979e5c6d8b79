import type { ReactNode } from 'react';
import { addDays, formatDays } from '../calendar/days.ts';
import type { EdgeDays } from '../calendar/edges.ts';
import type { CalendarEntry, CalendarWords, EntryLinkProps } from '../calendar/model.ts';
import { NoEntries } from '../calendar/NoEntries.tsx';
import { PeriodHead } from '../calendar/PeriodHead.tsx';
import { usePreview } from '../calendar/use-preview.tsx';
import type { Shades } from '../hues.ts';
import { useMedia } from '../use-media.ts';
import { addZooms, formatMonth, timelineDays, type Zoom } from './model.ts';
import { Rows } from './Rows.tsx';
import { WeekList } from './WeekList.tsx';

export interface TimelineRow<T extends CalendarEntry> {
  readonly key: string;
  readonly name: string;
  readonly shades: Shades;
  readonly entries: readonly T[];
  /** True for the name of the rows that follow; it has no entries. */
  readonly isHeading?: boolean;
}

/** Line from the end of an entry to the beginning of another one. */
export interface TimelineLink {
  readonly from: string;
  readonly to: string;
  /** True if nothing has to wait any longer. */
  readonly isMet?: boolean;
}

export interface TimelineProps<T extends CalendarEntry> {
  readonly label: string;
  /** Title of the names; projects by default. */
  readonly rowTitle?: string;
  readonly rows: readonly TimelineRow<T>[];
  /** Sentence for a period without entries. */
  readonly none: string;
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
  /** Lines between entries; what they mean must also be in words. */
  readonly links?: readonly TimelineLink[] | undefined;
  /**
   * True if rows have one entry each: arrows to the sides move the focused bar, and with Shift its end. Otherwise they go to the other bars
   * of the row, and with Shift to the ends.
   */
  readonly movesByArrows?: boolean;
  /** Changes the ends of a bar, or both if it is moved. */
  readonly onResize: (key: string, days: EdgeDays) => void;
  /** Details of an entry, shown while it is hovered or focused. */
  readonly preview?: ((entry: T) => ReactNode) | undefined;
}

/** 'novembro de 2026', the days of a week, or the first and last month of a quarter. */
function titleOf(begin: string, zoom: Zoom, locale: string): string {
  if (zoom === 'week') return formatDays(begin, addDays(begin, 6), locale);
  return zoom === 'month'
    ? formatMonth(begin, locale)
    : new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' })
        .formatRange(Date.parse(begin), Date.parse(addZooms(begin, 'month', 2)))
        .replaceAll(' de ', ' ');
}

/** Rows with bars over weeks, by week, month or quarter; on phones a list by weeks. Fills the height of its container (`Fill`). */
export function Timeline<T extends CalendarEntry>(props: TimelineProps<T>) {
  const { rows, words, locale, today, at, zoom, onGo, preview } = props;
  const { begin } = timelineDays(at, zoom, locale);
  const isNarrow = useMedia('(max-width: 639px)');
  const details = usePreview(
    preview &&
      ((key) => {
        const entry = rows.flatMap(({ entries }) => entries).find((each) => each.key === key);
        return entry && preview(entry);
      }),
  );
  return (
    <div {...details.handlers} className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <PeriodHead
        title={titleOf(begin, zoom, locale)}
        words={words}
        spans={words.zooms}
        span={zoom}
        onSpan={(next) => onGo(at, next)}
        onStep={(step) => onGo(addZooms(begin, zoom, step), zoom)}
        onToday={() => onGo(today, zoom)}
        isCompact={isNarrow}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {isNarrow && rows.length === 0 ? null : isNarrow ? (
          <WeekList {...props} />
        ) : (
          <Rows {...props} />
        )}
        {rows.length === 0 ? <NoEntries text={props.none} isNarrow={isNarrow} /> : null}
      </div>
      {details.card}
    </div>
  );
}
