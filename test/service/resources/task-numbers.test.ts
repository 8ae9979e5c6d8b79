import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysFor } from '#server/features/work/projects/keys.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Keys of projects and numbers of tasks (docs/adr/0161-task-numbers.md). */
const service = useService({ foreignRows: true });
let team: TestTeam;
let admin: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
});

const project = (name: string) => team.create('projects', { name });
const task = (of: Json, fields: Json = {}) =>
  team.create('tasks', { project_id: of.id, ...fields });
const find = (number: string, by: TestPerson = admin) =>
  by.get(`/task-numbers?number=${encodeURIComponent(number)}`);

describe('the key of a project', () => {
  test.each([
    ['Site da Padaria Aurora', /^SITE$/],
    ['A Identidade visual', /^IDEN$/],
    ['Ação de Verão', /^ACAO$/],
    ['Campanha 2026', /^CAMP$/],
    ['X', /^XP[A-Z]$/],
    ['2026', /^PP[A-Z]$/],
  ])('of %s: %s', (name, key) => {
    const keys = keysFor(name);
    expect(keys[0]).toMatch(key);
    for (const each of keys) expect(each).toMatch(/^[A-Z]{2,6}$/);
  });

  test('is unique in the team, also for equal names at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => project('Vitrine de Natal')));
    const keys = made.map(({ key }) => String(key));
    expect(new Set(keys).size).toBe(30);
    for (const key of keys) expect(key).toMatch(/^[A-Z]{2,6}$/);
    const foreignTeam = await service.team();
    expect((await foreignTeam.create('projects', { name: 'Jardim' })).key).toBe('JARDIM');
    expect((await project('Jardim')).key).toBe('JARDIM');
  });

  test('is kept if the project is sent back, whatever the slug', async () => {
    const made = await team.create('projects', { name: 'Loja', slug: 'loja-nova' });
    expect(made.key).toBe('LOJA');
    const answer = await team.put(`/projects/${made.id}`, {
      ...made,
      key: 'OUTRA',
      name: 'Loja 2',
    });
    expect([answer.status, answer.data.key]).toEqual([200, 'LOJA']);
  });

  test('is changed by admins only; earlier keys keep leading to the tasks', async () => {
    const portal = await project('Portal');
    const made = await task(portal);
    expect(made.number).toBe('PORTAL-1');
    const path = `/projects/${portal.id}/key`;
    const member = await makePerson(service, team, 'member');
    expect((await member.put(path, { key: 'WEB' })).status).toBe(403);
    for (const key of ['web', 'W', 'WEBSITE', 'WEB1', '']) {
      const answer = await admin.put(path, { key });
      expect([key, answer.status]).toEqual([key, 400]);
    }
    const changed = await admin.put(path, { key: 'WEB' });
    expect([changed.status, changed.data.key]).toEqual([200, 'WEB']);
    expect((await team.get(`/tasks/${made.id}`)).data.number).toBe('WEB-1');
    for (const number of ['WEB-1', 'PORTAL-1', 'portal-1', ' web 1 '])
      expect((await find(number)).data).toMatchObject({ id: made.id, number: 'WEB-1' });
    // Neither key is available to another project.
    const rival = await project('Portal');
    expect(rival.key).not.toBe('PORTAL');
    for (const key of ['PORTAL', 'WEB']) {
      const taken = await admin.put(`/projects/${rival.id}/key`, { key });
      expect([taken.status, taken.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
    }
    expect((await admin.put(path, { key: 'PORTAL' })).data.key).toBe('PORTAL');
    expect((await find('WEB-1')).data.id).toBe(made.id);
    const [event] = await service.sql(
      `select payload::json -> 'previous' ->> 'key' as key from events
       where team_id = $1 and record_id = $2 and type = 'project.updated' order by id limit 1`,
      [team.id, portal.id],
    );
    expect(event?.key).toBe('PORTAL');
  });

  test('of a foreign project cannot be changed', async () => {
    const foreignTeam = await service.team();
    const foreign = await foreignTeam.create('projects');
    expect((await admin.put(`/projects/${foreign.id}/key`, { key: 'ABC' })).status).toBe(404);
    expect((await admin.put(`/projects/${uuidv7()}/key`, { key: 'ABC' })).status).toBe(404);
  });
});

describe('the number of a task', () => {
  test('counts up within the project, in every column, and never changes', async () => {
    const made = await project('Contagem');
    const first = await task(made);
    const second = await task(made, { column: 'review' });
    expect([first.number, second.number]).toEqual(['CONT-1', 'CONT-2']);
    const moved = await team.put(`/tasks/${first.id}`, {
      ...first,
      column: 'done',
      number: 'CONT-9',
    });
    expect(moved.data.number).toBe('CONT-1');
    expect((await team.delete(`/tasks/${second.id}`)).status).toBe(200);
    expect((await task(made)).number).toBe('CONT-3');
    const listed = await team.get(`/tasks?project_id=${made.id}&sort=created_at`);
    expect((listed.body.data as Json[]).map(({ number }) => number)).toEqual(['CONT-1', 'CONT-3']);
  });

  test('is different in fifty creates at the same moment', async () => {
    const made = await project('Juntos');
    const columns = ['backlog', 'todo', 'review', 'done'];
    const created = await Promise.all(
      Array.from({ length: 50 }, (_, i) => task(made, { column: columns[i % columns.length] })),
    );
    const numbers = created.map(({ number }) => Number(String(number).split('-')[1]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  test('is not used up by a refused create', async () => {
    const made = await project('Recusa');
    expect(
      (await team.post('/tasks', { title: 'x', project_id: made.id, column: 'x' })).status,
    ).toBe(400);
    expect((await task(made)).number).toBe('RECUSA-1');
  });

  test('of another team, of a trashed task and a missing one give the same 404', async () => {
    const foreignTeam = await service.team();
    const secret = await foreignTeam.create('projects', { name: 'Secreto' });
    expect((await foreignTeam.create('tasks', { project_id: secret.id })).number).toBe('SECR-1');
    const mine = await project('Descarte');
    const trashed = await task(mine);
    await team.delete(`/tasks/${trashed.id}`);
    const answers = await Promise.all(
      ['SECR-1', String(trashed.number), 'DESC-99', 'QQ-1', 'DESC-999999999', 'não é', '🙂'].map(
        (number) => find(number),
      ),
    );
    expect(
      new Set(
        answers.map(
          ({ status, text }) => `${status} ${text.replaceAll(/"request_id":"[^"]*"/g, '')}`,
        ),
      ).size,
    ).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await admin.get('/task-numbers')).status).toBe(404);
  });

  test('is found by the search', async () => {
    const made = await project('Busca');
    const sought = await task(made, { title: 'Fotos da fachada' });
    for (const q of ['BUSCA-1', 'busca-1', 'BUSCA 1']) {
      const { body } = await admin.get(`/search?q=${encodeURIComponent(q)}`);
      const [group] = (body.data as { kind: string; hits: Json[] }[]).filter(
        ({ kind }) => kind === 'tasks',
      );
      expect(group?.hits).toMatchObject([{ id: sought.id, about: 'BUSCA-1 · Busca' }]);
    }
  });
});

describe('an older process, which knows neither keys nor numbers', () => {
  test('leaves them empty, and the worker assigns them in order of creation', async () => {
    const projectId = uuidv7();
    await service.sql(
      `insert into projects (team_id, id, name, slug) values ($1, $2, 'Antigo', 'antigo')`,
      [team.id, projectId],
    );
    const pipelineId = uuidv7();
    await service.sql(
      `insert into pipelines (team_id, id, name, project_id, is_default) values ($1, $2, 'Q', $3, true)`,
      [team.id, pipelineId, projectId],
    );
    await service.sql(
      `insert into columns (team_id, id, pipeline_id, slug, name, position) values ($1, uuid7(), $2, 'todo', 'A fazer', 1)`,
      [team.id, pipelineId],
    );
    const older = (first: number, last: number) =>
      service.sql(
        `insert into tasks (team_id, id, title, project_id, pipeline_id, "column", position, created_at)
         select $1, uuid7(), i::text, $2, $3, 'todo', i, now() - i * interval '1 minute' from generate_series($4::int, $5::int) i`,
        [team.id, projectId, pipelineId, first, last],
      );
    await older(1, 1_100);
    const made = await task({ id: projectId });
    expect(made.number).toBeNull();
    const swept = await sweepOnce(service.database);
    expect(swept).toMatchObject({ project_keys: 1, task_numbers: 1_100 });
    const rows = await service.sql(
      `select title, number from tasks where team_id = $1 and project_id = $2 and id <> $3 order by number`,
      [team.id, projectId, made.id],
    );
    expect(rows.map(({ title }) => Number(title))).toEqual(
      Array.from({ length: 1_100 }, (_, i) => 1_100 - i),
    );
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 1_100 }, (_, i) => i + 2),
    );
    expect((await team.get(`/tasks/${made.id}`)).data.number).toBe('ANTIGO-1');
    await older(2_000, 2_000);
    expect((await task({ id: projectId })).number).toBe('ANTIGO-1102');
    expect(await sweepOnce(service.database)).toMatchObject({ project_keys: 0, task_numbers: 1 });
    expect((await find('ANTIGO-1103')).data.title).toBe('2000');
  });
});
