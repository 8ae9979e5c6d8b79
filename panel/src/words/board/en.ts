import type { BoardWords } from './pt-BR.ts';

export const words: BoardWords = {
  actions: (p) => `Actions for ${p.name}`,
  select: (p) => `Select ${p.name}`,
  move: 'Move to…',
  toColumn: (p) => p.column,
  toStart: 'Move to top',
  up: 'Move up',
  down: 'Move down',
  toEnd: 'Move to bottom',
  moved: (p) => `${p.name}: in ${p.column}, ${p.place} of ${p.of}.`,
  add: (p) => `Add to ${p.column}`,
  closed: 'Done',
  withLimit: (p) => `${p.count} of ${p.limit}`,
  overLimit: 'Over the limit',
  none: 'Nothing here.',
  targets: 'Drop on',
};
