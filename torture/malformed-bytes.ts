// biome-ignore-all format: its lists read better in lines than one item a line
import fc from 'fast-check';

/*
 * Bytes that no HTTP client would send. After or inside the malformed part there is a request that must not be served: it would create a
 * deal with a unique name, which is also its X-Request-Id. `{key}` is the team's key, `{n}` the number of the attempt.
 */

export interface Malformed {
  /** Kind of the malformation, in a word. */
  readonly kind: string;
  /** The bytes, as latin1. */
  readonly bytes: string;
  /** Number of requests in it that may be answered, including the malformed one. */
  readonly requests: number;
  /**
   * The service must reject it and hang up; if not, the complete requests in it must be answered, and nothing else.
   */
  readonly isRefused: boolean;
  /** Action after the last byte; most wait. */
  readonly after: 'wait' | 'end' | 'reset';
  /** Number of pieces. */
  readonly pieces: number;
}

type Part = Pick<Malformed, 'kind' | 'bytes' | 'isRefused'> & {
  /** Number of requests in it; default 1. */
  readonly requests?: number;
  readonly after?: Malformed['after'];
};

const crlf = '\r\n';
const lines = (...all: readonly string[]) => `${all.join(crlf)}${crlf}${crlf}`;
const host = 'Host: x';
const auth = 'Authorization: Bearer {key}';
const asJson = 'Content-Type: application/json';
const outer = 'X-Request-Id: outer-{n}-last';

/** Creates a deal with a name, if it is served. The name is as long as `{n}` filled in: six digits. */
const creates = (name: string) => {
  const body = `{"title":"${name}"}`;
  const length = body.replaceAll('{n}', '000000').length;
  return `${lines('POST /api/v1/deals HTTP/1.1', host, auth, asJson, `X-Request-Id: ${name}`, `Content-Length: ${length}`)}${body}`;
};
const smuggled = creates('smuggled-{n}');
/** Its length with the key, 44 letters, and the number filled in. */
const sizeOf = (text: string) => text.replaceAll('{n}', '000000').replaceAll('{key}', 'k'.repeat(44)).length;
const hex = (n: number) => n.toString(16);
const chunked = (text: string) => `${hex(sizeOf(text))}${crlf}${text}${crlf}0${crlf}${crlf}`;

const post = (headers: readonly string[], body: string) =>
  `${lines('POST /api/v1/deals HTTP/1.1', host, auth, asJson, outer, ...headers)}${body}`;
const get = (headers: readonly string[], rest = '') =>
  `${lines('GET /api/v1/deals?limit=1 HTTP/1.1', host, auth, outer, ...headers)}${rest}`;

const refused = (kind: string, all: fc.Arbitrary<string>): fc.Arbitrary<Part> =>
  all.map((bytes) => ({ kind, bytes, isRefused: true }));
const taken = (kind: string, all: fc.Arbitrary<string>): fc.Arbitrary<Part> =>
  all.map((bytes) => ({ kind, bytes, isRefused: false }));

// End of a body --------------------------------------------------------------------------------------------------------

/** Spellings of Transfer-Encoding that some servers accept and others do not. */
const encodings = [
  'Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked', 'Transfer-Encoding: xchunked', 'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: chunked, gzip', 'Transfer-Encoding: identity', 'Transfer-Encoding: "chunked"', 'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: \x0bchunked', 'Transfer-Encoding:\r\n chunked', 'Transfer-Encoding: \0chunked', ' Transfer-Encoding: chunked',
  'Transfer\0-Encoding: chunked', 'Transfer-Encoding\0: chunked', 'X: y\nTransfer-Encoding: chunked', 'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', 'Transfer-Encoding: chunk', 'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: chunked\r\n\tX', 'Transfer-Encoding: ch\xfcnked', 'Transfer-Encoding', 'Transfer-Encoding: chunked\rX: y',
];
const goodEncodings = [
  'Transfer-Encoding: chunked', 'transfer-encoding:chunked', 'Transfer-Encoding:\tchunked', 'TRANSFER-ENCODING: CHUNKED',
  'Transfer-Encoding: chunked ',
];
const lengths = [
  '+5', '-5', '-0', '0x5', '5e0', '5 5', '5, 5', '5,6', '5;', '5.0', '"5"', 'five', '٥', '5\0', '\x0b5', '5\r\n 5', '\r\n 5', '',
  '99999999999999999999', '18446744073709551621', '5\rX: y', '5\nX: y', 'NaN', '0b101',
];

const bothFramings = fc
  .record({
    encoding: fc.constantFrom(...encodings, ...goodEncodings),
    length: fc.constantFrom('0', '4', '5', '1000', String(sizeOf(smuggled) + 5), ...lengths),
    isFirst: fc.boolean(),
    isBodyFirst: fc.boolean(),
  })
  .map(({ encoding, length, isFirst, isBodyFirst }) => {
    const framing = [encoding, `Content-Length: ${length}`];
    const body = isBodyFirst ? chunked(smuggled) : `0${crlf}${crlf}${smuggled}`;
    return post(isFirst ? framing : framing.reverse(), body);
  });
const oddEncoding = fc
  .tuple(fc.constantFrom(...encodings), fc.constantFrom('', '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'))
  .map(([encoding, body]) => post([encoding], body + smuggled));
const oddLength = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom('', 'hello'))
  .map(([length, body]) => post([`Content-Length: ${length}`], body + smuggled));
const twoLengths = fc
  .tuple(fc.constantFrom('5', '0', '6', '05', '1e1'), fc.constantFrom('5', '0', '500', ''))
  .map(([one, second]) => post([`Content-Length: ${one}`, `content-length: ${second}`], `hello${smuggled}`));

const badChunks = [
  'xyz\r\nhello\r\n', '-1\r\nhello\r\n', '-5\r\nhello\r\n', '+5\r\nhello\r\n', '0x5\r\nhello\r\n', 'fffffffffffffffff\r\nhello\r\n',
  '10000000000000005\r\nhello\r\n', '5\nhello\r\n', '5\r\nhello\n', '5\rhello\r\n', '\r\nhello\r\n', '3\r\nhello\r\n',
  '5\r\nhelloXX', '5;a\nb\r\nhello\r\n', '5;\0\r\nhello\r\n', '5;a=b\rc\r\nhello\r\n', '5_0\r\nhello\r\n', '5.0\r\nhello\r\n', ' 5\r\nhello\r\n',
  '5\0\r\nhello\r\n', '5\r\nhello\r\n0\n\n', '5\r\nhello\r\n0\r\nX : y\r\n\r\n', '5\r\nhello\r\n0\r\nX\r\n\r\n',
  '5\r\nhello\r\n0\r\n\n', '٥\r\nhello\r\n', `5;${'x'.repeat(20_000)}\r\nhello\r\n`,
  '5\r\nhello\r\n0\r\nContent-Length: 100\r\n\r\n', '5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n',
  '5\r\nhello\r\n-0\r\n\r\n', '5\r\nhello\r\n0\r\nX: \0\r\n\r\n', `5\r\nhello\r\n0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
];
const badChunk = fc
  .tuple(fc.constantFrom(...goodEncodings), fc.constantFrom(...badChunks), fc.constantFrom('', '0\r\n\r\n'))
  .map(([encoding, chunks, end]) => post([encoding], chunks + end + smuggled));

/** Data stays data: chunked, with all kinds of lengths and extensions. */
const oddChunks = fc
  .tuple(
    fc.constantFrom(...goodEncodings, 'Transfer-Encoding: gzip, chunked'),
    fc.constantFrom('', '00000', '000000000000'),
    fc.constantFrom('', ';a', ';a=b', ';a="b;c"', ';a=b;c=d'),
    fc.constantFrom('', 'X: y\r\n', 'Host: y\r\nAuthorization: x\r\n'),
    fc.boolean(),
  )
  .map(([encoding, zeros, extension, trailer, isUpper]) => {
    const size = hex(sizeOf(smuggled));
    return post(
      [encoding],
      `${zeros}${isUpper ? size.toUpperCase() : size}${extension}${crlf}${smuggled}${crlf}0${extension}${crlf}${trailer}${crlf}`,
    );
  });
/** A body of the announced length, to operations that accept none or reject before reading it. */
const bodyAsData = fc
  .tuple(
    fc.constantFrom(
      'GET /api/v1/deals', 'POST /api/v1/deals', 'PUT /api/v1/deals/x', 'DELETE /api/v1/deals/x', 'POST /nope', 'PATCH /api/v1/deals',
      'OPTIONS /api/v1/deals', 'GET /health/live', 'TRACE /api/v1/deals', 'POST /api/hooks/a/b', 'GET /api/openapi.json',
      'POST /api/gateways/a/b', 'GET /api/v2', 'PROPFIND /api/v1/deals', 'QUERY /api/v1/deals',
    ),
    fc.constantFrom(auth, 'Authorization: Bearer x', 'X: y'),
    fc.constantFrom(asJson, 'Content-Type: text/plain', 'X: y'),
    fc.boolean(),
  )
  .map(([line, key, type, isChunked]) =>
    isChunked
      ? `${lines(`${line} HTTP/1.1`, host, key, type, outer, 'Transfer-Encoding: chunked')}${chunked(smuggled)}`
      : `${lines(`${line} HTTP/1.1`, host, key, type, outer, `Content-Length: ${sizeOf(smuggled)}`)}${smuggled}`,
  );
/** A body longer than announced: the rest is not a request. */
const leftOver = fc
  .tuple(fc.constantFrom('}', 'X', '\0', '"title":"a"}', ' ', '\t', '0'), fc.constantFrom('', '\r\n', '\r\n\r\n'))
  .map(([rest, end]) => post(['Content-Length: 2'], `{}${rest}${end}${smuggled}`));

// The head -----------------------------------------------------------------------------------------------------------

const requestLines = [
  'GET /api/v1/deals HTTP/9.9', 'GET /api/v1/deals HTTP/1.1.1', 'GET /api/v1/deals HTTP/1', 'GET /api/v1/deals HTTP/01.1', 'GET /api/v1/deals http/1.1',
  'GET /api/v1/deals HTTP/1.1 x', 'GET /api/v1/deals HTTPS/1.1', 'GET /api/v1/deals HTTP/2.0', 'GET /api/v1/deals HTTP/-1.1', 'GET /api/v1/deals HTTP 1.1',
  'GET /api/v1/deals\tHTTP/1.1', 'GET\t/api/v1/deals HTTP/1.1', 'GET /api/v1/de als HTTP/1.1', 'GET /api/v1/\0deals HTTP/1.1', 'GET /api/v1/deals\x7f HTTP/1.1',
  'GET /api/v1/deals/\xff\xfe HTTP/1.1', 'GET', 'GET HTTP/1.1', 'get /api/v1/deals HTTP/1.1', 'FOO /api/v1/deals HTTP/1.1', 'GET\0 /api/v1/deals HTTP/1.1',
  'G\xcbT /api/v1/deals HTTP/1.1', 'GET api/v1/deals HTTP/1.1', 'GET x:80 HTTP/1.1', 'GET /api/v1/deals\rHTTP/1.1', 'GET /api/v1/deals\nHTTP/1.1',
  'GETGETGETGETGETGET /api/v1/deals HTTP/1.1', 'GET /api/v1/deals HTTP/1.1\rX: y', ': x', 'HTTP/1.1 200 OK', '{"title":"a"}', 'GET ? HTTP/1.1',
  'GET #x HTTP/1.1', `GET /${'a'.repeat(20_000)} HTTP/1.1`, `${'G'.repeat(20_000)} / HTTP/1.1`, 'CONNECT elsewhere:443 HTTP/1.1', 'CONNECT / HTTP/1.1',
];
const requestLine = fc
  .constantFrom(...requestLines)
  .map((line) => lines(line, host, auth) + smuggled);

const badHeaders = [
  'nothing', ': x', ' X: y', 'X : y', 'X\t: y', 'X: a\0b', 'X: a\rb', 'X: a\nb c', 'X: a\r\n b', 'X: a\r\n\tb', 'X\xff: y', '\0: y', 'X(: y', 'X,Y: z',
  'X[]: y', 'X"Y": z', 'X\x7f: y', 'X: \x01', 'X: \x1b[2J', 'X-Request-Id: a\rSet-Cookie: b', 'X-Request-Id: a\nSet-Cookie: b', '@: y', 'X: \x7f',
  `X: ${'a'.repeat(20_000)}`, `X: ${'a'.repeat(200_000)}`, `${'X'.repeat(20_000)}: y`, `${'X:y\r\n'.repeat(5_000)}X: y`, 'Host: x\0',
];
const badHeader = fc
  .tuple(fc.constantFrom(...badHeaders), fc.nat(3))
  .map(([header, place]) => {
    const all = [host, auth, asJson];
    all.splice(place, 0, header);
    return lines('GET /api/v1/deals?limit=1 HTTP/1.1', ...all) + smuggled;
  });
const bareLines = fc
  .tuple(fc.constantFrom('\n', '\r', '\n\r', '\r\r\n'), fc.nat(4))
  .map(([end, place]) => {
    const all = ['GET /api/v1/deals HTTP/1.1', host, auth, asJson, 'X: y'];
    return `${all.map((line, i) => line + (i === place ? end : crlf)).join('')}${crlf}${smuggled}`;
  });

/** Complete, and yet the last on its connection: nothing after it is served. */
const lastOne = fc
  .constantFrom(
    get(['Connection: close']), get(['Connection: keep-alive, close']), lines('GET /api/v1/deals HTTP/1.0', host, auth, outer),
    'GET /api/v1/deals\r\n\r\n', `GET /api/v1/deals\r\n${host}\r\n${auth}\r\n${outer}\r\n\r\n`,
    `${lines('POST /api/v1/deals HTTP/1.0', host, auth, outer, 'Transfer-Encoding: chunked')}0${crlf}${crlf}`,
    post(['Connection: close', 'Content-Length: 2'], '{}'), get(['Connection: close', 'Content-Length: 2'], '{}'),
  )
  .map((text) => text + smuggled);

/** Rejected by its headers but read to the end: what follows is part of its body, and the response arrives. See `beginnings` for its end. */
const tooLarge = fc.constantFrom('1048577', '4294967301').map((size) => post([`Content-Length: ${size}`], 'hello') + smuggled);

/** Odd, but a valid request: it is answered, and so is the next one. */
const oddRequests = [
  get(['X-A: \xe9\xff']), get(['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13']),
  get(['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: x']), get(['Connection: authorization']), get(['Connection: transfer-encoding']),
  get(['X-HTTP-Method-Override: DELETE']), get(['X-Forwarded-For: 1.2.3.4', 'Forwarded: for=x']), get(['X-Original-URL: /api/v1/projects']),
  get(['TE: trailers, chunked']), get(['Trailer: Content-Length']), get(['Content-Length: 0']), get(['Keep-Alive: timeout=99999']), get(['X-Empty:', 'X:   ']),
  get(Array.from({ length: 200 }, (_, i) => `X-${i}: ${i}`)), `${crlf}${crlf}${get([])}`,
  ...[
    'GET http://elsewhere/api/v1/deals', 'GET ftp://elsewhere/api/v1/deals', 'GET http://x@y:1/api/v1/deals', 'GET //api/v1/deals', 'OPTIONS *', 'TRACE /api/v1/deals',
    'GET /api/v1/../v1/deals', 'GET /api/v1/deals/%0d%0aSet-Cookie:%20a=b', 'GET /api/v1/deals?search=%0d%0aSet-Cookie:%20a=b', 'GET /%2e%2e/%2e%2e/etc/passwd',
    'GET /api/v1/deals/%00', 'GET /api/v1/deals/%zz', 'GET  /api/v1/deals', 'PROPFIND /api/v1/deals', 'M-SEARCH *', 'PURGE /', 'SOURCE /', 'GET /api/v1/deals?%',
    `GET /api/v1/deals/${'a'.repeat(12_000)}`, 'GET /api/v1/deals;jsessionid=x', 'GET /api/v1/deals/%c0%ae%c0%ae', 'GET /a:b', 'GET http://[::1]/health/live',
  ].map((line) => lines(`${line} HTTP/1.1`, host, auth, outer)),
  ...[[], [host, 'Host: y'], ['Host:'], ['Host: a b'], ['Host: a@b'], [host, host]].map((hosts) =>
    lines('GET /api/v1/deals HTTP/1.1', ...hosts, auth, outer)),
  get(['Expect: a-miracle']), post(['Expect: x', 'Content-Length: 2'], '{}'), lines('GET http://y/api/v1/deals HTTP/1.1', auth, outer),
  post(['Expect: 100-continue', 'Content-Length: 2'], '{}'), post(['Content-Length: 02'], '{}'), post(['Content-Length: \t2 '], '{}'),
];
const oddRequest = fc.constantFrom(...oddRequests);

// No HTTP at all -------------------------------------------------------------------------------------------------------

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const noise = fc.uint8Array({ minLength: 5, maxLength: 2_000 }).map(latin1).filter((text) => !/^\s*[A-Z]/.test(text));
const hello = noise.map((rest) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${rest}`);
const otherProtocols = fc.oneof(
  noise, hello,
  fc.constantFrom(
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'SSH-2.0-OpenSSH_9.9\r\n', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n', '\r\n\r\n\0\r\nQUIT\n!\x11\0\x0c',
    '*1\r\n$4\r\nPING\r\n', 'EHLO x\r\n', 'USER x\r\n', 'HELP\r\n', '\0\0\0\x08\x04\xd2\x16\x2f', 'GIOP\x01\x02', 'RTSP/1.0 200 OK\r\n\r\n', '<?xml version="1.0"?>\r\n\r\n',
    'hello\r\n\r\n' , '\x05\x01\0', '\x04\x01\0\x50',
  ),
).map((text) => text + smuggled);

// Cut off --------------------------------------------------------------------------------------------------------------

/** Ends before the request does. */
const half = (kind: string, all: string): fc.Arbitrary<Part> =>
  fc
    .tuple(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.constantFrom<Malformed['after']>('end', 'reset'))
    .map(([part, after]) => {
      // Not at a placeholder, and before the last two bytes: without its final line end it might be complete.
      const at = Math.max(1, Math.floor(all.length * part) - 2);
      const bytes = all.slice(0, at).replace(/\{[a-z]*$/, '');
      return { kind, bytes, isRefused: true, after };
    });

const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: refused('two framings', bothFramings) },
  { weight: 3, arbitrary: refused('odd Transfer-Encoding', oddEncoding) },
  { weight: 3, arbitrary: refused('odd Content-Length', oddLength) },
  { weight: 1, arbitrary: refused('two Content-Lengths', twoLengths) },
  { weight: 4, arbitrary: refused('bad chunk', badChunk) },
  { weight: 2, arbitrary: taken('odd chunks', oddChunks) },
  { weight: 3, arbitrary: taken('body as data', bodyAsData) },
  { weight: 1, arbitrary: refused('left over', leftOver).map((each) => ({ ...each, requests: 2 })) },
  { weight: 3, arbitrary: refused('request line', requestLine) },
  { weight: 3, arbitrary: refused('bad header', badHeader) },
  { weight: 1, arbitrary: refused('bare line ends', bareLines) },
  { weight: 1, arbitrary: refused('last one', lastOne) },
  { weight: 3, arbitrary: taken('odd request', oddRequest) },
  { weight: 1, arbitrary: taken('too large', tooLarge) },
  { weight: 2, arbitrary: refused('no HTTP', otherProtocols) },
  { weight: 1, arbitrary: half('half a request', smuggled) },
  { weight: 1, arbitrary: half('half a chunked request', post(['Transfer-Encoding: chunked'], chunked(creates('smuggled-{n}')))) },
);

const before = (many: number) =>
  Array.from({ length: many }, (_, i) => creates(`outer-{n}-${i}`)).join('');

/** Beginnings of requests that never end: within the headers, and within the body. */
export const beginnings = {
  head: ['G', 'GET /api/v1/deals', 'GET /api/v1/deals HTTP/1.1\r\n', `GET /api/v1/deals HTTP/1.1${crlf}${host}${crlf}X: `, '\r\n', ''],
  body: [
    post(['Content-Length: 100'], ''), post(['Content-Length: 100'], '{"title":'), post(['Transfer-Encoding: chunked'], ''),
    post(['Transfer-Encoding: chunked'], '64\r\n{"title":'), post(['Transfer-Encoding: chunked'], '2\r\n{}\r\n'),
    post(['Content-Length: 4294967301'], 'hello'),
  ],
};

/** Something malformed, alone or after good requests, at once or in pieces. */
export const malformed: fc.Arbitrary<Malformed> = fc
  .record({
    part,
    many: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) }),
    after: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Malformed['after']>('wait') },
      { weight: 1, arbitrary: fc.constantFrom<Malformed['after']>('end', 'reset') },
    ),
    pieces: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 12 }) }),
  })
  .map(({ part: { requests = 1, ...one }, many, after, pieces }) => ({
    after,
    ...one,
    bytes: before(many) + one.bytes,
    requests: many + requests,
    pieces,
  }));
