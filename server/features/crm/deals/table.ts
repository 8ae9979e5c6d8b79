import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  confidential,
  date,
  kind,
  link,
  money,
  nested,
  number,
  oneOf,
  prose,
  readNumber,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import {
  equals,
  equalsWithTotals,
  exampleId,
  sorted,
  table,
  updatedSince,
} from '#server/records/table.ts';

const fields = {
  id: required(uuid),
  title: required(singleLine(255, 1)),
  description: prose,
  value: about('In BRL.', confidential(money)),
  currency: about('Always BRL.', withDefault(singleLine(), 'BRL')),
  phase: about(
    'The sales phase; teams define their own phases.',
    withDefault(singleLine(64, 1), 'lead'),
  ),
  priority: about(
    'alta: high. media: medium. baixa: low.',
    withDefault(oneOf('deal_priority', ['alta', 'media', 'baixa']), 'media'),
  ),
  status: about(
    'ativo: open. arquivado: archived.',
    withDefault(oneOf('deal_status', ['ativo', 'arquivado']), 'ativo'),
  ),
  probability: number(0, 100),
  expected_close_date: about('The date on which the decision is expected.', date),
  source: about('The origin of the record (free text).', singleLine()),
  tags: texts(),
  is_starred: about('True if the team starred the deal.', withDefault(boolean, false)),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  responsible_id: link('users'),
  loss_reason: about('The reason for the loss.', singleLine()),
  ai_summary: about(
    'A summary of the deal’s facts of at most 600 characters, written by the service; read-only. Null if the team switched summaries off.',
    confidential(prose),
  ),
  ai_win_probability: about(
    'The estimated probability of winning, in whole percent, from the team’s closed deals; read-only. Null for closed and archived deals, and while too few deals are closed.',
    number(0, 100),
  ),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const writable = [
  'title',
  'description',
  'value',
  'phase',
  'priority',
  'status',
  'probability',
  'expected_close_date',
  'responsible_id',
  'source',
  'client_id',
  'tags',
  'is_starred',
] as const;

const amount = kind(Type.Number({ minimum: -1e15, maximum: 1e15 }), 'a number', 'numeric', {
  fromQuery: readNumber,
});

export const deals = table({
  name: 'deals',
  one: 'deal',
  about: 'Sales opportunities.',
  effectOfDelete:
    'Sets the status to arquivado and keeps the record. Repeating it returns the same response.',
  example: {
    title: 'Proposal: new site',
    description: 'Site and one year of care.',
    probability: 60,
    source: 'referral',
    tags: ['site'],
    client: { id: exampleId, name: 'Padaria Aurora' },
    loss_reason: null,
  },
  exampleChange: { phase: 'proposta', probability: 75 },
  path: '/deals',
  emits: true,
  notifications: [
    { kind: 'assigned', of: ['responsible_id'], users: (row) => `array[${row}.responsible_id]` },
  ],
  moves: { of: ['phase', 'status'], worth: 'value' },
  fields,
  bulk: [
    'phase',
    'loss_reason',
    'priority',
    'status',
    'probability',
    'expected_close_date',
    'responsible_id',
    'source',
    'client_id',
    'tags',
    'is_starred',
  ],
  brief: [
    'id',
    'title',
    'phase',
    'status',
    'value',
    'priority',
    'client',
    'responsible_id',
    'expected_close_date',
    'updated_at',
  ],
  filters: {
    ...equalsWithTotals(fields, 'status'),
    ...equals(fields, 'phase', 'client_id', 'responsible_id', 'source'),
    min_value: {
      field: amount,
      sql: 't.value >= $min_value::numeric',
      about: 'Only deals of at least this value.',
      isUnordered: true,
    },
    max_value: {
      field: amount,
      sql: 't.value <= $max_value::numeric',
      about: 'Only deals of at most this value.',
      isUnordered: true,
    },
    from: {
      field: date,
      sql: `t.created_at >= ($from::date::timestamp at time zone 'UTC')`,
      about: 'Only deals created on this UTC day or later.',
    },
    to: {
      field: date,
      sql: `t.created_at < (($to::date + 1)::timestamp at time zone 'UTC')`,
      about: 'Only deals created on this UTC day or earlier.',
    },
    ...updatedSince,
  },
  search: { text: ['title', 'description'] },
  sorts: {
    ...sorted(fields, 'title', 'value'),
    // Listed phases in the team's order, then the others alphabetically.
    phase: { by: ['t.phase_rank', 'fold(t.phase) collate "C"'], nullable: false, isText: true },
    ...sorted(fields, 'created_at', 'updated_at', 'expected_close_date'),
  },
});

export const dealInputs = inputs(deals, {
  create: writable,
  update: [...writable, 'loss_reason'],
});
