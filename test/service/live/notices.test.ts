import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { noticedTypes } from '#server/events/live/notices.ts';
import { minRoleForNotice } from '#server/features/live/visibility.ts';
import { records } from '#server/features/records.ts';
import { useLive } from '#test/support/live/fixture.ts';
import type { Listener } from '#test/support/live/listener.ts';
import type { Json } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';

/* Streams also report changes that emit no event: the id of the record, for everyone who may read it. */
const service = useLive();

const staleTopics = (stream: Listener) =>
  stream.heard
    .filter(({ event }) => event === 'stale')
    .map(({ data }) => [data.record_type, data.record_id]);

test('a changed setting is reported on every node, to its team only, and once after a reconnect', async () => {
  const [team, others] = [await service.team(), await service.team()];
  const [owner, ana] = [await service.person(team, 'owner'), await service.person(team)];
  const stream = await service.listen(team, ana, { node: 1 });
  const otherStream = await service.listen(others, await service.person(others, 'owner'), {
    node: 1,
  });
  for (const each of [stream, otherStream]) await each.until('ready');
  const { data: squad } = await owner.post('/squads', { name: 'Criação' });
  await owner.put(`/squads/${squad.id}`, { name: 'Mídia' });
  const columns = [{ slug: 'a', name: 'A' }];
  const { data: pipeline } = await owner.post('/pipelines', { name: 'Quadro', columns });
  const added = await owner.post(`/pipelines/${pipeline.id}/columns`, { slug: 'b', name: 'B' });
  expect(added.status).toBe(201);
  await owner.put('/settings', { time_zone: 'America/Bahia' });
  // A change that emits an event arrives as that event, in order.
  const project = await team.create('projects');
  await owner.delete(`/squads/${squad.id}`);
  await stream.until('stale', () => staleTopics(stream).length === 6);
  const column = staleTopics(stream)[3]?.[1];
  const expected = [
    ['squads', squad.id],
    ['squads', squad.id],
    ['pipelines', pipeline.id],
    ['columns', column],
    ['teams', team.id],
    ['squads', squad.id],
  ];
  expect(staleTopics(stream)).toEqual(expected);
  expect(stream.heard.map(({ event }) => event)).toEqual([
    'ready',
    ...Array(5).fill('stale'),
    'change',
    'stale',
  ]);
  expect(stream.changes()[0]?.record_id).toBe(project.id);
  // Only that something changed, without its values.
  expect(Object.keys(stream.heard[1]?.data ?? {})).toEqual(['id', 'record_type', 'record_id']);
  const again = await service.listen(team, ana, { lastId: stream.heard[2]?.id });
  await again.until('ready');
  expect(staleTopics(again)).toEqual(expected.slice(2));
  const last = await service.listen(team, ana, { lastId: stream.lastId, node: 1 });
  await last.until('ready');
  expect(last.heard).toHaveLength(1);
  await others.create('projects');
  await otherStream.until('change');
  expect(staleTopics(otherStream)).toEqual([]);
});

test('members are not notified of records that only admins may read', async () => {
  const team = await service.team();
  const owner = await service.person(team, 'owner');
  const [ana, bia] = [await service.person(team), await service.person(team, 'admin')];
  const [asMember, asAdmin] = [await service.listen(team, ana), await service.listen(team, bia)];
  for (const each of [asMember, asAdmin]) await each.until('ready');
  const { data: key } = await owner.post('/keys', { user_id: owner.userId, name: 'Robô' });
  const webhook = await team.create('webhooks', { url: 'https://example.com/' });
  await team.put(`/webhooks/${webhook.id}`, { name: 'Outro' });
  const { data: squad } = await owner.post('/squads', { name: 'Criação' });
  for (const each of [asMember, asAdmin])
    await each.until('stale', ({ record_id }) => record_id === squad.id);
  expect(staleTopics(asAdmin)).toEqual([
    ['keys', key.id],
    ['webhooks', webhook.id],
    ['webhooks', webhook.id],
    ['squads', squad.id],
  ]);
  expect(staleTopics(asMember)).toEqual([['squads', squad.id]]);
  const again = await service.listen(team, ana, { lastId: asMember.heard[0]?.id });
  await again.until('ready');
  expect(staleTopics(again)).toEqual([['squads', squad.id]]);
});

test('a change of a member notifies everyone of public fields, and admins of the rest', async () => {
  const team = await service.team();
  const owner = await service.person(team, 'owner');
  const ana = await service.person(team);
  const [asMember, asOwner] = [await service.listen(team, ana), await service.listen(team, owner)];
  for (const each of [asMember, asOwner]) await each.until('ready');
  const bia = await service.person(team);
  const at = `/members/${bia.userId}`;
  for (const change of [{ sees_values: false }, { name: 'Bia Lima' }]) {
    const changed = await owner.put(at, change);
    expect(changed.status, changed.text).toBe(200);
  }
  await owner.post(`${at}/suspend`);
  const { data: squad } = await owner.post('/squads', { name: 'Criação' });
  for (const each of [asMember, asOwner])
    await each.until('stale', ({ record_id }) => record_id === squad.id);
  expect(staleTopics(asMember)).toEqual([
    ['users', bia.userId],
    ['squads', squad.id],
  ]);
  expect(staleTopics(asOwner).filter(([type]) => type === 'members')).toHaveLength(3);
});

test('personal notifications reach only their recipient, and only the kinds they want', async () => {
  const team = await service.team();
  const [ana, bia] = [
    await service.person(team, 'member', { name: 'Ana' }),
    await service.person(team),
  ];
  const [asBia, asAna] = [await service.listen(team, bia), await service.listen(team, ana)];
  for (const each of [asBia, asAna]) await each.until('ready');
  const chosen = await bia.put('/notifications/choices', { assigned: false });
  expect(chosen.data).toMatchObject({ assigned: false, mentioned: true });
  const task = await team.create('tasks', { assignee_ids: [bia.userId] });
  expect((await bia.get('/notifications')).body.data).toEqual([]);
  await ana.post('/comments', {
    record_type: 'tasks',
    record_id: task.id,
    content: 'Bia',
    mentions: [bia.userId],
  });
  // Her preference, and the notification of the comment.
  await asBia.until(
    'stale',
    () => staleTopics(asBia).filter(([t]) => t === 'notifications').length === 2,
  );
  await asAna.until('stale', ({ record_type }) => record_type === 'comments');
  expect(staleTopics(asAna)).toEqual([['comments', task.id]]);
  const again = await service.listen(team, ana, { lastId: asAna.heard[0]?.id });
  await again.until('ready');
  expect(staleTopics(again)).toEqual([['comments', task.id]]);
  const [first] = (await bia.get('/notifications')).body.data as Json[];
  expect(first).toMatchObject({ record_name: task.title, excerpt: 'Bia', read_at: null });
  expect((await bia.get('/notifications/unread')).data).toMatchObject({ unread: 1 });
  const at = `/notifications/${first?.id}/read`;
  expect((await ana.post(at)).status).toBe(404);
  expect((await bia.post(at)).status).toBe(200);
  expect((await bia.get('/notifications/unread')).data).toMatchObject({ unread: 0 });
  await ana.post('/comments', {
    record_type: 'tasks',
    record_id: task.id,
    content: 'Pronto',
  });
  expect((await bia.post('/notifications/read')).data).toEqual({ read: 1 });
  expect((await ana.get(`/notifications?user_id=${bia.userId}`)).status).toBe(400);
});

test('refused and undone changes are not reported', async () => {
  const team = await service.team();
  const owner = await service.person(team, 'owner');
  const stream = await service.listen(team, owner);
  await stream.until('ready');
  const columns = [{ slug: 'a', name: 'A' }];
  const { data: pipeline } = await owner.post('/pipelines', { name: 'Quadro', columns });
  const again = await owner.post(`/pipelines/${pipeline.id}/columns`, { slug: 'a', name: 'B' });
  expect(again.status).toBe(422);
  const { data: squad } = await owner.post('/squads', { name: 'Criação' });
  await stream.until('stale', ({ record_id }) => record_id === squad.id);
  expect(staleTopics(stream)).toHaveLength(2);
});

/** Audited but not reported: it emits events, or the panel does not list it. */
const untold = new Set([
  ...records.map(({ table }) => table.name),
  ...['audit', 'conversations', 'deliveries', 'messages', 'own_views', 'reports'],
]);

test('every audited kind of record is reported by an event or a notice that some role may read', async () => {
  const types = new Set<string>();
  for await (const path of glob('server/**/*.ts')) {
    const text = readFileSync(path, 'utf8');
    for (const [, type = ''] of text.matchAll(/(?:recordAudit|audits)\([^;]*?type: '(\w+)'/gs))
      types.add(type);
  }
  expect(types.size).toBeGreaterThan(5);
  for (const type of types) expect(noticedTypes.has(type) || untold.has(type), type).toBe(true);
  for (const type of noticedTypes) expect(minRoleForNotice(type), type).toBeDefined();
  const least = (role: string) => [...noticedTypes].filter((t) => minRoleForNotice(t) === role);
  expect(least('admin')).toEqual([
    'imports',
    'invitations',
    'keys',
    'members',
    'privacy_requests',
    'webhooks',
    'workflow_runs',
    'workflows',
  ]);
  expect(minRoleForNotice('credentials')).toBeUndefined();
});

test('a user’s reading and drafts are sent to their own screens or the whole team, and typing only to colleagues looking at the conversation', async () => {
  const [team, others] = [await service.team(), await service.team()];
  const [ana, bia, dora] = [
    await service.person(team),
    await service.person(team),
    await service.person(team),
  ];
  const foreigner = await service.person(others, 'owner');
  const to = { inbox_id: team.inbox, phone: '5511987651111' };
  const sent = (await ana.post('/msgapp/messages/write', { ...to, text: 'Oi' })).data;
  const at = `/msgapp/conversations/${sent.conversation_id}`;
  const streams = [
    await service.listen(team, ana),
    await service.listen(team, bia, { node: 1 }),
    await service.listen(team, dora, { node: 1 }),
    await service.listen(others, foreigner, { node: 1 }),
  ] as const;
  const [asAna, asBia, asDora] = streams;
  for (const each of streams) await each.until('ready');

  // A message that the gateway accepted emits an event when the network confirms it; a failed send emits none.
  await ana.post('/msgapp/messages/write', { ...to, text: 'Tudo bem?' });
  const lost = uuidv7();
  const nobody = { inbox_id: team.inbox, phone: '5511987650000', text: 'Alô?', id: lost };
  expect((await ana.post('/msgapp/messages/write', nobody)).status).toBe(502);
  await asBia.until('stale', ({ record_id: id }) => id === lost);
  expect(staleTopics(asBia)).toEqual([['messages', lost]]);
  for (const _ of [1, 2]) expect((await ana.post(`${at}/read`)).status).toBe(200);
  await asAna.until('stale', ({ record_type: type }) => type === 'conversation_reads');

  const presences = (stream: Listener) => stream.heard.filter(({ event }) => event === 'presence');
  const typed = await ana.post(`${at}/typing`, { kind: 'answer' });
  expect([typed.status, typed.data.conversation_id]).toEqual([200, sent.conversation_id]);
  const { id, data } = await asBia.until('presence');
  expect([id, data]).toEqual(['', { ...typed.data, user_id: ana.userId, kind: 'answer' }]);
  await asDora.until('presence');
  // Streams that open later receive the indicator while it is valid.
  const again = await service.listen(team, dora, { node: 1 });
  expect((await again.until('presence')).data).toEqual(data);
  const foreign = await service.listen(others, foreigner, { node: 1 });
  await foreign.until('ready');
  expect(presences(foreign)).toEqual([]);
  expect((await ana.post(`${at}/typing`, { kind: 'x' })).status).toBe(400);
  expect((await foreigner.post(`${at}/typing`, { kind: 'note' })).status).toBe(404);

  // A suspended person receives nothing a moment later, and a new one nothing from before they joined.
  await service.sql('update users set suspended_at = now() where id = $1', [dora.userId]);
  await until(() => asDora.isOver);
  const late = await service.listen(team, bia, { lastId: asBia.heard[0]?.id });
  await late.until('ready');
  await bia.post(`${at}/typing`, { kind: 'note' });
  await asAna.until('presence');
  // A later change has arrived, so nothing else was on its way.
  const { data: squad } = await (await service.person(team, 'owner')).post('/squads', {
    name: 'S',
  });
  for (const each of [asAna, asBia, late])
    await each.until('stale', ({ record_id }) => record_id === squad.id);
  // The one that opened late has received the indicator that was valid then.
  expect([asAna, asBia, asDora, late].map((each) => presences(each).length)).toEqual([1, 1, 1, 1]);
  expect(staleTopics(asAna).filter(([type]) => type === 'conversation_reads')).toEqual([
    ['conversation_reads', sent.conversation_id],
  ]);
  expect(staleTopics(asBia).filter(([type]) => type === 'conversation_reads')).toEqual([]);
  expect(streams[3].heard.map(({ event }) => event)).toEqual(['ready']);
});
