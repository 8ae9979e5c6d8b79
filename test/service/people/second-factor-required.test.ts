import { describe, expect, test } from 'vitest';
import { findAccess } from '#server/features/accounts/access.ts';
import { startSession } from '#server/features/accounts/sessions.ts';
import { type Role, roles } from '#server/operations/roles.ts';
import { useService } from '#test/support/harness.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/* A team that requires a second factor. */
const service = useService({ workers: 0 });

const { stringify } = JSON;
const settings = (on: boolean) => ({ requires_second_factor: on });

/** Another session of a person, started with these methods. */
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

/** Waits until the team's cache entry of half a second has expired. */
const eventually = (ask: () => Promise<{ status: number }>, status: number) =>
  expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(status);

test('only an owner who has used one can require it', async () => {
  const { team, owner, asOwner } = await begun();
  const admin = await makePerson(service, team, 'admin');
  expect((await admin.put('/settings', settings(true))).status).toBe(403);
  const locked = await owner.put('/settings', settings(true));
  expect([locked.status, locked.error.code]).toEqual([409, 'CONFLICT']);
  expect((await asOwner('PUT', '/settings', settings(true))).data).toMatchObject(settings(true));
});

test('no role without one reaches anything of the team; with one, all works as before; keys still work', async () => {
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
    const teams = await person.own('GET', '/account/teams');
    expect(teams.data).toMatchObject([{ slug: team.slug, needs_second_factor: true }]);
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

test('a person who sets one up has access at once; streams of people without one end', async () => {
  const { team, asOwner } = await begun();
  const ana = await makePerson(service, team, 'member');
  const watcher = {
    kind: 'user' as const,
    sessionId: ana.sessionId,
    personId: ana.personId,
    teamId: team.id,
    userId: ana.userId,
  };
  const standing = async () => (await findAccess(service.database.platform, [watcher]))[0];
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

describe('a second factor that is required from a given day', () => {
  /** Days from today, in the team's time zone. */
  const inDays = async (days: number) => {
    const [row] = await service.sql(
      `select ((now() at time zone 'America/Sao_Paulo')::date + $1::int)::text as day`,
      [days],
    );
    return String(row?.day);
  };
  const from = (day: string | null) => ({ requires_second_factor: true, second_factor_from: day });

  test('lets people work until that day, announces it, and then locks them out', async () => {
    const { team, asOwner } = await begun();
    const ana = await makePerson(service, team, 'member');
    const day = await inDays(7);
    expect((await asOwner('PUT', '/settings', from(day))).data).toMatchObject(from(day));
    const teams = async (person = ana) => (await person.own('GET', '/account/teams')).body.data;
    const watcher = {
      kind: 'user' as const,
      sessionId: ana.sessionId,
      personId: ana.personId,
      teamId: team.id,
      userId: ana.userId,
    };
    const standing = async () => (await findAccess(service.database.platform, [watcher]))[0];
    // The cached team is half a second old at most.
    await eventually(() => ana.get('/settings'), 200);
    expect((await ana.get('/projects')).status).toBe(200);
    expect(await standing()).toBeDefined();
    expect(await teams()).toMatchObject([{ needs_second_factor: false, second_factor_from: day }]);
    const answer = await asOwner('GET', '/settings');
    expect(answer.data).toMatchObject(from(day));
    // The day arrives.
    const today = await inDays(0);
    await service.sql('update teams set second_factor_from = $1 where id = $2', [today, team.id]);
    await eventually(() => ana.get('/projects'), 403);
    expect(await standing()).toBeUndefined();
    expect(await teams()).toMatchObject([{ needs_second_factor: true, second_factor_from: null }]);
    expect((await asOwner('GET', '/projects')).status).toBe(200);
  });

  test('is not announced to people who have used one, and ends with the requirement', async () => {
    const { asOwner, owner } = await begun();
    const day = await inDays(7);
    await asOwner('PUT', '/settings', from(day));
    const { token } = await sessionBy(owner, ['passkey']);
    const teams = await callPanel(service.app, token, 'GET', '/account/teams');
    expect(teams.body.data).toMatchObject([
      { needs_second_factor: false, second_factor_from: null },
    ]);
    const off = await asOwner('PUT', '/settings', settings(false));
    expect(off.data).toMatchObject({ requires_second_factor: false, second_factor_from: null });
  });

  test('is set by owners only', async () => {
    const { team, asOwner } = await begun();
    const day = await inDays(7);
    await asOwner('PUT', '/settings', from(day));
    const admin = await makePerson(service, team, 'admin');
    expect((await admin.put('/settings', { second_factor_from: await inDays(90) })).status).toBe(
      403,
    );
    expect((await admin.put('/settings', { second_factor_from: day })).status).toBe(200);
    expect((await asOwner('PUT', '/settings', { second_factor_from: '2026-02-30' })).status).toBe(
      400,
    );
  });
});

test('admins see who has neither an authenticator app nor a passkey', async () => {
  const { team, asOwner, owner } = await begun();
  const [ana, bia, suspended] = [
    await makePerson(service, team, 'member', { name: 'Ana' }),
    await makePerson(service, team, 'admin', { name: 'Bia' }),
    await makePerson(service, team, 'member', { name: 'Caio' }),
  ];
  await service.sql('update users set suspended_at = now() where id = $1', [suspended.userId]);
  await service.sql(
    `insert into credentials (person_id, id, kind, secret, confirmed_at)
      values ($1, uuid7(), 'totp', 'x', now()), ($2, uuid7(), 'totp', 'x', null)`,
    [owner.personId, ana.personId],
  );
  const lacking = await asOwner('GET', '/settings/second-factor');
  expect(lacking.body.data).toEqual([
    { id: ana.userId, name: 'Ana', email: ana.email },
    { id: bia.userId, name: 'Bia', email: bia.email },
  ]);
  await service.sql(
    `insert into credentials (person_id, id, kind, secret, external_id, confirmed_at)
      values ($1, uuid7(), 'passkey', 'x', $2, now())`,
    [ana.personId, Buffer.from(ana.personId)],
  );
  expect((await asOwner('GET', '/settings/second-factor')).body.data).toHaveLength(1);
  expect((await ana.get('/settings/second-factor')).status).toBe(403);
});
