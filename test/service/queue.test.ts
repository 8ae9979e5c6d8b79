import { expect, test } from 'vitest';
import { pauseAfter, type Queue, startQueues } from '#server/db/job-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import { until } from '#test/support/wait.ts';

test('a team runs at most an eighth of a process’s jobs, and all teams together at most the limit', async () => {
  const most = 80;
  const under = { all: 0, most: 0, ofTeam: new Map<string, number>(), mostOfTeam: 0 };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const left = new Map<string, number>();
  const keys = Array.from({ length: 20 }, (_, team) =>
    Array.from({ length: 5 }, (_, queue) => `team-${team} queue-${queue}`),
  ).flat();
  for (const key of keys) left.set(key, 16);
  const open = (key: string): Queue<string, void> => ({
    width: () => 16,
    async claimJobs(room) {
      // Others take jobs at the same time.
      await new Promise((resolve) => setTimeout(resolve, 5));
      const jobs = Math.min(room, left.get(key) ?? 0);
      left.set(key, (left.get(key) ?? 0) - jobs);
      return { jobs: Array<string>(jobs).fill(key.split(' ')[0] ?? ''), mayHaveMore: true };
    },
    async work(team) {
      const mine = (under.ofTeam.get(team) ?? 0) + 1;
      under.ofTeam.set(team, mine);
      under.all += 1;
      under.most = Math.max(under.most, under.all);
      under.mostOfTeam = Math.max(under.mostOfTeam, mine);
      await held;
      under.all -= 1;
      under.ofTeam.set(team, (under.ofTeam.get(team) ?? 0) - 1);
    },
    async store() {},
  });
  const due = async () => ({ keys: keys.filter((key) => (left.get(key) ?? 0) > 0) });
  const queues = startQueues('tests', most, due, open, makeLog('silent'));
  await until(() => under.all === most);
  release();
  await until(() => [...left.values()].every((jobs) => jobs === 0));
  await queues.stop();
  expect(under).toMatchObject({ all: 0, most, mostOfTeam: most / 8 });
});

test('a queue whose work throws stops, logs the error, and restarts', async () => {
  let opened = 0;
  const open = (): Queue<number, number> => ({
    width: () => 1,
    claimJobs: async () => ({ jobs: [1], mayHaveMore: true }),
    work: async () => {
      throw new Error('broken');
    },
    store: async () => {},
  });
  const queues = startQueues(
    'tests',
    10,
    async () => ({ keys: ['team queue'] }),
    () => {
      opened += 1;
      return open();
    },
    makeLog('silent'),
  );
  await until(() => opened === 1);
  // It pauses before the restart, and does not keep the process from stopping.
  await queues.stop();
  expect(opened).toBe(1);
});

test('the pause after a poll grows with the duration of the poll, up to a second', () => {
  expect([0, 5, 30, 90, 500, 60_000].map(pauseAfter)).toEqual([100, 100, 300, 900, 1_000, 1_000]);
});

/** Queues that announce nothing due, and count polls. */
function idleQueues(next: { inMs?: number }) {
  const listeners: (() => void)[] = [];
  const seen = { polls: 0, isComplete: true };
  const queues = startQueues<string, void>(
    'tests',
    10,
    async () => {
      seen.polls += 1;
      return { keys: [], nextInMs: next.inMs };
    },
    () => {
      throw new Error('nothing is due');
    },
    makeLog('silent'),
    { isComplete: () => seen.isComplete, onWork: (listener) => listeners.push(listener) },
  );
  const announce = () => {
    for (const each of listeners) each();
  };
  return { queues, seen, announce };
}

test('an idle process polls when work is announced, when the next row is due, and otherwise rarely', async () => {
  const next: { inMs?: number } = {};
  const { queues, seen, announce } = idleQueues(next);
  await until(() => seen.polls === 1);
  announce();
  await until(() => seen.polls === 2);
  next.inMs = 300;
  announce();
  await until(() => seen.polls === 3);
  delete next.inMs;
  await until(() => seen.polls === 4);
  // An announcement that never arrives: the process polls after maxIdleMs.
  await until(() => seen.polls === 5);
  await queues.stop();
  expect(seen.polls).toBe(5);
});

test('a process that is not notified of other processes’ changes polls often', async () => {
  const { queues, seen } = idleQueues({});
  await until(() => seen.polls === 1);
  seen.isComplete = false;
  // More polls than the sleeps of an idle process would allow before the wait fails.
  await until(() => seen.polls >= 30);
  await queues.stop();
});
