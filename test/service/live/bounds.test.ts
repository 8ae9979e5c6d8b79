import { expect, test } from 'vitest';
import { useLive } from '#test/support/live/fixture.ts';
import { listen } from '#test/support/live/listener.ts';

/* Limits on the number of streams and on unread bytes, and how streams end. */
const service = useLive({ nodes: 1 });

test('a stream over the limit of a session, a team or a process is refused with Retry-After', async () => {
  const [team, otherTeam] = [await service.team(), await service.team()];
  const bounded = await service.start({ LIVE_STREAMS: 11, TEAM_LIVE_STREAMS: 10 });
  const [ana, bia, cida] = [
    await service.person(team),
    await service.person(team),
    await service.person(otherTeam),
  ];
  const open = (of: typeof team, person: typeof ana) =>
    listen(bounded.address, of.slug, person.token);
  const streams = [];
  for (let i = 0; i < 8; i += 1) streams.push(await open(team, ana));
  const session = await open(team, ana);
  streams.push(await open(team, bia), await open(team, bia));
  const ofTeam = await open(team, bia);
  streams.push(await open(otherTeam, cida));
  const ofProcess = await open(otherTeam, cida);
  expect(streams.map(({ status }) => status)).toEqual(Array(11).fill(200));
  expect([session.status, ofTeam.status, ofProcess.status]).toEqual([429, 429, 503]);
  for (const { headers, text } of [session, ofTeam, ofProcess]) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(text)).toMatchObject({ success: false });
  }
  // Closing a stream makes room.
  streams[0]?.close();
  await expect.poll(() => bounded.live.count()).toBe(10);
  const again = await open(team, ana);
  expect(again.status).toBe(200);
  for (const each of [...streams, again]) each.close();
  await expect.poll(() => bounded.live.count()).toBe(0);
});

test('a client that does not read is cut off, delays no other client, and receives the rest when it reconnects', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const [stalled, reading] = [await service.listen(team, ana), await service.listen(team, ana)];
  for (const each of [stalled, reading]) await each.until('ready');
  stalled.stall();
  const many = 400;
  // Far more than the socket buffers of both sides hold.
  for (let i = 0; i < many / 100; i += 1) {
    await service.sql(
      `insert into events (team_id, id, type, record_id, payload)
        select $1, uuid7(clock_timestamp()), 'task.created', $1,
          '{"id":"' || i || '","type":"task.created","created_at":"","data":{"text":"' || repeat('x', 100000) || '"},"previous":null}'
        from generate_series($2::int, $2::int + 99) i`,
      [team.id, i * 100],
    );
    await reading.until('change', ({ id }) => id === String(i * 100 + 99));
  }
  expect(reading.changes()).toHaveLength(many);
  await expect.poll(() => service.nodes[0]?.live.count()).toBe(1);
  const again = await service.listen(team, ana, { lastId: stalled.lastId });
  await again.until('ready');
  expect(again.changes().map(({ id }) => id)).toEqual(
    Array.from({ length: many }, (_, i) => String(i)),
  );
});

test('streams end first when the service stops, announce it, and no new one is opened', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const node = await service.start();
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => listen(node.address, team.slug, ana.token)),
  );
  const [stalled] = streams;
  for (const each of streams) await each.until('ready');
  stalled?.stall();
  const closing = node.app.close();
  for (const each of streams.slice(1)) {
    await expect.poll(() => each.isOver).toBe(true);
    expect(each.heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'stopping' } });
    expect(each.retry).toBeGreaterThanOrEqual(500);
  }
  await closing;
  expect(node.live.count()).toBe(0);
  const viewer = { kind: 'user' as const, sessionId: '', personId: '', teamId: '', userId: '' };
  expect(() => node.live.admit(viewer)).toThrow('stopping');
});

test('a page names an invalid parameter; HEAD opens no stream', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const wrong = await service.listen(team, ana, { query: '?since=1' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('last_event_id');
  const head = await ana.call('HEAD', '/live');
  expect([head.status, head.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  expect((await ana.post('/live')).headers.allow).toBe('GET, HEAD');
});
