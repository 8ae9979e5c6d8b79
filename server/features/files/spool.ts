import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { headBytes } from './file-types.ts';

/** A complete upload in a local file, hashed while it was written. */
export interface Spooled {
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** First bytes. */
  readonly head: Buffer;
}

/** Names of spool files, recognizable for cleanup. */
const spoolName = (): string => `${randomUUID()}.part`;
export const isSpoolName = (name: string): boolean => /^[0-9a-f-]{36}\.part$/.test(name);

const tooLarge = (most: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', `A file can have at most ${most} bytes (FILE_MAX_BYTES).`);

/** Maps errors of a full or read-only disk to UNAVAILABLE; the cause is for the operator. */
function explained(error: unknown): unknown {
  if (error instanceof ApiError || (error as NodeJS.ErrnoException).syscall === undefined)
    return error;
  return new ApiError('UNAVAILABLE', 'Files cannot be stored at the moment; try again later.', {
    cause: error,
  });
}

async function create(directory: () => Promise<string>): Promise<[string, FileHandle]> {
  try {
    const path = join(await directory(), spoolName());
    return [path, await open(path, 'wx', 0o600)];
  } catch (error) {
    throw explained(error);
  }
}

/**
 * Writes a stream to a local file.
 * @param most max bytes; longer streams are aborted
 * @param reach called before the file has this many bytes in total; refuses by throwing
 * @param mayBeEmpty true for a stream that we write
 * @throws ApiError PAYLOAD_TOO_LARGE, VALIDATION_ERROR if the stream is empty, UNAVAILABLE if the disk has no space
 */
export async function spool(
  directory: () => Promise<string>,
  source: AsyncIterable<Uint8Array>,
  most: number,
  reach?: (total: number) => Promise<void>,
  mayBeEmpty = false,
): Promise<Spooled> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let bytes = 0;
  const [path, file] = await create(directory);
  try {
    for await (const piece of source) {
      if (bytes < headBytes) head.push(Buffer.from(piece.subarray(0, headBytes - bytes)));
      bytes += piece.length;
      if (bytes > most) throw tooLarge(most);
      await reach?.(bytes);
      hash.update(piece);
      await file.writev([piece]);
    }
    if (bytes === 0 && !mayBeEmpty)
      throw invalid('file must not be empty.', 'file', 'invalid', { reason: 'empty_file' });
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw explained(error);
  }
  return { path, bytes, sha256: hash.digest('hex'), head: Buffer.concat(head) };
}
