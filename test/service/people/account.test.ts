import { describe, expect, test } from 'vitest';
import { useService } from '#test/support/harness.ts';
import {
  growStale,
  newBrowser,
  password,
  personWithPassword,
} from '#test/support/people/browser.ts';
import { callPanel, makePerson } from '#test/support/people.ts';

/* Settings of a person's own account. */
const service = useService();

describe('the caller’s account', () => {
  test('is shown, and changed field by field; teams see the name', async () => {
    const team = await service.team();
    const ana = await makePerson(service, team, 'member');
    expect((await ana.own('GET', '/account')).data).toMatchObject({
      id: ana.personId,
      email: ana.email,
      locale: 'pt-BR',
      time_zone: 'America/Sao_Paulo',
      has_password: false,
      has_totp: false,
      recovery_codes_left: 0,
      passkeys: 0,
    });
    const changed = await ana.own('PUT', '/account', { name: ' Ana Lima ', locale: 'en' });
    expect(changed.data, changed.text).toMatchObject({
      name: 'Ana Lima',
      locale: 'en',
      time_zone: 'America/Sao_Paulo',
    });
    const { body } = await team.get('/users?limit=100');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: ana.userId, name: 'Ana Lima', email: ana.email }),
    );
  });

  test('the session shows a change at once, though it was cached just before', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    expect((await ana.own('GET', '/session')).data).toMatchObject({ locale: 'pt-BR' });
    await ana.own('PUT', '/account', {
      name: 'Ana Lima',
      locale: 'en',
      time_zone: 'Europe/Lisbon',
    });
    const { data } = await ana.own('GET', '/session');
    expect(data).toMatchObject({ name: 'Ana Lima', locale: 'en', time_zone: 'Europe/Lisbon' });
  });

  test.each([
    [{ name: '' }, /name must be/],
    [{ locale: 'fr' }, /locale must be/],
    [{ time_zone: 'Marte/Olimpo' }, /time_zone must be/],
    [{ email: 'a@example.com' }, /"email" is not a field/],
  ])('%j is refused by field', async (body, says) => {
    const ana = await makePerson(service, await service.team(), 'member');
    const answer = await ana.own('PUT', '/account', body);
    expect([answer.status, answer.error.message]).toEqual([400, expect.stringMatching(says)]);
  });

  test('without mail, the e-mail address changes at once, unconfirmed; teams keep the invited one', async () => {
    const team = await service.team();
    const ana = await makePerson(service, team, 'member');
    const email = `nova-${ana.email}`;
    const changed = await ana.own('PUT', '/account/email', { email });
    expect(changed.data, changed.text).toEqual({ email, is_pending: false });
    expect((await ana.own('GET', '/account')).data).toMatchObject({
      email,
      email_confirmed_at: null,
    });
    const users = (await team.get('/users?limit=100')).body.data;
    expect(users).toContainEqual(expect.objectContaining({ id: ana.userId, email: ana.email }));
  });
});

describe('an e-mail address', () => {
  const withInvisible = (character: string) => `a${character}na@example.com`;

  test.each(['200b', '200d', '2060', '00ad', '202e', 'feff', '3164', '00a0', '0085', 'e000'])(
    'cannot contain U+%s',
    async (code) => {
      const ana = await makePerson(service, await service.team(), 'owner');
      const email = withInvisible(String.fromCodePoint(Number.parseInt(code, 16)));
      const answer = await ana.own('PUT', '/account/email', { email });
      expect([answer.status, answer.error.message]).toEqual([
        400,
        expect.stringMatching(/^email must be an e-mail address/),
      ]);
      expect((await ana.own('GET', '/account')).data.email).toBe(ana.email);
    },
  );

  test('is refused in every operation that accepts one', async () => {
    const ana = await makePerson(service, await service.team(), 'owner');
    const email = withInvisible('\u200b');
    const link = { team: 'agencia', token: 'x'.repeat(43), password };
    for (const answer of [
      await ana.post('/invitations', { email }),
      await callPanel(service.app, undefined, 'POST', '/session', { email, password }),
      await callPanel(service.app, undefined, 'POST', '/invitation/accept', { ...link, email }),
    ])
      expect([answer.status, answer.error.message]).toEqual([
        400,
        expect.stringMatching(/^email must be an e-mail address/),
      ]);
  });
});

describe('a new password', () => {
  test('ends the other sessions, and is the only one that signs in', async () => {
    const ana = await personWithPassword(service);
    const otherBrowser = newBrowser(service.app);
    await otherBrowser.call('POST', '/session', { email: ana.email, password });
    const next = 'outra frase bem comprida';
    const changed = await ana.own('PUT', '/account/password', { password: next });
    expect(changed.data, changed.text).toEqual({ sessions_ended: 1 });
    await expect.poll(async () => (await otherBrowser.call('GET', '/account')).status).toBe(401);
    expect((await ana.own('GET', '/session')).status).toBe(200);
    const tried = async (password: string) =>
      (await newBrowser(service.app).call('POST', '/session', { email: ana.email, password }))
        .status;
    expect([await tried(password), await tried(next)]).toEqual([401, 200]);
  });

  test.each([
    ['curta', /12 to 128/],
    ['qwerty123456', /easy to guess/],
    ['dora-dora-2026', /consists of your name/],
    ['agencia-pauta-1', /consists of your name/],
  ])('may not be %s', async (next, says) => {
    const team = await service.team('Agência');
    const ana = await makePerson(service, team, 'member', { name: 'Dora' });
    const answer = await ana.own('PUT', '/account/password', { password: next });
    expect([answer.status, answer.error.message]).toEqual([400, expect.stringMatching(says)]);
    expect((await ana.own('GET', '/account')).data.has_password).toBe(false);
  });
});

test('operations that give others access to an account require a fresh proof', async () => {
  const ana = await personWithPassword(service);
  await growStale(service, ana.personId);
  for (const [method, path, body] of [
    ['PUT', '/account/email', { email: 'a@example.com' }],
    ['PUT', '/account/password', { password: 'outra frase bem comprida' }],
    ['POST', '/account/totp', {}],
    ['POST', '/account/totp/confirm', { code: '000000' }],
    ['DELETE', '/account/totp', undefined],
    ['POST', '/account/recovery-codes', {}],
  ] as const) {
    const { status, error } = await ana.own(method, path, body);
    expect([path, status, error.code]).toEqual([path, 403, 'REAUTH_REQUIRED']);
  }
  expect((await ana.own('PUT', '/account', { name: 'Ana' })).status).toBe(200);
});

describe('sessions of a person', () => {
  test('are listed, this device first; each can be ended, and all others at once', async () => {
    const ana = await personWithPassword(service);
    const browsers = [1, 2, 3].map(() => newBrowser(service.app));
    for (const [n, browser] of browsers.entries())
      await browser.call(
        'POST',
        '/session',
        { email: ana.email, password },
        { 'user-agent': `Browser ${n}` },
      );
    const [first, second, third] = browsers;
    const list = async () =>
      ((await third?.call('GET', '/account/sessions'))?.body.data ?? []) as {
        id: string;
        is_current: boolean;
        user_agent: string;
        address: string;
      }[];
    const all = await list();
    expect(all).toHaveLength(4);
    expect(all.map(({ is_current }) => is_current)).toEqual([true, false, false, false]);
    expect(all[0]).toMatchObject({ user_agent: 'Browser 2', address: '127.0.0.1' });
    const of = (agent: string) => all.find(({ user_agent }) => user_agent === agent)?.id;
    const ended = await third?.call('DELETE', `/account/sessions/${of('Browser 0')}`);
    expect(ended?.data, ended?.text).toEqual({ ended: 1 });
    await expect.poll(async () => (await first?.call('GET', '/account'))?.status).toBe(401);
    expect((await second?.call('GET', '/session'))?.status).toBe(200);
    expect((await third?.call('DELETE', '/account/sessions'))?.data).toEqual({ ended: 2 });
    await expect.poll(async () => (await second?.call('GET', '/account'))?.status).toBe(401);
    expect(await list()).toHaveLength(1);
    await third?.call('DELETE', `/account/sessions/${of('Browser 2')}`);
    expect(third?.cookies.has('pauta_session')).toBe(false);
  });

  test('cannot be ended by another person', async () => {
    const team = await service.team();
    const [ana, bia] = [
      await makePerson(service, team, 'owner'),
      await makePerson(service, team, 'member'),
    ];
    const foreign = await ana.own('DELETE', `/account/sessions/${bia.sessionId}`);
    const missing = await ana.own('DELETE', `/account/sessions/${team.id}`);
    const none = await ana.own('DELETE', '/account/sessions/x');
    expect(foreign.status).toBe(404);
    expect(new Set([foreign.text, missing.text, none.text]).size).toBe(1);
    expect((await callPanel(service.app, bia.token, 'GET', '/session')).status).toBe(200);
  });

  test('are at most twenty: the oldest ends', async () => {
    const ana = await personWithPassword(service);
    for (let n = 0; n < 20; n += 1)
      await newBrowser(service.app).call('POST', '/session', { email: ana.email, password });
    const [row] = await service.sql(
      'select count(*)::int as n from sessions where person_id = $1 and ended_at is null',
      [ana.personId],
    );
    expect(row).toEqual({ n: 20 });
    const [oldest] = await service.sql('select end_reason from sessions where id = $1', [
      ana.sessionId,
    ]);
    expect(oldest?.end_reason).toBe('too many sessions');
  });
});
