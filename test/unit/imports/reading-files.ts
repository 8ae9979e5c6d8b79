import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import type { FileProblem } from '#server/features/imports/reading/file-problem.ts';
import type { OpenBytes } from '#server/features/imports/reading/text.ts';

/** Writes a file that exists until the end of the test. */
export async function writeTemporary(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-reading-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Makes a ZIP archive. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as Uint8Array), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Bytes in chunks of a size. */
export const bytesOf = (content: string | Uint8Array, chunk = 7): OpenBytes =>
  async function* () {
    const bytes = Buffer.from(content as Uint8Array);
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };

/** The same bytes again and again, without holding them. */
export const repeated = (part: string, times: number): OpenBytes => {
  const bytes = Buffer.from(part);
  return async function* () {
    for (let i = 0; i < times; i += 1) yield bytes;
  };
};

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Expects a FileProblem with a code, and values if given. */
export const expectProblem = (
  promise: Promise<unknown>,
  expected: Partial<Pick<FileProblem, 'code' | 'line' | 'values'>>,
) => expect(promise).rejects.toMatchObject({ name: 'FileProblem', ...expected });
