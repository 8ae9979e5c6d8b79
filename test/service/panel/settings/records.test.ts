import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Record operations that only the panel has, or that need an admin there: contracts, the trash, approving campaigns. */
const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
  member = await makePerson(service, team, 'member');
});

describe('contracts', () => {
  test('are created, changed, listed and deleted', async () => {
    const client = await team.create('clients');
    const made = await admin.post('/contracts', { title: ' Fee mensal ', client_id: client.id });
    expect(made.status, made.text).toBe(201);
    expect(made.data).toMatchObject({
      title: 'Fee mensal',
      client_id: client.id,
      client: { id: client.id, name: client.name },
    });
    const path = `/contracts/${made.data.id}`;
    const changed = await admin.put(path, { title: 'Fee' });
    expect(changed.data).toEqual({
      ...made.data,
      title: 'Fee',
      updated_at: expect.any(String),
    });
    expect((await admin.put(path, { client_id: null })).data).toMatchObject({
      title: 'Fee',
      client_id: null,
      client: null,
    });
    await admin.put(path, { client_id: client.id });
    const page = (await member.get(`/contracts?client_id=${client.id}&sort=title`)).body;
    expect(page).toMatchObject({ data: [{ id: made.data.id }], pagination: { total: 1 } });
    expect((await member.get(path)).data).toMatchObject({ title: 'Fee' });
    expect((await admin.delete(path)).data).toEqual({ id: made.data.id, deleted: true });
    expect((await admin.get(path)).status).toBe(404);
  });

  test('with activities cannot be deleted', async () => {
    const activity = { title: 'Reunião', contract_id: team.contract };
    await team.create('activities', activity);
    expect((await admin.delete(`/contracts/${team.contract}`)).status).toBe(409);
    expect((await admin.get(`/contracts/${team.contract}`)).status).toBe(200);
  });

  test('of other teams are unknown, and bad input is named', async () => {
    const otherTeam = await service.team();
    const path = `/contracts/${otherTeam.contract}`;
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.put(path, { title: 'X' })).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(404);
    const foreign = (await otherTeam.create('clients')).id;
    for (const [body, field] of [
      [{}, 'title'],
      [{ title: '' }, 'title'],
      [{ title: 'X', client_id: 'x' }, 'client_id'],
      [{ title: 'X', value: -1 }, 'value'],
    ] as const)
      expect((await admin.post('/contracts', body)).error).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining(field),
      });
    expect((await admin.post('/contracts', { title: 'X', client_id: foreign })).status).toBe(404);
    const contractPath = `/contracts/${team.contract}`;
    expect((await admin.put(contractPath, { client_id: foreign })).status).toBe(404);
    expect((await admin.put(contractPath, { title: null })).status).toBe(400);
    expect((await member.put(contractPath, { title: 'X' })).status).toBe(403);
  });
});

describe('the trash', () => {
  const trash = async (query = '') => (await member.get(`/trash${query}`)).body.data as Json[];

  test('holds deleted records, the latest first, until they are restored to their place', async () => {
    const project = await team.create('projects');
    const place = { project_id: project.id, pipeline_id: team.pipeline.id, column: 'first' };
    const [one, two, three] = [
      await team.create('tasks', place),
      await team.create('tasks', place),
      await team.create('tasks', place),
    ];
    expect(await trash()).toEqual([]);
    await member.delete(`/tasks/${two.id}`);
    await team.delete(`/tasks/${one.id}`);
    const held = await trash(`?project_id=${project.id}`);
    expect(held.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(held[0]).toEqual({
      ...one,
      updated_at: expect.any(String),
      deleted_at: expect.stringMatching(/Z$/),
      project: { id: project.id, name: project.name },
      column_name: expect.stringMatching(/first/i),
      deleted_by: 'key',
      deleted_by_name: expect.any(String),
    });
    expect(held[1]).toMatchObject({ deleted_by: 'user', deleted_by_name: 'Dora' });
    expect((await member.get(`/trash/${two.id}`)).data.deleted_at).toBe(held[1]?.deleted_at);
    const restored = await member.post(`/tasks/${two.id}/restore`);
    expect(restored.status, restored.text).toBe(200);
    expect(restored.data).toEqual({ ...two, updated_at: expect.any(String) });
    const listed = (await team.get(`/tasks?project_id=${project.id}&sort=position`)).body.data;
    expect((listed as Json[]).map(({ id }) => id)).toEqual([two.id, three.id]);
    expect((await trash()).map(({ id }) => id)).toEqual([one.id]);
    expect((await member.post(`/tasks/${two.id}/restore`)).status).toBe(404);
    expect((await member.get(`/trash/${two.id}`)).status).toBe(404);
  });

  test('of another team is out of reach', async () => {
    const otherTeam = await service.team();
    const { id } = await otherTeam.create('tasks');
    await otherTeam.delete(`/tasks/${id}`);
    expect((await member.get(`/trash/${id}`)).status).toBe(404);
    expect((await member.post(`/tasks/${id}/restore`)).status).toBe(404);
  });
});

describe('a campaign', () => {
  test('is approved by members, with one event', async () => {
    const { id } = await team.create('campaigns');
    const path = `/campaigns/${id}/approval`;
    const contractEvents = async () =>
      (
        await service.sql(
          `select payload from events where record_id = $1 and type = 'campaign.updated' order by id`,
          [id],
        )
      ).map(({ payload }) => JSON.parse(String(payload)) as Json);
    const answer = await member.put(path, { approval_status: 'approved' });
    expect(answer.data).toMatchObject({ id, approval_status: 'approved' });
    await member.put(path, { approval_status: 'approved' });
    expect(await contractEvents()).toMatchObject([{ previous: { approval_status: 'pending' } }]);
    await member.put(path, { approval_status: 'rejected' });
    expect(await contractEvents()).toHaveLength(2);
    for (const [body, status] of [
      [{}, 400],
      [{ approval_status: 'maybe' }, 400],
      [{ approval_status: null }, 400],
      [{ approval_status: 'pending', name: 'X' }, 400],
    ] as const) {
      const refused = await member.put(path, body);
      expect(refused.status, refused.text).toBe(status);
    }
    expect(
      (await member.put(`/campaigns/${uuidv7()}/approval`, { approval_status: 'approved' })).status,
    ).toBe(404);
    expect((await team.get(`/campaigns/${id}`)).data.approval_status).toBe('rejected');
  });
});
