/* Edit conflicts: another user changed a text during editing. Both texts are shown, and the author chooses. */

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

export const editConflicts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Conflict to resolve now. */
  first: (): Conflict | undefined => asked[0],
  /** @returns the text to save; undefined to keep the current one */
  ask: (conflict: Conflict) =>
    new Promise<string | undefined>((resolve) => set([...asked, { ...conflict, resolve }])),
  answer(text: string | undefined) {
    const [first, ...rest] = asked;
    set(rest);
    first?.resolve(text);
  },
};
