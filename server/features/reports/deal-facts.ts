import {
  begin,
  daysFrom,
  type Facts,
  isFilter,
  isOnDays,
  isWithin,
  share,
  startOf,
} from './source.ts';

/* Facts about deals: entries into phases, won and lost ones, and the forecast. */

/** Minutes within which a move back by the same person undoes a move, as in the phase history of a deal. */
const undoMinutes = 10;

/** Moves of one deal that undo each other follow within minutes, so a day before the period suffices to recognize them. */
const moves = `select m.record_id, m.id, m.was, m.became, m.moved_at,
      (m.became = lag(m.was) over w and m.was = lag(m.became) over w and m.user_id = lag(m.user_id) over w
        and m.moved_at - lag(m.moved_at) over w <= interval '${undoMinutes} minutes') is not true as is_start
    from moves m where m.team_id = $team and m.resource = 'deals' and m.field = 'phase' and m.moved_at >= ${begin} - interval '1 day'
    window w as (partition by m.record_id order by m.moved_at, m.id)`;

/** Rank of won phases: after all others. */
const wonRank = 1_000_000;

const isAmong = (phase: string, phases: string) =>
  `${phase} = any((select team.${phases} from team)::text[])`;

/**
 * Stays of deals in phases since the beginning of the period: `stays` (deal_id, phase, was, entered_at, left_at). `was` is null for the first
 * stay of a deal that was created since then.
 */
const ctes = [
  `team as materialized (
    select x.deal_phases, x.won_phases, x.lost_phases, x.phase_rules, date_trunc('month', now() at time zone $zone::text)::date as month
    from teams x where x.id = $team)`,
  `moved as materialized (
    select u.record_id, min(u.was) filter (where u.is_start) as was, min(u.became) filter (where u.is_start) as became,
      min(u.moved_at) as moved_at
    from (select r.*, count(*) filter (where r.is_start) over (partition by r.record_id order by r.moved_at, r.id) as run from (${moves}) r) u
    group by u.record_id, u.run having count(*) % 2 = 1)`,
  // Phases become flags and ranks before they are sorted, so that the rows are narrow.
  `stays as materialized (
    select s.*, lead(s.entered_at) over w as left_at, bool_or(s.is_won) over later as is_won_later,
      max(case when s.is_lost then 0 when s.is_won then ${wonRank} else s.rank end) over later > s.rank as is_further_later
    from (
      select s.*, array_position((select team.deal_phases from team), s.phase) as rank, ${isAmong('s.phase', 'won_phases')} as is_won,
        ${isAmong('s.phase', 'lost_phases')} as is_lost, ${isAmong('s.was', 'won_phases')} as was_won, ${isAmong('s.was', 'lost_phases')} as was_lost
      from (
        select m.record_id as deal_id, m.became as phase, m.was, m.moved_at as entered_at from moved m
        union all
        select d.id, coalesce(f.was, d.phase), null, d.created_at
        from deals d left join (select distinct on (m.record_id) m.record_id, m.was from moved m order by m.record_id, m.moved_at) f
          on f.record_id = d.id
        where d.team_id = $team and d.created_at >= ${begin}) s) s
    window w as (partition by s.deal_id order by s.entered_at, s.was nulls first),
      later as (partition by s.deal_id order by s.entered_at, s.was nulls first rows between 1 following and unbounded following))`,
];

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

const isOpenPhase = 'not (s.is_won or s.is_lost)';

export const funnel: Facts = {
  ctes,
  sources: [
    {
      type: 'deal',
      id: 'd.id',
      at: 's.entered_at',
      from: `stays s join deals d on d.team_id = $team and d.id = s.deal_id where ${isWithin('s.entered_at')}`,
      keys: { ...keys, phase: 's.phase' },
      filters: { ...filters, phase: isFilter('s.phase', 'phase') },
      values: {
        entries: '1',
        conversion: `case when ${isOpenPhase} then ${share('s.is_further_later or s.is_won_later')} end`,
        won: `case when ${isOpenPhase} then ${share('s.is_won_later')} end`,
        days_median: daysFrom('s.entered_at', 's.left_at'),
      },
    },
  ],
};

/** The last stay of each deal that began with a change to won, to lost, or to neither. */
const closings = `closings as materialized (
    select distinct on (s.deal_id) s.deal_id, s.entered_at, s.is_won, s.is_lost from stays s
    where s.was is null or (s.is_won, s.is_lost) is distinct from (s.was_won, s.was_lost)
    order by s.deal_id, s.entered_at desc, s.was desc nulls last)`;

const closed = `closings c join deals d on d.team_id = $team and d.id = c.deal_id cross join team
    where (c.is_won and d.phase = any(team.won_phases) or c.is_lost and d.phase = any(team.lost_phases))
      and ${isWithin('c.entered_at')}`;

export const wonLost: Facts = {
  ctes: [...ctes, closings],
  sources: [
    {
      type: 'deal',
      id: 'd.id',
      at: 'c.entered_at',
      from: closed,
      keys: { ...keys, reason: `case when c.is_lost then nullif(d.loss_reason, '') end` },
      filters,
      values: {
        won: 'case when c.is_won then 1 end',
        won_value: 'case when c.is_won then d.value end',
        lost: 'case when c.is_lost then 1 end',
        lost_value: 'case when c.is_lost then d.value end',
        win_rate: share('c.is_won'),
        days_median: `case when c.is_won then ${daysFrom('d.created_at', 'c.entered_at')} end`,
      },
    },
  ],
};

/**
 * Open deals of the beginning of a month, or of now: (month, deal_id, value, probability, phase, expected_on, responsible_id). Late ones count on
 * the first day of the month.
 */
const forecasts = `forecasts as materialized (
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
      where d.team_id = $team and d.status = 'ativo' and d.phase <> all(team.won_phases || team.lost_phases) and d.expected_close_date <= $to::date
        and not exists (
          select from deal_snapshots n where n.team_id = $team
            and n.month = greatest(date_trunc('month', d.expected_close_date)::date, team.month))) f)`;

const weighted = 'f.value * f.probability::numeric / 100';

export const forecast: Facts = {
  ctes: [...ctes, closings, forecasts],
  sources: [
    {
      type: 'deal',
      id: 'd.id',
      at: startOf('f.counts_on'),
      from: `forecasts f join deals d on d.team_id = $team and d.id = f.deal_id where ${isOnDays('f.counts_on')}`,
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
      values: { won_value: 'case when c.is_won then d.value end' },
    },
  ],
};
