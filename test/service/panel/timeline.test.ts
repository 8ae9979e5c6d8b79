import { beforeAll, describe, expect, test } from 'vitest';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Conversations in the timeline of clients with few and with many contacts, whose conversations are found in different ways: compared with
 * all days of all conversations, page by page.
 */
const service = useSharedService();
const zone = 'America/Sao_Paulo';
let team: TestTeam;
let ana: TestPerson;
beforeAll(async () => {
  team = await service.team();
  await service.sql('update teams set time_zone = $2 where id = $1', [team.id, zone]);
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
});

interface Sizes {
  readonly contacts: number;
  readonly conversations: number;
  /** Conversations without messages, which are the latest ones. */
  readonly empty: number;
}

/** A client whose conversations have one to nine messages, on several days. @returns its id */
async function clientWith({ contacts, conversations, empty }: Sizes): Promise<string> {
  const client = await team.create('clients', { type: 'PJ', name: `${contacts} contatos` });
  const ids = [team.id, client.id];
  await service.sql(
    `insert into contacts (team_id, id, phone, jid, client_id, created_at)
    select $1, md5($2::uuid::text || i)::uuid, left(translate(md5($2::uuid::text || i), 'abcdef', '123456'), 13), 'x', $2::uuid, '2020-01-01' from generate_series(1, $3::int) i`,
    [...ids, contacts],
  );
  await service.sql(
    `insert into conversations (team_id, id, inbox_id, contact_id, last_message_at)
    select $1, md5('v' || $2::uuid::text || i)::uuid, $3, md5($2::uuid::text || i)::uuid, '2026-09-01' from generate_series(1, $4::int) i`,
    [...ids, team.inbox, conversations],
  );
  await service.sql(
    `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
    select $1, uuid7(), md5('v' || $2::uuid::text || i)::uuid, $3, 'x', 'incoming', i || ' ' || n, 'received', at, at
    from generate_series(1, $4::int) i, lateral generate_series(1, 1 + i % 9) n,
      lateral (select date_trunc('milliseconds', '2026-08-01'::timestamptz - ((i * 7919 + n * n * 3571) % 20011) * interval '97.013 seconds') as at) z`,
    [...ids, team.inbox, conversations - empty],
  );
  await service.sql(
    `update conversations c set last_message_at = m.at from (
      select conversation_id, max(sent_at) as at from messages where team_id = $1 group by 1) m
    where c.team_id = $1 and c.id = m.conversation_id`,
    [team.id],
  );
  await wrongTotals(service.database.platform, true);
  return String(client.id);
}

/** Every day of every conversation of a client, latest first. */
const daysOf = (client: string): Promise<readonly Json[]> =>
  service.sql(
    `select 'conversations ' || c.id || ' ' || (m.sent_at at time zone $3)::date as key, count(*)::int as number,
      (array_agg(m.content order by m.sent_at, m.id))[1] as was, (array_agg(m.content order by m.sent_at desc, m.id desc))[1] as became
    from contacts k join conversations c on c.team_id = $1 and c.contact_id = k.id
      join messages m on m.team_id = $1 and m.conversation_id = c.id
    where k.team_id = $1 and k.client_id = $2 group by c.id, (m.sent_at at time zone $3)::date
    order by max(m.sent_at) desc, 1 desc`,
    [team.id, client, zone],
  );

async function pagesOf(path: string, limit: number): Promise<readonly Json[]> {
  const entries: Json[] = [];
  for (let after = ''; ; ) {
    const answer = await ana.get(`${path}?kinds=conversations&limit=${limit}&after=${after}`);
    expect(answer.status, answer.text).toBe(200);
    entries.push(...(answer.data.entries as Json[]));
    if (answer.data.after === null) return entries;
    after = String(answer.data.after);
  }
}

const shortened = (entries: readonly Json[]) =>
  entries.map(({ key, number, was, became }) => ({ key, number, was, became }));

describe.each([
  { contacts: 3, conversations: 3, empty: 0 },
  { contacts: 60, conversations: 60, empty: 0 },
  { contacts: 60, conversations: 60, empty: 50 },
  { contacts: 2_100, conversations: 60, empty: 0 },
  { contacts: 2_100, conversations: 120, empty: 60 },
])('with $contacts contacts, $conversations conversations and $empty empty ones', (sizes) => {
  let client: string;
  beforeAll(async () => {
    client = await clientWith(sizes);
  });

  test.each([15, 100])('pages of %i list each day once, latest first', async (limit) => {
    const days = await daysOf(client);
    expect(days.length).toBeGreaterThan(sizes.conversations - sizes.empty);
    expect(shortened(await pagesOf(`/clients/${client}/timeline`, limit))).toEqual(days);
  });

  test('another team sees nothing of it', async () => {
    const foreign = await makePerson(service, await service.team('Deles'), 'owner');
    const answer = await foreign.get(`/clients/${client}/timeline?kinds=conversations`);
    expect(answer.status).toBe(404);
  });
});
