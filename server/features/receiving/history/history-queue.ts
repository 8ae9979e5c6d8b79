import { v7 as uuidv7 } from 'uuid';
import type { Platform, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { type HistoryParts, runHistory } from './run.ts';
import { claimHistory } from './statements.ts';

/*
 * Histories in the worker: one queue per history.
 */

const due = duePoll(
  `select array[h.team_id, h.id] from inbox_histories h where h.state = 'running' and not (h.is_delivered and h.is_listed) and ${isUnclaimed('h')}`,
  `select min(claimed_until) from inbox_histories where state = 'running' and claimed_until > now()`,
);

/** Histories without an active claim. */
export const dueHistories = (platform: Platform): Promise<DueWork> => readDue(platform, due);

/** Queue of one history. */
export function historyQueue(
  db: TeamDb,
  id: string,
  parts: HistoryParts,
  stopped: AbortSignal,
): Queue<string, void> {
  return {
    width: () => 1,
    async claimJobs() {
      const claim = uuidv7();
      const rows = await db.run(claimHistory, { id, claim });
      return { jobs: rows.length > 0 ? [claim] : [], mayHaveMore: false };
    },
    work: (claim) => runHistory(db, id, claim, parts, stopped),
    // Counts are stored with each page.
    store: async () => {},
  };
}
