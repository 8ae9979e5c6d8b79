const number = new Intl.NumberFormat('pt-BR');

export const words = {
  title: 'Subtarefas',
  add: 'Nova subtarefa',
  addHint: 'Enter cria a subtarefa; cole várias linhas para criar várias.',
  done: (p: { done: number; total: number }) => `${p.done} de ${p.total} concluídas`,
  hours: (p: { hours: number }) => `${number.format(p.hours)} h estimadas no total`,
  spent: (p: { hours: number }) => `${number.format(p.hours)} h realizadas no total`,
  finish: (p: { name: string }) => `Concluir ${p.name}`,
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  toItem: 'Transformar em item do checklist',
  of: (p: { name: string }) => `Subtarefa de ${p.name}`,
  trashed: 'na lixeira',
};
export type SubtaskWords = typeof words;
