import { plural } from '../plural.ts';
import type { MyDayWords } from './pt-BR.ts';

const form = plural('en');

export const words: MyDayWords = {
  hello: (p) => `Hello, ${p.name}`,
  late: 'Late',
  today: 'Today',
  waiting: 'Waiting for your answer',
  approvals: 'To approve',
  approvalStates: { pending: 'To approve', changes: 'Changes wanted', rejected: 'Rejected' },
  deals: 'Deals without a next step',
  count: (p) => form(p.count, { one: `${p.count} item`, other: `${p.count} items` }),
  others: (p) => form(p.count, { one: `and ${p.count} more`, other: `and ${p.count} more` }),
  clear: 'Nothing late, and nothing for today.',
  clearAbout: 'Write above what must not be forgotten. For example: “Call Sol Bakery tomorrow”.',
  finish: (p) => `Finish ${p.name}`,
  answer: ({ name }) => `Answer ${name}`,
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
    hint: 'Understands today, tomorrow, Friday at 3pm, December 15, in 3 days. The time stays in the title.',
  },
  steps: {
    title: 'First steps',
    about: 'As soon as there are tasks, deals or activities, your day is shown here.',
    invite: 'Invite your team',
    inviteAbout: 'Make a link for each person and send it as you like.',
    inviteAction: 'Go to People',
    protect: 'Protect your account',
    protectAbout: 'Turn on the second factor with an app for codes.',
    protectAction: 'Go to Security',
    demo: 'Try it with example data',
    demoAction: 'Add example data',
    demoNotEmpty: 'This team already has data. Example data can only be added to an empty team.',
    api: 'Connect your systems',
    apiAbout: 'All that Pauta holds is in the API, with an interactive reference.',
    apiAction: 'Open the reference',
  },
};
