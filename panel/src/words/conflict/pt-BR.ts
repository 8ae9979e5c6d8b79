/* Words of the dialog for edit conflicts. */

export const words = {
  title: 'Alguém mudou este texto enquanto você escrevia',
  about: 'Compare os dois. O que ficar no seu é o que será salvo.',
  theirs: 'Como está agora',
  mine: 'O seu',
  empty: '(vazio)',
  keepMine: 'Salvar o meu',
  keepTheirs: 'Deixar como está',
};

export type ConflictWords = typeof words;
