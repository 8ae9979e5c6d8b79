import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { type DueWork, duePoll, type Queue, readDue } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { BlobMissing, type Storage } from '#server/outbound/storage.ts';
import { isPassing } from '#server/platform/errors.ts';
import { makePreview } from '#server/platform/images/previews.ts';
import type { Logger } from '#server/platform/log.ts';

/*
 * Processing of stored blobs: scans them, if a scanner is configured, then makes a preview. One queue per team. Taking a blob postpones
 * its next attempt for as long as the work may take, so if the process dies, that attempt resumes it.
 */

const leaseMinutes = 10;
/** Max attempts at decoding an image whose decoder crashes. */
const maxCrashes = 2;
/** Delays in seconds between attempts at a blob that cannot be processed, by number of attempts. */
const retryDelays = [5, 30, 120, 600, 1_800];
/** Delay in seconds if its bytes are missing. */
const missingRest = 86_400;

const due = duePoll(
  'select distinct array[team_id] from blobs where work_at <= now()',
  'select min(work_at) from blobs where work_at > now()',
);

/** Teams with blobs to process. */
export const dueFileTeams = (platform: Platform): Promise<DueWork> => readDue(platform, due);

const claimBlob = teamStatement(
  `
  with ready as (
    select sha256 from blobs where team_id = $team and work_at <= now()
    order by work_at limit $room for update skip locked)
  update blobs b set work_at = now() + interval '${leaseMinutes} minutes', work_tries = least(b.work_tries + 1, 1000)
  from ready where b.team_id = $team and b.sha256 = ready.sha256
  returning b.sha256, b.place, b.scan, b.preview, b.work_tries`,
  unprepared,
);

const isBlob = 'team_id = $team and sha256 = $sha256 and place = $place';

const setClean = teamStatement(
  `update blobs set scan = 'clean', scan_found = null, work_tries = 1 where ${isBlob}`,
);
const setInfected = teamStatement(`
  update blobs set scan = 'infected', scan_found = $found, preview = 'none', preview_image = null, work_at = null where ${isBlob}`);
const setPreview = teamStatement(`
  update blobs set preview = $preview::file_preview, preview_image = $image, work_at = null, work_tries = 0 where ${isBlob}`);
const setDone = teamStatement(`update blobs set work_at = null, work_tries = 0 where ${isBlob}`);
const putOff = teamStatement(`
  update blobs set work_at = now() + $seconds * interval '1 second',
    scan_found = case when scan = 'pending' then $reason::text else scan_found end
  where ${isBlob}`);

interface Job {
  readonly sha256: Buffer;
  readonly place: string;
  readonly scan: 'pending' | 'clean' | 'infected';
  readonly preview: 'none' | 'pending' | 'ready' | 'failed';
  readonly tries: number;
}

const jobOf = (row: Row): Job => ({
  sha256: row.sha256 as Buffer,
  place: row.place as string,
  scan: row.scan as Job['scan'],
  preview: row.preview as Job['preview'],
  tries: row.work_tries as number,
});

/** Queue of one team's blobs. */
export function fileQueue(db: TeamDb, storage: Storage, log: Logger): Queue<Job, void> {
  const later = async ({ sha256, place, tries }: Job, reason: string, rest?: number) => {
    const seconds = rest ?? retryDelays[Math.min(tries, retryDelays.length) - 1] ?? 0;
    await db.run(putOff, { sha256, place, seconds, reason: reason.slice(0, 255) });
    log.warn(
      { team: db.id, sha256: sha256.toString('hex'), reason },
      'a file waits to be processed',
    );
  };

  /** @returns true if its preview may be made now */
  async function scanned(job: Job): Promise<boolean> {
    const { scanner, blobs } = storage;
    if (job.scan !== 'pending' || !scanner) return job.scan !== 'infected';
    const { sha256, place } = job;
    const stream = await blobs.read(place);
    const result = await scanner(stream).finally(() => stream.destroy());
    if (result.verdict === 'unknown') {
      await later(job, result.reason);
      return false;
    }
    if (result.verdict === 'clean') {
      await db.run(setClean, { sha256, place });
      return true;
    }
    const { found: malware } = result;
    await db.run(setInfected, { sha256, place, found: malware });
    log.warn(
      { team: db.id, sha256: sha256.toString('hex'), found: malware },
      'malware was found in a file',
    );
    return false;
  }

  async function preview(job: Job): Promise<void> {
    const { sha256, place } = job;
    if (job.preview !== 'pending') {
      await db.run(setDone, { sha256, place });
      return;
    }
    const made = await makePreview(await storage.blobs.read(place));
    if (made.outcome === 'made') {
      await db.run(setPreview, { sha256, place, preview: 'ready', image: made.image });
      return;
    }
    const { outcome, reason } = made;
    if (outcome === 'crashed' && job.tries < maxCrashes) return later(job, reason);
    await db.run(setPreview, { sha256, place, preview: 'failed', image: null });
    log.info({ team: db.id, sha256: sha256.toString('hex'), reason }, 'no preview could be made');
  }

  return {
    width: () => 1,
    async claimJobs(room) {
      const rows = await db.run(claimBlob, { room });
      return { jobs: rows.map(jobOf), mayHaveMore: true };
    },
    async work(job) {
      try {
        if (await scanned(job)) await preview(job);
      } catch (error) {
        const isMissing = error instanceof BlobMissing;
        if (!isMissing && !isPassing(error))
          log.error({ err: error, team: db.id }, 'processing a file failed unexpectedly');
        const reason = isMissing
          ? 'its bytes are missing from the storage'
          : 'the storage is out of reach';
        // If this fails too, the lease of the blob still schedules the next attempt.
        await later(job, reason, isMissing ? missingRest : undefined).catch(() => {});
      }
    },
    async store() {},
  };
}
