import type { ConflictWords } from './pt-BR.ts';

export const words: ConflictWords = {
  title: 'Someone changed this text while you were editing it',
  about: 'Compare the two versions. Your version below is what will be saved.',
  theirs: 'Current version',
  mine: 'Your version',
  empty: '(empty)',
  keepMine: 'Save mine',
  keepTheirs: 'Keep the current version',
};
