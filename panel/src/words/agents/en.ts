import type { AgentWords } from './pt-BR.ts';

export const words: AgentWords = {
  title: 'Connect an assistant',
  asks: ({ name }) => `${name} wants to access Pauta on your behalf.`,
  assistant: 'Application',
  site: 'Site',
  onDevice: 'A program on this device',
  installed: 'Installed program',
  returnsTo: 'Answer sent to',
  person: 'Your account',
  team: 'Access to the team',
  may: 'It sees and does what you can see and do in this team, also after you close this page. Everything is recorded in the audit log.',
  mayRead:
    'It sees what you can see in this team, also after you close this page. It creates, changes and sends nothing.',
  readOnly: 'Read only',
  readOnlyHint: 'It creates, changes and sends nothing.',
  beware:
    'Only allow this if you started the connection yourself. The application chooses its own name: check the site.',
  allow: 'Allow',
  refuse: 'Refuse',
  back: 'Back to the application',
  invalid:
    'This connection request is not valid or has expired. Go back to the application and start the connection again.',
  broken: 'The application requested the connection in a way that Pauta does not accept.',
  noTeam: 'You are not a member of any team yet.',
  done: 'Done. Go back to the application: you can close this page.',
  list: 'Connected assistants',
  listAbout: ({ address }) =>
    `Programs that act on your behalf, such as Claude and ChatGPT. To connect one, give it this address: ${address}`,
  teamListAbout: 'Programs that members of the team connected. Each can do what its member can.',
  none: 'No assistant is connected.',
  inTeam: 'In the team',
  member: 'On behalf of',
  lastUsed: 'Last action',
  unused: 'Never used',
  scopes: { full: 'Full access', read: 'Read only' },
  disconnect: 'Disconnect',
  disconnectTitle: ({ name }) => `Disconnect ${name}?`,
  disconnectAbout: 'It loses access within a second. To return, it has to be connected again.',
  disconnected: 'Assistant disconnected.',
};
