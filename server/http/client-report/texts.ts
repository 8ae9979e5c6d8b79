import { type Texts, textsFor } from '../approval/texts.ts';

/* Texts of a client's report page, in both languages. */

const pt = {
  lang: 'pt-BR',
  title: (client: string) => `Relatório: ${client}`,
  description: 'Abra para ver o relatório. Não é preciso ter conta.',
  until: 'a',
  updated: (when: string) => `Dados de ${when}.`,
  holds: (when: string) => `Este link vale até ${when}.`,
  print: 'Imprimir ou salvar em PDF',
  tasksDone: 'Tarefas concluídas',
  hoursSpent: 'Horas trabalhadas',
  campaignsShown: 'Campanhas no período',
  approvals: 'Aprovações suas',
  done: 'O que foi feito',
  noTasks: 'Nenhuma tarefa concluída neste período.',
  more: (n: number, all: number) => `Mostradas as últimas ${n} de ${all}.`,
  hours: 'Horas',
  noHours: 'Nenhuma hora registrada neste período.',
  contract: 'Contrato',
  ofPeriod: 'Período',
  used: 'Usadas',
  included: 'Incluídas',
  carried: 'Acumuladas de antes',
  left: 'Restam',
  over: 'A mais',
  project: 'Projeto',
  noProject: 'Sem projeto',
  total: 'Total',
  campaigns: 'Campanhas e aprovações',
  noCampaigns: 'Nenhuma campanha neste período.',
  decisions: (approved: number, changes: number, rejected: number) =>
    `No período: ${approved} ${approved === 1 ? 'aprovação' : 'aprovações'}, ${changes} ${changes === 1 ? 'pedido' : 'pedidos'} de ajuste, ${rejected} ${rejected === 1 ? 'recusa' : 'recusas'}.`,
  campaign: 'Campanha',
  state: 'Situação',
  approval: 'Sua aprovação',
  statuses: {
    scheduled: 'Agendada',
    active: 'No ar',
    paused: 'Pausada',
    completed: 'Concluída',
  } as Readonly<Record<string, string>>,
  answers: {
    pending: 'Pendente',
    changes: 'Ajuste pedido',
    approved: 'Aprovada',
    rejected: 'Não aprovada',
  },
  amounts: 'Valores',
  amount: 'Valor',
  overage: 'Horas a mais',
  noAmounts: 'Nenhum valor cobrado neste período.',
  day: 'Dia',
  task: 'Tarefa',
};

export type ReportTexts = typeof pt;

const en: ReportTexts = {
  lang: 'en',
  title: (client) => `Report: ${client}`,
  description: 'Open it to see the report. No account is needed.',
  until: 'to',
  updated: (when) => `Data as of ${when}.`,
  holds: (when) => `This link is valid until ${when}.`,
  print: 'Print or save as PDF',
  tasksDone: 'Completed tasks',
  hoursSpent: 'Hours worked',
  campaignsShown: 'Campaigns in the period',
  approvals: 'Your approvals',
  done: 'Completed work',
  noTasks: 'No tasks were completed in this period.',
  more: (n, all) => `The latest ${n} of ${all} are shown.`,
  hours: 'Hours',
  noHours: 'No hours were recorded in this period.',
  contract: 'Contract',
  ofPeriod: 'Period',
  used: 'Used',
  included: 'Included',
  carried: 'Carried over',
  left: 'Left',
  over: 'Over',
  project: 'Project',
  noProject: 'Without a project',
  total: 'Total',
  campaigns: 'Campaigns and approvals',
  noCampaigns: 'No campaigns in this period.',
  decisions: (approved, changes, rejected) =>
    `In the period: ${approved} ${approved === 1 ? 'approval' : 'approvals'}, ${changes} ${changes === 1 ? 'request' : 'requests'} for changes, ${rejected} ${rejected === 1 ? 'rejection' : 'rejections'}.`,
  campaign: 'Campaign',
  state: 'Status',
  approval: 'Your approval',
  statuses: {
    scheduled: 'Scheduled',
    active: 'Running',
    paused: 'Paused',
    completed: 'Completed',
  },
  answers: {
    pending: 'Pending',
    changes: 'Changes requested',
    approved: 'Approved',
    rejected: 'Not approved',
  },
  amounts: 'Amounts',
  amount: 'Amount',
  overage: 'Additional hours',
  noAmounts: 'Nothing was billed in this period.',
  day: 'Day',
  task: 'Task',
};

/** Texts in the preferred language of the browser; those of the pages without a report are the approval page's. */
export function reportTextsFor(accepted: string | undefined): {
  readonly texts: ReportTexts;
  readonly frame: Texts;
} {
  const frame = textsFor(accepted);
  const texts = frame.lang === 'en' ? en : pt;
  return { texts, frame: { ...frame, description: texts.description } };
}
