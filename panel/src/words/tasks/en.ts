import { plural } from '../plural.ts';
import type { TaskWords } from './pt-BR.ts';

const forms = plural('en');
const number = new Intl.NumberFormat('en');

export const words: TaskWords = {
  title: 'Tasks',
  about: 'Board of tasks',
  layouts: { board: 'Board', list: 'List', calendar: 'Calendar' },
  groups: { column: 'Column', person: 'Person', client: 'Client' },
  periods: {
    late: 'Overdue',
    today: 'Today',
    tomorrow: 'Tomorrow',
    week: 'Within 7 days',
    later: 'Later',
    none: 'No due date',
    done: 'Done',
  },
  orders: { position: 'Manual order', '-id': 'Newest first' },
  overHours: 'Hours over the estimate',
  fixed: {
    project: 'A task cannot change its project.',
    client: 'The client is that of the task’s project.',
  },
  reopenFirst: 'Reopen the task to change its due date.',
  add: 'New task',
  noProjects: 'To create a task, create a project first.',
  trash: 'Trash',
  trashCount: (p) => `Trash (${number.format(p.count)})`,
  noneOpen: 'No tasks to do. Create one: “Send the briefing for the site”.',
  none: 'No tasks yet. Create the first: “Send the briefing for the site”.',
  timeline: 'Timeline of tasks',
  undated: (p) =>
    forms(p.count, {
      one: `${number.format(p.count)} task without dates`,
      other: `${number.format(p.count)} tasks without dates`,
    }),
  noneInPeriod: 'No tasks are due in this period.',
  missing: (p) =>
    forms(p.count, {
      one: `${number.format(p.count)} task is not on this board: use the filters to find it.`,
      other: `${number.format(p.count)} tasks are not on this board: use the filters to find them.`,
    }),
  older: (p) =>
    forms(p.count, {
      one: `${number.format(p.count)} more was finished over 14 days ago`,
      other: `${number.format(p.count)} more were finished over 14 days ago`,
    }),
  more: (p) =>
    forms(p.count, {
      one: `${number.format(p.count)} more task`,
      other: `${number.format(p.count)} more tasks`,
    }),
  hours: (p) => `${number.format(p.hours)} h`,
  hoursOf: (p) => `${number.format(p.done)} of ${number.format(p.planned)} h`,
  planned: (p) => `${number.format(p.hours)} h planned`,
  checklist: (p) => `${p.done}/${p.total}`,
  checklistAbout: (p) =>
    `${p.done} of ${p.total} checklist ${p.total === 1 ? 'item' : 'items'} done`,
  subtasksAbout: (p) => `${p.done} of ${p.total} ${p.total === 1 ? 'subtask' : 'subtasks'} done`,
  nobody: 'Unassigned',
  someone: 'Someone',
  noClient: 'No client',
  unknown: 'Former member',
  late: 'Overdue',
  blocked: 'Blocked',
  done: 'Done',
  states: { open: 'To do', done: 'Done', all: 'All' },
  dues: { late: 'Overdue', today: 'Today', week: 'Next 7 days', none: 'No date' },
  operator: { being: 'is' },
  act: {
    finish: 'Mark as done',
    reopen: 'Reopen',
    open: 'Open page',
    assign: 'Assignees…',
    toMe: 'Assign to me',
    notMe: 'Unassign me',
    priority: 'Priority…',
    due: 'Due date…',
    tags: 'Tags…',
    startTimer: 'Start timer',
    stopTimer: 'Stop timer',
    trash: 'Move to trash',
  },
  due: {
    today: 'Today',
    tomorrow: 'Tomorrow',
    monday: 'Next Monday',
    week: 'In a week',
    none: 'No date',
    other: 'Another date…',
    date: 'Date',
    save: 'Save',
  },
  tag: { other: 'Another tag…', name: 'Tag', save: 'Add' },
};
