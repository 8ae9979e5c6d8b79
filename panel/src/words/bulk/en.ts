import { plural } from '../plural.ts';
import type { BulkWords } from './pt-BR.ts';

const of = plural('en');

export const words: BulkWords = {
  bar: 'Selected',
  selected: (p) => `${p.count} selected`,
  all: (p) => `Select all ${p.count}`,
  allSelected: (p) => `All ${p.count} selected`,
  clear: 'Clear selection',
  sure: (p) => `${p.act}: all that the list finds`,
  total: (p) => of(p.count, { one: '1 record changes.', other: `${p.count} records change.` }),
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
  back: (p) => of(p.undone, { one: '1 is as it was', other: `${p.undone} are as they were` }),
  refused: (p) => of(p.count, { one: '1 was not changed', other: `${p.count} were not changed` }),
  kept: (p) =>
    of(p.count, {
      one: '1 stays as it is: somebody has changed it since',
      other: `${p.count} stay as they are: somebody has changed them since`,
    }),
  detail: 'Reasons',
  undo: 'Undo all',
  nameless: 'No longer there',
};
