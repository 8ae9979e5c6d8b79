import { Type } from '#server/platform/schema.ts';
import {
  about,
  confidential,
  date,
  kind,
  link,
  money,
  nested,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import { equals, exampleId, sorted, table, updatedSince } from '#server/records/table.ts';

export const billingStatuses = ['open', 'billed', 'waived'] as const;

/** Minutes, exact to a millionth. */
const minutes = kind(Type.Number({ examples: [2400] }), 'a number of minutes', 'numeric(20,6)', {
  output: (column) => `trim_scale(${column})`,
});

const fields = {
  id: required(uuid),
  contract_id: about('The contract that is billed.', required(link('contracts'))),
  contract: about(
    'The contract’s id and title.',
    nested('contract_id', 'contracts', 'contracts.title'),
  ),
  client_id: about('The client of the contract.', link('clients')),
  client: nested('client_id', 'clients'),
  title: about('The title of the contract.', required(singleLine(255, 1))),
  starts_on: about('The first day of the period.', required(date)),
  ends_on: about('The last day of the period.', required(date)),
  status: about(
    'open: to be billed. billed: billed. waived: not to be billed.',
    required(oneOf('billing_status', billingStatuses)),
  ),
  value: about('The value of the contract in BRL.', confidential(money)),
  included_minutes: about('The included time; null if the contract includes none.', minutes),
  carried_minutes: about('Unused time of earlier periods.', required(minutes)),
  used_minutes: about('The time of the contract’s projects.', required(minutes)),
  overage_minutes: about(
    'Time beyond the included and the carried time; 0 if the contract includes none.',
    required(minutes),
  ),
  overage_rate: about('In BRL, for each hour of overage.', confidential(money)),
  overage_value: about('In BRL: overage_minutes at overage_rate.', confidential(money)),
  total: about('In BRL: value and overage_value.', confidential(money)),
  reference: about('The number or the address of the invoice.', singleLine(255, 1)),
  billed_at: about('When the status became billed.', timestamp),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

export const billingLines = table({
  name: 'billing_lines',
  one: 'billing line',
  about: 'Amounts to be billed, one for each period of an active contract that has ended.',
  example: {
    contract: { id: exampleId, name: 'Monthly care' },
    client: { id: exampleId, name: 'Padaria Aurora' },
    title: 'Monthly care',
    starts_on: '2026-11-01',
    ends_on: '2026-11-30',
    status: 'open',
    value: 6000,
    included_minutes: 2400,
    carried_minutes: 0,
    used_minutes: 2520,
    overage_minutes: 120,
    overage_rate: 180,
    overage_value: 360,
    total: 6360,
  },
  exampleChange: { status: 'billed', reference: 'NFS-e 1042' },
  path: '/billing-lines',
  emits: true,
  fields,
  brief: ['id', 'title', 'client', 'starts_on', 'ends_on', 'status', 'total'],
  filters: {
    ...equals(fields, 'contract_id', 'client_id', 'status'),
    from: {
      field: date,
      sql: 't.ends_on >= $from::date',
      about: 'Only lines of periods that ended on this day or later.',
      isUnordered: true,
      foundBy: 'ends_on',
    },
    until: {
      field: date,
      sql: 't.ends_on <= $until::date',
      about: 'Only lines of periods that ended on this day or earlier.',
      isUnordered: true,
      foundBy: 'ends_on',
    },
    ...updatedSince,
  },
  sorts: sorted(fields, 'ends_on', 'created_at', 'updated_at'),
});

export const billingLineInput = input(billingLines, {
  kind: 'update',
  accepts: ['status', 'reference'],
});
