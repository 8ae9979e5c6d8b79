import { beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../server/db/database.ts';
import { keysIn } from '../server/features/accounts/keys.ts';
import { rateLimit } from '../server/http/rate-limit.ts';
import { makeLog } from '../server/platform/log.ts';
import { startApp, type TestTeam, useService } from './harness.ts';
import { callPanel, makePerson } from './people.ts';

/*
 * Boards read rows in proportion to their cards while the statistics know only another team (ADR 79): a new team has grown since
 * PostgreSQL last analyzed the tables.
 */
const service = useService({ foreignRows: true });

/** Rows of each table that a team gets. */
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
  conversations: ['id, inbox_id, contact_id', `uuid7(), l.inbox, id_of(contacts)`],
};
const tables = Object.keys(planted);

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

/** Rows and index entries read so far, by table. */
async function entriesRead(): Promise<ReadonlyMap<string, number>> {
  const rows = await service.sql(
    `select t.relname as name, coalesce(t.seq_tup_read, 0)::int + coalesce(i.entries, 0)::int as entries
    from pg_stat_user_tables t left join (
      select relid, sum(idx_tup_read) as entries from pg_stat_user_indexes group by relid) i on i.relid = t.relid
    where t.relname = any($1)`,
    [tables],
  );
  return new Map(rows.map(({ name, entries }) => [String(name), Number(entries)]));
}

/** Runs `work` on dedicated connections. @returns the number of entries it read, by table */
async function entriesReadBy(
  work: (database: Database) => Promise<void>,
): Promise<readonly [table: string, entries: number][]> {
  const before = await entriesRead();
  const database = openDatabase(service.connection, 'plans', 2, () => {});
  try {
    await work(database);
  } finally {
    await database.close();
  }
  // Connections report their counts when they end.
  const open = `select application_name from pg_stat_activity where application_name like '%plans%' and datname = current_database()`;
  await expect.poll(() => service.sql(open), { timeout: 20_000 }).toEqual([]);
  const after = await entriesRead();
  return [...after].map(([table, entries]) => [table, entries - (before.get(table) ?? 0)]);
}

let team: TestTeam;
beforeAll(async () => {
  for (const table of tables)
    await service.sql(`alter table ${table} set (autovacuum_enabled = off)`);
  await plant(await service.team());
  await service.sql(`analyze ${tables.join(', ')}`);
  team = await service.team();
  await plant(team);
  // Reports what the inserts read, so that only the statements of a test count.
  await service.sql('select pg_stat_force_next_flush()');
});

test.each([
  '/tasks/board?group=column',
  '/tasks/board?group=person',
  '/tasks/board?group=client',
  '/deals/board',
])(
  '%s reads each row a few times, also while the statistics do not know the team',
  async (path) => {
    const ana = await makePerson(service, team, 'member', { name: 'Ana' });
    const read = await entriesReadBy(async (database) => {
      const limit = rateLimit(0, undefined, makeLog('silent'));
      const app = await startApp(database, keysIn(database.platform), limit, service.secrets);
      const answer = await callPanel(app, ana.token, 'GET', `/teams/${team.slug}${path}`);
      await app.close();
      expect(answer.status, answer.text).toBe(200);
      expect(answer.data.count).toBe(grown);
    });
    const excess = read.filter(([, entries]) => entries > 4 * grown);
    expect(excess).toEqual([]);
  },
);
