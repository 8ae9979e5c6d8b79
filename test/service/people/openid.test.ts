import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChallenge } from '#server/features/accounts/people/challenges.ts';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { makeApp } from '#server/http/app.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { type OpenIdProvider, openIdProvider } from '#server/outbound/openid.ts';
import { makeLog } from '#server/platform/log.ts';
import { useService } from '#test/support/harness.ts';
import { type Account, client, startProvider } from '#test/support/people/identity-provider.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/* OpenID Connect with a real provider over HTTP: who is admitted, who is refused, and what an attacker may alter on the way. */
const service = useService();
let app: FastifyInstance;
let openId: OpenIdProvider;
let provider: Awaited<ReturnType<typeof startProvider>>;

const appWith = (vouching: OpenIdProvider) => {
  const log = makeLog('silent');
  const { database, keys, secrets, messaging } = service;
  return makeApp({
    config: { TRUST_PROXY: [], RATE_LIMIT_PER_MINUTE: 0, SECURITY_CONTACT: [] },
    database,
    keys,
    limit: rateLimit(0, undefined, log),
    log,
    settings: {
      secrets,
      jidSuffix: 's.msgapp.net',
      services: { messaging: messaging.service, log },
      openId: vouching,
    },
    sessions: sessionsIn(database.platform),
    teams: teamsBySlug(database),
    unready: () => undefined,
  });
};

beforeAll(async () => {
  provider = await startProvider('http://localhost/api/panel/oidc/callback');
  openId = openIdProvider({ issuer: provider.issuer, ...client, name: 'Agência' });
  app = await appWith(openId);
});
afterAll(async () => {
  await app.close();
  openId.close();
  await provider.stop();
});

const cookieIn = (set: unknown, name: string): string | undefined =>
  new RegExp(`${name}=([^;,]*)`).exec([set].flat().join(','))?.[1];

/** An account at the provider. */
function account(about: Account = {}): string {
  const id = randomUUID();
  provider.accounts.set(id, { name: 'Bia', email_verified: true, ...about });
  return id;
}

interface Begun {
  readonly address: URL;
  readonly elsewhere: string;
}
async function begin(body: object = {}, token?: string, at = app): Promise<Begun> {
  const answer = await callPanel(at, token, 'POST', '/oidc/begin', body);
  expect(answer.status, answer.text).toBe(200);
  const elsewhere = cookieIn(answer.headers['set-cookie'], 'pauta_elsewhere') ?? '';
  return { address: new URL(String(answer.data.address)), elsewhere };
}

/** The browser returns: a navigation started by another site. */
async function comeBack(came: URL, elsewhere: string | undefined, token?: string, at = app) {
  const cookies = [
    ...(elsewhere === undefined ? [] : [`pauta_elsewhere=${elsewhere}`]),
    ...(token === undefined ? [] : [`pauta_session=${token}`]),
  ];
  const answer = await at.inject({
    method: 'GET',
    url: `${came.pathname}${came.search}`,
    headers: { 'sec-fetch-site': 'cross-site', cookie: cookies.join('; ') },
  });
  expect(answer.statusCode, answer.payload).toBe(303);
  const set = answer.headers['set-cookie'];
  return {
    location: answer.headers.location,
    session: cookieIn(set, 'pauta_session'),
    elsewhere: cookieIn(set, 'pauta_elsewhere'),
  };
}

/** The complete sign-in. */
async function signIn(id: string, body: object = {}, token?: string) {
  const { address, elsewhere } = await begin(body, token);
  return comeBack(await provider.visit(address.href, id), elsewhere, token);
}

const whoIs = async (token: string | undefined) =>
  (await callPanel(app, token, 'GET', '/session')).data;
/** Audit entries of a person in one of their teams. */
const toldOf = async (user: unknown) =>
  (
    await service.sql(
      `select operation, after::json from audit_entries where actor_id = $1 order by id`,
      [user],
    )
  ).map(({ operation, after }) => [operation, after]);
const refused = { location: '/sign-in?oidc=refused', session: undefined, elsewhere: '' };
const newPerson = async (): Promise<TestPerson> =>
  makePerson({ app, database: service.database }, await service.team(), 'member');

describe('the provider admits', () => {
  test('a person whose address both sides have verified; from then on by issuer and subject', async () => {
    const ana = await newPerson();
    const id = account({ email: ana.email.toUpperCase() });
    const { location, session } = await signIn(id, { next: '/t/agency?view=mine' });
    expect(location).toBe('/t/agency?view=mine');
    expect(await whoIs(session)).toMatchObject({ person_id: ana.personId, methods: ['oidc'] });
    provider.accounts.set(id, { email: 'another@example.com', email_verified: false });
    expect(await whoIs((await signIn(id)).session)).toMatchObject({ person_id: ana.personId });
    const listed = await callPanel(app, session, 'GET', '/account/identities');
    expect(listed.body.data).toMatchObject([{ issuer: provider.issuer }]);
    const began = ['session.begin', expect.objectContaining({ methods: ['oidc'] })];
    const linked = ['identities.create', { issuer: provider.issuer }];
    expect(await toldOf(ana.userId)).toEqual([linked, began, began]);
  });

  test('an invited person by a verified address: they join each inviting team, once', async () => {
    const [one, otherTeam] = [await service.team(), await service.team()];
    const email = `${randomUUID()}@example.com`;
    for (const { id } of [one, otherTeam])
      await service.sql(
        `insert into invites (team_id, id, hash, role, email, expires_at)
         values ($1, uuid7(), sha256(uuid_send(uuid7())), 'admin', $2, now() + interval '7 days')`,
        [id, email],
      );
    const unverified = account({ email, email_verified: false });
    expect(await signIn(unverified)).toEqual(refused);
    const { session } = await signIn(account({ email, name: 'Bia Souza' }));
    expect(await whoIs(session)).toMatchObject({ name: 'Bia Souza', email, methods: ['oidc'] });
    const teams = (await callPanel(app, session, 'GET', '/account/teams')).body.data;
    expect(teams).toHaveLength(2);
    expect(teams).toMatchObject([{ role: 'admin' }, { role: 'admin' }]);
    const open = await service.sql(
      'select id from invites where email = $1 and (accepted_at is null or accepted_by is null)',
      [email],
    );
    expect(open).toEqual([]);
    const users = await service.sql('select id from users where email = $1', [email]);
    for (const { id } of users)
      expect((await toldOf(id)).map(([operation]) => operation)).toEqual([
        'invitation.accept',
        'identities.create',
        'session.begin',
      ]);
  });

  test('a person who linked their account while signed in', async () => {
    const ana = await newPerson();
    const id = account({ email: 'elsewhere@example.com', email_verified: false });
    expect(await signIn(id)).toEqual(refused);
    expect((await signIn(id, { purpose: 'link', next: '/account' }, ana.token)).location).toBe(
      '/account',
    );
    expect(await whoIs((await signIn(id)).session)).toMatchObject({ person_id: ana.personId });
    // It is their only way to sign in, so it cannot be removed.
    const [identity] = (await callPanel(app, ana.token, 'GET', '/account/identities')).body
      .data as { id: string }[];
    const path = `/account/identities/${identity?.id}`;
    expect((await callPanel(app, ana.token, 'DELETE', path)).error.code).toBe('CONFLICT');
    // No other person can link it.
    const bia = await newPerson();
    const theirs = await signIn(id, { purpose: 'link', next: '/account' }, bia.token);
    expect(theirs.location).toBe('/account?oidc=refused');
    expect(await toldOf(bia.userId)).toEqual([]);
    expect((await toldOf(ana.userId))[0]).toEqual([
      'identities.create',
      { issuer: provider.issuer },
    ]);
  });

  test('renews the proof of identity', async () => {
    const ana = await newPerson();
    const id = account({ email: ana.email });
    await signIn(id);
    await service.sql(
      `update sessions set authenticated_at = now() - interval '1 hour' where id = $1`,
      [ana.sessionId],
    );
    const before = Date.now() - 1;
    const answer = await signIn(id, { purpose: 'proof', next: '/account' }, ana.token);
    expect(answer.location).toBe('/account');
    const session = await whoIs(answer.session);
    expect(session).toMatchObject({ id: ana.sessionId, methods: ['pwd', 'oidc'] });
    expect(Date.parse(String(session.authenticated_at))).toBeGreaterThanOrEqual(before);
    // Another account at the provider proves nothing.
    const refusal = await signIn(account(), { purpose: 'proof', next: '/account' }, answer.session);
    expect(refusal.location).toBe('/account?oidc=refused');
  });
});

describe('sign-in is refused, always with the same answer', () => {
  test('for an unknown, unverified or disabled person', async () => {
    const ana = await newPerson();
    const bia = await newPerson();
    const knownAccount = account({ email: bia.email });
    await signIn(knownAccount);
    await service.sql('update people set disabled_at = now() where id = $1', [bia.personId]);
    for (const id of [
      account({ email: 'nobody@example.com' }),
      account(),
      account({ email: ana.email, email_verified: false }),
      knownAccount,
      account({ email: bia.email }),
    ])
      expect(await signIn(id)).toEqual(refused);
  });

  test('for an address that is not confirmed here', async () => {
    const ana = await newPerson();
    await service.sql('update people set email_confirmed_at = null where id = $1', [ana.personId]);
    expect(await signIn(account({ email: ana.email }))).toEqual(refused);
  });

  test('for an address that the provider has since given to another person', async () => {
    const ana = await newPerson();
    expect((await signIn(account({ email: ana.email }))).session).toBeDefined();
    expect(await signIn(account({ email: ana.email }))).toEqual(refused);
  });

  test.each([
    ['another nonce', 'nonce'],
    ['another PKCE challenge', 'code_challenge'],
  ])('with %s', async (_, name) => {
    const ana = await newPerson();
    const { address, elsewhere } = await begin();
    const otherSignIn = await begin();
    address.searchParams.set(name, otherSignIn.address.searchParams.get(name) ?? '');
    const came = await provider.visit(address.href, account({ email: ana.email }));
    expect(await comeBack(came, elsewhere)).toEqual(refused);
  });

  test('with another state, another browser, or none; the original sign-in continues', async () => {
    const ana = await newPerson();
    const { address, elsewhere } = await begin();
    const came = await provider.visit(address.href, account({ email: ana.email }));
    const forged = new URL(came);
    forged.searchParams.set('state', 'x');
    for (const [url, cookie] of [
      [forged, elsewhere],
      [came, (await begin()).elsewhere],
      [came, undefined],
      [came, 'x'],
    ] as const)
      expect(await comeBack(url, cookie)).toEqual(refused);
    expect((await comeBack(came, elsewhere)).session).toBeDefined();
  });

  test('a second time, with the same answer or only its code', async () => {
    const ana = await newPerson();
    const { address, elsewhere } = await begin();
    const came = await provider.visit(address.href, account({ email: ana.email }));
    const all = await Promise.all([1, 2, 3].map(() => comeBack(came, elsewhere)));
    expect(all.filter(({ session }) => session !== undefined)).toHaveLength(1);
    const next = await begin();
    const replayed = new URL(came);
    replayed.searchParams.set('state', next.address.searchParams.get('state') ?? '');
    expect(await comeBack(replayed, next.elsewhere)).toEqual(refused);
  });

  test('too late', async () => {
    const state = makeChallenge(service.secrets, 'OpenID Connect', -1).toString('base64url');
    const begun = { state, nonce: 'n', verifier: 'v', purpose: 'sign-in', next: '/', at: 0 };
    const sealed = service.secrets.seal(JSON.stringify(begun), 'OpenID Connect');
    const came = new URL(`http://localhost/api/panel/oidc/callback?code=x&state=${state}`);
    expect(await comeBack(came, sealed.toString('base64url'))).toEqual(refused);
  });

  test('after cancelling at the provider', async () => {
    const { address, elsewhere } = await begin();
    const state = address.searchParams.get('state');
    const came = new URL(
      `http://localhost/api/panel/oidc/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    );
    expect(await comeBack(came, elsewhere)).toEqual(refused);
  });
});

test('the address has the parameters that the standards require', async () => {
  const { address } = await begin();
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: 'http://localhost/api/panel/oidc/callback',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  });
  expect(address.href).not.toContain(encodeURIComponent(client.secret));
});

describe('the page to return to', () => {
  /** Of a browser, for the name and the value of a cookie. */
  const maxCookieBytes = 4_096;
  const longest = `/connect?${'x'.repeat(2_039)}`;

  test('fits into a cookie up to the accepted length', async () => {
    const { elsewhere } = await begin({ next: longest });
    expect(`__Host-pauta_elsewhere${elsewhere}`.length).toBeLessThan(maxCookieBytes);
    const tooLong = await callPanel(app, undefined, 'POST', '/oidc/begin', { next: `${longest}x` });
    expect(tooLong.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('stays the same if the provider refuses, for the next sign-in method', async () => {
    const { location } = await signIn(account(), { next: longest });
    expect(location).toBe(`/sign-in?oidc=refused#${longest}`);
    const ana = await newPerson();
    const next = '/connect?client_id=x';
    const proof = await signIn(account(), { purpose: 'proof', next }, ana.token);
    expect(proof.location).toBe(`${next}&oidc=refused`);
  });
});

test('redirects only lead to our own pages; linking needs a fresh session', async () => {
  for (const next of ['//evil.example.com', 'https://evil.example.com', '/\\evil.example.com'])
    expect((await callPanel(app, undefined, 'POST', '/oidc/begin', { next })).status).toBe(400);
  const link = { purpose: 'link' };
  expect((await callPanel(app, undefined, 'POST', '/oidc/begin', link)).status).toBe(401);
  const ana = await newPerson();
  await service.sql(
    `update sessions set authenticated_at = now() - interval '1 hour' where id = $1`,
    [ana.sessionId],
  );
  const stale = () => callPanel(app, ana.token, 'POST', '/oidc/begin', link);
  await expect.poll(async () => (await stale()).error.code).toBe('REAUTH_REQUIRED');
});

test('the sign-in page gets the available sign-in methods', async () => {
  const ways = (at: FastifyInstance) => callPanel(at, undefined, 'GET', '/session/ways');
  expect((await ways(app)).data).toEqual({ passkeys: true, oidc: 'Agência' });
  expect((await ways(service.app)).data).toEqual({ passkeys: true, oidc: null });
  expect((await callPanel(service.app, undefined, 'POST', '/oidc/begin', {})).status).toBe(404);
});

test('an unreachable provider is reported when a sign-in starts and when it returns', async () => {
  const brief = await startProvider('http://localhost/api/panel/oidc/callback');
  const vouching = openIdProvider({ issuer: brief.issuer, ...client, name: 'Agência' });
  const at = await appWith(vouching);
  const { address, elsewhere } = await begin({}, undefined, at);
  await brief.stop();
  const state = address.searchParams.get('state');
  const came = new URL(
    `http://localhost/api/panel/oidc/callback?code=x&state=${state}&iss=${encodeURIComponent(brief.issuer)}`,
  );
  expect((await comeBack(came, elsewhere, undefined, at)).location).toBe(
    '/sign-in?oidc=unavailable',
  );
  const unknown = openIdProvider({ issuer: brief.issuer, ...client, name: 'Agência' });
  const late = await appWith(unknown);
  const answer = await callPanel(late, undefined, 'POST', '/oidc/begin', {});
  expect(answer.error).toMatchObject({ code: 'BAD_GATEWAY' });
  for (const each of [at, late]) await each.close();
  for (const each of [vouching, unknown]) each.close();
});
