import { addDays, formatDay, weekdayOf } from '#panel/ui/calendar/days.ts';

/** '2026-11-23' → '23 de nov.'; with the year if it is not the current one. */
export const formatDueDay = (day: string, today: string, locale: string): string =>
  formatDay(day, locale, {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  });

const monday = 1;
const daysInWeek = 7;

/** First Monday after a day. */
export const nextMonday = (today: string): string =>
  addDays(today, ((monday - weekdayOf(today) + daysInWeek - 1) % daysInWeek) + 1);
