import type { FilterName } from './definitions.ts';
import {
  begin,
  daysFrom,
  type Facts,
  isComputedOnDays,
  isComputedWithin,
  isFilter,
  isWithin,
  type Reach,
  share,
  startOf,
} from './source.ts';

/* Facts about deals: entries into phases, won and lost ones, and the forecast. */

/** Minutes within which a move back by the same person undoes a move, as in the phase history of a deal. */
const undoMinutes = 10;

/** Rank of won phases: after all others. */
const wonRank = 1_000_000;

const team = `team as materialized (
    select x.deal_phases, x.won_phases, x.lost_phases, x.won_phases || x.lost_phases as closed_phases, x.phase_rules,
      date_trunc('month', now() at time zone $zone::text)::date as month
    from teams x where x.id = $team)`;

const phasesOf = (column: string) => `(select team.${column} from team)::text[]`;

/** SQL: rank of a phase: 0 if it is lost; null if the team does not have it. */
const rankOf = (phase: string) =>
  `case when ${phase} = any(${phasesOf('lost_phases')}) then 0 when ${phase} = any(${phasesOf('won_phases')}) then ${wonRank}
      else array_position(${phasesOf('deal_phases')}, ${phase}) end`;

/** SQL: 2 for a won phase, 1 for a lost one, otherwise 0. */
const kindOf = (phase: string) =>
  `case when ${phase} = any(${phasesOf('won_phases')}) then 2 when ${phase} = any(${phasesOf('lost_phases')}) then 1 else 0 end`;

/** SQL: moves of a deal, the latest first; aggregates are those of later moves. */
const laterMoves =
  'partition by m.record_id order by m.moved_at desc, m.id desc rows between unbounded preceding and 1 preceding';

type Columns = Readonly<Record<string, string>>;
const listed = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as ${name}, `)
    .join('');

/**
 * Moves that were not undone, and lasted: `moved` (record_id, id, was, became, moved_at, is_first, and the columns). A move and those that undo it,
 * undo that, and so on, are a run, which lasts as its first move if their number is odd. Moves of one run follow within minutes, so a day before the
 * period suffices to recognize them. Most deals have no move that was undone: theirs are ordered once; those of the others, after the first order, in
 * `mended`. The comparison with 0 is one that PostgreSQL expects to be mostly true.
 * @param restriction condition on the moves `m`
 * @param properties of a move
 * @param ofLater columns over the window `w`: the later moves that lasted
 */
function lasting(restriction: string, properties: Columns, ofLater: Columns): readonly string[] {
  const isFirst = 'lead(m.moved_at) over w is null as is_first';
  const names = ['record_id', 'id', 'was', 'became', 'moved_at', ...Object.keys(properties)];
  const read = names.map((name) => `m.${name}, `).join('');
  return [
    `ordered as materialized (
      select m.*, ${listed(ofLater)}${isFirst},
        (m.became = lead(m.was) over w and m.was = lead(m.became) over w and m.user_id = lead(m.user_id) over w
          and m.moved_at - lead(m.moved_at) over w <= interval '${undoMinutes} minutes') is not true as is_first_of_run
      from (
        select m.record_id, m.id, m.was, m.became, m.moved_at, ${listed(properties)}m.user_id from moves m
        where m.team_id = $team and m.resource = 'deals' and m.field = 'phase' and m.moved_at >= ${begin} - interval '1 day' ${restriction}) m
      window w as (${laterMoves}))`,
    'undone as materialized (select distinct m.record_id as id from ordered m where not m.is_first_of_run)',
    `mended as materialized (
      select ${read}${listed(ofLater)}${isFirst}
      from (
        select m.*, m.place - lag(m.place, 1, 0::bigint) over w as moves_in_run
        from (
          select m.*, row_number() over w as place from ordered m where m.record_id in (select u.id from undone u) window w as (${laterMoves})) m
        where m.is_first_of_run window w as (${laterMoves})) m
      where m.moves_in_run % 2 <> 0 window w as (${laterMoves}))`,
    `moved as not materialized (
      select ${read}${Object.keys(ofLater)
        .map((name) => `m.${name}, `)
        .join('')}m.is_first from ordered m where m.record_id not in (select u.id from undone u)
      union all
      select m.* from mended m)`,
  ];
}

const keys = {
  person: 'd.responsible_id',
  source: `nullif(d.source, '')`,
  client: 'd.client_id',
};
const filters = {
  user_id: isFilter('d.responsible_id', 'user_id'),
  client_id: isFilter('d.client_id', 'client_id'),
  source: isFilter('d.source', 'source'),
};

/** SQL: restricts the record of a move to the deals that the filters accept and, within the period, to those that changed their phase then. */
function restricted(names: readonly FilterName[], reach: Reach, ...further: string[]): string {
  const used = names.flatMap((name) =>
    name in filters ? filters[name as keyof typeof filters] : [],
  );
  const changed = `select n.record_id from moves n
          where n.team_id = $team and n.resource = 'deals' and n.field = 'phase' and ${isWithin('n.moved_at')}
          union all select n.id from deals n where n.team_id = $team and ${isWithin('n.created_at')}`;
  const conditions = [...further, ...used, ...(reach === 'all' ? [] : [`d.id in (${changed})`])];
  return conditions.length === 0
    ? ''
    : `and m.record_id in (select d.id from deals d where d.team_id = $team and ${conditions.join(' and ')})`;
}

/** SQL: a deal was created since the beginning of the period or, within the period, in it. */
const isCreated = (reach: Reach) =>
  reach === 'all' ? `d.created_at >= ${begin}` : isWithin('d.created_at');

/**
 * Stays of deals in phases since the beginning of the period: (deal_id, phase, entered_at, left_at, rank, later). `later` is the highest rank that
 * the deal reached afterwards. The first stay of a deal that was created since then begins with its creation.
 */
const stays = (names: readonly FilterName[], reach: Reach) => [
  team,
  ...lasting(
    restricted(names, reach),
    { rank: rankOf('m.became') },
    { left_at: 'lag(m.moved_at) over w', later: 'max(m.rank) over w' },
  ),
  `stays as (
    select m.record_id as deal_id, m.became as phase, m.moved_at as entered_at, m.left_at, m.rank, m.later from moved m
    union all
    select d.id, coalesce(f.was, d.phase), d.created_at, f.moved_at, ${rankOf('coalesce(f.was, d.phase)')}, greatest(f.rank, f.later)
    from deals d left join (select m.* from moved m where m.is_first) f on f.record_id = d.id
    where d.team_id = $team and ${isCreated(reach)})`,
];

const isOpenPhase = `coalesce(s.rank, 1) not in (0, ${wonRank})`;

export const funnel: Facts = {
  ctes: stays,
  sources: [
    {
      type: 'deal',
      id: 'd.id',
      at: 's.entered_at',
      from: `stays s join deals d on d.team_id = $team and d.id = s.deal_id where ${isComputedWithin('s.entered_at')}`,
      keys: { ...keys, phase: 's.phase' },
      filters: { ...filters, phase: isFilter('s.phase', 'phase') },
      values: {
        entries: '1',
        conversion: `case when ${isOpenPhase} then ${share(`s.later > s.rank or s.later = ${wonRank}`)} end`,
        won: `case when ${isOpenPhase} then ${share(`s.later = ${wonRank}`)} end`,
        days_median: daysFrom('s.entered_at', 's.left_at'),
      },
    },
  ],
};

/** The last stay of each deal that is closed now which began with a change to won, to lost, or to neither: (deal_id, entered_at, kind). */
const closings = (names: readonly FilterName[], reach: Reach) => [
  team,
  ...lasting(
    restricted(names, reach, `d.phase = any(${phasesOf('closed_phases')})`),
    { old_kind: kindOf('m.was'), kind: kindOf('m.became') },
    {},
  ),
  `closings as materialized (
    select distinct on (s.deal_id) s.* from (
      select m.record_id as deal_id, m.moved_at as entered_at, m.kind, m.id from moved m where m.kind <> m.old_kind
      union all
      select d.id, d.created_at, ${kindOf('coalesce(f.was, d.phase)')}, null
      from deals d left join (select m.* from moved m where m.is_first) f on f.record_id = d.id
      where d.team_id = $team and ${isCreated(reach)} and d.phase = any(${phasesOf('closed_phases')})) s
    order by s.deal_id, s.entered_at desc, s.id desc nulls last)`,
];

const closed = `closings c join deals d on d.team_id = $team and d.id = c.deal_id
    where c.kind > 0 and c.kind = ${kindOf('d.phase')} and ${isComputedWithin('c.entered_at')}`;

export const wonLost: Facts = {
  ctes: closings,
  sources: [
    {
      type: 'deal',
      id: 'd.id',
      at: 'c.entered_at',
      from: closed,
      keys: { ...keys, reason: `case when c.kind = 1 then nullif(d.loss_reason, '') end` },
      filters,
      values: {
        won: 'case when c.kind = 2 then 1 end',
        won_value: 'case when c.kind = 2 then d.value end',
        lost: 'case when c.kind = 1 then 1 end',
        lost_value: 'case when c.kind = 1 then d.value end',
        win_rate: share('c.kind = 2'),
        days_median: `case when c.kind = 2 then ${daysFrom('d.created_at', 'c.entered_at')} end`,
      },
    },
  ],
};

/**
 * Open deals of the beginning of a month, or of now: (month, deal_id, value, probability, phase, expected_on, responsible_id). Late ones count on
 * the first day of the month.
 */
const forecasts = `forecasts as (
    select f.*, f.expected_on < f.month as is_late, greatest(f.expected_on, f.month) as counts_on from (
      select e.month, e.deal_id, e.value, coalesce(e.probability, e.phase_probability) as probability, e.phase,
        e.expected_close_date as expected_on, e.responsible_id
      from deal_snapshot_entries e
      where e.team_id = $team and e.month between date_trunc('month', $previous_from::date)::date and $to::date
        and e.expected_close_date < (e.month + interval '1 month')::date
      union all
      select greatest(date_trunc('month', d.expected_close_date)::date, team.month), d.id, d.value, coalesce(d.probability, r.probability), d.phase,
        d.expected_close_date, d.responsible_id
      from team cross join deals d
        left join lateral (
          select p.probability from json_to_recordset(team.phase_rules) p (phase text, probability double precision)
          where p.phase = d.phase limit 1) r on true
      where d.team_id = $team and d.status = 'ativo' and d.phase <> all(team.closed_phases) and d.expected_close_date <= $to::date
        and not exists (
          select from deal_snapshots n where n.team_id = $team
            and n.month = greatest(date_trunc('month', d.expected_close_date)::date, team.month))) f)`;

/** SQL: an exact number. PostgreSQL converts whole numbers several times as fast as others. */
const exact = (float: string) =>
  `case when ${float} = trunc(${float}) then ${float}::integer::numeric else ${float}::numeric end`;
const weighted = `f.value * ${exact('f.probability')} / 100`;

export const forecast: Facts = {
  ctes: (names, reach) => [...closings(names, reach), forecasts],
  sources: [
    {
      type: 'deal',
      id: 'd.id',
      at: startOf('f.counts_on'),
      day: 'f.counts_on',
      from: `forecasts f join deals d on d.team_id = $team and d.id = f.deal_id where ${isComputedOnDays('f.counts_on')}`,
      keys: { ...keys, person: 'f.responsible_id', phase: 'f.phase' },
      filters: { ...filters, user_id: isFilter('f.responsible_id', 'user_id') },
      values: {
        forecast: `case when not f.is_late then ${weighted} end`,
        expected_value: 'case when not f.is_late and f.probability is not null then f.value end',
        deals: 'case when not f.is_late and f.probability is not null then 1 end',
        late_value: `case when f.is_late then ${weighted} end`,
      },
    },
    {
      type: 'deal',
      id: 'd.id',
      at: 'c.entered_at',
      from: closed,
      keys: { ...keys, phase: 'd.phase' },
      filters,
      values: { won_value: 'case when c.kind = 2 then d.value end' },
    },
  ],
};
