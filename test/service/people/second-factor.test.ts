import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { useService } from '#test/support/harness.ts';
import {
  type Browser,
  newBrowser,
  password,
  personWithPassword,
} from '#test/support/people/browser.ts';
import type { TestPerson } from '#test/support/people.ts';

/* Codes of authenticator apps, and recovery codes. */
const service = useService();

/** Code of the app, optionally some steps away from now or at another time. */
const codeOf = (seed: string, steps = 0, now = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: now + steps * 30_000 });

interface Secured {
  readonly ana: TestPerson;
  readonly seed: string;
  readonly recovery: readonly string[];
}

/** A person with a second factor; the code of the previous step was used to set it up. */
async function withSecondFactor(): Promise<Secured> {
  const ana = await personWithPassword(service);
  const begun = await ana.own('POST', '/account/totp', {});
  expect(begun.status, begun.text).toBe(201);
  const seed = begun.data.secret as string;
  const confirm = () => ana.own('POST', '/account/totp/confirm', { code: codeOf(seed, -1) });
  // A step may end between generating the code and using it.
  const first = await confirm();
  const confirmed = first.status === 200 ? first : await confirm();
  expect(confirmed.status, confirmed.text).toBe(200);
  return { ana, seed, recovery: confirmed.data.recovery_codes as string[] };
}

/** Token after a correct password. */
async function halfIn(browser: Browser, { ana }: Secured): Promise<unknown> {
  const answer = await browser.call('POST', '/session', { email: ana.email, password });
  expect(answer.data, answer.text).toMatchObject({ step: 'second_factor', session: null });
  expect(answer.headers['set-cookie']).toBeUndefined();
  return answer.data.token;
}

const finish = (browser: Browser, token: unknown, code: unknown) =>
  browser.call('POST', '/session/second-factor', { token, code });

describe('setting up', () => {
  test('shows the secret as text, address and image, encrypts it, and takes effect only after a code', async () => {
    const ana = await personWithPassword(service);
    const { data } = await ana.own('POST', '/account/totp', {});
    expect(data.url).toContain(`secret=${data.secret}`);
    expect(data.url).toMatch(/^otpauth:\/\/totp\/Pauta:/);
    expect(data.qr).toMatch(/^<svg /);
    const [row] = await service.sql(
      `select encode(secret, 'escape') as text from credentials where person_id = $1 and kind = 'totp'`,
      [ana.personId],
    );
    expect(row?.text).not.toContain(data.secret);
    const browser = newBrowser(service.app);
    const signedIn = await browser.call('POST', '/session', { email: ana.email, password });
    expect(signedIn.data.step).toBe('done');

    const wrong = await ana.own('POST', '/account/totp/confirm', { code: '000000' });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    // After starting again, only the last secret counts.
    const { data: again } = await ana.own('POST', '/account/totp', {});
    const old = await ana.own('POST', '/account/totp/confirm', {
      code: codeOf(data.secret as string),
    });
    expect(old.status).toBe(400);
    const done = await ana.own('POST', '/account/totp/confirm', {
      code: codeOf(again.secret as string),
    });
    expect(done.status, done.text).toBe(200);
    expect((await ana.own('POST', '/account/totp', {})).error.code).toBe('CONFLICT');
    expect((await ana.own('GET', '/account')).data).toMatchObject({
      has_totp: true,
      recovery_codes_left: 10,
    });
  });

  test('gives ten codes of at least 112 bits, of which only hashes are stored', async () => {
    const { ana, recovery } = await withSecondFactor();
    expect(new Set(recovery).size).toBe(10);
    for (const code of recovery) expect(code).toMatch(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/);
    const rows = await service.sql(
      `select octet_length(secret) as length from credentials where person_id = $1 and kind = 'recovery'`,
      [ana.personId],
    );
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ length: 32 })));
  });
});

describe('signing in', () => {
  test('needs a code in addition to the password', async () => {
    const set = await withSecondFactor();
    const browser = newBrowser(service.app);
    const token = await halfIn(browser, set);
    expect((await browser.call('GET', '/account')).status).toBe(401);
    const answer = await finish(browser, token, codeOf(set.seed));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data.methods).toEqual(['pwd', 'otp']);
    expect((await browser.call('GET', '/session')).data).toEqual(answer.data);
  });

  test('accepts each step once, no earlier one, and none more than one step away', async () => {
    const set = await withSecondFactor();
    const browser = newBrowser(service.app);
    const now = Date.now();
    await finish(browser, await halfIn(browser, set), codeOf(set.seed, 0, now));
    for (const steps of [0, -1, -3, 3]) {
      const token = await halfIn(browser, set);
      const answer = await finish(browser, token, codeOf(set.seed, steps, now));
      expect(answer.status, String(steps)).toBe(401);
      await service.sql('delete from login_failures');
    }
    const next = await finish(browser, await halfIn(browser, set), codeOf(set.seed, 1, now));
    expect(next.status).toBe(200);
  });

  test('of one code sent four times concurrently, one signs in', async () => {
    const set = await withSecondFactor();
    const browser = newBrowser(service.app);
    const code = codeOf(set.seed);
    const tokens = [];
    for (let n = 0; n < 4; n += 1) tokens.push(await halfIn(browser, set));
    const begun = async () => {
      const [{ n } = {}] = await service.sql(
        `select count(*)::int as n from sessions where person_id = $1 and 'otp' = any(methods)`,
        [set.ana.personId],
      );
      return Number(n);
    };
    const before = await begun();
    const all = await Promise.all(
      tokens.map((token) => finish(newBrowser(service.app), token, code)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await begun()) - before).toBe(1);
  });

  test('accepts each recovery code once, in any spelling', async () => {
    const set = await withSecondFactor();
    const browser = newBrowser(service.app);
    const [first = '', second = ''] = set.recovery;
    const answer = await finish(
      browser,
      await halfIn(browser, set),
      first.toUpperCase().replaceAll('-', ' '),
    );
    expect(answer.data.methods, answer.text).toEqual(['pwd', 'recovery']);
    expect((await finish(browser, await halfIn(browser, set), first)).status).toBe(401);
    expect((await finish(browser, await halfIn(browser, set), second)).status).toBe(200);
    expect((await set.ana.own('GET', '/account')).data.recovery_codes_left).toBe(8);
    const [used] = await service.sql(
      `select count(*)::int as n from credentials where person_id = $1 and used_at is not null and kind = 'recovery'`,
      [set.ana.personId],
    );
    expect(used).toEqual({ n: 2 });
  });

  test('a token is valid once, for five minutes, and for one person', async () => {
    const set = await withSecondFactor();
    const browser = newBrowser(service.app);
    const token = await halfIn(browser, set);
    await finish(browser, token, codeOf(set.seed));
    expect((await finish(browser, token, codeOf(set.seed, 1))).error.code).toBe('GONE');
    const late = await halfIn(browser, set);
    await service.sql('update person_tokens set expires_at = now() where person_id = $1', [
      set.ana.personId,
    ]);
    expect((await finish(browser, late, codeOf(set.seed, 1))).error.code).toBe('GONE');
    for (const none of ['x', `${set.ana.personId}.${'a'.repeat(32)}`])
      expect((await finish(browser, none, '000000')).error.code).toBe('GONE');
    const [row] = await service.sql('select purpose from person_tokens where person_id = $1', [
      set.ana.personId,
    ]);
    expect(row?.purpose).toBe('login');
  });

  test('codes cannot be guessed: five failures, even with the right password', async () => {
    const set = await withSecondFactor();
    const browser = newBrowser(service.app);
    const token = await halfIn(browser, set);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        finish(newBrowser(service.app), token, String(100_000 + n)),
      ),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401]));
    const count = async () =>
      (
        await service.sql('select failures from login_failures where person_id = $1', [
          set.ana.personId,
        ])
      )[0]?.failures;
    expect(await count()).toBe(5);
    // The right code has to wait too.
    expect((await finish(browser, token, codeOf(set.seed))).status).toBe(401);
    // A right password after the wait gives one more try, not five.
    await service.sql('update login_failures set locked_until = now()');
    const again = await halfIn(browser, set);
    await finish(browser, again, '100000');
    expect(await count()).toBe(6);
    expect((await finish(browser, again, codeOf(set.seed))).status).toBe(401);
  });

  test('a fresh proof needs a code too', async () => {
    const { ana, seed } = await withSecondFactor();
    const prove = (body: object) => ana.own('POST', '/session/proof', body);
    expect((await prove({ password })).error.message).toMatch(/^code is required/);
    expect((await prove({ password, code: '000000' })).status).toBe(401);
    const answer = await prove({ password, code: codeOf(seed) });
    expect(answer.data.methods, answer.text).toEqual(['pwd', 'otp']);
  });
});

test('removal deletes the recovery codes too; new ones replace the old', async () => {
  const set = await withSecondFactor();
  const { ana } = set;
  const renewed = await ana.own('POST', '/account/recovery-codes', {});
  expect(renewed.status).toBe(201);
  const browser = newBrowser(service.app);
  const old = await finish(browser, await halfIn(browser, set), set.recovery[0]);
  expect(old.status).toBe(401);
  expect((await ana.own('DELETE', '/account/totp')).data).toEqual({ removed: true });
  expect((await ana.own('GET', '/account')).data).toMatchObject({
    has_totp: false,
    recovery_codes_left: 0,
  });
  expect((await ana.own('POST', '/account/recovery-codes', {})).error.code).toBe('CONFLICT');
  const signedIn = await browser.call('POST', '/session', { email: ana.email, password });
  expect(signedIn.data.step).toBe('done');
});

test('after removal, no session of the person counts as proven by it', async () => {
  const set = await withSecondFactor();
  const browser = newBrowser(service.app);
  await finish(browser, await halfIn(browser, set), set.recovery[0]);
  expect((await set.ana.own('DELETE', '/account/totp')).status).toBe(200);
  const methods = async (ask: () => ReturnType<typeof set.ana.own>) => (await ask()).data.methods;
  await expect.poll(() => methods(() => set.ana.own('GET', '/session'))).toEqual(['pwd']);
  await expect.poll(() => methods(() => browser.call('GET', '/session'))).toEqual(['pwd']);
});
