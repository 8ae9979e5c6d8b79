import type { TaskComposerWords } from './pt-BR.ts';

/** Words of the composer of tasks, in English. */
export const words: TaskComposerWords = {
  title: 'What needs to be done?',
  titleHint: 'Call Ana Friday 3pm',
  submit: 'Create task',
  keys: 'to create',
  another: 'Create another',
  chooseProject: 'Choose the project',
  projectClient: 'Client of the project',
  noClient: 'No client',
  people: (p) => `${p.count} assignees`,
  waits: 'The task is stored in this browser and will be created once the connection is back.',
};
