import { plural } from '../plural.ts';

/* Words of imports of tables, loaded with their screens. */

const form = plural('pt-BR');

/** Number and its formatted text. */
interface Count {
  readonly n: number;
  readonly text: string;
}

type Texts = Readonly<Record<string, string>>;

const rows = (p: Count) => `${p.text} ${form(p.n, { one: 'linha', other: 'linhas' })}`;

export const words = {
  steps: {
    label: 'Etapas da importação',
    file: 'Arquivo',
    columns: 'Colunas',
    check: 'Conferência',
    result: 'Importação',
    isDone: 'feito',
  },
  plurals: {
    contacts: 'Contatos',
    clients: 'Clientes',
    projects: 'Projetos',
    tasks: 'Tarefas',
    deals: 'Negócios',
    campaigns: 'Campanhas',
    activities: 'Atividades',
  } as Texts,
  asRead: {
    title: 'Como o arquivo foi lido',
    product: 'Origem',
    /** By the name of the preset. */
    products: {
      trello: 'Quadro do Trello',
      vcard: 'Contatos em vCard',
      clickup: 'Exportação do ClickUp',
      asana: 'Exportação do Asana',
      teamwork: 'Exportação do Teamwork',
      pipedrive: 'Negócios do Pipedrive',
      pipedrive_people: 'Pessoas do Pipedrive',
      pipedrive_organizations: 'Organizações do Pipedrive',
      rd_station: 'Leads do RD Station',
      kommo: 'Leads do Kommo',
      hubspot: 'Contatos do HubSpot',
      google_contacts: 'Google Contatos',
      google_contacts_before_2024: 'Google Contatos',
      pauta: 'Exportação do Pauta',
    } as Texts,
    table: 'Planilha',
    rows: 'Linhas',
    encoding: 'Codificação',
    encodings: {
      'utf-8': 'UTF-8',
      'windows-1252': 'Windows-1252',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16 (big-endian)',
      macintosh: 'Mac OS antigo',
      mixed: 'UTF-8 e Windows-1252',
    },
    sheet: 'Aba',
    hidden: (p: { name: string }) => `${p.name} (oculta)`,
    recognized: 'Reconhecer pelo arquivo',
    separator: 'Separador',
    separators: {
      semicolon: 'Ponto e vírgula ( ; )',
      comma: 'Vírgula ( , )',
      tab: 'Tabulação',
      pipe: 'Barra ( | )',
    },
    header: 'Nomes das colunas',
    headerIn: (p: { line: string }) => `Na linha ${p.line}`,
    noHeader: 'Não há: a primeira linha já é um registro',
    headerLine: 'Linha com os nomes das colunas',
    hasNoHeader: 'O arquivo não tem nomes de colunas',
    change: 'Corrigir a leitura',
    readAgain: 'Ler de novo',
    readAgainAbout: 'O destino das colunas volta a ser o que o Pauta sugere.',
    mixed: (p: { line: string }) =>
      `A partir da linha ${p.line} há textos em outra codificação. Confira os acentos nos exemplos.`,
    above: (p: Count) =>
      `${rows(p)} acima dos nomes das colunas ${form(p.n, { one: 'ficou', other: 'ficaram' })} de fora.`,
    skipped: (p: Count & { lines: string }) =>
      `${rows(p)} que não ${form(p.n, { one: 'é registro ficou', other: 'são registros ficaram' })} de fora: ${p.lines}.`,
    skippedLine: (p: { line: string; reason: string }) => `linha ${p.line} (${p.reason})`,
    reasons: {
      total: 'total',
      repeated_header: 'cabeçalho repetido',
      footer: 'rodapé',
    },
    andMore: 'outras',
    comments: (p: Count) =>
      `O Trello só exporta as 1.000 últimas ações do quadro: ${form(p.n, {
        one: `falta ${p.text} comentário`,
        other: `faltam ${p.text} comentários`,
      })} neste arquivo.`,
  },
  questions: {
    title: 'Perguntas sobre o arquivo',
    about: 'O arquivo pode ser entendido de mais de um jeito.',
    resource: 'O que é cada linha?',
    column: (p: { name: string }) => `O que há na coluna “${p.name}”?`,
    dateOrder: (p: { name: string }) => `Como ler as datas da coluna “${p.name}”?`,
    orders: { dmy: 'Dia/mês/ano', mdy: 'Mês/dia/ano' },
    example: (p: { text: string }) => `Por exemplo: ${p.text}`,
  },
  endings: {
    text: 'A equipe ainda não tem fases de ganho e de perda, então negócios ganhos e perdidos entrariam como abertos. Crie as fases antes de importar.',
    open: 'Abrir Fases',
  },
  columns: {
    title: 'Destino das colunas',
    about: (p: { records: string }) => `Cada linha do arquivo vira: ${p.records}.`,
    unnamed: (p: { number: string }) => `Coluna ${p.number}`,
    none: 'Não importar',
    noneWithNotes: 'Só nas observações',
    empty: 'Sem valores',
    keepNotes: (p: Count) =>
      form(p.n, {
        one: 'Guardar nas observações a coluna sem destino',
        other: `Guardar nas observações as ${p.text} colunas sem destino`,
      }),
    keepNotesHint: 'Como “Coluna: valor”, uma por linha.',
    targetOf: (p: { name: string }) => `Destino da coluna ${p.name}`,
    showAll: (p: Count) =>
      `Mostrar mais ${p.text} ${form(p.n, { one: 'coluna', other: 'colunas' })}`,
    addRecord: 'Criar também…',
    removeRecord: (p: { name: string }) => `Não criar: ${p.name}`,
    second: (p: { name: string; n: string }) => `${p.name} ${p.n}`,
  },
  /** Fields that only imports have, or that need another label there. */
  fields: {
    external_id: 'Código no outro sistema',
    id: 'Código no Pauta',
    first_name: 'Primeiro nome',
    last_name: 'Sobrenome',
    tax_id: 'CPF ou CNPJ',
    client_name: 'Cliente, pelo nome',
    project_name: 'Projeto, pelo nome',
    deal_name: 'Negócio, pelo título',
    assignee_member: 'Responsáveis',
    reporter_member: 'Quem pediu',
    responsible_member: 'Responsável',
    assigned_member: 'Responsável',
    parent_name: 'Tarefa principal',
    pipeline_name: 'Funil',
    budget: 'Verba',
    is_archived: 'Arquivada',
    comments: 'Comentários',
    attachments: 'Links dos anexos',
    outcome: 'Ganho ou perdido',
    won_at: 'Ganho em',
    lost_at: 'Perdido em',
    time: 'Hora',
  } as Texts,
  options: {
    title: 'Opções',
    matchBy: (p: { record: string }) => `Reconhecer ${p.record} por`,
    keys: {
      id: 'Código no Pauta',
      external_id: 'Código no outro sistema',
      document: 'CPF ou CNPJ',
      phone: 'Telefone',
      email: 'E-mail',
    },
    byName: 'Nome',
    byRow: 'A linha inteira',
    never: 'Nada: criar sempre',
    onMatch: 'O que já existe',
    matches: {
      fill_blanks: 'Completar o que está vazio',
      overwrite: 'Trocar pelo que está no arquivo',
      skip: 'Deixar como está',
    },
    matchHint: 'Células vazias nunca apagam nada.',
    onInactive: 'O que está inativo, arquivado ou na lixeira',
    inactive: {
      skip: 'Deixar lá',
      restore_and_update: 'Trazer de volta e atualizar',
      create_new: 'Criar outro',
    },
    createLinked: 'Criar os clientes e projetos citados que ainda não existem',
    createLinkedHint: 'Desmarcado, as linhas que citam um deles não entram.',
    emailTo: 'E-mails de contatos vão para',
    emails: { client: 'O cliente do contato', notes: 'As observações do contato' },
    dateOrder: 'Ordem das datas',
    dateOrderGuessed: 'A de cada coluna',
    areaCode: 'DDD dos telefones que vêm sem DDD',
    areaCodeHint: 'Sem ele, essas linhas não entram.',
    project: 'Projeto das linhas que não citam um',
    projectHint: 'Toda tarefa e toda campanha ficam em um projeto.',
    emits: 'Avisar webhooks e rodar automações',
    emitsHint: 'Desmarcado, nada disso acontece por causa da importação.',
  },
  samples: {
    title: 'Como as primeiras linhas ficam',
    about: (p: Count) =>
      form(p.n, {
        one: 'A primeira linha, como será gravada. Nada foi gravado ainda.',
        other: `As ${p.text} primeiras linhas, como serão gravadas. Nada foi gravado ainda.`,
      }),
    none: 'Dê um destino a pelo menos uma coluna.',
    line: 'Linha',
    lineOf: (p: { line: string }) => `Linha ${p.line}`,
    updating: 'Atualizando os exemplos…',
    showMore: (p: Count) => `Mostrar mais ${rows(p)}`,
    refused: 'Não entra',
    yes: 'Sim',
    no: 'Não',
  },
  check: {
    submit: 'Conferir tudo',
    again: 'Conferir de novo',
    about: 'A conferência lê o arquivo inteiro e mostra o que vai acontecer. Nada é gravado.',
    unanswered: 'Responda antes às perguntas sobre o arquivo.',
    noColumns: 'Dê um destino a pelo menos uma coluna.',
    title: 'O que vai acontecer',
    sum: (p: Count) => `${rows(p)} no arquivo`,
    outcomes: {
      created: 'Novas',
      updated: 'Alterações',
      unchanged: 'Sem mudança',
      refused: 'Recusadas',
      in_trash: 'Inativas ou na lixeira',
    },
    noted: (p: Count) => `${p.text} com ressalva`,
    newOnes: (p: Count) => `${p.text} a criar`,
    changedOnes: (p: Count) => `${p.text} a alterar`,
    sameOnes: (p: Count) => `${p.text} sem mudança`,
    comments: 'Comentários',
    apply: (p: Count) => `Importar ${rows(p)}`,
    nothing: 'Não há nada a importar: tudo o que serve já está no Pauta.',
    back: 'Mudar as colunas',
    quiet: 'Ninguém é avisado e nenhuma automação roda.',
    loud: 'Webhooks são avisados e automações rodam, como você escolheu.',
    wasQuiet: 'Ninguém foi avisado e nenhuma automação rodou.',
    wasLoud: 'Webhooks foram avisados e automações rodaram, como você escolheu.',
  },
  problems: {
    title: 'Problemas',
    more: (p: Count) =>
      `Mostrar mais ${p.text} ${form(p.n, { one: 'problema', other: 'problemas' })}`,
    first: (p: Count) => `Só os primeiros ${p.text}.`,
    line: 'Linha',
    cell: 'Coluna e valor',
    reason: 'Motivo',
    download: 'Baixar linhas recusadas',
    downloadAbout:
      'Baixe as linhas recusadas com o motivo de cada uma, corrija e importe só esse arquivo.',
    wholeRow: 'A linha toda',
  },
  progress: {
    of: (p: { done: string; total: string }) => `${p.done} de ${p.total} linhas`,
    leave: 'Você pode sair desta página: o trabalho continua.',
  },
  report: {
    title: 'Resultado',
    newOnes: (p: Count) => `criou ${p.text}`,
    changedOnes: (p: Count) => `alterou ${p.text}`,
    open: 'Ver',
    undoAbout:
      'O que ela criou é removido, e o que ela mudou volta a ser como antes. O que alguém mudou depois fica.',
    reverted: 'Desfeitos',
    kept: 'Mantidos, porque mudaram ou foram usados depois',
    failed: 'Não deu para desfazer',
  },
  left: {
    title: 'O que ficou',
    about: 'Os primeiros 100 registros que a importação trouxe e que continuam aqui.',
    record: 'Registro',
    reasons: {
      edited: 'Alguém mudou depois.',
      in_use: 'Outros registros usam este.',
      refused: 'Os valores de antes não cabem mais, como um telefone que já é de outro contato.',
    },
  },
};

export type ImportRowsWords = typeof words;
