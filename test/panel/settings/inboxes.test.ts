import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '../../harness.ts';
import { makePerson, type TestPerson } from '../../people.ts';

/*
 * Inboxes as admins set them up, tried with the sandbox. What each gateway does is tested elsewhere.
 */
const service = useService();
let team: TestTeam;
let admin: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
  member = await makePerson(service, team, 'member');
});

const sandbox = { name: ' Atendimento ', type: 'session', gateway: 'sandbox' };
async function made(): Promise<Json> {
  const answer = await admin.post('/inboxes', sandbox);
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
}

test('an inbox is made, renamed, switched, shown and deleted', async () => {
  const inbox = await made();
  expect(inbox).toMatchObject({ name: 'Atendimento', gateway: 'sandbox', active: true });
  const path = `/inboxes/${inbox.id}`;
  const changed = await admin.put(path, { name: 'Vendas', active: false });
  expect(changed.data).toMatchObject({ id: inbox.id, name: 'Vendas', active: false });
  expect((await member.get(path)).data).toMatchObject({ name: 'Vendas', active: false });
  expect((await admin.put(path, { active: true })).data).toMatchObject({ name: 'Vendas' });
  const listed = (await member.get('/inboxes?limit=100')).body.data as Json[];
  expect(listed.map(({ id }) => id)).toContain(inbox.id);
  const health = await member.get(`${path}/health`);
  expect(health.status, health.text).toBe(200);
  expect(health.data).toMatchObject({ id: inbox.id, gateway: 'sandbox', active: true });
  expect((await admin.delete(path)).data).toMatchObject({ id: inbox.id, deleted: true });
  expect((await admin.get(path)).status).toBe(404);
  // What keys are answered is as it was.
  expect((await team.get(`/inboxes/${team.inbox}`)).data).not.toHaveProperty('gateway');
  const told = await service.sql(
    `select operation from audit_entries where record_id = $1 order by id`,
    [inbox.id],
  );
  expect(told.map(({ operation }) => operation)).toEqual([
    'inboxes.create',
    'inboxes.set',
    'inboxes.set',
    'inboxes.delete',
  ]);
});

describe('refused', () => {
  test.each([
    [{ ...sandbox, name: '' }, 'name'],
    [{ ...sandbox, type: 'fax' }, 'type'],
    [{ ...sandbox, gateway: 'pigeon' }, 'gateway'],
    [{ ...sandbox, config: { colour: 'red' } }, 'config'],
    [{ ...sandbox, gateway: 'cloud' }, 'type'],
  ])('%j', async (body, field) => {
    const answer = await admin.post('/inboxes', body);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(field),
    });
  });

  test.each(['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://169.254.169.254', 'http://db'])(
    'a gateway at %s, which only the service reaches',
    async (url) => {
      const config = { url, api_key: 'x'.repeat(20), instance: 'x' };
      const body = { name: 'X', type: 'session', gateway: 'evolution', config };
      const created = await admin.post('/inboxes', body);
      expect(created.error.message).toMatch(/config .*WEBHOOK_ALLOW_CIDRS/);
      const empty = await admin.post('/inboxes', {
        name: 'X',
        type: 'session',
        gateway: 'evolution',
      });
      const path = `/inboxes/${empty.data.id}`;
      for (const at of [path, `${path}/connect`, `${path}/reconnect`])
        expect((await admin.put(at, { config })).error.message).toMatch(/WEBHOOK_ALLOW_CIDRS/);
      const [row] = await service.sql('select config from inboxes where id = $1', [empty.data.id]);
      expect(row?.config).toBeNull();
    },
  );

  test('members, and inboxes of other teams', async () => {
    expect((await member.post('/inboxes', sandbox)).status).toBe(403);
    expect((await member.put(`/inboxes/${team.inbox}`, { active: false })).status).toBe(403);
    const other = await service.team();
    for (const id of [other.inbox, uuidv7()]) {
      expect((await admin.put(`/inboxes/${id}`, { active: false })).status).toBe(404);
      expect((await admin.get(`/inboxes/${id}/health`)).status).toBe(404);
      expect((await admin.delete(`/inboxes/${id}`)).status).toBe(404);
      for (const act of ['connect', 'login', 'restart', 'reconnect', 'disconnect', 'check'])
        expect((await admin.put(`/inboxes/${id}/${act}`)).status, act).toBe(404);
    }
    expect((await other.get(`/inboxes/${other.inbox}`)).data.active).toBe(true);
  });
});
