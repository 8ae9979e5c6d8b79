import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloud } from '#server/features/gateways/cloud/index.ts';
import type { Connection, MediaType } from '#server/outbound/messaging/connection.ts';
import type { ParsedCallback } from '#server/outbound/messaging/incoming-updates.ts';
import type { Outgoing, OutgoingFile } from '#server/outbound/messaging/outgoing-message.ts';
import { type Cloud, startCloud } from '#test/gateways/cloud.ts';
import { kinds, windowClosed } from '#test/gateways/cloud-kinds.ts';
import type { Fields } from '#test/gateways/gateway.ts';

/* The adapter of the official API against its fake: parsing of every callback, sending, and connecting a number. */

const person = '5511987650000';
const ms = 10_000;
let fake: Cloud;
let connection: Connection;
/** Parsed callbacks, and their target. */
let parsed: ParsedCallback[] = [];
let address = '';

const door = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const read = cloud.readCallback(connection, {
    method: request.method === 'GET' ? 'GET' : 'POST',
    headers: request.headers as Record<string, string>,
    query: Object.fromEntries(new URL(request.url ?? '/', 'http://door').searchParams),
    body: Buffer.concat(chunks),
  });
  if (read.kind === 'handshake') return response.end(read.answer);
  parsed.push(read);
  response.writeHead(read.kind === 'updates' ? 200 : 401).end();
});

beforeAll(async () => {
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  address = `http://127.0.0.1:${(door.address() as AddressInfo).port}/callback`;
});
beforeEach(async () => {
  parsed = [];
  fake = await startCloud();
  connection = connectionTo();
  return () => fake.close();
});
afterAll(() => door.close());

const connectionTo = (config: Record<string, string> = {}): Connection => ({
  team: 'team',
  inbox: 'inbox',
  gateway: 'cloud',
  config: {
    url: fake.url,
    version: 'v23.0',
    phone_number_id: fake.phoneNumberId,
    access_token: fake.accessToken,
    app_secret: fake.appSecret,
    verify_token: 'verify-me-please',
    business_account_id: fake.businessAccountId,
    ...config,
  },
});

/** Parsed form of a contact's message. */
async function readOf(more: Fields, rest: { from?: string; at?: number } = {}) {
  const { from = person, at } = rest;
  const times = at === undefined ? {} : { at };
  const message = { from, name: 'Maria', text: '', id: 'wamid.new', more, ...times };
  expect((await fake.receive(address, message)).status).toBe(200);
  const updates = parsed.at(-1);
  if (updates?.kind !== 'updates') throw new Error(updates?.kind);
  return updates;
}

describe('an incoming message', () => {
  const chosen = { quoted: 'wamid.before' };
  const media = (type: MediaType, mediaType: string, text: string, more: object = {}) => ({
    type,
    text,
    media: { mediaType, source: { id: '77' } },
    ...more,
  });

  test.each<[string, Fields, object]>([
    ['a text', { type: 'text', text: { body: 'Oi' } }, { type: 'text', text: 'Oi' }],
    ['an image', kinds.image('77', 'foto'), media('image', 'image/jpeg', 'foto')],
    ['a video', kinds.video('77'), media('video', 'video/mp4', '')],
    ['an audio file', kinds.audio('77', false), media('audio', 'audio/mpeg', '')],
    ['a voice message', kinds.audio('77', true), media('voice', 'audio/ogg; codecs=opus', '')],
    [
      'a document',
      kinds.document('77', 'nota.pdf', 'a nota'),
      {
        type: 'document',
        text: 'a nota',
        media: { mediaType: 'application/pdf', name: 'nota.pdf', source: { id: '77' } },
      },
    ],
    [
      'a sticker',
      kinds.sticker('77', true),
      media('sticker', 'image/webp', '', { details: { is_animated: true } }),
    ],
    [
      'media without an ID',
      { type: 'image', image: { caption: 'x' } },
      { type: 'image', text: 'x', media: { error: 'the network returned no ID of the media' } },
    ],
    [
      'a location',
      kinds.location(),
      {
        type: 'location',
        text: 'Philz Coffee',
        details: {
          latitude: 37.44221496582,
          longitude: -122.16165924072,
          name: 'Philz Coffee',
          address: '101 Forest Ave, Palo Alto, CA 94301',
        },
      },
    ],
    [
      'contacts',
      kinds.contacts(),
      {
        type: 'contacts',
        text: 'Lucía Gómez, Ana',
        details: {
          contacts: [
            { name: 'Lucía Gómez', phones: ['+1 (983) 555-2319'] },
            { name: 'Ana', phones: [] },
          ],
        },
      },
    ],
    [
      'a button of a template',
      kinds.button('wamid.before'),
      { type: 'button_reply', text: 'Não quero mais', details: { id: 'STOP' }, ...chosen },
    ],
    [
      'a button',
      kinds.buttonReply('wamid.before'),
      { type: 'button_reply', text: 'Cancelar', details: { id: 'cancel' }, ...chosen },
    ],
    [
      'a choice of a list',
      kinds.listReply('wamid.before'),
      {
        type: 'list_reply',
        text: 'Expresso',
        details: { id: 'express', description: 'No dia seguinte' },
        ...chosen,
      },
    ],
    [
      'a form',
      kinds.formReply('wamid.before'),
      {
        type: 'unsupported',
        text: 'Sent',
        details: { kind: 'nfm_reply', name: 'flow', response: '{"cidade":"Recife"}' },
        ...chosen,
      },
    ],
    [
      'a reaction',
      kinds.reaction('wamid.before', '👍'),
      { type: 'reaction', text: '👍', details: { message: 'wamid.before' } },
    ],
    [
      'a removed reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.before' } },
      { type: 'reaction', text: '', details: { message: 'wamid.before' } },
    ],
    [
      'an order',
      kinds.order(),
      {
        type: 'order',
        text: '',
        details: {
          catalog: '194836987003835',
          items: [{ product: 'di9ozbzfi4', quantity: 2, price: 30, currency: 'BRL' }],
        },
      },
    ],
    [
      'content that the network withholds',
      kinds.unsupported('poll_creation'),
      {
        type: 'unsupported',
        text: '',
        details: { kind: 'poll_creation', reason: 'Message type is currently not supported.' },
      },
    ],
    [
      'an unknown kind',
      { type: 'hologram', hologram: { id: 7 } },
      { type: 'unsupported', text: '', details: { kind: 'hologram' } },
    ],
    [
      'a kind that is not a string',
      { type: { toString: 1 } },
      { type: 'unsupported', text: '', details: { kind: 'unknown' } },
    ],
  ])('as %s is stored', async (_, more, what) => {
    const { messages, ignored } = await readOf(more);
    expect(messages).toMatchObject([
      { networkId: 'wamid.new', chat: { phone: person }, from: 'contact', name: 'Maria', ...what },
    ]);
    expect(ignored).toEqual({});
  });

  test('has the time at which it was written, however late it arrives', async () => {
    const at = Date.now() - 2 * 86_400_000;
    const { messages } = await readOf(kinds.image('77'), { at });
    expect(messages).toMatchObject([{ at: Math.floor(at / 1_000) * 1_000 }]);
    for (const timestamp of ['', 'x', '1e9', -1, null, '99999999999999'])
      expect((await readOf({ ...kinds.image('77'), timestamp })).messages).toMatchObject([
        { at: undefined },
      ]);
  });

  test.each([
    ['in a group', { ...kinds.image('77'), group_id: 'Y2FwaV9ncm91cDox' }, 'group'],
    ['as a notice of the network', kinds.system(), 'system'],
    ['without an id', { ...kinds.image('77'), id: undefined }, 'without_id'],
    ['without a sender', { ...kinds.image('77'), from: undefined }, 'without_sender'],
  ])('%s is not stored in the conversation, but counted', async (_, more, counted) => {
    const updates = await readOf(more);
    expect(updates).toMatchObject({ messages: [], edits: [], revokes: [] });
    expect(updates.ignored).toEqual({ [counted]: 1 });
  });

  test('for another number of the account is left to that number', async () => {
    const messages = [{ from: person, name: 'Maria', text: 'Oi' }];
    await fake.batch(address, [[{ messages, phoneNumberId: '1' }]]);
    expect(parsed).toMatchObject([{ messages: [], ignored: { another_number: 1 } }]);
  });

  test('from a person with a hidden number has an id in its place', async () => {
    const userId = 'BR.13491208655302741918';
    const hidden = { from: undefined, from_user_id: userId, type: 'text', text: { body: 'Oi' } };
    const value = {
      messaging_product: 'whatsapp',
      contacts: [{ profile: { name: 'Maria', username: 'maria' }, user_id: userId }],
      messages: [{ id: 'wamid.hidden', timestamp: '1749416383', ...hidden }],
    };
    await fake.batch(address, [[{ field: 'messages', value }]]);
    expect(parsed).toMatchObject([{ messages: [{ chat: { lid: userId }, name: 'Maria' }] }]);
    // A person with a visible number is identified by it, as before.
    const { messages } = await readOf({ ...hidden, from: person });
    expect(messages).toMatchObject([{ chat: { phone: person } }]);
  });

  test('may edit or revoke another one', async () => {
    expect(await readOf(kinds.edit('wamid.1', 'melhor'))).toMatchObject({
      messages: [],
      edits: [{ networkId: 'wamid.1', text: 'melhor' }],
    });
    expect(await readOf(kinds.editCaption('wamid.1', 'legenda'))).toMatchObject({
      messages: [],
      edits: [{ networkId: 'wamid.1', text: 'legenda' }],
    });
    expect(await readOf(kinds.revoke('wamid.1'), { at: 1_749_416_383_000 })).toMatchObject({
      messages: [],
      revokes: [
        { networkId: 'wamid.1', at: 1_749_416_383_000, from: 'contact', chat: { phone: person } },
      ],
    });
  });

  test('was typed on a phone with the same number', async () => {
    const echo = { from: fake.phone, to: person, id: 'wamid.typed', timestamp: '1749416383' };
    const message_echoes = [
      { ...echo, type: 'text', text: { body: 'do celular' } },
      { ...echo, id: 'wamid.other', ...kinds.revoke('wamid.typed') },
    ];
    await fake.batch(address, [[{ field: 'smb_message_echoes', value: { message_echoes } }]]);
    expect(parsed).toMatchObject([
      {
        messages: [
          {
            networkId: 'wamid.typed',
            chat: { phone: person },
            from: 'phone',
            text: 'do celular',
            at: 1_749_416_383_000,
          },
        ],
        revokes: [{ networkId: 'wamid.typed', from: 'phone', chat: { phone: person } }],
      },
    ]);
  });
});

describe('a confirmation', () => {
  test('has the reason for a failure, including a closed window', async () => {
    await fake.confirm(address, 'wamid.1', 'failed', { errors: [windowClosed] });
    expect(parsed).toMatchObject([
      { confirmations: [{ status: 'failed', reason: expect.stringMatching(/24 hours.*131047/) }] },
    ]);
  });

  test('of a group is ignored', async () => {
    await fake.confirm(address, 'wamid.1', 'read', { group_id: 'Y2FwaV9ncm91cDox' });
    expect(parsed).toMatchObject([{ confirmations: [], ignored: { group: 1 } }]);
  });
});

const fileOf = (mediaType: string, bytes: Buffer | number, name = 'arquivo'): OutgoingFile => ({
  name,
  mediaType,
  bytes: typeof bytes === 'number' ? bytes : bytes.length,
  open: async () => Readable.from([typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes]),
});

const send = (content: Outgoing['content'], more: Partial<Outgoing> = {}) =>
  cloud.send(connection, { to: { phone: person }, content, reference: 'our-id', ...more }, ms);
const sendMedia = (type: MediaType, file: OutgoingFile, caption = '') =>
  send({ kind: 'media', type, file, caption });
const sentBody = () => fake.log.at(-1)?.body;

describe('an outgoing message', () => {
  const quoted = { networkId: 'wamid.q', fromMe: false, text: 'Oi' };

  test('replies to a message', async () => {
    expect(await send({ kind: 'text', text: 'Sim' }, { quoted })).toMatchObject({
      outcome: 'accepted',
    });
    expect(sentBody()).toMatchObject({
      to: person,
      type: 'text',
      context: { message_id: 'wamid.q' },
      biz_opaque_callback_data: 'our-id',
    });
  });

  test('is sent to a person with a hidden number', async () => {
    const to = { lid: 'BR.13491208655302741918' };
    expect(await send({ kind: 'text', text: 'Oi' }, { to })).toMatchObject({
      outcome: 'accepted',
    });
    expect(sentBody()).toMatchObject({ recipient: to.lid });
    expect(sentBody()).not.toHaveProperty('to');
  });

  test.each(['👍', ''])('is a reaction (%j)', async (emoji) => {
    const sent = await send({ kind: 'reaction', target: quoted, emoji });
    expect(sent).toMatchObject({ outcome: 'accepted' });
    expect(sentBody()).toMatchObject({
      type: 'reaction',
      reaction: { message_id: 'wamid.q', emoji },
    });
  });

  test('is a template', async () => {
    const parameters = ['Ana', '42'].map((text) => ({ type: 'text', text }));
    const template = {
      name: 'retomar',
      language: 'pt_BR',
      components: [{ type: 'body', parameters }],
    };
    expect(await send({ kind: 'template', template })).toMatchObject({ outcome: 'accepted' });
    expect(fake.sends).toMatchObject([{ text: 'Olá Ana, seu pedido 42 está pronto.' }]);

    const without = await send({ kind: 'template', template: { ...template, components: [] } });
    expect(without).toMatchObject({ outcome: 'refused', cause: 'rejected' });
    const unknown = await send({ kind: 'template', template: { ...template, name: 'outro' } });
    expect(unknown).toMatchObject({
      outcome: 'refused',
      reason: { text: expect.stringContaining('132001') },
    });
  });

  const bytes = Buffer.from([0xff, 0xd8, 0, 13, 10, 0x80, 45, 45]);
  test.each<[MediaType, string, string, object]>([
    ['image', 'image/jpeg', 'foto', { caption: 'foto' }],
    ['image', 'image/png', '', {}],
    ['video', 'video/mp4', 'vídeo', { caption: 'vídeo' }],
    ['document', 'application/pdf', 'nota', { caption: 'nota', filename: 'nota.pdf' }],
    ['audio', 'audio/mpeg', '', {}],
    ['sticker', 'image/webp', '', {}],
  ])('is %s (%s), uploaded first', async (type, mediaType, caption, more) => {
    const sent = await sendMedia(type, fileOf(mediaType, bytes, 'nota.pdf'), caption);
    expect(sent).toMatchObject({ outcome: 'accepted' });
    const [[id, held] = []] = [...fake.account.media];
    expect(held).toEqual({ type: mediaType, bytes, name: 'nota.pdf' });
    expect(sentBody()).toMatchObject({ type, [type]: { id, ...more } });
  });

  test('is a voice message', async () => {
    expect(await sendMedia('voice', fileOf('audio/ogg', bytes))).toMatchObject({
      outcome: 'accepted',
    });
    const [[id] = []] = [...fake.account.media];
    expect(sentBody()).toMatchObject({ type: 'audio', audio: { id, voice: true } });
  });

  const MB = 1_048_576;
  const webp = (flags: number) =>
    Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1'),
      Buffer.from([flags]),
      Buffer.alloc(150_000),
    ]);
  test.each<[MediaType, OutgoingFile, string]>([
    ['image', fileOf('image/jpeg', 5 * MB + 1), '5 MB'],
    ['image', fileOf('image/webp', 10), 'JPEG or PNG'],
    ['audio', fileOf('audio/opus', 10), 'Ogg with Opus'],
    ['audio', fileOf('audio/mpeg', 16 * MB + 1), '16 MB'],
    ['voice', fileOf('audio/mpeg', 10), 'Ogg with Opus (mono)'],
    ['video', fileOf('video/mp4', 16 * MB + 1), '16 MB'],
    ['video', fileOf('video/webm', 10), 'MP4 or 3GP'],
    ['document', fileOf('application/zip', 100 * MB + 1), '100 MB'],
    ['document', fileOf('audio/opus', 10), 'audio/opus'],
    ['sticker', fileOf('image/webp', webp(0)), '100 kB'],
    ['sticker', fileOf('image/webp', 501 * 1_024), '500 kB'],
    ['sticker', fileOf('image/png', 10), 'WebP'],
    ['document', fileOf('text/plain', 0), 'empty'],
  ])('as %s over a limit is refused before any request', async (type, file, says) => {
    expect(await sendMedia(type, file)).toMatchObject({
      outcome: 'refused',
      cause: 'rejected',
      reason: { text: expect.stringContaining(says) },
    });
    expect(fake.requests).toBe(0);
  });

  test('may be larger as an animated sticker', async () => {
    const sent = await sendMedia('sticker', fileOf('image/webp', webp(2)));
    expect(sent).toMatchObject({ outcome: 'accepted' });
  });

  test('has a caption if its type allows one', async () => {
    for (const [type, mediaType] of [
      ['audio', 'audio/mpeg'],
      ['sticker', 'image/webp'],
    ] as const)
      expect(await sendMedia(type, fileOf(mediaType, bytes), 'x')).toMatchObject({
        reason: { text: expect.stringContaining('no caption') },
      });
    const long = await sendMedia('image', fileOf('image/png', bytes), '👍'.repeat(1_025));
    expect(long).toMatchObject({ reason: { text: expect.stringContaining('1024') } });
    expect(fake.requests).toBe(0);
  });

  test('has certainly not been sent if the file is not accepted', async () => {
    const short = { ...fileOf('image/png', bytes), bytes: bytes.length + 1 };
    expect(await sendMedia('image', short)).toMatchObject({ outcome: 'refused' });
    connection = connectionTo({ access_token: 'another' });
    expect(await sendMedia('image', fileOf('image/png', bytes))).toMatchObject({
      outcome: 'refused',
      cause: 'credentials',
    });
    expect(fake.sends).toEqual([]);
  });
});

describe('media', () => {
  const bytes = Buffer.from('ação'.repeat(50_000));
  const fetchMedia = (id: unknown) =>
    cloud.fetchMedia?.(connection, { networkId: 'wamid.1', source: { id } }, ms);

  test('is fetched from the network’s address', async () => {
    const id = fake.account.hold(bytes, 'image/jpeg');
    const result = await fetchMedia(id);
    if (result?.kind !== 'done') throw new Error(JSON.stringify(result));
    expect(result.value.mediaType).toBe('image/jpeg');
    expect(Buffer.concat((await result.value.stream.toArray()) as Buffer[])).toEqual(bytes);
  });

  test('that the network no longer has is not requested again', async () => {
    for (const id of ['4711', 'a/b?c', undefined, 7])
      expect(await fetchMedia(id)).toMatchObject({ kind: 'impossible' });
  });

  test('with an expired address is requested again', async () => {
    const id = fake.account.hold(bytes, 'image/jpeg');
    fake.account.addressAge = 6;
    expect(await fetchMedia(id)).toMatchObject({ kind: 'failed' });
    fake.account.addressAge = 0;
    expect(await fetchMedia(id)).toMatchObject({ kind: 'done' });
  });

  test.each(['http', 'https'])('is not fetched from inside (%s)', async (scheme) => {
    let reached = 0;
    const inside = createServer((_, response) => {
      reached += 1;
      response.end();
    });
    inside.on('connection', () => {
      reached += 1;
    });
    inside.listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const { port } = inside.address() as AddressInfo;
    const id = fake.account.hold(bytes, 'image/jpeg');
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      fake.account.mediaUrl = `${scheme}://${host}:${port}/x`;
      expect(await fetchMedia(id)).toMatchObject({ kind: 'failed' });
    }
    expect(reached).toBe(0);
    inside.close();
  });
});

test('only the newest read mark is sent', async () => {
  const read = { chat: { phone: person }, networkIds: ['wamid.2', 'wamid.1'] };
  expect(await cloud.markRead?.(connection, read, ms)).toEqual({ kind: 'done', value: undefined });
  expect(fake.account.read).toEqual(['wamid.2']);
  const none = { chat: { phone: person }, networkIds: ['x'] };
  expect(await cloud.markRead?.(connection, none, ms)).toMatchObject({ kind: 'failed' });
});

describe('templates', () => {
  test('are listed over all pages, in any state', async () => {
    for (let count = 0; count < 120; count += 1)
      fake.account.templates.push({ name: `t${count}`, language: 'pt_BR', status: 'APPROVED' });
    const result = await cloud.templates?.(connection, ms);
    if (result?.kind !== 'done') throw new Error(JSON.stringify(result));
    expect(result.value).toHaveLength(124);
    expect(result.value.slice(0, 3)).toMatchObject([
      { name: 'retomar', language: 'pt_BR', status: 'APPROVED', category: 'UTILITY' },
      { name: 'retomar', language: 'en_US' },
      { name: 'promo', status: 'REJECTED' },
    ]);
  });

  test('need the account', async () => {
    connection = connectionTo({ business_account_id: '' });
    expect(await cloud.templates?.(connection, ms)).toMatchObject({
      kind: 'impossible',
      reason: { text: expect.stringContaining('business_account_id') },
    });
    connection = connectionTo({ business_account_id: '1' });
    expect(await cloud.templates?.(connection, ms)).toMatchObject({ kind: 'failed' });
  });
});

test.each([
  ['CONNECTED', true],
  ['FLAGGED', true],
  ['RESTRICTED', true],
  ['LINKED', true],
  ['RATE_LIMITED', true],
  ['MESSAGING_LIMIT_TIER_2', true],
  ['PENDING', false],
  ['BANNED', false],
  ['UNLINKED', false],
  ['constructor', false],
])('a number that is %s answers customers: %s', async (status, connected) => {
  fake.account.status = status;
  const health = await cloud.health(connection, ms);
  expect(health).toMatchObject({ connected, found: { text: expect.stringContaining(status) } });
});

describe('connecting', () => {
  const steps = cloud.connecting;
  const prepare = (setup: Record<string, string> = {}) =>
    steps?.prepare(connection, { callbackUrl: address, setup }, ms);

  test('checks the number, subscribes the app, and sets the callback, every time', async () => {
    connection = connectionTo({ business_account_id: '' });
    for (let time = 0; time < 2; time += 1)
      expect(await prepare({ business_account_id: fake.businessAccountId })).toMatchObject({
        kind: 'done',
        value: { config: { business_account_id: fake.businessAccountId } },
      });
    expect(fake.account.isSubscribed).toBe(true);
    expect(await steps?.callback(connection, ms)).toMatchObject({ value: { url: address } });
    expect(await steps?.login(connection, {}, ms)).toMatchObject({ value: { state: 'connected' } });
  });

  test.each<[string, Record<string, string>, (fake: Cloud) => void, string]>([
    ['the token', { access_token: 'another' }, () => {}, 'access token'],
    ['the number', { phone_number_id: '1' }, () => {}, 'phone_number_id:'],
    [
      'a permission',
      {},
      ({ account }) => {
        account.permissions = ['whatsapp_business_management'];
      },
      'whatsapp_business_messaging',
    ],
    ['the account', { business_account_id: '1' }, () => {}, 'business_account_id:'],
    ['no account', { business_account_id: '' }, () => {}, 'business_account_id:'],
    ['the verify token', { verify_token: 'of-somebody-else' }, () => {}, 'callback address'],
    [
      'an address that is not kept',
      {},
      ({ account }) => {
        account.keepsCallbacks = true;
      },
      'calls back at https://elsewhere.example.com/webhook',
    ],
    [
      'no registration',
      {},
      ({ account }) => {
        account.status = 'PENDING';
      },
      'pin:',
    ],
  ])('names the cause: %s', async (what, config, breaks, says) => {
    breaks(fake);
    const faulty = connectionTo(config);
    // The callback endpoint answers with its own verify token, whatever the network was given.
    if (what !== 'the verify token') connection = faulty;
    const result = await steps?.prepare(faulty, { callbackUrl: address, setup: {} }, ms);
    expect(result).toMatchObject({
      kind: 'failed',
      reason: { text: expect.stringContaining(says) },
    });
    expect(JSON.stringify(result)).not.toContain(fake.accessToken);
  });

  test('registers a number with its PIN', async () => {
    fake.account.status = 'PENDING';
    expect(await steps?.login(connection, {}, ms)).toMatchObject({
      value: { state: 'disconnected', reason: { text: expect.stringContaining('PIN') } },
    });
    expect(await prepare({ pin: '000000' })).toMatchObject({
      kind: 'failed',
      reason: { text: expect.stringContaining('133005') },
    });
    expect(await prepare({ pin: fake.account.pin })).toMatchObject({ kind: 'done' });
    expect(fake.account.status).toBe('CONNECTED');
  });

  test('needs the app subscribed before the callback is set', async () => {
    const set = () => steps?.setCallback(connection, address, ms);
    expect(await set()).toMatchObject({
      kind: 'failed',
      reason: { text: expect.stringContaining('subscribed') },
    });
    fake.account.isSubscribed = true;
    expect(await set()).toEqual({ kind: 'done', value: undefined });
  });

  test('ends with the callback removed', async () => {
    await prepare();
    expect(await steps?.remove(connection, ms)).toEqual({ kind: 'done', value: undefined });
    expect(await steps?.callback(connection, ms)).not.toMatchObject({ value: { url: address } });
    for (const step of ['restart', 'logout'] as const)
      expect(await steps?.[step](connection, ms)).toMatchObject({ kind: 'impossible' });
  });
});
