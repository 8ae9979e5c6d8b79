import { plural } from '../plural.ts';
import type { TimelineWords } from './pt-BR.ts';

const forms = plural('en');

export const words: TimelineWords = {
  title: 'Timeline',
  filter: 'Show only',
  none: 'Nothing has happened yet. Conversations, deals, finished tasks and comments appear here.',
  further: 'Show earlier entries',
  kinds: {
    comments: 'Comments',
    contracts: 'Contracts',
  },
  messages: (p) => forms(p.count, { one: `${p.count} message`, other: `${p.count} messages` }),
  decided: {
    approved: ({ name }) => `${name} approved:`,
    changes: ({ name }) => `${name} requested changes to:`,
    rejected: ({ name }) => `${name} rejected:`,
  },
  deeds: {
    'deals created': 'New deal:',
    'projects created': 'New project:',
    'campaigns created': 'New campaign:',
    'contracts created': 'New contract:',
    'contacts created': 'New contact:',
    'record created': 'Added:',
    'activities planned': 'Activity planned:',
    'activities completed': 'Activity done:',
    'tasks completed': 'Task done:',
    'projects completed': 'Project finished:',
    won: 'Deal won:',
    lost: 'Deal lost:',
    phase: 'Deal moved to another phase:',
    status: 'Status changed:',
    approval_status: 'Approval changed:',
    comment: 'Comment:',
    day: 'Conversation in',
  },
};
