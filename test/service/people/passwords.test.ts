import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { storePassword } from '#server/features/accounts/people/credentials.ts';
import { refusePassword } from '#server/features/accounts/people/password-rules.ts';
import {
  defaultCost,
  hashPassword,
  passwordsOfOtherKeys,
  verifyPassword,
} from '#server/features/accounts/people/passwords.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { semaphore } from '#server/platform/semaphore.ts';
import { useService } from '#test/support/harness.ts';
import { personWithPassword } from '#test/support/people/browser.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const cheap = { secrets: secretsWith(oldKey), passwordMemory: 64 };
const password = 'um cavalo come grama azul';

describe('a stored password', () => {
  test('is argon2id with the strength that OWASP recommends, and never twice the same', async () => {
    const [one, two] = await Promise.all([
      hashPassword({ secrets: cheap.secrets }, password),
      hashPassword({ secrets: cheap.secrets }, password),
    ]);
    expect(defaultCost).toEqual({ m: 19_456, t: 2, p: 1 });
    expect(one.toString()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=/);
    expect(one.equals(two)).toBe(false);
    expect(await verifyPassword(cheap, password, one)).toEqual({ isRight: true, isStale: true });
  });

  test('matches only the same password, however its letters are composed', async () => {
    const stored = await hashPassword(cheap, 'coração de Ａço');
    const tried = async (text: string) => (await verifyPassword(cheap, text, stored)).isRight;
    expect(await tried('coração de Ａço'.normalize('NFD'))).toBe(true);
    expect(await tried('coração de Aço')).toBe(true);
    expect(await tried('coração de aço')).toBe(false);
    expect((await verifyPassword(cheap, '', undefined)).isRight).toBe(false);
  });

  test('is useless without the key, is valid while the key that hashed it is configured, and is rehashed if that is not the first', async () => {
    const stored = await hashPassword(cheap, password);
    const both = { ...cheap, secrets: secretsWith(newKey, oldKey) };
    const withoutOldKey = { ...cheap, secrets: secretsWith(newKey) };
    expect(await verifyPassword(cheap, password, stored)).toEqual({
      isRight: true,
      isStale: false,
    });
    expect(await verifyPassword(both, password, stored)).toEqual({ isRight: true, isStale: true });
    expect((await verifyPassword(withoutOldKey, password, stored)).isRight).toBe(false);
    const anew = await hashPassword(both, password);
    expect(await verifyPassword(withoutOldKey, password, anew)).toEqual({
      isRight: true,
      isStale: false,
    });
  });
});

const service = useService();

test('the passwords that need another key than the first are counted', async () => {
  const { platform } = service.database;
  await personWithPassword(service);
  expect(await passwordsOfOtherKeys(platform, service.secrets)).toBe(0);
  const rotated = secretsWith(newKey, service.secret);
  expect(await passwordsOfOtherKeys(platform, rotated)).toBe(1);
  const ana = await personWithPassword(service);
  const stored = await hashPassword({ ...cheap, secrets: rotated }, password);
  await storePassword(platform, ana.personId, stored);
  expect(await passwordsOfOtherKeys(platform, rotated)).toBe(1);
});

describe('hashing slots', () => {
  test('are limited; others wait, and are refused after too long', async () => {
    const places = semaphore(2, 2, 60_000, 'Busy.');
    const ends: (() => void)[] = [];
    let [inside, most] = [0, 0];
    const work = () =>
      places.use(async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise<void>((resolve) => ends.push(resolve));
        inside -= 1;
      });
    const all = [work(), work(), work(), work()];
    await expect(work()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
    for (let ended = 0; ended < all.length; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      ends.shift()?.();
    }
    await Promise.all(all);
    expect(most).toBe(2);

    const impatient = semaphore(1, 1, 1, 'Busy.');
    const holding = impatient.use(() => new Promise<void>((resolve) => ends.push(resolve)));
    await expect(impatient.use(async () => {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    ends.shift()?.();
    await holding;
    await impatient.use(async () => {});
  });
});

const about = {
  name: 'Dora Albuquerque',
  email: 'dora.a@lumiar.com.br',
  teams: ['Agência Lumiar'],
};

describe('a new password', () => {
  test.each([
    ['12 characters', 'xk7!pq2$mw9z'],
    ['words', 'um cavalo come grama azul'],
    ['characters of two code units', '🐎🐄🐖🐑🐐🐓🦆🐇🐿🦔🐢🦎'],
    ['128 characters', 'cavalo-verde'.repeat(11).slice(0, 128)],
    ['a name among other words', 'dora come grama azul'],
  ])('may be %s', async (_, text) => {
    await refusePassword(text, about);
  });

  test.each([
    ['short', 'xk7!pq2$mw9', /12 to 128/],
    ['long', 'xk7!pq2$mw9z'.repeat(11), /12 to 128/],
    ['common', 'qwerty123456', /easy to guess/],
    ['common in capitals', 'UNBELIEVABLE', /easy to guess/],
    ['common with a year', 'Password2026', /easy to guess/],
    ['common twice', 'dragondragon', /easy to guess/],
    ['one character', 'aaaaaaaaaaaaaa', /easy to guess/],
    ['one piece', 'abcabcabcabcabc', /easy to guess/],
    ['the person’s name', 'DoraAlbuquerque1', /your name/],
    ['the e-mail address', 'dora.a@lumiar.com.br', /your name/],
    ['the team', 'agencialumiar2026', /your name/],
    ['the team with its accent', 'Agência-Lumiar!', /your name/],
    ['the product', 'pauta-pauta-2026', /your name/],
  ])('may not be %s', async (_, text, says) => {
    await expect(refusePassword(text, about)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(says),
    });
  });
});
