import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* What activities say, wherever they are shown. */

export const words = {
  title: 'Atividades',
  types: {
    call: 'Ligação',
    meeting: 'Reunião',
    email: 'E-mail',
    note: 'Nota',
    task: 'A fazer',
    follow_up: 'Retorno',
    deadline: 'Prazo',
    hearing: 'Audiência',
    case_event: 'Andamento',
    contract_event: 'Contrato',
  },
  priorities: { low: 'Baixa', medium: 'Média', high: 'Alta' },
  states: { open: 'Em aberto', done: 'Concluída', late: 'Atrasada' },
  field: {
    title: 'Título',
    type: 'Tipo',
    date: 'Data',
    due_date: 'Prazo',
    occurred_at: 'Quando',
    duration: 'Duração (min)',
    description: 'Descrição',
    priority: 'Prioridade',
    tags: 'Etiquetas',
    client: 'Cliente',
    deal: 'Negócio',
    assigned_to: 'Responsável',
    state: 'Situação',
    mine: 'De quem',
    from: 'De',
    to: 'Até',
    created_at: 'Criada',
  },
  occurredHint: 'Data e hora no fuso da equipe.',
  mine: 'Minhas',
  is: 'é',
  layouts: { list: 'Lista', calendar: 'Calendário' },
  create: 'Nova atividade',
  createAbout: 'Fica com você. Sem prazo, ela não aparece em “Meu dia”.',
  submit: 'Criar',
  none: 'Nenhuma atividade ainda. Anote a próxima ligação, reunião ou entrega e ela aparece no dia certo. Por exemplo: “Ligar para a Padaria Sol, amanhã”.',
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
