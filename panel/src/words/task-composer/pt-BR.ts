/* Words of the composer of tasks. */

export const words = {
  title: 'O que precisa ser feito?',
  titleHint: 'Ligar para Ana sexta 15h',
  submit: 'Criar tarefa',
  keys: 'para criar',
  another: 'Criar outra',
  chooseProject: 'Escolha o projeto',
  projectClient: 'Cliente do projeto',
  noClient: 'Sem cliente',
  people: (p: { count: number }) => `${p.count} responsáveis`,
  waits: 'A tarefa está guardada neste navegador e será criada quando a conexão voltar.',
};

export type TaskComposerWords = typeof words;
