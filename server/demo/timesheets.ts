import { setLock } from '../features/work/time-entries/locked-weeks.ts';
import { timeEntryOperations } from '../features/work/time-entries/operations.ts';
import * as words from './demo-data.ts';
import { cyclicElement } from './random.ts';
import { act, type DemoRun } from './run.ts';
import type { Project } from './work.ts';

/** Days before today with entries: this week and the two before. */
const days = 18;

/** UTC hour of the first entry of a day, 9:00 in Brasília, and of the second one. */
const starts = ['12', '17'] as const;

/** Minutes of entries. */
const lengths = [210, 180, 150, 240, 120, 195] as const;

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The Monday of the day's week. */
function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`) - ((weekdayOf(day) + 6) % 7) * 86_400_000;
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * Enters time of the last weeks for each user, on projects without contracts, whose hours have their own course; most have submitted the past
 * weeks. After all steps that draw numbers, which would draw others.
 */
export async function addTimesheets(
  demo: DemoRun,
  projects: readonly Project[],
  withContracts: ReadonlySet<string>,
): Promise<void> {
  const { calendar, users } = demo;
  const chosen = projects.filter(
    ({ id, status }) => status !== 'cancelled' && !withContracts.has(id),
  );
  if (chosen.length === 0) return;
  const past = Array.from({ length: days }, (_, i) => calendar.day(i - days));
  const current = mondayOf(calendar.day(0));
  for (const [u, user_id] of users.entries()) {
    for (const [d, day] of past.entries()) {
      const isOff = [0, 6].includes(weekdayOf(day)) || (u * 5 + d) % 13 === 0;
      for (const [n, hour] of isOff ? [] : starts.entries())
        await act(demo, timeEntryOperations.create, {
          user_id,
          project_id: cyclicElement(chosen, u * 2 + n + (d % 3 === 0 ? 1 : 0)).id,
          started_at: `${day}T${hour}:00:00Z`,
          minutes: cyclicElement(lengths, u + d + n * 2),
          note: cyclicElement(words.timeNotes, u * 3 + d + n),
          is_billable: (u + d) % 6 !== 0,
        });
    }
    for (const week of new Set(past.map(mondayOf)))
      if (week < current && (u + (week === mondayOf(past[0] ?? '') ? 0 : 1)) % 4 !== 0)
        await act(demo, setLock, { week, is_locked: true }, user_id);
  }
}
