import { beforeAll, expect, test } from 'vitest';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * A search of conversations reads the matching contacts if there are few, and the list in order if there are many; it reads all matches if
 * the page does not fill in this way. Each is compared with all matching conversations.
 */
const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;

/** By age, the latest first: more than are searched in order, then more than are read as matches. */
const kinds = [
  { name: 'Frequente', count: 20_100 },
  { name: 'Campanha', count: 5_100 },
  { name: 'Xilogravura', count: 30 },
];

beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  await service.sql(
    `with kinds as (select name, count, row_number() over () as n from json_to_recordset($3) k (name text, count int)),
    rows as (
      select uuid7() as contact_id, k.name, k.n, i, '2026-08-01'::timestamptz - i * interval '1 minute' - k.n * interval '100 days' as at
      from kinds k, generate_series(1, k.count) i),
    people as (
      insert into contacts (team_id, id, phone, jid, push_name)
      select $1, r.contact_id, '55' || 11900000000 + r.n * 100000 + r.i, 'x', r.name || ' ' || r.i from rows r)
    insert into conversations (team_id, id, inbox_id, contact_id, created_at, last_message_at, waiting_since, status, snoozed_until)
    select $1, uuid7(), $2, r.contact_id, r.at, r.at, case when r.i % 3 = 0 then r.at end,
      (case when r.i % 1000 = 7 then 'snoozed' else 'open' end)::conversation_status, case when r.i % 1000 = 7 then '2099-01-01'::timestamptz end from rows r`,
    [team.id, team.inbox, JSON.stringify(kinds)],
  );
  await service.sql(
    `insert into conversations (team_id, id, inbox_id, lid, push_name, last_message_at) values ($1, uuid7(), $2, '1', 'Campanha de número oculto', '2025-01-01')`,
    [team.id, team.inbox],
  );
  await wrongTotals(service.database.platform, true);
}, 120_000);

const orders = {
  latest: 'v.last_message_at desc, v.id desc',
  waiting: `v.waiting_since, case when v.waiting_since is null then v.last_message_at end desc, v.id`,
};

/** Ids of the conversations whose name contains a term. */
const idsOf = async (term: string, sort: keyof typeof orders, status: string) =>
  (
    await service.sql(
      `select v.id from conversations v left join contacts k on k.team_id = v.team_id and k.id = v.contact_id
      where v.team_id = $1 and fold(coalesce(k.push_name, v.push_name)) like containing($2) and v.status::text = $3
      order by ${orders[sort]} limit 250`,
      [team.id, term, status],
    )
  ).map(({ id }) => id);

/** Ids of the first three pages of a search. */
async function pagesOf(person: TestPerson, query: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  let after = '';
  for (let page = 0; page < 3; page++) {
    const answer = await person.get(`/msgapp/conversation-rows?limit=100&${query}${after}`);
    expect(answer.status, answer.text).toBe(200);
    ids.push(...(answer.data.rows as Json[]).map(({ id }) => id));
    if (answer.data.next === null) break;
    after = `&after=${answer.data.next}`;
  }
  return ids.slice(0, 250);
}

test.each(
  ['frequente', 'campanha', 'xilogravura', 'ão', 'oculto', 'fr', 'ca', 'nunca'].flatMap((term) =>
    (['latest', 'waiting'] as const).flatMap((sort) =>
      ['open', 'snoozed', 'resolved'].map((status) => ({ term, sort, status })),
    ),
  ),
)('$term among $status ones, sorted by $sort, finds all matches in order', async (each) => {
  const { term, sort, status } = each;
  expect(await pagesOf(ana, `search=${term}&sort=${sort}&status=${status}`)).toEqual(
    await idsOf(term, sort, status),
  );
});

test('a search in another team finds nothing', async () => {
  const foreign = await makePerson(service, await service.team('Deles'), 'owner');
  for (const { name } of kinds)
    expect(await pagesOf(foreign, `search=${name}&status=any`), name).toEqual([]);
});
