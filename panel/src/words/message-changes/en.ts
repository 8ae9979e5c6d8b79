import type { MessageChangeWords } from './pt-BR.ts';

export const words: MessageChangeWords = {
  edit: 'Edit message',
  revoke: 'Delete for everyone',
  revokeAbout:
    'The message disappears for the contact, too. The conversation shows that it was deleted and by whom; the text stays in its details, for the team only.',
  text: 'New text of the message',
  save: 'Save edit',
  pending: { edit: 'Editing…', revoke: 'Deleting…' },
  refused: { edit: 'Not edited.', revoke: 'Not deleted.' },
  unknown: {
    edit: 'It is unknown whether the edit arrived.',
    revoke: 'It is unknown whether it was deleted.',
  },
  advice: 'Check on the phone before you try again.',
  wanted: 'New text:',
  dismiss: 'Dismiss notice',
  causes: {
    network: 'The gateway is down, or the connection broke.',
    timeout: 'The gateway took too long to answer.',
    disconnected: 'The inbox is disconnected. Reconnect it in the settings.',
    number: 'The network has no account with this number.',
    throttled: 'The network is limiting requests. Wait a little.',
    credentials: 'The gateway refused the inbox’s credentials.',
    rejected: 'The gateway refused the request.',
    gateway: 'The gateway did not confirm it.',
    stopped: 'Pauta stopped in the middle of the request.',
    undelivered: 'The network gave up.',
    unconfirmed: 'Not confirmed.',
    other: 'The reason is not known.',
  },
};
