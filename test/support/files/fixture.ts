import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDirectory } from '#server/features/files/directory-storage.ts';
import { incomingIn } from '#server/features/files/upload-directory.ts';
import type { Storage } from '#server/outbound/storage.ts';

/* Storages and contents for tests of files. */

/** A directory for a test file, removed with it. */
export function scratch(named = 'pauta-files-'): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), named));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A storage in a directory, with optional limits. */
export const storageIn = (path: string, options: Partial<Storage> = {}): Storage => ({
  blobs: openDirectory(path),
  incoming: incomingIn(path),
  mostBytes: 10_000_000,
  mostTeamBytes: 0,
  ...options,
});

/** Bytes as they arrive from a network: in pieces. */
export async function* pieces(content: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

export async function contentOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of stream) all.push(piece);
  return Buffer.concat(all);
}

/** A unique PDF, as far as its first bytes are concerned. */
export const somePdf = (bytes = 1_000): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);
