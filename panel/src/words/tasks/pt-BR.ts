import { plural } from '../plural.ts';

const forms = plural('pt-BR');
const number = new Intl.NumberFormat('pt-BR');

/** Words of tasks on boards, in lists and in calendars. */
export const words = {
  title: 'Tarefas',
  about: 'Quadro de tarefas',
  layouts: { board: 'Quadro', list: 'Lista', calendar: 'Calendário' },
  groups: { column: 'Coluna', person: 'Pessoa', client: 'Cliente' },
  periods: {
    late: 'Atrasadas',
    today: 'Hoje',
    tomorrow: 'Amanhã',
    week: 'Em até 7 dias',
    later: 'Mais tarde',
    none: 'Sem prazo',
    done: 'Concluídas',
  },
  orders: { position: 'Ordem manual', '-id': 'Mais recentes primeiro' },
  overHours: 'Horas acima do previsto',
  fixed: {
    project: 'Uma tarefa não muda de projeto.',
    client: 'O cliente vem do projeto da tarefa.',
  },
  reopenFirst: 'Reabra a tarefa para mudar o prazo.',
  add: 'Nova tarefa',
  noProjects: 'Para criar uma tarefa, crie antes um projeto.',
  trash: 'Lixeira',
  trashCount: (p: { count: number }) => `Lixeira (${number.format(p.count)})`,
  noneOpen: 'Nenhuma tarefa a fazer. Crie uma: “Enviar o briefing do site”.',
  none: 'Nenhuma tarefa ainda. Crie a primeira: “Enviar o briefing do site”.',
  timeline: 'Linha do tempo das tarefas',
  undated: (p: { count: number }) =>
    forms(p.count, {
      one: `${number.format(p.count)} tarefa sem datas`,
      other: `${number.format(p.count)} tarefas sem datas`,
    }),
  noneInPeriod: 'Nenhuma tarefa com prazo neste período.',
  missing: (p: { count: number }) =>
    forms(p.count, {
      one: `Falta ${number.format(p.count)} tarefa neste quadro: use os filtros para chegar a ela.`,
      other: `Faltam ${number.format(p.count)} tarefas neste quadro: use os filtros para chegar a elas.`,
    }),
  older: (p: { count: number }) =>
    forms(p.count, {
      one: `Mais ${number.format(p.count)} concluída há mais de 14 dias`,
      other: `Mais ${number.format(p.count)} concluídas há mais de 14 dias`,
    }),
  more: (p: { count: number }) =>
    forms(p.count, {
      one: `Mais ${number.format(p.count)} tarefa`,
      other: `Mais ${number.format(p.count)} tarefas`,
    }),
  hours: (p: { hours: number }) => `${number.format(p.hours)} h`,
  hoursOf: (p: { done: number; planned: number }) =>
    `${number.format(p.done)} de ${number.format(p.planned)} h`,
  planned: (p: { hours: number }) => `${number.format(p.hours)} h previstas`,
  checklist: (p: { done: number; total: number }) => `${p.done}/${p.total}`,
  checklistAbout: (p: { done: number; total: number }) =>
    forms(p.total, {
      one: `${p.done} de ${p.total} item da lista feito`,
      other: `${p.done} de ${p.total} itens da lista feitos`,
    }),
  subtasksAbout: (p: { done: number; total: number }) =>
    forms(p.total, {
      one: `${p.done} de ${p.total} subtarefa concluída`,
      other: `${p.done} de ${p.total} subtarefas concluídas`,
    }),
  nobody: 'Sem responsável',
  someone: 'Com responsável',
  noClient: 'Sem cliente',
  unknown: 'Alguém que saiu',
  late: 'Atrasada',
  blocked: 'Bloqueada',
  done: 'Concluída',
  states: { open: 'A fazer', done: 'Concluída', all: 'Todas' },
  dues: { late: 'Atrasadas', today: 'Hoje', week: 'Próximos 7 dias', none: 'Sem prazo' },
  operator: { being: 'está' },
  act: {
    finish: 'Concluir',
    reopen: 'Reabrir',
    open: 'Abrir página',
    assign: 'Responsáveis…',
    toMe: 'Assumir',
    notMe: 'Deixar de ser responsável',
    priority: 'Prioridade…',
    due: 'Prazo…',
    tags: 'Etiquetas…',
    startTimer: 'Iniciar cronômetro',
    stopTimer: 'Parar cronômetro',
    trash: 'Mover para a lixeira',
  },
  due: {
    today: 'Hoje',
    tomorrow: 'Amanhã',
    monday: 'Próxima segunda',
    week: 'Daqui a uma semana',
    none: 'Sem prazo',
    other: 'Outra data…',
    date: 'Data',
    save: 'Salvar',
  },
  tag: { other: 'Outra etiqueta…', name: 'Etiqueta', save: 'Adicionar' },
};

export type TaskWords = typeof words;
