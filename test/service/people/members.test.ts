import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import type { Role } from '#server/operations/roles.ts';
import { call, type Json, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import type { TestTeam } from '#test/support/team.ts';
import { readLockWaits } from '#test/support/wait.ts';

/* Members of a team and their rights; a team always has an owner. */
const service = useService();

const person = (team: TestTeam, role: Role) => makePerson(service, team, role, { name: role });

type Team = Awaited<ReturnType<typeof begun>>;
/** Method, path and body of a call. */
type Asking = (team: Team) => [string, string, object?];

/** A team with one of each role. */
async function begun() {
  const team = await service.team();
  const [owner, admin, member] = [
    await person(team, 'owner'),
    await person(team, 'admin'),
    await person(team, 'member'),
  ];
  return { team, owner, admin, member };
}

const at = ({ userId }: TestPerson) => `/members/${userId}`;

/** Makes the proof of identity older than ten minutes. */
const age = ({ sessionId }: TestPerson) =>
  service.sql(
    `update sessions set authenticated_at = now() - interval '11 minutes' where id = $1`,
    [sessionId],
  );

/** Number of a team's owners who can sign in. */
const ownersOf = async ({ id }: TestTeam) =>
  (
    await service.sql(
      `select id from users where team_id = $1 and role = 'owner' and person_id is not null and suspended_at is null`,
      [id],
    )
  ).length;

describe('members', () => {
  test('are listed for admins, with and without an account', async () => {
    const { team, admin, member } = await begun();
    await service.sql(
      `insert into users (team_id, id, name, email) values ($1, uuid7(), 'Élio', 'elio@example.com')`,
      [team.id],
    );
    const { body } = await admin.get('/members');
    expect(body.data).toHaveLength(7);
    expect(body.data).toContainEqual({
      id: member.userId,
      name: 'member',
      email: member.email,
      role: 'member',
      sees_values: true,
      may_export: false,
      has_account: true,
      suspended_at: null,
      last_seen_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(body.data).toContainEqual(
      expect.objectContaining({ name: 'Élio', has_account: false, role: 'member' }),
    );
    expect((await admin.get(at(member))).data).toMatchObject({ id: member.userId });
    expect((await member.get('/members')).error.code).toBe('FORBIDDEN');
  });

  test('of another team are not found, by any caller or operation', async () => {
    const [ours, theirs] = [await begun(), await begun()];
    const path = at(theirs.member);
    const absent = await ours.owner.get('/members/00000000-0000-7000-8000-000000000000');
    for (const answer of [
      await ours.owner.get(path),
      await ours.owner.put(path, { role: 'admin' }),
      await ours.owner.post(`${path}/suspend`),
      await ours.owner.delete(path),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(absent.text);
    }
    expect((await theirs.member.get('/clients')).status).toBe(200);
  });

  test('have the time they were last seen in this team, not in another', async () => {
    const { admin, member } = await begun();
    const sessions = sessionsIn(service.database.platform);
    const [ours] = await service.sql(
      `select t.slug from teams t join users u on u.team_id = t.id where u.id = $1`,
      [member.userId],
    );
    await sessions.find(member.token);
    await sessions.recordUse();
    expect((await admin.get(at(member))).data.last_seen_at).toBeNull();
    await sessions.find(member.token);
    await sessions.membership(member.personId, String(ours?.slug));
    await sessions.recordUse();
    expect((await admin.get(at(member))).data.last_seen_at).toMatch(/Z$/);
  });

  test('are changed only in the fields of the request', async () => {
    const { owner, member } = await begun();
    const before = (await owner.get(at(member))).data;
    expect((await owner.put(at(member), {})).data).toEqual(before);
    const change = { name: 'Ana', role: 'admin', sees_values: false, may_export: true };
    expect((await owner.put(at(member), change)).data).toEqual({ ...before, ...change });
    const wrong = await owner.put(at(member), { role: 'boss', wages: 3 });
    expect(wrong.error.message).toMatch(/"?wages"? is not a field.*role must be one of/);
  });
});

describe('an admin', () => {
  test.each<[string, Asking]>([
    ['make a member an owner', ({ member }) => ['PUT', at(member), { role: 'owner' }]],
    ['become an owner', ({ admin }) => ['PUT', at(admin), { role: 'owner' }]],
    ['change an owner', ({ owner }) => ['PUT', at(owner), { role: 'member' }]],
    ['rename an owner', ({ owner }) => ['PUT', at(owner), { name: 'X' }]],
    ['suspend an owner', ({ owner }) => ['POST', `${at(owner)}/suspend`]],
    ['remove an owner', ({ owner }) => ['DELETE', at(owner)]],
  ])('cannot %s', async (_, ask) => {
    const all = await begun();
    const before = (await all.owner.get('/members')).body.data;
    const [method, path, body] = ask(all);
    const answer = await all.admin.call(method, path, body);
    expect(answer.error.code, answer.text).toBe('FORBIDDEN');
    expect((await all.owner.get('/members')).body.data).toEqual(before);
  });

  test('promotes members to admins and demotes admins to members', async () => {
    const { admin, member } = await begun();
    expect((await admin.put(at(member), { role: 'admin' })).data.role).toBe('admin');
    expect((await admin.put(at(member), { role: 'member' })).data.role).toBe('member');
  });

  test('demoted a moment ago cannot change any member, even while their session is cached', async () => {
    const { owner, admin, member } = await begun();
    expect((await admin.get('/members')).status).toBe(200);
    await owner.put(at(admin), { role: 'member' });
    expect((await admin.put(at(member), { role: 'admin' })).status).toBe(403);
    expect((await owner.get(at(member))).data.role).toBe('member');
  });
});

describe('a proof of identity', () => {
  test.each([
    ['PUT', '', { role: 'admin' }],
    ['POST', '/restore', undefined],
    ['DELETE', '', undefined],
  ])('is required again after ten minutes: %s%s', async (method, path, body) => {
    const { owner, member } = await begun();
    await age(owner);
    const answer = await owner.call(method, `${at(member)}${path}`, body);
    expect(answer.error.code).toBe('REAUTH_REQUIRED');
    expect(answer.status).toBe(403);
    // Suspending a member must not wait for a password.
    expect((await owner.post(`${at(member)}/suspend`)).status).toBe(200);
  });
});

describe('a suspended member', () => {
  test('reaches nothing of the team, by session or key, until readmitted', async () => {
    const { team, admin, member } = await begun();
    const key = await keyOf(team, member);
    expect((await call(service.app, key, 'GET', '/clients')).status).toBe(200);
    const suspended = await admin.post(`${at(member)}/suspend`);
    expect(suspended.data.suspended_at).toMatch(/Z$/);
    await expect.poll(async () => (await member.get('/clients')).status).toBe(404);
    await expect
      .poll(async () => (await call(service.app, key, 'GET', '/clients')).status)
      .toBe(401);
    // Their account still works.
    expect((await member.own('GET', '/account/teams')).body.data).toEqual([]);
    // A second suspension changes nothing.
    expect((await admin.post(`${at(member)}/suspend`)).data).toEqual(suspended.data);
    expect((await admin.post(`${at(member)}/restore`)).data.suspended_at).toBeNull();
    expect((await member.get('/clients')).status).toBe(200);
    expect((await call(service.app, key, 'GET', '/clients')).status).toBe(200);
  });
});

describe('a removed member', () => {
  test('stays in the team’s records, without an account, keys or squads', async () => {
    const { team, owner, member } = await begun();
    const key = await keyOf(team, member);
    const task = await team.create('tasks', { reporter_id: member.userId });
    const [squad] = await service.sql(
      `insert into squads (team_id, id, name) values ($1, uuid7(), 'A') returning id`,
      [team.id],
    );
    await service.sql('insert into squad_members values ($1, $2, $3)', [
      team.id,
      squad?.id,
      member.userId,
    ]);
    await owner.put(at(member), { role: 'admin', may_export: true });
    expect((await owner.delete(at(member))).data).toEqual({ id: member.userId, removed: true });
    await expect.poll(async () => (await member.get('/clients')).status).toBe(404);
    await expect.poll(async () => (await call(service.app, key, 'GET', '/tasks')).status).toBe(401);
    expect((await owner.get(at(member))).data).toMatchObject({
      has_account: false,
      role: 'member',
      may_export: false,
    });
    expect((await team.get(`/tasks/${task.id}`)).data.reporter_id).toBe(member.userId);
    expect(
      await service.sql('select 1 from squad_members where user_id = $1', [member.userId]),
    ).toEqual([]);
    expect((await member.own('GET', '/session')).status).toBe(200);
  });

  test('can be the caller', async () => {
    const { admin, member, owner } = await begun();
    expect((await member.call('DELETE', '/membership')).data).toEqual({
      id: member.userId,
      removed: true,
    });
    expect((await admin.call('DELETE', '/membership')).status).toBe(200);
    await expect.poll(async () => (await member.get('/clients')).status).toBe(404);
    expect((await owner.call('DELETE', '/membership')).status).toBe(409);
  });
});

describe('the last owner', () => {
  test.each<[string, string, object | undefined]>([
    ['PUT', '', { role: 'admin' }],
    ['POST', '/suspend', undefined],
    ['DELETE', '', undefined],
  ])('cannot be removed, suspended or demoted: %s%s', async (method, path, body) => {
    const { team, owner } = await begun();
    // Owners who cannot sign in or are suspended do not count.
    await service.sql(
      `insert into users (team_id, id, name, email, role) values ($1, uuid7(), 'X', 'x@example.com', 'owner')`,
      [team.id],
    );
    const otherPerson = await person(team, 'owner');
    expect((await owner.post(`${at(otherPerson)}/suspend`)).status).toBe(200);
    const answer = await owner.call(method, `${at(owner)}${path}`, body);
    expect(answer.error.code, answer.text).toBe('CONFLICT');
    expect(answer.error.message).toContain('must have an owner');
    expect((await owner.put(at(owner), { role: 'owner', name: 'Still' })).status).toBe(200);
    await owner.post(`${at(otherPerson)}/restore`);
    expect((await owner.call(method, `${at(owner)}${path}`, body)).status).toBe(200);
    expect(await ownersOf(team)).toBe(1);
  });

  test('remains when fifty leave at once', async () => {
    const team = await service.team();
    const owners: TestPerson[] = [];
    for (let i = 0; i < 50; i += 1) owners.push(await person(team, 'owner'));
    const answers = await Promise.all(owners.map((each) => each.call('DELETE', '/membership')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(49).fill(200), 409]);
    expect(await ownersOf(team)).toBe(1);
  });

  test('remains when the other one is demoted at the same moment', async () => {
    const team = await service.team();
    const [ana, bia] = [await person(team, 'owner'), await person(team, 'owner')];
    const client = new pg.Client(service.connection);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    await client.query(`update users set role = 'member' where id = $1`, [ana.userId]);
    let isAnswered = false;
    const leaving = bia.call('DELETE', '/membership').finally(() => {
      isAnswered = true;
    });
    await expect
      .poll(async () => isAnswered || (await readLockWaits(service.sql)).length > 0)
      .toBe(true);
    await client.query('commit');
    expect((await leaving).status).toBe(409);
    expect(await ownersOf(team)).toBe(1);
  });
});

describe('the export permission', () => {
  test('is granted by those who may export', async () => {
    const { team, owner, admin, member } = await begun();
    for (const id of [admin, member]) {
      const refused = await admin.put(at(id), { may_export: true });
      expect([refused.status, refused.error.message]).toEqual([
        403,
        expect.stringContaining('may_export'),
      ]);
    }
    expect((await owner.put(at(admin), { may_export: true })).data).toMatchObject({
      may_export: true,
    });
    expect((await admin.put(at(member), { may_export: true })).status).toBe(200);
    // A permission that the member has already grants nothing new.
    await owner.put(at(admin), { may_export: false });
    expect((await admin.put(at(member), { may_export: true, sees_values: false })).status).toBe(
      200,
    );
    expect((await admin.put(at(member), { may_export: false })).status).toBe(200);
    const teams = (await owner.own('GET', '/account/teams')).body.data as Json[];
    expect(teams.find(({ slug }) => slug === team.slug)).toMatchObject({ may_export: true });
  });
});

describe('a link for a new password', () => {
  const next = 'outra frase bem comprida';
  const link = (asking: TestPerson, member: TestPerson) => asking.post(`${at(member)}/reset`);
  const tokenIn = (text: unknown) => /#(\S+)$/.exec(String(text))?.[1];

  test('sets a password, once, and leaves an entry without it', async () => {
    const { team, owner, admin, member } = await begun();
    for (const [asking, of] of [
      [admin, member],
      [owner, admin],
    ] as const) {
      const made = await link(asking, of);
      expect(made.status, made.text).toBe(201);
      const token = tokenIn(made.data.link);
      const use = () => asking.own('POST', '/password-reset/use', { token, password: next });
      expect((await use()).status).toBe(200);
      expect((await use()).error.code).toBe('GONE');
      const entries = await service.sql(
        `select record_type, actor_id, after from audit_entries where team_id = $1 and record_id = $2 and operation = 'members.reset'`,
        [team.id, of.userId],
      );
      expect(entries).toMatchObject([{ record_type: 'users', actor_id: asking.userId }]);
      expect(JSON.stringify(entries)).not.toContain(token?.split('.')[1]);
    }
    // The second ended the admin's session too.
    await expect.poll(async () => (await admin.get('/members')).status).toBe(401);
  });

  test('cannot be created for a member that the caller may not change', async () => {
    const [{ team, owner, admin, member }, otherTeam] = [await begun(), await begun()];
    expect((await link(admin, owner)).error.code).toBe('FORBIDDEN');
    expect((await link(member, admin)).error.code).toBe('FORBIDDEN');
    expect((await link(admin, otherTeam.member)).status).toBe(404);
    const [bare] = await service.sql(
      `insert into users (team_id, id, name, email) values ($1, uuid7(), 'X', 'x@example.com') returning id`,
      [team.id],
    );
    expect((await admin.post(`/members/${bare?.id}/reset`)).status).toBe(409);
    await admin.post(`${at(member)}/suspend`);
    expect((await link(admin, member)).status).toBe(409);
    await age(owner);
    await expect.poll(async () => (await link(owner, admin)).error.code).toBe('REAUTH_REQUIRED');
  });

  test('gives no access to the member’s other teams', async () => {
    const [ours, theirs] = [await begun(), await begun()];
    const joins = (of: TestPerson, role: Role) =>
      service.sql(
        `insert into users (team_id, id, person_id, name, email, role) values ($1, uuid7(), $2, 'J', $3, $4) returning id`,
        [theirs.team.id, of.personId, of.email, role],
      );
    await joins(ours.member, 'admin');
    expect((await link(ours.owner, ours.member)).status).toBe(409);
    // Unless the issuer could do the same there.
    await joins(ours.admin, 'admin');
    expect((await link(ours.admin, ours.member)).status).toBe(201);
    await service.sql(`update users set role = 'owner' where team_id = $1 and person_id = $2`, [
      theirs.team.id,
      ours.member.personId,
    ]);
    expect((await link(ours.admin, ours.member)).status).toBe(409);
    await service.sql('update people set is_operator = true where id = $1', [ours.admin.personId]);
    expect((await link(ours.owner, ours.admin)).status).toBe(409);
  });
});

describe('a key of a member', () => {
  test('may do no more than they may', async () => {
    const { team, owner, admin } = await begun();
    const key = await keyOf(team, admin);
    const request = () => call(service.app, key, 'GET', '/webhooks');
    expect((await request()).status).toBe(200);
    await owner.put(at(admin), { role: 'member', sees_values: false });
    await expect.poll(async () => (await request()).status).toBe(403);
    await team.create('deals', { value: 100 });
    const { body } = await call(service.app, key, 'GET', '/deals');
    expect(body.data).toMatchObject([{ value: null }]);
  });

  test('is rejected while its person is disabled', async () => {
    const { team, admin } = await begun();
    const key = await keyOf(team, admin);
    const statusOfKey = async () => (await call(service.app, key, 'GET', '/clients')).status;
    expect(await statusOfKey()).toBe(200);
    await service.sql('update people set disabled_at = now() where id = $1', [admin.personId]);
    await expect.poll(statusOfKey).toBe(401);
  });

  test('of a user without an account keeps its rights', async () => {
    const { team } = await begun();
    const [user] = await service.sql(
      `insert into users (team_id, id, name, email) values ($1, uuid7(), 'X', 'x@example.com') returning id`,
      [team.id],
    );
    const key = await keyOf(team, { userId: String(user?.id) });
    expect((await call(service.app, key, 'GET', '/webhooks')).status).toBe(200);
  });
});

/** A key that acts for a member. */
async function keyOf(team: TestTeam, { userId }: Pick<TestPerson, 'userId'>): Promise<string> {
  const made = await createKey(service.database.team(team.id), team.id, {
    name: 'Own',
    scope: 'full',
    userId,
    expiresAt: null,
  });
  return made.api_key;
}
