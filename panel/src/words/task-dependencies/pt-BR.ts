/** Words of the dependencies of tasks. */
export const words = {
  title: 'Dependências',
  blocks: 'Bloqueia',
  add: 'Adicionar tarefa que bloqueia',
  remove: (p: { name: string }) => `Remover ${p.name}`,
  open: 'A fazer',
  done: 'Concluída',
  full: (p: { count: number }) => `No máximo ${p.count} tarefas bloqueiam uma.`,
};

export type TaskDependencyWords = typeof words;
