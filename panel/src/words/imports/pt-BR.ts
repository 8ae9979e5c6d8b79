import { plural } from '../plural.ts';

/* Words of imports, loaded with their screens. */

const form = plural('pt-BR');

/** Number and its formatted text. */
interface Count {
  readonly n: number;
  readonly text: string;
}

const states = {
  reading: 'Lendo o arquivo',
  read: 'Falta escolher o destino',
  checking: 'Conferindo',
  checked: 'Conferido, pronto para importar',
  applying: 'Importando',
  applied: 'Importado',
  stopped: 'Parado',
  undoing: 'Desfazendo',
  undone: 'Desfeito',
  failed: 'Não deu certo',
};

export const words = {
  about:
    'Traga o que a equipe tem em outros sistemas, planilhas e celulares. Antes de gravar você confere o que entra, e por 24 horas dá para desfazer.',
  upload: 'Enviar um arquivo',
  products:
    'Um arquivo do Trello, Pipedrive, RD Station, Google Contatos, WhatsApp ou de outro sistema, ou uma planilha',
  drop: 'Solte para enviar',
  formats: 'CSV, Excel (.xlsx), vCard, JSON ou .zip do WhatsApp.',
  dropHint: 'Também dá para soltar o arquivo aqui.',
  choose: 'Escolher arquivo',
  file: 'Arquivo para importar',
  uploading: (p: { percent: string }) => `Enviando: ${p.percent}`,
  latest: 'Últimas importações',
  none: 'Nada importado ainda.',
  name: 'Arquivo',
  state: 'Situação',
  by: 'Quem',
  when: 'Quando',
  back: 'Importações',
  gone: 'Esta importação não existe mais.',
  toMap: 'Falta relacionar as colunas',
  states,
  sources: {
    title: 'Como exportar de cada sistema',
    about: 'Os nomes dos menus podem mudar um pouco de uma versão para outra.',
    list: [
      {
        name: 'Trello',
        how: 'No quadro, abra o menu ··· › Imprimir, exportar e compartilhar › Exportar como JSON. Os comentários vêm junto, mas o Trello só exporta as últimas 1.000 ações. Dos anexos vêm os links.',
      },
      {
        name: 'Pipedrive',
        how: 'Na lista de negócios, pessoas ou organizações, abra o menu ··· › Exportar resultados do filtro e escolha CSV ou Excel.',
      },
      {
        name: 'RD Station',
        how: 'No RD Station Marketing, abra Leads, selecione a base e clique em Exportar. O CSV chega por e-mail.',
      },
      {
        name: 'Google Contatos',
        how: 'Em contacts.google.com, clique em Exportar e escolha CSV do Google ou vCard.',
      },
      {
        name: 'Kommo',
        how: 'Na lista de leads ou de contatos, abra o menu ··· › Exportar e escolha CSV ou Excel.',
      },
      {
        name: 'HubSpot',
        how: 'Em Contatos, clique em Exportar e escolha CSV ou XLSX. O arquivo chega por e-mail.',
      },
      {
        name: 'Asana',
        how: 'No projeto, clique na seta ao lado do nome › Exportar ou imprimir › CSV.',
      },
      {
        name: 'ClickUp',
        how: 'Na visão de lista, abra o menu da visão › Exportar visão e escolha CSV com todas as colunas.',
      },
      {
        name: 'Teamwork',
        how: 'Na lista de tarefas do projeto, abra o menu ··· › Exportar e escolha CSV ou Excel.',
      },
      {
        name: 'Planilha do Excel ou do Google',
        how: 'Salve como .xlsx ou .csv, com uma linha para os nomes das colunas. Títulos acima dela e totais no fim não atrapalham, e você escolhe a aba.',
      },
      {
        name: 'Contatos do celular (vCard)',
        how: 'No Android, abra Contatos › Corrigir e gerenciar › Exportar para arquivo. No iPhone, selecione os contatos e compartilhe o arquivo .vcf.',
      },
      {
        name: 'WhatsApp',
        how: 'No celular, abra a conversa, toque em Mais › Exportar conversa e escolha com ou sem mídia. O arquivo pode ser .txt ou .zip.',
      },
      {
        name: 'Pauta',
        how: 'Em qualquer lista, exporte em CSV, Excel ou JSON Lines. O arquivo volta a ser importado como saiu, também em outra instalação.',
      },
    ],
  },
  contents: {
    title: 'O que há no arquivo',
    period: 'Período',
    from: (p: { first: string; last: string }) => `${p.first} a ${p.last}`,
    messages: 'Mensagens',
    authors: 'Participantes',
    files: 'Arquivos',
    omitted: (p: Count) =>
      `${p.text} ${form(p.n, { one: 'ficou', other: 'ficaram' })} fora da exportação`,
    loose: 'Linhas sem mensagem',
  },
  destination: {
    title: 'Para onde vai',
    inbox: 'Caixa de entrada do número',
    inboxHint: 'A do número com que a equipe conversou nesta conversa.',
    noInbox: 'Crie antes uma caixa de entrada: as mensagens precisam de uma.',
    toInboxes: 'Ver caixas de entrada',
    ours: 'Quem é da equipe nesta conversa?',
    oursHint: 'As mensagens destas pessoas aparecem do lado da equipe.',
    author: (p: { name: string } & Count) =>
      `${p.name} (${p.text} ${form(p.n, { one: 'mensagem', other: 'mensagens' })})`,
    phone: 'Telefone do contato',
    phoneHint: 'Com DDD. Se ele já conversa com a equipe, as mensagens entram na mesma conversa.',
    group: 'Grupo',
    groupHint: 'O grupo aparece aqui depois da primeira mensagem recebida nesta caixa.',
    noGroup: 'Esta caixa ainda não tem conversas de grupos.',
    order: 'Ordem das datas',
    orderHint: 'O arquivo pode ser lido dos dois jeitos. Escolha o período que faz sentido.',
    check: 'Conferir',
    checkAgain: 'Conferir de novo',
  },
  result: {
    title: 'Resultado',
    checkTitle: 'O que vai acontecer',
    progress: (p: { done: string; total: string }) => `${p.done} de ${p.total} mensagens`,
    created: 'Mensagens novas',
    present: 'Já estavam aqui',
    deleted: 'Apagadas por quem escreveu',
    future: 'Com data no futuro',
    files: 'Arquivos',
    missing: 'Sem o arquivo',
    removed: 'Mensagens removidas',
    kept: 'Mantidas, porque foram respondidas',
    quiet: 'Ninguém é avisado, nada conta como não lido e nenhuma automação roda.',
    apply: (p: Count) => `Importar ${p.text} ${form(p.n, { one: 'mensagem', other: 'mensagens' })}`,
    nothingNew: 'Não há nada novo neste arquivo: todas as mensagens já estão na conversa.',
    continue: 'Continuar',
    stop: 'Parar',
    open: 'Abrir a conversa',
    undo: 'Desfazer',
    undoTitle: 'Desfazer esta importação?',
    undoAbout:
      'As mensagens e os arquivos que ela trouxe são removidos. O que foi respondido depois fica.',
    undoUntil: 'Dá para desfazer até',
  },
  reasons: {
    conversation_deleted: 'A conversa escolhida não existe mais. Escolha outra.',
    rights_lost:
      'Quem começou não é mais administrador da equipe. Outro administrador pode continuar.',
    inbox_deleted: 'A caixa de entrada escolhida não existe mais. Escolha outra.',
    file_removed: 'O arquivo já foi removido, porque a importação ficou parada. Envie de novo.',
    unexpected: 'Algo deu errado no serviço. O que já entrou continua aqui; tente continuar.',
  } as Readonly<Record<string, string>>,
  otherReason: 'Não foi possível ler o arquivo.',
  line: (p: { line: string }) => `Linha ${p.line}.`,
};

export type ImportWords = typeof words;
