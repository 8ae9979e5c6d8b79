import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* Words of calendars, loaded with the first one. */

export const words = {
  today: 'Hoje',
  before: 'Anterior',
  after: 'Seguinte',
  span: 'Mostrar',
  spans: { month: 'Mês', week: 'Semana' },
  date: 'Data',
  close: 'Fechar',
  none: 'Nada por aqui.',
  keys: 'As setas mudam o dia, Page Up e Page Down o mês. Enter entra no dia, m muda a data, as setas para os lados chegam ao início e ao fim de um item, Esc volta.',
  add: (p: { date: string }) => `Adicionar em ${p.date}`,
  more: (p: { count: number }) => `+ ${p.count}`,
  all: (p: { count: number; date: string }) => `Mostrar todos os ${p.count} de ${p.date}`,
  count: (p: { count: number }) =>
    p.count === 0 ? 'vazio' : form(p.count, { one: `${p.count} item`, other: `${p.count} itens` }),
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  toToday: 'Mudar para hoje',
  dayBefore: 'Um dia antes',
  dayAfter: 'Um dia depois',
  weekAfter: 'Uma semana depois',
  otherDate: 'Outra data…',
  move: (p: { name: string }) => `Mudar a data: ${p.name}`,
  moveNow: 'Mudar',
  moved: (p: { name: string; date: string }) => `${p.name}: agora em ${p.date}.`,
  resized: (p: { name: string; from: string; until: string }) =>
    `${p.name}: agora de ${p.from} a ${p.until}.`,
  edges: {
    start: (p: { name: string }) => `Início de ${p.name}`,
    end: (p: { name: string }) => `Fim de ${p.name}`,
  },
  otherEdges: { start: 'Ajustar o início', end: 'Ajustar o fim' },
  fields: { start: 'Início', end: 'Fim' },
  otherDates: 'Outras datas…',
  reversed: 'O fim vem antes do início.',
  further: (p: { count: number }) => `Mostrar mais ${p.count}`,
  openEdges: { start: 'sem início', end: 'sem fim' },
  row: 'Projeto',
  progress: { now: 'Acontecendo agora', ended: 'Antes de hoje' },
  zooms: { week: 'Semana', month: 'Mês', quarter: 'Trimestre' },
  /** Date field, and the calendar that opens from it. */
  field: {
    placeholders: { day: 'dd/mm/aaaa', moment: 'dd/mm/aaaa hh:mm' },
    open: 'Abrir calendário',
    title: 'Calendário',
    monthBefore: 'Mês anterior',
    monthAfter: 'Próximo mês',
    clear: 'Limpar',
    keys: 'Setas mudam o dia, Page Up e Page Down o mês.',
    required: 'Escolha uma data.',
    unreadable: (p: { example: string }) => `Escreva a data assim: ${p.example}.`,
    early: (p: { date: string }) => `A data mais cedo aqui é ${p.date}.`,
    late: (p: { date: string }) => `A data mais tarde aqui é ${p.date}.`,
  },
};

export type CalendarWords = typeof words;
