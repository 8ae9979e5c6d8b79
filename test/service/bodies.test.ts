import { beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#server/features/registry.ts';
import { inputsOf, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';

/* Limits on the content of a body, in addition to its bytes: processing takes only a moment, whatever the body holds. */

const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

const bound =
  'The body must have at most 10000 keys and 50000 values, nested at most 64 levels deep.';
const numbered = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join();
const tooMuch: [string, string][] = [
  ['levels', `{"x":${'{"\\n":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
  ['keys', `{${numbered(10_001, (i) => `"k${i}":1`)}}`],
  ['values', `{"x":[${numbered(50_001, () => '[]')}]}`],
];

test.each(tooMuch)('no operation accepts too many %s', async (_, body) => {
  const id = '0193a8a0-0000-7000-8000-000000000000';
  const operations = [
    ...resources.flatMap(({ table: { path } }) => [
      ['POST', path],
      ['PUT', `${path}/${id}`],
    ]),
    ['POST', '/msgapp/messages'],
    ['POST', `/webhooks/${id}/replay`],
    ['POST', `/webhooks/${id}/test`],
    ['POST', `/webhooks/${id}/rotate-secret`],
  ] as [string, string][];
  for (const [method, path] of operations) {
    const answer = await team.call(method, path, body);
    expect([answer.status, answer.error], path).toEqual([
      400,
      { code: 'VALIDATION_ERROR', message: bound },
    ]);
  }
});

test('a hook refuses it like other unreadable bodies', async () => {
  const endpoint = await team.create('webhooks', { target_pipeline_id: team.pipeline.id });
  for (const [, payload] of tooMuch) {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/api/hooks/${team.slug}/${endpoint.slug}`,
      headers: {
        authorization: `Bearer ${endpoint.secret_token}`,
        'content-type': 'application/json',
      },
      payload,
    });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, bound]);
  }
  const { body } = await team.get(`/webhooks/${endpoint.id}/receptions`);
  expect(body.data).toMatchObject(tooMuch.map(() => ({ status: 'rejected', reason: bound })));
});

test('of thousands of unknown fields, twenty are named and all are counted', async () => {
  const answer = await team.post('/deals', `{${numbered(9_999, (i) => `"k${i}":1`)}}`);
  expect(answer.status).toBe(400);
  expect(answer.error.message).toMatch(/^"k0" is not a field of a deal; .*; and 9980 more\.$/);
  const nul = await team.post('/deals', `{${numbered(9_000, (i) => `"k${i}":"\\u0000"`)}}`);
  expect(nul.error.message).toMatch(/^"k0" must not contain a NUL .*; and 8980 more\.$/);
});

/** Fields that accept any object, with their resource. */
const free = resources.flatMap(({ table: resource }) =>
  inputsOf(resource)
    .update.accepts.filter((name) => resource.fields[name]?.check({ any: [{ object: 1 }] }))
    .map((name) => ({ resource, name })),
);

test('the free-form objects are those of the interface', () => {
  expect(free.map(({ name }) => name)).toEqual(['goals', 'field_mapping']);
});

describe.each(free)('$name', ({ resource, name }) => {
  const most = 65_536;
  /** An object whose JSON has the given number of bytes. */
  const sized = (bytes: number, letter = 'é'): Json => {
    const room = bytes - '{"a":""}'.length;
    return { a: letter.repeat(room / 2) + 'x'.repeat(room - 2 * Math.floor(room / 2)) };
  };
  const deep = (levels: number): Json => (levels === 1 ? {} : { a: deep(levels - 1) });

  test('accepts up to 64 kB of JSON and 32 levels', async () => {
    const { id } = await team.create(resource.name);
    const put = (value: Json) => team.put(`${resource.path}/${id}`, { [name]: value });
    for (const value of [sized(most), deep(32), { a: '\n'.repeat(most / 2 - 4) }]) {
      const taken = await put(value);
      expect([taken.status, JSON.stringify(taken.data[name])], taken.text.slice(0, 200)).toEqual([
        200,
        JSON.stringify(value),
      ]);
    }
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));
    expect((await put(many)).status).toBe(200);
    for (const value of [
      sized(most + 1),
      sized(1_000_000),
      deep(33),
      { a: '\n'.repeat(most / 2) },
      { a: Array(40_000).fill(1) },
    ]) {
      const refused = await put(value);
      expect([refused.status, refused.error.message]).toEqual([
        400,
        `${name} must be an object of at most 65536 bytes of JSON, at most 32 levels deep.`,
      ]);
    }
    const created = await team.post(resource.path, {
      ...(await team.create(resource.name)),
      [name]: sized(most + 1),
    });
    expect([created.status, created.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(created.error.message).toContain(`${name} must be an object of at most`);
  });

  test('an object stored with a larger size is read, listed, and kept when other fields change', async () => {
    const { id } = await team.create(resource.name, { name: 'Grande' });
    const large = sized(900_000);
    await service.sql(`update ${resource.name} set ${name} = $1 where id = $2`, [large, id]);
    const changed = await team.put(`${resource.path}/${id}`, { name: 'Maior' });
    expect([changed.status, changed.data.name]).toEqual([200, 'Maior']);
    expect(changed.data[name]).toEqual(large);
    expect((await team.get(`${resource.path}/${id}`)).data[name]).toEqual(large);
  });
});

test('an address whose texts have their maximum length is stored', async () => {
  const texts = ['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip_code'];
  const address = Object.fromEntries(
    [...texts, 'country'].map((key) => [key, '\u0001'.repeat(255)]),
  );
  const made = await team.create('clients', { type: 'PF', name: 'Ana', address });
  expect(made.address).toEqual(address);
  expect(Buffer.byteLength(JSON.stringify(made.address))).toBeLessThan(65_536);
});
