import type { ConflictWords } from './pt-BR.ts';

export const words: ConflictWords = {
  title: 'Somebody changed this text while you were writing',
  about: 'Compare the two. What stays in yours is what will be saved.',
  theirs: 'As it is now',
  mine: 'Yours',
  empty: '(empty)',
  keepMine: 'Save mine',
  keepTheirs: 'Leave it as it is',
};
