import { beforeAll, describe, expect, test } from 'vitest';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Automatic distribution of an inbox's conversations to the members who are in (ADR 182). */

const service = useService();
let team: TestTeam;
let admin: TestPerson;
let ana: TestPerson;
let bia: TestPerson;
let caio: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin', { name: 'Duda' });
  [ana, bia, caio] = (await Promise.all(
    ['Ana', 'Bia', 'Caio'].map((name) => makePerson(service, team, 'member', { name })),
  )) as [TestPerson, TestPerson, TestPerson];
});

/** Opens the panel of some, and closes that of all others. */
const bringIn = (...people: readonly TestPerson[]) =>
  service.sql(
    `update users set is_away = false, seen_at = case when id = any($2) then clock.now end from (select now()) clock (now) where team_id = $1`,
    [team.id, people.map(({ userId }) => userId)],
  );

async function makeInbox(settings: Json): Promise<string> {
  const made = await admin.post('/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  const inbox = String(made.data.id);
  const set = await admin.put(`/inboxes/${inbox}/settings`, settings);
  expect(set.status, set.text).toBe(200);
  return inbox;
}

let number = 5511987000000;
const phone = () => String(++number);

const writes = async (inbox: string, from = phone(), further: Json = {}) => {
  const answer = await admin.post(`/inboxes/${inbox}/sandbox-messages`, {
    from,
    text: 'Oi',
    ...further,
  });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.data.conversation_id);
};

const conversation = async (id: string) =>
  (await admin.get(`/msgapp/conversations/${id}/thread`)).data as {
    readonly conversation: Json;
    readonly activities: readonly Json[];
    readonly messages: readonly Json[];
  };
const assigneeOf = async (id: string) => (await conversation(id)).conversation.assignee_id;
const act = async (id: string, verb: string, body?: Json) => {
  const answer = await admin.post(`/msgapp/conversations/${id}/${verb}`, body);
  expect(answer.status, answer.text).toBe(200);
};
const eventsOf = async (id: string) =>
  (
    await service.sql(
      `select payload::json -> 'previous' ->> 'assignee_id' as was, payload::json -> 'data' ->> 'assignee_id' as became from events
       where record_id = $1 and type = 'conversation.updated' and payload::jsonb -> 'previous' ? 'assignee_id' order by id`,
      [id],
    )
  ).map(({ was, became }) => [was, became]);
/** Numbers of assigned conversations by assignee, in ascending order. */
const sharesIn = async (inbox: string) =>
  (
    await service.sql(
      'select count(*)::int as n from conversations where inbox_id = $1 and assignee_id is not null group by assignee_id order by 1',
      [inbox],
    )
  ).map(({ n }) => n);
const waitingIn = async (inbox: string) =>
  (
    await service.sql(
      'select conversation_id from awaiting_distribution where inbox_id = $1 order by created_at',
      [inbox],
    )
  ).map(({ conversation_id }) => conversation_id);

describe('a conversation that a contact begins', () => {
  test('is not assigned by default', async () => {
    await bringIn(ana);
    const inbox = await makeInbox({});
    expect((await ana.get(`/inboxes/${inbox}/settings`)).data).toMatchObject({
      distribution: 'none',
      distribution_limit: null,
    });
    expect(await assigneeOf(await writes(inbox))).toBeNull();
    expect(await waitingIn(inbox)).toEqual([]);
  });

  test('is assigned with its event, activity, audit entry and notification', async () => {
    await bringIn(ana);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const id = await writes(inbox);
    const { conversation: record, activities } = await conversation(id);
    expect(record.assignee_id).toBe(ana.userId);
    expect(activities).toMatchObject([
      { kind: 'assigned', actor: 'system', assignee_id: ana.userId },
    ]);
    expect(await eventsOf(id)).toEqual([[null, ana.userId]]);
    expect(
      await service.sql(
        'select operation, actor, before::text, after::text from audit_entries where record_id = $1',
        [id],
      ),
    ).toEqual([
      {
        operation: 'conversations.assign',
        actor: 'system',
        before: '{"assignee_id":null}',
        after: `{"assignee_id":"${ana.userId}"}`,
      },
    ]);
    const { data } = await ana.get('/notifications?limit=1');
    expect(data).toMatchObject([
      { kind: 'assigned', record_type: 'conversations', record_id: id, actor_name: null },
    ]);
  });

  test('is assigned once by 50 concurrent messages', async () => {
    await bringIn(ana, bia, caio);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const from = phone();
    const ids = await Promise.all(Array.from({ length: 50 }, () => writes(inbox, from)));
    const [id = ''] = new Set(ids);
    expect(new Set(ids).size).toBe(1);
    expect(await eventsOf(id)).toHaveLength(1);
    expect((await conversation(id)).messages).toHaveLength(50);
    expect(await sharesIn(inbox)).toEqual([1]);
  });

  test.each(['round_robin', 'load'])(
    'is assigned fairly among 50 concurrent ones: %s',
    async (distribution) => {
      await bringIn(ana, bia, caio);
      const inbox = await makeInbox({ distribution });
      await Promise.all(Array.from({ length: 50 }, () => writes(inbox)));
      expect(await sharesIn(inbox)).toEqual([16, 17, 17]);
      expect(await waitingIn(inbox)).toEqual([]);
    },
  );

  test('goes to the one with the fewest open conversations of the inbox', async () => {
    await bringIn(ana, bia);
    const inbox = await makeInbox({ distribution: 'load' });
    const ids = await Promise.all(Array.from({ length: 4 }, () => writes(inbox)));
    const ofAna = ids.filter((_, place) => place < 0);
    for (const id of ids) if ((await assigneeOf(id)) === ana.userId) ofAna.push(id);
    for (const id of ofAna) await act(id, 'resolve');
    expect(await assigneeOf(await writes(inbox))).toBe(ana.userId);
    expect(await assigneeOf(await writes(inbox))).toBe(ana.userId);
  });

  test('waits when all have as many as the limit allows', async () => {
    await bringIn(ana, bia);
    const inbox = await makeInbox({ distribution: 'round_robin', distribution_limit: 2 });
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await writes(inbox));
    expect(await sharesIn(inbox)).toEqual([2, 2]);
    expect(await waitingIn(inbox)).toEqual([ids[4]]);
    await act(ids[1] ?? '', 'resolve');
    const before = await assigneeOf(ids[1] ?? '');
    expect((await sweepOnce(service.database)).distributed_conversations).toBe(1);
    expect(await assigneeOf(ids[4] ?? '')).toBe(before);
    expect(await waitingIn(inbox)).toEqual([]);
  });

  test('is not assigned to those who are away, suspended or may not see the inbox', async () => {
    await bringIn(ana, bia, caio, admin);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const access = await admin.put(`/inboxes/${inbox}/access`, {
      access: 'chosen',
      user_ids: [ana.userId, bia.userId],
      squad_ids: [],
    });
    expect(access.status, access.text).toBe(200);
    expect((await admin.put('/availability', { available: false })).status).toBe(200);
    expect((await bia.put('/availability', { available: false })).status).toBe(200);
    const { data } = await admin.get(`/inboxes/${inbox}/settings`);
    expect(data.receivers).toEqual([{ id: ana.userId, name: 'Ana' }]);
    for (let i = 0; i < 3; i += 1) expect(await assigneeOf(await writes(inbox))).toBe(ana.userId);
  });

  test('goes to members of the squad only, if one is chosen, until it is deleted', async () => {
    await bringIn(ana, bia);
    const { data } = await admin.post('/squads', { name: 'Plantão' });
    await admin.put(`/squads/${data.id}/members/${bia.userId}`);
    const inbox = await makeInbox({
      distribution: 'round_robin',
      distribution_squad_id: data.id,
    });
    const settings = async () => (await admin.get(`/inboxes/${inbox}/settings`)).data;
    expect(await settings()).toMatchObject({
      distribution_squad_id: data.id,
      distribution_squad: { id: data.id, name: 'Plantão' },
      receivers: [{ id: bia.userId, name: 'Bia' }],
    });
    for (let i = 0; i < 3; i += 1) expect(await assigneeOf(await writes(inbox))).toBe(bia.userId);
    expect((await admin.delete(`/squads/${data.id}`)).status).toBe(200);
    expect(await settings()).toMatchObject({
      distribution_squad_id: null,
      distribution_squad: null,
    });
    expect(await assigneeOf(await writes(inbox))).toBe(ana.userId);
  });

  test('in a group, by a reaction or by our side is not assigned', async () => {
    await bringIn(ana);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    await admin.put(`/inboxes/${inbox}/groups`, { groups: 'show' });
    await writes(inbox, phone(), { group: true });
    await writes(inbox, phone(), { from_phone: true });
    const db = service.database.team(team.id);
    await storeIncoming(
      db,
      inbox,
      's.msgapp.net',
      {
        networkId: 'reaction',
        chat: { phone: phone() },
        origin: 'contact',
        type: 'reaction',
        text: '👍',
        details: { message: 'unknown' },
      } as never,
      { isDistributed: true },
    );
    expect(await sharesIn(inbox)).toEqual([]);
    expect(await waitingIn(inbox)).toEqual([]);
  });

  test('behind a hidden number keeps its assignee when the number becomes known', async () => {
    await bringIn(ana, bia);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const from = phone();
    const lid = `${from}99`;
    const store = (networkId: string, chat: object) =>
      storeIncoming(
        service.database.team(team.id),
        inbox,
        's.msgapp.net',
        { networkId, chat, origin: 'contact', type: 'text', text: 'Oi' } as never,
        { isDistributed: true },
      );
    await store(`${from}-1`, { lid });
    await store(`${from}-2`, { phone: from, lid });
    expect(await sharesIn(inbox)).toEqual([1]);
  });
});

describe('a reopened conversation', () => {
  test('is assigned if it has no assignee, and keeps it otherwise', async () => {
    await bringIn(ana);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const from = phone();
    const id = await writes(inbox, from);
    await act(id, 'resolve');
    await bringIn(bia);
    await writes(inbox, from);
    expect(await assigneeOf(id)).toBe(ana.userId);
    await act(id, 'unassign');
    // A message to an open conversation assigns nothing: a colleague has just unassigned it.
    await writes(inbox, from);
    expect(await assigneeOf(id)).toBeNull();
    await act(id, 'resolve');
    await writes(inbox, from);
    expect(await assigneeOf(id)).toBe(bia.userId);
    expect(await eventsOf(id)).toEqual([
      [null, ana.userId],
      [ana.userId, null],
      [null, bia.userId],
    ]);
  });

  test('goes to another person if its assignee may no longer see it', async () => {
    await bringIn(caio);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const from = phone();
    const id = await writes(inbox, from);
    await act(id, 'resolve');
    await service.sql('update users set suspended_at = now() where id = $1', [caio.userId]);
    await bringIn(ana);
    await writes(inbox, from);
    expect(await assigneeOf(id)).toBe(ana.userId);
    await service.sql('update users set suspended_at = null where id = $1', [caio.userId]);
  });
});

describe('without anyone in', () => {
  test('conversations wait, and are assigned to who comes in, longest wait first', async () => {
    await bringIn();
    const inbox = await makeInbox({ distribution: 'load', distribution_limit: 2 });
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push(await writes(inbox));
    await service.sql('update conversations set waiting_since = $2 where id = $1', [
      ids[2],
      '2026-01-01T12:00:00Z',
    ]);
    expect(await waitingIn(inbox)).toEqual(ids);
    expect(await Promise.all(ids.map(assigneeOf))).toEqual([null, null, null]);
    expect((await sweepOnce(service.database)).distributed_conversations).toBe(0);
    expect((await bia.put('/availability', { available: true })).status).toBe(200);
    expect(await Promise.all(ids.map(assigneeOf))).toEqual([bia.userId, null, bia.userId]);
    expect(await waitingIn(inbox)).toEqual([ids[1]]);
    // Ana opens the panel.
    await bringIn(ana, bia);
    expect((await sweepOnce(service.database)).distributed_conversations).toBe(1);
    expect(await assigneeOf(ids[1] ?? '')).toBe(ana.userId);
  });

  test('many people who come in at once assign each conversation once', async () => {
    await bringIn();
    const inbox = await makeInbox({ distribution: 'round_robin' });
    for (let i = 0; i < 12; i += 1) await writes(inbox);
    await Promise.all(
      [ana, bia, caio].map((person) => person.put('/availability', { available: true })),
    );
    expect(await waitingIn(inbox)).toEqual([]);
    const rows = await service.sql(
      `select count(*)::int as n from events e join conversations c on c.team_id = e.team_id and c.id = e.record_id
       where c.inbox_id = $1 and e.type = 'conversation.updated' group by c.id`,
      [inbox],
    );
    expect(rows.map(({ n }) => n)).toEqual(Array(12).fill(1));
  });

  test('one that was taken or resolved meanwhile no longer waits', async () => {
    await bringIn();
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const [taken, done, left] = [await writes(inbox), await writes(inbox), await writes(inbox)];
    await act(taken, 'assign', { assignee_id: caio.userId });
    await act(done, 'resolve');
    await bringIn(ana);
    await sweepOnce(service.database);
    expect(await waitingIn(inbox)).toEqual([]);
    expect(await assigneeOf(taken)).toBe(caio.userId);
    expect(await assigneeOf(done)).toBeNull();
    expect(await assigneeOf(left)).toBe(ana.userId);
  });

  test('those of an inbox that no longer distributes stay unassigned', async () => {
    await bringIn();
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const id = await writes(inbox);
    await admin.put(`/inboxes/${inbox}/settings`, { distribution: 'none' });
    await bringIn(ana);
    await sweepOnce(service.database);
    expect(await waitingIn(inbox)).toEqual([]);
    expect(await assigneeOf(id)).toBeNull();
  });
});

describe('the open conversations of a member', () => {
  /** A person with an open, a snoozed and a resolved conversation, and one of the inbox that is about to be hidden from them. */
  async function stage(settings: Json = { distribution: 'round_robin' }) {
    const person = await makePerson(service, team, 'member', { name: 'Eva' });
    await bringIn(person);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push(await writes(inbox));
    const [open = '', snoozed = '', done = ''] = ids;
    await act(snoozed, 'snooze', { until: '2099-01-01T12:00:00.000Z' });
    await act(done, 'resolve');
    await bringIn(ana);
    await admin.put(`/inboxes/${inbox}/settings`, settings);
    return { person, inbox, open, snoozed, done, all: () => Promise.all(ids.map(assigneeOf)) };
  }
  const sweep = () => sweepOnce(service.database);
  const chosen = (inbox: string, body: Json) =>
    admin.put(`/inboxes/${inbox}/access`, {
      access: 'chosen',
      user_ids: [],
      squad_ids: [],
      ...body,
    });

  test.each(['suspend', 'remove', 'leave'])('are distributed again after they %s', async (way) => {
    const { person, all, open, snoozed } = await stage();
    const at = `/members/${person.userId}`;
    const { status } =
      way === 'leave'
        ? await person.delete('/membership')
        : way === 'remove'
          ? await admin.delete(at)
          : await admin.post(`${at}/suspend`);
    expect(status).toBe(200);
    expect(await sweep()).toMatchObject({
      unassigned_conversations: 2,
      distributed_conversations: 1,
    });
    expect(await all()).toEqual([ana.userId, null, person.userId]);
    expect(await eventsOf(open)).toEqual([
      [null, person.userId],
      [person.userId, null],
      [null, ana.userId],
    ]);
    expect((await conversation(snoozed)).activities.at(-1)).toMatchObject({
      kind: 'unassigned',
      actor: 'system',
    });
    expect(await sweep()).toMatchObject({ unassigned_conversations: 0 });
  });

  test('become unassigned when they no longer see the inbox, also through a squad or their role', async () => {
    const { person, inbox, all } = await stage({ distribution: 'none' });
    const { data } = await admin.post('/squads', { name: 'Atendimento' });
    const squad = `/squads/${data.id}`;
    await admin.put(`${squad}/members/${person.userId}`);
    expect((await chosen(inbox, { squad_ids: [data.id] })).status).toBe(200);
    await sweep();
    expect(await all()).toEqual([person.userId, person.userId, person.userId]);
    await admin.delete(`${squad}/members/${person.userId}`);
    await sweep();
    expect(await all()).toEqual([null, null, person.userId]);
    const second = await stage({ distribution: 'none' });
    await admin.put(`/members/${second.person.userId}`, { role: 'admin' });
    await chosen(second.inbox, {});
    await sweep();
    expect(await second.all()).toEqual(Array(3).fill(second.person.userId));
    await admin.put(`/members/${second.person.userId}`, { role: 'member' });
    await sweep();
    expect(await second.all()).toEqual([null, null, second.person.userId]);
  });

  test('become unassigned when the squad is deleted or the inbox is hidden from them', async () => {
    const first = await stage({ distribution: 'none' });
    const { data } = await admin.post('/squads', { name: 'Plantão' });
    await admin.put(`/squads/${data.id}/members/${first.person.userId}`);
    await chosen(first.inbox, { squad_ids: [data.id] });
    const second = await stage({ distribution: 'none' });
    await chosen(second.inbox, { user_ids: [ana.userId] });
    await admin.delete(`/squads/${data.id}`);
    await sweep();
    expect(await first.all()).toEqual([null, null, first.person.userId]);
    expect(await second.all()).toEqual([null, null, second.person.userId]);
  });

  test('stay theirs if they are reinstated at once, and those of people without an account always', async () => {
    const { person, inbox, all } = await stage();
    await admin.post(`/members/${person.userId}/suspend`);
    await admin.post(`/members/${person.userId}/restore`);
    await service.sql('update users set person_id = null where id = $1', [ana.userId]);
    const id = await writes(inbox);
    await act(id, 'assign', { assignee_id: ana.userId });
    await service.sql(
      'insert into assignee_checks (team_id, id, inbox_id) values ($1, gen_random_uuid(), $2)',
      [team.id, inbox],
    );
    await sweep();
    expect(await all()).toEqual(Array(3).fill(person.userId));
    expect(await assigneeOf(id)).toBe(ana.userId);
    await service.sql('update users set person_id = $2 where id = $1', [ana.userId, ana.personId]);
  });
});

test('the setting is changed by admins only, and not by another team', async () => {
  const inbox = await makeInbox({});
  const at = `/inboxes/${inbox}/settings`;
  expect((await ana.put(at, { distribution: 'load' })).status).toBe(403);
  const stranger = await makePerson(service, await service.team(), 'owner');
  expect((await stranger.put(at, { distribution: 'load' })).status).toBe(404);
  const foreign = await stranger.post('/squads', { name: 'Alheio' });
  const answer = await admin.put(at, { distribution_squad_id: foreign.data.id });
  expect(answer.status).toBe(404);
  for (const refused of [
    { distribution: null },
    { distribution: 'random' },
    { distribution_limit: 0 },
    { distribution_limit: 1.5 },
  ])
    expect((await admin.put(at, refused)).status).toBe(400);
});

test('an open panel keeps its member in, without requests', async () => {
  await bringIn();
  const inbox = await makeInbox({ distribution: 'load' });
  const sessions = sessionsIn(service.database.platform);
  sessions.recordPresence({ teamId: team.id, userId: caio.userId });
  await sessions.recordUse();
  expect(await assigneeOf(await writes(inbox))).toBe(caio.userId);
  await service.sql(
    `update users set seen_at = clock.past from (select now() - interval '6 minutes') clock (past) where id = $1`,
    [caio.userId],
  );
  expect(await assigneeOf(await writes(inbox))).toBeNull();
});

test('a member sets only their own availability, which their list of teams shows', async () => {
  const availability = async (person: TestPerson) =>
    service.sql('select not is_away as available from users where id = $1', [person.userId]);
  await bringIn(ana, bia);
  const set = await ana.put('/availability', { available: false });
  expect(set.data).toEqual({ available: false });
  expect(await availability(ana)).toEqual([{ available: false }]);
  expect(await availability(bia)).toEqual([{ available: true }]);
  expect((await ana.put('/availability', { available: null })).status).toBe(400);
  // Only changes are audited.
  await ana.put('/availability', { available: false });
  expect(
    await service.sql(
      `select before::text, after::text from audit_entries where record_id = $1 and operation = 'availability.set' order by id desc limit 1`,
      [ana.userId],
    ),
  ).toEqual([{ before: '{"available":true}', after: '{"available":false}' }]);
});
