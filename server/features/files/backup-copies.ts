import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Platform, Row } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { BlobMissing, type Storage } from '#server/outbound/storage.ts';
import { spool } from './spool.ts';

/*
 * Copies of file contents alongside a database backup: exported to a directory, skipping existing copies, and imported from it. Every
 * copy is verified against its hash.
 */

const hasBlobs = platformStatement(`select to_regclass('blobs') is not null as yes`);
const sum = platformStatement(
  'select count(*)::int as blobs, coalesce(sum(bytes), 0)::float8 as bytes from blobs where stored_at is not null',
);
const nextBlobs = platformStatement(`
  select team_id, sha256, bytes, place from blobs
  where stored_at is not null and (team_id, sha256) > ($team_id::uuid, $sha256::bytea)
  order by team_id, sha256 limit 500`);

/** Number and total size of stored blobs. */
interface StorageTotals {
  readonly blobs: number;
  readonly bytes: number;
}

/** Totals of all stored blobs; zero if the database predates files. */
export async function storageTotals(platform: Platform): Promise<StorageTotals> {
  const [blobRow] = await platform.run(hasBlobs);
  if (blobRow?.yes !== true) return { blobs: 0, bytes: 0 };
  const [row] = await platform.run(sum);
  return { blobs: row?.blobs as number, bytes: row?.bytes as number };
}

interface Blob {
  readonly place: string;
  readonly bytes: number;
  readonly sha256: string;
}

async function* allBlobs(platform: Platform): AsyncGenerator<Blob> {
  if ((await platform.run(hasBlobs))[0]?.yes !== true) return;
  let last: Row | undefined = {
    team_id: '00000000-0000-0000-0000-000000000000',
    sha256: Buffer.alloc(0),
  };
  while (last) {
    const rows: Row[] = await platform.run(nextBlobs, last);
    for (const row of rows)
      yield {
        place: row.place as string,
        bytes: row.bytes as number,
        sha256: (row.sha256 as Buffer).toString('hex'),
      };
    last = rows.at(-1);
  }
}

/** Result of a copy. */
export interface Copied {
  readonly copied: number;
  readonly already_there: number;
  /** Places whose bytes are unavailable or do not match their hash. */
  readonly missing: readonly string[];
}

async function copyAll(
  platform: Platform,
  copy: (blob: Blob) => Promise<'copied' | 'there' | 'missing'>,
): Promise<Copied> {
  let [copied, there] = [0, 0];
  const missing: string[] = [];
  for await (const blob of allBlobs(platform)) {
    const outcome = await copy(blob);
    if (outcome === 'copied') copied += 1;
    else if (outcome === 'there') there += 1;
    else missing.push(blob.place);
  }
  return { copied, already_there: there, missing };
}

const sizeAt = async (path: string) => (await stat(path).catch(() => undefined))?.size;

/** Passes bytes through and hashes them. */
function hashing() {
  const hash = createHash('sha256');
  async function* through(stream: AsyncIterable<Uint8Array>) {
    for await (const piece of stream) {
      hash.update(piece);
      yield piece;
    }
  }
  return { through, sum: () => hash.digest('hex') };
}

interface Copying {
  readonly signal?: AbortSignal;
  /** Called before each copy; may throw to stop. */
  readonly reserve?: (bytes: number) => Promise<void>;
}

/** Copies all blobs to a directory. @throws the reason of the signal, or the error of either storage: copies remain */
export const copyOut = (
  platform: Platform,
  { blobs }: Storage,
  directory: string,
  { signal, reserve }: Copying = {},
): Promise<Copied> =>
  copyAll(platform, async ({ place, bytes, sha256 }) => {
    signal?.throwIfAborted();
    const path = join(directory, place);
    if ((await sizeAt(path)) === bytes) return 'there';
    await reserve?.(bytes);
    const aside = `${path}.part`;
    const { through, sum: hashOf } = hashing();
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const stream = await blobs.read(place);
      const target = createWriteStream(aside, { mode: 0o600, flush: true });
      await pipeline(stream, through, target, { ...(signal && { signal }) });
      if (hashOf() !== sha256) return 'missing';
      await rename(aside, path);
      return 'copied';
    } catch (error) {
      if (error instanceof BlobMissing) return 'missing';
      throw error;
    } finally {
      await rm(aside, { force: true });
    }
  });

/** Copies the blobs that the storage lacks from such a directory. */
export const copyIn = (platform: Platform, storage: Storage, directory: string): Promise<Copied> =>
  copyAll(platform, async ({ place, bytes, sha256 }) => {
    if ((await storage.blobs.size(place)) === bytes) return 'there';
    const path = join(directory, place);
    if ((await sizeAt(path)) !== bytes) return 'missing';
    const spooled = await spool(storage.incoming, createReadStream(path), bytes);
    try {
      if (spooled.sha256 !== sha256) return 'missing';
      await storage.blobs.put(place, spooled);
      return 'copied';
    } finally {
      await rm(spooled.path, { force: true });
    }
  });
