import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* Words of the palette, the search and the list of shortcuts. */

export const words = {
  title: 'Buscar e executar',
  placeholder: 'Busque um registro ou diga o que fazer',
  none: 'Nada encontrado.',
  searching: 'Buscando…',
  hits: (p: { count: number }) =>
    form(p.count, { one: `${p.count} resultado`, other: `${p.count} resultados` }),
  more: 'Há mais: escreva mais para achar.',
  closed: 'encerrado',
  recent: 'Vistos há pouco',
  messages: 'Mensagens',
  unknown: 'Número oculto',
  unnamed: 'Grupo sem nome',
  create: 'Criar',
  commands: 'Comandos',
  goTo: (p: { place: string }) => `Ir para ${p.place}`,
  import: 'Importar de outro sistema ou de uma planilha',
  startTimer: (p: { task: string }) => `Iniciar cronômetro: ${p.task}`,
  stopTimer: 'Parar cronômetro',
  theme: (p: { theme: string }) => `Aparência: ${p.theme}`,
  hint: 'Enter abre ao lado, Ctrl + Enter abre a página.',
  search: {
    title: 'Busca',
    label: 'Buscar em tudo',
    about:
      'Encontra nomes, CPF, CNPJ e telefones, com ou sem pontuação. Por exemplo: “padaria” ou “11 98765”.',
    none: (p: { text: string }) =>
      `Nada com “${p.text}”. Confira a grafia, ou busque só uma parte do nome.`,
    clear: 'Limpar a busca',
  },
  keys: {
    title: 'Atalhos do teclado',
    off: 'Os atalhos de uma tecla estão desligados em Preferências.',
    space: 'Espaço',
    andThen: 'depois',
    everywhere: 'Em todo lugar',
    palette: 'Buscar e executar',
    search: 'Buscar',
    create: 'Criar o que a tela mostra',
    undo: 'Desfazer (até 20 vezes)',
    help: 'Mostrar os atalhos',
    places: 'Ir para',
    lists: 'Em listas e quadros',
    walk: 'Andar entre itens',
    open: 'Abrir a página',
    peek: 'Abrir ao lado',
    select: 'Selecionar',
    move: 'Mover para…',
    records: 'Em um registro',
    done: 'Concluir ou reabrir',
    assign: 'Atribuir',
    mine: 'Atribuir a mim',
    priority: 'Prioridade',
    date: 'Prazo',
    tags: 'Etiquetas',
    timer: 'Iniciar ou parar o cronômetro',
    trash: 'Mandar para a lixeira',
    copyNumber: 'Copiar o número da tarefa',
    neighbour: 'Próximo e anterior',
    close: 'Fechar',
    calendar: 'No calendário',
    days: 'Mudar o dia',
    months: 'Mudar o mês',
    enter: 'Entrar no dia',
    moveDay: 'Mudar a data',
  },
};

export type PaletteWords = typeof words;
