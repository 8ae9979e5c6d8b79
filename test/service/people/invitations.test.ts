import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { storePassword } from '#server/features/accounts/people/credentials.ts';
import { hashPassword } from '#server/features/accounts/people/passwords.ts';
import { openMailer } from '#server/outbound/mail.ts';
import { makeLog } from '#server/platform/log.ts';
import { type Answer, passwordMemory, useService } from '#test/support/harness.ts';
import { startSmtp } from '#test/support/people/smtp.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';
import type { TestTeam } from '#test/support/team.ts';

/* Invitation links: single-use, valid for seven days, and limited to the role that the inviter may grant. */
const smtp = await startSmtp();
const mailer = openMailer(smtp.url, 'pauta@example.com', makeLog('silent'), [1]);
const service = useService({ mailer });
afterAll(async () => {
  await mailer.close();
  await smtp.stop();
});

const password = 'girafas correm no telhado';
let made = 0;
/** An unused address. */
const address = () => `ana${++made}@example.com`;

const ask = (path: string, body: object, token?: string): Promise<Answer> =>
  callPanel(service.app, token, 'POST', `/invitation/${path}`, body);

/** Team and secret in a link, as the page reads them. */
function partsOf(link: string): { team: string; token: string } {
  const [team = '', token = ''] = new URL(link).hash.slice(1).split('.');
  return { team, token };
}

async function begun() {
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner', { name: 'Olga' });
  return { team, owner };
}

/** The link of a new invitation. */
async function invite(by: TestPerson, body: object = {}) {
  const answer = await by.post('/invitations', body);
  expect(answer.status, answer.text).toBe(201);
  return { id: String(answer.data.id), data: answer.data, link: partsOf(String(answer.data.link)) };
}

const stateOf = async (by: TestPerson, id: string) =>
  ((await by.get('/invitations')).body.data as { id: string; state: string }[]).find(
    (each) => each.id === id,
  )?.state;

/** A member without an account. */
async function addUser({ id }: TestTeam, email = address(), role = 'member') {
  const [row] = await service.sql(
    `insert into users (team_id, id, name, email, role) values ($1, uuid7(), 'Élio', $2, $3) returning id`,
    [id, email, role],
  );
  return { id: String(row?.id), email };
}

describe('a new person', () => {
  test('gets an account, is signed in and becomes a member', async () => {
    const { team, owner } = await begun();
    const { id, data, link } = await invite(owner, { role: 'admin', name: 'Ana' });
    expect(data).toMatchObject({ state: 'open', role: 'admin', invited_by: owner.userId });
    expect(data.link).toMatch(/^https?:\/\/[^/]+\/invite#[a-z0-9-]+\.[\w-]{43}$/);
    expect((await ask('look', link)).data).toEqual({
      team: 'Agência',
      slug: team.slug,
      role: 'admin',
      name: 'Ana',
      email: null,
      inviter: 'Olga',
    });
    // Looking at an invitation changes nothing.
    expect(await stateOf(owner, id)).toBe('open');
    const email = address();
    const answer = await ask('accept', { ...link, email, password });
    expect(answer.status, answer.text).toBe(200);
    const [, session] = /pauta_session=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? [];
    const there = (path: string) => callPanel(service.app, session, 'GET', path);
    expect((await there('/session')).data).toMatchObject({ email, name: 'Ana', methods: ['pwd'] });
    expect((await there(`/teams/${team.slug}/members`)).status).toBe(200);
    expect(await stateOf(owner, id)).toBe('accepted');
    const { body } = await owner.get('/members');
    expect(body.data).toContainEqual(
      expect.objectContaining({ name: 'Ana', email, role: 'admin', has_account: true }),
    );
  });

  test('gives the data that the invitation leaves open, and cannot change what it names', async () => {
    const { owner } = await begun();
    const open = await invite(owner);
    expect((await ask('accept', open.link)).error.message).toBe(
      'name, email, password must be given.',
    );
    const email = address();
    const named = await invite(owner, { name: 'Ana', email });
    const otherAddress = { ...named.link, email: 'other@example.com', password };
    expect((await ask('accept', otherAddress)).error.message).toContain(
      'the address of the invitation',
    );
    const short = await ask('accept', { ...named.link, password: 'short' });
    expect(short.error.message).toContain('password');
    const weakPassword = await ask('accept', { ...named.link, password: 'Agência Ana 2026' });
    expect(weakPassword.error.message).toContain('consists of your name');
    // None of the failed attempts used up the link.
    expect((await ask('accept', { ...named.link, name: 'Bia', password })).status).toBe(200);
    expect((await owner.get('/members')).body.data).toContainEqual(
      expect.objectContaining({ name: 'Bia', email }),
    );
  });

  test('with the address and password of an existing account signs in first, and the link stays valid', async () => {
    const { team, owner } = await begun();
    const theirs = await begun();
    const hash = await hashPassword({ secrets: service.secrets, passwordMemory }, password);
    await storePassword(service.database.platform, owner.personId, hash);
    const { link } = await invite(theirs.owner, { email: owner.email });
    const refused = await ask('accept', { ...link, name: 'X', password });
    expect(refused.status).toBe(409);
    expect(refused.error.message).toContain('sign in');
    expect(refused.text).not.toMatch(/Olga|owner/);
    const joined = await ask('accept', link, owner.token);
    expect(joined.data).toEqual({ team: theirs.team.slug, person_id: owner.personId });
    expect((await owner.own('GET', `/teams/${theirs.team.slug}/clients`)).status).toBe(200);
    expect((await owner.own('GET', `/teams/${team.slug}/members`)).status).toBe(200);
    // With the role of the invitation, not the one in the other team.
    expect((await owner.own('GET', `/teams/${theirs.team.slug}/members`)).status).toBe(403);
  });
});

describe('a member without an account', () => {
  test('keeps their user when invited', async () => {
    const { team, owner } = await begun();
    const user = await addUser(team);
    const task = await team.create('tasks', { reporter_id: user.id });
    const { data, link } = await invite(owner, { user_id: user.id, role: 'admin' });
    expect(data).toMatchObject({ user_id: user.id, name: 'Élio', email: user.email });
    expect((await ask('accept', { ...link, password })).status).toBe(200);
    expect((await owner.get(`/members/${user.id}`)).data).toMatchObject({
      has_account: true,
      role: 'admin',
      name: 'Élio',
      email: user.email,
    });
    expect((await team.get(`/tasks/${task.id}`)).data.reporter_id).toBe(user.id);
  });

  test('is found by their address in any spelling', async () => {
    const { team, owner } = await begun();
    const user = await addUser(team);
    const { data } = await invite(owner, { email: user.email.toUpperCase() });
    expect(data.user_id).toBe(user.id);
  });

  test('who was removed gets their former user back', async () => {
    const { team, owner } = await begun();
    const ana = await makePerson(service, team, 'admin');
    expect((await owner.delete(`/members/${ana.userId}`)).status).toBe(200);
    const { link } = await invite(owner, { user_id: ana.userId });
    expect((await ask('accept', link, ana.token)).status).toBe(200);
    expect((await owner.get(`/members/${ana.userId}`)).data).toMatchObject({
      has_account: true,
      role: 'member',
    });
  });

  test.each(['removed', 'left'])(
    'who %s is not replaced by another person: their private views stay theirs, and the other is a new user',
    async (how) => {
      const { team, owner } = await begun();
      const ana = await makePerson(service, team, 'member');
      const view = await ana.post('/views', {
        resource: 'deals',
        name: 'Só meus',
        query: {},
      });
      expect(view.status, view.text).toBe(201);
      const gone =
        how === 'removed'
          ? await owner.delete(`/members/${ana.userId}`)
          : await ana.delete('/membership');
      expect(gone.status, gone.text).toBe(200);

      // An existing account, and a new one.
      const bia = await makePerson(service, await service.team(), 'member');
      const first = await invite(owner, { user_id: ana.userId, email: bia.email });
      expect((await ask('accept', first.link, bia.token)).status).toBe(200);
      const seen = await bia.own('GET', `/teams/${team.slug}/views`);
      expect([seen.status, seen.body.data]).toEqual([200, []]);
      const email = address();
      const second = await invite(owner, { user_id: ana.userId, email, name: 'Caio' });
      const accepted = await ask('accept', { ...second.link, password });
      expect(accepted.status, accepted.text).toBe(200);
      const members = (await owner.get('/members')).body.data as Record<string, unknown>[];
      const left = members.find(({ id }) => id === ana.userId);
      expect(left).toMatchObject({ has_account: false, email: ana.email });
      for (const joined of [bia.email, email])
        expect(members).toContainEqual(
          expect.objectContaining({ email: joined, has_account: true, role: 'member' }),
        );

      const { link } = await invite(owner, { user_id: ana.userId });
      expect((await ask('accept', link, ana.token)).status).toBe(200);
      const mine = (await ana.get('/views')).body.data as { id: string }[];
      expect(mine.map(({ id }) => id)).toEqual([view.data.id]);
    },
  );

  test('keeps their user if they left before former members were stored', async () => {
    const { team, owner } = await begun();
    const user = await addUser(team);
    await service.sql('update users set seen_at = now() where id = $1', [user.id]);
    const { link } = await invite(owner, { user_id: user.id, email: address() });
    expect((await ask('accept', { ...link, password })).status).toBe(200);
    expect((await owner.get(`/members/${user.id}`)).data.has_account).toBe(false);
  });

  test('of another team, or with an account, cannot be invited', async () => {
    const { team, owner } = await begun();
    const foreign = await addUser((await begun()).team);
    expect((await owner.post('/invitations', { user_id: foreign.id })).status).toBe(400);
    const ana = await makePerson(service, team, 'member');
    expect((await owner.post('/invitations', { user_id: ana.userId })).status).toBe(409);
    expect((await owner.post('/invitations', { email: ana.email })).status).toBe(409);
  });
});

describe('an admin', () => {
  test('cannot invite an owner, nor an owner without an account', async () => {
    const { team } = await begun();
    const admin = await makePerson(service, team, 'admin');
    const owner = await addUser(team, address(), 'owner');
    expect((await admin.post('/invitations', { role: 'owner' })).status).toBe(403);
    expect((await admin.post('/invitations', { user_id: owner.id })).status).toBe(403);
    expect((await admin.get('/invitations')).body.data).toEqual([]);
    const member = await makePerson(service, team, 'member');
    expect((await member.post('/invitations')).status).toBe(403);
  });

  test.each([
    ['suspended', 'POST', '/suspend', undefined],
    ['removed', 'DELETE', '', undefined],
    ['demoted', 'PUT', '', { role: 'member' }],
  ])('who is %s loses their open invitations', async (_, method, path, body) => {
    const { team, owner } = await begun();
    const admin = await makePerson(service, team, 'admin');
    const { id, link } = await invite(admin);
    await owner.call(method, `/members/${admin.userId}${path}`, body);
    expect((await ask('look', link)).status).toBe(410);
    expect(await stateOf(owner, id)).toBe('revoked');
  });

  test('needs a fresh proof of identity', async () => {
    const { owner } = await begun();
    await service.sql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where id = $1`,
      [owner.sessionId],
    );
    expect((await owner.post('/invitations')).error.code).toBe('REAUTH_REQUIRED');
  });
});

describe('a link', () => {
  test.each([
    [
      'that was revoked',
      async (owner: TestPerson, id: string) => {
        expect((await owner.delete(`/invitations/${id}`)).data.state).toBe('revoked');
      },
    ],
    [
      'that is older than a week',
      async (_: TestPerson, id: string) => {
        await service.sql('update invites set expires_at = now() where id = $1', [id]);
      },
    ],
    [
      'that was replaced by another',
      async (owner: TestPerson) => {
        await invite(owner, { email: 'again@example.com' });
      },
    ],
  ])('%s is gone, like one that never existed', async (_, end) => {
    const { owner } = await begun();
    const { id, link } = await invite(owner, { name: 'Ana', email: 'again@example.com' });
    await end(owner, id);
    const never = await ask('look', { ...link, token: 'x'.repeat(43) });
    expect(never.status).toBe(410);
    for (const answer of [
      await ask('look', link),
      await ask('accept', { ...link, password }),
      await ask('accept', link, owner.token),
      await ask('look', { ...link, team: 'nobody-has-this' }),
    ])
      expect(answer.text).toBe(never.text);
  });

  test('of one team does not open another', async () => {
    const [ours, theirs] = [await begun(), await begun()];
    const { link } = await invite(ours.owner);
    expect((await ask('look', { ...link, team: theirs.team.slug })).status).toBe(410);
  });

  test('admits one of many concurrent requests', async () => {
    const { team, owner } = await begun();
    const { link } = await invite(owner);
    const others: TestPerson[] = [];
    for (let i = 0; i < 5; i += 1)
      others.push(await makePerson(service, await service.team(), 'owner'));
    const answers = await Promise.all([
      ...others.map(({ token }) => ask('accept', link, token)),
      ask('accept', { ...link, name: 'Ana', email: address(), password }),
      ask('accept', { ...link, name: 'Bia', email: address(), password }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(6).fill(410)]);
    const members = await service.sql(
      'select 1 from users where team_id = $1 and person_id is not null',
      [team.id],
    );
    expect(members).toHaveLength(2);
  });

  test('is stored as a hash and shown once', async () => {
    const { owner } = await begun();
    const { link } = await invite(owner);
    expect((await owner.get('/invitations')).text).not.toContain(link.token);
    const [row] = await service.sql(
      `select count(*)::int as n from invites i where i::text like '%' || $1 || '%'`,
      [link.token],
    );
    expect(row?.n).toBe(0);
  });

  test('admits no one twice', async () => {
    const { owner } = await begun();
    const { link } = await invite(owner);
    expect((await ask('accept', link, owner.token)).error.message).toContain('member of this team');
    // Accepting again as a member does not use it up.
    expect((await ask('look', link)).status).toBe(200);
  });
});

describe('a mail', () => {
  // Discards mail of earlier tests.
  beforeEach(async () => {
    await mailer.idle();
    smtp.received.length = 0;
  });

  test('is sent to the address in the invitation', async () => {
    const { owner } = await begun();
    const email = address();
    const { data } = await invite(owner, { email });
    expect(data.is_mailed).toBe(true);
    await mailer.idle();
    const [mail] = smtp.received.splice(0);
    expect(mail?.to).toEqual([email]);
    expect(mail?.text).toContain(new URL(String(data.link)).hash);
    expect(mail?.text).toContain('Olga');
    // The language of a person without an account is unknown, so the mail has both.
    expect(mail?.text).toMatch(/no Pauta[\s\S]*on Pauta/);
    const registered = await makePerson(service, await service.team(), 'member');
    await service.sql(`update people set locale = 'en' where id = $1`, [registered.personId]);
    await invite(owner, { email: registered.email });
    await mailer.idle();
    expect(smtp.received.splice(0)[0]?.text).not.toContain('Pauta.\nPara');
    expect((await invite(owner)).data.is_mailed).toBe(false);
  });

  test('is sent once per Idempotency-Key, and not for refused invitations', async () => {
    const { team, owner } = await begun();
    const headers = { 'idempotency-key': 'invite-ana' };
    const body = { email: address() };
    const first = await owner.post('/invitations', body, headers);
    const again = await owner.post('/invitations', body, headers);
    expect(again.text).toBe(first.text);
    const ana = await makePerson(service, team, 'member');
    expect((await owner.post('/invitations', { email: ana.email })).status).toBe(409);
    await mailer.idle();
    expect(smtp.received).toHaveLength(1);
  });
});
