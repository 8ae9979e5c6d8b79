import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileProblem } from './file-problem.ts';
import type { OpenBytes } from './text.ts';

/*
 * ZIP archives on the local disk, read by their central directory. Entries are streams that open on demand. The sizes in the directory are
 * claims of the file's author, so unpacked bytes are counted while they are read.
 */

export interface ZipLimits {
  readonly entries: number;
  /** Unpacked bytes of all entries that are read, each counted once. */
  readonly unpacked: number;
}

export interface ZipEntry {
  /** Path in the archive, with slashes. */
  readonly name: string;
  /** Unpacked size according to the directory. */
  readonly size: number;
}

export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  /**
   * Opens the unpacked bytes of an entry. Reading them may throw a FileProblem.
   * @throws FileProblem if it cannot be unpacked
   */
  readonly open: (name: string) => OpenBytes;
  readonly close: () => void;
}

/** Compression methods that yauzl unpacks: none, and deflate. */
const supported = [0, 8];

const damaged = (cause: unknown) =>
  cause instanceof FileProblem ? cause : new FileProblem('damaged_archive', { cause });

async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, lazyEntries: true });
  } catch (cause) {
    throw damaged(cause);
  }
}

async function readDirectory(zip: ZipFile, limit: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > limit) throw new FileProblem('too_many_entries', { values: { limit } });
  try {
    for await (const entry of zip.eachEntry()) {
      // The first of equal names: a second one could hide another content from a virus scanner.
      if (!entry.fileName.endsWith('/') && !entries.has(entry.fileName))
        entries.set(entry.fileName, entry);
    }
  } catch (cause) {
    throw damaged(cause);
  }
  return entries;
}

/**
 * Opens an archive and reads its directory.
 * @throws FileProblem
 */
export async function openZip(path: string, limits: ZipLimits): Promise<ZipArchive> {
  const zip = await openArchive(path);
  try {
    const entries = await readDirectory(zip, limits.entries);
    /** Most bytes that were read of each entry. */
    const sizes = new Map<string, number>();
    let total = 0;
    const tooLarge = () =>
      new FileProblem('unpacked_too_large', { values: { limit: limits.unpacked } });

    async function* read(name: string, entry: Entry): AsyncGenerator<Uint8Array> {
      if (entry.isEncrypted()) throw new FileProblem('encrypted');
      if (!supported.includes(entry.compressionMethod)) throw new FileProblem('damaged_archive');
      if (entry.uncompressedSize > limits.unpacked) throw tooLarge();
      let stream: Readable | undefined;
      let size = 0;
      try {
        stream = await zip.openReadStreamPromise(entry);
        for await (const chunk of stream as AsyncIterable<Uint8Array>) {
          size += chunk.length;
          const most = sizes.get(name) ?? 0;
          if (size > most) {
            total += size - most;
            sizes.set(name, size);
          }
          if (total > limits.unpacked) throw tooLarge();
          yield chunk;
        }
      } catch (cause) {
        throw damaged(cause);
      } finally {
        stream?.destroy();
      }
    }

    return {
      entries: [...entries].map(([name, { uncompressedSize }]) => ({
        name,
        size: uncompressedSize,
      })),
      open: (name) => () => {
        const entry = entries.get(name);
        if (!entry) throw new FileProblem('damaged_archive');
        return read(name, entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
