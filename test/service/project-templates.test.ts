import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* Project templates: a project is saved as one, and projects are created from it with their board, tasks, days and assignees. */

const service = useService({ foreignRows: true });

const ready = async () => {
  const team = await service.team();
  const [admin, member] = [
    await makePerson(service, team, 'admin'),
    await makePerson(service, team, 'member'),
  ];
  return { team, admin, member };
};
type Ready = Awaited<ReturnType<typeof ready>>;

const ok = async (answer: Promise<{ status: number; text: string; data: Json }>) => {
  const { status, text, data } = await answer;
  expect([200, 201], text).toContain(status);
  return data;
};

/** A squad with users in roles. */
async function squadOf(
  { admin }: Ready,
  roles: readonly (readonly [user: string, role: string])[],
) {
  const { id } = await ok(admin.post('/squads', { name: `Squad ${uuidv7()}` }));
  for (const [user, role] of roles) {
    await ok(admin.put(`/squads/${id}/members/${user}`));
    await ok(admin.put(`/squads/${id}/members/${user}/role`, { role }));
  }
  return String(id);
}

const emptyTask = {
  description: null,
  checklist_markdown: null,
  priority: 'none',
  estimated_hours: null,
  tags: [],
  is_subtask: false,
  column: null,
  start_after_days: null,
  due_after_days: null,
  role: null,
};
const emptyTemplate = {
  description: null,
  priority: 'medium',
  color: null,
  duration_days: null,
  shift: 'none',
};

async function templateOf({ admin }: Ready, values: Json): Promise<Json> {
  const name = `Modelo ${uuidv7()}`;
  const { id } = await ok(admin.post('/project-templates', { name }));
  return ok(
    admin.put(`/project-templates/${id}`, { ...emptyTemplate, tasks: [], name, ...values }),
  );
}

const tasksOf = async (team: TestTeam, project: unknown): Promise<Json[]> =>
  (await team.get(`/tasks?project_id=${String(project)}&sort=created_at&limit=100`)).body
    .data as Json[];

test('a project is saved with its board, tasks, days and roles, and gives them to new projects', async () => {
  const on = await ready();
  const { team, admin, member } = on;
  const squad = await squadOf(on, [
    [admin.userId, 'Redação'],
    [member.userId, 'Design'],
  ]);
  const project = await team.create('projects', {
    name: 'Site da Padaria',
    squad_id: squad,
    start_date: '2026-03-02',
    due_date: '2026-04-01',
    priority: 'high',
    color: '#2563eb',
    description: 'Com pedidos.',
  });
  const [board] = (await team.get(`/pipelines?project_id=${project.id}`)).body.data as Json[];
  await ok(
    admin.post(`/pipelines/${board?.id}/columns`, { slug: 'com_o_cliente', name: 'Com o cliente' }),
  );
  await team.create('tasks', {
    title: 'Layout',
    project_id: project.id,
    start_date: '2026-03-05',
    due_date: '2026-03-12',
    estimated_hours: 6,
    priority: 'urgent',
    tags: ['design'],
    checklist_markdown: '- [x] celular\n- [ ] tela grande\n  - [X] menu',
    assignee_ids: [member.userId, admin.userId],
    column: 'done',
  });
  await team.create('tasks', { title: 'Sem data', project_id: project.id });
  const plain = await team.create('projects', { name: 'Sem datas' });
  const dateless = await ok(
    admin.post('/project-templates', { name: 'Sem datas', project_id: plain.id }),
  );
  expect(dateless).toMatchObject({ duration_days: null, tasks: [] });
  const trashed = await team.create('tasks', { title: 'Lixo', project_id: project.id });
  await team.delete(`/tasks/${trashed.id}`);
  const saved = await ok(
    admin.post('/project-templates', { name: 'Site', project_id: project.id }),
  );
  expect(saved).toMatchObject({
    name: 'Site',
    description: 'Com pedidos.',
    priority: 'high',
    color: '#2563eb',
    duration_days: 30,
    shift: 'none',
    tasks: [
      {
        title: 'Layout',
        description: null,
        checklist_markdown: '- [ ] celular\n- [ ] tela grande\n  - [ ] menu',
        priority: 'urgent',
        estimated_hours: 6,
        tags: ['design'],
        is_subtask: false,
        column: null,
        start_after_days: 3,
        due_after_days: 10,
        role: 'Design',
      },
      { ...emptyTask, title: 'Sem data' },
    ],
  });
  expect((saved.columns as Json[]).map(({ slug }) => slug)).toContain('com_o_cliente');

  const made = await team.post(`/project-templates/${saved.id}/projects`, {
    name: 'Site da Floricultura',
    squad_id: squad,
    start_date: '2026-12-01',
  });
  expect(made.status, made.text).toBe(201);
  expect(made.data).toMatchObject({
    name: 'Site da Floricultura',
    start_date: '2026-12-01',
    due_date: '2026-12-31',
    priority: 'high',
    color: '#2563eb',
    description: 'Com pedidos.',
    status: 'backlog',
  });
  const tasks = await tasksOf(team, made.data.id);
  expect(tasks.map(({ title }) => title)).toEqual(['Layout', 'Sem data']);
  expect(tasks[0]).toMatchObject({
    start_date: '2026-12-04',
    due_date: '2026-12-11',
    assignee_ids: [member.userId],
    checklist_markdown: '- [ ] celular\n- [ ] tela grande\n  - [ ] menu',
    tags: ['design'],
    estimated_hours: 6,
    completed_at: null,
  });
  const [copy] = (await team.get(`/pipelines?project_id=${made.data.id}`)).body.data as Json[];
  const facts = ({ columns }: Json) =>
    (columns as Json[]).map(({ slug, name, is_finishing }) => ({ slug, name, is_finishing }));
  expect(facts(copy ?? {})).toEqual(facts({ columns: saved.columns }));
  const events = await service.sql(
    `select type, count(*)::int as n from events where team_id = $1 and (record_id = $2 or record_id = any ($3::uuid[])) group by type order by type`,
    [team.id, made.data.id, tasks.map(({ id }) => id)],
  );
  expect(events).toEqual([
    { type: 'project.created', n: 1 },
    { type: 'task.created', n: 2 },
  ]);
});

test('subtasks of a project come after their task in its template, and are subtasks in new projects', async () => {
  const on = await ready();
  const { team, admin } = on;
  const { id: project_id } = await team.create('projects');
  const [site, later] = [
    await team.create('tasks', { project_id, title: 'Site' }),
    await team.create('tasks', { project_id, title: 'Depois' }),
  ];
  for (const title of ['Fotos', 'Textos'])
    await team.create('tasks', { project_id, title, parent_id: site.id });
  await team.create('tasks', { project_id, title: 'Fim', parent_id: later.id });
  // Without its parent, a subtask of the template is a task.
  const { id: deleted } = await team.create('tasks', { project_id, title: 'Fora' });
  const { id: alone } = await team.create('tasks', { project_id, title: 'Só', parent_id: deleted });
  await team.delete(`/tasks/${deleted}`);
  await ok(admin.post(`/tasks/${alone}/restore`, {}));
  const { id } = await ok(
    admin.post('/project-templates', { name: `Modelo ${uuidv7()}`, project_id }),
  );
  const { tasks, name } = await ok(admin.get(`/project-templates/${id}`));
  const levels = (tasks as Json[]).map(({ title, is_subtask }) => [title, is_subtask]);
  expect(levels).toEqual([
    ['Site', false],
    ['Fotos', true],
    ['Textos', true],
    ['Depois', false],
    ['Fim', true],
    ['Só', false],
  ]);
  const made = await team.post(`/project-templates/${id}/projects`, { name: 'Loja' });
  const copies = await tasksOf(team, made.data.id);
  const titles = new Map(copies.map((task) => [task.id, task.title]));
  expect(copies.map(({ title, parent_id }) => [title, titles.get(parent_id)])).toEqual([
    ['Site', undefined],
    ['Fotos', 'Site'],
    ['Textos', 'Site'],
    ['Depois', undefined],
    ['Fim', 'Depois'],
    ['Só', undefined],
  ]);
  const wrong = await admin.put(`/project-templates/${id}`, {
    ...emptyTemplate,
    name,
    tasks: [{ title: 'x', is_subtask: true }],
  });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('tasks[0].is_subtask')]);
});

test('due dates move to working days, and fields of the call win over those of the template', async () => {
  const on = await ready();
  const { team } = on;
  const { id } = await templateOf(on, {
    description: 'Do modelo',
    priority: 'urgent',
    color: '#16a34a',
    duration_days: 4,
    shift: 'after',
    tasks: [
      { title: 'No começo', due_after_days: 0 },
      { title: 'Num sábado', due_after_days: 4 },
    ],
  });
  // 2026-12-01 is a Tuesday, so four days later is a Saturday.
  const made = await team.post(`/project-templates/${id}/projects`, {
    name: 'Loja',
    start_date: '2026-12-01',
    priority: 'low',
    color: '#dc2626',
    description: 'Da chamada',
    status: 'active',
  });
  expect(made.data).toMatchObject({
    due_date: '2026-12-07',
    priority: 'low',
    color: '#dc2626',
    description: 'Da chamada',
    status: 'active',
  });
  expect((await tasksOf(team, made.data.id)).map(({ due_date }) => due_date)).toEqual([
    '2026-12-01',
    '2026-12-07',
  ]);
  const today = await service.sql(
    `select (now() at time zone 'America/Sao_Paulo')::date::text as day`,
  );
  const plain = await team.post(`/project-templates/${id}/projects`, { name: 'Hoje' });
  expect(plain.data.start_date).toBe(today[0]?.day);
});

test('tasks are assigned by role in the squad of the project, without suspended users', async () => {
  const on = await ready();
  const { team, admin, member } = on;
  const gone = await makePerson(service, team, 'member');
  const squad = await squadOf(on, [
    [admin.userId, 'Redação'],
    [member.userId, 'redacao'],
    [gone.userId, 'Redação'],
  ]);
  await ok(admin.post(`/members/${gone.userId}/suspend`));
  const { id } = await templateOf(on, {
    tasks: [
      { title: 'Textos', role: 'REDAÇÃO' },
      { title: 'Fotos', role: 'Fotografia' },
    ],
  });
  const assigned = async (body: Json) => {
    const { data, text, status } = await team.post(`/project-templates/${id}/projects`, body);
    expect(status, text).toBe(201);
    return (await tasksOf(team, data.id)).map(({ assignee_ids }) =>
      (assignee_ids as string[]).toSorted(),
    );
  };
  expect(await assigned({ name: 'A', squad_id: squad })).toEqual([
    [admin.userId, member.userId].toSorted(),
    [],
  ]);
  expect(await assigned({ name: 'B' })).toEqual([[], []]);
});

test('nothing is created if a part fails, and equal names get their own slugs', async () => {
  const on = await ready();
  const { team } = on;
  const { id } = await templateOf(on, { tasks: [{ title: 'Uma' }] });
  const count = async () =>
    (
      await service.sql(
        'select (select count(*)::int from projects where team_id = $1) as projects, (select count(*)::int from tasks where team_id = $1) as tasks',
        [team.id],
      )
    )[0];
  const before = await count();
  for (const [body, status] of [
    [{}, 400],
    [{ name: 'x', squad_id: uuidv7() }, 404],
    [{ name: 'x', client_id: uuidv7() }, 404],
    [{ name: 'x', start_date: '9999-12-31' }, 400],
    [{ name: 'x', template_id: id }, 400],
  ] as const)
    expect((await team.post(`/project-templates/${id}/projects`, body)).status).toBe(status);
  expect((await team.post(`/project-templates/${uuidv7()}/projects`, { name: 'x' })).status).toBe(
    404,
  );
  expect(await count()).toEqual(before);
  const many = await Promise.all(
    Array.from({ length: 12 }, () => team.post(`/project-templates/${id}/projects`, { name: 'x' })),
  );
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(many.map(({ data }) => data.slug)).size).toBe(12);
});

test('a wrong task is named by its place; columns are those of the board', async () => {
  const on = await ready();
  const { admin, team } = on;
  const project = await team.create('projects', { name: 'Com quadro' });
  const saved = await ok(
    admin.post('/project-templates', { name: 'Com quadro', project_id: project.id }),
  );
  const put = (tasks: Json[]) =>
    admin.put(`/project-templates/${saved.id}`, { ...emptyTemplate, name: 'Com quadro', tasks });
  const refused = await put([
    { title: 'Certa' },
    { title: '', due_after_days: -1 },
    { title: 'x', unknown: true },
  ]);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('tasks[1].title');
  expect(refused.text).toContain('tasks[1].due_after_days');
  expect(refused.text).toContain('tasks[2].unknown');
  const reversed = await put([{ title: 'x', start_after_days: 3, due_after_days: 2 }]);
  expect(reversed.status).toBe(400);
  expect(reversed.text).toContain('tasks[0].start_after_days');
  const elsewhere = await put([{ title: 'x', column: 'nenhuma' }]);
  expect(elsewhere.status).toBe(400);
  expect(elsewhere.text).toContain('tasks[0].column');
  const many = Array.from({ length: 201 }, (_, n) => ({ title: `t${n}` }));
  expect((await put(many)).status).toBe(400);
  expect((await put(many.slice(0, 200))).status).toBe(200);
  const again = await admin.post('/project-templates', { name: 'Com quadro' });
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('DUPLICATE_ENTRY')]);
  const foreign = await admin.post('/project-templates', { name: 'y', project_id: uuidv7() });
  expect(foreign.status).toBe(404);
});

test('members use templates, and admins change them; a stale change is refused', async () => {
  const on = await ready();
  const { admin, member } = on;
  const template = await templateOf(on, { tasks: [{ title: 'Uma' }] });
  const path = `/project-templates/${template.id}`;
  expect((await member.get('/project-templates')).status).toBe(200);
  expect((await member.post(`${path}/projects`, { name: 'Do membro' })).status).toBe(201);
  const body = { ...emptyTemplate, name: String(template.name), tasks: [] };
  for (const answer of [
    await member.post('/project-templates', { name: 'x' }),
    await member.put(path, body),
    await member.delete(path),
  ])
    expect(answer.status).toBe(403);
  const ifMatch = { 'if-match': `"${String(template.updated_at)}"` };
  const change = (duration_days: number) =>
    admin.call('PUT', path, { ...body, duration_days }, ifMatch);
  expect((await change(3)).status).toBe(200);
  expect((await change(4)).status).toBe(409);
  // A project remembers its template until that is deleted.
  const templateOfProject = async (project: Json) =>
    (await member.get(`/projects/${project.id}/overview`)).data.template;
  const project = (await member.post(`${path}/projects`, { name: 'Lembra' })).data;
  expect(await templateOfProject(project)).toEqual({ id: template.id, name: template.name });
  expect(await templateOfProject(await on.team.create('projects'))).toBeNull();
  expect((await admin.delete(path)).data).toEqual({ id: template.id, deleted: true });
  expect(await templateOfProject(project)).toBeNull();
  expect((await admin.get(path)).status).toBe(404);
  const entries = await service.sql(
    `select operation from audit_entries where record_id = $1 order by id`,
    [template.id],
  );
  expect(entries.map(({ operation }) => operation)).toEqual([
    'project_templates.create',
    'project_templates.update',
    'project_templates.update',
    'project_templates.delete',
  ]);
});

test('a won deal becomes a contract and a project of a template', async () => {
  const on = await ready();
  const { admin, member, team } = on;
  const squad = await squadOf(on, [[member.userId, 'Design']]);
  const { id } = await templateOf(on, { tasks: [{ title: 'Layout', role: 'Design' }] });
  await ok(admin.put('/settings', { deal_phases: ['lead', 'ganho'], won_phases: ['ganho'] }));
  const deal = await team.create('deals', { title: 'Site', phase: 'ganho' });
  const become = (body: Json) => admin.post(`/deals/${deal.id}/contract`, body);
  expect((await become({ template_id: id })).status).toBe(400);
  const missing = await become({ template_id: uuidv7(), project_name: 'Site' });
  expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('template_id')]);
  const nowhere = await become({ template_id: id, project_name: 'Site', squad_id: uuidv7() });
  expect([nowhere.status, nowhere.text]).toEqual([404, expect.stringContaining('squad_id')]);
  const contract = await ok(become({ template_id: id, project_name: 'Site', squad_id: squad }));
  const [project] = contract.project_ids as string[];
  expect(await tasksOf(team, project)).toMatchObject([
    { title: 'Layout', assignee_ids: [member.userId] },
  ]);
});

test('a template that is deleted while projects are created from it is forgotten by all', async () => {
  const on = await ready();
  const { team, admin, member } = on;
  const template = await templateOf(on, { tasks: [{ title: 'Uma' }] });
  const path = `/project-templates/${template.id}`;
  const creates = Array.from({ length: 12 }, (_, n) =>
    member.post(`${path}/projects`, { name: `Projeto ${n}` }),
  );
  const removed = await admin.delete(path);
  expect(removed.status, removed.text).toBe(200);
  for (const { status, text } of await Promise.all(creates))
    expect([201, 404, 409], text).toContain(status);
  expect(
    await service.sql('select id from projects where team_id = $1 and template_id is not null', [
      team.id,
    ]),
  ).toEqual([]);
});
