import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* Words of activities, for every screen that shows them. */

export const words = {
  title: 'Atividades',
  states: { open: 'Em aberto', done: 'Concluída', all: 'Todas', late: 'Atrasada' },
  date: 'Data',
  occurredHint: 'Data e hora no fuso da equipe.',
  mine: 'Minhas',
  layouts: { list: 'Lista', calendar: 'Calendário' },
  create: 'Nova atividade',
  createAbout: 'Fica com você. Sem prazo, ela não aparece em “Meu dia”.',
  submit: 'Criar',
  none: 'Nenhuma atividade em aberto. Anote a próxima ligação, reunião ou entrega e ela aparece no dia certo. Por exemplo: “Ligar para a Padaria Sol, amanhã”.',
  noneInPeriod: 'Nenhuma atividade neste período.',
  finish: (p: { name: string }) => `Concluir ${p.name}`,
  reopen: (p: { name: string }) => `Reabrir ${p.name}`,
  finishNow: 'Concluir',
  reopenNow: 'Reabrir',
  finished: (p: { name: string }) => `Concluída: ${p.name}.`,
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  remove: 'Excluir',
  activity: 'Conversa e histórico',
  noDate: 'Sem data',
  late: (p: { days: number }) => form(p.days, { one: 'Ontem', other: `Há ${p.days} dias` }),
  next: {
    title: 'E o próximo passo?',
    about: (p: { name: string }) => `Com ${p.name}. Sem um próximo passo, isso fica parado.`,
    what: 'O que fazer',
    submit: 'Agendar',
    skip: 'Agora não',
  },
};

export type ActivityWords = typeof words;
