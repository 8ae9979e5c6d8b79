/*
 * A text that somebody else has changed while one wrote: both are shown, and whoever wrote says what stays.
 */

export interface Conflict {
  readonly mine: string;
  readonly theirs: string;
}

interface Asked extends Conflict {
  readonly resolve: (text: string | undefined) => void;
}

let asked: readonly Asked[] = [];
const listeners = new Set<() => void>();
function set(next: readonly Asked[]): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const conflicts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** The one to decide now. */
  first: (): Conflict | undefined => asked[0],
  /** @returns the text that is to stand there; undefined: as it stands */
  ask: (conflict: Conflict) =>
    new Promise<string | undefined>((resolve) => set([...asked, { ...conflict, resolve }])),
  answer(text: string | undefined) {
    const [first, ...rest] = asked;
    set(rest);
    first?.resolve(text);
  },
};
