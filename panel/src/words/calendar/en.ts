import { plural } from '../plural.ts';
import type { CalendarWords } from './pt-BR.ts';

const form = plural('en');

export const words: CalendarWords = {
  today: 'Today',
  before: 'Previous',
  after: 'Next',
  span: 'Show',
  spans: { month: 'Month', week: 'Week' },
  date: 'Date',
  close: 'Close',
  none: 'Nothing here.',
  keys: 'Arrows change the day, Page Up and Page Down the month. Enter opens the day, m changes the date, the arrows to the sides reach the start and the end of an item, Esc goes back.',
  add: (p) => `Add on ${p.date}`,
  more: (p) => `+ ${p.count}`,
  all: (p) => `Show all ${p.count} of ${p.date}`,
  count: (p) =>
    p.count === 0
      ? 'empty'
      : form(p.count, { one: `${p.count} entry`, other: `${p.count} entries` }),
  actions: (p) => `Actions for ${p.name}`,
  toToday: 'Move to today',
  dayBefore: 'A day earlier',
  dayAfter: 'A day later',
  weekAfter: 'A week later',
  otherDate: 'Another date…',
  move: (p) => `Change the date: ${p.name}`,
  moveNow: 'Move',
  moved: (p) => `${p.name}: now on ${p.date}.`,
  resized: (p) => `${p.name}: now from ${p.from} to ${p.until}.`,
  edges: { start: (p) => `Start of ${p.name}`, end: (p) => `End of ${p.name}` },
  otherEdges: { start: 'Adjust the start', end: 'Adjust the end' },
  fields: { start: 'Start', end: 'End' },
  otherDates: 'Other dates…',
  reversed: 'The end is before the start.',
  further: (p) => `Show ${p.count} more`,
  openEdges: { start: 'no start', end: 'no end' },
  row: 'Project',
  progress: { now: 'In progress', ended: 'Before today' },
  zooms: { week: 'Week', month: 'Month', quarter: 'Quarter' },
  field: {
    placeholders: { day: 'mm/dd/yyyy', moment: 'mm/dd/yyyy hh:mm AM' },
    open: 'Open calendar',
    title: 'Calendar',
    monthBefore: 'Previous month',
    monthAfter: 'Next month',
    clear: 'Clear',
    keys: 'Arrows change the day, Page Up and Page Down the month.',
    required: 'Choose a date.',
    unreadable: (p) => `Write the date like this: ${p.example}.`,
    early: (p) => `The earliest date here is ${p.date}.`,
    late: (p) => `The latest date here is ${p.date}.`,
  },
};
