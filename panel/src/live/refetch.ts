/*
 * Throttles refetches: the first runs immediately, further ones at most once a second per key; requests made meanwhile are merged into one.
 */

/**
 * @param read must not reject
 * @param pauseMs pause between two reads of a key
 */
export function makeRefetcher<K>(
  read: (key: K) => Promise<void>,
  pauseMs = 1_000,
): (key: K) => void {
  const requested = new Map<string, { isWanted: boolean }>();
  const run = async (name: string, key: K) => {
    const state = { isWanted: true };
    requested.set(name, state);
    while (state.isWanted) {
      state.isWanted = false;
      await read(key);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    requested.delete(name);
  };
  return (key) => {
    const name = JSON.stringify(key);
    const state = requested.get(name);
    if (state) state.isWanted = true;
    else void run(name, key);
  };
}
