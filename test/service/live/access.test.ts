import { describe, expect, test } from 'vitest';
import { eventKinds } from '#server/features/event-kinds.ts';
import { minRoleFor } from '#server/features/live/visibility.ts';
import { useLive } from '#test/support/live/fixture.ts';
import { listen } from '#test/support/live/listener.ts';

/* Access to live streams: which person receives which changes, and until when. */
const service = useLive();

const soon = { timeout: 10_000, interval: 20 };

test('a stream never contains events of another team, which looks like one that does not exist', async () => {
  const [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  const [ana, bia] = [await service.person(ours, 'owner'), await service.person(theirs, 'owner')];
  const stream = await service.listen(ours, ana);
  await stream.until('ready');
  const otherStream = await service.listen(theirs, bia);
  await otherStream.until('ready');
  const foreign = await theirs.create('projects');
  const { id } = await ours.create('projects');
  await otherStream.until('change', ({ record_id }) => record_id === foreign.id);
  await stream.until('change', ({ record_id }) => record_id === id);
  expect(stream.changes()).toHaveLength(1);
  // Nor with a cursor of another team's stream.
  const resumed = await service.listen(ours, ana, { lastId: otherStream.heard[0]?.id });
  await resumed.until('ready');
  expect(resumed.changes().map(({ record_id }) => record_id)).toEqual([id]);
  const refused = await service.listen(theirs, ana);
  const missing = await service.listen({ ...theirs, slug: 'nobody-has-this' }, ana);
  expect(refused.status).toBe(404);
  expect(refused.text).toBe(missing.text);
  const address = service.nodes[0]?.address ?? '';
  expect((await listen(address, ours.slug, undefined)).status).toBe(401);
});

describe('records that a member may not see', () => {
  test('of webhooks are on the streams of admins only', async () => {
    const team = await service.team();
    const [ana, bia] = [await service.person(team), await service.person(team, 'admin')];
    const [asMember, asAdmin] = [await service.listen(team, ana), await service.listen(team, bia)];
    for (const each of [asMember, asAdmin]) await each.until('ready');
    const webhook = await team.create('webhooks', { url: 'https://example.com/' });
    expect((await team.post(`/webhooks/${webhook.id}/test`)).status).toBe(201);
    const { id } = await team.create('projects');
    for (const each of [asMember, asAdmin])
      await each.until('change', ({ record_id }) => record_id === id);
    const types = (stream: typeof asMember) => stream.changes().map(({ type }) => type);
    expect(types(asAdmin)).toEqual(['webhook.test', 'project.created']);
    expect(types(asMember)).toEqual(['project.created']);
    const resumed = await service.listen(team, ana, { lastId: asMember.heard[0]?.id });
    await resumed.until('ready');
    expect(types(resumed)).toEqual(['project.created']);
  });

  test('the value of deals is null, also in the changed fields', async () => {
    const team = await service.team();
    const [ana, bia] = [
      await service.person(team, 'member', { seesValues: false }),
      await service.person(team),
    ];
    const [without, withValues] = [
      await service.listen(team, ana),
      await service.listen(team, bia),
    ];
    for (const each of [without, withValues]) await each.until('ready');
    const deal = await team.create('deals', { value: 1234.5 });
    await team.put(`/deals/${deal.id}`, { value: 777 });
    for (const each of [without, withValues])
      await each.until('change', ({ type }) => type === 'deal.updated');
    expect(withValues.changes()[1]).toMatchObject({
      data: { value: 777 },
      previous: { value: 1234.5 },
    });
    expect(without.changes()[0]).toMatchObject({ data: { id: deal.id, value: null } });
    expect(without.changes()[1]).toMatchObject({
      data: { value: null },
      previous: { value: null },
    });
    const resumed = await service.listen(team, ana, { lastId: without.heard[0]?.id });
    await resumed.until('ready');
    // Not in ids and times either, which consist of such digits.
    expect(JSON.stringify(resumed.changes())).not.toMatch(/:(1234\.5|777)[,}]/);
  });

  test('every kind of record has readers; only admins read webhooks', () => {
    // For webhooks only: the record of an erasure is gone, and notices announce imports.
    const hidden = ['privacy.erased', 'import.finished'];
    for (const kind of eventKinds.filter((each) => !hidden.includes(each)))
      expect(minRoleFor(kind), kind).toBe(kind.startsWith('webhook.') ? 'admin' : 'member');
    for (const kind of hidden) expect(minRoleFor(kind)).toBeUndefined();
    expect(minRoleFor('workflow.call')).toBeUndefined();
  });
});

describe('an open stream', () => {
  test.each<[string, (of: { session: string; person: string; user: string }) => [string, string]]>([
    [
      'is signed out',
      ({ session }) => ['update sessions set ended_at = now() where id = $1', session],
    ],
    ['is suspended', ({ user }) => ['update users set suspended_at = now() where id = $1', user]],
    [
      'is disabled',
      ({ person }) => ['update people set disabled_at = now() where id = $1', person],
    ],
    ['leaves the team', ({ user }) => ['update users set person_id = null where id = $1', user]],
  ])('ends when its person %s, and cannot be reopened', async (_, change) => {
    const team = await service.team();
    const ana = await service.person(team);
    const stream = await service.listen(team, ana, { node: 1 });
    await stream.until('ready');
    const [text, id] = change({ session: ana.sessionId, person: ana.personId, user: ana.userId });
    await service.sql(text, [id]);
    await expect.poll(() => stream.isOver, soon).toBe(true);
    expect(stream.heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed_out' } });
    await team.create('projects');
    await expect
      .poll(async () => (await service.listen(team, ana, { node: 1 })).status, soon)
      .toBeGreaterThanOrEqual(401);
    expect(stream.changes()).toEqual([]);
  });

  test('of a demoted person shows what their new role may see', async () => {
    const team = await service.team();
    const ana = await service.person(team, 'admin');
    const stream = await service.listen(team, ana);
    await stream.until('ready');
    const webhook = await team.create('webhooks', { url: 'https://example.com/' });
    await service.sql(`update users set role = 'member', sees_values = false where id = $1`, [
      ana.userId,
    ]);
    expect((await stream.until('resync')).data).toEqual({ reason: 'access' });
    await team.post(`/webhooks/${webhook.id}/test`);
    await team.create('deals', { value: 9 });
    await stream.until('change', ({ type }) => type === 'deal.created');
    expect(stream.changes()).toMatchObject([{ type: 'deal.created', data: { value: null } }]);
  });

  test('of a demoted person asks for a second reload, which no access from before is cached for', async () => {
    const team = await service.team();
    const ana = await service.person(team, 'admin');
    await team.create('deals', { value: 9 });
    const stream = await service.listen(team, ana);
    await stream.until('ready');
    // The access of this request is cached for half a second.
    expect((await ana.get('/deals')).body.data).toMatchObject([{ value: 9 }]);
    await service.sql(`update users set role = 'member', sees_values = false where id = $1`, [
      ana.userId,
    ]);
    const resyncs = () => stream.heard.filter(({ event }) => event === 'resync');
    await stream.until('resync', () => resyncs().length === 2);
    expect((await ana.get('/deals')).body.data).toMatchObject([{ value: null }]);
    expect(resyncs().map(({ data }) => data)).toEqual([{ reason: 'access' }, { reason: 'access' }]);
  });
});

test('a stream never contains changes, notes and typing of an inbox that its person may not see', async () => {
  const team = await service.team();
  const [ana, bia] = [await service.person(team), await service.person(team)];
  const admin = await service.person(team, 'admin');
  const { data: inbox } = await admin.post('/inboxes', {
    name: 'Diretoria',
    type: 'session',
    gateway: 'sandbox',
  });
  const streams = [await service.listen(team, ana), await service.listen(team, bia)] as const;
  for (const stream of streams) await stream.until('ready');
  const chosen = { access: 'chosen', user_ids: [bia.userId], squad_ids: [] };
  await admin.put(`/inboxes/${inbox.id}/access`, chosen);
  expect((await streams[0].until('resync')).data).toEqual({ reason: 'access' });
  const sent = await team.post('/msgapp/messages', {
    inbox_id: inbox.id,
    phone: '5511987651234',
    content: 'Oi',
  });
  const conversation = String(sent.data.conversation_id);
  await bia.post(`/msgapp/conversations/${conversation}/notes`, { content: 'Nota' });
  await admin.post(`/msgapp/conversations/${conversation}/typing`, { kind: 'answer' });
  const project = await team.create('projects');
  for (const stream of streams)
    await stream.until('change', ({ record_id }) => record_id === project.id);
  await streams[1].until('presence');
  const [hers, his] = streams.map(({ heard }) => JSON.stringify(heard));
  for (const id of [conversation, sent.data.id]) {
    expect(hers).not.toContain(id);
    expect(his).toContain(id);
  }
  // After a reconnect, too, once the cached access has expired.
  const path = `/msgapp/conversations/${conversation}`;
  await expect.poll(async () => (await ana.get(path)).status).toBe(404);
  const again = await service.listen(team, ana, { lastId: streams[0].lastId });
  await again.until('ready');
  const fromStart = await service.listen(team, ana, { lastId: streams[1].heard[0]?.id });
  await fromStart.until('ready');
  for (const { heard } of [again, fromStart])
    for (const id of [conversation, sent.data.id]) expect(JSON.stringify(heard)).not.toContain(id);
});
