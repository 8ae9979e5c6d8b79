import { plural } from '../plural.ts';
import type { ProjectTemplateWords } from './pt-BR.ts';

const form = plural('en');
const tasks = (n: number) => form(n, { one: `${n} task`, other: `${n} tasks` });
const days = (n: number) => form(n, { one: `${n} day`, other: `${n} days` });

export const words: ProjectTemplateWords = {
  about:
    'A template holds the board and the tasks for a type of project, with due dates counted from its start.',
  create: 'Create template',
  createSubmit: 'Create',
  none: 'No templates yet. Create one here, or choose “Save as template” on the page of a project.',
  duration: 'Duration',
  tasksTitle: 'Tasks',
  taskCount: (p) => tasks(p.count),
  days: (p) => days(p.count),
  noDuration: 'No due date',
  one: 'Project template',
  all: 'All templates',
  newProjects: 'New projects',
  newProjectsAbout: 'Projects created from this template start with these values.',
  durationHint: 'From the start of the project to its due date. Empty: no due date.',
  tasksAbout:
    'Due dates are counted in days from the start of the project. Each task is assigned to the people in the project’s squad who have its role.',
  board: (p) => `Board: ${p.columns}`,
  teamBoard: 'Board: the columns of the team’s template',
  noTasks: 'No tasks yet.',
  taskAt: (p) => `Task ${p.place}`,
  level: 'Level',
  levels: { task: 'Not a subtask', subtask: 'Subtask of the task above' },
  startAfter: 'Start (days)',
  dueAfter: 'Due (days)',
  role: 'Role',
  roleOf: (p) => `Role of ${p.name} in ${p.squad}`,
  rolesAbout:
    'Roles, such as “Design”, decide who gets the tasks of projects created from a template.',
  hours: 'Hours',
  firstColumn: 'The first',
  more: 'Description, checklist and more',
  checklistHint: 'One item per line: - [ ] Contract signed',
  tagsHint: 'Separate them with commas.',
  addTask: 'Add task',
  removeTask: 'Remove task',
  full: (p) => `A template has at most ${p.max} tasks.`,
  unsaved: 'You have unsaved changes.',
  discard: 'Discard changes',
  restored: 'Your unsaved changes were restored.',
  newer: 'Someone saved this template in the meantime.',
  takeNewer: 'See the saved version',
  keepMine: 'Continue with mine',
  changed: 'Someone saved this template after you opened it. Your changes are still here.',
  remove: 'Delete template',
  removeTitle: (p) => `Delete the template “${p.name}”?`,
  removeAbout:
    'Projects created from it stay as they are. Workflows that create projects from it will fail at this step.',
  removed: 'Template deleted.',
  taken: 'The team already has a template with this name.',
  save: {
    title: 'Save project as template',
    about:
      'Saves the board and the tasks: due dates become days from the start, and assignees become their roles in the squad. Recurring tasks are left out.',
    submit: 'Save template',
    saved: (p) => `Template “${p.name}” saved.`,
    open: 'Open template',
    tooMany: (p) =>
      `This project has more than ${p.max} tasks, the maximum of a template. Delete or move some first.`,
  },
  template: 'Template',
  noTemplate: 'No template',
  creates: (p) =>
    `${tasks(p.count)}, ${p.duration === null ? 'no due date' : `due in ${days(p.duration)}`}`,
  squadHint: 'Each task is assigned to the people in this squad who have its role.',
};
