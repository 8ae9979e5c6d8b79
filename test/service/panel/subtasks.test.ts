import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Subtasks in the panel: progress and sums, and checklist items that become subtasks and back. */
const service = useService({ foreignRows: true });
let team: TestTeam;
let person: TestPerson;
let project: Json;
beforeAll(async () => {
  team = await service.team();
  person = await makePerson(service, team, 'member');
  project = await team.create('projects');
});

const create = (fields: Json = {}) => team.create('tasks', { project_id: project.id, ...fields });
const checklist = async (task: Json) =>
  (await team.get(`/tasks/${task.id}`)).data.checklist_markdown;
const subtasksOf = async (task: Json) => {
  const answer = await person.get(`/tasks/${task.id}/subtasks`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as Json & { readonly subtasks: readonly Json[] };
};
const convert = (task: Json, read: string, index: number) =>
  person.post(`/tasks/${task.id}/checklist/subtasks`, { checklist_markdown: read, index });
/** The part of a refusal that says why. */
const reasonOf = ({ body }: Awaited<ReturnType<typeof convert>>) => (body.error as Json).reason;
const fieldsOf = ({ body }: Awaited<ReturnType<typeof convert>>) => (body.error as Json).fields;
const convertBack = (subtask: Json, body: Json = {}) =>
  person.post(`/tasks/${subtask.id}/checklist-item`, body);

describe('progress', () => {
  test('counts subtasks outside the trash and adds the hours of all; the task keeps its own', async () => {
    const parent = await create({ estimated_hours: 4, title: 'Site' });
    expect(await subtasksOf(parent)).toEqual({
      total: 0,
      done: 0,
      estimated_hours: 4,
      actual_hours: null,
      parent: null,
      subtasks: [],
    });
    const first = await create({ parent_id: parent.id, estimated_hours: 1.5, column: 'done' });
    const second = await create({ parent_id: parent.id, estimated_hours: 2 });
    const deleted = await create({ parent_id: parent.id, estimated_hours: 64 });
    await team.put(`/tasks/${second.id}`, { actual_hours: 3 });
    await team.delete(`/tasks/${deleted.id}`);
    const { subtasks, ...rest } = await subtasksOf(parent);
    expect(rest).toEqual({
      total: 2,
      done: 1,
      estimated_hours: 7.5,
      actual_hours: 3,
      parent: null,
    });
    expect(subtasks.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await subtasksOf(second)).toMatchObject({
      total: 0,
      parent: { id: parent.id, title: 'Site', is_trashed: false },
    });
    const related = await person.get(
      `/around?record_type=tasks&record_id=${parent.id}&parts=subtasks,comments`,
    );
    expect(related.data.subtasks).toMatchObject({ total: 2, done: 1, estimated_hours: 7.5 });
  });

  test('is in lists and on boards; sums of projects count each task once', async () => {
    const project = await team.create('projects');
    const parent = await create({ project_id: project.id, estimated_hours: 4, title: 'Site' });
    const subtasks: Json[] = [];
    for (const column of ['done', 'todo'])
      subtasks.push(
        await create({
          project_id: project.id,
          parent_id: parent.id,
          estimated_hours: 1,
          column,
        }),
      );
    const named = { id: parent.id, title: 'Site' };
    const listed = await person.get(`/tasks?project_id=${project.id}&sort=created_at`);
    const board = await person.get(`/tasks/board?project_id=${project.id}`);
    const byId = (cards: readonly Json[]) =>
      [parent, ...subtasks].map(({ id }) => cards.find((card) => card.id === id));
    expect(byId(board.data.cards as Json[])).toMatchObject([
      { parent: null, subtask_done: 1, subtask_total: 2 },
      { parent: named, subtask_done: 0, subtask_total: 0 },
      { parent: named, subtask_done: 0, subtask_total: 0 },
    ]);
    expect(byId(listed.body.data as Json[])).toMatchObject([
      { parent: null, subtasks: { done: 1, total: 2 } },
      { parent: named, subtasks: { done: 0, total: 0 } },
      { parent: named, subtasks: { done: 0, total: 0 } },
    ]);
    const columns = board.data.columns as readonly Json[];
    expect(columns.reduce((sum, each) => sum + Number(each.estimated_hours), 0)).toBe(6);
    const overview = await person.get(`/projects/${project.id}/overview`);
    expect(overview.data).toMatchObject({ estimated_hours: 6 });
  });

  test('of a task of another team does not exist', async () => {
    const task = await create({ checklist_markdown: '- [ ] um' });
    const subtask = await create({ parent_id: task.id });
    const stranger = await makePerson(service, await service.team(), 'owner');
    const answers = [
      await stranger.get(`/tasks/${task.id}/subtasks`),
      await stranger.post(`/tasks/${task.id}/checklist/subtasks`, {
        checklist_markdown: '- [ ] um',
        index: 0,
      }),
      await stranger.post(`/tasks/${subtask.id}/checklist-item`, {}),
      await person.get(`/tasks/${uuidv7()}/subtasks`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await checklist(task)).toBe('- [ ] um');
    expect((await subtasksOf(task)).total).toBe(1);
  });
});

describe('a checklist item', () => {
  const text = 'Fotos:\n- [x] escolher\n- [ ] tratar\n\n* [ ] enviar';

  test('becomes a subtask on the board of its task; a checked one is completed', async () => {
    const task = await create({ checklist_markdown: text });
    const done = await convert(task, text, 0);
    expect(done.status, done.text).toBe(201);
    expect(done.data).toMatchObject({
      title: 'escolher',
      parent_id: task.id,
      project_id: project.id,
      pipeline_id: task.pipeline_id,
      column: 'done',
      description: null,
    });
    expect(done.data.completed_at).not.toBeNull();
    expect(await checklist(task)).toBe('Fotos:\n- [ ] tratar\n\n* [ ] enviar');
    // As it was read before the first conversion.
    const open = await convert(task, text, 2);
    expect(open.data).toMatchObject({ title: 'enviar', column: 'backlog', completed_at: null });
    expect(await checklist(task)).toBe('Fotos:\n- [ ] tratar\n');
    expect((await subtasksOf(task)).total).toBe(2);
  });

  test('is completed also on a board without a finishing column', async () => {
    const project = await team.create('projects');
    const task = await create({ project_id: project.id, checklist_markdown: '- [x] um' });
    await service.sql(
      'update columns set is_finishing = false where team_id = $1 and pipeline_id = $2',
      [team.id, task.pipeline_id],
    );
    const { data } = await convert(task, '- [x] um', 0);
    expect([data.pipeline_id, data.column]).toEqual([task.pipeline_id, 'backlog']);
    expect(data.completed_at).not.toBeNull();
  });

  test('loses nothing of a long text', async () => {
    const long = `${'á'.repeat(300)} fim`;
    const task = await create({ checklist_markdown: `- [ ] ${long}` });
    const { data } = await convert(task, `- [ ] ${long}`, 0);
    expect(data.title).toBe(`${'á'.repeat(254)}…`);
    expect(data.description).toBe(long);
    expect(await checklist(task)).toBeNull();
  });

  test('converted by ten users at once becomes one subtask', async () => {
    for (const read of ['- [ ] um\n- [ ] dois', '- [ ] um\n- [ ] um']) {
      const task = await create({ checklist_markdown: read });
      const answers = await Promise.all(Array.from({ length: 10 }, () => convert(task, read, 0)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
      expect((await subtasksOf(task)).subtasks.map(({ title }) => title)).toEqual(['um']);
      expect(await checklist(task)).toBe(read.split('\n')[1]);
    }
  });

  test('must still be there, have a text, and not belong to a subtask', async () => {
    const task = await create({ checklist_markdown: '- [ ] novo\n- [ ] ' });
    const gone = await convert(task, '- [ ] velho', 0);
    expect([gone.status, reasonOf(gone)]).toEqual([409, 'item_missing']);
    expect((await convert(task, '- [ ] novo', 7)).status).toBe(409);
    expect((await convert(task, '- [ ] novo\n- [ ] ', 1)).status).toBe(400);
    expect((await convert(task, '- [ ] novo', -1)).status).toBe(400);
    const subtask = await create({ parent_id: task.id, checklist_markdown: '- [ ] um' });
    expect(reasonOf(await convert(subtask, '- [ ] um', 0))).toBe('is_subtask');
    await team.delete(`/tasks/${task.id}`);
    expect((await convert(task, '- [ ] novo', 0)).status).toBe(404);
  });
});

describe('a subtask', () => {
  test('becomes an item at the end of the checklist, or where it was', async () => {
    const task = await create({ checklist_markdown: '- [ ] um\n- [ ] dois' });
    const { data: subtask } = await convert(task, '- [ ] um\n- [ ] dois', 0);
    const back = await convertBack(subtask, { line: 0 });
    expect(back.status, back.text).toBe(200);
    expect(back.data).toMatchObject({ id: task.id, checklist_markdown: '- [ ] um\n- [ ] dois' });
    const done = await create({ parent_id: task.id, title: 'feito', column: 'done' });
    expect((await convertBack(done)).data.checklist_markdown).toBe(
      '- [ ] um\n- [ ] dois\n- [x] feito',
    );
    expect((await subtasksOf(task)).total).toBe(0);
    expect((await team.get(`/tasks/${done.id}`)).status).toBe(404);
    // It is in the trash, and can return.
    expect((await person.get(`/trash/${done.id}`)).status).toBe(200);
  });

  test.each<[string, Json]>([
    ['description', { description: 'Texto' }],
    ['checklist_markdown', { checklist_markdown: '- [ ] um' }],
    ['priority', { priority: 'high' }],
    ['due_date', { due_date: '2026-12-01' }],
    ['estimated_hours', { estimated_hours: 1 }],
    ['tags', { tags: ['a'] }],
    ['start_date', { start_date: '2026-12-01' }],
  ])('with %s stays a subtask, and the answer says why', async (name, fields) => {
    const task = await create();
    const subtask = await create({ parent_id: task.id, ...fields });
    const refused = await convertBack(subtask);
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'subtask_not_empty']);
    expect(fieldsOf(refused)).toEqual([{ name, code: 'conflicting' }]);
    expect((await subtasksOf(task)).total).toBe(1);
    expect(await checklist(task)).toBeNull();
  });

  test('with comments, dependencies or hours stays a subtask', async () => {
    const task = await create();
    const subtask = await create({ parent_id: task.id });
    const comment = await person.post('/comments', {
      record_type: 'tasks',
      record_id: subtask.id,
      content: 'Oi',
    });
    expect(comment.status, comment.text).toBe(201);
    expect(fieldsOf(await convertBack(subtask))).toEqual([
      { name: 'comments', code: 'conflicting' },
    ]);
    const blocking = await create({ parent_id: task.id });
    await create({ blocked_by_ids: [blocking.id] });
    expect(fieldsOf(await convertBack(blocking))).toEqual([
      { name: 'blocked_by_ids', code: 'conflicting' },
    ]);
    const timed = await create({ parent_id: task.id });
    await team.create('time_entries', { task_id: timed.id, minutes: 30 });
    expect(fieldsOf(await convertBack(timed))).toEqual([
      { name: 'actual_hours', code: 'conflicting' },
    ]);
  });

  test('is converted once by ten users at once', async () => {
    const task = await create();
    const subtask = await create({ parent_id: task.id, title: 'um' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => convertBack(subtask)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect(await checklist(task)).toBe('- [ ] um');
    expect(reasonOf(await convertBack(await create()))).toBe('not_subtask');
  });
});
