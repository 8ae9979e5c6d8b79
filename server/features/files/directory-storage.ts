import { chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { BlobMissing, type BlobStore } from '#server/outbound/storage.ts';
import { ApiError } from '#server/platform/errors.ts';

/** Hides system errors of a full or unreachable disk from the caller. */
const unavailable = (cause: unknown) =>
  new ApiError('UNAVAILABLE', 'The storage of files is out of reach; try again later.', { cause });

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Syncs a directory, so that its entries survive a power failure. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

/** When run as root, gives ownership to the owner of the parent directory: the user who runs the service. */
async function handOver(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}

/** Creates a directory and its parents durably. */
async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const made = [path];
  while (made[0] !== first) made.unshift(dirname(made[0] ?? first));
  for (const each of made) {
    await handOver(each);
    await syncDirectory(dirname(each));
  }
}

/** Stores blobs as files below `root/blobs`, created on demand. Blobs are written elsewhere and moved into place atomically by rename. */
export function openDirectory(root: string): BlobStore {
  const blobs = resolve(root, 'blobs');
  const pathOf = (place: string) => {
    const path = resolve(blobs, place);
    if (!path.startsWith(blobs + sep)) throw new Error('a path leads out of the directory');
    return path;
  };
  const sizeAt = async (path: string) => {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw unavailable(error);
    }
  };
  return {
    where: `the directory ${root}`,
    async put(place, { path }) {
      const target = pathOf(place);
      try {
        await makeDirectory(dirname(target));
        await rename(path, target);
        await handOver(target);
        await syncDirectory(dirname(target));
      } catch (error) {
        throw unavailable(error);
      }
    },
    async read(place, range) {
      const path = pathOf(place);
      try {
        const file = await open(path, 'r');
        return file.createReadStream({
          highWaterMark: 65_536,
          ...(range ? { start: range.first, end: range.last } : {}),
        });
      } catch (error) {
        throw isAbsent(error) ? new BlobMissing(place) : unavailable(error);
      }
    },
    size: (place) => sizeAt(pathOf(place)),
    async remove(place) {
      try {
        await rm(pathOf(place), { force: true });
      } catch (error) {
        throw unavailable(error);
      }
    },
    async close() {},
  };
}
