import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, isDay, shownDays, weeksOf } from '#panel/ui/calendar/days.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* A person's work for today, and the search over everything. */
const service = useSharedService({ workers: 0 });
let team: TestTeam;
let otherTeam: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let foreigner: TestPerson;
beforeAll(async () => {
  [team, otherTeam] = [await service.team(), await service.team()];
  ana = await makePerson(service, team, 'owner', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  foreigner = await makePerson(service, otherTeam, 'owner', { name: 'Zé' });
});

const dayOf = async (person: TestPerson) => (await person.get('/day')).data as Json;
const titles = (list: unknown) => (list as { title: string }[]).map(({ title }) => title);
const made = async (person: TestPerson, path: string, body: Json) =>
  String((await person.post(path, body)).data.id);

/** 25 hours apart, so they never share a date. */
const [first, last] = ['Pacific/Kiritimati', 'Pacific/Niue'];
const dayIn = (zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());

describe('my day', () => {
  let project: string;
  beforeAll(async () => {
    expect(await dayOf(ana)).toMatchObject({ has_work: false, tasks: [], user_id: ana.userId });
    project = await made(ana, '/projects', { name: 'Site' });
  });

  test('is the team’s current day, in any time zone of the service', async () => {
    const [ahead, behind] = [dayIn(first), dayIn(last)];
    const task = (due: string) => ({
      title: due,
      project_id: project,
      assignee_ids: [ana.userId],
      due_date: due,
    });
    for (const due of [behind, ahead, addDays(ahead, 1)]) await made(ana, '/tasks', task(due));
    // Exactly midnight is the next day; a moment before is not.
    const next = Date.parse(`${addDays(ahead, 1)}T00:00:00+14:00`);
    const meet = (title: string, at: number) => ({
      title,
      type: 'meeting',
      assigned_to: ana.userId,
      occurred_at: new Date(at).toISOString(),
    });
    await made(ana, '/activities', meet('before midnight', next - 1));
    await made(ana, '/activities', meet('at midnight', next));
    await ana.put('/settings', { time_zone: first });
    const there = await dayOf(ana);
    expect(there).toMatchObject({ today: ahead, has_work: true });
    expect(titles(there.tasks)).toEqual([behind, ahead]);
    expect(titles(there.activities)).toEqual(['before midnight']);
    const titlesIn = async (query: string) =>
      titles((await ana.get(`/activities?${query}&sort=occurred_at`)).data);
    expect(await titlesIn(`from=${ahead}&to=${ahead}`)).toEqual(['before midnight']);
    expect(await titlesIn(`from=${addDays(ahead, 1)}`)).toEqual(['at midnight']);
    await ana.put('/settings', { time_zone: last });
    const day = await dayOf(ana);
    expect(day.today).toBe(behind);
    expect(titles(day.tasks)).toEqual([behind]);
    await ana.put('/settings', { time_zone: 'America/Sao_Paulo' });
  });

  test('holds my open work: nothing done or deleted, no notes, nothing without a date', async () => {
    const { today } = await dayOf(bia);
    const task = { project_id: project, assignee_ids: [ana.userId, bia.userId], due_date: today };
    const done = await made(ana, '/tasks', { ...task, title: 'Done' });
    const gone = await made(ana, '/tasks', { ...task, title: 'Gone' });
    await made(ana, '/tasks', { ...task, title: 'Open' });
    await made(ana, '/tasks', { ...task, title: 'Of Ana', assignee_ids: [ana.userId] });
    await bia.put(`/tasks/${done}`, { completed_at: new Date().toISOString() });
    await bia.delete(`/tasks/${gone}`);
    const activity = { assigned_to: bia.userId, due_date: today };
    await made(ana, '/activities', { ...activity, title: 'Call', type: 'call' });
    await made(ana, '/activities', { ...activity, title: 'Note', type: 'note' });
    await made(ana, '/activities', { ...activity, title: 'Called', is_completed: true });
    await made(ana, '/activities', { title: 'Some day', assigned_to: bia.userId });
    const day = await dayOf(bia);
    expect(titles(day.tasks)).toEqual(['Open']);
    expect(titles(day.activities)).toEqual(['Call']);
    expect(day.counts).toMatchObject({ tasks: 1, activities: 1 });
    expect(
      titles(
        (await bia.get(`/activities?assigned_to=${bia.userId}&completed=false&sort=title`)).data,
      ),
    ).toEqual(['Call', 'Note', 'Some day']);
  });

  test('lists my open deals without a next step, until they have one', async () => {
    await ana.put('/settings', { deal_phases: ['lead', 'ganho'], won_phases: ['ganho'] });
    const deal = { responsible_id: bia.userId, value: 5_000 };
    const id = await made(ana, '/deals', { ...deal, title: 'Loja', phase: 'lead' });
    await made(ana, '/deals', { ...deal, title: 'Ganha', phase: 'ganho' });
    await made(ana, '/deals', { ...deal, title: 'De Ana', responsible_id: ana.userId });
    expect(titles((await dayOf(bia)).deals)).toEqual(['Loja']);
    const step = await made(bia, '/activities', { title: 'Ligar', deal_id: id });
    expect((await dayOf(bia)).deals).toEqual([]);
    await bia.put(`/activities/${step}`, { is_completed: true });
    expect(titles((await dayOf(bia)).deals)).toEqual(['Loja']);
  });

  test('lists pending approvals for admins, for the requester and for the squad of the project, until the decision', async () => {
    const squad = await made(ana, '/squads', { name: 'Criação' });
    const of = await made(ana, '/projects', { name: 'Marca', squad_id: squad });
    const id = await made(ana, '/campaigns', { name: 'Natal', project_id: of });
    await ana.post('/approvals', { stage: 'internal', campaign_ids: [id] });
    const names = async (person: TestPerson) =>
      ((await dayOf(person)).approvals as { name: string }[]).map(({ name }) => name);
    expect([await names(ana), await names(bia), await names(foreigner)]).toEqual([
      ['Natal'],
      [],
      [],
    ]);
    await ana.put(`/squads/${squad}/members/${bia.userId}`);
    expect(await names(bia)).toEqual(['Natal']);
    await ana.delete(`/campaigns/${id}`);
  });

  test('counts all due tasks of a user with thousands of tasks, and lists the most urgent', async () => {
    const busy = await makePerson(service, team, 'member', { name: 'Caio' });
    const site = (await team.create('projects')).id;
    await service.sql(
      `with made as (
        insert into tasks (team_id, id, title, project_id, pipeline_id, "column", position, assignee_ids, due_date, priority, completed_at, deleted_at)
        select $1::uuid, uuid7(), 'Cartaz ' || i % 7, $2, $3, 'first', i, array[case when i % 11 = 0 then $5 else $4 end]::uuid[],
          date '2026-01-01' + (i * 7919) % 400, (enum_range(null::task_priority))[1 + i % 5],
          case when i % 3 = 0 then now() end, case when i % 13 = 0 then now() end
        from generate_series(1, 6000) i
        returning id, assignee_ids)
      insert into task_assignees (team_id, task_id, user_id) select $1, m.id, a from made m, unnest(m.assignee_ids) a`,
      [team.id, site, team.pipeline.id, busy.userId, bia.userId],
    );
    await wrongTotals(service.database.platform, true);
    const day = await dayOf(busy);
    const due = (await service.sql(
      `select t.id from tasks t where t.team_id = $1 and $2 = any (t.assignee_ids) and t.completed_at is null and t.deleted_at is null
        and t.due_date <= $3 order by t.due_date, t.priority desc, t.title, t.id`,
      [team.id, busy.userId, day.today],
    )) as { id: string }[];
    expect(due.length).toBeGreaterThan(1_000);
    expect((day.counts as Json).tasks).toBe(due.length);
    expect((day.tasks as Json[]).map(({ id }) => id)).toEqual(
      due.slice(0, 100).map(({ id }) => id),
    );
    expect(titles((await dayOf(foreigner)).tasks)).toEqual([]);
  });

  test('belongs to one team', async () => {
    expect(await dayOf(foreigner)).toMatchObject({ has_work: false, deals: [], tasks: [] });
  });
});

describe('the search over everything', () => {
  const search = async (q: string, person = ana) => {
    const { data } = await person.get(`/search?q=${encodeURIComponent(q)}`);
    return data as unknown as { kind: string; has_more: boolean; hits: { name: string }[] }[];
  };
  const names = async (q: string, kind: string, person = ana) =>
    (await search(q, person)).find((each) => each.kind === kind)?.hits.map(({ name }) => name);
  const cnpj = '45.723.174/0001-10';

  beforeAll(async () => {
    const project = await made(ana, '/projects', { name: 'Padaria Açaí' });
    await made(ana, '/clients', { type: 'PJ', name: 'Açaí da Praça', cnpj });
    await made(ana, '/clients', { type: 'PF', name: 'Maria', cpf: '529.982.247-25' });
    await made(ana, '/msgapp/contacts', { phone: '5511987654321', custom_name: 'Dona Açucena' });
    await made(ana, '/deals', { title: 'Loja de açaí' });
    await made(ana, '/campaigns', { name: 'Verão do açaí', project_id: project });
    await made(ana, '/activities', { title: 'Provar açaí' });
    const task = { project_id: project, title: 'Foto do açaí' };
    await made(ana, '/tasks', task);
    const gone = await made(ana, '/tasks', { ...task, title: 'Açaí no lixo' });
    await ana.delete(`/tasks/${gone}`);
  });

  test('finds every kind regardless of accents and case, and nothing in the trash or of another team', async () => {
    const hits = await search('ACAI');
    expect(hits.map(({ kind }) => kind).sort()).toEqual(
      ['activities', 'campaigns', 'clients', 'deals', 'projects', 'tasks'].sort(),
    );
    expect(await names('acai', 'tasks')).toEqual(['Foto do açaí']);
    expect(await search('acai', foreigner)).toEqual([]);
    expect(await names('acai', 'deals', bia)).toEqual(['Loja de açaí']);
  });

  test('finds ids and phone numbers with and without punctuation', async () => {
    for (const q of [cnpj, '45723174000110', '45.723.174', '723174'])
      expect(await names(q, 'clients'), q).toEqual(['Açaí da Praça']);
    for (const q of ['52998224725', '529.982.247-25'])
      expect(await names(q, 'clients'), q).toEqual(['Maria']);
    for (const q of ['(11) 98765-4321', '+55 11 98765', '987654321'])
      expect(await names(q, 'contacts'), q).toEqual(['Dona Açucena']);
  });

  test('shows the best matches first and reports if there are more; short terms match prefixes', async () => {
    const all = ['x Ipê', 'Ipê', 'Ipêroxo', 'Floripê', 'Ipê amarelo', 'Novo ipê', 'y ipê'];
    for (const name of all) await made(ana, '/clients', { type: 'PJ', name });
    const [group] = await search('ipe');
    expect(group).toMatchObject({ kind: 'clients', has_more: true });
    expect(group?.hits.map(({ name }) => name).slice(0, 3)).toEqual([
      'Ipê',
      expect.stringMatching(/^Ipê./),
      expect.stringMatching(/^Ipê./),
    ]);
    expect(group?.hits).toHaveLength(5);
    expect(await names('ip', 'clients')).toEqual(
      expect.arrayContaining(['Ipê', 'Ipêroxo', 'Ipê amarelo']),
    );
    expect(await names('ip', 'clients')).toHaveLength(3);
    expect(await names('flo', 'clients')).toEqual(['Floripê']);
  });

  test.each(['', '?q=', `?q=${'a'.repeat(201)}`, '?search=a'])('refuses %s', async (query) => {
    const { status, body } = await ana.get(`/search${query}`);
    expect([status, body.error]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
  });

  test.each(['%', '_', '\\', "'", '%%%', 'a%b', '´', '☃☃☃', '---'])(
    'treats %s as text',
    async (q) => expect(await search(q)).toEqual([]),
  );
});

describe('days of a calendar', () => {
  test.each(['pt-BR', 'en'])('are whole weeks starting on Sunday in %s', (locale) => {
    expect(shownDays('2026-11-23', 'month', locale)).toEqual({
      from: '2026-11-01',
      to: '2026-12-05',
    });
    expect(shownDays('2026-11-23', 'week', locale)).toEqual({
      from: '2026-11-22',
      to: '2026-11-28',
    });
    expect(weeksOf('2026-02-10', 'month', locale)).toHaveLength(4);
    for (const week of weeksOf('2028-02-29', 'month', locale)) expect(week).toHaveLength(7);
  });
  test('stay within the given month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
  test('are real days', () => {
    for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '', 'x', '0000-01-01'])
      expect(isDay(text)).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
  });
});
