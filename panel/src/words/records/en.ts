import type { RecordWords } from './pt-BR.ts';

export const words: RecordWords = {
  kinds: {
    projects: 'Project',
    tasks: 'Task',
    deals: 'Deal',
    clients: 'Client',
    contacts: 'Contact',
    campaigns: 'Campaign',
    activities: 'Activity',
  },
  frame: {
    previous: 'Previous (k)',
    next: 'Next (j)',
    asPage: 'Open as a page',
    back: 'Back to the list',
    gone: 'This no longer exists, or is in the trash.',
    noScreen: 'Records of this kind have no screen yet.',
  },
  fields: {
    find: 'Type to search…',
    nothing: 'Nothing found.',
    nobody: 'Nobody',
    unknown: 'Former member',
    none: 'None',
    addTag: 'Add…',
    empty: 'Nothing written yet.',
    edit: 'Edit',
    markdown: 'Takes Markdown. Ctrl + Enter saves.',
    change: ({ name }) => `Change ${name}`,
    remove: ({ name }) => `Remove ${name}`,
  },
};
