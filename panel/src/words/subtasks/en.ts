import type { SubtaskWords } from './pt-BR.ts';

const number = new Intl.NumberFormat('en');

export const words: SubtaskWords = {
  title: 'Subtasks',
  add: 'New subtask',
  addHint: 'Press Enter to create it. Paste several lines to create several subtasks.',
  done: (p) => `${p.done} of ${p.total} done`,
  hours: (p) => `${number.format(p.hours)} h estimated in total`,
  spent: (p) => `${number.format(p.hours)} h spent in total`,
  finish: (p) => `Finish ${p.name}`,
  actions: (p) => `Actions for ${p.name}`,
  toItem: 'Turn into a checklist item',
  of: (p) => `Subtask of ${p.name}`,
  trashed: 'in the trash',
};
