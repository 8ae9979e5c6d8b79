import { plural } from '../plural.ts';

/* Words of reports. A definition says in plain words exactly what a number counts. */

const form = plural('pt-BR');

interface Measure {
  readonly name: string;
  readonly definition: string;
}
const measure = (name: string, definition: string): Measure => ({ name, definition });

export const words = {
  title: 'Relatórios',
  about: 'Como vai a agência, em números. Cada número abre os registros que ele conta.',
  all: 'Todos os relatórios',
  names: {
    funnel: 'Funil',
    won_lost: 'Ganhos e perdidos',
    forecast: 'Previsão',
    answers: 'Atendimento',
    tasks: 'Tarefas',
    hours: 'Horas',
    approvals: 'Aprovações',
    retainers: 'Contratos',
    profit: 'Lucro',
  },
  abouts: {
    funnel: 'Quantos negócios chegam a cada fase, quantos avançam e quanto tempo ficam.',
    won_lost: 'Negócios ganhos e perdidos, com motivos, origens e responsáveis.',
    forecast: 'O que se esperava fechar em cada mês, e o que fechou.',
    answers: 'Tempo até a primeira resposta e até resolver, em horas úteis.',
    tasks: 'Tarefas concluídas e atrasadas, e quanto tempo levam.',
    hours: 'Horas registradas e faturáveis, em relação às horas das pessoas.',
    approvals: 'Dias e rodadas até o cliente decidir.',
    retainers: 'Horas usadas dos contratos, acumuladas e a mais.',
    profit: 'Receita, custo e margem por cliente e projeto.',
  },
  measures: {
    'funnel.entries': measure(
      'Entradas',
      'Negócios que entraram em uma fase no período, também ao serem criados nela. Um negócio que entra duas vezes conta duas vezes; movimentos desfeitos pela mesma pessoa em dez minutos não contam.',
    ),
    'funnel.conversion': measure(
      'Avançaram',
      'Parte dessas entradas depois das quais o negócio chegou a uma fase seguinte ou foi ganho, até agora. Fases de ganho e de perda ficam de fora.',
    ),
    'funnel.won': measure(
      'Foram ganhos',
      'Parte dessas entradas depois das quais o negócio foi ganho, até agora.',
    ),
    'funnel.days_median': measure(
      'Dias na fase',
      'Mediana dos dias entre a entrada e a saída da fase. Negócios que ainda estão nela ficam de fora.',
    ),
    'won_lost.won': measure(
      'Ganhos',
      'Negócios que passaram a uma fase de ganho no período e estão nela. Reabertos não contam.',
    ),
    'won_lost.won_value': measure('Valor ganho', 'Soma dos valores dos negócios ganhos.'),
    'won_lost.lost': measure(
      'Perdidos',
      'Negócios que passaram a uma fase de perda no período e estão nela. Reabertos não contam.',
    ),
    'won_lost.lost_value': measure('Valor perdido', 'Soma dos valores dos negócios perdidos.'),
    'won_lost.win_rate': measure(
      'Taxa de ganho',
      'Negócios ganhos divididos pelos ganhos e perdidos juntos.',
    ),
    'won_lost.days_median': measure(
      'Dias até ganhar',
      'Mediana dos dias entre a criação e o ganho dos negócios ganhos.',
    ),
    'forecast.forecast': measure(
      'Previsto',
      'Soma de valor × probabilidade dos negócios abertos que deviam fechar no mês, como estavam no primeiro dia dele. Do mês atual em diante, sem registro, valem os negócios de agora. Sem probabilidade própria, vale a da fase; sem nenhuma das duas, o negócio fica de fora.',
    ),
    'forecast.expected_value': measure(
      'Valor esperado',
      'Soma dos valores desses negócios, sem a probabilidade.',
    ),
    'forecast.deals': measure('Negócios', 'Número desses negócios.'),
    'forecast.late_value': measure(
      'Previsto atrasado',
      'Soma de valor × probabilidade dos negócios abertos no início do mês que já deviam ter fechado antes.',
    ),
    'forecast.won_value': measure('Ganho', 'Soma dos valores dos negócios ganhos no período.'),
    'forecast.accuracy': measure('Acerto', 'Valor ganho dividido pelo previsto.'),
    'answers.answers': measure(
      'Respostas',
      'Conversas com um contato cuja primeira mensagem foi respondida no período. Respostas automáticas não contam.',
    ),
    'answers.answer_median': measure(
      'Primeira resposta',
      'Mediana das horas úteis entre a primeira mensagem e a resposta, pelo horário da caixa ou da equipe. Sem horário definido, contam todas as horas.',
    ),
    'answers.answer_p90': measure(
      'Resposta, 90%',
      'Nove em cada dez respostas levaram no máximo este número de horas úteis.',
    ),
    'answers.resolutions': measure(
      'Resolvidas',
      'Vezes que uma conversa foi resolvida no período.',
    ),
    'answers.resolution_median': measure(
      'Até resolver',
      'Mediana das horas úteis entre a abertura da conversa, ou sua última reabertura, e a resolução.',
    ),
    'answers.resolution_p90': measure(
      'Até resolver, 90%',
      'Nove em cada dez conversas foram resolvidas em no máximo este número de horas úteis.',
    ),
    'answers.backlog': measure(
      'Em aberto',
      'Conversas com um contato abertas ou adiadas no fim do período, ou agora se ele não acabou.',
    ),
    'tasks.done': measure('Concluídas', 'Tarefas concluídas no período.'),
    'tasks.due': measure('Com prazo', 'Tarefas com prazo no período, em um dia antes de hoje.'),
    'tasks.late': measure(
      'Atrasadas',
      'Destas, as concluídas depois do dia do prazo e as que ainda não foram concluídas.',
    ),
    'tasks.late_rate': measure('Parte atrasada', 'Atrasadas divididas pelas que tinham prazo.'),
    'tasks.lead_median': measure(
      'Dias desde a criação',
      'Mediana dos dias entre a criação e a conclusão das tarefas concluídas no período.',
    ),
    'tasks.cycle_median': measure(
      'Dias em andamento',
      'Mediana dos dias entre a primeira mudança de coluna e a conclusão. Tarefas que nunca mudaram de coluna ficam de fora.',
    ),
    'hours.hours': measure('Horas', 'Horas dos registros terminados que começaram no período.'),
    'hours.billable': measure('Faturáveis', 'Destas, as faturáveis.'),
    'hours.billable_rate': measure('Parte faturável', 'Horas faturáveis divididas pelas horas.'),
    'hours.estimated': measure(
      'Estimadas',
      'Horas estimadas das tarefas concluídas no período. Uma tarefa de várias pessoas conta para a primeira.',
    ),
    'hours.spent': measure(
      'Realizadas',
      'Horas realizadas dessas tarefas, registradas em qualquer data. Tarefas sem estimativa ficam de fora.',
    ),
    'hours.capacity': measure(
      'Capacidade',
      'Horas semanais das pessoas, pelos dias úteis do período em que não estavam ausentes.',
    ),
    'hours.utilisation': measure('Ocupação', 'Horas divididas pela capacidade.'),
    'approvals.approved': measure(
      'Aprovadas',
      'Campanhas que clientes aprovaram no período, por pedido.',
    ),
    'approvals.rejected': measure(
      'Recusadas',
      'Campanhas que clientes recusaram no período, por pedido.',
    ),
    'approvals.days_median': measure(
      'Dias até decidir',
      'Mediana dos dias entre a primeira rodada do pedido e a aprovação ou recusa.',
    ),
    'approvals.days_p90': measure(
      'Dias, 90%',
      'Nove em cada dez decisões levaram no máximo este número de dias.',
    ),
    'approvals.rounds': measure('Rodadas', 'Média de rodadas até essas decisões.'),
    'approvals.first_round': measure(
      'Na primeira',
      'Parte dessas decisões que são aprovações na primeira rodada.',
    ),
    'retainers.periods': measure(
      'Períodos',
      'Períodos de contratos com horas incluídas que começaram no período do relatório, sem rascunhos.',
    ),
    'retainers.included': measure('Incluídas', 'Horas incluídas nesses períodos.'),
    'retainers.carried': measure('Acumuladas', 'Horas não usadas que passaram para eles.'),
    'retainers.used': measure('Usadas', 'Horas registradas neles nos projetos do contrato.'),
    'retainers.burn': measure(
      'Consumo',
      'Horas usadas divididas pelas incluídas e acumuladas juntas.',
    ),
    'retainers.overage': measure('A mais', 'Horas além das incluídas e acumuladas.'),
    'retainers.overage_value': measure(
      'Valor a mais',
      'Essas horas pelo valor da hora excedente do contrato.',
    ),
    'retainers.renewals': measure(
      'Renovações',
      'Contratos ativos e pausados com renovação no período.',
    ),
    'profit.revenue': measure(
      'Receita',
      'Totais das linhas de faturamento cujo período terminou no período, sem as dispensadas, e horas faturáveis pelo seu valor quando nenhum contrato cobria o projeto no dia.',
    ),
    'profit.cost': measure('Custo', 'Horas registradas pelo custo da hora da pessoa.'),
    'profit.margin': measure('Margem', 'Receita menos custo.'),
    'profit.margin_rate': measure('Margem em %', 'Margem dividida pela receita.'),
    'profit.hours': measure('Horas', 'Horas dos registros terminados que começaram no período.'),
    'profit.without_cost': measure('Sem custo', 'Destas, as horas sem custo da hora.'),
  } as Readonly<Record<string, Measure>>,
  dimensions: {
    phase: 'Fase',
    month: 'Mês',
    week: 'Semana',
    person: 'Pessoa',
    source: 'Origem',
    reason: 'Motivo da perda',
    client: 'Cliente',
    project: 'Projeto',
    inbox: 'Caixa',
    bucket: 'Tempo até responder',
    contract: 'Contrato',
  },
  without: {
    phase: 'Sem fase',
    month: 'Sem mês',
    week: 'Sem semana',
    person: 'Sem pessoa',
    source: 'Sem origem',
    reason: 'Sem motivo',
    client: 'Sem cliente',
    project: 'Sem projeto',
    inbox: 'Sem caixa',
    bucket: 'Sem tempo',
    contract: 'Sem contrato',
  },
  deleted: 'Excluído',
  buckets: {
    '0-1': 'até 1 h',
    '1-4': '1 a 4 h',
    '4-8': '4 a 8 h',
    '8-24': '8 a 24 h',
    '24+': 'mais de 24 h',
  } as Readonly<Record<string, string>>,
  period: 'Período do relatório',
  periods: {
    'this-month': 'Este mês',
    'last-month': 'Mês passado',
    'this-quarter': 'Este trimestre',
    'last-quarter': 'Trimestre passado',
    'this-year': 'Este ano',
    'last-year': 'Ano passado',
    'last-30': 'Últimos 30 dias',
    custom: 'Escolher dias…',
  },
  from: 'Primeiro dia do período',
  to: 'Último dia do período',
  by: 'Mostrar por',
  everyone: 'Todas as pessoas',
  allOf: { source: 'Todas as origens', phase: 'Todas as fases', inbox_id: 'Todas as caixas' },
  person: 'Pessoa no relatório',
  filterBy: (p: { name: string }) => `Filtrar por ${p.name}`,
  removeFilter: (p: { name: string }) => `Tirar o filtro ${p.name}`,
  filterNames: {
    client_id: 'cliente',
    project_id: 'projeto',
    inbox_id: 'caixa',
    source: 'origem',
    phase: 'fase',
  },
  compared: (p: { days: string }) => `comparado com ${p.days}`,
  before: (p: { value: string }) => `antes ${p.value}`,
  beforeInTable: 'antes',
  compares: (p: { days: string }) => `Sob cada número, o do período anterior: ${p.days}.`,
  change: (p: { value: string }) => `${p.value} em relação ao período anterior`,
  same: 'igual ao período anterior',
  totals: 'Totais do período',
  total: 'Total',
  table: 'Tabela',
  definitions: 'Como se calcula',
  download: 'Baixar CSV',
  print: 'Imprimir',
  masked: 'Valores em R$ ficam ocultos para você.',
  leftOut: (p: { count: number }) =>
    form(p.count, {
      one: `Mais ${p.count} linha não é mostrada; use os filtros.`,
      other: `Mais ${p.count} linhas não são mostradas; use os filtros.`,
    }),
  drawn: (p: { count: number }) =>
    `O gráfico mostra as primeiras ${p.count} linhas; a tabela, todas.`,
  ongoing: 'em andamento',
  filters: (p: { count: number }) => (p.count === 0 ? 'Filtros' : `Filtros (${p.count})`),
  none: 'Nada neste período. Escolha outro período, ou tire um filtro.',
  approximate: (p: { time: string }) =>
    `≈ Medianas e percentis têm erro de até 5%. Alterações em meses passados contam até ${p.time}.`,
  records: {
    title: (p: { measure: string; name: string }) => `${p.measure}: ${p.name}`,
    back: 'Voltar ao relatório',
    name: 'Registro',
    kind: 'Tipo de registro',
    at: 'Quando contou',
    value: 'Contribuição',
    count: (p: { count: number }) =>
      form(p.count, { one: `${p.count} registro`, other: `${p.count} registros` }),
    none: 'Nenhum registro neste número.',
    untitled: 'Sem título',
    page: (p: { page: number; pages: number }) => `Página ${p.page} de ${p.pages}`,
    previous: 'Página anterior',
    next: 'Próxima página',
    kinds: {
      deal: 'Negócio',
      conversation: 'Conversa',
      task: 'Tarefa',
      time_entry: 'Registro de horas',
      campaign: 'Campanha',
      contract: 'Contrato',
      billing_line: 'Linha de faturamento',
    } as Readonly<Record<string, string>>,
  },
  home: {
    title: 'A agência na última semana',
    about: (p: { days: string }) => `${p.days}, em relação à semana anterior`,
    open: (p: { name: string }) => `Abrir o relatório: ${p.name}`,
    names: {
      'won_lost.won_value': 'Valor ganho',
      'won_lost.won': 'Negócios ganhos',
      'answers.answer_median': 'Primeira resposta',
      'tasks.done': 'Tarefas concluídas',
      'tasks.late_rate': 'Tarefas atrasadas',
      'hours.utilisation': 'Ocupação da equipe',
    } as Readonly<Record<string, string>>,
    same: 'igual à semana anterior',
    points: (p: { value: string }) => `${p.value} p.p.`,
    more: (p: { value: string }) => `▲ ${p.value} a mais`,
    less: (p: { value: string }) => `▼ ${p.value} a menos`,
  },
};

export type ReportWords = typeof words;
