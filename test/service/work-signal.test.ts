import { afterAll, expect, test } from 'vitest';
import { defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { openNotifyChannel } from '#server/db/notify-channel.ts';
import { teamStatement } from '#server/db/statement.ts';
import { useService } from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';

/* Signals that wake idle processes when work is due: docs/adr/0136. */

const service = useService();
const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

function openChannel() {
  const calls: string[] = [];
  const channel = openNotifyChannel(service.connection, 'signal', 'signal_test', (what) => {
    calls.push(what);
  });
  closing.push(channel.close);
  return { channel, calls };
}

test('after a lost connection, a channel listens again and reports that it missed notifications', async () => {
  const [listener, caller] = [openChannel(), openChannel()];
  expect(listener.channel.isListening()).toBe(false);
  listener.channel.keepListening();
  await until(() => listener.calls.length === 1);
  expect(listener.channel.isListening()).toBe(true);

  caller.channel.callSoon();
  caller.channel.callSoon();
  await until(() => listener.calls.length === 2);

  const [row] = await listener.channel.run({
    text: 'select pg_backend_pid() as pid',
    parameters: [],
  });
  await service.sql('select pg_terminate_backend($1)', [row?.pid]);
  await until(() => !listener.channel.isListening());
  await until(() => listener.channel.isListening());
  await until(() => listener.calls.length === 3);
  await caller.channel.call();
  await until(() => listener.calls.length === 4);
  expect(listener.calls).toEqual(['', '', '', '']);
});

test('a database reports commits that may have queued work, and nothing else', async () => {
  const team = await service.team();
  let queued = 0;
  const database = openDatabase(
    service.connection,
    'test',
    2,
    () => {},
    defaultTimeouts.command,
    undefined,
    () => {
      queued += 1;
    },
  );
  closing.push(() => database.close());
  const db = database.team(team.id);
  const read = teamStatement('select id from deliveries where team_id = $team');
  const write = teamStatement(
    'update deliveries set next_attempt_at = now() where team_id = $team',
  );
  const writeNone = teamStatement(
    `with d as (update deliveries set next_attempt_at = now() where team_id = $team returning id)
    select exists (select from d) as has_queued`,
  );
  await db.run(read);
  await db.run(writeNone);
  await db.transaction((tx) => tx.run(writeNone));
  expect(queued).toBe(0);
  await db.run(write);
  expect(queued).toBe(1);
  await db.transaction(async (tx) => {
    await tx.run(write);
    await tx.run(write);
    expect(queued).toBe(1);
  });
  expect(queued).toBe(2);
  await db
    .transaction(async (tx) => {
      await tx.run(write);
      throw new Error('rolled back');
    })
    .catch(() => {});
  await db.run(read);
  expect(queued).toBe(2);
  // In a transaction that it may share.
  await db.run(write, {}, { name: 'deals' });
  await until(() => queued === 3);
});
