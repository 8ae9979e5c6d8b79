import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Conversations of squads (ADR 200). */

const service = useService();
let team: TestTeam;
let otherTeam: TestTeam;
let admin: TestPerson;
let ana: TestPerson;
let bia: TestPerson;
let caio: TestPerson;
/** Inbox of tests that need no other one. */
let shared: string;
beforeAll(async () => {
  team = await service.team();
  otherTeam = await service.team();
  admin = await makePerson(service, team, 'admin', { name: 'Duda' });
  [ana, bia, caio] = (await Promise.all(
    ['Ana', 'Bia', 'Caio'].map((name) => makePerson(service, team, 'member', { name })),
  )) as [TestPerson, TestPerson, TestPerson];
  shared = await makeInbox();
});

async function makeSquad(name: string, ...members: readonly TestPerson[]): Promise<string> {
  const { data } = await admin.post('/squads', { name });
  for (const { userId } of members) await admin.put(`/squads/${data.id}/members/${userId}`);
  return String(data.id);
}

async function makeInbox(settings: Json = {}): Promise<string> {
  const made = await admin.post('/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  const set = await admin.put(`/inboxes/${made.data.id}/settings`, settings);
  expect(set.status, set.text).toBe(200);
  return String(made.data.id);
}

let number = 5511986000000;
const writes = async (inbox: string, from = String(++number)) => {
  const answer = await admin.post(`/inboxes/${inbox}/sandbox-messages`, { from, text: 'Oi' });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.data.conversation_id);
};

const threadOf = async (id: string) =>
  (await admin.get(`/msgapp/conversations/${id}/thread`)).data as {
    readonly conversation: Json;
    readonly activities: readonly Json[];
  };
const stateOf = async (id: string) => (await threadOf(id)).conversation;
const assign = (id: string, body: Json, by: TestPerson = admin) =>
  by.post(`/msgapp/conversations/${id}/assign`, body);
const changes = async (id: string) =>
  (
    await service.sql(
      `select payload from events where record_id = $1 and type = 'conversation.updated' order by id`,
      [id],
    )
  ).map(({ payload }) => JSON.parse(String(payload)) as { data: Json; previous: Json });
const entries = (id: string) =>
  service.sql(
    'select operation, actor::text, before::text, after::text from audit_entries where record_id = $1 order by id',
    [id],
  );
const notified = async (id: string) =>
  (
    await service.sql(
      'select kind::text, user_id from notifications where record_id = $1 order by id',
      [id],
    )
  ).map(({ kind, user_id }) => [kind, user_id]);
/** Opens the panel of some, and closes that of all others. */
const bringIn = (...people: readonly TestPerson[]) =>
  service.sql(
    `update users set is_away = false, seen_at = case when id = any($2) then clock.now end from (select now()) clock (now) where team_id = $1`,
    [team.id, people.map(({ userId }) => userId)],
  );

describe('a conversation', () => {
  test('is assigned to a squad, with its event, audit entry and activity', async () => {
    const id = await writes(shared);
    const squad = await makeSquad('Mídia', ana, bia);
    const answer = await assign(id, { squad_id: squad }, ana);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({
      squad_id: squad,
      squad: { id: squad, name: 'Mídia' },
      assignee_id: null,
    });
    expect(await stateOf(id)).toEqual(answer.data);
    expect(await changes(id)).toMatchObject([
      {
        data: { squad: { id: squad, name: 'Mídia' } },
        previous: { squad_id: null, squad: null },
      },
    ]);
    expect(await entries(id)).toEqual([
      {
        operation: 'conversations.assign',
        actor: 'user',
        before: '{"squad_id":null}',
        after: `{"squad_id":"${squad}"}`,
      },
    ]);
    const { activities } = await threadOf(id);
    expect(activities).toMatchObject([
      {
        kind: 'squad_assigned',
        actor_name: 'Ana',
        squad_id: squad,
        squad_name: 'Mídia',
        assignee_id: null,
      },
    ]);
    // A change without effect emits nothing.
    await assign(id, { squad_id: squad });
    expect(await changes(id)).toHaveLength(1);
    await assign(id, { squad_id: null }, bia);
    expect(await stateOf(id)).toMatchObject({ squad_id: null, squad: null });
    expect((await threadOf(id)).activities[1]).toMatchObject({
      kind: 'squad_unassigned',
      actor_name: 'Bia',
      squad_id: squad,
      squad_name: 'Mídia',
    });
  });

  test('keeps what a request does not name', async () => {
    const id = await writes(shared);
    const squad = await makeSquad('Criação');
    await assign(id, { assignee_id: ana.userId });
    await assign(id, { squad_id: squad });
    const both = { assignee_id: ana.userId, squad_id: squad };
    expect(await stateOf(id)).toMatchObject(both);
    await assign(id, { assignee_id: bia.userId });
    expect(await stateOf(id)).toMatchObject({ ...both, assignee_id: bia.userId });
    await admin.post(`/msgapp/conversations/${id}/unassign`);
    expect(await stateOf(id)).toMatchObject({ assignee_id: null, squad_id: squad });
    await assign(id, { assignee_id: caio.userId, squad_id: null });
    expect(await stateOf(id)).toMatchObject({ assignee_id: caio.userId, squad_id: null });
    // One change for both.
    expect((await changes(id)).at(-1)?.previous).toMatchObject({
      assignee_id: null,
      squad_id: squad,
    });
    const { activities } = await threadOf(id);
    expect(activities.slice(-2).map(({ kind }) => kind)).toEqual(['assigned', 'squad_unassigned']);
  });

  test.each([
    ['nothing', {}, 400, 'assignee_id is required if no squad is given.'],
    ['no UUID', { squad_id: 'x' }, 400, 'squad_id must be a UUID.'],
    ['an unknown field', { squad: 'x' }, 400, '"squad" is not a field of a conversation.'],
    ['an unknown squad', { squad_id: uuidv7() }, 404, 'squad_id: no squad has this id.'],
  ])('is not assigned to %s', async (_, body, status, message) => {
    const id = await writes(shared);
    const answer = await assign(id, body);
    expect([answer.status, answer.error.message]).toEqual([status, message]);
    expect(await changes(id)).toEqual([]);
  });

  test('is not assigned to a squad of another team', async () => {
    const id = await writes(shared);
    const foreign = await assign(id, { squad_id: otherTeam.squad });
    const missing = await assign(id, { squad_id: uuidv7() });
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    const bulk = await admin.post('/msgapp/conversations/bulk', {
      action: 'assign',
      squad_id: otherTeam.squad,
      ids: [id],
    });
    expect(bulk.status).toBe(404);
    expect(await stateOf(id)).toMatchObject({ squad_id: null });
  });

  test('is assigned to a squad of which a member sees its inbox, not to another one', async () => {
    const inbox = await makeInbox();
    const id = await writes(inbox);
    const [blind, mixed, empty] = [
      await makeSquad('Sem acesso', bia),
      await makeSquad('Alguns', bia, ana),
      await makeSquad('Vazio'),
    ];
    expect((await assign(id, { squad_id: empty })).status).toBe(200);
    const set = await admin.put(`/inboxes/${inbox}/access`, {
      access: 'chosen',
      user_ids: [ana.userId],
      squad_ids: [],
    });
    expect(set.status, set.text).toBe(200);
    for (const squad of [blind, empty]) {
      const refused = await assign(id, { squad_id: squad });
      expect([refused.status, refused.error.message]).toEqual([
        400,
        'squad_id must be a squad with a member who sees this inbox.',
      ]);
    }
    const both = await assign(id, { assignee_id: ana.userId, squad_id: blind });
    expect(both.error.message).toContain('squad_id');
    const person = await assign(id, { assignee_id: bia.userId, squad_id: mixed });
    expect(person.error.message).toContain('assignee_id');
    expect(await stateOf(id)).toMatchObject({ assignee_id: null, squad_id: empty });
    const bulk = await admin.post('/msgapp/conversations/bulk', {
      action: 'assign',
      squad_id: blind,
      ids: [id],
    });
    expect(bulk.data.outcomes).toEqual([{ id, outcome: 'failed', reason: 'NOT_ALLOWED' }]);
    expect((await assign(id, { squad_id: mixed })).status).toBe(200);
    // Only members who see the inbox are notified.
    expect(await notified(id)).toEqual([['squad_assigned', ana.userId]]);
  });

  test('is assigned by fifty requests at once, each event starting where the one before ended', async () => {
    const id = await writes(shared);
    const squads = [await makeSquad('Um'), await makeSquad('Dois')];
    const before = await stateOf(id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        assign(id, i % 3 === 0 ? { assignee_id: ana.userId } : { squad_id: squads[i % 2] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    let state = before;
    for (const { data, previous } of await changes(id)) {
      expect({ ...data, ...previous }).toEqual(state);
      state = data;
    }
    expect(state).toEqual(await stateOf(id));
    expect(await entries(id)).toHaveLength((await changes(id)).length);
  });
});

test('members of the squad are notified once each, except who assigns it and who chose not to be', async () => {
  const squad = await makeSquad('Avisados', ana, bia, caio);
  await caio.put('/notifications/choices', { squad_assigned: false });
  const id = await writes(shared);
  await assign(id, { squad_id: squad }, ana);
  expect(await notified(id)).toEqual([['squad_assigned', bia.userId]]);
  const { data } = await bia.get('/notifications?limit=1');
  expect(data).toMatchObject([{ kind: 'squad_assigned', record_id: id, actor_name: 'Ana' }]);
  await assign(id, { squad_id: squad }, bia);
  expect(await notified(id)).toHaveLength(1);
  // The new assignee is in the squad, too.
  const second = await writes(shared);
  await assign(second, { assignee_id: bia.userId, squad_id: squad });
  expect((await notified(second)).sort()).toEqual(
    [
      ['assigned', bia.userId],
      ['squad_assigned', ana.userId],
    ].sort(),
  );
  // The assignee has it already.
  const third = await writes(shared);
  await assign(third, { assignee_id: bia.userId });
  await assign(third, { squad_id: squad });
  expect(await notified(third)).toEqual([
    ['assigned', bia.userId],
    ['squad_assigned', ana.userId],
  ]);
  await caio.put('/notifications/choices', { squad_assigned: true });
});

test('the list shows the conversations of a squad, or those of the squads one is in, with exact counts', async () => {
  const dora = await makePerson(service, team, 'member', { name: 'Dora' });
  const [media, design, none] = [
    await makeSquad('Filtro mídia', dora),
    await makeSquad('Filtro design', dora, ana),
    await makeSquad('Filtro vazio'),
  ];
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(await writes(shared));
  const [first, second, third, fourth] = ids as [string, string, string, string];
  await assign(first, { squad_id: media });
  await assign(second, { squad_id: media, assignee_id: dora.userId });
  await assign(third, { squad_id: design });
  await assign(fourth, { assignee_id: dora.userId });
  const list = async (person: TestPerson, query: string) => {
    const { data } = await person.get(`/msgapp/conversation-rows?${query}`);
    return [(data.rows as Json[]).map(({ id }) => id).sort(), data.counts];
  };
  const of = (...some: readonly string[]) => some.toSorted();
  const ofMedia = { mine: 0, unassigned: 1, all: 2 };
  expect(await list(ana, `squad_id=${media}`)).toEqual([of(first, second), ofMedia]);
  expect(await list(dora, `squad_id=${media}&view=mine`)).toEqual([
    of(second),
    { mine: 1, unassigned: 1, all: 2 },
  ]);
  expect(await list(dora, 'my_squads=true')).toEqual([
    of(first, second, third),
    { mine: 1, unassigned: 2, all: 3 },
  ]);
  expect(await list(bia, `squad_id=${none}`)).toEqual([[], { mine: 0, unassigned: 0, all: 0 }]);
  const v1 = await team.get(`/msgapp/conversations?squad_id=${media}`);
  expect((v1.body.data as Json[]).map(({ id }) => id).sort()).toEqual(of(first, second));
  expect((v1.body.data as Json[])[0]?.squad).toEqual({ id: media, name: 'Filtro mídia' });
});

test('many conversations are assigned to a squad, or to none, in one request', async () => {
  const squad = await makeSquad('Muitas', bia);
  const ids = [await writes(shared), await writes(shared)];
  const bulk = async (body: Json) =>
    (await admin.post('/msgapp/conversations/bulk', { ...body, ids })).data;
  await assign(String(ids[0]), { assignee_id: ana.userId });
  expect(await bulk({ action: 'assign', squad_id: squad })).toMatchObject({ changed: 2 });
  expect(await bulk({ action: 'assign', squad_id: squad })).toMatchObject({ unchanged: 2 });
  expect(await Promise.all(ids.map(stateOf))).toMatchObject([
    { squad_id: squad, assignee_id: ana.userId },
    { squad_id: squad, assignee_id: null },
  ]);
  expect(await bulk({ action: 'unassign' })).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await bulk({ action: 'assign', squad_id: squad, assignee_id: bia.userId })).toMatchObject({
    changed: 2,
  });
  expect(await bulk({ action: 'unassign_squad' })).toMatchObject({ changed: 2 });
  expect(await Promise.all(ids.map(stateOf))).toMatchObject(
    ids.map(() => ({ squad_id: null, assignee_id: bia.userId })),
  );
  expect((await entries(String(ids[0]))).at(-1)).toMatchObject({
    operation: 'conversations.assign',
    after: '{"squad_id":null}',
  });
  const missing = await admin.post('/msgapp/conversations/bulk', { action: 'assign', ids });
  expect([missing.status, missing.error.message]).toEqual([400, 'assignee_id is required.']);
});

describe('automatic distribution', () => {
  test('assigns a conversation of a squad to members of that squad only', async () => {
    const [inSquad, ofInbox] = [await makeSquad('Plantão', bia), await makeSquad('Caixa', ana)];
    const inbox = await makeInbox({
      distribution: 'round_robin',
      distribution_squad_id: ofInbox,
    });
    await bringIn();
    const ids = [await writes(inbox), await writes(inbox), await writes(inbox)];
    await assign(String(ids[0]), { squad_id: inSquad });
    await bringIn(ana);
    await sweepOnce(service.database);
    const assignees = async () =>
      (await Promise.all(ids.map(stateOf))).map(({ assignee_id }) => assignee_id);
    // The first one waits for Bia, and does not delay the others.
    expect(await assignees()).toEqual([null, ana.userId, ana.userId]);
    await bringIn(ana, bia);
    await sweepOnce(service.database);
    expect(await assignees()).toEqual([bia.userId, ana.userId, ana.userId]);
  });

  test('assigns a conversation that a squad receives without an assignee', async () => {
    await bringIn(ana, bia);
    const inbox = await makeInbox();
    const id = await writes(inbox);
    await admin.put(`/inboxes/${inbox}/settings`, { distribution: 'load' });
    await sweepOnce(service.database);
    expect(await stateOf(id)).toMatchObject({ assignee_id: null });
    await assign(id, { squad_id: await makeSquad('Recebe', bia) });
    await sweepOnce(service.database);
    expect(await stateOf(id)).toMatchObject({ assignee_id: bia.userId });
    // One with an assignee keeps it.
    await assign(id, { squad_id: await makeSquad('Outro', ana) });
    await sweepOnce(service.database);
    expect(await stateOf(id)).toMatchObject({ assignee_id: bia.userId });
  });

  test('distributes to all who see the inbox once the squad is deleted', async () => {
    await bringIn(ana);
    const inbox = await makeInbox({ distribution: 'round_robin' });
    const squad = await makeSquad('Some', bia);
    await bringIn();
    const id = await writes(inbox);
    await assign(id, { squad_id: squad });
    await bringIn(ana);
    await sweepOnce(service.database);
    expect(await stateOf(id)).toMatchObject({ assignee_id: null });
    await admin.delete(`/squads/${squad}`);
    await sweepOnce(service.database);
    expect(await stateOf(id)).toMatchObject({ assignee_id: ana.userId, squad_id: null });
  });
});

describe('a deleted squad', () => {
  test('is taken off its conversations, with an event and an audit entry for each', async () => {
    const squad = await makeSquad('Extinto', ana);
    const ids = [await writes(shared), await writes(shared)];
    for (const id of ids) await assign(id, { squad_id: squad });
    await admin.post(`/msgapp/conversations/${ids[1]}/resolve`);
    expect((await admin.delete(`/squads/${squad}`)).status).toBe(200);
    for (const id of ids) {
      expect(await stateOf(id)).toMatchObject({ squad_id: null, squad: null });
      expect((await changes(id)).at(-1)).toMatchObject({
        previous: { squad_id: squad, squad: { id: squad, name: 'Extinto' } },
      });
      expect((await entries(id)).at(-1)).toEqual({
        operation: 'squads.delete',
        actor: 'user',
        before: `{"squad_id":"${squad}"}`,
        after: '{"squad_id":null}',
      });
      expect((await threadOf(id)).activities.at(-1)).toMatchObject({
        kind: 'squad_unassigned',
        actor_name: 'Duda',
        squad_name: null,
      });
    }
  });

  test('clears hundreds of conversations', async () => {
    const squad = await makeSquad('Grande');
    const inbox = await makeInbox();
    await service.sql(
      `insert into conversations (team_id, id, inbox_id, lid, squad_id) select $1, uuid7(), $2, 'l' || i, $3 from generate_series(1, 1100) i`,
      [team.id, inbox, squad],
    );
    expect((await admin.delete(`/squads/${squad}`)).status).toBe(200);
    const [row] = await service.sql(
      `select count(*)::int as all, count(c.squad_id)::int as kept, (
         select count(*)::int from events e where e.team_id = $1 and e.type = 'conversation.updated' and e.record_id in (
           select id from conversations where inbox_id = $2)) as events
       from conversations c where c.inbox_id = $2`,
      [team.id, inbox],
    );
    expect(row).toEqual({ all: 1100, kept: 0, events: 1100 });
    await service.sql('delete from conversations where inbox_id = $1', [inbox]);
  });

  test('leaves no conversation behind that is assigned to it meanwhile', async () => {
    const squad = await makeSquad('Disputado');
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1) ids.push(await writes(shared));
    const [deleted, ...assigned] = await Promise.all([
      admin.delete(`/squads/${squad}`),
      ...ids.map((id) => assign(id, { squad_id: squad })),
    ]);
    expect([200, 409]).toContain(deleted.status);
    for (const { status } of assigned) expect([200, 404]).toContain(status);
    if (deleted.status === 409) expect((await admin.delete(`/squads/${squad}`)).status).toBe(200);
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ squad_id: null });
  });
});

test('a merge keeps the squad, and undoing it returns that of each conversation, unless it was deleted', async () => {
  const inbox = await makeInbox();
  const [media, design] = [await makeSquad('Fica'), await makeSquad('Vai')];
  const begin = async () => {
    const id = await writes(inbox);
    return { id, contact: String((await stateOf(id)).contact_id) };
  };
  const [one, two, three] = [await begin(), await begin(), await begin()];
  await assign(two.id, { squad_id: media });
  await assign(three.id, { squad_id: design });
  const merge = async (from: string) => {
    const answer = await admin.post(`/msgapp/contacts/${one.contact}/merge`, { from });
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  };
  await merge(two.contact);
  expect(await stateOf(one.id)).toMatchObject({ squad_id: media });
  expect((await changes(one.id)).at(-1)).toMatchObject({
    data: { squad_id: media },
    previous: { squad_id: null },
  });
  await merge(three.contact);
  expect(await stateOf(one.id)).toMatchObject({ squad_id: media });
  await admin.delete(`/squads/${design}`);
  const merges = (await admin.get(`/msgapp/contacts/${one.contact}/merges`))
    .data as unknown as Json[];
  for (const { id } of merges) {
    const undone = await admin.post(`/msgapp/contact-merges/${id}/undo`);
    expect(undone.status, undone.text).toBe(200);
  }
  expect(await stateOf(two.id)).toMatchObject({ squad_id: media });
  expect(await stateOf(three.id)).toMatchObject({ squad_id: null });
});
