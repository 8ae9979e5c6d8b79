import type { OutcomeWords } from './pt-BR.ts';

export const words: OutcomeWords = {
  created: {
    other: 'Created.',
  },
  removed: {
    comments: 'Comment deleted.',
    files: 'File deleted.',
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
