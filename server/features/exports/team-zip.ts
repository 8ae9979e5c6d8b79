import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ZipFile } from 'yazl';
import type { Snapshot, TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { BlobMissing, type Storage } from '#server/outbound/storage.ts';
import { version } from '#server/platform/version.ts';
import { exportedColumns, exportedResources } from '#server/records/exported-columns.ts';
import { safeName, zipEntries } from './archive.ts';
import { listBytes } from './files.ts';
import { readExportQuery } from './list-rows.ts';
import { stepSizes } from './step-sizes.ts';
import { filesSql, rowsOf, teamTables } from './team-tables.ts';

/*
 * The file of a whole team: every list and table as JSON Lines from one snapshot, then the bytes of the team's files, and a manifest at the end.
 */

/** Receives the number of records and files written so far; stops the work by throwing. */
type Progress = (done: number) => Promise<void>;

/** Records per file of the archive. */
type Counts = Record<string, number>;

const prepareRows = (sql: string) => teamStatement(sql, unprepared);

/** Lines of a table. @param wrote receives the number of rows */
async function* linesOf(
  snapshot: Snapshot,
  sql: string,
  wrote: (rows: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const sizes = stepSizes();
  for await (const rows of snapshot.rows(prepareRows(sql), {}, sizes.next)) {
    const text = rows.map(([row]) => `${row}\n`).join('');
    sizes.wrote(rows.length, text.length);
    await wrote(rows.length);
    yield Buffer.from(text);
  }
}

/** A file to add after the snapshot, as a line of the list on the local disk. */
interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

/** Lists the team's files in the archive, and with their places on the local disk. */
async function* fileLines(
  snapshot: Snapshot,
  list: FileHandle,
  scans: boolean,
  wrote: (rows: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const sizes = stepSizes();
  for await (const rows of snapshot.rows(prepareRows(filesSql), { scans }, sizes.next)) {
    const text = rows.map(([row]) => `${row}\n`).join('');
    sizes.wrote(rows.length, text.length);
    const places = rows.map(([, id, name, place]) => `${JSON.stringify({ id, name, place })}\n`);
    await list.appendFile(places.join(''));
    await wrote(rows.length);
    yield Buffer.from(text);
  }
}

/** Names and settings of the archive. */
interface TeamName {
  readonly slug: string;
  readonly name: string;
}

/**
 * Writes the archive of a team into `zip`, and ends it.
 * @param broken rejects if the archive cannot be written
 * @returns the number of records and files
 */
export async function writeTeamZip(
  db: TeamDb,
  storage: Storage,
  team: TeamName,
  zip: ZipFile,
  broken: Promise<never>,
  progress: Progress,
): Promise<number> {
  const add = zipEntries(zip, broken);
  const counts: Counts = {};
  let done = 0;
  const counting = (file: string) => (rows: number) => {
    counts[file] = (counts[file] ?? 0) + rows;
    done += rows;
    return progress(done);
  };
  // Named like an upload, so that it is removed if the process is killed.
  const listPath = join(await storage.incoming(), `${randomUUID()}.part`);
  const list = await open(listPath, 'wx', 0o600);
  const exportedAt = new Date().toISOString();
  try {
    await db.snapshot(async (snapshot) => {
      for (const resource of exportedResources) {
        const file = `${resource}.jsonl`;
        const before = done;
        const bytes = await listBytes(
          snapshot,
          {
            resource,
            query: readExportQuery(resource, 'sort=created_at', true),
            columns: exportedColumns[resource],
            format: 'jsonl',
            language: 'pt',
            isMasked: false,
          },
          async (records) => {
            done = before + records;
            await progress(done);
          },
        );
        await add(file, bytes);
        counts[file] = done - before;
      }
      for (const table of teamTables) {
        const file = `${table.name}.jsonl`;
        counts[file] = 0;
        await add(file, linesOf(snapshot, rowsOf(table), counting(file)));
      }
      const scans = storage.scanner !== undefined;
      counts['files.jsonl'] = 0;
      await add('files.jsonl', fileLines(snapshot, list, scans, counting('files.jsonl')));
    });
    await list.close();
    const missing: string[] = [];
    // The snapshot has ended: files may come from a slow network.
    for await (const line of createInterface({ input: createReadStream(listPath) })) {
      const { id, name, place } = JSON.parse(line) as ListedFile;
      await progress(done);
      const stream = await storage.blobs.read(place).catch((error: unknown) => {
        if (error instanceof BlobMissing) return undefined;
        throw error;
      });
      if (stream) await add(`files/${id} ${safeName(name)}`, stream, false);
      else missing.push(id);
    }
    const manifest = {
      format: 'pauta-team',
      version: 1,
      pauta: version,
      exported_at: exportedAt,
      team,
      records: counts,
      missing_files: missing,
    };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
    zip.end();
    return done;
  } finally {
    await list.close().catch(() => {});
    await rm(listPath, { force: true });
  }
}
