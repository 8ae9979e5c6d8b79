import { plural } from '../plural.ts';

const forms = plural('pt-BR');

/** Values of a line: who did it, the new assignee, and the end of a snooze. */
interface ActivityParameters {
  readonly who: string;
  readonly whom: string;
  /** Name of a squad; empty if it was deleted. */
  readonly squad: string;
  readonly until: string;
  /** Names of labels. */
  readonly added: string;
  readonly removed: string;
}

export const words = {
  title: 'Mensagens',
  none: 'Ninguém escreveu nada aqui ainda.',
  noneExample: 'Por exemplo: “Oi! A arte da campanha ficou pronta, posso mandar?”',
  older: 'Carregando as anteriores…',
  newer: 'Carregando as seguintes…',
  olderFailed: 'As mensagens anteriores não vieram.',
  newerFailed: 'As mensagens seguintes não vieram.',
  beginning: 'Aqui a conversa começa.',
  gone: 'Essa mensagem não está nesta conversa.',
  today: 'Hoje',
  yesterday: 'Ontem',
  unread: 'Não lidas',
  toEnd: 'Ir para o fim',
  news: (p: { count: number }) =>
    forms(p.count, { one: `${p.count} nova mensagem`, other: `${p.count} novas mensagens` }),
  /** Announced by screen readers when a message arrives. */
  said: (p: { who: string; what: string }) => `${p.who}: ${p.what}`,

  search: {
    title: 'Buscar na conversa',
    none: 'Nada encontrado',
    place: (p: { at: number; count: number; hasMore: boolean }) =>
      `${p.at} de ${p.count}${p.hasMore ? '+' : ''}`,
    older: 'Resultado mais antigo',
    newer: 'Resultado mais recente',
    toDay: 'Ir para o dia',
  },
  authors: {
    you: 'Você',
    /** For a message stored before authors were recorded. */
    unknown: 'Equipe',
    user: 'Alguém da equipe',
    key: 'Chave de API',
    workflow: 'Fluxo de trabalho',
    operator: 'Linha de comando',
    inbox: 'Resposta automática',
    phone: 'Pelo celular',
    other: 'Por outro programa',
  },
  /** Forms for the middle of a sentence: “Em resposta a …”. */
  authorsInText: {
    you: 'você',
    unknown: 'Equipe',
    user: 'alguém da equipe',
    key: 'um programa',
    workflow: 'um fluxo de trabalho',
    operator: 'linha de comando',
    inbox: 'uma resposta automática',
    phone: 'alguém no celular',
    other: 'outro programa',
  },
  /** Changes of the conversation, as lines between its messages. */
  activities: {
    assigned: (p: ActivityParameters) => `${p.who} atribuiu a conversa a ${p.whom}`,
    taken: (p: ActivityParameters) => `${p.who} assumiu a conversa`,
    unassigned: (p: ActivityParameters) => `${p.who} deixou a conversa sem dono`,
    squad_assigned: ({ who, squad }: ActivityParameters) =>
      squad === ''
        ? `${who} passou a conversa para um squad que não existe mais`
        : `${who} passou a conversa para o squad ${squad}`,
    squad_unassigned: ({ who, squad }: ActivityParameters) =>
      squad === ''
        ? `${who} deixou a conversa sem squad`
        : `${who} tirou a conversa do squad ${squad}`,
    snoozed: (p: ActivityParameters) => `${p.who} adiou a conversa até ${p.until}`,
    woken: (_: ActivityParameters) => 'A conversa voltou do adiamento',
    resolved: (p: ActivityParameters) => `${p.who} resolveu a conversa`,
    reopened: (p: ActivityParameters) => `${p.who} reabriu a conversa`,
    answered: (_: ActivityParameters) => 'A conversa reabriu com uma mensagem do contato',
    labelled: ({ who, added, removed }: ActivityParameters) =>
      added !== '' && removed !== ''
        ? `${who} pôs ${added} nas etiquetas e tirou ${removed}`
        : added !== ''
          ? `${who} pôs ${added} nas etiquetas`
          : removed !== ''
            ? `${who} tirou ${removed} das etiquetas`
            : `${who} mudou as etiquetas`,
    blocked: (p: ActivityParameters) => `${p.who} bloqueou a conversa`,
    unblocked: (p: ActivityParameters) => `${p.who} desbloqueou a conversa`,
    merged: (p: ActivityParameters) => `${p.who} juntou outra conversa a esta`,
    service: 'O Pauta',
  },
  /** Author in a group whose name and number are unknown. */
  member: 'Alguém do grupo',
  label: (p: { who: string; time: string }) => `${p.who}, ${p.time}`,

  states: {
    pending: 'pendente',
    unknown: 'não se sabe se saiu',
    sent: 'enviada',
    delivered: 'entregue',
    read: 'lida',
    failed: 'falhou',
    retrying: 'vai tentar de novo',
  },
  outgoing: {
    waiting: 'aguardando conexão',
    sending: 'enviando…',
    unknown: 'conferindo se saiu…',
    refused: 'não saiu',
  },
  edited: 'editada',
  original: 'Original:',
  advert: {
    label: 'De onde o contato veio',
    ad: 'Veio de um anúncio',
    post: 'Veio de uma publicação',
    open: (p: { host: string }) => `Abrir em ${p.host}`,
  },
  revoked: 'Mensagem apagada por quem escreveu.',
  revokedBy: (p: { who: string }) => `Mensagem apagada por ${p.who}.`,

  failed: 'Não saiu.',
  perhaps: 'Provavelmente não saiu.',
  unsure: 'Não se sabe se saiu, e o Pauta não reenvia sozinho.',
  unsureAdvice: 'Confira no celular antes de enviar de novo: a pessoa pode receber duas vezes.',
  causes: {
    network:
      'O gateway não respondeu: está fora do ar ou a conexão caiu. Tente de novo daqui a pouco.',
    timeout: 'O gateway demorou demais para responder. Tente de novo daqui a pouco.',
    disconnected: 'A caixa está desconectada. Reconecte-a em Ajustes e envie de novo.',
    number: 'A rede não entrega neste número. Confira o telefone do contato.',
    throttled: 'A rede está limitando os envios. Espere um pouco e mande mais devagar.',
    credentials:
      'O gateway recusou as credenciais da caixa. Peça a quem administra para conferi-las.',
    rejected: 'A rede recusou esta mensagem. Mude o conteúdo e envie de novo.',
    gateway: 'O gateway falhou. Confira no celular antes de enviar de novo.',
    stopped: 'O Pauta parou no meio do envio.',
    undelivered: 'A rede aceitou a mensagem e depois desistiu de entregar.',
    unconfirmed: 'Em 24 horas ninguém confirmou a entrega.',
    other: 'O motivo não é conhecido.',
  },
  /** A workflow sends the message again automatically. */
  due: (p: { time: string }) => `O fluxo de trabalho tenta de novo às ${p.time}.`,
  dueNow: 'O fluxo de trabalho está tentando de novo.',
  dueUnknown: 'O fluxo de trabalho espera até saber.',
  detail: 'Nas palavras do gateway:',
  again: 'Enviar de novo',
  againAnyway: 'Enviar mesmo assim',
  againAbout: 'Vai uma mensagem nova; esta fica como está.',
  discard: 'Descartar',
  problems: {
    ANSWERED: 'Outra pessoa respondeu antes, por isso não saiu. Ainda é para enviar?',
    HELD: 'Foi escrita há algum tempo e não saiu. Ainda é para enviar?',
    EXPIRED: 'Não se sabe mais se saiu. Confira no celular antes de enviar de novo.',
    OFFLINE: 'Sem conexão: não saiu. Ainda é para enviar?',
  } as Record<string, string>,

  reply: {
    to: (p: { who: string }) => `Em resposta a ${p.who}`,
    unknown: 'Em resposta a uma mensagem anterior',
    jump: 'Ir para a mensagem respondida',
  },
  reactions: {
    label: 'Reações',
    add: 'Reagir',
    theirs: (p: { emoji: string; who: string }) => `${p.who} reagiu com ${p.emoji}`,
    ours: (p: { emoji: string }) => `Reagimos com ${p.emoji}. Tirar a reação`,
    choose: (p: { emoji: string }) => `Reagir com ${p.emoji}`,
    takeBack: (p: { emoji: string }) => `Tirar a reação ${p.emoji}`,
    row: (p: { emoji: string }) => `Reação ${p.emoji}`,
    takenBack: 'Reação retirada',
    failed: 'A reação não foi.',
  },

  note: {
    mark: 'Nota interna',
    workflow: 'Fluxo de trabalho',
    of: (p: { who: string; time: string }) => `Nota interna de ${p.who}, ${p.time}`,
    edit: 'Editar nota',
    remove: 'Excluir nota',
    removeAbout: 'A nota some para todos da equipe.',
    save: 'Salvar nota',
    text: 'Texto da nota',
  },

  menu: (p: { who: string; time: string }) => `Ações da mensagem de ${p.who}, ${p.time}`,
  quote: 'Responder citando',
  copy: 'Copiar texto',
  download: 'Baixar arquivo',
  details: 'Detalhes',
  more: 'Ler tudo',
  less: 'Mostrar menos',

  kinds: {
    image: 'Imagem',
    audio: 'Áudio',
    voice: 'Mensagem de voz',
    video: 'Vídeo',
    document: 'Documento',
    sticker: 'Figurinha',
    location: 'Localização',
    contacts: 'Contato',
    poll: 'Enquete',
    order: 'Pedido',
    template: 'Modelo aprovado',
    button_reply: 'Botão escolhido',
    list_reply: 'Opção escolhida',
    unsupported: 'Mensagem de um tipo que o Pauta não mostra',
    reaction: 'Reação',
    text: 'Texto',
  } as Record<string, string>,
  media: {
    pending: 'Ainda não baixada',
    pendingAbout: 'O Pauta tenta de novo sozinho.',
    failed: 'Não foi possível baixar.',
    notExported: 'Não veio na exportação da conversa.',
    fetch: 'Baixar agora',
    fetchAgain: 'Tentar de novo',
    fetching: 'Baixando…',
    broken: 'O navegador não mostra este arquivo.',
    image: (p: { who: string; name: string }) => `Imagem de ${p.who}: ${p.name}`,
    unnamed: 'sem nome',
    view: (p: { name: string }) => `Abrir ${p.name}`,
    open: (p: { name: string }) => `Ampliar ${p.name}`,
    play: 'Ouvir',
    pause: 'Pausar',
    position: 'Posição',
    positionIs: (p: { at: string; of: string }) => `${p.at} de ${p.of}`,
    speed: (p: { rate: string }) => `Velocidade ${p.rate}×`,
    playVideo: (p: { name: string }) => `Assistir ${p.name}`,
    downloadIt: (p: { name: string }) => `Baixar ${p.name}`,
    sticker: (p: { who: string }) => `Figurinha de ${p.who}`,
  },
  location: {
    open: 'Abrir no mapa',
    live: 'Localização em tempo real',
  },
  poll: {
    one: 'Uma resposta',
    many: 'Várias respostas',
  },
  order: {
    items: (p: { count: number }) =>
      forms(p.count, { one: `${p.count} item`, other: `${p.count} itens` }),
  },
  unsupported: (p: { kind: string }) => `O gateway chama isto de “${p.kind}”. Veja no celular.`,
  template: (p: { name: string }) => `Modelo: ${p.name}`,

  facts: {
    title: 'Detalhes da mensagem',
    sent: 'Na rede',
    stored: 'No Pauta',
    edited: 'Editada',
    revoked: 'Apagada',
    earlier: (p: { until: string }) => `Texto até ${p.until}`,
    state: 'Situação',
    origin: 'Escrita',
    author: 'Autor',
    noAuthor: 'não registrado',
    origins: {
      contact: 'pelo contato',
      pauta: 'no Pauta',
      phone: 'no celular',
      other: 'em outro programa da mesma sessão',
    },
    type: 'Tipo',
    address: 'Endereço na rede',
    file: 'Arquivo',
    id: 'ID no Pauta',
    networkId: 'ID na rede',
    adId: 'ID do anúncio',
    clickId: 'ID do clique (ctwa_clid)',
    copyId: 'Copiar ID',
    copyLink: 'Copiar link da mensagem',
  },
};

export type ThreadWords = typeof words;
