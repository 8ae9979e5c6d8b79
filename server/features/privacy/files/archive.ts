import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Unread } from './unread.ts';

/* ZIP archives of anyone, on the local disk. Encrypted entries and unknown compressions are found when they are opened. */

export interface Archive {
  /** Paths in the archive, with slashes; the first of equal ones. */
  readonly names: readonly string[];
  /** Unpacks an entry. @throws Unread, also while it is read */
  readonly open: (name: string) => AsyncGenerator<Uint8Array>;
  readonly close: () => void;
}

/** Compression methods that yauzl unpacks: none, and deflate. */
const supported = [0, 8];

const damaged = (cause: unknown) =>
  cause instanceof Unread ? cause : new Unread('damaged', { cause });

async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new Unread('encrypted');
  if (!supported.includes(entry.compressionMethod)) throw new Unread('format');
  const stream = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw damaged(cause);
  });
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw damaged(cause);
  } finally {
    stream.destroy();
  }
}

/** Opens an archive, and reads its directory. @param maxEntries more are refused @throws Unread */
export async function openArchive(path: string, maxEntries: number): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(
    (cause: unknown) => {
      throw damaged(cause);
    },
  );
  try {
    if (zip.entryCount > maxEntries) throw new Unread('too_large');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/') && !entries.has(entry.fileName))
        entries.set(entry.fileName, entry);
    return {
      names: [...entries.keys()],
      open(name) {
        const entry = entries.get(name);
        if (!entry) throw new Unread('damaged');
        return unpacked(zip, entry);
      },
      close: () => zip.close(),
    };
  } catch (cause) {
    zip.close();
    throw damaged(cause);
  }
}
