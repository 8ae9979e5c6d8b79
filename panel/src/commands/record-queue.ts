import { notifyManager } from '@tanstack/react-query';
import type { Failure } from '../api/call.ts';
import { type PendingPatch, pendingChanges } from './pending-changes.ts';
import { trackUnsaved } from './unsaved-changes.ts';
import { asFailure } from './use-action.ts';

const queues = new Map<string, Promise<void>>();

/** Runs work after the pending work of its records. */
function inTurn(records: readonly string[], work: () => Promise<void>): Promise<void> {
  const before = records.map((record) => queues.get(record));
  const turn = Promise.all(before).then(work);
  for (const record of records) queues.set(record, turn);
  return turn.finally(() => {
    for (const record of records) if (queues.get(record) === turn) queues.delete(record);
  });
}

/**
 * Removes patches after the screens have received what the work wrote to the cache. Queries notify them later, so a screen would show the
 * values from before the change in between, and a drop would refer to neighbours that are no longer there.
 */
const dropPatches = (patches: readonly PendingPatch[]) =>
  new Promise<void>((resolve) => {
    notifyManager.schedule(() => {
      pendingChanges.drop(...patches);
      resolve();
    });
  });

/**
 * Queues work for its records; shows them with these patches until it is done.
 * @returns the failure; also undefined when the user cancels re-authentication
 */
export async function runInRecordQueue(
  records: readonly string[],
  patches: readonly PendingPatch[],
  work: () => Promise<void>,
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  pendingChanges.add(...patches);
  await trackUnsaved(() =>
    inTurn(records, async () => {
      try {
        await work();
      } catch (error) {
        const failed = asFailure(error);
        if (failed.code !== 'REAUTH_REQUIRED') failure = failed;
      } finally {
        await dropPatches(patches);
      }
    }),
  );
  return failure;
}
