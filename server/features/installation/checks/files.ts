import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { storageTotals } from '#server/features/files/backup-copies.ts';
import { spool } from '#server/features/files/spool.ts';
import type { Storage } from '#server/outbound/storage.ts';
import type { Check } from './check.ts';

/** Number of blobs sampled in the storage. */
const sampled = 100;

const someBlobs = platformStatement(`
  select place, bytes from blobs where stored_at is not null order by random() limit ${sampled}`);
const states = platformStatement(`
  select count(*) filter (where stored_at is null and created_at < now() - interval '1 hour')::int as unfinished,
    count(*) filter (where scan = 'infected')::int as infected,
    count(*) filter (where scan = 'pending' and stored_at is not null)::int as unscanned,
    max(scan_found) filter (where scan = 'pending') as reason
  from blobs`);

/** Writes, checks and removes a small blob. @returns the problem, if any */
async function tryOut({ blobs, incoming }: Storage): Promise<string | undefined> {
  const place = `doctor/${randomUUID()}`;
  try {
    const probe = await spool(incoming, probeBytes(), 100);
    await blobs.put(place, probe).finally(() => rm(probe.path, { force: true }));
    const size = await blobs.size(place);
    await blobs.remove(place);
    return size === probe.bytes
      ? undefined
      : `wrote ${probe.bytes} bytes and found ${size ?? 'none'}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

async function* probeBytes() {
  yield Buffer.from('pauta doctor');
}

/** Counts sampled blobs that are missing or have the wrong size. */
async function missingIn(platform: Platform, { blobs }: Storage): Promise<[number, number]> {
  const rows = await platform.run(someBlobs);
  let missing = 0;
  for (const { place, bytes } of rows)
    if ((await blobs.size(place as string)) !== bytes) missing += 1;
  return [missing, rows.length];
}

/** Checks that files can be stored, and that a sample of the stored ones exists. */
export async function checkFiles(platform: Platform, storage: Storage): Promise<Check[]> {
  const { where } = storage.blobs;
  const wrong = await tryOut(storage);
  if (wrong !== undefined)
    return [
      {
        name: 'files',
        ok: false,
        found: `${where}: ${wrong}`,
        advice:
          'Nothing can be stored or read: check FILES_URL and its keys, or the permissions of the directory and the free space on its disk.',
      },
    ];
  const held = await storageTotals(platform);
  const [missing, looked] = await missingIn(platform, storage);
  const [state] = await platform.run(states);
  const about = `${held.blobs} contents, ${held.bytes} bytes in ${where}; ${state?.unfinished} never finished, ${state?.infected} infected`;
  const files: Check =
    missing === 0
      ? { name: 'files', ok: true, found: `${about}; ${looked} checked and found` }
      : {
          name: 'files',
          ok: false,
          found: `${about}; of ${looked} checked, ${missing} are missing or incomplete`,
          advice:
            'Restore them: pauta restore FILE --files DIRECTORY puts back what is missing; or correct FILES_URL or DATA_DIR.',
        };
  return storage.scanner ? [files, await checkScanner(storage.scanner, state ?? {})] : [files];
}

async function checkScanner(
  scanner: NonNullable<Storage['scanner']>,
  { unscanned, reason }: { readonly unscanned?: unknown; readonly reason?: unknown },
): Promise<Check> {
  const result = await scanner(probeBytes());
  const waiting = `${unscanned} files to scan${reason ? ` (${String(reason)})` : ''}`;
  if (result.verdict !== 'unknown')
    return { name: 'clamd', ok: true, found: `answers; ${waiting}` };
  return {
    name: 'clamd',
    ok: false,
    found: `${result.reason}; ${waiting}`,
    advice:
      'Start clamd or correct CLAMD_URL: files that have not been scanned cannot be downloaded.',
  };
}
