import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { billContract } from '#server/features/retainers/billing.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';

/* Features of every record: comments, history, files and notifications. */
const service = useSharedService({ workers: 0 });
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let blind: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  blind = await makePerson(service, team, 'member', { seesValues: false });
  admin = await makePerson(service, team, 'admin');
});

const of = (record_type: string, record: Json) => ({ record_type, record_id: String(record.id) });
const asQuery = (values: Json) => new URLSearchParams(values as Record<string, string>).toString();
const write = (person: TestPerson, record: Json, content: string, mentions: string[] = []) =>
  person.post('/comments', { ...record, content, mentions });
const notifications = async (person: TestPerson) =>
  ((await person.get('/notifications')).body.data as Json[]).map(
    ({ kind, record_id, actor_name }) => [kind, record_id, actor_name],
  );

describe('comments', () => {
  test('exist for every existing kind of record, and no other', async () => {
    for (const [type, table] of [
      ['tasks', 'tasks'],
      ['deals', 'deals'],
      ['clients', 'clients'],
      ['contacts', 'contacts'],
      ['campaigns', 'campaigns'],
      ['projects', 'projects'],
      ['activities', 'activities'],
    ] as const) {
      const record = of(type, await team.create(table));
      const made = await write(ana, record, `Sobre ${type}`);
      expect(made.status, made.text).toBe(201);
      expect(made.data).toMatchObject({ ...record, author_id: ana.userId, edited_at: null });
      const listed = await bia.get(`/comments?${asQuery(record)}`);
      expect(listed.body.data).toEqual([made.data]);
      const missing = await write(ana, { ...record, record_id: uuidv7() }, 'Oi');
      expect(missing.status).toBe(404);
    }
    const trashed = await team.create('tasks');
    await team.delete(`/tasks/${trashed.id}`);
    expect((await write(ana, of('tasks', trashed), 'Oi')).status).toBe(404);
    const otherTeam = await service.team();
    expect((await write(ana, of('deals', await otherTeam.create('deals')), 'Oi')).status).toBe(404);
    for (const body of [
      { content: ' ' },
      { content: 'x'.repeat(50_001) },
      { record_type: 'users' },
    ])
      expect(
        (await ana.post('/comments', { ...of('tasks', trashed), content: 'Oi', ...body })).status,
      ).toBe(400);
  });

  test('are changed by their author, deleted by them or an admin, and restored', async () => {
    const record = of('tasks', await team.create('tasks'));
    const { data } = await write(ana, record, 'Um');
    const at = `/comments/${data.id}`;
    for (const person of [bia, admin])
      expect((await person.put(at, { content: 'Dois' })).status).toBe(403);
    const changed = await ana.put(at, { content: 'Dois' });
    expect(changed.data).toMatchObject({ content: 'Dois', edited_at: expect.any(String) });
    expect((await bia.delete(at)).status).toBe(403);
    expect((await admin.delete(at)).status).toBe(200);
    expect((await ana.get(`/comments?${asQuery(record)}`)).body.data).toEqual([]);
    expect((await ana.put(at, { content: 'Três' })).status).toBe(404);
    expect((await ana.post(`${at}/restore`)).data).toMatchObject({ content: 'Dois' });
    expect((await ana.get(`/comments?${asQuery(record)}`)).body.data).toHaveLength(1);
    const long = 'segredo '.repeat(100);
    await write(ana, record, long);
    const [entry] = await service.sql(
      `select after from audit_entries where team_id = $1 and operation = 'comments.create' order by id desc limit 1`,
      [team.id],
    );
    expect(String(entry?.after)).not.toContain('segredo segredo');
  });

  test('are deleted with a permanently deleted contact', async () => {
    const contact = await team.create('contacts');
    await write(ana, of('contacts', contact), 'Oi', [bia.userId]);
    expect((await team.delete(`/msgapp/contacts/${contact.id}`)).status).toBe(200);
    const left = await service.sql('select from comments where contact_id = $1', [contact.id]);
    expect(left).toEqual([]);
  });
});

describe('members are notified', () => {
  test('of their work, and not of their own actions', async () => {
    const task = await ana.post('/tasks', {
      title: 'Arte',
      project_id: (await team.create('projects')).id,
      assignee_ids: [ana.userId, bia.userId],
    });
    const id = task.data.id;
    expect(await notifications(bia)).toContainEqual(['assigned', id, 'Ana']);
    expect(await notifications(ana)).not.toContainEqual(['assigned', id, 'Ana']);
    // An assignee who stays assigned is not notified again.
    const before = (await notifications(bia)).length;
    await ana.put(`/tasks/${id}`, { assignee_ids: [bia.userId, admin.userId], title: 'Arte 2' });
    expect((await notifications(bia)).length).toBe(before);
    expect(await notifications(admin)).toContainEqual(['assigned', id, 'Ana']);
    const deal = await team.create('deals', { responsible_id: bia.userId });
    expect(await notifications(bia)).toContainEqual(['assigned', deal.id, null]);
    const activity = await team.create('activities', { assigned_to: bia.userId });
    expect(await notifications(bia)).toContainEqual(['assigned', activity.id, null]);
  });

  test('of mentions, of comments on their records, and of decisions', async () => {
    const task = await team.create('tasks', { assignee_ids: [bia.userId] });
    const named = await write(ana, of('tasks', task), 'Bia, veja', [bia.userId, ana.userId]);
    expect((await notifications(bia))[0]).toEqual(['mentioned', task.id, 'Ana']);
    await write(ana, of('tasks', task), 'Pronto');
    expect((await notifications(bia))[0]).toEqual(['commented', task.id, 'Ana']);
    const count = (await notifications(admin)).length;
    await ana.put(`/comments/${named.data.id}`, { content: 'E você', mentions: [admin.userId] });
    expect((await notifications(admin)).length).toBe(count + 1);
    expect((await write(ana, of('tasks', task), 'Oi', [uuidv7()])).error.message).toContain(
      'mentions',
    );
    const campaign = await bia.post('/campaigns', {
      name: 'Verão',
      project_id: (await team.create('projects')).id,
    });
    await ana.put(`/campaigns/${campaign.data.id}/approval`, { approval_status: 'approved' });
    expect((await notifications(bia))[0]).toEqual(['decided', campaign.data.id, 'Ana']);
  });
});

describe('history', () => {
  test('lists who changed what in one record, without addresses', async () => {
    const { data: deal } = await ana.post('/deals', { title: 'Site', value: 4_321.99 });
    await bia.put(`/deals/${deal.id}`, { title: 'Site novo', value: 5_432.1 });
    const record = of('deals', deal);
    const answer = await ana.get(`/history?${asQuery(record)}`);
    const [last, first] = answer.body.data as Json[];
    expect(last).toMatchObject({
      actor: 'user',
      actor_name: 'Bia',
      operation: 'deals.update',
      before: { title: 'Site', value: 4_321.99 },
      after: { title: 'Site novo', value: 5_432.1 },
    });
    expect(first).toMatchObject({ actor_name: 'Ana', operation: 'deals.create', before: null });
    expect(answer.text).not.toMatch(/127\.0\.0\.1|session|request|address|actor_id/);
    expect(answer.text).not.toContain(ana.sessionId);
    const masked = await blind.get(`/history?${asQuery(record)}`);
    expect(masked.text).not.toMatch(/:(4321\.99|5432\.1)[,}]/);
    expect(masked.text).toContain('Site novo');
    expect((await ana.get(`/history?${asQuery({ ...record, limit: 1 })}`)).body).toMatchObject({
      data: [{ operation: 'deals.update' }],
      pagination: { total: 2 },
    });
    for (const query of ['', `?record_id=${deal.id}`, '?record_type=deals', '?record_type=keys'])
      expect((await ana.get(`/history${query}`)).status, query).toBe(400);
    const otherTeam = await service.team();
    const theirs = of('deals', await otherTeam.create('deals'));
    expect((await ana.get(`/history?${asQuery(theirs)}`)).body.data).toEqual([]);
  });
});

describe('the context of a record', () => {
  const contextOf = (query: Json) => ana.get(`/around?${asQuery(query)}`);

  test('matches the answers of the separate lists and operations, in one request', async () => {
    const client = await team.create('clients', { name: 'Padaria', display_name: 'Pão Bom' });
    const project = await team.create('projects');
    const made = {
      tasks: await team.create('tasks', { project_id: project.id }),
      campaigns: await team.create('campaigns', { project_id: project.id }),
      deals: await team.create('deals', { client_id: client.id }),
      contacts: await team.create('contacts', { client_id: client.id }),
    };
    const get = async (path: string) => (await ana.get(path)).body as { data: Json };
    const page = async (path: string) => {
      const { data, pagination } = (await ana.get(path)).body;
      return { data, pagination };
    };

    const task = of('tasks', made.tasks);
    for (const text of ['Um', 'Dois']) await write(ana, task, text);
    const { data } = await get(
      `/around?${asQuery({ ...task, parts: 'comments,files', project_id: project.id, pipeline_id: made.tasks.pipeline_id })}`,
    );
    expect(data).toMatchObject({
      comments: await page(`/comments?${asQuery({ ...task, sort: '-created_at', limit: 50 })}`),
      files: await page(`/files?${asQuery({ ...task, limit: 50 })}`),
      project: { id: project.id, name: project.name },
      pipeline: (await get(`/pipelines/${made.tasks.pipeline_id}`)).data,
      approvals: null,
      client: null,
    });
    expect((data.comments as Json).data).toHaveLength(2);

    const { contacts, deals, campaigns } = made;
    const person = (
      await contextOf({
        ...of('contacts', contacts),
        parts: 'timeline,merges,suggestions',
        client_id: client.id,
      })
    ).body.data;
    expect(person).toMatchObject({
      timeline: (await get(`/msgapp/contacts/${contacts.id}/timeline?limit=50`)).data,
      merges: [],
      suggestions: [],
      client: { id: client.id, name: 'Padaria', display_name: 'Pão Bom' },
    });
    const deal = await contextOf({ ...of('deals', deals), parts: 'course' });
    expect((deal.body.data as Json).course).toEqual((await get(`/deals/${deals.id}/course`)).data);
    const whole = await contextOf({ ...of('projects', project), parts: 'overview' });
    expect((whole.body.data as Json).overview).toEqual(
      (await get(`/projects/${project.id}/overview`)).data,
    );
    const contract = await team.create('contracts', {
      ...{ client_id: client.id, value: 100, starts_on: '2026-01-01', period: 'yearly' },
      ...{ ends_on: '2026-01-31' },
    });
    await billContract(service.database.team(team.id), String(contract.id), '2000-01-01');
    const retainer = { ...of('contracts', contract), parts: 'hours,billing_lines,history' };
    const terms = (await contextOf(retainer)).body.data as Json;
    expect(terms.hours).toEqual((await get(`/contracts/${contract.id}/hours`)).data);
    expect(terms.billing_lines).toEqual(
      await page(`/billing-lines?contract_id=${contract.id}&sort=-ends_on&limit=24`),
    );
    expect(terms.history).toEqual(
      await page(`/history?${asQuery({ ...of('contracts', contract), limit: 50 })}`),
    );
    expect((terms.billing_lines as Json).data).toMatchObject([
      { ends_on: '2026-01-31', total: 100 },
    ]);
    // Members who may not see values do not see those of lines.
    const blindly = await blind.get(`/around?${asQuery(retainer)}`);
    expect(blindly.data.billing_lines).toMatchObject({ data: [{ total: null, value: null }] });
    expect((await contextOf({ ...of('contracts', contract), parts: 'comments' })).status).toBe(400);
    const answer = await contextOf({ ...of('campaigns', campaigns), parts: 'approvals' });
    expect((answer.body.data as Json).approvals).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
  });

  test('contains nothing of another team, and names what cannot be requested', async () => {
    const otherTeam = await service.team();
    const theirs = await otherTeam.create('tasks');
    const { project_id, pipeline_id } = theirs as Record<string, string>;
    const { body } = await contextOf({
      ...of('tasks', theirs),
      parts: 'comments,files',
      project_id,
      pipeline_id,
    });
    expect(body.data).toMatchObject({
      comments: { data: [], pagination: { total: 0 } },
      project: null,
      pipeline: null,
    });
    const project = await otherTeam.create('projects');
    const missing = await contextOf({ ...of('projects', project), parts: 'overview' });
    expect(missing.status).toBe(404);
    const task = of('tasks', theirs);
    for (const query of [
      {},
      { record_type: 'tasks' },
      { ...task, parts: 'overview' },
      { ...task, parts: 'keys' },
    ])
      expect((await contextOf(query as Json)).status).toBe(400);
  });
});

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const send = (
    person: TestPerson,
    query: Json,
    payload: Buffer,
    headers: Record<string, string> = {},
  ) =>
    service.app.inject({
      method: 'POST',
      url: `/api/panel/teams/${team.slug}/files?${asQuery(query)}`,
      headers: {
        ...ownPage,
        cookie: `pauta_session=${person.token}`,
        'content-type': 'image/png',
        ...headers,
      },
      payload,
    });
  const read = (person: TestPerson, id: unknown, headers = {}) =>
    service.app.inject({
      url: `/api/panel/teams/${team.slug}/files/${id}/content`,
      headers: { cookie: `pauta_session=${person.token}`, ...headers },
    });

  test('are attached to a record, read as downloads only, deleted and restored', async () => {
    const record = of('tasks', await team.create('tasks'));
    const id = uuidv7();
    const about = { ...record, name: 'foto ção.png', id };
    const stored = await send(ana, about, png);
    expect(stored.statusCode, stored.payload).toBe(201);
    expect(stored.json()).toMatchObject({
      data: { id, bytes: png.length, media_type: 'image/png' },
    });
    // Sent again, as after a broken connection: stored once.
    expect((await send(ana, about, png)).statusCode).toBe(201);
    const list = async () => (await bia.get(`/files?${asQuery(record)}`)).body.data as Json[];
    expect(await list()).toMatchObject([{ id, name: 'foto ção.png', created_by_name: 'Ana' }]);
    const whole = await read(bia, id);
    expect(whole.rawPayload).toEqual(png);
    expect(whole.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    const part = await read(bia, id, { range: 'bytes=1-3' });
    expect([part.statusCode, part.payload]).toEqual([206, 'PNG']);
    expect((await read(bia, id, { range: 'bytes=9999-' })).statusCode).toBe(416);
    expect((await bia.delete(`/files/${id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await read(bia, id)).statusCode).toBe(404);
    expect((await ana.post(`/files/${id}/restore`)).data).toEqual({ id, deleted_at: null });
    expect(await list()).toHaveLength(1);
    expect((await read(bia, id)).statusCode).toBe(200);
  });

  test('are refused without permission, and if they are not a file of the team', async () => {
    const record = of('tasks', await team.create('tasks'));
    const about = { ...record, name: 'a.png' };
    expect((await send(ana, about, png, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send(ana, about, png, { cookie: '' })).statusCode).toBe(401);
    expect((await send(ana, { ...about, record_id: uuidv7() }, png)).statusCode).toBe(404);
    expect((await send(ana, { ...about, record_type: 'users' }, png)).statusCode).toBe(400);
    expect((await send(ana, record, png)).statusCode).toBe(400);
    expect((await send(ana, { ...about, further: '1' }, png)).statusCode).toBe(400);
    expect((await send(ana, about, Buffer.alloc(0))).statusCode).toBe(400);
    const most = service.storage.mostBytes;
    const large = await send(ana, about, png, { 'content-length': String(most + 1) });
    expect(large.statusCode).toBe(413);
    const otherTeam = await service.team();
    const theirs = of('tasks', await otherTeam.create('tasks'));
    expect((await send(ana, { ...theirs, name: 'a.png' }, png)).statusCode).toBe(404);
    const stranger = await makePerson(service, otherTeam, 'owner');
    const { data } = (await send(ana, about, png)).json() as { data: Json };
    const foreign = await service.app.inject({
      url: `/api/panel/teams/${otherTeam.slug}/files/${data.id}/content`,
      headers: { cookie: `pauta_session=${stranger.token}` },
    });
    expect(foreign.statusCode).toBe(404);
  });
});
