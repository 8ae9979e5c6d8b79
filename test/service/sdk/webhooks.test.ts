import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import type { Deal } from '#packages/sdk/src/index.ts';
import {
  sign,
  unwrap,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookRequest,
} from '#packages/sdk/src/webhooks.ts';
import { newSecret, signedHeaders } from '#server/features/webhooks/signature.ts';
import { until } from '#test/support/wait.ts';
import { useStage } from '#test/support/webhooks/fixture.ts';
import { verifies, verifiesStandard } from '#test/support/webhooks/signatures.ts';

/* pauta/webhooks unwraps deliveries of the service, and nothing else. */

const fixture = useStage();

/** A server of node:http that passes each request on. */
async function receiving(handle: (request: IncomingMessage) => Promise<void>): Promise<string> {
  const server = createServer(async (request, response) => {
    await handle(request);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('a delivery of the service is an event, typed by its kind', async () => {
  const secrets: string[] = [];
  const events: WebhookEvent[] = [];
  const url = await receiving(async (request) => {
    events.push(await unwrap(request, secrets));
  });
  fixture.deliver();
  const endpoint = await fixture.endpoint(url, { events: ['deal.created', 'deal.stage_changed'] });
  secrets.push(endpoint.secret);
  const [id = ''] = await fixture.deals(1);
  await until(() => events.length === 1);
  // After a rotation, a receiver with the old secret works for a day; then it has both.
  const rotated = await fixture.team.post(`${endpoint.path}/rotate-secret`);
  await fixture.team.put(`/deals/${id}`, { phase: 'proposta' });
  await until(() => events.length === 2);
  secrets.unshift(newSecret(), String(rotated.data.secret_token));
  await fixture.team.put(`/deals/${id}`, { phase: 'ganho' });
  await until(() => events.length === 3);
  expect(events.map(({ type }) => type)).toEqual([
    'deal.created',
    'deal.stage_changed',
    'deal.stage_changed',
  ]);
  const [, moved] = events;
  if (moved?.type !== 'deal.stage_changed') throw new Error('it is another one');
  expectTypeOf(moved.data).toEqualTypeOf<Deal>();
  expect([moved.data.phase, moved.previous.phase]).toEqual(['proposta', 'lead']);
});

const event = {
  id: '0199aaaa-0000-7000-8000-000000000000',
  type: 'deal.created',
  data: { title: 'Ação ✓' },
};
const secret = newSecret();
const body = JSON.stringify(event);
const signed = (at = new Date(), text = body, by: [string, ...string[]] = [secret]) =>
  signedHeaders(by, event.id, at, text);
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const post = (headers: Record<string, string>, text = body) =>
  new Request('http://127.0.0.1/', { method: 'POST', headers, body: text });
async function* parts(text: string) {
  for (const byte of Buffer.from(text)) yield Buffer.of(byte);
}

test('requests of all kinds of servers are unwrapped', async () => {
  const headers = signed();
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const requests: WebhookRequest[] = [
    post(headers),
    { headers, body },
    { headers: new Headers(headers), body: Buffer.from(body) },
    { headers: capitals, body: new TextEncoder().encode(body) },
    Object.assign(parts(body), { headers }),
    { headers: signed(new Date(), body, [newSecret(), secret]), body },
    { headers: signed(ago(200)), body },
  ];
  for (const request of requests) expect(await unwrap(request, secret)).toEqual(event);
});

const only = (headers: Record<string, string>, wanted: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => wanted.test(name)));

test('X-Webhook-Signature alone is accepted if no timestamp is required', async () => {
  const headers = only(signed(), /^x-webhook-signature$/);
  const tolerance = Number.POSITIVE_INFINITY;
  expect(await unwrap({ headers, body }, secret, { tolerance })).toEqual(event);
  const rotated = only(signed(new Date(), body, [newSecret(), secret]), /^x-/);
  expect(await unwrap({ headers: rotated, body }, secret, { tolerance })).toEqual(event);
  expect(await unwrap({ headers: signed(ago(9_999)), body }, secret, { tolerance })).toEqual(event);
});

const otherSecret = signed(new Date(), body, [newSecret()]);
const tampered = body.replace('deal.created', 'deal.deleted');
const later = String(Math.floor(Date.now() / 1_000) + 200);
const parsed = { headers: signed(), body: event } as unknown as WebhookRequest;
const noBody = { headers: signed() } as unknown as WebhookRequest;
test.each<[string, WebhookRequest, WebhookErrorCode, number?]>([
  ['no signature', { headers: {}, body }, 'SIGNATURE'],
  ['another secret', { headers: otherSecret, body }, 'SIGNATURE'],
  ['another body', { headers: signed(), body: tampered }, 'SIGNATURE'],
  ['another time', { headers: { ...signed(), 'webhook-timestamp': later }, body }, 'SIGNATURE'],
  ['another id', { headers: { ...signed(), 'webhook-id': 'x' }, body }, 'SIGNATURE'],
  [
    'another scheme',
    { headers: { ...signed(), 'webhook-signature': 'v2,AAAA' }, body },
    'SIGNATURE',
  ],
  ['noise', { headers: { ...signed(), 'webhook-signature': 'v1,?? v1, ,' }, body }, 'SIGNATURE'],
  ['no webhook-signature', { headers: only(signed(), /^x-|id|time/), body }, 'TIMESTAMP'],
  [
    'a wrong one in hex',
    { headers: { 'x-webhook-signature': 'abc' }, body },
    'SIGNATURE',
    Infinity,
  ],
  ['too old', { headers: signed(ago(310)), body }, 'TIMESTAMP'],
  ['too new', { headers: signed(ago(-9_999)), body }, 'TIMESTAMP'],
  ['older than the tolerance', { headers: signed(ago(20)), body }, 'TIMESTAMP', 10],
  ['a body that was parsed', parsed, 'BODY'],
  ['no body', noBody, 'BODY'],
  ['a body that is no event', { headers: signed(new Date(), '[1]'), body: '[1]' }, 'BODY'],
])('%s is refused', async (_, request, code, tolerance) => {
  const error = await unwrap(request, secret, { tolerance }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'WebhookError', code });
  expect(String(error)).not.toContain(secret);
});

test('an already consumed body and malformed secrets are reported as mistakes of the receiver', async () => {
  const read = post(signed());
  await read.text();
  await expect(unwrap(read, secret)).rejects.toMatchObject({ code: 'BODY' });
  for (const none of ['', [], 'whsec_', 'não!'])
    await expect(unwrap(post(signed()), none)).rejects.toThrow(TypeError);
});

test('sign creates the same signatures as the service', async () => {
  const delivery = await sign(event, secret);
  const { headers } = delivery;
  const raw = { headers, body: Buffer.from(delivery.body) };
  expect(verifies(raw, secret) && verifiesStandard(raw, secret)).toBe(true);
  expect(await unwrap(post(headers, delivery.body), secret)).toEqual(event);
  const old = await sign(body, secret, { at: ago(1_000) });
  expect(old.headers).toMatchObject(only(signed(ago(1_000)), /^webhook-id|^x-/));
  await expect(unwrap(old, secret)).rejects.toMatchObject({ code: 'TIMESTAMP' });
});
