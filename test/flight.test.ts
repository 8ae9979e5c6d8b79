import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Connection as Gateway } from '../server/messaging/gateway.ts';
import { sandboxCallback } from '../server/messaging/gateways/sandbox.ts';
import { connectionOf } from '../server/messaging/inboxes.ts';
import { type Service, type TestTeam, useService } from './harness.ts';
import { answersIn, type HttpAnswer } from './http-answers.ts';
import { eventually, request } from './processes.ts';

/*
 * What requests and answers hold while they are under way: bodies that drip, answers that nobody reads.
 */

const service = useService();
const strict = useService({ perMinute: 3 });
let team: TestTeam;
let other: TestTeam;

const portOf = (on: Service) => (on.app.server.address() as AddressInfo).port;
const originOf = (on: Service) => `http://127.0.0.1:${portOf(on)}`;

beforeAll(async () => {
  for (const each of [service, strict]) await each.app.listen({ host: '127.0.0.1', port: 0 });
  team = await service.team('Nossa');
  other = await service.team('Deles');
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Talk {
  readonly socket: Socket;
  /** What was answered so far. */
  answers(): HttpAnswer[];
  /** Waits for so many answers. */
  answered(count: number): Promise<HttpAnswer[]>;
}

/** Sends the beginning of a request, or a whole one, and keeps the connection. */
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
      eventually(() => {
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
const live = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describe('whose a body is', () => {
  test.each([
    ['an unknown inbox', () => `/api/gateways/${team.slug}/${uuidv7()}`, 401, 4_194_303],
    ['an unknown team', () => `/api/gateways/nobody/${team.inbox}`, 401, 4_194_303],
    ['an unknown hook', () => `/api/hooks/${team.slug}/nowhere`, 404, mebibyte],
  ])('is known before it is read: %s', async (_, path, status, length) => {
    const { socket, answered } = talk(service, head(path(), length));
    const [answer] = await answered(1);
    expect(answer?.status).toBe(status);
    // Who sends it nevertheless can go on over the same connection.
    socket.write(Buffer.alloc(length, ' '));
    socket.write(live);
    expect((await answered(2)).map((each) => each.status)).toEqual([status, 200]);
  });
});

describe('callbacks', () => {
  let known: TestTeam;
  let gateway: Gateway;
  beforeAll(async () => {
    known = await strict.team('Conhecida');
    const found = connectionOf(strict.secrets, {
      team: known.id,
      inbox: known.inbox,
      gateway: 'sandbox',
      config: null,
    });
    if (typeof found === 'string') throw new Error(found);
    gateway = found;
  });
  const call = async (inbox: string, headers = {}, raw = '{}') =>
    request(`${originOf(strict)}/api/gateways/${known.slug}/${inbox}`, {
      method: 'POST',
      raw,
      headers,
    });
  const proven = () => {
    const { body, headers } = sandboxCallback(gateway, { statuses: [] });
    return call(known.inbox, headers, body.toString());
  };

  test('that are proven are not in the way of each other, those that are not are counted', async () => {
    expect((await proven()).status).toBe(200);
    const strangers = [];
    for (let i = 0; i < 5; i += 1) strangers.push(await call(uuidv7()));
    expect(strangers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    for (const { headers } of strangers.slice(3))
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // The same address, with a proof and without, at an inbox that there is.
    for (let i = 0; i < 5; i += 1) expect((await proven()).status).toBe(200);
    const wrong = [];
    for (let i = 0; i < 5; i += 1) wrong.push(await call(known.inbox));
    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
  });
});

describe('large bodies', () => {
  const title = (length: number) => `{"title":"Grande"${' '.repeat(length - 18)}}`;
  const send = (as: TestTeam, length: number) =>
    request(`${originOf(service)}/api/v1/deals`, {
      method: 'POST',
      key: as.key,
      raw: title(length),
    });

  test('that drip take a part of the room, and no other team waits for them', async () => {
    const dripping = Array.from({ length: 40 }, () =>
      talk(service, head('/api/v1/deals', mebibyte, team.key)),
    );
    await wait(300);
    expect((await send(other, mebibyte)).status).toBe(201);
    // What is small needs no room, also of the team that has none left.
    expect((await send(team, 10_000)).status).toBe(201);
    const late = await send(team, mebibyte);
    expect([429, 503]).toContain(late.status);
    expect(late.headers['retry-after']).toBeDefined();
    for (const { socket } of dripping) socket.destroy();
    expect((await eventually(() => send(team, mebibyte))).status).toBe(201);
  });

  test('of one hook take no more', async () => {
    const { slug } = await team.create('webhooks', { target_pipeline_id: team.pipeline.id });
    for (let i = 0; i < 40; i += 1)
      talk(service, head(`/api/hooks/${team.slug}/${slug}`, mebibyte));
    await wait(300);
    expect((await send(team, mebibyte)).status).toBe(201);
    expect((await send(other, mebibyte)).status).toBe(201);
  });

  test('of one inbox take no more', async () => {
    for (let i = 0; i < 20; i += 1)
      talk(service, head(`/api/gateways/${team.slug}/${team.inbox}`, 4_194_303));
    await wait(300);
    expect((await send(team, mebibyte)).status).toBe(201);
  });

  test('wait for each other, all of them sent at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(team, mebibyte)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  });
});
