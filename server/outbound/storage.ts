import type { Readable } from 'node:stream';
import { type ApiError, full } from '../platform/errors.ts';

/** A part of a file: from its first byte to its last, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Where bytes lie: a directory, or a bucket. A place is written whole or not at all, and never with other bytes: it is named after
 * what it holds, and by whoever made it.
 */
export interface BlobStore {
  /** For people: `the directory /var/lib/pauta/files`. Holds no secret. */
  readonly where: string;
  /**
   * Stores a file of this machine; it may be taken away in doing so. Once this has ended the bytes outlive a power cut.
   * @param sha256 of its bytes, 64 hex digits
   * @throws ApiError UNAVAILABLE where the store is out of reach
   */
  put(place: string, file: { readonly path: string; bytes: number; sha256: string }): Promise<void>;
  /** @throws ApiError UNAVAILABLE where the store is out of reach, BlobMissing where nothing is at the place */
  read(place: string, range?: ByteRange): Promise<Readable>;
  /** How many bytes are at the place; undefined where nothing is. @throws ApiError UNAVAILABLE */
  size(place: string): Promise<number | undefined>;
  /** Does nothing where nothing is at the place. @throws ApiError UNAVAILABLE */
  remove(place: string): Promise<void>;
  close(): Promise<void>;
}

/** The bytes that the database knows of are not where they should be. */
export class BlobMissing extends Error {
  override name = 'BlobMissing';
}

/** What came of a scan. */
export type Verdict =
  | { readonly verdict: 'clean' }
  | { readonly verdict: 'infected'; readonly found: string }
  /** Nothing is known: the scanner is away, or cannot scan this. */
  | { readonly verdict: 'unknown'; readonly reason: string };

/** Finds malware. Never throws for what it meets itself; throws what the stream does. */
export type Scanner = (stream: AsyncIterable<Uint8Array>) => Promise<Verdict>;

/** The disk that incoming files are written to. */
export interface Disk {
  readonly freeBytes: () => Promise<number>;
  /** Free space that uploads leave to the database and the log. */
  readonly reserveBytes: number;
  /** True if the database is on the same disk. */
  readonly holdsDatabase: boolean;
}

/** @param most bytes of a team's files together */
export const teamIsFull = (most: number): ApiError =>
  full(`The team's files can have at most ${most} bytes together.`, 'TEAM_FILE_BYTES');

/** Files as operations reach them. */
export interface Storage {
  readonly blobs: BlobStore;
  /** The directory in which what arrives lies until it is whole and known; made where it is not there. */
  readonly incoming: () => Promise<string>;
  /** Absent: free space is not checked. */
  readonly disk?: Disk;
  /** The most bytes of a file. */
  readonly mostBytes: number;
  /** The most bytes of a team's files together; 0: as many as it likes. */
  readonly mostTeamBytes: number;
  /** What scans files, where anything does: what has not been scanned is then not given out. */
  readonly scanner?: Scanner;
}
