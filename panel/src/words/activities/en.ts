import { plural } from '../plural.ts';
import type { ActivityWords } from './pt-BR.ts';

const form = plural('en');

export const words: ActivityWords = {
  title: 'Activities',
  states: { open: 'Open', done: 'Done', all: 'All', late: 'Overdue' },
  date: 'Date',
  occurredHint: 'Date and time in the team’s time zone.',
  mine: 'Mine',
  layouts: { list: 'List', calendar: 'Calendar' },
  create: 'New activity',
  createAbout: 'It is assigned to you. Without a due date, it does not appear in “My day”.',
  submit: 'Create',
  none: 'No open activities. Add the next call, meeting or delivery, and it appears on its day. For example: “Call Sol Bakery, tomorrow”.',
  noneInPeriod: 'No activities in this period.',
  finish: (p) => `Finish ${p.name}`,
  reopen: (p) => `Reopen ${p.name}`,
  finishNow: 'Finish',
  reopenNow: 'Reopen',
  finished: (p) => `Done: ${p.name}.`,
  actions: (p) => `Actions for ${p.name}`,
  remove: 'Delete',
  activity: 'Comments and history',
  noDate: 'No date',
  late: (p) => form(p.days, { one: 'Yesterday', other: `${p.days} days ago` }),
  next: {
    title: 'And the next step?',
    about: (p) => `With ${p.name}. Without a next step, the deal stalls.`,
    what: 'What to do',
    submit: 'Plan it',
    skip: 'Not now',
  },
};
