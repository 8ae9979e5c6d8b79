import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { openStorage } from '#server/features/files/storage.ts';
import { openFile, storeFile } from '#server/features/files/store.ts';
import { readConfig } from '#server/platform/config.ts';
import { memoryMb } from '#test/support/processes.ts';

/*
 * A process that stores files, so that it can be killed and its memory measured. It reports its work on standard output, one line of JSON
 * each.
 */

const { CONNECTION = '', TEAM = '', WORK = '', ...env } = process.env;
const database = openDatabase(JSON.parse(CONNECTION) as pg.ClientConfig, 'storing', 4, () => {});
const storage = openStorage(readConfig({ ...env, FILE_MAX_BYTES: '209715200' }));
const context = { db: database.team(TEAM), storage };
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const pieceBytes = 65_536;

/** The given number of unique bytes, in pieces. */
async function* content(name: string, bytes: number) {
  const piece = Buffer.alloc(pieceBytes, name);
  yield Buffer.from('%PDF-1.7\n');
  for (let sent = 9; sent < bytes; sent += piece.length) {
    piece.writeUInt32BE(sent, 0);
    yield piece.subarray(0, Math.min(piece.length, bytes - sent));
  }
}

const store = (name: string, bytes: number) =>
  storeFile(context, content(name, bytes), { name: `${name}.pdf`, purpose: 'upload' });

/** Reads a whole file. @returns its hash */
async function read(id: string): Promise<string> {
  const hash = createHash('sha256');
  const { stream } = await openFile(context, id);
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}

if (WORK === 'endless') {
  // Several at once, a few with the same content.
  const storing = async (lane: number) => {
    for (let i = 0; ; i += 1) {
      const { id, sha256 } = await store(
        `${process.pid}-${i % 3 === 0 ? 'same' : lane}-${i}`,
        300_000,
      );
      say({ id, sha256 });
    }
  };
  await Promise.all([1, 2, 3, 4].map(storing));
} else {
  const megabytes = 100;
  const small = await store('small', 1_000_000);
  await read(small.id);
  const idle = memoryMb(process.pid, 'VmRSS');
  // Resets the peak memory.
  writeFileSync('/proc/self/clear_refs', '5');
  const { id, sha256 } = await store('large', megabytes * 1_048_576);
  const storing = memoryMb(process.pid, 'VmHWM') - idle;
  writeFileSync('/proc/self/clear_refs', '5');
  const isSame = (await read(id)) === sha256;
  say({ idle, storing, reading: memoryMb(process.pid, 'VmHWM') - idle, isSame });
  await database.close();
  await storage.blobs.close();
}
