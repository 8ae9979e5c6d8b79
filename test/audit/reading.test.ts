import { expect, test } from 'vitest';
import { csvLine } from '../../server/platform/csv.ts';
import { type Json, useService } from '../harness.ts';
import { makePerson } from '../people.ts';

/* Who may read what was done, and by what it is found. */
const service = useService();

test('admins and owners read it, members do not, and nobody that of another team', async () => {
  const [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  const [owner, admin, member] = [
    await makePerson(service, ours, 'owner'),
    await makePerson(service, ours, 'admin'),
    await makePerson(service, ours, 'member'),
  ];
  const deal = await ours.create('deals', { title: 'Site' });
  await member.put(`/deals/${deal.id}`, { title: 'Loja' });
  const foreign = await theirs.create('deals');
  for (const person of [owner, admin]) {
    const answer = await person.get('/audit');
    expect(answer.status, answer.text).toBe(200);
    const all = answer.body.data as Json[];
    expect(all).toMatchObject([
      {
        actor: 'user',
        actor_id: member.userId,
        session_id: member.sessionId,
        operation: 'deals.update',
        record_type: 'deals',
        record_id: deal.id,
        before: { title: 'Site' },
        after: { title: 'Loja' },
      },
      { actor: 'key', operation: 'deals.create' },
    ]);
    expect(all[0]?.user_name).toEqual(expect.any(String));
    expect(all.map(({ actor_name, record_name }) => [actor_name, record_name])).toEqual([
      [all[0]?.user_name, 'Loja'],
      [expect.any(String), 'Loja'],
    ]);
    expect((await person.get(`/audit?record_id=${foreign.id}`)).body.data).toEqual([]);
  }
  expect((await member.get('/audit')).status).toBe(403);
});

test('it is found by actor, record, operation and time, and goes on behind a page', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin');
  const deal = await team.create('deals', { title: 'Site' });
  await admin.put(`/deals/${deal.id}`, { title: 'Loja' });
  await admin.post('/deals', { title: 'Feira' });
  const found = async (query: string) =>
    ((await admin.get(`/audit?${query}`)).body.data as Json[]).map(({ operation }) => operation);
  expect(await found(`record_id=${deal.id}`)).toEqual(['deals.update', 'deals.create']);
  expect(await found(`actor_id=${admin.userId}`)).toEqual(['deals.create', 'deals.update']);
  expect(await found('operation=deals.update')).toEqual(['deals.update']);
  expect(await found('from=2999-01-01')).toEqual([]);
  expect(await found('to=2020-01-01')).toEqual([]);
  const first = await admin.get('/audit?limit=2');
  const next = /<(\?[^>]+)>/.exec(String(first.headers.link))?.[1];
  const second = await admin.get(`/audit${next}`);
  const ids = [first, second].flatMap(({ body }) => (body.data as Json[]).map(({ id }) => id));
  expect(new Set(ids).size).toBe(3);
});

test('a cell of a spreadsheet is never a formula', () => {
  expect(csvLine(['=1+1', '@x', '-1', '+5511', 'a;b', 'a"b', -1, null, { a: '=1' }])).toBe(
    `'=1+1;'@x;'-1;'+5511;"a;b";"a""b";-1;;"{""a"":""=1""}"\r\n`,
  );
});
