import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';

/* Entries of ZIP archives. */

/** A path for a name that other systems gave. */
export const safeName = (name: string) =>
  name
    .replace(/[\p{Cc}\\/:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 150);

/**
 * Returns a function that adds entries, one after another.
 * @param broken rejects if the archive cannot be written
 */
export function zipEntries(zip: ZipFile, broken: Promise<never>) {
  return (path: string, bytes: AsyncIterable<Uint8Array> | Readable, isPacked = true) => {
    const stream = bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
    const ended = new Promise<void>((resolve, reject) => {
      stream.once('end', resolve).once('error', reject);
    });
    zip.addReadStream(stream, path, { compressionLevel: isPacked ? 4 : 0 });
    return Promise.race([ended, broken]);
  };
}
