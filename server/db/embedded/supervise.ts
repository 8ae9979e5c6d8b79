import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { explained } from './errors.ts';
import { openSession, type Session } from './session.ts';

/** Keeps a session open until `stopping`. Never rejects. @returns the last session, if any */
export async function supervise(
  cluster: Cluster,
  first: Session,
  stopping: AbortSignal,
): Promise<Session | undefined> {
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
  const { dataDir } = cluster;
  let session: Session | undefined = first;
  while (session) {
    await Promise.race([session.ended, stopped]);
    if (stopping.aborted) return session;
    cluster.log.warn({ dataDir }, 'the embedded PostgreSQL is gone; restarting it');
    session = await reopenSession(cluster, stopping);
    if (session) cluster.log.info({ dataDir }, 'the embedded PostgreSQL is back');
  }
  return undefined;
}

/** Retries at growing intervals until it succeeds. @returns undefined if stopped first */
async function reopenSession(
  cluster: Cluster,
  stopping: AbortSignal,
): Promise<Session | undefined> {
  for (let wait = 100; !stopping.aborted; wait = Math.min(2 * wait, 5_000)) {
    try {
      return await openSession(cluster, false);
    } catch (error) {
      const err = explained(cluster.dataDir, error);
      cluster.log.error({ err }, 'the embedded PostgreSQL is not back yet');
    }
    await sleep(wait, undefined, { signal: stopping }).catch(() => {});
  }
  return undefined;
}
