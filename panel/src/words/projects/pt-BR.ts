import { plural } from '../plural.ts';

const forms = plural('pt-BR');
const hours = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

export const words = {
  title: 'Projetos',
  create: 'Novo projeto',
  createNow: 'Criar projeto',
  none: 'Nenhum projeto ainda. Crie o primeiro, por exemplo “Lançamento da coleção de verão”.',
  noneOpen: 'Nenhum projeto em aberto.',
  colors: {
    none: 'Automática',
    red: 'Vermelho',
    orange: 'Laranja',
    yellow: 'Amarelo',
    lime: 'Limão',
    green: 'Verde',
    teal: 'Verde-azulado',
    cyan: 'Ciano',
    blue: 'Azul',
    indigo: 'Índigo',
    purple: 'Roxo',
    magenta: 'Magenta',
    pink: 'Rosa',
  },
  late: 'Atrasado',
  show: 'Mostrar',
  shows: { open: 'Em aberto', closed: 'Encerrados', all: 'Todos' },
  layouts: { list: 'Lista', calendar: 'Calendário', timeline: 'Linha do tempo' },
  timeline: 'Linha do tempo de projetos',
  calendar: 'Calendário de projetos',
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  cancel: 'Cancelar projeto',
  board: 'Quadro',
  addTask: 'Nova tarefa',
  toTasks: 'Ver tarefas',
  progress: (p: { done: number; tasks: number }) =>
    forms(p.tasks, {
      one: p.done === 1 ? 'A única tarefa está concluída' : '1 tarefa, ainda não concluída',
      other: `${p.done} de ${p.tasks} tarefas concluídas`,
    }),
  noTasks: 'Nenhuma tarefa ainda.',
  lateTasks: (p: { count: number }) =>
    forms(p.count, { one: `${p.count} atrasada`, other: `${p.count} atrasadas` }),
  columnsOf: (p: { name: string }) => `Colunas de ${p.name}`,
  hours: 'Horas',
  noHours: 'Nenhuma hora estimada ou realizada ainda. Elas vêm das tarefas.',
  person: 'Pessoa',
  nobody: 'Sem responsável',
  tasks: 'Tarefas',
  estimated: 'Estimadas',
  actual: 'Realizadas',
  total: 'Total',
  inHours: (p: { hours: number }) => `${hours.format(p.hours)} h`,
  over: (p: { hours: number }) => `${hours.format(p.hours)} h acima do estimado`,
  campaigns: 'Campanhas',
  noCampaigns: 'Nenhuma campanha neste projeto.',
  next: 'Próximas datas',
  noDates: 'Nada marcado daqui para a frente.',
  what: { due: 'Prazo da tarefa', start: 'Campanha começa', end: 'Campanha termina' },
  properties: 'Propriedades',
  activity: 'Comentários e histórico',
};

export type ProjectWords = typeof words;
