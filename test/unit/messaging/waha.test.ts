import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { waha } from '#server/features/gateways/waha/index.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { Updates } from '#server/outbound/messaging/incoming-updates.ts';
import type { OutgoingContent } from '#server/outbound/messaging/outgoing-message.ts';
import { type Fields, webId } from '#test/gateways/gateway.ts';
import { startWaha, type Waha, type WahaIncoming, type WahaOptions } from '#test/gateways/waha.ts';
import type { Engine } from '#test/gateways/waha-shapes.ts';

/* WAHA's adapter against a fake with all the quirks of the original: over HTTP, without the service. */

const engines: readonly Engine[] = ['WEBJS', 'NOWEB', 'GOWS'];
const current = '2026.7.1';
const me = '5511900000000';
const ana = '5511987654321';
const timeoutMs = 10_000;
/** For answers whose delay on a busy machine would count as a failure. */
const patientMs = 60_000;

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A server that accepts callbacks and passes them to the adapter. */
async function stage(options: WahaOptions = {}) {
  const fake = await startWaha({ session: 'agency', ...options });
  const { url, session, apiKey, hmacKey } = fake;
  const connection: Connection = {
    team: 'team',
    inbox: `inbox-${webId()}`,
    gateway: 'waha',
    config: { url, session, api_key: apiKey, webhook_secret: hmacKey },
  };
  const updates: Updates[] = [];
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const body = await buffer(request);
    const parsed = waha.readCallback(connection, { method: 'POST', headers, query: {}, body });
    if (parsed.kind === 'updates') updates.push(parsed);
    response.writeHead(parsed.kind === 'updates' ? 200 : 401).end(parsed.kind);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await fake.close();
  });
  const address = `http://127.0.0.1:${port}/api/gateways/team/${connection.inbox}`;
  /** Updates that the adapter parses from a callback. */
  const tells = async (tell: (fake: Waha, to: string) => Promise<unknown>): Promise<Updates> => {
    updates.length = 0;
    await tell(fake, address);
    return updates[0] ?? {};
  };
  return {
    fake,
    connection,
    address,
    tells,
    receives: (message: Partial<WahaIncoming>) =>
      tells((on, to) => on.receive(to, { from: ana, name: 'Ana', text: 'Oi', ...message })),
    send: (content: OutgoingContent, more: object = {}) =>
      waha.send(connection, { to: { phone: ana }, content, reference: 'ours', ...more }, timeoutMs),
    text: (text = 'Olá') => ({ kind: 'text', text }) as const,
  };
}

const file = (bytes: Buffer, mediaType = 'image/jpeg', name = 'foto "1".jpg') => ({
  name,
  mediaType,
  bytes: bytes.length,
  open: async () =>
    Readable.from(bytes.length > 0 ? [bytes.subarray(0, 7), bytes.subarray(7)] : []),
});

describe('the author of a message', () => {
  test.each(engines)('is read from its id (%s): the contact', async (engine) => {
    const { receives } = await stage({ engine });
    const updates = await receives({ id: 'A1', timestamp: 1_700_000_000 });
    expect(updates.messages).toMatchObject([
      {
        networkId: 'A1',
        chat: { phone: ana },
        from: 'contact',
        name: 'Ana',
        at: 1_700_000_000_000,
      },
    ]);
    expect(updates.echoes).toBeUndefined();
  });

  test.each(engines)('%s: a message typed on the phone is from the phone', async (engine) => {
    const one = await stage({ engine });
    const updates = await one.receives({ id: 'B1', fromMe: true, timestamp: 1_700_000_001 });
    expect(updates.messages).toMatchObject([
      { networkId: 'B1', chat: { phone: ana }, from: 'phone', text: 'Oi', at: 1_700_000_001_000 },
    ]);
    expect(updates.messages?.[0]?.name).toBeUndefined();
    expect(updates.echoes).toBeUndefined();
  });

  test.each(engines)(
    '%s: a message sent through the gateway is an echo with its chat',
    async (engine) => {
      const { tells } = await stage({ engine });
      const updates = await tells((fake, to) => fake.sent(to, { to: ana, text: 'Oi', id: 'C1' }));
      expect(updates.echoes).toMatchObject([{ networkId: 'C1', chat: { phone: ana }, text: 'Oi' }]);
      expect(updates.echoes?.[0]?.mayBeTyped).toBeUndefined();
      expect(updates.messages).toBeUndefined();
    },
  );

  test.each(engines)('%s before 2025.3: the two cannot be told apart', async (engine) => {
    const { receives } = await stage({ engine, version: '2025.2.1' });
    const updates = await receives({ fromMe: true });
    expect(updates.echoes).toMatchObject([{ chat: { phone: ana }, mayBeTyped: true }]);
    expect(updates.messages).toBeUndefined();
  });

  test.each(engines.flatMap((engine) => [false, true].map((fromMe) => [engine, fromMe] as const)))(
    '%s: a group is ignored and counted (our side: %s)',
    async (engine, fromMe) => {
      const { receives } = await stage({ engine });
      expect(await receives({ group: true, fromMe })).toEqual({
        kind: 'updates',
        ignored: { group: 1 },
      });
    },
  );

  const crowds = [
    ['status@broadcast', 'status'],
    ['1@broadcast', 'broadcast'],
    ['120363000000000002@newsletter', 'channel'],
  ];
  test.each(crowds)('%s is ignored as %s', async (chat, kind) => {
    const { tells } = await stage();
    const payload = { id: `false_${chat}_X_${ana}@c.us`, from: chat, fromMe: false, body: 'Oi' };
    const updates = await tells((fake, to) => fake.event(to, 'message.any', payload));
    expect(updates).toEqual({ kind: 'updates', ignored: { [kind]: 1 } });
  });

  test('without a chat nothing is an echo', async () => {
    const { tells } = await stage();
    const payload = {
      id: 'BARE',
      from: `${ana}@c.us`,
      to: `${ana}@c.us`,
      fromMe: true,
      body: 'Oi',
    };
    const updates = await tells((fake, to) => fake.event(to, 'message.any', payload));
    expect(updates).toEqual({ kind: 'updates', ignored: { nameless: 1 } });
  });

  test.each(['NOWEB', 'GOWS'] as const)('%s: a LID with a known number is both', async (engine) => {
    const { receives } = await stage({ engine });
    for (const fromMe of [false, true]) {
      const updates = await receives({ lid: '222222222222222', fromMe });
      expect(updates.messages?.[0]?.chat).toEqual({ phone: ana, lid: '222222222222222' });
      expect(updates.lids).toEqual([{ lid: '222222222222222', phone: ana }]);
    }
  });

  test.each(engines)('%s: a LID with an unknown number is stored as the LID', async (engine) => {
    const { receives } = await stage({ engine });
    const updates = await receives({ lid: '444444444444444', known: false });
    expect(updates.messages?.[0]?.chat).toEqual({ lid: '444444444444444' });
    expect(updates.lids).toEqual([]);
  });

  // Captured from 2025.12.3: if the stanza has sender_pn, it is the writer's own number, ours.
  test('notes to self on the phone are ignored', async () => {
    const { receives } = await stage();
    expect(await receives({ from: me, fromMe: true })).toEqual({
      kind: 'updates',
      ignored: { own: 1 },
    });
  });

  test('our own number is never that of the chat', async () => {
    const { fake, tells } = await stage();
    const of = fake.networkMessage({ from: me, name: 'x', text: 'Oi', lid: '3', fromMe: true });
    const payload = {
      id: `true_3@lid_${of.id}`,
      timestamp: of.timestamp,
      from: '3@lid',
      fromMe: true,
      source: 'app',
      body: 'Oi',
      _data: {
        key: { remoteJid: '3@lid', remoteJidAlt: `${me}@s.whatsapp.net`, fromMe: true, id: of.id },
        message: { conversation: 'Oi' },
      },
    };
    const updates = await tells((on, to) => on.event(to, 'message.any', payload));
    expect(updates.messages?.[0]?.chat).toEqual({ lid: '3' });
  });
});

describe('the content of a message', () => {
  const context = { stanzaId: '3EB0Q', quotedMessage: { conversation: 'pergunta' } };
  const jpeg = { mimetype: 'image/jpeg', fileLength: '75' };
  const card = (name: string) =>
    `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nitem1.TEL;type=CELL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD`;
  const maria = { name: 'Maria', phones: ['5511977776666'] };
  const kinds: [string, message: Fields, content: object][] = [
    ['a text', { conversation: 'Oi' }, { type: 'text', text: 'Oi' }],
    [
      'a quoting text',
      { extendedTextMessage: { text: 'Sim', contextInfo: context } },
      { type: 'text', text: 'Sim', quoted: '3EB0Q' },
    ],
    [
      'a text in a chat with disappearing messages',
      {
        ephemeralMessage: {
          message: { extendedTextMessage: { text: 'some', contextInfo: context } },
        },
      },
      { type: 'text', text: 'some', quoted: '3EB0Q' },
    ],
    [
      'an image',
      { imageMessage: { ...jpeg, caption: 'foto' } },
      { type: 'image', text: 'foto', media: { mediaType: 'image/jpeg', bytes: 75 } },
    ],
    [
      'an image to look at once',
      { viewOnceMessageV2: { message: { imageMessage: { ...jpeg, caption: 'uma vez' } } } },
      { type: 'image', text: 'uma vez', media: { mediaType: 'image/jpeg' } },
    ],
    ['audio', { audioMessage: { mimetype: 'audio/mpeg' } }, { type: 'audio', media: {} }],
    [
      'a voice message',
      { audioMessage: { mimetype: 'audio/ogg; codecs=opus', ptt: true } },
      { type: 'voice', media: { mediaType: 'audio/ogg; codecs=opus' } },
    ],
    [
      'a video',
      { videoMessage: { mimetype: 'video/mp4' } },
      { type: 'video', text: '', media: {} },
    ],
    [
      'a document with a caption',
      {
        documentWithCaptionMessage: {
          message: {
            documentMessage: { mimetype: 'application/pdf', fileName: 'a.pdf', caption: 'segue' },
          },
        },
      },
      { type: 'document', text: 'segue', media: { name: 'a.pdf', mediaType: 'application/pdf' } },
    ],
    ['a sticker', { stickerMessage: { mimetype: 'image/webp' } }, { type: 'sticker', media: {} }],
    [
      'a place',
      {
        locationMessage: {
          degreesLatitude: -23.5,
          degreesLongitude: -46.6,
          name: 'Loja',
          address: 'Rua A',
        },
      },
      {
        type: 'location',
        text: '',
        details: {
          latitude: -23.5,
          longitude: -46.6,
          name: 'Loja',
          address: 'Rua A',
          is_live: false,
        },
      },
    ],
    [
      'a location in a chat with disappearing messages',
      {
        ephemeralMessage: {
          message: { locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
        },
      },
      { type: 'location', details: { latitude: 1, longitude: 2 } },
    ],
    [
      'a place that moves',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: 'indo' } },
      { type: 'location', text: 'indo', details: { is_live: true } },
    ],
    [
      'a contact',
      { contactMessage: { displayName: 'Maria', vcard: card('Maria') } },
      { type: 'contacts', text: '', details: { contacts: [maria] } },
    ],
    [
      'contacts',
      { contactsArrayMessage: { contacts: [{ vcard: card('Maria') }, { vcard: card('João') }] } },
      { type: 'contacts', details: { contacts: [maria, { ...maria, name: 'João' }] } },
    ],
    [
      'the answer to a button',
      {
        buttonsResponseMessage: {
          selectedButtonId: 'sim',
          selectedDisplayText: 'Sim',
          contextInfo: context,
        },
      },
      { type: 'button_reply', text: 'Sim', details: { id: 'sim' } },
    ],
    [
      "the answer to a template's button",
      { templateButtonReplyMessage: { selectedId: 'sim', selectedDisplayText: 'Sim' } },
      { type: 'button_reply', text: 'Sim', details: { id: 'sim' } },
    ],
    [
      'the answer to a list',
      {
        listResponseMessage: {
          title: 'Plano A',
          description: 'o melhor',
          singleSelectReply: { selectedRowId: 'a' },
        },
      },
      { type: 'list_reply', text: 'Plano A', details: { id: 'a', description: 'o melhor' } },
    ],
    [
      'a poll',
      {
        messageContextInfo: { messageSecret: 'x' },
        pollCreationMessageV3: {
          name: 'Qual?',
          options: [{ optionName: 'A' }, { optionName: 'B' }],
          selectableOptionsCount: 1,
        },
      },
      { type: 'poll', text: 'Qual?', details: { options: ['A', 'B'], is_multiple: false } },
    ],
    [
      'an order',
      {
        orderMessage: {
          orderId: '1',
          itemCount: 2,
          message: 'quero',
          orderTitle: 'Pedido',
          totalAmount1000: '50000',
          totalCurrencyCode: 'BRL',
        },
      },
      {
        type: 'order',
        text: 'quero',
        details: { id: '1', title: 'Pedido', items: 2, total: 50, currency: 'BRL' },
      },
    ],
  ];
  test.each(engines.flatMap((engine) => kinds.map((kind) => [engine, ...kind] as const)))(
    '%s: %s',
    async (engine, _, message, content) => {
      const { receives } = await stage({ engine });
      const updates = await receives({ message });
      expect(updates.messages).toMatchObject([content]);
    },
  );

  const odd: [Engine, Fields, kind: string, text: string][] = [
    ['NOWEB', { eventMessage: { name: 'Reunião' } }, 'eventMessage', 'Reunião'],
    ['NOWEB', { productMessage: { product: { title: 'Camisa' } } }, 'productMessage', 'Camisa'],
    ['NOWEB', { interactiveMessage: { body: { text: 'Oferta' } } }, 'interactiveMessage', 'Oferta'],
    ['GOWS', { groupInviteMessage: { caption: 'entra' } }, 'groupInviteMessage', 'entra'],
    ['WEBJS', { productMessage: {} }, 'product', ''],
    ['NOWEB', {}, 'empty', ''],
  ];
  test.each(odd)('%s: %j is stored with its type (%s)', async (engine, message, kind, text) => {
    const { receives } = await stage({ engine });
    const updates = await receives({ message });
    expect(updates.messages).toMatchObject([{ type: 'unsupported', text, details: { kind } }]);
  });

  test('a video note is media also before 2026.1.2, which declared none', async () => {
    const { receives } = await stage();
    const updates = await receives({ id: 'V', message: { ptvMessage: { mimetype: 'video/mp4' } } });
    expect(updates.messages).toMatchObject([
      { type: 'video', media: { mediaType: 'video/mp4', source: { id: `false_${ana}@c.us_V` } } },
    ]);
  });

  const service: Fields[] = [
    { protocolMessage: { type: 'EPHEMERAL_SETTING', ephemeralExpiration: 604_800 } },
    { senderKeyDistributionMessage: { groupId: 'x' } },
    { albumMessage: { expectedImageCount: 2 } },
    { pinInChatMessage: { type: 1 } },
    { keepInChatMessage: { keepType: 1 } },
    { callLogMesssage: { isVideo: false, callOutcome: 1 } },
  ];
  test.each(service)('%j is ignored, and counted', async (message) => {
    const { receives } = await stage();
    expect(await receives({ message })).toEqual({ kind: 'updates', ignored: { protocol: 1 } });
  });

  test('the address of media, or the error of its download', async () => {
    const { fake, receives } = await stage();
    const image = { imageMessage: { mimetype: 'image/png' } };
    const media = fake.mediaOf({ name: 'A.png', bytes: Buffer.from(''), mediaType: 'image/png' });
    const received = await receives({ id: 'A', message: image, media });
    expect(received.messages?.[0]?.media).toMatchObject({
      mediaType: 'image/png',
      source: { id: `false_${ana}@c.us_A`, url: 'http://localhost:3000/api/files/agency/A.png' },
    });
    const error = {
      output: { statusCode: 404, payload: { message: 'Failed to fetch https://mmg/x' } },
      details: 'Error: …\n at /app/dist',
    };
    const broken = await receives({ message: image, media: { url: null, error } });
    expect(broken.messages?.[0]?.media?.error).toBe(
      'the gateway could not download it (the network answered 404)',
    );
  });

  test('a message without a time, or with fractions of seconds', async () => {
    const { receives, tells } = await stage();
    expect((await receives({ timestamp: null })).messages?.[0]?.at).toBeUndefined();
    const payload = {
      id: `false_${ana}@c.us_R`,
      from: `${ana}@c.us`,
      fromMe: false,
      timestamp: 1_710_481_111.853,
      reaction: { text: '🙏', messageId: `true_${ana}@c.us_TARGET` },
    };
    const updates = await tells((fake, to) => fake.event(to, 'message.reaction', payload));
    expect(updates.messages).toMatchObject([
      { type: 'reaction', text: '🙏', details: { message: 'TARGET' }, at: 1_710_481_111_853 },
    ]);
    const reply = { ...payload, id: `true_${ana}@c.us_R2`, fromMe: true, source: 'app' };
    const typed = await tells((fake, to) => fake.event(to, 'message.reaction', reply));
    expect(typed.messages).toMatchObject([
      { type: 'reaction', from: 'phone', chat: { phone: ana } },
    ]);
  });
});

describe('events of messages', () => {
  test.each([
    [-1, 'failed'],
    [2, 'delivered'],
    [3, 'read'],
  ] as const)(
    'an acknowledgement that precedes the message is reported with it: %s',
    async (ack, status) => {
      const { tells } = await stage();
      const sent = { to: ana, text: 'Oi', id: 'D1' };
      const updates = await tells((fake, to) => fake.sent(to, sent, { ack }));
      expect(updates.confirmations).toMatchObject([{ networkId: 'D1', status }]);
      expect(updates.echoes).toMatchObject([{ networkId: 'D1' }]);
      const plain = await tells((fake, to) => fake.sent(to, sent, { ack: 1 }));
      expect(plain.confirmations).toEqual([]);
    },
  );

  const base = { timestamp: 1_700_000_000, from: `${ana}@c.us`, fromMe: false };

  test('an edit has the id of the edited message', async () => {
    const { tells } = await stage();
    const payload = {
      ...base,
      id: `false_${ana}@c.us_EDIT`,
      body: 'corrigido',
      editedMessageId: 'OLD',
    };
    const updates = await tells((fake, to) => fake.event(to, 'message.edited', payload));
    const chat = { phone: ana };
    const edit = { networkId: 'OLD', text: 'corrigido', at: 1_700_000_000_000 };
    expect(updates.edits).toEqual([{ ...edit, from: 'contact', chat }]);
    const ours = { ...payload, id: `true_${ana}@c.us_EDIT`, fromMe: true };
    expect((await tells((fake, to) => fake.event(to, 'message.edited', ours))).edits).toEqual([
      { ...edit, from: 'phone', chat },
    ]);
    const inGroup = { ...payload, id: `false_1@g.us_EDIT_${ana}@c.us` };
    const left = await tells((fake, to) => fake.event(to, 'message.edited', inGroup));
    expect(left).toEqual({ kind: 'updates', ignored: { group: 1 } });
  });

  test.each(engines.filter((engine) => engine !== 'WEBJS'))(
    '%s before 2025.6.3 sends edits and revocations as messages',
    async (engine) => {
      const { receives } = await stage({ engine, version: '2025.5.1' });
      const key = { id: 'OLD', fromMe: false };
      const edit = { type: 14, key, editedMessage: { extendedTextMessage: { text: 'novo' } } };
      expect((await receives({ message: { protocolMessage: edit } })).edits).toMatchObject([
        { networkId: 'OLD', text: 'novo', from: 'contact' },
      ]);
      expect(
        (await receives({ message: { protocolMessage: { type: 0, key } } })).revokes,
      ).toMatchObject([{ networkId: 'OLD', from: 'contact' }]);
    },
  );

  test('a revocation has the id of the revoked message', async () => {
    const { tells } = await stage();
    const after = { ...base, id: `false_${ana}@c.us_REVOKE`, body: null };
    const of = (payload: object) => tells((fake, to) => fake.event(to, 'message.revoked', payload));
    const at = 1_700_000_000_000;
    expect((await of({ after, before: null, revokedMessageId: 'OLD' })).revokes).toEqual([
      { networkId: 'OLD', at, from: 'contact', chat: { phone: ana } },
    ]);
    const before = { ...base, id: `false_${ana}@c.us_WEB` };
    expect((await of({ after, before })).revokes).toEqual([
      { networkId: 'WEB', at, from: 'contact', chat: { phone: ana } },
    ]);
    const group = { ...after, id: `false_1@g.us_R_${ana}@c.us` };
    expect(await of({ after: group, revokedMessageId: 'OLD' })).toEqual({
      kind: 'updates',
      ignored: { group: 1 },
    });
    expect(await of({ after: null, before: null })).toEqual({ kind: 'updates' });
  });

  test.each(engines)(
    '%s: confirmations, in any order, for our own messages only',
    async (engine) => {
      const { tells } = await stage({ engine });
      const of = (id: string, ack: number, more?: Fields) =>
        tells((fake, to) => fake.confirm(to, id, ack, more));
      expect((await of(`true_${ana}@c.us_K`, 3)).confirmations).toMatchObject([
        { networkId: 'K', status: 'read' },
      ]);
      expect((await of('true_9@lid_K', 2)).confirmations).toMatchObject([
        { networkId: 'K', status: 'delivered' },
      ]);
      expect((await of(`true_${ana}@c.us_K`, -1)).confirmations).toMatchObject([
        { status: 'failed' },
      ]);
      expect(await of('true_1@g.us_K_2@c.us', 3)).toEqual({
        kind: 'updates',
        ignored: { group: 1 },
      });
      expect(await of(`false_${ana}@c.us_K`, 3, { fromMe: false })).toEqual({ kind: 'updates' });
    },
  );

  const states = [
    ['STARTING', { state: 'connecting' }],
    ['SCAN_QR_CODE', { state: 'scan' }],
    [
      'PASSKEY_REQUIRED',
      {
        state: 'passkey',
        reason: { code: 'passkey_needed', text: expect.stringContaining('passkey') },
      },
    ],
    ['PASSKEY_CONFIRMATION_REQUIRED', { state: 'passkey' }],
    ['WORKING', { state: 'connected', phone: me }],
    [
      'FAILED',
      {
        state: 'failed',
        reason: { code: 'qr_unscanned', text: expect.stringContaining('gave up') },
      },
    ],
    ['STOPPED', { state: 'disconnected' }],
  ] as const;
  test.each(states)('the session is %s', async (status, state) => {
    const { tells } = await stage();
    const payload = { name: 'agency', status, statuses: [], data: { code: '1234' } };
    const updates = await tells((fake, to) => fake.event(to, 'session.status', payload));
    expect(updates.states).toMatchObject([state]);
    // A request for a pairing code names a number before it is logged in.
    if (status !== 'WORKING') expect(updates.states?.[0]?.phone).toBeUndefined();
    expect(JSON.stringify(updates)).not.toContain('1234');
  });

  test.each([
    ['message.waiting', 'waiting'],
    ['poll.vote', 'vote'],
    ['message.ack.group', 'group'],
  ])('%s is counted', async (event, kind) => {
    const { tells } = await stage();
    const updates = await tells((fake, to) => fake.event(to, event, { id: 'x' }));
    expect(updates).toEqual({ kind: 'updates', ignored: { [kind]: 1 } });
  });

  test('callbacks of a core from before 2024.11 prove nothing', async () => {
    const { fake, address } = await stage({ version: '2024.10.8' });
    expect((await fake.receive(address, { from: ana, name: 'Ana', text: 'Oi' })).status).toBe(401);
  });
});

describe('sending', () => {
  test.each(engines)('%s: a text, with the time of the network', async (engine) => {
    const { fake, send, text } = await stage({ engine });
    const sent = await send(text());
    expect(sent).toMatchObject({ outcome: 'accepted', networkId: fake.sends[0]?.id });
    if (engine !== 'GOWS') expect(sent).toMatchObject({ at: expect.any(Number) });
  });

  test('to a LID, as a reply', async () => {
    const { fake, send, text } = await stage();
    const quoted = { networkId: 'Q', fromMe: true, text: 'antes' };
    await send(text('Oi'), { to: { lid: '222222222222222' }, quoted });
    expect(fake.log[0]?.body).toEqual({
      session: 'agency',
      chatId: '222222222222222@lid',
      text: 'Oi',
      reply_to: 'true_222222222222222@lid_Q',
    });
  });

  test.each(['NOWEB', 'GOWS'] as const)('%s of 2026.4.3 accepts our id', async (engine) => {
    const { fake, connection, send, text } = await stage({ engine, version: '2026.4.3' });
    const networkId = await waha.newMessageId?.(connection, timeoutMs);
    expect(networkId).toMatch(/^3EB0/);
    expect(await send(text(), { networkId })).toMatchObject({ outcome: 'accepted', networkId });
    expect(fake.sends[0]?.id).toBe(networkId);
  });

  test('a version or an engine without ids is checked once, a stopped session again', async () => {
    for (const options of [
      { version: '2025.12.3' },
      { version: current, engine: 'WEBJS' },
    ] as const) {
      const { fake, connection } = await stage(options);
      expect(await waha.newMessageId?.(connection, patientMs)).toBeUndefined();
      expect(await waha.newMessageId?.(connection, patientMs)).toBeUndefined();
      expect(fake.asides).toHaveLength(1);
    }
    const { fake, connection } = await stage({ version: current });
    fake.state.status = 'STOPPED';
    expect(await waha.newMessageId?.(connection, patientMs)).toBeUndefined();
    fake.state.status = 'WORKING';
    expect(await waha.newMessageId?.(connection, patientMs)).toMatch(/^3EB0/);
  });

  const refusals = [
    ['closed', 'refused', 'disconnected'],
    ['stopped', 'refused', 'disconnected'],
    ['missing', 'refused', 'disconnected'],
    ['rate', 'refused', 'throttled'],
    ['new-contacts', 'refused', 'throttled'],
    ['timed-out', 'unknown', 'timeout'],
    ['empty', 'unknown', 'gateway'],
    ['error', 'refused', 'gateway'],
  ] as const;
  test.each(refusals)('%s: %s, %s', async (mode, outcome, cause) => {
    const { fake, send, text } = await stage();
    fake.mode = mode;
    const sent = await send(text());
    expect(sent).toMatchObject({ outcome, cause });
    expect(JSON.stringify(sent)).not.toMatch(/\/app\/|session\.js|2 UNKNOWN/);
  });

  test('a reaction, and its removal', async () => {
    const { fake, send } = await stage();
    const target = { networkId: 'T', fromMe: false, text: 'Oi' };
    for (const emoji of ['👍', '']) {
      expect(await send({ kind: 'reaction', target, emoji })).toMatchObject({
        outcome: 'accepted',
      });
      const { method, path, body } = fake.log.at(-1) ?? {};
      expect([method, path]).toEqual(['PUT', '/api/reaction']);
      expect(body).toEqual({
        session: 'agency',
        messageId: `false_${ana}@c.us_T`,
        reaction: emoji,
      });
    }
  });

  const media = [
    ['image', '/api/sendImage', { caption: 'legenda' }],
    ['video', '/api/sendVideo', { caption: 'legenda', asNote: false, convert: true }],
    ['audio', '/api/sendFile', { caption: 'legenda' }],
    ['document', '/api/sendFile', { caption: 'legenda' }],
  ] as const;
  test.each(media)('%s is sent to %s unchanged', async (type, path, more) => {
    const { fake, send } = await stage({ version: current });
    for (const length of [0, 1, 2, 3, 8, 100_001]) {
      const bytes = Buffer.alloc(length, 'á');
      const content = { kind: 'media', type, file: file(bytes), caption: 'legenda' } as const;
      expect(await send(content)).toMatchObject({ outcome: 'accepted' });
      const upload = fake.uploads.at(-1);
      expect(upload?.path).toBe(path);
      expect(upload?.body).toMatchObject({
        session: 'agency',
        chatId: `${ana}@c.us`,
        ...more,
        file: { mimetype: 'image/jpeg', filename: 'foto "1".jpg' },
      });
      expect(upload?.bytes.equals(bytes)).toBe(true);
    }
  });

  test('a voice message is converted, and has no caption', async () => {
    const { fake, send } = await stage({ version: current });
    const voice = file(Buffer.from('OggS'), 'audio/mpeg', 'voz.mp3');
    const content = { kind: 'media', type: 'voice', file: voice, caption: '' } as const;
    expect(await send(content)).toMatchObject({ outcome: 'accepted' });
    expect(fake.uploads[0]).toMatchObject({ path: '/api/sendVoice', body: { convert: true } });
    expect(await send({ ...content, caption: 'x' })).toMatchObject({
      outcome: 'refused',
      cause: 'rejected',
      reason: { code: 'content_unsupported', text: expect.stringContaining('caption') },
    });
  });

  test('a video without a caption gets no default one from the gateway', async () => {
    const { fake, send } = await stage({ version: current });
    const video = file(Buffer.from('x'), 'video/mp4', 'a.mp4');
    await send({ kind: 'media', type: 'video', file: video, caption: '' });
    expect(fake.sends[0]?.text).toBe('');
  });

  test('an unsendable file is refused before the request, with the limit', async () => {
    const { fake, send } = await stage({ version: current });
    const large = { ...file(Buffer.from('x')), bytes: 39_000_001 };
    const base = { kind: 'media', caption: '' } as const;
    expect(await send({ ...base, type: 'document', file: large })).toMatchObject({
      outcome: 'refused',
      cause: 'rejected',
      reason: {
        code: 'content_unsupported',
        text: 'this gateway takes files of up to 39 MB, and this one has 39.0 MB',
      },
    });
    expect(await send({ ...base, type: 'sticker', file: large })).toMatchObject({
      cause: 'rejected',
    });
    const template = { name: 'a', language: 'pt_BR', components: [] };
    expect(await send({ kind: 'template', template })).toMatchObject({ cause: 'rejected' });
    const gone = { ...file(Buffer.from('x')), open: () => Promise.reject(new Error('/data/x')) };
    expect(await send({ ...base, type: 'image', file: gone })).toEqual({
      outcome: 'refused',
      cause: 'rejected',
      reason: { code: 'file_unreadable', text: 'the file cannot be read' },
    });
    expect(fake.requests).toBe(0);
  });

  test('a core without media support reports it, and does not count as disconnected', async () => {
    const { send } = await stage({ version: '2025.12.3' });
    const sent = await send({
      kind: 'media',
      type: 'image',
      file: file(Buffer.from('x')),
      caption: '',
    });
    expect(sent).toMatchObject({
      outcome: 'refused',
      cause: 'rejected',
      reason: { code: 'version_old', text: expect.stringContaining('version, engine or edition') },
    });
  });

  test('a file that breaks off is not sent', async () => {
    const { fake, send } = await stage({ version: current });
    const broken = {
      ...file(Buffer.alloc(9)),
      open: async () =>
        Readable.from(
          (async function* () {
            yield Buffer.alloc(3);
            throw new Error('disk');
          })(),
        ),
    };
    const sent = await send({ kind: 'media', type: 'image', file: broken, caption: '' });
    expect(sent.outcome).not.toBe('accepted');
    expect(fake.sends).toEqual([]);
  });
});

describe('incoming media', () => {
  const stored = {
    name: 'A.png',
    bytes: Buffer.from('\x89PNG…', 'latin1'),
    mediaType: 'image/png',
  };
  const id = `false_${ana}@c.us_A`;
  const url = 'http://localhost:3000/api/files/agency/A.png';
  const fetched = async (connection: Connection, source: Record<string, unknown>) => {
    const result = await waha.fetchMedia?.(connection, { networkId: 'A', source }, timeoutMs);
    return result?.kind === 'done'
      ? { ...result.value, stream: (await buffer(result.value.stream)).toString('latin1') }
      : result;
  };
  const bytes = stored.bytes.toString('latin1');

  test('is fetched from the configured gateway, regardless of the host in its address', async () => {
    const { fake, connection } = await stage();
    fake.files.push(stored);
    for (const host of [
      'http://localhost:3000',
      'https://waha.example.com/base',
      'http://169.254.169.254',
    ]) {
      const got = await fetched(connection, { id, url: `${host}/api/files/agency/A.png` });
      expect(got).toEqual({ stream: bytes, mediaType: 'image/png' });
    }
    expect(new Set(fake.log.map(({ path }) => path))).toEqual(new Set(['/api/files/agency/A.png']));
  });

  test('is downloaded again if the gateway has lost it, or never had it', async () => {
    const { fake, connection } = await stage();
    fake.downloads.set(id, stored);
    expect(await fetched(connection, { id, url })).toMatchObject({ stream: bytes });
    fake.files.length = 0;
    expect(await fetched(connection, { id, mimetype: 'image/webp' })).toMatchObject({
      stream: bytes,
      mediaType: 'image/webp',
    });
    fake.files.length = 0;
    fake.downloads.clear();
    const gone = {
      kind: 'impossible',
      reason: { code: 'media_gone', text: 'the gateway no longer has the file' },
    };
    expect(await fetched(connection, { id, url })).toEqual(gone);
    expect(await fetched(connection, { url })).toEqual(gone);
  });

  const elsewhere = [
    'http://127.0.0.1/api/sessions/agency',
    'http://bucket.s3.example.com/x/A.png?X-Amz-Signature=1',
    'http://localhost:3000/api/files/../sessions/agency',
    'http://localhost:3000/api/files/agency/%2e%2e%2f%2e%2e%2fkeys',
    'file:///etc/passwd',
    'not an address',
  ];
  test.each(elsewhere)('%s is not requested', async (address) => {
    const { fake, connection } = await stage();
    expect(await fetched(connection, { url: address })).toMatchObject({ kind: 'impossible' });
    expect(fake.requests).toBe(0);
  });

  test('is not followed through a redirect, so no key is sent there', async () => {
    const { connection } = await stage();
    const server = createServer((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/api/files/agency/A.png' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const at = { ...connection, config: { ...connection.config, url: `http://127.0.0.1:${port}` } };
    expect(await fetched(at, { url })).toMatchObject({ kind: 'failed', cause: 'gateway' });
  });

  test('needs the key', async () => {
    const { connection } = await stage();
    const at = { ...connection, config: { ...connection.config, api_key: 'another' } };
    expect(await fetched(at, { url })).toMatchObject({ kind: 'failed', cause: 'credentials' });
  });
});

describe('other requests', () => {
  test('messages are marked as read, by their whole ids', async () => {
    const { fake, connection } = await stage();
    const chat = { phone: ana };
    expect(await waha.markRead?.(connection, { chat, networkIds: ['A', 'B'] }, timeoutMs)).toEqual({
      kind: 'done',
      value: undefined,
    });
    expect(fake.log[0]?.body).toEqual({
      session: 'agency',
      chatId: `${ana}@c.us`,
      messageIds: [`false_${ana}@c.us_A`, `false_${ana}@c.us_B`],
    });
  });

  test('a number is looked up in the spelling of the network', async () => {
    const { fake, connection } = await stage();
    fake.accounts.set('5531988887777', '553188887777@c.us').set('5511900000001', null);
    const of = (phone: string) => waha.account?.(connection, phone, timeoutMs);
    expect(await of('5531988887777')).toEqual({
      kind: 'done',
      value: { exists: true, phone: '553188887777', lid: undefined },
    });
    expect(await of('5511900000001')).toEqual({ kind: 'done', value: { exists: false } });
  });

  test('the number of a LID; none if the version cannot look it up', async () => {
    const { fake, connection } = await stage();
    fake.lids.set('222', `${ana}@c.us`);
    expect(await waha.phoneOf?.(connection, '222', timeoutMs)).toEqual({
      kind: 'done',
      value: ana,
    });
    expect(await waha.phoneOf?.(connection, '9', timeoutMs)).toEqual({
      kind: 'done',
      value: undefined,
    });
    const old = await stage({ version: '2025.4.1' });
    expect(await waha.phoneOf?.(old.connection, '222', timeoutMs)).toMatchObject({
      kind: 'impossible',
    });
  });

  test('name and picture', async () => {
    const { connection } = await stage();
    expect(await waha.profile?.(connection, { phone: ana }, timeoutMs)).toEqual({
      kind: 'done',
      value: { name: 'Ana', pictureUrl: 'https://pps.example.net/ana.jpg' },
    });
  });

  const versions: [string, 'CORE' | 'PLUS', RegExp | undefined][] = [
    [current, 'CORE', undefined],
    ['2026.6.1', 'CORE', undefined],
    [
      '2025.12.3',
      'CORE',
      /older than 2026\.6\.1: ids are known only after sending; media cannot be sent$/,
    ],
    ['2025.12.3', 'PLUS', /older than 2026\.6\.1: ids are known only after sending$/],
    ['2024.10.8', 'CORE', /signs no callbacks, so nothing is received/],
    ['2024.10.8', 'PLUS', /older than 2026\.6\.1: messages typed on the phone/],
  ];
  test.each(versions)(
    'the health of %s %s names what is missing',
    async (version, tier, missing) => {
      const { connection } = await stage({ version, tier });
      const { connected, found: finding } = await waha.health(connection, timeoutMs);
      expect(connected).toBe(true);
      if (missing)
        expect(finding).toMatchObject({
          code: 'version_old',
          text: expect.stringMatching(missing),
        });
      else expect(finding).toEqual({ code: 'session_up', text: 'the session is WORKING' });
    },
  );
});

describe('connecting', () => {
  const connecting = () => {
    if (!waha.connecting) throw new Error('WAHA is connected from here');
    return waha.connecting;
  };
  const long = 6_000;
  const none = async () => {
    const one = await stage({ version: current });
    one.fake.state.status = undefined;
    return one;
  };

  test('creates the session with our callback and a dedicated key', async () => {
    const { fake, connection, address } = await none();
    const inputs = { callbackUrl: address, setup: {} };
    const prepared = await connecting().prepare(connection, inputs, long);
    const [key] = fake.state.keys;
    expect(prepared).toEqual({ kind: 'done', value: { config: { api_key: key?.key } } });
    expect(key).toMatchObject({
      session: 'agency',
      actions: { read: true, send: true, control: true, setting: true, app: false, delete: true },
    });
    expect(fake.state.config).toMatchObject({
      webhooks: [
        {
          url: address,
          events: expect.arrayContaining(['message.any', 'message.ack', 'session.status']),
          hmac: { key: fake.hmacKey },
          retries: { policy: 'linear' },
        },
      ],
      ignore: { groups: true, status: true, channels: true, broadcast: true },
      noweb: { store: { enabled: true } },
    });
    // A second call with that key changes, restarts and creates nothing.
    const config = { ...connection.config, api_key: String(key?.key) };
    const again = await connecting().prepare({ ...connection, config }, inputs, long);
    expect(again).toEqual({ kind: 'done', value: { config: {} } });
    expect([fake.state.restarts, fake.state.keys.length]).toEqual([0, 1]);
    expect(await connecting().callback(connection, long)).toEqual({
      kind: 'done',
      value: { url: address, isComplete: true },
    });
  });

  test('keeps the other settings of an existing session', async () => {
    const { fake, connection, address } = await stage({ version: '2025.12.3' });
    const otherWebhook = { url: 'https://n8n.example.com/x', events: ['message'] };
    fake.state.config = {
      proxy: { server: 'p:1' },
      ignore: { groups: false },
      webhooks: [
        otherWebhook,
        { url: `http://old/api/gateways/team/${connection.inbox}`, events: [] },
      ],
    };
    const inputs = { callbackUrl: address, setup: {} };
    expect(await connecting().prepare(connection, inputs, long)).toEqual({
      kind: 'done',
      value: { config: {} },
    });
    expect(fake.state.config).toMatchObject({
      proxy: { server: 'p:1' },
      ignore: { groups: false },
      webhooks: [otherWebhook, { url: address }],
    });
    expect(fake.state.config.webhooks).toHaveLength(2);
    expect(fake.state.restarts).toBe(1);
    await connecting().setCallback(connection, address, long);
    expect(fake.state.restarts).toBe(1);
  });

  test('shows QR codes until one is scanned', async () => {
    const { fake, connection, address } = await none();
    await connecting().prepare(connection, { callbackUrl: address, setup: {} }, long);
    const step = async () => {
      const login = await connecting().login(connection, {}, long);
      if (login.kind !== 'done') throw new Error(login.reason.text);
      return login.value;
    };
    const before = Date.now();
    const first = await step();
    expect(first).toMatchObject({ state: 'scan', qr: '2@code-0,agency' });
    expect(Number(first.expiresAt)).toBeGreaterThanOrEqual(before + 15_000);
    expect((await step()).expiresAt).toBe(first.expiresAt);
    fake.state.expire();
    expect(await step()).toMatchObject({ state: 'scan', qr: '2@code-1,agency' });
    fake.state.scan(`${me}@c.us`);
    expect(await step()).toEqual({ state: 'connected', reason: undefined });
  });

  test('waits after the scan until the session has restarted', async () => {
    const { fake, connection, address } = await none();
    await connecting().prepare(connection, { callbackUrl: address, setup: {} }, long);
    await connecting().login(connection, {}, long);
    fake.state.scanned(2);
    expect(await connecting().login(connection, {}, long)).toMatchObject({
      value: { state: 'connected' },
    });
    // Its code expired, and there is no other yet.
    fake.state.status = 'SCAN_QR_CODE';
    fake.state.scanned(1_000);
    expect(await connecting().login(connection, {}, 3_000)).toMatchObject({
      value: { state: 'connecting' },
    });
  });

  test('restarts after all six codes have expired', async () => {
    const { fake, connection, address } = await none();
    await connecting().prepare(connection, { callbackUrl: address, setup: {} }, long);
    await connecting().login(connection, {}, long);
    for (let scans = 0; scans < 6; scans += 1) fake.state.expire();
    expect(fake.state.status).toBe('FAILED');
    expect(await connecting().login(connection, {}, long)).toMatchObject({
      value: { state: 'scan', qr: '2@code-0,agency' },
    });
    expect(fake.state.restarts).toBe(1);
    fake.state.status = 'STOPPED';
    expect(await connecting().login(connection, {}, long)).toMatchObject({
      value: { state: 'scan' },
    });
  });

  test('requests one pairing code, and keeps it while it is valid', async () => {
    const { fake, connection, address } = await none();
    await connecting().prepare(connection, { callbackUrl: address, setup: {} }, long);
    const first = await connecting().login(connection, { phone: me }, long);
    expect(first).toMatchObject({
      value: { state: 'code', code: expect.stringMatching(/^\w{4}-\w{4}$/) },
    });
    expect(await connecting().login(connection, { phone: me }, long)).toEqual(first);
    expect(fake.state.codes).toHaveLength(1);
  });

  test('reports a login that the gateway cannot complete', async () => {
    const { fake, connection } = await stage({ version: current, engine: 'GOWS' });
    fake.state.status = 'PASSKEY_REQUIRED';
    expect(await connecting().login(connection, {}, long)).toMatchObject({
      value: {
        state: 'passkey',
        reason: { code: 'passkey_needed', text: expect.stringContaining('dashboard') },
      },
    });
    fake.state.status = undefined;
    expect(await connecting().login(connection, {}, long)).toMatchObject({
      kind: 'failed',
      cause: 'disconnected',
    });
    const wrong = { ...connection, config: { ...connection.config, api_key: 'another' } };
    expect(await connecting().login(wrong, {}, long)).toMatchObject({ cause: 'credentials' });
  });

  test('restarts, logs out and removes; a missing session is no error', async () => {
    const { fake, connection } = await stage({ version: current });
    const ok = { kind: 'done', value: undefined };
    expect(await connecting().restart(connection, long)).toEqual(ok);
    expect(fake.state.restarts).toBe(1);
    expect(await connecting().logout(connection, long)).toEqual(ok);
    expect(fake.state).toMatchObject({ isPaired: false, status: 'STOPPED' });
    expect(await connecting().remove(connection, long)).toEqual(ok);
    expect(fake.state.status).toBeUndefined();
    expect(await connecting().remove(connection, long)).toEqual(ok);
    expect(await connecting().logout(connection, long)).toEqual(ok);
  });
});
