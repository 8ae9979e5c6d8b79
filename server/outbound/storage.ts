import type { Readable } from 'node:stream';
import { type ApiError, limitReached } from '../platform/errors.ts';

/** A range of a file, both ends inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Storage for file contents: a directory, or a bucket. Writes to a place are atomic and always contain the same bytes: a place is
 * named after its content and its creator.
 */
export interface BlobStore {
  /** Readable location: `the directory /var/lib/pauta/files`. Contains no secret. */
  readonly where: string;
  /**
   * Stores a local file, which may be moved. Once it resolves, the bytes survive a power failure.
   * @param sha256 of its bytes, 64 hex digits
   * @throws ApiError UNAVAILABLE if the store is unreachable
   */
  put(place: string, file: { readonly path: string; bytes: number; sha256: string }): Promise<void>;
  /** @throws ApiError UNAVAILABLE if the store is unreachable, BlobMissing if the place is empty */
  read(place: string, range?: ByteRange): Promise<Readable>;
  /** Number of bytes at the place; undefined if it is empty. @throws ApiError UNAVAILABLE */
  size(place: string): Promise<number | undefined>;
  /** Does nothing if the place is empty. @throws ApiError UNAVAILABLE */
  remove(place: string): Promise<void>;
  close(): Promise<void>;
}

/** Bytes that the database refers to are missing. */
export class BlobMissing extends Error {
  override name = 'BlobMissing';
}

/** Result of a scan. */
export type Verdict =
  | { readonly verdict: 'clean' }
  | { readonly verdict: 'infected'; readonly found: string }
  /** Unknown: the scanner is unreachable, or cannot scan this file. */
  | { readonly verdict: 'unknown'; readonly reason: string };

/** Detects malware. Scanner failures are results; errors of the stream are thrown. */
export type Scanner = (stream: AsyncIterable<Uint8Array>) => Promise<Verdict>;

/** The disk that incoming files are written to. */
export interface Disk {
  readonly freeBytes: () => Promise<number>;
  /** Free space that uploads leave to the database and the log. */
  readonly reserveBytes: number;
  /** True if the database is on the same disk. */
  readonly holdsDatabase: boolean;
}

/** @param most maximum total bytes of a team's files */
export const teamIsFull = (most: number): ApiError =>
  limitReached(`The team's files can have at most ${most} bytes together.`, 'TEAM_FILE_BYTES');

/** File storage for operations. */
export interface Storage {
  readonly blobs: BlobStore;
  /** Directory for incoming files until they are complete and registered; created if missing. */
  readonly incoming: () => Promise<string>;
  /** Absent: free space is not checked. */
  readonly disk?: Disk;
  /** Maximum bytes of a file. */
  readonly mostBytes: number;
  /** Maximum total bytes of a team's files; 0: unlimited. */
  readonly mostTeamBytes: number;
  /** Malware scanner, if configured: unscanned files are then not served. */
  readonly scanner?: Scanner;
}
