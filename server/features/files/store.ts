import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { BlobMissing, type ByteRange, type Storage, teamIsFull } from '#server/outbound/storage.ts';
import { ApiError, conflict, forbidden, invalid, notFound } from '#server/platform/errors.ts';
import { maxPixels, sizeOf } from '#server/platform/images/image-size.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { lockAttachmentChange } from './attachment-changes.ts';
import { type FileNaming, isPicture, mediaTypeOf, namingOfReceived } from './file-types.ts';
import { type Spooled, spool } from './spool.ts';
import { beginUpload, type Upload } from './uploads.ts';

/*
 * Stores and reads files. A team's blob is identified by its hash and stored at a unique place. The database records the place before any
 * bytes exist and until all are removed, so a process killed at any moment loses no data and leaves none behind (ADR 38).
 */

/** Dependencies for storing and reading: a team's data and the file storage. */
interface FileContext {
  readonly db: TeamDb;
  readonly storage: Storage;
}

/** Metadata of a file to store. */
export interface AboutFile {
  /** Display name, with extension. */
  readonly name: string;
  /** Media type claimed by the sender. */
  readonly mediaType?: string | undefined;
  /** Chooses name and media type from the first bytes. By default, mismatches are refused ({@link mediaTypeOf}). */
  readonly fitting?: (head: Buffer, name: string, declared: string | undefined) => FileNaming;
  /** Purpose: `upload`, `message`, … */
  readonly purpose: string;
  /** Record that it belongs to, such as `messages` and an id. */
  readonly record?: { readonly type: string; readonly id: string } | undefined;
  readonly createdBy?: string | null | undefined;
  /** True if a gateway delivered it, so no user stored it. */
  readonly isReceived?: true;
  /** Id to store it under. Storing again under an existing id changes nothing and returns the existing file. */
  readonly id?: string | undefined;
  /** Length, if known in advance. */
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

/** Time for which a blob without files counts as an upload in progress; far longer than any upload takes. */
const uploadGrace = `interval '1 hour'`;

/** Keeps an existing or pending blob at least until its file is stored. */
const find = teamStatement(`
  update blobs set check_at = greatest(check_at, now() + ${uploadGrace})
  where team_id = $team and sha256 = $sha256
  returning place, stored_at is not null as stored, scan`);

const use = teamStatement(`
  insert into file_usage as u (team_id, bytes) values ($team, $bytes)
  on conflict (team_id) do update set bytes = u.bytes + excluded.bytes
    where $most::bigint = 0 or u.bytes + excluded.bytes <= $most
  returning bytes`);

const insertUpload = teamStatement(`
  insert into blobs (team_id, sha256, bytes, place, check_at, width, height, preview)
  values ($team, $sha256, $bytes, $place, now() + ${uploadGrace}, $width, $height, $preview::file_preview)`);

/** Returns no row if the id exists, or if the blob was swept because the upload took longer than that. */
const insertFile = teamStatement(`
  with b as (
    update blobs set stored_at = coalesce(stored_at, clock.now), check_at = null,
      work_at = case
        when stored_at is null and (preview = 'pending' or $scans::boolean) then clock.now
        else work_at end
    from (select now()) clock (now)
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
      // Files received in messages have no actor to audit.
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
  forbidden('This file cannot be downloaded: the scanner found malware in it.', 'malware');

const storedOf = (row: Row): StoredFile => ({
  id: row.id as string,
  sha256: row.sha256 as string,
  bytes: row.bytes as number,
  mediaType: row.media_type as string,
  name: row.name as string,
});

/** Sanitizes a display name: one line, no path. @throws ApiError VALIDATION_ERROR */
function nameOf(text: string): string {
  const name = text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (name === '' || name === '.' || name === '..' || [...name].length > 255)
    throw invalid('name must be a file name of 1 to 255 characters.', 'name', 'invalid_format', {
      format: 'file_name',
    });
  return name;
}

/**
 * Stores a file from a stream. Equal contents are stored once per team, regardless of the uploader.
 * @throws ApiError PAYLOAD_TOO_LARGE above FILE_MAX_BYTES; VALIDATION_ERROR if the bytes contradict name or media type, or are an image
 * with too many pixels; CONFLICT if the team's storage is full; FORBIDDEN for known malware; UNAVAILABLE if the storage is unreachable
 */
export async function storeFile(
  { db, storage }: FileContext,
  source: AsyncIterable<Uint8Array>,
  about: AboutFile,
): Promise<StoredFile> {
  const name = nameOf(about.name);
  const { bytes, createdBy: userId } = about;
  const upload = await beginUpload(db, storage, { bytes, userId });
  try {
    const spooled = await spool(storage.incoming, source, storage.mostBytes, upload.reach);
    return await storeSpooled({ db, storage }, spooled, upload, { ...about, name });
  } finally {
    await upload.end();
  }
}

/** Stores a completely received file under its display name. */
async function storeSpooled(
  { db, storage }: FileContext,
  spooled: Spooled,
  upload: Upload,
  about: AboutFile,
): Promise<StoredFile> {
  const { name: originalName } = about;
  try {
    const { name, mediaType } = about.fitting?.(spooled.head, originalName, about.mediaType) ?? {
      name: originalName,
      mediaType: mediaTypeOf(spooled.head, originalName, about.mediaType),
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
    const place = await storeBlob({ db, storage }, spooled, upload, blob);
    const stored = { ...values, place };
    const row =
      about.record?.type === 'campaigns'
        ? await lockAttachmentChange(db, insertFile, stored)
        : (await db.run(insertFile, stored))[0];
    if (row) return { id, sha256: spooled.sha256, bytes: spooled.bytes, mediaType, name };
    const [taken] = await db.run(read, { id, deleted: true });
    if (taken) return storedOf(taken);
    throw new ApiError('UNAVAILABLE', 'Storing the file took too long; send it again.');
  } finally {
    await rm(spooled.path, { force: true });
  }
}

/** Stores a file that another system named. If its name or type contradicts its bytes, the bytes decide. */
export const storeFetched = (
  context: FileContext,
  source: AsyncIterable<Uint8Array>,
  about: Omit<AboutFile, 'fitting'>,
): Promise<StoredFile> => storeFile(context, source, { ...about, fitting: namingOfReceived });

/** Stores a file received in a message, as {@link storeFetched} does. */
export const storeReceived = (
  context: FileContext,
  source: AsyncIterable<Uint8Array>,
  about: Omit<AboutFile, 'fitting'>,
): Promise<StoredFile> => storeFetched(context, source, { ...about, isReceived: true });

/** Columns of a new blob. */
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
  if (size && size.width * size.height > maxPixels)
    throw invalid(
      `file: the image has ${size.width} x ${size.height} pixels; at most ${maxPixels} are allowed.`,
      'file',
      'too_large',
      { reason: 'pixels' },
    );
  return {
    sha256: Buffer.from(sha256, 'hex'),
    bytes,
    width: size?.width ?? null,
    height: size?.height ?? null,
    preview: isPicture(head) ? 'pending' : 'none',
  };
}

/** Ensures that the bytes are stored at a place recorded in the database. @returns the place */
async function storeBlob(
  { db, storage }: FileContext,
  spooled: Spooled,
  upload: Upload,
  blob: NewBlob,
): Promise<string> {
  for (;;) {
    const [existing] = await db.run(find, { sha256: blob.sha256 });
    if (existing?.scan === 'infected') throw infected();
    const place = existing ? (existing.place as string) : newStoragePlace(db.id, spooled.sha256);
    if (existing?.stored) return place;
    if (!existing && !(await began(db, storage, upload, blob, place))) continue;
    await storage.blobs.put(place, spooled);
    return place;
  }
}

/** Never reused, so that removing an older blob cannot remove a newer one with the same hash. */
const newStoragePlace = (team: string, sha256: string) =>
  `${team}/${sha256.slice(0, 2)}/${sha256}-${randomBytes(6).toString('hex')}`;

/** @returns false if another upload of the same bytes began concurrently @throws ApiError CONFLICT if the team's storage is full */
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
      await tx.run(insertUpload, { ...blob, place });
      await upload.end(tx);
    });
    return true;
  } catch (error) {
    if (constraintOf(error) === 'blobs_pkey') return false;
    throw error;
  }
}

/**
 * Metadata of a file that may be served; does not check that its bytes exist.
 * @throws ApiError NOT_FOUND if the team has no such file; FORBIDDEN if malware was found in it; CONFLICT if its scan is pending
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

/** A file opened for reading. */
export interface OpenedFile extends StoredFile {
  readonly stream: Readable;
  /** Byte range of the stream. */
  readonly range: ByteRange;
}

/**
 * Opens a file for reading, with backpressure.
 * @throws ApiError NOT_FOUND if the team has no such file; FORBIDDEN if malware was found in it; CONFLICT if its scan is pending;
 * UNAVAILABLE if the storage is unreachable
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
    throw conflict('This file has not been scanned yet; try again later.', 'scanning');
}

/** Thumbnail of an image, encoded by this service. */
interface Preview {
  readonly image: Buffer;
  readonly mediaType: string;
}

/** Media type of previews. */
const previewType = 'image/webp';

/** Preview of a file; undefined if it has none, or none yet. @throws ApiError as {@link openFile} does */
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
