import { expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import type { Role } from '#server/operations/roles.ts';
import { useLive } from '#test/support/live/fixture.ts';
import { follow } from '#test/support/live/listener.ts';
import type { Json, TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';

/* The stream of a team's events, for API keys. */
const service = useLive();

interface Made {
  readonly scope?: 'full' | 'read';
  readonly userId?: string;
  readonly expiresIn?: number;
}

const keyOf = (team: TestTeam, { scope = 'read', userId, expiresIn }: Made = {}) =>
  createKey(service.database.platform, team.id, {
    name: 'Ouvinte',
    scope,
    userId: userId ?? null,
    expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn),
  });

const streamOf = (key: string, path = '/events/stream', init: RequestInit = {}) =>
  fetch(`${service.nodes[0]?.address}/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}` },
  });

test('sends the events of its team only, as in the log, and nothing twice after a reconnect', async () => {
  const [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  const { api_key: reading } = await keyOf(ours);
  const [stream, otherStream] = [await service.follow(reading), await service.follow(theirs.key)];
  for (const each of [stream, otherStream]) await each.until('ready');
  await theirs.create('projects');
  const { id } = await ours.create('deals', { value: 1234.5 });
  await ours.put(`/deals/${id}`, { phase: 'proposta' });
  // A change without an event: sent to people's screens, not to keys.
  await service.sql(
    `insert into live_notices (team_id, id, record_type, created_at) values ($1, uuid7(), 'squads', now())`,
    [ours.id],
  );
  const last = await ours.create('projects');
  await stream.until('event', ({ data }) => (data as Json).id === last.id);
  await otherStream.until('event');
  const types = ['deal.created', 'deal.updated', 'deal.stage_changed', 'project.created'];
  expect(stream.changes().map(({ type }) => type)).toEqual(types);
  expect(otherStream.changes().map(({ type }) => type)).toEqual(['project.created']);
  expect(new Set(stream.heard.map(({ event }) => event))).toEqual(new Set(['ready', 'event']));
  for (const change of stream.changes()) {
    const logged = (await (await streamOf(reading, `/events/${change.id}`)).json()) as Json;
    expect(change).toEqual(logged.data);
  }
  // On another node, with the header or the query; a cursor of another team's stream reveals nothing of it.
  const [first, second] = stream.heard.filter(({ event }) => event === 'event');
  for (const [options, rest] of [
    [{ lastId: first?.id, node: 1 }, types.slice(1)],
    [{ query: `?last_event_id=${second?.id}` }, types.slice(2)],
    [{ lastId: otherStream.heard[0]?.id }, types],
  ] as const) {
    const again = await service.follow(reading, options);
    await again.until('ready');
    expect(again.changes().map(({ type }) => type)).toEqual(rest);
  }
  const stale = await service.follow(reading, { lastId: 'nonsense' });
  expect((await stale.until('resync')).data).toEqual({ reason: 'unknown' });
});

test('is for keys that may read the log, and refuses all others', async () => {
  const team = await service.team();
  const makerOf = async (role: Role) => (await service.person(team, role)).userId;
  const status = async (key: string, path?: string, init?: RequestInit) => {
    const answer = await streamOf(key, path, init);
    await answer.body?.cancel();
    return answer.status;
  };
  const [member, admin] = [await makerOf('member'), await makerOf('admin')];
  expect(await status((await keyOf(team, { userId: admin })).api_key)).toBe(200);
  const refused = await streamOf((await keyOf(team, { userId: member })).api_key);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('admin')]);
  expect(await status('pauta_nobody')).toBe(401);
  expect(await status(team.key, '/events/stream?types=deal.created')).toBe(400);
  const head = await streamOf(team.key, '/events/stream', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const post = await streamOf(team.key, '/events/stream', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('ends within about a second after its key is revoked, expires or loses its user’s permission', async () => {
  const team = await service.team();
  const people = await Promise.all(
    ['demoted', 'suspended', 'disabled'].map(() => service.person(team, 'admin')),
  );
  const [demoted, suspended, disabled] = people.map(({ userId }) => userId);
  const revoked = await keyOf(team);
  const keys = [
    revoked,
    await keyOf(team, { expiresIn: 3_000 }),
    ...(await Promise.all(
      [demoted, suspended, disabled].map((userId) =>
        keyOf(team, userId === undefined ? {} : { userId }),
      ),
    )),
  ];
  const staying = await service.follow((await keyOf(team)).api_key);
  const streams = await Promise.all(
    keys.map(({ api_key }) => service.follow(api_key, { node: 1 })),
  );
  for (const each of [staying, ...streams]) await each.until('ready');
  await service.sql('update api_keys set revoked_at = now() where id = $1', [revoked.id]);
  await service.sql(`update users set role = 'member' where id = $1`, [demoted]);
  await service.sql('update users set suspended_at = now() where id = $1', [suspended]);
  await service.sql(`update people set disabled_at = now() where id = $1`, [people[2]?.personId]);
  for (const each of streams) {
    await until(() => each.isOver);
    expect(each.heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'unauthorized' } });
  }
  await team.create('projects');
  await staying.until('event');
  expect(streams.flatMap((each) => each.changes())).toEqual([]);
  for (const { api_key } of keys)
    await expect.poll(async () => (await streamOf(api_key)).status).toBeGreaterThanOrEqual(401);
});

test('counts towards the limits of streams, together with those of people', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const bounded = await service.start({ LIVE_STREAMS: 0, TEAM_LIVE_STREAMS: 9 });
  const open = (key: string) => follow(bounded.address, key);
  const { api_key } = await keyOf(team);
  const streams = [await service.listen(team, ana, { node: 2 })];
  for (let i = 0; i < 8; i += 1) streams.push(await open(api_key));
  const refused = [await open(api_key), await open(team.key)];
  expect(streams.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused[0]?.text).toContain('8 live streams for one API key');
  expect(refused[1]?.text).toContain('TEAM_LIVE_STREAMS');
  for (const each of streams) each.close();
  await expect.poll(() => bounded.live.count()).toBe(0);
});
