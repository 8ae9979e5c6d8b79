import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../../db/database.ts';
import { teamStatement } from '../../db/statement.ts';
import { audits } from '../../events/audit.ts';
import { BlobMissing, type ByteRange, type Storage, teamIsFull } from '../../outbound/storage.ts';
import { constraintOf } from '../../platform/constraint.ts';
import { ApiError, conflict, invalid, notFound } from '../../platform/errors.ts';
import { changesFile } from './holding.ts';
import { type Fitting, fittingReceived, isPicture, mediaTypeOf } from './kinds.ts';
import { mostPixels, sizeOf } from './pixels.ts';
import { type Spooled, spool } from './spool.ts';
import { beginUpload, type Upload } from './uploads.ts';

/*
 * Storing and reading files. A team's blob is known by its hash and lies at a place of its own, which the database knows before
 * anything is there and until everything is gone from there: a process may be killed at any moment, and nothing is lost, and
 * nothing is left behind (ADR 38).
 */

/** What storing and reading need: a team's data, and where the bytes lie. */
export interface FileContext {
  readonly db: TeamDb;
  readonly storage: Storage;
}

/** What is stored of a file beside its bytes. */
export interface AboutFile {
  /** As people see it, with its extension. */
  readonly name: string;
  /** What the sender says that it is. */
  readonly mediaType?: string | undefined;
  /** Says what it is stored as, by its first bytes. Absent: as it is called, or not at all ({@link mediaTypeOf}). */
  readonly fitting?: (head: Buffer, name: string, declared: string | undefined) => Fitting;
  /** What it is for: `upload`, `message`, … */
  readonly purpose: string;
  /** The record that it belongs to: `messages` and its id. */
  readonly record?: { readonly type: string; readonly id: string } | undefined;
  readonly createdBy?: string | null | undefined;
  /** Whether a gateway brought it: then nobody stored it. */
  readonly isReceived?: true;
  /** The id that it gets. Storing again under an id that is taken changes nothing, and answers the file that has it. */
  readonly id?: string | undefined;
  /** Its length, if known before it arrives. */
  readonly bytes?: number | undefined;
}

export interface StoredFile {
  readonly id: string;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly name: string;
}

/** For how long a blob that no file holds is believed to be on its way: far longer than a store takes. */
export const onItsWay = `interval '1 hour'`;

/** A blob that is there, or about to be, stays at least until its file is. */
const find = teamStatement(`
  update blobs set check_at = greatest(check_at, now() + ${onItsWay})
  where team_id = $team and sha256 = $sha256
  returning place, stored_at is not null as stored, scan`);

const use = teamStatement(`
  insert into file_usage as u (team_id, bytes) values ($team, $bytes)
  on conflict (team_id) do update set bytes = u.bytes + excluded.bytes
    where $most::bigint = 0 or u.bytes + excluded.bytes <= $most
  returning bytes`);

const begin = teamStatement(`
  insert into blobs (team_id, sha256, bytes, place, check_at, width, height, preview)
  values ($team, $sha256, $bytes, $place, now() + ${onItsWay}, $width, $height, $preview::file_preview)`);

/** No row where the id is taken, or the blob is gone because storing it took longer than that. */
const keep = teamStatement(`
  with b as (
    update blobs set stored_at = coalesce(stored_at, now()), check_at = null,
      work_at = case
        when stored_at is null and (preview = 'pending' or $scans::boolean) then now()
        else work_at end
    where team_id = $team and sha256 = $sha256 and place = $place
    returning sha256, bytes),
  f as (
    insert into files (team_id, id, sha256, bytes, name, media_type, purpose, record_type, record_id, created_by)
    select $team, $id, sha256, bytes, $name, $media_type, $purpose, $record_type, $record_id::uuid, $created_by::uuid from b
    on conflict (team_id, id) do nothing
    returning *),
  ${audits([
    {
      type: 'files',
      // What arrives in a message is the network's, not somebody's.
      from: `f where $is_somebodys::boolean`,
      record: 'f.id',
      about: 'f.record_id',
      after: `json_strip_nulls(json_build_object('name', f.name, 'media_type', f.media_type, 'bytes', f.bytes,
        'sha256', encode(f.sha256, 'hex'), 'purpose', f.purpose, 'record_type', f.record_type, 'record_id', f.record_id))::text`,
    },
  ])}
  select id from f`);

const read = teamStatement(`
  select f.id, encode(f.sha256, 'hex') as sha256, f.bytes, f.name, f.media_type, b.place, b.stored_at is not null as stored,
    b.scan, b.scan_found, b.preview
  from files f left join blobs b on b.team_id = $team and b.sha256 = f.sha256
  where f.team_id = $team and f.id = $id and ($deleted::boolean or f.deleted_at is null)`);

const readPreview = teamStatement(`
  select b.preview_image, b.scan from files f join blobs b on b.team_id = $team and b.sha256 = f.sha256
  where f.team_id = $team and f.id = $id and f.deleted_at is null`);

const infected = () =>
  new ApiError('FORBIDDEN', 'This file is not given out: the scanner found malware in it.');

const storedOf = (row: Row): StoredFile => ({
  id: row.id as string,
  sha256: row.sha256 as string,
  bytes: row.bytes as number,
  mediaType: row.media_type as string,
  name: row.name as string,
});

/** A name as people see it: on one line, and no path. @throws ApiError VALIDATION_ERROR */
function nameOf(text: string): string {
  const name = text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (name === '' || name === '.' || name === '..' || [...name].length > 255)
    throw invalid('name must be a file name of 1 to 255 characters.');
  return name;
}

/**
 * Stores a file, read from the source one piece at a time. The same bytes are stored once in a team, whoever sends them.
 * @throws ApiError PAYLOAD_TOO_LARGE above FILE_MAX_BYTES; VALIDATION_ERROR where the bytes are not what name or media type say,
 *   or are an image with too many pixels; CONFLICT where the team has no room; FORBIDDEN for what is known as malware; UNAVAILABLE
 *   where the storage is out of reach
 */
export async function storeFile(
  { db, storage }: FileContext,
  source: AsyncIterable<Uint8Array>,
  about: AboutFile,
): Promise<StoredFile> {
  const given = nameOf(about.name);
  const { bytes, createdBy: userId } = about;
  const upload = await beginUpload(db, storage, { bytes, userId });
  try {
    const spooled = await spool(storage.incoming, source, storage.mostBytes, upload.reach);
    return await storeSpooled({ db, storage }, spooled, upload, { ...about, name: given });
  } finally {
    await upload.end();
  }
}

/** Stores a file that arrived whole, under its name as people see it. */
async function storeSpooled(
  { db, storage }: FileContext,
  spooled: Spooled,
  upload: Upload,
  about: AboutFile,
): Promise<StoredFile> {
  const { name: given } = about;
  try {
    const { name, mediaType } = about.fitting?.(spooled.head, given, about.mediaType) ?? {
      name: given,
      mediaType: mediaTypeOf(spooled.head, given, about.mediaType),
    };
    const blob = await blobOf(spooled);
    const id = about.id ?? uuidv7();
    const values = {
      id,
      sha256: blob.sha256,
      name,
      media_type: mediaType,
      purpose: about.purpose,
      record_type: about.record?.type ?? null,
      record_id: about.record?.id ?? null,
      created_by: about.createdBy ?? null,
      scans: storage.scanner !== undefined,
      is_somebodys: about.isReceived !== true,
    };
    const place = await settle({ db, storage }, spooled, upload, blob);
    const kept = { ...values, place };
    const row =
      about.record?.type === 'campaigns'
        ? await changesFile(db, keep, kept)
        : (await db.run(keep, kept))[0];
    if (row) return { id, sha256: spooled.sha256, bytes: spooled.bytes, mediaType, name };
    const [taken] = await db.run(read, { id, deleted: true });
    if (taken) return storedOf(taken);
    throw new ApiError('UNAVAILABLE', 'Storing the file took too long; send it again.');
  } finally {
    await rm(spooled.path, { force: true });
  }
}

/** The same of a file that arrived in a message: what is not what it calls itself is stored as what it is. */
export const storeReceived = (
  context: FileContext,
  source: AsyncIterable<Uint8Array>,
  about: Omit<AboutFile, 'fitting'>,
): Promise<StoredFile> =>
  storeFile(context, source, { ...about, fitting: fittingReceived, isReceived: true });

/** What the row of a new blob holds. */
interface NewBlob {
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly preview: 'none' | 'pending';
}

/** @throws ApiError VALIDATION_ERROR for an image with too many pixels */
async function blobOf({ path, bytes, sha256, head }: Spooled): Promise<NewBlob> {
  const size = await sizeOf(path, head);
  if (size && size.width * size.height > mostPixels)
    throw invalid(
      `file: the image has ${size.width} x ${size.height} pixels; at most ${mostPixels} are allowed.`,
    );
  return {
    sha256: Buffer.from(sha256, 'hex'),
    bytes,
    width: size?.width ?? null,
    height: size?.height ?? null,
    preview: isPicture(head) ? 'pending' : 'none',
  };
}

/** Sees to it that the bytes lie at a place that the database knows. @returns the place */
async function settle(
  { db, storage }: FileContext,
  spooled: Spooled,
  upload: Upload,
  blob: NewBlob,
): Promise<string> {
  for (;;) {
    const [known] = await db.run(find, { sha256: blob.sha256 });
    if (known?.scan === 'infected') throw infected();
    const place = known ? (known.place as string) : placeFor(db.id, spooled.sha256);
    if (known?.stored) return place;
    if (!known && !(await began(db, storage, upload, blob, place))) continue;
    await storage.blobs.put(place, spooled);
    return place;
  }
}

/** Never used twice: what is removed from an earlier one is not removed from this. */
const placeFor = (team: string, sha256: string) =>
  `${team}/${sha256.slice(0, 2)}/${sha256}-${randomBytes(6).toString('hex')}`;

/** @returns false where somebody else began with the same bytes at the same moment @throws ApiError CONFLICT where there is no room */
async function began(
  db: TeamDb,
  { mostTeamBytes: most }: Storage,
  upload: Upload,
  blob: NewBlob,
  place: string,
): Promise<boolean> {
  if (most > 0 && blob.bytes > most) throw teamIsFull(most);
  try {
    await db.transaction(async (tx) => {
      const [used] = await tx.run(use, { bytes: blob.bytes, most });
      if (!used) throw teamIsFull(most);
      await tx.run(begin, { ...blob, place });
      await upload.end(tx);
    });
    return true;
  } catch (error) {
    if (constraintOf(error) === 'blobs_pkey') return false;
    throw error;
  }
}

/**
 * What is known of a file that may be given out; its bytes are not looked for.
 * @throws ApiError NOT_FOUND where the team has no such file; FORBIDDEN where malware was found in it; CONFLICT where it is still to
 *   be scanned
 */
export async function findFile({ db, storage }: FileContext, id: string): Promise<StoredFile> {
  return storedOf(await readableRow({ db, storage }, id));
}

async function readableRow({ db, storage }: FileContext, id: string): Promise<Row> {
  const [row] = await db.run(read, { id, deleted: false });
  if (!row) throw notFound('file');
  refuseUnsafe(row, storage);
  return row;
}

/** A file that is being read. */
export interface OpenedFile extends StoredFile {
  readonly stream: Readable;
  /** Which of its bytes the stream holds. */
  readonly range: ByteRange;
}

/**
 * Opens a file for reading; the stream fetches no more than its reader takes.
 * @throws ApiError NOT_FOUND where the team has no such file; FORBIDDEN where malware was found in it; CONFLICT where it is still to
 *   be scanned; UNAVAILABLE where the storage is out of reach
 */
export async function openFile(
  { db, storage }: FileContext,
  id: string,
  wanted?: (bytes: number) => ByteRange | undefined,
): Promise<OpenedFile> {
  const row = await readableRow({ db, storage }, id);
  const file = storedOf(row);
  const part = wanted?.(file.bytes);
  try {
    const stream = await storage.blobs.read(row.place as string, part);
    return { ...file, stream, range: part ?? { first: 0, last: file.bytes - 1 } };
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    throw new ApiError('UNAVAILABLE', 'The bytes of this file are missing from the storage.', {
      cause: error,
    });
  }
}

function refuseUnsafe({ scan }: Row, { scanner }: Storage): void {
  if (scan === 'infected') throw infected();
  if (scanner && scan !== 'clean')
    throw conflict('This file is still to be scanned; try again later.');
}

/** The small picture of an image that we encoded ourselves. */
export interface Preview {
  readonly image: Buffer;
  readonly mediaType: string;
}

/** What previews are encoded as. */
export const previewType = 'image/webp';

/** The preview of a file; undefined where there is none, or none yet. @throws ApiError as {@link openFile} does */
export async function openPreview(
  { db, storage }: FileContext,
  id: string,
): Promise<Preview | undefined> {
  const [row] = await db.run(readPreview, { id });
  if (!row) throw notFound('file');
  refuseUnsafe(row, storage);
  const image = row.preview_image as Buffer | null;
  return image ? { image, mediaType: previewType } : undefined;
}
