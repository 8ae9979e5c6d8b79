import type { Failure } from '../api/call.ts';
import type { PendingPatch } from './pending-changes.ts';
import { runInRecordQueue } from './record-queue.ts';
import { retryUntilSent } from './retry-until-sent.ts';
import {
  type ActionOutcome,
  addToHistory,
  outcomes,
  removeFromHistory,
  reportOutcome,
  type UndoableAction,
} from './undo-history.ts';
import { withReauthentication } from './use-action.ts';

/** Action other than a change of one record's fields: creating, deleting, changing many at once. */
export interface Action<T> {
  /** `tasks/0193…`: pending changes of a record are sent in order. */
  readonly records: readonly string[];
  /** Patches shown until it is done. */
  readonly meanwhile: readonly PendingPatch[];
  /** May be retried. */
  readonly send: () => Promise<T>;
  readonly says: (done: T) => ActionOutcome;
  /** Absent if it cannot be undone. */
  readonly undo?: {
    readonly meanwhile: (done: T | undefined) => readonly PendingPatch[];
    /** Reverts everything that has not been changed since. */
    readonly send: (done: T) => Promise<ActionOutcome>;
  };
}

/** Runs an action. @returns the failure, if any */
export async function runAction<T>(action: Action<T>): Promise<Failure | undefined> {
  const { records, undo } = action;
  let outcome: { readonly is: T } | undefined;
  const done: UndoableAction | undefined = undo && {
    async undo() {
      const failure = await runInRecordQueue(records, undo.meanwhile(outcome?.is), async () => {
        // The action may have failed while this waited.
        if (!outcome) return;
        const { is } = outcome;
        outcomes.report(await withReauthentication(() => retryUntilSent(() => undo.send(is))));
      });
      if (failure) outcomes.report({ kind: 'failed', failure });
    },
  };
  if (done) addToHistory(done);
  const failure = await runInRecordQueue(records, action.meanwhile, async () => {
    outcome = { is: await withReauthentication(() => retryUntilSent(action.send)) };
    reportOutcome(action.says(outcome.is), done);
  });
  if (!outcome && done) removeFromHistory(done);
  return failure;
}
