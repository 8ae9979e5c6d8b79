import type { Database } from './db/database.ts';
import { platformStatement } from './db/statement.ts';
import type { Logger } from './log.ts';

const sweepEvery = 10 * 60_000;

/** Removes stored answers whose day is over, at most 1,000 at a time. */
const sweepIdempotencyKeys = platformStatement(`
  delete from idempotency_keys where (team_id, key) in (
    select team_id, key from idempotency_keys where created_at <= now() - interval '24 hours'
    order by created_at limit 1000 for update skip locked
  ) returning key`);

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
