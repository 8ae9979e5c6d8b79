import type { ClientReportWords } from './pt-BR.ts';

export const words: ClientReportWords = {
  title: (p) => `Report for ${p.name}`,
  about:
    'A page with the brand of the agency, without a password or account: completed work, hours of the contract, campaigns and approvals of the period. The client can print it.',
  create: 'Create link',
  period: 'Period of the page',
  choices: { month: 'This month', 'last-month': 'Last month', quarter: 'Last 3 months' },
  showsTasks: 'Show completed tasks',
  showsTasksHint: 'Titles appear as the team wrote them.',
  showsHours: 'Show hours',
  showsValues: 'Show billed amounts',
  showsValuesHint: 'Only billed amounts; costs and margins are never shown.',
  link: 'Link of the page',
  linkAbout: 'Copy it now: the link is shown only this once. Its holder sees the page.',
  links: 'Created links',
  none: 'No links yet.',
  until: (p) => `valid until ${p.day}`,
  ended: 'no longer works',
  seen: 'opened',
  unseen: 'not opened yet',
  hasPin: 'with a PIN',
  hasValues: 'with amounts',
  revoke: 'Revoke',
  revokeOf: (p) => `Revoke the link of ${p.days}`,
  revoked: 'The link no longer works.',
};
