import { replicaName } from '#server/db/replicas/probe.ts';
import { examineReplica } from '#server/db/replicas/replica-check.ts';
import type { Check, Examined } from './check.ts';

const replicaWaitMs = 2_000;

/** Checks that a read replica answers, and measures its lag. */
export async function checkReplica(url: string, { connection }: Examined): Promise<Check> {
  const name = `replica ${replicaName(url)}`;
  const say = (finding: string, advice?: string): Check => ({
    name,
    ok: advice === undefined,
    found: finding,
    ...(advice === undefined ? {} : { advice }),
  });
  try {
    const lag = await examineReplica(url, connection, replicaWaitMs);
    return lag === undefined
      ? say(
          `answers, is in recovery, and lags by more than ${replicaWaitMs / 1_000} s`,
          'Check the replica: is replication paused, broken, or held up by a long query? Reads go to the primary meanwhile.',
        )
      : say(`answers, is in recovery, and caught up with the primary after ${lag} ms`);
  } catch (error) {
    return say(
      (error as Error).message,
      'Start the replica or correct DATABASE_REPLICA_URL; reads go to the primary meanwhile.',
    );
  }
}
