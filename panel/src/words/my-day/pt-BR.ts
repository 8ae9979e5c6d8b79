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
  finished: 'Tudo feito por hoje.',
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
    done: (p: { done: number; count: number }) => `${p.done} de ${p.count}`,
    isDone: 'feito',
    hide: 'Ocultar',
    project: 'Crie um projeto',
    projectAbout: 'Cada projeto tem um quadro de tarefas, um prazo e, se quiser, um cliente.',
    projectAction: 'Novo projeto',
    invite: 'Convide a equipe',
    inviteAbout: 'Crie um link de convite para cada pessoa e mande por onde preferir.',
    inviteAction: 'Convidar',
    inbox: 'Conecte o WhatsApp',
    inboxAbout: 'As conversas com os clientes chegam aqui, para toda a equipe.',
    inboxAction: 'Conectar',
    picture: 'Ponha sua foto',
    pictureAbout: 'A equipe reconhece você nas tarefas e conversas.',
    pictureAction: 'Escolher foto',
    protect: 'Proteja sua conta',
    protectAbout: 'Ative a verificação em duas etapas com um aplicativo de códigos.',
    protectAction: 'Ativar',
    import: 'Já usa outro sistema?',
    importAbout:
      'Traga quadros do Trello, negócios do Pipedrive, contatos do Google, planilhas e conversas do WhatsApp.',
    importAction: 'Importar',
    demo: 'Só quer experimentar?',
    demoAction: 'Incluir dados de exemplo',
    demoNotEmpty: 'Esta equipe já tem dados: os de exemplo só entram em uma equipe vazia.',
  },
};

export type MyDayWords = typeof words;
