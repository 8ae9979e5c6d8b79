import { plural } from '../plural.ts';

const form = plural('pt-BR');

export const words = {
  title: 'Conversas',
  list: 'Lista de conversas',
  create: 'Nova conversa',
  views: { mine: 'Minhas', unassigned: 'Sem dono', all: 'Todas' },
  statuses: { open: 'Abertas', snoozed: 'Adiadas', resolved: 'Resolvidas' },
  status: 'Situação',
  inbox: 'Caixa',
  allInboxes: 'Todas as caixas',
  sort: 'Ordem',
  sorts: { waiting: 'Quem espera há mais tempo', latest: 'Mensagem mais recente' },
  filters: 'Filtros',
  about: {
    contact: 'Só de um contato',
    unread: 'Só não lidas',
    waits: (p: { time: string }) => `Espera há mais de ${p.time}`,
  },
  options: {
    anyone: 'Qualquer pessoa',
    squad: 'Squad do responsável',
    anySquad: 'Qualquer squad',
    wait: 'Tempo de espera',
    anyWait: 'Qualquer tempo',
  },
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
    choose: 'Escolha uma conversa na lista. Use as setas ou j e k para navegar e Enter para abrir.',
  },
  /** Messages that a search finds. */
  hits: {
    title: 'Mensagens',
    none: 'Nenhuma mensagem com estas palavras.',
    more: 'Mostrar mais',
  },
  row: {
    /** Author of the last message, if it is ours. */
    wrote: (p: { who: string; text: string }) => `${p.who}: ${p.text}`,
    you: 'Você',
    team: 'Equipe',
    phone: 'Celular',
    program: 'Programa',
    draft: 'Rascunho',
    unread: (p: { count: number }) =>
      p.count >= 100
        ? '100+ novas'
        : form(p.count, { one: `${p.count} nova`, other: `${p.count} novas` }),
    waits: (p: { time: string }) => `Espera há ${p.time}`,
    failed: 'Não foi enviada',
    returns: (p: { when: string }) => `Volta ${p.when}`,
    nobody: 'Sem dono',
    revoked: 'Mensagem apagada',
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
  } as Record<string, string>,
  held: {
    moved: (p: { count: number }) =>
      form(p.count, {
        one: `${p.count} conversa mudou de lugar`,
        other: `${p.count} conversas mudaram de lugar`,
      }),
    apply: 'Atualizar a lista',
  },
  head: {
    back: 'Voltar para a lista',
    beside: 'Contato, negócios e tarefas',
    closeBeside: 'Fechar detalhes',
    actions: 'Mais ações da conversa',
    snoozed: (p: { until: string }) => `Adiada até ${p.until}`,
    window: (p: { time: string }) => `Janela fecha em ${p.time}`,
    windowClosed: 'Janela de 24 h fechada',
    assignee: 'Responsável',
  },
  group: {
    mark: 'Grupo',
    unnamed: 'Grupo sem nome',
    members: 'Participantes',
    count: (p: { count: number }) =>
      form(p.count, { one: `${p.count} participante`, other: `${p.count} participantes` }),
    noMembers: 'O gateway ainda não mandou a lista de participantes.',
    unknown: 'Número oculto',
    admin: 'Admin',
  },
  beside: {
    title: 'Com quem é a conversa',
    contact: 'Contato',
    hidden: 'A rede esconde o número desta pessoa. O contato aparece quando ela o mostrar.',
    deals: 'Negócios abertos',
    tasks: 'Tarefas abertas',
    others: 'Outras conversas',
    step: (p: { title: string }) => `Próximo passo: ${p.title}`,
    noStep: 'Sem próximo passo',
    noDeals: 'Nenhum negócio aberto com este cliente.',
    noTasks: 'Nenhuma tarefa aberta nos projetos deste cliente.',
    noClient: 'Diga de qual cliente é o contato para ver negócios e tarefas aqui.',
    addDeal: 'Novo negócio',
    addTask: 'Nova tarefa',
  },
  begin: {
    title: 'Nova conversa',
    inbox: 'De qual caixa',
    contact: 'Contato',
    contactHint: 'Nome ou número de quem já está nos contatos.',
    phone: 'Ou um telefone novo',
    phoneHint: 'Com DDD, por exemplo (11) 99999-8888.',
    text: 'Primeira mensagem',
    textHint: 'Se já houver uma conversa com esta pessoa nesta caixa, a mensagem vai para ela.',
    send: 'Enviar e abrir',
    whom: 'Escolha um contato ou escreva um telefone.',
    wrongPhone:
      'Este telefone não parece certo. Escreva com DDD, e com o código do país se for de fora do Brasil.',
    inactive: 'Esta caixa está desativada: nada sai por ela. Escolha outra.',
    template: 'Escolher um modelo…',
    official:
      'Esta caixa é um número oficial: a primeira mensagem para alguém tem que ser um modelo aprovado.',
    none: 'Nenhuma caixa está ativa. Conecte uma para começar conversas.',
  },
  forward: {
    action: 'Encaminhar',
    title: 'Encaminhar mensagem',
    to: 'Para qual conversa',
    hint: 'Nome ou número do contato. O arquivo vai junto.',
    done: (p: { name: string }) => `Encaminhada para ${p.name}.`,
    open: 'Abrir a conversa',
  },
  from: {
    task: 'Criar tarefa',
    deal: 'Criar negócio',
    dealTitle: 'Novo negócio',
    ad: (p: { title: string }) => `Anúncio: ${p.title}`,
    post: (p: { title: string }) => `Publicação: ${p.title}`,
    submitDeal: 'Criar negócio',
    link: (p: { name: string }) => `Conversa com ${p.name}`,
  },
  acts: {
    assign: 'Passar para…',
    toMe: 'Pegar para mim',
    markUnread: 'Marcar como não lida',
    snooze: 'Adiar',
    resolve: 'Resolver',
    resolveNext: 'Resolver e ir para a próxima',
    reopen: 'Reabrir',
    until: {
      later: (p: { time: string }) => `Mais tarde hoje, às ${p.time}`,
      tomorrow: (p: { time: string }) => `Amanhã de manhã, às ${p.time}`,
      nextWeek: (p: { day: string }) => `Semana que vem, ${p.day}`,
      moment: 'Escolher dia e hora…',
      title: 'Adiar até',
      when: 'Dia e hora',
      past: 'Escolha um momento que ainda vai chegar.',
    },
    openContact: 'Abrir o contato',
    search: 'Buscar na conversa',
    copyLink: 'Copiar o link da conversa',
    resolvedNext: (p: { name: string; next: string }) => `${p.name}: resolvida. Agora: ${p.next}.`,
    resolvedLast: (p: { name: string }) => `${p.name}: resolvida. Não há outra na lista.`,
  },
};

export type ConversationWords = typeof words;
