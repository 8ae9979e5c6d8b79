import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, formWith, jsonWith, openAnswer } from '#server/features/gateways/requests.ts';

/* Streams to and from gateways. */

const MiB = 1_048_576;
let serve: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
const server = createServer((request, response) => serve(request, response));
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const chunk = Buffer.alloc(65_536, 7);
const bytesOf = (count: number) =>
  Readable.from(
    (function* () {
      for (let left = count; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
    })(),
    { objectMode: false },
  );
const fileOf = (bytes: number, stream = bytesOf(bytes)) => ({
  name: 'fatura "de\nmaio".pdf',
  mediaType: 'application/pdf',
  bytes,
  open: async () => stream,
});

test('a form is sent as it is read, with its length', async () => {
  serve = async (request, response) => {
    const form = await new Request(origin, {
      method: 'POST',
      headers: { 'content-type': String(request.headers['content-type']) },
      body: Readable.toWeb(request),
      duplex: 'half',
    }).formData();
    const file = form.get('file');
    const length = Number(request.headers['content-length']);
    const got =
      file instanceof File
        ? { name: file.name, type: file.type, size: file.size, isLonger: length > file.size }
        : {};
    response.end(JSON.stringify({ ...got, product: form.get('product') }));
  };
  const form = await formWith({ product: 'p"1"' }, 'file', fileOf(8 * MiB));
  expect(await exchange('POST', origin, {}, form, 10_000)).toMatchObject({
    kind: 'answer',
    status: 200,
    json: {
      name: 'fatura "de\nmaio".pdf',
      type: 'application/pdf',
      size: 8 * MiB,
      isLonger: true,
      product: 'p"1"',
    },
  });
});

test('a form whose file breaks off or ends too soon does not count as sent', async () => {
  serve = (request, response) => {
    request.on('error', () => {}).on('end', () => response.end('{}'));
    request.resume();
  };
  const short = await formWith({}, 'file', fileOf(MiB, bytesOf(MiB / 2)));
  expect(await exchange('POST', origin, {}, short, 5_000)).toMatchObject({ kind: 'unanswered' });

  const broken = Readable.from(
    (async function* () {
      yield chunk;
      throw new Error('the disk is gone');
    })(),
    { objectMode: false },
  );
  const form = await formWith({}, 'file', fileOf(MiB, broken));
  expect(await exchange('POST', origin, {}, form, 5_000)).toMatchObject({ kind: 'unanswered' });
});

test('the file is closed if none of it is sent', async () => {
  const file = bytesOf(MiB);
  const form = await formWith({}, 'file', fileOf(MiB, file));
  const answer = await exchange('POST', 'http://127.0.0.1:1', {}, form, 5_000);
  expect(answer).toMatchObject({ kind: 'unreachable' });
  await expect.poll(() => file.destroyed).toBe(true);
});

test('an answer arrives as fast as it is read', async () => {
  let written = 0;
  serve = async (_, response) => {
    for (let count = 0; count < 1_024; count += 1) {
      written += chunk.length;
      if (!response.write(chunk)) await once(response, 'drain');
    }
    response.end();
  };
  const answer = await openAnswer('GET', origin, {}, undefined, 20_000, 64 * MiB);
  if (answer.kind !== 'open') throw new Error(answer.kind);
  await sleep(300);
  // The socket buffers of both sides, and no more.
  expect(written).toBeLessThan(32 * MiB);
  let read = 0;
  for await (const part of answer.stream) read += (part as Buffer).length;
  expect(read).toBe(64 * MiB);
});

test.each([
  ['too long', 10_000, MiB],
  ['too slow', 1_200, 64 * MiB],
])('an answer that is %s fails in the middle', async (_, timeoutMs, most) => {
  serve = async (_request, response) => {
    for (let count = 0; count < 64; count += 1) {
      response.write(chunk);
      await sleep(25);
    }
    response.end();
  };
  const answer = await openAnswer('GET', origin, {}, undefined, timeoutMs, most);
  if (answer.kind !== 'open') throw new Error(answer.kind);
  await expect(answer.stream.toArray()).rejects.toThrow('the answer');
});

test('an unread answer is aborted', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  serve = (_, response) => {
    closed = once(response, 'close');
    response.write(chunk);
  };
  const answer = await openAnswer('GET', origin, {}, undefined, 20_000, MiB);
  if (answer.kind !== 'open') throw new Error(answer.kind);
  answer.stream.destroy();
  await closed;
});

test('a file is base64 in JSON, with any length and chunks', async () => {
  serve = async (request, response) => {
    const { data, ...rest } = JSON.parse(await text(request));
    const length = Number(request.headers['content-length']);
    response.end(JSON.stringify({ ...rest, length, bytes: Buffer.from(data, 'base64').length }));
  };
  for (const bytes of [0, 1, 2, 3, 4, 65_536, 65_537, MiB]) {
    const body = await jsonWith((data) => ({ legend: 'á"', data }), fileOf(bytes));
    const answer = await exchange('POST', origin, {}, body, 10_000);
    expect(answer).toMatchObject({
      status: 200,
      json: { legend: 'á"', bytes, length: body.bytes },
    });
  }
});

test('a file that breaks before it is read breaks the request, not the process', async () => {
  serve = (_, response) => response.end('{}');
  const broken = bytesOf(MiB);
  const body = await jsonWith((data) => ({ data }), fileOf(MiB, broken));
  broken.destroy(new Error('disk'));
  await sleep(20);
  expect((await exchange('POST', origin, {}, body, 10_000)).kind).toBe('unanswered');
});
