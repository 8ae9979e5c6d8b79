import { beforeAll, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

test('the slug is derived from the name, numbered if taken, and refused if given and taken', async () => {
  const freshTeam = await service.team();
  const slugs = [];
  for (let i = 0; i < 3; i++)
    slugs.push((await freshTeam.create('projects', { name: 'Ação & Reação — 2026!' })).slug);
  expect(slugs).toEqual(['acao-reacao-2026', 'acao-reacao-2026-2', 'acao-reacao-2026-3']);
  const taken = await freshTeam.post('/projects', { name: 'x', slug: 'acao-reacao-2026' });
  expect([taken.status, taken.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
  expect((await freshTeam.create('projects', { name: '日本語' })).slug).toBe('project');
  const long = (await freshTeam.create('projects', { name: 'a'.repeat(255) })).slug as string;
  expect(long).toBe('a'.repeat(80));
  expect((await freshTeam.create('projects', { name: 'a'.repeat(255) })).slug).toBe(
    `${'a'.repeat(78)}-2`,
  );
  const renamed = await freshTeam.put(`/projects/${(await freshTeam.create('projects')).id}`, {
    slug: 'acao-reacao-2026',
  });
  expect([renamed.status, renamed.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
  for (const slug of ['A', 'a--b', '-a', 'a-', 'a_b', 'é', 'a'.repeat(81), '']) {
    expect((await freshTeam.post('/projects', { name: 'x', slug })).status, slug).toBe(400);
  }
});

test('forty concurrent creates with one name all get distinct slugs', async () => {
  const freshTeam = await service.team();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => freshTeam.post('/projects', { name: 'Mesmo nome' })),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(40).fill(201));
  const slugs = new Set(answers.map((answer) => answer.data.slug));
  expect(slugs.size).toBe(40);
  expect(slugs).toContain('mesmo-nome');
  expect(slugs).toContain('mesmo-nome-40');
});

test('a missing link is reported before a taken slug', async () => {
  await team.post('/projects', { name: 'x', slug: 'antes' });
  const answer = await team.post('/projects', {
    name: 'x',
    slug: 'antes',
    squad_id: team.id,
    client_id: team.id,
  });
  expect(answer.status).toBe(404);
  expect(answer.error.message).toContain('squad_id');
  expect(answer.error.message).toContain('client_id');
});

test('squad and client are nested', async () => {
  const client = await team.create('clients', { name: 'Padaria São João' });
  const project = await team.create('projects', { squad_id: team.squad, client_id: client.id });
  expect(project.squad).toEqual({ id: team.squad, name: 'Criação' });
  expect(project.client).toEqual({ id: client.id, name: 'Padaria São João' });
  const list = await team.get(`/projects?client_id=${client.id}`);
  expect(list.body.data).toEqual([project]);
  const cleared = await team.put(`/projects/${project.id}`, { client_id: null });
  expect([cleared.data.client, cleared.data.client_id, cleared.data.squad_id]).toEqual([
    null,
    null,
    team.squad,
  ]);
});

test('completed sets completed_at unless the caller gives one; leaving it clears it', async () => {
  const born = await team.create('projects', { status: 'completed' });
  expect(born.completed_at).toBe(born.created_at);
  const { id } = await team.create('projects');
  const done = await team.put(`/projects/${id}`, { status: 'completed' });
  expect(done.data.completed_at).toBe(done.data.updated_at);
  const again = await team.put(`/projects/${id}`, { status: 'completed', name: 'Outro' });
  expect(again.data.completed_at).toBe(done.data.completed_at);
  expect((await team.put(`/projects/${id}`, { status: 'active' })).data.completed_at).toBeNull();
  const answer = await team.put(`/projects/${id}`, {
    status: 'completed',
    completed_at: '2026-01-02T03:04:05-03:00',
  });
  expect(answer.data.completed_at).toBe('2026-01-02T06:04:05.000Z');
  expect((await team.put(`/projects/${id}`, { status: 'paused' })).data.completed_at).toBeNull();
});

test('a record that was read, completed or reopened, and sent back whole behaves the same', async () => {
  const record = await team.create('projects');
  const done = await team.put(`/projects/${record.id}`, { ...record, status: 'completed' });
  expect(done.data.completed_at).toBe(done.data.updated_at);
  const reopened = await team.put(`/projects/${record.id}`, { ...done.data, status: 'active' });
  expect(reopened.data.completed_at).toBeNull();
});

test('DELETE cancels, keeps the record, and a second one gets the same answer', async () => {
  const { id } = await team.create('projects', { status: 'completed' });
  const deleted = await team.delete(`/projects/${id}`);
  expect(deleted.status).toBe(200);
  expect(deleted.data).toEqual({
    id,
    status: 'cancelled',
    archived_at: expect.stringMatching(/Z$/),
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await team.delete(`/projects/${id}`)).text).toBe(deleted.text);
  const answer = await team.get(`/projects/${id}`);
  expect([answer.status, answer.data.status, answer.data.completed_at]).toEqual([
    200,
    'cancelled',
    null,
  ]);
  expect(
    ((await team.get('/projects?status=cancelled')).body.data as Json[]).map((row) => row.id),
  ).toContain(id);
  const back = await team.put(`/projects/${id}`, { status: 'active' });
  expect(back.data.status).toBe('active');
  const later = await team.delete(`/projects/${id}`);
  expect(later.data.archived_at).not.toBe(deleted.data.archived_at);
});

test('a colour is # and 3, 4, 6 or 8 hex digits', async () => {
  for (const color of ['#fff', '#FFFF', '#a1b2c3', '#a1b2c3d4']) {
    expect((await team.create('projects', { color })).color).toBe(color);
  }
  for (const color of ['fff', '#ff', '#fffff', '#ggg', '#fff;', 'red', '']) {
    expect((await team.post('/projects', { name: 'x', color })).status, color).toBe(400);
  }
});

test('dates are real days; start and due are independent', async () => {
  const project = await team.create('projects', {
    start_date: '2028-02-29',
    due_date: '2020-01-01',
  });
  expect([project.start_date, project.due_date]).toEqual(['2028-02-29', '2020-01-01']);
  for (const due_date of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01',
    '2026-01-01T00:00:00Z',
    20260101,
    '',
  ]) {
    expect((await team.post('/projects', { name: 'x', due_date })).status, String(due_date)).toBe(
      400,
    );
  }
});

test('a name is 1 to 255 characters after trimming, counted in code points', async () => {
  expect((await team.create('projects', { name: `  ${'é'.repeat(255)}\n` })).name).toBe(
    'é'.repeat(255),
  );
  expect((await team.create('projects', { name: '🙂'.repeat(255) })).name).toBe('🙂'.repeat(255));
  for (const name of ['', '   ', 'é'.repeat(256), '🙂'.repeat(256), 5, ['a'], {}]) {
    expect((await team.post('/projects', { name })).status, String(name)).toBe(400);
  }
});

test('a new project has its own board, copied from the team’s template', async () => {
  const project = await team.create('projects');
  const columns = await service.sql(
    `select c.slug, c.is_finishing from columns c join pipelines p on p.team_id = c.team_id and p.id = c.pipeline_id
     where p.project_id = $1 and p.is_default order by c.position`,
    [project.id],
  );
  expect(columns.map((column) => column.slug)).toEqual([
    'backlog',
    'todo',
    'in_progress',
    'review',
    'done',
  ]);
  expect(columns.map((column) => column.is_finishing)).toEqual([false, false, false, false, true]);
});

test('created_by is the user who created the key', async () => {
  const plain = await team.create('projects');
  expect(plain.created_by).toBeNull();
  await service.sql('update api_keys set user_id = $2 where team_id = $1', [
    team.id,
    team.users[0],
  ]);
  await expect.poll(async () => (await team.create('projects')).created_by).toBe(team.users[0]);
});

test('two concurrent updates both take effect', async () => {
  const { id } = await team.create('projects');
  for (let i = 0; i < 20; i++) {
    await Promise.all([
      team.put(`/projects/${id}`, { name: `n${i}` }),
      team.put(`/projects/${id}`, { briefing: `b${i}` }),
      team.put(`/projects/${id}`, { priority: i % 2 ? 'low' : 'high' }),
    ]);
    const { data } = await team.get(`/projects/${id}`);
    expect([data.name, data.briefing, data.priority]).toEqual([
      `n${i}`,
      `b${i}`,
      i % 2 ? 'low' : 'high',
    ]);
  }
});

test('the panel finds projects that are late or open, and by due date', async () => {
  const freshTeam = await service.team();
  const member = await makePerson(service, freshTeam, 'member');
  const late = { status: 'active', due_date: '2020-01-31' };
  await freshTeam.create('projects', { name: 'Atrasado', ...late });
  await freshTeam.create('projects', { name: 'Pronto', ...late, status: 'completed' });
  await freshTeam.create('projects', { name: 'Depois', status: 'paused', due_date: '2999-01-01' });
  await freshTeam.create('projects', { name: 'Sem data' });
  const projectsOf = async (query: string) => {
    const answer = await member.get(`/projects?sort=name&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return (answer.data as unknown as Json[]).map(({ name }) => name);
  };
  expect(await projectsOf('is_late=true')).toEqual(['Atrasado']);
  expect(await projectsOf('is_late=false')).toEqual(['Depois', 'Pronto', 'Sem data']);
  expect(await projectsOf('is_open=true')).toEqual(['Atrasado', 'Depois', 'Sem data']);
  expect(await projectsOf('due_from=2020-01-31&due_until=2020-01-31')).toEqual([
    'Atrasado',
    'Pronto',
  ]);
  expect(await projectsOf('due_from=2020-02-01')).toEqual(['Depois']);
  expect((await freshTeam.get('/projects?is_late=true')).status).toBe(400);
});

test('the overview of a project counts tasks and hours, and lists campaigns and next steps', async () => {
  const freshTeam = await service.team();
  const member = await makePerson(service, freshTeam, 'member');
  const [ana, project] = [
    await makePerson(service, freshTeam, 'member'),
    await freshTeam.create('projects', { status: 'active' }),
  ];
  const project_id = project.id;
  const columns = async () => {
    const { columns } = await overview();
    return (columns as Json[]).filter(({ count }) => count !== 0);
  };
  const overview = async () => {
    const answer = await member.get(`/projects/${project_id}/overview`);
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  };
  const empty = await overview();
  expect(empty).toMatchObject({
    is_late: false,
    tasks: 0,
    done: 0,
    late: 0,
    estimated_hours: 0,
    actual_hours: 0,
    people: [],
    campaigns: [],
    dates: [],
    late_tasks: [],
    changed_tasks: [],
  });
  expect(empty.columns).not.toEqual([]);

  const { today } = empty;
  const hours = (estimated_hours: number) => ({ project_id, estimated_hours });
  const late = await freshTeam.create('tasks', {
    ...hours(2),
    title: 'Roteiro',
    assignee_ids: [ana.userId, member.userId],
    due_date: '2020-01-01',
  });
  await freshTeam.create('tasks', {
    ...hours(1.5),
    title: 'Corte',
    assignee_ids: [member.userId],
    due_date: today,
  });
  const done = await freshTeam.create('tasks', {
    ...hours(4),
    assignee_ids: [ana.userId],
    due_date: '2020-01-01',
  });
  const finishing = (empty.columns as Json[]).find(({ is_finishing }) => is_finishing)?.column;
  await freshTeam.put(`/tasks/${done.id}`, { column: finishing, actual_hours: 5 });
  await freshTeam.create('tasks', { project_id });
  await freshTeam.delete(`/tasks/${(await freshTeam.create('tasks', hours(100))).id}`);
  await freshTeam.create('tasks', { estimated_hours: 100 });
  const campaign = await freshTeam.create('campaigns', {
    project_id,
    name: 'Verão',
    end_date: '2999-01-01',
  });
  const summary = await overview();
  expect(summary).toMatchObject({
    tasks: 4,
    done: 1,
    late: 1,
    estimated_hours: 7.5,
    actual_hours: 5,
    people: [
      { user_id: ana.userId, tasks: 2, estimated_hours: 6, actual_hours: 5 },
      { user_id: member.userId, tasks: 1, estimated_hours: 1.5, actual_hours: 0 },
      { user_id: null, tasks: 1, estimated_hours: 0, actual_hours: 0 },
    ],
    campaigns: [{ id: campaign.id, name: 'Verão', status: 'draft', approval_status: 'pending' }],
    dates: [
      { kind: 'tasks', name: 'Corte', what: 'due', date: today },
      { kind: 'campaigns', id: campaign.id, what: 'end', date: '2999-01-01' },
    ],
  });
  expect(summary.late_tasks).toEqual([
    {
      id: late.id,
      title: 'Roteiro',
      due_date: '2020-01-01',
      is_done: false,
      assignee_ids: [ana.userId, member.userId],
      updated_at: late.updated_at,
    },
  ]);
  expect((summary.changed_tasks as Json[]).map(({ title, is_done }) => [title, is_done])).toEqual([
    [expect.any(String), false],
    [done.title, true],
    ['Corte', false],
    ['Roteiro', false],
  ]);
  for (let day = 1; day <= 6; day += 1)
    await freshTeam.create('tasks', { project_id, title: `${day}`, due_date: `2019-01-0${day}` });
  const many = await overview();
  const titlesOf = (tasks: unknown) => (tasks as Json[]).map(({ title }) => title);
  expect(many.late).toBe(7);
  expect(titlesOf(many.late_tasks)).toEqual(['1', '2', '3', '4', '5']);
  expect(titlesOf(many.changed_tasks)).toEqual(['6', '5', '4', '3', '2']);
  expect(await columns()).toEqual([
    expect.objectContaining({ column: late.column, count: 9, late: 7 }),
    expect.objectContaining({ column: finishing, count: 1, late: 0 }),
  ]);
  expect((await member.get('/projects/00000000-0000-4000-8000-000000000000/overview')).status).toBe(
    404,
  );
});
