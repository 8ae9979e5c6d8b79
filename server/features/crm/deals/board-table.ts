import { orNull, Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  date,
  kind,
  link,
  number,
  oneOf,
  propertiesOf,
  required,
  singleLine,
} from '#server/records/fields.ts';
import { equals, table } from '#server/records/table.ts';
import { severalValues } from '#server/records/value-filters.ts';
import { deals } from './table.ts';

/*
 * Query parameters and response of the deals board.
 */

const { fields } = deals;

/** Filters that the panel has in addition to the public API. */
const panelFilters = {
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

const tagged = { tag: (tags: string) => `t.tags && ${tags}` };
const boardFilters = {
  ...equals(fields, 'client_id', 'responsible_id', 'source'),
  ...panelFilters,
  min_value,
  max_value,
};
const listFilters = { ...deals.filters, ...panelFilters };

export const groups = ['phase', 'responsible', 'client', 'month'] as const;

export const cardOrders = [
  'urgency',
  'next_step',
  'value',
  'expected_close_date',
  'title',
  '-id',
] as const;

/** Deals on the board. */
export const boardDeals = table({
  name: 'deals',
  one: 'deal',
  path: '/deals/board',
  isWhole: true,
  fields,
  filters: {
    ...boardFilters,
    ...severalValues(boardFilters, ['client_id', 'responsible_id', 'source', 'tag'], tagged),
    group: {
      field: oneOf('text', groups),
      sql: '$group::text is not null',
      about:
        'The columns of the board: the phases (default), the responsible users, the clients, or the months of expected_close_date.',
    },
    order: {
      field: oneOf('text', cardOrders),
      sql: '$order::text is not null',
      about:
        'The order of the cards in a column. urgency is the default; next_step puts the earliest next step first, value the highest value, -id the latest deal. value is refused to members who see no values.',
    },
  },
  search: { text: ['title', 'description'] },
  sorts: {},
});

/** Deals list of the panel. */
export const listedDeals = {
  ...deals,
  filters: {
    ...listFilters,
    ...severalValues(
      listFilters,
      ['status', 'phase', 'client_id', 'responsible_id', 'source', 'tag'],
      tagged,
    ),
  },
};

const uuid = Type.String({ format: 'uuid' });
const day = Type.String({ format: 'date' });
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
  id: about('The activity.', uuid),
  title: Type.String(),
  type: about('The type of activity.', Type.String()),
  date: about('When it is due.', orNull(day)),
});

const card = Type.Object({
  ...propertiesOf(fields, [
    'id',
    'title',
    'value',
    'client_id',
    'client',
    'responsible_id',
    'phase',
    'priority',
    'status',
    'probability',
    'expected_close_date',
    'is_starred',
    'tags',
    'loss_reason',
  ]),
  phase_since: about('The day since which the deal has been in its phase.', day),
  next_step: about('The next step of the deal.', orNull(step)),
  contact_id: orNull(uuid),
});

const phaseOnly = {
  phase: about('The phase.', Type.String()),
  is_listed: about('True if the team lists the phase.', Type.Boolean()),
  meaning: about('The meaning of the phase: open, won or lost.', Type.Enum([...meanings])),
  limit_days: about(
    'Number of days in the phase after which a deal needs attention; null for no limit.',
    orNull(Type.Integer()),
  ),
  probability: orNull(percent),
};

const phase = Type.Object({
  ...phaseOnly,
  count,
  older: about('The number of won or lost deals that are older than those shown.', count),
  total: about('The sum of their values, in BRL.', orNull(Type.Number())),
  weighted: about(
    'The sum of their values weighted by probability, in BRL.',
    orNull(Type.Number()),
  ),
  unweighted: about('The number of deals without a probability, which `weighted` excludes.', count),
  attention: about(
    'The number of deals that need attention: without a next step, with an overdue one, or too long in the phase.',
    count,
  ),
  won_this_month: about('The number of deals won this month.', count),
  won_this_month_total: about(
    'The sum of the values of deals won this month, in BRL.',
    orNull(Type.Number()),
  ),
});

const column = Type.Object({
  key: about(
    'The ID of its responsible user or client, its month such as 2026-11, late (a date in the past), or none.',
    Type.String(),
  ),
  name: about('The name of its responsible user or client.', orNull(Type.String())),
  count: about('The number of its open deals.', count),
  total: phase.properties.total,
  weighted: phase.properties.weighted,
  unweighted: phase.properties.unweighted,
  attention: phase.properties.attention,
});

/** The board, read in one snapshot. */
export const boardFields = {
  time_zone: required(singleLine(64, 1)),
  today: required(date),
  month_begins: about('The first day of the month in the team’s time zone.', required(date)),
  recent_from: about('The day from which won and lost deals are shown.', required(date)),
  count: required(number(0, 1e12)),
  phases: required(
    kind(Type.Array(phase), 'the phases: those listed by the team, then others by name', 'json'),
  ),
  columns: about(
    'The columns, from left to right, if the board is not grouped by phase.',
    required(kind(Type.Array(column), 'the columns, from left to right', 'json')),
  ),
  cards: about(
    'The deals.',
    required(kind(Type.Array(card), 'at most 1000 deals, in the order of each column', 'json')),
  ),
};

const contact = Type.Object({
  id: uuid,
  name: about('The contact’s name; the phone number if there is none.', Type.String()),
  phone: about('The contact’s phone number.', orNull(Type.String())),
  has_open_chat: about('True if it has a conversation that is not resolved.', Type.Boolean()),
});

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
          phase: about('The phase.', Type.String()),
          since: about('When the deal entered the phase.', Type.String({ format: 'date-time' })),
          until: about(
            'When the deal left the phase; null for the current phase.',
            orNull(Type.String({ format: 'date-time' })),
          ),
          user_id: about('The user who moved it there.', orNull(uuid)),
        }),
      ),
      'every stay in a phase, oldest first',
      'json',
    ),
  ),
  steps: about(
    'The open activities, next one first.',
    required(kind(Type.Array(step), 'the open activities, next one first', 'json')),
  ),
  contact_id: link('contacts'),
  contacts: about(
    'Contacts of its client.',
    required(kind(Type.Array(contact), 'contacts of its client, latest message first', 'json')),
  ),
};
