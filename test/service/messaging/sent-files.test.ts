import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { storeFile } from '#server/features/files/store.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { imageOf } from '#test/support/files/images.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/* Files in v1: downloads, and messages with a file in a form, at an address, or of the team. */

const service = useService();
let team: TestTeam;
let theirs: TestTeam;
/** A server of files. */
let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requested: string[] = [];

beforeAll(async () => {
  [team, theirs] = [await service.team(), await service.team('Outra')];
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  requested.length = 0;
});

/** Together more than a file may have. */
const pieceCount = 2_000;
let numbers = 0;
const phone = () => `55119${String(71_000_020 + 100 * numbers++)}`;
const storedFile = (content = somePdf(), name = 'proposta.pdf', of = team) =>
  storeFile({ db: service.database.team(of.id), storage: service.storage }, pieces(content), {
    name,
    purpose: 'message',
  });
const keyWith = async (scope: 'read' | 'full', of = team) =>
  (
    await createKey(service.database.platform, of.id, {
      name: 'Chave',
      scope,
      userId: null,
      expiresAt: null,
    })
  ).api_key;
const serves =
  (content: Buffer, headers: Record<string, string> = { 'content-type': 'application/pdf' }) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, headers).end(content);

/** Sends a message with these fields. */
const send = (fields: Json, headers: Record<string, string> = {}, of = team) =>
  of.post('/msgapp/messages', { inbox_id: of.inbox, phone: phone(), ...fields }, headers);

/** Sends a form. */
async function sendForm(
  fields: Record<string, string>,
  files: readonly { content: Buffer; name: string; type: string; part?: string }[],
  { headers = {}, key = team.key }: { headers?: Record<string, string>; key?: string } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { content, name, type, part = 'file' } of files)
    form.append(part, new File([new Uint8Array(content)], name, { type }));
  const encoded = new Response(form);
  return sendRaw(
    Buffer.from(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
    { headers, key },
  );
}

async function sendRaw(
  payload: Buffer,
  type: string,
  { headers = {}, key = team.key }: { headers?: Record<string, string>; key?: string } = {},
) {
  const {
    statusCode,
    payload: text,
    headers: received,
  } = await service.app.inject({
    method: 'POST',
    url: '/api/v1/msgapp/messages',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
    payload,
  });
  const body = JSON.parse(text) as { data: Json; error: { code: string; fields: Json[] } };
  return { status: statusCode, headers: received, ...body };
}

const download = (id: string, headers: Record<string, string> = {}, key = team.key, query = '') =>
  service.app.inject({
    method: 'GET',
    url: `/api/v1/files/${id}${query}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

const mediaOf = (data: Json) => data.media as Json;
const fieldNames = ({ error }: { error: unknown }) =>
  ((error as { fields?: { name: string }[] }).fields ?? []).map(({ name }) => name);
const countOf = async (table: 'messages' | 'files', of = team) =>
  Number(
    (
      await service.sql(
        `select count(*)::int as n from ${table} where team_id = $1 ${table === 'files' ? 'and deleted_at is null' : ''}`,
        [of.id],
      )
    )[0]?.n,
  );

describe('GET /v1/files/:id', () => {
  test('returns the bytes as a download, whole and in part, also for a key that only reads', async () => {
    const content = somePdf(5_000);
    const { id } = await storedFile(content, 'Proposta "João".pdf');
    const reading = await keyWith('read');
    const whole = await download(id, {}, reading);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(content)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '5000',
      'content-disposition': expect.stringMatching(/^attachment; filename="Proposta _Joa_o_.pdf"/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const part = await download(id, { range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 10-19/5000');
    expect(part.rawPayload.equals(content.subarray(10, 20))).toBe(true);
    expect((await download(id, { range: 'bytes=5000-' })).statusCode).toBe(416);
  });

  test('a file of another team does not exist, nor does one that was deleted', async () => {
    const { id } = await storedFile(somePdf(), 'deles.pdf', theirs);
    expect((await download(id)).statusCode).toBe(404);
    const mine = await storedFile();
    await service.sql('update files set deleted_at = now() where id = $1', [mine.id]);
    expect((await download(mine.id)).statusCode).toBe(404);
    for (const path of [uuidv7(), 'x', '..%2f..%2fetc'])
      expect((await download(path)).statusCode).toBe(404);
  });

  test('needs a key, and takes no method but GET', async () => {
    const { id } = await storedFile();
    expect((await download(id, {}, 'pauta_wrong')).statusCode).toBe(401);
    expect((await team.post(`/files/${id}`, {})).status).toBe(405);
    expect((await download(id, {}, team.key, '?other=1')).statusCode).toBe(400);
  });
});

describe('a file in a form', () => {
  test('is sent with its caption, and can be downloaded by the message', async () => {
    const content = await imageOf('png', 40, 30);
    const { status, data } = await sendForm(
      { inbox_id: team.inbox, phone: phone(), content: 'A arte' },
      [{ content, name: 'arte.png', type: 'image/png' }],
    );
    expect(status).toBe(201);
    expect(data).toMatchObject({
      message_type: 'image',
      content: 'A arte',
      direction: 'outgoing',
      status: 'sent',
      media: { status: 'stored', name: 'arte.png', media_type: 'image/png', bytes: content.length },
    });
    const file = await download(String(mediaOf(data).file_id));
    expect(file.rawPayload.equals(content)).toBe(true);
    const { body } = await team.get(`/msgapp/conversations/${data.conversation_id}/messages`);
    expect((body.data as Json[])[0]).toMatchObject({ id: data.id, media: data.media });
  });

  test('needs no caption, and may be sent as another type', async () => {
    const { status, data } = await sendForm(
      { inbox_id: team.inbox, phone: phone(), message_type: 'document' },
      [{ content: await imageOf('png', 4, 4), name: 'a.png', type: 'image/png' }],
    );
    expect([status, data.message_type, data.content]).toEqual([201, 'document', '']);
  });

  test('with an Idempotency-Key is sent once, whatever the boundaries', async () => {
    const content = somePdf();
    const to = { inbox_id: team.inbox, phone: phone() };
    const headers = { 'idempotency-key': uuidv7() };
    const files = [{ content, name: 'a.pdf', type: 'application/pdf' }];
    const first = await sendForm(to, files, { headers });
    const [messages, stored] = [await countOf('messages'), await countOf('files')];
    const again = await sendForm(to, files, { headers });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.data).toEqual(first.data);
    expect([await countOf('messages'), await countOf('files')]).toEqual([messages, stored]);
    const different = await sendForm(to, [{ content: somePdf(), name: 'a.pdf', type: '' }], {
      headers,
    });
    expect([different.status, different.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await countOf('files')).toBe(stored);
  });

  test('a key that only reads is refused, and nothing is stored', async () => {
    const key = await keyWith('read');
    const stored = await countOf('files');
    const { status, error } = await sendForm(
      { inbox_id: team.inbox, phone: phone() },
      [{ content: somePdf(), name: 'a.pdf', type: 'application/pdf' }],
      { key },
    );
    expect([status, error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await countOf('files')).toBe(stored);
  });

  const pdf = { content: somePdf(), name: 'a.pdf', type: 'application/pdf' };
  test.each<[string, Record<string, string>, readonly (typeof pdf & { part?: string })[], string]>([
    ['no file', { content: 'x' }, [], 'file'],
    ['two files', {}, [pdf, pdf], 'file'],
    ['a file in another part', {}, [{ ...pdf, part: 'attachment' }], 'file'],
    [
      'a page that claims to be an image',
      {},
      [{ ...pdf, content: Buffer.from('<script>'), name: 'a.png', type: 'image/png' }],
      'file',
    ],
    ['a media type that contradicts the name', {}, [{ ...pdf, type: 'image/png' }], 'file'],
    ['an empty file', {}, [{ ...pdf, content: Buffer.alloc(0) }], 'file'],
    ['a file in two ways', { media_url: 'https://example.com/a.pdf' }, [pdf], 'media_url'],
    ['the id of a file', { file_id: uuidv7() }, [pdf], 'file_id'],
    ['an unknown field', { colour: 'red' }, [pdf], 'colour'],
    ['text as its type', { message_type: 'text' }, [pdf], 'message_type'],
    ['a long caption', { content: 'x'.repeat(1_025) }, [pdf], 'content'],
  ])('%s is refused by name, and nothing is stored', async (_, fields, files, name) => {
    const [messages, stored] = [await countOf('messages'), await countOf('files')];
    const refused = await sendForm({ inbox_id: team.inbox, phone: phone(), ...fields }, files);
    expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(fieldNames(refused)).toContain(name);
    expect([await countOf('messages'), await countOf('files')]).toEqual([messages, stored]);
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\a.pdf', 'a.pdf'],
    ['a\u202efdp.pdf', 'afdp.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('the name %s is stored as a plain name', async (name, expected) => {
    const { status, data } = await sendForm({ inbox_id: team.inbox, phone: phone() }, [
      { ...pdf, name },
    ]);
    expect([status, mediaOf(data).name]).toEqual([201, expected]);
  });

  test.each([
    ['without a boundary', 'multipart/form-data; x', Buffer.from('--a')],
    [
      'that ends early',
      'multipart/form-data; boundary=a',
      Buffer.from(
        '--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 x',
      ),
    ],
    ['without parts', 'multipart/form-data; boundary=a', Buffer.from('--a--\r\n')],
    [
      'with too many parts',
      'multipart/form-data; boundary=a',
      Buffer.from(
        `${Array.from({ length: 40 }, (_, i) => `--a\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\nx\r\n`).join('')}--a--\r\n`,
      ),
    ],
  ])('a form %s is refused', async (_, type, payload) => {
    const stored = await countOf('files');
    expect((await sendRaw(payload, type)).status).toBe(400);
    expect(await countOf('files')).toBe(stored);
  });

  test('a file that is larger than it may be is refused while it arrives in pieces', async () => {
    const stored = await countOf('files');
    const head =
      '--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 ';
    const piece = Buffer.alloc(65_536, 'x');
    const { statusCode, payload } = await service.app.inject({
      method: 'POST',
      url: '/api/v1/msgapp/messages',
      headers: {
        authorization: `Bearer ${team.key}`,
        'content-type': 'multipart/form-data; boundary=a',
      },
      payload: Readable.from([
        Buffer.from(head),
        ...Array.from({ length: pieceCount }, () => piece),
      ]),
    });
    expect([statusCode, JSON.parse(payload).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await countOf('files')).toBe(stored);
  });

  test('no other operation takes a form', async () => {
    const encoded = new Response(new FormData());
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/api/v1/deals',
      headers: {
        authorization: `Bearer ${team.key}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from('--a--'),
    });
    expect(statusCode).toBe(415);
  });
});

describe('a file of the team', () => {
  test('is sent by its id', async () => {
    const { id } = await storedFile();
    const { status, data } = await send({ file_id: id, content: 'Segue' });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      message_type: 'document',
      content: 'Segue',
      media: { file_id: id },
    });
  });

  test('of another team does not exist', async () => {
    const { id } = await storedFile(somePdf(), 'deles.pdf', theirs);
    expect((await send({ file_id: id })).status).toBe(404);
    expect((await send({ file_id: uuidv7() })).status).toBe(404);
  });
});

describe('a file at an address', () => {
  test('is fetched once and sent, under the name that its server gives', async () => {
    const content = somePdf(3_000);
    answer = serves(content, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''Or%C3%A7amento.pdf`,
    });
    const { status, data } = await send({ media_url: `${origin}/x?id=1`, content: 'Oi' });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      message_type: 'document',
      content: 'Oi',
      media: { name: 'Orçamento.pdf', media_type: 'application/pdf', bytes: 3_000 },
    });
    expect(requested).toEqual(['/x?id=1']);
    expect((await download(String(mediaOf(data).file_id))).rawPayload.equals(content)).toBe(true);
  });

  test('takes the name from the request or the address', async () => {
    answer = serves(somePdf());
    const named = await send({ media_url: `${origin}/a/b`, file_name: 'nota.pdf' });
    expect(mediaOf(named.data).name).toBe('nota.pdf');
    const from = await send({ media_url: `${origin}/a/Lista%20final.pdf?x=1` });
    expect(mediaOf(from.data).name).toBe('Lista final.pdf');
  });

  test('its bytes decide its type, whatever its server says', async () => {
    answer = serves(await imageOf('png', 4, 4), { 'content-type': 'video/mp4' });
    const { data } = await send({ media_url: `${origin}/filme.mp4` });
    expect(data).toMatchObject({
      message_type: 'image',
      media: { name: 'filme.mp4.png', media_type: 'image/png' },
    });
    answer = serves(Buffer.from('<h1>Sign in</h1>'), { 'content-type': 'image/png' });
    const page = await send({ media_url: `${origin}/a.png` });
    expect([page.status, fieldNames(page)]).toEqual([400, ['media_url']]);
  });

  test('with an Idempotency-Key: a retry is answered without a request, also after the address is gone', async () => {
    answer = serves(somePdf());
    const headers = { 'idempotency-key': uuidv7() };
    const body = { inbox_id: team.inbox, phone: phone(), media_url: `${origin}/a.pdf` };
    const first = await team.post('/msgapp/messages', body, headers);
    const messages = await countOf('messages');
    answer = (_request, response) => response.writeHead(404).end();
    const again = await team.post('/msgapp/messages', body, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.data).toEqual(first.data);
    expect(requested).toHaveLength(1);
    expect(await countOf('messages')).toBe(messages);
  });

  test('of a server that fails is a 502, after which the same key sends', async () => {
    const headers = { 'idempotency-key': uuidv7() };
    const body = { inbox_id: team.inbox, phone: phone(), media_url: `${origin}/a.pdf` };
    answer = (_request, response) => response.writeHead(503).end();
    const failed = await team.post('/msgapp/messages', body, headers);
    expect([failed.status, failed.error.code]).toEqual([502, 'BAD_GATEWAY']);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(somePdf(1_000));
      setImmediate(() => response.destroy());
    };
    expect((await team.post('/msgapp/messages', body, headers)).status).toBe(502);
    answer = serves(somePdf());
    expect((await team.post('/msgapp/messages', body, headers)).status).toBe(201);
  });

  test('follows redirects, but to public addresses only', async () => {
    answer = (request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b.pdf' }).end();
      else serves(somePdf())(request, response);
    };
    expect((await send({ media_url: `${origin}/a` })).status).toBe(201);
    expect(requested).toEqual(['/a', '/b.pdf']);
    for (const location of [
      'http://169.254.169.254/latest',
      'http://10.0.0.1/',
      'file:///etc/passwd',
    ]) {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      const refused = await send({ media_url: `${origin}/a` });
      expect([refused.status, fieldNames(refused)], location).toEqual([400, ['media_url']]);
    }
    answer = (_request, response) => response.writeHead(302, { location: '/a' }).end();
    expect((await send({ media_url: `${origin}/a` })).status).toBe(400);
  });

  test.each([
    'http://10.0.0.1/a.pdf',
    'http://192.168.1.1/a.pdf',
    'http://[::1]/a.pdf',
    'http://[::ffff:10.0.0.1]/a.pdf',
    'http://169.254.169.254/latest/meta-data',
    'http://0x0a000001/a.pdf',
    'http://167772161/a.pdf',
    'ftp://example.com/a.pdf',
    'https://user:secret@example.com/a.pdf',
    'not an address',
  ])('%s is refused', async (address) => {
    const [messages, stored] = [await countOf('messages'), await countOf('files')];
    const refused = await send({ media_url: address });
    expect([refused.status, fieldNames(refused)]).toEqual([400, ['media_url']]);
    expect([await countOf('messages'), await countOf('files')]).toEqual([messages, stored]);
  });

  test('that is missing or larger than any file is refused by name', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    const missing = await send({ media_url: `${origin}/a.pdf` });
    expect([missing.status, fieldNames(missing)]).toEqual([400, ['media_url']]);
    answer = serves(somePdf(service.storage.mostBytes + 1));
    const large = await send({ media_url: `${origin}/a.pdf` });
    expect([large.status, fieldNames(large)]).toEqual([400, ['media_url']]);
  });

  test('is not fetched for a destination that the team does not have, nor for a key that only reads', async () => {
    answer = serves(somePdf());
    const address = `${origin}/a.pdf`;
    expect((await send({ media_url: address, inbox_id: theirs.inbox })).status).toBe(404);
    const body = { conversation_id: uuidv7(), media_url: address };
    expect((await team.post('/msgapp/messages', body)).status).toBe(404);
    const reading = { authorization: `Bearer ${await keyWith('read')}` };
    expect((await send({ media_url: address }, reading)).status).toBe(403);
    expect(requested).toEqual([]);
  });
});

describe('limits of the gateway', () => {
  test('refuse a file by name before anything is stored', async () => {
    const inbox = uuidv7();
    await service.sql(
      `insert into inboxes (team_id, id, name, type, gateway) values ($1, $2, 'Oficial', 'cloud', 'cloud')`,
      [team.id, inbox],
    );
    answer = serves(Buffer.from('GIF89a...'), { 'content-type': 'image/gif' });
    const messages = await countOf('messages');
    const { id } = await storedFile(Buffer.from('GIF89a...'), 'a.gif');
    const stored = await countOf('files');
    const to = { inbox_id: inbox, phone: phone() };
    const byAddress = await team.post('/msgapp/messages', { ...to, media_url: `${origin}/a.gif` });
    const byId = await team.post('/msgapp/messages', { ...to, file_id: id });
    const inForm = await sendForm(to, [
      { content: Buffer.from('GIF89a...'), name: 'a.gif', type: 'image/gif' },
    ]);
    expect([byAddress, byId, inForm].map(({ status }) => status)).toEqual([400, 400, 400]);
    expect([byAddress, byId, inForm].map(fieldNames)).toEqual([
      ['media_url'],
      ['file_id'],
      ['file'],
    ]);
    expect([await countOf('messages'), await countOf('files')]).toEqual([messages, stored]);
  });
});

test('a text is sent as before', async () => {
  const missing = await send({});
  expect([missing.status, missing.error.message]).toEqual([400, 'content is required.']);
  const { status, data } = await send({ content: 'Oi', message_type: 'text' });
  expect([status, data.message_type, data.media]).toEqual([201, 'text', null]);
  for (const fields of [
    { content: 'Oi', message_type: 'image' },
    { content: 'Oi', file_name: 'a' },
  ])
    expect((await send(fields)).status).toBe(400);
});
