import type { Failure } from '../api/call.ts';

/*
 * What was done here lately, so that it can be undone; and what is told of it.
 */

/** What came of something that was done. */
export type News =
  | { readonly kind: 'saved' | 'undone' | 'nothing' }
  /** @param of the kind of record */
  | { readonly kind: 'created' | 'removed' | 'moved'; readonly of: string }
  | { readonly kind: 'many'; readonly done: number; readonly refused: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Somebody else has changed it since. */
  | { readonly kind: 'changed'; readonly by: string | undefined };

/** Told what came of changes; set by the shell. @param undo takes back what is told of */
export const news: { tell: (news: News, undo?: () => Promise<void>) => void } = { tell: () => {} };

/** How many changes can be undone. */
const depth = 20;

/** Something that was done. */
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
/** Somebody else may be here now. */
export const forget = () => {
  history = [];
};

/** Tells of something that was done; from there it can be undone, as long as it can be. */
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
