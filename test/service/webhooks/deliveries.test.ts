import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import type { Attempted, Sender } from '#server/features/webhooks/delivery-attempt.ts';
import { reasons } from '#server/features/webhooks/failure-reasons.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { makeLog } from '#server/platform/log.ts';
import { call, type Json, startApp, type TestTeam } from '#test/support/harness.ts';
import { switchOffIntelligence } from '#test/support/intelligence/settings.ts';
import { makePerson } from '#test/support/people.ts';
import { anyCharacter } from '#test/support/values.ts';
import { until } from '#test/support/wait.ts';
import {
  type Endpoint,
  type Received,
  type Receiver,
  useStage,
} from '#test/support/webhooks/fixture.ts';
import { verifies, verifiesStandard } from '#test/support/webhooks/signatures.ts';
import { day, hour, minute, schedule, second } from '#test/support/webhooks/time.ts';

/*
 * Events reach the endpoints that subscribe to them: at least once, signed, in order, for as long as the schedule lasts, and no receiver
 * blocks another.
 */

const fixture = useStage();
const { service } = fixture;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const heard = (receiver: Receiver, count: number, milliseconds?: number) =>
  until(() => receiver.requests.length >= count, milliseconds);

/** The only element. */
function only<T>(all: readonly T[]): T {
  expect(all).toHaveLength(1);
  return last(all);
}
function last<T>(all: readonly T[]): T {
  const delivery = all.at(-1);
  if (delivery === undefined) throw new Error('there is none');
  return delivery;
}

const payloadOf = async (id: string) =>
  String(only(await service.sql('select payload from events where id = $1', [id])).payload);

const dataOf = (received: Received) => JSON.parse(received.body.toString()) as Json;

/** Id of the record in the delivered event. */
const recordOf = (received: Received) => String((dataOf(received).data as Json).id);

/** The endpoint as GET returns it. */
const endpointOf = async (endpoint: Endpoint) => (await fixture.team.get(endpoint.path)).data;

/** One delivery as GET …/deliveries/:id returns it. */
const detail = async (endpoint: Endpoint, id: string) => {
  const answer = await fixture.team.get(`${endpoint.path}/deliveries/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as Json & { attempts: Json[] };
};

/** Time until the first or last waiting delivery is due, in milliseconds. */
async function nextWait(which: 'min' | 'max'): Promise<number> {
  const [row] = await service.sql(
    `select extract(epoch from ${which}(next_attempt_at) - now())::float8 * 1000 as ms from deliveries where status = 'pending'`,
  );
  return Number(row?.ms ?? 0);
}

/** Advances past the longest wait, so that the next attempts run. */
async function nextAttempts(): Promise<void> {
  await fixture.travel(Math.max(await nextWait('max'), 0) + 1);
  await fixture.quiet();
}

/** Expects that for half a second nothing runs except the poll for due deliveries. */
async function calm(): Promise<void> {
  const lines = fixture.log.length;
  const rowVersions = async () =>
    service.sql('select id, xmin::text, ctid::text from deliveries order by id');
  const statements = fixture.statements;
  const before = await rowVersions();
  await sleep(500);
  expect(fixture.statements - statements).toBeLessThan(8);
  // On a busy machine a poll takes long, and the pause after it ten times as long.
  await expect.poll(() => fixture.statements - statements).toBeGreaterThan(1);
  expect(await rowVersions()).toEqual(before);
  expect(fixture.log.length - lines).toBe(0);
}

describe('a delivery', () => {
  test('has the headers of the interface and of Standard Webhooks, which sign the body', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver();
    const before = Date.now();
    const deal = await fixture.team.create('deals', { title: 'Café «ímpar» 😀' });
    await heard(receiver, 1);
    await fixture.quiet();
    const received = only(receiver.requests);
    const { id, payload } = only(
      await service.sql('select id, payload from events where record_id = $1', [deal.id]),
    );
    expect(received.body.toString()).toBe(payload);
    expect(received).toMatchObject({ method: 'POST', path: '/', event: id });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Pauta-Webhooks/1',
      'content-length': String(received.body.length),
      'accept-encoding': 'identity',
      'x-request-id': expect.stringMatching(uuid),
      'x-webhook-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-id': id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    expect(received.headers).not.toHaveProperty('x-webhook-signature-previous');
    const timestamp = Number(received.headers['webhook-timestamp']);
    expect(timestamp).toBeGreaterThanOrEqual(Math.floor(before / second));
    expect(timestamp).toBeLessThanOrEqual(Date.now() / second);
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(verifies(received, endpoint.secret)).toBe(true);
    expect(verifiesStandard(received, endpoint.secret)).toBe(true);

    // With one altered byte neither signature is valid, nor with another id, timestamp or secret.
    const tampered = { ...received, body: Buffer.from(received.body) };
    tampered.body.write('X', received.body.indexOf('Caf'));
    const changed = String(received.body).replace('"lead"', '"ganho"');
    for (const body of [tampered.body, Buffer.from(changed)]) {
      expect(body.equals(received.body)).toBe(false);
      expect(verifiesStandard({ ...received, body }, endpoint.secret)).toBe(false);
    }
    expect(verifies({ ...received, body: Buffer.from(changed) }, endpoint.secret)).toBe(false);
    const otherEndpoint = await fixture.endpoint(receiver);
    expect(verifies(received, otherEndpoint.secret)).toBe(false);
    expect(verifiesStandard(received, otherEndpoint.secret)).toBe(false);
    for (const change of [
      { 'webhook-id': uuidv7() },
      { 'webhook-timestamp': String(timestamp + 1) },
    ]) {
      const headers = { ...received.headers, ...change };
      expect(verifiesStandard({ ...received, headers }, endpoint.secret)).toBe(false);
    }
    expect(only(await fixture.stored(endpoint))).toMatchObject({
      status: 'delivered',
      attempts: 1,
      reason: null,
      next_attempt_at: null,
      claim: null,
      claimed_until: null,
      completed_at: expect.any(Date),
    });
  });

  test('of any record is verified under either serialisation, and arrives as v1 returns the record', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver, { events: ['campaign.created'] });
    fixture.deliver();
    const { id: project } = await fixture.team.create('projects');
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 });
    const odd = fc.constantFrom(
      ...['0.1', '-0', '1e-7', '1E21', '123456789012345680000', '5e-324', '1.7976931348623157e308'],
      ...[
        '1.50',
        '100e-2',
        '9007199254740993',
        '-1.0E+2',
        '"\\u00e9\\u2028\\ud83d\\ude00"',
        '"\\/"',
      ],
      ...[
        '{"b":1,"10":2,"9":3,"a":4}',
        '{"__proto__":{"x":1}}',
        '{"a":1,"a":2}',
        '[ 1 , [ ] , { } ]',
      ],
    );
    const free = fc.oneof(odd, fc.json({ maxDepth: 3, stringUnit: anyCharacter }));
    const record = fc.record({
      name: text,
      description: text,
      goals: fc.array(fc.tuple(text, free)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 20, maxLength: 25 }), async (records) => {
        const made = await Promise.all(
          records.map(({ name, description, goals }) =>
            fixture.team.post(
              '/campaigns',
              `{"name":${JSON.stringify(name)}, "description":${JSON.stringify(description)},
                "project_id":"${project}", "goals":{${goals.map(([key, value]) => `${JSON.stringify(key)}: ${value}`)}}}`,
            ),
          ),
        );
        for (const { status, text } of made) expect([201, 400], text).toContain(status);
        const good = made.filter(({ status }) => status === 201);
        const got = () => new Map(receiver.requests.map((each) => [recordOf(each), each]));
        await until(() => good.every(({ data }) => got().has(String(data.id))));
        for (const { data } of good) {
          const received = got().get(String(data.id));
          if (!received) throw new Error('it was there a moment ago');
          expect(verifies(received, endpoint.secret), String(received.body)).toBe(true);
          expect(verifiesStandard(received, endpoint.secret)).toBe(true);
          expect(received.body.toString()).toBe(await payloadOf(received.event));
          const { text: answered } = await fixture.team.get(`/campaigns/${data.id}`);
          expect(dataOf(received).data).toEqual((JSON.parse(answered) as Json).data);
        }
      }),
      { numRuns: 5 },
    );
    expect(receiver.requests.length).toBeGreaterThan(40);
  });

  test('has the same bytes and id in every attempt and replay', async () => {
    const receiver = await fixture.receiver(() => 500);
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver();
    const deal = await fixture.team.create('deals', { title: 'Primeiro' });
    await heard(receiver, 1);
    // Later changes of the record have no effect.
    await fixture.team.put(`/deals/${deal.id}`, { title: 'Depois' });
    await fixture.quiet();
    await nextAttempts();
    await nextAttempts();
    receiver.script = () => 204;
    await nextAttempts();
    const [first, ...others] = receiver.requests;
    if (!first) throw new Error('nothing came');
    expect(others).toHaveLength(3);
    await fixture.team.post(`${endpoint.path}/deliveries/${first.event}/replay`);
    await heard(receiver, 5);
    await fixture.quiet();
    const payload = await payloadOf(first.event);
    expect((dataOf(first).data as Json).title).toBe('Primeiro');
    for (const received of receiver.requests) {
      expect(received.body.toString()).toBe(payload);
      expect(received.headers['webhook-id']).toBe(first.event);
      expect(received.headers['x-webhook-signature']).toBe(first.headers['x-webhook-signature']);
      expect(verifies(received, endpoint.secret)).toBe(true);
      expect(verifiesStandard(received, endpoint.secret)).toBe(true);
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['x-request-id'])).size).toBe(5);
  });

  test('goes to endpoints that subscribe to it, and never to another team', async () => {
    const otherTeam = await service.team('Outra');
    const [all, some, none, foreign] = (await Promise.all(
      Array.from({ length: 4 }, () => fixture.receiver()),
    )) as [Receiver, Receiver, Receiver, Receiver];
    await fixture.endpoint(foreign, { events: ['*'] }, otherTeam);
    await fixture.endpoint(all, { events: ['*'] });
    await fixture.endpoint(some, { events: ['deal.updated', 'deal.stage_changed'] });
    await fixture.endpoint(none, { events: ['*'], is_active: false });
    fixture.deliver();
    const deal = await fixture.team.create('deals');
    await fixture.team.put(`/deals/${deal.id}`, { phase: 'ganho' });
    await heard(all, 3);
    await heard(some, 2);
    await fixture.quiet();
    const kinds = ({ requests }: Receiver) => requests.map((each) => String(dataOf(each).type));
    expect(kinds(all)).toEqual(['deal.created', 'deal.updated', 'deal.stage_changed']);
    expect(kinds(some)).toEqual(['deal.updated', 'deal.stage_changed']);
    expect(kinds(none)).toEqual([]);
    expect(kinds(foreign)).toEqual([]);
  });
});

describe('the schedule', () => {
  test('ten attempts, each after its wait plus or minus a fifth, then the delivery fails; a replay starts over', async () => {
    const count = 100;
    const receiver = await fixture.receiver(() => 500);
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver();
    await fixture.deals(count);
    await heard(receiver, count);
    await fixture.quiet();

    /** Checks every wait against the allowed range. */
    const waitIs = async (wait: number) => {
      const rows = await service.sql(
        `select extract(epoch from d.next_attempt_at - a.ended)::float8 * 1000 as ms from deliveries d join lateral (
           select max(started_at + duration_ms * interval '1 millisecond') as ended from delivery_attempts a
           where a.team_id = d.team_id and a.delivery_id = d.id) a on true
         where d.webhook_id = $1 and status = 'pending'`,
        [endpoint.id],
      );
      const shares = rows.map(({ ms }) => Number(ms) / wait).sort((a, b) => a - b);
      expect(shares).toHaveLength(count);
      // Storing the outcome takes a moment, on a busy machine a long one.
      const slack = 15_000 / wait;
      expect(shares[0]).toBeGreaterThan(0.8 - 5 / wait);
      expect(shares[0]).toBeLessThan(0.85 + slack);
      expect(last(shares)).toBeGreaterThan(1.15);
      expect(last(shares)).toBeLessThan(1.2 + slack);
      const mean = shares.reduce((sum, share) => sum + share, 0) / count;
      expect(Math.abs(mean - 1)).toBeLessThan(0.05 + slack);
    };
    /** Time until the last delivery with this number of attempts is due, in milliseconds. */
    const lastDue = async (attempts: number) => {
      const [row] = await service.sql(
        `select extract(epoch from max(next_attempt_at) - now())::float8 * 1000 as ms from deliveries
         where webhook_id = $1 and status = 'pending' and attempts = $2`,
        [endpoint.id, attempts],
      );
      return Number(row?.ms ?? 0);
    };
    for (const [place, wait] of schedule.entries()) {
      for (const { attempts, status, reason } of await fixture.stored(endpoint))
        expect([attempts, status, reason]).toEqual([
          place + 1,
          'pending',
          'the receiver answered 500',
        ]);
      await waitIs(wait);
      // Nothing is sent before it is due. Everything must stay unsent here: the next journey would move an answer's wait, too.
      await fixture.travel((await nextWait('min')) - 3_000);
      const due = Date.now() + (await nextWait('min'));
      await sleep(130);
      const early = receiver.requests.slice((place + 1) * count).filter(({ at }) => at < due);
      expect(early).toEqual([]);
      // On a busy machine the previous attempts ended long after one another.
      await fixture.travel(Math.max(await lastDue(place + 1), 0) + 1);
      await fixture.quiet();
    }
    expect(receiver.requests).toHaveLength(10 * count);
    const after = await fixture.stored(endpoint);
    for (const { attempts, status, reason, next_attempt_at, completed_at } of after) {
      expect([attempts, status, reason]).toEqual([10, 'failed', 'the receiver answered 500']);
      expect([next_attempt_at, completed_at]).toEqual([null, expect.any(Date)]);
    }
    await fixture.travel(12 * hour);
    await sleep(250);
    expect(receiver.requests).toHaveLength(10 * count);

    const [earlier, later] = after;
    if (!earlier || !later) throw new Error('there are none');
    receiver.script = ({ event }) => (event === earlier.id ? 503 : 200);
    // A success; otherwise the endpoint would be switched off before the end.
    await fixture.team.post(`${endpoint.path}/deliveries/${later.id}/replay`);
    await heard(receiver, 10 * count + 1);
    await fixture.quiet();
    const answer = await fixture.team.post(`${endpoint.path}/deliveries/${earlier.id}/replay`);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ id: earlier.id, status: 'pending', completed_at: null });
    for (let attempts = 11; attempts <= 20; attempts += 1) {
      await fixture.quiet();
      const row = (await fixture.stored(endpoint)).find(({ id }) => id === earlier.id);
      expect(row).toMatchObject({ attempts, status: attempts < 20 ? 'pending' : 'failed' });
      if (attempts < 20) {
        const wait = schedule[attempts - 11] ?? 0;
        expect(Number(row?.next_attempt_at)).toBeLessThan(Date.now() + 1.2 * wait);
        await nextAttempts();
      }
    }
    expect((await detail(endpoint, earlier.id)).attempts).toHaveLength(20);
  });

  test('Retry-After delays the next attempt, and never brings it forward', async () => {
    const begin = Date.now();
    const inTwoHours = new Date(begin + 2 * hour).toUTCString();
    const cases: [header: string, least: number, most: number][] = [
      ['3600', hour, hour],
      [inTwoHours, 2 * hour - second, 2 * hour],
      ['1', 4 * second, 6 * second],
      ['0', 4 * second, 6 * second],
      ['Thu, 01 Jan 1970 00:00:00 GMT', 4 * second, 6 * second],
      ['soon', 4 * second, 6 * second],
      ['99999999999999999999', day, day],
    ];
    // Storing the outcome takes a moment, on a busy machine a long one.
    const slack = 20 * second;
    const endpoints = await Promise.all(
      cases.map(async ([header]) => {
        const headers = { 'retry-after': header };
        const receiver = await fixture.receiver(() => ({ status: 429, headers }));
        return fixture.endpoint(receiver);
      }),
    );
    fixture.deliver();
    await fixture.deals(1);
    await fixture.quiet();
    for (const [place, endpoint] of endpoints.entries()) {
      const [header = '', least = 0, most = 0] = cases[place] ?? [];
      const { id, attempts, next_attempt_at } = only(await fixture.stored(endpoint));
      const [attempt] = await service.sql(
        `select started_at + duration_ms * interval '1 millisecond' as ended from delivery_attempts where delivery_id = $1`,
        [id],
      );
      const from = header === inTwoHours ? begin : Number(attempt?.ended);
      const wait = Number(next_attempt_at) - from;
      expect(attempts, header).toBe(1);
      expect(wait, header).toBeGreaterThan(least - 5);
      expect(wait, header).toBeLessThan(most + slack);
    }
  });

  test('a success after failures ends it', async () => {
    const receiver = await fixture.receiver(() => 500);
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver();
    await fixture.deals(1);
    await fixture.quiet();
    await nextAttempts();
    expect(only(await fixture.stored(endpoint))).toMatchObject({ status: 'pending', attempts: 2 });
    receiver.script = () => 299;
    const before = Date.now() - 1;
    await nextAttempts();
    const { id, completed_at } = only(await fixture.stored(endpoint));
    expect(await detail(endpoint, id)).toMatchObject({
      id,
      webhook_id: endpoint.id,
      event: 'deal.created',
      status: 'delivered',
      attempt_count: 3,
      reason: null,
      next_attempt_at: null,
      completed_at: completed_at?.toISOString(),
    });
    expect(Number(completed_at)).toBeGreaterThanOrEqual(before);
    expect(Number(completed_at)).toBeLessThanOrEqual(Date.now() + 1);
    await fixture.travel(3 * day);
    await sleep(250);
    expect(receiver.requests).toHaveLength(3);
  });
});

describe('switching an endpoint off', () => {
  const offWhenDue = 'the endpoint was not active when this was due';
  const deaf = 'The endpoint is inactive or has no url: nothing can be delivered to it.';

  test('410 switches it off at once with an event; waiting deliveries fail when due', async () => {
    const leaving = await fixture.receiver(() => 500);
    const listening = await fixture.receiver();
    const endpoint = await fixture.endpoint(leaving, { events: ['*'] });
    await fixture.endpoint(listening, { events: ['webhook.disabled'] });
    const before = await endpointOf(endpoint);
    const { stop } = fixture.deliver();
    await fixture.deals(2);
    await fixture.quiet();
    expect(leaving.requests).toHaveLength(2);
    leaving.script = () => 410;
    const [third] = await fixture.deals(1);
    await heard(listening, 1);
    await fixture.quiet();
    expect(leaving.requests).toHaveLength(3);
    const reason = 'the receiver answered 410 (Gone)';
    const after = await endpointOf(endpoint);
    expect(after).toEqual({
      ...before,
      is_active: false,
      disabled_reason: reason,
      disabled_reason_details: { code: 'gone' },
      updated_at: after.updated_at,
    });
    expect(String(after.updated_at) > String(before.updated_at)).toBe(true);
    // One event, with the previous state.
    const notice = only(listening.requests);
    expect(dataOf(notice)).toEqual({
      id: notice.event,
      type: 'webhook.disabled',
      created_at: expect.any(String),
      data: after,
      previous: {
        is_active: true,
        disabled_reason: null,
        disabled_reason_details: null,
        updated_at: before.updated_at,
      },
    });
    expect(notice.body.toString()).toBe(JSON.stringify(dataOf(notice)));
    expect(notice.body.toString()).not.toContain(endpoint.secret);
    expect(
      await service.sql(`select record_id from events where type = 'webhook.disabled'`),
    ).toEqual([{ record_id: endpoint.id }]);
    // The delivery that got 410 has failed; waiting ones fail when due, and nothing is sent.
    const rows = await fixture.stored(endpoint);
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'failed']);
    expect(rows.at(2)).toMatchObject({ attempts: 1, reason: 'the receiver answered 410' });
    expect(await detail(endpoint, String(rows.at(2)?.id))).toMatchObject({
      reason_details: { code: 'answered', status: 410 },
      attempts: [{ error_details: { code: 'answered', status: 410 } }],
    });
    expect(recordOf(last(leaving.requests))).toBe(third);
    await nextAttempts();
    expect(
      (await fixture.stored(endpoint)).map(({ status, reason: why, attempts }) => [
        status,
        why,
        attempts,
      ]),
    ).toEqual([
      ['failed', offWhenDue, 1],
      ['failed', offWhenDue, 1],
      ['failed', 'the receiver answered 410', 1],
    ]);
    // No attempt was made for it.
    const { attempts } = await detail(endpoint, rows[0]?.id ?? '');
    expect(attempts).toHaveLength(1);
    await stop();

    // It receives nothing while it is off.
    await fixture.deals(1);
    expect(await fixture.stored(endpoint)).toHaveLength(3);
    for (const path of [`/deliveries/${rows[0]?.id}/replay`, '/replay', '/test']) {
      const answer = await fixture.team.post(`${endpoint.path}${path}`);
      expect([answer.status, answer.error], path).toEqual([
        409,
        { code: 'CONFLICT', message: deaf },
      ]);
    }
    expect(await fixture.stored(endpoint)).toHaveLength(3);
    expect((await fixture.stored(endpoint)).map(({ status }) => status)).toEqual(
      Array(3).fill('failed'),
    );
    // The previous version of the service stores sentences only.
    await service.sql(
      `update deliveries set reason = 'no answer within 15 s' where id = '${rows.at(2)?.id}'`,
    );
    expect(await detail(endpoint, String(rows.at(2)?.id))).toMatchObject({ reason_details: null });
  });

  test('a single 410 among concurrent attempts is enough, with one event', async () => {
    const receiver = await fixture.receiver(async () => {
      await sleep(50);
      return 410;
    });
    const endpoint = await fixture.endpoint(receiver);
    const listening = await fixture.receiver();
    await fixture.endpoint(listening, { events: ['webhook.disabled'] });
    await fixture.deals(12);
    fixture.deliver();
    await heard(listening, 1);
    await fixture.quiet();
    expect((await endpointOf(endpoint)).is_active).toBe(false);
    expect(listening.requests).toHaveLength(1);
  });

  /** Fails all attempts until the given time has passed. */
  async function failFor(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += day) {
      await fixture.deals(1);
      await fixture.quiet();
      await fixture.travel(Math.min(day, ms - passed));
      await fixture.quiet();
    }
  }

  test('five days of failures only switch it off; switching it on restarts the count', async () => {
    const receiver = await fixture.receiver(() => 500);
    const listening = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver);
    await fixture.endpoint(listening, { events: ['webhook.disabled'] });
    fixture.deliver();
    await failFor(5 * day - minute);
    expect(await endpointOf(endpoint)).toMatchObject({ is_active: true, disabled_reason: null });
    await fixture.travel(2 * minute);
    await fixture.deals(1);
    await heard(listening, 1);
    await fixture.quiet();
    expect(await endpointOf(endpoint)).toMatchObject({
      is_active: false,
      disabled_reason: 'every delivery failed for five days',
    });
    expect(only(listening.requests).event).toBeTruthy();
    expect((dataOf(only(listening.requests)).data as Json).id).toBe(endpoint.id);
    const heardSoFar = receiver.requests.length;
    await nextAttempts();
    expect(receiver.requests).toHaveLength(heardSoFar);
    expect(last(await fixture.stored(endpoint)).reason).toBe(offWhenDue);

    // Its reason survives other changes, and is cleared when it is switched on.
    const renamed = await fixture.team.put(endpoint.path, { name: 'Outro nome', is_active: false });
    expect(renamed.data.disabled_reason).toBe('every delivery failed for five days');
    const on = await fixture.team.put(endpoint.path, { is_active: true });
    expect(on.data).toMatchObject({ is_active: true, disabled_reason: null });
    await failFor(5 * day - minute);
    expect(await endpointOf(endpoint)).toMatchObject({ is_active: true, disabled_reason: null });

    // Another url is another receiver.
    const otherReceiver = await fixture.receiver(() => 500);
    await fixture.team.put(endpoint.path, { url: otherReceiver.url });
    await fixture.travel(2 * minute);
    await failFor(4 * day);
    expect(await endpointOf(endpoint)).toMatchObject({ is_active: true, disabled_reason: null });
    // The same url again is not.
    await fixture.team.put(endpoint.path, { url: otherReceiver.url, is_active: true });
    await failFor(day + hour);
    expect(await endpointOf(endpoint)).toMatchObject({ is_active: false });
    expect(listening.requests).toHaveLength(2);
  });

  test('a single success in five days is enough', async () => {
    const receiver = await fixture.receiver(() => 500);
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver();
    await failFor(4 * day);
    receiver.script = () => 200;
    await fixture.deals(1);
    await fixture.quiet();
    receiver.script = () => 500;
    await failFor(4 * day + 23 * hour);
    expect(await endpointOf(endpoint)).toMatchObject({ is_active: true, disabled_reason: null });
    await failFor(2 * hour);
    await fixture.deals(1);
    await fixture.quiet();
    expect(await endpointOf(endpoint)).toMatchObject({ is_active: false });
  });
});

describe('the log', () => {
  test('every attempt is stored, and shown in order', async () => {
    const behaviours = [
      // First: on a reused connection it could be the end of an idle one, and is retried.
      'break' as const,
      { status: 500, body: 'primeiro erro' },
      { status: 302, headers: { location: '/elsewhere' }, body: 'ç'.repeat(2_000) },
      'hang' as const,
      { status: 503, body: Buffer.from('a\0b\xff', 'latin1') },
      { status: 200, body: 'ok' },
    ];
    let turn = 0;
    const receiver = await fixture.receiver(() => behaviours[turn++] ?? 200);
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver({ timeoutMs: 3_000 });
    await fixture.deals(1);
    await fixture.quiet();
    for (let i = 1; i < behaviours.length; i += 1) await nextAttempts();
    const { id } = only(await fixture.stored(endpoint));
    const shownDelivery = await detail(endpoint, id);
    const { attempts } = shownDelivery;
    const words = (status: number | null, error: string | null, answer: string | null) => ({
      status,
      error,
      answer,
    });
    expect(attempts.map(({ status, error, answer }) => ({ status, error, answer }))).toEqual([
      words(null, expect.stringMatching(/^the connection broke/) as string, null),
      words(500, 'the receiver answered 500', 'primeiro erro'),
      words(302, 'the receiver answered 302, and redirects are not followed', 'ç'.repeat(1_024)),
      words(null, 'no answer within 3 s', null),
      words(503, 'the receiver answered 503', 'a\u{fffd}b\u{fffd}'),
      words(200, null, 'ok'),
    ]);
    expect(attempts.map(({ request_id }) => request_id)).toEqual(
      receiver.requests.map(({ headers }) => headers['x-request-id']),
    );
    const starts = attempts.map(({ started_at }) => String(started_at));
    expect(starts).toEqual([...starts].sort());
    for (const attempt of attempts) {
      expect(Object.keys(attempt)).toEqual([
        ...[
          'request_id',
          'started_at',
          'status',
          'error',
          'error_details',
          'answer',
          'duration_ms',
        ],
      ]);
      expect(attempt.started_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Number.isInteger(attempt.duration_ms)).toBe(true);
    }
    expect(Date.parse(last(starts))).toBeLessThanOrEqual(Date.now());
    // With the payload.
    expect(shownDelivery.payload).toEqual(dataOf(last(receiver.requests)));
    expect((await fixture.team.get(`${endpoint.path}/deliveries/${id}`)).text).toContain(
      `"payload":${await payloadOf(id)}`,
    );
    // The list has the same fields without those.
    const { attempts: _, payload: __, ...summary } = shownDelivery;
    const list = await fixture.team.get(`${endpoint.path}/deliveries`);
    expect(list.body.data).toEqual([summary]);
    expect(Object.keys(summary)).toEqual([
      ...['id', 'webhook_id', 'event', 'status', 'attempt_count', 'next_attempt_at', 'reason'],
      ...['reason_details', 'created_at', 'completed_at'],
    ]);
  });

  /** Deliveries of one endpoint at given times, as if they had been created then. */
  async function plant(endpoint: Endpoint, rows: [at: string, event: string, status: string][]) {
    const ids: string[] = [];
    for (const [at, event, status] of rows) {
      const [row] = await service.sql(
        `insert into deliveries (team_id, webhook_id, id, event, record_id, status, next_attempt_at, completed_at, created_at)
         select $1, $2, uuid7($3::timestamptz), $4, gen_random_uuid(), $5::delivery_status,
           case when $5 = 'pending' then now() + interval '1 day' end, case when $5 <> 'pending' then now() end, $3
         returning id`,
        [fixture.team.id, endpoint.id, at, event, status],
      );
      ids.push(String(row?.id));
    }
    return ids;
  }

  test('the list is filtered by status, event and time, sorted and paged', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    const otherEndpoint = await fixture.endpoint('http://127.0.0.1:9/');
    const ids = await plant(endpoint, [
      ['2026-03-01T23:59:59.999Z', 'deal.created', 'delivered'],
      ['2026-03-02T00:00:00.000Z', 'deal.updated', 'failed'],
      ['2026-03-02T12:00:00.500Z', 'deal.created', 'pending'],
      ['2026-03-02T23:59:59.999Z', 'workflow.call', 'failed'],
      ['2026-03-03T00:00:00.000Z', 'deal.created', 'delivered'],
    ]);
    await plant(otherEndpoint, [['2026-03-02T12:00:00.500Z', 'deal.created', 'pending']]);
    const list = async (query: string) => {
      const answer = await fixture.team.get(`${endpoint.path}/deliveries${query}`);
      expect(answer.status, answer.text).toBe(200);
      const rows = answer.body.data as Json[];
      expect((answer.body.pagination as Json).total, query).toBeGreaterThanOrEqual(rows.length);
      return rows.map(({ id }) => ids.indexOf(String(id)));
    };
    expect(await list('')).toEqual([4, 3, 2, 1, 0]);
    expect(await list('?sort=created_at')).toEqual([0, 1, 2, 3, 4]);
    expect(await list('?status=failed')).toEqual([3, 1]);
    expect(await list('?status=pending')).toEqual([2]);
    expect(await list('?event=deal.created')).toEqual([4, 2, 0]);
    expect(await list('?event=workflow.call')).toEqual([3]);
    expect(await list('?event=deal.created&status=delivered&to=2026-03-02')).toEqual([0]);
    expect(await list('?from=2026-03-02')).toEqual([4, 3, 2, 1]);
    expect(await list('?to=2026-03-02')).toEqual([3, 2, 1, 0]);
    expect(await list('?from=2026-03-02&to=2026-03-02')).toEqual([3, 2, 1]);
    expect(await list('?from=2026-03-02T12:00:00.500Z')).toEqual([4, 3, 2]);
    expect(await list('?from=2026-03-02T12:00:00.501Z')).toEqual([4, 3]);
    expect(await list('?to=2026-03-02T12:00:00.500Z')).toEqual([2, 1, 0]);
    expect(await list('?to=2026-03-02T12:00:00.499Z')).toEqual([1, 0]);
    expect(await list(`?from=${encodeURIComponent('2026-03-02T09:00:00.500-03:00')}`)).toEqual([
      4, 3, 2,
    ]);
    expect(await list('?limit=2&page=2')).toEqual([2, 1]);
    expect(await list('?limit=2&page=4')).toEqual([]);
    const page = await fixture.team.get(
      `${endpoint.path}/deliveries?limit=2&page=2&from=2026-03-02`,
    );
    expect(page.body.pagination).toEqual({ page: 2, limit: 2, total: 4, pages: 2 });
    for (const query of [
      'status=done',
      'event=deal',
      'from=yesterday',
      'to=2026-02-30',
      'sort=status',
      'x=1',
      'limit=101',
    ]) {
      const answer = await fixture.team.get(`${endpoint.path}/deliveries?${query}`);
      expect([answer.status, answer.error.code], query).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect((await fixture.team.get(`${endpoint.path}/deliveries/${ids[0]}?x=1`)).status).toBe(400);
    const created = await fixture.team.get(`${endpoint.path}/deliveries/${ids[3]}`);
    expect(created.data).toMatchObject({
      created_at: '2026-03-02T23:59:59.999Z',
      attempts: [],
      payload: null,
    });
  });
});

/** Every path in addition to the five operations; `:d` is a delivery. */
const paths: [method: string, path: string, word: string][] = [
  ['GET', '/webhooks/:w/deliveries', 'webhook endpoint'],
  ['GET', '/webhooks/:w/receptions', 'webhook endpoint'],
  ['GET', '/webhooks/:w/deliveries/:d', 'delivery'],
  ['POST', '/webhooks/:w/deliveries/:d/replay', 'delivery'],
  ['POST', '/webhooks/:w/replay', 'webhook endpoint'],
  ['POST', '/webhooks/:w/test', 'webhook endpoint'],
  ['POST', '/webhooks/:w/rotate-secret', 'webhook endpoint'],
];

describe('permissions', () => {
  /** An endpoint with a failed delivery. */
  async function failedOf(team: TestTeam): Promise<{ endpoint: Endpoint; delivery: string }> {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/', {}, team);
    await team.create('deals');
    const { id } = only(await fixture.stored(endpoint));
    await service.sql(
      `update deliveries set status = 'failed', next_attempt_at = null, completed_at = now() where id = $1`,
      [id],
    );
    return { endpoint, delivery: id };
  }
  const state = async () =>
    JSON.stringify([
      await service.sql('select * from webhooks order by id'),
      await service.sql('select * from deliveries order by id'),
      await service.sql('select * from events order by id'),
    ]);
  const at = (path: string, webhook: string, delivery: string) =>
    path.replace(':w', webhook).replace(':d', delivery);

  test('records of another team look like missing ones, on every path', async () => {
    const them = await service.team('Deles');
    const theirs = await failedOf(them);
    const ours = await failedOf(fixture.team);
    const before = await state();
    for (const [method, path] of paths) {
      const ask = (webhook: string, delivery: string) =>
        fixture.team.call(method, at(path, webhook, delivery), method === 'POST' ? {} : undefined);
      const missing = await ask(uuidv7(), uuidv7());
      expect(missing.status, path).toBe(404);
      expect(missing.error.code).toBe('NOT_FOUND');
      const attempts = [
        await ask(theirs.endpoint.id, theirs.delivery),
        await ask(theirs.endpoint.id.toUpperCase(), theirs.delivery.toUpperCase()),
        await ask('x', theirs.delivery),
        await ask(`${theirs.endpoint.id}x`, theirs.delivery),
        ...(path.includes(':d')
          ? [
              await ask(ours.endpoint.id, theirs.delivery),
              await ask(theirs.endpoint.id, ours.delivery),
              await ask(ours.endpoint.id, uuidv7()),
              await ask(ours.endpoint.id, 'x'),
            ]
          : []),
      ];
      for (const answer of attempts) {
        expect(answer.status, path).toBe(404);
        expect(answer.text, path).toBe(missing.text);
        expect(Object.keys(answer.headers)).toEqual(Object.keys(missing.headers));
      }
    }
    expect(await state()).toBe(before);
    // The same requests by the owning team.
    for (const [method, path] of paths) {
      const body = method === 'POST' ? {} : undefined;
      const answer = await them.call(method, at(path, theirs.endpoint.id, theirs.delivery), body);
      expect(answer.status, answer.text).toBe(path.endsWith('/test') ? 201 : 200);
    }
  });

  test('a delivery of another endpoint of the team is not found', async () => {
    const one = await failedOf(fixture.team);
    const otherEndpoint = await fixture.endpoint('http://127.0.0.1:9/');
    for (const [method, path] of paths.filter(([, each]) => each.includes(':d'))) {
      const body = method === 'POST' ? {} : undefined;
      const answer = await fixture.team.call(
        method,
        at(path, otherEndpoint.id, one.delivery),
        body,
      );
      expect(answer.status, path).toBe(404);
    }
    expect(only(await fixture.stored(one.endpoint)).status).toBe('failed');
  });

  test('a replay of a range affects this endpoint’s deliveries only', async () => {
    const them = await service.team('Deles');
    const theirs = await failedOf(them);
    const ours = await failedOf(fixture.team);
    const sibling = await failedOf(fixture.team);
    // Both endpoints have a delivery of one event: the second created the first one's.
    const answer = await fixture.team.post(`${ours.endpoint.path}/replay`);
    expect(answer.data.remaining).toBe(0);
    expect(only(await fixture.stored(theirs.endpoint)).status).toBe('failed');
    expect(only(await fixture.stored(sibling.endpoint)).status).toBe('failed');
  });

  test('a read-only key reads, and cannot replay, test or rotate', async () => {
    const { endpoint, delivery } = await failedOf(fixture.team);
    const { api_key } = await createKey(service.database.platform, fixture.team.id, {
      name: 'Leitura',
      scope: 'read',
      userId: null,
      expiresAt: null,
    });
    const before = await state();
    for (const [method, path] of paths) {
      const body = method === 'POST' ? {} : undefined;
      const answer = await call(
        service.app,
        api_key,
        method,
        at(path, endpoint.id, delivery),
        body,
      );
      expect([path, answer.status]).toEqual([path, method === 'POST' ? 403 : 200]);
      if (method === 'POST') expect(answer.error.code).toBe('FORBIDDEN');
      const nobody = await call(
        service.app,
        undefined,
        method,
        at(path, endpoint.id, delivery),
        body,
      );
      expect(nobody.status).toBe(401);
    }
    expect(await state()).toBe(before);
  });

  test('an idempotency key runs each of them once', async () => {
    const { endpoint, delivery } = await failedOf(fixture.team);
    const twice = async (path: string, body: unknown = {}) => {
      const headers = { 'idempotency-key': path };
      const first = await fixture.team.post(path, body, headers);
      expect([200, 201], first.text).toContain(first.status);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const after = await state();
      const second = await fixture.team.post(path, body, headers);
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(await state()).toBe(after);
      return first.data;
    };
    expect(await twice(`${endpoint.path}/deliveries/${delivery}/replay`)).toMatchObject({
      status: 'pending',
    });
    await service.sql(
      `update deliveries set status = 'failed', next_attempt_at = null, completed_at = now()`,
    );
    expect(await twice(`${endpoint.path}/replay`)).toEqual({
      replayed: 1,
      remaining: 0,
      next_from: null,
    });
    expect(await twice(`${endpoint.path}/test`)).toMatchObject({ event: 'webhook.test' });
    const rotated = await twice(`${endpoint.path}/rotate-secret`);
    expect(rotated.secret_token).not.toBe(endpoint.secret);
    const again = await fixture.team.post(
      `${endpoint.path}/replay`,
      { status: 'delivered' },
      {
        'idempotency-key': `${endpoint.path}/replay`,
      },
    );
    expect([again.status, again.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('meaningless bodies and queries are refused', async () => {
    const { endpoint, delivery } = await failedOf(fixture.team);
    const before = await state();
    for (const [method, path] of paths) {
      if (method !== 'POST') continue;
      const address = at(path, endpoint.id, delivery);
      for (const body of [{ x: 1 }, [], 'null', '{']) {
        const answer = await fixture.team.post(address, body);
        expect([path, answer.status], answer.text).toEqual([path, 400]);
      }
      expect((await fixture.team.post(`${address}?x=1`)).status).toBe(400);
    }
    for (const body of [{ status: 'pending' }, { from: 'x' }, { to: 5 }, { status: 'x' }]) {
      const answer = await fixture.team.post(`${endpoint.path}/replay`, body);
      expect([answer.status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect(await state()).toBe(before);
  });
});

describe('replays', () => {
  test('of one delivery: with any outcome, but not while it is in flight', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const receiver = await fixture.receiver(() => 200);
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver({ schedule: [hour] });
    const replay = async (id: string) => {
      const answer = await fixture.team.post(`${endpoint.path}/deliveries/${id}/replay`);
      expect(answer.status, answer.text).toBe(200);
      return answer.data;
    };
    await fixture.deals(1);
    await fixture.quiet();
    const { id } = only(await fixture.stored(endpoint));

    // Delivered.
    expect(await replay(id)).toMatchObject({
      id,
      status: 'pending',
      attempt_count: 1,
      completed_at: null,
    });
    await heard(receiver, 2);
    await fixture.quiet();
    expect(only(await fixture.stored(endpoint))).toMatchObject({
      status: 'delivered',
      attempts: 2,
    });

    // Waiting for its next attempt, then failed.
    receiver.script = () => 500;
    await replay(id);
    await heard(receiver, 3);
    await fixture.quiet();
    expect(only(await fixture.stored(endpoint))).toMatchObject({
      status: 'pending',
      waits: 1,
      attempts: 3,
    });
    await replay(id);
    await heard(receiver, 4);
    await fixture.quiet();
    expect(only(await fixture.stored(endpoint))).toMatchObject({
      status: 'pending',
      waits: 1,
      attempts: 4,
    });
    await nextAttempts();
    expect(only(await fixture.stored(endpoint))).toMatchObject({ status: 'failed', attempts: 5 });

    // In flight.
    receiver.script = async () => {
      await held;
      return 200;
    };
    await replay(id);
    await heard(receiver, 6);
    const [during] = await fixture.stored(endpoint);
    expect(during?.claim).not.toBeNull();
    expect(await replay(id)).toMatchObject({ id, status: 'pending', attempt_count: 5 });
    expect((await fixture.stored(endpoint))[0]).toEqual(during);
    release();
    await fixture.quiet();
    await sleep(150);
    expect(receiver.requests).toHaveLength(6);
    expect(only(await fixture.stored(endpoint))).toMatchObject({
      status: 'delivered',
      attempts: 6,
    });
    expect(new Set(receiver.requests.map(({ event }) => event))).toEqual(new Set([id]));
    expect((await detail(endpoint, id)).attempts).toHaveLength(6);
  });

  test('of a removed event are impossible', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver);
    const { stop } = fixture.deliver();
    await fixture.deals(2);
    await fixture.quiet();
    await stop();
    const [earlier, later] = await fixture.stored(endpoint);
    await service.sql('delete from events where id = $1', [earlier?.id]);
    const answer = await fixture.team.post(`${endpoint.path}/deliveries/${earlier?.id}/replay`);
    expect([answer.status, answer.error]).toEqual([
      409,
      { code: 'CONFLICT', message: 'The event is older than 30 days and no longer kept.' },
    ]);
    const many = await fixture.team.post(`${endpoint.path}/replay`, { status: 'delivered' });
    expect(many.data).toEqual({
      replayed: 1,
      remaining: 0,
      next_from: null,
    });
    expect((await fixture.stored(endpoint)).map(({ status }) => status)).toEqual([
      'delivered',
      'pending',
    ]);
    expect(later?.id).toBeTruthy();
    // One that was waiting when its event was removed.
    await service.sql('delete from events where id = $1', [later?.id]);
    fixture.deliver();
    await fixture.quiet();
    expect(last(await fixture.stored(endpoint))).toMatchObject({
      status: 'failed',
      reason: 'the event is older than 30 days and no longer kept',
      attempts: 1,
    });
    expect(receiver.requests).toHaveLength(2);
    expect((await detail(endpoint, String(later?.id))).payload).toBeNull();
  });

  /** Many failed deliveries with their events, one per second from a given time on. */
  async function plant(
    endpoint: Endpoint,
    count: number,
    from: string,
    status = 'failed',
    team = fixture.team,
  ) {
    await service.sql(
      `with e as (
         insert into events (team_id, id, type, record_id, created_at, payload)
         select $1, uuid7(at), 'deal.created', gen_random_uuid(), at, '{}' from (
           select $4::timestamptz + n * interval '1 second' as at from generate_series(0, $3 - 1) n) moments
         returning *)
       insert into deliveries (team_id, webhook_id, id, event, record_id, status, attempts, waits, completed_at, reason, created_at)
       select $1, $2, id, type, record_id, $5::delivery_status, 10, 9, now(), 'x', created_at from e`,
      [team.id, endpoint.id, count, from, status],
    );
  }

  test('of a range: failed ones by default, ten thousand at a time, the oldest first', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    await plant(endpoint, 10_050, '2026-03-01T00:00:00Z');
    await plant(endpoint, 30, '2026-04-01T00:00:00Z', 'delivered');
    const replay = async (body?: Json) => {
      const answer = await fixture.team.post(`${endpoint.path}/replay`, body);
      expect(answer.status, answer.text).toBe(200);
      const { replayed, remaining, next_from, ...others } = answer.data;
      expect(others).toEqual({});
      // Continuation point, while there is more.
      if (remaining === 0) expect(next_from).toBeNull();
      else expect(next_from).toBe('2026-03-01T02:46:45.000Z');
      return [replayed, remaining];
    };
    const count = async (where: string) =>
      (await service.sql(`select count(*)::int as n from deliveries where ${where}`))[0]?.n;

    // A time range, both ends included.
    expect(await replay({ from: '2026-03-01T00:00:10Z', to: '2026-03-01T00:00:14Z' })).toEqual([
      5, 0,
    ]);
    expect(
      await count(`status = 'pending' and waits = 0 and attempts = 10 and completed_at is null
        and claim is null and abs(extract(epoch from next_attempt_at - now())) < 60`),
    ).toBe(5);
    expect(await replay({ from: '2026-03-02', to: '2026-03-31' })).toEqual([0, 0]);
    expect(await replay({ to: '2026-02-28' })).toEqual([0, 0]);
    const april = { status: 'delivered', from: '2026-04-01T00:00:20Z' };
    // One type only: in the panel, like its list. v1 has no such filter.
    const ofType = (event: string) => fixture.team.post(`${endpoint.path}/replay`, { event });
    expect((await ofType('deal.created')).error.code).toBe('VALIDATION_ERROR');
    const admin = await makePerson(service, fixture.team, 'admin');
    const inPanel = async (event: string) =>
      (await admin.post(`${endpoint.path}/replay`, { ...april, event })).data.replayed;
    expect(await inPanel('task.created')).toBe(0);
    expect(await inPanel('deal.created')).toBe(10);
    expect(await replay({ status: 'delivered', to: '2026-04-01' })).toEqual([20, 0]);
    expect(await replay()).toEqual([10_000, 45]);
    expect(await count(`status = 'failed' and created_at < '2026-03-01T02:46:45Z'`)).toBe(0);
    expect(await count(`status = 'failed'`)).toBe(45);
    expect(await replay({ from: '2026-03-01T02:46:45.001Z' })).toEqual([44, 0]);
    expect(await replay({ from: '2026-03-01T02:46:45.000Z', to: null })).toEqual([1, 0]);
    expect(await replay({})).toEqual([0, 0]);
  });

  test('each event is read once, also if the statistics do not cover the team', async () => {
    const planted = 3_000;
    const otherTeam = await service.team();
    const elsewhere = await fixture.endpoint('http://127.0.0.1:9/', {}, otherTeam);
    await plant(elsewhere, 300, '2026-01-01T00:00:00Z', 'delivered', otherTeam);
    // From here on the planner expects a single row for any team but the other one.
    await service.sql('analyze events, deliveries, webhooks');
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    await plant(endpoint, planted, '2026-03-01T00:00:00Z');
    const { connection, secrets } = service;
    const database = openDatabase(connection, 'test', 2, () => {});
    const limit = rateLimit(0, undefined, makeLog('silent'));
    const app = await startApp(database, keysIn(database.platform), limit, secrets);
    const entriesRead = async () => {
      const [row] = await service.sql(
        `select sum(idx_tup_read)::int as n from pg_stat_user_indexes where relname = 'events'`,
      );
      return Number(row?.n);
    };
    const before = await entriesRead();
    const answer = await call(app, fixture.team.key, 'POST', `${endpoint.path}/replay`);
    expect(answer.data.replayed).toBe(planted);
    await app.close();
    // Connections report their counts when they close.
    await database.close();
    await expect.poll(entriesRead).toBeGreaterThan(before + planted - 1);
    expect((await entriesRead()) - before).toBeLessThan(3 * planted);
  });

  test('in steps: a database that is slow with many rows at once answers within the time of a request', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    await plant(endpoint, 10_002, '2026-03-01T00:00:00Z');
    const { connection, secrets } = service;
    const database = openDatabase(connection, 'test', 2, () => {}, defaultTimeouts.request);
    const limit = rateLimit(0, undefined, makeLog('silent'));
    const app = await startApp(database, keysIn(database.platform), limit, secrets);
    await service.sql(`create function be_slow() returns trigger language plpgsql as
      'begin perform pg_sleep(3) from changed having count(*) > 1000; return null; end'`);
    await service.sql(`create trigger slow after update on deliveries referencing new table as changed
      for each statement execute function be_slow()`);
    try {
      const answer = await call(app, fixture.team.key, 'POST', `${endpoint.path}/replay`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.data).toEqual({
        replayed: 10_000,
        remaining: 2,
        next_from: '2026-03-01T02:46:40.000Z',
      });
    } finally {
      await service.sql('drop function be_slow cascade');
      await app.close();
      await database.close();
    }
  });

  test('a range is delivered, for one record the oldest first', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver);
    await plant(endpoint, 40, '2026-03-01T00:00:00Z');
    // The planted bodies hold no id.
    await service.sql(`update events set payload = '{"id":"' || id::text || '"}'`);
    fixture.deliver();
    await fixture.team.post(`${endpoint.path}/replay`);
    await heard(receiver, 40);
    await fixture.quiet();
    expect(new Set(receiver.requests.map(({ event }) => event))).toEqual(
      new Set((await fixture.stored(endpoint)).map(({ id }) => id)),
    );
    for (const { status, attempts } of await fixture.stored(endpoint))
      expect([status, attempts]).toEqual(['delivered', 11]);
  });

  test('a test event goes to that endpoint only, regardless of its subscriptions', async () => {
    const receiver = await fixture.receiver();
    const bystander = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver, { events: [] });
    await fixture.endpoint(bystander, { events: ['*', 'webhook.test'] });
    fixture.deliver();
    const answer = await fixture.team.post(`${endpoint.path}/test`);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      webhook_id: endpoint.id,
      event: 'webhook.test',
      status: 'pending',
      attempt_count: 0,
      completed_at: null,
    });
    await heard(receiver, 1);
    await fixture.quiet();
    const received = only(receiver.requests);
    expect(received.event).toBe(answer.data.id);
    expect(dataOf(received)).toMatchObject({ type: 'webhook.test', previous: null });
    expect(dataOf(received).data).toEqual(await endpointOf(endpoint));
    expect(verifies(received, endpoint.secret)).toBe(true);
    expect(await detail(endpoint, received.event)).toMatchObject({ status: 'delivered' });
    expect(bystander.requests).toHaveLength(0);

    const deaf = await fixture.endpoint(receiver);
    await fixture.team.put(deaf.path, { url: null });
    for (const path of ['/test', '/replay'])
      expect((await fixture.team.post(`${deaf.path}${path}`)).status, path).toBe(409);
    expect(await fixture.stored(deaf)).toEqual([]);
  });
});

describe('the secret', () => {
  test('after a rotation both sign for a day; then only the new one', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver, { events: ['*'] });
    fixture.deliver();
    const before = await endpointOf(endpoint);
    const answer = await fixture.team.post(`/webhooks/${endpoint.id.toUpperCase()}/rotate-secret`);
    const fresh = String(answer.data.secret_token);
    expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(fresh).not.toBe(endpoint.secret);
    expect(answer.data).toEqual({
      ...before,
      updated_at: answer.data.updated_at,
      secret_token: fresh,
    });
    expect(await endpointOf(endpoint)).toEqual({ ...before, updated_at: answer.data.updated_at });

    const next = async () => {
      const sofar = receiver.requests.length;
      await fixture.team.post(`${endpoint.path}/test`);
      await heard(receiver, sofar + 1);
      await fixture.quiet();
      return last(receiver.requests);
    };
    const both = async (received: Received, [now, earlier]: [string, string], older?: string) => {
      expect(verifies(received, now)).toBe(true);
      expect(verifies(received, earlier, 'x-webhook-signature-previous')).toBe(true);
      expect(verifies(received, earlier)).toBe(false);
      expect(String(received.headers['webhook-signature']).split(' ')).toHaveLength(2);
      expect(verifiesStandard(received, now)).toBe(true);
      expect(verifiesStandard(received, earlier)).toBe(true);
      if (older !== undefined) expect(verifiesStandard(received, older)).toBe(false);
    };
    await both(await next(), [fresh, endpoint.secret]);
    await fixture.travel(day - minute);
    await both(await next(), [fresh, endpoint.secret]);
    await fixture.travel(2 * minute);
    const alone = await next();
    expect(verifies(alone, fresh)).toBe(true);
    expect(alone.headers).not.toHaveProperty('x-webhook-signature-previous');
    expect(String(alone.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(verifiesStandard(alone, fresh)).toBe(true);
    expect(verifiesStandard(alone, endpoint.secret)).toBe(false);

    // Twice in a day: the secret before the previous one is dropped.
    const third = String(
      (await fixture.team.post(`${endpoint.path}/rotate-secret`)).data.secret_token,
    );
    const fourth = String(
      (await fixture.team.post(`${endpoint.path}/rotate-secret`)).data.secret_token,
    );
    await both(await next(), [fourth, third], fresh);
  });

  test('it is shown when it is created, and nowhere else', async () => {
    const receiver = await fixture.receiver(() => 410);
    const endpoint = await fixture.endpoint(receiver, { events: ['*'] });
    await fixture.endpoint(await fixture.receiver(), { events: ['*'] });
    fixture.deliver();
    const rotated = await fixture.team.post(
      `${endpoint.path}/rotate-secret`,
      {},
      { 'idempotency-key': 'r' },
    );
    await fixture.team.post(`${endpoint.path}/test`);
    await heard(receiver, 1);
    await until(async () => (await endpointOf(endpoint)).is_active === false);
    const secrets = [endpoint.secret, String(rotated.data.secret_token)];
    // As text, and as the decoded base64.
    const forms = secrets.flatMap((secret) => [
      secret.slice('whsec_'.length, -1),
      Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'),
      Buffer.from(secret).toString('hex'),
    ]);
    const seen: [where: string, text: string][] = [['log', fixture.log.join('\n')]];
    for (const path of ['/webhooks', endpoint.path, `${endpoint.path}/deliveries`])
      seen.push([path, (await fixture.team.get(path)).text]);
    for (const { id } of await fixture.stored(endpoint))
      seen.push([id, (await fixture.team.get(`${endpoint.path}/deliveries/${id}`)).text]);
    const tables = await service.sql(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables)
      seen.push([String(name), JSON.stringify(await service.sql(`select t::text from ${name} t`))]);
    for (const [where, text] of seen)
      for (const form of forms) expect(text.includes(form), where).toBe(false);
    expect(fixture.log.join('\n')).toContain('a webhook endpoint was disabled');
    const put = await fixture.team.put(endpoint.path, { name: 'x', is_active: true });
    for (const form of forms) expect(put.text).not.toContain(form);
  });

  test('if it cannot be decrypted, nothing is sent unsigned; deliveries wait for their next attempts, and use no resources', async () => {
    const receiver = await fixture.receiver();
    const events = ['deal.created', 'deal.updated'];
    const endpoint = await fixture.endpoint(receiver, { events });
    const otherEndpoint = await fixture.endpoint('http://127.0.0.1:9/', { events: [] });
    // Simulates a changed key of the service: the secret is encrypted for another place.
    const swap = () =>
      service.sql(
        `update webhooks w set secret_token = o.secret_token from webhooks o
         where o.team_id = w.team_id and w.id = any ($1) and o.id = any ($1) and o.id <> w.id`,
        [[endpoint.id, otherEndpoint.id]],
      );
    await swap();
    fixture.deliver();
    const deal = await fixture.team.create('deals');
    await fixture.team.put(`/deals/${deal.id}`, { title: 'Depois' });
    await until(async () => (await fixture.stored(endpoint)).some(({ waits }) => waits > 0));
    await sleep(250);
    const [first] = await fixture.stored(endpoint);
    expect(first).toMatchObject({
      status: 'pending',
      waits: 1,
      claim: null,
      reason: expect.stringMatching(/^the secret of the endpoint cannot be decrypted/),
    });
    await calm();
    expect(receiver.connections).toBe(0);
    // It can be decrypted again.
    await swap();
    await nextAttempts();
    await heard(receiver, 2);
    await fixture.quiet();
    for (const row of await fixture.stored(endpoint))
      expect(row).toMatchObject({ status: 'delivered' });
    expect(receiver.requests.map((each) => dataOf(each).type).sort()).toEqual(events);
    for (const received of receiver.requests)
      expect(verifies(received, endpoint.secret)).toBe(true);
  });
});

describe('order', () => {
  test('first attempts for one record follow the order of its changes, one by one; other records run in parallel', async () => {
    const changes = 20;
    const open = new Map<string, number>();
    let most = 0;
    const parallel = 3;
    const overlaps: string[] = [];
    const firsts = new Set<string>();
    const receiver = await fixture.receiver(async (received) => {
      const record = recordOf(received);
      const isFirst = !firsts.has(received.event);
      firsts.add(received.event);
      if (isFirst) {
        if (open.has(record)) overlaps.push(record);
        open.set(record, 1);
        most = Math.max(most, open.size);
        // After the first answers, which allow more attempts at once, they wait for each other: a busy machine could deliver them one by one.
        if (firsts.size > 6) await until(() => most >= parallel);
      }
      await sleep(Math.random() * 25);
      if (isFirst) open.delete(record);
      const choice = Math.random();
      return choice < 0.2 ? 500 : choice < 0.3 ? 'break' : 200;
    });
    const endpoint = await fixture.endpoint(receiver, { events: ['deal.updated'] });
    // Retries come in between.
    fixture.deliver({ schedule: Array.from({ length: 30 }, () => 20) });
    const ids = await fixture.deals(6);
    await Promise.all(
      ids.map(async (id) => {
        for (let n = 0; n < changes; n += 1)
          await fixture.team.put(`/deals/${id}`, { title: `${n}` });
      }),
    );
    await fixture.quiet();
    await until(async () =>
      (await fixture.stored(endpoint)).every(({ status }) => status === 'delivered'),
    );
    const seen = new Set<string>();
    const order = Map.groupBy(
      receiver.requests.filter(({ event }) => {
        const isNew = !seen.has(event);
        seen.add(event);
        return isNew;
      }),
      recordOf,
    );
    expect(order.size).toBe(6);
    for (const requests of order.values())
      expect(requests.map((each) => (dataOf(each).data as Json).title)).toEqual(
        Array.from({ length: changes }, (_, n) => `${n}`),
      );
    expect(overlaps).toEqual([]);
    expect(most).toBeGreaterThanOrEqual(parallel);
    expect(receiver.requests.length).toBeGreaterThan(6 * changes);
  });

  test('a failure blocks no other delivery: retries do not precede first attempts', async () => {
    const receiver = await fixture.receiver(() => 500);
    await fixture.endpoint(receiver, { events: ['deal.created', 'deal.updated'] });
    fixture.deliver();
    const [id] = await fixture.deals(1);
    await fixture.quiet();
    await fixture.team.put(`/deals/${id}`, { title: 'Depois' });
    await heard(receiver, 2);
    expect(receiver.requests.map((each) => dataOf(each).type)).toEqual([
      'deal.created',
      'deal.updated',
    ]);
  });

  test('waiting deliveries are taken oldest first', async () => {
    const receiver = await fixture.receiver(() => sleep(20, 200));
    await fixture.endpoint(receiver);
    const ids: string[] = [];
    for (let n = 0; n < 48; n += 1) ids.push(String((await fixture.team.create('deals')).id));
    fixture.deliver();
    await heard(receiver, 48);
    await fixture.quiet();
    // Sixteen run at once, so the order may differ by that much.
    for (const [place, received] of receiver.requests.entries())
      expect(Math.abs(ids.indexOf(recordOf(received)) - place)).toBeLessThan(32);
    expect(ids.indexOf(recordOf(receiver.requests[0] ?? last(receiver.requests)))).toBeLessThan(16);
  });
});

describe('isolation', () => {
  test('receivers that hang or drip do not delay one that answers', async () => {
    const hanging = await fixture.receiver(() => 'hang');
    const dripping = await fixture.receiver(() => 'drip');
    const healthy = await fixture.receiver();
    const slow = [await fixture.endpoint(hanging), await fixture.endpoint(dripping)];
    const quick = await fixture.endpoint(healthy);
    fixture.deliver({ timeoutMs: 3_000 });
    // Each event reaches it while an attempt at the others is in flight.
    for (let count = 1; count <= 40; count += 1) {
      await fixture.team.create('deals');
      await heard(healthy, count);
    }
    await until(async () =>
      (await fixture.stored(quick)).every(({ status }) => status === 'delivered'),
    );
    expect(hanging.requests.length).toBeGreaterThan(0);
    expect(dripping.requests.length).toBeGreaterThan(0);
    for (const endpoint of slow) {
      const tried = async () =>
        (await fixture.stored(endpoint)).filter(({ attempts }) => attempts > 0);
      await until(async () => (await tried()).length > 0);
      for (const { reason } of await tried()) expect(reason).toBe('no answer within 3 s');
    }
  });

  test('two hundred waiting for a hanging receiver delay no other endpoint of the team', async () => {
    const hanging = await fixture.receiver(() => 'hang');
    const healthy = await fixture.receiver();
    const stuck = await fixture.endpoint(hanging);
    await fixture.deals(200);
    await fixture.endpoint(healthy, { events: ['client.created'] });
    fixture.deliver({ timeoutMs: 20_000 });
    await heard(hanging, 2);
    await fixture.team.create('clients');
    // Before the first hanging attempt times out.
    await heard(healthy, 1);
    expect((await fixture.stored(stuck)).filter(({ attempts }) => attempts > 0)).toEqual([]);
    // Many at once, with short claims.
    await sleep(300);
    expect(hanging.requests).toHaveLength(2);
    // No database connection is held in between.
    expect(
      await service.sql(
        `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      ),
    ).toEqual([]);
    const rows = (await fixture.stored(stuck)).filter(({ claim }) => claim !== null);
    expect(rows).toHaveLength(2);
    for (const { claimed_until } of rows) {
      expect(Number(claimed_until)).toBeGreaterThan(Date.now() + 20 * second);
      expect(Number(claimed_until)).toBeLessThan(Date.now() + minute);
    }
  });

  /** Sends nothing: attempts return the given results. */
  function fakeSender(attempt: (url: string) => Promise<Partial<Attempted>>) {
    const seen = { now: 0, most: 0, all: 0 };
    const sender: Sender = {
      async attempt({ url }) {
        seen.now += 1;
        seen.all += 1;
        seen.most = Math.max(seen.most, seen.now);
        const answer = await attempt(url);
        seen.now -= 1;
        return {
          status: 200,
          error: null,
          excerpt: null,
          durationMs: 5,
          retryAfterMs: null,
          ...answer,
        };
      },
      close() {},
    };
    return { sender, seen };
  }

  test('an endpoint gets few concurrent attempts until it answers quickly', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    await fixture.deals(100);
    let durationMs = 5_001;
    let quick = 0;
    const { sender, seen } = fakeSender(async () => {
      // Once two quick answers have opened the way, each waits for the others, however long a claim takes.
      if (durationMs === 5_000 && ++quick > 2) await until(() => seen.most >= 16);
      await sleep(20);
      return { durationMs };
    });
    fixture.deliver({ sender });
    await until(() => seen.all >= 10);
    expect(seen.most).toBe(2);
    durationMs = 5_000;
    await fixture.quiet(endpoint);
    expect(seen).toMatchObject({ most: 16, all: 100 });
  });

  test('a team whose endpoints all hang keeps its share of attempts, and no other team waits', async () => {
    const endpoints = 80;
    for (let n = 0; n < endpoints; n += 1) await fixture.endpoint('http://127.0.0.1:9/');
    await fixture.deals(3);
    const otherTeam = await service.team();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { sender, seen } = fakeSender(async (url) => {
      if (url.endsWith('/other')) return {};
      await held;
      return {};
    });
    fixture.deliver({ sender });
    await until(() => seen.now >= 125);
    await sleep(300);
    expect(seen.now).toBe(125);
    await otherTeam.create('webhooks', { url: 'http://127.0.0.1:9/other' });
    await otherTeam.create('deals');
    await until(() => seen.all === 126);
    release();
    await fixture.quiet();
    expect(seen.all).toBe(endpoints * 3 + 1);
  });

  test('one success among concurrent attempts ends a run of failures', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    let turn = 0;
    const failure = { status: 500, error: reasons.answered(500) };
    let gate: Promise<void> | undefined;
    const { sender } = fakeSender(async () => {
      const mine = turn++;
      await gate;
      return mine === 5 ? {} : failure;
    });
    const { stop } = fixture.deliver({ sender });
    const failingSince = async () =>
      only(await service.sql('select failing_since from webhooks where id = $1', [endpoint.id]))
        .failing_since;
    expect(await failingSince()).toBeNull();
    await fixture.deals(1);
    await fixture.quiet();
    const since = await failingSince();
    expect(since).toBeInstanceOf(Date);
    await fixture.deals(1);
    await fixture.quiet();
    // The time of the first failure.
    expect(await failingSince()).toEqual(since);
    await stop();
    await fixture.deals(6);
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    fixture.deliver({ sender });
    // Two, and after these have returned quickly the other four at once.
    await until(() => turn === 4);
    open();
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await until(() => turn === 8);
    open();
    await fixture.quiet();
    expect(await failingSince()).toBeNull();
    expect(
      (await fixture.stored(endpoint)).filter(({ status }) => status === 'delivered'),
    ).toHaveLength(1);
  });

  test('an attempt cut off by the end of the process is recorded; the delivery waits as before', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let turn = 0;
    const { sender, seen } = fakeSender(async () => {
      turn += 1;
      if (turn === 1) return { status: 500, error: reasons.answered(500) };
      await held;
      return { status: null, error: reasons.stopped() };
    });
    const { stop } = fixture.deliver({ sender });
    await fixture.deals(1);
    await fixture.quiet();
    await fixture.travel(10 * second);
    await until(() => seen.all === 2);
    const [under] = await fixture.stored(endpoint);
    const stopped = stop();
    release();
    await stopped;
    expect(only(await fixture.stored(endpoint))).toEqual({
      ...under,
      claim: null,
      claimed_until: null,
      reason: 'the receiver answered 500',
      attempts: 2,
      waits: 1,
    });
    expect((await detail(endpoint, under?.id ?? '')).attempts).toMatchObject([
      { status: 500 },
      { status: null, error: reasons.stopped().text },
    ]);
  });

  test('an attempt whose claim another process took over is recorded, and decides nothing', async () => {
    let release = () => {};
    const held = new Promise<number>((resolve) => {
      release = () => resolve(200);
    });
    const receiver = await fixture.receiver(() => held);
    const endpoint = await fixture.endpoint(receiver);
    const { stop } = fixture.deliver();
    await fixture.deals(1);
    await heard(receiver, 1);
    const otherClaim = uuidv7();
    await service.sql(`update deliveries set claim = $1`, [otherClaim]);
    release();
    await until(async () => (await service.sql('select 1 from delivery_attempts')).length === 1);
    await stop();
    const row = only(await fixture.stored(endpoint));
    expect(row).toMatchObject({
      status: 'pending',
      attempts: 0,
      claim: otherClaim,
      completed_at: null,
    });
    expect(row.claimed_until).toBeInstanceOf(Date);
    expect(only((await detail(endpoint, row.id)).attempts)).toMatchObject({
      status: 200,
      error: null,
    });
  });

  test('one hanging attempt does not block other deliveries of its endpoint', async () => {
    const receiver = await fixture.receiver(() => 'hang');
    await fixture.endpoint(receiver);
    fixture.deliver({ timeoutMs: 20_000 });
    await fixture.deals(1);
    await heard(receiver, 1);
    receiver.script = () => 200;
    await fixture.deals(1);
    // In less time than the hanging one has.
    await heard(receiver, 2, 15_000);
  });
});

describe('retention', () => {
  test('deletes what ended thirty days ago, with its parts; newer rows stay', async () => {
    const endpoint = await fixture.endpoint('http://127.0.0.1:9/');
    const team = fixture.team.id;
    const workflow = uuidv7();
    await service.sql(switchOffIntelligence);
    await service.sql(
      `insert into workflows (team_id, id, name, event, conditions, steps) values ($1, $2, 'W', 'deal.created', '[]', '[]')`,
      [team, workflow],
    );
    // 1,200 of everything thirty days and a minute ago, 30 a minute short of it.
    const old = `case when n <= 1200 then now() - interval '30 days 1 minute' else now() - interval '30 days' + interval '1 minute' end`;
    const rows = `(select n, gen_random_uuid() as id, ${old} as at from generate_series(1, 1230) n) r`;
    await service.sql(
      `insert into events (team_id, id, type, record_id, created_at, payload) select $1, id, 'deal.created', id, at, '{}' from ${rows}`,
      [team],
    );
    // Created long ago, ended recently: the end counts.
    await service.sql(
      `with d as (
         insert into deliveries (team_id, webhook_id, id, event, record_id, status, completed_at, created_at)
         select $1, $2, id, 'deal.created', id, case when n % 2 = 0 then 'failed' else 'delivered' end::delivery_status,
           at, at - interval '3 days' from ${rows} returning *)
       insert into delivery_attempts (team_id, webhook_id, delivery_id, id, duration_ms, started_at)
       select team_id, webhook_id, id, gen_random_uuid(), 1, completed_at from d, generate_series(1, 2)`,
      [team, endpoint.id],
    );
    const waiting = uuidv7();
    await service.sql(
      `insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, created_at)
       values ($1, $2, $3, 'deal.created', $3, now() + interval '1 hour', now() - interval '40 days')`,
      [team, endpoint.id, waiting],
    );
    await service.sql(
      `insert into receptions (team_id, webhook_id, id, status, reason, created_at) select $1, $2, id, 'rejected', 'x', at from ${rows}`,
      [team, endpoint.id],
    );
    await service.sql(
      `with w as (
         insert into workflow_runs (team_id, id, workflow_id, event_id, payload, depth, status, created_at, completed_at)
         select $1, id, $2, id, '{}', 1, 'done', at, at from ${rows} returning *)
       insert into workflow_steps (team_id, run_id, step, type, status) select team_id, id, 0, 'wait', 'done' from w`,
      [team, workflow],
    );
    const count = async (table: string) =>
      (await service.sql(`select count(*)::int as n from ${table}`))[0]?.n;
    const swept = await sweepOnce(service.database);
    expect(swept).toMatchObject({
      events: 1_200,
      deliveries: 1_200,
      receptions: 1_200,
      workflow_runs: 1_200,
    });
    expect(await count('events')).toBe(30);
    expect(await count('deliveries')).toBe(31);
    expect(await count('delivery_attempts')).toBe(60);
    expect(await count('receptions')).toBe(30);
    expect(await count('workflow_runs')).toBe(30);
    expect(await count('workflow_steps')).toBe(30);
    expect((await sweepOnce(service.database)).deliveries).toBe(0);
    await fixture.travel(2 * minute);
    expect(await sweepOnce(service.database)).toMatchObject({
      events: 30,
      deliveries: 30,
      receptions: 30,
      workflow_runs: 30,
    });
    expect((await fixture.stored(endpoint)).map(({ id }) => id)).toEqual([waiting]);
    expect(await count('delivery_attempts')).toBe(0);
    expect(await count('workflow_steps')).toBe(0);
  });
});

describe('if nothing can be sent', () => {
  test('a private address is not connected to, and the reason names it', async () => {
    const receiver = await fixture.receiver();
    const endpoint = await fixture.endpoint(receiver);
    const otherwise = await fixture.endpoint(`http://2130706433:${receiver.port}/`);
    fixture.deliver({ allow: [] });
    await fixture.deals(1);
    await fixture.quiet();
    for (const each of [endpoint, otherwise]) {
      const row = only(await fixture.stored(each));
      expect(row).toMatchObject({ status: 'pending', attempts: 1 });
      expect(row.reason).toBe('the address 127.0.0.1 is not public');
      const { attempts } = await detail(each, row.id);
      expect(only(attempts)).toMatchObject({ status: null, answer: null, error: row.reason });
    }
    expect(receiver.connections).toBe(0);
  });

  test.each([
    ['deleted', 'the endpoint no longer exists'],
    ['switched off', 'the endpoint was not active when this was due'],
    ['left without a url', 'the endpoint had no url when this was due'],
  ])(
    'waiting deliveries of an endpoint that is %s fail with a reason; nothing is sent, no resources are used',
    async (how, reason) => {
      const receiver = await fixture.receiver(() => 500);
      const endpoint = await fixture.endpoint(receiver);
      fixture.deliver();
      await fixture.deals(20);
      await fixture.quiet();
      expect(receiver.requests).toHaveLength(20);
      if (how === 'deleted') await fixture.team.delete(endpoint.path);
      else if (how === 'switched off') await fixture.team.put(endpoint.path, { is_active: false });
      else await fixture.team.put(endpoint.path, { url: null });
      await calm();
      expect((await fixture.stored(endpoint)).every(({ status }) => status === 'pending')).toBe(
        true,
      );
      await nextAttempts();
      for (const row of await fixture.stored(endpoint))
        expect(row).toMatchObject({
          status: 'failed',
          reason,
          attempts: 1,
          claim: null,
          completed_at: expect.any(Date),
        });
      expect(receiver.requests).toHaveLength(20);
      await calm();
      if (how === 'deleted')
        expect((await fixture.team.get(`${endpoint.path}/deliveries`)).status).toBe(404);
      else {
        const [row] = await fixture.stored(endpoint);
        expect((await detail(endpoint, row?.id ?? '')).attempts).toHaveLength(1);
      }
    },
  );

  test('an endpoint deleted while attempts are in flight leaves no claim', async () => {
    const receiver = await fixture.receiver(() => sleep(400, 500));
    const endpoint = await fixture.endpoint(receiver);
    fixture.deliver();
    await fixture.deals(5);
    await heard(receiver, 5);
    await fixture.team.delete(endpoint.path);
    await fixture.quiet();
    for (const row of await fixture.stored(endpoint))
      expect(row).toMatchObject({
        status: 'pending',
        attempts: 1,
        claim: null,
        claimed_until: null,
      });
    await nextAttempts();
    for (const row of await fixture.stored(endpoint))
      expect(row).toMatchObject({ status: 'failed', reason: 'the endpoint no longer exists' });
    expect(receiver.requests).toHaveLength(5);
  });
});
