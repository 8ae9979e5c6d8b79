import { plural } from '../plural.ts';

const form = plural('pt-BR');
const dealsOf = (n: number) => form(n, { one: `${n} negócio`, other: `${n} negócios` });
const daysOf = (n: number) => form(n, { one: `${n} dia`, other: `${n} dias` });

/** Words of the deal screens, loaded with them. */
export const words = {
  title: 'Negócios',
  create: 'Novo negócio',
  deals: (p: { count: number }) => dealsOf(p.count),
  days: (p: { count: number }) => daysOf(p.count),
  views: { board: 'Quadro', list: 'Lista', forecast: 'Previsão' },
  none: 'Nenhum negócio ainda. Crie o primeiro, como “Site novo – Padaria Aurora”.',
  noPhases: 'A equipe ainda não tem fases. Crie as primeiras, como “Lead”, “Proposta” e “Ganho”.',
  noPhasesMember: 'A equipe ainda não tem fases de negócios. Peça a um administrador.',
  toPhases: 'Ajustar as fases',
  funnel: {
    apply: 'Usar o funil usual',
    about: (p: { phases: string }) => `Cria as fases ${p.phases}. Você pode mudá-las depois.`,
    phases: ['lead', 'contato', 'proposta', 'negociação'],
    won: 'ganho',
    lost: 'perdido',
  },
  head: {
    label: 'Resumo',
    total: 'Em aberto',
    weighted: 'Ponderado',
    attention: 'Pedem atenção',
    won: 'Ganhos no mês',
    unweighted: (p: { count: number }) => `${p.count} sem probabilidade`,
    weightedHint: 'Valor × probabilidade do negócio ou, sem ela, da fase.',
    attentionHint: 'Sem próximo passo, com passo atrasado ou há tempo demais na fase.',
  },
  groups: { month: 'Mês de fechamento' },
  orders: {
    urgency: 'Urgência',
    next_step: 'Próximo passo',
    value: 'Maior valor primeiro',
    '-id': 'Mais recentes primeiro',
  },
  fields: { step: 'Próximo passo' },
  noOwner: 'Sem responsável',
  noClient: 'Sem cliente',
  pastMonth: 'Um negócio não se move para uma data que já passou.',
  phase: {
    won: 'Ganho',
    lost: 'Perdido',
    open: 'Em aberto',
    weighted: (p: { amount: string }) => `ponderado ${p.amount}`,
    limit: (p: { days: number }) => `até ${daysOf(p.days)}`,
    older: (p: { count: number }) =>
      `${form(p.count, { one: `${p.count} mais antigo`, other: `${p.count} mais antigos` })}, de antes dos últimos 30 dias.`,
    olderLink: 'Ver na lista',
    beyond: (p: { count: number }) =>
      `E mais ${p.count}. Use os filtros para ver os outros no quadro.`,
    unlisted: 'Fora da lista de fases',
  },
  step: {
    none: 'Sem próximo passo',
    late: (p: { date: string }) => `Atrasado: ${p.date}`,
    planned: (p: { date: string }) => `Planejado: ${p.date}`,
    undated: 'Planejado, sem data',
    title: 'Próximos passos',
    add: 'Novo passo',
    addSubmit: 'Adicionar',
    what: 'O que fazer',
    example: 'Ligar amanhã às 15h',
    when: 'Quando',
    hour: 'Hora',
    anyHour: 'Dia todo',
    contact: 'Com quem',
    noContact: 'Ninguém',
    done: (p: { title: string }) => `Concluir ${p.title}`,
    emptyAtEnd: 'Nada planejado.',
    empty: 'Nada planejado. Um negócio sem próximo passo costuma esfriar.',
  },
  card: {
    daysHere: (p: { days: number }) => `${daysOf(p.days)} na fase`,
    today: 'Hoje na fase',
    over: (p: { days: number; limit: number }) => `${daysOf(p.days)} na fase (limite ${p.limit})`,
    star: 'Marcar com estrela',
    unstar: 'Tirar a estrela',
    starred: 'Com estrela',
    chat: 'Abrir a conversa em aberto',
    chats: 'Ver as conversas',
  },
  acts: {
    win: 'Marcar como ganho',
    lose: 'Marcar como perdido…',
    archive: 'Arquivar',
    toMe: 'Ficar responsável',
  },
  moved: (p: { name: string; column: string }) => `${p.name}: ${p.column}.`,
  losing: {
    title: (p: { name: string }) => `Por que “${p.name}” foi perdido?`,
    titleOfMany: (p: { count: number }) =>
      form(p.count, {
        one: 'Por que este negócio foi perdido?',
        other: `Por que estes ${p.count} negócios foram perdidos?`,
      }),
    reason: 'Motivo',
    reasonHint: 'Escolha um dos motivos já usados ou escreva outro.',
    used: 'Motivos já usados',
    submit: 'Marcar como perdido',
  },
  unmarked: {
    title: { won: 'Qual fase significa ganho?', lost: 'Qual fase significa perdido?' },
    admin:
      'A equipe ainda não marcou nenhuma de suas fases com esse significado. Marque nos ajustes e tente de novo.',
    member:
      'A equipe ainda não marcou nenhuma de suas fases com esse significado. Peça a um administrador.',
  },
  forecast: {
    period: 'Período',
    periods: { all: 'Tudo', month: 'Este mês', quarter: '3 meses', year: '12 meses' },
    late: 'Previsão vencida',
    none: 'Sem data prevista',
    emptyPeriod: 'Nenhum negócio com previsão de fechamento neste período.',
    empty: 'Nenhum negócio em aberto. Cada um aparece aqui no mês da sua previsão de fechamento.',
  },
  yes: 'Sim',
  no: 'Não',
  record: {
    phases: 'Fases',
    phaseChance: 'Probabilidade da fase',
    properties: 'Propriedades',
    describe: 'Descreva o negócio…',
    activity: 'Comentários e histórico',
    way: 'Tempo em cada fase',
    now: 'agora',
    lessThanDay: 'menos de um dia',
    archived: 'Este negócio está arquivado: não aparece no quadro.',
    restore: 'Desarquivar',
    unseen: 'Oculto para você',
  },
};

export type DealWords = typeof words;
