import { plural } from '../plural.ts';

const forms = plural('pt-BR');

export const words = {
  title: 'Clientes',
  contacts: 'Contatos',
  create: 'Novo cliente',
  createContact: 'Novo contato',
  createSubmit: 'Cadastrar',
  created: (p: { name: string }) => `${p.name} está no cadastro.`,
  none: 'Nenhum cliente ainda. Cadastre o primeiro, por exemplo “Padaria Aurora Ltda.”.',
  noContacts:
    'Nenhum contato ainda. Quem escrever para uma caixa conectada aparece aqui sozinho; você também pode cadastrar alguém pelo telefone.',
  taxId: 'CPF ou CNPJ',
  typesShort: { PF: 'PF', PJ: 'PJ' },
  wrong: {
    cpf: 'Os dígitos verificadores deste CPF não conferem.',
    cnpj: 'Os dígitos verificadores deste CNPJ não conferem.',
    zip: 'Um CEP tem 8 dígitos.',
    email: 'Isto não parece um e-mail, como nome@empresa.com.br.',
  },
  phoneHint: 'Com código do país e DDD, como 5511999998888.',
  twin: (p: { field: string }) => `Mesmo ${p.field}:`,
  twinFields: { cpf: 'CPF', cnpj: 'CNPJ', phone: 'telefone', email: 'e-mail', name: 'nome' },
  isTwin: 'Já existe um cadastro com esse número. Abra-o pelo link acima.',
  data: 'Dados',
  more: 'Mais dados',
  related: 'Relacionados',
  tabs: {
    timeline: 'Linha do tempo',
    comments: 'Comentários',
    history: 'Histórico',
  },
  nextSteps: 'Próximos passos',
  lateStep: 'atrasado',
  unnamedGroup: 'Grupo sem nome',
  seeAll: 'Ver todos',
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  report: 'Relatório para o cliente…',
  suggested: (p: { client: string }) => `Parece ser de ${p.client}`,
  accept: 'Aceitar',
  acceptFor: (p: { name: string; client: string }) => `Ligar ${p.name} a ${p.client}`,
  linked: (p: { name: string; client: string }) => `${p.name} agora é contato de ${p.client}.`,
  openChat: 'Abrir a conversa',
  privacy: 'Pedido de titular (LGPD)…',
  merge: {
    open: 'Juntar com outro contato…',
    title: 'Juntar contatos',
    about: (p: { name: string; phone: string }) =>
      `${p.name} fica, e as respostas vão para ${p.phone}. Escolha o contato repetido.`,
    other: 'Contato repetido',
    swap: 'Trocar: ficar com o outro',
    moves: 'O que muda de lugar',
    conversations: (p: { count: number }) =>
      forms(p.count, { one: `${p.count} conversa`, other: `${p.count} conversas` }),
    messages: (p: { count: number }) =>
      forms(p.count, { one: `${p.count} mensagem`, other: `${p.count} mensagens` }),
    notes: (p: { count: number }) =>
      forms(p.count, { one: `${p.count} anotação`, other: `${p.count} anotações` }),
    comments: (p: { count: number }) =>
      forms(p.count, { one: `${p.count} comentário`, other: `${p.count} comentários` }),
    joined: (p: { count: number }) =>
      forms(p.count, {
        one: `${p.count} conversa se une à do contato que fica.`,
        other: `${p.count} conversas se unem às do contato que fica.`,
      }),
    keeps: (p: { name: string }) => `Nome que fica: ${p.name}`,
    submit: 'Juntar',
    done: (p: { name: string }) => `${p.name} agora é um contato só.`,
    merged: (p: { name: string }) => `Inclui ${p.name}`,
    undo: 'Separar de novo',
    undone: 'Os contatos foram separados.',
    until: 'Dá para desfazer até',
  },
};

export type ClientWords = typeof words;
