import { addDays, weekdayOf } from '#panel/ui/calendar/days.ts';

const monday = 1;
const daysInWeek = 7;

/** First Monday after a day. */
export const nextMonday = (today: string): string =>
  addDays(today, ((monday - weekdayOf(today) + daysInWeek - 1) % daysInWeek) + 1);
