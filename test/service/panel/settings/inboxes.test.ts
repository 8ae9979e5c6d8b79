import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Admins set up inboxes, tested with the sandbox. The behaviour of each gateway is tested elsewhere. */
const service = useService({ allowCidrs: [] });
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

test('an inbox is created, renamed, switched on and off, shown and deleted', async () => {
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
  // Answers to keys are unchanged.
  expect((await team.get(`/inboxes/${team.inbox}`)).data).not.toHaveProperty('gateway');
  const entries = await service.sql(
    `select operation from audit_entries where record_id = $1 order by id`,
    [inbox.id],
  );
  expect(entries.map(({ operation }) => operation)).toEqual([
    'inboxes.create',
    'inboxes.set',
    'inboxes.set',
    'inboxes.delete',
  ]);
});

test('the log lists an inbox’s states and who changed it, page after page', async () => {
  const { id } = await made();
  const path = `/inboxes/${id}`;
  await admin.put(`${path}/disconnect`);
  await admin.put(path, { connected: true });
  await admin.put(`${path}/disconnect`);
  await admin.put(`${path}/restart`);
  const whole = (await member.get(`${path}/log`)).data as { entries: Json[]; after: null };
  expect(whole.after).toBeNull();
  expect(whole.entries.map(({ kind, state, operation }) => [kind, state ?? operation])).toEqual([
    ['deed', 'inboxes.restart'],
    ['deed', 'inboxes.disconnect'],
    ['state', 'disconnected'],
    ['deed', 'inboxes.set'],
    ['state', null],
    ['deed', 'inboxes.disconnect'],
    ['state', 'disconnected'],
    ['deed', 'inboxes.create'],
  ]);
  expect(whole.entries[2]).toMatchObject({ reason: 'logged out here', actor: null });
  expect(whole.entries[0]).toMatchObject({ actor: 'user', actor_name: expect.any(String) });
  const walked: unknown[] = [];
  for (let after = ''; ; ) {
    const page = (await member.get(`${path}/log?limit=3${after}`)).data as typeof whole;
    walked.push(...page.entries);
    if (page.after === null) break;
    after = `&after=${page.after}`;
  }
  expect(walked).toEqual(whole.entries);
  expect((await member.get(`${path}/log?after=x`)).status).toBe(400);
  const otherTeam = await service.team();
  expect((await member.get(`/inboxes/${otherTeam.inbox}/log`)).status).toBe(404);
});

test('its setup is shown without secrets, along with its health', async () => {
  const config = {
    url: 'https://93.184.215.14',
    instance: 'agencia',
    api_key: 'SECRET-1',
    webhook_secret: 'SECRET-2-of-enough-length',
  };
  const created = await admin.post('/inboxes', { ...sandbox, gateway: 'evolution', config });
  const path = `/inboxes/${created.data.id}`;
  const setup = await admin.get(`${path}/setup`);
  expect(setup.data).toMatchObject({
    config: { url: config.url, instance: config.instance },
    secrets: ['api_key', 'webhook_secret'],
  });
  expect(setup.text).not.toContain('SECRET-');
  expect((await member.get(`${path}/setup`)).status).toBe(403);
  expect((await member.get(path)).data.evidence).toBeNull();
  await service.sql(
    `insert into inbox_health (team_id, inbox_id, unanswered_sends, unanswered_since)
     values ($1, $2, 3, now() - interval '1 hour')`,
    [team.id, created.data.id],
  );
  expect((await member.get(path)).data.evidence).toMatchObject({
    unanswered_sends: 3,
    dead: expect.stringContaining('nothing came back'),
  });
});

test('the user of a sandbox plays its contacts', async () => {
  const { id } = await made();
  const message = { from: '5511976540001', text: 'Bom dia', name: 'Rita' };
  const received = await admin.post(`/inboxes/${id}/sandbox-messages`, message);
  expect(received.status, received.text).toBe(201);
  const { conversation_id: conversation } = received.data;
  expect((await member.get(`/msgapp/conversations/${conversation}`)).data.inbox_id).toBe(id);
  expect((await admin.post(`/inboxes/${id}/sandbox-messages`, {})).status).toBe(400);
});

describe('refuses', () => {
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
    'a gateway at %s, which only the service can reach',
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
      expect(
        (await admin.put('/inbox-trials', { gateway: 'evolution', config })).error.message,
      ).toMatch(/WEBHOOK_ALLOW_CIDRS/);
      for (const at of [path, `${path}/connect`, `${path}/reconnect`])
        expect((await admin.put(at, { config })).error.message).toMatch(/WEBHOOK_ALLOW_CIDRS/);
      const [row] = await service.sql('select config from inboxes where id = $1', [empty.data.id]);
      expect(row?.config).toBeNull();
    },
  );

  test('members, and inboxes of other teams', async () => {
    expect((await member.post('/inboxes', sandbox)).status).toBe(403);
    expect((await member.put(`/inboxes/${team.inbox}`, { active: false })).status).toBe(403);
    const otherTeam = await service.team();
    for (const id of [otherTeam.inbox, uuidv7()]) {
      expect((await admin.put(`/inboxes/${id}`, { active: false })).status).toBe(404);
      expect((await admin.get(`/inboxes/${id}/health`)).status).toBe(404);
      expect((await admin.delete(`/inboxes/${id}`)).status).toBe(404);
      expect((await admin.put('/inbox-trials', { gateway: 'waha', inbox_id: id })).status).toBe(
        404,
      );
      for (const act of ['connect', 'login', 'restart', 'reconnect', 'disconnect', 'check'])
        expect((await admin.put(`/inboxes/${id}/${act}`)).status, act).toBe(404);
    }
    expect((await otherTeam.get(`/inboxes/${otherTeam.inbox}`)).data.active).toBe(true);
  });
});
