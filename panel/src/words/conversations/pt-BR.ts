import { plural } from '../plural.ts';

const form = plural('pt-BR');

export const words = {
  title: 'Conversas',
  list: 'Lista de conversas',
  create: 'Nova conversa',
  views: { mine: 'Minhas', unassigned: 'Sem dono', all: 'Todas' },
  counted: (p: { name: string; count: number }) => `${p.name} (${p.count})`,
  statuses: { open: 'Abertas', snoozed: 'Adiadas', resolved: 'Resolvidas' },
  status: 'Situação',
  inbox: 'Caixa',
  allInboxes: 'Todas as caixas',
  sort: 'Ordem',
  sorts: { waiting: 'Quem espera há mais tempo', latest: 'Mensagem mais recente' },
  filters: 'Filtros',
  about: { status: 'Situação', contact: 'Só de um contato', client: 'Só de um cliente' },
  without: (p: { filter: string }) => `Tirar o filtro: ${p.filter}`,
  none: {
    noInbox:
      'Suas conversas aparecem aqui. Conecte uma caixa para receber e responder mensagens, por exemplo o WhatsApp do atendimento.',
    connect: 'Conectar uma caixa',
    askAdmin:
      'Suas conversas aparecem aqui assim que um administrador conectar uma caixa de entrada.',
    mine: 'Nenhuma conversa está com você. Pegue uma em “Sem dono” ou comece uma nova.',
    unassigned: 'Ninguém espera sem dono. Toda conversa aberta tem quem cuide dela.',
    all: 'Nenhuma conversa aberta. Quando alguém escrever, aparece aqui na hora.',
    snoozed: 'Nada adiado. Adie com “s” o que não é para agora: a conversa volta sozinha.',
    resolved: 'Nenhuma conversa resolvida ainda.',
    matching: 'Nada encontrado com esta busca e estes filtros.',
    clear: 'Limpar busca e filtros',
    choose: 'Escolha uma conversa na lista. Setas ou j e k andam, Enter abre.',
  },
  row: {
    you: (p: { text: string }) => `Você: ${p.text}`,
    draft: 'Rascunho',
    unread: (p: { count: number }) =>
      p.count >= 100 ? '100+ novas' : form(p.count, { one: '1 nova', other: `${p.count} novas` }),
    waits: (p: { time: string }) => `Espera há ${p.time}`,
    failed: 'Não foi enviada',
    returns: (p: { when: string }) => `Volta ${p.when}`,
    nobody: 'Sem dono',
    noMessage: 'Nenhuma mensagem ainda',
    unknown: 'Número oculto',
  },
  typing: {
    answer: (p: { names: string; count: number }) =>
      form(p.count, {
        one: `${p.names} está respondendo…`,
        other: `${p.names} estão respondendo…`,
      }),
    note: (p: { names: string; count: number }) =>
      form(p.count, {
        one: `${p.names} está anotando…`,
        other: `${p.names} estão anotando…`,
      }),
  },
  types: {
    image: 'Imagem',
    audio: 'Áudio',
    voice: 'Mensagem de voz',
    video: 'Vídeo',
    document: 'Documento',
    sticker: 'Figurinha',
    location: 'Localização',
    contacts: 'Contato',
    reaction: 'Reação',
    button_reply: 'Resposta',
    list_reply: 'Resposta',
    poll: 'Enquete',
    order: 'Pedido',
    template: 'Modelo',
    unsupported: 'Mensagem de outro tipo',
    text: 'Mensagem apagada',
  } as Record<string, string>,
  held: {
    moved: (p: { count: number }) =>
      form(p.count, {
        one: '1 conversa mudou de lugar',
        other: `${p.count} conversas mudaram de lugar`,
      }),
    apply: 'Atualizar a lista',
  },
  head: {
    back: 'Voltar para a lista',
    beside: 'Contato, negócios e tarefas',
    closeBeside: 'Fechar detalhes',
    actions: 'Mais ações da conversa',
    open: 'Aberta',
    resolved: 'Resolvida',
    snoozed: (p: { until: string }) => `Adiada até ${p.until}`,
    window: (p: { time: string }) => `Janela fecha em ${p.time}`,
    windowClosed: 'Janela de 24 h fechada',
    assignee: 'Responsável',
  },
  acts: {
    assign: 'Passar para…',
    toMe: 'Pegar para mim',
    unassign: 'Deixar sem dono',
    snooze: 'Adiar',
    resolve: 'Resolver',
    resolveNext: 'Resolver e ir para a próxima',
    reopen: 'Reabrir',
    resolvedNext: (p: { name: string; next: string }) => `${p.name}: resolvida. Agora: ${p.next}.`,
    resolvedLast: (p: { name: string }) => `${p.name}: resolvida. Não há outra na lista.`,
    assigned: (p: { name: string; to: string }) => `${p.name}: agora com ${p.to}.`,
  },
};

export type ConversationWords = typeof words;
