import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeChallenge } from '#server/features/accounts/people/challenges.ts';
import { relyingPartyAt } from '#server/features/accounts/people/relying-party.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { useService } from '#test/support/harness.ts';
import { type Bent, makeAuthenticator } from '#test/support/people/authenticator.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';
import type { Answer, Json } from '#test/support/team.ts';

/* Passkeys over HTTP, with an authenticator that signs like a real one. */
const service = useService();
const origin = 'http://localhost';
const uuidOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const optionsOf = (answer: Answer): Json => {
  expect(answer.status, answer.text).toBe(200);
  return answer.data.options as Json;
};
const nobody = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  callPanel(service.app, undefined, method, path, body, headers);
/** Token in an answer's cookie. */
const tokenIn = ({ headers }: Answer): string | undefined =>
  /pauta_session=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
const makeOld = (person: TestPerson) =>
  service.sql(
    `update sessions set authenticated_at = now() - interval '11 minutes' where id = $1`,
    [person.sessionId],
  );

async function begin(person: TestPerson) {
  return optionsOf(await person.own('POST', '/account/passkeys/challenge', {}));
}
async function challenge(person?: TestPerson) {
  return optionsOf(await (person?.own ?? nobody)('POST', '/passkey/challenge', {}));
}
const signIn = (credential: Json) => nobody('POST', '/passkey/sign-in', { credential });

/** A person with a passkey. */
async function withPasskey() {
  const ana = await makePerson(service, await service.team(), 'member');
  const authenticator = makeAuthenticator(origin);
  const credential = authenticator.create(await begin(ana));
  const made = await ana.own('POST', '/account/passkeys', { name: 'Telefone', credential });
  expect(made.status, made.text).toBe(201);
  return { ana, authenticator, passkey: made.data, credential };
}

describe('a passkey', () => {
  test('signs in without a password, and counts as two factors', async () => {
    const { ana, authenticator } = await withPasskey();
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const answer = await signIn(authenticator.get(options));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ person_id: ana.personId, methods: ['passkey'] });
    const session = await callPanel(service.app, tokenIn(answer), 'GET', '/session');
    expect(session.data).toEqual(answer.data);
  });

  test('is one of several, each with a name and a last use, and can be removed', async () => {
    const { ana, authenticator, passkey } = await withPasskey();
    const second = makeAuthenticator(origin);
    const options = await begin(ana);
    expect(options.excludeCredentials).toMatchObject([
      { id: authenticator.id.toString('base64url') },
    ]);
    const body = { name: 'Chave', credential: second.create(options) };
    const { id } = (await ana.own('POST', '/account/passkeys', body)).data;
    await signIn(second.get(await challenge()));
    const listed = (await ana.own('GET', '/account/passkeys')).body.data;
    expect(listed).toEqual([
      { ...passkey, used_at: null },
      { id, name: 'Chave', used_at: expect.any(String), created_at: expect.any(String) },
    ]);
    const renamed = await ana.own('PUT', `/account/passkeys/${id}`, { name: 'Chave azul' });
    expect(renamed.data).toMatchObject({ id, name: 'Chave azul' });
    const removed = await ana.own('DELETE', `/account/passkeys/${id}`);
    expect(removed.data).toEqual({ id, deleted: true });
    expect((await signIn(second.get(await challenge()))).status).toBe(401);
    expect((await signIn(authenticator.get(await challenge()))).status).toBe(200);
  });

  test('that is the only sign-in method cannot be removed; with a password it can', async () => {
    const { ana, authenticator, passkey } = await withPasskey();
    const remove = () => ana.own('DELETE', `/account/passkeys/${passkey.id}`);
    expect((await remove()).error.code).toBe('CONFLICT');
    await service.sql(
      `insert into credentials (person_id, id, kind, secret) values ($1, uuid7(), 'password', 'x')`,
      [ana.personId],
    );
    const otherToken = tokenIn(await signIn(authenticator.get(await challenge())));
    expect((await remove()).status).toBe(200);
    // No session still counts as proven by it.
    for (const [token, left] of [
      [ana.token, ['pwd']],
      [otherToken, []],
    ] as const)
      await expect
        .poll(async () => (await callPanel(service.app, token, 'GET', '/session')).data.methods)
        .toEqual(left);
  });

  test('cannot be seen, renamed or removed by another person', async () => {
    const { passkey } = await withPasskey();
    const { ana: bia } = await withPasskey();
    for (const [method, body] of [['PUT', { name: 'x' }], ['DELETE']] as const) {
      const foreign = await bia.own(method, `/account/passkeys/${passkey.id}`, body);
      const missing = await bia.own(method, `/account/passkeys/${bia.personId}`, body);
      const none = await bia.own(method, '/account/passkeys/x', body);
      expect(foreign.status).toBe(404);
      expect([foreign.text, none.text]).toEqual([missing.text, missing.text]);
    }
  });

  test('of a disabled person signs no one in', async () => {
    const { ana, authenticator } = await withPasskey();
    await service.sql('update people set disabled_at = now() where id = $1', [ana.personId]);
    expect((await signIn(authenticator.get(await challenge()))).status).toBe(401);
  });

  test('renews the proof of identity: the session continues under another token', async () => {
    const { ana, authenticator } = await withPasskey();
    await makeOld(ana);
    const stale = () => ana.own('POST', '/account/passkeys/challenge', {});
    await expect.poll(async () => (await stale()).error.code).toBe('REAUTH_REQUIRED');
    const options = await challenge(ana);
    expect(options.allowCredentials).toMatchObject([
      { id: authenticator.id.toString('base64url') },
    ]);
    const answer = await ana.own('POST', '/passkey/proof', {
      credential: authenticator.get(options),
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ id: ana.sessionId, methods: ['pwd', 'passkey'] });
    const next = tokenIn(answer);
    expect(next).not.toBe(ana.token);
    const call = (token?: string) =>
      callPanel(service.app, token, 'POST', '/account/passkeys/challenge', {});
    expect((await call(next)).status).toBe(200);
    await expect.poll(async () => (await call(ana.token)).status).toBe(401);
  });

  test('of another person proves nothing', async () => {
    const { ana } = await withPasskey();
    const { authenticator } = await withPasskey();
    const credential = authenticator.get(await challenge(ana));
    expect((await ana.own('POST', '/passkey/proof', { credential })).status).toBe(401);
  });
});

describe('an answer is refused', () => {
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const bents: readonly [string, Bent][] = [
    ['of another site', { origin: 'https://evil.example.com' }],
    ['of another port', { origin: 'http://localhost:3000' }],
    ['for another domain', { rpId: 'evil.example.com' }],
    ['to another challenge', { challenge: Buffer.alloc(38, 7).toString('base64url') }],
    ['to no challenge of ours', { challenge: 'x' }],
    ['that is of another kind', { type: 'webauthn.create' }],
    ['without user verification', { isVerified: false }],
    ['that another key signed', { key: otherKey }],
    ['that names another person', { userHandle: uuidOf('0190a000-0000-7000-8000-000000000001') }],
    ['with an empty user handle', { userHandle: Buffer.alloc(0) }],
  ];

  test.each(bents)('%s', async (_, bent) => {
    const { authenticator } = await withPasskey();
    const options = await challenge();
    const answer = await signIn(authenticator.get(options, bent));
    expect(answer.status, answer.text).toBe(401);
    expect(answer.error.message).toBe('This passkey cannot be used to sign in.');
    expect(answer.headers['set-cookie']).toBeUndefined();
    // The failed attempt used nothing up.
    expect((await signIn(authenticator.get(options))).status).toBe(200);
  });

  test('the second time: of many concurrent ones, one succeeds', async () => {
    const { ana, authenticator } = await withPasskey();
    // Without a counter, which would refuse it too.
    await service.sql('update credentials set counter = 0 where person_id = $1', [ana.personId]);
    const answer = authenticator.get(await challenge(), { counter: 0 });
    const all = await Promise.all(Array.from({ length: 8 }, () => signIn(answer)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(410)]);
    expect((await signIn(answer)).error.code).toBe('GONE');
  });

  test('to a challenge that expired, or was for another purpose or person', async () => {
    const { ana, authenticator } = await withPasskey();
    const { secrets } = service;
    for (const bytes of [
      makeChallenge(secrets, 'proof by passkey', -1),
      makeChallenge(secrets, `passkey of ${ana.personId}`, 60_000),
    ]) {
      const options = { ...(await challenge()), challenge: bytes.toString('base64url') };
      expect((await signIn(authenticator.get(options))).status).toBe(401);
    }
    const bia = await makePerson(service, await service.team(), 'member');
    const credential = makeAuthenticator(origin).create(await begin(ana));
    const taken = await bia.own('POST', '/account/passkeys', { name: 'x', credential });
    expect(taken.status, taken.text).toBe(400);
  });

  test('whose counter went back, and the person is notified; the next one is accepted', async () => {
    const { ana, authenticator } = await withPasskey();
    expect((await signIn(authenticator.get(await challenge(), { counter: 9 }))).status).toBe(200);
    for (const counter of [8, 9, 0]) {
      const answer = await signIn(authenticator.get(await challenge(), { counter }));
      expect(answer.status).toBe(401);
      expect(answer.error.message).toMatch(/"Telefone" was refused: its counter went back/);
    }
    expect((await signIn(authenticator.get(await challenge(), { counter: 10 }))).status).toBe(200);
    const begun = await service.sql('select id from sessions where person_id = $1', [ana.personId]);
    expect(begun).toHaveLength(3);
  });

  test('without a counter is accepted every time', async () => {
    const { ana, authenticator } = await withPasskey();
    await service.sql('update credentials set counter = 0 where person_id = $1', [ana.personId]);
    for (let i = 0; i < 2; i += 1)
      expect((await signIn(authenticator.get(await challenge(), { counter: 0 }))).status).toBe(200);
  });

  test.each([
    {},
    { id: 'x' },
    { id: 'AQID', response: { userHandle: 'AQID' } },
    { id: 'AQID', response: null },
    {
      id: 'AQID',
      response: {
        userHandle: uuidOf('0190a000-0000-7000-8000-000000000001').toString('base64url'),
      },
    },
  ])('that is malformed: %j', async (credential) => {
    expect((await signIn(credential)).status).toBe(401);
    const { ana } = await withPasskey();
    const made = await ana.own('POST', '/account/passkeys', { name: 'x', credential });
    expect(made.status, made.text).toBe(400);
  });
});

describe('a passkey is not added', () => {
  test.each<[string, Bent]>([
    ['from another site', { origin: 'https://evil.example.com' }],
    ['for another domain', { rpId: 'evil.example.com' }],
    ['without a verified person', { isVerified: false }],
    ['by an answer of another kind', { type: 'webauthn.get' }],
  ])('%s', async (_, bent) => {
    const ana = await makePerson(service, await service.team(), 'member');
    const credential = makeAuthenticator(origin).create(await begin(ana), bent);
    const made = await ana.own('POST', '/account/passkeys', { name: 'x', credential });
    expect(made.status, made.text).toBe(400);
    expect((await ana.own('GET', '/account/passkeys')).body.data).toEqual([]);
  });

  test('twice, by one challenge or by two people', async () => {
    const { ana, authenticator, credential } = await withPasskey();
    const again = await ana.own('POST', '/account/passkeys', { name: 'x', credential });
    expect(again.error.code).toBe('GONE');
    const bia = await makePerson(service, await service.team(), 'member');
    const theirs = authenticator.create(await begin(bia));
    const made = await bia.own('POST', '/account/passkeys', { name: 'x', credential: theirs });
    expect(made.error.code).toBe('DUPLICATE_ENTRY');
  });

  test('once there are twenty', async () => {
    const { ana } = await withPasskey();
    const credential = makeAuthenticator(origin).create(await begin(ana));
    await service.sql(
      `insert into credentials (person_id, id, kind, name, secret, external_id)
       select $1, uuid7(), 'passkey', 'x', 'x', uuid_send(uuid7()) from generate_series(1, 19)`,
      [ana.personId],
    );
    const made = await ana.own('POST', '/account/passkeys', { name: 'x', credential });
    expect(made.error.code).toBe('CONFLICT');
    const begun = await ana.own('POST', '/account/passkeys/challenge', {});
    expect(begun.error.code).toBe('CONFLICT');
  });

  test('without a fresh proof of identity, or a session', async () => {
    const { ana, passkey } = await withPasskey();
    await makeOld(ana);
    const paths = [
      ['POST', '/account/passkeys/challenge', {}],
      ['POST', '/account/passkeys', { name: 'x', credential: { id: 'x' } }],
      ['DELETE', `/account/passkeys/${passkey.id}`],
    ] as const;
    for (const [method, path, body] of paths) {
      await expect
        .poll(async () => (await ana.own(method, path, body)).error.code)
        .toBe('REAUTH_REQUIRED');
      expect((await nobody(method, path, body)).status).toBe(401);
    }
  });
});

test.each([
  ['https://pauta.example.com', 'pauta.example.com'],
  ['https://pauta.example.com:8443/agency', 'pauta.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://pauta.localhost', 'pauta.localhost'],
  ['http://pauta.example.com', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['https://10.0.0.5', undefined],
  ['https://[::1]:3000', undefined],
])('the domain of %s is %s', (page, id) => {
  expect(relyingPartyAt(page)?.id).toBe(id);
});

test('if passkeys are impossible, the error names PUBLIC_URL', async () => {
  const headers = { host: 'pauta.lan:3000', 'sec-fetch-site': 'same-origin' };
  const answer = await nobody('POST', '/passkey/challenge', {}, headers);
  expect(answer.status).toBe(400);
  expect(answer.error.message).toMatch(/http:\/\/pauta\.lan:3000.*PUBLIC_URL/);
});

test('used challenges are swept once they expire', async () => {
  const { authenticator } = await withPasskey();
  await signIn(authenticator.get(await challenge()));
  const count = async () => (await service.sql('select hash from spent_challenges')).length;
  const before = await count();
  expect((await sweepOnce(service.database)).spent_challenges).toBe(0);
  expect(await count()).toBe(before);
  await service.sql(`update spent_challenges set expires_at = now() - interval '2 hours'`);
  expect((await sweepOnce(service.database)).spent_challenges).toBe(before);
});
