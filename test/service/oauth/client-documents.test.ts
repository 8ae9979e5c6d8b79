import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fetchClientDocument, InvalidClient } from '#server/features/accounts/agents/clients.ts';
import { guardOf, type Resolve } from '#server/outbound/connection-guard.ts';
import { cert, key, trustLocalhost } from '#test/support/localhost-certificate.ts';

/* Servers of client ID metadata documents that do not behave: the URL of a document comes from anyone. */

/** Addresses that stand for the network outside, and for a machine next to the service. */
const [outside, inside] = ['127.0.0.3', '127.0.0.2'];
const allow = [ipaddr.parseCIDR(`${outside}/32`)];

let distrust: () => void;
beforeAll(() => {
  distrust = trustLocalhost();
});
afterAll(() => distrust());

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server with its connections and the number of its requests. */
async function serve(listener: RequestListener, host = outside) {
  const state = { requests: 0, connections: 0, sockets: new Set<Socket>() };
  const server = createServer({ key, cert }, (request, response) => {
    state.requests += 1;
    listener(request, response);
  });
  server.on('connection', (socket: Socket) => {
    state.connections += 1;
    state.sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  ends.push(() => {
    for (const socket of state.sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { port, url: new URL(`https://localhost:${port}/client.json`) });
}

/** Look-ups of a name whose answers its owner chooses. */
function answering(...answers: readonly (readonly string[])[]) {
  const state = { lookups: 0 };
  const resolve: Resolve = async () => {
    const addresses = answers[Math.min(state.lookups, answers.length - 1)] ?? [];
    state.lookups += 1;
    return addresses.map((address) => ({ address, family: 4 }));
  };
  return Object.assign(state, { guard: guardOf(allow, resolve) });
}

const refusal = async (url: URL, guard = answering([outside]).guard): Promise<string> => {
  const outcome = await fetchClientDocument(url, guard).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(InvalidClient);
  return (outcome as InvalidClient).message;
};
/** The same for every server that cannot be read: it reveals nothing about the network. */
const unreadable = 'client_id: the document at this URL cannot be read.';
const document = JSON.stringify({ client_id: 'x' });

test('a document is read', async () => {
  const { url } = await serve((_, response) => response.end(document));
  expect(await fetchClientDocument(url, answering([outside]).guard)).toEqual({ client_id: 'x' });
});

describe('a name', () => {
  test('that resolves to an internal address the second time is not connected to', async () => {
    const inner = await serve((_, response) => response.end(document), inside);
    const outer = await serve((_, response) => response.end(document));
    const name = answering([outside], [inside]);
    await fetchClientDocument(outer.url, name.guard);
    // The checked address is the one connected to.
    expect(name.lookups).toBe(1);
    expect(await refusal(inner.url, name.guard)).toBe(unreadable);
    expect([name.lookups, inner.connections]).toEqual([2, 0]);
  });

  test('that has internal addresses too is connected to at the public one only', async () => {
    const inner = await serve((_, response) => response.end(document), inside);
    // No server listens at the public address, at this port.
    for (const addresses of [
      [inside, outside],
      [outside, inside],
    ])
      expect(await refusal(inner.url, answering(addresses).guard)).toBe(unreadable);
    expect(inner.connections).toBe(0);
  });

  test('that resolves to nothing, or to special addresses, is not connected to', async () => {
    const inner = await serve((_, response) => response.end(document), inside);
    for (const address of ['0.0.0.0', '127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1'])
      expect(await refusal(inner.url, answering([address]).guard)).toBe(unreadable);
    expect(await refusal(inner.url, answering([]).guard)).toBe(unreadable);
    expect(inner.connections).toBe(0);
  });
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to an internal address is not followed',
  async (status) => {
    const inner = await serve((_, response) => response.end(document), inside);
    const targets = [
      `https://${inside}:${inner.port}/client.json`,
      `https://localhost:${inner.port}/client.json`,
      `//${inside}:${inner.port}/`,
    ];
    for (const location of targets) {
      const { url } = await serve((_, response) =>
        response.writeHead(status, { location, refresh: `0; url=${location}` }).end(document),
      );
      expect(await refusal(url)).toBe(unreadable);
    }
    expect(inner.connections).toBe(0);
  },
);

test('servers that never finish are given up', { timeout: 60_000 }, async () => {
  const drip = (write: (bytes: string) => void, bytes: string, isOver: () => boolean) => {
    const timer = setInterval(() => (isOver() ? clearInterval(timer) : write(bytes)), 100);
  };
  const servers = await Promise.all([
    // Body, byte by byte.
    serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      drip(
        (bytes) => response.write(bytes),
        ' ',
        () => response.destroyed,
      );
    }),
    // Headers, byte by byte.
    serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip(
        (bytes) => socket.write(bytes),
        'y',
        () => socket.destroyed,
      );
    }),
    // Informational responses without end.
    serve((_, response) => {
      drip(
        () => response.writeProcessing(),
        '',
        () => response.destroyed,
      );
    }),
    // A request that is not answered.
    serve(() => {}),
    // A body that is shorter than announced.
    serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write(document);
    }),
  ]);
  const silent = createTcpServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, outside, resolve));
  ends.push(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const urls = [...servers.map(({ url }) => url), new URL(`https://localhost:${port}/client.json`)];
  expect(await Promise.all(urls.map((url) => refusal(url)))).toEqual(urls.map(() => unreadable));
  // No connection is left open.
  await expect
    .poll(() => servers.flatMap(({ sockets }) => [...sockets]).every(({ destroyed }) => destroyed))
    .toBe(true);
});

test('documents without end are read up to their limit', async () => {
  const mostBytes = 16_777_216;
  const pouring = (start: string | undefined) =>
    serve((_, response) => {
      if (start === undefined) response.socket?.write(`HTTP/1.1 200 OK\r\n`);
      else response.write(start);
      const pour = () => {
        while (!response.destroyed && !response.socket?.destroyed) {
          const line = `x-filler: ${'y'.repeat(8_000)}\r\n`;
          const isFlowing =
            start === undefined ? response.socket?.write(line) : response.write(line);
          if (isFlowing !== true) break;
        }
      };
      const stream = start === undefined ? response.socket : response;
      stream?.on('drain', pour);
      pour();
    });
  for (const start of ['{"client_name":"', undefined]) {
    const server = await pouring(start);
    expect(await refusal(server.url)).toBe(unreadable);
    const written = [...server.sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    expect(written).toBeLessThan(mostBytes);
  }
  // Compressed although the request asks for no compression: 16 KB of it are 16 MB.
  const bomb = gzipSync(' '.repeat(16_000_000));
  const { url } = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  expect(await refusal(url)).toMatch(/cannot be read|is not a JSON object/);
});

test.each(['[]', 'null', '"x"', '{', '', '{"a":1}x', '\u0000'])(
  '%j is no document',
  async (text) => {
    const { url } = await serve((_, response) => response.end(text));
    expect(await refusal(url)).toBe('client_id: the document at this URL is not a JSON object.');
  },
);
