import type { Failure } from '../api/call.ts';

/* Undo history of this browser, and messages about changes. */

/** Outcome of an action. */
export type ActionOutcome =
  | { readonly kind: 'saved' | 'undone' | 'nothing' }
  /** @param of the kind of record */
  | { readonly kind: 'removed' | 'moved'; readonly of: string }
  | { readonly kind: 'created'; readonly of: string; readonly open?: () => void }
  /** @param same number of records that were so already */
  | {
      readonly kind: 'many';
      readonly done: number;
      readonly same?: number;
      readonly refused: number;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Another user has changed it since. */
  | { readonly kind: 'changed'; readonly by: string | undefined };

/** Receives the outcomes of changes; set by the shell. @param undo reverts the change */
export const outcomes: {
  report: (outcome: ActionOutcome, undo?: () => Promise<void>) => void;
} = { report: () => {} };

/** Maximum number of changes that can be undone. */
const maxUndoable = 20;

/** Completed or pending action. */
export interface UndoableAction {
  readonly undo: () => Promise<void>;
}
let history: readonly UndoableAction[] = [];

export const addToHistory = (done: UndoableAction) => {
  history = [...history, done].slice(-maxUndoable);
};
export const removeFromHistory = (done: UndoableAction) => {
  history = history.filter((each) => each !== done);
};
/** Clears the history, because another user may have signed in. */
export const clearHistory = () => {
  history = [];
};

/** Reports an action with an undo function, which works while the action is in the history. */
export const reportOutcome = (outcome: ActionOutcome, done?: UndoableAction) =>
  outcomes.report(
    outcome,
    done &&
      (async () => {
        if (!history.includes(done)) return;
        removeFromHistory(done);
        await done.undo();
      }),
  );

/** Undoes the last change. */
export async function undoLast(): Promise<void> {
  const last = history.at(-1);
  if (!last) return outcomes.report({ kind: 'nothing' });
  removeFromHistory(last);
  await last.undo();
}
