import { plural } from '../plural.ts';

/* Words of requests of persons about their data (LGPD), loaded with their screens. */

const form = plural('pt-BR');

/** Number and its formatted text. */
interface Count {
  readonly n: number;
  readonly text: string;
}

type Texts = Readonly<Record<string, string>>;

export const words = {
  about:
    'Quando uma pessoa pergunta que dados a equipe tem sobre ela, ou pede para corrigir, levar ou apagar, registre o pedido aqui: o Pauta procura os dados, conta o prazo e guarda o comprovante.',
  create: 'Novo pedido',
  createAbout: 'A busca começa assim que você registrar.',
  createSubmit: 'Registrar e procurar',
  edit: 'Corrigir os dados',
  editSubmit: 'Salvar',
  open: 'Em aberto',
  closed: 'Encerrados',
  none: 'Nenhum pedido em aberto. Registre aqui o próximo que chegar, por e-mail, mensagem ou telefone.',
  noneClosed: 'Nenhum pedido encerrado ainda.',
  person: 'Titular',
  kind: 'Pedido',
  due: 'Prazo',
  state: 'Situação',
  closedOn: 'Encerrado em',
  outcome: 'Resultado',
  back: 'Privacidade (LGPD)',
  gone: 'Este pedido não existe.',
  unnamed: (p: { code: string }) => `Pedido ${p.code}`,
  removed: (p: { code: string }) => `Titular removido ${p.code}`,
  daysLeft: (p: { n: number }) =>
    p.n === 0 ? 'Vence hoje' : form(p.n, { one: `Falta ${p.n} dia`, other: `Faltam ${p.n} dias` }),
  daysLate: (p: { n: number }) =>
    form(p.n, { one: `Atrasado há ${p.n} dia`, other: `Atrasado há ${p.n} dias` }),
  kinds: {
    access: 'Acesso aos dados',
    portability: 'Portabilidade',
    erasure: 'Eliminação',
    correction: 'Correção',
    confirmation: 'Confirmação de que há dados',
    blocking: 'Bloqueio',
    objection: 'Oposição ao uso',
  },
  kindHints: {
    access: 'A pessoa quer saber o que a equipe tem sobre ela. Responda com o pacote de dados.',
    portability: 'A pessoa quer levar os dados para outro serviço. O pacote tem JSON e CSV.',
    erasure: 'A pessoa quer que os dados dela sejam apagados.',
    correction: 'A pessoa quer acertar dados errados. Corrija nos registros encontrados.',
    confirmation:
      'A pessoa quer saber se a equipe tem dados dela. Responda com o que a busca achar.',
    blocking:
      'A pessoa quer que a equipe pare de usar certos dados. Combine o que fica e o que para, e anote a resposta.',
    objection: 'A pessoa não aceita um uso dos dados. Avalie com o jurídico e anote a resposta.',
  },
  states: {
    searching: 'Procurando',
    searched: 'Para decidir',
    packing: 'Montando o pacote',
    erasing: 'Eliminando',
    failed: 'Interrompido',
    closed: 'Encerrado',
  },
  outcomes: {
    fulfilled: 'Atendido',
    partly: 'Atendido em parte',
    refused: 'Recusado',
    withdrawn: 'A pessoa desistiu',
  },
  deadline: {
    title: 'Prazo de resposta',
    about:
      'A lei dá 15 dias para a declaração completa dos dados (art. 19, II). Agentes de pequeno porte sem tratamento de alto risco têm o dobro (Resolução CD/ANPD nº 2/2022). Cinco dias antes, proprietários e administradores recebem um aviso.',
    label: 'Responder em',
    days: (p: { n: number }) => `${p.n} dias`,
    hint: 'Vale para os pedidos que chegarem depois da mudança.',
  },
  fields: {
    kind: 'O que a pessoa pede',
    nameHint: 'Ajuda a achar textos, mas sozinho não prova que é a pessoa.',
    phones: 'Telefones',
    phonesHint: 'Com DDD, um por linha. A busca cobre todas as formas de escrever o número.',
    emails: 'E-mails',
    emailsHint: 'Um por linha.',
    taxIds: 'CPF',
    taxIdsHint: 'Com ou sem pontos.',
    receivedOn: 'Chegou em',
    receivedOnHint: 'O prazo conta deste dia.',
    identity: 'Como vocês confirmaram a identidade',
    identityHint: 'Por exemplo: “ligamos para o número do cadastro”.',
    said: 'O que a pessoa escreveu ou disse',
    nothing: 'Informe pelo menos um telefone, e-mail ou CPF.',
  },
  request: {
    title: 'Pedido',
    empty: 'Não informado',
    receivedOn: 'Chegou em',
    createdBy: 'Última etapa por',
    searchAgain: 'Procurar de novo',
    retry: 'Tentar de novo',
    searchedAt: 'Procurado',
    close: 'Encerrar o pedido',
  },
  steps: {
    search: 'Procurando a pessoa',
    package: 'Montando o pacote de dados',
    erasure: 'Eliminando os dados',
    progress: (p: { done: string; total: string }) => `etapa ${p.done} de ${p.total}`,
    canLeave: 'Você pode sair desta página: o trabalho continua.',
    neverStops: 'A eliminação continua mesmo se a página for fechada e não pode ser interrompida.',
    names: {} as Texts,
  },
  failed: {
    search: 'A busca parou. Tente de novo; o que já foi decidido fica.',
    package: 'Não deu para montar o pacote. Tente de novo.',
    erasure: 'A eliminação parou no meio. Continue para terminar: nada do que foi apagado volta.',
    notBegun: 'A eliminação não começou, e nada foi apagado.',
    reasons: {
      rights_lost:
        'Quem começou não tem mais permissão para isso. Outro administrador pode continuar.',
      no_space: 'Não há espaço no servidor: avise quem cuida da instalação.',
      unavailable: 'Várias tentativas não deram certo: avise quem cuida da instalação.',
      nothing_chosen: 'Nenhum cadastro está marcado e nenhum trecho foi decidido.',
      last_owner: 'A pessoa é a única proprietária da equipe: dê antes esse papel a outra.',
      data_moving: 'Havia uma importação, uma exportação ou um pacote de dados em andamento.',
      changed: 'O pedido mudou enquanto isso.',
      unexpected: 'Houve um erro no servidor, que ficou no registro dele.',
    },
    continue: 'Continuar a eliminação',
  },
  subjects: {
    title: 'Cadastros da pessoa',
    about:
      'Marque os que são mesmo a pessoa. Conversas, negócios e contratos vão junto com o cadastro. Ao mudar a seleção, a busca roda de novo com os dados dos marcados.',
    none: 'Nenhum contato, cliente ou pessoa da equipe tem estes dados.',
    chosen: (p: { name: string }) => `${p.name} é a pessoa`,
    types: { contacts: 'Contato', clients: 'Cliente', users: 'Pessoa da equipe' },
    deleted: 'Cadastro excluído',
    because: (p: { what: string }) => `Achado por ${p.what}`,
    matched: {
      phone: 'telefone',
      email: 'e-mail',
      tax_id: 'CPF',
      lid: 'número oculto do WhatsApp',
      name: 'nome',
      link: 'vínculo',
    } as Texts,
    counts: {
      conversations: (p: Count) =>
        `${p.text} ${form(p.n, { one: 'conversa', other: 'conversas' })}`,
      deals: (p: Count) => `${p.text} ${form(p.n, { one: 'negócio', other: 'negócios' })}`,
      contracts: (p: Count) => `${p.text} ${form(p.n, { one: 'contrato', other: 'contratos' })}`,
      projects: (p: Count) => `${p.text} ${form(p.n, { one: 'projeto', other: 'projetos' })}`,
      activities: (p: Count) => `${p.text} ${form(p.n, { one: 'atividade', other: 'atividades' })}`,
    },
    save: 'Confirmar e procurar de novo',
    unsaved: 'A seleção mudou e ainda não foi confirmada.',
  },
  hits: {
    title: 'Textos que citam a pessoa',
    about:
      'Descrições, notas, comentários, arquivos e outros textos ficam com o registro. Decida cada trecho: manter com a base legal, trocar os dados por “[removido]” ou apagar o texto do campo. De um arquivo, ou fica tudo, ou ele é apagado.',
    aboutOthers:
      'Trechos com telefone, e-mail ou CPF da pessoa vão no pacote de dados. Os que só têm o nome dela podem ser de outra pessoa com o mesmo nome: entram se você disser que são sobre ela.',
    none: 'Nenhum texto cita a pessoa.',
    noneOpen: 'Todos os trechos têm decisão.',
    noneDecided: 'Nenhum trecho decidido ainda.',
    openTab: (p: Count) => `Sem decisão (${p.text})`,
    allTab: 'Todos',
    decidedTab: 'Decididos',
    tabs: 'Trechos',
    list: 'Trechos',
    merge: 'Juntar trechos iguais',
    same: (p: Count) => `${p.text} trechos iguais`,
    places: 'Ver onde',
    keys: 'Teclas: j e k andam, 1 mantém, 2 substitui, 3 apaga, x marca.',
    keysOthers: 'Teclas: j e k andam, 1 é sobre a pessoa, 2 é sobre outra, x marca.',
    isPerson: 'É sobre a pessoa',
    isOther: 'É sobre outra pessoa',
    decisions: { keep: 'Manter', replace: 'Substituir', delete: 'Apagar' },
    decided: {
      keep: 'Fica como está',
      replace: 'Dados trocados por “[removido]”',
      delete: 'Texto do campo apagado',
    },
    fileDeleted: 'Arquivo apagado',
    decideFor: (p: { decision: string; place: string }) => `${p.decision}: ${p.place}`,
    by: (p: { name: string }) => `por ${p.name}`,
    more: 'Mostrar mais trechos',
    select: (p: { place: string }) => `Marcar: ${p.place}`,
    selectAll: 'Marcar todos os que aparecem',
    selected: (p: Count) => form(p.n, { one: `${p.text} marcado`, other: `${p.text} marcados` }),
    clear: 'Desmarcar',
    basis: {
      titleMany: (p: Count) =>
        form(p.n, { one: 'Por que manter?', other: `Por que manter ${p.text} trechos?` }),
      label: 'Base legal',
      hint: 'Aparece no comprovante. Não escreva dados da pessoa aqui.',
      other: 'Outra',
      otherLabel: 'Qual',
      submit: 'Manter',
      aboutPerson: 'O trecho é sobre a pessoa',
      options: {
        legal: 'Obrigação legal ou regulatória (art. 16, I)',
        contract: 'Execução de contrato (art. 7º, V)',
        claims: 'Defesa em processo judicial, administrativo ou arbitral (art. 7º, VI)',
        credit: 'Proteção do crédito (art. 7º, X)',
        anonymous: 'Uso interno, com dados anonimizados (art. 16, IV)',
        otherPerson: 'O trecho é sobre outra pessoa',
      },
    },
    places_: {
      messages: 'Mensagem',
      conversation_notes: 'Nota interna',
      notes: 'Nota interna',
      comments: 'Comentário',
      contracts: 'Contrato',
      scheduled_messages: 'Mensagem agendada',
      ready_answers: 'Resposta pronta',
      pipelines: 'Quadro',
      squads: 'Squad',
      labels: 'Etiqueta',
      webhooks: 'Webhook',
      workflows: 'Fluxo',
      files: 'Arquivo',
      approvals: 'Aprovação',
      approval_items: 'Item de aprovação',
      approval_decisions: 'Resposta de aprovação',
      saved_views: 'Visão salva',
      teams: 'Equipe',
      inboxes: 'Caixa de entrada',
    } as Texts,
    otherPlace: 'Outro registro',
    /** Fields that no record's form has. */
    fields: { body: 'Texto', content: 'Texto', text: 'Texto' } as Texts,
    fileFields: { contents: 'Conteúdo', name: 'Nome do arquivo' } as Texts,
  },
  unread: {
    title: (p: Count) =>
      form(p.n, {
        one: `${p.text} arquivo que a busca não leu`,
        other: `${p.text} arquivos que a busca não leu`,
      }),
    about:
      'Podem conter dados da pessoa: abra os que tiverem a ver com ela e apague-os no registro, se for o caso. Imagens dentro de documentos também não são lidas. Arquivos das conversas e dos cadastros da pessoa não aparecem aqui, porque vão junto com eles.',
    reasons: {
      picture: 'Imagem',
      media: 'Áudio ou vídeo',
      no_text: 'PDF sem texto, como um papel escaneado',
      encrypted: 'Protegido por senha',
      damaged: 'Danificado ou incompleto',
      too_large: 'Grande demais para ler',
      format: 'Formato que o Pauta não lê',
      partly: 'Lido só em parte: contém arquivos que não dá para ler',
      missing: 'O conteúdo não está no armazenamento',
      infected: 'Bloqueado pelo antivírus',
    },
    reasonCount: (p: { reason: string; n: string }) => `${p.reason}: ${p.n}`,
    show: 'Ver os arquivos',
    hide: 'Esconder os arquivos',
    list: 'Arquivos que a busca não leu',
    more: 'Mostrar mais arquivos',
  },
  effects: {
    title: 'O que a eliminação faz',
    about: 'Nada muda até você eliminar. Depois não há como desfazer.',
    deleted: 'É apagado',
    emptied: 'Fica sem os dados da pessoa',
    kept: 'Fica',
    contacts: (p: Count) =>
      `${p.text} ${form(p.n, { one: 'contato', other: 'contatos' })}, com etiquetas e observações`,
    conversations: (p: Count) =>
      `${p.text} ${form(p.n, { one: 'conversa', other: 'conversas' })}, com todas as mensagens e os arquivos`,
    clients: (p: Count) =>
      `${p.text} ${form(p.n, { one: 'cadastro de cliente', other: 'cadastros de clientes' })}, sem negócios nem contratos`,
    pseudonym: (p: Count & { code: string }) =>
      `${p.text} ${form(p.n, { one: 'cliente com negócios ou contratos, que passa', other: 'clientes com negócios ou contratos, que passam' })} a se chamar “Titular removido ${p.code}”`,
    users: (p: Count & { code: string }) =>
      `${p.text} ${form(p.n, { one: 'pessoa da equipe, que passa', other: 'pessoas da equipe, que passam' })} a se chamar “Ex-membro ${p.code}”; as sessões e as chaves acabam`,
    linked: (p: { what: string }) => `${p.what}, com os textos como você decidiu`,
    traces:
      'Eventos, notificações, rascunhos, linhas de importações e arquivos exportados que citam a pessoa',
    queues:
      'Entregas de webhooks que esperam são canceladas, execuções de fluxos também, e respostas guardadas são esvaziadas',
    audit: 'A auditoria mantém o que foi feito e por quem, sem os valores',
    backups:
      'Backups não são editados. A eliminação fica registrada fora do banco, e uma restauração a repete',
    outside:
      'O que já saiu do Pauta não volta: mensagens no WhatsApp, webhooks entregues, arquivos baixados',
    erase: 'Eliminar os dados…',
    openHits: (p: Count) =>
      `${form(p.n, { one: `Falta decidir ${p.text} trecho`, other: `Faltam decidir ${p.text} trechos` })}.`,
    noSubjects:
      'Nenhum cadastro está marcado: só os trechos decididos e os rastros da pessoa são apagados.',
    unsaved: 'Confirme antes a seleção dos cadastros.',
  },
  erase: {
    title: 'Eliminar os dados desta pessoa?',
    about:
      'Isto não tem como ser desfeito, nem por backup. Se a pessoa pediu também uma cópia, baixe o pacote antes.',
    label: (p: { code: string }) => `Digite ${p.code} para confirmar`,
    submit: 'Eliminar definitivamente',
    mismatch: 'O código não confere.',
    undecided: 'Ainda há trechos sem decisão, ou outra pessoa mexeu no pedido. Feche e confira.',
  },
  package: {
    title: 'Pacote de dados',
    about:
      'Um ZIP com JSON, CSV, uma página para ler e os arquivos da pessoa. Dados de terceiros saem mascarados nos textos; o interior dos arquivos, não: confira antes de entregar. Cada download fica na auditoria.',
    make: 'Montar o pacote',
    again: 'Montar de novo',
    download: 'Baixar o pacote',
    until: (p: { when: string }) => `Disponível até ${p.when}.`,
    expired: 'O pacote anterior não está mais disponível.',
    noExport: 'Sua conta não pode exportar dados. Peça a um proprietário.',
  },
  close: {
    title: 'Encerrar o pedido',
    about: 'Para pedidos que não terminam em eliminação. O prazo deixa de contar.',
    outcome: 'Resultado',
    note: 'O que foi respondido à pessoa',
    noteHint: 'Inclua o motivo, se o pedido foi recusado ou atendido em parte.',
    submit: 'Encerrar',
  },
  proof: {
    title: 'Comprovante da eliminação',
    about: 'Não contém dados da pessoa: pode ser guardado e enviado a ela ou à ANPD.',
    print: 'Imprimir ou salvar em PDF',
    team: 'Controlador',
    code: 'Titular',
    request: 'Número da eliminação',
    received: 'Pedido recebido em',
    started: 'Começou em',
    finished: 'Terminou em',
    genuine: 'Conferido: foi gerado por esta instalação e não foi alterado.',
    altered: 'Atenção: o comprovante não confere com a assinatura desta instalação.',
    hash: 'SHA-256',
    mac: 'Assinatura (HMAC)',
    tables: 'Linhas por tabela',
    table: 'Tabela',
    before: 'Antes',
    after: 'Depois',
    changed: 'Apagadas ou esvaziadas',
    decisions: 'Decisões sobre textos livres',
    decision: 'Decisão',
    basis: 'Base legal',
    places: 'Trechos',
    noDecisions: 'Nenhum texto livre citava a pessoa.',
    scan: 'Busca em todas as colunas de texto depois da eliminação',
    scanClean: (p: Count) =>
      `0 ocorrências em ${p.text} ${form(p.n, { one: 'coluna', other: 'colunas' })}.`,
    scanRest: 'Ocorrências que ficaram:',
    scanKept: 'mantidas por decisão com base legal',
    scanNew: 'chegaram durante a eliminação; procure a pessoa de novo',
    noTables: 'O comprovante não traz contagens por tabela.',
    files: (p: { read: string; hits: string }) =>
      `Conteúdo de arquivos: ${p.read} lidos, ${p.hits} com dados da pessoa.`,
    filesKept: (p: Count) =>
      form(p.n, {
        one: `${p.text} arquivo mantido por decisão com base legal.`,
        other: `${p.text} arquivos mantidos por decisão com base legal.`,
      }),
    filesUnread: (p: Count) =>
      form(p.n, {
        one: `${p.text} arquivo não pôde ser lido e foi apresentado a quem decidiu.`,
        other: `${p.text} arquivos não puderam ser lidos e foram apresentados a quem decidiu.`,
      }),
    filesByName: 'Dos arquivos, foram lidos só os nomes.',
  },
};

export type PrivacyWords = typeof words;
