import { plural } from '../plural.ts';

/* Words of project templates: their settings, saving a project as one, and creating projects from them. */

const form = plural('pt-BR');
const tasks = (n: number) => form(n, { one: `${n} tarefa`, other: `${n} tarefas` });
const days = (n: number) => form(n, { one: `${n} dia`, other: `${n} dias` });

export const words = {
  about:
    'Um modelo guarda o quadro e as tarefas de um tipo de projeto, com prazos contados a partir do início.',
  create: 'Criar modelo',
  createSubmit: 'Criar',
  none: 'Nenhum modelo ainda. Crie um aqui ou, na página de um projeto, use “Salvar como modelo”.',
  duration: 'Duração',
  tasksTitle: 'Tarefas',
  taskCount: (p: { count: number }) => tasks(p.count),
  days: (p: { count: number }) => days(p.count),
  noDuration: 'Sem prazo',
  one: 'Modelo de projeto',
  all: 'Todos os modelos',
  newProjects: 'Projetos novos',
  newProjectsAbout: 'Cada projeto criado com o modelo começa assim.',
  durationHint: 'Do início ao prazo do projeto. Vazio: sem prazo.',
  tasksAbout:
    'O prazo de cada tarefa é contado em dias a partir do início do projeto. Ela vai para quem tem a função dela no squad do projeto.',
  board: (p: { columns: string }) => `Quadro: ${p.columns}`,
  teamBoard: 'Quadro: as colunas do modelo da equipe',
  noTasks: 'Nenhuma tarefa ainda.',
  taskAt: (p: { place: number }) => `Tarefa ${p.place}`,
  level: 'Nível',
  levels: { task: 'Não é subtarefa', subtask: 'Subtarefa da tarefa acima' },
  startAfter: 'Início (dias)',
  dueAfter: 'Prazo (dias)',
  role: 'Função',
  roleOf: (p: { name: string; squad: string }) => `Função de ${p.name} em ${p.squad}`,
  rolesAbout:
    'A função, como “Design”, diz quem recebe cada tarefa dos projetos criados com um modelo.',
  hours: 'Horas',
  firstColumn: 'A primeira',
  more: 'Descrição, checklist e mais',
  checklistHint: 'Um item por linha: - [ ] Contrato assinado',
  tagsHint: 'Separe por vírgulas.',
  addTask: 'Adicionar tarefa',
  removeTask: 'Remover tarefa',
  full: (p: { max: number }) => `Um modelo tem no máximo ${p.max} tarefas.`,
  unsaved: 'Há mudanças que não foram salvas.',
  discard: 'Descartar mudanças',
  restored: 'Você tinha começado e não salvou. Continuamos de onde parou.',
  newer: 'Enquanto você mexia, alguém salvou este modelo.',
  takeNewer: 'Ver a versão salva',
  keepMine: 'Continuar com a minha',
  changed: 'Alguém salvou este modelo depois que você o abriu. O que você escreveu continua aqui.',
  remove: 'Excluir modelo',
  removeTitle: (p: { name: string }) => `Excluir o modelo “${p.name}”?`,
  removeAbout:
    'Os projetos criados com ele continuam como estão. Fluxos que criam projetos com ele passam a falhar nesse passo.',
  removed: 'Modelo excluído.',
  taken: 'A equipe já tem um modelo com este nome.',
  save: {
    title: 'Salvar projeto como modelo',
    about:
      'Guarda o quadro e as tarefas: prazos viram dias a partir do início, e responsáveis viram a função deles no squad. Tarefas recorrentes ficam de fora.',
    submit: 'Salvar modelo',
    saved: (p: { name: string }) => `Modelo “${p.name}” salvo.`,
    open: 'Abrir modelo',
    tooMany: (p: { max: number }) =>
      `Este projeto tem mais de ${p.max} tarefas, o máximo de um modelo. Exclua ou mova algumas antes.`,
  },
  template: 'Modelo',
  noTemplate: 'Sem modelo',
  creates: (p: { count: number; duration: number | null }) =>
    `${tasks(p.count)}, ${p.duration === null ? 'sem prazo' : `prazo em ${days(p.duration)}`}`,
  squadHint: 'Cada tarefa vai para quem tem a função dela neste squad.',
};

export type ProjectTemplateWords = typeof words;
