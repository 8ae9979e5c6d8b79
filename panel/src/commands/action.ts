import type { Failure } from '../api/call.ts';
import type { Patch } from './pending-changes.ts';
import { underWay } from './record-queue.ts';
import { deliver } from './retry-until-sent.ts';
import { type Done, forgetOne, type News, news, remember, tellOf } from './undo-history.ts';
import { attempt } from './use-action.ts';

/** Action other than a change of one record's fields: creating, deleting, changing many at once. */
export interface Deed<T> {
  /** `tasks/0193…`: pending changes of a record are sent in order. */
  readonly records: readonly string[];
  /** Patches shown until it is done. */
  readonly meanwhile: readonly Patch[];
  /** May be retried. */
  readonly send: () => Promise<T>;
  readonly says: (done: T) => News;
  /** Absent if it cannot be undone. */
  readonly undo?: {
    readonly meanwhile: (done: T | undefined) => readonly Patch[];
    /** Reverts everything that has not been changed since. */
    readonly send: (done: T) => Promise<News>;
  };
}

/** Runs an action. @returns the failure, if any */
export async function runDeed<T>(deed: Deed<T>): Promise<Failure | undefined> {
  const { records, undo } = deed;
  let outcome: { readonly is: T } | undefined;
  const done: Done | undefined = undo && {
    async undo() {
      const failure = await underWay(records, undo.meanwhile(outcome?.is), async () => {
        // The action may have failed while this waited.
        if (!outcome) return;
        const { is } = outcome;
        news.tell(await attempt(() => deliver(() => undo.send(is))));
      });
      if (failure) news.tell({ kind: 'failed', failure });
    },
  };
  if (done) remember(done);
  const failure = await underWay(records, deed.meanwhile, async () => {
    outcome = { is: await attempt(() => deliver(deed.send)) };
    tellOf(deed.says(outcome.is), done);
  });
  if (!outcome && done) forgetOne(done);
  return failure;
}
