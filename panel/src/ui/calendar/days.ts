/*
 * Days of a calendar as 'YYYY-MM-DD': no time zone, so nothing shifts. Weeks begin on Sunday unless another day is given.
 */

export type Span = 'month' | 'week';

const dayMs = 86_400_000;
const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const daysInWeek = 7;

/** Whether a text is a day that exists: an address may say anything. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(momentOf(text)) &&
  dayOf(momentOf(text)) === text;

export const addDays = (day: string, count: number) => dayOf(momentOf(day) + count * dayMs);

/** The same day of another month; its last one where that has fewer. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

export const addSpans = (day: string, span: Span, count: number) =>
  span === 'month' ? addMonths(day, count) : addDays(day, count * daysInWeek);

/** 0 is Sunday. */
export const weekdayOf = (day: string) => new Date(momentOf(day)).getUTCDay();
const startOfWeek = (day: string, first: number) =>
  addDays(day, -((weekdayOf(day) - first + daysInWeek) % daysInWeek));
export const monthOf = (day: string) => day.slice(0, 7);

/** The weeks that show a month, or the one week: seven days each. @param first weekday that weeks begin with: 0 is Sunday */
export function weeksOf(at: string, span: Span, first = 0): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  let week = startOfWeek(span === 'month' ? `${monthOf(at)}-01` : at, first);
  do {
    const from = week;
    weeks.push(Array.from({ length: daysInWeek }, (_, day) => addDays(from, day)));
    week = addDays(week, daysInWeek);
  } while (span === 'month' && monthOf(week) === monthOf(at));
  return weeks;
}

/** The first and the last day that a calendar shows: what to ask the service for. */
export function shownDays(at: string, span: Span): { readonly from: string; readonly to: string } {
  const days = weeksOf(at, span).flat();
  return { from: days[0] ?? at, to: days.at(-1) ?? at };
}

/** The days of the period itself, without those that only fill its weeks. */
export const daysWithin = (at: string, span: Span) =>
  weeksOf(at, span)
    .flat()
    .filter((day) => span === 'week' || monthOf(day) === monthOf(at));

/** A day in words: `written('2026-11-23', 'pt-BR', { day: 'numeric', month: 'long' })`. */
export const written = (day: string, locale: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...style }).format(momentOf(day));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the calendar shows, in words: 'Novembro de 2026', '22–28 de novembro de 2026'. */
export function titleOf(at: string, span: Span, locale: string): string {
  if (span === 'month') return capital(written(at, locale, { month: 'long', year: 'numeric' }));
  const { from, to } = shownDays(at, span);
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatRange(momentOf(from), momentOf(to));
}
