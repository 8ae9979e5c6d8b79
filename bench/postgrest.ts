import { randomUUID } from 'node:crypto';
import { serveBare } from './bare-server.ts';

/*
 * Answers as PostgREST does, with the SQL that it generates: one prepared statement for each shape of request, in which PostgreSQL builds
 * the whole body with json_agg. PostgREST itself also starts a transaction and sets role and claims before each statement, so these
 * figures are an upper bound for it. No envelope, no default of the service, no event.
 */

const result = (from: string) => `
  select pg_catalog.count(_postgrest_t) as page_total, coalesce(json_agg(_postgrest_t), '[]')::text as body,
    nullif(current_setting('response.headers', true), '') as response_headers,
    nullif(current_setting('response.status', true), '') as response_status
  from (${from}) _postgrest_t`;

const embedded = ['clients', 'squads'].map((table) => {
  const name = table.slice(0, -1);
  return {
    column: `row_to_json("${table}_1".*)::jsonb as "${name}"`,
    join: `left join lateral (
      select "${table}_1".id, "${table}_1".name from public.${table} as "${table}_1"
      where "${table}_1".id = projects.${name}_id and "${table}_1".team_id = projects.team_id) as "${table}_1" on true`,
  };
});
const projects = `select projects.*, ${embedded.map(({ column }) => column).join(', ')}
  from public.projects ${embedded.map(({ join }) => join).join(' ')}`;

const readOne = `with pgrst_source as (${projects} where projects.team_id = $1 and projects.id = $2)
  ${result('select * from pgrst_source')}`;

/** With `Prefer: count=exact`, since the service's lists have their total. */
const list = (where: string, order: string) => `
  with pgrst_source as (${projects} where projects.team_id = $1 and ${where} order by ${order} limit $2 offset 0),
  pgrst_source_count as (select 1 from public.projects where projects.team_id = $1 and ${where})
  select (select pg_catalog.count(*) from pgrst_source_count) as total_result_set, r.*
  from (${result('select * from pgrst_source')}) r`;
const newest = 'projects.created_at desc, projects.id desc';
const lists = {
  all: { text: list('true', newest), values: () => [] },
  status: {
    text: list(
      'projects.status = $3 and projects.priority = $4',
      'projects.due_date asc nulls last, projects.id asc',
    ),
    values: (query: URLSearchParams) => [query.get('status'), query.get('priority')],
  },
  search: {
    text: list('projects.search like $3', newest),
    values: (query: URLSearchParams) => [`%${query.get('search')?.toLowerCase()}%`],
  },
};

/** Columns of inserts, with their types. */
const inserts: Record<string, { table: string; columns: Record<string, string> }> = {
  '/deals': {
    table: 'deals',
    columns: { title: 'text', description: 'text', value: 'numeric', source: 'text' },
  },
  '/msgapp/contacts': {
    table: 'contacts',
    columns: { phone: 'text', jid: 'text', custom_name: 'text', tags: 'text[]' },
  },
};
const insertInto = (table: string, types: Record<string, string>) => {
  const columns = Object.entries({ team_id: 'uuid', id: 'uuid', ...types });
  return `with pgrst_source as (
    insert into public.${table} (${columns.map(([name]) => `"${name}"`).join(', ')})
    select ${columns.map(([name]) => `pgrst_body."${name}"`).join(', ')}
    from (select $1::json as json_data) pgrst_payload, lateral (
      select * from json_to_record(pgrst_payload.json_data) as _(${columns.map((each) => each.join(' ')).join(', ')})) pgrst_body
    returning ${table}.*)
  ${result('select * from pgrst_source')}`;
};

const update = `with pgrst_source as (
    update public.projects set description = pgrst_body.description
    from (select $3::json as json_data) pgrst_payload,
      lateral (select * from json_to_record(pgrst_payload.json_data) as _(description text)) pgrst_body
    where projects.team_id = $1 and projects.id = $2 returning projects.*)
  ${result('select * from pgrst_source')}`;

serveBare(async ({ caller }, pool) => {
  const team = caller.team.id;
  const run = async (name: string, text: string, values: unknown[]): Promise<string> =>
    (await pool.query<{ body: string }>({ name, text, values })).rows[0]?.body ?? '[]';
  return ({ method, path, body }) => {
    const insert = inserts[path];
    if (method === 'POST') {
      if (!insert) throw new Error(`no statement for ${path}`);
      const { table, columns } = insert;
      const jid = path === '/msgapp/contacts' ? { jid: `${body.phone}@s.msgapp.net` } : {};
      const record = JSON.stringify({ ...body, ...jid, team_id: team, id: randomUUID() });
      return run(path, insertInto(table, columns), [record]);
    }
    const id = path.slice('/projects/'.length);
    if (method === 'PUT') return run('update', update, [team, id, JSON.stringify(body)]);
    if (!path.includes('?') && id) return run('one', readOne, [team, id]);
    const { searchParams } = new URL(path, 'http://postgrest');
    const name = (['status', 'search'] as const).find((each) => searchParams.has(each)) ?? 'all';
    const { text, values } = lists[name];
    return run(name, text, [
      team,
      Number(searchParams.get('limit') ?? 20),
      ...values(searchParams),
    ]);
  };
});
