import type { ReactNode } from 'react';
import type { DateWords } from '../date/DateInput.tsx';
import type { Shades } from '../hues.ts';
import type { MenuItem } from '../Menu.tsx';
import type { Span } from './days.ts';
import type { Edge, EdgeDays, Grip } from './edges.ts';
import type { Stretch } from './lanes.ts';

export interface CalendarEntry extends Stretch {
  readonly name: string;
  /** End of a bar that has no date. */
  readonly open?: Edge | undefined;
  /** Colour of the entry's edge; its meaning must also be given in words. */
  readonly tone?: 'danger' | 'warn' | 'ok' | 'info';
  /** Shades of the entry; a tone takes precedence on its edge. */
  readonly shades?: Shades;
}

/** Texts of the calendar. Dates are already formatted. */
export interface CalendarWords {
  readonly today: string;
  readonly field: DateWords['field'];
  readonly before: string;
  readonly after: string;
  readonly span: string;
  readonly spans: Readonly<Record<Span, string>>;
  readonly date: string;
  readonly close: string;
  readonly none: string;
  readonly keys: string;
  readonly add: (p: { date: string }) => string;
  readonly more: (p: { count: number }) => string;
  readonly all: (p: { count: number; date: string }) => string;
  readonly count: (p: { count: number }) => string;
  readonly actions: (p: { name: string }) => string;
  readonly toToday: string;
  readonly dayBefore: string;
  readonly dayAfter: string;
  readonly weekAfter: string;
  readonly otherDate: string;
  readonly move: (p: { name: string }) => string;
  readonly moveNow: string;
  readonly moved: (p: { name: string; date: string }) => string;
  readonly resized: (p: { name: string; from: string; until: string }) => string;
  readonly edges: Readonly<Record<Edge, (p: { name: string }) => string>>;
  readonly otherEdges: Readonly<Record<Edge, string>>;
  readonly fields: Readonly<Record<Edge, string>>;
  readonly otherDates: string;
  readonly reversed: string;
  readonly further: (p: { count: number }) => string;
  readonly openEdges: Readonly<Record<Edge, string>>;
  readonly row: string;
  /** Sections of a timeline on phones. */
  readonly progress: Readonly<Record<'now' | 'ended', string>>;
  readonly zooms: Readonly<Record<'week' | 'month' | 'quarter', string>>;
}

/** Props for the link of an entry. */
export interface EntryLinkProps {
  readonly tabIndex: number;
  readonly draggable: false;
  readonly className: string;
  readonly children: ReactNode;
}

export interface CalendarProps<T extends CalendarEntry> {
  readonly label: string;
  readonly entries: readonly T[];
  /** Sentence for a period without entries. */
  readonly none: string;
  /** Content of an entry, by default its name. Must not contain controls. */
  readonly entry?: (entry: T) => ReactNode;
  readonly words: CalendarWords;
  readonly locale: string;
  /** Current day of the team. */
  readonly today: string;
  /** Names of the days on which the team is closed. */
  readonly holidays: ReadonlyMap<string, string>;
  /** A day in the visible period. */
  readonly at: string;
  readonly span: Span;
  readonly onGo: (at: string, span: Span) => void;
  /** Link that opens an entry: `(task, props) => <RecordLink kind="tasks" id={task.key} {...props} />`. */
  readonly link: (entry: T, props: EntryLinkProps) => ReactNode;
  /** Absent if the user may not change dates. */
  readonly onMove?: ((key: string, date: string) => void) | undefined;
  /** Changes the ends of a bar; absent if entries have no length. */
  readonly onResize?: ((key: string, days: EdgeDays) => void) | undefined;
  /** Details of an entry, shown while it is hovered or focused. */
  readonly preview?: ((entry: T) => ReactNode) | undefined;
  readonly onAdd?: ((date: string) => void) | undefined;
  /** Further menu items of an entry. */
  readonly items?: ((entry: T) => readonly MenuItem[]) | undefined;
  /** Called with keys on an entry that the calendar does not handle. @returns true if the key was handled */
  readonly onKey?: ((key: string, entry: T) => boolean) | undefined;
}

/** A press on an end of a bar, or a key on it. */
export interface Resizing {
  /** @param from day at which the pointer holds a whole bar */
  readonly begin: (key: string, edge: Grip, from?: string) => void;
  /** @param days to add to the end's day */
  readonly step: (key: string, edge: Grip, days: number) => void;
  /** @param key of the bar that lost the focus; another one stays held */
  readonly finish: (key?: string) => void;
  readonly cancel: () => void;
}

/** Props of the calendar's parts. */
export interface Parts<T extends CalendarEntry> extends CalendarProps<T> {
  readonly menuOf: (entry: T) => readonly MenuItem[];
  readonly showDay: (day: string) => void;
  /** Absent if entries have no ends to move. */
  readonly resizing: Resizing | undefined;
}
