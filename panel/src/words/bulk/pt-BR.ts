import { plural } from '../plural.ts';

const of = plural('pt-BR');

/* Words of bulk changes. */

export const words = {
  bar: 'Selecionados',
  selected: (p: { count: number }) =>
    of(p.count, { one: `${p.count} selecionado`, other: `${p.count} selecionados` }),
  all: (p: { count: number }) => `Selecionar todos os ${p.count}`,
  allSelected: (p: { count: number }) => `Todos os ${p.count} selecionados`,
  most: (p: { most: number }) =>
    `Até ${p.most} de uma vez: selecione menos, ou todos os que a lista encontra.`,
  clear: 'Limpar seleção',
  sure: (p: { act: string }) => `${p.act}: todos os que a lista encontra`,
  total: (p: { count: number }) =>
    of(p.count, { one: `${p.count} registro muda.`, other: `${p.count} registros mudam.` }),
  tooMany: (p: { most: number }) => `São mais de ${p.most}. Filtre a lista e tente de novo.`,
  first: 'Os primeiros, como estão agora',
  start: (p: { count: number }) =>
    of(p.count, { one: `Mudar ${p.count}`, other: `Mudar ${p.count}` }),
  job: 'Alteração em massa',
  states: {
    running: 'Em andamento…',
    done: 'Pronto.',
    stopped: 'Parou: quem pediu não tem mais acesso à equipe.',
    undoing: 'Desfazendo…',
    undone: 'Desfeito.',
  },
  done: (p: { done: number; total: number }) =>
    of(p.done, {
      one: `${p.done} de ${p.total} alterado`,
      other: `${p.done} de ${p.total} alterados`,
    }),
  back: (p: { undone: number }) =>
    of(p.undone, { one: `${p.undone} voltou como era`, other: `${p.undone} voltaram como eram` }),
  refused: (p: { count: number }) =>
    of(p.count, { one: `${p.count} não foi alterado`, other: `${p.count} não foram alterados` }),
  kept: (p: { count: number }) =>
    of(p.count, {
      one: `${p.count} ficou como está: alguém mudou depois`,
      other: `${p.count} ficaram como estão: alguém mudou depois`,
    }),
  detail: 'Motivos',
  undo: 'Desfazer tudo',
  due: { today: 'Hoje', tomorrow: 'Amanhã', week: 'Daqui a uma semana', none: 'Sem prazo' },
  addPerson: 'Adicionar responsável',
  removePerson: 'Tirar responsável',
  everyPerson: 'Todos',
  addTag: 'Pôr etiqueta',
  removeTag: 'Tirar etiqueta',
  withoutClient: 'Sem cliente',
  goesOn: 'A mudança continua em segundo plano.',
  follow: 'Acompanhar',
  page: {
    title: 'Alterações em massa',
    about:
      'O que você mudou em muitos registros de uma vez nas últimas 24 horas. Até lá dá para desfazer: volta o que ninguém mudou depois.',
    none: 'Nada nas últimas 24 horas. Selecione linhas de uma lista (tecla x) e mude todas de uma vez.',
    toTasks: 'Ir para as tarefas',
    until: 'Dá para desfazer até',
  },
  take: 'Aplicar',
  removed: 'excluídos ou arquivados',
  nameless: 'Não existe mais',
};

export type BulkWords = typeof words;
