import type { Failure } from '../api/call.ts';

/* Undo history of this browser, and messages about changes. */

/** Outcome of an action. */
export type News =
  | { readonly kind: 'saved' | 'undone' | 'nothing' }
  /** @param of the kind of record */
  | { readonly kind: 'created' | 'removed' | 'moved'; readonly of: string }
  | { readonly kind: 'many'; readonly done: number; readonly refused: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Another user has changed it since. */
  | { readonly kind: 'changed'; readonly by: string | undefined };

/** Receives the outcomes of changes; set by the shell. @param undo reverts the change */
export const news: { tell: (news: News, undo?: () => Promise<void>) => void } = { tell: () => {} };

/** Maximum number of changes that can be undone. */
const depth = 20;

/** Completed or pending action. */
export interface Done {
  readonly undo: () => Promise<void>;
}
let history: readonly Done[] = [];

export const remember = (done: Done) => {
  history = [...history, done].slice(-depth);
};
export const forgetOne = (done: Done) => {
  history = history.filter((each) => each !== done);
};
/** Clears the history, because another user may have signed in. */
export const forget = () => {
  history = [];
};

/** Reports an action with an undo function, which works while the action is in the history. */
export const tellOf = (told: News, done?: Done) =>
  news.tell(
    told,
    done &&
      (async () => {
        if (!history.includes(done)) return;
        forgetOne(done);
        await done.undo();
      }),
  );

/** Undoes the last change. */
export async function undo(): Promise<void> {
  const last = history.at(-1);
  if (!last) return news.tell({ kind: 'nothing' });
  forgetOne(last);
  await last.undo();
}
