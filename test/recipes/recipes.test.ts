import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kinds } from '#server/mcp/record-kinds.ts';
import type { Json } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/* Results of the recipes in test/recipes/*.md, after test/recipes.ts has followed them in a copy of the checkout. */

const fixture = useWorkflows();
const { service } = fixture;
const fileAt = (path: string) => readFileSync(path, 'utf8');

test('the field is stored, filtered, changed in bulk, audited and read by workflows', async () => {
  const team = await service.team();
  const ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  await fixture.workflow(team, {
    conditions: [{ field: 'lost_to', op: 'eq', value: 'Concorrente' }],
    steps: [{ type: 'create_activity', with: { title: 'Perdido para {{deal.lost_to}}' } }],
  });
  const lost = await team.create('deals', { lost_to: 'Concorrente' });
  const otherDeal = await team.create('deals', {});
  expect([lost.lost_to, otherDeal.lost_to]).toEqual(['Concorrente', null]);
  const deals = (await team.get('/deals?lost_to=Concorrente')).body.data as Json[];
  expect(deals.map(({ id }) => id)).toEqual([lost.id]);
  const change = { kind: 'deals', ids: [otherDeal.id], change: { lost_to: 'Outra' } };
  expect((await ana.post('/bulk', change)).data).toMatchObject({ done: 1, refused: 0 });
  const [entry] = (await ana.get(`/history?record_type=deals&record_id=${otherDeal.id}`)).body
    .data as Json[];
  expect(entry).toMatchObject({ before: { lost_to: null }, after: { lost_to: 'Outra' } });
  await fixture.settled(team);
  const done = (await team.get('/activities')).body.data as Json[];
  expect(done.map(({ title }) => title)).toEqual(['Perdido para Concorrente']);
});

test('the field and the resource are in the clients, and the field in n8n and for agents', () => {
  for (const file of [
    'packages/sdk/src/schema.ts',
    'packages/python/pauta/types.py',
    'docs/collections/pauta.postman_collection.json',
  ])
    for (const name of ['lost_to', 'invoice']) expect(fileAt(file), file).toContain(name);
  expect(kinds.deals.get?.output).toMatchObject({ table: { fields: { lost_to: {} } } });
});

test('an invoice is created, found, filtered, named in the audit log, and deleted', async () => {
  const team = await service.team();
  const ana = await makePerson(service, team, 'admin', { name: 'Ana' });
  const client = await team.create('clients', { name: 'Padaria Aurora' });
  const body = { title: 'Site, primeira metade', client_id: client.id, amount: 1500.5 };
  const { data: invoice } = await team.post('/invoices', body);
  expect(invoice).toMatchObject({ ...body, status: 'draft', client: { name: client.name } });
  const invoices = (await ana.get('/invoices?search=metade&status=draft')).body.data as Json[];
  expect(invoices.map(({ id }) => id)).toEqual([invoice.id]);
  expect((await team.put(`/invoices/${invoice.id}`, { status: 'lost' })).status).toBe(400);
  const [entry] = (await ana.get(`/audit?record_id=${invoice.id}`)).body.data as Json[];
  expect(entry).toMatchObject({ operation: 'invoices.create', record_name: body.title });
  const view = { resource: 'invoices', name: 'Pagas', scope: 'team', query: { status: 'paid' } };
  expect((await ana.post('/views', view)).status).toBe(201);
  expect((await team.delete(`/invoices/${invoice.id}`)).status).toBe(200);
});
