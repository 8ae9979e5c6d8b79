import { conflict, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  confidential,
  date,
  kind,
  link,
  links,
  money,
  nested,
  oneOf,
  readNumber,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, exampleId, sorted, table, updatedSince } from '#server/records/table.ts';

/** A whole number of days or periods. */
const whole = (maximum: number) =>
  kind(Type.Integer({ minimum: 0, maximum }), `a whole number from 0 to ${maximum}`, 'integer', {
    fromQuery: readNumber,
  });

const maxHours = 100_000;
const hours = kind(
  Type.Number({ minimum: 0, maximum: maxHours, examples: [40] }),
  `a number of hours from 0 to ${maxHours} with at most two decimals`,
  'numeric(8,2)',
  {
    check: (value) => typeof value === 'number' && Number(value.toFixed(2)) === value,
    output: (column) => `trim_scale(${column})`,
  },
);

export const periods = ['one_off', 'monthly', 'quarterly', 'yearly'] as const;
export const statuses = ['draft', 'active', 'paused', 'ended'] as const;

/** Max periods for which unused hours remain. */
export const maxCarryOver = 24;

const fields = {
  id: required(uuid),
  title: required(singleLine(255, 1)),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  status: about(
    'draft: not agreed yet. active: in force. paused: suspended. ended: over.',
    withDefault(oneOf('contract_status', statuses), 'active'),
  ),
  value: about('In BRL per period.', confidential(money)),
  period: about(
    'The period of the value and of the hours, counted from starts_on.',
    withDefault(oneOf('contract_period', periods), 'monthly'),
  ),
  starts_on: about(
    'The first day of the first period. If it is not set, periods begin on the day of created_at.',
    date,
  ),
  ends_on: about('The last day.', date),
  renews_on: about('The day on which it is to be renewed.', date),
  notice_days: about(
    'The number of days before renews_on by which notice must be given.',
    whole(3_650),
  ),
  included_hours: about('The hours that each period includes; null for none.', hours),
  carry_over: about(
    'The number of following periods in which the unused hours of a period may still be used: 0 for none, 1 for the next period only.',
    withDefault(whole(maxCarryOver), 0),
  ),
  overage_rate: about(
    'In BRL, for each hour beyond those included and carried over.',
    confidential(money),
  ),
  project_ids: about(
    'The projects whose time counts against the included hours.',
    links('projects'),
  ),
  owner_id: about('The user who looks after the contract.', link('users')),
  deal_id: about('The deal that became this contract; read-only.', uuid),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'title',
  'client_id',
  'status',
  'value',
  'period',
  'starts_on',
  'ends_on',
  'renews_on',
  'notice_days',
  'included_hours',
  'carry_over',
  'overage_rate',
  'project_ids',
  'owner_id',
] as const;

/** SQL: current day in the team's time zone. */
const today = '(select (now() at time zone x.time_zone)::date from teams x where x.id = $team)';

export const contracts = table({
  name: 'contracts',
  one: 'contract',
  about: 'Agreements with clients: value, period, hours and renewal.',
  example: {
    title: 'Monthly care',
    client: { id: exampleId, name: 'Padaria Aurora' },
    status: 'active',
    value: 6000,
    period: 'monthly',
    notice_days: 30,
    included_hours: 40,
    carry_over: 1,
    overage_rate: 180,
  },
  exampleChange: { status: 'paused' },
  path: '/contracts',
  emits: true,
  fields,
  brief: ['id', 'title', 'status', 'client', 'value', 'period', 'included_hours', 'renews_on'],
  filters: {
    ...equals(fields, 'status', 'period', 'client_id', 'owner_id'),
    // At most one contract.
    ...Object.fromEntries(
      Object.entries(equals(fields, 'deal_id')).map(([name, filter]) => [
        name,
        { ...filter, isUnordered: true },
      ]),
    ),
    project_id: {
      field: uuid,
      sql: 't.project_ids @> array[$project_id::uuid]',
      about: 'Only contracts with this project.',
      isUnordered: true,
    },
    renews_within: {
      field: whole(3_650),
      sql: `(t.status in ('active', 'paused') and t.renews_on <= ${today} + $renews_within::integer)`,
      about:
        'Only active and paused contracts whose renews_on is at most this number of days from today in the team’s time zone, including those whose day has passed.',
      isUnordered: true,
      foundBy: 'renews_on',
    },
    ...updatedSince,
  },
  search: { text: ['title'] },
  sorts: sorted(
    fields,
    'title',
    'value',
    'starts_on',
    'ends_on',
    'renews_on',
    'created_at',
    'updated_at',
  ),
  constraints: {
    activities_contract_id_fkey: () =>
      conflict('Activities are linked to the contract: it cannot be deleted.', 'in_use'),
    billing_lines_contract_id_fkey: () =>
      conflict('Billing lines belong to the contract: it cannot be deleted.', 'in_use'),
    contracts_ends_on_check: () =>
      invalid('ends_on must not be before starts_on.', 'ends_on', 'not_allowed'),
  },
});

export const contractInputs = inputs(contracts, { create: writable, update: writable });
