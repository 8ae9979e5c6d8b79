import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import type { Json } from '#test/support/team.ts';

/*
 * Passkeys in Debian's Chromium with a virtual authenticator: how the browser handles our options, and how we handle its answers. The page
 * is empty; its script does what any page of ours would do. Skipped without Chromium, as on a machine that only has npm.
 */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
const inChromium = test.skipIf(executablePath === undefined);
const service = useService();
let browser: Browser;
let origin = '';

beforeAll(async () => {
  if (executablePath === undefined) return;
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  // By name, since passkeys do not work on IP addresses.
  origin = `http://localhost:${(service.app.server.address() as AddressInfo).port}`;
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'].concat(
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ),
  });
});
afterAll(() => browser?.close());

/** An empty page of ours, with an authenticator. */
async function open(token?: string) {
  const context = await browser.newContext();
  if (token)
    await context.addCookies([
      { name: 'pauta_session', value: token, url: origin, httpOnly: true },
    ]);
  const page = await context.newPage();
  await page.route('**/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Pauta</title>' }),
  );
  await page.goto(`${origin}/empty`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { page, cdp, authenticatorId, context };
}

/** Script of a page of ours: requests options, has the browser answer, sends the answer. As text, since tests have no DOM types. */
const script = (action: 'create' | 'get', begin: string, end: string) => `(async () => {
  const post = async (path, body) => {
    const answer = await fetch('/api/panel' + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const begun = await post('${begin}', {});
  if (begun.status !== 200) return begun;
  const read = PublicKeyCredential['${action === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'}'];
  const made = await navigator.credentials.${action}({ publicKey: read.call(PublicKeyCredential, begun.body.data.options) });
  const credential = made.toJSON();
  return post('${end}', ${action === 'create' ? "{ name: 'Chave', credential }" : '{ credential }'});
})()`;

interface Outcome {
  readonly status: number;
  readonly body: { readonly data: Json };
}
const add = (page: Page) =>
  page.evaluate<Outcome>(script('create', '/account/passkeys/challenge', '/account/passkeys'));
const signIn = (page: Page) =>
  page.evaluate<Outcome>(script('get', '/passkey/challenge', '/passkey/sign-in'));
const prove = (page: Page) =>
  page.evaluate<Outcome>(script('get', '/passkey/challenge', '/passkey/proof'));
const whoAmI = (page: Page) =>
  page.evaluate<Outcome>(
    `fetch('/api/panel/session').then(async (answer) => ({ status: answer.status, body: await answer.json() }))`,
  );

inChromium(
  'a browser adds a passkey, proves with it who one is, and signs in with it',
  async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const { page, cdp, authenticatorId, context } = await open(ana.token);
    const added = await add(page);
    expect(added, JSON.stringify(added)).toMatchObject({
      status: 201,
      body: { data: { name: 'Chave' } },
    });
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

    const proven = await prove(page);
    expect(proven.body.data).toMatchObject({ id: ana.sessionId, methods: ['pwd', 'passkey'] });

    await context.clearCookies();
    expect((await whoAmI(page)).body).toEqual({ success: true, data: null });
    const signedIn = await signIn(page);
    expect(signedIn.body.data).toMatchObject({ person_id: ana.personId, methods: ['passkey'] });
    expect((await whoAmI(page)).body.data).toEqual(signedIn.body.data);

    // The same authenticator refuses a second one for the same person.
    await expect(add(page)).rejects.toThrow('InvalidStateError');
    await context.close();
  },
);

inChromium('a browser that has not verified the person signs no one in', async () => {
  const ana = await makePerson(service, await service.team(), 'member');
  const { page, cdp, authenticatorId, context } = await open(ana.token);
  await add(page);
  await context.clearCookies();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await expect(signIn(page)).rejects.toThrow('NotAllowedError');
  expect((await whoAmI(page)).body).toEqual({ success: true, data: null });
  await context.close();
});

inChromium(
  'a copied authenticator whose counter is behind is refused with that reason',
  async () => {
    const ana = await makePerson(service, await service.team(), 'member');
    const { page, context } = await open(ana.token);
    await add(page);
    await service.sql('update credentials set counter = 1000 where person_id = $1', [ana.personId]);
    await context.clearCookies();
    const refused = await signIn(page);
    expect(refused.status).toBe(401);
    expect(JSON.stringify(refused.body)).toContain('its counter went back');
    await context.close();
  },
);
