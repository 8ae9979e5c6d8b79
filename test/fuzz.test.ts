import { createHmac } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readables, resources } from '../server/app.ts';
import { type ErrorCode, statusOf } from '../server/errors.ts';
import tasks from '../server/resources/tasks.ts';
import { createKey } from '../server/teams.ts';
import { deliveries } from '../server/webhooks/deliveries.ts';
import { receptions } from '../server/webhooks/receptions.ts';
import { type Contract, contractOf, isObject, type Operation } from './contract.ts';
import { type Json, type TestTeam, useService } from './harness.ts';
import { anything, damaged, expand, type HostileRequest, hostileRequest } from './hostile.ts';
import { changesOf, recordsOf, type Sample } from './records.ts';

/*
 * Whatever comes in, the service answers as it promises: never a 5xx, always the envelope, a code that goes with the
 * status, an answer as the OpenAPI document describes it, and no word of its inside.
 *
 * FUZZ_RUNS sets how many requests (1,000), FUZZ_SEED repeats a run (the seed is printed).
 */
const runs = Number(process.env.FUZZ_RUNS ?? 1_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const timeout = 60_000 + runs * 100;

const service = useService();
let contract: Contract;
let team: TestTeam;
let other: TestTeam;
let readKey: string;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** An endpoint of the team that receives: its address after /api/hooks, and its secret. */
const hook = { id: '', address: '', secret: '' };

/** Ids by what they are ids of; those of the other team behind `foreign`. */
const ids = new Map<string, string[]>();
const idsOf = (mark: string) => {
  const known = ids.get(mark) ?? [];
  ids.set(mark, known);
  return known;
};

beforeAll(async () => {
  team = await service.team();
  other = await service.team();
  contract = contractOf((await service.app.inject('/api/openapi.json')).json());
  const { api_key } = await createKey(service.database.platform, team.id, {
    name: 'Read',
    scope: 'read',
    userId: null,
    expiresAt: null,
  });
  readKey = api_key;
  for (const [one, prefix] of [
    [team, ''],
    [other, 'foreign '],
  ] as const) {
    idsOf(`${prefix}users`).push(...one.users);
    idsOf(`${prefix}squads`).push(one.squad);
    idsOf(`${prefix}contracts`).push(one.contract);
    idsOf(`${prefix}pipelines`).push(one.pipeline.id);
    idsOf(`${prefix}columns`).push(...one.pipeline.columns.map(({ id }) => id));
    for (const { resource } of resources) {
      for (let i = 0; i < 3; i++)
        idsOf(`${prefix}${resource.name}`).push((await one.create(resource.name)).id as string);
    }
    await furnish(one, prefix);
  }
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => agent.destroy());

/** Endpoints that were told something, of which some failed, and one that receives whatever a task may hold. */
async function furnish(one: TestTeam, prefix: string): Promise<void> {
  for (let i = 0; i < 2; i++)
    idsOf(`${prefix}listeners`).push(
      (await one.create('webhooks', { url: 'https://example.com/pauta' })).id as string,
    );
  const project = await one.create('projects');
  const { data } = await one.get(`/pipelines?project_id=${project.id}`);
  const [board] = data as unknown as Json[];
  const mapped = tasks.resource.accepts.create.filter(
    (field) => !['project_id', 'pipeline_id', 'column'].includes(field),
  );
  const made = await one.create('webhooks', {
    target_pipeline_id: board?.id,
    field_mapping: {
      ...Object.fromEntries(mapped.map((field) => [field, field])),
      description: '{{description}} {{title}}',
    },
  });
  const address = `${one.slug}/${made.slug}`;
  idsOf(`${prefix}hooks`).push(address);
  if (prefix === '')
    Object.assign(hook, { id: made.id, address, secret: made.secret_token as string });
  for (let i = 0; i < 5; i++) await one.create('deals');
  await one.post('/msgapp/messages', {
    inbox_id: one.inbox,
    phone: '5511900000001',
    content: 'Olá',
  });
  await service.sql(
    `update deliveries set status = 'failed', next_attempt_at = null, completed_at = now(), reason = 'x'
    where team_id = $1 and event = 'deal.created' and webhook_id = $2`,
    [one.id, idsOf(`${prefix}listeners`)[0]],
  );
  for (const { resource } of readables) {
    const known = idsOf(`${prefix}${resource.name}`);
    const rows = await service.sql(
      `select id from ${resource.name} where team_id = $1 order by id limit 40`,
      [one.id],
    );
    for (const { id } of rows) if (!known.includes(String(id))) known.push(String(id));
  }
  const told = await service.sql('select webhook_id, id from deliveries where team_id = $1', [
    one.id,
  ]);
  idsOf(`${prefix}delivery places`).push(
    ...told.map(({ webhook_id, id }) => `${webhook_id}/deliveries/${id}`),
  );
}

let turns = 0;
const mark = (name: string): string => {
  turns += 1;
  if (name === 'key') return team.key;
  if (name === 'read key') return readKey;
  if (name === 'secret') return hook.secret;
  if (name === 'phone') return `5511${String(100_000_000 + turns)}`;
  const known = idsOf(name);
  return known[turns % known.length] ?? `«${name}»`;
};

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}
interface Got {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

/** A text as it may stand in a URL that node:http sends: the rest is escaped, what is escaped already stays. */
const escapedUrl = (text: string) =>
  text.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));

function prepare({ method, path, query, headers, body }: HostileRequest): Sent {
  const written = query.map(({ name, value, raw }) => {
    const encode = raw ? escapedUrl : (text: string) => encodeURIComponent(text.toWellFormed());
    return `${encode(expand(name, mark))}=${encode(expand(value, mark))}`;
  });
  const bytes = body === undefined ? undefined : damaged(expand(body.text, mark), body.damage);
  const signature = createHmac('sha256', hook.secret)
    .update(bytes ?? '')
    .digest('hex');
  // Node.js sends and receives the bytes of a header as latin1.
  const sendable = Object.entries(headers).map(
    ([name, value]) =>
      [name, expand(value, (known) => (known === 'signature' ? signature : mark(known)))] as const,
  );
  return {
    method,
    url: escapedUrl(expand(path, mark)) + (written.length > 0 ? `?${written.join('&')}` : ''),
    headers: Object.fromEntries(sendable),
    body: bytes,
  };
}

async function inject({ method, url, headers, body }: Sent): Promise<Got> {
  const response = await service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, headers: response.headers, text: response.payload };
}

function overHttp({ method, url, headers, body }: Sent, isChunked: boolean): Promise<Got> {
  // Said outright: for some methods the client would send a body that nothing announces.
  const framing: Record<string, string> =
    body === undefined
      ? {}
      : isChunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, agent, method, path: url, headers: { ...headers, ...framing } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.setTimeout(20_000, () => request.destroy(new Error('no answer in 20 s')));
    request.on('error', reject);
    // In two pieces, so that chunks end anywhere.
    if (body && isChunked && body.length > 1) {
      request.write(body.subarray(0, 1));
      request.end(body.subarray(1));
    } else request.end(body);
  });
}

const operationOf = ({ method, url }: Sent): Operation | undefined => {
  const [path = ''] = url.split('?', 1);
  // Whoever resolves `.` and `..` on the way asks for another path.
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) return undefined;
  return contract.operations.find(
    (each) =>
      each.method === method &&
      new RegExp(`^/api${each.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
};

/** What an error message never holds; names that the caller sent stand in it as JSON texts and do not count. */
const inside =
  /select |insert |delete from|update .* set|\bat [/\w.<>]+ ?\(|node_modules|file:|\.ts\b|\.js\b|syntax error|pg_|constraint|violates|relation |undefined|\[object|NaN|Infinity|ECONN|FST_|HPE_/i;
const withoutQuotes = (message: string) => message.replace(/"(?:[^"\\]|\\.)*"/g, '""');

function checkAnswer(sent: Sent, got: Got): void {
  const { status, headers, text } = got;
  const label = `${status} ${text.slice(0, 500)}`;
  expect(status, label).toBeLessThan(500);
  const id = headers['x-request-id'];
  expect(id, label).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  const own = sent.headers['x-request-id'];
  // Bytes that never became a request have no id of their own.
  const isRequest = headers['cache-control'] !== undefined;
  if (isRequest && own !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(own)) expect(id).toBe(own);
  if (sent.method === 'HEAD') {
    expect(text).toBe('');
    return;
  }
  expect(headers['content-type'], label).toBe('application/json; charset=utf-8');
  expect(Number(headers['content-length']), label).toBe(Buffer.byteLength(text));
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) throw new Error(`no envelope: ${label}`);
  if (status < 400) {
    expect(body.success, label).toBe(true);
    expect(['success,data', 'success,data,pagination'], label).toContain(Object.keys(body).join());
  } else {
    const { code, message } = body.error as { code: ErrorCode; message: string };
    expect(body, label).toEqual({ success: false, error: { code, message } });
    expect(statusOf[code], label).toBe(status);
    expect(withoutQuotes(message), label).not.toMatch(inside);
    expect(message.length, label).toBeLessThan(10_000);
    expect(message.isWellFormed(), label).toBe(true);
    if (status === 405) expect(headers.allow, label).toMatch(/GET|POST/);
    if (status === 401) expect(headers['www-authenticate'], label).toBe('Bearer');
  }
  const operation = operationOf(sent);
  if (operation) expect(contract.wrongAnswer(operation, status, body), label).toBeUndefined();
}

/** A record that was made is from now on one of those that requests are about. */
function remember(sent: Sent, got: Got): void {
  if (got.status !== 201) return;
  const tested = /^\/api\/v1\/webhooks\/([^/]+)\/test$/.exec(sent.url)?.[1];
  const made = resources.find(({ resource }) => `/api/v1${resource.path}` === sent.url);
  const id = (JSON.parse(got.text) as { data: { id: string } }).data.id;
  if (tested !== undefined) idsOf('delivery places').push(`${tested}/deliveries/${id}`);
  if (made) {
    const known = idsOf(made.resource.name);
    known.push(id);
    if (known.length > 40) known.shift();
  }
}

test(
  `${runs} hostile requests are answered as promised`,
  async () => {
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (hostile) => {
        const sent = prepare(hostile);
        const got =
          hostile.over === 'inject' || !isSendable(sent)
            ? await inject(sent)
            : await overHttp(sent, hostile.over === 'http chunked');
        counts.set(got.status, (counts.get(got.status) ?? 0) + 1);
        checkAnswer(sent, got);
        remember(sent, got);
        if (hostile.path.includes('«foreign'))
          expect(got.status, got.text).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: runs, seed, endOnFailure: process.env.FUZZ_SHRINK === '0' },
    );
    const said = [...counts]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    console.info(`fuzz: seed ${seed}; ${said.join(', ')}`);
    // A run that meets only one kind of answer tells nothing.
    if (runs >= 1_000)
      expect([...counts.keys()]).toEqual(
        expect.arrayContaining([200, 201, 202, 400, 401, 403, 404, 405, 413, 415, 422]),
      );
    expect((await service.app.inject('/health/ready')).statusCode).toBe(200);
    const ofOne = [deliveries, receptions].flatMap(({ path }) =>
      [...idsOf('listeners'), hook.id].map((id) => path.replace(':id', id)),
    );
    for (const path of [
      ...[...resources, ...readables].map(({ resource }) => resource.path),
      ...ofOne,
    ]) {
      // What came in that way can be read, page by page.
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await team.get(`${path}?limit=100&page=${page}`);
        expect(list.status, list.text.slice(0, 300)).toBe(200);
        pages = (list.body.pagination as { pages: number }).pages;
      }
    }
  },
  timeout,
);

/** What a field_mapping may say where a value is to be found. */
const source = fc.oneof(
  fc
    .constantFrom(
      'a',
      'b',
      'c',
      'a.b',
      'a[0]',
      '{{a}}',
      '{{a}} and {{b}}',
      '{{c.d}}',
      '{{{a}}}',
      'x',
    )
    .map((text) => JSON.stringify(text)),
  anything,
);
const taskFields = tasks.resource.accepts.create;

test(
  'whatever a field_mapping says and a sender tells becomes a task or is refused and kept',
  async () => {
    const counts = new Map<number, number>();
    const objectOf = (names: readonly string[], value: fc.Arbitrary<string>) =>
      fc
        .array(fc.tuple(fc.constantFrom(...names), value), { minLength: 1, maxLength: 4 })
        .map(
          (all) => `{${all.map(([name, part]) => `${JSON.stringify(name)}:${part}`).join(',')}}`,
        );
    await fc.assert(
      fc.asyncProperty(
        objectOf([...taskFields, 'title', 'description', 'tags', '__proto__', 'id'], source),
        objectOf(['a', 'b', 'c', '__proto__'], anything),
        async (mapping, payload) => {
          const told = await team.put(
            `/webhooks/${hook.id}`,
            expand(`{"field_mapping":${mapping}}`, mark),
          );
          expect(told.status, told.text.slice(0, 300)).toBeLessThan(500);
          const sent: Sent = {
            method: 'POST',
            url: `/api/hooks/${hook.address}`,
            headers: {
              authorization: `Bearer ${hook.secret}`,
              'content-type': 'application/json',
            },
            body: Buffer.from(expand(payload, mark)),
          };
          const got = await inject(sent);
          counts.set(got.status, (counts.get(got.status) ?? 0) + 1);
          checkAnswer(sent, got);
          const { error, data } = JSON.parse(got.text) as { error?: Json; data?: Json };
          const list = await team.get(`${receptions.path.replace(':id', hook.id)}?limit=1`);
          expect((list.body.data as Json[])[0]).toMatchObject(
            got.status === 202
              ? { status: 'accepted', task_id: data?.task_id }
              : { status: 'rejected', reason: error?.message },
          );
        },
      ),
      { numRuns: Math.ceil(runs / 5), seed, endOnFailure: process.env.FUZZ_SHRINK === '0' },
    );
    if (runs >= 1_000) expect([...counts.keys()].sort()).toEqual([202, 400]);
  },
  timeout,
);

/** Whether node:http's own client would send it, and read the answer whatever the service does with the connection. */
function isSendable({ method, url, headers, body }: Sent): boolean {
  const isLegal = Object.values(headers).every((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  const length = url.length + JSON.stringify(headers).length;
  const isRefusedEarly = length > 10_000 && (method === 'HEAD' || (body?.length ?? 0) > 10_000);
  return (
    isLegal && !isRefusedEarly && headers.upgrade === undefined && (body?.length ?? 0) < 1_000_000
  );
}

describe.each(resources.map(({ resource }) => ({ name: resource.name, resource })))(
  '$name',
  ({ resource }) => {
    const { path } = resource;
    const times = Math.max(4, Math.ceil(runs / 100));

    /** What the answer holds of the sample: the values as they were sent, but for what trimming and the like do. */
    const holds = (data: Json, sample: Sample) => {
      for (const [field, value] of Object.entries(sample.expected)) {
        expect(JSON.stringify(data[field]), field).toBe(JSON.stringify(value));
      }
    };

    test(
      'values come back as they went in, are found, change and go',
      async () => {
        const fresh = await service.team();
        await fc.assert(
          fc.asyncProperty(
            recordsOf(resource),
            changesOf(resource),
            fc.nat(),
            async (record, change, n) => {
              const given = await record(fresh);
              const made = await fresh.post(path, given.body);
              expect(made.status, made.text.slice(0, 500)).toBe(201);
              holds(made.data, given);
              const url = `${path}/${made.data.id}`;
              const shownOnce = Object.keys(resource.shownOnce ?? {});
              const kept = Object.fromEntries(
                Object.entries(made.data).filter(([key]) => !shownOnce.includes(key)),
              );
              const first = await fresh.get(url);
              expect(JSON.stringify(first.data)).toBe(JSON.stringify(kept));

              // In every list that it belongs to: by each filter on a value it has, by its name, in any order.
              const title = String(kept.title ?? kept.name ?? kept.custom_name ?? '');
              const queries = [
                '',
                ...Object.keys(resource.filters)
                  .filter(
                    (filter) => filter in kept && kept[filter] !== null && kept[filter] !== '',
                  )
                  .map((filter) => `&${filter}=${encodeURIComponent(String(kept[filter]))}`),
                ...(resource.search && title.trim() !== ''
                  ? [`&search=${encodeURIComponent(title)}`]
                  : []),
              ];
              const sorts = Object.keys(resource.sorts);
              const query = `sort=${n % 2 ? '-' : ''}${sorts[n % sorts.length]}${queries[n % queries.length]}`;
              const found: Json[] = [];
              const limit = n % 3 ? 7 : 100;
              for (let page = 1, total = 1; (page - 1) * limit < total; page++) {
                const list = await fresh.get(`${path}?limit=${limit}&page=${page}&${query}`);
                expect(list.status, list.text.slice(0, 500)).toBe(200);
                found.push(...(list.body.data as Json[]));
                total = (list.body.pagination as { total: number }).total;
                expect(found.length, query).toBe(Math.min(page * limit, total));
              }
              expect(new Set(found.map(({ id }) => id)).size, query).toBe(found.length);
              const own = found.filter(({ id }) => id === kept.id);
              expect(JSON.stringify(own), query).toBe(JSON.stringify([kept]));

              // Sent back as it was read, nothing changes.
              const same = await fresh.put(url, kept);
              expect(same.status, same.text.slice(0, 500)).toBe(200);
              expect(JSON.stringify(same.data)).toBe(JSON.stringify(kept));

              const next = await change(fresh, kept);
              const changed = await fresh.put(url, next.body);
              expect(changed.status, changed.text.slice(0, 500)).toBe(200);
              holds(changed.data, next);
              for (const field of Object.keys(kept).filter((each) => !next.touched.has(each))) {
                expect(JSON.stringify(changed.data[field]), field).toBe(
                  JSON.stringify(kept[field]),
                );
              }
              expect((await fresh.get(url)).text).toBe(changed.text);

              const deleted = await fresh.delete(url);
              expect(deleted.status, deleted.text).toBe(200);
              const gone = await fresh.get(url);
              const isGone = 'deleted' in deleted.data || 'deleted_at' in deleted.data;
              expect(gone.status).toBe(isGone ? 404 : 200);
              if (!isGone) expect((await fresh.delete(url)).text).toBe(deleted.text);
            },
          ),
          { numRuns: times, seed },
        );
      },
      timeout,
    );
  },
);

describe('found by such requests', () => {
  const refused: [string, string, string][] = [
    [
      'a number that no double holds',
      '/campaigns',
      '{"name":"a","project_id":"«projects»","goals":{"reach":[1e400]}}',
    ],
    ['a password in an address', '/webhooks', '{"name":"a","url":"https://:secret@example.com"}'],
    ['a line end in an address', '/webhooks', '{"name":"a","url":"https://exa\\nmple.com"}'],
    [
      'a control character in an address',
      '/webhooks',
      '{"name":"a","url":"https://example.com/\\u0007"}',
    ],
    ['an address without //', '/webhooks', '{"name":"a","url":"https:example.com"}'],
    [
      'an instant before the calendar',
      '/activities',
      '{"title":"a","occurred_at":"0001-01-01T00:00:00+00:01"}',
    ],
    [
      'an instant after the calendar',
      '/activities',
      '{"title":"a","occurred_at":"9999-12-31T23:59:59-00:01"}',
    ],
    [
      'JSON that is 100,000 levels deep',
      '/webhooks',
      '{"name":"a","field_mapping":«100000×{"a":»1«100000×}»}',
    ],
  ];
  test.each(refused)('%s is refused', async (_, path, body) => {
    const answer = await team.post(path, expand(body, mark));
    expect(answer.status, answer.text.slice(0, 300)).toBe(400);
  });

  const taken: [string, string, string, string, unknown][] = [
    ['a name that leaves no slug', '/webhooks', '{"name":"😀"}', 'slug', 'webhook-endpoint'],
    [
      'an offset of most of a day',
      '/activities',
      '{"title":"a","occurred_at":"2026-01-01T10:00:00+23:59"}',
      'occurred_at',
      '2025-12-31T10:01:00.000Z',
    ],
    [
      'a comma before the fraction',
      '/activities',
      '{"title":"a","occurred_at":"2026-01-01T10:00:00,5Z"}',
      'occurred_at',
      '2026-01-01T10:00:00.500Z',
    ],
    ['emoji up to the limit', '/deals', '{"title":"«255×😀»"}', 'title', '😀'.repeat(255)],
  ];
  test.each(taken)('%s is taken', async (_, path, body, field, value) => {
    const fresh = await service.team();
    const answer = await fresh.post(path, expand(body, mark));
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    expect(answer.data[field]).toBe(value);
  });

  const told: [string, string, string][] = [
    ['a value that is 100,000 levels deep', '{"title":"a"}', '{"a":«100000×[»1«100000×]»}'],
    [
      'a template of many values of many letters',
      '{"description":"«2000×{{a}}»"}',
      '{"a":"«500000×x»"}',
    ],
    ['a field of no task', '{"__proto__":"a"}', '{"a":1}'],
  ];
  test.each(told)('%s becomes no task', async (_, mapping, payload) => {
    const set = await team.put(
      `/webhooks/${hook.id}`,
      expand(`{"field_mapping":${mapping}}`, mark),
    );
    expect(set.status, set.text).toBe(200);
    const answer = await service.app.inject({
      method: 'POST',
      url: `/api/hooks/${hook.address}`,
      headers: { authorization: `Bearer ${hook.secret}`, 'content-type': 'application/json' },
      payload: expand(payload, mark),
    });
    expect(answer.statusCode, answer.payload).toBe(400);
  });

  test('a task behind one at the greatest position can be sent back as it was read', async () => {
    const first = await team.create('tasks');
    expect((await team.put(`/tasks/${first.id}`, { position: 1e15 })).status).toBe(200);
    const next = await team.create('tasks', { project_id: first.project_id });
    const same = await team.put(`/tasks/${next.id}`, next);
    expect(same.status, same.text).toBe(200);
    expect(same.data).toEqual(next);
  });
});
