import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Messaging } from '../features/gateways/messaging-service.ts';
import { checkConnections } from '../features/inboxes/connection-checks.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { pollUntilStopped } from '../platform/poll-loop.ts';

const checkIntervalMs = 5_000;
/** Reduces the polling rate if polling is slow. */
const restShare = 2;
const graceMs = 5_000;

/** Monitors inboxes that were connected through this service. */
export function monitorInboxes(
  database: Database,
  messaging: Messaging,
  log: Logger,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const look = async () => {
    const began = performance.now();
    await checkConnections(database, messaging, log).catch((err: unknown) => {
      if (!isPassing(err)) log.error({ err }, 'the connections of inboxes could not be checked');
    });
    return Math.max(checkIntervalMs, restShare * (performance.now() - began));
  };
  const looking = pollUntilStopped(stopped.signal, look);
  return {
    async stop() {
      stopped.abort();
      // A gateway may be slow; started calls continue there without us.
      const grace = new AbortController();
      await Promise.race([
        looking,
        sleep(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
      ]);
      grace.abort();
    },
  };
}
