import { expect, test } from 'vitest';
import { useService } from '#test/support/harness.ts';
import { newBrowser, password, personWithPassword } from '#test/support/people/browser.ts';

const service = useService({ perMinute: 1_000 });

test('an account accepts ten attempts a minute from unknown devices, an address thirty sign-ins', async () => {
  const ana = await personWithPassword(service);
  const tryAs = (email: string) =>
    newBrowser(service.app).call('POST', '/session', { email, password });
  const knownBrowser = newBrowser(service.app);
  expect((await knownBrowser.call('POST', '/session', { email: ana.email, password })).status).toBe(
    200,
  );
  const ofAna = [];
  for (let n = 0; n < 11; n += 1) ofAna.push((await tryAs(ana.email)).status);
  // The first of ten came before the device was known.
  expect(ofAna).toEqual([...Array(9).fill(200), 429, 429]);
  // An address without an account is counted the same way, and the known device separately.
  const ofNobody = [];
  for (let n = 0; n < 11; n += 1) ofNobody.push((await tryAs('nobody@example.com')).status);
  expect(ofNobody).toEqual([...Array(10).fill(401), 429]);
  expect((await knownBrowser.call('POST', '/session', { email: ana.email, password })).status).toBe(
    200,
  );
  // 24 attempts so far.
  const others = [];
  for (let n = 0; n < 7; n += 1)
    others.push(await newBrowser(service.app).call('POST', '/password-reset/look', { token: 'x' }));
  expect(others.map(({ status }) => status)).toEqual([...Array(6).fill(410), 429]);
  expect(Number(others.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  // Requests other than sign-ins still succeed.
  expect((await knownBrowser.call('GET', '/session')).status).toBe(200);
});
