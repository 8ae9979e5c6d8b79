import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Squads and their members. */
const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
  member = await makePerson(service, team, 'member', { name: 'Ana' });
});

const made = async (name = 'Social') => {
  const answer = await admin.post('/squads', { name });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
};

test('a squad is created, renamed, and shown with its members', async () => {
  const squad = await made(' Social ');
  expect(squad).toEqual({
    id: expect.any(String),
    name: 'Social',
    members: [],
    created_at: expect.stringMatching(/Z$/),
  });
  expect((await admin.put(`/squads/${squad.id}`, { name: 'Mídia' })).data).toEqual({
    ...squad,
    name: 'Mídia',
  });
  const path = `/squads/${squad.id}/members`;
  const [bruno] = team.users;
  await admin.put(`${path}/${member.userId}`);
  const both = (await admin.put(`${path}/${bruno}`)).data.members as Json[];
  expect(both.map(({ id }) => id).sort()).toEqual([member.userId, bruno].sort());
  expect((await admin.put(`${path}/${bruno}`)).data.members).toEqual(both);
  expect((await admin.delete(`${path}/${bruno}`)).data.members).toEqual([
    { id: member.userId, name: 'Ana', role: null },
  ]);
  const role = (user: unknown, body: Json) => admin.put(`${path}/${user}/role`, body);
  expect((await role(member.userId, { role: ' Design ' })).data.members).toEqual([
    { id: member.userId, name: 'Ana', role: 'Design' },
  ]);
  expect((await role(bruno, { role: 'Design' })).status).toBe(404);
  expect((await role(member.userId, { role: 'x'.repeat(81) })).status).toBe(400);
  expect((await member.put(`${path}/${member.userId}/role`, { role: 'Dono' })).status).toBe(403);
  expect((await role(member.userId, { role: null })).data.members).toEqual([
    { id: member.userId, name: 'Ana', role: null },
  ]);
  expect((await admin.delete(`${path}/${bruno}`)).status).toBe(200);
  const squads = (await member.get('/squads?sort=name')).body.data as Json[];
  expect(squads.find(({ id }) => id === squad.id)).toMatchObject({
    name: 'Mídia',
    members: [{ name: 'Ana' }],
  });
  expect((await member.get(`/squads/${squad.id}`)).data.members).toHaveLength(1);
  // Answers to keys are unchanged.
  expect(Object.keys((await team.get(`/squads/${squad.id}`)).data)).toEqual([
    'id',
    'name',
    'created_at',
  ]);
});

test('a deleted squad leaves its projects without one, and emits events for them', async () => {
  const { id } = await made();
  await admin.put(`/squads/${id}/members/${member.userId}`);
  const project = await team.create('projects', { squad_id: id });
  const otherProject = await team.create('projects', { squad_id: team.squad });
  expect((await admin.delete(`/squads/${id}`)).data).toEqual({ id, deleted: true });
  expect((await team.get(`/projects/${project.id}`)).data).toMatchObject({
    squad_id: null,
    squad: null,
  });
  expect((await team.get(`/projects/${otherProject.id}`)).data.squad_id).toBe(team.squad);
  const events = await service.sql(
    `select payload from events where team_id = $1 and type = 'project.updated'`,
    [team.id],
  );
  expect(events.map(({ payload }) => JSON.parse(String(payload)))).toMatchObject([
    { data: { id: project.id, squad: null }, previous: { squad_id: id, squad: { id } } },
  ]);
  expect((await admin.delete(`/squads/${id}`)).status).toBe(404);
});

describe('refuses', () => {
  test.each([
    ['POST', '/squads', {}, 400, 'name'],
    ['POST', '/squads', { name: '' }, 400, 'name'],
    ['POST', '/squads', { name: 'X', color: 'red' }, 400, 'color'],
    ['PUT', `/squads/${uuidv7()}`, { name: 'X' }, 404, 'squad'],
    ['PUT', '/squads/x', { name: 'X' }, 404, 'squad'],
    ['DELETE', `/squads/${uuidv7()}`, undefined, 404, 'squad'],
    ['PUT', `/squads/${uuidv7()}/members/${uuidv7()}`, {}, 404, 'squad'],
  ])('%s %s %j answers %i', async (method, path, body, status, reason) => {
    const answer = await admin.call(method, path, body);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.error.message).toContain(reason);
  });

  test('users and squads of other teams are unknown', async () => {
    const otherTeam = await service.team();
    const foreign = await admin.put(`/squads/${team.squad}/members/${otherTeam.users[0]}`);
    const missing = await admin.put(`/squads/${team.squad}/members/${uuidv7()}`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    for (const [method, path] of [
      ['PUT', `/squads/${otherTeam.squad}/members/${member.userId}`],
      ['DELETE', `/squads/${otherTeam.squad}`],
    ] as const)
      expect((await admin.call(method, path, method === 'PUT' ? {} : undefined)).status).toBe(404);
    expect((await otherTeam.get(`/squads/${otherTeam.squad}`)).status).toBe(200);
  });

  test('members cannot change squads', async () => {
    expect((await member.post('/squads', { name: 'X' })).status).toBe(403);
    expect((await member.delete(`/squads/${team.squad}`)).status).toBe(403);
  });
});
