import type { OutcomeWords } from './pt-BR.ts';

export const words: OutcomeWords = {
  created: {
    activities: 'Activity created.',
    campaigns: 'Campaign created.',
    clients: 'Client created.',
    contacts: 'Contact created.',
    deals: 'Deal created.',
    projects: 'Project created.',
    tasks: 'Task created.',
    other: 'Created.',
  },
  removed: {
    activities: 'Activity closed.',
    campaigns: 'Campaign cancelled.',
    clients: 'Client deactivated.',
    comments: 'Comment deleted.',
    contacts: 'Contact deleted.',
    deals: 'Deal archived.',
    files: 'File deleted.',
    projects: 'Project cancelled.',
    tasks: 'Task in the trash.',
    other: 'Deleted.',
  },
  moved: {
    'conversations assigned': 'Assignee changed.',
    'conversations open': 'Conversation reopened.',
    'conversations resolved': 'Conversation resolved.',
    'conversations snoozed': 'Conversation snoozed.',
    deals: 'Deal moved.',
    tasks: 'Task moved.',
    other: 'Moved.',
  },
  many: (p) => (p.refused === 0 ? `${p.done} changed.` : `${p.done} changed, ${p.refused} not.`),
};
