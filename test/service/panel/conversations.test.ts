import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Work of members in conversations: under their own name, and each message once. */
const service = useSharedService();
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let admin: TestPerson;
let conversation: string;
beforeAll(async () => {
  team = await service.team();
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  admin = await makePerson(service, team, 'admin');
  conversation = String((await write(ana, { text: 'Bom dia' })).data.conversation_id);
});

const number = '5511987650321';
const write = (person: TestPerson, body: Json, headers?: Record<string, string>) =>
  person.post('/msgapp/messages/write', { inbox_id: team.inbox, phone: number, ...body }, headers);
const at = (rest: string) => `/msgapp/conversations/${conversation}/${rest}`;
const operationsOn = async (id: unknown) =>
  (
    await service.sql(
      'select operation, actor_id from audit_entries where record_id = $1 order by id',
      [id],
    )
  ).map(({ operation, actor_id }) => [operation, actor_id]);

/** Receives a message of its contact. */
const received = (text: string) =>
  perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: team.inbox },
    body: { from: number, text },
  });

describe('a conversation', () => {
  test('is assigned, snoozed, resolved and reopened', async () => {
    const assigned = await ana.post(at('assign'), { assignee_id: bia.userId });
    expect(assigned.data).toMatchObject({ assignee: { id: bia.userId } });
    expect((await bia.post(at('unassign'), {})).data).toMatchObject({ assignee: null });
    const until = '2099-01-01T12:00:00.000Z';
    expect((await ana.post(at('snooze'), { until })).data).toMatchObject({
      status: 'snoozed',
      snoozed_until: until,
    });
    expect((await ana.post(at('resolve'), {})).data).toMatchObject({ status: 'resolved' });
    expect((await ana.post(at('reopen'), {})).data).toMatchObject({ status: 'open' });
  });

  test('is marked as read for the caller only', async () => {
    const counted = async (person: TestPerson) => (await person.get('/msgapp/unread')).data;
    await received('Oi');
    expect(await counted(ana)).toMatchObject({
      conversations: 1,
      unread: [{ conversation_id: conversation, unread: 1 }],
    });
    const inHerName = await ana.post(at('read'), { user_id: bia.userId });
    expect([inHerName.status, inHerName.error.message]).toEqual([
      403,
      expect.stringMatching(/^user_id: members can do this only in their own name/),
    ]);
    expect((await ana.post(at('read'), {})).status).toBe(200);
    expect(await counted(ana)).toMatchObject({ conversations: 0, unread: [] });
    expect(await counted(bia)).toMatchObject({ conversations: 1 });
  });
});

describe('a note', () => {
  test('belongs to its author: others read it, admins may change it', async () => {
    const made = await ana.post(at('notes'), { content: 'Cliente antigo' });
    expect(made.data, made.text).toMatchObject({ author_id: ana.userId });
    const path = at(`notes/${made.data.id}`);
    for (const refused of [await bia.put(path, { content: 'x' }), await bia.delete(path)])
      expect([refused.status, refused.error.message]).toEqual([
        403,
        expect.stringMatching(/Only the author/),
      ]);
    expect((await bia.get(at('notes'))).body.data).toMatchObject([{ content: 'Cliente antigo' }]);
    expect((await admin.put(path, { content: 'Cliente desde 2019' })).status).toBe(200);
    expect((await ana.delete(path)).data).toMatchObject({ id: made.data.id });
    expect((await ana.get(at('notes'))).body.data).toEqual([]);
    expect(await operationsOn(made.data.id)).toEqual([
      ['notes.create', ana.userId],
      ['notes.update', admin.userId],
      ['notes.delete', ana.userId],
    ]);
  });

  test('made by a workflow has no author: admins change it', async () => {
    const made = await ana.post(at('notes'), { content: 'Do fluxo' });
    await service.sql('update conversation_notes set author_id = null where id = $1', [
      made.data.id,
    ]);
    const path = at(`notes/${made.data.id}`);
    expect((await ana.put(path, { content: 'x' })).status).toBe(403);
    expect((await ana.delete(path)).status).toBe(403);
    const changed = await admin.put(path, { content: 'Revisto' });
    expect(changed.data).toMatchObject({ author_id: null, content: 'Revisto' });
    expect((await admin.delete(path)).status).toBe(200);
  });

  test('of another conversation is not found', async () => {
    const otherConversation = await write(ana, { phone: '5511987650322', text: 'Oi' });
    const made = await ana.post(at('notes'), { content: 'Daqui' });
    const elsewhere = `/msgapp/conversations/${otherConversation.data.conversation_id}/notes/${made.data.id}`;
    expect((await ana.put(elsewhere, { content: 'x' })).status).toBe(404);
    expect((await ana.delete(elsewhere)).status).toBe(404);
  });
});

test('a draft is kept per user, and hidden from everyone else', async () => {
  expect((await ana.get(at('draft'))).status).toBe(404);
  expect((await ana.put(at('draft'), { content: 'Olá, ' })).data).toMatchObject({
    user_id: ana.userId,
    content: 'Olá, ',
  });
  expect((await ana.get(at('draft'))).data).toMatchObject({ content: 'Olá, ' });
  expect((await bia.get(at('draft'))).status).toBe(404);
  expect((await ana.delete(at('draft'))).status).toBe(200);
});

test('canned responses are stored, and filled in for the person who answers', async () => {
  const path = '/msgapp/ready-answers';
  const answer = { shortcut: 'oi', title: 'Saudação', content: 'Oi, aqui é {{user.name}}.' };
  const { data } = await ana.post(path, answer);
  expect(data).toMatchObject(answer);
  const filled = await bia.post(`${path}/${data.id}/render`, { conversation_id: conversation });
  expect(filled.data).toEqual({ content: 'Oi, aqui é Bia.', empty: [], unknown: [] });
  expect((await bia.put(`${path}/${data.id}`, { title: 'Olá' })).data).toMatchObject({
    title: 'Olá',
    content: answer.content,
  });
  expect((await ana.post(path, answer)).error.code).toBe('DUPLICATE_ENTRY');
  expect((await ana.delete(`${path}/${data.id}`)).data).toEqual({ id: data.id, deleted: true });
  expect((await ana.get(path)).body.data).toEqual([]);
  expect((await operationsOn(data.id)).map(([operation]) => operation)).toEqual([
    'ready_answers.create',
    'ready_answers.update',
    'ready_answers.delete',
  ]);
});

describe('a message', () => {
  const sent = async () =>
    (await service.sql('select count(*)::int as n from messages where team_id = $1', [team.id]))[0]
      ?.n;

  test('with a file is sent once per key, also after the file is deleted', async () => {
    const pdf = async function* () {
      yield Buffer.from('%PDF-1.7\n%%EOF\n');
    };
    const context = { db: service.database.team(team.id), storage: service.storage };
    const file = await storeFile(context, pdf(), { name: 'proposta.pdf', purpose: 'upload' });
    const body = { text: 'Segue a proposta', file_id: file.id };
    const headers = { 'idempotency-key': uuidv7() };
    const first = await write(ana, body, headers);
    expect([first.status, first.data.content], first.text).toEqual([201, 'Segue a proposta']);
    const before = await sent();
    await service.sql('update files set deleted_at = now() where id = $1', [file.id]);
    const again = await write(ana, body, headers);
    expect([again.status, again.data.id]).toEqual([201, first.data.id]);
    expect(await sent()).toBe(before);
    const missing = await write(ana, body);
    expect([missing.status, missing.error.message]).toEqual([404, 'No file has this id.']);
    expect(await sent()).toBe(before);
  });

  test('is answered by a reaction, once per key', async () => {
    const { data } = await write(ana, { text: 'Fechado' });
    const path = `/msgapp/messages/${data.id}/reaction`;
    const headers = { 'idempotency-key': uuidv7() };
    const first = await ana.post(path, { emoji: '👍' }, headers);
    expect([first.status, first.data.message_type], first.text).toEqual([201, 'reaction']);
    const before = await sent();
    expect((await ana.post(path, { emoji: '👍' }, headers)).data.id).toBe(first.data.id);
    expect(await sent()).toBe(before);
    expect((await ana.post(path, { emoji: 'dois' })).error.message).toMatch(/^emoji must be/);
    expect((await ana.post(`/msgapp/messages/${uuidv7()}/reaction`, { emoji: '👍' })).status).toBe(
      404,
    );
    expect((await ana.post(`/msgapp/messages/${data.id}/fetch`, {})).error.code).toBe('CONFLICT');
  });

  test('of another team is out of reach', async () => {
    const theirs = await service.team();
    const dora = await makePerson(service, theirs, 'owner');
    const body = { inbox_id: theirs.inbox, phone: number, text: 'Oi' };
    const { data } = await dora.post('/msgapp/messages/write', body);
    for (const [path, values] of [
      [`/msgapp/messages/${data.id}/reaction`, { emoji: '👍' }],
      [`/msgapp/messages/${data.id}/fetch`, {}],
      ['/msgapp/messages/write', { conversation_id: data.conversation_id, text: 'Oi' }],
    ] as const) {
      const answer = await ana.post(path, values);
      expect([answer.status, answer.error.code], path).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('a message with an id given by its author', () => {
  const place = { inbox_id: undefined, phone: undefined };
  const under = (id: string, body: Json, headers?: Record<string, string>) =>
    write(ana, { ...place, conversation_id: conversation, id, ...body }, headers);

  test('is sent once under concurrency; after an edit it is still the same, and different content is a conflict', async () => {
    const [id, text] = [uuidv7(), 'Uma vez só'];
    const key = { 'idempotency-key': id };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => under(id, { text }, i % 2 ? key : undefined)),
    );
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`))).toEqual(
      new Set([`201 ${id}`]),
    );
    const messageCounts = async () =>
      (
        await service.sql(
          'select count(*)::int as n, count(distinct msgapp_message_id)::int as sent from messages where team_id = $1 and content = $2',
          [team.id, text],
        )
      )[0];
    expect(await messageCounts()).toEqual({ n: 1, sent: 1 });
    const [, ...others] = [
      {},
      { text: 'Outra coisa' },
      { reply_to: id },
      { conversation_id: undefined, inbox_id: team.inbox, phone: '5511987650399' },
    ];
    for (const change of others) {
      const { status, error } = await under(id, { text, ...change });
      expect([status, error.code], JSON.stringify(change)).toEqual([409, 'CONFLICT']);
    }
    await service.sql(
      `with v as (insert into message_versions (team_id, id, message_id, at, content)
        select team_id, gen_random_uuid(), id, now(), content from messages where team_id = $1 and id = $2)
      update messages set content = 'Corrigida', edited_at = now() where team_id = $1 and id = $2`,
      [team.id, id],
    );
    const again = await under(id, { text });
    expect([again.status, again.data.content]).toEqual([201, 'Corrigida']);
    expect((await under(id, { text: 'x', type: 'image' })).error.code).toBe('CONFLICT');
    expect((await write(ana, { id: 'x', text })).error.message).toMatch(/^id must be a UUID/);
    expect(await messageCounts()).toEqual({ n: 0, sent: 0 });
  });

  test('returns its known status if the service was killed while sending', async () => {
    const id = uuidv7();
    await service.sql(
      `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, message_type, content, status, created_at)
      select team_id, $2, id, inbox_id, 'x@x', 'outgoing', 'text', 'No meio', 'pending', now() - interval '21 seconds'
      from conversations where team_id = $1 and id = $3`,
      [team.id, id, conversation],
    );
    const before = await under(id, { text: 'No meio' }, { 'idempotency-key': id });
    expect(before.data).toMatchObject({
      id,
      status: 'pending',
      status_reason: expect.stringMatching(/^stopped: /),
    });
    const theirs = await service.team();
    const dora = await makePerson(service, theirs, 'owner');
    const body = { id, text: 'No meio', inbox_id: theirs.inbox, phone: number };
    const answer = await dora.post('/msgapp/messages/write', body);
    expect([answer.status, answer.data.status]).toEqual([201, 'sent']);
  });
});
