import { expect, test } from 'vitest';
import { ReadAhead, yielder } from '#server/platform/yielding.ts';

test('a long computation lets the event loop run', async () => {
  let hasRun = false;
  setTimeout(() => {
    hasRun = true;
  });
  const pause = yielder(1);
  // Microtasks alone would never let the timer run.
  while (!hasRun) await pause();
  expect(hasRun).toBe(true);
});

async function* numbers(made: number[], end: () => void) {
  try {
    for (let n = 1; n <= 3; n += 1) {
      made.push(n);
      yield n;
    }
  } finally {
    end();
  }
}

test('the next item is made before it is needed, and each is read once', async () => {
  const made: number[] = [];
  const ahead = new ReadAhead(numbers(made, () => {}));
  const read: number[] = [];
  for await (const n of ahead) {
    read.push(n);
    expect(made).toHaveLength(n);
    ahead.start();
    ahead.start();
    await Promise.resolve();
    expect(made).toHaveLength(Math.min(n + 1, 3));
  }
  expect(read).toEqual([1, 2, 3]);
});

test('who stops early closes what is read, and an error of the next item is reported with it', async () => {
  let ends = 0;
  const ahead = new ReadAhead(
    numbers([], () => {
      ends += 1;
    }),
  );
  for await (const _ of ahead) {
    ahead.start();
    break;
  }
  expect(ends).toBe(1);
  async function* failing() {
    yield 1;
    await Promise.resolve();
    throw new Error('unreadable');
  }
  const broken = new ReadAhead(failing());
  const read: number[] = [];
  const all = async () => {
    for await (const n of broken) {
      broken.start();
      await new Promise((resolve) => setTimeout(resolve, 5));
      read.push(n);
    }
  };
  await expect(all()).rejects.toThrow('unreadable');
  expect(read).toEqual([1]);
});
