import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Groups linked to a client, or to a project whose client then counts: wherever the client's conversations are, its groups are. */

const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let stranger: TestPerson;
let theirs: TestTeam;
let inbox: string;
let last = 0;
beforeAll(async () => {
  team = await service.team();
  theirs = await service.team('Deles');
  ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  stranger = await makePerson(service, theirs, 'owner');
  const made = await ana.post('/inboxes', { name: 'Zap', type: 'session', gateway: 'sandbox' });
  expect(made.status, made.text).toBe(201);
  inbox = String(made.data.id);
  await service.sql(`update inboxes set groups = 'show' where team_id = $1 and id = $2`, [
    team.id,
    inbox,
  ]);
});

const at = (id: string, verb: string) => `/msgapp/conversations/${id}/${verb}`;

/** A conversation of a group, or with a contact. @returns its id */
async function begin(more: Json = {}): Promise<string> {
  last += 1;
  const from = `5511977660${String(last).padStart(3, '0')}`;
  const sent = await ana.post(`/inboxes/${inbox}/sandbox-messages`, { from, text: 'Oi', ...more });
  expect(sent.status, sent.text).toBe(201);
  return String(sent.data.conversation_id);
}
const beginGroup = (name = `Grupo ${last}`) => begin({ group_name: name });
const link = (id: string, to: Json, by = bia) => by.post(at(id, 'link'), to);
async function linked(id: string, to: Json): Promise<Json> {
  const answer = await link(id, to);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}
const idOf = async (kind: string, fields: Json) => String((await team.create(kind, fields)).id);
const clientNamed = (name: string) => idOf('clients', { name, type: 'PJ' });
const rows = async (query: string, by = bia) =>
  (await by.get(`/msgapp/conversation-rows?${query}`)).data.rows as Json[];
const idsIn = (list: unknown) => (list as Json[]).map(({ id }) => id);

describe('a group', () => {
  test('is linked to a client: the list, the filter, the sidebar, the overview and the timeline have it', async () => {
    const client = await clientNamed('Padaria Aurora');
    const [id, unlinked] = [await beginGroup('Padaria · Site'), await beginGroup()];
    const contact = await begin();
    const { contact_id } = (await bia.get(`/msgapp/conversations/${contact}`)).data;
    await ana.put(`/msgapp/contacts/${contact_id}`, { client_id: client });
    const deal = await idOf('deals', { title: 'Site', client_id: client });
    expect(await linked(id, { client_id: client })).toMatchObject({
      client_id: client,
      project_id: null,
    });
    const filtered = await rows(`client_id=${client}`);
    expect(idsIn(filtered).sort()).toEqual([id, contact].sort());
    expect(filtered.map((row) => row.client)).toEqual([
      { id: client, name: 'Padaria Aurora' },
      { id: client, name: 'Padaria Aurora' },
    ]);
    expect((await rows(`ids=${unlinked}`))[0]).toMatchObject({ client: null, client_id: null });
    const sidebar = (await bia.get(at(id, 'sidebar'))).data;
    expect(sidebar).toMatchObject({ client: { id: client }, project: null, contact: null });
    expect((sidebar.deals as Json[]).map((each) => each.id)).toEqual([deal]);
    const overview = (await bia.get(`/clients/${client}/overview`)).data;
    expect(overview.counts).toMatchObject({ contacts: 1, conversations: 2 });
    const ofGroup = (overview.conversations as Json[]).find((each) => each.id === id);
    expect(ofGroup).toMatchObject({ contact_id: null, name: 'Padaria · Site', last_text: 'Oi' });
    // The overview of a contact has only its own.
    const ofContact = (await bia.get(`/msgapp/contacts/${contact_id}/overview`)).data;
    expect(idsIn(ofContact.conversations)).toEqual([contact]);
    const timeline = (await bia.get(`/clients/${client}/timeline?kinds=conversations`)).data;
    const records = (timeline.entries as Json[]).map(({ record_id }) => record_id);
    expect(records.sort()).toEqual([id, contact].sort());
  });

  test('is linked to a project: the project has it, and the project’s client, also a later one', async () => {
    const [first, second] = [await clientNamed('Café'), await clientNamed('Livraria')];
    const project = await idOf('projects', { name: 'Campanha', client_id: first });
    const task = await idOf('tasks', { title: 'Arte', project_id: project });
    const id = await beginGroup('Café · Campanha');
    await linked(id, { client_id: second });
    // A link replaces the previous one.
    expect(await linked(id, { project_id: project })).toMatchObject({
      client_id: null,
      project_id: project,
    });
    expect(idsIn(await rows(`client_id=${second}`))).toEqual([]);
    expect(await rows(`client_id=${first}`)).toMatchObject([{ id, client: { name: 'Café' } }]);
    expect((await bia.get(at(id, 'sidebar'))).data).toMatchObject({
      client: { id: first },
      project: { id: project, name: 'Campanha' },
      tasks: [{ id: task }],
    });
    const groups = async () => (await bia.get(`/projects/${project}/overview`)).data.groups;
    expect(await groups()).toMatchObject([{ id, name: 'Café · Campanha', is_waiting: true }]);
    await ana.put(`/projects/${project}`, { client_id: second });
    expect(idsIn(await rows(`client_id=${first}`))).toEqual([]);
    expect(idsIn(await rows(`client_id=${second}`))).toEqual([id]);
    const { conversations } = (await bia.get(`/clients/${second}/overview`)).data;
    expect(idsIn(conversations)).toEqual([id]);
    // Without a client, the tasks are still those of the project.
    await ana.put(`/projects/${project}`, { client_id: null });
    expect((await bia.get(at(id, 'sidebar'))).data).toMatchObject({
      client: null,
      deals: [],
      tasks: [{ id: task }],
    });
    expect(await linked(id, {})).toMatchObject({ client_id: null, project_id: null });
    expect(await groups()).toEqual([]);
  });

  test('stays in the list when its client is deactivated or its project cancelled', async () => {
    const client = await clientNamed('Mercado');
    const project = await idOf('projects', { name: 'Loja', client_id: client });
    const [one, two] = [await beginGroup(), await beginGroup()];
    await linked(one, { client_id: client });
    await linked(two, { project_id: project });
    expect((await ana.delete(`/projects/${project}`)).status).toBe(200);
    expect((await ana.delete(`/clients/${client}`)).status).toBe(200);
    expect(idsIn(await rows(`client_id=${client}`)).sort()).toEqual([one, two].sort());
    expect((await bia.get(at(two, 'sidebar'))).data.project).toMatchObject({ id: project });
  });

  test('is linked once by many at a time, with one event, and an entry with its author', async () => {
    const [client, id] = [await clientNamed('Única'), await beginGroup()];
    await Promise.all(Array.from({ length: 10 }, () => linked(id, { client_id: client })));
    const events = await service.sql(
      `select e.payload::json -> 'data' ->> 'client_id' as client from events e
       where e.team_id = $1 and e.record_id = $2 and e.type = 'conversation.updated'
         and e.payload::json -> 'data' ->> 'client_id' is not null`,
      [team.id, id],
    );
    expect(events).toEqual([{ client }]);
    const entries = await service.sql(
      `select actor_id, before::json ->> 'client_id' as was, after::json ->> 'client_id' as now from audit_entries
       where team_id = $1 and record_id = $2 and operation = 'conversations.link'`,
      [team.id, id],
    );
    expect(entries).toEqual([{ actor_id: bia.userId, was: null, now: client }]);
  });
});

test('a link needs a group, one record, and records of the team', async () => {
  const [client, id, contact] = [await clientNamed('Certa'), await beginGroup(), await begin()];
  const project = await idOf('projects', { name: 'Certo' });
  await linked(id, { client_id: client });
  const foreign = { client_id: String((await theirs.create('clients')).id) };
  const foreignProject = { project_id: String((await theirs.create('projects')).id) };
  for (const to of [{ client_id: client }, { project_id: project }]) {
    const answer = await link(contact, to);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error).toMatchObject({
      message: expect.stringContaining('can be set for groups only'),
    });
  }
  const both = await link(id, { client_id: client, project_id: project });
  expect(both.body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  for (const to of [foreign, foreignProject, { client_id: id }, { project_id: id }]) {
    const answer = await link(id, to);
    expect(answer.status, answer.text).toBe(404);
    expect(answer.body.error).toMatchObject({
      message: expect.stringContaining(`${Object.keys(to)}`),
    });
  }
  expect((await link(client, { client_id: client })).status).toBe(404);
  expect((await link(id, { client_id: null }, stranger)).status).toBe(404);
  expect((await bia.get(`/msgapp/conversations/${id}`)).data).toMatchObject({ client_id: client });
  expect(await rows(`client_id=${client}`, stranger)).toEqual([]);
});

test('a group of a hidden inbox is nowhere for a member who does not see it', async () => {
  const client = await clientNamed('Reservada');
  const project = await idOf('projects', { name: 'Reservado', client_id: client });
  const [one, two] = [await beginGroup(), await beginGroup()];
  await linked(one, { client_id: client });
  await linked(two, { project_id: project });
  const restrict = (isRestricted: boolean) =>
    service.sql('update inboxes set is_restricted = $3 where team_id = $1 and id = $2', [
      team.id,
      inbox,
      isRestricted,
    ]);
  await restrict(true);
  try {
    const caro = await makePerson(service, team, 'member', { name: 'Caro' });
    const seen = async (by: TestPerson) => {
      const overview = (await by.get(`/clients/${client}/overview`)).data;
      const { groups } = (await by.get(`/projects/${project}/overview`)).data;
      const timeline = await by.get(`/clients/${client}/timeline?kinds=conversations`);
      return [
        (await rows(`client_id=${client}`, by)).length,
        (overview.counts as Json).conversations,
        (overview.conversations as Json[]).length,
        (groups as Json[]).length,
        (timeline.data.entries as Json[]).length,
      ];
    };
    expect(await seen(caro)).toEqual([0, 0, 0, 0, 0]);
    expect(await seen(ana)).toEqual([2, 2, 2, 1, 2]);
    expect((await link(one, {}, caro)).status).toBe(404);
  } finally {
    await restrict(false);
  }
  expect((await bia.get(`/msgapp/conversations/${one}`)).data).toMatchObject({ client_id: client });
});
