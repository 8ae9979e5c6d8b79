import { v7 as uuidv7 } from 'uuid';
import type { Platform, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { removes } from '#server/db/removal.ts';
import { isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { applyChat, checkChat, readChat, undoChat } from './chats/run.ts';
import { ImportProblem } from './problem.ts';
import { fileKind } from './reading/file-kind.ts';
import { FileProblem } from './reading/file-problem.ts';
import { readRows } from './rows/read.ts';
import { applyRows, checkRows } from './rows/run.ts';
import { undoRows } from './rows/undo.ts';
import { claimImport, type ImportState, releaseExpired, workStates } from './statements.ts';
import {
  claimedWork,
  type ImportKind,
  type ImportParts,
  type ImportWork,
  Interrupted,
} from './work.ts';

/*
 * Imports in the worker: one queue per team, as one of its imports runs at a time.
 */

const due = duePoll(
  `select distinct array[i.team_id] from imports i where i.state in ${workStates} and ${isUnclaimed('i')}
    and not exists (select from imports o where o.team_id = i.team_id and o.claimed_until > now())`,
  'select min(claimed_until) from imports where claimed_until > now()',
);

/** Teams with imports to work on. */
export const teamsWithImports = (platform: Platform): Promise<DueWork> => readDue(platform, due);

type Steps = Readonly<Partial<Record<ImportState, (work: ImportWork) => Promise<void>>>>;

/** Reads the contents of a file, which decide the kind of the import. */
async function readFile(work: ImportWork): Promise<void> {
  const kind = await fileKind(await work.path());
  await (kind === 'whatsapp' ? readChat(work) : readRows(work, kind));
}

/** Steps of each kind of import, by its state. */
const kinds: Readonly<Record<ImportKind, Steps>> = {
  chat: { reading: readFile, checking: checkChat, applying: applyChat, undoing: undoChat },
  rows: { reading: readFile, checking: checkRows, applying: applyRows, undoing: undoRows },
};

/** Queue of a team. */
export function importQueue(
  db: TeamDb,
  parts: ImportParts & { readonly log: Logger },
  stopped: AbortSignal,
): Queue<{ readonly id: string; readonly claim: string }, void> {
  return {
    width: () => 1,
    async claimJobs() {
      const claim = uuidv7();
      await db.run(releaseExpired);
      const rows = await db.run(claimImport, { claim }).catch((error: unknown) => {
        // Another process has just claimed an import of the team.
        if (constraintOf(error) === 'imports_running_key') return [];
        throw error;
      });
      return { jobs: rows.map(({ id }) => ({ id: String(id), claim })), mayHaveMore: false };
    },
    async work({ id, claim }) {
      const work = await claimedWork(db, id, claim, parts, stopped);
      if (!work) return;
      try {
        if (!work.isPermitted) throw new ImportProblem('rights_lost');
        await kinds[work.kind][work.state]?.(work);
      } catch (error) {
        if (error instanceof Interrupted) await work.release();
        else if (error instanceof FileProblem || error instanceof ImportProblem)
          await work.fail(error);
        else if (isPassing(error)) throw error;
        else {
          parts.log.error({ err: error, import: id }, 'an import failed unexpectedly');
          await work.fail(new ImportProblem('unexpected', { cause: error }));
        }
      } finally {
        await work.close();
      }
    },
    // Progress is stored with each batch.
    store: async () => {},
  };
}

/** Removes the reports of imports. */
export const removeImports = removes('imports', 'team_id, id', 'created_at', '90 days');

/** Removes the outcomes of their rows, and the values before them: undoing is over. */
export const removeImportRows = removes(
  'import_rows',
  'team_id, import_id, n',
  'created_at',
  '90 days',
);
export const removeImportChanges = removes(
  'import_changes',
  'team_id, import_id, n, record',
  'created_at',
  '90 days',
);
