import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { createServer as httpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as httpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as rawServer,
  type Server,
  type Socket,
  setDefaultAutoSelectFamily,
} from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { afterEach, describe, expect, test } from 'vitest';
import { makeSender, type Sender } from '#server/features/webhooks/delivery-attempt.ts';
import { mayConnect } from '#server/outbound/allowed-addresses.ts';
import type { Resolve } from '#server/outbound/connection-guard.ts';
import { innerSpellings as spellings } from '#test/support/webhooks/spellings.ts';

/*
 * One delivery attempt, against the worst possible receivers. All of them are on loopback, which is allowed; names resolve as the test
 * says.
 */

const ranges = (...texts: string[]) => texts.map((text) => ipaddr.parseCIDR(text));
const loopback = ranges('127.0.0.0/8', '::1/128');

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

const senderOf = (options: Partial<Parameters<typeof makeSender>[0]> = {}): Sender => {
  const sender = makeSender({ allow: loopback, timeoutMs: 2_000, ...options });
  opened.push(() => sender.close());
  return sender;
};

/** Posts a small body to an address. @returns the attempt, with its error as a sentence */
async function post(
  sender: Sender,
  url: string,
  more: { body?: string; signal?: AbortSignal } = {},
) {
  const headers = { 'content-type': 'application/json' };
  const { error, ...attempted } = await sender.attempt({ url, headers, body: '{}', ...more });
  return { ...attempted, error: error?.text ?? null };
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Starts the server; `connections` are all that it ever accepted. */
async function listen(server: Server, host = '127.0.0.1') {
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    connections.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  opened.push(() => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, connections };
}

const receive = (listener: RequestListener, host?: string) => listen(httpServer(listener), host);

/** A receiver that reacts to a request on the socket level. */
const receiveRaw = (answer: (socket: Socket) => void) =>
  listen(rawServer((socket) => socket.once('data', () => answer(socket))));

/** Sockets opened by this process during the test. */
function watchSockets(): Socket[] {
  const sockets: Socket[] = [];
  const note = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', note);
  opened.push(() => unsubscribe('net.client.socket', note));
  return sockets;
}

/** Resolves these names to these addresses; any other name is unknown. */
const names = (hosts: Record<string, string[]>): Resolve & { lookups: string[] } => {
  const lookups: string[] = [];
  const resolve: Resolve = async (host) => {
    lookups.push(host);
    const addresses = hosts[host];
    if (!addresses) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { lookups });
};

describe('the request', () => {
  test('has the body, the headers and no Accept-Encoding', async () => {
    let seen: unknown;
    const receiver = await receive((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
        response.end('thanks');
      });
    });
    const body = JSON.stringify({ name: 'Ação 🚀', long: 'x'.repeat(100_000) });
    const attempted = await senderOf().attempt({
      url: `${receiver.origin}/hooks?a=1#part`,
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
      body,
    });
    expect(attempted).toEqual({
      status: 200,
      error: null,
      excerpt: 'thanks',
      durationMs: expect.any(Number),
      retryAfterMs: null,
    });
    expect(Number.isInteger(attempted.durationMs)).toBe(true);
    expect(seen).toEqual({
      method: 'POST',
      url: '/hooks?a=1',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'accept-encoding': 'identity',
        'content-length': String(Buffer.byteLength(body)),
        host: `127.0.0.1:${receiver.port}`,
        connection: 'keep-alive',
      },
    });
  });

  test.each([
    'not an address',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http://',
    '',
    'http://[::1%25lo]/',
  ])('is not sent to %j', async (url) => {
    expect(await post(senderOf(), url)).toMatchObject({
      status: null,
      error: 'this is not an http or https address',
    });
  });

  test('to an address with an undecodable name has an outcome too', async () => {
    const receiver = await receive((_, response) => response.end());
    const url = `http://%ff:secret@127.0.0.1:${receiver.port}/`;
    expect(await post(senderOf(), url)).toMatchObject({
      status: null,
      error: 'no request can be made to this address',
    });
    expect(receiver.connections).toHaveLength(0);
  });

  test('uses no proxy of the environment', async () => {
    const proxy = await receive((_, response) => response.end('proxy'));
    const receiver = await receive((_, response) => response.end('receiver'));
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_USE_ENV_PROXY: '1' };
    delete env.NODE_OPTIONS;
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])
      for (const spelling of [name, name.toLowerCase()]) env[spelling] = proxy.origin;
    for (const name of ['NO_PROXY', 'no_proxy']) delete env[name];
    // Other requests of the process prove that the environment has a proxy.
    const program = `
      import { get } from 'node:http';
      import ipaddr from 'ipaddr.js';
      import { makeSender } from './server/features/webhooks/delivery-attempt.ts';
      const url = '${receiver.origin}';
      const sender = makeSender({ allow: [ipaddr.parseCIDR('127.0.0.0/8')] });
      const { excerpt } = await sender.attempt({ url, headers: {}, body: '{}' });
      sender.close();
      get(url, (response) => response.on('data', (chunk) => console.log(String(chunk), excerpt)));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env, cwd: fileURLToPath(new URL('../../..', import.meta.url)), timeout: 10_000 },
    );
    expect(stdout).toBe('proxy receiver\n');
  });
});

describe('the answer', () => {
  test.each([200, 201, 202, 204, 299])('%i is a delivery', async (status) => {
    const receiver = await receive((_, response) => response.writeHead(status).end());
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status,
      error: null,
      excerpt: null,
    });
  });

  test.each([400, 404, 410, 429, 500, 503, 600])('%i is a failure', async (status) => {
    const receiver = await receive((_, response) => response.writeHead(status).end('no'));
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status,
      error: `the receiver answered ${status}`,
      excerpt: 'no',
    });
  });

  test.each([300, 301, 302, 303, 304, 307, 308])(
    '%i is a failure, and its redirect is not followed',
    async (status) => {
      const inner = await receive((_, response) => response.end());
      const receiver = await receive((_, response) =>
        response.writeHead(status, { location: `${inner.origin}/` }).end(),
      );
      expect(await post(senderOf(), receiver.origin)).toMatchObject({
        status,
        error: `the receiver answered ${status}, and redirects are not followed`,
      });
      await wait(20);
      expect(inner.connections).toHaveLength(0);
      expect(receiver.connections).toHaveLength(1);
    },
  );

  test('is not confused with interim responses', async () => {
    const receiver = await receiveRaw((socket) =>
      socket.end(
        `HTTP/1.1 103 Early Hints\r\n\r\n${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`,
      ),
    );
    expect(await post(senderOf(), receiver.origin)).toMatchObject({ status: 200, excerpt: 'ok' });
  });

  test('in another protocol is a failure', async () => {
    const receiver = await receiveRaw((socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nupgrade: chat\r\nconnection: upgrade\r\n\r\nhello'),
    );
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status: 101,
      error: 'the receiver answered 101',
    });
    await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
  });

  test.each([
    ['a non-HTTP answer', 'SSH-2.0-OpenSSH_9.6\r\n', 'HPE_INVALID'],
    [
      'a head too large',
      `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
      'HPE_HEADER_OVERFLOW',
    ],
  ])('%s cannot be read', async (_, bytes, code) => {
    const receiver = await receiveRaw((socket) => socket.write(bytes));
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status: null,
      error: `the receiver's answer cannot be read (${code})`,
    });
  });

  test.each([
    ['the first 1,024 characters', Buffer.from('x'.repeat(5_000)), 'x'.repeat(1_024)],
    ['no NUL', Buffer.from('a\0b'), 'a\u{FFFD}b'],
    ['replacements for invalid UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'a\u{FFFD}\u{FFFD}b'],
    ['no unpaired surrogate', Buffer.from(`${'x'.repeat(1_023)}🚀`), 'x'.repeat(1_023)],
    ['pairs', Buffer.from('🚀'.repeat(2_000)), '🚀'.repeat(512)],
    ['no partial character', Buffer.from('aé').subarray(0, 2), 'a'],
    ['nothing', Buffer.alloc(0), null],
  ])('the excerpt has %s', async (_, bytes, excerpt) => {
    const receiver = await receive((_, response) => response.writeHead(500).end(bytes));
    expect((await post(senderOf(), receiver.origin)).excerpt).toBe(excerpt);
  });
});

describe('Retry-After', () => {
  const inAnHour = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
  const imf = inAnHour.toUTCString();
  const [day = '', date = '', month = '', year = '', time = ''] = imf.split(/,? /);
  const longDay = inAnHour.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

  const retryAfter = async (value: string, status = 503) => {
    const receiver = await receive((_, response) =>
      response.writeHead(status, { 'retry-after': value }).end(),
    );
    return (await post(senderOf(), receiver.origin)).retryAfterMs;
  };

  test.each([
    ['1', 1_000],
    ['120', 120_000],
    ['0120', 120_000],
    ['86400', 86_400_000],
    ['86401', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Fri, 31 Dec 2117 23:59:59 GMT', 86_400_000],
    // Zero, or a time that has passed: it requests no delay.
    ['0', null],
    ['Sun, 06 Nov 1994 08:49:37 GMT', null],
    ['Sunday, 06-Nov-94 08:49:37 GMT', null],
    ['Sun Nov  6 08:49:37 1994', null],
    ['', null],
    ['-5', null],
    ['+5', null],
    ['1.5', null],
    ['5 s', null],
    ['0x10', null],
    ['1e3', null],
    ['Infinity', null],
    ['soon', null],
    ['2117', 2_117_000],
    ['2117-12-31T23:59:59Z', null],
    ['31 Dec 2117', null],
    ['Fri, 99 Xyz 2117 23:59:59 GMT', null],
  ])('%s', async (value, ms) => {
    expect(await retryAfter(value)).toBe(ms);
  });

  test.each([
    ['IMF-fixdate', imf],
    ['RFC 850', `${longDay}, ${date}-${month}-${year.slice(2)} ${time} GMT`],
    ['asctime', `${day} ${month} ${date.replace(/^0/, ' ')} ${time} ${year}`],
  ])('a date in the form %s', async (_, value) => {
    const left = inAnHour.getTime() - Date.now();
    const ms = await retryAfter(value, 429);
    expect(ms).toBeLessThanOrEqual(left);
    expect(ms).toBeGreaterThan(left - 60_000);
  });

  test('none', async () => {
    const receiver = await receive((_, response) => response.writeHead(503).end());
    expect((await post(senderOf(), receiver.origin)).retryAfterMs).toBe(null);
  });
});

describe('the timeout ends', () => {
  const quick = { timeoutMs: 1_000 };
  const inTime = { durationMs: expect.toSatisfy((ms: number) => ms >= 990 && ms < 30_000) };

  test('a receiver that never answers', async () => {
    const receiver = await receive(() => {});
    expect(await post(senderOf(quick), receiver.origin)).toEqual({
      status: null,
      error: 'no answer within 1 s',
      excerpt: null,
      retryAfterMs: null,
      ...inTime,
    });
    await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
  });

  test('a dripping head, which is no answer', async () => {
    const receiver = await receiveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x: y\r\n'), 10);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await post(senderOf(quick), receiver.origin)).toMatchObject({
      status: null,
      error: 'no answer within 1 s',
      ...inTime,
    });
  });

  test('endless interim answers, which are no answer', async () => {
    const receiver = await receiveRaw((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await post(senderOf(quick), receiver.origin)).toMatchObject({
      status: null,
      error: 'no answer within 1 s',
      ...inTime,
    });
  });

  test.each([
    [200, null],
    [500, 'the receiver answered 500'],
  ])('a dripping body, after which %i still counts', async (status, error) => {
    const receiver = await receive((_, response) => {
      response.writeHead(status);
      const drip = setInterval(() => response.write('drip '), 10);
      response.once('close', () => clearInterval(drip));
    });
    expect(await post(senderOf(quick), receiver.origin)).toMatchObject({
      status,
      error,
      excerpt: expect.stringMatching(/^(drip )+$/),
      ...inTime,
    });
    await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
  });

  test('a handshake that is never completed', async () => {
    const receiver = await receiveRaw(() => {});
    const url = `https://127.0.0.1:${receiver.port}`;
    expect(await post(senderOf(quick), url)).toMatchObject({
      status: null,
      error: 'no connection within 1 s',
      ...inTime,
    });
  });

  test('a look-up, and its late answer is not connected to', async () => {
    const receiver = await receive((_, response) => response.end());
    const resolve: Resolve = async () => {
      await wait(1_500);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const url = `http://slow.test:${receiver.port}`;
    expect(await post(senderOf({ ...quick, resolve }), url)).toMatchObject({
      status: null,
      error: 'no connection within 1 s',
      ...inTime,
    });
    await wait(700);
    expect(receiver.connections).toHaveLength(0);
  });

  test('a receiver that answers without reading the body: its connection is closed', async () => {
    const receiver = await listen(
      rawServer({ pauseOnConnect: true }, (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      }),
    );
    const body = 'x'.repeat(30_000_000);
    expect(await post(senderOf({ timeoutMs: 10_000 }), receiver.origin, { body })).toMatchObject({
      status: 200,
      error: null,
      excerpt: 'ok',
      durationMs: expect.toSatisfy((ms: number) => ms < 5_000),
    });
    const [socket] = receiver.connections;
    // A paused socket would not notice the close.
    socket?.resume();
    await expect.poll(() => socket?.closed).toBe(true);
    expect(socket?.bytesRead).toBeLessThan(body.length);
  });

  test('none of the others while a hundred receivers hang', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    opened.push(() => process.off('warning', warn));
    const hosts: Record<string, string[]> = {};
    for (let n = 0; n < 100; n++) hosts[`hanging-${n}.test`] = ['127.0.0.1'];
    for (let n = 0; n < 20; n++) hosts[`healthy-${n}.test`] = ['127.0.0.1'];
    const waiting: ServerResponse[] = [];
    const hanging = await receive((_, response) => void waiting.push(response));
    const healthy = await receive((_, response) => response.end());
    const sender = senderOf({ resolve: names(hosts) });
    // One for all, as at the end of a process.
    const { signal } = new AbortController();
    const hung = Object.keys(hosts)
      .filter((name) => name.startsWith('hanging'))
      .map((name) => post(sender, `http://${name}:${hanging.port}`, { signal }));
    await expect.poll(() => waiting.length).toBe(100);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post(sender, `http://healthy-${n}.test:${healthy.port}`, { signal }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // The hundred are answered only then.
    for (const response of waiting) response.end();
    for (const { status } of await Promise.all(hung)) expect(status).toBe(200);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('size', () => {
  test('only the start of a gigabyte is read', async () => {
    const sockets = watchSockets();
    const megabyte = Buffer.alloc(1_048_576, 'x');
    const receiver = await receive((_, response) => {
      response.writeHead(200, { 'content-length': String(1_024 * megabyte.length) });
      let left = 1_024;
      const pour = () => {
        while (left-- > 0 && !response.destroyed) if (!response.write(megabyte)) return;
      };
      response.on('drain', pour);
      pour();
    });
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status: 200,
      error: null,
      excerpt: 'x'.repeat(1_024),
    });
    expect(sockets).toHaveLength(1);
    expect(sockets[0]?.bytesRead).toBeLessThan(200_000);
    expect(sockets[0]?.destroyed).toBe(true);
    await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
  });

  test('an answer of 16 KiB is read to its end, one byte more is not', async () => {
    const receiver = await receive((request, response) => {
      response.end(Buffer.alloc(Number(request.url?.slice(1)), 'x'));
    });
    const sender = senderOf();
    await post(sender, `${receiver.origin}/16384`);
    await post(sender, `${receiver.origin}/16384`);
    // A fully read connection is reused.
    expect(receiver.connections).toHaveLength(1);
    await post(sender, `${receiver.origin}/16385`);
    expect(receiver.connections).toHaveLength(1);
    await post(sender, `${receiver.origin}/1`);
    expect(receiver.connections).toHaveLength(2);
  });
});

describe('connections that break', () => {
  test('with no listener', async () => {
    const server = rawServer();
    const { origin } = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await post(senderOf(), origin)).toMatchObject({
      status: null,
      error: 'the receiver cannot be reached (ECONNREFUSED)',
    });
  });

  test('before an answer', async () => {
    const receiver = await receiveRaw((socket) => socket.resetAndDestroy());
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status: null,
      error: 'the connection broke before the receiver answered (ECONNRESET)',
    });
    // A request that may have been received is not sent again.
    expect(receiver.connections).toHaveLength(1);
  });

  test('within the head', async () => {
    const receiver = await receiveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nx: '));
    expect(await post(senderOf(), receiver.origin)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^the (connection broke|receiver's answer cannot be read)/),
    });
  });

  test.each([
    ['is cut', 'content-length: 100\r\n\r\nhalf', ''],
    ['is no HTTP', 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'zzz\r\n'],
  ])('with a body that %s after 200', async (_, begin, end) => {
    const receiver = await receiveRaw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${begin}`);
      setTimeout(() => socket.end(end), 20);
    });
    expect(await post(senderOf({ timeoutMs: 60_000 }), receiver.origin)).toMatchObject({
      status: 200,
      error: null,
      excerpt: 'half',
      // Ends before the timeout.
      durationMs: expect.toSatisfy((ms: number) => ms < 45_000),
    });
  });

  test('with an invalid HTTP body, together with 200', async () => {
    const receiver = await receiveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzzz\r\n'),
    );
    expect(await post(senderOf(), receiver.origin)).toMatchObject({ status: 200, error: null });
  });

  test('with a body that is reset after 200', async () => {
    const receiver = await receiveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    expect(await post(senderOf(), receiver.origin)).toMatchObject({ status: 200, error: null });
  });
});

describe('kept-alive connections', () => {
  test('are reused by the next delivery', async () => {
    const receiver = await receive((_, response) => response.end('ok'));
    const sender = senderOf();
    for (let n = 0; n < 5; n++)
      expect(await post(sender, receiver.origin)).toMatchObject({ status: 200 });
    expect(receiver.connections).toHaveLength(1);
  });

  /** Answers the first request of every connection; `next` handles the second. */
  const receiveOnce = (next: (socket: Socket, connections: number) => void) => {
    let connections = 0;
    return listen(
      rawServer((socket) => {
        const nth = ++connections;
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          socket.once('data', () => next(socket, nth));
        });
      }),
    );
  };

  test('that the receiver closed in between cost nothing', async () => {
    const receiver = await receiveOnce((socket) => socket.resetAndDestroy());
    const sender = senderOf();
    for (let n = 0; n < 2; n++)
      expect(await post(sender, receiver.origin)).toMatchObject({ status: 200, excerpt: 'ok' });
    expect(receiver.connections).toHaveLength(2);
  });

  test('are replaced by a fresh one, not by another kept one', async () => {
    let stale = 0;
    const receiver = await receiveOnce((socket) => {
      stale += 1;
      socket.resetAndDestroy();
    });
    const sender = senderOf();
    await Promise.all([1, 2, 3].map(() => post(sender, receiver.origin)));
    expect(receiver.connections).toHaveLength(3);
    expect(await post(sender, receiver.origin)).toMatchObject({ status: 200, excerpt: 'ok' });
    expect(receiver.connections).toHaveLength(4);
    expect(stale).toBe(1);
  });

  test('are not replaced by a fresh one to private addresses', async () => {
    const receiver = await receiveOnce((socket) => socket.resetAndDestroy());
    let lookups = 0;
    const resolve: Resolve = async () => [
      { address: ++lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 },
    ];
    const sender = senderOf({ allow: ranges('127.0.0.1/32'), resolve });
    const url = `http://rebinding.test:${receiver.port}`;
    expect(await post(sender, url)).toMatchObject({ status: 200 });
    expect(await post(sender, url)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^the name \S+ has no public address$/),
    });
    expect(lookups).toBe(2);
  });

  test('are replaced only once', async () => {
    let requests = 0;
    const receiver = await listen(
      rawServer((socket) => {
        socket.on('data', () => {
          requests += 1;
          if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          else socket.resetAndDestroy();
        });
      }),
    );
    const sender = senderOf();
    await post(sender, receiver.origin);
    expect(await post(sender, receiver.origin)).toMatchObject({
      status: null,
      error: 'the connection broke before the receiver answered (ECONNRESET)',
    });
    expect(requests).toBe(3);
    expect(receiver.connections).toHaveLength(2);
  });

  test('are replaced within the same timeout', async () => {
    let requests = 0;
    const receiver = await listen(
      rawServer((socket) => {
        socket.on('data', () => {
          requests += 1;
          if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          if (requests === 2) setTimeout(() => socket.resetAndDestroy(), 1_000);
          // In time only if the second connection had a separate four seconds.
          if (requests === 3)
            setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 3_500);
        });
      }),
    );
    const sender = senderOf({ timeoutMs: 4_000 });
    await post(sender, receiver.origin);
    const attempted = await post(sender, receiver.origin);
    expect(attempted).toMatchObject({ status: null, error: 'no answer within 4 s' });
    expect(requests).toBe(3);
  });

  test('with a silent receiver are not replaced', async () => {
    const receiver = await receiveOnce(() => {});
    const sender = senderOf();
    await post(sender, receiver.origin);
    expect(await post(sender, receiver.origin)).toMatchObject({ error: 'no answer within 2 s' });
    expect(receiver.connections).toHaveLength(1);
  });

  test('on which an answer began have had their answer', async () => {
    const receiver = await receiveOnce((socket) => {
      socket.write('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    const sender = senderOf();
    await post(sender, receiver.origin);
    expect(await post(sender, receiver.origin)).toMatchObject({ status: 500, excerpt: 'half' });
    expect(receiver.connections).toHaveLength(1);
  });

  test('are kept for four seconds, whatever the receiver requests', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\n';
    const greedy = await receiveRaw((socket) =>
      socket.write(`${answer}keep-alive: timeout=999\r\n\r\n`),
    );
    const plain = await receiveRaw((socket) => socket.write(`${answer}\r\n`));
    const sockets = watchSockets();
    const sender = senderOf();
    await Promise.all([post(sender, greedy.origin), post(sender, plain.origin)]);
    await wait(2_000);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    await expect
      .poll(() => sockets.map(({ destroyed }) => destroyed), { timeout: 60_000 })
      .toEqual([true, true]);
  });

  test('are kept for less if the receiver closes them sooner', async () => {
    const brief = await receiveRaw((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\nkeep-alive: timeout=1\r\n\r\n',
      ),
    );
    const sockets = watchSockets();
    await post(senderOf(), brief.origin);
    await expect.poll(() => sockets[0]?.destroyed, { timeout: 3_000 }).toBe(true);
  });

  test('are 256 per origin at most', async () => {
    const hanging = await receive(() => {});
    const hosts = { 'a.test': ['127.0.0.1'], 'b.test': ['127.0.0.1'] };
    const sender = senderOf({ resolve: names(hosts), timeoutMs: 60_000 });
    const [first, waiting] = [new AbortController(), new AbortController()];
    const ask = (count: number, { signal }: AbortController) =>
      Array.from({ length: count }, () =>
        post(sender, `http://a.test:${hanging.port}`, { signal }),
      );
    const hung = ask(256, first);
    const late = ask(20, waiting);
    await expect.poll(() => hanging.connections.length).toBe(256);
    const healthy = await receive((_, response) => response.end());
    expect(await post(sender, `http://b.test:${healthy.port}`)).toMatchObject({ status: 200 });
    waiting.abort();
    for (const { error } of await Promise.all(late)) expect(error).toBe('stopped');
    first.abort();
    for (const { error } of await Promise.all(hung)) expect(error).toBe('stopped');
    // Nothing is sent for attempts that were cancelled while they waited.
    await wait(100);
    expect(hanging.connections).toHaveLength(256);
  });
});

describe('stopping', () => {
  test('by the signal, while waiting for an answer', async () => {
    const receiver = await receive(() => {});
    const stopping = new AbortController();
    const attempted = post(senderOf(), receiver.origin, { signal: stopping.signal });
    await expect.poll(() => receiver.connections.length).toBe(1);
    stopping.abort();
    expect(await attempted).toMatchObject({ status: null, error: 'stopped' });
    await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
  });

  test('by the signal, before', async () => {
    const receiver = await receive((_, response) => response.end());
    expect(await post(senderOf(), receiver.origin, { signal: AbortSignal.abort() })).toMatchObject({
      status: null,
      error: 'stopped',
    });
    await wait(20);
    expect(receiver.connections).toHaveLength(0);
  });

  test('by the signal, during a look-up', async () => {
    const stopping = new AbortController();
    const sender = senderOf({ resolve: () => new Promise(() => {}) });
    const attempted = post(sender, 'http://slow.test', { signal: stopping.signal });
    setTimeout(() => stopping.abort(), 50);
    expect(await attempted).toMatchObject({ status: null, error: 'stopped' });
  });

  test('does not undo a status', async () => {
    const stopping = new AbortController();
    const receiver = await receive((_, response) => {
      response.writeHead(200).write('half');
      setTimeout(() => stopping.abort(), 50);
    });
    expect(await post(senderOf(), receiver.origin, { signal: stopping.signal })).toMatchObject({
      status: 200,
      error: null,
      excerpt: 'half',
    });
  });

  test('by closing: running attempts end, kept connections close, nothing starts', async () => {
    const receiver = await receive((request, response) => {
      if (request.url === '/') response.end();
    });
    const sender = senderOf();
    await post(sender, receiver.origin);
    const attempted = post(sender, `${receiver.origin}/hangs`);
    await Promise.all([post(sender, receiver.origin), post(sender, receiver.origin)]);
    sender.close();
    expect(await attempted).toMatchObject({ status: null, error: 'stopped' });
    expect(await post(sender, receiver.origin)).toMatchObject({ status: null, error: 'stopped' });
    await expect.poll(() => receiver.connections.every(({ closed }) => closed)).toBe(true);
    expect(receiver.connections.length).toBeLessThanOrEqual(3);
  });
});

describe('names', () => {
  test('lead to their addresses, and are sent as the Host', async () => {
    const hosts: (string | undefined)[] = [];
    const receiver = await receive((request, response) => {
      hosts.push(request.headers.host);
      response.end();
    });
    const sender = senderOf({ resolve: names({ 'receiver.test': ['127.0.0.1'] }) });
    const url = `http://receiver.test:${receiver.port}`;
    expect(await post(sender, url)).toMatchObject({ status: 200 });
    expect(hosts).toEqual([`receiver.test:${receiver.port}`]);
  });

  test('localhost, by the resolver of the system', async () => {
    const receiver = await receive((_, response) => response.end());
    const url = `http://localhost:${receiver.port}`;
    expect(await post(senderOf(), url)).toMatchObject({ status: 200 });
    expect(await post(senderOf({ allow: [] }), url)).toMatchObject({
      status: null,
      error: 'the name localhost is unknown (ENOTFOUND)',
    });
    expect(receiver.connections).toHaveLength(1);
  });

  test.each([
    ['unknown', names({}), 'is unknown (ENOTFOUND)'],
    ['without addresses', names({ 'receiver.test': [] }), 'is unknown (ENOTFOUND)'],
    [
      'whose look-up fails temporarily',
      async () => {
        throw Object.assign(new Error('again'), { code: 'EAI_AGAIN' });
      },
      'cannot be resolved (EAI_AGAIN)',
    ],
    [
      'whose look-up throws a value that is no Error',
      () => {
        throw 'anything';
      },
      'cannot be resolved (unknown)',
    ],
  ] satisfies [string, Resolve, string][])('%s', async (_, resolve, words) => {
    expect(await post(senderOf({ resolve }), 'http://receiver.test')).toMatchObject({
      status: null,
      error: `the name receiver.test ${words}`,
    });
  });

  test('with one allowed address among private ones lead to that one', async () => {
    const inner = await receive((_, response) => response.end(), '127.0.0.2');
    const addresses = ['127.0.0.2', '10.0.0.1', 'fd00::1', '::1', '127.0.0.3', 'no address'];
    const resolve = names({ 'receiver.test': addresses });
    const sender = senderOf({ allow: ranges('127.0.0.3/32'), resolve });
    expect(await post(sender, `http://receiver.test:${inner.port}`)).toMatchObject({
      status: null,
      error: 'the receiver cannot be reached (ECONNREFUSED)',
    });
    expect(inner.connections).toHaveLength(0);
  });

  test('with several addresses are tried until one accepts the connection', async () => {
    const receiver = await receive((_, response) => response.end());
    const resolve = names({ 'receiver.test': ['::1', '127.0.0.2', '127.0.0.1'] });
    const url = `http://receiver.test:${receiver.port}`;
    expect(await post(senderOf({ resolve }), url)).toMatchObject({ status: 200 });
  });

  test('with several addresses of which none accepts it', async () => {
    const receiver = await receive((_, response) => response.end());
    const resolve = names({ 'receiver.test': ['127.0.0.3', '::1', '127.0.0.2'] });
    const url = `http://receiver.test:${receiver.port}`;
    expect(await post(senderOf({ resolve }), url)).toMatchObject({
      status: null,
      error: 'the receiver cannot be reached (ECONNREFUSED)',
    });
  });

  test('with private addresses only are not connected to', async () => {
    const inner = await receive((_, response) => response.end());
    const resolve = names({ 'receiver.test': ['127.0.0.1', '::1'] });
    const url = `http://receiver.test:${inner.port}`;
    expect(await post(senderOf({ allow: [], resolve }), url)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^the name \S+ has no public address$/),
    });
    await wait(20);
    expect(inner.connections).toHaveLength(0);
  });

  test('that resolve differently the second time are looked up once', async () => {
    const inner = await receive((_, response) => response.end(), '127.0.0.2');
    const outer = await listen(
      httpServer((_, response) => response.end()),
      '127.0.0.3',
    );
    let lookups = 0;
    const resolve: Resolve = async () => [
      { address: ++lookups === 1 ? '127.0.0.3' : '127.0.0.2', family: 4 },
    ];
    const sender = senderOf({ allow: ranges('127.0.0.3/32'), resolve });
    expect(await post(sender, `http://rebinding.test:${outer.port}`)).toMatchObject({
      status: 200,
    });
    expect(lookups).toBe(1);
    // Another port is another connection with a new look-up, which is checked again.
    expect(await post(sender, `http://rebinding.test:${inner.port}`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^the name \S+ has no public address$/),
    });
    expect(lookups).toBe(2);
    expect(inner.connections).toHaveLength(0);
  });

  test('that resolve to a public address first and to a private one afterwards', async () => {
    const inner = await receive((_, response) => response.end());
    let lookups = 0;
    // The first address does not answer: it times out and is not looked up again.
    const resolve: Resolve = async () => [
      { address: ++lookups === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 },
    ];
    const sender = senderOf({ allow: ranges('192.0.2.1/32'), resolve, timeoutMs: 300 });
    expect(await post(sender, `http://rebinding.test:${inner.port}`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^(no connection within|the receiver cannot be reached)/),
    });
    expect(lookups).toBe(1);
    expect(inner.connections).toHaveLength(0);
  });

  test('are looked up one address at a time if Node is configured so', async () => {
    setDefaultAutoSelectFamily(false);
    opened.push(() => setDefaultAutoSelectFamily(true));
    const receiver = await receive((_, response) => response.end());
    const resolve = names({
      'receiver.test': ['10.0.0.1', '127.0.0.1'],
      'inner.test': ['10.0.0.1'],
    });
    const sender = senderOf({ resolve });
    const url = `http://receiver.test:${receiver.port}`;
    expect(await post(sender, url)).toMatchObject({ status: 200 });
    expect(await post(sender, `http://inner.test:${receiver.port}`)).toMatchObject({
      error: expect.stringMatching(/^the name \S+ has no public address$/),
    });
  });
});

/*
 * Certificates for these tests only: both of receiver.test and of this key, self-signed. The first is valid from 2020 to 2120, the second
 * was valid for a day in 2020.
 */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgm0WPbyhK3WwOU1Wp
NeuIF0Vm3hZhQZ7lDcWrNIMWw9ahRANCAATzITBX5vJKw4VNhzj9GbdZJ0Qw/nJQ
G9MdxcnzuP4MtGA1JrCiwN03lQWB4Pil1sIwWoNKyjT5/H9ERgeBQo/V
-----END PRIVATE KEY-----`;
const good = `-----BEGIN CERTIFICATE-----
MIIBXTCCAQKgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8yEw
V+bySsOFTYc4/Rm3WSdEMP5yUBvTHcXJ87j+DLRgNSawosDdN5UFgeD4pdbCMFqD
Sso0+fx/REYHgUKP1aM7MDkwGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAdBgNV
HQ4EFgQUTmSM5DlgmN5HmqGpDA+ldnHvtPswCgYIKoZIzj0EAwIDSQAwRgIhAIuZ
EBdnFeJZaiWNKnvAvzh4HGiDLYlxe4B/brCOjLFbAiEA23lCLpqh6BDgRLZQr5VI
pZIH8P+Fb6vRphcNSVCl2Wo=
-----END CERTIFICATE-----`;
const old = `-----BEGIN CERTIFICATE-----
MIIBWzCCAQCgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDEwMjAwMDAwMFowGDEWMBQGA1UE
AwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPMhMFfm
8krDhU2HOP0Zt1knRDD+clAb0x3FyfO4/gy0YDUmsKLA3TeVBYHg+KXWwjBag0rK
NPn8f0RGB4FCj9WjOzA5MBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3QwHQYDVR0O
BBYEFE5kjOQ5YJjeR5qhqQwPpXZx77T7MAoGCCqGSM49BAMCA0kAMEYCIQDqGumB
YMnGZab4LifyAZ5+K3tN4nKokfCwaBHFJWXKtAIhAIzKJ1kueZoR9WMlzWXFtUfx
UnmwmBF1D9uYES766NUp
-----END CERTIFICATE-----`;

describe('TLS', () => {
  /** A server with a certificate for receiver.test; `trusted` are additional trusted certificates of this process. */
  const receiveTls = async (cert: string, trusted: string[] = []) => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, ...trusted]);
    opened.push(() => setDefaultCACertificates(before));
    let requests = 0;
    const server = httpsServer({ key, cert }, (_, response) => {
      requests += 1;
      response.end('ok');
    });
    const { port, connections } = await listen(server);
    const resolve = names({ 'receiver.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    return { port, connections, sender: senderOf({ resolve }), requests: () => requests };
  };

  test('a valid certificate', async () => {
    const { port, sender, connections } = await receiveTls(good, [good]);
    for (let n = 0; n < 2; n++)
      expect(await post(sender, `https://receiver.test:${port}`)).toMatchObject({
        status: 200,
        excerpt: 'ok',
      });
    expect(connections).toHaveLength(1);
  });

  test.each([
    ['is self-signed', good, [], 'receiver.test', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['is for another name', good, [good], 'other.test', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['is for no address', good, [good], '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['has expired', old, [old], 'receiver.test', 'CERT_HAS_EXPIRED'],
  ])('a certificate that %s', async (_, cert, trusted, host, code) => {
    const { port, sender, requests } = await receiveTls(cert, trusted);
    expect(await post(sender, `https://${host}:${port}`)).toMatchObject({
      status: null,
      error: `its certificate is not valid (${code})`,
    });
    expect(requests()).toBe(0);
  });

  test('is verified regardless of the environment', async () => {
    const { port, sender, requests } = await receiveTls(good);
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    opened.push(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    });
    expect(await post(sender, `https://receiver.test:${port}`)).toMatchObject({
      error: 'its certificate is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    expect(requests()).toBe(0);
  });

  test('is required: other receivers are unreachable', async () => {
    const receiver = await receive((_, response) => response.end());
    expect(await post(senderOf(), `https://127.0.0.1:${receiver.port}`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^the receiver cannot be reached \(\w+\)$/),
    });
  });
});

describe('private addresses', () => {
  test('are refused in every spelling, before a connection', async () => {
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(spellings.length).toBeGreaterThan(100);
    // On all addresses of this machine, of either family.
    const inner = await receive((_, response) => response.end(), '::');
    const sender = senderOf({ allow: [], timeoutMs: 500 });
    for (const spelling of spellings) {
      const attempted = await post(sender, `http://${spelling}:${inner.port}/`);
      expect(attempted, spelling).toMatchObject({
        status: null,
        error: expect.stringMatching(/^the address [0-9a-f.:]+ is not public$/),
      });
    }
    await wait(20);
    expect(inner.connections).toHaveLength(0);
  });

  test.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'localhost.localdomain',
    'ip6-localhost',
  ])('behind %s are refused', async (host) => {
    const inner = await receive((_, response) => response.end(), '::');
    const resolve = names(
      Object.fromEntries(
        ['localhost', 'localhost.', 'localhost.localdomain', 'ip6-localhost'].map((name) => [
          name,
          ['::1', '127.0.0.1'],
        ]),
      ),
    );
    const sender = senderOf({ allow: [], resolve });
    expect(await post(sender, `http://${host}:${inner.port}/`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^the name \S+ has no public address$/),
    });
    expect(inner.connections).toHaveLength(0);
  });

  test.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]'])(
    '%s is connected to if its range is allowed',
    async (host) => {
      const inner = await receive((_, response) => response.end(), '::');
      expect(await post(senderOf(), `http://${host}:${inner.port}/`)).toMatchObject({
        status: 200,
        error: null,
      });
    },
  );

  test('are allowed by their own range only', async () => {
    const inner = await receive((_, response) => response.end(), '::');
    const sender = senderOf({ allow: ranges('127.0.0.1/32') });
    expect(await post(sender, `http://127.0.0.1:${inner.port}`)).toMatchObject({ status: 200 });
    for (const host of ['127.0.0.2', '[::1]', '10.0.0.1'])
      expect((await post(sender, `http://${host}:${inner.port}`)).error).toMatch(/is not public$/);
    expect(inner.connections).toHaveLength(1);
  });
});

describe('mayConnect', () => {
  test.each([
    // https://www.iana.org/assignments/iana-ipv4-special-registry and multicast: the first and the last of each.
    ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
    ...['127.0.0.0', '127.255.255.255', '169.254.0.0', '169.254.255.255', '172.16.0.0'],
    ...['172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255', '192.31.196.0'],
    ...['192.31.196.255', '192.52.193.0', '192.52.193.255', '192.88.99.0', '192.88.99.255'],
    ...['192.168.0.0', '192.168.255.255', '192.175.48.0', '192.175.48.255', '198.18.0.0'],
    ...['198.19.255.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
    ...['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.254', '255.255.255.255'],
    '168.63.129.16',
    // https://www.iana.org/assignments/iana-ipv6-special-registry and everything outside 2000::/3.
    ...[
      '::',
      '::1',
      '::ffff:0:0',
      '::ffff:7f00:1',
      '64:ff9b::',
      '64:ff9b::808:808',
      '64:ff9b:1::1',
    ],
    ...['100::', '100:0:0:1::1', '2001::', '2001:1ff:ffff::', '2001:1::1', '2001:2::', '2001:3::'],
    ...['2001:4:112::', '2001:10::', '2001:20::', '2001:30::', '2001:db8::', '2001:db8:ffff::1'],
    ...['2002::', '2002:808:808::', '2620:4f:8000::', '3fff::', '3fff:fff::1', '5f00::', 'fc00::'],
    ...[
      'fdff::',
      'fe80::',
      'febf::',
      'fec0::',
      'feff::',
      'ff00::',
      'ffff::',
      '1fff:ffff::',
      '4000::',
    ],
    ...['::8.8.8.8', '::127.0.0.1', '::ffff:0:808:808'],
    // Texts that are no address, or one only to some programs.
    ...['', 'localhost', '8.8.8', '134744072', '0x8.8.8.8', '08.8.8.8', '010.8.8.8', '8.8.8.8.'],
    ...['8.8.8.8 ', ' 8.8.8.8', '8.8.8.8/32', '[2606:4700::1]', '8.8.8.256', '2606:4700::1::1'],
    ...['2606:4700::1%eth0', '2606:4700::1%1', '::ffff:8.8.8.8%1'],
  ])('not to %j', (address) => {
    expect(mayConnect(address, [])).toBe(false);
  });

  test.each([
    ...[
      '1.0.0.0',
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
    ],
    ...['126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255'],
    ...['172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
    ...['198.20.0.0', '223.255.255.255', '168.63.129.15', '168.63.129.17'],
    ...['2000::', '2001:200::', '2001:4860:4860::8888', '2001:db7::', '2001:db9::', '2003::1'],
    ...[
      '2606:4700:4700::1111',
      '2A00:1450::1',
      '3ffe::1',
      '3fff:1000::',
      '::ffff:8.8.8.8',
      '::ffff:808:808',
    ],
  ])('to %j', (address) => {
    expect(mayConnect(address, [])).toBe(true);
  });

  test.each([
    [
      '10.0.0.0/8',
      ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203'],
      ['11.0.0.1.', '127.0.0.1', '::1'],
    ],
    ['10.1.2.3/8', ['10.0.0.0'], ['192.168.0.1']],
    ['0.0.0.0/0', ['127.0.0.1', '::ffff:127.0.0.1', '255.255.255.255'], ['::1', 'fd00::1', '::']],
    ['::/0', ['::1', '2002:7f00:1::', 'fe80::1'], ['127.0.0.1', '::ffff:127.0.0.1', 'fe80::1%1']],
    ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3'], ['127.0.0.1', '::1']],
    ['::ffff:10.0.0.0/64', ['::1', '::8.8.8.8'], ['10.0.0.1', '::ffff:10.0.0.1']],
    ['fd00::/8', ['fd00:ec2::254', 'fdff::'], ['fc00::1', '::1', '10.0.0.1']],
    ['64:ff9b::/96', ['64:ff9b::a00:1'], ['10.0.0.1']],
  ])('%s allows what is within', (range, within, without) => {
    for (const address of within) expect(mayConnect(address, ranges(range)), address).toBe(true);
    for (const address of without) expect(mayConnect(address, ranges(range)), address).toBe(false);
    for (const address of within)
      expect(mayConnect(address, ranges('192.168.0.0/16', range)), address).toBe(true);
  });
});
