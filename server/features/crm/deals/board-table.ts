import { Type } from '#server/platform/schema.ts';
import { boolean, date, kind, link, number, required, singleLine } from '#server/records/fields.ts';
import { equals, table } from '#server/records/table.ts';
import { deals } from './table.ts';

/*
 * Query parameters and response of the deals board.
 */

const { fields } = deals;

/** Filters that the panel has in addition to the public API. */
export const panelFilters = {
  tag: {
    field: singleLine(100, 1),
    sql: 't.tags @> array[$tag::text]',
    about: 'Only deals with this tag.',
    isUnordered: true,
  },
  is_starred: {
    field: boolean,
    sql: 't.is_starred = $is_starred::boolean',
    about: 'Only starred deals, or only those without a star.',
    isUnordered: true,
  },
} as const;

const { min_value, max_value } = deals.filters;
if (!min_value || !max_value) throw new Error('deals are not found by their value');

/** Deals on the board. */
export const boardDeals = table({
  name: 'deals',
  one: 'deal',
  path: '/deals/board',
  isWhole: true,
  fields,
  filters: {
    ...equals(fields, 'client_id', 'responsible_id', 'source'),
    ...panelFilters,
    min_value,
    max_value,
  },
  search: { text: ['title', 'description'] },
  sorts: {},
});

/** Deals list of the panel. */
export const listedDeals = { ...deals, filters: { ...deals.filters, ...panelFilters } };

const uuid = Type.String({ format: 'uuid' });
const day = Type.String({ format: 'date' });
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const count = Type.Integer({ minimum: 0 });
const percent = Type.Number({ minimum: 0, maximum: 100 });

/** Meaning of a phase, as set by the team's won_phases and lost_phases. */
export const meanings = ['open', 'won', 'lost'] as const;

/** SQL: day of an open activity `a`; null if it has none. @param zone SQL of the team's time zone */
export const stepDay = (zone: string) =>
  `coalesce(a.due_date, case when a.occurred_at > a.created_at then (a.occurred_at at time zone ${zone})::date end)`;

/** SQL condition: activity `a` is an open step. Notes are not steps. */
export const isStep = `a.team_id = $team and not a.is_completed and a.type <> 'note'`;

/** An open step of a deal. */
export const step = Type.Object({
  id: uuid,
  title: Type.String(),
  type: Type.String(),
  date: orNull(day),
});

const card = Type.Object({
  id: uuid,
  title: Type.String(),
  value: orNull(Type.Number()),
  client: orNull(Type.Object({ id: uuid, name: Type.String() })),
  responsible_id: orNull(uuid),
  phase: Type.String(),
  priority: Type.String(),
  status: Type.String(),
  probability: orNull(percent),
  expected_close_date: orNull(day),
  is_starred: Type.Boolean(),
  tags: Type.Array(Type.String()),
  loss_reason: orNull(Type.String()),
  phase_since: day,
  next_step: orNull(step),
  contact_id: orNull(uuid),
});

const phaseOnly = {
  phase: Type.String(),
  is_listed: Type.Boolean(),
  meaning: Type.Enum([...meanings]),
  limit_days: orNull(Type.Integer()),
  probability: orNull(percent),
};

const phase = Type.Object({
  ...phaseOnly,
  count,
  older: count,
  total: orNull(Type.Number()),
  weighted: orNull(Type.Number()),
  unweighted: count,
  attention: count,
  won_this_month: count,
  won_this_month_total: orNull(Type.Number()),
});

/** The board, read in one snapshot. */
export const boardFields = {
  time_zone: required(singleLine(64, 1)),
  today: required(date),
  month_begins: required(date),
  recent_from: required(date),
  count: required(number(0, 1e12)),
  phases: required(
    kind(Type.Array(phase), 'the phases: those listed by the team, then others by name', 'json'),
  ),
  cards: required(kind(Type.Array(card), 'at most 1000 deals, by phase and urgency', 'json')),
};

/** Phases, phase history and open steps of a deal. */
export const phaseHistoryFields = {
  phases: required(
    kind(
      Type.Array(Type.Object(phaseOnly)),
      'the phases listed by the team, and that of the deal',
      'json',
    ),
  ),
  stays: required(
    kind(
      Type.Array(
        Type.Object({
          phase: Type.String(),
          since: Type.String({ format: 'date-time' }),
          until: orNull(Type.String({ format: 'date-time' })),
          user_id: orNull(uuid),
        }),
      ),
      'every stay in a phase, oldest first',
      'json',
    ),
  ),
  steps: required(kind(Type.Array(step), 'the open activities, next one first', 'json')),
  contact_id: link('contacts'),
};
