/* Words of exports, loaded with their screens. */

export const words = {
  about:
    'Cada arquivo é uma foto dos dados no momento em que foi gerado. Fica aqui por 24 horas, só você o vê, e cada download entra na auditoria.',
  how: 'Para exportar uma lista, abra a lista, filtre o que quiser e escolha Exibição › Exportar.',
  toContacts: 'Abrir contatos',
  none: 'Nenhuma exportação nas últimas 24 horas.',
  latest: 'Últimas exportações',
  name: 'Arquivo',
  state: 'Situação',
  size: 'Tamanho',
  when: 'Quando',
  team: 'Equipe inteira',
  states: {
    waiting: 'Na fila',
    running: 'Gerando',
    ready: 'Pronto',
    failed: 'Não deu certo',
  },
  progress: (p: { done: string; total: string }) => `${p.done} de ${p.total}`,
  until: (p: { time: string }) => `até ${p.time}`,
  download: 'Baixar',
  downloadOf: (p: { name: string }) => `Baixar ${p.name}`,
  delete: 'Excluir',
  deleteOf: (p: { name: string }) => `Excluir ${p.name}`,
  reasons: {
    rights_lost: 'Você não pode mais exportar isto.',
    no_space: 'O serviço está sem espaço em disco. Avise quem cuida dele.',
    unavailable: 'O armazenamento de arquivos ficou fora do ar. Tente de novo.',
    unexpected: 'Algo deu errado no serviço. Tente de novo; se repetir, avise quem cuida dele.',
  },
  wholeTeam: {
    title: 'Equipe inteira',
    about:
      'Um ZIP com todos os registros, conversas, notas, configurações e arquivos da equipe. Senhas, chaves e segredos ficam de fora.',
    submit: 'Exportar equipe',
  },
  dialog: {
    open: 'Exportar…',
    title: (p: { list: string }) => `Exportar ${p.list}`,
    boardAbout: 'Tudo o que o quadro mostra com os filtros, inclusive o que ainda não carregou.',
    about: (p: { count: string }) => `${p.count}, com os filtros e a ordem da lista.`,
    format: 'Formato',
    formats: {
      xlsx: 'Excel (.xlsx)',
      csv: 'CSV para planilhas (.csv)',
      jsonl: 'JSON Lines para programas (.jsonl)',
    },
    columns: 'Colunas',
    allColumns: 'Todas',
    shownColumns: 'As que a lista mostra',
    submit: 'Exportar',
  },
};

export type ExportWords = typeof words;
