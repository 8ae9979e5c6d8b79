import { beforeAll, describe, expect, test } from 'vitest';
import { registry, resources } from '#server/features/registry.ts';
import type { Actor } from '#server/operations/context.ts';
import { maskedFor } from '#server/operations/masking.ts';
import { isAlways } from '#server/records/fields.ts';
import {
  type Json,
  resourceNamed,
  type TestTeam,
  useSharedService,
} from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* The value of deals: a member who may not see values can neither read nor infer it, by any request. */
const service = useSharedService();

let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { seesValues: false });
  bia = await makePerson(service, team, 'member');
});

const whole = async (id: unknown) => (await team.get(`/deals/${id}`)).data;

test('a deal is shown without its value, in a list and on its own', async () => {
  const deal = await team.create('deals', { title: 'Site', value: 15_000.5 });
  expect((await ana.get(`/deals/${deal.id}`)).data).toEqual({ ...deal, value: null });
  const list = await ana.get('/deals?search=site&limit=100');
  expect(list.body.data).toEqual([{ ...deal, value: null }]);
  expect(list.body.pagination).toMatchObject({ total: 1 });
  expect((await bia.get(`/deals/${deal.id}`)).data).toEqual(deal);
  expect((await bia.get('/deals?search=site')).body.data).toEqual([deal]);
});

test('a page of large records is masked too', async () => {
  const { id } = await team.create('deals', {
    title: 'Grande',
    description: 'á'.repeat(50_000),
    value: 9,
    phase: 'enorme',
  });
  for (let i = 0; i < 11; i++)
    await team.create('deals', {
      title: 'Grande',
      description: 'ß'.repeat(50_000),
      value: 9,
      phase: 'enorme',
    });
  const answer = await ana.get('/deals?phase=enorme&limit=100');
  const deals = answer.body.data as Json[];
  expect(deals).toHaveLength(12);
  expect(deals.map(({ value }) => value)).toEqual(deals.map(() => null));
  expect(deals).toContainEqual({ ...(await whole(id)), value: null });
});

test.each([
  'sort=value',
  'sort=-value',
  'min_value=10',
  'max_value=10',
  'status=ativo&min_value=1&sort=title',
])('a list by %s is refused: its order or length would reveal values', async (query) => {
  const answer = await ana.get(`/deals?${query}`);
  expect(answer.status).toBe(403);
  expect(answer.error).toMatchObject({ code: 'FORBIDDEN' });
  expect((await bia.get(`/deals?${query}`)).status).toBe(200);
});

test('every other sort and filter works as usual', async () => {
  const { sorts, filters } = resourceNamed('deals');
  const others = [
    ...Object.keys(sorts).filter((name) => name !== 'value'),
    ...Object.keys(sorts).flatMap((name) => (name === 'value' ? [] : [`-${name}`])),
  ];
  for (const sort of others) expect((await ana.get(`/deals?sort=${sort}`)).status).toBe(200);
  for (const name of Object.keys(filters).filter((name) => !/_value$/.test(name)))
    expect((await ana.get(`/deals?${name}=`)).status).toBe(200);
});

describe('writing', () => {
  test('a value is refused, and nothing is stored', async () => {
    const before = (await ana.get('/deals?limit=100')).text;
    const made = await ana.post('/deals', { title: 'Novo', value: 0 });
    expect([made.status, made.error.code]).toEqual([403, 'FORBIDDEN']);
    const deal = await team.create('deals', { title: 'Campanha', value: 7 });
    const changed = await ana.put(`/deals/${deal.id}`, { title: 'Outra', value: 7 });
    expect([changed.status, changed.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await whole(deal.id)).toEqual(deal);
    await team.delete(`/deals/${deal.id}`);
    expect((await ana.get('/deals?limit=100&status=ativo')).text).not.toContain('Novo');
    expect(before).not.toContain('Novo');
  });

  test('other fields work, and a deal sent back as it was shown keeps its value', async () => {
    const made = await ana.post('/deals', { title: 'Vídeo' });
    expect([made.status, made.data.value]).toEqual([201, null]);
    const deal = await team.create('deals', { title: 'Marca', value: 7 });
    const { data: seen } = await ana.get(`/deals/${deal.id}`);
    const changed = await ana.put(`/deals/${deal.id}`, { ...seen, phase: 'proposta' });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.data).toMatchObject({ phase: 'proposta', value: null });
    expect(await whole(deal.id)).toMatchObject({ phase: 'proposta', value: 7 });
  });

  test('the event of the change contains the value', async () => {
    const deal = await team.create('deals', { title: 'Loja', value: 123 });
    await ana.put(`/deals/${deal.id}`, { title: 'Loja nova' });
    const events = await service.sql(
      `select payload::text from events where team_id = $1 and type = 'deal.updated' order by id desc limit 1`,
      [team.id],
    );
    expect(JSON.parse(String(events[0]?.payload))).toMatchObject({
      data: { title: 'Loja nova', value: 123 },
    });
  });

  test('an answer is not replayed to a user who sees more or less', async () => {
    const key = { 'idempotency-key': 'the same' };
    const [first, second] = [
      await bia.post('/deals', { title: 'Igual' }, key),
      await ana.post('/deals', { title: 'Igual' }, key),
    ];
    expect(first.status).toBe(201);
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });
});

test('admins and owners see values: they create the keys, endpoints and workflows that carry them', async () => {
  const deal = await team.create('deals', { value: 12 });
  for (const role of ['admin', 'owner'] as const) {
    const person = await makePerson(service, team, role, { seesValues: false });
    expect((await person.get(`/deals/${deal.id}`)).data).toEqual(deal);
    expect((await person.own('GET', '/account/teams')).body.data).toMatchObject([
      { sees_values: true },
    ]);
  }
});

test('operations that return complete records of others are not for members', () => {
  const names = registry.panel.flatMap(({ name, allow }) =>
    allow.user === 'member' ? [name.split('.')[0]] : [],
  );
  for (const name of ['events', 'deliveries', 'receptions', 'webhooks', 'workflows', 'keys'])
    expect(names).not.toContain(name);
});

test('a confidential field may be null, since null is shown instead', () => {
  const fields = resources.flatMap(({ table }) => Object.values(table.fields));
  const confidential = fields.filter(({ isConfidential }) => isConfidential);
  expect(confidential).not.toEqual([]);
  for (const field of confidential) expect(isAlways(field)).toBe(false);
});

test('the changed fields of a record are masked like the record', () => {
  const actor: Actor = {
    kind: 'user',
    userId: '',
    personId: '',
    sessionId: '',
    role: 'member',
    seesValues: false,
    mayExport: false,
    authenticatedAt: 0,
  };
  const deals = resourceNamed('deals');
  expect(maskedFor(actor, deals)({ value: 1, title: 'x' })).toEqual({ value: null, title: 'x' });
  expect(maskedFor(actor, deals)({ title: 'x' })).toEqual({ title: 'x' });
  expect(maskedFor({ ...actor, seesValues: true }, deals)({ value: 1 })).toEqual({ value: 1 });
  expect(maskedFor({ kind: 'system' }, deals)({ value: 1 })).toEqual({ value: 1 });
});
