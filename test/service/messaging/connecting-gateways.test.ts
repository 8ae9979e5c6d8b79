import { expect, test } from 'vitest';
import {
  connectInbox,
  deleteInbox,
  disconnectInbox,
  loginInbox,
  reconnectInbox,
} from '#server/features/inboxes/connect-operations.ts';
import { checkConnections } from '#server/features/inboxes/connection-checks.ts';
import { checkInboxFields } from '#server/features/inboxes/field-checks.ts';
import { checkCallback, inboxHealth } from '#server/features/inboxes/health-operations.ts';
import { listInboxes, testInbox } from '#server/features/inboxes/operations.ts';
import type { Context } from '#server/operations/context.ts';
import { type CallInput, type Operation, perform } from '#server/operations/operation.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Json } from '#test/support/harness.ts';
import { type Fixture, useMessaging } from '#test/support/messaging/fixture.ts';

/* The complete connection flow over the protocols of real gateways: the fakes call back over HTTP. */

const messaging = useMessaging();
const phone = '5511912345678';

function inboxOf({ team, inbox }: Fixture) {
  const { service } = messaging;
  const context: Context = {
    actor: { kind: 'operator' },
    team: { slug: team.slug, strictTaxIds: false },
    db: service.database.team(team.id),
    settings: {
      secrets: service.secrets,
      jidSuffix: 's.msgapp.net',
      publicUrl: messaging.origin,
      services: { messaging: service.messaging.service, log: makeLog('silent') },
    },
  };
  const on = <T extends CallInput, O>(operation: Operation<T, O>, body: Json = {}) =>
    perform(operation, context, { path: { id: inbox }, body });
  return {
    on,
    inboxState: async () =>
      (await service.sql('select * from inboxes where id = $1', [inbox]))[0] as Json,
    reportedStates: async () =>
      (
        await service.sql(
          `select payload from events where record_id = $1 and type = 'inbox.connection' order by id`,
          [inbox],
        )
      ).map(({ payload }) => (JSON.parse(String(payload)) as { data: Json }).data.state),
    async check() {
      await service.sql(
        `update inbox_health set check_at = now() - interval '1 second' where inbox_id = $1`,
        [inbox],
      );
      await checkConnections(service.database, service.messaging, makeLog('silent'));
    },
    age: (by: string) =>
      service.sql(
        `with h as (update inbox_health set restarted_at = restarted_at - $2::interval where inbox_id = $1)
         update inboxes set state_changed_at = state_changed_at - $2::interval, up_since = up_since - $2::interval where id = $1`,
        [inbox, by],
      ),
  };
}

/** Everything stored and logged. */
const everything = async () =>
  JSON.stringify([
    await messaging.service.sql('select payload from events'),
    await messaging.service.sql('select * from inbox_health'),
  ]) + messaging.log.join('');

test('WAHA: from no session to a message, a drop, a lost callback, and the end', async () => {
  const fixture = await messaging.waha();
  const { fake } = fixture;
  const { state } = fake;
  state.status = undefined;
  const { on, inboxState, reportedStates, check, age } = inboxOf(fixture);

  await on(connectInbox);
  expect(await on(loginInbox)).toMatchObject({ state: 'scan', qr: expect.stringMatching(/^2@/) });
  const first = await on(loginInbox);
  state.expire();
  const second = await on(loginInbox);
  expect(second?.qr).not.toBe(first?.qr);
  state.scan(`${phone}@c.us`);
  expect(await on(loginInbox)).toMatchObject({ state: 'connected' });
  expect(await inboxState()).toMatchObject({ state: 'connected', phone, is_connected: true });
  expect(await reportedStates()).toEqual(['scan', 'connected']);
  for (const code of [first?.qr, second?.qr]) expect(await everything()).not.toContain(code);

  // Calls back to the address it was given.
  await fixture.note({ from: '5511976540001', text: 'Bom dia' });
  expect((await fixture.message()).content).toBe('Bom dia');
  expect(await on(inboxHealth)).toMatchObject({ ok: true, state: 'connected' });

  state.status = 'FAILED';
  const before = state.restarts;
  await check();
  await check();
  expect(state.restarts).toBe(before + 1);
  await check();
  expect(await inboxState()).toMatchObject({ state: 'connected' });
  expect((await reportedStates()).filter((each) => each === 'failed')).toHaveLength(1);

  // The second time it does not come back.
  await age('2 hours');
  state.status = 'FAILED';
  await check();
  state.status = 'FAILED';
  await age('2 minutes');
  await check();
  expect(await inboxState()).toMatchObject({
    state: 'failed',
    state_reason: expect.stringContaining('a restart did not help'),
  });

  state.config = {};
  const looked = await on(checkCallback);
  expect(looked).toMatchObject({ had: null, set: true, callback: fixture.address });
  state.config = { webhooks: [{ url: 'https://user:word@n8n.example.com/x?token=1', events: [] }] };
  expect(await on(checkCallback)).toMatchObject({ had: 'https://n8n.example.com/x', set: true });

  const conversation = (await fixture.message()).conversation_id;
  await on(reconnectInbox);
  expect(await on(loginInbox)).toMatchObject({ state: 'scan' });
  state.scan(`${phone}@c.us`);
  await on(loginInbox);
  expect(await inboxState()).toMatchObject({ state: 'connected' });
  expect((await fixture.message()).conversation_id).toBe(conversation);

  expect(await on(deleteInbox)).toMatchObject({ deleted: true, removed: true });
  expect(state.status).toBeUndefined();
  expect(await inboxState()).toMatchObject({ is_deleted: true, config: null });
}, 120_000);

test('Evolution: from no instance to a message, and a lost callback', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  fake.exists = false;
  fake.state = 'close';
  const { on, inboxState, reportedStates, check } = inboxOf(fixture);
  await on(connectInbox, { setup: { global_key: fake.globalKey } });
  const step = await on(loginInbox);
  expect(step).toMatchObject({ state: 'scan', qr: expect.stringMatching(/^2@/) });
  fake.state = 'open';
  expect(await on(loginInbox)).toMatchObject({ state: 'connected' });
  expect(await inboxState()).toMatchObject({ state: 'connected', is_connected: true });
  expect(await reportedStates()).toEqual(['scan', 'connected']);
  expect(await everything()).not.toContain(step?.qr);
  expect(await everything()).not.toContain(fake.globalKey);

  fake.webhook = undefined;
  await check();
  expect(fake.webhook).toMatchObject({ url: fixture.address });
  await fixture.note({ from: '5511976540001', text: 'Bom dia' });
  expect((await fixture.message()).content).toBe('Bom dia');
}, 120_000);

/*
 * Evolution's logout destroys the message processor of an instance; connected again, the same instance receives nothing.
 */
test.each([
  ['reconnect of an open session', [[reconnectInbox]]],
  ['disconnect and connect', [[disconnectInbox], [connectInbox]]],
  ['a QR code and then a pairing code', [[reconnectInbox], [loginInbox], [loginInbox, { phone }]]],
] as [string, [Operation<CallInput, unknown>, Json?][]][])(
  'Evolution: a message arrives in the same conversation after %s',
  async (_, steps) => {
    const fixture = await messaging.evolution();
    const { fake } = fixture;
    const { on, inboxState } = inboxOf(fixture);
    fake.exists = false;
    await on(connectInbox, { setup: { global_key: fake.globalKey } });
    await on(loginInbox);
    fake.state = 'open';
    await on(loginInbox);
    const from = '5511976540002';
    await fixture.note({ from, text: 'antes' });
    const before = await fixture.message();
    for (const [operation, body] of steps) await on(operation, body);
    await on(loginInbox);
    fake.state = 'open';
    expect(await on(loginInbox)).toMatchObject({ state: 'connected' });
    expect(await inboxState()).toMatchObject({ state: 'connected' });
    expect(fake.webhook).toMatchObject({ enabled: true, url: fixture.address });
    await fixture.note({ from, text: 'depois' });
    const rows = await messaging.service.sql(
      'select distinct conversation_id, count(*) over () as n from messages where inbox_id = $1',
      [fixture.inbox],
    );
    expect(rows).toEqual([{ conversation_id: before.conversation_id, n: expect.anything() }]);
    expect(Number(rows[0]?.n)).toBe(2);
  },
  120_000,
);

test('a connected inbox shows whether a message arrived since', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  fake.exists = false;
  await on(connectInbox, { setup: { global_key: fake.globalKey } });
  await on(loginInbox);
  fake.state = 'open';
  await on(loginInbox);
  // The gateway goes deaf, although it is open, confirms and calls back.
  fake.isDeaf = true;
  await fixture.note({ from: '5511976540003', text: 'Alô?' });
  await fake.event(fixture.address, 'connection.update', { state: 'open' });
  const seen = async () => ({
    health: (await on(inboxHealth))?.heard,
    check: (await on(checkCallback))?.heard,
    test: (await on(testInbox as Operation<CallInput, { heard: boolean | null }>))?.heard,
    list: (await on(listInboxes as Operation<CallInput, { inboxes: Json[] }>))?.inboxes.find(
      ({ id }) => id === fixture.inbox,
    )?.heard,
  });
  expect(await seen()).toEqual({ health: false, check: false, test: false, list: false });
  fake.restartGateway();
  await fixture.note({ from: '5511976540003', text: 'Oi' });
  await expect.poll(async () => (await on(inboxHealth))?.heard, { timeout: 20_000 }).toBe(true);
  expect(await seen()).toEqual({ health: true, check: true, test: true, list: true });
}, 120_000);

test('Evolution: without the global key an open session is not logged out, and the answer says what to do', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  await on(connectInbox);
  for (const operation of [reconnectInbox, disconnectInbox]) {
    await expect(on(operation as Operation<CallInput, unknown>)).rejects.toThrow(
      /receives nothing .* until the gateway restarts: give its global key .* Linked devices/,
    );
    expect(fake).toMatchObject({ state: 'open', isDeaf: false, exists: true });
  }
  // The key is stored, encrypted, after it was given once.
  await on(reconnectInbox, { setup: { global_key: fake.globalKey } });
  await on(loginInbox);
  fake.state = 'open';
  await on(loginInbox);
  await on(reconnectInbox);
  expect(fake).toMatchObject({ state: 'close', isDeaf: false, exists: true });
  expect(await everything()).not.toContain(fake.globalKey);
});

test('Evolution: a global key that is no longer valid ends no session', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  await on(connectInbox, { setup: { global_key: fake.globalKey } });
  fake.globalKey = 'rotated';
  for (const operation of [reconnectInbox, disconnectInbox])
    await expect(on(operation as Operation<CallInput, unknown>)).rejects.toThrow(
      /the gateway refuses the global key: provide its current one/,
    );
  expect(fake).toMatchObject({ state: 'open', isDeaf: false, exists: true });
  // A key given in the configuration counts too, since the message can be read that way.
  await on(reconnectInbox, { config: { global_key: 'rotated' } });
  expect(fake).toMatchObject({ state: 'close', exists: true });
});

test('Evolution: a pairing code after a QR code without the global key leaves the QR code as the way out', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  fake.state = 'close';
  await on(connectInbox);
  expect(await on(loginInbox)).toMatchObject({ state: 'scan' });
  await expect(on(loginInbox, { phone })).rejects.toThrow(
    /pairing code .*global key \(global_key\).* scan the QR code/,
  );
  expect(await on(loginInbox)).toMatchObject({ state: 'scan' });
  fake.state = 'open';
  expect(await on(loginInbox)).toMatchObject({ state: 'connected' });
});

test('Evolution: an instance that was deleted by hand is created again, or the answer says what is needed', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  await on(connectInbox);
  Object.assign(fake, { exists: false, state: 'close' });
  const way = /no such instance.*give the global key \(global_key\)/;
  for (const operation of [connectInbox, reconnectInbox, loginInbox] as Operation<
    CallInput,
    unknown
  >[])
    await expect(on(operation)).rejects.toThrow(way);
  expect(await on(inboxHealth)).toMatchObject({ ok: false, advice: expect.any(String) });
  await on(reconnectInbox, { setup: { global_key: fake.globalKey } });
  expect(fake.exists).toBe(true);
  expect(await on(loginInbox)).toMatchObject({ state: 'scan' });
  Object.assign(fake, { exists: false, state: 'close' });
  // From now on Pauta has the key.
  await on(connectInbox);
  expect(fake.exists).toBe(true);
});

test('Evolution: a replaced instance gets its callback back, whatever was wrong with it', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  fake.state = 'close';
  await on(connectInbox, { setup: { global_key: fake.globalKey } });
  await on(loginInbox);
  for (const webhook of [fake.webhook && { ...fake.webhook, enabled: false }, undefined]) {
    fake.webhook = webhook;
    const number = webhook ? phone : '5511987650002';
    expect(await on(loginInbox, { phone: number })).toMatchObject({ state: 'code' });
    expect(fake.exists).toBe(true);
    await on(checkCallback);
    expect(fake.webhook).toMatchObject({ enabled: true, url: fixture.address });
  }
});

test('Evolution: an instance that was logged out elsewhere is replaced, not reused', async () => {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  const { on } = inboxOf(fixture);
  Object.assign(fake, { state: 'close', isDeaf: true, endedBy: 401 });
  await on(connectInbox, { setup: { global_key: fake.globalKey } });
  expect(fake.isDeaf).toBe(false);
});

test('Evolution: a fresh gateway accepts the global key as api_key or as global_key', async () => {
  for (const name of ['api_key', 'global_key']) {
    const { on, fake, inboxState } = await freshEvolution();
    await on(connectInbox, { config: { [name]: fake.globalKey } });
    expect(fake.exists).toBe(true);
    expect(await on(loginInbox)).toMatchObject({ state: 'scan' });
    expect(fake.log.at(-1)?.headers.apikey).toBe(fake.apiKey);
    expect(JSON.stringify(await inboxState())).not.toContain(fake.globalKey);
  }
  const { on } = await freshEvolution();
  await expect(on(connectInbox, { config: { api_key: 'wrong' } })).rejects.toThrow(
    /no such instance, and api_key is not its global key: give the global key/,
  );
});

async function freshEvolution() {
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  Object.assign(fake, { exists: false, state: 'close' });
  await messaging.service.sql('update inboxes set config = null where id = $1', [fixture.inbox]);
  const inbox = inboxOf(fixture);
  const on: typeof inbox.on = (operation, body = {}) => {
    const config = body.config as Json | undefined;
    const whole = config && { url: fake.url, instance: fake.instance, ...config };
    return inbox.on(operation, whole ? { ...body, config: whole } : body);
  };
  return { ...inbox, on, fake };
}

/** Result of the check of each field: what was found, or the cause and the reason. */
const outcomes = (trial: { checks: unknown }) =>
  Object.fromEntries(
    (trial.checks as Json[]).map(({ field, ok, found: result, cause, reason }) => [
      field,
      ok ? result : `${cause}: ${reason}`,
    ]),
  ) as Record<string, string>;

test('each field is checked live, and nothing is created: Evolution', async () => {
  const { on, inboxState } = inboxOf(await messaging.evolution());
  const fixture = await messaging.evolution();
  const { fake } = fixture;
  fake.exists = false;
  const ask = async (config: Json, setup: Json = {}) =>
    outcomes(await on(checkInboxFields, { gateway: 'evolution', config, setup }));
  const { url, instance } = fake;
  const setup = { global_key: fake.globalKey };
  expect(await ask({ url: `${url}/`, instance }, setup)).toEqual({
    url: 'Evolution API 2.3.7',
    global_key: 'the gateway takes the key',
    instance: 'the name is free',
  });
  expect(fake.exists).toBe(false);
  fake.exists = true;
  expect((await ask({ url, instance }, setup)).instance).toMatch(/exists and will be used/);
  expect(await ask({ url, instance, api_key: fake.apiKey })).toMatchObject({
    api_key: 'the gateway takes the key',
  });
  expect(await ask({ url, instance, api_key: 'x' })).toMatchObject({
    api_key: expect.stringMatching(/^credentials: /),
  });
  expect(await ask({ url, instance }, { global_key: 'wrong' })).toMatchObject({
    global_key: 'credentials: the gateway refuses the global key',
  });
  // The global key may also be part of the configuration, as either key.
  for (const exists of [false, true]) {
    fake.exists = exists;
    for (const name of ['global_key', 'api_key'])
      expect(await ask({ url, instance, [name]: fake.globalKey }), name).toEqual({
        url: 'Evolution API 2.3.7',
        [name]:
          name === 'api_key' ? expect.stringMatching(/takes the key/) : 'the gateway takes the key',
        instance: expect.stringMatching(exists ? /exists and will be used/ : /is free/),
      });
  }
  fake.exists = false;
  expect(await ask({ url, instance, global_key: 'wrong', api_key: fake.apiKey })).toMatchObject({
    global_key: 'credentials: the gateway refuses the global key',
  });
  expect(await ask({ url, instance, api_key: fake.apiKey })).toMatchObject({
    instance: expect.stringMatching(/no such instance.*give the global key/),
  });
  fake.exists = true;
  fake.version = '2.2.3';
  expect(await ask({ url })).toEqual({
    url: 'gateway: Evolution API 2.2.3 is older than 2.3',
  });
  expect(await ask({ url: 'http://127.0.0.1:9' })).toEqual({
    url: expect.stringMatching(/^network: the gateway cannot be reached/),
  });
  expect(await ask({ url: 'ftp://x', colour: 'red' })).toMatchObject({
    url: expect.stringContaining('must be an address'),
    colour: 'rejected: colour is unknown',
  });
  const otherFixture = await messaging.waha();
  expect((await ask({ url: otherFixture.fake.url })).url).toMatch(/no Evolution API answers/);
  expect((await inboxState()).state).toBeNull();
});

test('each field is checked live: WAHA, and the official API', async () => {
  const waha = await messaging.waha();
  const { on } = inboxOf(waha);
  const { fake } = waha;
  const ask = async (gateway: string, config: Json, setup: Json = {}) =>
    outcomes(await on(checkInboxFields, { gateway, config, setup }));
  const keys = { url: fake.url, session: fake.session, api_key: fake.apiKey };
  expect(await ask('waha', keys)).toEqual({
    url: expect.stringMatching(/^WAHA 2025.12.3 .* is older than/),
    api_key: 'the gateway takes the key',
    session: expect.stringMatching(/exists and will be used \(WORKING\)/),
  });
  expect((await ask('waha', { ...keys, session: 'outra' })).session).toBe('the name is free');
  expect(await ask('waha', { ...keys, api_key: 'x' })).toEqual({
    api_key: expect.stringMatching(/^credentials: /),
  });
  fake.version = '2024.10.8';
  expect((await ask('waha', keys)).url).toMatch(/^gateway: WAHA 2024.10.8 .* is older than/);

  const { fake: cloud } = await messaging.cloud();
  const number = {
    url: cloud.url,
    phone_number_id: cloud.phoneNumberId,
    access_token: cloud.accessToken,
    app_secret: cloud.appSecret,
  };
  const account = { business_account_id: cloud.businessAccountId };
  const good = await ask('cloud', number, account);
  expect(good).toMatchObject({
    callback: expect.stringContaining('by https only'),
    phone_number_id: expect.stringContaining(cloud.phone),
    access_token: 'it may send and set up',
    business_account_id: 'the number belongs to it',
    app_secret: "it is the secret of the token's app",
  });
  expect(JSON.stringify(good)).not.toContain(cloud.accessToken);
  const wrong = async (field: string, change: Json, by = account) =>
    (await ask('cloud', { ...number, ...change }, by))[field];
  expect(await wrong('app_secret', { app_secret: 'x'.repeat(32) })).toMatch(/^credentials: /);
  expect(await wrong('access_token', { access_token: 'x' })).toMatch(/^credentials: /);
  expect(await wrong('phone_number_id', { phone_number_id: '1' })).toMatch(/knows no number/);
  expect(await wrong('business_account_id', {}, { business_account_id: '1' })).toMatch(
    /knows no account/,
  );
  cloud.account.status = 'PENDING';
  expect(await wrong('pin', {})).toMatch(/has to be registered/);
  cloud.account.permissions = ['whatsapp_business_management'];
  expect(await wrong('access_token', {})).toMatch(/lacks the permission/);
});

test('secrets are sent only to the address they were entered for', async () => {
  const fixture = await messaging.waha();
  const { on } = inboxOf(fixture);
  const { fake: elsewhere } = await messaging.waha();
  const before = elsewhere.log.length;
  await expect(on(connectInbox, { config: { url: elsewhere.url } })).rejects.toThrow(
    /api_key is missing/,
  );
  const trial = await on(checkInboxFields, {
    gateway: 'waha',
    inbox_id: fixture.inbox,
    config: { url: elsewhere.url },
  });
  expect(trial?.checks).toEqual([]);
  expect(elsewhere.log.length).toBe(before);
  const same = await on(checkInboxFields, { gateway: 'waha', inbox_id: fixture.inbox });
  expect(outcomes(same).api_key).toBe('the gateway takes the key');
});
