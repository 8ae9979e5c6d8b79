import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { storeFile } from '#server/features/files/store.ts';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { registry } from '#server/features/registry.ts';
import { perform } from '#server/operations/operation.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Inboxes that only chosen members see: for all others, their conversations do not exist, whichever operation they call. */

const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
/** Does not see the inbox. */
let ana: TestPerson;
/** Sees it. */
let bia: TestPerson;
let anasKey: string;
let inbox: string;
let contact: string;
let deal: string;
/** A text that only records of the inbox contain. */
const secret = 'segredoabacate';
const phone = '5511987650555';
/** Ids of records in the inbox, by the singular of their record. */
const hidden: Record<string, string> = {};
/** Ids of further records, which Ana sees. */
const visible: string[] = [];

const access = (values: Json) => admin.put(`/inboxes/${inbox}/access`, values);
const everyone = { access: 'team', user_ids: [], squad_ids: [] };
const only = (user_ids: readonly string[], squad_ids: readonly string[] = []): Json => ({
  access: 'chosen',
  user_ids,
  squad_ids,
});

/** A permission is read again half a second later. */
const stale = async () => {
  await expect.poll(async () => (await ana.get(`/inboxes/${inbox}/access`)).status).toBe(404);
  await expect
    .poll(async () => (await keyed('GET', `/msgapp/conversations/${hidden.conversation}`)).status)
    .toBe(404);
};

const keyed = (method: string, path: string, body?: unknown) =>
  team.call(method, path, body, { authorization: `Bearer ${anasKey}` });

beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin', { name: 'Caio' });
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
  bia = await makePerson(service, team, 'member', { name: 'Bia' });
  const made = await admin.post('/inboxes', {
    name: 'Diretoria',
    type: 'session',
    gateway: 'sandbox',
  });
  inbox = String(made.data.id);
  const client = await team.create('clients');
  await perform(receiveInSandbox, operatorOf(service, team), {
    path: { id: inbox },
    body: { from: phone, text: `${secret} um` },
  });
  const [row] = await service.sql(
    `select c.id, c.contact_id, m.id as message from conversations c join messages m on m.team_id = c.team_id and m.conversation_id = c.id
     where c.team_id = $1 and c.inbox_id = $2`,
    [team.id, inbox],
  );
  hidden.inbox = inbox;
  hidden.conversation = String(row?.id);
  hidden.message = String(row?.message);
  const linked = await team.put(`/msgapp/contacts/${row?.contact_id}`, { client_id: client.id });
  expect(linked.status, linked.text).toBe(200);
  const path = `/msgapp/conversations/${hidden.conversation}`;
  hidden.note = String(
    (await bia.post(`${path}/notes`, { content: `${secret} dois`, mentions: [ana.userId] })).data
      .id,
  );
  await admin.post(`${path}/assign`, { assignee_id: ana.userId });
  const scheduled = await bia.post('/msgapp/scheduled-messages', {
    conversation_id: hidden.conversation,
    text: `${secret} quatro`,
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  expect(scheduled.status, scheduled.text).toBe(201);
  hidden.scheduled = String(scheduled.data.id);
  const file = await storeFile(
    { db: service.database.team(team.id), storage: service.storage },
    pieces(somePdf()),
    { name: `${secret}.pdf`, purpose: 'message' },
  );
  hidden.file = file.id;
  const ofNote = await storeFile(
    { db: service.database.team(team.id), storage: service.storage },
    pieces(somePdf()),
    {
      name: `${secret}-nota.pdf`,
      purpose: 'message',
      record: { type: 'conversations', id: hidden.conversation },
    },
  );
  hidden.noteFile = ofNote.id;
  const noted = await bia.post(`${path}/notes`, { content: '', file_ids: [ofNote.id] });
  expect(noted.status, noted.text).toBe(201);
  const sent = await bia.post('/msgapp/messages/write', {
    conversation_id: hidden.conversation,
    file_id: file.id,
    text: `${secret} três`,
  });
  expect(sent.status, sent.text).toBe(201);
  hidden.sent = String(sent.data.id);
  contact = String(row?.contact_id);
  deal = String((await team.create('deals', { client_id: client.id })).id);
  visible.push(
    ...[row?.contact_id, client.id, deal, ana.userId, team.squad, team.inbox].map(String),
  );
  anasKey = (
    await createKey(service.database.platform, team.id, {
      name: 'Ana',
      scope: 'full',
      userId: ana.userId,
      expiresAt: null,
    })
  ).api_key;
});

/** Paths of an operation with ids of all kinds of records. */
const pathsOf = (path: string): string[] => {
  const ids = [...Object.values(hidden), ...visible];
  const name = /:(id|inner)\b/.exec(path)?.[0];
  if (name === undefined) return [path];
  return ids.flatMap((id) => pathsOf(path.replace(name, id)));
};

const leaks = (text: string) =>
  [secret, ...Object.values(hidden)].filter((each) => text.includes(each));

const reads = registry.panel.filter(({ panel }) => panel.method === 'GET');
const readsOfKeys = registry.operations.filter(({ v1 }) => v1?.method === 'GET');

/** Answers that name a contact with an open conversation. */
const chats = async (person: TestPerson): Promise<[string, string][]> => [
  ['board', (await person.get('/deals/board')).text],
  ['course', String((await person.get(`/deals/${deal}/course`)).data.contact_id)],
];

/** Queries that lists are called with. */
const queries = [
  '',
  `?search=${secret}`,
  `?q=${secret}`,
  `?search=${phone.slice(2)}`,
  '?status=any',
];

/** Calls every path with ids of all kinds of records. @returns the paths that answer with records of the inbox */
async function sweep(
  paths: readonly string[],
  get: TestPerson['get'],
): Promise<{ path: string }[]> {
  const open: { path: string; status: number; leaked: string[] }[] = [];
  for (const path of paths)
    for (const each of pathsOf(path))
      for (const query of each === path ? queries : ['']) {
        const { status, text } = await get(each + query);
        const named = leaks(each + query);
        const leaked = leaks(text).filter((id) => !named.includes(id));
        if (leaked.length > 0 || (status === 200 && named.length > 0 && query === ''))
          open.push({ path: each + query, status, leaked });
      }
  return open;
}

describe('members who do not see an inbox', () => {
  beforeEach(async () => {
    expect((await access(only([bia.userId]))).status).toBe(200);
    await stale();
  });

  test('find nothing of it by any operation that reads', async () => {
    expect(
      await sweep(
        reads.map(({ panel }) => panel.path),
        ana.get,
      ),
    ).toEqual([]);
    const paths = readsOfKeys.map(({ v1 }) => v1?.path ?? '');
    expect(await sweep(paths, (path) => keyed('GET', path))).toEqual([]);
  });

  test('do not learn of its conversations from deals, counts and their notifications', async () => {
    for (const [place, text] of await chats(ana)) expect(text, place).not.toContain(contact);
    expect((await ana.get('/notifications')).body.data).toEqual([]);
    expect((await ana.get('/notifications/unread')).data).toMatchObject({ unread: 0 });
    expect((await ana.get('/day')).data).toMatchObject({ counts: { conversations: 0 } });
    const { counts } = (await ana.get('/msgapp/conversation-rows?status=any')).data;
    expect(counts).toEqual({ mine: 0, unassigned: 0, all: 0 });
  });

  test('change nothing in it by any operation with its ids in the path', async () => {
    const before = await service.sql(
      'select id, content, reactions from messages where team_id = $1 order by id',
      [team.id],
    );
    for (const { id, panel } of registry.panel)
      if (panel.method !== 'GET' && panel.path.includes(':id'))
        for (const of of Object.values(hidden))
          for (const inner of panel.path.includes(':inner')
            ? [uuidv7(), hidden.note ?? '']
            : ['']) {
            const path = panel.path.replace(':id', of).replace(':inner', inner);
            const { status } = await ana.call(
              panel.method,
              path,
              panel.method === 'DELETE' ? undefined : {},
            );
            expect([400, 403, 404], `${id} ${path}`).toContain(status);
          }
    const now = await service.sql(
      'select id, content, reactions from messages where team_id = $1 order by id',
      [team.id],
    );
    expect(now).toEqual(before);
  });

  test('cannot name it, or anything in it, in a body', async () => {
    const calls: [string, Json][] = [
      ['/msgapp/messages/write', { conversation_id: hidden.conversation, text: 'Oi' }],
      ['/msgapp/messages/write', { inbox_id: inbox, phone, text: 'Oi' }],
      [
        '/msgapp/messages/write',
        { inbox_id: team.inbox, phone, text: 'Oi', reply_to: hidden.message },
      ],
      ['/msgapp/messages/write', { inbox_id: team.inbox, phone, text: 'Oi', file_id: hidden.file }],
      ['/msgapp/messages/write', { inbox_id: team.inbox, phone, file_id: hidden.noteFile }],
      [`/msgapp/conversations/${hidden.conversation}/notes`, { content: 'Oi' }],
      [`/msgapp/conversations/${hidden.conversation}/assign`, { assignee_id: ana.userId }],
      [`/msgapp/conversations/${hidden.conversation}/typing`, { kind: 'answer' }],
      [`/msgapp/messages/${hidden.message}/reaction`, { emoji: '👍' }],
      ['/msgapp/conversations/bulk', { action: 'resolve', ids: [hidden.conversation] }],
      ['/msgapp/conversations/bulk', { action: 'read', ids: [hidden.conversation] }],
    ];
    for (const [path, body] of calls) {
      const answer = await ana.post(path, body);
      expect([answer.status, leaks(answer.text)], `${path} ${answer.text}`).toEqual([404, []]);
    }
    const sent = await keyed('POST', '/msgapp/messages', { inbox_id: inbox, phone, content: 'Oi' });
    expect(sent.status).toBe(404);
  });

  test('are not assigned to its conversations', async () => {
    const path = `/msgapp/conversations/${hidden.conversation}/assign`;
    const refused = await admin.post(path, { assignee_id: ana.userId });
    expect([refused.status, refused.error.message]).toEqual([
      400,
      'assignee_id must be a member who sees this inbox.',
    ]);
    expect((await admin.post(path, { assignee_id: bia.userId })).status).toBe(200);
    expect((await admin.post(path, { assignee_id: admin.userId })).status).toBe(200);
  });
});

describe('members who see an inbox', () => {
  const open = (person: TestPerson) =>
    person.get(`/msgapp/conversations/${hidden.conversation}/thread`);

  test('are those who were chosen, the members of chosen squads, admins, and by default all', async () => {
    expect((await access(only([bia.userId]))).data).toEqual({
      id: inbox,
      access: 'chosen',
      users: [{ id: bia.userId, name: 'Bia' }],
      squads: [],
    });
    await stale();
    for (const person of [bia, admin]) expect((await open(person)).status).toBe(200);
    expect((await bia.get('/msgapp/conversation-rows?status=any')).text).toContain(
      hidden.conversation,
    );
    await access(only([], [team.squad]));
    await expect.poll(async () => (await open(bia)).status).toBe(404);
    await admin.put(`/squads/${team.squad}/members/${ana.userId}`);
    await expect.poll(async () => (await open(ana)).status).toBe(200);
    await admin.delete(`/squads/${team.squad}/members/${ana.userId}`);
    await expect.poll(async () => (await open(ana)).status).toBe(404);
    await admin.put(`/members/${ana.userId}`, { role: 'admin' });
    await expect.poll(async () => (await open(ana)).status).toBe(200);
    await admin.put(`/members/${ana.userId}`, { role: 'member' });
    await access(everyone);
    await expect.poll(async () => (await open(bia)).status).toBe(200);
    // The same calls then answer with its records.
    const answered = await sweep(
      reads.map(({ panel }) => panel.path),
      bia.get,
    );
    const shapes = answered.map(({ path }) => path.replaceAll(/[0-9a-f-]{36}/g, ':'));
    expect(shapes).toEqual(
      expect.arrayContaining([
        '/clients/:/overview',
        '/clients/:/timeline',
        '/files',
        '/inboxes',
        '/msgapp/contacts/:/overview',
        '/msgapp/contacts/:/timeline',
        '/msgapp/conversation-rows',
        '/msgapp/conversations',
        '/msgapp/conversations/:/sidebar',
        '/msgapp/conversations/:/thread',
        `/msgapp/message-hits?q=${secret}`,
        '/msgapp/unread',
      ]),
    );
    for (const [place, text] of await chats(bia)) expect(text, place).toContain(contact);
  });

  test('are chosen by admins only, among those of the team', async () => {
    expect((await bia.put(`/inboxes/${inbox}/access`, everyone)).status).toBe(403);
    const stranger = await makePerson(service, await service.team(), 'owner');
    expect((await stranger.put(`/inboxes/${inbox}/access`, everyone)).status).toBe(404);
    expect((await stranger.get(`/inboxes/${inbox}/access`)).status).toBe(404);
    for (const id of [stranger.userId, uuidv7()]) {
      const refused = await access(only([id]));
      expect([refused.status, refused.error.message]).toEqual([
        404,
        'user_ids: no user has this id.',
      ]);
    }
    const unknown = await access(only([], [uuidv7()]));
    expect([unknown.status, unknown.error.message]).toEqual([
      404,
      'squad_ids: no squad has this id.',
    ]);
  });
});
