import { plural } from '../plural.ts';

const forms = plural('pt-BR');
const number = new Intl.NumberFormat('pt-BR');

/** Kinds of records: none, one and several. */
const counted: Readonly<Record<string, readonly [none: string, one: string, other: string]>> = {
  tasks: ['Nenhuma tarefa', 'tarefa', 'tarefas'],
  projects: ['Nenhum projeto', 'projeto', 'projetos'],
  campaigns: ['Nenhuma campanha', 'campanha', 'campanhas'],
  deals: ['Nenhum negócio', 'negócio', 'negócios'],
  contracts: ['Nenhum contrato', 'contrato', 'contratos'],
  clients: ['Nenhum cliente', 'cliente', 'clientes'],
  contacts: ['Nenhum contato', 'contato', 'contatos'],
  activities: ['Nenhuma atividade', 'atividade', 'atividades'],
};

export const words = {
  table: {
    selectAll: 'Selecionar tudo o que foi carregado',
    select: (p: { name: string }) => `Selecionar ${p.name}`,
    edit: (p: { name: string; title: string }) => `${p.title} de ${p.name}`,
    loadingMore: 'Carregando mais…',
    actions: 'Ações',
    choices: { find: 'Buscar…', nothing: 'Nada encontrado.' },
  },
  views: {
    title: 'Visões salvas',
    all: 'Tudo',
    save: 'Salvar visão…',
    saveTitle: 'Salvar visão',
    name: 'Nome',
    ofTeam: 'Mostrar para toda a equipe',
    submit: 'Salvar',
    saved: 'Visão salva.',
    actions: (p: { name: string }) => `Ações da visão ${p.name}`,
    keep: 'Salvar alterações nesta visão',
    rename: 'Renomear…',
    share: 'Mostrar para a equipe',
    makePrivate: 'Deixar só para mim',
    pin: 'Fixar no menu',
    unpin: 'Tirar do menu',
    toLeft: 'Mover para a esquerda',
    toRight: 'Mover para a direita',
    remove: 'Excluir visão',
    removed: 'Visão excluída.',
    team: 'da equipe',
  },
  search: 'Buscar nesta lista',
  count: (p: { count: number; of: string }) => {
    const [none, one, many] = counted[p.of] ?? ['Nenhum registro', 'registro', 'registros'];
    return p.count === 0
      ? none
      : `${number.format(p.count)} ${forms(p.count, { one, other: many })}`;
  },
  filter: 'Filtrar',
  filters: 'Filtros',
  removeFilter: (p: { name: string }) => `Remover o filtro ${p.name}`,
  me: 'Eu',
  clearFilters: 'Limpar',
  operator: 'Condição',
  value: 'Valor',
  tag: 'Etiqueta',
  is: 'é',
  isNot: 'não é',
  has: 'tem',
  from: 'a partir de',
  until: 'até',
  apply: 'Aplicar',
  add: 'Adicionar',
  display: 'Exibição',
  columns: 'Colunas',
  layout: 'Formato',
  groupBy: 'Agrupar por',
  sortBy: 'Ordenar por',
  direction: 'Direção',
  ascending: 'Crescente',
  descending: 'Decrescente',
  onCards: 'Nos cartões',
  resetColumns: 'Voltar às colunas padrão',
  moveColumn: {
    handle: (p: { name: string }) => `Mover a coluna ${p.name}`,
    actions: (p: { name: string }) => `Ações da coluna ${p.name}`,
    toStart: 'Mover para o início',
    up: 'Mover para cima',
    down: 'Mover para baixo',
    toEnd: 'Mover para o fim',
    moved: (p: { name: string; place: number; of: number }) =>
      `${p.name}: posição ${p.place} de ${p.of}`,
  },
  nothingMatches: (p: { of: string }) => {
    const [none] = counted[p.of] ?? ['Nenhum registro'];
    return `${none} corresponde à busca ou aos filtros.`;
  },
  elsewhere: 'Está em outro sistema ou em uma planilha?',
  import: 'Importar',
  clearAll: 'Limpar busca e filtros',
  loadFailed: 'Não foi possível carregar o resto da lista.',
};

export type ListWords = typeof words;
