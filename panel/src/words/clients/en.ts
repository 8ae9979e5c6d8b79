import { plural } from '../plural.ts';
import type { ClientWords } from './pt-BR.ts';

const forms = plural('en');

export const words: ClientWords = {
  title: 'Clients',
  contacts: 'Contacts',
  create: 'New client',
  createContact: 'New contact',
  createSubmit: 'Add',
  created: (p) => `${p.name} was added.`,
  none: 'No client yet. Add the first one, such as “Padaria Aurora Ltda.”.',
  noContacts:
    'No contact yet. People who write to a connected inbox appear here automatically; you can also add someone by phone number.',
  taxId: 'CPF or CNPJ',
  typesShort: { PF: 'PF', PJ: 'PJ' },
  wrong: {
    cpf: 'The check digits of this CPF are wrong.',
    cnpj: 'The check digits of this CNPJ are wrong.',
    zip: 'A CEP has 8 digits.',
    email: 'This does not look like an email address, such as name@company.com.',
  },
  phoneHint: 'With country and area code, such as 5511999998888.',
  twin: (p) => `Same ${p.field}:`,
  twinFields: {
    cpf: 'CPF',
    cnpj: 'CNPJ',
    phone: 'phone number',
    email: 'email address',
    name: 'name',
  },
  isTwin: 'A contact with this number already exists. Open it with the link above.',
  data: 'Data',
  more: 'More data',
  related: 'Related',
  tabs: {
    timeline: 'Timeline',
    comments: 'Comments',
    history: 'History',
  },
  nextSteps: 'Next steps',
  lateStep: 'overdue',
  unnamedGroup: 'Unnamed group',
  seeAll: 'See all',
  actions: (p: { name: string }) => `Actions for ${p.name}`,
  report: 'Report for the client…',
  suggested: (p) => `May belong to ${p.client}`,
  accept: 'Accept',
  acceptFor: (p) => `Link ${p.name} to ${p.client}`,
  linked: (p) => `${p.name} is now a contact of ${p.client}.`,
  openChat: 'Open the conversation',
  privacy: 'Privacy request (LGPD)…',
  merge: {
    open: 'Merge with another contact…',
    title: 'Merge contacts',
    about: (p) => `${p.name} stays, and answers go to ${p.phone}. Choose the duplicate contact.`,
    other: 'The other contact',
    swap: 'Swap: keep the other one',
    moves: 'What moves',
    conversations: (p) =>
      forms(p.count, { one: `${p.count} conversation`, other: `${p.count} conversations` }),
    messages: (p) => forms(p.count, { one: `${p.count} message`, other: `${p.count} messages` }),
    notes: (p) => forms(p.count, { one: `${p.count} note`, other: `${p.count} notes` }),
    comments: (p) => forms(p.count, { one: `${p.count} comment`, other: `${p.count} comments` }),
    joined: (p) =>
      forms(p.count, {
        one: `${p.count} conversation becomes one with that of the remaining contact.`,
        other: `${p.count} conversations become one with those of the remaining contact.`,
      }),
    keeps: (p) => `Name kept: ${p.name}`,
    submit: 'Merge',
    done: (p) => `${p.name} is now a single contact.`,
    merged: (p) => `Includes ${p.name}`,
    undo: 'Separate again',
    undone: 'The contacts are separate again.',
    until: 'Can be undone until',
  },
};
