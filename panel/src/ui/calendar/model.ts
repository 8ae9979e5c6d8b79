import type { ReactNode } from 'react';
import type { DateWords } from '../date/DateInput.tsx';
import type { MenuItem } from '../Menu.tsx';
import type { Span } from './days.ts';

export interface CalendarEntry {
  readonly key: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly name: string;
  /** Seen at the entry's edge; what it means has to be said in words, too. */
  readonly tone?: 'danger' | 'warn' | 'ok' | 'info';
}

/** What the calendar says. Dates come written. */
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
}

/** What the calendar gives the link of an entry. */
export interface EntryLinkProps {
  readonly tabIndex: number;
  readonly draggable: false;
  readonly className: string;
  readonly children: ReactNode;
}

export interface CalendarProps<T extends CalendarEntry> {
  readonly label: string;
  readonly entries: readonly T[];
  /** What an entry shows; without it its name. Nothing in it may be pressed. */
  readonly entry?: (entry: T) => ReactNode;
  readonly words: CalendarWords;
  readonly locale: string;
  /** The day that it is for the team. */
  readonly today: string;
  /** A day of the period that is shown. */
  readonly at: string;
  readonly span: Span;
  readonly onGo: (at: string, span: Span) => void;
  /** The link that opens an entry: `(task, props) => <RecordLink kind="tasks" id={task.key} {...props} />`. */
  readonly link: (entry: T, props: EntryLinkProps) => ReactNode;
  /** Absent where dates are not the reader's to change. */
  readonly onMove?: ((key: string, date: string) => void) | undefined;
  readonly onAdd?: ((date: string) => void) | undefined;
  /** What else can be done with an entry. */
  readonly items?: ((entry: T) => readonly MenuItem[]) | undefined;
  /** A key that means nothing to the calendar, pressed on an entry. @returns whether it was taken */
  readonly onKey?: ((key: string, entry: T) => boolean) | undefined;
}

/** What the parts of a calendar are handed. */
export interface Parts<T extends CalendarEntry> extends CalendarProps<T> {
  readonly byDay: ReadonlyMap<string, readonly T[]>;
  readonly menuOf: (entry: T) => readonly MenuItem[];
  readonly showDay: (day: string) => void;
}

/** Entries by their day, each day in the order given. */
export function entriesByDay<T extends CalendarEntry>(
  entries: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(entries, ({ date }) => date);
}
