import { v7 as uuidv7 } from 'uuid';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { projects } from '#server/features/work/projects/table.ts';
import { tasks } from '#server/features/work/tasks/table.ts';
import type { Table } from '#server/records/table.ts';
import { envelope, page, serveBare } from './bare-server.ts';

/*
 * Answers the same requests as a hand-written application would: minimal SQL over the same tables and indexes, every statement prepared,
 * JSON built in Node.js. A create is just an INSERT: no event, no deliveries, no totals, no lock for the end of a column. A project still
 * gets its board, because it could have no tasks without one.
 */

type Row = Record<string, unknown>;

/** The columns of the record's own table, and those joined for `client` and `squad`. */
const columnsOf = ({ fields }: Table) =>
  Object.keys(fields)
    .filter((name) => !fields[name]?.nested)
    .map((name) => (name === 'assignee_id' ? 't.assignee_ids[1] as assignee_id' : `t."${name}"`));

/** Turns a row into a record, with the fields in the API's order. */
function recordOf({ fields }: Table): (row: Row) => Row {
  const names = Object.entries(fields).map(([name, { nested }]) => [name, nested?.via] as const);
  return (row) => {
    const record: Row = {};
    for (const [name, via] of names) {
      if (via === undefined) record[name] = row[name];
      else record[name] = row[via] ? { id: row[via], name: row[`${name}_name`] } : null;
    }
    return record;
  };
}

const projectColumns = `${columnsOf(projects).join(', ')}, c.name as client_name, s.name as squad_name`;
const joins = `left join clients c on c.team_id = t.team_id and c.id = t.client_id
  left join squads s on s.team_id = t.team_id and s.id = t.squad_id`;

/** The conditions of the measured lists, with their values from the URL. */
const lists: Record<
  string,
  { where: string; order: string; values: (q: URLSearchParams) => unknown[] }
> = {
  all: { where: 'true', order: 't.created_at desc, t.id desc', values: () => [] },
  status: {
    where: 't.status = $3 and t.priority = $4',
    order: 't.due_date nulls last, t.id',
    values: (q) => [q.get('status'), q.get('priority')],
  },
  search: {
    where: 't.search like $3',
    order: 't.created_at desc, t.id desc',
    values: (q) => [`%${q.get('search')?.toLowerCase()}%`],
  },
};

const listing = (where: string, order: string) => `
  select ${projectColumns}, (select count(*)::int from projects t where t.team_id = $1 and ${where}) as total
  from projects t ${joins} where t.team_id = $1 and ${where} order by ${order} limit $2`;

const get = `select ${projectColumns} from projects t ${joins} where t.team_id = $1 and t.id = $2`;

const update = `
  with t as (update projects set description = $3, updated_at = now() where team_id = $1 and id = $2 returning *)
  select ${projectColumns} from t ${joins}`;

const createProject = `
  with t as (
    insert into projects (team_id, id, slug, name, description, status, priority, start_date, due_date)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *),
  pipeline as (
    insert into pipelines (team_id, id, name, project_id, is_default)
    select $1, $10, name, $2, true from pipelines where team_id = $1 and is_template),
  board as (
    insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing)
    select $1, gen_random_uuid(), $10, c.slug, c.name, c.position, c.is_finishing
    from pipelines p join columns c on c.team_id = $1 and c.pipeline_id = p.id where p.team_id = $1 and p.is_template)
  select ${projectColumns} from t ${joins}`;

const createTask = `
  insert into tasks as t (team_id, id, title, description, priority, project_id, pipeline_id, "column", position)
  select $1, $2, $3, $4, $5, $6, p.id, c.slug,
    (select coalesce(max(x.position), 0) + 1 from tasks x
      where x.team_id = $1 and x.pipeline_id = p.id and x."column" = c.slug and x.deleted_at is null)
  from pipelines p, lateral (
    select slug from columns where team_id = $1 and pipeline_id = p.id order by position, id limit 1) c
  where p.team_id = $1 and p.project_id = $6 and p.is_default
  returning ${columnsOf(tasks).join(', ')}`;

const createDeal = `
  insert into deals as t (team_id, id, title, description, value, source) values ($1, $2, $3, $4, $5, $6)
  returning ${columnsOf(deals).join(', ')}`;

const createContact = `
  insert into contacts as t (team_id, id, phone, jid, custom_name, tags) values ($1, $2, $3, $4, $5, $6)
  returning ${columnsOf(contacts).join(', ')}`;

const creates: Record<string, { table: Table; text: string; values: (body: Row) => unknown[] }> = {
  '/projects': {
    table: projects,
    text: createProject,
    values: ({ name, description, status, priority, start_date, due_date }) => [
      ...[name, name, description, status, priority, start_date, due_date],
      uuidv7(),
    ],
  },
  '/tasks': {
    table: tasks,
    text: createTask,
    values: ({ title, description, priority, project_id }) => [
      ...[title, description, priority, project_id],
    ],
  },
  '/deals': {
    table: deals,
    text: createDeal,
    values: ({ title, description, value, source }) => [title, description, value, source],
  },
  '/msgapp/contacts': {
    table: contacts,
    text: createContact,
    values: ({ phone, custom_name, tags }) => [
      ...[phone, `${phone}@s.msgapp.net`, custom_name, tags],
    ],
  },
};

serveBare(async ({ caller }, pool) => {
  const team = caller.team.id;
  const project = recordOf(projects);
  const records = Object.fromEntries(
    Object.entries(creates).map(([path, { table }]) => [path, recordOf(table)]),
  );
  const run = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values: [team, ...values] })).rows;
  const one = (rows: Row[], record: (row: Row) => Row) =>
    envelope(JSON.stringify(record(rows[0] ?? {})));

  return async ({ method, path, body }) => {
    const create = creates[path];
    if (method === 'POST' && create) {
      const rows = await run(path, create.text, [uuidv7(), ...create.values(body)]);
      return one(rows, records[path] ?? project);
    }
    const id = path.slice('/projects/'.length);
    if (method === 'PUT') return one(await run('update', update, [id, body.description]), project);
    if (!path.includes('?') && id) return one(await run('get', get, [id]), project);
    const { searchParams } = new URL(path, 'http://plain');
    const limit = Number(searchParams.get('limit') ?? 20);
    const name = ['status', 'search'].find((each) => searchParams.has(each)) ?? 'all';
    const list = lists[name];
    if (!list) throw new Error(`no statement for ${path}`);
    const text = listing(list.where, list.order);
    const rows = await run(`list ${name}`, text, [limit, ...list.values(searchParams)]);
    const data = rows.map((row) => JSON.stringify(project(row))).join();
    return page(data, 1, limit, (rows[0]?.total as number | undefined) ?? 0);
  };
});
