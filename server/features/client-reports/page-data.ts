import { iso, teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { ApiError } from '#server/platform/errors.ts';
import { type ContractPeriods, periodsOfClient } from '../retainers/hours.ts';
import { isWorking, showsValues } from './links.ts';

/*
 * Content of a client's report page, for the holder of its link. http/client-report-pages.ts renders it.
 */

/** Max records of each list on the page. */
export const maxShown = 300;

interface ShownTask {
  readonly title: string;
  readonly project: string;
  /** The day, in the team's time zone. */
  readonly completed_on: string;
}

interface ShownCampaign {
  readonly name: string;
  readonly status: string;
  /** The client's answer; null without a request to the client. Decisions of the team are not the client's. */
  readonly answer: 'pending' | 'changes' | 'approved' | 'rejected' | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
}

interface ShownAmount {
  readonly title: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly value: number | null;
  readonly overage_value: number;
  readonly total: number;
}

export interface ShownReport {
  readonly team: string;
  readonly time_zone: string;
  readonly client: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly expires_at: string;
  readonly brand: { readonly color: string | null; readonly logo: string | null } | null;
  /** Number of completed tasks; null if the link shows none. */
  readonly tasks_done: number | null;
  readonly tasks: readonly ShownTask[];
  /** Null if the link shows no hours. */
  readonly hours: readonly { readonly project: string | null; readonly minutes: number }[] | null;
  readonly contracts: readonly ContractPeriods[];
  readonly campaigns: readonly ShownCampaign[];
  readonly decisions: {
    readonly approved: number;
    readonly changes: number;
    readonly rejected: number;
  };
  /** Null if the link shows no amounts. */
  readonly amounts: readonly ShownAmount[] | null;
}

const select = teamStatement(`
  with l as materialized (
    select x.*, m.name as team, m.time_zone, coalesce(c.display_name, c.name) as client,
      x.starts_on::timestamp at time zone m.time_zone as first, (x.ends_on + 1)::timestamp at time zone m.time_zone as last,
      ${showsValues('x')} as is_priced
    from client_report_links x
    join teams m on m.id = $team
    join clients c on c.team_id = $team and c.id = x.client_id
    where x.team_id = $team and x.id = $id and ${isWorking('x')}),
  done as materialized (
    select t.title, p.name as project, (t.completed_at at time zone l.time_zone)::date as completed_on, t.completed_at, t.id
    from l join projects p on p.team_id = $team and p.client_id = l.client_id
      join tasks t on t.team_id = $team and t.project_id = p.id
    where l.shows_tasks and t.deleted_at is null and t.parent_id is null and t.completed_at >= l.first and t.completed_at < l.last),
  spent as materialized (
    select p.name as project, sum(e.minutes)::float8 as minutes
    from l join time_entries e on e.team_id = $team and e.client_id = l.client_id
      left join projects p on p.team_id = $team and p.id = e.project_id
    where l.shows_hours and e.minutes is not null and e.started_at >= l.first and e.started_at < l.last
    group by p.id, p.name),
  planned as materialized (
    select g.name, g.status, g.start_date, g.end_date, g.id, (
        select i.state from approval_items i
          join approval_requests q on q.team_id = $team and q.id = i.request_id and q.stage = 'client' and q.client_id = l.client_id
        where i.team_id = $team and i.campaign_id = g.id and (i.state <> 'pending' or (i.is_live and q.revoked_at is null))
        order by i.request_id desc limit 1) as answer, g.approval_status
    from l join projects p on p.team_id = $team and p.client_id = l.client_id
      join campaigns g on g.team_id = $team and g.project_id = p.id
    where g.status not in ('draft', 'cancelled') and coalesce(g.start_date, g.end_date) is not null
      and coalesce(g.start_date, g.end_date) <= l.ends_on and coalesce(g.end_date, g.start_date) >= l.starts_on),
  decided as materialized (
    select d.decision::text as decision, count(*)::int as n
    from l join approval_requests q on q.team_id = $team and q.client_id = l.client_id and q.stage = 'client'
      join approval_decisions d on d.team_id = $team and d.request_id = q.id
    where d.created_at >= l.first and d.created_at < l.last group by 1),
  billed as materialized (
    select b.title, b.starts_on, b.ends_on, b.value::float8 as value, b.overage_value::float8 as overage_value, b.total::float8 as total
    from l join billing_lines b on b.team_id = $team and b.client_id = l.client_id
    where l.is_priced and b.status <> 'waived' and b.ends_on between l.starts_on and l.ends_on)
  select l.client_id, l.shows_hours, json_build_object('team', l.team, 'time_zone', l.time_zone, 'client', l.client,
    'starts_on', l.starts_on, 'ends_on', l.ends_on, 'expires_at', ${iso('l.expires_at')},
    'brand', (select json_build_object('color', b.color, 'logo', encode(b.logo_hash, 'hex')) from team_brands b where b.team_id = $team),
    'tasks_done', case when l.shows_tasks then (select count(*)::int from done) end,
    'tasks', (select coalesce(json_agg(json_build_object('title', d.title, 'project', d.project, 'completed_on', d.completed_on)
        order by fold(d.project) collate "C", d.completed_at, d.id), '[]')
      from (select * from done order by completed_at desc, id desc limit ${maxShown}) d),
    'hours', case when l.shows_hours then (select coalesce(json_agg(json_build_object('project', s.project, 'minutes', s.minutes)
        order by s.minutes desc, s.project), '[]') from (select * from spent order by minutes desc limit ${maxShown}) s) end,
    'campaigns', (select coalesce(json_agg(json_build_object('name', g.name, 'status', g.status,
        'answer', case when g.approval_status = 'approved' then 'approved' else g.answer::text end,
        'start_date', g.start_date, 'end_date', g.end_date) order by coalesce(g.start_date, g.end_date), g.id), '[]')
      from (select * from planned order by coalesce(start_date, end_date), id limit ${maxShown}) g),
    'decisions', json_build_object(
      'approved', coalesce((select n from decided where decision = 'approved'), 0),
      'changes', coalesce((select n from decided where decision = 'changes'), 0),
      'rejected', coalesce((select n from decided where decision = 'rejected'), 0)),
    'amounts', case when l.is_priced then (select coalesce(json_agg(to_json(b) order by b.starts_on, b.title), '[]')
      from (select * from billed order by starts_on, title limit ${maxShown}) b) end) as shown
  from l`);

const gone = () => new ApiError('GONE', 'The link has expired or was revoked.');

/** Id of the caller's link. @throws ApiError GONE for further callers */
function linkIdOf({ actor }: Context): string {
  if (actor.kind !== 'client' || !('reportLinkId' in actor)) throw gone();
  return actor.reportLinkId;
}

type Stored = Omit<ShownReport, 'contracts'>;

export const viewReport = operation({
  name: 'client_reports.look',
  id: 'lookAtClientReport',
  summary: 'Get the report of a link',
  allow: { client: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: ['team', 'client', 'starts_on', 'ends_on'] },
  mayFail: ['GONE'],
  one: 'report link',
  async run(ctx): Promise<ShownReport> {
    const [row] = await ctx.db.run(select, { id: linkIdOf(ctx) });
    if (!row) throw gone();
    const report = row.shown as Stored;
    const contracts =
      row.shows_hours === true ? await periodsOfClient(ctx.db, row.client_id as string) : [];
    return {
      ...report,
      contracts: contracts.flatMap((contract) => {
        const periods = contract.periods.filter(
          ({ starts_on, ends_on }) =>
            starts_on <= report.ends_on && (ends_on === null || ends_on >= report.starts_on),
        );
        return periods.length > 0 ? [{ ...contract, periods }] : [];
      }),
    };
  },
});

const see = teamStatement(
  'update client_report_links set seen_at = now() where team_id = $team and id = $id and seen_at is null',
);

export const recordReportView = operation({
  name: 'client_reports.see',
  id: 'seeClientReport',
  summary: 'Record that the page of a link was opened',
  allow: { client: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: [] },
  mayFail: ['GONE'],
  one: 'report link',
  async run(ctx) {
    await ctx.db.run(see, { id: linkIdOf(ctx) });
    return {};
  },
});

export const pageOperations: readonly Operation[] = [viewReport, recordReportView];
