import { readFileSync } from 'node:fs';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { fill } from '#server/demo/fill.ts';
import { repairNewTotals, wrongTotals } from '#server/features/installation/totals-repair.ts';
import { mergeLid } from '#server/features/receiving/lids.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { restore } from '#server/features/work/tasks/operations.ts';
import { tasks } from '#server/features/work/tasks/table.ts';
import type { Address } from '#server/outbound/messaging/connection.ts';
import { recount } from '#server/records/totals.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/*
 * The totals of lists equal the number of records, whatever happened and failed in between. (The tests of every other file are followed by
 * the same check: see useService.)
 */
const service = useService();

const totalOf = async (team: TestTeam, path: string) =>
  ((await team.get(path)).body.pagination as Json).total;
const countOf = async (team: TestTeam, where: string) =>
  (
    await service.sql(
      `select count(*)::int as n from tasks t where team_id = $1 and deleted_at is null and ${where}`,
      [team.id],
    )
  )[0]?.n;
const wrong = () => wrongTotals(service.database.platform);

describe('the totals of tasks', () => {
  let team: TestTeam;
  let project: Json;
  beforeAll(async () => {
    team = await service.team();
    project = await team.create('projects');
  });
  const make = (fields: Json = {}) => team.create('tasks', { project_id: project.id, ...fields });

  test('follow every change: overall, and by each counted filter', async () => {
    const [anna, bela] = team.users;
    const priorities = ['none', 'low', 'urgent'];
    const columns = ['backlog', 'todo', 'done'];
    const made: Json[] = [];
    for (let i = 0; i < 12; i++)
      made.push(
        await make({
          priority: priorities[i % 3],
          assignee_ids: [[anna], [bela, anna], []][i % 3],
        }),
      );
    for (const [i, { id }] of made.entries()) {
      await team.put(`/tasks/${id}`, {
        column: columns[i % 2],
        priority: priorities[(i + 1) % 3],
        ...(i % 4 === 0 ? { assignee_ids: [bela] } : {}),
      });
      if (i % 5 === 0) await team.delete(`/tasks/${id}`);
      if (i % 10 === 0) await restore(service.database.team(team.id), id as string);
      // A change without effect counts nothing.
      if (i % 3 === 0) await team.put(`/tasks/${id}`, { priority: priorities[(i + 1) % 3] });
    }
    expect(await totalOf(team, '/tasks')).toBe(await countOf(team, 'true'));
    for (const priority of [...priorities, 'high'])
      expect(await totalOf(team, `/tasks?priority=${priority}`), priority).toBe(
        await countOf(team, `priority = '${priority}'`),
      );
    for (const column of [...columns, 'nowhere'])
      expect(await totalOf(team, `/tasks?column=${column}`), column).toBe(
        await countOf(team, `"column" = '${column}'`),
      );
    for (const user of [anna, bela, uuidv7()])
      expect(await totalOf(team, `/tasks?assignee_id=${user?.toUpperCase()}`)).toBe(
        await countOf(team, `'${user}' = any(assignee_ids)`),
      );
    expect(await wrong()).toEqual([]);
  });

  test('are right while many write at once and connections die', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => make()));
    const writes = [
      ...Array.from({ length: 60 }, (_, i) =>
        team.post(
          '/tasks',
          { title: 'x', project_id: project.id },
          i % 2 ? { 'idempotency-key': `k${i}` } : {},
        ),
      ),
      ...made.map(({ id }) => team.delete(`/tasks/${id}`)),
    ];
    await writes[3];
    await service.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses).toContain(201);
    expect(statuses).toContain(503);
    expect(await wrong()).toEqual([]);
    expect(await totalOf(team, '/tasks')).toBe(await countOf(team, 'true'));
  });

  test('do not block on an open transaction, and do not include it', async () => {
    const before = Number(await totalOf(team, '/tasks'));
    const { id } = await make();
    await team.delete(`/tasks/${id}`);
    const undone = service.database.team(team.id).transaction(async (tx) => {
      await restore(tx, id as string);
      await Promise.all([make(), make()]);
      expect(await totalOf(team, '/tasks')).toBe(before + 2);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await totalOf(team, '/tasks')).toBe(before + 2);
    expect(await wrong()).toEqual([]);
  });

  test('use one slot unless others write, and another one next to an open transaction', async () => {
    const otherTeam = await service.team();
    const { id: project_id } = await otherTeam.create('projects');
    const task = () => otherTeam.create('tasks', { project_id });
    const slots = async () =>
      (
        await service.sql(
          `select count(distinct slot)::int as n from totals where team_id = $1 and resource = 'tasks'`,
          [otherTeam.id],
        )
      )[0]?.n;
    const made = [await task(), await task()];
    for (const { id } of made) await otherTeam.delete(`/tasks/${id}`);
    expect(await slots()).toBe(1);
    await service.database.team(otherTeam.id).transaction(async (tx) => {
      for (const { id } of made) await restore(tx, id as string);
      await task();
    });
    expect(await slots()).toBe(2);
    expect(await totalOf(otherTeam, '/tasks')).toBe(3);
    expect(await wrong()).toEqual([]);
  });

  test('are separate for each team', async () => {
    const otherTeam = await service.team();
    const before = await totalOf(team, '/tasks');
    await otherTeam.create('tasks');
    expect(await totalOf(otherTeam, '/tasks')).toBe(1);
    expect(await totalOf(team, '/tasks')).toBe(before);
    expect(await totalOf(otherTeam, `/tasks?assignee_id=${team.users[0]}`)).toBe(0);
  });

  test('that are wrong are found and fixed, also twice', async () => {
    const otherTeam = await service.team();
    await otherTeam.create('tasks');
    await service.sql(`delete from totals where team_id = $1 and resource = 'tasks'`, [
      otherTeam.id,
    ]);
    expect(await wrong()).toEqual([{ resource: 'tasks', teams: 1 }]);
    await Promise.all([otherTeam.create('tasks'), wrongTotals(service.database.platform, true)]);
    expect(await wrong()).toEqual([]);
    expect(await wrongTotals(service.database.platform, true)).toEqual([]);
    expect(await totalOf(otherTeam, '/tasks')).toBe(2);
  });
});

test('deals are counted by status, and statuses left out by an older process are fixed within the first day', async () => {
  const team = await service.team();
  const made: Json[] = [];
  for (const status of ['ativo', 'arquivado', 'ativo', 'ativo'])
    made.push(await team.create('deals', { status }));
  const [first, second, third] = made;
  await team.put(`/deals/${first?.id}`, { title: 'x', value: 5 });
  await team.put(`/deals/${first?.id}`, { status: 'arquivado' });
  await team.put(`/deals/${second?.id}`, { status: 'ativo', title: 'y' });
  for (let i = 0; i < 2; i++) await team.delete(`/deals/${third?.id}`);
  const totals = () =>
    Promise.all(['ativo', 'arquivado'].map((each) => totalOf(team, `/deals?status=${each}`)));
  expect(await totals()).toEqual([2, 2]);
  expect(await wrong()).toEqual([]);

  // Writes like a process of the previous version: all deals are counted, not their statuses.
  const otherTeam = await service.team();
  await otherTeam.create('deals');
  await service.sql(
    `update totals set n = n + 7 where part = 'status=ativo' and team_id = any ($1)`,
    [[team.id, otherTeam.id]],
  );
  expect(await totals()).toEqual([9, 2]);
  await service.sql(`update migrations set applied_at = now() - interval '25 hours'`);
  expect(await repairNewTotals(service.database)).toBe(0);
  await service.sql('update migrations set applied_at = now()');
  const mended = await Promise.all([1, 2].map(() => repairNewTotals(service.database)));
  expect(mended.reduce((sum, each) => sum + each)).toBe(2);
  expect(await totals()).toEqual([2, 2]);
  expect(await wrong()).toEqual([]);
});

test('contacts are counted once, however they are created', async () => {
  const team = await service.team();
  const db = service.database.team(team.id);
  const incoming = { name: 'Bia', origin: 'contact', type: 'text', text: 'Oi' } as const;
  const storeMessage = (networkId: string, phone: string) =>
    storeIncoming(db, team.inbox, 's.msgapp.net', { ...incoming, networkId, chat: { phone } });
  const contact = await team.create('contacts');
  await Promise.all([
    storeMessage('n1', '5511988880001'),
    storeMessage('n2', '5511988880001'),
    storeMessage('n3', '5511988880002'),
    team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone: '5511988880003',
      content: 'Olá',
    }),
  ]);
  expect(await totalOf(team, '/msgapp/contacts')).toBe(4);
  await Promise.all([1, 2].map(() => team.delete(`/msgapp/contacts/${contact.id}`)));
  expect(await totalOf(team, '/msgapp/contacts')).toBe(3);
  expect(await wrong()).toEqual([]);
});

test('conversations are counted, overall and by inbox, also those with a hidden number that are merged later', async () => {
  const team = await service.team();
  const db = service.database.team(team.id);
  const incoming = { name: 'Bia', origin: 'contact', type: 'text', text: 'Oi' } as const;
  const store = (networkId: string, chat: Address) =>
    storeIncoming(db, team.inbox, 's.msgapp.net', { ...incoming, networkId, chat });
  const totals = () =>
    Promise.all(
      ['', `?inbox_id=${team.inbox}`, `?inbox_id=${uuidv7()}`].map((query) =>
        totalOf(team, `/msgapp/conversations${query}`),
      ),
    );
  await Promise.all([
    store('n1', { phone: '5511988880001' }),
    store('n2', { phone: '5511988880001' }),
    store('n3', { phone: '5511988880002' }),
    store('n4', { lid: '70001' }),
  ]);
  expect(await totals()).toEqual([3, 3, 0]);
  await mergeLid(db, team.inbox, 's.msgapp.net', { lid: '70001', phone: '5511988880001' });
  expect(await totals()).toEqual([2, 2, 0]);
  expect(await wrong()).toEqual([]);

  // As after writes of an older process, which does not count conversations.
  await service.sql('delete from totals where team_id = $1 and resource = $2 and part like $3', [
    team.id,
    'conversations',
    'inbox_id=%',
  ]);
  expect(await totals()).toEqual([2, 0, 0]);
  expect(await repairNewTotals(service.database)).toBe(1);
  expect(await totals()).toEqual([2, 2, 0]);
});

test('demo data is counted', async () => {
  const team = await service.team();
  const settings = { secrets: service.secrets, jidSuffix: 's.msgapp.net' };
  await fill(service.database, settings, team.id, 'small');
  expect(await totalOf(team, '/tasks')).toBe(await countOf(team, 'true'));
  expect(await wrong()).toEqual([]);
});

test('records that exist when totals are introduced are counted by the migration', async () => {
  const team = await service.team();
  await team.create('tasks', { assignee_ids: team.users.slice(0, 2), priority: 'high' });
  await team.create('deals', { status: 'arquivado' });
  await service.sql('truncate totals');
  for (const file of [
    '0004_totals.sql',
    '0007_deals_by_status.sql',
    '0090_conversation_totals.sql',
    '0210_contracts.sql',
  ]) {
    const sql = readFileSync(
      new URL(`../../server/db/migrations/${file}`, import.meta.url),
      'utf8',
    );
    const counting = sql.match(/^insert into totals[^;]*;/gm) ?? [];
    expect(counting, file).not.toEqual([]);
    await service.sql(counting.join('\n'));
  }
  // No record existed before these had totals.
  const later = ['time_entries', 'billing_lines'];
  expect((await wrong()).filter(({ resource }) => !later.includes(String(resource)))).toEqual([]);
  await wrongTotals(service.database.platform, true);
});

describe('distant pages', () => {
  let team: TestTeam;
  const many = 1_234;
  beforeAll(async () => {
    team = await service.team();
    const project = await team.create('projects');
    const task = await team.create('tasks', { project_id: project.id });
    await service.sql(
      `insert into tasks (team_id, id, title, project_id, pipeline_id, "column", position, due_date, deleted_at, created_at, updated_at)
      select $1, gen_random_uuid(), 'T ' || i % 50, $2, $3, $4, i, case when i % 3 > 0 then date '2026-11-01' + i % 20 end,
        case when i % 10 = 0 then now() end, now() - i % 100 * interval '1 hour', now()
      from generate_series(2, $5::int) i`,
      [team.id, task.project_id, task.pipeline_id, task.column, many],
    );
    await service.sql(recount(tasks));
  });

  test.each([
    '-created_at',
    'created_at',
    'title',
    '-title',
    'due_date',
    '-due_date',
    'position',
    'due_date&search=t 4',
    '-due_date&search=t',
    '-created_at&priority=none',
    'due_date&column=backlog',
  ])('are the same as in the whole list: %s', async (sort) => {
    const all: Json[] = [];
    const walk = async (query: string): Promise<void> => {
      const answer = await team.get(`/tasks?sort=${sort}&limit=100${query}`);
      const records = answer.data as unknown as Json[];
      all.push(...records);
      const after = /[?&](after=[^&>]+)/.exec(String(answer.headers.link ?? ''))?.[1];
      if (after) await walk(`&${after}`);
    };
    await walk('');
    const limit = 47;
    const pages = Math.ceil(all.length / limit);
    for (let page = 1; page <= pages + 1; page++) {
      const { data, body, headers } = await team.get(
        `/tasks?sort=${sort}&limit=${limit}&page=${page}`,
      );
      const wanted = all.slice((page - 1) * limit, page * limit);
      expect((data as unknown as Json[]).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      expect(body.pagination).toEqual({ page, limit, total: all.length, pages });
      expect(headers.link !== undefined).toBe(wanted.length === limit);
    }
    const beyond = await team.get(`/tasks?sort=${sort}&page=9007199254740991`);
    expect(beyond.data).toEqual([]);
    expect(beyond.body.pagination).toMatchObject({ total: all.length });
  });
});
