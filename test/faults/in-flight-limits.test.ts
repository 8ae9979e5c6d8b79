import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sandboxCallback } from '#server/features/gateways/sandbox/index.ts';
import { connectionOf } from '#server/features/inboxes/connection.ts';
import { eventLoopScheduler } from '#server/http/event-loop-scheduler.ts';
import type { Connection as Gateway } from '#server/outbound/messaging/connection.ts';
import { type Service, type TestTeam, useService } from '#test/support/harness.ts';
import { request } from '#test/support/http.ts';
import { answersIn, type HttpAnswer } from '#test/support/http-answers.ts';
import { eventually } from '#test/support/wait.ts';

/* Memory held by requests and answers in flight: slow bodies and unread answers. */

const service = useService();
const strict = useService({ perMinute: 3 });
let team: TestTeam;
let otherTeam: TestTeam;

const portOf = (on: Service) => (on.app.server.address() as AddressInfo).port;
const originOf = (on: Service) => `http://127.0.0.1:${portOf(on)}`;

beforeAll(async () => {
  for (const each of [service, strict]) await each.app.listen({ host: '127.0.0.1', port: 0 });
  team = await service.team('Nossa');
  otherTeam = await service.team('Deles');
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Talk {
  readonly socket: Socket;
  /** Answers received so far. */
  answers(): HttpAnswer[];
  /** Waits for the given number of answers. */
  answered(count: number): Promise<HttpAnswer[]>;
}

/** Sends the beginning of a request, or a whole one, and keeps the connection open. */
function talk(on: Service, first: string): Talk {
  const socket = connect({ host: '127.0.0.1', port: portOf(on) });
  sockets.push(socket);
  const got: Buffer[] = [];
  socket.on('error', () => {});
  socket.on('data', (bytes) => got.push(bytes));
  socket.write(first, 'latin1');
  const answers = () => answersIn(Buffer.concat(got));
  return {
    socket,
    answers,
    answered: (count) =>
      eventually(async () => {
        // Parsing what is still arriving keeps the service, which is in this process, from sending the rest.
        const pieces = got.length;
        await wait(20);
        expect(got).toHaveLength(pieces);
        const all = answers();
        expect(all.length).toBeGreaterThanOrEqual(count);
        return all;
      }),
  };
}

const head = (path: string, length: number, key?: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${
    key === undefined ? '' : `Authorization: Bearer ${key}\r\n`
  }\r\n`;
const mebibyte = 1_048_576;
const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`;
const live = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describe('the owner of a body', () => {
  test('is determined before the body is read: an unknown hook', async () => {
    const path = `/api/hooks/${team.slug}/nowhere`;
    const { socket, answered } = talk(service, head(path, mebibyte));
    const [answer] = await answered(1);
    expect(answer?.status).toBe(404);
    // A client that sends the body anyway can continue on the same connection.
    socket.write(Buffer.alloc(mebibyte, ' '));
    socket.write(live);
    expect((await answered(2)).map((each) => each.status)).toEqual([404, 200]);
  });

  test.each([
    ['an unknown inbox', () => `/api/gateways/${team.slug}/${uuidv7()}`],
    ['an unknown team', () => `/api/gateways/nobody/${team.inbox}`],
  ])('is determined before the body is read, and a large body is not read: %s', async (_, path) => {
    const { socket, answered } = talk(service, head(path(), 4_194_303));
    const closed = once(socket, 'close');
    const [answer] = await answered(1);
    expect(answer?.status).toBe(401);
    await closed;
    expect(
      (await request(`${originOf(service)}${path()}`, { method: 'POST', raw: '{}' })).status,
    ).toBe(401);
  });
});

describe('callbacks', () => {
  let knownTeam: TestTeam;
  let gateway: Gateway;
  beforeAll(async () => {
    knownTeam = await strict.team('Conhecida');
    const connection = connectionOf(strict.secrets, {
      team: knownTeam.id,
      inbox: knownTeam.inbox,
      gateway: 'sandbox',
      config: null,
    });
    if ('code' in connection) throw new Error(connection.text);
    gateway = connection;
  });
  const call = async (inbox: string, headers = {}, raw = '{}') =>
    request(`${originOf(strict)}/api/gateways/${knownTeam.slug}/${inbox}`, {
      method: 'POST',
      raw,
      headers,
    });
  const proven = () => {
    const { body, headers } = sandboxCallback(gateway, { statuses: [] });
    return call(knownTeam.inbox, headers, body.toString());
  };

  test('with proof do not block each other; those without proof are limited', async () => {
    expect((await proven()).status).toBe(200);
    const strangers = [];
    for (let i = 0; i < 5; i += 1) strangers.push(await call(uuidv7()));
    expect(strangers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    for (const { headers } of strangers.slice(3))
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // The same address with and without proof, at an existing inbox.
    for (let i = 0; i < 5; i += 1) expect((await proven()).status).toBe(200);
    const wrong = [];
    for (let i = 0; i < 5; i += 1) wrong.push(await call(knownTeam.inbox));
    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
  });
});

/** Details of a garbage collection. */
interface Collection {
  readonly kind: number;
  readonly flags: number;
}

describe('large bodies', () => {
  const title = (length: number) => `{"title":"Grande"${' '.repeat(length - 18)}}`;
  const send = (as: TestTeam, length: number) =>
    request(`${originOf(service)}/api/v1/deals`, {
      method: 'POST',
      key: as.key,
      raw: title(length),
    });

  test('that drip use up only their team’s share of memory, and no other team waits for them', async () => {
    const dripping = Array.from({ length: 40 }, () =>
      talk(service, head('/api/v1/deals', mebibyte, team.key)),
    );
    // Once the service has read their heads.
    await eventually(async () => {
      const late = await send(team, mebibyte);
      expect([late.status, late.error.code]).toEqual([429, 'TEAM_BUSY']);
      expect(late.headers['retry-after']).toBeDefined();
    });
    expect((await send(otherTeam, mebibyte)).status).toBe(201);
    // Small bodies need no share, even in a team that has used up its own.
    expect((await send(team, 10_000)).status).toBe(201);
    for (const { socket } of dripping) socket.destroy();
    await eventually(async () => expect((await send(team, mebibyte)).status).toBe(201));
  });

  test('that wait for memory are left unread, except for the first buffered bytes', async () => {
    const taken = Array.from({ length: 40 }, () =>
      talk(service, head('/api/v1/deals', mebibyte, team.key)),
    );
    const read: Socket[] = [];
    const note = (socket: Socket) => read.push(socket);
    await wait(300);
    service.app.server.on('connection', note);
    for (let i = 0; i < 10; i += 1)
      talk(service, `${head('/api/v1/deals', mebibyte, team.key)}${' '.repeat(mebibyte - 1)}`);
    await eventually(() => expect(read.filter((socket) => socket.bytesRead > 0)).toHaveLength(10));
    // Longer than reading more would take.
    await wait(300);
    service.app.server.off('connection', note);
    for (const socket of read) expect(socket.bytesRead).toBeLessThan(100_000);
    for (const { socket } of taken) socket.destroy();
  });

  test('of one hook are limited to its share', async () => {
    const { slug } = await team.create('webhooks', { target_pipeline_id: team.pipeline.id });
    for (let i = 0; i < 40; i += 1)
      talk(service, head(`/api/hooks/${team.slug}/${slug}`, mebibyte));
    await wait(300);
    expect((await send(team, mebibyte)).status).toBe(201);
    expect((await send(otherTeam, mebibyte)).status).toBe(201);
  });

  test('of one inbox are limited to its share', async () => {
    for (let i = 0; i < 20; i += 1)
      talk(service, head(`/api/gateways/${team.slug}/${team.inbox}`, 4_194_303));
    await wait(300);
    expect((await send(team, mebibyte)).status).toBe(201);
  });

  test('sent all at once wait for each other', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(team, mebibyte)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  });

  test('of refused requests are freed chunk by chunk', async () => {
    const push = vi.spyOn(IncomingMessage.prototype, 'push');
    onTestFinished(() => push.mockRestore());
    const path = `/api/hooks/${team.slug}/nowhere`;
    const { socket, answered } = talk(service, head(path, mebibyte));
    socket.write(Buffer.alloc(mebibyte, ' '));
    socket.write(live);
    expect((await answered(2)).map((each) => each.status)).toEqual([404, 200]);
    const chunks = push.mock.calls.flatMap(([chunk]) => (Buffer.isBuffer(chunk) ? [chunk] : []));
    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks.filter(({ length }) => length > 0)).toEqual([]);
  });

  test('that were answered are collected after a few MiB', async () => {
    const collections: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: Collection })[])
        if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED)
          collections.push(detail.kind);
    });
    observer.observe({ entryTypes: ['gc'] });
    onTestFinished(() => observer.disconnect());
    for (let i = 0; i < 4; i += 1) expect((await send(team, mebibyte)).status).toBe(201);
    // V8 collects everything instead of the young generation if it is about to anyway.
    const { NODE_PERFORMANCE_GC_MINOR: young, NODE_PERFORMANCE_GC_MAJOR: all } = constants;
    await eventually(() => expect([[young], [all]]).toContainEqual(collections));
  });
});

describe('pages', () => {
  let rich: TestTeam;
  beforeAll(async () => {
    rich = await service.team('Rica');
    const { id } = await rich.create('projects');
    for (let i = 0; i < 30; i += 1)
      await rich.create('campaigns', { project_id: id, name: `C${i}` });
    // Records of 1 MB, as they could be stored before such texts had a limit; some compress, others do not.
    await service.sql(
      `update campaigns set goals = jsonb_build_object('note', case when substr(name, 2)::int % 2 = 0 then repeat('a', 1000000)
        else (select string_agg(md5(i::text || name), '') from generate_series(1, 31250) i) end) where team_id = $1`,
      [rich.id],
    );
  });
  const list = (query: string) => rich.get(`/campaigns?${query}`);

  test('over 8 MiB are refused, and the limit named in the refusal is served', async () => {
    const refused = await list('limit=100');
    expect(refused.status).toBe(400);
    expect(refused.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'limit: the 100 records of this page exceed 8 MiB in total; a limit of 8 fits.',
      fields: [{ name: 'limit', code: 'too_large', limit: 8 }],
    });
    for (const query of ['limit=8', 'limit=8&page=2', 'limit=8&sort=name', 'limit=8&search=c']) {
      const page = await list(query);
      expect(page.status, query).toBe(200);
      expect(page.body.pagination).toMatchObject({ limit: 8, total: 30, pages: 4 });
      const records = page.body.data as { id: string; goals: { note: string } }[];
      expect(records.map(({ goals }) => goals.note.length)).toEqual(Array(8).fill(1_000_000));
      expect(Number(page.headers['content-length'])).toBe(page.text.length);
    }
    for (const query of ['limit=9', 'limit=100&search=c', 'limit=100&sort=name', 'limit=9&page=2'])
      expect((await list(query)).status, query).toBe(400);
    expect((await list('limit=8&page=9')).body.data).toEqual([]);
  });

  test('that are large can be walked through by their links, and contain every record once', async () => {
    const met: string[] = [];
    for (let query = 'limit=7&sort=name'; query !== ''; ) {
      const page = await list(query);
      expect(page.status).toBe(200);
      met.push(...(page.body.data as { id: string }[]).map(({ id }) => id));
      query = /\?([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? '';
    }
    expect(new Set(met).size).toBe(30);
    expect(met).toHaveLength(30);
  });

  test('of the records that belong to one record have the same limit', async () => {
    const hook = await rich.create('webhooks', { target_pipeline_id: rich.pipeline.id });
    await service.sql(
      `insert into receptions (team_id, webhook_id, id, status, reason, payload)
       select $1, $2, gen_random_uuid(), 'rejected', 'x', repeat(chr(1), 65536) from generate_series(1, 60)`,
      [rich.id, hook.id],
    );
    const within = (limit: number) => rich.get(`/webhooks/${hook.id}/receptions?limit=${limit}`);
    const refused = await within(60);
    expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const fits = Number(/a limit of (\d+) fits/.exec(refused.error.message)?.[1]);
    expect(fits).toBe(21);
    expect((await within(fits)).body.data).toHaveLength(fits);
  });

  test('do not limit a single large record, and HEAD announces the length of a list', async () => {
    const [first] = (await list('limit=1')).body.data as { id: string; goals: { note: string } }[];
    const one = await rich.get(`/campaigns/${first?.id}`);
    expect(one.status).toBe(200);
    expect(one.data).toEqual(first);
    const named = await rich.call('HEAD', '/campaigns?limit=5');
    expect([named.status, named.text]).toEqual([200, '']);
    expect(Number(named.headers['content-length'])).toBeGreaterThan(5_000_000);
  });

  describe('unread answers', () => {
    const get = (path: string, key: string) =>
      `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    /** A connection that sends a request and reads nothing. */
    const unread = (path: string, key: string) => {
      const socket = connect({ host: '127.0.0.1', port: portOf(service) });
      sockets.push(socket);
      socket.on('error', () => {});
      socket.pause();
      socket.write(get(path, key));
      return socket;
    };
    const read = (path: string, key: string) =>
      request(`${originOf(service)}/api/v1${path}`, { key });

    test('use up only their team’s share of memory, and no other team waits for them', async () => {
      const poor = await service.team('Pobre');
      const { id } = await poor.create('projects');
      const campaign = await poor.create('campaigns', { project_id: id });
      await service.sql(
        `update campaigns set goals = jsonb_build_object('note', repeat('b', 2000000)) where id = $1`,
        [campaign.id],
      );
      for (let i = 0; i < 45; i += 1) unread('/campaigns?limit=8', rich.key);
      // Once their answers are in memory.
      await eventually(async () => {
        const late = await read('/campaigns?limit=8', rich.key);
        expect([late.status, late.error.code]).toEqual([429, 'TEAM_BUSY']);
        expect(late.headers['retry-after']).toBeDefined();
      });
      for (const path of ['/campaigns', `/campaigns/${campaign.id}`])
        expect((await read(path, poor.key)).status, path).toBe(200);
      expect((await read('/projects', rich.key)).status).toBe(200);
    });

    test('are dropped after ten seconds, and others are then served', async () => {
      const stalled = Array.from({ length: 3 }, () => unread('/campaigns?limit=8', rich.key));
      await wait(14_000);
      await eventually(async () =>
        expect((await read('/campaigns?limit=8', rich.key)).status).toBe(200),
      );
      for (const socket of stalled) {
        let got = 0;
        socket.on('data', (bytes) => {
          got += bytes.length;
        });
        socket.resume();
        if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
        expect(got).toBeLessThan(8_000_000);
      }
    });

    test('are still sent whole to a client that reads slowly', async () => {
      const socket = unread('/campaigns?limit=8', rich.key);
      const got: Buffer[] = [];
      socket.on('data', (bytes) => got.push(bytes));
      for (let i = 0; i < 30; i += 1) {
        socket.resume();
        await wait(20);
        socket.pause();
        await wait(450);
      }
      socket.resume();
      const [answer] = await eventually(() => answersIn(Buffer.concat(got)));
      expect(answer?.status).toBe(200);
      expect(JSON.parse(answer?.body ?? '').data).toHaveLength(8);
    });
  });
});

test('a client that half-closes its connection receives all of a large answer, then the end', async () => {
  const { socket, answered } = talk(service, 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.end();
  const [answer] = await answered(1);
  expect(answer?.status).toBe(200);
  expect(Buffer.byteLength(answer?.body ?? '')).toBe(Number(answer?.headers['content-length']));
  await eventually(() => expect(socket.closed).toBe(true));
});

describe('pipelined requests', () => {
  const document = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';

  test('start one after another, as their answers are read', async () => {
    // Counts the started answers.
    const begun = vi.spyOn(ServerResponse.prototype, 'writeHead');
    onTestFinished(() => begun.mockRestore());
    const { socket, answered } = talk(service, '');
    await once(socket, 'connect');
    socket.pause();
    socket.write(document.repeat(60));
    // Those that fit into the connection's buffers.
    await eventually(() => expect(begun.mock.calls.length).toBeGreaterThan(0));
    let before = 0;
    await expect
      .poll(
        () => {
          const isStill = begun.mock.calls.length === before;
          before = begun.mock.calls.length;
          return isStill;
        },
        { interval: 300, timeout: 10_000 },
      )
      .toBe(true);
    expect(before).toBeLessThan(40);
    socket.resume();
    expect((await answered(60)).map(({ status }) => status)).toEqual(Array(60).fill(200));
  });

  test('a request with a body behind others is read whole, and a closed connection is released', async () => {
    const body = JSON.stringify({ title: 'Atras', description: 'x'.repeat(40_000) });
    const first = `${live.repeat(3)}${head('/api/v1/deals', body.length, team.key)}`;
    const { socket, answered } = talk(service, first);
    socket.write(body);
    socket.write(live);
    const statuses = (await answered(5)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 201, 200]);
    const abandoned = talk(service, live.repeat(50));
    abandoned.socket.destroy();
    const [answer] = await talk(service, live).answered(1);
    expect(answer?.status).toBe(200);
  });

  test('malformed HTTP is refused after the answers to the requests before it', async () => {
    const chunked = `${lines('POST /api/v1/deals HTTP/1.1', 'Host: x', `Authorization: Bearer ${team.key}`, 'Transfer-Encoding: chunked')}no chunk\r\n`;
    for (const rest of ['noise\r\n\r\n', chunked]) {
      const { socket, answered } = talk(service, `${document}${live.repeat(3)}${rest}`);
      const closed = once(socket, 'close');
      const statuses = (await answered(5)).map(({ status }) => status);
      expect(statuses, rest).toEqual([200, 200, 200, 200, 400]);
      await closed;
    }
  });

  test('close the connection if there are too many', async () => {
    const { socket, answers } = talk(service, live.repeat(400));
    await once(socket, 'close');
    expect(answers().length).toBeLessThan(400);
    const [answer] = await talk(service, live).answered(1);
    expect(answer?.status).toBe(200);
  });
});

test('deferrable work yields the event loop to other requests', async () => {
  const order: string[] = [];
  const later = eventLoopScheduler(2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) later(() => order.push(name));
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('-');
  }
  expect(order.join('')).toBe('a-bc-de-');
});

describe('static content', () => {
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) => service.app.inject({ method, url: path, headers });

  test.each(['/reference/js/scalar.js', '/api/openapi.json'])(
    '%s is compressed with an encoding that the caller accepts, and not sent again to a client that has it',
    async (path) => {
      const plain = await ask(path);
      expect(plain.statusCode).toBe(200);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers.vary).toBe('accept-encoding');
      const tags = new Set([plain.headers.etag]);
      for (const [accepted, coding, unpack] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
        ['*', 'br', brotliDecompressSync],
      ] as const) {
        const { headers, rawPayload } = await ask(path, { 'accept-encoding': accepted });
        expect(headers['content-encoding'], accepted).toBe(coding);
        expect(Number(headers['content-length'])).toBe(rawPayload.length);
        expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true);
        tags.add(headers.etag);
      }
      for (const accepted of ['identity', 'deflate', 'br;q=0', '', 'br;q=x'])
        expect(
          (await ask(path, { 'accept-encoding': accepted })).headers,
          accepted,
        ).not.toHaveProperty('content-encoding');
      expect(tags.size).toBe(3);
      for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);

      const etag = String(plain.headers.etag);
      for (const validator of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const notModified = await ask(path, { 'if-none-match': validator });
        expect([notModified.statusCode, notModified.payload, notModified.headers.etag]).toEqual([
          304,
          '',
          etag,
        ]);
      }
      expect((await ask(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
      const head = await ask(path, {}, 'HEAD');
      expect([head.statusCode, head.payload]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(plain.headers['content-length']);
      expect(plain.headers['cache-control']).toBe('no-cache');
    },
  );

  test('is sent to one address no more often than browsers request it', async () => {
    const url = '/reference/js/scalar.js';
    const get = (headers: Record<string, string> = {}) =>
      strict.app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } });
    const statuses: number[] = [];
    for (let i = 0; i < 122; i += 1) statuses.push((await get()).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    const refused = await get();
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A client that already has it gets 304.
    expect((await get({ 'if-none-match': '*' })).statusCode).toBe(304);
    expect((await strict.app.inject('/reference/')).statusCode).toBe(200);
  });
});
