import { v7 as uuidv7 } from 'uuid';
import type { Platform, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { removes } from '#server/db/removal.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type Running, runJob } from './run.ts';
import { claimOne } from './statements.ts';

/*
 * Bulk jobs in the worker: one queue per job.
 */

const due = duePoll(
  `select array[j.team_id, j.id] from bulk_jobs j
  where j.state in ('running', 'undoing') and ${isUnclaimed('j')}`,
  `select min(claimed_until) from bulk_jobs
  where state in ('running', 'undoing') and claimed_until > now()`,
);

/** Jobs without an active claim. */
export const dueBulkJobs = (platform: Platform): Promise<DueWork> => readDue(platform, due);

const factsOf = teamStatement('select slug, strict_tax_ids from teams where id = $team');

/** Queue of one job. */
export function bulkQueue(
  db: TeamDb,
  id: string,
  on: Pick<Running, 'settings' | 'log'>,
  stopped: AbortSignal,
): Queue<string, void> {
  return {
    width: () => 1,
    async claimJobs() {
      const claim = uuidv7();
      const rows = await db.run(claimOne, { id, claim });
      return { jobs: rows.length > 0 ? [claim] : [], mayHaveMore: false };
    },
    async work(claim) {
      const [row] = await db.run(factsOf);
      if (!row) return;
      const team = { slug: row.slug as string, strictTaxIds: row.strict_tax_ids === true };
      await runJob(db, id, claim, { ...on, team }, stopped);
    },
    // Each record's outcome is stored in the transaction of its change.
    store: async () => {},
  };
}

/** Removes jobs long past undoing, whose outcome is no longer shown. */
export const removeBulkJobs = removes('bulk_jobs', 'team_id, id', 'created_at', '7 days');
