import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { registry } from '#server/features/registry.ts';
import { permit } from '#server/operations/operation.ts';
import { isAtLeast, roles } from '#server/operations/roles.ts';
import { call, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * API keys in the panel: shown once, rotated, revoked.
 */
const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
});

const works = async (key: unknown) =>
  (await call(service.app, String(key), 'GET', '/clients')).status === 200;

async function made(body: Json = {}): Promise<Json> {
  const answer = await admin.post('/keys', { name: 'Site', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
}

test('a key is shown once, works, and appears in no list', async () => {
  const made_ = await made({ scope: 'read', allow_from: ['127.0.0.1/32'], per_minute: 600 });
  const { api_key, ...key } = made_;
  expect(api_key).toMatch(/^pauta_/);
  expect(key).toMatchObject({
    name: 'Site',
    scope: 'read',
    user_id: null,
    user: null,
    allow_from: ['127.0.0.1/32'],
    per_minute: 600,
    expires_at: null,
    revoked_at: null,
  });
  expect(await works(api_key)).toBe(true);
  const list = await admin.get('/keys?limit=100');
  expect((list.body.data as Json[]).map(({ id }) => id)).toContain(key.id);
  expect(list.text).not.toContain(String(api_key));
  expect((await admin.get(`/keys/${key.id}`)).data).toMatchObject({ id: key.id, name: 'Site' });
});

test('a personal key belongs to its creator', async () => {
  const { user_id, user, api_key } = await made({ user_id: admin.userId });
  expect([user_id, user]).toEqual([admin.userId, { id: admin.userId, name: 'Dora' }]);
  const project = await call(service.app, String(api_key), 'POST', '/projects', { name: 'X' });
  expect(project.data.created_by).toBe(admin.userId);
});

test('a personal key may do in the whole API what the role of its user permits', () => {
  // A key reads itself by getMe; people have their session.
  const tried = registry.operations.filter(
    ({ id, v1, allow }) => v1 && allow.key && id !== 'getMe',
  );
  expect(tried.length).toBeGreaterThan(50);
  for (const operation of tried) {
    const { v1, id } = operation;
    const same = registry.panel.find(
      ({ panel }) => panel.method === v1?.method && panel.path === v1.path,
    );
    const least = same?.allow.user;
    expect(least, id).toBeDefined();
    for (const role of roles) {
      const member = { role, seesValues: true, mayExport: true };
      const actor = { kind: 'key', keyId: '', scope: 'full', userId: '', member } as const;
      const isOpen = () => permit(operation, actor);
      if (isAtLeast(role, least ?? 'owner')) expect(isOpen, `${id} ${role}`).not.toThrow();
      else expect(isOpen, `${id} ${role}`).toThrow('needs the role');
    }
  }
});

test('a rotated key has a successor, and ends at the requested time', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const old = await made({ per_minute: 100, expires_at: new Date(Date.now() + 7_200_000) });
  const answer = await admin.post(`/keys/${old.id}/rotate`, { old_expires_at: soon });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.data).toMatchObject({ name: 'Site', per_minute: 100 });
  expect(answer.data.id).not.toBe(old.id);
  expect(Date.parse(String(answer.data.expires_at))).toBeGreaterThan(Date.now() + 7_100_000);
  expect((await admin.get(`/keys/${old.id}`)).data.expires_at).toBe(soon);
  expect(await works(old.api_key)).toBe(true);
  expect(await works(answer.data.api_key)).toBe(true);
  // Not later than it would have ended.
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await admin.post(`/keys/${old.id}/rotate`, { old_expires_at: later });
  expect((await admin.get(`/keys/${old.id}`)).data.expires_at).toBe(soon);
  // A day later by default.
  const plain = await made();
  const day = 86_400_000;
  const from = Date.now() - 1;
  const twin = (await admin.post(`/keys/${plain.id}/rotate`)).data;
  const to = Date.now() + 1;
  expect(twin.expires_at).toBeNull();
  const ends = Date.parse(String((await admin.get(`/keys/${plain.id}`)).data.expires_at));
  expect(ends).toBeGreaterThanOrEqual(from + day);
  expect(ends).toBeLessThanOrEqual(to + day);
});

test('a revoked key ends at once, and cannot be rotated', async () => {
  const key = await made();
  const gone = await admin.delete(`/keys/${key.id}`);
  expect(gone.data).toEqual({ id: key.id, revoked_at: expect.stringMatching(/Z$/) });
  expect((await admin.delete(`/keys/${key.id}`)).data).toEqual(gone.data);
  await expect.poll(() => works(key.api_key)).toBe(false);
  expect((await admin.post(`/keys/${key.id}/rotate`)).status).toBe(409);
});

describe('refuses', () => {
  test.each([
    [{}, 'name'],
    [{ name: 'X', scope: 'all' }, 'scope'],
    [{ name: 'X', allow_from: ['everywhere'] }, 'allow_from'],
    [{ name: 'X', per_minute: 0 }, 'per_minute'],
    [{ name: 'X', expires_at: 'soon' }, 'expires_at'],
    [{ name: 'X', user_id: uuidv7() }, 'user_id'],
    [{ name: 'X', api_key: 'pauta_x' }, 'api_key'],
  ])('a key with %j', async (body, field) => {
    const answer = await admin.post('/keys', body);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(field),
    });
  });

  test('a key that acts for another user', async () => {
    const otherPerson = await makePerson(service, team, 'owner');
    expect((await admin.post('/keys', { name: 'X', user_id: otherPerson.userId })).status).toBe(
      400,
    );
    const theirs = (await otherPerson.post('/keys', { name: 'X', user_id: otherPerson.userId }))
      .data;
    expect((await admin.post(`/keys/${theirs.id}/rotate`)).status).toBe(403);
    expect((await admin.delete(`/keys/${theirs.id}`)).status).toBe(200);
  });

  test('members, and keys of other teams', async () => {
    const member = await makePerson(service, team, 'member');
    for (const [method, path] of [
      ['GET', '/keys'],
      ['POST', '/keys'],
    ] as const)
      expect((await member.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(
        403,
      );
    const otherTeam = await service.team();
    const [key] = await service.sql('select id from api_keys where team_id = $1', [otherTeam.id]);
    for (const [method, path] of [
      ['GET', `/keys/${key?.id}`],
      ['DELETE', `/keys/${key?.id}`],
      ['POST', `/keys/${key?.id}/rotate`],
    ] as const)
      expect((await admin.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(404);
    expect(await works(otherTeam.key)).toBe(true);
  });

  test('an outdated proof of identity', async () => {
    const late = await makePerson(service, team, 'admin');
    const key = await made();
    await service.sql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where id = $1`,
      [late.sessionId],
    );
    for (const [method, path, body] of [
      ['POST', '/keys', { name: 'X' }],
      ['POST', `/keys/${key.id}/rotate`, {}],
      ['DELETE', `/keys/${key.id}`, undefined],
    ] as const)
      await expect
        .poll(async () => (await late.call(method, path, body)).error.code)
        .toBe('REAUTH_REQUIRED');
    expect((await late.get('/keys')).status).toBe(200);
  });
});
