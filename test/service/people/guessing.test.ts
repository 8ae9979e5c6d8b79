import { describe, expect, test } from 'vitest';
import { freeFailures } from '#server/features/accounts/people/login-failures.ts';
import { useService } from '#test/support/harness.ts';
import {
  type Browser,
  newBrowser,
  password,
  personWithPassword,
} from '#test/support/people/browser.ts';
import type { TestPerson } from '#test/support/people.ts';

/* Protection against guessing passwords. */
const service = useService();

const tryWith = (browser: Browser, email: string, tried: string) =>
  browser.call('POST', '/session', { email, password: tried });

const failures = (person: TestPerson) =>
  service.sql(
    `select failures, device, extract(epoch from locked_until - failed_at)::int as wait
     from login_failures where person_id = $1 order by device`,
    [person.personId],
  );

/** Ends the wait. */
const wait = (person: TestPerson) =>
  service.sql(`update login_failures set locked_until = now() where person_id = $1`, [
    person.personId,
  ]);

describe('after five failures', () => {
  test('even the right password has to wait, twice as long each time, up to 15 minutes', async () => {
    const ana = await personWithPassword(service);
    const browser = newBrowser(service.app);
    for (let n = 0; n < freeFailures; n += 1)
      expect((await tryWith(browser, ana.email, 'wrong')).status).toBe(401);
    expect((await tryWith(browser, ana.email, password)).status).toBe(401);
    const waits: unknown[] = [(await failures(ana))[0]?.wait];
    for (let n = 0; n < 6; n += 1) {
      await wait(ana);
      await tryWith(browser, ana.email, 'wrong');
      waits.push((await failures(ana))[0]?.wait);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    await wait(ana);
    expect((await tryWith(browser, ana.email, password)).status).toBe(200);
    expect(await failures(ana)).toEqual([]);
  });

  test('a person can still sign in on a known device: other devices are counted separately', async () => {
    const ana = await personWithPassword(service);
    const browser = newBrowser(service.app);
    expect((await tryWith(browser, ana.email, password)).status).toBe(200);
    const stranger = newBrowser(service.app);
    for (let n = 0; n < 7; n += 1) await tryWith(stranger, ana.email, 'wrong');
    expect((await tryWith(stranger, ana.email, password)).status).toBe(401);
    expect((await tryWith(browser, ana.email, password)).status).toBe(200);
    // The device has a separate count of five failures.
    for (let n = 0; n < freeFailures; n += 1) await tryWith(browser, ana.email, 'wrong');
    expect((await tryWith(browser, ana.email, password)).status).toBe(401);
    expect(await failures(ana)).toHaveLength(2);
  });

  test('a device cookie counts only if we signed it for this person', async () => {
    const [ana, bia] = [await personWithPassword(service), await personWithPassword(service)];
    const browser = newBrowser(service.app);
    await tryWith(browser, ana.email, password);
    const device = browser.cookies.get('pauta_device') ?? '';
    const [id = '', mark = ''] = device.split('.');
    const bent = `${mark.slice(0, -1)}${mark.endsWith('A') ? 'Q' : 'A'}`;
    for (const cookie of [`${id}.${bent}`, id, 'x', `${id}.${mark}.${'.'.repeat(9)}`]) {
      await service.sql('delete from login_failures');
      await tryWith(newBrowser(service.app, cookie), ana.email, 'wrong');
      expect((await failures(ana))[0]?.device, cookie).toMatch(/^0{8}-/);
    }
    await tryWith(newBrowser(service.app, device), bia.email, 'wrong');
    expect((await failures(bia))[0]?.device).toMatch(/^0{8}-/);
    await tryWith(newBrowser(service.app, device), ana.email, 'wrong');
    expect((await failures(ana)).at(-1)?.device).toBe(id);
  });
});

test('of fifty concurrent attempts on one account, at most five are checked', async () => {
  const ana = await personWithPassword(service);
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      tryWith(newBrowser(service.app), ana.email, n % 2 === 0 ? 'wrong' : 'also wrong'),
    ),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await failures(ana)).toMatchObject([{ failures: freeFailures }]);
});
