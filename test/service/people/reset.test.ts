import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeResetLink } from '#server/features/accounts/people/password-operations.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { type Mailer, openMailer } from '#server/outbound/mail.ts';
import { makeLog } from '#server/platform/log.ts';
import { startApp, useService } from '#test/support/harness.ts';
import { newBrowser, password, personWithPassword } from '#test/support/people/browser.ts';
import { startSmtp, type TestSmtp } from '#test/support/people/smtp.ts';
import type { TestPerson } from '#test/support/people.ts';

/* Forgotten passwords and addresses to confirm: by links, mailed to a real SMTP server. */
const service = useService();
let smtp: TestSmtp;
let mailer: Mailer;
let app: FastifyInstance;

beforeAll(async () => {
  smtp = await startSmtp();
  mailer = openMailer(smtp.url, 'Pauta <pauta@example.com>', makeLog('silent'));
  const { database, keys, secrets, messaging, storage } = service;
  const limit = rateLimit(0, undefined, makeLog('silent'));
  app = await startApp(
    database,
    keys,
    limit,
    secrets,
    messaging,
    undefined,
    storage,
    undefined,
    mailer,
  );
});
afterAll(async () => {
  await app.close();
  await mailer.close();
  await smtp.stop();
});

const next = 'outra frase bem comprida';
const tokenIn = (text: string) => /#(\S+)/.exec(text)?.[1];
const ask = (path: string, body: unknown) => newBrowser(app).call('POST', path, body);
const signInWith = async (person: TestPerson, tried: string) =>
  (await ask('/session', { email: person.email, password: tried })).status;

/** The last mail to an address. */
const mailedTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address));

/** A token as an admin hands it over. */
async function handedOn({ personId, email }: TestPerson): Promise<string | undefined> {
  const { platform } = service.database;
  const { link } = await makeResetLink(platform, personId, 'https://p.example', email);
  expect(link).toMatch(/^https:\/\/p\.example\/reset#/);
  return tokenIn(link);
}

describe('requesting a new password', () => {
  test('answers the same for every address; existing accounts get a link with the token in its fragment', async () => {
    const [ana, disabled] = [await personWithPassword(service), await personWithPassword(service)];
    await service.sql('update people set disabled_at = now() where id = $1', [disabled.personId]);
    const answers = [];
    for (const email of [ana.email.toUpperCase(), 'nobody@example.com', disabled.email])
      answers.push(
        await newBrowser(app).call(
          'POST',
          '/password-reset',
          { email },
          { host: 'evil.example.com' },
        ),
      );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await expect.poll(() => mailedTo(ana.email).length).toBe(1);
    const [mail] = mailedTo(ana.email);
    expect(mail?.text).toMatch(/https:\/\/pauta\.example\.com\/reset#\S+/);
    expect(mail?.text).not.toContain('evil');
    // In the reader's language.
    expect(mail?.subject).toBe('Pauta: nova senha');
    expect(mail?.text).not.toContain('password');
    expect(mailedTo('nobody@example.com')).toEqual([]);
    // The person who requested it is not identified.
    const entries = await service.sql(
      `select actor, actor_id, record_id from audit_entries where operation = 'password_reset.ask'`,
    );
    expect(entries).toEqual([{ actor: 'system', actor_id: null, record_id: ana.userId }]);
    expect(mailedTo(disabled.email)).toEqual([]);

    const token = tokenIn(mail?.text ?? '');
    const stored = await service.sql(
      `select encode(hash, 'hex') as hash from person_tokens where person_id = $1`,
      [ana.personId],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    const used = await ask('/password-reset/use', { token, password: next });
    expect(used.status, used.text).toBe(200);
  });

  test('repeatedly sends at most three mails an hour', async () => {
    const ana = await personWithPassword(service);
    await Promise.all(
      Array.from({ length: 12 }, () => ask('/password-reset', { email: ana.email })),
    );
    await expect.poll(() => mailedTo(ana.email).length).toBe(3);
    const [row] = await service.sql(
      'select count(*)::int as n from person_tokens where person_id = $1',
      [ana.personId],
    );
    expect(row).toEqual({ n: 3 });
  });

  test('reports that no mail is configured', async () => {
    const answer = await newBrowser(service.app).call('POST', '/password-reset', {
      email: 'nobody@example.com',
    });
    expect([answer.status, answer.data]).toEqual([202, { is_mailed: false }]);
  });
});

describe('a link for a new password', () => {
  test('can be opened repeatedly, works once, signs no one in, and ends all sessions', async () => {
    const ana = await personWithPassword(service);
    const [token, secondToken] = [await handedOn(ana), await handedOn(ana)];
    for (let n = 0; n < 2; n += 1)
      expect((await ask('/password-reset/look', { token })).data).toMatchObject({
        email: ana.email,
        needs_code: false,
      });
    const all = await Promise.all(
      Array.from({ length: 4 }, () => ask('/password-reset/use', { token, password: next })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    for (const { headers } of all) expect(headers['set-cookie']).toBeUndefined();
    await expect.poll(async () => (await ana.own('GET', '/account')).status).toBe(401);
    expect([await signInWith(ana, password), await signInWith(ana, next)]).toEqual([401, 200]);
    for (const spent of [token, secondToken])
      expect((await ask('/password-reset/look', { token: spent })).error.code).toBe('GONE');
  });

  test('is void after an hour, and when the account is deleted', async () => {
    const [ana, bia] = [await personWithPassword(service), await personWithPassword(service)];
    const [late, disabled] = [await handedOn(ana), await handedOn(bia)];
    const [row] = await service.sql(
      `select extract(epoch from expires_at - created_at)::int as seconds from person_tokens where person_id = $1`,
      [ana.personId],
    );
    expect(row).toEqual({ seconds: 3_600 });
    await service.sql('update person_tokens set expires_at = now() where person_id = $1', [
      ana.personId,
    ]);
    await service.sql('update people set disabled_at = now() where id = $1', [bia.personId]);
    for (const token of [late, disabled, 'x', `${ana.personId}.${'a'.repeat(32)}`])
      expect((await ask('/password-reset/use', { token, password: next })).error.code).toBe('GONE');
  });

  test('requires the second factor, and is not used up by a wrong code or a weak password', async () => {
    const ana = await personWithPassword(service);
    const { data } = await ana.own('POST', '/account/totp', {});
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret as string) });
    const code = totp.generate();
    const confirmed = await ana.own('POST', '/account/totp/confirm', { code });
    const [recovery] = confirmed.data.recovery_codes as string[];
    const token = await handedOn(ana);
    expect((await ask('/password-reset/look', { token })).data.needs_code).toBe(true);
    const use = (body: object) => ask('/password-reset/use', { token, ...body });
    expect((await use({ password: next })).error.message).toMatch(/^code is required/);
    expect((await use({ password: next, code })).status).toBe(401);
    expect((await use({ password: 'qwerty123456', code: recovery })).status).toBe(400);
    const used = await use({ password: next, code: recovery });
    expect(used.status, used.text).toBe(200);
  });

  test('ends a wait', async () => {
    const ana = await personWithPassword(service);
    for (let n = 0; n < 6; n += 1) await signInWith(ana, 'wrong');
    expect(await signInWith(ana, password)).toBe(401);
    await ask('/password-reset/use', { token: await handedOn(ana), password: next });
    expect(await signInWith(ana, next)).toBe(200);
  });
});

test('a new address is valid once its mailed link is opened; the old one is notified', async () => {
  const ana = await personWithPassword(service);
  const browser = newBrowser(app);
  await browser.call('POST', '/session', { email: ana.email, password });
  const email = `nova-${ana.email}`;
  const answer = await browser.call('PUT', '/account/email', { email });
  expect(answer.data, answer.text).toEqual({ email, is_pending: true });
  const entries = await service.sql(
    `select operation, after::json from audit_entries where operation like 'account.%' and actor_id = $1`,
    [ana.userId],
  );
  expect(entries).toEqual([
    { operation: 'account.change_email', after: { email, is_pending: true } },
  ]);
  expect((await browser.call('GET', '/account')).data.email).toBe(ana.email);
  await expect.poll(() => [mailedTo(email).length, mailedTo(ana.email).length]).toEqual([1, 1]);
  expect(mailedTo(ana.email)[0]?.text).not.toContain('#');
  const token = tokenIn(mailedTo(email)[0]?.text ?? '');
  // No link works for the purpose of another.
  expect((await ask('/password-reset/use', { token, password: next })).error.code).toBe('GONE');
  const reset = await handedOn(ana);
  expect((await ask('/account/email/confirm', { token })).data).toEqual({ email });
  expect((await ask('/account/email/confirm', { token })).error.code).toBe('GONE');
  expect((await ask('/password-reset/look', { token: reset })).error.code).toBe('GONE');
  const { data } = await browser.call('GET', '/account');
  expect(data.email).toBe(email);
  expect(data.email_confirmed_at).not.toBeNull();
});
