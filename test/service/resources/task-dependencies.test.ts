import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Tasks that wait for others (docs/adr/0229-task-dependencies.md): never in a circle, whatever happens at the same time. */

const service = useSharedService();
let team: TestTeam;
let member: TestPerson;
let project: Json;
beforeAll(async () => {
  team = await service.team();
  member = await makePerson(service, team, 'member');
  project = await team.create('projects');
});

const create = (fields: Json = {}, of = project) =>
  team.create('tasks', { project_id: of.id, ...fields });
const make = (count: number) => Promise.all(Array.from({ length: count }, () => create()));
const block = (task: Json | undefined, ...by: (Json | undefined)[]) =>
  team.put(`/tasks/${task?.id}`, { blocked_by_ids: by.map((each) => each?.id) });
const blockersOf = async (task: Json | undefined) =>
  (await team.get(`/tasks/${task?.id}`)).data.blocked_by_ids;
const rowsOf = async (task: Json | undefined) =>
  (
    await service.sql('select blocked_by_id from task_dependencies where task_id = $1', [task?.id])
  ).map(({ blocked_by_id }) => blocked_by_id);

test('the list is stored in the order of the caller, with its foreign keys and an event', async () => {
  const [a, b, c] = await make(3);
  const elsewhere = await create({}, await team.create('projects'));
  const task = await create({ blocked_by_ids: [c?.id, a?.id, c?.id] });
  expect(task.blocked_by_ids).toEqual([c?.id, a?.id]);
  expect((await rowsOf(task)).sort()).toEqual([a?.id, c?.id].sort());
  const changed = await block(task, b, a, elsewhere);
  expect(changed.status, changed.text).toBe(200);
  expect(changed.data.blocked_by_ids).toEqual([b?.id, a?.id, elsewhere.id]);
  expect(await blockersOf(task)).toEqual([b?.id, a?.id, elsewhere.id]);
  expect((await rowsOf(task)).sort()).toEqual([a?.id, b?.id, elsewhere.id].sort());
  const [event] = await service.sql(
    `select payload from events where record_id = $1 and type = 'task.updated'`,
    [task.id],
  );
  expect(JSON.parse(String(event?.payload))).toMatchObject({
    data: { blocked_by_ids: [b?.id, a?.id, elsewhere.id] },
    previous: { blocked_by_ids: [c?.id, a?.id] },
  });
  expect((await block(task)).data.blocked_by_ids).toEqual([]);
  expect(await rowsOf(task)).toEqual([]);
  expect((await create()).blocked_by_ids).toEqual([]);
});

test('a task of another team, in the trash, or that does not exist is refused with the same answer', async () => {
  const foreignTeam = await service.team();
  const foreign = await foreignTeam.create('tasks', {
    project_id: (await foreignTeam.create('projects')).id,
  });
  const [task, trashed] = await make(2);
  await team.delete(`/tasks/${trashed?.id}`);
  const answers = await Promise.all(
    [foreign.id, trashed?.id, uuidv7()].flatMap((id) => [
      team.put(`/tasks/${task?.id}`, { blocked_by_ids: [id] }),
      team.post('/tasks', { title: 'x', project_id: project.id, blocked_by_ids: [id] }),
    ]),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.error).toMatchObject({
    code: 'NOT_FOUND',
    message: 'blocked_by_ids: no task has this id.',
  });
  expect(await blockersOf(task)).toEqual([]);
  const foreignBlocks = await member.get(`/tasks/${foreign.id}/dependencies`);
  expect(foreignBlocks.status).toBe(404);
});

test('at most 50 tasks block one', async () => {
  const [task] = await make(1);
  const blocked_by_ids = Array.from({ length: 51 }, () => uuidv7());
  const refused = await team.put(`/tasks/${task?.id}`, { blocked_by_ids });
  expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});

describe('a circle', () => {
  test('of one task, of two, and of more is refused', async () => {
    const [a, b, c, d] = await make(4);
    const byItself = await block(a, a);
    expect([byItself.status, byItself.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await block(a, b)).status).toBe(200);
    expect((await block(b, c)).status).toBe(200);
    expect((await block(c, d)).status).toBe(200);
    for (const task of [b, c, d]) {
      const refused = await block(task, a);
      expect([refused.status, refused.error.code], refused.text).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect(await blockersOf(d)).toEqual([]);
    // Two ways to the same task are no circle.
    expect((await block(a, b, c, d)).status).toBe(200);
  });

  test('is refused through a task in the trash, which may be restored', async () => {
    const [a, b, c] = await make(3);
    await block(a, b);
    await block(b, c);
    await team.delete(`/tasks/${b?.id}`);
    expect((await block(c, a)).status).toBe(400);
  });

  test('is never closed by requests at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const ring = await make(8);
      const answers = await Promise.all(ring.map((task, n) => block(task, ring[(n + 1) % 8])));
      // Each of them is allowed without one of the others.
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 400]);
    }
    const tasks = await make(10);
    const pairs = tasks.flatMap((a) => tasks.filter((b) => b !== a).map((b) => [a, b] as const));
    await Promise.all(pairs.map(([a, b]) => block(a, b)));
    const [cycle] = await service.sql(
      `with recursive walk (start, id) as (
        select task_id, blocked_by_id from task_dependencies where team_id = $1
        union select w.start, d.blocked_by_id from walk w join task_dependencies d on d.team_id = $1 and d.task_id = w.id)
      select count(*)::int as n from walk where start = id`,
      [team.id],
    );
    expect(cycle).toEqual({ n: 0 });
  });
});

describe('the trash', () => {
  test('hides a blocker, a change of the others does not lose it, and restoring it brings it back', async () => {
    const [task, a, b] = await make(3);
    await block(task, a);
    await team.delete(`/tasks/${a?.id}`);
    expect(await blockersOf(task)).toEqual([]);
    expect((await block(task, b)).data.blocked_by_ids).toEqual([b?.id]);
    const restored = await member.post(`/tasks/${a?.id}/restore`);
    expect(restored.status, restored.text).toBe(200);
    expect(await blockersOf(task)).toEqual([b?.id, a?.id]);
  });
});

describe('in the panel', () => {
  test('a task is shown with both sides, and with the state of each', async () => {
    const [task, done, open, waiting] = await make(4);
    await team.put(`/tasks/${done?.id}`, { column: 'done' });
    await block(task, done, open);
    await block(waiting, task);
    const expected = {
      blocked_by: [
        {
          id: done?.id,
          title: done?.title,
          completed_at: expect.any(String),
          number: done?.number,
        },
        { id: open?.id, completed_at: null, project: { id: project.id, name: project.name } },
      ],
      blocks: [{ id: waiting?.id, completed_at: null }],
    };
    const answer = await member.get(`/tasks/${task?.id}/dependencies`);
    expect(answer.data).toMatchObject(expected);
    const related = await member.get(
      `/around?record_type=tasks&record_id=${task?.id}&parts=dependencies`,
    );
    expect(related.data.dependencies).toEqual(answer.data);
    await team.delete(`/tasks/${waiting?.id}`);
    expect((await member.get(`/tasks/${task?.id}/dependencies`)).data.blocks).toEqual([]);
  });

  test('a card of the board is blocked as long as one of its blockers is not completed', async () => {
    const of = await team.create('projects');
    const [task, a, b] = [await create({}, of), await create({}, of), await create({}, of)];
    const card = async () => {
      const { cards } = (await member.get(`/tasks/board?project_id=${of.id}`)).data;
      return (cards as Json[]).find(({ id }) => id === task.id);
    };
    expect(await card()).toMatchObject({ is_blocked: false, blocked_by_ids: [] });
    await block(task, a, b);
    expect(await card()).toMatchObject({ is_blocked: true, blocked_by_ids: [a.id, b.id] });
    await team.put(`/tasks/${a.id}`, { column: 'done' });
    expect(await card()).toMatchObject({ is_blocked: true });
    await team.delete(`/tasks/${b.id}`);
    expect(await card()).toMatchObject({ is_blocked: false, blocked_by_ids: [a.id] });
  });
});
