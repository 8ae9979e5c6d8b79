import type { Clock } from '#server/db/clock.ts';
import type { Database, Row, TeamDb } from '#server/db/database.ts';
import {
  platformStatement,
  type Statement,
  teamStatement,
  unprepared,
} from '#server/db/statement.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { sweepsBlobs } from './operations.ts';
import { retentionAfterDelete } from './retention.ts';
import { sweepIncoming } from './upload-directory.ts';
import { removeExpiredUploads } from './uploads.ts';

/*
 * Removes blobs that no file uses: first their rows, noting their places, then the bytes, then the notes. A blob being stored has
 * check_at an hour ahead. Row locks serialize this transaction with statements that add a file to the blob.
 */

const toCheck = platformStatement(
  'select team_id, sha256 from blobs where check_at <= now() order by check_at limit 500',
  unprepared,
);
const selectUnused = teamStatement(`
  update blobs set check_at = null where team_id = $team and sha256 = $sha256 and check_at <= now()
  returning place, bytes`);
const isHeld = teamStatement(`
  select 1 as held from files where team_id = $team and sha256 = $sha256
    and (deleted_at is null or deleted_at > now() - ${retentionAfterDelete}) limit 1`);
const letGo = teamStatement(
  'update files set sha256 = null where team_id = $team and sha256 = $sha256',
);
const removeBlob = teamStatement('delete from blobs where team_id = $team and sha256 = $sha256');
const insertRemovals = teamStatement(
  'insert into blob_removals (team_id, place) values ($team, $place) on conflict do nothing',
);
const giveBack = teamStatement(
  'update file_usage set bytes = greatest(bytes - $bytes, 0) where team_id = $team',
);

const toRemove = platformStatement(
  'select team_id, place from blob_removals order by created_at limit 500',
  unprepared,
);
const deleteRemovals = teamStatement(
  'delete from blob_removals where team_id = $team and place = $place',
);

/**
 * Old files of a purpose.
 * @param age SQL of the time for which they are kept
 */
const oldFiles = (purpose: 'sandbox' | 'import', age: string) =>
  platformStatement(
    `
  select team_id, array_agg(id) as ids from (
    select team_id, id from files where purpose = '${purpose}' and deleted_at is null and created_at <= now() - ${age}
    order by created_at limit 500) old group by team_id`,
    unprepared,
  );
/** Files that the sandbox's contacts sent: as long as a message's media can be fetched again. Messages have their own copies. */
const oldSandboxFiles = oldFiles('sandbox', `interval '30 days'`);
/** Files that were uploaded to be imported, also those without an import. */
const oldImportFiles = oldFiles('import', `interval '7 days'`);
const deleteFiles = teamStatement(`
  with f as (
    update files set deleted_at = now() where team_id = $team and id = any($ids::uuid[]) and deleted_at is null returning *),
  ${sweepsBlobs}
  select id from f`);

/** Deletes old files. @returns the number of files */
async function removeFiles(
  { platform, team }: Database,
  old: Statement,
  { isStopping, isSteady }: Round,
): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(old) : [],
    );
    for (const { team_id, ids } of rows)
      removed += (await team(team_id as string).run(deleteFiles, { ids })).length;
    if (rows.length === 0 || isStopping()) return removed;
  }
}

const rescan = platformStatement(
  `
  update blobs set work_at = now() where (team_id, sha256) in (
    select team_id, sha256 from blobs
    where scan = 'pending' and work_at is null and stored_at is not null order by created_at limit 1000)
  returning 1`,
  unprepared,
);

/** Conditions for a round of sweeping. */
interface Round {
  isStopping(): boolean;
  readonly isSteady: Clock['isSteady'];
}

/** @returns true if the blob was removed */
async function removeUnheld(tx: TeamDb, sha256: Buffer): Promise<boolean> {
  const [blob] = await tx.run(selectUnused, { sha256 });
  if (!blob || (await tx.run(isHeld, { sha256 })).length > 0) return false;
  await tx.run(letGo, { sha256 });
  await tx.run(removeBlob, { sha256 });
  await tx.run(insertRemovals, { place: blob.place });
  await tx.run(giveBack, { bytes: blob.bytes });
  return true;
}

/** @returns the number of unused blobs removed */
async function removeBlobs(database: Database, { isStopping, isSteady }: Round): Promise<number> {
  let removed = 0;
  for (const row of await database.platform.run(toCheck)) {
    if (isStopping()) break;
    const isRemoved = await database.platform.transaction(
      async (tx, team) =>
        (await isSteady(tx)) && removeUnheld(team(row.team_id as string), row.sha256 as Buffer),
    );
    if (isRemoved) removed += 1;
  }
  return removed;
}

/** Removes the bytes of blobs whose rows were removed. @throws ApiError UNAVAILABLE if the storage is unreachable */
async function removeBytes(
  database: Database,
  { blobs }: Storage,
  { isStopping }: Round,
): Promise<void> {
  for (const row of await database.platform.run(toRemove)) {
    if (isStopping()) return;
    const { place } = row as Row & { place: string };
    await blobs.remove(place);
    await database.team(row.team_id as string).run(deleteRemovals, { place });
  }
}

/** Runs one round. @returns the numbers removed, and of blobs to be scanned */
export async function sweepFiles(
  database: Database,
  storage: Storage,
  round: Round,
): Promise<{
  readonly sandbox_files: number;
  readonly import_files: number;
  readonly blobs: number;
  readonly incoming_files: number;
  readonly expired_uploads: number;
  readonly unscanned: number;
}> {
  const sandboxFiles = await removeFiles(database, oldSandboxFiles, round);
  const importFiles = await removeFiles(database, oldImportFiles, round);
  const blobs = await removeBlobs(database, round);
  await removeBytes(database, storage, round);
  const unscanned = storage.scanner ? (await database.platform.run(rescan)).length : 0;
  return {
    sandbox_files: sandboxFiles,
    import_files: importFiles,
    blobs,
    incoming_files: await sweepIncoming(storage.incoming),
    expired_uploads: await removeExpiredUploads(database.platform),
    unscanned,
  };
}
