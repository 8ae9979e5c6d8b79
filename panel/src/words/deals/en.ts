import { plural } from '../plural.ts';
import type { DealWords } from './pt-BR.ts';

const form = plural('en');
const dealsOf = (n: number) => form(n, { one: `${n} deal`, other: `${n} deals` });
const daysOf = (n: number) => form(n, { one: `${n} day`, other: `${n} days` });

export const words: DealWords = {
  title: 'Deals',
  create: 'New deal',
  deals: (p) => dealsOf(p.count),
  days: (p) => daysOf(p.count),
  views: { board: 'Board', list: 'List', forecast: 'Forecast' },
  none: 'No deals yet. Create the first one, such as “New site – Padaria Aurora”.',
  noPhases:
    'The team has no phases yet. Create the first ones, such as “Lead”, “Proposal” and “Won”.',
  noPhasesMember: 'The team has no phases for deals yet. Ask an administrator.',
  toPhases: 'Set up phases',
  funnel: {
    apply: 'Use the usual funnel',
    about: (p) => `Creates the phases ${p.phases}. You can change them later.`,
    phases: ['lead', 'contacted', 'proposal', 'negotiation'],
    won: 'won',
    lost: 'lost',
  },
  head: {
    label: 'Summary',
    total: 'Open',
    weighted: 'Weighted',
    attention: 'Need attention',
    won: 'Won this month',
    unweighted: (p) => `${p.count} without a probability`,
    weightedHint: 'Value × the probability of the deal or, without one, of its phase.',
    attentionHint: 'No next step, an overdue one, or too long in the phase.',
  },
  groups: { month: 'Closing month' },
  orders: {
    urgency: 'Urgency',
    next_step: 'Next step',
    value: 'Highest value first',
    '-id': 'Newest first',
  },
  fields: { step: 'Next step' },
  noOwner: 'No owner',
  noClient: 'No client',
  pastMonth: 'A deal cannot be moved to a date that has passed.',
  phase: {
    won: 'Won',
    lost: 'Lost',
    open: 'Open',
    weighted: (p) => `weighted ${p.amount}`,
    limit: (p) => `up to ${daysOf(p.days)}`,
    older: (p) =>
      `${form(p.count, { one: `${p.count} older deal`, other: `${p.count} older deals` })}, from before the last 30 days.`,
    olderLink: 'See them in the list',
    beyond: (p) => `And ${p.count} more. Use the filters to see others on the board.`,
    unlisted: 'Not in the list of phases',
  },
  step: {
    none: 'No next step',
    late: (p) => `Overdue: ${p.date}`,
    planned: (p) => `Planned: ${p.date}`,
    undated: 'Planned, without a date',
    title: 'Next steps',
    add: 'New step',
    addSubmit: 'Add',
    what: 'What to do',
    example: 'Call tomorrow at 3pm',
    when: 'When',
    done: (p) => `Finish ${p.title}`,
    empty: 'Nothing is planned. Deals without a next step tend to cool down.',
  },
  card: {
    daysHere: (p) => `${daysOf(p.days)} in this phase`,
    today: 'In this phase since today',
    over: (p) => `${daysOf(p.days)} in this phase (limit ${p.limit})`,
    star: 'Star',
    unstar: 'Remove the star',
    starred: 'Starred',
    chat: 'Open the conversation',
  },
  acts: {
    win: 'Mark as won',
    lose: 'Mark as lost…',
    archive: 'Archive',
    toMe: 'Make me the owner',
  },
  moved: (p) => `${p.name}: ${p.column}.`,
  losing: {
    title: (p) => `Why was “${p.name}” lost?`,
    titleOfMany: (p) =>
      form(p.count, {
        one: 'Why was this deal lost?',
        other: `Why were these ${p.count} deals lost?`,
      }),
    reason: 'Reason',
    reasonHint: 'Choose a reason used before, or enter another.',
    used: 'Reasons used before',
    submit: 'Mark as lost',
  },
  unmarked: {
    title: { won: 'Which phase means won?', lost: 'Which phase means lost?' },
    admin:
      'The team has not marked any of its phases with that meaning yet. Mark one in the settings, and try again.',
    member:
      'The team has not marked any of its phases with that meaning yet. Ask an administrator.',
  },
  forecast: {
    period: 'Period',
    periods: { all: 'All', month: 'This month', quarter: '3 months', year: '12 months' },
    late: 'Past its date',
    none: 'Without a date',
    emptyPeriod: 'No deal is expected to close in this period.',
    empty: 'No open deals. Each appears here in the month it is expected to close.',
  },
  yes: 'Yes',
  no: 'No',
  record: {
    phases: 'Phases',
    phaseChance: 'Probability of the phase',
    properties: 'Properties',
    describe: 'Describe the deal…',
    activity: 'Comments and history',
    way: 'Time in each phase',
    now: 'now',
    lessThanDay: 'less than a day',
    archived: 'This deal is archived: it is not on the board.',
    restore: 'Unarchive',
    unseen: 'Hidden from you',
  },
};
