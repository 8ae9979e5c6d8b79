import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import activities from '#server/features/crm/activities/operations.ts';
import clients from '#server/features/crm/clients/operations.ts';
import contacts from '#server/features/crm/contacts/operations.ts';
import deals from '#server/features/crm/deals/operations.ts';
import campaigns from '#server/features/work/campaigns/operations.ts';
import projects from '#server/features/work/projects/operations.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import { maxPosition } from '#server/features/work/tasks/positions.ts';
import type { Context } from '#server/operations/context.ts';
import type { Crud } from '#server/operations/crud.ts';
import { perform } from '#server/operations/operation.ts';
import { missing } from '#server/records/totals.ts';
import type { Json } from '#test/support/harness.ts';
import { cleanUp, newDatabase } from '#test/support/processes.ts';

/* Creates that wait for a connection become one statement, which writes for each of them exactly what a single create writes. */

let connection: Awaited<ReturnType<typeof newDatabase>>;
const opened: Database[] = [];
beforeAll(async () => {
  connection = await newDatabase('migrated');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(cleanUp);

const actor = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
const otherActor = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12';

/** A new team, and functions that create its records. */
async function newTeam() {
  const database = openDatabase(connection, 'batches', 10, () => {}, defaultTimeouts.request);
  opened.push(database);
  const made = await createTeam(database.platform, 'Agência');
  const db = database.team(made.id);
  const contextOf = (acting_request: string | null, acting_id = actor) =>
    ({
      actor: { kind: 'operator' },
      team: { ...made, strictTaxIds: false },
      db: attributedTo(db, {
        acting_kind: 'key',
        acting_id,
        acting_for: null,
        acting_in: 'test',
        acting_class: 'change',
        acting_request,
        acting_session: null,
        acting_from: '10.0.0.1',
      }),
      settings: { jidSuffix: 's.msgapp.net' },
    }) as unknown as Context;
  const create = async (
    { create }: Crud,
    body: Record<string, unknown>,
    ...by: Parameters<typeof contextOf>
  ) => JSON.parse(await perform(create, contextOf(...by), { body })) as Json;
  const select = (sql: string) => db.run(teamStatement(sql));
  const project = String((await create(projects, { name: 'Padaria' }, null)).id);
  return { create, select, project };
}
type Team = Awaited<ReturnType<typeof newTeam>>;

/** Sizes of the transactions that created the rows. */
async function transactionSizes({ select }: Team, table: string, where = 'true') {
  const rows = await select(
    `select count(*)::int as n from ${table} where team_id = $team and ${where} group by xmin::text order by 1 desc`,
  );
  return rows.map(({ n }) => n);
}

const text = `"aspas", \\barra, 'apóstrofo', {chaves}, vírgula; emoji 🚀
segunda linha`;
const tags = ['vip', 'com, vírgula', '"aspas"', '\\', '{}', 'NULL', 'null'];
const bodies: Record<string, (n: number, project: string) => Record<string, unknown>> = {
  contacts: (n) => ({ phone: `5511900000${100 + n}`, custom_name: `D'Ávila "x" \\`, tags }),
  deals: () => ({
    title: `Site "novo" \\ 'x'`,
    description: text,
    value: 1_234_567.89,
    phase: 'proposta',
    priority: 'alta',
    status: 'arquivado',
    probability: 12.5,
    expected_close_date: '2026-12-31',
    tags,
    is_starred: true,
  }),
  activities: () => ({
    title: 'Ligar',
    type: 'call',
    description: text,
    occurred_at: '2026-11-02T03:04:05.678Z',
    duration_minutes: 30,
    is_completed: true,
    due_date: '2026-11-03',
    tags,
  }),
  clients: (n) => ({
    type: 'PF',
    name: `Maria ${n}`,
    birth_date: '1990-02-28',
    address: { street: text.replace('\n', ' '), number: '12' },
  }),
  campaigns: (_, project_id) => ({
    name: 'Verão',
    project_id,
    description: text,
    status: 'cancelled',
    start_date: '2026-11-02',
    content_pillars: tags,
    goals: { leads: 200, text, nested: { list: [1, 'a', null, true] } },
  }),
  tasks: (_, project_id) => ({
    title: 'Rever',
    description: text,
    project_id,
    priority: 'urgent',
    due_date: '2026-11-02',
    estimated_hours: 0.25,
    tags,
    checklist_markdown: '- [ ] a\n- [x] b',
  }),
};

test.for([contacts, deals, activities, clients, campaigns, tasks])(
  '%# creates at once store what a single create stores',
  async (operations) => {
    const team = await newTeam();
    const { name } = operations.table;
    const body = bodies[name];
    if (!body) throw new Error(`no body for ${name}`);
    const one = await team.create(operations, body(0, team.project), 'request 0');
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        team.create(operations, body(i + 1, team.project), `request ${i + 1}`),
      ),
    );
    expect((await transactionSizes(team, name))[0]).toBe(8);
    const varying = {
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      ...(name === 'contacts' && { phone: expect.any(String), jid: expect.any(String) }),
      ...(name === 'clients' && { name: expect.any(String) }),
      ...(name === 'tasks' && { position: expect.any(Number), number: expect.any(String) }),
    };
    const moments = Object.fromEntries(
      Object.keys(one)
        .filter((field) => /ed_at$/.test(field) && one[field] !== null && field !== 'occurred_at')
        .map((field) => [field, expect.any(String)]),
    );
    for (const record of all) expect(record).toEqual({ ...one, ...varying, ...moments });

    // The event has the record, the audit entry its values and the request that made it.
    const rows = await team.select(`
      select t.id, e.payload::json -> 'data' as data, e.hops, a.after::json ->> 'id' as audited, a.request_id, a.operation,
        a.actor::text as actor, a.actor_id, host(a.address) as address
      from ${name} t
      join events e on e.team_id = $team and e.record_id = t.id and e.type like '%.created'
      join audit_entries a on a.team_id = $team and a.record_id = t.id and a.record_type = '${name}'
      where t.team_id = $team`);
    expect(rows).toHaveLength(41);
    for (const [i, record] of [one, ...all].entries())
      expect(rows.find(({ id }) => id === record.id)).toEqual({
        id: record.id,
        data: record,
        hops: 0,
        audited: record.id,
        request_id: `request ${i}`,
        operation: 'test',
        actor: 'key',
        actor_id: actor,
        address: '10.0.0.1',
      });
    expect(await team.select(missing(operations.table, true))).toEqual([]);
  },
);

test('tasks get the next positions of their columns, and the one without a project fails alone', async () => {
  const team = await newTeam();
  const second = String((await team.create(projects, { name: 'Oficina' }, null)).id);
  const nowhere = '0193a5c8-7b1e-7c55-9c1f-000000000000';
  const columns = [team.project, second, team.project];
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) =>
      team.create(
        tasks,
        { title: `T${i}`, project_id: i === 30 ? nowhere : columns[i % 3] },
        `${i}`,
      ),
    ),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'NOT_FOUND' } }]);
  expect((await transactionSizes(team, 'tasks'))[0]).toBeGreaterThan(4);
  for (const [project, count] of [
    [team.project, 39],
    [second, 20],
  ] as const) {
    const rows = await team.select(
      `select position from tasks where team_id = $team and project_id = '${project}' order by position`,
    );
    expect(rows.map(({ position }) => position)).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    );
  }
  expect(await team.select(missing(tasks.table, true))).toEqual([]);
});

test('a column that is full makes room for all of them', async () => {
  const team = await newTeam();
  const create = () => team.create(tasks, { title: 'T', project_id: team.project }, 'r');
  await create();
  await team.select(
    `update column_ends set last = ${maxPosition - 10} where team_id = $team returning 1`,
  );
  await Promise.all(Array.from({ length: 40 }, create));
  const [row] = await team.select(
    `select count(*)::int as n, count(distinct position)::int as positions, max(position) <= ${maxPosition} as fit
     from tasks where team_id = $team`,
  );
  expect(row).toEqual({ n: 41, positions: 41, fit: true });
});

test('creates of two keys at once keep their authors', async () => {
  const team = await newTeam();
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      team.create(deals, { title: i % 2 ? 'odd' : 'even' }, `${i}`, i % 2 ? otherActor : actor),
    ),
  );
  const rows = await team.select(`
    select d.title, a.actor_id, count(*)::int as n from deals d
    join audit_entries a on a.team_id = $team and a.record_id = d.id where d.team_id = $team group by 1, 2 order by 1`);
  expect(rows).toEqual([
    { title: 'even', actor_id: actor, n: 20 },
    { title: 'odd', actor_id: otherActor, n: 20 },
  ]);
});

test('assignees are notified of each of their tasks', async () => {
  const team = await newTeam();
  await team.select(
    `insert into users (team_id, id, name, email, role) values ($team, '${otherActor}', 'Ana', 'ana@example.com', 'member') returning 1`,
  );
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      team.create(
        tasks,
        { title: `T${i}`, project_id: team.project, assignee_ids: [otherActor] },
        `${i}`,
      ),
    ),
  );
  expect((await transactionSizes(team, 'tasks'))[0]).toBe(8);
  for (const table of ['notifications', 'task_assignees'])
    expect(
      await team.select(
        `select count(*)::int as n from ${table} where team_id = $team and user_id = '${otherActor}'`,
      ),
    ).toEqual([{ n: 40 }]);
});
