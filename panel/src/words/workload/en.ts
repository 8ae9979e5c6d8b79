import { plural } from '../plural.ts';
import type { WorkloadWords } from './pt-BR.ts';

const form = plural('en');
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const words: WorkloadWords = {
  title: 'Workload',
  about:
    'Hours left of the estimates of open tasks, by due date, against the hours of each person. Overdue tasks count in the current week.',
  previous: 'Previous week',
  next: 'Next week',
  current: 'This week',
  weekCount: 'Weeks shown',
  weeks: (p) => `${p.count} weeks`,
  undated: 'No due date',
  team: 'Team',
  workingDays: (p) =>
    form(p.days, { one: `${p.days} working day`, other: `${p.days} working days` }),
  inHours: (p) => `${number.format(p.hours)} h`,
  planned: (p) => `${number.format(p.planned)} h of ${number.format(p.capacity)} h`,
  over: (p) => `${number.format(p.hours)} h over`,
  withoutEstimate: (p) => `${p.tasks} without an estimate`,
  noTasks: 'No tasks',
  cell: (p) => `${p.name}, ${p.week}:`,
  tasksOf: (p) => `Tasks of ${p.name}, ${p.week}`,
  noTasksInWeek: 'No open tasks here.',
  noEstimate: 'no estimate',
  estimate: (p) =>
    `Estimate ${number.format(p.estimated)} h, ${number.format(p.actual)} h spent${p.people > 1 ? `, divided among ${p.people} people` : ''}`,
  reassign: (p) => `Reassign “${p.title}” to…`,
  hint: 'Open a week to see its tasks. To reassign a task, use its menu, or drag it to the row of the person.',
  withoutAccess: 'no access',
  weekly: (p) => `${number.format(p.hours)} h a week`,
  weeklyHours: 'Hours a week',
  weeklyHint: (p) => `Spread over the working days of the team. Empty: ${p.hours} h.`,
  changeWeekly: (p) => `Change the hours a week of ${p.name}`,
  absences: {
    title: 'Absences',
    about:
      'Days of holidays, sick leave and further absences reduce the capacity. Only the person and admins see the reason and the note.',
    create: 'New absence',
    edit: 'Edit absence',
    none: 'No absences from this week on.',
    days: 'Days',
    reason: 'Reason for the absence',
    reasons: { holiday: 'Holiday', sick: 'Sick leave', other: 'Other' },
    hidden: 'Absent',
    away: (p) => `${p.reason}: ${p.days}`,
    actionsFor: (p) => `Actions for ${p.name}`,
    remove: 'Delete absence',
    removeTitle: (p) => `Delete the absence of ${p.name}?`,
    removeAbout: 'The days count towards the capacity again.',
  },
};
