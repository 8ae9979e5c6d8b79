import { retainerPeriods } from './retainer-periods.ts';
import {
  dayOf,
  daysFrom,
  type Facts,
  isFilter,
  isOnDays,
  isWithin,
  share,
  startOf,
} from './source.ts';

/* Facts about the agency's month: approvals, contracts with their hours, and profit. */

export const approvals: Facts = {
  sources: [
    {
      type: 'campaign',
      id: 'c.id',
      at: 'i.decided_at',
      from: `approval_items i
        join approval_requests q on q.team_id = $team and q.id = i.request_id and q.stage = 'client'
        join campaigns c on c.team_id = $team and c.id = i.campaign_id
        cross join lateral (
          select min(r.created_at) as asked_at, count(*) as rounds from approval_rounds r
          where r.team_id = $team and r.request_id = i.request_id and r.n = i.n and r.round <= i.round) r
        where i.team_id = $team and i.state in ('approved', 'rejected') and ${isWithin('i.decided_at')}`,
      keys: { client: 'q.client_id', project: 'c.project_id', person: 'q.created_by' },
      filters: {
        client_id: isFilter('q.client_id', 'client_id'),
        project_id: isFilter('c.project_id', 'project_id'),
        user_id: isFilter('q.created_by', 'user_id'),
      },
      values: {
        approved: `case when i.state = 'approved' then 1 end`,
        rejected: `case when i.state = 'rejected' then 1 end`,
        days_median: daysFrom('r.asked_at', 'i.decided_at'),
        days_p90: daysFrom('r.asked_at', 'i.decided_at'),
        rounds: 'r.rounds',
        first_round: share(`i.state = 'approved' and r.rounds = 1`),
      },
    },
  ],
};

const contractKeys = { contract: 'c.id', client: 'c.client_id', person: 'c.owner_id' };
const contractFilters = {
  client_id: isFilter('c.client_id', 'client_id'),
  user_id: isFilter('c.owner_id', 'user_id'),
};

/** The hours of periods are computed outside of the database, because unused ones may be carried over. */
export const retainers: Facts = {
  parameters: async (db, query) => ({
    retainer_periods: JSON.stringify(await retainerPeriods(db, query)),
  }),
  sources: [
    {
      type: 'contract',
      id: 'c.id',
      at: startOf('f.starts_on'),
      day: 'f.starts_on',
      from: `json_to_recordset($retainer_periods::json) f (contract_id uuid, starts_on date, included numeric, carried numeric, used numeric,
          overage numeric)
        join contracts c on c.team_id = $team and c.id = f.contract_id
        where ${isOnDays('f.starts_on')}`,
      keys: contractKeys,
      filters: contractFilters,
      values: {
        periods: '1',
        included: 'f.included',
        carried: 'f.carried',
        used: 'f.used',
        available: 'f.included + f.carried',
        overage: 'f.overage',
        overage_value: 'round(f.overage * c.overage_rate, 2)',
      },
    },
    {
      type: 'contract',
      id: 'c.id',
      at: startOf('c.renews_on'),
      day: 'c.renews_on',
      from: `contracts c where c.team_id = $team and c.status in ('active', 'paused') and ${isOnDays('c.renews_on')}`,
      keys: contractKeys,
      filters: contractFilters,
      values: { renewals: '1' },
    },
  ],
};

/** Times in which contracts cover projects: (project_id, times). */
const covers = `covers as materialized (
    select c.project_id, range_agg(tstzrange(c.begins, c.ends)) as times from (
      select l.project_id, ${startOf(`coalesce(k.starts_on, ${dayOf('k.created_at')})`)} as begins,
        coalesce(${startOf('(k.ends_on + 1)')}, 'infinity') as ends
      from contract_projects l join contracts k on k.team_id = $team and k.id = l.contract_id
      where l.team_id = $team and k.status <> 'draft') c
    where c.begins < c.ends group by c.project_id)`;

export const profit: Facts = {
  ctes: () => [covers],
  sources: [
    {
      type: 'billing_line',
      id: 'b.id',
      at: startOf('b.ends_on'),
      day: 'b.ends_on',
      from: `billing_lines b
        cross join lateral (
          select case when cardinality(k.project_ids) = 1 then k.project_ids[1] end as project_id
          from contracts k where k.team_id = $team and k.id = b.contract_id offset 0) c
        where b.team_id = $team and b.status <> 'waived' and ${isOnDays('b.ends_on')}`,
      keys: { client: 'b.client_id', project: 'c.project_id' },
      filters: {
        client_id: isFilter('b.client_id', 'client_id'),
        project_id: isFilter('c.project_id', 'project_id'),
      },
      values: { revenue: 'b.total', margin: 'b.total' },
    },
    {
      type: 'time_entry',
      id: 'e.id',
      at: 'e.started_at',
      from: (conditions) => `(
        select e.id, e.started_at, e.client_id, e.project_id, e.minutes / 60 as hours, e.hourly_cost,
          case when e.is_billable and e.hourly_rate is not null and (v.times @> e.started_at) is not true then e.minutes / 60 * e.hourly_rate end
            as revenue,
          e.minutes / 60 * e.hourly_cost as cost
        from time_entries e left join covers v on v.project_id = e.project_id
        where e.team_id = $team and e.minutes is not null and ${isWithin('e.started_at')}${conditions} offset 0) e where true`,
      keys: { client: 'e.client_id', project: 'e.project_id' },
      filters: {
        client_id: isFilter('e.client_id', 'client_id'),
        project_id: isFilter('e.project_id', 'project_id'),
      },
      values: {
        revenue: 'e.revenue',
        cost: 'e.cost',
        margin:
          'case when coalesce(e.revenue, e.cost) is not null then coalesce(e.revenue, 0) - coalesce(e.cost, 0) end',
        hours: 'e.hours',
        without_cost: 'case when e.hourly_cost is null then e.hours end',
      },
    },
  ],
};
