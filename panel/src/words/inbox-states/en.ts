import type { InboxStateWords } from './pt-BR.ts';

export const words: InboxStateWords = {
  states: {
    off: 'Off',
    connected: 'Connected',
    connecting: 'Connecting',
    waiting: 'Waiting for the phone',
    disconnected: 'Disconnected',
    failed: 'Failed',
  },
  inboxes: 'Inboxes',
  allWell: 'Inboxes connected',
  none: 'Connect an inbox',
  off: 'All inboxes are off',
  unheard: ({ name }) => `${name}: nothing received since it was connected`,
  one: ({ name, state }) => `${name}: ${state}`,
  some: ({ count }) => `${count} inboxes with problems`,
};
