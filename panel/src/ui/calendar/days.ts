/* Calendar days as 'YYYY-MM-DD', independent of time zones. The panel's language decides on which day weeks begin. */

export type Span = 'month' | 'week';

const dayMs = 86_400_000;
const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const daysInWeek = 7;

/** True for an existing day; an address may contain any text. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(momentOf(text)) &&
  dayOf(momentOf(text)) === text;

export const addDays = (day: string, count: number) => dayOf(momentOf(day) + count * dayMs);

/** Number of days from one day to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((momentOf(to) - momentOf(from)) / dayMs);

/** Adds months to a day; uses the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

export const addSpans = (day: string, span: Span, count: number) =>
  span === 'month' ? addMonths(day, count) : addDays(day, count * daysInWeek);

/** 0 is Sunday. */
export const weekdayOf = (day: string) => new Date(momentOf(day)).getUTCDay();

/** Monday of a day's week; weeks of time begin on Monday in every language (docs/adr/0222-locked-weeks.md). */
export const mondayOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % daysInWeek));

/** First day of the week, 0 for Sunday; Sunday if the browser does not provide it. */
export function firstWeekday(locale: string): number {
  const intl: Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number };
    weekInfo?: { readonly firstDay: number };
  } = new Intl.Locale(locale);
  return ((intl.getWeekInfo?.() ?? intl.weekInfo)?.firstDay ?? daysInWeek) % daysInWeek;
}

/** Number of days since the start of the week. */
export const daysIntoWeek = (day: string, locale: string) =>
  (weekdayOf(day) - firstWeekday(locale) + daysInWeek) % daysInWeek;

export const monthOf = (day: string) => day.slice(0, 7);

/** Weeks of seven days that cover the month, or the single week. */
export function weeksOf(at: string, span: Span, locale: string): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  const begin = span === 'month' ? `${monthOf(at)}-01` : at;
  let week = addDays(begin, -daysIntoWeek(begin, locale));
  do {
    const from = week;
    weeks.push(Array.from({ length: daysInWeek }, (_, day) => addDays(from, day)));
    week = addDays(week, daysInWeek);
  } while (span === 'month' && monthOf(week) === monthOf(at));
  return weeks;
}

/** First and last visible day of a calendar, the range to request. */
export function shownDays(
  at: string,
  span: Span,
  locale: string,
): { readonly from: string; readonly to: string } {
  const days = weeksOf(at, span, locale).flat();
  return { from: days[0] ?? at, to: days.at(-1) ?? at };
}

/** Days of the period, without those that only complete its weeks. */
export const daysWithin = (at: string, span: Span, locale: string) =>
  weeksOf(at, span, locale)
    .flat()
    .filter((day) => span === 'week' || monthOf(day) === monthOf(at));

/** Formats a day: `formatDay('2026-11-23', 'pt-BR', { day: 'numeric', month: 'long' })`. */
export const formatDay = (day: string, locale: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...style }).format(momentOf(day));

/**
 * Formats a day briefly, relative to today: 'hoje', 'amanhã', 'ontem', 'sex.' for the other days of the next week, '27 nov.' within the
 * year, otherwise '27 nov. 2025'.
 */
export function formatBriefDay(day: string, today: string, locale: string): string {
  const distance = daysBetween(today, day);
  if (Math.abs(distance) <= 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(distance, 'day');
  if (distance > 0 && distance < daysInWeek) return formatDay(day, locale, { weekday: 'short' });
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const style = { day: 'numeric', month: 'short' } as const;
  const text = formatDay(day, locale, isThisYear ? style : { ...style, year: 'numeric' });
  return text.replaceAll(' de ', ' ');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Title of a period: 'Novembro de 2026', '22–28 de novembro de 2026'. */
export function titleOf(at: string, span: Span, locale: string): string {
  if (span === 'month') return capital(formatDay(at, locale, { month: 'long', year: 'numeric' }));
  const { from, to } = shownDays(at, span, locale);
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatRange(momentOf(from), momentOf(to));
}

/** Title of the month of a key such as `2026-11`: 'Novembro', 'Janeiro de 2027' in another year than today's. */
export const monthTitle = (key: string, today: string, locale: string): string =>
  capital(
    formatDay(`${key}-01`, locale, {
      month: 'long',
      ...(key.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    }),
  );

/**
 * '23–27 nov. 2026'; a single day as such.
 * @param today leaves out the year if both days are in the same year
 */
export function formatDays(from: string, to: string, locale: string, today?: string): string {
  const year = today?.slice(0, 4);
  const isYearKnown = from.slice(0, 4) === year && to.slice(0, 4) === year;
  const style: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(isYearKnown ? {} : { year: 'numeric' }),
  };
  if (from === to) return formatDay(from, locale, style).replaceAll(' de ', ' ');
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...style })
    .formatRange(momentOf(from), momentOf(to))
    .replaceAll(' de ', ' ');
}
