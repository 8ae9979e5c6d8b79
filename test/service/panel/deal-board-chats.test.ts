import { beforeAll, expect, test } from 'vitest';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Cards of clients with thousands of contacts: the latest unresolved conversations of the team are read first, then those of the clients
 * without one of these.
 */
const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;

/** Clients with the number of their contacts and of their unresolved conversations; `at` is the day of the latest one. */
const clients = [
  { name: 'Grande', contacts: 10_050, conversations: 5_050, at: '2026-08-20' },
  { name: 'Recente', contacts: 3, conversations: 2, at: '2026-08-30' },
  { name: 'Antigo', contacts: 3, conversations: 2, at: '2024-01-01' },
  { name: 'Sem conversa', contacts: 2, conversations: 0, at: '2026-08-30' },
];

beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  for (const [n, { name, contacts, conversations, at }] of clients.entries()) {
    const client = await team.create('clients', { type: 'PJ', name });
    await team.create('deals', { title: `Site de ${name}`, client_id: client.id });
    await service.sql(
      `with people as (
        insert into contacts (team_id, id, phone, jid, client_id)
        select $1::uuid, uuid7(), '55' || 11900000000 + $3::int * 100000 + i, 'x', $2::uuid from generate_series(1, $4::int) i returning id)
      insert into conversations (team_id, id, inbox_id, contact_id, last_message_at, status, snoozed_until)
      select $1, uuid7(), $5, p.id, $7::timestamptz - p.n * interval '1 hour', (case when p.n = 1 then 'snoozed' else 'open' end)::conversation_status,
        case when p.n = 1 then '2099-01-01'::timestamptz end
      from (select id, row_number() over (order by id) as n from people) p where p.n <= $6::int`,
      [team.id, client.id, n, contacts, team.inbox, conversations, at],
    );
  }
  await wrongTotals(service.database.platform, true);
});

test('each links to the contact with the latest unresolved conversation of its client', async () => {
  const latest = await service.sql(
    `select distinct on (c.name) c.name, v.contact_id
    from clients c left join contacts k on k.client_id = c.id left join conversations v on v.contact_id = k.id and v.status <> 'resolved'
    where c.team_id = $1 order by c.name, v.last_message_at desc nulls last, v.id`,
    [team.id],
  );
  expect(latest.filter(({ contact_id }) => contact_id === null)).toMatchObject([
    { name: 'Sem conversa' },
  ]);
  const { data } = await ana.get('/deals/board');
  const cards = (data.cards as Json[]).map(({ client, contact_id }) => ({
    name: (client as Json).name,
    contact_id,
  }));
  expect(cards.sort((a, b) => String(a.name).localeCompare(String(b.name), 'pt'))).toEqual(latest);
});

test('a board of another team links to none of them', async () => {
  const elsewhere = await service.team('Deles');
  await elsewhere.create('deals', { title: 'Deles', client_id: null });
  const foreign = await makePerson(service, elsewhere, 'owner');
  expect((await foreign.get('/deals/board')).data.cards).toMatchObject([{ contact_id: null }]);
});
