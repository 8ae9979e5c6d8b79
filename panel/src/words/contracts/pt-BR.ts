import { plural } from '../plural.ts';

const form = plural('pt-BR');
/** A duration in whole minutes: 32h30, 40 h, 45 min. */
function time(minutes: number): string {
  const all = Math.abs(Math.round(minutes));
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  const sign = minutes < 0 && all > 0 ? '−' : '';
  if (rest === 0) return `${sign}${number.format(hours)} h`;
  if (hours === 0) return `${sign}${rest} min`;
  return `${sign}${number.format(hours)}h${String(rest).padStart(2, '0')}`;
}

const number = new Intl.NumberFormat('pt-BR');

/* Words of contracts, for every screen that shows them. */

export const words = {
  title: 'Contratos',
  create: 'Novo contrato',
  submit: 'Criar contrato',
  none: 'Nenhum contrato ainda. Um contrato guarda o valor, as horas incluídas e a renovação de um cliente. Por exemplo: “Gestão de redes, 40 h por mês”.',
  data: 'Dados do contrato',
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  remove: 'Excluir contrato',
  removeTitle: (p: { name: string }) => `Excluir ${p.name}?`,
  removeAbout: 'Não dá para desfazer. Um contrato com atividades não é excluído: encerre-o.',
  projects: 'Projetos',
  projectsAbout: 'As horas destes projetos contam no contrato.',
  noProjects: 'Nenhum projeto ainda.',
  addProject: 'Adicionar projeto',
  removeProject: (p: { name: string }) => `Tirar ${p.name} do contrato`,
  renewal: {
    filter: 'Renovação nos próximos (dias)',
    soon: (p: { days: number }) =>
      `Renova em ${form(p.days, { one: `${p.days} dia`, other: `${p.days} dias` })}`,
    today: 'Renova hoje',
    late: 'Renovação vencida',
    due60: 'Renovam em 60 dias',
  },
  fromDeal: {
    won: 'Negócio ganho',
    open: 'Criar contrato e projeto',
    title: 'Contrato e projeto do negócio',
    about: 'Cria os dois de uma vez, para o cliente do negócio.',
    project: 'Projeto novo',
    projectHint: 'Deixe vazio para criar só o contrato.',
    submit: 'Criar contrato e projeto',
  },
  inHours: (p: { hours: number }) => `${number.format(p.hours)} h`,
  hours: {
    title: 'Horas',
    periods: 'Horas por período',
    period: 'Período',
    included: 'Incluídas',
    usedTitle: 'Usadas',
    left: 'Saldo',
    time: (p: { minutes: number }) => time(p.minutes),
    used: (p: { minutes: number }) => `Uso: ${time(p.minutes)}`,
    usedOf: (p: { used: number; minutes: number }) => `${time(p.used)} de ${time(p.minutes)}`,
    percent: (p: { percent: number }) => `${p.percent}% usado`,
    over: (p: { minutes: number }) => `${time(p.minutes)} a mais`,
    carried: (p: { minutes: number }) => `+ ${time(p.minutes)} do saldo`,
    leftOf: (p: { minutes: number }) =>
      `${[1, 60].includes(Math.round(p.minutes)) ? 'Resta' : 'Restam'} ${time(p.minutes)}`,
    since: (p: { day: string }) => `Desde ${p.day}`,
    days: (p: { from: string; to: string }) => `${p.from} a ${p.to}`,
    showAll: 'Mostrar períodos anteriores',
  },
  due: 'Contratos que pedem atenção',
  perPeriod: {
    one_off: 'no total',
    monthly: 'por mês',
    quarterly: 'por trimestre',
    yearly: 'por ano',
  },
};

export type ContractWords = typeof words;
