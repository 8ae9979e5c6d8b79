import type { Clock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { sealAll } from '../features/audit/sweeps.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';

const sealEvery = 3_600_000;

/** Seals the audit log of all teams every hour, and deletes expired entries. A failed run is logged and repeated next time. */
export function startSeals(
  database: Database,
  secrets: Secrets,
  log: Logger,
  { isSteady }: Pick<Clock, 'isSteady'>,
): { stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running
      .then(() => sealAll(database, secrets, isSteady, () => isStopping))
      .then((done) => {
        if (done.seals > 0 || done.audit_entries > 0) log.info(done, 'sealed the audit log');
      })
      .catch((err: Error) =>
        log.warn(
          isPassing(err) ? { reason: err.message } : { err },
          'sealing the audit log failed; it will run again',
        ),
      );
  };
  const timer = setInterval(round, sealEvery);
  round();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
