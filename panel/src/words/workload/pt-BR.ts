import { plural } from '../plural.ts';

/* Words of the workload of members, and of their absences. */

const form = plural('pt-BR');
const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

export const words = {
  title: 'Capacidade',
  about:
    'Horas que faltam das estimativas das tarefas abertas, por prazo, em relação às horas de cada pessoa. Tarefas atrasadas contam na semana atual.',
  previous: 'Semana anterior',
  next: 'Próxima semana',
  current: 'Semana atual',
  weekCount: 'Semanas mostradas',
  weeks: (p: { count: number }) => `${p.count} semanas`,
  undated: 'Sem prazo',
  team: 'Equipe',
  workingDays: (p: { days: number }) =>
    form(p.days, { one: `${p.days} dia útil`, other: `${p.days} dias úteis` }),
  inHours: (p: { hours: number }) => `${number.format(p.hours)} h`,
  planned: (p: { planned: number; capacity: number }) =>
    `${number.format(p.planned)} h de ${number.format(p.capacity)} h`,
  over: (p: { hours: number }) => `${number.format(p.hours)} h a mais`,
  withoutEstimate: (p: { tasks: number }) => `${p.tasks} sem estimativa`,
  noTasks: 'Sem tarefas',
  cell: (p: { name: string; week: string }) => `${p.name}, ${p.week}:`,
  tasksOf: (p: { name: string; week: string }) => `Tarefas de ${p.name}, ${p.week}`,
  noTasksInWeek: 'Nenhuma tarefa aberta aqui.',
  noEstimate: 'sem estimativa',
  estimate: (p: { estimated: number; actual: number; people: number }) =>
    `Estimativa de ${number.format(p.estimated)} h, ${number.format(p.actual)} h realizadas${p.people > 1 ? `, dividida por ${p.people} pessoas` : ''}`,
  reassign: (p: { title: string }) => `Passar “${p.title}” para…`,
  hint: 'Abra uma semana para ver as tarefas dela. Para passar uma tarefa a outra pessoa, use o menu dela ou arraste-a para a linha da pessoa.',
  withoutAccess: 'sem acesso',
  weekly: (p: { hours: number }) => `${number.format(p.hours)} h por semana`,
  weeklyHours: 'Horas por semana',
  weeklyHint: (p: { hours: number }) =>
    `Divididas pelos dias úteis da equipe. Vazio: ${p.hours} h.`,
  changeWeekly: (p: { name: string }) => `Alterar as horas por semana de ${p.name}`,
  absences: {
    title: 'Ausências',
    about:
      'Dias de férias, doença e outras ausências diminuem a capacidade. Motivo e anotação aparecem só para a própria pessoa e para administradores.',
    create: 'Nova ausência',
    edit: 'Editar ausência',
    none: 'Nenhuma ausência marcada a partir desta semana.',
    days: 'Dias',
    reason: 'Motivo da ausência',
    reasons: { holiday: 'Férias', sick: 'Doença', other: 'Outro' },
    hidden: 'Ausente',
    away: (p: { days: string; reason: string }) => `${p.reason}: ${p.days}`,
    actionsFor: (p: { name: string }) => `Ações para ${p.name}`,
    remove: 'Excluir ausência',
    removeTitle: (p: { name: string }) => `Excluir a ausência de ${p.name}?`,
    removeAbout: 'Os dias voltam a contar na capacidade.',
  },
};

export type WorkloadWords = typeof words;
