import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { SendBudget } from '#server/features/live/send-budget.ts';
import { useLive } from '#test/support/live/fixture.ts';
import { listen } from '#test/support/live/listener.ts';
import type { TestPerson } from '#test/support/people.ts';
import type { TestTeam } from '#test/support/team.ts';

/*
 * Bytes that clients have not received yet, and the order in which missed events are read.
 */
const service = useLive({ nodes: 1 });

const kilobyte = 1_024;

/** Adds numbered events of a given size to a team. */
const addEvents = (team: TestTeam, from: number, to: number, size: number) =>
  service.sql(
    `insert into events (team_id, id, type, record_id, payload)
      select $1, uuid7(clock_timestamp()), 'task.created', $1,
        '{"id":"' || i || '","type":"task.created","created_at":"","data":{"text":"' || repeat('x', $4::int) || '"},"previous":null}'
      from generate_series($2::int, $3::int - 1) i`,
    [team.id, from, to, size],
  );
const numbers = (to: number) => Array.from({ length: to }, (_, i) => String(i));

/** Returns the cursor of a team's newest event. */
async function cursorOf(team: TestTeam, person: TestPerson): Promise<string> {
  const stream = await service.listen(team, person);
  const { id } = await stream.until('ready');
  stream.close();
  return id;
}

/** Connections that a node accepts from now on. */
function connectionsOf(server: { on(event: 'connection', heard: (socket: Socket) => void): void }) {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  return sockets;
}

describe('streams that reconnect and do not read', () => {
  test('hold one page each, wait for the client, and miss nothing', async () => {
    const team = await service.team();
    const people = await Promise.all([service.person(team), service.person(team)]);
    const [ana] = people;
    const lastId = await cursorOf(team, ana as TestPerson);
    const node = await service.start();
    const sockets = connectionsOf(node.app.server);
    // Far more than the operating system buffers.
    const count = 3_000;
    await addEvents(team, 0, count, 4 * kilobyte);
    const streams = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const { token } = people[i % 2] as TestPerson;
        const stream = await listen(node.address, team.slug, token, { lastId });
        stream.stall();
        return stream;
      }),
    );
    const blocked = () => sockets.filter(({ writableNeedDrain }) => writableNeedDrain).length;
    await expect.poll(blocked, { timeout: 30_000 }).toBe(streams.length);
    const unsent = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
    // One page, and the 64 KiB buffer of a Node.js stream.
    expect(unsent).toBeLessThanOrEqual(streams.length * 140 * kilobyte);
    expect(node.live.unsent()).toBeLessThanOrEqual(streams.length * 140 * kilobyte);
    // New events are not held in memory either.
    await addEvents(team, count, count + 500, 4 * kilobyte);
    const watching = await listen(node.address, team.slug, (ana as TestPerson).token);
    await watching.until('ready');
    expect(node.live.unsent()).toBeLessThanOrEqual(streams.length * 210 * kilobyte);
    const [first] = streams;
    first?.resume();
    await expect.poll(() => first?.changes().length, { timeout: 30_000 }).toBe(count + 500);
    expect(first?.changes().map(({ id }) => id)).toEqual(numbers(count + 500));
    await first?.until('ready');
    for (const each of [watching, ...streams]) each.close();
    await expect.poll(() => [node.live.count(), node.live.unsent()]).toEqual([0, 0]);
  });

  test('that missed too much receive none of it', async () => {
    const team = await service.team();
    const ana = await service.person(team);
    const lastId = await cursorOf(team, ana);
    await addEvents(team, 0, 10_001, 1);
    const again = await service.listen(team, ana, { lastId });
    expect((await again.until('resync')).data).toEqual({ reason: 'too_many' });
    expect(again.changes()).toEqual([]);
  });
});

test('the slowest live streams of the team with the most unread bytes are cut, and continue later', async () => {
  const [slow, otherTeam] = [await service.team(), await service.team()];
  const [ana, bia, cida] = [
    await service.person(slow),
    await service.person(slow, 'admin'),
    await service.person(otherTeam),
  ];
  const node = await service.start({}, 512 * kilobyte);
  const open = (team: TestTeam, { token }: TestPerson) => listen(node.address, team.slug, token);
  const [stalled, stalledAdmin, reading, elsewhere] = [
    await open(slow, ana),
    await open(slow, bia),
    await open(slow, ana),
    await open(otherTeam, cida),
  ];
  for (const each of [stalled, stalledAdmin, reading, elsewhere]) await each.until('ready');
  stalled.stall();
  stalledAdmin.stall();
  let count = 0;
  for (; node.live.count() > 2 && count < 200; count += 1) {
    await addEvents(slow, count, count + 1, 128 * kilobyte);
    await reading.until('change', ({ id }) => id === String(count));
  }
  expect(node.live.unsent()).toBeLessThanOrEqual(512 * kilobyte);
  await addEvents(otherTeam, 0, 1, 1);
  await elsewhere.until('change');
  expect([reading.isOver, elsewhere.isOver]).toEqual([false, false]);
  const again = await listen(node.address, slow.slug, ana.token, { lastId: stalled.lastId });
  await again.until('ready');
  const seen = [...stalled.changes(), ...again.changes()].map(({ id }) => id);
  expect(seen).toEqual(numbers(count));
  for (const each of [reading, elsewhere, again]) each.close();
});

describe('the memory for unsent bytes', () => {
  /** Starts a query that ends when the test decides. */
  function queries(budget: SendBudget) {
    const began: string[] = [];
    const ends: (() => void)[] = [];
    return {
      began,
      start: (team: string) =>
        budget.read(team, () => {
          began.push(team);
          return new Promise<void>((end) => ends.push(end));
        }),
      async end() {
        ends.shift()?.();
        await new Promise(setImmediate);
      },
    };
  }

  test('is shared in turn between teams, regardless of the number of streams waiting in one team', async () => {
    const budget = new SendBudget();
    const { began, start, end } = queries(budget);
    const all = Array.from({ length: 100 }, () => start('a'));
    all.push(start('b'), start('c'));
    expect(began).toEqual(['a', 'a', 'b', 'c']);
    // The next free place goes to a team without one.
    await end();
    all.push(start('d'));
    expect(began.slice(4)).toEqual(['d']);
    for (let i = 0; i < 103; i += 1) await end();
    await Promise.all(all);
    expect(began).toHaveLength(103);
  });

  test('is refused to a team that holds its share, and granted to others', async () => {
    const budget = new SendBudget(1_000);
    const page = Buffer.alloc(500);
    budget.add('a', page);
    const { began, start, end } = queries(budget);
    const all = [start('a'), start('b')];
    expect(began).toEqual(['b']);
    await end();
    budget.remove('a', page);
    await new Promise(setImmediate);
    expect(began).toEqual(['b', 'a']);
    await end();
    await Promise.all(all);
  });

  test('counts a buffer shared by several streams until the last one has sent it', () => {
    const budget = new SendBudget(1_000);
    const [shared, single] = [Buffer.alloc(400), Buffer.alloc(300)];
    for (let i = 0; i < 3; i += 1) budget.add('a', shared);
    budget.add('b', single);
    expect([budget.unsent, budget.unsentOf('a'), budget.overdrawn()]).toEqual([700, 400, 'a']);
    budget.remove('a', shared);
    budget.remove('a', shared);
    expect(budget.unsent).toBe(700);
    budget.remove('a', shared);
    budget.remove('a', shared);
    expect([budget.unsent, budget.unsentOf('a'), budget.overdrawn()]).toEqual([300, 0, undefined]);
  });
});
