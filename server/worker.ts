import type { Database } from './db/database.ts';
import type { Logger } from './log.ts';
import { sweepIdempotencyKeys } from './rest/idempotency.ts';

const sweepEvery = 10 * 60_000;

/** What a process of ROLE worker does beside requests: today, removing what is past its time. */
export interface Worker {
  stop(): Promise<void>;
}

/** Starts the sweeps. A sweep that fails is logged and comes again. */
export function startWorker(database: Database, log: Logger): Worker {
  let running = Promise.resolve();
  const sweep = () => {
    running = sweepOnce(database).then(
      (removed) => {
        if (removed > 0) log.info({ removed }, 'removed idempotency keys past their day');
      },
      (error: Error) => log.warn({ reason: error.message }, 'a sweep failed; it comes again'),
    );
  };
  const timer = setInterval(sweep, sweepEvery);
  sweep();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Removes idempotency keys past their day, batch by batch. @returns how many */
export async function sweepOnce(database: Database): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await database.platform.run(sweepIdempotencyKeys);
    removed += rows.length;
    if (rows.length === 0) return removed;
  }
}
