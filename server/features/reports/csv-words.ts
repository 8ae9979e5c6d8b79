import type { Dimension, Unit } from './definitions.ts';

/* Headers and labels of reports in CSV, as the panel shows them. */

type Words = readonly [pt: string, en: string];

/** Names of measures, by report and measure. */
export const measureWords: Readonly<Record<string, Words>> = {
  'funnel.entries': ['Entradas', 'Entries'],
  'funnel.conversion': ['Avançaram', 'Moved on'],
  'funnel.won': ['Foram ganhos', 'Were won'],
  'funnel.days_median': ['Dias na fase', 'Days in phase'],
  'won_lost.won': ['Ganhos', 'Won'],
  'won_lost.won_value': ['Valor ganho', 'Won value'],
  'won_lost.lost': ['Perdidos', 'Lost'],
  'won_lost.lost_value': ['Valor perdido', 'Lost value'],
  'won_lost.win_rate': ['Taxa de ganho', 'Win rate'],
  'won_lost.days_median': ['Dias até ganhar', 'Days to win'],
  'forecast.forecast': ['Previsto', 'Forecast'],
  'forecast.expected_value': ['Valor esperado', 'Expected value'],
  'forecast.deals': ['Negócios', 'Deals'],
  'forecast.late_value': ['Previsto atrasado', 'Late forecast'],
  'forecast.won_value': ['Ganho', 'Won'],
  'forecast.accuracy': ['Acerto', 'Accuracy'],
  'answers.answers': ['Respostas', 'Answers'],
  'answers.answer_median': ['Primeira resposta', 'First answer'],
  'answers.answer_p90': ['Resposta, 90%', 'Answer, 90%'],
  'answers.resolutions': ['Resolvidas', 'Resolved'],
  'answers.resolution_median': ['Até resolver', 'To resolve'],
  'answers.resolution_p90': ['Até resolver, 90%', 'To resolve, 90%'],
  'answers.backlog': ['Em aberto', 'Open'],
  'tasks.done': ['Concluídas', 'Completed'],
  'tasks.due': ['Com prazo', 'Due'],
  'tasks.late': ['Atrasadas', 'Late'],
  'tasks.late_rate': ['Parte atrasada', 'Share late'],
  'tasks.lead_median': ['Dias desde a criação', 'Days since creation'],
  'tasks.cycle_median': ['Dias em andamento', 'Days in progress'],
  'hours.hours': ['Horas', 'Hours'],
  'hours.billable': ['Faturáveis', 'Billable'],
  'hours.billable_rate': ['Parte faturável', 'Share billable'],
  'hours.estimated': ['Estimadas', 'Estimated'],
  'hours.spent': ['Realizadas', 'Actual'],
  'hours.capacity': ['Capacidade', 'Capacity'],
  'hours.utilisation': ['Ocupação', 'Utilization'],
  'approvals.approved': ['Aprovadas', 'Approved'],
  'approvals.rejected': ['Recusadas', 'Rejected'],
  'approvals.days_median': ['Dias até decidir', 'Days to decide'],
  'approvals.days_p90': ['Dias, 90%', 'Days, 90%'],
  'approvals.rounds': ['Rodadas', 'Rounds'],
  'approvals.first_round': ['Na primeira', 'In the first'],
  'retainers.periods': ['Períodos', 'Periods'],
  'retainers.included': ['Incluídas', 'Included'],
  'retainers.carried': ['Acumuladas', 'Carried over'],
  'retainers.used': ['Usadas', 'Used'],
  'retainers.burn': ['Consumo', 'Burn'],
  'retainers.overage': ['A mais', 'Over'],
  'retainers.overage_value': ['Valor a mais', 'Value over'],
  'retainers.renewals': ['Renovações', 'Renewals'],
  'profit.revenue': ['Receita', 'Revenue'],
  'profit.cost': ['Custo', 'Cost'],
  'profit.margin': ['Margem', 'Margin'],
  'profit.margin_rate': ['Margem em %', 'Margin in %'],
  'profit.hours': ['Horas', 'Hours'],
  'profit.without_cost': ['Sem custo', 'Without cost'],
};

export const dimensionWords: Readonly<Record<Dimension, Words>> = {
  phase: ['Fase', 'Phase'],
  month: ['Mês', 'Month'],
  week: ['Semana', 'Week'],
  person: ['Pessoa', 'Person'],
  source: ['Origem', 'Source'],
  reason: ['Motivo da perda', 'Loss reason'],
  client: ['Cliente', 'Client'],
  project: ['Projeto', 'Project'],
  inbox: ['Caixa', 'Inbox'],
  bucket: ['Tempo até responder', 'Time to answer'],
  contract: ['Contrato', 'Contract'],
};

/** Labels of rows without a key. */
const withoutWords: Readonly<Record<Dimension, Words>> = {
  phase: ['Sem fase', 'No phase'],
  month: ['Sem mês', 'No month'],
  week: ['Sem semana', 'No week'],
  person: ['Sem pessoa', 'No person'],
  source: ['Sem origem', 'No source'],
  reason: ['Sem motivo', 'No reason'],
  client: ['Sem cliente', 'No client'],
  project: ['Sem projeto', 'No project'],
  inbox: ['Sem caixa', 'No inbox'],
  bucket: ['Sem tempo', 'No time'],
  contract: ['Sem contrato', 'No contract'],
};

const bucketWords: Readonly<Record<string, Words>> = {
  '0-1': ['até 1 h', 'up to 1 h'],
  '1-4': ['1 a 4 h', '1 to 4 h'],
  '4-8': ['4 a 8 h', '4 to 8 h'],
  '8-24': ['8 a 24 h', '8 to 24 h'],
  '24+': ['mais de 24 h', 'over 24 h'],
};

/** Label of rows whose record was deleted. */
const deletedWords: Words = ['Excluído', 'Deleted'];

const textsOf = <Key extends string>(words: Readonly<Record<Key, Words>>, place: 0 | 1) =>
  Object.fromEntries(
    Object.entries<Words>(words).map(([key, each]) => [key, each[place]]),
  ) as Readonly<Record<Key, string>>;

/** Words of row labels. @param place 0 for Portuguese, 1 for English */
export const labelWords = (place: 0 | 1) => ({
  locale: place === 0 ? 'pt-BR' : 'en',
  without: textsOf(withoutWords, place),
  buckets: textsOf(bucketWords, place),
  deleted: deletedWords[place],
});

/** Units as headers name them. */
export const unitWords: Readonly<Record<Unit, Words>> = {
  count: ['', ''],
  money: ['R$', 'R$'],
  hours: ['h', 'h'],
  days: ['dias', 'days'],
  percent: ['%', '%'],
};

export const totalWords: Words = ['Total', 'Total'];
/** Appended to the header of a value of the previous period. */
export const previousWords: Words = ['período anterior', 'previous period'];
