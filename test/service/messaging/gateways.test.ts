import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { TeamDb } from '#server/db/database.ts';
import { connectionOf } from '#server/features/inboxes/connection.ts';
import { confirm } from '#server/features/receiving/delivery-statuses.ts';
import { deliver, type Gateway, post, webId } from '#test/gateways/gateway.ts';
import type { Engine } from '#test/gateways/waha.ts';
import type { Json } from '#test/support/harness.ts';
import {
  type Fixture,
  newPhone,
  type Remote,
  remotes,
  sessions,
  useMessaging,
} from '#test/support/messaging/fixture.ts';

const messaging = useMessaging();
const ok = { status: 200, text: '{"success":true,"data":{}}' };

/** A message with an unknown outcome: it was sent, and its answer did not arrive. */
async function lost(fixture: Fixture, content?: string, phone?: string) {
  fixture.fake.mode = 'hang';
  const answer = await fixture.send(content, phone);
  fixture.fake.mode = 'ok';
  expect(answer.status, answer.text).toBe(502);
  const message = (await fixture.messages()).find(({ id }) => answer.text.includes(id));
  if (!message) throw new Error('the answer names no message');
  expect(message).toMatchObject({ status: 'pending', msgapp_message_id: null });
  const send = fixture.fake.sends.at(-1);
  if (!send) throw new Error('nothing was sent');
  return { ...message, network: send.id };
}

/** A status event, as {@link Fixture.events} returns it. */
const became = (status: string, previous: object) => ['msgapp.message.status', status, previous];

/** A message of the account itself to a contact with a hidden number. */
const hiddenEcho = (fixture: Fixture, text: string, id: string) =>
  fixture.fake.callback(
    fixture.address,
    fixture.remote === 'evolution'
      ? {
          event: 'send.message',
          data: {
            key: { remoteJid: '123456789012345@lid', fromMe: true, id },
            message: { conversation: text },
          },
        }
      : {
          event: 'message.any',
          payload: {
            id: `true_123456789012345@lid_${id}`,
            fromMe: true,
            source: 'api',
            to: '123456789012345@lid',
            body: text,
          },
        },
  );

/**
 * Confirms a message as read whose network id is stored between the first look-up of it and the next.
 * @returns the statuses of all messages
 */
async function overtaken(fixture: Fixture): Promise<string[]> {
  const { id } = await fixture.sent();
  const networkId = webId();
  const { sql, database } = messaging.service;
  await sql(`update messages set status = 'pending', msgapp_message_id = null where id = $1`, [id]);
  const db = database.team(fixture.team.id);
  let statements = 0;
  const slow: TeamDb = {
    ...db,
    async run(statement, parameters) {
      statements += 1;
      if (statements === 2)
        await sql(`update messages set status = 'sent', msgapp_message_id = $2 where id = $1`, [
          id,
          networkId,
        ]);
      return db.run(statement, parameters);
    },
  };
  await confirm(slow, fixture.inbox, [{ networkId, status: 'read' }]);
  expect(statements).toBeGreaterThan(1);
  return statusesOf(fixture);
}

/** Statuses of outgoing and incoming messages. */
const statusesOf = async (fixture: Fixture) =>
  (await fixture.messages()).filter(({ origin }) => origin !== 'other').map(({ status }) => status);

describe('a text', () => {
  const text = 'Olá, João! 👋\n"tudo" \\ certo?';

  /** The only request that the gateway received. */
  const onlyRequest = ({ fake }: Fixture) => {
    expect(fake.requests).toBe(1);
    const [request] = fake.log;
    if (!request) throw new Error('no request came in');
    const { method, path, body, headers } = request;
    return { method, path, body, headers };
  };

  const expected: Record<
    Remote,
    (secret: string, to: string, id: unknown) => { path: string; headers: Json; body: Json }
  > = {
    evolution: (secret, number) => ({
      path: '/message/sendText/ag%C3%AAncia%231',
      headers: { apikey: secret },
      body: { number, text },
    }),
    waha: (secret, to) => ({
      path: '/api/sendText',
      headers: { 'x-api-key': secret },
      body: { session: 'agency', chatId: `${to}@c.us`, text },
    }),
    cloud: (secret, to, id) => ({
      path: '/v23.0/106540352242922/messages',
      headers: { authorization: `Bearer ${secret}` },
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        type: 'text',
        text: { body: text },
        biz_opaque_callback_data: id,
      },
    }),
  };

  const cases: [string, () => Promise<Fixture>][] = [
    ['evolution', () => messaging.evolution()],
    ['cloud', () => messaging.cloud()],
    ...(['WEBJS', 'NOWEB', 'GOWS'] as const).map((engine): [string, () => Promise<Fixture>] => [
      `waha (${engine})`,
      () => messaging.waha({ engine }),
    ]),
  ];

  test.each(cases)(
    'through %s is sent, delivered and read, each with one event',
    async (_, open) => {
      const fixture = await open();
      const to = newPhone();
      const message = await fixture.sent(text, to);
      expect(message).toMatchObject({
        status: 'sent',
        status_reason: null,
        content: text,
        direction: 'outgoing',
        message_type: 'text',
        inbox_id: fixture.inbox,
        remote_jid: `${to}@s.msgapp.net`,
      });
      const { path, headers, body } = expected[fixture.remote](
        fixture.secrets[0] ?? '',
        to,
        message.id,
      );
      const request = onlyRequest(fixture);
      expect(request).toMatchObject({ method: 'POST', path, headers });
      expect(request.headers['content-type']).toBe('application/json');
      expect(request.body).toEqual(body);
      expect(fixture.fake.sends).toMatchObject([{ to, text, id: message.network }]);
      expect(message.network).not.toContain('@');

      expect(await fixture.events()).toEqual([]);
      expect(await fixture.confirm(message.network, 'sent')).toEqual(ok);
      expect(await fixture.events()).toEqual([]);
      expect(await fixture.confirm(message.network, 'delivered')).toEqual(ok);
      expect(await fixture.message()).toMatchObject({ id: message.id, status: 'delivered' });
      expect(await fixture.confirm(message.network, 'read')).toEqual(ok);
      expect(await fixture.confirm(message.network, 'read')).toEqual(ok);
      expect(await fixture.message()).toMatchObject({
        id: message.id,
        status: 'read',
        status_reason: null,
        msgapp_message_id: message.network,
      });
      expect(await fixture.events()).toEqual([
        became('delivered', { status: 'sent' }),
        became('read', { status: 'delivered' }),
      ]);
      expect(fixture.fake.requests).toBe(1);
    },
  );

  test('has the bare id of the network also if waha hides the number', async () => {
    const fixture = await messaging.waha({ engine: 'GOWS' });
    fixture.fake.mode = 'gows-lid';
    const { network } = await fixture.sent();
    expect(network).toBe(fixture.fake.sends[0]?.id);
    expect(
      await fixture.fake.confirm(fixture.address, `true_99999@lid_${network}`, 'READ'),
    ).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['read']);
  });

  test('goes to the configured address without its trailing slash', async () => {
    const fixture = await messaging.cloud({ config: { version: 'v22.0' } });
    await fixture.sent();
    expect(fixture.fake.log[0]?.path).toBe('/v22.0/106540352242922/messages');
    const one = await messaging.evolution();
    const { url, apiKey } = one.fake;
    const otherFixture = await messaging.evolution({
      config: { url: `${url}/base//`, api_key: apiKey },
    });
    await otherFixture.send();
    expect(one.fake.log.map(({ path }) => path)).toEqual([
      '/base/message/sendText/ag%C3%AAncia%231',
    ]);
    one.asked = 1;
  });

  test.each(remotes)(
    'through a disconnected inbox (%s) is 502, and the gateway is never called',
    async (name) => {
      const fixture = await messaging.fixture(name);
      await messaging.service.sql('update inboxes set is_connected = false where id = $1', [
        fixture.inbox,
      ]);
      const answer = await fixture.send();
      expect(answer.status).toBe(502);
      expect(answer.error.message).toMatch(/^disconnected: /);
      expect(await fixture.message()).toMatchObject({
        status: 'failed',
        status_reason: expect.stringMatching(/^disconnected: /),
      });
      expect(fixture.fake.requests).toBe(0);
    },
  );
});

describe('every failure', () => {
  type Case = [mode: string, cause: string, kept: 'failed' | 'pending'];
  const common: Case[] = [
    ['hang', 'timeout', 'pending'],
    ['hang-unsent', 'timeout', 'pending'],
    ['reset', 'network', 'pending'],
    ['malformed', 'gateway', 'pending'],
    ['empty', 'gateway', 'pending'],
    ['no-id', 'gateway', 'pending'],
    ['oversized', 'gateway', 'pending'],
    ['drip', 'gateway', 'pending'],
    ['proxy', 'gateway', 'pending'],
    ['unauthorized', 'credentials', 'failed'],
    ['disconnected', 'disconnected', 'failed'],
    ['rejected', 'number', 'failed'],
    ['throttled', 'throttled', 'failed'],
    ['error', 'gateway', 'failed'],
    ['redirect', 'gateway', 'failed'],
  ];
  const remoteCases: Record<Remote, Case[]> = {
    evolution: [
      ['missing', 'disconnected', 'failed'],
      ['disconnected-late', 'disconnected', 'failed'],
      ['rejected-201', 'rejected', 'failed'],
      ['ambiguous', 'gateway', 'pending'],
    ],
    waha: [['missing', 'disconnected', 'failed']],
    cloud: [
      ['missing', 'credentials', 'failed'],
      ['pair-limit', 'throttled', 'failed'],
      ['window', 'rejected', 'failed'],
      ['allow-list', 'number', 'failed'],
      ['unavailable', 'gateway', 'failed'],
    ],
  };

  /** Expects a 502 with this cause, and the stored outcome. */
  async function expectFailure(fixture: Fixture, cause: string, status: string): Promise<void> {
    const answer = await fixture.send();
    expect(answer.status, answer.text).toBe(502);
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'success']);
    const { code, message } = answer.error;
    expect(code).toBe('BAD_GATEWAY');
    const stored = await fixture.message();
    expect(stored).toMatchObject({ status: status, msgapp_message_id: null });
    expect(stored.status_reason?.split(':')[0]).toBe(cause);
    expect(message).toContain(stored.id);
    const [row] = await messaging.service.sql(
      'select conversation_id from messages where id = $1',
      [stored.id],
    );
    expect(message).toContain(String(row?.conversation_id));
    const isSure = status === 'failed' && cause !== 'gateway';
    expect(message.includes('It was not sent:')).toBe(isSure);
    expect(message.includes('before you send again')).toBe(!isSure);
    expect(message.includes('Whether it was sent is not known:')).toBe(status === 'pending');
    expect(message).toContain(`kept as ${status}`);
    // The caller gets the stored reason, cause first.
    expect(message.startsWith(stored.status_reason ?? 'no reason')).toBe(true);
    expect(await fixture.events()).toEqual([]);
  }

  const cases = remotes.flatMap((remote) =>
    [...common, ...remoteCases[remote]].map(([mode, cause, status]) => ({
      remote,
      mode,
      cause,
      status,
    })),
  );

  test.each(cases)('$remote, $mode: 502, $cause, the message stays $status', async (each) => {
    const { remote, mode, cause, status } = each;
    const fixture = await messaging.fixture(remote);
    fixture.fake.mode = mode;
    await expectFailure(fixture, cause, status);
    expect(fixture.fake.requests).toBe(1);
    const out = status === 'pending' && mode !== 'hang-unsent' ? 1 : 0;
    expect(fixture.fake.sends.length).toBe(out);
  });

  test.each(remotes)(
    '%s: the outcome of a request on a reused connection is unknown',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      for (const [mode, cause] of [
        ['reset', 'network'],
        ['hang', 'timeout'],
      ] as const) {
        fixture.fake.mode = 'ok';
        await fixture.sent();
        fixture.fake.mode = mode;
        const answer = await fixture.send();
        expect(answer.status).toBe(502);
        expect(answer.error.message).toMatch(new RegExp(`^${cause}: .* kept as pending`));
      }
      expect(await statusesOf(fixture)).toEqual(['sent', 'pending', 'sent', 'pending']);
      expect(fixture.fake.requests).toBe(4);
    },
  );

  test.each(remotes)('%s: nothing listens at its address', async (remote) => {
    const fixture = await messaging.fixture(remote);
    await fixture.fake.close();
    await expectFailure(fixture, 'network', 'failed');
  });

  test.each(remotes)('%s: the address does not resolve, or has no certificate', async (remote) => {
    const nameless = await messaging.fixture(remote, {
      config: { url: `http://${'x'.repeat(64)}.invalid` },
    });
    await expectFailure(nameless, 'network', 'failed');
    const plain = await messaging.fixture(remote);
    const tls = await messaging.fixture(remote, {
      config: { url: plain.fake.url.replace('http:', 'https:') },
    });
    await expectFailure(tls, 'network', 'failed');
    expect(plain.fake.sends).toEqual([]);
  });

  test.each(remotes)('%s: no secure connection is established in time', async (remote) => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const fixture = await messaging.fixture(remote, {
      config: { url: `https://127.0.0.1:${port}` },
    });
    await expectFailure(fixture, 'timeout', 'failed');
    silent.close();
  });

  test.each(remotes)('%s: a redirect is not followed', async (remote) => {
    const elsewhere = await messaging.fixture(remote);
    const fixture = await messaging.fixture(remote);
    fixture.fake.mode = 'redirect';
    fixture.fake.redirectTo = `${elsewhere.fake.url}/elsewhere`;
    await expectFailure(fixture, 'gateway', 'failed');
    expect(elsewhere.fake.requests).toBe(0);
    const same = await messaging.fixture(remote);
    same.fake.mode = 'redirect';
    await expectFailure(same, 'gateway', 'failed');
    expect(same.fake.log.map(({ path }) => path)).toHaveLength(1);
    expect(same.fake.log[0]?.path).not.toBe('/elsewhere');
  });

  const credentials: [Remote, object][] = [
    ['evolution', { config: { api_key: 'another' } }],
    ['waha', { config: { api_key: 'another' } }],
    ['cloud', { config: { access_token: 'another' } }],
  ];
  test.each(credentials)('%s: the wrong key', async (remote, options) => {
    const fixture = await messaging.fixture(remote, options);
    await expectFailure(fixture, 'credentials', 'failed');
    expect(fixture.fake.sends).toEqual([]);
  });

  test.each(remotes)(
    '%s: an incomplete configuration, or one that cannot be decrypted',
    async (remote) => {
      const fixture = await messaging.fixture(remote, { config: { url: 'ftp://example.com' } });
      await expectFailure(fixture, 'credentials', 'failed');
      for (const config of [null, Buffer.from('{"url":"http://127.0.0.1"}')]) {
        const otherFixture = await messaging.fixture(remote);
        await messaging.service.sql('update inboxes set config = $2 where id = $1', [
          otherFixture.inbox,
          config,
        ]);
        await expectFailure(otherFixture, 'credentials', 'failed');
        expect(otherFixture.fake.requests).toBe(0);
        // Without a secret nothing is verified; a secret that cannot be decrypted now may be decrypted later.
        expect((await otherFixture.confirm('any', 'read')).status).toBe(
          config === null ? 401 : 503,
        );
        expect(messaging.log.join('')).toContain(
          config === null ? 'an unverified callback' : 'a callback cannot be verified',
        );
      }
      const moved = await messaging.fixture(remote);
      const [row] = await messaging.service.sql('select config from inboxes where id = $1', [
        fixture.inbox,
      ]);
      await messaging.service.sql('update inboxes set config = $2 where id = $1', [
        moved.inbox,
        row?.config,
      ]);
      await expectFailure(moved, 'credentials', 'failed');
      expect(moved.fake.requests).toBe(0);
    },
  );

  /** Answers that no fake gives. */
  const answers: [
    Remote,
    status: number,
    body: unknown,
    cause: string,
    kept: 'failed' | 'pending',
  ][] = [
    ...remotes.flatMap((remote): typeof answers => [
      [remote, 200, [], 'gateway', 'pending'],
      [remote, 200, 'text', 'gateway', 'pending'],
      [remote, 204, '', 'gateway', 'pending'],
      [remote, 403, {}, 'credentials', 'failed'],
      [remote, 502, {}, 'gateway', 'pending'],
      [remote, 304, {}, 'gateway', 'failed'],
    ]),
    ['evolution', 201, { key: { id: '' } }, 'gateway', 'pending'],
    ['evolution', 201, { key: { id: 'x'.repeat(256) } }, 'gateway', 'pending'],
    ['evolution', 201, { key: { id: 'a\0b' } }, 'gateway', 'pending'],
    ['evolution', 201, { key: { id: 12 } }, 'gateway', 'pending'],
    ['evolution', 201, { error: { message: 'no' } }, 'rejected', 'failed'],
    ['evolution', 400, { response: { message: [['text is required']] } }, 'rejected', 'failed'],
    ['evolution', 400, {}, 'gateway', 'pending'],
    ['waha', 201, { id: 'x'.repeat(256) }, 'gateway', 'pending'],
    ['waha', 201, { id: 'true_5511999998888@c.us_' }, 'gateway', 'pending'],
    ['waha', 201, { id: 'true_x' }, 'gateway', 'pending'],
    ['waha', 201, { key: { id: 7 }, id: {} }, 'gateway', 'pending'],
    ['waha', 400, { message: 'no such thing' }, 'rejected', 'failed'],
    ['cloud', 200, { messages: [{ id: 'x'.repeat(256) }] }, 'gateway', 'pending'],
    ['cloud', 200, { messages: {} }, 'gateway', 'pending'],
    ['cloud', 500, {}, 'gateway', 'pending'],
    ['cloud', 400, {}, 'rejected', 'failed'],
    ['cloud', 403, { error: { code: 10 } }, 'credentials', 'failed'],
    ['cloud', 403, { error: { code: 230 } }, 'credentials', 'failed'],
    ['cloud', 403, { error: { code: 368 } }, 'disconnected', 'failed'],
    ['cloud', 401, { error: { code: 0 } }, 'credentials', 'failed'],
    ['cloud', 400, { error: { code: 4 } }, 'throttled', 'failed'],
    ['cloud', 400, { error: { code: 999_999 } }, 'rejected', 'failed'],
  ];
  test.each(answers)(
    '%s: %i with %j is %s, %s',
    async (remote, status, body, cause, expectedStatus) => {
      const server = await messaging.answering({
        status,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const fixture = await messaging.fixture(remote, { config: { url: server.url } });
      await expectFailure(fixture, cause, expectedStatus);
      expect(server.requests()).toBe(1);
    },
  );

  const ids: [Remote, object, string][] = [
    ['waha', { key: { id: 'KEY' }, id: { id: 'NESTED' } }, 'KEY'],
    ['waha', { id: { id: 'NESTED', _serialized: 'true_5511999998888@c.us_OTHER' } }, 'NESTED'],
    ['waha', { id: 'true_5511999998888@c.us_THIRD' }, 'THIRD'],
    ['waha', { id: 'true_120363@g.us_THIRD_5511999998888@c.us' }, 'THIRD'],
    ['waha', { id: 'BARE' }, 'BARE'],
    ['evolution', { key: { id: 'x'.repeat(255) } }, 'x'.repeat(255)],
    ['cloud', { messages: [{ id: 'wamid.1' }, { id: 'wamid.2' }] }, 'wamid.1'],
  ];
  test.each(ids)('%s: in %j the id is %s', async (remote, body, id) => {
    const server = await messaging.answering({ status: 201, body: JSON.stringify(body) });
    const fixture = await messaging.fixture(remote, { config: { url: server.url } });
    expect((await fixture.sent()).network).toBe(id);
    expect(server.requests()).toBe(1);
  });

  test('an idempotency key replays the 502, and sends nothing again', async () => {
    const fixture = await messaging.evolution();
    fixture.fake.mode = 'hang';
    const to = newPhone();
    const headers = { 'idempotency-key': uuidv7() };
    const first = await fixture.send('Uma vez só', to, headers);
    expect(first.status).toBe(502);
    fixture.fake.mode = 'ok';
    const second = await fixture.send('Uma vez só', to, headers);
    fixture.asked = 1;
    expect([second.status, second.text]).toEqual([502, first.text]);
    expect(fixture.fake.sends.length).toBe(1);
    expect(fixture.fake.requests).toBe(1);
    expect((await fixture.message()).status).toBe('pending');
  });
});

describe('an unknown outcome', () => {
  test('is settled by a confirmation of cloud that carries our id', async () => {
    const fixture = await messaging.cloud();
    const { id, network, status_reason } = await lost(fixture);
    expect(await fixture.confirm(network, 'delivered')).toEqual(ok);
    expect(await fixture.message()).toMatchObject({
      id,
      status: 'delivered',
      status_reason: null,
      msgapp_message_id: network,
    });
    await fixture.confirm(network, 'read');
    expect(await fixture.events()).toEqual([
      became('delivered', { status: 'pending', status_reason, msgapp_message_id: null }),
      became('read', { status: 'delivered' }),
    ]);
    expect(fixture.fake.requests).toBe(1);
  });

  test.each(['sent', 'failed'] as const)('becomes %s if cloud confirms that', async (status) => {
    const fixture = await messaging.cloud();
    const { id, network, status_reason } = await lost(fixture);
    await fixture.confirm(network, status);
    const reason = 'undelivered: Message Undeliverable. (131026)';
    expect(await fixture.message()).toMatchObject({
      id,
      status,
      status_reason: status === 'failed' ? reason : null,
      msgapp_message_id: network,
    });
    expect(await fixture.events()).toEqual([
      became(status, { status: 'pending', status_reason, msgapp_message_id: null }),
    ]);
  });

  const strangers: [string, unknown][] = [
    ['of no message', uuidv7()],
    ['of another form', 'not an id'],
    ['absent', undefined],
    ['of another kind', 7],
  ];
  test.each(strangers)('stays unknown if the reference is %s', async (_, reference) => {
    const fixture = await messaging.cloud();
    const { network } = await lost(fixture);
    const more = { biz_opaque_callback_data: reference };
    expect(await fixture.fake.confirm(fixture.address, network, 'read', more)).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['pending']);
    expect(await fixture.events()).toEqual([]);
  });

  test('has one network id: a confirmation with our reference and another network id is ignored', async () => {
    const fixture = await messaging.cloud();
    const { id, network } = await fixture.sent();
    const more = { biz_opaque_callback_data: id };
    for (const status of ['delivered', 'failed'])
      expect(await fixture.fake.confirm(fixture.address, 'wamid.other', status, more)).toEqual(ok);
    expect(await fixture.message()).toMatchObject({ status: 'sent', msgapp_message_id: network });
    expect(await fixture.events()).toEqual([]);
  });

  test('stays unknown if the reference arrives through another inbox', async () => {
    const [fixture, otherFixture] = [await messaging.cloud(), await messaging.cloud()];
    const { id, network } = await lost(fixture);
    const more = { biz_opaque_callback_data: id };
    expect(await otherFixture.fake.confirm(otherFixture.address, network, 'read', more)).toEqual(
      ok,
    );
    expect(await statusesOf(fixture)).toEqual(['pending']);
    expect(await fixture.events()).toEqual([]);
  });

  /** The message as the gateway saw it leave. */
  const echo = (fixture: Fixture, to: string, text: string, id: string) =>
    fixture.fake.callback(
      fixture.address,
      fixture.remote === 'evolution'
        ? {
            event: 'send.message',
            data: {
              key: { remoteJid: `${to}@s.whatsapp.net`, fromMe: true, id },
              message: { extendedTextMessage: { text } },
            },
          }
        : {
            event: 'message.any',
            payload: {
              id: `true_${to}@c.us_${id}`,
              fromMe: true,
              source: 'api',
              to: `${to}@c.us`,
              body: text,
            },
          },
    );

  test.each(sessions)('is settled by the echo of %s', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const to = newPhone();
    const { id, network, status_reason } = await lost(fixture, 'Chegou?', to);
    expect(await echo(fixture, to, 'Chegou?', network)).toEqual(ok);
    expect(await fixture.message()).toMatchObject({
      id,
      status: 'sent',
      status_reason: null,
      msgapp_message_id: network,
    });
    // A repeat is not reported again.
    await echo(fixture, to, 'Chegou?', network);
    await fixture.confirm(network, 'read');
    expect(await fixture.events()).toEqual([
      became('sent', { status: 'pending', status_reason, msgapp_message_id: null }),
      became('read', { status: 'sent' }),
    ]);
    expect(fixture.fake.requests).toBe(1);
    expect(await fixture.messages()).toHaveLength(1);
  });

  test('is settled by the echoes as the fakes send them', async () => {
    const to = newPhone();
    const evolution = await messaging.evolution();
    const first = await lost(evolution, 'Oi', to);
    await evolution.fake.sent(evolution.address, { to, text: 'Oi', id: first.network });
    expect(await statusesOf(evolution)).toEqual(['sent']);
    const waha = await messaging.waha();
    const second = await lost(waha, 'Oi', to);
    await waha.fake.sent(waha.address, { to, text: 'Oi', id: second.network });
    expect(await statusesOf(waha)).toEqual(['sent']);
    // A message that its owner typed on the phone arrives as a separate message.
    const typed = await messaging.evolution();
    const third = await lost(typed, 'Oi', to);
    const echoed = { from: to, name: 'Eu', text: 'Oi', id: third.network, fromMe: true };
    await typed.fake.receive(typed.address, echoed);
    expect(await typed.messages()).toMatchObject([
      { id: third.id, status: 'pending', msgapp_message_id: null },
      { status: 'sent', msgapp_message_id: third.network },
    ]);
  });

  test.each(sessions)(
    'is settled if %s writes the number otherwise, not if it hides it',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const first = await lost(fixture, 'um', '5531987654321');
      await echo(fixture, '553187654321', 'um', first.network);
      const second = await lost(fixture, 'dois');
      await hiddenEcho(fixture, 'dois', second.network);
      expect((await fixture.messages()).slice(0, 2)).toMatchObject([
        { status: 'sent', msgapp_message_id: first.network },
        { status: 'pending', msgapp_message_id: null },
      ]);
    },
  );

  test.each(sessions)('stays unknown if two of %s could be meant', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const [one, two] = [newPhone(), newPhone()];
    const first = await lost(fixture, 'Bom dia', one);
    const second = await lost(fixture, 'Bom dia', two);
    const ours = async () =>
      (await fixture.messages()).filter(({ id }) => id === first.id || id === second.id);
    await hiddenEcho(fixture, 'Bom dia', webId());
    await hiddenEcho(fixture, 'Bom dia', webId());
    expect((await ours()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(await fixture.events()).toEqual([]);
    // The number distinguishes them.
    await echo(fixture, two, 'Bom dia', second.network);
    const messages = [
      { id: first.id, status: 'pending', msgapp_message_id: null },
      { id: second.id, status: 'sent', msgapp_message_id: second.network },
    ];
    expect(await ours()).toMatchObject(messages);
    // The id of one message is never given to another.
    await hiddenEcho(fixture, 'Bom dia', second.network);
    expect(await ours()).toMatchObject(messages);
  });

  test.each(sessions)(
    'stays unknown if %s echoes another text, number, inbox or chat',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const to = newPhone();
      const { network } = await lost(fixture, 'Bom dia', to);
      await echo(fixture, to, 'Boa noite', network);
      await echo(fixture, newPhone(), 'Bom dia', network);
      const otherFixture = await messaging.fixture(remote);
      await echo(otherFixture, to, 'Bom dia', network);
      await echo(fixture, to, 'Bom dia', '');
      const group = '120363000000000001@g.us';
      await fixture.fake.callback(
        fixture.address,
        remote === 'evolution'
          ? {
              event: 'messages.upsert',
              data: {
                key: { remoteJid: group, fromMe: true, id: network },
                message: { conversation: 'Bom dia' },
              },
            }
          : {
              event: 'message.any',
              payload: { id: `true_${group}_${network}`, fromMe: true, to: group, body: 'Bom dia' },
            },
      );
      expect(await statusesOf(fixture)).toEqual(['pending']);
      expect(await fixture.events()).toEqual([]);
      expect(await statusesOf(otherFixture)).toEqual([]);
    },
  );

  test.each(sessions)(
    'of %s keeps confirmations until the echo identifies their message',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const to = newPhone();
      const { network, status_reason } = await lost(fixture, 'Bom dia', to);
      await fixture.confirm(network, 'delivered');
      expect(await statusesOf(fixture)).toEqual(['pending']);
      await echo(fixture, to, 'Bom dia', network);
      expect(await fixture.message()).toMatchObject({
        status: 'delivered',
        msgapp_message_id: network,
      });
      expect(await fixture.events()).toEqual([
        became('sent', { status: 'pending', status_reason, msgapp_message_id: null }),
        became('delivered', { status: 'sent' }),
      ]);
    },
  );

  test.each(sessions)('is settled if %s echoes before it stops answering', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const to = newPhone();
    fixture.fake.mode = 'hang';
    fixture.fake.onSend = ({ id }) => echo(fixture, to, 'Bom dia', id);
    const { id, network } = await fixture.sent('Bom dia', to);
    expect(await fixture.message()).toMatchObject({ id, status: 'sent', status_reason: null });
    expect(network).toBe(fixture.fake.sends[0]?.id);
    expect(await fixture.events()).toEqual([]);
    // And a confirmation in between counts.
    const otherFixture = await messaging.fixture(remote);
    otherFixture.fake.mode = 'reset';
    otherFixture.fake.onSend = async (send) => {
      await echo(otherFixture, to, 'Bom dia', send.id);
      await otherFixture.confirm(send.id, 'sent');
    };
    expect((await otherFixture.sent('Bom dia', to)).status).toBe('sent');
    expect(await otherFixture.events()).toEqual([]);
    expect([fixture.fake.requests, otherFixture.fake.requests]).toEqual([1, 1]);
  });

  test('is settled if evolution echoes and then answers an error', async () => {
    const fixture = await messaging.evolution();
    const to = newPhone();
    fixture.fake.mode = 'ambiguous';
    fixture.fake.onSend = ({ id }) => echo(fixture, to, 'Bom dia', id);
    const { id, network } = await fixture.sent('Bom dia', to);
    await fixture.confirm(network, 'delivered');
    expect(await fixture.message()).toMatchObject({ id, status: 'delivered', status_reason: null });
  });
});

describe('a confirmation', () => {
  test.each(remotes)('before the answer (%s) is not lost', async (remote) => {
    const fixture = await messaging.fixture(remote);
    fixture.fake.onSend = async ({ id }) => {
      expect(await fixture.confirm(id, 'delivered')).toEqual(ok);
      expect(await fixture.confirm(id, 'read')).toEqual(ok);
      expect(await fixture.confirm(id, 'delivered')).toEqual(ok);
    };
    const { id, network, status } = await fixture.sent();
    expect(status).toBe('sent');
    expect(await fixture.message()).toMatchObject({
      id,
      status: 'read',
      msgapp_message_id: network,
    });
    expect(await fixture.events()).toEqual([
      became(
        'delivered',
        remote === 'cloud' ? { status: 'pending', msgapp_message_id: null } : { status: 'sent' },
      ),
      became('read', { status: 'delivered' }),
    ]);
    expect(
      await messaging.service.sql('select * from early_confirmations where inbox_id = $1', [
        fixture.inbox,
      ]),
    ).toEqual([]);
  });

  test.each(remotes)('of failure before the answer (%s) is not lost', async (remote) => {
    const fixture = await messaging.fixture(remote);
    fixture.fake.onSend = ({ id }) => fixture.confirm(id, 'failed');
    const answer = await fixture.send();
    const stored = await fixture.message();
    expect(stored).toMatchObject({
      status: 'failed',
      status_reason: expect.stringMatching(/^undelivered: .+/),
      msgapp_message_id: fixture.fake.sends[0]?.id,
    });
    // A message that the gateway accepted counts as sent, whatever its outcome.
    expect(answer.status, answer.text).toBe(201);
    expect(answer.data).toMatchObject({
      status: 'sent',
      msgapp_message_id: stored.msgapp_message_id,
    });
    expect(await fixture.events()).toHaveLength(1);
  });

  test('of cloud before the answer is not lost without our id, either', async () => {
    const fixture = await messaging.cloud();
    const more = { biz_opaque_callback_data: undefined };
    fixture.fake.onSend = ({ id }) => fixture.fake.confirm(fixture.address, id, 'delivered', more);
    await fixture.sent();
    expect(await statusesOf(fixture)).toEqual(['delivered']);
    expect(await fixture.events()).toEqual([became('delivered', { status: 'sent' })]);
  });

  test.each(remotes)('before the answer through another inbox (%s) is ignored', async (remote) => {
    const [fixture, otherFixture] = [
      await messaging.fixture(remote),
      await messaging.fixture(remote),
    ];
    fixture.fake.onSend = ({ id }) => otherFixture.confirm(id, 'read');
    const { network } = await fixture.sent();
    expect(network).toBe(fixture.fake.sends[0]?.id);
    expect(await statusesOf(fixture)).toEqual(['sent']);
    expect(await fixture.events()).toEqual([]);
  });

  test.each(remotes)(
    'that is late, repeated or out of order (%s) changes nothing',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const { network } = await fixture.sent();
      for (const status of ['read', 'delivered', 'sent', 'failed', 'read'] as const)
        expect(await fixture.confirm(network, status)).toEqual(ok);
      expect(await fixture.message()).toMatchObject({ status: 'read', status_reason: null });
      expect(await fixture.events()).toEqual([became('read', { status: 'sent' })]);
    },
  );

  test.each(remotes)('of failure (%s) is final, and only follows sent', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const first = await fixture.sent();
    const second = await fixture.sent();
    await fixture.confirm(second.network, 'delivered');
    for (const status of ['failed', 'delivered', 'read', 'failed'] as const)
      await fixture.confirm(first.network, status);
    await fixture.confirm(second.network, 'failed');
    const [failed, delivered] = await fixture.messages();
    expect(failed?.status).toBe('failed');
    expect(failed?.status_reason).toMatch(/^undelivered: .+/);
    expect(delivered).toMatchObject({ status: 'delivered', status_reason: null });
    expect(await fixture.events()).toEqual([
      became('delivered', { status: 'sent' }),
      became('failed', { status: 'sent', status_reason: null }),
    ]);
  });

  test.each(remotes)('for an unsent message (%s) changes nothing', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const { network } = await fixture.sent();
    fixture.fake.mode = 'throttled';
    await fixture.send();
    for (const id of [webId(), `${network}0`, network.toLowerCase(), '', 'x'.repeat(300)])
      expect(await fixture.confirm(id, 'read')).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['sent', 'failed']);
    expect(await fixture.events()).toEqual([]);
    // No message waits for its id, so nothing is kept for later.
    const { sql } = messaging.service;
    const earlyConfirmations = 'select * from early_confirmations where inbox_id = $1';
    expect(await sql(earlyConfirmations, [fixture.inbox])).toEqual([]);
    // Only we can read an incoming message.
    const id = webId();
    await fixture.note({ from: newPhone(), id });
    expect(await fixture.confirm(id, 'read')).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['sent', 'failed', 'received']);
  });

  const words: [Remote, unknown, 'sent' | 'delivered' | 'read' | 'failed'][] = [
    ...(['PENDING', 'SERVER_ACK', 'SENT', 'DELETED', '', null, 4, { toString: 1 }] as const).map(
      (word): [Remote, unknown, 'sent'] => ['evolution', word, 'sent'],
    ),
    ['evolution', 'DELIVERY_ACK', 'delivered'],
    ['evolution', 'DELIVERED', 'delivered'],
    ['evolution', 'READ', 'read'],
    ['evolution', 'read', 'read'],
    ['evolution', 'PLAYED', 'read'],
    ['evolution', 'ERROR', 'failed'],
    ['evolution', 'FAILED', 'failed'],
    ...(
      [0, 1, 5, -2, 0.5, '2', 'READ', 'constructor', '__proto__', null, { toString: 1 }] as const
    ).map((word): [Remote, unknown, 'sent'] => ['waha', word, 'sent']),
    ['waha', 2, 'delivered'],
    ['waha', 3, 'read'],
    ['waha', 4, 'read'],
    ['waha', -1, 'failed'],
    ...(
      [
        'sent',
        'deleted',
        'warning',
        'READ',
        'constructor',
        '__proto__',
        null,
        3,
        { toString: 1 },
      ] as const
    ).map((word): [Remote, unknown, 'sent'] => ['cloud', word, 'sent']),
    ['cloud', 'delivered', 'delivered'],
    ['cloud', 'read', 'read'],
    ['cloud', 'played', 'read'],
    ['cloud', 'failed', 'failed'],
  ];
  test.each(words)('of %s that says %j makes a sent message %s', async (remote, word, status) => {
    const fixture = await messaging.fixture(remote);
    const { network } = await fixture.sent();
    const more = remote === 'waha' ? { ack: word } : { status: word };
    const at = fixture.address;
    const answer = await (remote === 'evolution'
      ? fixture.fake.callback(at, { event: 'messages.update', data: { keyId: network, ...more } })
      : remote === 'waha'
        ? fixture.fake.callback(at, {
            event: 'message.ack',
            payload: { id: `true_5511999998888@c.us_${network}`, fromMe: true, ...more },
          })
        : fixture.fake.callback(at, {
            entry: [
              { changes: [{ field: 'messages', value: { statuses: [{ id: network, ...more }] } }] },
            ],
          }));
    expect(answer).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual([status]);
    expect(await fixture.events()).toHaveLength(status === 'sent' ? 0 : 1);
  });

  test('of evolution is matched by keyId, never by the address', async () => {
    const fixture = await messaging.evolution();
    const to = newPhone();
    const { network } = await fixture.sent('Oi', to);
    const more = { keyId: undefined, id: network, messageId: network };
    await fixture.fake.confirm(fixture.address, network, 'READ', more);
    expect(await statusesOf(fixture)).toEqual(['sent']);
    const otherChat = { remoteJid: '551188887777@s.whatsapp.net' };
    await fixture.fake.confirm(fixture.address, network, 'READ', otherChat);
    expect(await statusesOf(fixture)).toEqual(['read']);
  });

  test('of evolution may arrive in a list with others', async () => {
    const fixture = await messaging.evolution();
    const [one, two] = [await fixture.sent(), await fixture.sent()];
    await fixture.fake.event(fixture.address, 'messages.update', [
      { keyId: one.network, status: 'READ' },
      null,
      'x',
      { keyId: two.network, status: 'DELIVERY_ACK' },
    ]);
    expect(await statusesOf(fixture)).toEqual(['read', 'delivered']);
  });

  test('of cloud carries the network’s reason', async () => {
    const fixture = await messaging.cloud();
    const reasons: [unknown, string][] = [
      [[{ code: 131026, error_data: { details: 'Não dá.\n\tMesmo.' } }], 'Não dá. Mesmo. (131026)'],
      [[{ code: 131049, title: 'Limite' }], 'Limite (131049)'],
      [[], 'the network gave up on the message'],
      ['nothing', 'the network gave up on the message'],
      [[{ title: `${'x'.repeat(199)}🙂\0` }], `${'x'.repeat(199)}`],
    ];
    for (const [errors] of reasons) {
      const { network } = await fixture.sent();
      expect(await fixture.fake.confirm(fixture.address, network, 'failed', { errors })).toEqual(
        ok,
      );
    }
    const stored = (await fixture.messages()).map(({ status_reason }) => status_reason);
    for (const [i, [, reason]] of reasons.entries())
      expect(stored[i]?.startsWith(`undelivered: ${reason}`), stored[i] ?? '').toBe(true);
    expect(await fixture.events()).toHaveLength(reasons.length);
  });

  test('of cloud is read in every entry, change and status', async () => {
    const fixture = await messaging.cloud();
    const sent = [];
    for (let i = 0; i < 5; i += 1) sent.push((await fixture.sent()).network);
    const [a = '', b = '', c = '', d = '', e = ''] = sent;
    const from = newPhone();
    expect(
      await fixture.fake.batch(fixture.address, [
        [
          {
            statuses: [
              { id: a, status: 'read' },
              { id: b, status: 'delivered' },
              { id: a, status: 'delivered' },
            ],
          },
          { field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } },
          {
            statuses: [{ id: c, status: 'read' }],
            messages: [
              { from, name: 'Ana', text: 'um' },
              { from, name: 'Ana', text: 'dois' },
            ],
          },
        ],
        [],
        [
          {
            statuses: [
              { id: b, status: 'read' },
              { id: 'wamid.none', status: 'read' },
              { id: d, status: 'delivered' },
            ],
          },
        ],
        [
          { statuses: [{ id: e, status: 'failed' }] },
          { messages: [{ from, name: 'Ana', text: 'três' }] },
        ],
      ]),
    ).toEqual(ok);
    const all = await fixture.messages();
    expect(all.slice(0, 5).map(({ status }) => status)).toEqual([
      'read',
      'read',
      'read',
      'delivered',
      'failed',
    ]);
    expect(all.slice(5).map(({ content }) => content)).toEqual(['um', 'dois', 'três']);
    const events = await fixture.events();
    expect(events.filter(([kind]) => kind === 'msgapp.message.status')).toHaveLength(6);
    expect(events.filter(([kind]) => kind === 'msgapp.message.received')).toHaveLength(3);
  });

  test('for an unknown message is not lost if the answer arrives before it is stored', async () => {
    const fixture = await messaging.evolution();
    await lost(fixture);
    expect(await overtaken(fixture)).toEqual(['pending', 'read']);
    expect(await fixture.events()).toEqual([became('read', { status: 'sent' })]);
  });

  test.each(remotes)('that arrives many times at once (%s) emits one event', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const { network } = await fixture.sent();
    const all = ['delivered', 'read', 'delivered', 'read', 'delivered', 'read'] as const;
    const answers = await Promise.all(all.map((status) => fixture.confirm(network, status)));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(await statusesOf(fixture)).toEqual(['read']);
    const events = await fixture.events();
    expect(events.at(-1)?.[1]).toBe('read');
    expect(events.length).toBeLessThanOrEqual(2);
    expect(new Set(events.map(([, status]) => status)).size).toBe(events.length);
  });
});

describe('the callback endpoint', () => {
  /** A confirmation of `id` as read, unsigned. */
  const readOf = (remote: Remote, id: string) =>
    JSON.stringify(
      {
        evolution: { event: 'messages.update', data: { keyId: id, status: 'READ' } },
        waha: { event: 'message.ack', payload: { id: `true_5511999998888@c.us_${id}`, ack: 3 } },
        cloud: {
          entry: [
            { changes: [{ field: 'messages', value: { statuses: [{ id, status: 'read' }] } }] },
          ],
        },
      }[remote],
    );
  const sign = (algorithm: string, key: string, body: string) =>
    createHmac(algorithm, key).update(body).digest('hex');

  /** Headers that prove nothing. */
  const forgeries: Record<
    Remote,
    (secret: string, others: string, body: string) => Record<string, string | undefined>[]
  > = {
    evolution: (secret, others) => [
      {},
      ...[
        '',
        'wrong',
        others,
        `${secret}x`,
        secret.slice(1),
        secret.toUpperCase(),
        `Bearer ${secret}`,
      ].map((signature) => ({ 'x-webhook-secret': signature })),
      { 'x-webhook-secrets': secret },
      { apikey: secret },
    ],
    waha: (secret, others, body) => [
      {},
      ...[
        '',
        secret,
        sign('sha512', others, body),
        sign('sha512', secret, `${body} `),
        sign('sha512', secret, ''),
        sign('sha256', secret, body),
        sign('sha512', secret, body).slice(1),
        createHmac('sha512', secret).update(body).digest('base64'),
        `sha512=${sign('sha512', secret, body)}`,
      ].map((signature) => ({ 'x-webhook-hmac': signature })),
    ],
    cloud: (secret, others, body) => [
      {},
      ...[
        '',
        'sha256=',
        sign('sha256', secret, body),
        `sha256=${sign('sha256', others, body)}`,
        `sha256=${sign('sha256', secret, `${body} `)}`,
        `sha1=${sign('sha1', secret, body)}`,
        `sha512=${sign('sha512', secret, body)}`,
      ].map((signature) => ({ 'x-hub-signature-256': signature })),
      { 'x-hub-signature': `sha1=${sign('sha1', secret, body)}` },
    ],
  };
  const proof = (remote: Remote, secret: string, body: string): Record<string, string> =>
    ({
      evolution: { 'x-webhook-secret': secret },
      waha: { 'x-webhook-hmac': sign('sha512', secret, body) },
      cloud: { 'x-hub-signature-256': `sha256=${sign('sha256', secret, body)}` },
    })[remote];

  test.each(remotes)('of %s refuses requests without proof', async (remote) => {
    const [fixture, otherFixture] = [
      await messaging.fixture(remote),
      await messaging.fixture(remote),
    ];
    const { network } = await fixture.sent();
    const body = readOf(remote, network);
    const [, secret = ''] = fixture.secrets;
    const [, others = ''] = otherFixture.secrets;
    const answers = new Set<string>();
    const headersOf = forgeries[remote](secret, others, body);
    for (const headers of headersOf) {
      const answer = await post(fixture.address, body, headers);
      expect({ headers, status: answer.status }).toEqual({ headers, status: 401 });
      answers.add(answer.text);
    }
    const { team, inbox } = fixture;
    const good = proof(remote, secret, body);
    const nowhere = [
      `no-such-team/${inbox}`,
      `${team.slug.toUpperCase()}/${inbox}`,
      `%00/${inbox}`,
      `${team.slug}/${uuidv7()}`,
      `${team.slug}/${inbox.slice(1)}`,
      `${team.slug}/${inbox}0`,
      `${team.slug}/inbox`,
      `${team.slug}/%00`,
      `${team.slug}/${team.inbox}`,
      `${(await messaging.service.team()).slug}/${inbox}`,
    ];
    for (const path of nowhere) {
      const answer = await post(`${messaging.origin}/api/gateways/${path}`, body, good);
      expect({ path, status: answer.status }).toEqual({ path, status: 401 });
      answers.add(answer.text);
      const getAnswer = await deliver(`${messaging.origin}/api/gateways/${path}`, 'GET');
      expect({ path, status: getAnswer.status }).toEqual({ path, status: 401 });
      answers.add(getAnswer.text);
    }
    // The same bytes, so callers cannot learn which teams and inboxes exist.
    expect([...answers].map((text) => JSON.parse(text))).toEqual([
      { success: false, error: { code: 'UNAUTHORIZED', message: expect.any(String) } },
    ]);
    expect(await statusesOf(fixture)).toEqual(['sent']);
    expect(await fixture.events()).toEqual([]);
    // With the right proof the same body is accepted, whatever the case of its digits and of the inbox's id.
    const upper =
      remote === 'evolution'
        ? good
        : Object.fromEntries(
            Object.entries(good).map(([name, value]) => [name, value.toUpperCase()]),
          );
    expect(await post(fixture.address.replace(inbox, inbox.toUpperCase()), body, upper)).toEqual(
      ok,
    );
    expect(await statusesOf(fixture)).toEqual(['read']);
  });

  test.each(remotes)(
    'of %s answers 400 to a proven body that is no JSON object',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const { network } = await fixture.sent();
      const good = readOf(remote, network);
      for (const body of [
        good.slice(0, -1),
        '',
        '[]',
        'null',
        '"text"',
        '7',
        `${good}x`,
        '\ufeff',
      ]) {
        const answer = await fixture.fake.callback(fixture.address, body);
        expect({ body, status: answer.status }).toEqual({ body, status: 400 });
        expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
      }
      expect(await statusesOf(fixture)).toEqual(['sent']);
      expect(await fixture.events()).toEqual([]);
    },
  );

  const strange: unknown[] = [
    null,
    7,
    'text',
    true,
    [],
    {},
    [null],
    [[[]]],
    { key: null, keyId: null, id: null, status: {}, ack: {} },
    { key: [], message: [], id: [], fromMe: 'true' },
    { key: { id: {}, remoteJid: {} }, message: { conversation: 7 } },
    { key: { id: 'a\0b', remoteJid: 'x' }, keyId: 'a\0b', status: 'READ', id: 'a\0b', ack: 3 },
    { statuses: {}, messages: {}, contacts: {} },
    { statuses: 'x', messages: [{ id: 'x', from: 7, type: 'text' }], contacts: [{ wa_id: {} }] },
    { id: 'x', from: { toString: 1 }, to: { toString: 1 }, status: { toString: 1 } },
  ];
  test.each(remotes)('of %s ignores unknown content', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const { network } = await fixture.sent();
    const { fake, address } = fixture;
    const bodies: Json[] = [{}, { event: null }, { event: 'qrcode.updated', data: {} }];
    const events = {
      evolution: ['messages.update', 'messages.upsert', 'send.message', 'presence.update'],
      waha: ['message.ack', 'message', 'message.any', 'session.status', 'message.reaction'],
      cloud: ['messages', 'account_update', 'message_template_status_update'],
    }[remote];
    for (const event of events)
      for (const value of strange)
        bodies.push(
          {
            evolution: { event, data: value },
            waha: { event, payload: value },
            cloud: { entry: [{ changes: [{ field: event, value }] }, value] },
          }[remote],
        );
    bodies.push(
      {
        evolution: { event: 'messages.delete', data: { keyId: network, status: 'READ' } },
        waha: { event: 'message.revoked', payload: { id: `true_x@c.us_${network}`, ack: 3 } },
        cloud: {
          entry: [
            {
              changes: [
                { field: 'security', value: { statuses: [{ id: network, status: 'read' }] } },
              ],
            },
          ],
        },
      }[remote],
    );
    for (const body of bodies) {
      const answer = await fake.callback(address, body);
      expect({ body, ...answer }).toEqual({ body, ...ok });
    }
    expect(await statusesOf(fixture)).toEqual(['sent']);
    expect(await fixture.events()).toEqual([]);
  });

  /** Forged edits, revocations and a reaction by a contact's own client for the message with a network id. */
  async function forge(fixture: Fixture, from: string, id: string, text: string): Promise<void> {
    const { address, remote } = fixture;
    const fake = fixture.fake as unknown as {
      callback: (to: string, body: Json) => Promise<unknown>;
      phone: string;
    };
    const jid = `${from}@s.whatsapp.net`;
    const web = { fromMe: false, from: `${from}@c.us`, timestamp: Math.floor(Date.now() / 1_000) };
    const key = { remoteJid: jid, fromMe: true, id };
    const editedMessage = { conversation: text };
    const bodies: Record<Remote, Json[]> = {
      // The network's protocol message as the contact's client wrote it, whose key may name any chat and either side.
      evolution: [
        ...[key, { ...key, remoteJid: `${fake.phone}@s.whatsapp.net`, fromMe: false }].flatMap(
          (forged) => [
            {
              event: 'messages.edited',
              data: {
                key: forged,
                type: 'MESSAGE_EDIT',
                editedMessage,
                timestampMs: '1795368195000',
              },
            },
            { event: 'messages.edited', data: { key: forged, type: 'REVOKE' } },
          ],
        ),
        { event: 'messages.delete', data: { remoteJid: jid, fromMe: false, id } },
        {
          event: 'messages.upsert',
          data: {
            key: { remoteJid: jid, fromMe: false, id: webId() },
            message: { reactionMessage: { key: { id, fromMe: true }, text } },
            messageTimestamp: web.timestamp,
          },
        },
      ],
      waha: [
        {
          event: 'message.edited',
          payload: { ...web, id: `false_${from}@c.us_${webId()}`, body: text, editedMessageId: id },
        },
        {
          event: 'message.revoked',
          payload: {
            after: { ...web, id: `false_${from}@c.us_${webId()}`, body: null },
            before: null,
            revokedMessageId: id,
          },
        },
        {
          event: 'message.reaction',
          payload: {
            ...web,
            id: `false_${from}@c.us_${webId()}`,
            reaction: { text, messageId: `true_${from}@c.us_${id}` },
          },
        },
      ],
      cloud: [
        {
          type: 'edit',
          edit: { original_message_id: id, message: { type: 'text', text: { body: text } } },
        },
        { type: 'revoke', revoke: { original_message_id: id } },
        { type: 'reaction', reaction: { message_id: id, emoji: text } },
      ].map((message) => ({
        entry: [
          {
            changes: [
              {
                field: 'messages',
                value: {
                  messages: [{ ...message, from, id: webId(), timestamp: String(web.timestamp) }],
                },
              },
            ],
          },
        ],
      })),
    };
    for (const body of bodies[remote]) expect(await fake.callback(address, body)).toEqual(ok);
  }

  test.each(remotes)(
    'of %s: a contact can neither rewrite nor erase our messages, nor those of other conversations',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const [ana, bob] = [newPhone(), newPhone()];
      const { network } = await fixture.sent('O valor é 100', ana);
      await fixture.note({ from: ana, text: 'Combinado', id: 'ANASFIRST' });
      await forge(fixture, bob, network, 'x');
      // Evolution does not report the chat of an edit: only the network's ids protect one contact from another there.
      if (remote !== 'evolution') await forge(fixture, bob, 'ANASFIRST', 'x');
      await forge(fixture, ana, network, '👍');
      const storedMessage = async (message: unknown) => {
        const [row] = await messaging.service.sql(
          `select content, edited_at, revoked_at, reactions::text,
             (select count(*)::int from message_versions v where v.message_id = m.id) as versions
           from messages m where m.inbox_id = $1 and m.msgapp_message_id = $2`,
          [fixture.inbox, message],
        );
        return row;
      };
      const untouched = { edited_at: null, revoked_at: null, versions: 0 };
      expect(await storedMessage(network)).toEqual({
        ...untouched,
        content: 'O valor é 100',
        // A reaction within the chat is allowed.
        reactions: '[{"direction":"incoming","emoji":"👍"}]',
      });
      expect(await storedMessage('ANASFIRST')).toEqual({
        ...untouched,
        content: 'Combinado',
        reactions: null,
      });
    },
  );

  test.each(remotes)('of %s accepts nothing for the message of another inbox', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const { network } = await fixture.sent();
    const team = await messaging.service.team();
    const others = [
      ...(await Promise.all(remotes.map((name) => messaging.fixture(name)))),
      await messaging.fixture(remote, { team }),
    ];
    for (const stranger of others) {
      // Known in the other inbox, with its proof.
      expect(await stranger.confirm(network, 'read')).toEqual(ok);
      expect(await stranger.confirm(network, 'failed')).toEqual(ok);
      // With the other inbox's proof at this endpoint.
      expect((await stranger.confirm(network, 'read', fixture.address)).status).toBe(401);
      expect((await fixture.confirm(network, 'read', stranger.address)).status).toBe(401);
      expect(await stranger.events()).toEqual([]);
    }
    expect(await fixture.message()).toMatchObject({ status: 'sent', status_reason: null });
    expect(await fixture.events()).toEqual([]);
  });

  test('confirms our address to cloud only', async () => {
    const fixture = await messaging.cloud();
    const [, , token = ''] = fixture.secrets;
    const ask = (query: Record<string, string>) =>
      fetch(`${fixture.address}?${new URLSearchParams(query)}`);
    const good = {
      'hub.mode': 'subscribe',
      'hub.verify_token': token,
      'hub.challenge': '<b>1158201444',
    };
    const answer = await ask(good);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<b>1158201444');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await fixture.fake.handshake(fixture.address, token, '42')).toEqual({
      status: 200,
      text: '42',
    });
    const { 'hub.challenge': _, ...unasked } = good;
    const wrong: Record<string, string>[] = [
      {},
      unasked,
      { ...good, 'hub.verify_token': 'wrong' },
      { ...good, 'hub.verify_token': '' },
      { ...good, 'hub.verify_token': `${token} ` },
      { ...good, 'hub.mode': 'unsubscribe' },
      { 'hub.verify_token': token, 'hub.challenge': '1' },
      { 'hub.mode': 'subscribe', 'hub.challenge': '1' },
    ];
    for (const query of wrong) {
      const refusal = await ask(query);
      expect({ query, status: refusal.status }).toEqual({ query, status: 401 });
      expect(await refusal.text()).not.toContain('1158201444');
    }
    for (const remote of sessions) {
      const otherFixture = await messaging.fixture(remote);
      const [, secret = ''] = otherFixture.secrets;
      const query = new URLSearchParams({ ...good, 'hub.verify_token': secret });
      expect((await deliver(`${otherFixture.address}?${query}`, 'GET')).status).toBe(401);
    }
  });

  test.each(remotes)('of %s accepts up to 4 MiB', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const { network } = await fixture.sent();
    const most = 4_194_304;
    const padded = (size: number) => readOf(remote, network).padEnd(size, ' ');
    const answer = await fixture.fake.callback(fixture.address, padded(most + 1));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
    expect(await statusesOf(fixture)).toEqual(['sent']);
    expect(await fixture.fake.callback(fixture.address, padded(most))).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['read']);
  });

  test.each(remotes)('of %s is not rate-limited and needs no API key', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const response = await fetch(fixture.address, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    expect(response.headers.get('ratelimit')).toBeNull();
    const put = await fetch(fixture.address, { method: 'PUT', body: '{}' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('an incoming message', () => {
  const contactsOf = async (fixture: Fixture, ...numbers: string[]) =>
    messaging.service.sql(
      'select id, phone, jid, push_name from contacts where team_id = $1 and phone = any($2)',
      [fixture.team.id, numbers],
    );
  const conversationsOf = async (fixture: Fixture) =>
    (await fixture.team.get(`/msgapp/conversations?inbox_id=${fixture.inbox}`)).body.data as Json[];

  test.each(remotes)(
    'through %s creates contact and conversation, and emits an event',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const from = newPhone();
      const id = webId();
      expect(await fixture.note({ from, name: ' João ', text: 'Olá, ação 🎉 / \\ "', id })).toEqual(
        ok,
      );
      const contacts = await contactsOf(fixture, from);
      expect(contacts).toEqual([
        { id: expect.any(String), phone: from, jid: `${from}@s.msgapp.net`, push_name: 'João' },
      ]);
      const [conversation, ...more] = await conversationsOf(fixture);
      expect(more).toEqual([]);
      expect(conversation).toMatchObject({ inbox_id: fixture.inbox, contact_id: contacts[0]?.id });
      expect(await fixture.messages()).toEqual([
        {
          id: expect.any(String),
          conversation_id: conversation?.id,
          remote_jid: `${from}@s.msgapp.net`,
          msgapp_message_id: id,
          direction: 'incoming',
          message_type: 'text',
          content: 'Olá, ação 🎉 / \\ "',
          status: 'received',
          status_reason: null,
          origin: 'contact',
        },
      ]);
      expect(await fixture.events()).toEqual([['msgapp.message.received', 'received', null]]);
      // The answer goes to the same conversation.
      const answer = await fixture.sent('Oi!', from);
      expect(answer.conversation_id).toBe(conversation?.id);
      expect(fixture.fake.sends.map(({ to }) => to)).toEqual([from]);
    },
  );

  test.each(remotes)('through %s is stored once, however often it arrives', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const note = { from: newPhone(), text: 'Uma vez', id: webId() };
    expect(await fixture.note(note)).toEqual(ok);
    const before = await conversationsOf(fixture);
    for (let i = 0; i < 2; i += 1) expect(await fixture.note(note)).toEqual(ok);
    expect(await fixture.messages()).toHaveLength(1);
    // The conversation's time is unchanged.
    expect(await conversationsOf(fixture)).toEqual(before);
    const otherMessage = { from: newPhone(), text: 'Outra', id: webId() };
    const all = await Promise.all(Array.from({ length: 10 }, () => fixture.note(otherMessage)));
    expect(all).toEqual(all.map(() => ok));
    expect(await fixture.messages()).toHaveLength(2);
    expect(await fixture.events()).toHaveLength(2);
    expect(await contactsOf(fixture, note.from, otherMessage.from)).toHaveLength(2);
    expect(await conversationsOf(fixture)).toHaveLength(2);
    // The id alone identifies the message, for any alleged author.
    const stranger = newPhone();
    expect(await fixture.note({ ...note, from: stranger })).toEqual(ok);
    expect(await contactsOf(fixture, stranger)).toEqual([]);
    expect(await fixture.messages()).toHaveLength(2);
    // The id is the network's: in another inbox it is another message.
    const second = await messaging.fixture(remote);
    expect(await second.note(note)).toEqual(ok);
    expect(await second.messages()).toHaveLength(1);
    expect(await contactsOf(fixture, note.from)).toHaveLength(1);
  });

  test.each(remotes)(
    'through %s: many of a new contact at once are one conversation',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const from = newPhone();
      const texts = Array.from({ length: 10 }, (_, i) => `mensagem ${i}`);
      const all = await Promise.all(texts.map((text) => fixture.note({ from, text })));
      expect(all).toEqual(all.map(() => ok));
      const stored = await fixture.messages();
      expect(stored.map(({ content }) => content).sort()).toEqual(texts);
      expect(new Set(stored.map((message) => message.conversation_id)).size).toBe(1);
      expect(await contactsOf(fixture, from)).toHaveLength(1);
      expect(await fixture.events()).toHaveLength(10);
    },
  );

  test.each(remotes)('through %s updates the name that the contact announces', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const from = newPhone();
    const contact = await fixture.team.create('contacts', {
      phone: from,
      custom_name: 'Dona Maria',
    });
    const first = { from, name: 'Maria', id: webId() };
    await fixture.note(first);
    const named = async () => (await fixture.team.get(`/msgapp/contacts/${contact.id}`)).data;
    expect(await named()).toMatchObject({ push_name: 'Maria', custom_name: 'Dona Maria' });
    await fixture.note({ from, name: 'Maria Silva' });
    expect((await named()).push_name).toBe('Maria Silva');
    const { updated_at } = await named();
    expect(updated_at).not.toBe(contact.updated_at);
    // A repeat, or a message without a name, changes nothing.
    await fixture.note(first);
    await fixture.note({ from, name: '' });
    await fixture.note({ from, name: ' \0 ' });
    await fixture.note({ from, name: 'Maria Silva' });
    expect(await named()).toMatchObject({ push_name: 'Maria Silva', updated_at });
    await fixture.note({ from, name: `${'n'.repeat(300)}` });
    expect((await named()).push_name).toBe('n'.repeat(255));
    expect(await fixture.messages()).toHaveLength(6);
  });

  const spellings: [known: string, from: string][] = [
    ['5511987651001', '551187651001'],
    ['551187651002', '5511987651002'],
    ['5511987651003', '5511987651003'],
    ['551187651004', '551187651004'],
  ];
  test.each(remotes)(
    'through %s finds the contact with and without the ninth digit',
    async (remote) => {
      const fixture = await messaging.fixture(remote, { team: await messaging.service.team() });
      for (const [storedPhone, from] of spellings) {
        const contact = await fixture.team.create('contacts', { phone: storedPhone });
        expect(await fixture.note({ from, name: 'Nona' })).toEqual(ok);
        expect(await contactsOf(fixture, storedPhone, from)).toMatchObject([
          { id: contact.id, phone: storedPhone, push_name: 'Nona' },
        ]);
        const [conversation] = await conversationsOf(fixture);
        expect(conversation).toMatchObject({ contact_id: contact.id });
      }
      const jids = (await fixture.messages()).map(({ remote_jid }) => remote_jid);
      expect(jids).toEqual(spellings.map(([phone]) => `${phone}@s.msgapp.net`));
      // If both are contacts, the exact spelling wins.
      const both = ['5511987651009', '551187651009'];
      for (const phone of both) await fixture.team.create('contacts', { phone });
      for (const from of [...both, ...both.toReversed()])
        expect(await fixture.note({ from })).toEqual(ok);
      const latest = (await fixture.messages()).slice(-4).map(({ remote_jid }) => remote_jid);
      expect(latest.map((jid) => jid.split('@')[0])).toEqual([...both, ...both.toReversed()]);
      // A landline and a foreign number have no ninth digit.
      for (const [storedPhone, from] of [
        ['5511933334444', '551133334444'],
        ['551133335555', '5511933335555'],
        ['1119876510010', '111876510010'],
      ] as const) {
        await fixture.team.create('contacts', { phone: storedPhone });
        expect(await fixture.note({ from })).toEqual(ok);
        expect(await contactsOf(fixture, storedPhone, from)).toHaveLength(2);
      }
    },
  );

  test('from a number in cloud’s spelling answers the contact that was written to', async () => {
    const fixture = await messaging.cloud();
    const first = await fixture.sent('Oi', '5531987659999');
    await fixture.note({ from: '5531987659999' });
    const [, incoming] = await fixture.messages();
    expect(incoming).toMatchObject({
      direction: 'incoming',
      conversation_id: first.conversation_id,
      remote_jid: '5531987659999@s.msgapp.net',
    });
    expect(await contactsOf(fixture, '5531987659999', '553187659999')).toHaveLength(1);
  });

  const hidden: [string, () => Promise<Fixture>][] = [
    ['evolution', () => messaging.evolution()],
    ...(['NOWEB', 'GOWS'] as const).map((engine: Engine): [string, () => Promise<Fixture>] => [
      `waha (${engine})`,
      () => messaging.waha({ engine }),
    ]),
  ];
  test.each(hidden)(
    'from a hidden id through %s belongs to the reported number',
    async (_, open) => {
      const fixture = await open();
      const from = newPhone();
      const message = { from, name: 'Lia', text: 'Oi', lid: true };
      const fake = fixture.fake as Gateway<string> & {
        receive(to: string, note: typeof message): Promise<typeof ok>;
      };
      expect(await fake.receive(fixture.address, message)).toEqual(ok);
      expect((await fixture.messages()).map(({ remote_jid }) => remote_jid)).toEqual([
        `${from}@s.msgapp.net`,
      ]);
      expect(await contactsOf(fixture, from)).toHaveLength(1);
      expect(await contactsOf(fixture, '123456789012345')).toEqual([]);
      expect(await fixture.events()).toHaveLength(1);
    },
  );

  const key = (more: object) => ({
    event: 'messages.upsert',
    data: {
      key: { id: webId(), fromMe: false, ...more },
      pushName: 'X',
      message: { conversation: 'Oi' },
    },
  });
  const payload = (more: object, event = 'message') => ({
    event,
    payload: {
      id: `false_x_${webId()}`,
      fromMe: false,
      to: '5511900000000@c.us',
      body: 'Oi',
      hasMedia: false,
      ...more,
    },
  });
  const change = (more: object, field = 'messages') => ({
    entry: [
      {
        changes: [
          {
            field,
            value: {
              messages: [
                { id: webId(), from: '5511987650000', type: 'text', text: { body: 'Oi' }, ...more },
              ],
            },
          },
        ],
      },
    ],
  });
  const leftOut: [Remote, string, object][] = [
    [
      'evolution',
      'a group',
      key({
        remoteJid: '120363000000000001@g.us',
        participant: '5511987650000@s.whatsapp.net',
        senderPn: '5511987650000@s.whatsapp.net',
      }),
    ],
    [
      'evolution',
      'a status',
      key({
        remoteJid: 'status@broadcast',
        participant: '5511987650000@s.whatsapp.net',
        senderPn: '5511987650000@s.whatsapp.net',
      }),
    ],
    [
      'evolution',
      'a channel',
      key({ remoteJid: '120363000000000002@newsletter', senderPn: '5511987650000' }),
    ],
    ['evolution', 'no sender', key({})],
    ['evolution', 'no id', key({ remoteJid: '5511987650000@s.whatsapp.net', id: undefined })],
    ['evolution', 'too long a number', key({ remoteJid: '5511987650000555@s.whatsapp.net' })],
    [
      'waha',
      'a group',
      payload({ from: '120363000000000001@g.us', participant: '5511987650000@c.us' }),
    ],
    ['waha', 'a status', payload({ from: 'status@broadcast', participant: '5511987650000@c.us' })],
    ['waha', 'a channel', payload({ from: '120363000000000002@newsletter' })],
    ['waha', 'no sender', payload({})],
    [
      'waha',
      'our own to a group',
      payload({ from: '5511900000000@c.us', fromMe: true, to: '1203@g.us' }, 'message.any'),
    ],
    ['waha', 'a reaction', payload({ from: '5511987650000@c.us' }, 'message.reaction')],
    ['waha', 'no id', payload({ from: '5511987650000@c.us', id: undefined })],
    ['cloud', 'a system notice', change({ type: 'system', system: { body: 'changed' } })],
    ['cloud', 'no sender', change({ from: undefined })],
    ['cloud', 'another field', change({}, 'message_echoes')],
    ['cloud', 'no id', change({ id: undefined })],
  ];
  test.each(leftOut)('of %s that is %s is ignored', async (remote, _, body) => {
    const fixture = await messaging.fixture(remote, { team: await messaging.service.team() });
    expect(await fixture.fake.callback(fixture.address, body as Json)).toEqual(ok);
    expect(await fixture.messages()).toEqual([]);
    expect(await conversationsOf(fixture)).toEqual([]);
    const rows = await messaging.service.sql('select 1 from contacts where team_id = $1', [
      fixture.team.id,
    ]);
    expect(rows).toEqual([]);
    expect(await fixture.events()).toEqual([]);
  });

  const kinds: [Remote, object, type: string, content: string][] = [
    ['evolution', { extendedTextMessage: { text: 'longo' } }, 'text', 'longo'],
    ['evolution', { ephemeralMessage: { message: { conversation: 'some' } } }, 'text', 'some'],
    [
      'evolution',
      { viewOnceMessageV2: { message: { imageMessage: { caption: 'vê' } } } },
      'image',
      'vê',
    ],
    ['evolution', { imageMessage: { caption: 'foto' } }, 'image', 'foto'],
    ['evolution', { audioMessage: {} }, 'audio', ''],
    ['evolution', { documentMessage: { caption: 'nota' } }, 'document', 'nota'],
    ['waha', { hasMedia: true, body: '' }, 'document', ''],
    ['waha', { hasMedia: true, body: 'foto' }, 'document', 'foto'],
    ['cloud', { type: 'image', image: { caption: 'foto' } }, 'image', 'foto'],
    ['cloud', { type: 'contacts', contacts: [{}] }, 'contacts', ''],
    ['cloud', { type: 'button', button: { text: 'Sim' } }, 'button_reply', 'Sim'],
    [
      'cloud',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Opção' } },
      },
      'list_reply',
      'Opção',
    ],
  ];
  test.each(kinds)('of %s that is %j is stored as %s', async (remote, what, type, content) => {
    const fixture = await messaging.fixture(remote);
    const from = newPhone();
    const jid = `${from}@s.whatsapp.net`;
    const body = {
      evolution: {
        event: 'messages.upsert',
        data: { key: { id: webId(), remoteJid: jid }, message: what },
      },
      waha: payload({ from: `${from}@c.us`, ...what }),
      cloud: change({ from, ...what }),
    }[remote];
    expect(await fixture.fake.callback(fixture.address, body)).toEqual(ok);
    expect(await fixture.message()).toMatchObject({
      message_type: type,
      content,
      direction: 'incoming',
    });
  });

  test('of evolution may have the format of an older version, or arrive with others', async () => {
    const fixture = await messaging.evolution();
    const [a, b, c] = [newPhone(), newPhone(), newPhone()];
    const of = (more: object, text: string) => ({
      key: { id: webId(), fromMe: false, ...more },
      message: { conversation: text },
    });
    await fixture.fake.event(fixture.address, 'messages.upsert', [
      of({ remoteJid: '1@lid', senderPn: `${a}@s.whatsapp.net` }, 'a'),
      of({ remoteJid: '120363@g.us' }, 'grupo'),
      of({ remoteJid: `${b}:12@s.whatsapp.net` }, 'b'),
      of({ remoteJid: `${c}@c.us` }, 'c'),
    ]);
    const stored = await fixture.messages();
    expect(stored.map(({ content, remote_jid }) => [content, remote_jid.split('@')[0]])).toEqual([
      ['a', a],
      ['b', b],
      ['c', c],
    ]);
  });

  test.each(['WEBJS', 'NOWEB', 'GOWS'] as const)(
    'of waha (%s) names its author',
    async (engine) => {
      const fixture = await messaging.waha({ engine });
      const from = newPhone();
      await fixture.note({ from, name: 'Ana Júlia' });
      expect(await contactsOf(fixture, from)).toMatchObject([{ push_name: 'Ana Júlia' }]);
    },
  );

  test('of waha that arrives as two events is one', async () => {
    const fixture = await messaging.waha();
    const message = { from: newPhone(), name: 'Ana', text: 'Oi', id: webId() };
    await fixture.fake.receive(fixture.address, { ...message, event: 'message' });
    await fixture.fake.receive(fixture.address, { ...message, event: 'message.any' });
    expect(await fixture.messages()).toHaveLength(1);
    expect(await fixture.events()).toHaveLength(1);
  });

  test('of cloud verifies if accents are escaped', async () => {
    const fixture = await messaging.cloud({ escaped: true });
    const from = newPhone();
    expect(await fixture.note({ from, name: 'Conceição', text: 'Olá, ação 🎉 é a/b' })).toEqual(ok);
    expect(await fixture.message()).toMatchObject({ content: 'Olá, ação 🎉 é a/b' });
    expect(await contactsOf(fixture, from)).toMatchObject([{ push_name: 'Conceição' }]);
  });

  const texts: [string, input: string, stored: string][] = [
    ['NUL', 'a\0b\0', 'ab'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['70,000 characters', 'ç'.repeat(70_000), 'ç'.repeat(65_536)],
    ['70,000 emoji', '🎉'.repeat(70_000), '🎉'.repeat(65_536)],
    ['blanks', '  a \n', '  a \n'],
  ];
  test.each(remotes.flatMap((remote) => texts.map((text) => [remote, ...text] as const)))(
    'through %s with %s is stored',
    async (remote, _, input, stored) => {
      const fixture = await messaging.fixture(remote);
      const from = newPhone();
      expect(await fixture.note({ from, text: input, name: `Zé${input}`.slice(0, 300) })).toEqual(
        ok,
      );
      const { content } = await fixture.message();
      expect(content.length).toBe(stored.length);
      expect(content === stored).toBe(true);
      expect(await fixture.events()).toEqual([['msgapp.message.received', 'received', null]]);
      const [contact] = await contactsOf(fixture, from);
      expect(String(contact?.push_name).startsWith('Zé')).toBe(true);
    },
  );
});

describe('secrets', () => {
  test.each(remotes)('are masked if %s repeats them', async (remote) => {
    const secrets = [...(await messaging.fixture(remote)).secrets];
    const message = `recebi\n${secrets.join('\t')} e ${secrets[0]}`;
    const server = await messaging.answering({
      status: remote === 'evolution' ? 201 : 400,
      body: JSON.stringify(remote === 'cloud' ? { error: { code: 100, message } } : { message }),
    });
    const [key = '', hook = '', verify = ''] = secrets;
    const fixture = await messaging.fixture(remote, {
      config:
        remote === 'cloud'
          ? { url: server.url, access_token: key, app_secret: hook, verify_token: verify }
          : { url: server.url, api_key: key, webhook_secret: hook },
    });
    const answer = await fixture.send();
    expect(answer.status).toBe(502);
    const masked = `recebi ${secrets.map(() => '…').join(' ')} e …`;
    expect(answer.error.message).toContain(masked);
    expect((await fixture.message()).status_reason).toContain(masked);
  });

  test('appear in no answer, reason, log or database row, and no request is repeated', async () => {
    // Two requests of the service's own operation, to have them in the log whichever tests run.
    for (const remote of remotes) {
      const fixture = await messaging.fixture(remote);
      fixture.fake.mode = 'unauthorized';
      await fixture.send();
    }
    const { sql } = messaging.service;
    const dump = JSON.stringify([
      await sql('select * from messages'),
      await sql('select * from events'),
      await sql('select * from early_confirmations'),
      await sql('select * from conversations'),
      await sql('select * from contacts'),
      await sql(`select id, name, encode(config, 'escape') as config from inboxes`),
    ]);
    const log = messaging.log.join('');
    expect(log).toContain('a message was not sent');
    expect(log).toContain('"cause":"credentials"');
    const texts = { dump, log, answers: messaging.answers.join('') };
    const secrets = messaging.stages.flatMap((fixture) => fixture.secrets);
    expect(secrets.length).toBeGreaterThan(6);
    for (const [place, text] of Object.entries(texts)) {
      const seen = secrets.filter((secret) => text.includes(secret));
      expect({ place, seen }).toEqual({ place, seen: [] });
    }
    // Phone numbers and texts of people do not belong in the log, either.
    expect(log).not.toMatch(/Bom dia|Chegou\?|Olá/);
    expect(log).not.toContain('55119700');
  });

  test('and no gateway is called again, regardless of how its answer was lost', () => {
    for (const { remote, fake, asked: expected } of messaging.stages)
      expect(fake.requests, `requests to ${remote}`).toBeLessThanOrEqual(expected);
  });
});

/** Health of an inbox's connection, as the messaging service determines it. */
async function healthOf({ team, inbox, remote }: Fixture) {
  const { secrets, sql, messaging: gateways } = messaging.service;
  const [row] = await sql('select config from inboxes where id = $1', [inbox]);
  const stored = { team: team.id, inbox, gateway: remote, config: row?.config as Buffer };
  const connection = connectionOf(secrets, stored);
  if ('code' in connection) throw new Error(connection.text);
  return gateways.service.health(connection);
}

describe('the health of a connection', () => {
  const modes = ['unauthorized', 'missing', 'throttled', 'error', 'hang', 'reset', 'redirect'];

  test.each(remotes)(
    'of %s is reported in every failure, and the check sends nothing',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const healthy = await healthOf(fixture);
      expect(healthy).toMatchObject({
        connected: true,
        found: { code: expect.any(String), text: expect.stringMatching(/.+/) },
      });
      const findings = new Set([healthy.found.text]);
      for (const mode of modes) {
        fixture.fake.healthMode = mode;
        const health = await healthOf(fixture);
        expect({ mode, ...health }).toMatchObject({ mode, connected: false });
        findings.add(health.found.text);
      }
      await fixture.fake.close();
      const gone = await healthOf(fixture);
      expect(gone).toMatchObject({
        connected: false,
        found: { code: 'unreached', text: expect.stringMatching(/reached/) },
      });
      expect(findings.size).toBeGreaterThan(4);
      expect(fixture.fake.sends).toEqual([]);
      for (const secret of fixture.secrets)
        expect([...findings, gone.found.text].join()).not.toContain(secret);
      fixture.asked = fixture.fake.requests;
    },
  );

  test.each(sessions)('of %s is bad while its session is not online', async (remote) => {
    const fixture = await messaging.fixture(remote);
    fixture.fake.connected = false;
    const state = { evolution: 'close', waha: 'SCAN_QR_CODE' }[remote];
    const health = await healthOf(fixture);
    expect(health.connected).toBe(false);
    expect(health.found.text.split(';')[0]).toBe(`the session is ${state}`);
    fixture.asked = 1;
  });
});

describe('unusual content from gateways and its limits', () => {
  const keyOf = (remote: Remote) => (remote === 'cloud' ? 'access_token' : 'api_key');

  test.each(sessions)('an outgoing message with NUL (%s) is accepted', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const to = newPhone();
    const payload =
      remote === 'evolution'
        ? {
            event: 'send.message',
            data: {
              key: { remoteJid: `${to}@s.whatsapp.net`, fromMe: true, id: webId() },
              message: { conversation: 'a\0b' },
            },
          }
        : {
            event: 'message.any',
            payload: {
              id: `true_${to}@c.us_${webId()}`,
              fromMe: true,
              to: `${to}@c.us`,
              body: 'a\0b',
            },
          };
    expect(await fixture.fake.callback(fixture.address, payload)).toEqual(ok);
  });

  test('a message of evolution that is wrapped 30 times is accepted, and one wrapped 100,000 times is refused', async () => {
    const fixture = await messaging.evolution();
    const wrapped = (depth: number) => {
      const message = `${'{"ephemeralMessage":{"message":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
      const key = `{"id":"x","remoteJid":"${newPhone()}@s.whatsapp.net"}`;
      const body = `{"event":"messages.upsert","data":{"key":${key},"message":${message}}}`;
      return fixture.fake.callback(fixture.address, body);
    };
    expect(await wrapped(30)).toEqual(ok);
    expect(await wrapped(100_000)).toMatchObject({ status: 400 });
  });

  test.each(remotes)('a part of a secret is masked too (%s)', async (remote) => {
    const [secret = ''] = (await messaging.fixture(remote)).secrets;
    const message = `${'y'.repeat(185)} ${secret}`;
    const server = await messaging.answering({
      status: remote === 'evolution' ? 201 : 400,
      body: JSON.stringify(remote === 'cloud' ? { error: { code: 100, message } } : { message }),
    });
    const config = { url: server.url, [keyOf(remote)]: secret };
    const answer = await (await messaging.fixture(remote, { config })).send();
    expect(answer.status).toBe(502);
    expect(answer.text).not.toContain(secret.slice(0, 8));
  });

  test.each(remotes)('a key that is invalid in a header (%s) is a 502', async (remote) => {
    const fixture = await messaging.fixture(remote, { config: { [keyOf(remote)]: 'chave→' } });
    const answer = await fixture.send();
    expect(answer.status).toBe(502);
    expect(await statusesOf(fixture)).toEqual(['failed']);
  });

  test('an instance name that is invalid in a path is a 502', async () => {
    const fixture = await messaging.evolution({ config: { instance: 'a\ud800' } });
    expect((await fixture.send()).status).toBe(502);
    expect(await statusesOf(fixture)).toEqual(['failed']);
  });

  test('the refusal of an oversized callback names the limit', async () => {
    const fixture = await messaging.evolution();
    const answer = await fixture.fake.callback(fixture.address, ' '.repeat(4_194_305));
    expect(answer.text).toContain('4194304');
  });

  test('concurrent messages in both spellings create one contact', async () => {
    const fixture = await messaging.evolution();
    for (let i = 0; i < 10; i += 1) {
      const numbers = [`551198765200${i}`, `55118765200${i}`];
      await Promise.all([...numbers, ...numbers].map((from) => fixture.note({ from })));
      const contacts = await messaging.service.sql('select 1 from contacts where phone = any($1)', [
        numbers,
      ]);
      expect(contacts).toHaveLength(1);
    }
  });

  test('the answer to a message that cloud failed before answering has no reason', async () => {
    const fixture = await messaging.cloud();
    fixture.fake.onSend = ({ id }) => fixture.confirm(id, 'failed');
    expect(await fixture.sent()).toMatchObject({ status: 'sent', status_reason: null });
  });

  test('a confirmation that the answer overtakes is not lost if nothing else waits', async () => {
    const fixture = await messaging.evolution();
    expect(await overtaken(fixture)).toEqual(['read']);
  });

  test('the health of cloud is bad while its number is not connected', async () => {
    const fixture = await messaging.cloud();
    fixture.fake.connected = false;
    expect((await healthOf(fixture)).connected).toBe(false);
  });

  /** Callbacks that name another session than the inbox's, and then its own. */
  async function tellElsewhere(
    fixture: Fixture,
    name: (session: string) => void,
    ownSession: string,
  ) {
    const { network } = await fixture.sent();
    name('another');
    expect(await fixture.confirm(network, 'read')).toEqual(ok);
    expect(await fixture.note({ from: newPhone(), name: 'Ana', text: 'Oi' })).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['sent']);
    name(ownSession);
    expect(await fixture.confirm(network, 'read')).toEqual(ok);
    expect(await statusesOf(fixture)).toEqual(['read']);
  }

  test('callbacks for another instance or session are ignored', async () => {
    const evolution = await messaging.evolution();
    const setInstance = (name: string) => {
      evolution.fake.instance = name;
    };
    await tellElsewhere(evolution, setInstance, evolution.fake.instance);
    const waha = await messaging.waha();
    const setSession = (name: string) => {
      waha.fake.session = name;
    };
    await tellElsewhere(waha, setSession, waha.fake.session);
  });

  test('the network’s report overrides that of a failed gateway, and nothing else (cloud)', async () => {
    const fixture = await messaging.cloud();
    for (const [mode, status] of [
      ['error', 'read'],
      ['rejected', 'failed'],
    ] as const) {
      const to = newPhone();
      fixture.fake.behave(to, mode);
      const answer = await fixture.send('Bom dia', to);
      expect(answer.status).toBe(502);
      const { id = '' } = (await fixture.messages()).at(-1) ?? {};
      const more = { biz_opaque_callback_data: id };
      await fixture.fake.confirm(fixture.address, webId(), 'read', more);
      expect((await fixture.messages()).at(-1)).toMatchObject({ id, status });
    }
  });

  test.each(sessions)(
    'the same text sent twice to one person is settled by two echoes (%s)',
    async (remote) => {
      const fixture = await messaging.fixture(remote);
      const to = newPhone();
      fixture.fake.mode = 'reset';
      for (const _ of [1, 2]) expect((await fixture.send('Bom dia!', to)).status).toBe(502);
      const ids = fixture.fake.sends.map(({ id }) => id);
      for (const id of ids)
        await (
          fixture.fake as unknown as { sent(to: string, message: Json): Promise<unknown> }
        ).sent(fixture.address, { to, text: 'Bom dia!', id });
      for (const id of ids) await fixture.confirm(id, 'read');
      const settled = await fixture.messages();
      expect(settled.map(({ status }) => status)).toEqual(['read', 'read']);
      expect(settled.map(({ msgapp_message_id }) => msgapp_message_id)).toEqual(ids);
    },
  );

  test('a message typed on the phone settles none of ours (waha)', async () => {
    const fixture = await messaging.waha();
    const to = newPhone();
    const { network } = await lost(fixture, 'Bom dia', to);
    await fixture.fake.event(fixture.address, 'message.any', {
      id: `true_${to}@c.us_${network}`,
      fromMe: true,
      source: 'app',
      to: `${to}@c.us`,
      body: 'Bom dia',
    });
    expect(await fixture.messages()).toMatchObject([
      { origin: null, status: 'pending', msgapp_message_id: null },
      { origin: 'phone', direction: 'outgoing', content: 'Bom dia' },
    ]);
  });

  test('a message to another number of the account is not stored in the inbox', async () => {
    const fixture = await messaging.cloud();
    const messages = [{ from: newPhone(), name: 'Ana', text: 'Oi' }];
    await fixture.fake.batch(fixture.address, [[{ messages, phoneNumberId: '999' }]]);
    expect(await fixture.messages()).toEqual([]);
  });
});

describe('the order of a conversation is that of writing', () => {
  const contentsOf = async ({ team }: Fixture, conversation: unknown, sort: string) => {
    const path = `/msgapp/conversations/${conversation}/messages?limit=100&sort=${sort}`;
    return ((await team.get(path)).body.data as Json[]).map(({ content }) => content);
  };

  test.each(sessions)('regardless of the clock of the network (%s)', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const { fake } = fixture;
    fake.lag = 40;
    const to = newPhone();
    fake.behave(to, 'disconnected', 'ok', 'error', 'ok');
    const contents = ['not sent', 'sent', 'not sent, either', 'sent, too'];
    const statuses: number[] = [];
    for (const content of contents) statuses.push((await fixture.send(content, to)).status);
    expect(statuses).toEqual([502, 201, 502, 201]);
    const [first] = await fixture.messages();
    expect(await contentsOf(fixture, first?.conversation_id, 'sent_at')).toEqual(contents);
    expect(await contentsOf(fixture, first?.conversation_id, '-sent_at')).toEqual(
      contents.toReversed(),
    );
  });

  test('also if the outcome of a send is known late', async () => {
    const fixture = await messaging.evolution();
    const to = newPhone();
    const { network, conversation_id } = await lost(fixture, 'lost', to);
    await fixture.sent('sent', to);
    fixture.fake.lag = -40;
    await fixture.fake.sent(fixture.address, { to, text: 'lost', id: network });
    expect((await fixture.messages()).map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(await contentsOf(fixture, conversation_id, 'sent_at')).toEqual(['lost', 'sent']);
  });

  test('within a second, the order of storage, regardless of the clocks of nodes and browsers', async () => {
    const fixture = await messaging.evolution();
    const from = newPhone();
    await fixture.note({ from, text: 'question' });
    await fixture.sent('answer', from);
    await fixture.note({ from, text: 'thanks' });
    const { sql } = messaging.service;
    // Ids of nodes with different clocks, within one second of the network.
    await sql(
      `update messages m set sent_at = '2026-11-01T12:00:00Z', created_at = timestamptz '2026-11-01T12:00:00.1Z' + n * interval '0.1 s',
         id = ('01a1fab6-0c3b-7d11-9e52-6a4f0e0c9b' || (90 - n))::uuid
       from (select id, row_number() over (order by created_at, id) as n from messages where inbox_id = $1) x where m.id = x.id`,
      [fixture.inbox],
    );
    const [first] = await fixture.messages();
    const contents = ['question', 'answer', 'thanks'];
    expect(await contentsOf(fixture, first?.conversation_id, 'sent_at')).toEqual(contents);
    const pages: unknown[] = [];
    let path: string | undefined =
      `/msgapp/conversations/${first?.conversation_id}/messages?limit=1&sort=sent_at`;
    while (path !== undefined) {
      const { body, headers } = await fixture.team.get(path);
      pages.push(...(body.data as Json[]).map(({ content }) => content));
      path = /<[^>]*\/v1([^>]+)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    expect(pages).toEqual(contents);
  });
});

describe('the advertisement through which a contact started to write', () => {
  const click = 'Aff-n8ZTODiE79d22KtAwQKj9e_mIEOOj27vDVwFjN80dp4';
  const advertisement = {
    title: 'Fale com a gente',
    body: 'Identidade visual em duas semanas.',
    source_url: 'https://fb.me/3cr4Wqqkv',
    source_id: '120226305854810726',
    source_type: 'ad',
    ctwa_clid: click,
  };
  const { title, body, source_url: sourceUrl, source_id: sourceId } = advertisement;
  /** WAProto.proto, ContextInfo.ExternalAdReplyInfo, as in Baileys. */
  const external = {
    title,
    body,
    mediaType: 1,
    thumbnailUrl: 'https://scontent.example/t.jpg',
    sourceType: 'ad',
    sourceId,
    sourceUrl,
    showAdAttribution: true,
    ctwaClid: click,
  };
  const { sourceId: _, sourceUrl: __, ...further } = external;
  /** facebook/openapi, business-messaging-api_v23.0.yaml, ReferralObject. */
  const referral = {
    source_url: sourceUrl,
    source_id: sourceId,
    source_type: 'ad',
    body,
    headline: title,
    media_type: 'image',
    image_url: 'https://scontent.example/t.jpg',
    ctwa_clid: click,
    welcome_message: { text: 'Oi! Como podemos ajudar?' },
  };
  const text = 'Quero saber mais';
  const extended = (ad: object) => ({
    extendedTextMessage: { text: text, contextInfo: { externalAdReply: ad } },
  });

  const upsert = (from: string, more: object, fromMe = false) => ({
    event: 'messages.upsert',
    data: { key: { id: webId(), remoteJid: `${from}@s.whatsapp.net`, fromMe }, ...more },
  });
  const waha = (from: string, data: object, fromMe = false) => ({
    event: fromMe ? 'message.any' : 'message',
    payload: {
      id: `${fromMe}_${from}@c.us_${webId()}`,
      from: `${from}@c.us`,
      fromMe,
      source: 'app',
      body: text,
      hasMedia: false,
      _data: data,
    },
  });
  const ways: [string, Remote, (from: string) => Json][] = [
    [
      'evolution, next to the text',
      'evolution',
      (from) =>
        upsert(from, {
          message: { conversation: text },
          contextInfo: { externalAdReply: external },
        }),
    ],
    [
      'evolution, in a wrapped message',
      'evolution',
      (from) => upsert(from, { message: { ephemeralMessage: { message: extended(external) } } }),
    ],
    [
      'evolution, with a picture',
      'evolution',
      (from) =>
        upsert(from, {
          message: {
            imageMessage: { caption: text, contextInfo: { externalAdReply: external } },
          },
        }),
    ],
    ['waha, NOWEB', 'waha', (from) => waha(from, { message: extended(external) })],
    [
      'waha, GOWS',
      'waha',
      (from) =>
        waha(from, {
          Info: {},
          Message: extended({ ...further, sourceID: sourceId, sourceURL: sourceUrl }),
        }),
    ],
    [
      'cloud',
      'cloud',
      (from) => ({
        entry: [
          {
            changes: [
              {
                field: 'messages',
                value: {
                  messages: [{ from, id: webId(), type: 'text', text: { body: text }, referral }],
                },
              },
            ],
          },
        ],
      }),
    ],
  ];

  test.each(ways)('%s: is stored, answered and sent in the event', async (_way, remote, made) => {
    const fixture = await messaging.fixture(remote);
    expect(await fixture.fake.callback(fixture.address, made(newPhone()))).toEqual(ok);
    const { id, conversation_id } = await fixture.message();
    const path = `/msgapp/conversations/${conversation_id}/messages`;
    const [message] = (await fixture.team.get(path)).body.data as Json[];
    expect(message).toMatchObject({ id, content: text, referral: advertisement });
    const [event] = await messaging.service.sql(
      `select payload from events where record_id = $1 and type = 'msgapp.message.received'`,
      [id],
    );
    expect(JSON.parse(String(event?.payload))).toMatchObject({ data: { referral: advertisement } });
  });

  test('waha, WEBJS: has no ids', async () => {
    const fixture = await messaging.waha();
    const context = { title, description: body, sourceUrl, mediaType: 2, thumbnail: '/9j/4AAQS' };
    const data = { type: 'chat', ctwaContext: context };
    await fixture.fake.callback(fixture.address, waha(newPhone(), data));
    const { conversation_id } = await fixture.message();
    const path = `/msgapp/conversations/${conversation_id}/messages`;
    const [message] = (await fixture.team.get(path)).body.data as Json[];
    expect(message?.referral).toEqual({
      ...advertisement,
      source_id: null,
      source_type: null,
      ctwa_clid: null,
    });
  });

  test('is kept as far as it is text and a web address', async () => {
    const fixture = await messaging.evolution();
    const ads: [object, object | null][] = [
      [
        { title: 'T', sourceUrl: 'javascript:alert(1)' },
        { title: 'T', source_url: null },
      ],
      [
        { title: 'T', sourceUrl: 'https://a:b@evil.example/' },
        { title: 'T', source_url: null },
      ],
      [{ title: 'T', sourceUrl: `https://a.example/${'x'.repeat(3_000)}` }, { source_url: null }],
      [
        { title: 'a'.repeat(1_000), body: 'b'.repeat(9_000) },
        { title: 'a'.repeat(255), body: 'b'.repeat(2_000) },
      ],
      [
        { title: '\u0000A\nB', body: { toString: 'x' }, ctwaClid: 7 },
        { body: null, ctwa_clid: null },
      ],
      [
        { sourceType: 'ad', sourceUrl: 'file:///etc/passwd', thumbnailUrl: 'https://a.example' },
        null,
      ],
      [{}, null],
    ];
    for (const [ad, expected] of ads) {
      const from = newPhone();
      expect(
        await fixture.fake.callback(
          fixture.address,
          upsert(from, { message: { conversation: text }, contextInfo: { externalAdReply: ad } }),
        ),
      ).toEqual(ok);
      const stored = (await fixture.messages()).at(-1);
      const path = `/msgapp/conversations/${stored?.conversation_id}/messages`;
      const [message] = (await fixture.team.get(path)).body.data as Json[];
      if (expected === null) expect(message?.referral).toBeNull();
      else expect(message?.referral).toMatchObject(expected);
    }
  });

  test.each(sessions)('is absent from our own messages (%s)', async (remote) => {
    const fixture = await messaging.fixture(remote);
    const from = newPhone();
    const typed =
      remote === 'evolution'
        ? upsert(from, { message: extended(external) }, true)
        : waha(from, { message: extended(external) }, true);
    await fixture.fake.callback(fixture.address, typed);
    const { conversation_id, origin } = await fixture.message();
    const path = `/msgapp/conversations/${conversation_id}/messages`;
    const [message] = (await fixture.team.get(path)).body.data as Json[];
    expect([origin, message?.referral]).toEqual(['phone', null]);
  });
});

describe('messages between devices are ignored', () => {
  const inner: Json[] = [
    { pinInChatMessage: { type: 1, key: { id: 'X' } } },
    { keepInChatMessage: { keepType: 1, key: { id: 'X' } } },
    { callLogMesssage: { isVideo: false, callOutcome: 1 } },
    { protocolMessage: { type: 'EPHEMERAL_SETTING', ephemeralExpiration: 604_800 } },
  ];
  const wraps: ((message: Json) => Json)[] = [
    (message) => message,
    (message) => ({ messageContextInfo: { messageSecret: 'x' }, ...message }),
    (message) => ({ senderKeyDistributionMessage: { groupId: 'x' }, ...message }),
    (message) => ({ ephemeralMessage: { message } }),
    (message) => ({ ephemeralMessage: { message: { viewOnceMessageV2: { message } } } }),
    (message) => ({ deviceSentMessage: { destinationJid: 'x', message } }),
    (message) => ({ editedMessage: { message } }),
  ];
  const messagesOf = () => inner.flatMap((message) => wraps.map((wrap) => wrap(message)));

  const conversationsOf = async ({ inbox }: Fixture) =>
    messaging.service.sql('select id from conversations where inbox_id = $1', [inbox]);

  test.each([false, true])('evolution, written by us: %s', async (fromMe) => {
    const fixture = await messaging.evolution();
    for (const message of messagesOf())
      for (const event of fromMe ? ['messages.upsert', 'send.message'] : ['messages.upsert'])
        expect(
          await fixture.fake.event(fixture.address, event, {
            key: { id: webId(), remoteJid: `${newPhone()}@s.whatsapp.net`, fromMe },
            message,
          }),
        ).toEqual(ok);
    expect(await fixture.messages()).toEqual([]);
    expect(await conversationsOf(fixture)).toEqual([]);
  });

  test.each(['NOWEB', 'GOWS'] as const)('waha (%s)', async (engine) => {
    const fixture = await messaging.waha({ engine });
    for (const message of messagesOf())
      for (const [event, fromMe] of [
        ['message', false],
        ['message.any', true],
      ] as const) {
        const from = newPhone();
        const body = {
          event,
          payload: {
            id: `${fromMe}_${from}@c.us_${webId()}`,
            from: `${from}@c.us`,
            fromMe,
            source: 'app',
            body: null,
            _data: engine === 'GOWS' ? { Info: {}, Message: message } : { message },
          },
        };
        expect(await fixture.fake.callback(fixture.address, body)).toEqual(ok);
      }
    expect(await fixture.messages()).toEqual([]);
    expect(await conversationsOf(fixture)).toEqual([]);
  });

  test('waha (WEBJS)', async () => {
    const fixture = await messaging.waha({ engine: 'WEBJS' });
    for (const type of ['call_log', 'keep_in_chat', 'pinned_message', 'poll_update', 'protocol']) {
      const from = newPhone();
      const payload = { id: `false_${from}@c.us_${webId()}`, from: `${from}@c.us`, body: '' };
      const body = { event: 'message', payload: { ...payload, _data: { type } } };
      expect(await fixture.fake.callback(fixture.address, body)).toEqual(ok);
    }
    expect(await fixture.messages()).toEqual([]);
    expect(await conversationsOf(fixture)).toEqual([]);
  });

  test('cloud: calls, histories and notices', async () => {
    const fixture = await messaging.cloud();
    const from = newPhone();
    const system = { from, id: webId(), type: 'system', system: { body: 'x', type: 'x' } };
    for (const [field, value] of [
      ['calls', { calls: [{ id: webId(), from, event: 'terminate', status: 'FAILED' }] }],
      [
        'history',
        {
          history: [
            {
              threads: [
                {
                  id: from,
                  messages: [{ from, id: webId(), type: 'text', text: { body: 'old' } }],
                },
              ],
            },
          ],
        },
      ],
      [
        'smb_app_state_sync',
        { state_sync: [{ type: 'contact', contact: { phone_number: from } }] },
      ],
      ['messages', { messages: [system] }],
      ['smb_message_echoes', { message_echoes: [{ ...system, to: from }] }],
    ] as const)
      expect(
        await fixture.fake.callback(fixture.address, { entry: [{ changes: [{ field, value }] }] }),
      ).toEqual(ok);
    expect(await fixture.messages()).toEqual([]);
    expect(await conversationsOf(fixture)).toEqual([]);
  });
});

describe('an edit by its author', () => {
  test.each([
    ['waha', 'by LID although the message arrived by its number'],
    ['cloud', 'in the other spelling of the number'],
  ] as const)('through %s, %s, is shown with the previous text', async (remote, _way) => {
    const fixture = await messaging.fixture(remote);
    const from = newPhone();
    const id = webId();
    const lid = '123456789000777';
    await fixture.note({ from, text: 'Custa 100', id });
    const short = `${from.slice(0, 4)}${from.slice(5)}`;
    const edit = {
      type: 'edit',
      from: short,
      id: webId(),
      timestamp: String(Math.floor(Date.now() / 1_000)),
    };
    const original = {
      original_message_id: id,
      message: { type: 'text', text: { body: 'Custa 90' } },
    };
    const value = { messages: [{ ...edit, edit: original }] };
    if (remote === 'waha')
      await messaging.service.sql(
        'insert into known_lids (team_id, lid, phone) values ($1, $2, $3)',
        [fixture.team.id, lid, from],
      );
    const body =
      remote === 'waha'
        ? {
            event: 'message.edited',
            payload: {
              id: `false_${lid}@lid_${webId()}`,
              from: `${lid}@lid`,
              fromMe: false,
              body: 'Custa 90',
              editedMessageId: id,
              timestamp: Math.floor(Date.now() / 1_000),
            },
          }
        : { entry: [{ changes: [{ field: 'messages', value }] }] };
    expect(await fixture.fake.callback(fixture.address, body)).toEqual(ok);
    const { id: message, conversation_id } = await fixture.message();
    const path = `/msgapp/conversations/${conversation_id}/messages`;
    const [storedMessage] = (await fixture.team.get(path)).body.data as Json[];
    const versions = [{ content: 'Custa 100', replaced_at: expect.any(String) }];
    expect(storedMessage).toMatchObject({ id: message, content: 'Custa 90', versions });
    const [event] = await messaging.service.sql(
      `select payload from events where record_id = $1 and type = 'message.updated'`,
      [message],
    );
    expect(JSON.parse(String(event?.payload))).toMatchObject({
      data: { content: 'Custa 90', versions },
      previous: { content: 'Custa 100', versions: [] },
    });
  });
});
