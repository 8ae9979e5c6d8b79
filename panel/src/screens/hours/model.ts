import type { TimeEntry } from '#panel/api/schema.ts';
import { dayIn, momentOf } from '#panel/data/time-zone-days.ts';
import { addDays } from '#panel/ui/calendar/days.ts';

/* The timesheet of a week: projects × days. */

export const daysFrom = (monday: string): readonly string[] =>
  Array.from({ length: 7 }, (_, i) => addDays(monday, i));

/** Row of entries without a project. */
export const noProject = '';

export type Entry = Pick<TimeEntry, 'id' | 'project_id' | 'started_at' | 'minutes'>;

/** Finished entries of a project on a day. */
export interface Cell {
  readonly entries: readonly Entry[];
  readonly minutes: number;
  /** True if a timer runs. */
  readonly isRunning: boolean;
}

const emptyCell: Cell = { entries: [], minutes: 0, isRunning: false };
const keyOf = (project: string, day: string) => `${project} ${day}`;

/** Cells of a week by project and day, and the projects with entries. */
export function cellsOf(entries: readonly Entry[], timeZone: string) {
  const cells = new Map<string, Cell>();
  for (const entry of entries) {
    const key = keyOf(entry.project_id ?? noProject, dayIn(timeZone, entry.started_at));
    const cell = cells.get(key) ?? emptyCell;
    cells.set(
      key,
      entry.minutes === null
        ? { ...cell, isRunning: true }
        : {
            ...cell,
            entries: [...cell.entries, entry],
            minutes: cell.minutes + entry.minutes,
          },
    );
  }
  return {
    projects: [...new Set(entries.map(({ project_id }) => project_id ?? noProject))],
    at: (project: string, day: string): Cell => cells.get(keyOf(project, day)) ?? emptyCell,
  };
}

/** Change that makes the minutes of a cell equal to what was typed. */
export type CellChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'create'; readonly minutes: number }
  | { readonly kind: 'update'; readonly id: string; readonly minutes: number }
  | { readonly kind: 'remove'; readonly id: string };

/** A single entry is changed; several are corrected by a further one with the difference. */
export function changeOfCell({ entries, minutes }: Cell, typed: number): CellChange {
  if (typed === minutes) return { kind: 'none' };
  const [only, ...rest] = entries;
  if (!only || rest.length > 0) return { kind: 'create', minutes: typed - minutes };
  return typed === 0
    ? { kind: 'remove', id: only.id }
    : { kind: 'update', id: only.id, minutes: typed };
}

/** Start of entries that are typed for a day, which need one. */
export const startOn = (timeZone: string, day: string) => momentOf(timeZone, `${day}T12:00`);
