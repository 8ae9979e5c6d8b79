import { readBacklog } from '#server/db/backlog.ts';
import type { Database } from '#server/db/database.ts';
import { waitingDeliveries } from '../webhooks/backlog.ts';
import { waitingRuns } from '../workflows/backlog.ts';

/** Backlog of the workers, by queue. */
export const backlogsIn = async ({ platform }: Pick<Database, 'platform'>) => ({
  deliveries: await readBacklog(platform, waitingDeliveries),
  workflow_runs: await readBacklog(platform, waitingRuns),
});
