import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRefresher } from '#panel/screens/reports/refresh.ts';

/* A report on screen is read again after changes: soon, but seldom. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A refresher, with the number of its reads. */
function made(readMs = 0) {
  const state = { reads: 0, isVisible: true, listeners: new Set<() => void>() };
  const refresher = makeRefresher(
    async () => {
      state.reads += 1;
      if (readMs > 0) await new Promise((resolve) => setTimeout(resolve, readMs));
    },
    {
      isVisible: () => state.isVisible,
      onVisible(listener) {
        state.listeners.add(listener);
        return () => state.listeners.delete(listener);
      },
    },
  );
  const show = (isVisible: boolean) => {
    state.isVisible = isVisible;
    for (const listener of state.listeners) listener();
  };
  return { state, refresher, show };
}

test('a burst of changes causes one read', async () => {
  const { state, refresher } = made();
  for (let n = 0; n < 100; n += 1) refresher.changed();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(state.reads).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(state.reads).toBe(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(state.reads).toBe(1);
});

test('changes that never end cause a read each quarter of a minute', async () => {
  const { state, refresher } = made();
  for (let second = 0; second < 60; second += 1) {
    refresher.changed();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(state.reads).toBeLessThanOrEqual(4);
  expect(state.reads).toBeGreaterThanOrEqual(3);
});

test('a slow report is read less often: at most a twentieth of the time', async () => {
  const { state, refresher } = made(5_000);
  for (let second = 0; second < 300; second += 1) {
    refresher.changed();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(state.reads).toBe(3);
});

test('a change during a read causes another one', async () => {
  const { state, refresher } = made(2_000);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(2_000);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reads).toBe(2);
});

test('a page that is not visible reads once it is', async () => {
  const { state, refresher, show } = made();
  refresher.changed();
  show(false);
  refresher.changed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reads).toBe(0);
  show(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state.reads).toBe(1);
  show(false);
  show(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reads).toBe(1);
});

test('a screen that was left reads nothing', async () => {
  const { state, refresher, show } = made();
  refresher.changed();
  refresher.stop();
  show(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([state.reads, state.listeners.size]).toEqual([0, 0]);
});
