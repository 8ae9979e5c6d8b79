import type { BillingWords } from './pt-BR.ts';

export const words: BillingWords = {
  about: 'Amounts to bill: one line per finished contract period, with its value and extra hours.',
  title: 'Billing of the contract',
  manage: 'Bill in Settings',
  none: 'Nothing here yet. When a period of an active contract ends, its line appears.',
  noneMatching: 'No line with this status.',
  all: 'All',
  show: 'Show',
  download: 'Download CSV',
  days: (p) => `${p.from} to ${p.to}`,
  noClient: 'No client',
  overage: (p) => `${p.time} beyond the included hours: ${p.value}`,
  actionsFor: (p) => `Actions: ${p.name}`,
  bill: 'Mark as billed',
  referenceOf: (p) => `Invoice number or address for ${p.name}`,
  waive: 'Waive',
  reopen: 'Back to be billed',
  recalculate: 'Recalculate',
};
