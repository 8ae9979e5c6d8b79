/** Question to the user; all concurrent callers receive the same answer. */
export function makeQuestion() {
  type Waiting = (answer: boolean) => void;
  let waiting: readonly Waiting[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Waiting[]) => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  return {
    isWanted: () => waiting.length > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ask: () => new Promise<boolean>((resolve) => set([...waiting, resolve])),
    answer(answer: boolean) {
      const all = waiting;
      set([]);
      for (const resolve of all) resolve(answer);
    },
  };
}
