/*
 * What asks for a fresh proof of who one is waits here until somebody has given it, or does not want to.
 */

type Waiting = (isProven: boolean) => void;

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const proofs = {
  isWanted: () => waiting.length > 0,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Asks; several askers are answered by one proof. */
  ask: () => new Promise<boolean>((resolve) => set([...waiting, resolve])),
  answer(isProven: boolean) {
    const all = waiting;
    set([]);
    for (const resolve of all) resolve(isProven);
  },
};
