import { plural } from '../plural.ts';
import type { MyDayWords } from './pt-BR.ts';

const form = plural('en');

export const words: MyDayWords = {
  hello: (p) => `Hello, ${p.name}`,
  late: 'Late',
  today: 'Today',
  waiting: 'Waiting for your reply',
  approvals: 'To approve',
  approvalStates: { pending: 'To approve', changes: 'Changes requested', rejected: 'Rejected' },
  deals: 'Deals without a next step',
  count: (p) => form(p.count, { one: `${p.count} item`, other: `${p.count} items` }),
  others: (p) => form(p.count, { one: `and ${p.count} more`, other: `and ${p.count} more` }),
  clear: 'Nothing overdue, and nothing for today.',
  clearAbout: 'Add a reminder above. For example: “Call Sol Bakery tomorrow”.',
  finish: (p) => `Finish ${p.name}`,
  answer: ({ name }) => `Reply to ${name}`,
  resolve: ({ name }) => `Resolve ${name}`,
  step: (p) => `Next step of ${p.name}`,
  stepNow: 'Next step',
  task: 'Task',
  add: {
    label: 'What do you need to do?',
    placeholder: 'Call Sol Bakery tomorrow',
    submit: 'Add',
    on: (p) => `For ${p.date}.`,
    added: (p) => `“${p.title}” is for ${p.date}.`,
    hint: 'Understands today, tomorrow, Friday at 3pm, December 15, in 3 days.',
  },
  steps: {
    title: 'First steps',
    about: 'Your day appears here once you have tasks, deals or activities.',
    invite: 'Invite your team',
    inviteAbout: 'Create a link for each person and send it any way you like.',
    inviteAction: 'Go to People',
    protect: 'Protect your account',
    protectAbout: 'Turn on two-step verification with an authenticator app.',
    protectAction: 'Go to Security',
    demo: 'Try it with example data',
    demoAction: 'Add example data',
    demoNotEmpty: 'This team already has data. Example data can only be added to an empty team.',
    api: 'Connect your systems',
    apiAbout: 'All data in Pauta is available through the API, with an interactive reference.',
    apiAction: 'Open the reference',
  },
};
