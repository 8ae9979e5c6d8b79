/* Edit conflicts: another user changed a text during editing. Both texts are shown, and the author chooses. */

export interface Conflict {
  readonly mine: string;
  readonly theirs: string;
}

interface PendingConflict extends Conflict {
  readonly resolve: (text: string | undefined) => void;
}

let pendingConflicts: readonly PendingConflict[] = [];
const listeners = new Set<() => void>();
function set(next: readonly PendingConflict[]): void {
  pendingConflicts = next;
  for (const listener of listeners) listener();
}

export const editConflicts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Conflict to resolve now. */
  first: (): Conflict | undefined => pendingConflicts[0],
  /** @returns the text to save; undefined to keep the current one */
  ask: (conflict: Conflict) =>
    new Promise<string | undefined>((resolve) =>
      set([...pendingConflicts, { ...conflict, resolve }]),
    ),
  answer(text: string | undefined) {
    const [first, ...rest] = pendingConflicts;
    set(rest);
    first?.resolve(text);
  },
};
