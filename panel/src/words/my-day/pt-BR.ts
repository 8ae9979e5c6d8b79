import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* Words of the start page: today's work, or the first steps of a new team. */

export const words = {
  hello: (p: { name: string }) => `Olá, ${p.name}`,
  late: 'Atrasado',
  today: 'Hoje',
  waiting: 'Esperando sua resposta',
  approvals: 'Para aprovar',
  approvalStates: { pending: 'Aprovar', changes: 'Ajuste pedido', rejected: 'Recusada' },
  deals: 'Negócios sem próximo passo',
  count: (p: { count: number }) =>
    form(p.count, { one: `${p.count} item`, other: `${p.count} itens` }),
  others: (p: { count: number }) =>
    form(p.count, { one: `e mais ${p.count}`, other: `e mais ${p.count}` }),
  clear: 'Nada atrasado e nada para hoje.',
  clearAbout:
    'Escreva acima o que não pode esquecer. Por exemplo: “Ligar para a Padaria Sol amanhã”.',
  finish: (p: { name: string }) => `Concluir ${p.name}`,
  answer: (p: { name: string }) => `Responder ${p.name}`,
  resolve: (p: { name: string }) => `Resolver ${p.name}`,
  step: (p: { name: string }) => `Próximo passo de ${p.name}`,
  stepNow: 'Próximo passo',
  task: 'Tarefa',
  add: {
    label: 'O que você precisa fazer?',
    placeholder: 'Ligar para a Padaria Sol amanhã',
    submit: 'Adicionar',
    on: (p: { date: string }) => `Fica para ${p.date}.`,
    added: (p: { title: string; date: string }) => `“${p.title}” fica para ${p.date}.`,
    hint: 'Entende hoje, amanhã, sexta às 15h, 15 de dezembro, em 3 dias.',
  },
  steps: {
    title: 'Primeiros passos',
    about: 'Assim que houver tarefas, negócios ou atividades, este espaço mostra o seu dia.',
    invite: 'Convide a equipe',
    inviteAbout: 'Crie um link de convite para cada pessoa e mande por onde preferir.',
    inviteAction: 'Ir para Pessoas',
    protect: 'Proteja sua conta',
    protectAbout: 'Ative a verificação em duas etapas com um aplicativo de códigos.',
    protectAction: 'Ir para Segurança',
    demo: 'Experimente com dados de exemplo',
    demoAction: 'Incluir dados de exemplo',
    demoNotEmpty: 'Esta equipe já tem dados: os de exemplo só entram em uma equipe vazia.',
    api: 'Integre seus sistemas',
    apiAbout: 'Tudo o que o Pauta guarda está na API, com referência interativa.',
    apiAction: 'Abrir a referência',
  },
};

export type MyDayWords = typeof words;
