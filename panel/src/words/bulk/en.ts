import { plural } from '../plural.ts';
import type { BulkWords } from './pt-BR.ts';

const of = plural('en');

export const words: BulkWords = {
  bar: 'Selected',
  selected: (p) => `${p.count} selected`,
  all: (p) => `Select all ${p.count}`,
  allSelected: (p) => `All ${p.count} selected`,
  most: (p) => `Up to ${p.most} at once: select fewer, or all that the list finds.`,
  clear: 'Clear selection',
  sure: (p) => `${p.act}: all that the list finds`,
  total: (p) =>
    of(p.count, { one: `${p.count} record changes.`, other: `${p.count} records change.` }),
  tooMany: (p) => `There are more than ${p.most}. Filter the list and try again.`,
  first: 'The first ones, as they are now',
  start: (p) => `Change ${p.count}`,
  job: 'Bulk change',
  states: {
    running: 'Under way…',
    done: 'Done.',
    stopped: 'Stopped: whoever asked has no access to the team any more.',
    undoing: 'Undoing…',
    undone: 'Undone.',
  },
  done: (p) => `${p.done} of ${p.total} changed`,
  back: (p) =>
    of(p.undone, { one: `${p.undone} is as it was`, other: `${p.undone} are as they were` }),
  refused: (p) =>
    of(p.count, { one: `${p.count} was not changed`, other: `${p.count} were not changed` }),
  kept: (p) =>
    of(p.count, {
      one: `${p.count} stays as it is: somebody has changed it since`,
      other: `${p.count} stay as they are: somebody has changed them since`,
    }),
  detail: 'Reasons',
  undo: 'Undo all',
  due: { today: 'Today', tomorrow: 'Tomorrow', week: 'In a week', none: 'No date' },
  addPerson: 'Add assignee',
  removePerson: 'Remove assignee',
  everyPerson: 'Everybody',
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  withoutClient: 'No client',
  goesOn: 'The change goes on in the background.',
  follow: 'Follow',
  page: {
    title: 'Bulk changes',
    about:
      'What you changed in many records at once in the last 24 hours. Until then it can be undone: whatever nobody has changed since goes back.',
    none: 'Nothing in the last 24 hours. Select rows of a list (key x) and change all of them at once.',
    toTasks: 'Go to tasks',
    until: 'Can be undone until',
  },
  take: 'Apply',
  removed: 'deleted or archived',
  nameless: 'No longer there',
};
