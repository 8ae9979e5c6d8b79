import { rowById, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { maskedFor, seesAll } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { forbidden } from '#server/platform/errors.ts';
import { shapes } from '#server/records/crud-queries.ts';
import { isScannedFor } from '#server/records/input.ts';
import {
  boardDeals,
  boardFields,
  type cardOrders,
  type groups,
  isStep,
  stepDay,
} from './board-table.ts';
import { lastingMoves, undoMinutes } from './phase-moves.ts';

/*
 * Deals board: phases, sums and cards, read in one snapshot (docs/adr/0057-deals-board.md).
 */

type Group = (typeof groups)[number];
type CardOrder = (typeof cardOrders)[number];

/** Max cards. */
const maxCards = 1_000;
/**
 * Max contacts whose unresolved conversations are looked up. If the cards' clients have more, the latest ones of the team are read first, which
 * suffices for the clients with the most contacts.
 */
const maxPeople = 10_000;
const maxChats = 5_000;
/** Days for which a won or lost deal stays on the board. */
const recentDays = 30;

/** SQL: contact of a client with an unresolved conversation, as `contact_id`. */
export const openChat = (client: string) => `
  select k.id as contact_id from contacts k join conversations v on v.team_id = $team and v.contact_id = k.id
  where k.team_id = $team and k.client_id = ${client} and v.status <> 'resolved' and ${isVisibleInbox('v.inbox_id')}
  order by v.last_message_at desc, v.id limit 1`;

/** SQL over the team: meaning of a phase. */
export const meaningOf = (phase: string, team: string) =>
  `case when ${phase} = any(${team}.won_phases) then 'won' when ${phase} = any(${team}.lost_phases) then 'lost' else 'open' end`;

/** SQL over the deal `t` of a team: its group; null for the column `none`. */
const keyOf: Readonly<Record<Group, string>> = {
  phase: 't.phase',
  responsible: 't.responsible_id::text',
  client: 't.client_id::text',
  month: `case when t.expected_close_date < team.today then 'late' else to_char(t.expected_close_date, 'YYYY-MM') end`,
};

/** SQL over the judged deal `d`: true if it has a card. Won and lost deals have one in their phases only. */
const hasCard = (group: Group) => (group === 'phase' ? 'd.is_shown' : `d.meaning = 'open'`);

const urgency = `case when d.meaning = 'open' then
    case when d.step < d.today then 0 when d.step is null then 1 else 2 end end, case when d.meaning = 'open' then d.step end,
  case when d.meaning <> 'open' then d.today - d.since end, d.expected_close_date`;

/** SQL over the judged deal `d`: order of the cards of a column, without the day of the last move, and completely. */
const orderSql: Readonly<Record<CardOrder, readonly [first: string, whole: string]>> = {
  urgency: [urgency, `${urgency}, d.since, d.id`],
  next_step: same('d.step, d.expected_close_date, d.id'),
  value: same('d.value desc nulls last, d.id'),
  expected_close_date: same('d.expected_close_date, d.step, d.id'),
  title: same('d.sort_key collate "C", d.id'),
  '-id': same('d.id desc'),
};
/** Only urgency depends on the last move; other orders do not read it. */
function same(order: string): readonly [string, string] {
  return [order, order];
}

/** SQL: day of the last move of a deal, or of its creation. */
const lastMoved = (deal: string, zone: string) =>
  `(coalesce((select max(l.moved_at) from (${lastingMoves(`${deal}.id`)}) l), ${deal}.created_at) at time zone ${zone})::date`;

/** SQL: the latest conversations with a status, if the cards' clients have many contacts. */
const latestChats = (status: string) => `(
      select v.* from conversations v where v.team_id = $team and v.status = '${status}' and ${isVisibleInbox('v.inbox_id')} and (select count(*) from people) > ${maxPeople}
      order by v.last_message_at desc fetch first ${maxChats} rows with ties)`;

/*
 * Uses full joins, which PostgreSQL always hashes. For left or inner joins it plans nested loops while its statistics do not cover the
 * team, and compares each deal with each step and each contact with each conversation (ADR 79).
 *
 * The day of the last move is read only if it decides a sum or is displayed: that of open deals orders only those that are otherwise equal.
 * So deals are ranked without it first (`first`), and `depth` is the number of cards of the longest column.
 */
const parts = (where: string, group: Group, order: CardOrder) => `
  with team as materialized (
    select x.deal_phases, x.won_phases, x.lost_phases, x.time_zone as zone, n.today, date_trunc('month', n.today)::date as month_begins,
      n.today - ${recentDays} as recent_from, x.won_phases || x.lost_phases as closed,
      (n.today - ${recentDays})::timestamp at time zone x.time_zone as recent_at
    from teams x cross join lateral (select (now() at time zone x.time_zone)::date as today) n where x.id = $team),
  rules as materialized (
    select r.* from teams x cross join lateral json_to_recordset(x.phase_rules) r (phase text, limit_days integer, probability double precision)
    where x.id = $team),
  arrived as materialized (
    select distinct m.record_id from moves m
    where m.team_id = $team and m.resource = 'deals' and m.field = 'phase' and m.moved_at >= (select team.recent_at from team)),
  steps as materialized (
    select distinct on (a.deal_id) a.deal_id, a.id as step_id, a.title as step_title, a.type as step_type,
      coalesce(${stepDay('team.zone')}, 'infinity') as step
    from activities a cross join team where ${isStep} and a.deal_id is not null
    order by a.deal_id, step, a.created_at, a.id),
  judged as materialized (
    select d.*, d.meaning = 'open' or d.since >= d.today - ${recentDays} as is_shown,
      d.meaning = 'open' and (d.step is null or d.step < d.today or d.today - d.since > d.limit_days) as needs_attention,
      d.meaning = 'won' and d.since >= date_trunc('month', d.today)::date as is_won_now
    from (
      select t.id, ${keyOf[group]} as key, ${order === 'title' ? 'fold(t.title)' : 'null::text'} as sort_key, t.phase, t.value, t.expected_close_date, t.created_at, team.today, team.zone, t.step, t.step_id, t.step_title, t.step_type, r.limit_days,
        coalesce(t.probability, r.probability) as chance, ${meaningOf('t.phase', 'team')} as meaning,
        case when t.phase = any(team.closed) or (t.step = 'infinity' and r.limit_days is not null) then ${lastMoved('t', 'team.zone')} end as since
      from (select t.*, s.step, s.step_id, s.step_title, s.step_type
          from (select t.* from deals t where ${where} offset 0) t full join steps s on s.deal_id = t.id offset 0) t
        cross join team left join rules r on r.phase = t.phase
      where t.id is not null and (t.phase <> all(team.closed) or t.created_at >= team.recent_at or t.id in (select a.record_id from arrived a))
      offset 0) d),
  past as materialized (
    select t.phase, count(*) as count from deals t cross join team where ${where} and t.phase = any(team.closed) group by t.phase),
  sums as materialized (
    select d.phase, count(*) filter (where d.is_shown) as count,
      coalesce(sum(d.value) filter (where d.is_shown), 0) as total,
      coalesce(sum(d.value * d.chance::numeric / 100) filter (where d.meaning = 'open'), 0) as weighted,
      count(*) filter (where d.meaning = 'open' and d.chance is null and d.value is not null) as unweighted,
      count(*) filter (where d.needs_attention) as attention,
      count(*) filter (where d.is_won_now) as won_this_month,
      coalesce(sum(d.value) filter (where d.is_won_now), 0) as won_this_month_total
    from judged d group by d.phase),
  counted as materialized (
    select d.key, count(*) as count, coalesce(sum(d.value), 0) as total,
      coalesce(sum(d.value * d.chance::numeric / 100) filter (where d.meaning = 'open'), 0) as weighted,
      count(*) filter (where d.meaning = 'open' and d.chance is null and d.value is not null) as unweighted,
      count(*) filter (where d.needs_attention) as attention
    from judged d where ${hasCard(group)} group by d.key),
  columns as (
    select l.phase, l.n as rank, true as is_listed from team cross join lateral unnest(team.deal_phases) with ordinality l (phase, n)
    union all
    select s.phase, 1e9::bigint, false from sums s cross join team where s.phase <> all(team.deal_phases)),
  depth as materialized (
    select coalesce(min(n), ${maxCards}) as n from generate_series(1, ${maxCards}) n
    where (select sum(least(c.count, n)) from counted c) >= ${maxCards}),
  first as materialized (
    select d.* from (
      select d.*, rank() over (partition by d.key collate "C" order by ${orderSql[order][0]}) as rank from judged d where ${hasCard(group)}) d
    where d.rank <= (select depth.n from depth)),
  cards as materialized (
    select d.*, t.title, t.client_id, t.responsible_id, t.priority, t.status, t.probability, t.is_starred, t.tags, t.loss_reason from (
      select d.*, row_number() over (partition by d.key collate "C" order by ${orderSql[order][1]}) as place from (
        select d.id, d.key, d.sort_key, d.phase, d.value, d.expected_close_date, d.today, d.meaning, d.step, d.step_id, d.step_title, d.step_type,
          coalesce(d.since, ${lastMoved('d', 'd.zone')}) as since from first d) d
      order by place, d.key limit ${maxCards}) d cross join ${rowById('deals', 'd.id')} t),
  people as materialized (
    select k.id, k.client_id from contacts k
    where k.team_id = $team and k.client_id = any(array(select c.client_id from cards c where c.client_id is not null))),
  latest as materialized (
    select v.contact_id, v.last_message_at, v.id from (
      ${latestChats('open')} union all ${latestChats('snoozed')}) v
    order by v.last_message_at desc fetch first ${maxChats} rows with ties),
  met as materialized (
    select distinct on (k.client_id) k.client_id, v.contact_id from latest v cross join ${rowById('contacts', 'v.contact_id')} k
    where k.client_id in (select c.client_id from cards c)
    order by k.client_id, v.last_message_at desc, v.id),
  chats as materialized (
    select m.client_id, m.contact_id from met m
    union all
    select * from (
      select distinct on (j.client_id) j.client_id, j.contact_id from (
        select k.client_id, v.contact_id, v.last_message_at, v.id from people k full join (
          select v.contact_id, v.last_message_at, v.id from conversations v where v.team_id = $team and v.status <> 'resolved' and ${isVisibleInbox('v.inbox_id')}
            and v.contact_id = any(array(select p.id from people p where p.client_id not in (select m.client_id from met m))) offset 0) v
          on v.contact_id = k.id offset 0) j
      where j.client_id is not null and j.contact_id is not null
      order by j.client_id, j.last_message_at desc, j.id) f)`;

const columnsJson = `(
  select coalesce(json_agg(row_to_json(p)), '[]') from (
    select c.phase, c.is_listed,
      ${meaningOf('c.phase', 'team')} as meaning,
      r.limit_days, r.probability, coalesce(s.count, 0) as count,
      coalesce(o.count, 0) - case when o.count is null then 0 else coalesce(s.count, 0) end as older, trim_scale(coalesce(s.total, 0)) as total,
      trim_scale(round(coalesce(s.weighted, 0), 2)) as weighted, coalesce(s.unweighted, 0) as unweighted,
      coalesce(s.attention, 0) as attention, coalesce(s.won_this_month, 0) as won_this_month,
      trim_scale(coalesce(s.won_this_month_total, 0)) as won_this_month_total
    from columns c cross join team left join sums s on s.phase = c.phase left join past o on o.phase = c.phase left join rules r on r.phase = c.phase
    order by c.rank, fold(c.phase) collate "C") p)`;

const cardsJson = `(
  select coalesce(json_agg(row_to_json(k)), '[]') from (
    select d.id, d.title, trim_scale(d.value) as value, d.client_id,
      case when c.id is not null then (select row_to_json(o) from (select c.id, c.name) o) end as client,
      d.responsible_id, d.phase, d.priority, d.status, d.probability, d.expected_close_date, d.is_starred, d.tags, d.loss_reason,
      d.since as phase_since,
      case when d.step_id is not null then (select row_to_json(o) from (
        select d.step_id as id, d.step_title as title, d.step_type as type, nullif(d.step, 'infinity') as date) o) end as next_step, chat.contact_id
    from cards d left join ${rowById('clients', 'd.client_id')} c on true
      left join chats chat on chat.client_id = d.client_id
    order by d.place, d.key) k)`;

/** Table of the names of a group's columns, whose keys are ids. */
const nameTables: Partial<Readonly<Record<Group, string>>> = {
  responsible: 'users',
  client: 'clients',
};
/** Months that a board by month always has, so that a deal can be moved to them. */
const fixedMonths = 3;

/** SQL: columns of a board that is not grouped by phase. */
const groupsJson = (group: Group): string => {
  if (group === 'phase') return `'[]'::json`;
  const table = nameTables[group];
  const [name, keys] = table
    ? [
        `(select x.name from ${table} x where x.team_id = $team and x.id = k.key::uuid)`,
        'select c.key from counted c',
      ]
    : [
        'null::text',
        `select c.key from counted c union select null
        union select to_char(team.month_begins + make_interval(months => i), 'YYYY-MM') from team cross join generate_series(0, ${fixedMonths - 1}) i`,
      ];
  return `(
  select coalesce(json_agg(row_to_json(p)), '[]') from (
    select coalesce(k.key, 'none') as key, k.name, coalesce(s.count, 0) as count, trim_scale(coalesce(s.total, 0)) as total,
      trim_scale(round(coalesce(s.weighted, 0), 2)) as weighted, coalesce(s.unweighted, 0) as unweighted, coalesce(s.attention, 0) as attention
    from (select k.key, ${name} as name from (${keys}) k) k left join counted s on s.key is not distinct from k.key
    order by ${table ? 'k.key is not null, fold(k.name) collate "C"' : `k.key is null, k.key <> 'late'`}, k.key) p)`;
};

function statementFor(
  group: Group,
  order: CardOrder,
  filters: readonly string[],
  search: boolean,
  isScanned: boolean,
): TeamStatement {
  const conditions = filters.map((name) => boardDeals.filters[name]?.sql ?? 'false');
  // Another collation bypasses the index: a term without a trigram would read all of it.
  const like = `t.search${isScanned ? ' collate "C"' : ''} like containing($search)`;
  const where = [
    't.team_id = $team',
    `t.status = 'ativo'`,
    ...conditions,
    ...(search ? [like] : []),
  ];
  return teamStatement(
    `${parts(where.join(' and '), group, order)}
    select team.zone as time_zone, team.today, team.month_begins, team.recent_from, (select sum(s.count)::int from sums s) as count,
      ${columnsJson} as phases, ${groupsJson(group)} as columns, ${cardsJson} as cards
    from team`,
    { prepared: false },
  );
}

const statements = shapes(statementFor);

interface Sums {
  readonly total: number | null;
}

export const getBoard = operation({
  name: 'deals.board',
  id: 'getDealBoard',
  summary: 'Get the deal board',
  note: `All deals with the status ativo that match the filters, by phase. Phases that mean won or lost show deals of the last ${recentDays} days; older is the number of the others. At most ${maxCards} cards, taken evenly from the columns, in the requested order. By urgency, deals are ordered as follows: those with an overdue next step, then without one, then with a planned one; then by expected_close_date. Grouped by responsible, client or month, only open deals have cards, in columns; a deal without one is in the column none. The next step is the open activity, except notes, with the earliest day (due_date, or the planned day of occurred_at). phase_since is the day of the last move to another phase, or of created_at; a move that the same person undid within ${undoMinutes} minutes does not count. attention counts open deals without a next step, with an overdue one, or in their phase for longer than limit_days without a step on a future day. weighted is the sum of value × probability of open deals, by the deal’s probability or that of the phase; unweighted counts those without either. Days are in the team’s time zone. Sums are null for members without access to values.`,
  allow: { key: 'read', user: 'member' },
  panel: { method: 'GET', path: boardDeals.path, status: 200 },
  emits: [],
  input: { query: boardDeals },
  output: { kind: 'fields', name: 'DealBoard', fields: boardFields },
  one: 'team',
  async run({ db, actor }, { query: { filters, search } }) {
    const names = Object.keys(filters);
    const { group = 'phase', order = 'urgency' } = filters as { group?: Group; order?: CardOrder };
    // The order would reveal the values.
    if (order === 'value' && !seesAll(actor))
      throw forbidden('order=value: only for members who see values.', 'forbidden');
    const isScanned = search !== undefined && isScannedFor(boardDeals, search);
    const statement = statements(
      `${group}&${order}?${names}&${search !== undefined}&${isScanned}`,
      group,
      order,
      names,
      search !== undefined,
      isScanned,
    );
    const [row] = await db.scan(statement, { ...filters, search });
    if (!row) return undefined;
    const board = { ...row, count: row.count ?? 0 };
    if (seesAll(actor)) return board;
    const masked = maskedFor(actor, boardDeals);
    const unsummed = (column: Sums) => ({ ...column, total: null, weighted: null, unweighted: 0 });
    return {
      ...board,
      cards: (row.cards as object[]).map(masked),
      phases: (row.phases as Sums[]).map((phase) => ({
        ...unsummed(phase),
        won_this_month_total: null,
      })),
      columns: (row.columns as Sums[]).map(unsummed),
    };
  },
});
