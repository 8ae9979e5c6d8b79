import { rm } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/db/clock.ts';
import type { Database, Platform, Row, Snapshot, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, isUnclaimed, type Queue, readDue } from '#server/db/job-queue.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import type { ExportLanguage } from '#server/records/exported-columns.ts';
import type { Spooled } from '../files/spool.ts';
import { countIn, isExportedResource, type ListFormat, type ListSpec, listBytes } from './files.ts';
import { chosenColumns, readExportQuery } from './list-rows.ts';
import { ExportProblem } from './problem.ts';
import { newPlace, writeToDisk, writeZip } from './spooled-file.ts';
import {
  claimExport,
  deleteExpired,
  failExport,
  finishExport,
  maxAttempts,
  release,
  releaseExpired,
  removeBytes,
  storePlace,
  storeProgress,
  workOf,
  workStates,
} from './statements.ts';
import { writeTeamZip } from './team-zip.ts';

/*
 * Exports in the worker: one queue per team, as one of its exports runs at a time. A file is written to the local disk from one snapshot of the
 * database, then stored; an interrupted export begins again with a new snapshot.
 */

const due = duePoll(
  `select distinct array[e.team_id] from exports e where e.state in ${workStates} and ${isUnclaimed('e')}
    and not exists (select from exports o where o.team_id = e.team_id and o.claimed_until > now())`,
  'select min(claimed_until) from exports where claimed_until > now()',
);

/** Teams with exports to work on. */
export const teamsWithExports = (platform: Platform): Promise<DueWork> => readDue(platform, due);

/** The claim is lost, the export was deleted, or the process stops. */
class Interrupted extends Error {}

/** Dependencies of exports. */
export interface ExportParts {
  readonly storage: Storage;
}

/** Interval at which progress is stored. */
const progressIntervalMs = 1_000;

interface Job {
  readonly id: string;
  readonly claim: string;
}

/** Attributes the end of an export to the service. */
const ending = (db: TeamDb) =>
  attributedTo(db, attributionOf({ actor: { kind: 'system' } }, 'exports.end'));

/** Stores progress from time to time, and stops the work if it is lost or no longer permitted. */
function progressOf(db: TeamDb, job: Job, stopped: AbortSignal) {
  let storeAt = 0;
  return async (done: number, total: number | null = null, isDue = false): Promise<void> => {
    if (stopped.aborted) throw new Interrupted();
    if (!isDue && performance.now() < storeAt) return;
    storeAt = performance.now() + progressIntervalMs;
    const [row] = await db.run(storeProgress, { ...job, done, total });
    if (!row) throw new Interrupted();
    if (row.is_permitted !== true) throw new ExportProblem('rights_lost');
  };
}

type Progress = ReturnType<typeof progressOf>;

/** Result of a job. */
interface Written {
  readonly spooled: Spooled;
  readonly done: number;
  readonly hasValues: boolean;
}

/** @throws ExportProblem if the member may no longer use its query */
function specOf(row: Row): ListSpec {
  const { resource, query, columns, format, language, sees_values: seesValues } = row;
  if (!isExportedResource(String(resource))) throw new ExportProblem('unexpected');
  const kind = resource as ListSpec['resource'];
  try {
    return {
      resource: kind,
      query: readExportQuery(kind, query as string, seesValues === true),
      columns: chosenColumns(kind, columns as string[] | null),
      format: format as ListFormat,
      language: language as ExportLanguage,
      isMasked: seesValues !== true,
    };
  } catch (error) {
    throw error instanceof ApiError && error.code === 'FORBIDDEN'
      ? new ExportProblem('rights_lost')
      : error;
  }
}

const noSpace = (options?: ErrorOptions) => new ExportProblem('no_space', options);

async function writeList(
  snapshot: Snapshot,
  row: Row,
  storage: Storage,
  progress: Progress,
): Promise<Written> {
  const spec = specOf(row);
  await progress(0, await countIn(snapshot, spec), true);
  let done = 0;
  const bytes = await listBytes(snapshot, spec, (records) => {
    done = records;
    return progress(records);
  });
  const spooled = await writeToDisk(storage, bytes, noSpace);
  return { spooled, done, hasValues: !spec.isMasked && spec.resource === 'deals' };
}

/** Writes the whole team. */
async function writeTeam(
  db: TeamDb,
  row: Row,
  storage: Storage,
  progress: Progress,
): Promise<Written> {
  const team = { slug: row.slug as string, name: row.name as string };
  const { spooled, result } = await writeZip(storage, noSpace, (zip, broken) =>
    writeTeamZip(db, storage, team, zip, broken, progress),
  );
  return { spooled, done: result, hasValues: true };
}

/** Stores a written file, and ends the work. @throws Interrupted if the claim is lost */
async function store(
  db: TeamDb,
  { blobs }: Storage,
  job: Job,
  { spooled, done, hasValues }: Written,
): Promise<void> {
  const place = newPlace(db.id, 'exports');
  if ((await db.run(storePlace, { ...job, place })).length === 0) throw new Interrupted();
  const { bytes, sha256 } = spooled;
  await blobs.put(place, spooled);
  const ended = await ending(db).run(finishExport, {
    ...{ ...job, done, bytes, sha256, has_values: hasValues },
  });
  if (ended.length > 0) return;
  // Deleted meanwhile: the bytes may have been stored after their place was swept.
  await db.run(removeBytes, { place });
  throw new Interrupted();
}

async function fail(db: TeamDb, job: Job, { code, message: text }: ExportProblem): Promise<void> {
  const details = storedDetails({ text, code });
  await ending(db).run(failExport, { ...job, reason: text, details });
}

/** Queue of a team. */
export function exportQueue(
  db: TeamDb,
  { storage, log }: ExportParts & { readonly log: Logger },
  stopped: AbortSignal,
): Queue<Job, void> {
  async function write(job: Job, row: Row): Promise<void> {
    const progress = progressOf(db, job, stopped);
    const written =
      row.resource === 'team'
        ? await writeTeam(db, row, storage, progress)
        : await db.snapshot((snapshot) => writeList(snapshot, row, storage, progress));
    try {
      await store(db, storage, job, written);
    } finally {
      await rm(written.spooled.path, { force: true });
    }
  }
  return {
    width: () => 1,
    async claimJobs() {
      const claim = uuidv7();
      await db.run(releaseExpired);
      const rows = await db.run(claimExport, { claim }).catch((error: unknown) => {
        // Another process has just claimed an export of the team.
        if (constraintOf(error) === 'exports_running_key') return [];
        throw error;
      });
      return { jobs: rows.map(({ id }) => ({ id: String(id), claim })), mayHaveMore: true };
    },
    async work(job) {
      const [row] = await db.run(workOf, { ...job });
      if (!row) return;
      try {
        if (row.is_permitted !== true) throw new ExportProblem('rights_lost');
        if (Number(row.attempts) > maxAttempts) throw new ExportProblem('unavailable');
        await write(job, row);
      } catch (error) {
        if (error instanceof Interrupted) await db.run(release, { ...job });
        else if (error instanceof ExportProblem) await fail(db, job, error);
        else if (isPassing(error)) throw error;
        else {
          log.error({ err: error, export: job.id }, 'an export failed unexpectedly');
          await fail(db, job, new ExportProblem('unexpected', { cause: error }));
        }
      }
    },
    // Each job stores its result.
    store: async () => {},
  };
}

const expired = platformStatement(
  `select team_id, array_agg(id) as ids from (
    select team_id, id from exports where expires_at <= now() order by expires_at limit 500) old group by team_id`,
  unprepared,
);

/** Deletes exports after their time; the sweep of files removes their bytes. @returns the number */
export async function removeExports(
  { platform, team }: Database,
  {
    isStopping,
    isSteady,
  }: { readonly isStopping: () => boolean; readonly isSteady: Clock['isSteady'] },
): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(expired) : [],
    );
    for (const { team_id, ids } of rows)
      removed += (await team(team_id as string).run(deleteExpired, { ids })).length;
    if (rows.length === 0 || isStopping()) return removed;
  }
}
