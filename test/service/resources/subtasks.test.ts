import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { restore } from '#server/features/work/tasks/operations.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';

/* Subtasks of one level (docs/adr/0230-subtasks.md). */

const service = useSharedService();
let team: TestTeam;
let project: Json;
beforeAll(async () => {
  team = await service.team();
  project = await team.create('projects');
});

const create = (fields: Json = {}) => team.create('tasks', { project_id: project.id, ...fields });
const update = (task: Json, fields: Json) => team.put(`/tasks/${task.id}`, fields);
const tryCreate = (fields: Json) =>
  team.post('/tasks', { title: 'x', project_id: project.id, ...fields });
const ids = (body: Json) => (body.data as Json[]).map(({ id }) => id);
const subtasksOf = async (parent: Json) =>
  ids((await team.get(`/tasks?parent_id=${parent.id}&sort=created_at&limit=100`)).body);
const restoreTask = (task: Json) => restore(service.database.team(team.id), String(task.id));

/** The status, the code of the field and its name. */
const refusal = ({ status, error, body }: Awaited<ReturnType<typeof tryCreate>>) => [
  status,
  error.code,
  ((body.error as Json).fields as Json[] | undefined)?.map(({ name }) => name),
];

describe('a parent', () => {
  test('is set on create and update, filters the list, and is cleared', async () => {
    const parent = await create();
    const subtask = await create({ parent_id: parent.id });
    const second = await create();
    expect([parent.parent_id, subtask.parent_id, second.parent_id]).toEqual([
      null,
      parent.id,
      null,
    ]);
    expect((await update(second, { parent_id: parent.id })).data.parent_id).toBe(parent.id);
    expect(await subtasksOf(parent)).toEqual([subtask.id, second.id]);
    expect((await update(second, { parent_id: parent.id, title: 'Same' })).data.title).toBe('Same');
    expect((await update(second, { parent_id: null })).data.parent_id).toBeNull();
    expect(await subtasksOf(parent)).toEqual([subtask.id]);
    // Without subtasks again, it may become one.
    expect((await update(parent, { parent_id: second.id })).status).toBe(400);
    await update(subtask, { parent_id: null });
    expect((await update(parent, { parent_id: second.id })).status).toBe(200);
  });

  test('is another task of the same project and no subtask; the error names parent_id', async () => {
    const parent = await create();
    const subtask = await create({ parent_id: parent.id });
    const single = await create();
    const elsewhere = await team.create('tasks', {
      project_id: (await team.create('projects')).id,
    });
    const wrong = [400, 'VALIDATION_ERROR', ['parent_id']];
    const missing = [404, 'NOT_FOUND', ['parent_id']];
    expect(refusal(await update(single, { parent_id: single.id }))).toEqual(wrong);
    expect(refusal(await update(single, { parent_id: String(single.id).toUpperCase() }))).toEqual(
      wrong,
    );
    for (const [parent_id, expected] of [
      [subtask.id, wrong],
      [elsewhere.id, wrong],
      [uuidv7(), missing],
    ] as const) {
      expect(refusal(await tryCreate({ parent_id }))).toEqual(expected);
      expect(refusal(await update(single, { parent_id }))).toEqual(expected);
    }
    // A task with subtasks stays on the first level.
    expect(refusal(await update(parent, { parent_id: single.id }))).toEqual(wrong);
    expect((await update({ id: uuidv7() }, { parent_id: parent.id })).status).toBe(404);
    expect(await subtasksOf(parent)).toEqual([subtask.id]);
    expect((await team.get(`/tasks/${single.id}`)).data).toEqual(single);
  });

  test('is never a task of another team', async () => {
    const stranger = await service.team();
    const theirs = await stranger.create('tasks', {
      project_id: (await stranger.create('projects')).id,
    });
    const task = await create();
    const missing = [404, 'NOT_FOUND', ['parent_id']];
    expect(refusal(await tryCreate({ parent_id: theirs.id }))).toEqual(missing);
    expect(refusal(await update(task, { parent_id: theirs.id }))).toEqual(missing);
    expect((await team.get(`/tasks?parent_id=${theirs.id}`)).body.data).toEqual([]);
    expect((await stranger.get(`/tasks?parent_id=${task.id}`)).body.data).toEqual([]);
  });

  test('keeps its hours and is completed while subtasks are open', async () => {
    const parent = await create({ estimated_hours: 4 });
    await create({ parent_id: parent.id, estimated_hours: 3 });
    const done = await update(parent, { column: 'done' });
    expect([done.status, done.data.completed_at !== null]).toEqual([200, true]);
    expect([done.data.estimated_hours, done.data.actual_hours]).toEqual([4, null]);
  });

  test('has at most 200 subtasks', async () => {
    const parent = await create();
    for (let i = 0; i < 8; i++)
      await Promise.all(Array.from({ length: 25 }, () => create({ parent_id: parent.id })));
    const more = await Promise.all(
      Array.from({ length: 3 }, () => tryCreate({ parent_id: parent.id })),
    );
    expect(more.map(({ status }) => status)).toEqual([409, 409, 409]);
    const last = await create();
    expect((await update(last, { parent_id: parent.id })).status).toBe(409);
  });
});

describe('the trash', () => {
  test('takes subtasks along and returns them; those deleted before stay', async () => {
    const parent = await create();
    const [first, second, earlier] = [
      await create({ parent_id: parent.id }),
      await create({ parent_id: parent.id }),
      await create({ parent_id: parent.id }),
    ];
    await team.delete(`/tasks/${earlier.id}`);
    await team.delete(`/tasks/${parent.id}`);
    expect(await subtasksOf(parent)).toEqual([]);
    for (const { id } of [parent, first, second])
      expect((await team.get(`/tasks/${id}`)).status).toBe(404);
    await restoreTask(parent);
    expect(await subtasksOf(parent)).toEqual([first.id, second.id]);
    expect((await team.get(`/tasks/${earlier.id}`)).status).toBe(404);
    await restoreTask(earlier);
    expect(await subtasksOf(parent)).toEqual([first.id, second.id, earlier.id]);
  });

  test('returns a subtask alone; its parent can return later', async () => {
    const parent = await create();
    const subtask = await create({ parent_id: parent.id });
    await team.delete(`/tasks/${parent.id}`);
    await restoreTask(subtask);
    expect((await team.get(`/tasks/${subtask.id}`)).data.parent_id).toBe(parent.id);
    // A task in the trash takes no further subtasks.
    expect(refusal(await tryCreate({ parent_id: parent.id }))).toEqual([
      404,
      'NOT_FOUND',
      ['parent_id'],
    ]);
    await restoreTask(parent);
    expect(await subtasksOf(parent)).toEqual([subtask.id]);
  });

  test('never leaves a subtask behind that is created at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const parent = await create();
      const [, ...created] = await Promise.all([
        team.delete(`/tasks/${parent.id}`),
        ...Array.from({ length: 10 }, () => tryCreate({ parent_id: parent.id })),
      ]);
      expect(created.every(({ status }) => status === 201 || status === 404)).toBe(true);
      expect(await subtasksOf(parent)).toEqual([]);
    }
  });
});

test('fifty concurrent changes never make a second level', async () => {
  const tasks = await Promise.all(Array.from({ length: 10 }, () => create()));
  const any = () => tasks[Math.floor(Math.random() * tasks.length)] as Json;
  for (let round = 0; round < 4; round++) {
    const changes = await Promise.all(
      Array.from({ length: 50 }, () => {
        const [task, parent] = [any(), any()];
        return Math.random() < 0.2
          ? tryCreate({ parent_id: parent.id })
          : update(task, { parent_id: Math.random() < 0.2 ? null : parent.id });
      }),
    );
    expect(changes.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([]);
    const all = (await team.get(`/tasks?project_id=${project.id}&limit=100&sort=-created_at`)).body
      .data as Json[];
    const byId = new Map(all.map((task) => [task.id, task]));
    const parents = all.flatMap(({ parent_id }): Json[] => {
      const parent = byId.get(parent_id);
      return parent ? [parent] : [];
    });
    expect(parents.filter(({ parent_id }) => parent_id !== null)).toEqual([]);
  }
});
