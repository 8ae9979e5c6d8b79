import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { evolution } from '#server/features/gateways/evolution/index.ts';
import { startMessaging } from '#server/features/gateways/messaging-service.ts';
import { spellings } from '#server/features/gateways/phones.ts';
import type { Connection, MediaType } from '#server/outbound/messaging/connection.ts';
import type { ParsedCallback, Updates } from '#server/outbound/messaging/incoming-updates.ts';
import type { Outgoing, OutgoingFile } from '#server/outbound/messaging/outgoing-message.ts';
import { type Evolution, type EvolutionMode, startEvolution } from '#test/gateways/evolution.ts';
import { createJid, jid, kinds, long } from '#test/gateways/evolution-messages.ts';
import { showQr } from '#test/gateways/evolution-session.ts';
import { type Fields, webId } from '#test/gateways/gateway.ts';

/* The adapter of Evolution against its fake: parsing of every callback, sending and queries, and connecting an instance. */

const person = '5511987650000';
const ourNumber = '5511900000000';
const ms = 10_000;
const connecting = evolution.connecting;
if (!connecting) throw new Error('evolution connects its instances itself');
let fake: Evolution;
let connection: Connection;
let parsed: ParsedCallback[] = [];
let address = '';

const door = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const read = evolution.readCallback(connection, {
    method: 'POST',
    headers: request.headers as Record<string, string>,
    query: {},
    body: Buffer.concat(chunks),
  });
  parsed.push(read);
  response.writeHead(read.kind === 'updates' ? 200 : 401).end();
});

beforeAll(async () => {
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
});
afterAll(() => door.close());
beforeEach(async () => {
  parsed = [];
  fake = await startEvolution({ instance: 'loja da Ana #1', phone: ourNumber });
  connection = connectionTo();
});
afterEach(async () => {
  vi.useRealTimers();
  await fake.close();
});

const connectionTo = (config: Record<string, string> = {}): Connection => ({
  team: 'team',
  inbox: 'inbox',
  gateway: 'evolution',
  config: {
    url: fake.url,
    instance: fake.instance,
    api_key: fake.apiKey,
    webhook_secret: fake.webhookSecret,
    ...config,
  },
});

/** Updates from the last callback. */
function lastUpdates(): Updates {
  const last = parsed.at(-1);
  if (last?.kind !== 'updates') throw new Error(`read as ${last?.kind}`);
  return last;
}

const counted = (updates: Updates) => ({
  messages: updates.messages?.length,
  echoes: updates.echoes?.length,
  ignored: updates.ignored,
});

describe('a message', () => {
  test('sent by us is an echo, and one typed on the phone is not', async () => {
    await fake.sent(address, { to: person, text: 'Oi', id: 'ECHO1' });
    expect(counted(lastUpdates())).toEqual({ messages: 0, echoes: 1, ignored: {} });
    expect(lastUpdates().echoes).toMatchObject([
      { networkId: 'ECHO1', chat: { phone: person }, type: 'text', text: 'Oi' },
    ]);
    const typed = {
      from: person,
      name: 'Eu',
      text: 'Oi',
      id: 'TYPED1',
      fromMe: true,
      at: 1_795_368_211,
    };
    await fake.receive(address, typed);
    expect(counted(lastUpdates())).toEqual({ messages: 1, echoes: 0, ignored: {} });
    expect(lastUpdates().messages).toEqual([
      {
        networkId: 'TYPED1',
        chat: { phone: person, lid: undefined },
        from: 'phone',
        type: 'text',
        text: 'Oi',
        at: 1_795_368_211_000,
        media: undefined,
        quoted: undefined,
      },
    ]);
  });

  test('typed to a hidden number belongs to that chat, never to our own number', async () => {
    const typed = { from: person, name: 'Eu', text: 'Oi', fromMe: true };
    await fake.receive(address, { ...typed, lid: '333@lid', hidden: true });
    expect(lastUpdates().messages).toMatchObject([{ chat: { lid: '333' }, from: 'phone' }]);
    await fake.receive(address, { ...typed, lid: '333@lid' });
    expect(lastUpdates().messages).toMatchObject([{ chat: { phone: person, lid: '333' } }]);
    expect(lastUpdates().lids).toEqual([{ phone: person, lid: '333' }]);
    // The number next to it may be the sender's, which is ours.
    await fake.receive(address, { ...typed, from: ourNumber, lid: '333@lid' });
    expect(lastUpdates().messages).toMatchObject([{ chat: { lid: '333' } }]);
    expect(lastUpdates().lids).toEqual([]);
    // 2.3.7 puts it in the place of the chat: the recipient is unknown.
    await fake.receive(address, { ...typed, from: ourNumber, lid: '333@lid', version: '2.3.7' });
    expect(counted(lastUpdates())).toEqual({ messages: 0, echoes: 0, ignored: { own: 1 } });
    await fake.receive(address, { ...typed, from: ourNumber });
    expect(lastUpdates().ignored).toEqual({ own: 1 });
  });

  test.each([
    ['2.3.6', { phone: person, lid: '222' }],
    ['2.3.7', { phone: person, lid: undefined }],
  ] as const)(
    'from a hidden number belongs to the number if %s reports it',
    async (version, chat) => {
      await fake.receive(address, { from: person, name: 'Ana', text: 'Oi', lid: '222', version });
      expect(lastUpdates().messages).toMatchObject([{ chat, from: 'contact', name: 'Ana' }]);
      await fake.receive(address, {
        from: person,
        name: 'Ana',
        text: 'Oi',
        lid: '222',
        hidden: true,
      });
      expect(lastUpdates().messages).toMatchObject([{ chat: { lid: '222' } }]);
    },
  );

  test.each([
    ['a number', 1_795_195_393, 1_795_195_393_000],
    ['a text', '1795195393', 1_795_195_393_000],
    ['a Long', long(1_795_195_393), 1_795_195_393_000],
    ['a signed Long', { low: 1_795_195_393 | 0, high: 0, unsigned: false }, 1_795_195_393_000],
    ['nothing', null, undefined],
    ['nonsense', { low: 'x' }, undefined],
    ['a negative number', -7, undefined],
  ])('has the time of the network, given as %s', async (_, at, expected) => {
    await fake.event(address, 'messages.upsert', {
      key: { remoteJid: jid(person), fromMe: false, id: webId() },
      message: { conversation: 'Oi' },
      messageTimestamp: at,
    });
    expect(lastUpdates().messages?.map((message) => message.at)).toEqual([expected]);
  });

  test.each([
    ['group', { group: true }],
    ['group', { group: true, fromMe: true }],
    ['group', { group: true, lid: true }],
    ['album', { kind: 'album' }],
    ['call', { kind: 'call' }],
    ['protocol', { kind: 'pin' }],
    ['protocol', { kind: 'keep' }],
  ])('is ignored and counted as %s', async (kind, more) => {
    await fake.receive(address, { from: person, name: 'Ana', text: 'Oi', ...more });
    expect(counted(lastUpdates())).toEqual({ messages: 0, echoes: 0, ignored: { [kind]: 1 } });
  });

  test.each([
    ['status', 'status@broadcast'],
    ['broadcast', '1234@broadcast'],
    ['channel', '120363000000000002@newsletter'],
    ['nameless', '5511@bot'],
  ])('of a chat that is a %s is ignored and counted', async (kind, remoteJid) => {
    for (const event of ['messages.upsert', 'send.message'])
      for (const fromMe of [true, false]) {
        const key = { remoteJid, participant: jid(person), fromMe, id: webId() };
        await fake.event(address, event, { key, message: { conversation: 'Oi' } });
        expect(counted(lastUpdates())).toEqual({ messages: 0, echoes: 0, ignored: { [kind]: 1 } });
      }
  });

  const media = (kind: string, mediaType: string, bytes: number, name?: string) => ({
    mediaType,
    name,
    bytes,
    source: {
      kind,
      mediaType,
      name,
      url: 'https://mmg.whatsapp.net/v/t62/fdb4',
      path: '/v/t62/fdb4',
      key: Buffer.alloc(32, 7).toString('base64'),
      chat: jid(person),
      fromMe: false,
    },
  });
  const place = { latitude: -23.5, longitude: -46.6 };
  const maria = { name: 'Maria', phones: ['+55 11 97777-6666'] };
  const questionId = '3EB0QUOTED0000000001';
  const expected: Record<string, object> = {
    text: { type: 'text', text: 'oi' },
    extended: { type: 'text', text: 'longo' },
    image: { type: 'image', text: 'legenda', media: media('imageMessage', 'image/png', 75) },
    video: { type: 'video', text: 'filme', media: media('videoMessage', 'video/mp4', 8) },
    gif: { type: 'video', text: '', media: media('videoMessage', 'video/mp4', 8) },
    note: { type: 'video', text: '', media: media('ptvMessage', 'video/mp4', 8) },
    audio: { type: 'audio', text: '', media: media('audioMessage', 'audio/mpeg', 15) },
    voice: { type: 'voice', text: '', media: media('audioMessage', 'audio/ogg; codecs=opus', 15) },
    document: {
      type: 'document',
      text: 'segue',
      media: media('documentMessage', 'application/pdf', 13, 'contrato.pdf'),
    },
    sticker: { type: 'sticker', text: '', media: media('stickerMessage', 'image/webp', 12) },
    location: {
      type: 'location',
      text: '',
      details: { ...place, name: 'Loja', address: 'Rua A', is_live: false },
    },
    live: { type: 'location', text: 'indo', details: { ...place, is_live: true } },
    contact: { type: 'contacts', text: 'Maria', details: { contacts: [maria] } },
    contacts: {
      type: 'contacts',
      text: '2 contatos',
      details: { contacts: [maria, { name: 'João', phones: ['+55 11 96666-5555'] }] },
    },
    reaction: { type: 'reaction', text: '❤️', details: { message: '3EB0REACTED000000001' } },
    unreaction: { type: 'reaction', text: '', details: { message: '3EB0REACTED000000001' } },
    button: { type: 'button_reply', text: 'Sim', details: { id: 'sim' }, quoted: questionId },
    templateButton: {
      type: 'button_reply',
      text: 'Sim',
      details: { id: 'sim' },
      quoted: questionId,
    },
    flow: {
      type: 'button_reply',
      text: 'Sim',
      details: { id: 'quick_reply', description: '{"id":"sim"}' },
      quoted: questionId,
    },
    choice: {
      type: 'list_reply',
      text: 'Plano A',
      details: { id: 'a', description: 'o melhor' },
      quoted: questionId,
    },
    poll: { type: 'poll', text: 'Qual?', details: { options: ['A', 'B'], is_multiple: false } },
    order: {
      type: 'order',
      text: 'quero',
      details: { id: '1', title: 'Pedido', items: 2, total: 50, currency: 'BRL' },
    },
    template: { type: 'template', text: 'Oi Ana' },
    buttons: { type: 'unsupported', text: 'Escolha', details: { kind: 'buttonsMessage' } },
    interactive: { type: 'unsupported', text: 'Oferta', details: { kind: 'interactiveMessage' } },
    product: { type: 'unsupported', text: 'Camisa', details: { kind: 'productMessage' } },
    event: { type: 'unsupported', text: 'Reunião', details: { kind: 'eventMessage' } },
    invite: { type: 'unsupported', text: 'entra', details: { kind: 'groupInviteMessage' } },
    empty: { type: 'unsupported', text: '', details: { kind: 'unknown' } },
    ephemeral: { type: 'text', text: 'some', quoted: questionId },
    once: { type: 'image', text: 'uma vez', media: media('imageMessage', 'image/png', 75) },
    onceVoice: {
      type: 'voice',
      text: '',
      media: media('audioMessage', 'audio/ogg; codecs=opus', 15),
    },
  };

  test.each(Object.keys(kinds).filter((kind) => Object.hasOwn(expected, kind)))(
    'of the kind %s is stored',
    async (kind) => {
      await fake.receive(address, {
        from: person,
        name: 'Ana',
        kind,
        id: 'KIND1',
        at: 1_795_368_195,
      });
      const defined = Object.fromEntries(
        Object.entries(lastUpdates().messages?.[0] ?? {}).filter(
          ([, value]) => value !== undefined,
        ),
      );
      expect(defined).toEqual({
        networkId: 'KIND1',
        chat: { phone: person },
        from: 'contact',
        name: 'Ana',
        at: 1_795_368_195_000,
        ...expected[kind],
      });
      expect(lastUpdates().ignored).toEqual({});
    },
  );

  test('that replies to another one names it, wherever Evolution puts the reference', async () => {
    await fake.receive(address, { from: person, name: 'Ana', text: 'sim', quoted: 'ASKED1' });
    expect(lastUpdates().messages).toMatchObject([{ text: 'sim', quoted: 'ASKED1' }]);
  });

  test('with a large payload has a small source for its media', async () => {
    const message = { imageMessage: { url: 'u'.repeat(100_000), mediaKey: 'k'.repeat(100_000) } };
    const key = { remoteJid: jid(person), fromMe: false, id: webId() };
    await fake.event(address, 'messages.upsert', { key, message });
    expect(JSON.stringify(lastUpdates().messages?.[0]?.media?.source).length).toBeLessThan(16_000);
  });
});

describe('changes of a message', () => {
  test('include edits with the new text and a time in milliseconds', async () => {
    await fake.edited(address, 'EDITED1', 'corrigido');
    expect(lastUpdates().edits).toEqual([
      {
        networkId: 'EDITED1',
        text: 'corrigido',
        at: expect.closeTo(Date.now(), -5),
        from: 'contact',
      },
    ]);
    // An edit through the API arrives under a different event name (B updateMessage).
    const key = { remoteJid: jid(person), fromMe: true, id: 'EDITED2' };
    const edit = { key, type: 'MESSAGE_EDIT', editedMessage: { conversation: 'novo' } };
    await fake.event(address, 'send.message.update', edit);
    expect(lastUpdates().edits).toMatchObject([
      { networkId: 'EDITED2', text: 'novo', from: 'phone', chat: { phone: person } },
    ]);
  });

  test('include each revocation once, from the event with its chat and side, or a stored message if the API did it', async () => {
    const chat = { phone: person };
    await fake.revoked(address, 'GONE1', person);
    expect(parsed.map((each) => each.kind === 'updates' && each.revokes)).toEqual([
      [],
      [{ networkId: 'GONE1', from: 'contact', chat }],
    ]);
    await fake.revoked(address, 'GONE3', person, true);
    expect(lastUpdates().revokes).toEqual([{ networkId: 'GONE3', from: 'phone', chat }]);
    const key = { remoteJid: jid(person), fromMe: true, id: 'GONE2' };
    await fake.event(address, 'messages.delete', { id: 'cmws3', key, status: 'DELETED' });
    expect(lastUpdates().revokes).toEqual([{ networkId: 'GONE2', from: 'phone', chat }]);
  });

  test('do not include settings of a chat, which are counted, nor groups', async () => {
    const setting = { type: 'EPHEMERAL_SETTING', ephemeralExpiration: 604_800 };
    await fake.event(address, 'messages.edited', setting);
    expect(lastUpdates().ignored).toEqual({ setting: 1 });
    const key = { remoteJid: '120363@g.us', fromMe: false, id: 'X' };
    await fake.event(address, 'messages.edited', { key, type: 'REVOKE' });
    expect(lastUpdates()).toMatchObject({ revokes: [], ignored: { group: 1 } });
  });

  test("do not include the status of another person's message", async () => {
    await fake.confirm(address, 'THEIRS', 'READ', { fromMe: false });
    expect(lastUpdates().confirmations).toEqual([]);
    await fake.confirm(address, 'OURS', 'ERROR');
    expect(lastUpdates().confirmations).toMatchObject([{ networkId: 'OURS', status: 'failed' }]);
  });
});

describe('the state of a session', () => {
  const out = { code: 'logged_out', text: 'the session was logged out' };
  test.each<[string, Fields | null, object]>([
    [
      'connection.update',
      { state: 'open', wuid: jid(ourNumber), statusReason: 200 },
      { state: 'connected', phone: ourNumber },
    ],
    ['connection.update', { state: 'connecting', statusReason: 200 }, { state: 'connecting' }],
    [
      'connection.update',
      { state: 'close', statusReason: 401 },
      { state: 'disconnected', reason: out },
    ],
    ['connection.update', { state: 'close', statusReason: 428 }, { state: 'disconnected' }],
    [
      'connection.update',
      { state: 'refused', statusReason: 428 },
      {
        state: 'failed',
        reason: { code: 'qr_unscanned', text: 'nobody scanned the QR code while there was one' },
      },
    ],
    [
      'qrcode.updated',
      { qrcode: { instance: 'x', pairingCode: null, code: '2@x' } },
      { state: 'scan' },
    ],
    ['qrcode.updated', { qrcode: { pairingCode: 'L7K7LW8M', code: '2@x' } }, { state: 'code' }],
    [
      'qrcode.updated',
      { message: 'QR code limit reached, please login again', statusCode: 500 },
      {
        state: 'failed',
        reason: { code: 'qr_unscanned', text: 'QR code limit reached, please login again' },
      },
    ],
    [
      'status.instance',
      { status: 'closed', disconnectionReasonCode: 401 },
      { state: 'disconnected', reason: out },
    ],
    ['logout.instance', null, { state: 'disconnected', reason: out }],
    [
      'remove.instance',
      null,
      {
        state: 'disconnected',
        reason: { code: 'session_removed', text: 'the instance was removed at the gateway' },
      },
    ],
  ])('%s with %j', async (event, data, state) => {
    await fake.event(address, event, data);
    expect(lastUpdates().states).toEqual([state]);
    expect(JSON.stringify(parsed)).not.toMatch(/2@x|L7K7/);
  });

  test('of another instance is ignored', async () => {
    await fake.callback(address, { event: 'logout.instance', instance: 'other', data: null });
    expect(lastUpdates().states).toEqual([]);
  });
});

const file = (name: string, mediaType: string, bytes: Buffer): OutgoingFile => ({
  name,
  mediaType,
  bytes: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]),
});
const to = { phone: person };
const send = (message: Partial<Outgoing> & Pick<Outgoing, 'content'>) =>
  evolution.send(connection, { to, reference: 'r', ...message }, ms);
const say = (text: string) => ({ kind: 'text', text }) as const;
const attach = (type: MediaType, one: OutgoingFile, caption = '') =>
  ({ kind: 'media', type, file: one, caption }) as const;

describe('sending', () => {
  test('returns the time of the network', async () => {
    const sent = await send({ content: say('Oi') });
    expect(sent).toEqual({
      outcome: 'accepted',
      networkId: fake.sends[0]?.id,
      at: expect.closeTo(Date.now(), -5),
    });
  });

  test('works for a hidden number too', async () => {
    expect(await send({ to: { lid: '444' }, content: say('Oi') })).toMatchObject({
      outcome: 'accepted',
    });
    expect(fake.sends).toMatchObject([{ to: '444@lid' }]);
  });

  const sure: [EvolutionMode, cause: string, text: string][] = [
    ['no-client', 'disconnected', "the inbox's session is not connected"],
    ['no-client-late', 'disconnected', "the inbox's session is not connected"],
    ['not-logged-in', 'disconnected', "the inbox's session is not connected"],
    ['disconnected', 'disconnected', "the inbox's session is not connected"],
    ['disconnected-late', 'disconnected', "the inbox's session is not connected"],
    ['rate-limit', 'throttled', 'the network accepts no more for now (rate-overlimit)'],
    ['rate-lookup', 'throttled', 'the network accepts no more for now (rate-overlimit)'],
    [
      'no-file',
      'gateway',
      "the gateway failed (500: Error: ENOENT: no such file or directory, copyfile '…' -> '…')",
    ],
    [
      'error-true',
      'rejected',
      'the network refuses the message (BadRequestException: The instance is not connected)',
    ],
  ];
  test.each(sure)('%s is refused: %s', async (mode, cause, text) => {
    fake.mode = mode;
    expect(await send({ content: say('Oi') })).toEqual({
      outcome: 'refused',
      cause,
      reason: expect.objectContaining({ text }),
    });
    expect(fake.sends).toEqual([]);
  });

  test('has an unknown outcome if it fails after the message may have left, and the error shows no path', async () => {
    fake.mode = 'ambiguous';
    expect(await send({ content: say('Oi') })).toEqual({
      outcome: 'unknown',
      cause: 'gateway',
      reason: {
        code: 'gateway_failed',
        text: 'the gateway answered 400 (PrismaClientKnownRequestError: Invalid `this.prismaRepository.message.create()` invocation in …)',
        error: '400',
        said: 'PrismaClientKnownRequestError: Invalid `this.prismaRepository.message.create()` invocation in …',
      },
    });
    fake.mode = 'timed-out';
    expect(await send({ content: say('Oi') })).toMatchObject({ outcome: 'unknown' });
  });

  const quoted = { networkId: 'THEIRS1', fromMe: false, text: 'pergunta' };

  test('a reply includes the message that it replies to', async () => {
    await send({ content: say('sim'), quoted });
    expect(fake.log[0]?.body).toEqual({
      number: person,
      text: 'sim',
      quoted: {
        key: { id: 'THEIRS1', remoteJid: jid(person), fromMe: false },
        message: { conversation: 'pergunta' },
      },
    });
    await send({ content: say('sim'), quoted: { ...quoted, text: '' } });
    expect((fake.log[1]?.body as Fields | undefined)?.quoted).toEqual({
      key: { id: 'THEIRS1', remoteJid: jid(person), fromMe: false },
    });
  });

  const bytes = randomBytes(300_000);
  test.each<[MediaType, string, string, route: string, fields: Fields]>([
    ['image', 'foto.png', 'image/png', 'sendMedia', { mediatype: 'image', fileName: 'foto.jpg' }],
    ['video', 'filme', 'video/mp4', 'sendMedia', { mediatype: 'video', fileName: 'filme.mp4' }],
    ['audio', 'a.mp3', 'audio/mpeg', 'sendMedia', { mediatype: 'audio', fileName: 'a.mp3' }],
    [
      'document',
      'c.pdf',
      'application/pdf',
      'sendMedia',
      { mediatype: 'document', fileName: 'c.pdf' },
    ],
    [
      'document',
      'nota',
      'text/plain',
      'sendMedia',
      { mediatype: 'document', fileName: 'nota.txt' },
    ],
    ['document', 'dados', 'x/y', 'sendMedia', { mediatype: 'document', fileName: 'dados.bin' }],
    ['voice', 'v.webm', 'audio/webm; codecs=opus', 'sendWhatsAppAudio', {}],
  ])('a file as %s (%s) is a form upload', async (type, name, mediaType, route, fields) => {
    const caption = fields.mediatype && type !== 'audio' ? 'legenda "ç"' : '';
    const content = attach(type, file(name, mediaType, bytes), caption);
    expect(await send({ content })).toMatchObject({ outcome: 'accepted' });
    const [upload, ...more] = fake.uploads;
    expect(more).toEqual([]);
    expect(upload).toMatchObject({ route, name });
    expect(upload?.fields).toEqual({
      number: person,
      ...fields,
      ...(caption === '' ? {} : { caption }),
    });
    expect(upload?.bytes.equals(bytes)).toBe(true);
  });

  test('a sticker is base64, the only accepted form', async () => {
    const one = file('s.webp', 'image/webp', bytes);
    expect(await send({ content: attach('sticker', one), quoted })).toMatchObject({
      outcome: 'accepted',
    });
    expect(fake.uploads[0]?.bytes.equals(bytes)).toBe(true);
  });

  test('media as a reply names the message, ours by its id alone', async () => {
    const content = attach('document', file('c.pdf', 'application/pdf', bytes));
    expect(await send({ content, quoted })).toMatchObject({ outcome: 'accepted' });
    expect(fake.uploads[0]?.fields.quoted).toEqual({
      key: { id: 'THEIRS1', remoteJid: jid(person) },
      message: { conversation: 'pergunta' },
    });
    expect(await send({ content, quoted: { ...quoted, fromMe: true } })).toMatchObject({
      outcome: 'accepted',
    });
    expect(fake.uploads[1]?.fields.quoted).toEqual({ key: { id: 'THEIRS1' } });
  });

  const big = (size: number): OutgoingFile => ({
    ...file('x', 'image/png', Buffer.alloc(0)),
    bytes: size,
  });
  test.each<[MediaType, OutgoingFile, string, string]>([
    ['image', big(16 * 1_048_576 + 1), '', 'image: 16.0 MB are more than the 16 MB'],
    ['sticker', big(600_000), '', 'sticker: 0.6 MB are more than the 0.5 MB'],
    ['document', big(104_857_601), '', 'document: 100.0 MB are more than the 100 MB'],
    [
      'image',
      file('x', 'image/svg+xml', bytes),
      '',
      'image: image/svg+xml cannot be sent so, only JPEG',
    ],
    ['video', file('x', 'video/webm', bytes), '', 'video: video/webm cannot be sent so, only MP4'],
    ['voice', file('x', 'text/plain', bytes), '', 'voice: text/plain cannot be sent so'],
    ['voice', file('x', 'audio/ogg', bytes), 'oi', 'voice: the network shows no caption'],
  ])('%s that cannot be sent is refused before the call', async (type, one, caption, reason) => {
    expect(await send({ content: attach(type, one, caption) })).toEqual({
      outcome: 'refused',
      cause: 'rejected',
      reason: { code: 'content_unsupported', text: expect.stringContaining(reason) },
    });
    expect(fake.requests).toBe(0);
  });

  test('a file that cannot be read is refused', async () => {
    const one = {
      ...file('c.pdf', 'application/pdf', bytes),
      open: () => Promise.reject(new Error()),
    };
    for (const type of ['document', 'sticker'] as const)
      expect(
        await send({ content: attach(type, { ...one, mediaType: 'image/png' }) }),
      ).toMatchObject({
        outcome: 'refused',
        reason: { code: 'file_unreadable', text: 'the file cannot be read' },
      });
    expect(fake.requests).toBe(0);
  });

  test('a reaction names the message and its chat, in the spelling with an account', async () => {
    const target = { networkId: 'T1', fromMe: true, text: 'x' };
    const content = { kind: 'reaction', target, emoji: '👍' } as const;
    expect(await send({ content })).toMatchObject({ outcome: 'accepted' });
    const key = { id: 'T1', remoteJid: jid(person), fromMe: true };
    expect(fake.log[0]?.body).toEqual({ key, reaction: '👍' });
    fake.accounts.set('5531987654321', '553187654321');
    expect(await send({ to: { phone: '5531987654321' }, content })).toMatchObject({
      outcome: 'accepted',
    });
    expect(fake.sends.at(-1)).toMatchObject({ to: '553187654321' });
    fake.accounts.set('553187654321', false);
    expect(await send({ to: { phone: '5531987654321' }, content })).toMatchObject({
      outcome: 'refused',
      cause: 'number',
    });
  });

  test('a template is refused', async () => {
    const template = { name: 'x', language: 'pt_BR', components: [] };
    const sent = await send({ content: { kind: 'template', template } });
    expect(sent).toMatchObject({ outcome: 'refused', cause: 'rejected' });
    expect(fake.requests).toBe(0);
  });
});

describe('queries', () => {
  const read = async (stream: Readable) => Buffer.concat(await stream.toArray());
  const source = {
    kind: 'imageMessage',
    mediaType: 'image/png',
    path: '/v',
    key: Buffer.alloc(32, 7).toString('base64'),
  };

  test.each([0, 1, 2, 3, 1_000, 3_000_001])('media of %i bytes arrive unchanged', async (size) => {
    const bytes = randomBytes(size);
    fake.media.set('M1', bytes);
    const result = await evolution.fetchMedia?.(connection, { networkId: 'M1', source }, ms);
    if (result?.kind !== 'done') throw new Error(JSON.stringify(result));
    expect(result.value).toMatchObject({ mediaType: 'image/png', name: 'M1.png' });
    expect((await read(result.value.stream)).equals(bytes)).toBe(true);
    // The request contains the message itself, since the gateway may not have stored it.
    expect(fake.log[0]?.body).toEqual({
      message: {
        key: { id: 'M1' },
        message: {
          imageMessage: {
            mimetype: 'image/png',
            directPath: '/v',
            mediaKey: Object.fromEntries(Buffer.alloc(32, 7).entries()),
          },
        },
      },
    });
  });

  test('media of 100 MB is never held in memory whole', async () => {
    // Allocated once, since garbage would be counted below.
    const part = Buffer.alloc(15_000, 'Pauta');
    const parts = 7_000;
    const whole = createHash('sha256');
    for (let n = 0; n < parts; n += 1) whole.update(part);
    const wanted = whole.digest('hex');
    const base64 = Buffer.alloc((part.length / 3) * 4 * parts, part.toString('base64'));
    const server = createServer((_, response) => {
      response.writeHead(201).write('{"mediaType":"x","mimetype":"application/pdf","base64":"');
      response.write(base64);
      response.end('","buffer":null}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    connection = connectionTo({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    const before = process.memoryUsage().rss;
    const result = await evolution.fetchMedia?.(
      connection,
      { networkId: 'M1', source: {} },
      60_000,
    );
    if (result?.kind !== 'done') throw new Error(JSON.stringify(result));
    const hash = createHash('sha256');
    let most = 0;
    for await (const chunk of result.value.stream) {
      hash.update(chunk as Buffer);
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(hash.digest('hex')).toBe(wanted);
    // All of it in base64 would be 140 MB, and decoded 100 MB more.
    expect(most).toBeLessThan(200_000_000);
    server.closeAllConnections();
    server.close();
  }, 60_000);

  test('missing, interrupted and unreachable media report their cause', async () => {
    const fetch = () => evolution.fetchMedia?.(connection, { networkId: 'M2', source }, ms);
    expect(await fetch()).toMatchObject({
      kind: 'impossible',
      reason: { code: 'media_gone', text: expect.stringContaining('Message not found') },
    });
    fake.media.set('M2', 'Error: Failed to fetch stream from https://mmg.whatsapp.net/v');
    expect(await fetch()).toMatchObject({ kind: 'failed', cause: 'rejected' });
    fake.media.set('M2', 'Error: Connection Closed');
    expect(await fetch()).toMatchObject({ kind: 'failed', cause: 'disconnected' });
    let isWhole = false;
    const server = createServer((_, response) => {
      if (isWhole) return response.writeHead(201).end('{"base64":"QUJDREVG');
      response.writeHead(201, { 'content-length': '100' }).write('{"base64":"QUJDREVG');
      setTimeout(() => response.destroy(), 50);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    connection = connectionTo({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    for (isWhole of [false, true]) {
      const result = await fetch();
      if (result?.kind !== 'done') throw new Error(JSON.stringify(result));
      await expect(read(result.value.stream)).rejects.toThrow();
    }
    server.close();
    connection = connectionTo({ url: 'http://127.0.0.1:9' });
    expect(await fetch()).toMatchObject({ kind: 'failed', cause: 'network' });
  });

  test('the number of a LID, if both were seen together', async () => {
    fake.lids.set('222', person);
    const lookUp = () => evolution.phoneOf?.(connection, '222', ms);
    for (const [mode, cause] of [
      ['rate-lookup', 'throttled'],
      ['no-client', 'disconnected'],
    ] as const) {
      fake.mode = mode;
      expect(await lookUp()).toMatchObject({ kind: 'failed', cause });
    }
    fake.mode = 'ok';
    expect(await evolution.phoneOf?.(connection, '222', ms)).toEqual({
      kind: 'done',
      value: person,
    });
    expect(await evolution.phoneOf?.(connection, '333', ms)).toEqual({
      kind: 'done',
      value: undefined,
    });
  });

  test('a picture, or none', async () => {
    fake.pictures = (number) => (number === person ? 'https://pps.example/p.jpg' : null);
    expect(await evolution.profile?.(connection, to, ms)).toMatchObject({
      value: { pictureUrl: 'https://pps.example/p.jpg' },
    });
    expect(await evolution.profile?.(connection, { lid: '9' }, ms)).toMatchObject({
      value: { pictureUrl: null },
    });
  });

  test('messages are marked as read, unless Evolution would skip them silently', async () => {
    const networkIds = ['A', 'B'];
    expect(await evolution.markRead?.(connection, { chat: to, networkIds }, ms)).toMatchObject({
      kind: 'done',
    });
    expect(fake.marked).toEqual(
      networkIds.map((id) => ({ id, fromMe: false, remoteJid: jid(person) })),
    );
    const hidden = { chat: { lid: '9' }, networkIds };
    expect(await evolution.markRead?.(connection, hidden, ms)).toMatchObject({
      kind: 'impossible',
    });
    expect(fake.requests).toBe(1);
  });
});

describe('connecting', () => {
  const url = 'https://pauta.example/api/gateways/team/inbox';
  const inputs = (global_key = fake.globalKey) => ({ callbackUrl: url, setup: { global_key } });
  /** Without the data that is known only once the instance exists. */
  const bare = () => ({ ...connection, config: { url: fake.url, instance: fake.instance } });
  beforeEach(() => {
    fake.exists = false;
    fake.state = 'close';
  });

  test('creates the instance, stores its key, and sets the callback', async () => {
    const result = await connecting.prepare(bare(), inputs(), ms);
    if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    const { api_key, webhook_secret } = result.value.config;
    expect(api_key).toBe(fake.apiKey);
    expect(webhook_secret).toMatch(/^[0-9a-f]{40}$/);
    expect(fake.log[0]?.body).toMatchObject({
      instanceName: fake.instance,
      groupsIgnore: true,
      qrcode: false,
    });
    expect(fake.webhook).toMatchObject({
      enabled: true,
      url,
      headers: { 'x-webhook-secret': webhook_secret },
      webhookByEvents: false,
      webhookBase64: false,
    });
    // A second call uses the existing instance.
    const again = await connecting.prepare({ ...connection }, inputs(), ms);
    expect(again).toEqual({
      kind: 'done',
      value: {
        config: {
          api_key: fake.apiKey,
          global_key: fake.globalKey,
          webhook_secret: fake.webhookSecret,
        },
      },
    });
    const { apiKey, webhookSecret } = fake;
    const config = { ...connection.config, api_key: apiKey, webhook_secret: webhookSecret };
    expect(await connecting.callback({ ...connection, config }, ms)).toEqual({
      kind: 'done',
      value: { url, isComplete: true },
    });
  });

  test('reports a wrong or missing global key', async () => {
    expect(await connecting.prepare(bare(), inputs('wrong'), ms)).toEqual({
      kind: 'failed',
      cause: 'credentials',
      reason: { code: 'global_key_refused', text: 'the gateway refuses the global key' },
    });
    expect(await connecting.prepare(bare(), inputs(''), ms)).toMatchObject({
      cause: 'credentials',
    });
    // No global key is needed if the instance exists and its key is known.
    fake.exists = true;
    expect(await connecting.prepare(connection, inputs(''), ms)).toMatchObject({ kind: 'done' });
  });

  test('the callback counts as ours only if all of it is as required', async () => {
    fake.exists = true;
    const callbackOf = () => connecting.callback(connection, ms);
    expect(await callbackOf()).toEqual({
      kind: 'done',
      value: { url: undefined, isComplete: false },
    });
    // Omitted fields keep their old value, so none is omitted.
    fake.webhook = { enabled: true, url, events: [], webhookByEvents: true, webhookBase64: true };
    expect(await connecting.setCallback(connection, url, ms)).toMatchObject({ kind: 'done' });
    expect(fake.webhook).toMatchObject({ webhookByEvents: false, webhookBase64: false });
    expect(await callbackOf()).toEqual({ kind: 'done', value: { url, isComplete: true } });
    const whole = { ...fake.webhook };
    for (const change of [
      { enabled: false },
      { headers: { 'x-webhook-secret': 'another' } },
      { webhookBase64: true },
      { events: whole.events.filter((event) => event !== 'SEND_MESSAGE') },
    ]) {
      fake.webhook = { ...whole, ...change };
      expect(await callbackOf()).toEqual({ kind: 'done', value: { url, isComplete: false } });
    }
  });

  const login = (phone?: string, on = connection) => connecting.login(on, { phone }, ms);
  const withGlobalKey = () => ({
    ...connection,
    config: { ...connection.config, global_key: fake.globalKey },
  });

  test('shows a QR code until it expires, the next one, and then the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    fake.exists = true;
    const first = await login();
    const expiresAt = Date.now() + 45_000;
    expect(first).toEqual({ kind: 'done', value: { state: 'scan', qr: fake.qr?.code, expiresAt } });
    expect(await login()).toEqual(first);
    showQr(fake);
    expect(await login()).toMatchObject({ value: { state: 'scan', qr: fake.qr?.code } });
    fake.state = 'open';
    expect(await login()).toEqual({ kind: 'done', value: { state: 'connected' } });
  });

  test('gives a pairing code, for which an instance that has shown a QR code is created again', async () => {
    fake.exists = true;
    const withKey = withGlobalKey();
    await login(undefined, withKey);
    const result = await login(person, withKey);
    const code = fake.qr?.pairingCode;
    expect(result).toMatchObject({
      value: { state: 'code', code: `${code?.slice(0, 4)}-${code?.slice(4)}`, qr: fake.qr?.code },
    });
    const removals = () => fake.log.filter(({ path }) => path.includes('/instance/delete')).length;
    expect(removals()).toBe(1);
    // A repeated request for the same number keeps the session; another number replaces it.
    expect(await login(person, withKey)).toEqual(result);
    expect(removals()).toBe(1);
    expect(await login('5511912345678', withKey)).toMatchObject({ value: { state: 'code' } });
    expect(fake.qr?.pairingCode).not.toBe(code);
    expect(removals()).toBe(2);
    expect(fake.log.some(({ path }) => path.includes('/instance/logout'))).toBe(false);
  });

  test('without the global key a session that shows a QR code keeps it', async () => {
    fake.exists = true;
    const first = await login();
    expect(await login(person)).toMatchObject({
      kind: 'failed',
      cause: 'credentials',
      reason: {
        code: 'global_key_for_code',
        text: expect.stringMatching(/the global key \(global_key\).* scan the QR code/),
      },
    });
    expect(await login()).toEqual(first);
  });

  test('names the cause if no QR code arrives for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    fake.exists = true;
    fake.isBlind = true;
    expect(await login()).toEqual({ kind: 'done', value: { state: 'connecting' } });
    vi.setSystemTime(Date.now() + 59_000);
    expect(await login()).toMatchObject({ value: { state: 'connecting' } });
    vi.setSystemTime(Date.now() + 2_000);
    expect(await login()).toMatchObject({
      value: {
        state: 'failed',
        reason: { code: 'qr_missing', text: expect.stringContaining('cannot reach the network') },
      },
    });
    // And starts again.
    expect(await login()).toMatchObject({ value: { state: 'connecting' } });
  });

  test('restarts, logs out and removes, also if the session is closed or missing', async () => {
    fake.exists = true;
    fake.state = 'open';
    expect(await connecting.restart(connection, ms)).toMatchObject({ kind: 'done' });
    const withKey = withGlobalKey();
    expect(await connecting.logout(withKey, ms)).toMatchObject({ kind: 'done' });
    expect(fake.exists).toBe(false);
    expect(await connecting.logout(withKey, ms)).toMatchObject({ kind: 'done' });
    expect(await connecting.logout(connection, ms)).toMatchObject({ kind: 'done' });
    fake.exists = true;
    expect(await connecting.logout(connection, ms)).toMatchObject({ kind: 'done' });
    expect(await connecting.restart(connection, ms)).toMatchObject({ kind: 'done' });
    expect(fake.state).toBe('connecting');
    expect(await connecting.remove(connection, ms)).toMatchObject({ kind: 'done' });
    expect(await connecting.remove(connection, ms)).toMatchObject({ kind: 'done' });
    expect(await connecting.restart(connection, ms)).toMatchObject({
      kind: 'failed',
      cause: 'disconnected',
    });
    expect(await login()).toMatchObject({ kind: 'failed', cause: 'credentials' });
    expect(await login(undefined, withKey)).toMatchObject({
      kind: 'failed',
      cause: 'disconnected',
    });
  });
});

describe('numbers', () => {
  test.each([
    ['5531987654321', '553187654321'],
    ['5215512345678', '525512345678'],
    ['5491123456789', '541123456789'],
  ])('%s and %s are the same, as Evolution writes it', (long, short) => {
    expect(spellings(long)).toEqual([long, short]);
    expect(spellings(short)).toEqual([short, long]);
    expect(createJid(long)).toBe(jid(short));
  });

  test.each(['4915112345678', '5511987654', '52112345678', '12025550123', '5541233334444'])(
    '%s has one spelling',
    (phone) => {
      expect(spellings(phone)).toEqual([phone]);
    },
  );
});

test('no reason contains a secret or a path of the gateway', async () => {
  const { service, stop } = startMessaging({
    timeoutMs: ms,
    sandboxDelayMs: 0,
    deliver: async () => true,
  });
  fake.media.set(
    'M1',
    `Error: ENOENT ${fake.apiKey} open '/evolution/store/x/y.png' at src/main.ts:3:4`,
  );
  const result = await service.fetchMedia(connection, { networkId: 'M1', source: {} });
  expect(result).toMatchObject({
    kind: 'failed',
    reason: {
      text: expect.stringContaining("ENOENT … open '…' at …"),
      said: expect.stringContaining("ENOENT … open '…' at …"),
    },
  });
  stop();
});
