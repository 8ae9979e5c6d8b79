import type { Failure } from '../api/call.ts';
import { asFailure } from './act.ts';
import { type Patch, pending } from './pending.ts';

const queues = new Map<string, Promise<void>>();

/** Does work once what is under way for its records is done. */
function inTurn(records: readonly string[], work: () => Promise<void>): Promise<void> {
  const before = records.map((record) => queues.get(record));
  const turn = Promise.all(before).then(work);
  for (const record of records) queues.set(record, turn);
  return turn.finally(() => {
    for (const record of records) if (queues.get(record) === turn) queues.delete(record);
  });
}

/**
 * Does work in its records' turn; until it is done they are shown with these patches.
 * @returns what went wrong; undefined also for whoever would not prove who they are: nothing went wrong
 */
export async function underWay(
  records: readonly string[],
  patches: readonly Patch[],
  work: () => Promise<void>,
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  pending.add(...patches);
  await inTurn(records, async () => {
    try {
      await work();
    } catch (error) {
      const failed = asFailure(error);
      if (failed.code !== 'REAUTH_REQUIRED') failure = failed;
    } finally {
      pending.drop(...patches);
    }
  });
  return failure;
}
