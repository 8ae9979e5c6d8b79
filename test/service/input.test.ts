import { beforeAll, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';

/* Regression tests for inputs found by generated requests (torture/input.ts). */

const service = useSharedService();
let team: TestTeam;
/** An endpoint that creates tasks. */
let hook: Json;

beforeAll(async () => {
  team = await service.team();
  const project = await team.create('projects');
  const { body } = await team.get(`/pipelines?project_id=${project.id}`);
  const [board] = body.data as Json[];
  hook = await team.create('webhooks', { target_pipeline_id: board?.id });
});

const refused: [string, string, string | (() => Promise<string>)][] = [
  [
    'a number too large for a double',
    '/campaigns',
    async () => {
      const { id } = await team.create('projects');
      return `{"name":"a","project_id":"${id}","goals":{"reach":[1e400]}}`;
    },
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
    `{"name":"a","field_mapping":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  ],
];
test.each(refused)('%s is refused', async (_, path, body) => {
  const answer = await team.post(path, typeof body === 'string' ? body : await body());
  expect(answer.status, answer.text.slice(0, 300)).toBe(400);
});

const taken: [string, string, string, string, unknown][] = [
  [
    'a name without characters for a slug',
    '/webhooks',
    '{"name":"😀"}',
    'slug',
    'webhook-endpoint',
  ],
  [
    'an offset of almost a day',
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
  ['emoji up to the limit', '/deals', `{"title":"${'😀'.repeat(255)}"}`, 'title', '😀'.repeat(255)],
];
test.each(taken)('%s is accepted', async (_, path, body, field, value) => {
  const answer = await (await service.team()).post(path, body);
  expect(answer.status, answer.text.slice(0, 300)).toBe(201);
  expect(answer.data[field]).toBe(value);
});

const rejections: [string, string, string][] = [
  [
    'a value that is 100,000 levels deep',
    '{"title":"a"}',
    `{"a":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`,
  ],
  [
    'a template of many values of many letters',
    `{"description":"${'{{a}}'.repeat(2_000)}"}`,
    `{"a":"${'x'.repeat(500_000)}"}`,
  ],
  ['a field that tasks do not have', '{"__proto__":"a"}', '{"a":1}'],
];
test.each(rejections)('%s creates no task', async (_, mapping, payload) => {
  const set = await team.put(`/webhooks/${hook.id}`, `{"field_mapping":${mapping}}`);
  expect(set.status, set.text).toBe(200);
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/hooks/${team.slug}/${hook.slug}`,
    headers: {
      authorization: `Bearer ${hook.secret_token}`,
      'content-type': 'application/json',
    },
    payload,
  });
  expect(answer.statusCode, answer.payload).toBe(400);
});

test('a task after one at the greatest position can be sent back as it was read', async () => {
  const first = await team.create('tasks');
  expect((await team.put(`/tasks/${first.id}`, { position: 1e15 })).status).toBe(200);
  const next = await team.create('tasks', { project_id: first.project_id });
  const same = await team.put(`/tasks/${next.id}`, next);
  expect(same.status, same.text).toBe(200);
  expect(same.data).toEqual(next);
});

test('an error names the invalid fields, each with its reason and limit', async () => {
  const fieldsOf = async (path: string, body?: unknown) => {
    const answer = body === undefined ? await team.get(path) : await team.post(path, body);
    return (answer.error as unknown as Json).fields;
  };
  const project = { name: 'x'.repeat(256), status: 'done', color: 'azul', nome: 1, tags: 1 };
  expect(await fieldsOf('/projects', project)).toEqual([
    { name: 'nome', code: 'unknown' },
    { name: 'tags', code: 'unknown' },
    { name: 'name', code: 'too_long', limit: 255 },
    { name: 'status', code: 'not_allowed' },
    { name: 'color', code: 'invalid_format' },
  ]);
  expect(
    await fieldsOf('/deals', {
      title: '',
      value: -1,
      probability: 101,
      tags: Array.from({ length: 101 }, (_, i) => `t${i}`),
      expected_close_date: '2026-02-30',
      description: 7,
    }),
  ).toEqual([
    { name: 'title', code: 'too_short', limit: 1 },
    { name: 'description', code: 'wrong_type' },
    { name: 'value', code: 'too_small', limit: 0 },
    { name: 'probability', code: 'too_large', limit: 100 },
    { name: 'expected_close_date', code: 'invalid_format' },
    { name: 'tags', code: 'too_many', limit: 100 },
  ]);
  expect(await fieldsOf('/deals', {})).toEqual([{ name: 'title', code: 'required' }]);
  expect(await fieldsOf('/deals?limit=101&sort=color&page=0&x=1')).toEqual([
    { name: 'x', code: 'unknown' },
    { name: 'page', code: 'invalid_format' },
    { name: 'limit', code: 'too_large', limit: 100 },
    { name: 'sort', code: 'not_allowed' },
  ]);
  const client = { type: 'PF', name: 'Ana', cpf: '529.982.247-25' };
  await team.create('clients', client);
  expect(await fieldsOf('/clients', client)).toEqual([{ name: 'cpf', code: 'duplicate' }]);
  expect(await fieldsOf(`/deals/${crypto.randomUUID()}`)).toBeUndefined();
  // A name that holds a key is not repeated.
  const [secret] = (await fieldsOf('/deals', { title: 'a', [team.key]: 1 })) as Json[];
  expect(secret).toEqual({ name: `${team.key.slice(0, 6)}…`, code: 'unknown' });
});
