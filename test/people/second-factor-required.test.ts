import { expect, test } from 'vitest';
import { startSession } from '../../server/features/accounts/sessions.ts';
import { standingOf } from '../../server/features/accounts/standing.ts';
import { type Role, roles } from '../../server/operations/roles.ts';
import { useService } from '../harness.ts';
import { callPanel, makePerson, type TestPerson } from '../people.ts';

/*
 * A team that lets in only those who have proven themselves twice.
 */
const service = useService({ workers: 0 });

const { stringify } = JSON;
const settings = (on: boolean) => ({ requires_second_factor: on });

/** Another session of a person, begun by these methods. */
async function sessionBy({ personId }: TestPerson, methods: readonly string[]) {
  return startSession(service.database.platform, {
    personId,
    methods,
    address: '127.0.0.1',
    userAgent: 'Test',
  });
}

async function begun() {
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner');
  const twice = await sessionBy(owner, ['pwd', 'otp']);
  const asOwner = (method: string, path: string, body?: unknown) =>
    callPanel(service.app, twice.token, method, `/teams/${team.slug}${path}`, body);
  return { team, owner, asOwner };
}

/** Until half a second has passed for what is remembered of the team. */
const eventually = (ask: () => Promise<{ status: number }>, status: number) =>
  expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(status);

test('only an owner who has shown one asks for it', async () => {
  const { team, owner, asOwner } = await begun();
  const admin = await makePerson(service, team, 'admin');
  expect((await admin.put('/settings', settings(true))).status).toBe(403);
  const locked = await owner.put('/settings', settings(true));
  expect([locked.status, locked.error.code]).toEqual([409, 'CONFLICT']);
  expect((await asOwner('PUT', '/settings', settings(true))).data).toMatchObject(settings(true));
});

test('every role without one reaches nothing of the team; with one, all as before; keys go on', async () => {
  const { team, asOwner } = await begun();
  const people = new Map<Role, TestPerson>();
  for (const role of roles) people.set(role, await makePerson(service, team, role));
  await asOwner('PUT', '/settings', settings(true));
  for (const [role, person] of people) {
    await eventually(() => person.get('/projects'), 403);
    for (const [method, path] of [
      ['GET', '/projects'],
      ['POST', '/clients'],
      ['GET', '/live'],
      ['DELETE', '/membership'],
    ] as const) {
      const answer = await person.call(method, path, method === 'POST' ? {} : undefined);
      expect([role, path, answer.status, answer.error.code]).toEqual([
        role,
        path,
        403,
        'SECOND_FACTOR_REQUIRED',
      ]);
    }
    const own = await person.own('GET', '/account/teams');
    expect(own.data).toMatchObject([{ slug: team.slug, needs_second_factor: true }]);
    expect((await person.own('GET', '/account')).status).toBe(200);
    for (const [methods, status] of [
      [['pwd', 'recovery'], 200],
      [['passkey'], 200],
      [['oidc', 'mfa'], 200],
      [['oidc'], 403],
    ] as const) {
      const { token } = await sessionBy(person, methods);
      const path = `/teams/${team.slug}/projects`;
      const answer = await callPanel(service.app, token, 'GET', path);
      expect([role, stringify(methods), answer.status]).toEqual([role, stringify(methods), status]);
    }
  }
  expect((await team.get('/projects')).status).toBe(200);
});

test('who sets one up is in at once; streams end for who has none', async () => {
  const { team, asOwner } = await begun();
  const ana = await makePerson(service, team, 'member');
  const watcher = {
    kind: 'user' as const,
    sessionId: ana.sessionId,
    personId: ana.personId,
    teamId: team.id,
    userId: ana.userId,
  };
  const standing = async () => (await standingOf(service.database.platform, [watcher]))[0];
  expect(await standing()).toBeDefined();
  await asOwner('PUT', '/settings', settings(true));
  expect(await standing()).toBeUndefined();
  await eventually(() => ana.get('/projects'), 403);
  const { data } = await ana.own('POST', '/account/totp', {});
  const { Secret, TOTP } = await import('otpauth');
  const app = new TOTP({ secret: Secret.fromBase32(String(data.secret)) });
  const confirmed = await ana.own('POST', '/account/totp/confirm', { code: app.generate() });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect((await ana.get('/projects')).status).toBe(200);
  expect(await standing()).toBeDefined();
});
