import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Many conversations changed in one request: exact counts, an event and an entry for each, and nothing of another team. */
const service = useService({ workers: 0, foreignRows: true });
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  stranger = await makePerson(service, await service.team(), 'owner');
});

/** Conversations, each with one message of its contact. */
async function fill(count: number): Promise<string[]> {
  const rows = await service.sql(
    `with k as (
      insert into contacts (team_id, id, phone, jid)
      select $1, uuid7(), p.phone, p.phone || '@s.msgapp.net'
      from generate_series(1, $3::int) n, lateral (select (55110000000000 + floor(random() * 9e9) + n)::bigint::text as phone) p
      returning id),
    c as (
      insert into conversations (team_id, id, inbox_id, contact_id) select $1, uuid7(), $2, id from k returning id),
    m as (
      insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
      select $1, uuid7(), c.id, $2, 'x', 'incoming', 'Oi', 'received' from c)
    select id from c order by id`,
    [team.id, team.inbox, count],
  );
  return rows.map(({ id }) => String(id));
}

const bulk = async (body: Json, person = ana) => {
  const answer = await person.post('/msgapp/conversations/bulk', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const rowsOf = async (ids: readonly string[]) =>
  (await ana.get(`/msgapp/conversation-rows?view=all&status=any&ids=${ids.join()}`)).data
    .rows as Json[];
const entriesOf = async (ids: readonly string[]) =>
  (
    await service.sql(
      `select operation, actor_id, count(*)::int as n from audit_entries
      where team_id = $1 and record_id = any($2::uuid[]) group by 1, 2 order by min(id::text)`,
      [team.id, ids],
    )
  ).map(({ operation, actor_id, n }) => [operation, actor_id, n]);
const eventsOf = async (ids: readonly string[]) =>
  (
    await service.sql(
      `select count(*)::int as n from events where team_id = $1 and type = 'conversation.updated' and record_id = any($2::uuid[])`,
      [team.id, ids],
    )
  )[0]?.n;

describe('a change of many conversations', () => {
  test('counts the changed, the unchanged and the failed ones, and reports each in order', async () => {
    const ids = await fill(4);
    const [first = '', second = ''] = ids;
    await ana.post(`/msgapp/conversations/${second}/resolve`, {});
    const unknown = uuidv7();
    const done = await bulk({ action: 'resolve', ids: [...ids, unknown] });
    expect(done).toEqual({
      changed: 3,
      unchanged: 1,
      failed: 1,
      outcomes: [...ids, unknown].map((id) => ({
        id,
        outcome: id === second ? 'unchanged' : id === unknown ? 'failed' : 'changed',
        reason: id === unknown ? 'NOT_FOUND' : null,
      })),
    });
    expect(await entriesOf(ids)).toEqual([['conversations.resolve', ana.userId, 4]]);
    expect(await eventsOf(ids)).toBe(4);
    const activities = (await ana.get(`/msgapp/conversations/${first}/thread`)).data.activities;
    expect(activities).toMatchObject([{ kind: 'resolved', actor_id: ana.userId }]);
  });

  test('assigns, unassigns, snoozes, reopens and labels, each as its own operation', async () => {
    const ids = await fill(3);
    const label = (await ana.post('/msgapp/labels', { name: 'Em lote', color: 'lime' })).data;
    const until = '2099-01-01T12:00:00.000Z';
    const steps: [Json, Json][] = [
      [{ action: 'assign', assignee_id: bia.userId }, { assignee_id: bia.userId }],
      [{ action: 'unassign' }, { assignee_id: null }],
      [
        { action: 'snooze', until },
        { status: 'snoozed', snoozed_until: until },
      ],
      [{ action: 'reopen' }, { status: 'open', snoozed_until: null }],
      [{ action: 'label', add_labels: [label.id] }, { labels: [{ id: label.id }] }],
      [{ action: 'label', remove_labels: [label.id] }, { labels: [] }],
    ];
    for (const [action, fields] of steps) {
      expect(await bulk({ ...action, ids })).toMatchObject({ changed: 3, unchanged: 0, failed: 0 });
      expect(await bulk({ ...action, ids })).toMatchObject({ changed: 0, unchanged: 3, failed: 0 });
      expect(await rowsOf(ids)).toEqual(
        ids.map(() => expect.objectContaining(fields.labels ? {} : fields)),
      );
      if (fields.labels) for (const row of await rowsOf(ids)) expect(row).toMatchObject(fields);
    }
    expect((await entriesOf(ids)).map(([operation, , n]) => [operation, n])).toEqual([
      ['conversations.assign', 3],
      ['conversations.unassign', 3],
      ['conversations.snooze', 3],
      ['conversations.reopen', 3],
      ['conversations.label', 6],
    ]);
    expect(await eventsOf(ids)).toBe(18);
  });

  test('marks as read and unread for the caller only', async () => {
    const ids = await fill(2);
    // Messages from before the members existed are read.
    await service.sql(
      `update messages set created_at = now() + interval '1 ms' where team_id = $1 and conversation_id = any($2::uuid[])`,
      [team.id, ids],
    );
    const unreadOf = async (person: TestPerson) =>
      ((await person.get('/msgapp/unread')).data.unread as Json[]).filter((each) =>
        ids.includes(String(each.conversation_id)),
      ).length;
    expect(await unreadOf(ana)).toBe(2);
    expect(await bulk({ action: 'read', ids })).toMatchObject({ changed: 2 });
    expect(await bulk({ action: 'read', ids })).toMatchObject({ changed: 0, unchanged: 2 });
    expect([await unreadOf(ana), await unreadOf(bia)]).toEqual([0, 2]);
    expect(await bulk({ action: 'unread', ids })).toMatchObject({ changed: 2 });
    expect(await unreadOf(ana)).toBe(2);
  });

  test('finds nothing of another team, and refuses wrong values before it changes anything', async () => {
    const ids = await fill(2);
    expect(await bulk({ action: 'resolve', ids }, stranger)).toMatchObject({
      changed: 0,
      failed: 2,
    });
    const wrong: [Json, string][] = [
      [{ action: 'assign' }, 'assignee_id'],
      [{ action: 'assign', assignee_id: stranger.userId }, 'assignee_id'],
      [{ action: 'snooze' }, 'until'],
      [{ action: 'snooze', until: '2001-01-01T00:00:00Z' }, 'until'],
      [{ action: 'label', add_labels: [uuidv7()] }, 'add_labels'],
      [{ action: 'delete' }, 'action'],
    ];
    for (const [action, field] of wrong) {
      const { status, error } = await ana.post('/msgapp/conversations/bulk', { ...action, ids });
      expect([status < 500 && status >= 400, error.message], field).toEqual([
        true,
        expect.stringContaining(field),
      ]);
    }
    expect(await rowsOf(ids)).toEqual(
      ids.map(() => expect.objectContaining({ status: 'open', assignee_id: null })),
    );
    expect(await eventsOf(ids)).toBe(0);
    const refused = await team.post('/msgapp/conversations/bulk', { action: 'resolve', ids });
    expect(refused.status).toBe(405);
  });

  test('changes a thousand at once; more are refused', async () => {
    const ids = await fill(1_000);
    expect(await bulk({ action: 'assign', assignee_id: bia.userId, ids })).toMatchObject({
      changed: 1_000,
      unchanged: 0,
      failed: 0,
    });
    expect(await eventsOf(ids)).toBe(1_000);
    expect(await entriesOf(ids)).toEqual([['conversations.assign', ana.userId, 1_000]]);
    const { status } = await ana.post('/msgapp/conversations/bulk', {
      action: 'resolve',
      ids: [...ids, uuidv7()],
    });
    expect(status).toBe(400);
  });

  test('of fifty requests on the same conversations in any order, none fails, and each change happens once', async () => {
    const ids = await fill(30);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        bulk({
          action: i % 2 === 0 ? 'resolve' : 'reopen',
          ids: i % 3 === 0 ? ids : ids.toReversed(),
        }),
      ),
    );
    expect(answers.map(({ failed }) => failed)).toEqual(answers.map(() => 0));
    const changed = answers.reduce((sum, answer) => sum + Number(answer.changed), 0);
    expect(await eventsOf(ids)).toBe(changed);
  });
});
