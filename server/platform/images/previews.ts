import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { watchMemory } from '../child-memory.ts';

/*
 * Makes each preview in a separate process: an image that exploits a decoder ends that process, whose memory is freed.
 */

type PreviewResult =
  | { readonly outcome: 'made'; readonly image: Buffer }
  /** Decoding would fail again. */
  | { readonly outcome: 'undecodable'; readonly reason: string }
  /** The process was killed, by the service or by the system. */
  | { readonly outcome: 'crashed'; readonly reason: string };

const program = fileURLToPath(new URL('preview-program.ts', import.meta.url));
const timeoutMs = 30_000;
const maxBytes = 1_048_576;
const maxWords = 1_024;
/** Max memory of a decoder; enough for a progressive JPEG of the max pixels. */
const maxMemoryMb = 400;

/** Makes the preview of an image, or a square of its centre. @throws errors of the stream */
export async function makePreview(
  image: Readable,
  shape: 'whole' | 'square' = 'whole',
): Promise<PreviewResult> {
  const child = spawn(process.execPath, ['--max-old-space-size=64', program, shape], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const unwatch = watchMemory(child, maxMemoryMb);
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const pieces: Buffer[] = [];
  let bytes = 0;
  let words = '';
  child.stdout.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) child.kill('SIGKILL');
    else pieces.push(piece);
  });
  child.stderr.on('data', (piece: Buffer) => {
    if (words.length < maxWords) words += String(piece);
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', (error) => {
      words = error.message;
      resolve({ code: null, signal: 'error' });
    });
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  let broken: unknown;
  await pipeline(image, child.stdin).catch((error: NodeJS.ErrnoException) => {
    // The program ended before it had read everything; its exit status counts.
    if (
      error.code !== 'EPIPE' &&
      error.code !== 'ECONNRESET' &&
      error.code !== 'ERR_STREAM_PREMATURE_CLOSE'
    )
      broken = error;
  });
  if (broken !== undefined) child.kill('SIGKILL');
  const { code, signal } = await ended;
  clearTimeout(late);
  if (unwatch()) return { outcome: 'undecodable', reason: 'it takes too much memory' };
  if (broken !== undefined) throw broken;
  if (code === 0 && bytes > 0) return { outcome: 'made', image: Buffer.concat(pieces) };
  const reason = words.split('\n', 1)[0] || `ended by ${signal ?? code}`;
  return { outcome: code === 3 ? 'undecodable' : 'crashed', reason };
}
