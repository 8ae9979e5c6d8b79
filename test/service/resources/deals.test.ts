import { beforeAll, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';

const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

const titles = (answer: { body: Json }) => (answer.body.data as Json[]).map((row) => row.title);

test('defaults, nested client, and read-only fields', async () => {
  const client = await team.create('clients', { name: 'Clínica' });
  const deal = await team.create('deals', {
    client_id: client.id,
    ai_summary: 'x',
    currency: 'USD',
    loss_reason: 'x',
  });
  expect(deal).toMatchObject({
    phase: 'lead',
    priority: 'media',
    status: 'ativo',
    currency: 'BRL',
    is_starred: false,
    ai_summary: null,
    loss_reason: null,
  });
  expect(deal.client).toEqual({ id: client.id, name: 'Clínica' });
  expect((await team.put(`/deals/${deal.id}`, { loss_reason: 'preço' })).data.loss_reason).toBe(
    'preço',
  );
});

test('GET /v1/phases returns the team’s list in order, then other phases of deals', async () => {
  const [freshTeam, otherTeam] = [await service.team(), await service.team()];
  const phases = async () => (await freshTeam.get('/phases')).data.phases;
  expect(await phases()).toEqual([]);
  for (const phase of ['Orçamento', 'ganho', 'avulso', 'Orçamento', 'bônus'])
    await freshTeam.create('deals', { phase });
  await otherTeam.create('deals', { phase: 'deles' });
  const unlisted = (phase: string) => ({ phase, meaning: 'open', is_listed: false });
  expect(await phases()).toEqual(['avulso', 'bônus', 'ganho', 'Orçamento'].map(unlisted));
  await service.sql('update teams set deal_phases = $2, won_phases = $3 where id = $1', [
    ...[freshTeam.id, ['novo', 'ganho'], ['ganho']],
  ]);
  expect(await phases()).toEqual([
    { phase: 'novo', meaning: 'open', is_listed: true },
    { phase: 'ganho', meaning: 'won', is_listed: true },
    ...['avulso', 'bônus', 'Orçamento'].map(unlisted),
  ]);
  expect((await freshTeam.get('/phases?limit=1')).status).toBe(400);
});

test('GET /v1/tags returns the tags of each kind, the most used first', async () => {
  const [freshTeam, otherTeam] = [await service.team(), await service.team()];
  const none = { clients: [], contacts: [], deals: [], tasks: [], activities: [] };
  expect((await freshTeam.get('/tags')).data).toEqual(none);
  await otherTeam.create('deals', { tags: ['deles'] });
  await freshTeam.create('deals', { tags: ['raro', 'vip'] });
  await freshTeam.create('deals', { tags: ['vip', 'Açaí'] });
  await freshTeam.create('contacts', { tags: ['fornecedor'] });
  await freshTeam.create('tasks', { tags: ['capa'] });
  const trashed = await freshTeam.create('tasks', { tags: ['lixo'] });
  await freshTeam.delete(`/tasks/${trashed.id}`);
  expect((await freshTeam.get('/tags')).data).toEqual({
    ...none,
    contacts: ['fornecedor'],
    deals: ['vip', 'Açaí', 'raro'],
    tasks: ['capa'],
  });
});

test('value: at least 0, at most two decimals, up to 999,999,999,999.99', async () => {
  for (const value of [0, 0.1, 10.55, 1234567.89, 999_999_999_999.99]) {
    const deal = await team.create('deals', { value });
    expect(deal.value).toBe(value);
    expect((await team.get(`/deals/${deal.id}`)).text).toContain(`"value":${value},`);
  }
  for (const value of [-0.01, 0.001, 10.555, 1e12, '10', true, 1e-7]) {
    expect((await team.post('/deals', { title: 'x', value })).status, String(value)).toBe(400);
  }
  expect((await team.post('/deals', '{"title":"x","value":1e400}')).status).toBe(400);
});

test('probability is 0 to 100, phase 1 to 64 characters', async () => {
  for (const probability of [0, 33.3, 100])
    expect((await team.create('deals', { probability })).probability).toBe(probability);
  for (const probability of [-1, 100.1, '50'])
    expect((await team.post('/deals', { title: 'x', probability })).status).toBe(400);
  expect((await team.create('deals', { phase: 'p'.repeat(64) })).phase).toHaveLength(64);
  for (const phase of ['', ' ', 'p'.repeat(65), 5])
    expect((await team.post('/deals', { title: 'x', phase })).status).toBe(400);
});

test('min_value and max_value are inclusive bounds of the value; unset values are excluded', async () => {
  const freshTeam = await service.team();
  for (const [title, value] of [
    ['a', 10],
    ['b', 20.5],
    ['c', null],
    ['d', 30],
  ] as const)
    await freshTeam.create('deals', { title, value });
  const find = async (query: string) => titles(await freshTeam.get(`/deals?sort=title&${query}`));
  expect(await find('min_value=20.5')).toEqual(['b', 'd']);
  expect(await find('max_value=20.50')).toEqual(['a', 'b']);
  expect(await find('min_value=11&max_value=29.99')).toEqual(['b']);
  expect(await find('min_value=-5')).toEqual(['a', 'b', 'd']);
  for (const query of [
    'min_value=x',
    'max_value=1e400',
    'min_value=0x10',
    'min_value=NaN',
    'min_value=1,5',
  ]) {
    expect((await freshTeam.get(`/deals?${query}`)).status, query).toBe(400);
  }
});

test('from and to are whole UTC days, both inclusive', async () => {
  const freshTeam = await service.team();
  for (const [title, at] of [
    ['before', '2026-03-09T23:59:59.999Z'],
    ['first', '2026-03-10T00:00:00Z'],
    ['last', '2026-03-11T23:59:59.999Z'],
    ['after', '2026-03-12T00:00:00Z'],
  ] as const) {
    const { id } = await freshTeam.create('deals', { title });
    await service.sql('update deals set created_at = $2 where id = $1', [id, at]);
  }
  const find = async (query: string) =>
    titles(await freshTeam.get(`/deals?sort=created_at&${query}`));
  expect(await find('from=2026-03-10&to=2026-03-11')).toEqual(['first', 'last']);
  expect(await find('from=2026-03-12')).toEqual(['after']);
  expect(await find('to=2026-03-09')).toEqual(['before']);
  expect(await find('to=9999-12-31&from=0001-01-01')).toHaveLength(4);
  for (const query of ['from=2026-02-30', 'to=yesterday', 'from=2026-3-1', 'to=10000-01-01']) {
    expect((await freshTeam.get(`/deals?${query}`)).status, query).toBe(400);
  }
});

test('phase sorts by the team’s list, others after it; alphabetically without a list', async () => {
  const freshTeam = await service.team();
  await service.sql(`update teams set deal_phases = '{lead,proposta,ganho}' where id = $1`, [
    freshTeam.id,
  ]);
  for (const phase of ['ganho', 'outra', 'lead', 'Abc', 'proposta'])
    await freshTeam.create('deals', { title: phase, phase });
  expect(titles(await freshTeam.get('/deals?sort=phase'))).toEqual([
    'lead',
    'proposta',
    'ganho',
    'Abc',
    'outra',
  ]);
  expect(titles(await freshTeam.get('/deals?sort=-phase'))).toEqual([
    'outra',
    'Abc',
    'ganho',
    'proposta',
    'lead',
  ]);
  const [deal] = (await freshTeam.get('/deals?phase=Abc')).body.data as Json[];
  await freshTeam.put(`/deals/${deal?.id}`, { phase: 'lead' });
  expect(titles(await freshTeam.get('/deals?sort=phase')).slice(0, 2)).toEqual(['lead', 'Abc']);
  for (const phase of ['zeta', 'Beta'])
    await team.create('deals', { title: phase, phase, source: 'ordem' });
  expect(titles(await team.get('/deals?sort=phase&source=ordem'))).toEqual(['Beta', 'zeta']);
});

test('DELETE archives, and a second one gets the same answer; status reverts it', async () => {
  const { id } = await team.create('deals');
  const deleted = await team.delete(`/deals/${id}`);
  expect(deleted.data).toEqual({
    id,
    status: 'arquivado',
    archived_at: expect.stringMatching(/Z$/),
  });
  expect((await team.delete(`/deals/${id}`)).text).toBe(deleted.text);
  expect((await team.put(`/deals/${id}`, { status: 'ativo' })).data.status).toBe('ativo');
  const born = await team.create('deals', { status: 'arquivado', is_starred: true });
  expect([born.status, born.is_starred]).toEqual(['arquivado', true]);
  expect((await team.delete(`/deals/${born.id}`)).data.archived_at).toBe(born.created_at);
});

test('tags: at most 100 of 1 to 100 characters, trimmed, kept in order, repeats dropped', async () => {
  expect((await team.create('deals', { tags: [' b', 'a', 'b', 'a '] })).tags).toEqual(['b', 'a']);
  for (const tags of [
    Array.from({ length: 101 }, (_, i) => `t${i}`),
    [''],
    ['x'.repeat(101)],
    [1],
    'a',
    { a: 1 },
    [null],
  ]) {
    expect((await team.post('/deals', { title: 'x', tags })).status).toBe(400);
  }
});
