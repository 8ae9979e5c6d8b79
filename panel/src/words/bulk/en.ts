import { plural } from '../plural.ts';
import type { BulkWords } from './pt-BR.ts';

const of = plural('en');

export const words: BulkWords = {
  bar: 'Selected',
  selected: (p) => `${p.count} selected`,
  all: (p) => `Select all ${p.count}`,
  allSelected: (p) => `All ${p.count} selected`,
  most: (p) => `Up to ${p.most} at once: select fewer, or all records that match the list.`,
  clear: 'Clear selection',
  sure: (p) => `${p.act}: all records that match the list`,
  total: (p) =>
    of(p.count, {
      one: `${p.count} record will change.`,
      other: `${p.count} records will change.`,
    }),
  tooMany: (p) => `There are more than ${p.most}. Filter the list and try again.`,
  first: 'The first ones, before the change',
  start: (p) => `Change ${p.count}`,
  job: 'Bulk change',
  states: {
    running: 'In progress…',
    done: 'Done.',
    stopped: 'Stopped: the person who started it no longer has access to the team.',
    undoing: 'Undoing…',
    undone: 'Undone.',
  },
  done: (p) => `${p.done} of ${p.total} changed`,
  back: (p) => of(p.undone, { one: `${p.undone} undone`, other: `${p.undone} undone` }),
  refused: (p) =>
    of(p.count, { one: `${p.count} was not changed`, other: `${p.count} were not changed` }),
  kept: (p) =>
    of(p.count, {
      one: `${p.count} was not undone: someone has changed it since`,
      other: `${p.count} were not undone: someone has changed them since`,
    }),
  detail: 'Reasons',
  undo: 'Undo all',
  due: { today: 'Today', tomorrow: 'Tomorrow', week: 'In a week', none: 'No date' },
  addPerson: 'Add assignee',
  removePerson: 'Remove assignee',
  everyPerson: 'Everyone',
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  withoutClient: 'No client',
  goesOn: 'The change continues in the background.',
  follow: 'Follow',
  page: {
    title: 'Bulk changes',
    about:
      'Your bulk changes of the last 24 hours. They can be undone during that time, except for records that someone has changed since.',
    none: 'Nothing in the last 24 hours. Select rows of a list (key x) and change them together.',
    toTasks: 'Go to tasks',
    until: 'Can be undone until',
  },
  take: 'Apply',
  removed: 'deleted or archived',
  nameless: 'No longer exists',
};
