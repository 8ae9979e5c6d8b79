import Type from 'typebox';
import { iso } from '../../../db/statement.ts';
import { crud } from '../../../operations/crud.ts';
import {
  boolean,
  date,
  kind,
  line,
  link,
  money,
  nested,
  number,
  oneOf,
  prose,
  readNumber,
  required,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '../../../records/fields.ts';
import { type Derived, retireStatement } from '../../../records/statements.ts';
import { keptSame, resource, same, sorted } from '../../../records/table.ts';
import { creates, gets, lists, runs, updates } from '../../../records/verbs.ts';

const fields = {
  id: required(uuid),
  title: required(line(255, 1)),
  description: prose,
  value: money,
  currency: withDefault(line(), 'BRL'),
  phase: withDefault(line(64, 1), 'lead'),
  priority: withDefault(oneOf('deal_priority', ['alta', 'media', 'baixa']), 'media'),
  status: withDefault(oneOf('deal_status', ['ativo', 'arquivado']), 'ativo'),
  probability: number(0, 100),
  expected_close_date: date,
  source: line(),
  tags: texts(),
  is_starred: withDefault(boolean, false),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  responsible_id: link('users'),
  loss_reason: line(),
  ai_summary: prose,
  ai_win_probability: number(0, 100),
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

export const deals = resource({
  name: 'deals',
  one: 'deal',
  path: '/deals',
  emits: true,
  fields,
  accepts: { create: writable, update: [...writable, 'loss_reason'] },
  filters: {
    ...keptSame(fields, 'status'),
    ...same(fields, 'phase', 'client_id', 'responsible_id', 'source'),
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
  },
  search: { text: ['title', 'description'] },
  sorts: {
    ...sorted(fields, 'title', 'value'),
    // In the order of the team's list of phases; others after them, by alphabet.
    phase: { by: ['t.phase_rank', 'fold(t.phase) collate "C"'], nullable: false, isText: true },
    ...sorted(fields, 'created_at', 'updated_at', 'expected_close_date'),
  },
});

/** The place of `$phase` in the team's list; the last number there is for one that is not listed. */
const rank = `coalesce(
  (select array_position(deal_phases, $phase::text) from teams where id = $team), 2147483647)`;

function consequences(given: ReadonlySet<string>): Derived {
  return {
    ...(given.has('phase') ? { phase_rank: rank } : {}),
    ...(given.has('status')
      ? {
          archived_at: `case when $status::deal_status = 'arquivado' then coalesce(old.archived_at, clock.now) end`,
        }
      : {}),
  };
}

export default crud(
  deals,
  {
    deleted: { id: '', status: 'arquivado', archived_at: '' },
    updateEmits: ['deal.stage_changed'],
    alsoAllow: { update: { workflow: true } },
  },
  {
    list: lists(deals),
    get: gets(deals),
    create: creates(deals, {
      phase_rank: rank,
      archived_at: `case when $status::deal_status = 'arquivado' then now() end`,
    }),
    update: updates(deals, consequences, (given) =>
      given.has('phase')
        ? [{ kind: 'deal.stage_changed', where: 'old.phase is distinct from t.phase' }]
        : [],
    ),
    delete: runs(
      retireStatement(
        deals,
        { status: `'arquivado'`, archived_at: 'coalesce(old.archived_at, clock.now)' },
        { status: 't.status', archived_at: iso('t.archived_at') },
      ),
    ),
  },
);
