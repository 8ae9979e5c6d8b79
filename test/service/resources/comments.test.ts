import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { call, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Comments in v1: their authors, and the records that they are on. */

const service = useSharedService({ workers: 0 });
let team: TestTeam;
let otherTeam: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let deal: Json;
beforeAll(async () => {
  [team, otherTeam] = [await service.team('Nossa'), await service.team('Deles')];
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'admin', { name: 'Bia' });
  deal = await team.create('deals');
});

const keyOf = async (userId: string | null, scope: 'full' | 'read' = 'full') => {
  const options = { name: 'Chave', scope, userId, expiresAt: null };
  return (await createKey(service.database.platform, team.id, options)).api_key;
};
const on = (record: Json, type = 'deals') => ({ record_type: type, record_id: record.id });
/** Comments on our deal. @param key of the caller */
const comment = (key: string, fields: Json = {}, headers: Record<string, string> = {}) =>
  call(
    service.app,
    key,
    'POST',
    '/comments',
    { ...on(deal), content: 'Proposta enviada', ...fields },
    { 'content-type': 'application/json', ...headers },
  );
const listed = async (query = '', from = team) =>
  (await from.get(`/comments${query}`)).body.data as Json[];
const entriesOf = (id: unknown) =>
  service.sql(
    'select actor, actor_id, on_behalf_of, operation, after from audit_entries where team_id = $1 and record_id = $2',
    [team.id, id],
  );

describe('the author', () => {
  test('of a comment by a personal key is its user', async () => {
    for (const person of [ana, bia]) {
      const key = await keyOf(person.userId);
      for (const fields of [
        {},
        { author_id: null },
        { author_id: person.userId },
        { author_id: person.userId.toUpperCase() },
      ]) {
        const made = await comment(key, fields);
        expect(made.status, made.text).toBe(201);
        expect(made.data).toMatchObject({ ...on(deal), author_id: person.userId });
      }
    }
  });

  test('cannot be another user if the key is personal, in any role', async () => {
    for (const person of [ana, bia]) {
      const key = await keyOf(person.userId);
      const another = person === ana ? bia : ana;
      for (const author_id of [another.userId, uuidv7(), otherTeam.users[0]]) {
        const refused = await comment(key, { author_id });
        expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
        expect(refused.error.message).toMatch(/^author_id: /);
      }
    }
  });

  test('is named by a key of the team, and may have no account', async () => {
    for (const author_id of [ana.userId, team.users[0]]) {
      const made = await comment(team.key, { author_id });
      expect(made.status, made.text).toBe(201);
      expect(made.data.author_id).toBe(author_id);
    }
    for (const fields of [{}, { author_id: null }]) {
      const refused = await comment(team.key, fields);
      expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(refused.error.message).toMatch(/^author_id is required/);
    }
  });

  test('is an active user of the team: any other id gets the same answer', async () => {
    const [gone, paused] = [
      await makePerson(service, team, 'member'),
      await makePerson(service, team, 'member'),
    ];
    const owner = await makePerson(service, team, 'owner');
    for (const { userId } of [gone, paused])
      expect((await comment(team.key, { author_id: userId })).status).toBe(201);
    expect((await owner.delete(`/members/${gone.userId}`)).status).toBe(200);
    expect((await owner.post(`/members/${paused.userId}/suspend`)).status).toBe(200);
    const before = await listed('?limit=100');
    const missing = await comment(team.key, { author_id: uuidv7() });
    expect([missing.status, missing.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(missing.error).toMatchObject({ fields: [{ name: 'author_id', code: 'not_found' }] });
    for (const author_id of [gone.userId, paused.userId, otherTeam.users[0]])
      expect((await comment(team.key, { author_id })).text).toBe(missing.text);
    expect(await listed('?limit=100')).toEqual(before);
    expect((await owner.post(`/members/${paused.userId}/restore`)).status).toBe(200);
    expect((await comment(team.key, { author_id: paused.userId })).status).toBe(201);
  });

  test('is in the audit entry next to the key', async () => {
    const [{ id: key } = {}] = await service.sql(
      'select id from api_keys where team_id = $1 order by id limit 1',
      [team.id],
    );
    const made = await comment(team.key, { author_id: ana.userId });
    const [entry, ...others] = await entriesOf(made.data.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor: 'key', actor_id: key, on_behalf_of: null });
    expect(JSON.parse(String(entry?.after))).toMatchObject({ ...on(deal), author_id: ana.userId });
    const personal = await comment(await keyOf(ana.userId));
    expect(await entriesOf(personal.data.id)).toMatchObject([
      { actor: 'key', on_behalf_of: ana.userId, operation: 'comments.create' },
    ]);
  });
});

describe('the record', () => {
  test('must be one of the team', async () => {
    const author_id = ana.userId;
    const foreign = await otherTeam.create('deals');
    const before = await listed('', otherTeam);
    const missing = await comment(team.key, { author_id, record_id: uuidv7() });
    expect([missing.status, missing.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await comment(team.key, { author_id, record_id: foreign.id })).text).toBe(missing.text);
    expect(
      (await otherTeam.post('/comments', { ...on(deal), content: 'Oi', author_id })).status,
    ).toBe(404);
    expect(await listed('', otherTeam)).toEqual(before);
  });

  test('in the trash takes no comments, and those that it has stay listed', async () => {
    const task = await team.create('tasks');
    const fields = { ...on(task, 'tasks'), author_id: ana.userId };
    const { data } = await comment(team.key, fields);
    await team.delete(`/tasks/${task.id}`);
    expect((await comment(team.key, fields)).status).toBe(404);
    expect(await listed(`?record_type=tasks&record_id=${task.id}`)).toEqual([data]);
  });
});

test('comments are listed for the team alone, without deleted ones', async () => {
  const record = await team.create('clients');
  const made: Json[] = [];
  for (const content of ['Um', 'Dois', 'Três']) {
    const fields = { ...on(record, 'clients'), content, author_id: ana.userId };
    made.push((await comment(team.key, fields)).data);
  }
  const query = `?record_type=clients&record_id=${record.id}`;
  expect(await listed(query)).toEqual(made.toReversed());
  expect(await listed(`${query}&sort=created_at`)).toEqual(made);
  expect(await listed(query, otherTeam)).toEqual([]);
  expect((await listed('?limit=100', otherTeam)).map(({ id }) => id)).not.toContain(made[0]?.id);
  expect((await ana.delete(`/comments/${made[0]?.id}`)).status).toBe(200);
  expect(await listed(query)).toEqual([made[2], made[1]]);
});

test('keys that read list comments and write none', async () => {
  for (const key of [await keyOf(null, 'read'), await keyOf(ana.userId, 'read')]) {
    const { status, body } = await call(service.app, key, 'GET', '/comments?limit=100');
    expect(status).toBe(200);
    expect(body.data).toEqual(await listed('?limit=100'));
    const refused = await comment(key, { author_id: ana.userId });
    expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  }
});

test('a retry with the same idempotency key adds and notifies once', async () => {
  const record = await team.create('deals', { responsible_id: ana.userId });
  const fields = { ...on(record), author_id: bia.userId, mentions: [ana.userId] };
  const headers = { 'idempotency-key': uuidv7() };
  const [first, second] = [
    await comment(team.key, fields, headers),
    await comment(team.key, fields, headers),
  ];
  expect(first.status, first.text).toBe(201);
  expect(second.text).toBe(first.text);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(await listed(`?record_type=deals&record_id=${record.id}`)).toHaveLength(1);
  expect(await entriesOf(first.data.id)).toHaveLength(1);
  const notified = (await ana.get('/notifications?limit=100')).body.data as Json[];
  const kinds = notified.flatMap(({ kind, record_id }) => (record_id === record.id ? [kind] : []));
  expect(kinds.filter((kind) => kind === 'mentioned')).toHaveLength(1);
});

test('users are notified in the name of the author, and the author is not notified', async () => {
  const record = await team.create('deals', { responsible_id: ana.userId });
  const fields = { ...on(record), mentions: [bia.userId] };
  expect((await comment(team.key, { ...fields, author_id: ana.userId })).status).toBe(201);
  const notified = async (person: TestPerson) =>
    ((await person.get('/notifications?limit=100')).body.data as Json[]).flatMap((each) =>
      each.record_id === record.id ? [[each.kind, each.actor_name]] : [],
    );
  expect(await notified(bia)).toEqual([['mentioned', 'Ana']]);
  // The assignment of the deal.
  expect(await notified(ana)).toEqual([['assigned', null]]);
});

test('mentions name users of the team', async () => {
  for (const stranger of [uuidv7(), otherTeam.users[0]]) {
    const refused = await comment(team.key, { author_id: ana.userId, mentions: [stranger] });
    expect([refused.status, refused.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(refused.error.message).toMatch(/^mentions: /);
  }
});

test('a comment emits no event', async () => {
  const eventsOf = () => service.sql('select id from events where team_id = $1', [team.id]);
  const before = await eventsOf();
  expect((await comment(team.key, { author_id: ana.userId })).status).toBe(201);
  expect(await eventsOf()).toEqual(before);
});
