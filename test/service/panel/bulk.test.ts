import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { runJob } from '#server/features/bulk/run.ts';
import { claimOne } from '#server/features/bulk/statements.ts';
import { startBulk } from '#server/jobs/worker.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Bulk changes of named records and of all records in a list; each is changed as if alone, and none twice. */
const service = useSharedService({ workers: 0 });
let team: TestTeam;
let ana: TestPerson;
beforeEach(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
});

const idsOf = (records: readonly Json[]) => records.map(({ id }) => String(id));
async function makeTasks(count: number): Promise<string[]> {
  const project = await team.create('projects');
  const made: Json[] = [];
  for (let i = 0; i < count; i += 1)
    made.push(await team.create('tasks', { project_id: project.id, title: `Tarefa ${i}` }));
  return idsOf(made);
}
const entriesOf = (operation: string) =>
  service.sql(
    'select record_id, actor_id from audit_entries where team_id = $1 and operation = $2 order by id',
    [team.id, operation],
  );
const eventsOf = async (type: string) =>
  service.sql('select record_id from events where team_id = $1 and type = $2', [team.id, type]);

describe('named records', () => {
  test('are each changed as if alone; a refused one does not block the others', async () => {
    const ids = await makeTasks(4);
    const missing = uuidv7();
    await team.delete(`/tasks/${ids[3]}`);
    const before = await eventsOf('task.updated');
    const body = {
      kind: 'tasks',
      ids: [...ids, missing],
      change: { priority: 'urgent', add_tags: ['copa'] },
    };
    const key = { 'idempotency-key': uuidv7() };
    const answer = await ana.post('/bulk', body, key);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ done: 3, refused: 2 });
    const outcomes = answer.data.outcomes as Json[];
    const refused = outcomes.filter(({ ok }) => !ok);
    expect(refused.map(({ id, code }) => [id, code]).sort()).toEqual(
      [ids[3], missing].map((id) => [id, 'NOT_FOUND']).sort(),
    );
    const again = await ana.post('/bulk', body, key);
    expect(again.text).toBe(answer.text);
    const entries = await entriesOf('tasks.update');
    expect(entries.map(({ record_id }) => record_id).sort()).toEqual(ids.slice(0, 3).sort());
    expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([ana.userId]));
    expect((await eventsOf('task.updated')).length - before.length).toBe(3);
    const task = (await ana.get(`/tasks/${ids[0]}`)).data;
    expect(task).toMatchObject({ priority: 'urgent', tags: ['copa'] });
  });

  test('are refused one by one if their days would be in the wrong order', async () => {
    const ids = await makeTasks(2);
    await team.put(`/tasks/${ids[0]}`, { start_date: '2026-12-05' });
    const change = { due_date: '2026-12-01' };
    const { data } = await ana.post('/bulk', { kind: 'tasks', ids, change });
    expect(data).toMatchObject({ done: 1, refused: 1 });
    expect((data.outcomes as Json[])[0]).toMatchObject({
      ...{ ok: false, code: 'VALIDATION_ERROR' },
      message: 'start_date must not be after due_date.',
    });
    expect((await team.get(`/tasks/${ids[0]}`)).data.due_date).toBeNull();
  });

  test('are undone unless they have been changed since, back to their exact place', async () => {
    const ids = await makeTasks(3);
    const was = await Promise.all(ids.map(async (id) => (await ana.get(`/tasks/${id}`)).data));
    const change = { column: 'done', assignee_id: ana.userId, priority: 'high' };
    const { data } = await ana.post('/bulk', { kind: 'tasks', ids, change });
    expect(data.done, JSON.stringify(data)).toBe(3);
    await team.put(`/tasks/${ids[1]}`, { priority: 'low' });
    const undone = await ana.post(`/bulk/jobs/${data.id}/undo`);
    expect(undone.status, undone.text).toBe(200);
    await work();
    const job = (await ana.get(`/bulk/jobs/${data.id}`)).data;
    expect(job).toMatchObject({ state: 'undone', undone: 2, kept: 1 });
    expect(job.failures).toEqual([
      expect.objectContaining({
        id: ids[1],
        name: 'Tarefa 1',
        message: expect.stringContaining('priority'),
      }),
    ]);
    for (const [i, id] of ids.entries()) {
      const { updated_at: _, priority, ...now } = (await ana.get(`/tasks/${id}`)).data;
      const { updated_at: __, priority: before, ...then } = was[i] as Json;
      expect(now).toEqual(then);
      expect(priority).toBe(i === 1 ? 'low' : before);
    }
    expect((await ana.post(`/bulk/jobs/${data.id}/undo`)).error.code).toBe('CONFLICT');
  });

  test('gain and lose assignees, and get the previous ones back on undo', async () => {
    const [bia, caio] = await Promise.all(
      ['Bia', 'Caio'].map((name) => makePerson(service, team, 'member', { name })),
    );
    const [first = '', second = ''] = await makeTasks(2);
    await team.put(`/tasks/${first}`, { assignee_ids: [bia?.userId, ana.userId] });
    const peopleOf = async (id: string) => (await ana.get(`/tasks/${id}`)).data.assignee_ids;
    const all = { kind: 'tasks', ids: [first, second] };
    const change = {
      add_assignee_ids: [caio?.userId, ana.userId],
      remove_assignee_ids: [bia?.userId],
    };
    const { data } = await ana.post('/bulk', { ...all, change });
    expect(data.done, JSON.stringify(data)).toBe(2);
    expect(await peopleOf(first)).toEqual([ana.userId, caio?.userId]);
    expect(await peopleOf(second)).toEqual([caio?.userId, ana.userId]);
    const preview = await ana.post('/bulk/preview', { kind: 'tasks', change, query: '' });
    const [row] = preview.data.first as { before: object }[];
    expect(row?.before).toEqual({ assignee_ids: expect.any(Array) });
    await ana.post(`/bulk/jobs/${data.id}/undo`);
    await work();
    expect(await peopleOf(first)).toEqual([bia?.userId, ana.userId]);
    expect(await peopleOf(second)).toEqual([]);
    const foreign = await makePerson(service, await service.team(), 'member');
    const refused = await ana.post('/bulk', {
      ...all,
      change: { add_assignee_ids: [foreign.userId] },
    });
    expect(refused.data).toMatchObject({ done: 0, refused: 2 });
  });

  test.each([
    ['tasks', 'trash', 'task.deleted'],
    ['deals', 'deals?status=arquivado', 'deal.deleted'],
  ])('%s are deleted and restored', async (kind, list, event) => {
    const ids =
      kind === 'tasks'
        ? await makeTasks(3)
        : idsOf([await team.create('deals'), await team.create('deals')]);
    const { data } = await ana.post('/bulk', { kind, ids, action: 'delete' });
    expect(data.done, JSON.stringify(data)).toBe(ids.length);
    expect((await ana.get(`/${list}`)).body.pagination).toMatchObject({ total: ids.length });
    expect(await eventsOf(event)).toHaveLength(ids.length);
    expect((await entriesOf(`${kind}.delete`)).length).toBe(ids.length);
    const undone = await ana.post(`/bulk/jobs/${data.id}/undo`);
    expect(undone.status, undone.text).toBe(200);
    await work();
    expect((await ana.get(`/${list}`)).body.pagination).toMatchObject({ total: 0 });
  });

  test.each([
    [{ kind: 'tasks', change: { title: 'X' } }, /change must contain at least one of/],
    [{ kind: 'tasks', change: {} }, /change must contain at least one of/],
    [{ kind: 'tasks', change: { priority: 'now' } }, /priority must be one of/],
    [{ kind: 'tasks', change: { add_tags: [''] } }, /add_tags must be/],
    [{ kind: 'tasks', change: { add_assignee_ids: ['Ana'] } }, /add_assignee_ids must be/],
    [
      { kind: 'deals', change: { add_assignee_ids: [uuidv7()] } },
      /change must contain at least one/,
    ],
    [{ kind: 'contacts', action: 'delete' }, /cannot be deleted in bulk/],
    [{ kind: 'keys', change: { name: 'X' } }, /kind must be one of/],
    [{ kind: 'tasks', change: { priority: 'low' }, ids: [] }, /ids must be a list of 1 to 500/],
    [
      {
        kind: 'tasks',
        change: { priority: 'low' },
        ids: Array.from({ length: 501 }, () => uuidv7()),
      },
      /ids must be/,
    ],
  ])('%j is refused', async (body, problem) => {
    const { status, error } = await ana.post('/bulk', { ids: [uuidv7()], ...body });
    expect(status).toBe(400);
    expect(error.message).toMatch(problem);
  });
});

/** Lets a worker do its pending work. */
async function work(until = 'undone'): Promise<void> {
  const { secrets, database } = service;
  const queues = startBulk(database, { secrets, jidSuffix: 's.msgapp.net' }, makeLog('silent'));
  await expect
    .poll(() =>
      service.sql('select state from bulk_jobs where team_id = $1 and state::text <> $2', [
        team.id,
        until,
      ]),
    )
    .toEqual([]);
  await queues.stop();
}

describe('all records in a list', () => {
  const request = { kind: 'deals', query: 'phase=lead', change: { priority: 'alta' } };
  const makeDeals = async (count: number) => {
    const made: Json[] = [];
    for (let i = 0; i < count; i += 1)
      made.push(await team.create('deals', { title: `Site ${i}`, phase: 'lead', value: 10 }));
    await team.create('deals', { phase: 'proposta' });
    return idsOf(made);
  };

  test('are previewed, changed in the background, and undone', async () => {
    const ids = await makeDeals(7);
    const { data: preview } = await ana.post('/bulk/preview', request);
    expect(preview).toMatchObject({ total: 7 });
    expect(preview.first).toHaveLength(5);
    expect((preview.first as Json[])[0]).toMatchObject({
      name: 'Site 6',
      before: { priority: 'media' },
    });
    const started = await ana.post('/bulk/jobs', request);
    expect([started.status, started.data.total], started.text).toEqual([201, 7]);
    await work('done');
    expect((await ana.get(`/bulk/jobs/${started.data.id}`)).data).toMatchObject({
      state: 'done',
      done: 7,
      refused: 0,
    });
    expect((await ana.get('/deals?phase=lead')).body.data).toEqual(
      ids.map(() => expect.objectContaining({ priority: 'alta' })),
    );
    expect((await ana.get('/bulk/jobs')).body.data).toEqual([
      expect.objectContaining({ id: started.data.id, total: 7 }),
    ]);
    const notices = await service.sql(
      `select record_id from live_notices where team_id = $1 and record_type = 'bulk_jobs'`,
      [team.id],
    );
    expect(notices.length).toBeGreaterThanOrEqual(2);
    const otherPerson = await makePerson(service, team, 'owner');
    expect((await otherPerson.get('/bulk/jobs')).body.data).toEqual([]);
    expect((await otherPerson.get(`/bulk/jobs/${started.data.id}`)).status).toBe(404);
    expect((await otherPerson.post(`/bulk/jobs/${started.data.id}/undo`)).status).toBe(404);
  });

  test('resume after a kill at any moment, and nothing is done twice', async () => {
    const ids = await makeDeals(30);
    const { data } = await ana.post('/bulk/jobs', request);
    const db = service.database.team(team.id);
    const running = {
      team: { slug: team.slug, strictTaxIds: false },
      settings: { secrets: service.secrets, jidSuffix: '' },
    };
    const job = String(data.id);
    const runs: Promise<unknown>[] = [];
    for (let i = 0; i < 6; i += 1) {
      const claim = uuidv7();
      // As if the previous worker had died: its claim expires while it is still at work.
      await service.sql('update bulk_jobs set claimed_until = now() where team_id = $1', [team.id]);
      await db.run(claimOne, { id: job, claim });
      runs.push(runJob(db, job, claim, running, new AbortController().signal));
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    await Promise.all(runs);
    await work('done');
    expect((await ana.get(`/bulk/jobs/${job}`)).data).toMatchObject({
      state: 'done',
      done: 30,
      refused: 0,
    });
    const entries = await entriesOf('deals.update');
    expect(entries.map(({ record_id }) => record_id).sort()).toEqual([...ids].sort());
  });

  test('stop if the member loses access, and can be undone while they run', async () => {
    await makeDeals(4);
    const { data } = await ana.post('/bulk/jobs', request);
    await service.sql('update users set suspended_at = now() where id = $1', [ana.userId]);
    await work('stopped');
    expect(await entriesOf('deals.update')).toEqual([]);
    await service.sql('update users set suspended_at = null where id = $1', [ana.userId]);
    expect((await ana.get(`/bulk/jobs/${data.id}`)).data).toMatchObject({
      state: 'stopped',
      reason: 'suspended',
      done: 0,
    });
    const undone = await ana.post(`/bulk/jobs/${data.id}/undo`);
    expect(undone.status, undone.text).toBe(200);
    await work();
    expect((await ana.get(`/bulk/jobs/${data.id}`)).data).toMatchObject({
      state: 'undone',
      undone: 0,
    });
  });

  test('cannot be found by fields that a member may not see, and an empty selection is refused', async () => {
    await makeDeals(1);
    const blind = await makePerson(service, team, 'member', { seesValues: false });
    for (const path of ['/bulk/preview', '/bulk/jobs']) {
      const hidden = await blind.post(path, { ...request, query: 'min_value=1' });
      expect([hidden.status, hidden.error.code], hidden.text).toEqual([403, 'FORBIDDEN']);
      const wrong = await ana.post(path, { ...request, query: 'fase=lead' });
      expect([wrong.status, wrong.error.message], wrong.text).toEqual([
        400,
        expect.stringContaining('fase'),
      ]);
    }
    const nothing = await ana.post('/bulk/jobs', { ...request, query: 'phase=nenhuma' });
    expect([nothing.status, nothing.error.code]).toEqual([409, 'CONFLICT']);
  });
});
