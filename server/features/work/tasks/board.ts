import { iso, rowById, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { shapes } from '#server/records/crud-queries.ts';
import { isScannedFor } from '#server/records/input.ts';
import { parentOf, subtaskCounts } from './parent.ts';
import { fields, visibleBlockers } from './table.ts';
import { boardFields, boardTasks, type cardOrders, type groups } from './views.ts';

/*
 * Task board: columns, counts and cards, read in one snapshot (docs/adr/0055-task-board.md).
 */

type Group = (typeof groups)[number];
type CardOrder = (typeof cardOrders)[number];

/** SQL over the task `t`: true if it waits for an incomplete task; costs nothing for a task without dependencies. */
const isBlocked = `case when cardinality(t.blocked_by_ids) = 0 then false else exists (
  select from unnest(t.blocked_by_ids) u (id)
  where (select b.deleted_at is null and b.completed_at is null from tasks b where b.team_id = $team and b.id = u.id)) end`;

/** Max cards. */
const maxCards = 1_000;
/** Days for which a finished task stays on the board. */
const recentDays = 14;

/** SQL: pipeline whose columns are always shown, even if empty. */
const basis = (filters: readonly string[]) => {
  if (filters.includes('pipeline_id')) return '$pipeline_id::uuid';
  return filters.includes('project_id')
    ? '(select id from pipelines where team_id = $team and project_id = $project_id::uuid and is_default)'
    : '(select id from pipelines where team_id = $team and is_template)';
};

/** SQL over the task `t`: its group. */
const keyOf: Readonly<Record<Group, string>> = {
  column: 't."column"',
  person: 't.assignee_ids[1]::text',
  client:
    '(select p.client_id::text from projects p where p.team_id = $team and p.id = t.project_id)',
  project: 't.project_id::text',
  priority: 't.priority::text',
  due: `case when t.completed_at is not null then 'done' when t.due_date < clock.today then 'late' when t.due_date = clock.today then 'today'
    when t.due_date = clock.today + 1 then 'tomorrow' when t.due_date < clock.today + 7 then 'week' when t.due_date is not null then 'later' end`,
};

/** Keys of the columns that a board always has, in order; those of other groups come from its tasks. */
const fixedKeys: Partial<Readonly<Record<Group, readonly string[]>>> = {
  priority: fields.priority.schema.enum,
  due: ['late', 'today', 'tomorrow', 'week', 'later', 'none', 'done'],
};

/** Table of the names of a group's columns, whose keys are ids. */
const nameTables: Partial<Readonly<Record<Group, string>>> = {
  person: 'users',
  client: 'clients',
  project: 'projects',
};

/** SQL over the matches `f`: order of the cards of a column. */
const orderSql: Readonly<Record<CardOrder, string>> = {
  position: 'f.position, f.id',
  due_date: 'f.due_date nulls last, f.position, f.id',
  priority: 'f.sort_key desc, f.position, f.id',
  title: 'f.sort_key collate "C", f.id',
  '-id': 'f.id desc',
};
/** SQL over the task `t`: value that only this order needs. */
const sortKeys: Partial<Readonly<Record<CardOrder, string>>> = {
  priority: 't.priority',
  title: 'fold(t.title)',
};

const columnsBy = (group: Group, hasLimit: boolean): string => {
  const sums = `coalesce(s.count, 0) as count, coalesce(s.older, 0) as older,
      coalesce(s.estimated_hours, 0) as estimated_hours, coalesce(s.actual_hours, 0) as actual_hours`;
  if (group === 'column')
    return `
    select coalesce(b.slug, s.key) as key, coalesce(b.name, s.name) as name, coalesce(b.is_finishing, s.is_finishing) as is_finishing,
      ${hasLimit ? 'b."limit"' : 'null::integer'} as "limit", ${sums}
    from basis b full join sums s on s.key = b.slug order by b.rank nulls last, s.rank, s.name, s.key`;
  const keys = fixedKeys[group];
  if (keys)
    return `
    select k.key, null::text as name, k.key = 'done' as is_finishing, null::integer as "limit", ${sums}
    from unnest(array['${keys.join("', '")}']) with ordinality k (key, rank) left join sums s on coalesce(s.key, 'none') = k.key
    order by k.rank`;
  return `
    select coalesce(s.key, 'none') as key, x.name, false as is_finishing, null::integer as "limit", ${sums}
    from sums s left join ${nameTables[group]} x on x.team_id = $team and x.id = s.key::uuid
    order by (s.key is not null), fold(x.name) collate "C", s.key`;
};

/** Checklist entry: `- [x] Fotos`. */
const entry = (mark: string) => String.raw`^[ \t]*[-*+][ \t]+\[${mark}\]`;
const entries = (mark: string) =>
  `coalesce(regexp_count(t.checklist_markdown, '${entry(mark)}', 1, 'n'), 0)`;

function statementFor(
  group: Group,
  order: CardOrder,
  filters: readonly string[],
  search: boolean,
  isScanned: boolean,
): TeamStatement {
  const conditions = filters.map((name) => boardTasks.filters[name]?.sql ?? 'false');
  // Another collation bypasses the index: a term without a trigram would read all of it.
  const like = `t.search${isScanned ? ' collate "C"' : ''} like containing($search)`;
  const where = ['t.team_id = $team', boardTasks.visible, ...conditions, ...(search ? [like] : [])];
  const scopes = ['pipeline_id', 'project_id', 'group', 'order', 'today'];
  // Limits apply only to complete columns, and merged columns of several pipelines have no single limit.
  const isWhole = !search && filters.every((name) => scopes.includes(name));
  const condition = where.join(' and ');
  // All tasks of a pipeline are read as they are stored: otherwise they are read column by column, which takes twice as long.
  const [tasks, matches] =
    isWhole && filters.includes('pipeline_id')
      ? [
          `(select t.* from tasks t where ${condition} offset 0) t`,
          'k.pipeline_id = $pipeline_id::uuid',
        ]
      : ['tasks t', condition];
  const hasLimit = isWhole && filters.some((name) => ['pipeline_id', 'project_id'].includes(name));
  return teamStatement(
    `with clock as materialized (
      select now() - interval '${recentDays} days' as since, ${filters.includes('today') ? '$today::date' : '(now() at time zone x.time_zone)::date'} as today
      from teams x where x.id = $team),
    basis as materialized (
      select c.slug, c.name, c.is_finishing, c."limit", row_number() over (order by c.position, c.id) as rank
      from columns c where c.team_id = $team and c.pipeline_id = ${basis(filters)}),
    found as materialized (
      select t.id, ${keyOf[group]} as key, t.position, t.due_date, ${sortKeys[order] ?? 'null::text'} as sort_key, t.estimated_hours, t.actual_hours, t.pipeline_id, t."column",
        k.is_finishing and coalesce(t.completed_at, t.updated_at) < clock.since as is_older
      from ${tasks} cross join clock join columns k on k.team_id = $team and k.pipeline_id = t.pipeline_id and k.slug = t."column"
      where ${matches}),
    sums as materialized (
      select f.key, ${group === 'column' ? 'min(k.name) as name, bool_or(k.is_finishing) as is_finishing, min(k.position) as rank,' : ''}
        sum(f.count)::int as count, sum(f.older)::int as older, sum(f.estimated_hours) as estimated_hours, sum(f.actual_hours) as actual_hours
      from (
        select f.key, f.pipeline_id, f."column", count(*) as count, count(*) filter (where f.is_older) as older,
          sum(f.estimated_hours) as estimated_hours, sum(f.actual_hours) as actual_hours
        from found f group by f.key, f.pipeline_id, f."column") f
        join columns k on k.team_id = $team and k.pipeline_id = f.pipeline_id and k.slug = f."column"
      group by f.key),
    cards as materialized (
      select f.id, f.place, f.key from (
        select f.id, f.key, row_number() over (partition by f.key collate "C" order by ${orderSql[order]}) as place
        from found f where not f.is_older) f
      where f.place <= ${maxCards} order by f.place, f.key limit ${maxCards}),
    shown as materialized (
      select t.*, d.key, d.place from cards d cross join ${rowById('tasks', 'd.id')} t)
    select ${iso('clock.since')} as finished_from, (select coalesce(sum(s.count), 0)::int from sums s) as count,
      (select coalesce(json_agg(row_to_json(c)), '[]') from (${columnsBy(group, hasLimit)}) c) as columns,
      (select coalesce(json_agg(row_to_json(c)), '[]') from (
        select t.id, t.title, t.project_id, t.pipeline_id, t."column", t.position, t.priority, t.start_date, t.due_date, t.assignee_ids, t.tags,
          ${visibleBlockers('t.blocked_by_ids')} as blocked_by_ids, ${isBlocked} as is_blocked,
          t.estimated_hours, t.actual_hours, ${iso('t.completed_at')} as completed_at,
          ${entries('[xX]')} as checklist_done, ${entries('[ xX]')} as checklist_total,
          ${parentOf} as parent, s.done as subtask_done, s.total as subtask_total
        from shown t cross join lateral ${subtaskCounts} s order by t.key, t.place) c) as cards,
      (select coalesce(json_agg(row_to_json(c)), '[]') from (
        select p.id, p.name, p.color, case when c.id is not null then (select row_to_json(o) from (select c.id, c.name) o) end as client
        from projects p left join clients c on c.team_id = $team and c.id = p.client_id
        where p.team_id = $team and p.id in (select t.project_id from shown t) order by p.id) c) as projects
    from clock`,
    { prepared: false },
  );
}

const statements = shapes(statementFor);

export const getBoard = operation({
  name: 'tasks.board',
  id: 'getTaskBoard',
  summary: 'Get the task board',
  note: `All tasks that match the filters, in columns. Without pipeline_id, columns with the same slug in several pipelines are combined: first those of the project’s pipeline or of the team’s template, in order, then others that contain a task. A column’s count covers all its tasks; a finishing column shows those of the last ${recentDays} days (finished_from), and returns the number of the others as older. At most ${maxCards} cards, the first of each column; if a column has no further cards, its count is the sum of its cards and older. limit is returned for columns of one pipeline or project if there are no other filters. Grouped by person, a task is in the column of its main assignee; grouped by client, in that of its project’s client; grouped by project, priority or due, in that of its project, its priority or the period of its due_date; other tasks are in the column none.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: boardTasks.path, status: 200 },
  emits: [],
  input: { query: boardTasks },
  output: { kind: 'fields', name: 'TaskBoard', fields: boardFields },
  one: 'team',
  async run({ db }, { query: { filters, search } }) {
    const names = Object.keys(filters);
    const { group = 'column', order = group === 'column' ? 'position' : 'due_date' } = filters as {
      group?: Group;
      order?: CardOrder;
    };
    const isScanned = search !== undefined && isScannedFor(boardTasks, search);
    const statement = statements(
      `${group}&${order}?${names}&${search !== undefined}&${isScanned}`,
      group,
      order,
      names,
      search !== undefined,
      isScanned,
    );
    const [row] = await db.scan(statement, { ...filters, search });
    return row;
  },
});
