/* Durations as people type them: `1h30`, `1:30`, `90m`, `1,5` (hours). */

const hoursAndMinutes = /^(\d+)\s*(?:h|:)\s*(\d{1,2})\s*(?:m|min)?$/;
const hoursOnly = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*h?$/;
const minutesOnly = /^(\d+)\s*(?:m|min)$/;

/** Minutes of a typed duration; null for an empty text, undefined for a text that is none. */
export function parseDuration(text: string): number | null | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === '') return null;
  const [, minutes] = minutesOnly.exec(typed) ?? [];
  if (minutes !== undefined) return Number(minutes);
  const [, hours] = hoursOnly.exec(typed) ?? [];
  if (hours !== undefined) return Math.round(Number(hours.replace(',', '.')) * 60);
  const [, whole, rest] = hoursAndMinutes.exec(typed) ?? [];
  if (whole === undefined || Number(rest) > 59) return undefined;
  return Number(whole) * 60 + Number(rest);
}

/** Minutes as hours and minutes, `1:30`, which can be typed too. */
export function formatDuration(minutes: number): string {
  const all = Math.round(Math.abs(minutes));
  const sign = minutes < 0 && all > 0 ? '-' : '';
  return `${sign}${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
}

export const sum = (minutes: readonly number[]): number =>
  minutes.reduce((total, each) => total + each, 0);

/** Minutes as in a table: a dash for none. */
export const formatHours = (minutes: number) => (minutes === 0 ? '–' : formatDuration(minutes));
