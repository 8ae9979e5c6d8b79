import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { resources } from '#server/features/registry.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { makeLog } from '#server/platform/log.ts';
import { entriesReadBy } from '#test/support/entries-read.ts';
import { type Answer, startApp, type TestTeam, useService } from '#test/support/harness.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';
import { goodValues } from '#test/support/samples.ts';

/*
 * Filtered lists, boards, merges and bulk changes read rows in proportion to what they show or change, even if the statistics cover only another team (ADR
 * 79): a new team has grown since PostgreSQL last analyzed the tables. Sweeps: sweep-plans.test.ts.
 */
const service = useService({ foreignRows: true });

/** Rows that a team gets in each table. */
const grown = 2_000;

/** SQL of rows by table: columns, and their values over `i`, the number of the row, and `l`, the links. */
const planted: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  tasks: [
    'id, title, project_id, pipeline_id, "column", position, assignee_ids',
    `uuid7(), 'Tarefa ' || i, l.project, l.pipeline, 'first', i, array[l.assignee]`,
  ],
  clients: ['id, type, name', `id_of(clients), 'PJ', 'Cliente ' || i`],
  deals: ['id, title, value, client_id', `id_of(deals), 'Negócio ' || i, 100, id_of(clients)`],
  activities: [
    'id, title, deal_id, client_id, type, due_date',
    `uuid7(), 'Ligar ' || i, id_of(deals), id_of(clients), 'task', current_date + i % 9`,
  ],
  contacts: [
    'id, phone, jid, client_id',
    `id_of(contacts), '5511' || 900000000 + i, 'x', id_of(clients)`,
  ],
  conversations: ['id, inbox_id, contact_id', `id_of(conversations), l.inbox, id_of(contacts)`],
  // All in the conversations of the first two contacts.
  messages: [
    'id, conversation_id, inbox_id, remote_jid, direction, content, status',
    `uuid7(), md5(l.team || 'conversations' || 1 + i % 2)::uuid, l.inbox, 'x', 'incoming', 'Olá', 'received'`,
  ],
  conversation_notes: [
    'id, conversation_id, author_id, content',
    `uuid7(), md5(l.team || 'conversations' || 1 + i % 2)::uuid, l.assignee, 'Nota'`,
  ],
  comments: [
    'id, contact_id, author_id, content',
    `uuid7(), md5(l.team || 'contacts' || 1 + i % 2)::uuid, l.assignee, 'Comentário'`,
  ],
};
const tables = Object.keys(planted);
/** Tables whose reads count: those above, and those to which the requests add rows. */
const measured = [...tables, 'bulk_jobs', 'bulk_items', 'contact_merges'];

/** Adds rows of a team to each table. */
async function plant(team: TestTeam): Promise<void> {
  const project = await team.create('projects');
  for (const [table, [columns, values]] of Object.entries(planted)) {
    const linked = values.replaceAll(/id_of\((\w+)\)/g, `md5(l.team || '$1' || i)::uuid`);
    await service.sql(
      `insert into ${table} (team_id, ${columns})
      select l.team, ${linked} from generate_series(1, $1) i, (
        select $2::uuid as team, $3::uuid as project, $4::uuid as pipeline, $5::uuid as inbox, $6::uuid as assignee) l`,
      [grown, team.id, project.id, team.pipeline.id, team.inbox, team.users[0]],
    );
  }
}

let team: TestTeam;
let ana: TestPerson;
let app: FastifyInstance;
/** Pool of the running test. Statements that concern no team use the service's. */
let pool: Database;
beforeAll(async () => {
  for (const table of tables)
    await service.sql(`alter table ${table} set (autovacuum_enabled = off)`);
  await plant(await service.team());
  await service.sql(`analyze ${tables.join(', ')}`);
  team = await service.team();
  await plant(team);
  // A connection reports its reads when it ends: those of the totals do not count.
  const totals = openDatabase(service.connection, 'totals', 2, () => {});
  await wrongTotals(totals.platform, true);
  await totals.close();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  const limit = rateLimit(0, undefined, makeLog('silent'));
  const database = { ...service.database, team: (id: string) => pool.team(id) };
  app = await startApp(database, service.keys, limit, service.secrets);
  // Reports the reads of the inserts, so that only the statements of a test count.
  await service.sql('select pg_stat_force_next_flush()');
});
afterAll(() => app.close());

/** Makes a request of Ana's, which must succeed. */
async function call(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await callPanel(app, ana.token, method, `/teams/${team.slug}${path}`, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer;
}

/** Tables of which requests read more than `most` entries per planted row. */
async function excessOf(most: number, work: () => Promise<void>) {
  const read = await entriesReadBy(service, measured, async (database) => {
    pool = database;
    await work();
  });
  expect(Math.max(...read.values()), 'reads on the pool').toBeGreaterThan(0);
  return [...read].filter(([, entries]) => entries > most * grown);
}

describe.each([
  ['do not include the team', async () => {}],
  ['are fresh', () => service.sql(`analyze ${tables.join(', ')}`)],
] as const)('while the statistics %s', (_, collect) => {
  beforeAll(async () => void (await collect()));

  test.each([
    '/tasks/board?group=column',
    '/tasks/board?group=person',
    '/tasks/board?group=client',
    '/deals/board',
  ])('%s reads each row a few times', async (path) => {
    const excess = await excessOf(5, async () => {
      expect((await call('GET', path)).data.count).toBe(grown);
    });
    expect(excess).toEqual([]);
  });

  test.each(
    resources.flatMap(({ table }) =>
      planted[table.name] ? Object.keys(table.filters).map((name) => ({ table, name })) : [],
    ),
  )('$table.name filtered by $name reads each row a few times', async ({ table, name }) => {
    const { path, filters, sorts } = table;
    const field = filters[name]?.field;
    const value =
      name === 'updated_since'
        ? '2026-01-01'
        : field?.sql === 'uuid'
          ? uuidv7()
          : field && goodValues(name, field)[0];
    const paths = Object.keys(sorts).map((sort) => `${path}?${name}=${value}&sort=${sort}`);
    const excess = await excessOf(5 * paths.length, async () => {
      // The size of the list decides how filters are planned.
      expect((await call('GET', path)).body).toMatchObject({ pagination: { total: grown } });
      for (const each of paths) await call('GET', each);
    });
    expect(excess).toEqual([]);
  });

  test('a merge of contacts and its undo read each moved row a few times', async () => {
    const ids = await service.sql(
      `select md5($1 || 'contacts' || i)::uuid as id from generate_series(1, 2) i order by i`,
      [team.id],
    );
    const [into, from] = ids.map(({ id }) => String(id));
    const item = `/msgapp/contacts/${into}/merge`;
    const excess = await excessOf(20, async () => {
      const moving = { joined: 1, messages: grown / 2, notes: grown / 2, comments: grown / 2 };
      expect((await call('GET', `${item}/${from}`)).data).toMatchObject(moving);
      const merge = await call('POST', item, { from });
      await call('POST', `/msgapp/contact-merges/${merge.data.id}/undo`);
      expect((await call('GET', `${item}/${from}`)).data).toMatchObject(moving);
    });
    expect(excess).toEqual([]);
  });

  test('a bulk change reads each changed row a few times', async () => {
    const rows = await service.sql('select id from tasks where team_id = $1 limit 200', [team.id]);
    const ids = rows.map(({ id }) => id);
    const change = { add_tags: [`marca ${_}`], priority: 'high' };
    const excess = await excessOf(20, async () => {
      const answer = await call('POST', '/bulk', { kind: 'tasks', ids, change });
      expect(answer.data).toMatchObject({ done: ids.length, refused: 0 });
      expect((await call('POST', '/bulk/jobs', { kind: 'tasks', change })).data.total).toBe(grown);
      await call('POST', `/bulk/jobs/${answer.data.id}/undo`);
    });
    expect(excess).toEqual([]);
  });
});
