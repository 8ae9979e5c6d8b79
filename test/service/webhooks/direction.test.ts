import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { hopsHeader, maxHops } from '#server/features/webhooks/hop-limit.ts';
import type { Answer, Json } from '#test/support/harness.ts';
import { answerFrom } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { type Endpoint, type Received, useStage } from '#test/support/webhooks/fixture.ts';

/*
 * One secret signs an endpoint's deliveries and the calls of its hook. A delivery is never accepted as a call of a hook, from any sender;
 * and rings of hooks end.
 */

const fixture = useStage();
const { service } = fixture;

let origin = '';

beforeAll(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});

const signature = (secret: string, body: string | Buffer) =>
  createHmac('sha256', secret).update(body).digest('hex');

interface Hook extends Endpoint {
  readonly hook: string;
}

/** An endpoint that receives every event at an address, and whose hook creates tasks. */
async function hookTo(url: string | null, fields: Json = {}): Promise<Hook> {
  const answer = await fixture.team.post('/webhooks', {
    name: 'Ida e volta',
    events: ['*'],
    field_mapping: { project_id: { value: await projectId() } },
    target_pipeline_id: fixture.team.pipeline.id,
    ...(url === null ? {} : { url }),
    ...fields,
  });
  expect(answer.status, answer.text).toBe(201);
  const { id, secret_token, slug } = answer.data;
  const hook = `${origin}/api/hooks/${fixture.team.slug}/${slug}`;
  return { id: String(id), secret: String(secret_token), path: `/webhooks/${id}`, hook };
}

let made: string | undefined;
async function projectId(): Promise<string> {
  made ??= String((await fixture.team.create('projects')).id);
  return made;
}

async function post(
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  return answerFrom(response.status, Object.fromEntries(response.headers), await response.text());
}

const tasks = async () => Number((await service.sql('select count(*)::int as n from tasks'))[0]?.n);

/** Headers of a delivery as received, without those of its connection. */
const headersOf = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /^(x-|webhook-|content-type)/.test(name) ? [[name, value]] : [],
    ),
  );

const receptions = async ({ path }: Endpoint) =>
  (await fixture.team.get(`${path}/receptions`)).body.data as Json[];

describe('a logged delivery', () => {
  test('creates no task at its own hook, under any ids', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await hookTo(receiver.url);
    fixture.deliver();
    await fixture.team.create('deals');
    await fixture.team.post(`${endpoint.path}/test`);
    await until(() => receiver.requests.length >= 2);
    const before = await tasks();
    for (const logged of receiver.requests) {
      const headers = headersOf(logged);
      const { 'webhook-id': _, ...without } = headers;
      for (const each of [
        headers,
        without,
        { ...without, 'webhook-id': 'new-1' },
        { ...without, 'webhook-id': 'new-2', 'x-pauta-hops': '0' },
        { ...without, 'idempotency-key': 'new-3' },
        { 'x-webhook-signature': String(headers['x-webhook-signature']).toUpperCase() },
      ]) {
        const answer = await post(endpoint.hook, logged.body, each);
        expect([answer.status, answer.error.code]).toEqual([401, 'UNAUTHORIZED']);
        expect(answer.error.message).toMatch(/a delivery from this service.*Bearer/);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
    expect(await tasks()).toBe(before);
    expect(await receptions(endpoint)).toEqual([]);
  });

  test('creates no task with the signature of the secret before a rotation, in either header', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await hookTo(receiver.url);
    fixture.deliver();
    await fixture.team.create('deals');
    await until(() => receiver.requests.length >= 1);
    await fixture.team.post(`${endpoint.path}/rotate-secret`);
    await fixture.team.create('deals');
    await until(() => receiver.requests.length >= 2);
    const [old, both] = receiver.requests.map((each) => ({ ...each, sent: headersOf(each) }));
    if (!old || !both) throw new Error('two came');
    expect(both.sent).toHaveProperty('x-webhook-signature-previous');
    for (const [{ body }, headers] of [
      [old, old.sent],
      [both, both.sent],
      [both, { 'x-webhook-signature': String(both.sent['x-webhook-signature-previous']) }],
      [both, { 'webhook-id': 'x', 'webhook-signature': String(both.sent['webhook-signature']) }],
    ] as const)
      expect((await post(endpoint.hook, body, headers)).status).toBe(401);
    expect(await receptions(endpoint)).toEqual([]);
  });

  test('creates no task at the hook of another endpoint, or of another team', async () => {
    const receiver = await fixture.receiver();
    const [endpoint, otherHook] = [await hookTo(receiver.url), await hookTo(null)];
    fixture.deliver();
    await fixture.team.create('deals');
    await until(() => receiver.requests.length >= 1);
    const [logged] = receiver.requests;
    if (!logged) throw new Error('one came');
    expect((await post(otherHook.hook, logged.body, headersOf(logged))).status).toBe(401);
    expect(endpoint.hook).not.toBe(otherHook.hook);
  });

  test('a caller with the secret may forward one, or send a different body', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await hookTo(receiver.url, { events: ['deal.created'] });
    fixture.deliver();
    await fixture.team.create('deals');
    await until(() => receiver.requests.length >= 1);
    const [logged] = receiver.requests;
    if (!logged) throw new Error('one came');
    const bearer = { authorization: `Bearer ${endpoint.secret}` };
    expect((await post(endpoint.hook, logged.body, bearer)).status).toBe(202);
    expect(
      (await post(endpoint.hook, logged.body, { ...headersOf(logged), ...bearer })).status,
    ).toBe(202);
    const event = JSON.parse(logged.body.toString()) as Json;
    for (const body of [
      JSON.stringify({ ...event, type: 'lead.created' }),
      JSON.stringify({ event }),
      JSON.stringify(event, null, 1),
      JSON.stringify({ type: event.type, data: event.data }),
    ]) {
      const headers = { 'x-webhook-signature': signature(endpoint.secret, body) };
      expect((await post(endpoint.hook, body, headers)).status, body.slice(0, 80)).toBe(202);
    }
  });

  test('of every kind is recognized by its bytes', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await hookTo(receiver.url);
    fixture.deliver();
    const deal = await fixture.team.create('deals');
    await fixture.team.put(`/deals/${deal.id}`, { phase: 'ganho' });
    await fixture.team.delete(`/deals/${deal.id}`);
    const task = await fixture.team.create('tasks');
    await fixture.team.put(`/tasks/${task.id}`, { title: 'Outro "título" 😀' });
    await fixture.team.create('contacts');
    await fixture.team.create('activities');
    await fixture.quiet();
    const kinds = receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as Json).type);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'deal.stage_changed',
        'deal.deleted',
        'task.updated',
        'contact.created',
      ]),
    );
    for (const { body } of receiver.requests) {
      const headers = { 'x-webhook-signature': signature(endpoint.secret, body) };
      expect((await post(endpoint.hook, body, headers)).status).toBe(401);
    }
  });
});

describe('a ring', () => {
  test('of an endpoint and its own hook is refused when it is written, in any spelling of the url', async () => {
    const endpoint = await hookTo(null);
    const { port, pathname } = new URL(endpoint.hook);
    const deliver = { name: 'Anel', events: ['*'] };
    for (const url of [
      endpoint.hook,
      `${endpoint.hook}/`,
      `${endpoint.hook}?x=1`,
      `http://localhost:${port}${pathname}`,
      `http://LOCALHOST.:${port}${pathname}`,
      `http://127.1:${port}${pathname}`,
      `http://2130706433:${port}${pathname}`,
      `http://0.0.0.0:${port}${pathname}`,
      `http://[::1]:${port}${pathname}`,
      `http://[::ffff:127.0.0.1]:${port}${pathname}`,
      `http://127.0.0.1:${port}/x/..${pathname.replace('hooks', '%68ooks')}`,
    ]) {
      const headers = { authorization: `Bearer ${fixture.team.key}` };
      const answers = [
        await post(`${origin}/api/v1/webhooks`, JSON.stringify({ ...deliver, url }), headers),
        answerFrom(
          ...(await fetch(`${origin}/api/v1${endpoint.path}`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ url }),
          }).then(async (r) => [r.status, Object.fromEntries(r.headers), await r.text()] as const)),
        ),
      ];
      for (const answer of answers)
        expect([answer.status, answer.error?.code, answer.error?.message], url).toEqual([
          400,
          'VALIDATION_ERROR',
          'url must not be a hook of this installation: its deliveries would come back.',
        ]);
    }
    // By the name under which the caller reaches us, on its own port of http or https.
    for (const url of [
      'https://pauta.example.com',
      'http://pauta.example.com',
      'https://PAUTA.example.com./prefix',
    ]) {
      const answer = await fixture.team.post(
        '/webhooks',
        { ...deliver, url: `${url}${pathname}` },
        { host: 'pauta.example.com' },
      );
      expect([answer.status, answer.error?.code], url).toEqual([400, 'VALIDATION_ERROR']);
    }
    // Another host's hook, and another path here, are addresses like any other.
    for (const url of [`https://other.example.com${pathname}`, `${origin}/somewhere`])
      expect((await fixture.team.post('/webhooks', { ...deliver, url })).status, url).toBe(201);
  });

  test('that is already in the database creates nothing', async () => {
    const endpoint = await hookTo('http://127.0.0.1:1/');
    await service.sql('update webhooks set url = $1 where id = $2', [endpoint.hook, endpoint.id]);
    const before = await tasks();
    fixture.deliver();
    await fixture.team.create('tasks');
    await fixture.quiet(endpoint);
    expect(await tasks()).toBe(before + 1);
    const [first] = await fixture.stored(endpoint);
    expect(first).toMatchObject({ status: 'pending', reason: 'the receiver answered 401' });
    const delivery = await fixture.team.get(`${endpoint.path}/deliveries/${first?.id}`);
    expect((delivery.data.attempts as Json[])[0]?.answer).toContain('a delivery from this service');
  });

  test(`over another host ends after ${maxHops} hooks, and its end is reported`, async () => {
    // The relay knows the secret, and forwards unknown headers.
    const between: { to?: Hook } = {};
    const proxy = await fixture.receiver(async (received) => {
      if (!between.to) return 500;
      const answer = await post(between.to.hook, received.body, {
        authorization: `Bearer ${between.to.secret}`,
        ...(received.headers[hopsHeader.toLowerCase()] === undefined
          ? {}
          : { [hopsHeader]: String(received.headers[hopsHeader.toLowerCase()]) }),
      });
      return answer.status;
    });
    between.to = await hookTo(proxy.url, { events: ['task.created'] });
    const before = await tasks();
    fixture.deliver();
    await fixture.team.create('tasks');
    await until(async () => (await receptions(between.to as Hook)).length > maxHops);
    await fixture.quiet();
    expect(await tasks()).toBe(before + 1 + maxHops);
    expect(proxy.requests.map(({ headers }) => headers[hopsHeader.toLowerCase()])).toEqual(
      Array.from({ length: maxHops + 1 }, (_, i) => String(i + 1)),
    );
    const [last, ...others] = await receptions(between.to);
    expect(last).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/^X-Pauta-Hops is 6: .*more than 5 hooks.*loop/),
    });
    expect(others.map(({ status }) => status)).toEqual(Array(maxHops).fill('accepted'));
    const events = await service.sql(
      `select hops from events where type = 'task.created' order by id`,
    );
    expect(events.map(({ hops }) => hops)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('an invalid hop count is refused and stored', async () => {
    const endpoint = await hookTo(null);
    const body = '{"a":1}';
    for (const count of ['-1', 'x', '1, 2', '1.5', '']) {
      const answer = await post(endpoint.hook, body, {
        'x-webhook-signature': signature(endpoint.secret, body),
        'x-pauta-hops': count,
      });
      expect([answer.status, answer.error.message], count).toEqual([
        400,
        'X-Pauta-Hops must be a whole number, given once.',
      ]);
    }
    expect((await receptions(endpoint)).map(({ status }) => status)).toEqual(
      Array(5).fill('rejected'),
    );
  });
});
