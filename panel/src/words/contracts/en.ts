import { plural } from '../plural.ts';
import type { ContractWords } from './pt-BR.ts';

const form = plural('en');
/** A duration in whole minutes: 32 h 30 min, 40 h, 45 min. */
function time(minutes: number): string {
  const all = Math.abs(Math.round(minutes));
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  const sign = minutes < 0 && all > 0 ? '−' : '';
  const parts = [
    hours > 0 || rest === 0 ? `${number.format(hours)} h` : '',
    rest > 0 ? `${rest} min` : '',
  ];
  return `${sign}${parts.filter((part) => part !== '').join(' ')}`;
}

const number = new Intl.NumberFormat('en');

export const words: ContractWords = {
  title: 'Contracts',
  create: 'New contract',
  submit: 'Create contract',
  none: 'No contracts yet. A contract has the value, included hours and renewal of a client. For example, “Social media, 40 h a month”.',
  data: 'Contract details',
  actions: (p: { name: string }) => `Actions for ${p.name}`,
  remove: 'Delete contract',
  removeTitle: (p: { name: string }) => `Delete ${p.name}?`,
  removeAbout: 'This cannot be undone. A contract with activities is not deleted: end it instead.',
  projects: 'Projects',
  projectsAbout: 'Time on these projects counts against the contract.',
  noProjects: 'No projects yet.',
  addProject: 'Add a project',
  removeProject: (p: { name: string }) => `Remove ${p.name} from the contract`,
  renewal: {
    filter: 'Renewal within (days)',
    soon: (p: { days: number }) =>
      `Renews in ${form(p.days, { one: `${p.days} day`, other: `${p.days} days` })}`,
    today: 'Renews today',
    late: 'Renewal overdue',
    due60: 'Renewing within 60 days',
  },
  fromDeal: {
    won: 'Deal won',
    open: 'Create contract and project',
    title: 'Contract and project of the deal',
    about: 'Creates both at once, for the client of the deal.',
    project: 'New project',
    projectHint: 'Leave empty to create only the contract.',
    submit: 'Create contract and project',
  },
  inHours: (p) => `${number.format(p.hours)} h`,
  hours: {
    title: 'Hours',
    periods: 'Hours by period',
    period: 'Period',
    included: 'Included',
    usedTitle: 'Used',
    left: 'Balance',
    time: (p) => time(p.minutes),
    used: (p) => `${time(p.minutes)} used`,
    usedOf: (p) => `${time(p.used)} of ${time(p.minutes)}`,
    percent: (p) => `${p.percent}% used`,
    over: (p) => `${time(p.minutes)} over`,
    carried: (p) => `+ ${time(p.minutes)} carried over`,
    leftOf: (p) => `${time(p.minutes)} left`,
    since: (p) => `Since ${p.day}`,
    days: (p) => `${p.from} to ${p.to}`,
    showAll: 'Show earlier periods',
  },
  due: 'Contracts that need attention',
  perPeriod: { one_off: 'in total', monthly: 'a month', quarterly: 'a quarter', yearly: 'a year' },
};
