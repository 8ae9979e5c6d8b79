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
    'conversations blocked': 'Blocked.',
    'conversations unblocked': 'Unblocked.',
    'conversations assigned': 'Assignee changed.',
    'conversations squad': 'Squad changed.',
    'conversations open': 'Conversation reopened.',
    'conversations resolved': 'Conversation resolved.',
    'conversations snoozed': 'Conversation snoozed.',
    deals: 'Deal moved.',
    tasks: 'Task moved.',
    other: 'Moved.',
  },
  many: ({ done, same = 0, refused }) =>
    `${[
      `${done} changed`,
      ...(same === 0 ? [] : [`${same} already so`]),
      ...(refused === 0 ? [] : [`${refused} not`]),
    ].join(', ')}.`,
};
