import { about, date, number, required, singleLine } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';

const fields = {
  date: about('The day on which it is due.', required(date)),
  time: about('The time, such as 09:00.', required(singleLine(5, 5))),
  weekday: about('The day of the week, from 0 (Sunday) to 6 (Saturday).', required(number(0, 6))),
  day: about('The day of the month.', required(number(1, 31))),
  month: about('The month, from 1 to 12.', required(number(1, 12))),
  year: about('The year.', required(number(1, 9_999))),
};

/** Input of workflows that a schedule starts: its local date and time. Never stored as rows. */
export const schedules = table({
  name: 'schedules',
  one: 'schedule',
  path: '/schedules',
  fields,
  filters: {},
  sorts: { created_at: { by: ['t.id'], nullable: false, isText: false } },
});
