import type { Database } from '../db/database.ts';
import { switchOffWaiting } from '../features/webhooks/sweeps.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { pollUntilStopped } from '../platform/poll-loop.ts';

/*
 * Limits backlogs. Creates do not count an endpoint's pending deliveries, which would slow down each of them. Instead, backlogs
 * are checked periodically, and if a team's is too large, its endpoint with the largest backlog is disabled.
 */

const checkIntervalMs = 5_000;
/** Reduces the polling rate if polling is slow. */
const restShare = 20;

/** Starts the periodic check. @param most 0: unlimited */
export function limitBacklogs(
  database: Database,
  most: number,
  log: Logger,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const isStopping = () => stopped.signal.aborted;
  const look = async () => {
    const began = performance.now();
    await switchOffWaiting(database, most, log, isStopping).catch((err: unknown) => {
      if (!isPassing(err)) log.error({ err }, 'the backlog of endpoints could not be checked');
    });
    return Math.max(checkIntervalMs, restShare * (performance.now() - began));
  };
  const looking = most > 0 ? pollUntilStopped(stopped.signal, look) : Promise.resolve();
  return {
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}
