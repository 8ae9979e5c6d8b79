import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TeamDb } from '#server/db/database.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { type ListSpec, listBytes } from './files.ts';
import { writeTeamZip } from './team-zip.ts';

/* Exports of the command line: the bytes as they are written, for a file or a pipe of the operator. */

/** A file that is being written. */
export interface ExportStream {
  readonly stream: Readable;
  /** Number of records so far. */
  readonly done: () => number;
}

/** Streams a list. The snapshot is open until the last record was read. */
export function streamList(db: TeamDb, spec: ListSpec): ExportStream {
  const stream = new PassThrough();
  let done = 0;
  db.snapshot(async (snapshot) => {
    const bytes = await listBytes(snapshot, spec, async (records) => {
      done = records;
    });
    await pipeline(Readable.from(bytes), stream);
  }).catch((error: Error) => stream.destroy(error));
  return { stream, done: () => done };
}

/** Streams a whole team. */
export async function streamTeam(
  db: TeamDb,
  storage: Storage,
  team: { readonly slug: string; readonly name: string },
): Promise<ExportStream> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const broken = new Promise<never>((_, reject) => {
    stream.once('error', reject);
  });
  broken.catch(() => {});
  let done = 0;
  writeTeamZip(db, storage, team, zip, broken, async (records) => {
    done = records;
  }).catch((error: Error) => stream.destroy(error));
  return { stream, done: () => done };
}
