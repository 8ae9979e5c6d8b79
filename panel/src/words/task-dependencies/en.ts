import type { TaskDependencyWords } from './pt-BR.ts';

export const words: TaskDependencyWords = {
  title: 'Dependencies',
  blocks: 'Blocks',
  add: 'Add a blocking task',
  remove: (p) => `Remove ${p.name}`,
  open: 'To do',
  done: 'Done',
  full: (p) => `At most ${p.count} tasks block one.`,
};
