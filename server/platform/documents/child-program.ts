import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { watchMemory } from '../child-memory.ts';

/*
 * Parses a document in a separate process: one that exploits or overworks the parser ends that process, whose memory is freed.
 */

const maxMemoryMb = 500;

const problems = { 3: 'encrypted', 4: 'damaged', 5: 'no_text' } as const;
/** Exit status of a program for each problem. */
export type DocumentProblem = (typeof problems)[keyof typeof problems] | 'too_large';

/** A document cannot be read, or not all of it. */
export class DocumentError extends Error {
  override name = 'DocumentError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(problem);
    this.problem = problem;
  }
}

const problemOf = (code: number | null): DocumentProblem =>
  code === 3 || code === 4 || code === 5 ? problems[code] : 'too_large';

/**
 * Runs a program with a document as its standard input, and yields its standard output.
 * @param timeoutMs after which the document counts as too large
 * @throws DocumentError, and errors of the stream
 */
export async function* outputOf(
  program: string,
  document: Readable,
  timeoutMs: number,
): AsyncGenerator<Buffer> {
  const child = spawn(process.execPath, ['--max-old-space-size=256', program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const unwatch = watchMemory(child, maxMemoryMb);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  let broken: unknown;
  const fed = pipeline(document, child.stdin).catch((error: NodeJS.ErrnoException) => {
    // The program ended before it had read everything; its exit status counts.
    if (
      error.code !== 'EPIPE' &&
      error.code !== 'ECONNRESET' &&
      error.code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ) {
      broken = error;
      child.kill('SIGKILL');
    }
  });
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) yield chunk;
    await fed;
    const code = await ended;
    if (broken !== undefined) throw broken;
    if (code !== 0) throw new DocumentError(problemOf(code));
  } finally {
    clearTimeout(timer);
    unwatch();
    child.kill('SIGKILL');
    document.destroy();
  }
}
