/*
 * What has to be read anew is: at once, then at most once a second for each key, and once more where it was asked for meanwhile.
 */

/**
 * @param read settled when it is done; it does not fail
 * @param pauseMs between two readings of a key
 */
export function makeReader<K>(read: (key: K) => Promise<void>, pauseMs = 1_000): (key: K) => void {
  const asked = new Map<string, { isWanted: boolean }>();
  const run = async (name: string, key: K) => {
    const state = { isWanted: true };
    asked.set(name, state);
    while (state.isWanted) {
      state.isWanted = false;
      await read(key);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    asked.delete(name);
  };
  return (key) => {
    const name = JSON.stringify(key);
    const state = asked.get(name);
    if (state) state.isWanted = true;
    else void run(name, key);
  };
}
