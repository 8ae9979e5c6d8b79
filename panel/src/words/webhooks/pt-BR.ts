import { plural } from '../plural.ts';

const form = plural('pt-BR');
const number = new Intl.NumberFormat('pt-BR');

/** Advice: what happened, and what to do. */
export interface Advice {
  readonly is: string;
  readonly todo: string;
}
const advice = (is: string, todo: string): Advice => ({ is, todo });

/** Source words of webhook endpoints; the other languages have its keys and parameters. */
export const words = {
  title: 'Webhooks',
  about: 'Endereços que são avisados do que muda aqui, ou que criam tarefas aqui.',
  none: 'Nenhum webhook ainda. Crie um para avisar outro sistema, como o painel de um cliente, ou para um formulário do site criar tarefas.',
  create: 'Criar webhook',
  name: 'Webhook',
  direction: 'Sentido',
  directions: {
    delivers: 'Entrega',
    receives: 'Recebe',
    both: 'Entrega e recebe',
    none: 'Sem destino',
  },
  state: 'Situação',
  states: {
    active: 'Ligado',
    off: 'Desligado',
    disabled: 'Desligado por falhas',
    failing: 'Falhando',
  },
  failingSince: 'Falha desde',
  last: 'Última entrega',
  noDelivery: 'nenhuma',
  statuses: { pending: 'Na fila', delivered: 'Entregue', failed: 'Falhou' },
  retrying: (p: { count: number }) =>
    p.count === 0
      ? 'Falhou'
      : form(p.count, {
          one: `Falhou ${p.count} vez`,
          other: `Falhou ${number.format(p.count)} vezes`,
        }),
  switchOn: 'Ligar',
  switchOff: 'Desligar',
  switchedOn: 'Webhook ligado.',
  switchedOff: 'Webhook desligado.',
  actionsFor: (p: { name: string }) => `Ações para ${p.name}`,
  back: 'Todos os webhooks',
  gone: 'Este webhook não existe mais.',
  remove: 'Excluir',
  removeTitle: (p: { name: string }) => `Excluir ${p.name}?`,
  removeAbout:
    'O que está na fila não será mais entregue, e quem chama o endereço dele recebe 404. Não dá para desfazer.',
  removed: 'Webhook excluído.',
  newer: 'Voltar às mais novas',
  older: 'Mais antigas',
  shown: (p: { shown: number; total: number }) =>
    `${number.format(p.shown)} de ${number.format(p.total)}`,
  tabs: {
    deliveries: 'Entregas',
    receptions: 'Recebimentos',
    mapping: 'Mapeamento',
    settings: 'Configuração',
  },
  form: {
    newTitle: 'Novo webhook',
    newAbout: 'Diga o que ele entrega, o que ele recebe, ou os dois.',
    name: 'Nome',
    nameHint: 'Como “Painel do cliente” ou “Formulário do site”.',
    delivering: 'Entregar',
    deliveringAbout: 'A cada mudança escolhida, um POST com os dados vai para este endereço.',
    url: 'Endereço de destino',
    urlHint:
      'http ou https, acessível pela internet. Deixe vazio se ele só recebe. Dar um endereço pede que você confirme quem é.',
    events: 'O que é entregue',
    receiving: 'Receber',
    receivingAbout: 'Cada chamada que outro sistema faz ao endereço do webhook vira uma tarefa.',
    project: 'Projeto',
    projectHint: 'Deixe vazio para um quadro da equipe.',
    pipeline: 'Quadro',
    pipelineNone: 'Não recebe',
    column: 'Coluna',
    columnFirst: 'A primeira',
    needsProject: 'Um quadro da equipe não tem projeto: o mapeamento precisa dar project_id.',
    saved: 'Webhook salvo.',
    discard: 'Desfazer alterações',
  },
  events: {
    all: 'Tudo',
    allHint:
      'Também o que vier a existir. Não inclui mensagens, conversas e conexões: essas só a pedido.',
    chosen: (p: { count: number }) =>
      form(p.count, { one: `${p.count} evento escolhido`, other: `${p.count} eventos escolhidos` }),
    none: 'Nenhum evento escolhido: só o teste é entregue.',
    everything: 'Tudo é entregue, menos o que só vai a pedido.',
    everythingAnd: (p: { count: number }) =>
      form(p.count, {
        one: `Tudo é entregue, e mais ${p.count} evento que só vai a pedido.`,
        other: `Tudo é entregue, e mais ${p.count} eventos que só vão a pedido.`,
      }),
    single: 'Escolher um a um',
    ofGroup: (p: { group: string }) => `Todos de ${p.group}`,
    groups: {
      message: 'Mensagens e conversas',
      service: 'Conexões e avisos',
    },
    created: 'foi criado',
    updated: 'foi alterado',
    deleted: 'foi excluído, arquivado ou cancelado',
    means: {
      'deal.stage_changed': 'mudou de fase',
      'task.moved': 'mudou de coluna ou de quadro',
      'msgapp.message.received': 'chegou uma mensagem de um contato',
      'msgapp.message.status': 'a rede informou a situação de uma mensagem enviada',
      'message.created': 'uma mensagem entrou numa conversa, de quem for (só a pedido)',
      'message.updated': 'uma mensagem foi editada ou apagada (só a pedido)',
      'conversation.updated':
        'mudou a situação, o responsável, o squad ou a primeira resposta (só a pedido)',
      'conversation.reply_overdue': 'passou o prazo de resposta de uma conversa (só a pedido)',
      'inbox.connection': 'mudou a conexão de uma caixa (só a pedido)',
      'privacy.erased': 'os dados de uma pessoa foram eliminados',
      'import.finished': 'uma importação terminou ou foi desfeita',
      'time_entry.created': 'um cronômetro foi iniciado ou horas foram lançadas',
      'time_entry.updated': 'um cronômetro foi parado ou horas foram alteradas',
      'time_entry.deleted': 'horas foram excluídas',
      'webhook.disabled': 'o serviço desligou outro webhook',
      'webhook.test': 'um teste pedido aqui; só vai para quem é testado',
      'workflow.call': 'um fluxo chama este webhook',
    } as Record<string, string>,
  },
  secret: {
    title: 'Guarde o segredo',
    label: 'O segredo',
    once: 'Ele não será mostrado de novo. Se perder, troque por outro.',
    delivers:
      'No sistema que recebe as entregas, guarde-o como variável de ambiente (SECRET) e confira a assinatura de cada uma.',
    receives:
      'No sistema que chama este webhook, use-o para assinar o corpo ou mande-o no cabeçalho Authorization.',
    rotate: 'Trocar segredo',
    rotateTitle: (p: { name: string }) => `Trocar o segredo de ${p.name}?`,
    rotateAbout:
      'Por 24 horas valem os dois: as entregas vão assinadas pelo novo e pelo antigo, e o endereço aceita ambos. Se o antigo vazou, troque duas vezes: a segunda troca encerra o primeiro na hora.',
    previous: 'O segredo anterior ainda vale até',
    previousLeft: (p: { left: string }) => `(${p.left}).`,
    previousAbout: 'As entregas vão assinadas pelos dois até lá.',
  },
  off: {
    title: 'Este webhook está desligado: nada é entregue, e quem o chama recebe 404.',
    again: 'Ligar de novo',
    failing: (p: { since: string }) =>
      `Todas as tentativas falham desde ${p.since}. Depois de cinco dias assim ele é desligado.`,
  },
  deliveries: {
    title: 'Entregas',
    none: 'Nenhuma entrega ainda. Mande um teste, ou mude algo que ele ouve.',
    noneFound: 'Nenhuma entrega com estes filtros.',
    noUrl: 'Este webhook não entrega: ele não tem endereço de destino.',
    status: 'Situação',
    event: 'Evento',
    any: 'Todas',
    anyEvent: 'Todos',
    period: 'Período',
    from: 'De',
    to: 'Até',
    clear: 'Limpar filtros',
    when: 'Quando',
    attempts: 'Tentativas',
    reason: 'Motivo',
    next: (p: { time: string; left: string }) => `tenta de novo às ${p.time} (em ${p.left})`,
    nextNow: 'sendo entregue agora',
    undelivered: 'Na fila ou tentando de novo',
    live: 'A lista se atualiza sozinha.',
    counts: (p: { pending: number; retrying: number; failed: number }) =>
      [
        `${number.format(p.pending - p.retrying)} na fila`,
        p.retrying > 0 &&
          form(p.retrying, {
            one: `${p.retrying} falhou e será tentada de novo`,
            other: `${number.format(p.retrying)} falharam e serão tentadas de novo`,
          }),
        p.failed > 0 &&
          form(p.failed, {
            one: `${p.failed} falhou de vez`,
            other: `${number.format(p.failed)} falharam de vez`,
          }),
        p.retrying + p.failed === 0 && 'nenhuma falhou',
      ]
        .filter(Boolean)
        .join(', '),
    open: (p: { event: string }) => `Abrir a entrega de ${p.event}`,
  },
  test: {
    act: 'Testar',
    title: 'Teste do webhook',
    under: 'Entregando…',
    waits: 'Ainda na fila. Sem um trabalhador em execução, nada é entregue.',
    good: (p: { status: number; ms: number }) =>
      `Entregue: o destino respondeu ${p.status} em ${p.ms} ms.`,
    bad: 'Não foi entregue.',
    again: 'Testar de novo',
    open: 'Ver a entrega',
  },
  delivery: {
    back: 'Todas as entregas',
    gone: 'Esta entrega não existe mais: elas são guardadas por 30 dias.',
    happened: 'Aconteceu',
    finished: 'Terminou',
    id: 'webhook-id',
    attempts: 'Tentativas',
    noAttempt: 'Nenhuma tentativa ainda.',
    attempt: (p: { n: number }) => `Tentativa ${p.n}`,
    noAnswer: 'sem resposta',
    answered: (p: { status: number }) => `respondeu ${p.status}`,
    took: (p: { ms: number }) => (p.ms < 1_000 ? `${p.ms} ms` : `${number.format(p.ms / 1_000)} s`),
    body: 'Começo da resposta',
    noBody: 'A resposta veio sem corpo.',
    request: 'X-Request-Id',
    mostShown: (p: { most: number }) => `As últimas ${number.format(p.most)} tentativas.`,
    advice: 'O que fazer',
    detail: 'Detalhe:',
    replay: 'Reenviar',
    replayed: 'Reenviada: a nova tentativa sai agora.',
    payload: 'Conteúdo',
    payloadGone: 'O conteúdo não é mais guardado: ele é de um evento de mais de 30 dias.',
    copyPayload: 'Copiar conteúdo',
    headers: 'Cabeçalhos',
    headersAbout: 'Além do conteúdo, cada tentativa leva estes cabeçalhos. Os da última:',
    header: 'Cabeçalho',
    value: 'Valor',
    signature: 'HMAC-SHA256 do corpo, em hexadecimal; a chave é o segredo inteiro, com whsec_',
    signaturePrevious: 'o mesmo com o segredo anterior, por um dia depois de uma troca',
    standard: 'assinatura Standard Webhooks de id, hora e corpo',
    same: 'o id do evento, igual em toda tentativa: guarde os que já tratou',
    hops: 'por quantos webhooks a mudança já passou, mais um',
    verify: 'Conferir a assinatura',
    verifyAbout: 'Confira o corpo como veio, antes de interpretá-lo.',
    language: 'Linguagem',
    copyCode: 'Copiar código',
    none: '—',
  },
  replay: {
    act: 'Reenviar várias…',
    title: 'Reenviar entregas',
    what: 'Quais',
    failed: 'As que falharam',
    delivered: 'As entregues',
    about:
      'Vão de novo os mesmos conteúdos, com os mesmos webhook-id. O período e o evento são os dos filtros da lista.',
    counting: 'Contando…',
    found: (p: { count: number }) =>
      form(p.count, {
        one: `${number.format(p.count)} entrega será reenviada.`,
        other: `${number.format(p.count)} entregas serão reenviadas.`,
      }),
    nothing: 'Nenhuma entrega assim.',
    everything: 'Sem período: todas as que estão guardadas.',
    range: (p: { from: string; to: string }) => `De ${p.from} até ${p.to}.`,
    since: (p: { from: string }) => `Desde ${p.from}.`,
    until: (p: { to: string }) => `Até ${p.to}.`,
    ofEvent: (p: { event: string }) => `Só ${p.event}.`,
    submit: (p: { count: number }) =>
      form(p.count, { one: `Reenviar ${p.count}`, other: `Reenviar ${number.format(p.count)}` }),
    progress: (p: { done: number; total: number }) =>
      `${number.format(p.done)} de ${number.format(p.total)} postas na fila.`,
    done: (p: { done: number }) =>
      form(p.done, {
        one: `${p.done} entrega posta na fila.`,
        other: `${number.format(p.done)} entregas postas na fila.`,
      }),
    limited: 'O limite de reenvios por minuto foi atingido. Espere um minuto e continue.',
    goOn: 'Continuar',
  },
  address: {
    title: 'Endereço para chamar',
    about: 'Outro sistema faz um POST com JSON para cá; cada chamada vira uma tarefa.',
    label: 'Endereço',
    signed: 'Assinando o corpo',
    bearer: 'Mandando o segredo',
    example: 'Exemplo com curl',
    copyAddress: 'Copiar endereço',
    secretHere: 'Troque whsec_… pelo segredo mostrado quando o webhook foi criado.',
  },
  receptions: {
    title: 'Recebimentos',
    none: 'Nada foi recebido ainda. Chame o endereço acima, ou teste o mapeamento com um exemplo.',
    noneFound: 'Nenhum recebimento assim.',
    noTarget: 'Este webhook não recebe: ele não tem quadro para as tarefas.',
    statuses: { accepted: 'Virou tarefa', rejected: 'Recusado' },
    any: 'Todos',
    statusLabel: 'Situação',
    task: 'Abrir a tarefa',
    key: 'id de quem mandou',
    payload: 'O que veio',
    notKept: 'O conteúdo de um recebimento aceito só é guardado quando falta o título.',
    try: 'Testar com este conteúdo',
    reason: 'Motivo',
  },
  mapping: {
    title: 'Mapeamento',
    about:
      'De onde vem cada campo da tarefa. Cole um exemplo do que o outro sistema manda e veja a tarefa que ele criaria; nada é criado.',
    payload: 'Exemplo do que chega (JSON)',
    payloadHint: 'Cole aqui o corpo de uma chamada, ou traga o de um recebimento.',
    bring: 'Trazer de um recebimento',
    noReception: 'nenhum',
    noneToBring: 'Nenhum recebimento com conteúdo guardado.',
    byForm: 'Formulário',
    asJson: 'JSON',
    json: 'field_mapping',
    jsonWrong: 'Isto não é um objeto JSON.',
    add: 'Adicionar campo',
    addAll: 'Todos os campos já estão no mapeamento.',
    field: (p: { field: string }) => `Campo ${p.field}`,
    kind: 'De onde',
    kinds: {
      path: 'Caminho',
      template: 'Modelo',
      constant: 'Valor fixo',
      list: 'Lista',
      json: 'JSON',
    },
    kindOf: (p: { field: string }) => `De onde vem ${p.field}`,
    valueOf: (p: { field: string }) => `Valor de ${p.field}`,
    hints: {
      path: 'lead.nome ou itens[0].titulo',
      template: 'Pedido de {{lead.nome}}',
      constant: 'o mesmo em toda tarefa',
      list: 'separe por vírgulas; aceita {{origem}}',
      json: '{"value": …}',
    },
    remove: (p: { field: string }) => `Tirar ${p.field}`,
    result: 'A tarefa que seria criada',
    trying: 'Testando…',
    wouldBe: 'Uma tarefa seria criada.',
    wouldNot: 'Nenhuma tarefa seria criada.',
    missing: (p: { fields: string }) => `Nada encontrado para: ${p.fields}.`,
    missingTitle: 'Sem título, vale o nome do webhook.',
    found: 'encontrado:',
    nothingFound: 'nada encontrado',
    problems: {
      noSource: 'Não é um caminho, como lead.nome, nem um modelo, como {{lead.nome}}.',
      notSettable: 'Este campo não pode ser definido pelo mapeamento.',
      nobody: 'Nada nesta equipe tem este id.',
      needsProject:
        'O quadro não é de um projeto: o mapeamento precisa dar o projeto (project_id).',
      notJson: 'O exemplo não é um objeto JSON.',
      empty: 'O exemplo está vazio.',
      tooMuch: 'É demais para uma chamada.',
      noTarget: 'O webhook não tem quadro para as tarefas.',
      value: 'O valor não serve para este campo.',
    },
    paste: 'Cole um exemplo para ver a tarefa.',
    save: 'Salvar mapeamento',
    saved: 'Mapeamento salvo: vale a partir da próxima chamada.',
    unsaved: 'Alterações não salvas.',
    empty: 'Nenhum campo ainda: toda tarefa teria o nome do webhook como título.',
  },
  advice: {
    unauthorized: advice(
      'O destino não aceitou a assinatura.',
      'O segredo lá é o mais novo deste webhook? A assinatura é conferida sobre o corpo como veio?',
    ),
    gone: advice(
      'O destino disse que não existe mais (410).',
      'O webhook foi desligado por isso. Corrija o endereço e ligue de novo.',
    ),
    redirected: advice(
      'O destino mandou para outro endereço, e isso não é seguido.',
      'Use o endereço final: muitas vezes com https:// ou com / no fim.',
    ),
    receiver: advice(
      'O destino teve um erro dele.',
      'Veja o registro do sistema de destino; o começo da resposta pode ajudar.',
    ),
    throttled: advice(
      'O destino está recebendo demais.',
      'As tentativas seguem no ritmo que ele pede. Se repetir, escolha menos eventos.',
    ),
    answered: advice(
      'O destino respondeu com um erro.',
      'Confira o caminho do endereço e o que o destino espera; o começo da resposta pode ajudar.',
    ),
    noAnswer: advice(
      'O destino não respondeu a tempo.',
      'Responda logo com 2xx e faça o trabalho demorado depois.',
    ),
    unreached: advice(
      'Não foi possível conectar ao destino.',
      'Ele está no ar? A porta está certa? Há um firewall no caminho?',
    ),
    plain: advice(
      'O destino não fala TLS nesta porta.',
      'O endereço começa com https://, mas a porta é de http://. Corrija um dos dois.',
    ),
    broken: advice(
      'A conexão caiu antes da resposta.',
      'Muitas vezes é http:// para uma porta de https.',
    ),
    unreadable: advice(
      'A resposta do destino não é HTTP.',
      'Não é um servidor HTTP, ou http:// leva a uma porta de https.',
    ),
    certificate: advice(
      'O certificado do destino não vale.',
      'Ele venceu, é autoassinado ou é de outro nome. Troque o certificado no destino.',
    ),
    unknownName: advice(
      'O nome do destino não existe.',
      'Há um erro de digitação, ou só a sua rede conhece este nome?',
    ),
    unresolvedName: advice(
      'O nome do destino não pôde ser consultado.',
      'Confira o DNS do domínio; as tentativas continuam.',
    ),
    private: advice(
      'O endereço do destino não é público.',
      'Entregas só vão para endereços públicos. Quem opera o serviço pode liberar uma rede (WEBHOOK_ALLOW_CIDRS).',
    ),
    address: advice(
      'Com este endereço não dá para fazer uma chamada.',
      'Confira o endereço de destino do webhook.',
    ),
    stopped: advice(
      'O serviço foi reiniciado durante a tentativa.',
      'Nada a fazer: ela é repetida.',
    ),
    removed: advice('O webhook foi excluído.', 'Nada a fazer.'),
    off: advice('O webhook estava desligado quando isto devia sair.', 'Ligue-o e reenvie.'),
    noUrl: advice(
      'O webhook não tinha endereço quando isto devia sair.',
      'Dê um endereço a ele e reenvie.',
    ),
    old: advice(
      'O evento tem mais de 30 dias e não é mais guardado.',
      'Não dá mais para entregar: busque o próprio registro.',
    ),
    sealed: advice(
      'O serviço não consegue abrir o segredo deste webhook.',
      'Avise quem opera o serviço; trocar o segredo também resolve.',
    ),
    hopeless: advice(
      'Por cinco dias nada foi entregue.',
      'Corrija o destino, ligue de novo e reenvie o que falhou.',
    ),
    tooMany: advice(
      'Havia entregas demais esperando, a maioria deste webhook.',
      'Corrija o destino ou escolha menos eventos, ligue de novo e reenvie o que falhou.',
    ),
    other: advice('A entrega falhou.', 'Veja o motivo abaixo.'),
  },
};

export type WebhookWords = typeof words;
