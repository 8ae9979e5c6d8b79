import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, statusOf } from '#server/platform/errors.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { answersIn, type HttpAnswer } from '#test/support/http-answers.ts';

/*
 * Bytes on a socket that no HTTP client would send. The service may answer or hang up, but never with a 5xx or a partial answer, and it
 * keeps serving others.
 */

const service = useService();
let team: TestTeam;
let port: number;

beforeAll(async () => {
  team = await service.team();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});

interface Manner {
  /** Number of answers to wait for; the other side may also end the connection. */
  readonly answers: number;
  /** Action of the client after its last byte: none, half-close, or destroy. */
  readonly after?: 'end' | 'vanish';
  /** Milliseconds between the pieces. */
  readonly between?: number;
}

/** Writes the pieces one after another, and reads the answers. */
async function speak(pieces: readonly string[], manner: Manner): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const got: Buffer[] = [];
  const heard = () => Buffer.concat(got).toString('utf8');
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      got.push(bytes);
      // A little longer, for a surplus answer.
      if (manner.answers > 0 && count(heard()) >= manner.answers) setTimeout(resolve, 50);
    });
    // Hanging up on a sender is an answer too.
    for (const event of ['error', 'end', 'close']) socket.on(event, () => resolve());
    setTimeout(resolve, 10_000).unref();
  });
  for (const piece of pieces) {
    if (manner.between) await wait(manner.between);
    if (!socket.writable) break;
    await new Promise<void>((resolve) =>
      socket.write(Buffer.from(piece, 'latin1'), () => resolve()),
    );
  }
  if (manner.after === 'end') socket.end();
  if (manner.after === 'vanish') socket.resetAndDestroy();
  await ended;
  socket.destroy();
  return heard();
}

const count = (text: string) => {
  try {
    return answersIn(Buffer.from(text)).length;
  } catch {
    return 0;
  }
};

function checkAnswer(answer: HttpAnswer): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  const body = JSON.parse(answer.body) as {
    success: boolean;
    error?: { code: ErrorCode; message: string };
  };
  expect(body.success).toBe(answer.status < 400);
  if (!body.error) return;
  expect(Object.keys(body.error).filter((name) => name !== 'fields')).toEqual(['code', 'message']);
  expect(statusOf[body.error.code]).toBe(answer.status);
  expect(body.error.message).not.toMatch(/HPE_|FST_|ERR_|\bat \S+ \(|node:/);
}

/** A request; `{key}` stands for the team's key. */
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const host = 'Host: x';
const auth = 'Authorization: Bearer {key}';
const asJson = 'Content-Type: application/json';
const list = lines('GET /api/v1/projects HTTP/1.1', host, auth);
const post = (headers: readonly string[], body: string) =>
  `${lines('POST /api/v1/deals HTTP/1.1', host, auth, asJson, ...headers)}${body}`;

interface Case {
  readonly send: string | readonly string[];
  /** Statuses that must arrive, in this order; none: the service hangs up silently. */
  readonly statuses: readonly number[];
  readonly after?: 'end' | 'vanish';
  readonly between?: number;
}

const cases: Record<string, Case> = {
  'a good request': { send: list, statuses: [200] },
  'bytes that are not HTTP': { send: 'hello\r\n\r\n', statuses: [400] },
  'only line ends': { send: `\r\n\r\n\r\n${list}`, statuses: [200] },
  'binary noise': { send: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x00\xff', statuses: [400] },
  'an HTTP/2 preface': { send: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400] },
  'a request line without a version': { send: 'GET /api/v1/projects\r\n\r\n', statuses: [401] },
  'HTTP/9.9': { send: lines('GET /api/v1/projects HTTP/9.9', host, auth), statuses: [400] },
  'HTTP/2.0': { send: lines('GET /api/v1/projects HTTP/2.0', host, auth), statuses: [400] },
  'HTTP/2.0 and a request after it': {
    send: `${lines('GET /api/v1/projects HTTP/2.0', host, auth)}${list}`,
    statuses: [400],
  },
  'HTTP/2.0 behind another request': {
    send: `${list}${lines('GET /api/v1/projects HTTP/2.0', host, auth)}`,
    statuses: [200, 400],
  },
  'a version in lower case': {
    send: lines('GET /api/v1/projects http/1.1', host, auth),
    statuses: [400],
  },
  'two blanks before the path': {
    send: lines('GET  /api/v1/projects HTTP/1.1', host, auth),
    statuses: [200],
  },
  'a blank in the path': {
    send: lines('GET /api/v1/proj ects HTTP/1.1', host, auth),
    statuses: [400],
  },
  'a NUL in the path': {
    send: lines('GET /api/v1/\0projects HTTP/1.1', host, auth),
    statuses: [400],
  },
  'bytes above ASCII in the path': {
    send: lines('GET /api/v1/projects/\xff\xfe HTTP/1.1', host, auth),
    statuses: [400],
  },
  'a bare line feed after the headers': {
    send: `GET /api/v1/projects HTTP/1.1\n${host}\n\n`,
    statuses: [400],
  },
  'a header without a colon': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, 'nothing'),
    statuses: [400],
  },
  'a header without a name': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, ': x'),
    statuses: [400],
  },
  'a blank before the colon': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, 'X-A : b'),
    statuses: [400],
  },
  'a NUL in a header': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, 'X-Request-Id: a\0b'),
    statuses: [400],
  },
  'a folded header': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, 'X-A: a', ' b'),
    statuses: [400],
  },
  'bytes above ASCII in headers': {
    send: lines(
      'GET /api/v1/projects HTTP/1.1',
      host,
      auth,
      'X-Request-Id: \xe9\xff',
      'Idempotency-Key: \xff',
    ),
    statuses: [200],
  },
  'bytes above ASCII in an Idempotency-Key': {
    send: post(['Idempotency-Key: \xc3\xa9', 'Content-Length: 13'], '{"title":"a"}'),
    statuses: [400],
  },
  'bytes above ASCII in the key': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, 'Authorization: Bearer \xff'),
    statuses: [401],
  },
  'no Host': { send: lines('GET /api/v1/projects HTTP/1.1', auth), statuses: [400] },
  // A request after one without Host is served as any other.
  'no Host, and a request after it': {
    send: `${lines('GET /api/v1/projects HTTP/1.1', auth)}${list}`,
    statuses: [400, 200],
  },
  'an invalid Host': {
    send: lines('GET /api/v1/projects HTTP/1.1', 'Host: a b', auth),
    statuses: [400],
  },
  'HTTP/1.0 with two Hosts': {
    send: lines('GET /api/v1/projects HTTP/1.0', host, 'Host: y', auth),
    statuses: [200],
  },
  'two Hosts': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, 'Host: y', auth),
    statuses: [400],
  },
  'headers of 20 KB': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, `X-A: ${'a'.repeat(20_000)}`),
    statuses: [400],
  },
  'a path of 20 KB': {
    send: lines(`GET /api/v1/projects/${'a'.repeat(20_000)} HTTP/1.1`, host, auth),
    statuses: [400],
  },
  'an id of 15 KB': {
    send: lines(`GET /api/v1/projects/${'a'.repeat(15_000)} HTTP/1.1`, host, auth),
    statuses: [404],
  },
  'an id of 15 KB without a key': {
    send: lines(`GET /api/v1/projects/${'a'.repeat(15_000)} HTTP/1.1`, host),
    statuses: [401],
  },
  'a thousand headers': {
    send: lines(
      'GET /api/v1/projects HTTP/1.1',
      host,
      auth,
      ...Array.from({ length: 1_000 }, (_, i) => `X${i}: 1`),
    ),
    statuses: [400],
  },
  'two keys': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, 'Authorization: Bearer x'),
    statuses: [400],
  },
  'the same key twice, in two spellings': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, auth.toUpperCase()),
    statuses: [400],
  },
  'two keys at a missing path': {
    send: lines('GET /api/v1/nope HTTP/1.1', host, auth, auth),
    statuses: [400],
  },
  'two Content-Types': {
    send: post([asJson, 'Content-Length: 13'], '{"title":"a"}'),
    statuses: [400],
  },
  'two Content-Types without a key': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, asJson, asJson),
    statuses: [401],
  },
  'two Content-Types at a missing path': {
    send: lines('GET /api/v1/nope HTTP/1.1', host, auth, asJson, asJson),
    statuses: [404],
  },
  'two Authorizations for a hook': {
    send: lines('POST /api/hooks/a/b HTTP/1.1', host, auth, auth),
    statuses: [400],
  },
  'other headers twice': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, 'Accept: a/b', 'Accept: b/c'),
    statuses: [200],
  },
  'two Content-Lengths that differ': {
    send: post(['Content-Length: 13', 'Content-Length: 2'], '{"title":"a"}'),
    statuses: [400],
  },
  'two Content-Lengths that agree': {
    send: post(['Content-Length: 13', 'Content-Length: 13'], '{"title":"a"}'),
    statuses: [400],
  },
  'a Content-Length that is no number': {
    send: post(['Content-Length: 1e1'], '{"title":"a"}'),
    statuses: [400],
  },
  'a negative Content-Length': {
    send: post(['Content-Length: -1'], '{"title":"a"}'),
    statuses: [400],
  },
  'a Content-Length too large for a number': {
    send: post(['Content-Length: 99999999999999999999'], '{}'),
    statuses: [400],
  },
  'a Content-Length above the limit': {
    send: post(['Content-Length: 2000000'], '{"title":'),
    statuses: [413],
  },
  'a Content-Length and chunks': {
    send: post(
      ['Content-Length: 3', 'Transfer-Encoding: chunked'],
      'd\r\n{"title":"a"}\r\n0\r\n\r\n',
    ),
    statuses: [400],
  },
  'an unknown Transfer-Encoding': {
    send: post(['Transfer-Encoding: gzip'], '{"title":"a"}'),
    statuses: [400],
  },
  'chunked before another Transfer-Encoding': {
    send: post(['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'),
    statuses: [400],
  },
  'good chunks, one byte each': {
    send: post(
      ['Transfer-Encoding: chunked'],
      `${[...'{"title":"a"}'].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
    ),
    statuses: [201],
  },
  'chunks with extensions and trailers': {
    send: post(
      ['Transfer-Encoding: chunked'],
      'd;a=b\r\n{"title":"a"}\r\n0\r\nX-Trailer: x\r\n\r\n',
    ),
    statuses: [201],
  },
  'a body of 1 MiB on a slow line': {
    send: [
      post(['Content-Length: 1048576'], '{"title":"a"'),
      ...Array.from({ length: 15 }, () => ' '.repeat(65_536)),
      ' '.repeat(65_523),
      '}',
    ],
    statuses: [201],
    between: 100,
  },
  'a chunk size that is no number': {
    send: post(['Transfer-Encoding: chunked'], 'xyz\r\n{}\r\n0\r\n\r\n'),
    statuses: [400],
  },
  'a chunk shorter than its size': {
    send: post(['Transfer-Encoding: chunked'], '2\r\n{"title":"a"}\r\n0\r\n\r\n'),
    statuses: [400],
  },
  'chunks above the limit': {
    send: [
      post(['Transfer-Encoding: chunked'], ''),
      ...Array.from({ length: 18 }, () => `10000\r\n${' '.repeat(65_536)}\r\n`),
    ],
    statuses: [413],
  },
  'an incomplete body, then the end': {
    send: post(['Content-Length: 13'], '{"ti'),
    statuses: [],
    after: 'vanish',
  },
  'half a body, then a half-close': {
    send: post(['Content-Length: 13'], '{"ti'),
    statuses: [400],
    after: 'end',
  },
  'half a header, then a half-close': {
    send: 'GET /api/v1/projects HTTP/1.1\r\nHos',
    statuses: [400],
    after: 'end',
  },
  // node:http treats the end of the input as the end of the connection.
  'a whole request, then a half-close': { send: list, statuses: [], after: 'end' },
  'nothing, then a half-close': { send: '', statuses: [], after: 'end' },
  'half a header, then the end': {
    send: 'GET /api/v1/projects HTTP/1.1\r\nHos',
    statuses: [],
    after: 'vanish',
  },
  'a request in single bytes': {
    send: [...lines('GET /nope HTTP/1.1', host)],
    statuses: [404],
    between: 1,
  },
  'a header in two halves, then the end': {
    send: ['GET /api/v1/pro', 'jects HTTP/1.1\r\nHo'],
    statuses: [],
    between: 50,
    after: 'vanish',
  },
  'three requests at once': { send: list + list + list, statuses: [200, 200, 200] },
  'two creates at once': {
    send: post(['Content-Length: 13'], '{"title":"a"}').repeat(2),
    statuses: [201, 201],
  },
  // The parser's refusal overtakes the answer that is still being made.
  'a request followed by noise': { send: `${list}\0\0\0\r\n\r\n`, statuses: [400] },
  'an unexpected body of a GET, and a request after it': {
    send: `${lines('GET /api/v1/projects HTTP/1.1', host, auth, 'Content-Length: 2')}{}${list}`,
    statuses: [200, 200],
  },
  'HTTP/1.0': { send: lines('GET /api/v1/projects HTTP/1.0', auth), statuses: [200] },
  'an absolute address': {
    send: lines('GET http://elsewhere/api/v1/projects HTTP/1.1', host, auth),
    statuses: [200],
  },
  'an address of another scheme': {
    send: lines('GET ftp://elsewhere/api/v1/projects HTTP/1.1', host, auth),
    statuses: [404],
  },
  'a * instead of a path': { send: lines('OPTIONS * HTTP/1.1', host), statuses: [404] },
  'a path without a slash': {
    send: lines('GET api/v1/projects HTTP/1.1', host, auth),
    statuses: [400],
  },
  'two slashes': { send: lines('GET //api/v1/projects HTTP/1.1', host, auth), statuses: [404] },
  'two slashes within': {
    send: lines('GET /api//v1/projects HTTP/1.1', host, auth),
    statuses: [404],
  },
  'a path up and down': {
    send: lines('GET /api/v1/../v1/projects HTTP/1.1', host, auth),
    statuses: [404],
  },
  'an escaped path up': {
    send: lines('GET /api/v1/projects/%2e%2e%2f%2e%2e%2fetc HTTP/1.1', host, auth),
    statuses: [404],
  },
  'invalid escapes': {
    send: lines('GET /api/v1/projects/%zz%?page=%zz HTTP/1.1', host, auth),
    statuses: [400],
  },
  'a fragment': { send: lines('GET /api/v1/projects#x HTTP/1.1', host, auth), statuses: [400] },
  PROPFIND: { send: lines('PROPFIND /api/v1/projects HTTP/1.1', host, auth), statuses: [405] },
  TRACE: { send: lines('TRACE /api/v1/projects HTTP/1.1', host, auth), statuses: [405] },
  'PATCH with a body of another media type': {
    send: `${lines('PATCH /api/v1/projects HTTP/1.1', host, auth, 'Content-Type: x', 'Content-Length: 1')}x`,
    statuses: [405],
  },
  'a missing path, with a body of another media type': {
    send: `${lines('POST /nope HTTP/1.1', host, 'Content-Type: x', 'Content-Length: 1')}x`,
    statuses: [404],
  },
  'a missing path, with a body above the limit': {
    send: lines('POST /nope HTTP/1.1', host, 'Content-Length: 2000000'),
    statuses: [404],
  },
  'QUERY without a Content-Type': {
    send: lines('QUERY /api/v1/projects HTTP/1.1', host, auth),
    statuses: [405],
  },
  CONNECT: { send: lines('CONNECT elsewhere:443 HTTP/1.1', host), statuses: [] },
  'an unknown method': {
    send: lines('FOO /api/v1/projects HTTP/1.1', host, auth),
    statuses: [400],
  },
  'a method in lower case': {
    send: lines('get /api/v1/projects HTTP/1.1', host, auth),
    statuses: [400],
  },
  'Expect: 100-continue': {
    send: post(['Expect: 100-continue', 'Content-Length: 13'], '{"title":"a"}'),
    statuses: [201],
  },
  'an unknown Expect': {
    send: post(['Expect: a-miracle', 'Content-Length: 13'], '{"title":"a"}'),
    statuses: [201],
  },
  'an upgrade to a WebSocket': {
    send: lines(
      'GET /api/v1/projects HTTP/1.1',
      host,
      auth,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: x',
    ),
    statuses: [200],
  },
  'an upgrade to HTTP/2': {
    send: lines(
      'GET /api/v1/projects HTTP/1.1',
      host,
      auth,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: x',
    ),
    statuses: [200],
  },
  'a Connection header that names others': {
    send: lines('GET /api/v1/projects HTTP/1.1', host, auth, 'Connection: authorization, close'),
    statuses: [200],
  },
};

describe('bytes on a socket', () => {
  test.concurrent.each(Object.entries(cases))('%s', async (_, { send, statuses, ...manner }) => {
    const pieces = (typeof send === 'string' ? [send] : send).map((piece) =>
      piece.replaceAll('{key}', team.key),
    );
    const heard = await speak(pieces, { answers: statuses.length, ...manner });
    const answers = answersIn(Buffer.from(heard));
    for (const answer of answers) checkAnswer(answer);
    expect(
      answers.map(({ status }) => status),
      heard.slice(0, 500),
    ).toEqual(statuses);
  });
});

test('two Idempotency-Keys do not form a third: they are refused, and nothing runs or is stored', async () => {
  const mine = await service.team();
  const body = '{"title":"Uma vez"}';
  const keyed = (...keys: string[]) =>
    post(
      [...keys.map((key) => `Idempotency-Key: ${key}`), `Content-Length: ${body.length}`],
      body,
    ).replaceAll('{key}', mine.key);
  const statuses = [];
  for (const request of [
    keyed('a'),
    keyed('a', 'a'),
    keyed('a', 'b'),
    keyed('b', 'a'),
    keyed('a, a'),
  ]) {
    const [answer] = answersIn(Buffer.from(await speak([request], { answers: 1 })));
    if (!answer) throw new Error('nothing came back');
    checkAnswer(answer);
    statuses.push(answer.status);
    if (answer.status === 400) expect(answer.body).toContain('Idempotency-Key');
  }
  // The last is one key that contains a comma.
  expect(statuses).toEqual([201, 400, 400, 400, 201]);
  const { body: deals } = await mine.get('/deals');
  expect(deals.pagination).toMatchObject({ total: 2 });
});

test('a Content-Type of 15 kB is refused', async () => {
  const blanks = ' '.repeat(7_500);
  for (const type of [
    `application/json${blanks}${blanks}x`,
    `application/json${blanks};${blanks}x`,
    `application/json;${blanks}charset=utf-8${blanks}x`,
    `application/json; charset=utf-8${blanks};${blanks}x`,
  ]) {
    const requests = Array.from({ length: 10 }, () =>
      team.call('POST', '/deals', '{}', { 'content-type': type }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([415]));
  }
});

/*
 * Requests that another parser on the way, such as a proxy's, might read differently. Each is followed by a complete request: a parser that
 * treats it as the body hides it, another one sees a second request. The first is refused, and nothing after it is read.
 */
const json = '{"title":"a"}';
const chunked = 'Transfer-Encoding: chunked';
const inChunks = (size: string, after = '\r\n0\r\n\r\n') => `${size}${json}${after}`;
const ambiguous: Record<string, readonly [headers: readonly string[], body: string]> = {
  'a Content-Length before chunks': [['Content-Length: 5', chunked], '0\r\n\r\n'],
  'a Content-Length after chunks': [[chunked, 'Content-Length: 5'], '0\r\n\r\n'],
  'two lengths': [['Content-Length: 13', 'Content-Length: 0'], json],
  'two lengths in one header': [['Content-Length: 13, 13'], json],
  'a signed length': [['Content-Length: +13'], json],
  'a hexadecimal length': [['Content-Length: 0xd'], json],
  'a length with a space in it': [['Content-Length: 1 3'], json],
  'a length without a number': [['Content-Length:'], json],
  'no length at all': [[], json],
  'a blank after the name of Content-Length': [['Content-Length : 13'], json],
  'a blank after the name of Transfer-Encoding': [['Transfer-Encoding : chunked'], '0\r\n\r\n'],
  'a blank before the name of Transfer-Encoding': [
    ['X-A: a', ` ${chunked}`, 'Content-Length: 5'],
    '0\r\n\r\n',
  ],
  'a folded Transfer-Encoding': [['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'],
  'a vertical tab before chunked': [['Transfer-Encoding: \x0bchunked'], '0\r\n\r\n'],
  'nearly chunked': [['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  'chunked with a parameter': [['Transfer-Encoding: chunked;q=1'], '0\r\n\r\n'],
  'chunked twice': [[chunked, chunked], '0\r\n\r\n'],
  'chunked, then identity': [[chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n'],
  'identity with a length': [['Transfer-Encoding: identity', 'Content-Length: 13'], json],
  'an empty Transfer-Encoding with a length': [['Transfer-Encoding:', 'Content-Length: 13'], json],
  'a bare line feed between headers': [[`X-A: a\n${chunked}`, 'Content-Length: 5'], '0\r\n\r\n'],
  'a bare carriage return between headers': [
    [`X-A: a\r${chunked}`, 'Content-Length: 5'],
    '0\r\n\r\n',
  ],
  'a signed chunk size': [[chunked], inChunks('+d\r\n')],
  'a negative chunk size': [[chunked], inChunks('-1\r\n')],
  'a chunk size with 0x': [[chunked], inChunks('0xd\r\n')],
  'a chunk size too large for a number': [[chunked], inChunks('1000000000000000d\r\n')],
  'a chunk size and a blank': [[chunked], inChunks('d \r\n')],
  'a bare line feed after a chunk size': [[chunked], inChunks('d\n')],
  'a bare line feed in a chunk extension': [[chunked], inChunks('d;a=b\nx\r\n')],
  'a chunk extension of 20 KB': [[chunked], inChunks(`d;a=${'b'.repeat(20_000)}\r\n`)],
  'a bare line feed after a chunk': [[chunked], inChunks('d\r\n', '\n0\r\n\r\n')],
  'bare line feeds at the end of chunks': [[chunked], inChunks('d\r\n', '\r\n0\n\n')],
  'a Content-Length behind the chunks': [
    [chunked],
    inChunks('d\r\n', '\r\n0\r\nContent-Length: 5\r\n\r\n'),
  ],
};

describe('an ambiguous request', () => {
  test.concurrent.each(Object.entries(ambiguous))('%s', async (_, [headers, body]) => {
    const whole = post(headers, body) + post(['Content-Length: 20'], '{"title":"smuggled"}');
    const heard = await speak([whole.replaceAll('{key}', team.key)], { answers: 1 });
    const answers = answersIn(Buffer.from(heard));
    for (const answer of answers) checkAnswer(answer);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(answers[0]?.headers.connection).toBe('close');
  });
});

test('a HEAD that is refused before it is read is answered without a body', async () => {
  const heard = await speak([lines(`HEAD /health/live?${'x'.repeat(20_000)} HTTP/1.1`, host)], {
    answers: 1,
  });
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard.endsWith('\r\n\r\n')).toBe(true);
});

test('the Host header appears only in the document’s server, and only if it is valid', async () => {
  for (const name of ['evil.example', 'evil.example:1', 'a@b"<script>', 'a">b;c', '']) {
    for (const path of ['/api/openapi.json', '/api/v1/nowhere', '/reference', '/health/ready']) {
      const request = lines(`GET ${path} HTTP/1.1`, `Host: ${name}`, `X-Forwarded-Host: ${name}`);
      const heard = await speak([request], { answers: 1 });
      expect(heard).toMatch(/^HTTP\/1\.1 (200|301|400|401)/);
      const server = `"servers":[{"url":"http://${name}/api"`;
      const isNamed = path === '/api/openapi.json' && name.startsWith('evil');
      expect(heard.includes(server)).toBe(isNamed);
      if (name !== '') expect(heard.replace(server, '')).not.toContain(name);
    }
  }
});

test('the service still works afterwards, and no request was smuggled into another', async () => {
  const ready = answersIn(
    Buffer.from(await speak([lines('GET /health/ready HTTP/1.1', host)], { answers: 1 })),
  );
  expect(ready.map(({ status }) => status)).toEqual([200]);
  const deals = await team.get('/deals?limit=100');
  // The created records are those that were answered 201.
  const created = Object.values(cases)
    .flatMap(({ statuses }) => statuses)
    .filter((status) => status === 201);
  expect((deals.body.pagination as { total: number }).total).toBe(created.length);
});

describe('slowness', () => {
  const limits = ['headersTimeout', 'requestTimeout', 'timeout', 'maxConnections'] as const;
  const idleMs = 120_000;
  const { promise: drips, resolve: stopDripping } = Promise.withResolvers<void>();

  test('is limited: headers, whole requests, idle connections, number of connections', () => {
    const { server } = service.app;
    const set = Object.fromEntries(limits.map((name) => [name, server[name]]));
    // Shorter timeouts for the tests below; the server checks every second.
    Object.assign(server, { headersTimeout: 400, requestTimeout: 1_200 });
    expect(set).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: idleMs,
      maxConnections: 2_000,
    });
  });

  /** Sends a beginning and then, four times a second, a little more; never hangs up itself. */
  async function drip(first: string, more: string): Promise<{ heard: string; isCutOff: boolean }> {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    let heard = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard += bytes;
    });
    const ended = new Promise<true>((resolve) =>
      socket.once('end', () => resolve(true)).once('close', () => resolve(true)),
    );
    socket.write(first.replaceAll('{key}', team.key), 'latin1');
    const timer = setInterval(() => socket.writable && socket.write(more), 250);
    const isCutOff = await Promise.race([ended, wait(idleMs, false)]);
    clearInterval(timer);
    // Still open on this side, for the test below.
    void drips.then(() => socket.destroy());
    return { heard, isCutOff };
  }

  test.concurrent.each<[string, string, string, number[]]>([
    ['nothing at all', '', '', []],
    ['a request line without an end', 'GET /api/v1/pro', 'x', [400]],
    ['headers without an end', 'GET /api/v1/projects HTTP/1.1\r\n', 'X: y\r\n', [400]],
    ['empty lines without an end', '\r\n', '\r\n', [400]],
    ['a body of known length', post(['Content-Length: 500'], '{'), ' ', [400]],
    ['a body in chunks', post([chunked], ''), '1\r\n \r\n', [400]],
    ['a chunked body with an endless extension', post([chunked], '1;'), 'x', [400]],
    ['a second request', `${list}GET /api/v1/pro`, 'x', [200, 400]],
    // A connection that got an answer gets no second one, which would be taken for the next request's.
    [
      'an unexpected body',
      `${lines('POST /api/v1/deals HTTP/1.1', host, 'Content-Length: 500')}{`,
      ' ',
      [401],
    ],
    [
      'a body for a missing path',
      `${lines('POST /nope HTTP/1.1', host, 'Content-Length: 500')}{`,
      ' ',
      [404],
    ],
    ['endless noise', 'hello\r\n\r\n', '', [400]],
  ])('%s is cut off', async (_, first, more, statuses) => {
    const { heard, isCutOff } = await drip(first, more);
    const answers = answersIn(Buffer.from(heard));
    for (const answer of answers) checkAnswer(answer);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    // By the limits set above: the one for idle connections is far longer.
    expect(isCutOff).toBe(true);
  });

  test('leaves no connection behind, regardless of the other side', async () => {
    const open = () =>
      new Promise<number>((resolve, reject) =>
        service.app.server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
      );
    await expect.poll(open).toBe(0);
    stopDripping();
  });

  test('a request refused as too slow is not run when the rest of it arrives', async () => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    socket.on('error', () => {});
    const refused = new Promise<string>((resolve) => socket.once('data', (b) => resolve(`${b}`)));
    socket.write(post(['Content-Length: 16'], '{"title":').replaceAll('{key}', team.key));
    expect(await refused).toMatch(/^HTTP\/1\.1 400 /);
    if (socket.writable) socket.write('"late"}');
    await wait(200);
    socket.destroy();
    expect((await team.get('/deals?search=late')).body.data).toEqual([]);
  });

  test('of the service is not limited: an answer may take longer than its request may', async () => {
    const holder = new pg.Client(service.connection);
    await holder.connect();
    await holder.query('begin; lock table deals in exclusive mode');
    const response = speak([post(['Content-Length: 13'], json).replaceAll('{key}', team.key)], {
      answers: 1,
    });
    await wait(3_000);
    await holder.query('commit');
    await holder.end();
    expect(answersIn(Buffer.from(await response)).map(({ status }) => status)).toEqual([201]);
  });
});

test('connections over the limit are closed at once, and others are accepted again when some end', async () => {
  const { server } = service.app;
  const most = server.maxConnections;
  server.maxConnections = 3;
  const ready = lines('GET /health/live HTTP/1.1', host);
  const sockets = Array.from({ length: 3 }, () => connect({ host: '127.0.0.1', port }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(await speak([ready], { answers: 1 })).toBe('');
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => await speak([ready], { answers: 1 })).toMatch(/^HTTP\/1\.1 200 /);
  server.maxConnections = most;
});
