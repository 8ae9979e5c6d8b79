import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';

const service = useSharedService();
let team: TestTeam;
let project: Json;
beforeAll(async () => {
  team = await service.team();
  project = await team.create('projects');
});

const create = (fields: Json = {}) => team.create('tasks', { project_id: project.id, ...fields });
const update = (task: Json, fields: Json) => team.put(`/tasks/${task.id}`, fields);

describe('column and position', () => {
  test('a new task goes to the end of the first column of the default pipeline', async () => {
    const project = await team.create('projects');
    const tasks = [];
    for (let i = 0; i < 3; i++) tasks.push(await create({ project_id: project.id }));
    expect(tasks.map((task) => task.column)).toEqual(['backlog', 'backlog', 'backlog']);
    expect(new Set(tasks.map((task) => task.pipeline_id)).size).toBe(1);
    expect(tasks.map((task) => task.position)).toEqual([1, 2, 3]);
    await update(tasks[0] as Json, { position: 10.5 });
    expect((await create({ project_id: project.id })).position).toBe(11.5);
    const listed = await team.get(`/tasks?project_id=${project.id}&sort=position`);
    expect((listed.body.data as Json[]).map((row) => row.position)).toEqual([2, 3, 10.5, 11.5]);
  });

  test('column alone refers to the default pipeline; pipeline_id alone means its first column', async () => {
    expect((await create({ column: 'review' })).column).toBe('review');
    const placed = await create({ pipeline_id: team.pipeline.id });
    expect([placed.pipeline_id, placed.column]).toEqual([team.pipeline.id, 'first']);
    const both = await create({ pipeline_id: team.pipeline.id, column: 'last' });
    expect([both.column, both.completed_at !== null]).toEqual(['last', true]);
  });

  test('a column of another pipeline is 400, a missing pipeline or project 404', async () => {
    const wrong = await team.post('/tasks', {
      title: 'x',
      project_id: project.id,
      column: 'first',
    });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(wrong.error.message).toContain('column');
    expect(
      (
        await team.post('/tasks', {
          title: 'x',
          project_id: project.id,
          pipeline_id: team.pipeline.id,
          column: 'todo',
        })
      ).status,
    ).toBe(400);
    const lost = await team.post('/tasks', {
      title: 'x',
      project_id: uuidv7(),
      pipeline_id: uuidv7(),
    });
    expect(lost.status).toBe(404);
    expect(lost.error.message).toMatch(/project_id.*pipeline_id/);
    const task = await create();
    expect((await update(task, { column: 'first' })).status).toBe(400);
    expect((await update(task, { pipeline_id: uuidv7() })).status).toBe(404);
    expect((await team.get(`/tasks/${task.id}`)).data).toEqual(task);
  });

  test('another pipeline without a column means its first column; the same one moves nothing', async () => {
    const task = await create({ column: 'review' });
    expect((await update(task, { pipeline_id: task.pipeline_id })).data).toEqual(task);
    const moved = await update(task, { pipeline_id: team.pipeline.id });
    expect([moved.data.pipeline_id, moved.data.column]).toEqual([team.pipeline.id, 'first']);
    const placed = await update(task, { pipeline_id: task.pipeline_id, column: 'todo' });
    expect([placed.data.pipeline_id, placed.data.column]).toEqual([task.pipeline_id, 'todo']);
  });

  test('a move goes to the end of the new column, unless a position is given', async () => {
    const project = await team.create('projects');
    const [a, b, c] = [
      await create({ project_id: project.id, column: 'todo' }),
      await create({ project_id: project.id }),
      await create({ project_id: project.id }),
    ];
    expect((await update(b, { column: 'todo' })).data.position).toBe((a.position as number) + 1);
    expect((await update(c, { column: 'todo', position: 0.5 })).data.position).toBe(0.5);
  });

  test('a finishing column sets completed_at, leaving it clears it, unless the caller sets it', async () => {
    const task = await create();
    const done = await update(task, { column: 'done' });
    expect(done.data.completed_at).toBe(done.data.updated_at);
    expect((await update(task, { column: 'done', title: 'x' })).data.completed_at).toBe(
      done.data.completed_at,
    );
    expect((await update(task, { column: 'todo' })).data.completed_at).toBeNull();
    const finished = await update(task, { column: 'done', completed_at: '2026-01-01T00:00:00Z' });
    expect(finished.data.completed_at).toBe('2026-01-01T00:00:00.000Z');
    const reopened = await update(task, { column: 'todo', completed_at: '2026-01-02T00:00:00Z' });
    expect(reopened.data.completed_at).toBe('2026-01-02T00:00:00.000Z');
    expect((await update(task, { column: 'review' })).data.completed_at).toBe(
      '2026-01-02T00:00:00.000Z',
    );
    expect((await create({ column: 'done' })).completed_at).not.toBeNull();
  });
});

test('a task that was read, moved and sent back whole is completed, and reopened', async () => {
  const task = await create();
  const done = await update(task, { ...task, column: 'done' });
  expect(done.data.completed_at).toBe(done.data.updated_at);
  expect((await update(task, { ...done.data, column: 'todo' })).data.completed_at).toBeNull();
});

describe('assignees', () => {
  test('either field sets the other', async () => {
    const [ana, bruno, celia] = team.users;
    const one = await create({ assignee_id: ana });
    expect([one.assignee_id, one.assignee_ids]).toEqual([ana, [ana]]);
    const many = await create({ assignee_ids: [bruno, ana, bruno] });
    expect([many.assignee_id, many.assignee_ids]).toEqual([bruno, [bruno, ana]]);
    const both = await create({ assignee_id: celia, assignee_ids: [ana, celia] });
    expect(both.assignee_ids).toEqual([celia, ana]);
    expect((await update(many, { assignee_id: celia })).data.assignee_ids).toEqual([celia]);
    expect((await update(many, { assignee_ids: [ana, bruno] })).data.assignee_id).toBe(ana);
    expect(
      (await update(many, { assignee_id: bruno, assignee_ids: [ana, bruno] })).data.assignee_ids,
    ).toEqual([bruno, ana]);
    expect((await update(many, { assignee_ids: null })).data).toMatchObject({
      assignee_id: null,
      assignee_ids: [],
    });
    expect((await update(one, { assignee_id: null })).data.assignee_ids).toEqual([]);
  });

  test('a main assignee outside the list is 400', async () => {
    const [ana, bruno] = team.users;
    const refused = await team.post('/tasks', {
      title: 'x',
      project_id: project.id,
      assignee_id: ana,
      assignee_ids: [bruno],
    });
    expect(refused.status).toBe(400);
    expect(refused.error.message).toContain('assignee_id');
    expect((await update(await create(), { assignee_id: null, assignee_ids: [ana] })).status).toBe(
      400,
    );
  });

  test('the filter finds each of them, and the references follow', async () => {
    const freshTeam = await service.team();
    const home = await freshTeam.create('projects');
    const [ana, bruno] = freshTeam.users;
    const task = await freshTeam.create('tasks', {
      project_id: home.id,
      assignee_ids: [ana, bruno],
    });
    const tasksOf = async (user: unknown) =>
      ((await freshTeam.get(`/tasks?assignee_id=${user}`)).body.data as Json[]).map(
        (row) => row.id,
      );
    expect([await tasksOf(ana), await tasksOf(bruno)]).toEqual([[task.id], [task.id]]);
    await freshTeam.put(`/tasks/${task.id}`, { assignee_ids: [bruno] });
    expect([await tasksOf(ana), await tasksOf(bruno)]).toEqual([[], [task.id]]);
    const rows = await service.sql('select user_id from task_assignees where task_id = $1', [
      task.id,
    ]);
    expect(rows).toEqual([{ user_id: bruno }]);
  });
});

test('a trashed task no longer exists for v1, also for a second DELETE', async () => {
  const task = await create();
  const deleted = await team.delete(`/tasks/${task.id}`);
  expect(deleted.data).toEqual({ id: task.id, deleted_at: expect.stringMatching(/Z$/) });
  for (const answer of [
    await team.get(`/tasks/${task.id}`),
    await update(task, { title: 'x' }),
    await team.delete(`/tasks/${task.id}`),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect(
    ((await team.get('/tasks?limit=100')).body.data as Json[]).map((row) => row.id),
  ).not.toContain(task.id);
});

test('title and project_id are required; priority is one of five', async () => {
  const empty = await team.post('/tasks', {});
  expect(empty.status).toBe(400);
  expect(empty.error.message).toMatch(
    /title is required.*project_id is required|project_id is required.*title is required/,
  );
  expect(
    (await team.post('/tasks', { title: 'x', project_id: project.id, priority: 'asap' })).status,
  ).toBe(400);
});

test('hours and positions are numbers', async () => {
  const task = await create({ estimated_hours: 1.25 });
  expect(task.estimated_hours).toBe(1.25);
  expect((await update(task, { actual_hours: 0.1, position: -3 })).data).toMatchObject({
    actual_hours: 0.1,
    position: -3,
  });
  for (const fields of [
    { estimated_hours: '1' },
    { estimated_hours: -1 },
    { position: '1' },
    { position: null },
    { actual_hours: true },
  ]) {
    expect((await update(task, fields)).status).toBe(400);
  }
});

describe('start_date', () => {
  const range = { start_date: '2026-12-01', due_date: '2026-12-10' };

  test('is a day, or null; the same day as due_date is allowed', async () => {
    const task = await create(range);
    expect(task).toMatchObject(range);
    expect((await create()).start_date).toBeNull();
    const same = await update(task, { start_date: '2026-12-10' });
    expect(same.data).toMatchObject({ start_date: '2026-12-10', due_date: '2026-12-10' });
    expect((await update(task, { due_date: null })).data).toMatchObject({
      start_date: '2026-12-10',
      due_date: null,
    });
    expect((await update(task, { start_date: 'soon' })).status).toBe(400);
  });

  test('after due_date, it is refused with both fields, and nothing changes', async () => {
    const task = await create(range);
    for (const fields of [
      { start_date: '2026-12-11' },
      { due_date: '2026-11-30' },
      { start_date: '2027-01-02', due_date: '2027-01-01' },
    ]) {
      const refused = await update(task, fields);
      expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(refused.error.message).toBe('start_date must not be after due_date.');
      expect((refused.body.error as Json).fields).toEqual([
        { name: 'start_date', code: 'conflicting' },
        { name: 'due_date', code: 'conflicting' },
      ]);
    }
    const created = await team.post('/tasks', {
      title: 'x',
      project_id: project.id,
      start_date: '2026-12-11',
      due_date: '2026-12-10',
    });
    expect([created.status, created.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await team.get(`/tasks/${task.id}`)).data).toMatchObject(range);
  });

  test('of changes at the same time, those that would put the days in the wrong order are refused', async () => {
    const task = await create(range);
    const answers = await Promise.all([
      update(task, { start_date: '2026-12-09' }),
      update(task, { due_date: '2026-12-02' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
