import { describe, expect, test } from 'vitest';
import { storePassword } from '#server/features/accounts/people/credentials.ts';
import { hashPassword } from '#server/features/accounts/people/passwords.ts';
import { signInAs } from '#server/features/accounts/people/sign-in.ts';
import type { AccountContext } from '#server/operations/account-operation.ts';
import { useService } from '#test/support/harness.ts';
import {
  growStale,
  newBrowser,
  password,
  personWithPassword,
} from '#test/support/people/browser.ts';
import { callPanel, makePerson } from '#test/support/people.ts';

const service = useService();

const contextOf = (device?: string): AccountContext => ({
  platform: service.database.platform,
  settings: { secrets: service.secrets, jidSuffix: 'x' },
  caller: undefined,
  request: {
    id: 'r',
    address: '192.0.2.1',
    userAgent: 'Test',
    device,
    origin: 'http://localhost',
    page: 'http://localhost',
    url: '/api/panel/session',
    externalSignIn: undefined,
  },
});

describe('every sign-in method', () => {
  test('results in a session and a known device', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const { data, session, device } = await signInAs(contextOf(), ana.personId, ['link']);
    expect(data).toMatchObject({ person_id: ana.personId, email: ana.email, methods: ['link'] });
    const answer = await callPanel(service.app, session ?? '', 'GET', '/session');
    expect(answer.data).toEqual(data);
    // The same device with another person: it stays one device.
    const bia = await makePerson(service, await service.team(), 'member');
    const again = await signInAs(contextOf(device), bia.personId, ['link']);
    const devices = await service.sql(
      `select distinct device from sessions where person_id = any($1) and device is not null`,
      [[ana.personId, bia.personId]],
    );
    expect(devices).toEqual([{ device: device?.split('.')[0] }]);
    expect(again.device?.split('.').slice(2)).toEqual(device?.split('.').slice(1));
  });

  test('gives a disabled person no session', async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    await service.sql('update people set disabled_at = now() where id = $1', [ana.personId]);
    await expect(signInAs(contextOf(), ana.personId, ['pwd'])).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const all = await service.sql('select id from sessions where person_id = $1', [ana.personId]);
    expect(all).toEqual([{ id: ana.sessionId }]);
  });
});

describe('a password', () => {
  test('signs in regardless of the case of the address, and is nowhere in plain text', async () => {
    const ana = await personWithPassword(service);
    const browser = newBrowser(service.app);
    const answer = await browser.call('POST', '/session', {
      email: ana.email.toUpperCase(),
      password,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      step: 'done',
      token: null,
      session: { person_id: ana.personId, methods: ['pwd'] },
    });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
    expect((await browser.call('GET', '/session')).data).toEqual(answer.data.session);
    const [row] = await service.sql(
      `select string_agg(encode(secret, 'escape'), ' ') as text from credentials where person_id = $1`,
      [ana.personId],
    );
    expect(row?.text).not.toContain('cavalo');
    expect(answer.text).not.toContain('argon2');
  });

  test('is rehashed if another key or other costs were used', async () => {
    const ana = await personWithPassword(service);
    const dear = await hashPassword({ secrets: service.secrets, passwordMemory: 2_048 }, password);
    await storePassword(service.database.platform, ana.personId, dear);
    const browser = newBrowser(service.app);
    for (const stored of ['m=1024,', 'm=1024,']) {
      expect((await browser.call('POST', '/session', { email: ana.email, password })).status).toBe(
        200,
      );
      const [row] = await service.sql(
        `select encode(secret, 'escape') as text from credentials where person_id = $1`,
        [ana.personId],
      );
      expect(row?.text).toContain(stored);
    }
  });

  test.each<[object, RegExp]>([
    [{}, /email is required/],
    [{ email: 'x', password: 'x' }, /email must be/],
    [{ email: 'a@b', password: 7 }, /password must be/],
    [{ email: 'a\0@b', password: 'x' }, /email/],
    [{ email: 'a@b', password: 'x', more: 1 }, /more" is not a field/],
  ])('%j is refused by field', async (body, says) => {
    const answer = await newBrowser(service.app).call('POST', '/session', body);
    expect([answer.status, answer.error.message]).toEqual([400, expect.stringMatching(says)]);
  });
});

describe('a fresh proof', () => {
  test('is required after ten minutes, and gives the session another token', async () => {
    const ana = await personWithPassword(service);
    const browser = newBrowser(service.app);
    await browser.call('POST', '/session', { email: ana.email, password });
    const change = () => browser.call('PUT', '/account/email', { email: `b${ana.email}` });
    await growStale(service, ana.personId);
    expect((await change()).error.code).toBe('REAUTH_REQUIRED');
    const before = browser.cookies.get('pauta_session');
    const { data: session } = await browser.call('GET', '/session');

    const wrong = await browser.call('POST', '/session/proof', { password: `${password}!` });
    expect(wrong.status).toBe(401);
    const proof = await browser.call('POST', '/session/proof', { password });
    expect(proof.status, proof.text).toBe(200);
    expect(proof.data.id).toBe(session.id);
    expect(browser.cookies.get('pauta_session')).not.toBe(before);
    expect((await change()).status).toBe(200);
    await expect
      .poll(async () => (await callPanel(service.app, before, 'GET', '/account')).status)
      .toBe(401);
  });

  test('needs a session', async () => {
    const answer = await newBrowser(service.app).call('POST', '/session/proof', { password });
    expect(answer.status).toBe(401);
  });
});
