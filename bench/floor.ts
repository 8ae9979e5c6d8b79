import { v7 as uuidv7 } from 'uuid';
import type { Parameters } from '#server/db/database.ts';
import contacts from '#server/features/crm/contacts/operations.ts';
import deals from '#server/features/crm/deals/operations.ts';
import projects from '#server/features/work/projects/operations.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import { type ListQuery, readCreate, readListQuery, readUpdate } from '#server/records/input.ts';
import { envelope, page, serveBare } from './bare-server.ts';
import { type CapturedStatement, captureStatement } from './capture-statements.ts';

/*
 * The minimal server that can answer the same requests with the same SQL: bare node:http, the same driver and options, the service's own
 * statements. No keys, no validation, no log.
 */

const made: Record<string, () => Record<string, unknown>> = {
  '/projects': () => ({ name: 'floor' }),
  '/tasks': () => ({ title: 'floor', project_id: uuidv7() }),
  '/deals': () => ({ title: 'floor' }),
  '/msgapp/contacts': () => ({ phone: '5511900000000' }),
};

serveBare(async ({ caller }, pool) => {
  const get = await captureStatement(caller, (context) => projects.get.run(context, { id: '' }));
  const update = await captureStatement(caller, (context) =>
    projects.update.run(context, {
      id: '',
      values: readUpdate(projects.update.input.body, { description: 'floor' }),
    }),
  );
  const creates = new Map<string, CapturedStatement>();
  for (const { create, table } of [projects, tasks, deals, contacts]) {
    const values = readCreate(create.input.body, made[table.path]?.() ?? {});
    creates.set(
      table.path,
      await captureStatement(caller, (context) => create.run(context, { values })),
    );
  }
  const lists = new Map<string, { query: ListQuery; use: CapturedStatement }>();
  /** URLs are parsed once. */
  async function listAt(path: string) {
    const cached = lists.get(path);
    if (cached) return cached;
    const { searchParams } = new URL(path, 'http://floor');
    const query = readListQuery(projects.table, Object.fromEntries(searchParams));
    const list = () => captureStatement(caller, (context) => projects.list.run(context, { query }));
    // Which statement a search uses depends on the list's size when it was last read.
    await list();
    const use = await list();
    lists.set(path, { query, use });
    return { query, use };
  }

  async function run(
    { statement: { name, text, parameters: names }, parameters }: CapturedStatement,
    extra: Parameters,
  ) {
    const all = { ...parameters, ...extra };
    const values = names.map((each) => all[each]);
    const { rows } = await pool.query(name ? { name, text, values } : { text, values });
    return rows[0];
  }

  return async ({ method, path, body }) => {
    const create = creates.get(path);
    if (method === 'POST' && create) {
      // The benchmark's names are already slugs.
      const projectFields =
        path === '/projects' ? { slug: body.name, from: 2, pipeline_id: uuidv7() } : undefined;
      return envelope((await run(create, { ...body, ...projectFields, id: uuidv7() })).data);
    }
    const id = path.slice('/projects/'.length);
    if (method === 'PUT') return envelope((await run(update, { ...body, id })).data);
    if (!path.includes('?') && id) return envelope((await run(get, { id })).data);
    const { query, use } = await listAt(path);
    const { data, total } = await run(use, {});
    return page(data, query.page, query.limit, total);
  };
});
