import type { Database } from '../db/database.ts';
import { switchOffWaiting } from '../features/webhooks/sweeps.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { keepLooking } from '../platform/looking.ts';

/*
 * How much may wait. Creates do not count what waits for an endpoint: that would cost each of them. It is looked at now and
 * then, and where a team has too much waiting, the endpoint that most of it waits for is switched off.
 */

const lookEveryMs = 5_000;
/** Where looking takes long it is done less often. */
const restShare = 20;

/** Looks now and then. @param most 0: as many as there are */
export function watchWaiting(
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
    return Math.max(lookEveryMs, restShare * (performance.now() - began));
  };
  const looking = most > 0 ? keepLooking(stopped.signal, look) : Promise.resolve();
  return {
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}
