import { createHash } from 'node:crypto';

/*
 * Format of a backup before compression: lines of UTF-8.
 *
 *   {"format":"pauta backup","version":1,…}             the header
 *   {"table":"clients","columns":["team_id","id",…]}    for each table: its columns,
 *   …                                                   its rows in COPY's text format (a backslash in them is doubled),
 *   \.                                                  and this line
 *   {"tables":{"clients":240,…},"sha256":"…"}           row counts, and the checksum of all lines before this one
 */

const formatVersion = 1;
const format = 'pauta backup';
const end = Buffer.from('\\.\n');
const newline = 0x0a;
/** Maximum row size; far above any real row, since a request is limited to 1 MiB. */
const maxRowBytes = 256 * 1_048_576;

export interface Header {
  /** Version of this format. */
  readonly version: number;
  /** Version of Pauta that made the backup. */
  readonly pauta: string;
  readonly made_at: string;
  /** Migrations applied to the database. */
  readonly migrations: readonly string[];
  /** Fingerprint of the key for secrets: identifies the key without revealing it. */
  readonly secret_key: string;
  /** Fingerprints of all keys that the secrets need, if there are several. */
  readonly secret_keys?: readonly string[];
}

interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Row counts by table. */
export type Counts = Record<string, number>;

/** A backup that cannot be made, read or restored, with a one-line message for users. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const damaged = (what: string) => new BackupError(`The backup is damaged: ${what}.`);
const cutOff = () => damaged('it is cut off');
export const trailingDataError = () => damaged('there is data after its end');

// Writing ----------------------------------------------------------------------------------------------------------

/** A table to be written. */
export interface TableToWrite extends TableHead {
  /** @param onEnd receives the number of rows */
  read(onEnd: (rows: number) => void): AsyncIterable<Buffer>;
}

/** Generates the lines of a backup. @param counts filled while writing */
export async function* writeBackup(
  header: Omit<Header, 'version'>,
  tables: Iterable<TableToWrite>,
  counts: Counts,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (piece: Buffer) => {
    hash.update(piece);
    return piece;
  };
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield hashed(line({ format, version: formatVersion, ...header }));
  for (const { table, columns, read } of tables) {
    yield hashed(line({ table, columns }));
    const rows = read((count) => {
      counts[table] = count;
    });
    for await (const piece of rows) yield hashed(piece);
    yield hashed(end);
  }
  yield line({ tables: counts, sha256: hash.digest('hex') });
}

// Reading ----------------------------------------------------------------------------------------------------------

/** A backup being read sequentially. */
export interface Backup {
  readonly header: Header;
  /**
   * Yields each table; its rows must be read before the next table. @throws BackupError if the data differs from the checksum or
   * counts
   */
  tables(): AsyncGenerator<TableHead & { readonly rows: AsyncGenerator<Buffer> }>;
  /** Row counts read so far. */
  readonly counts: Counts;
}

/** Reads the header of a backup. @throws BackupError if the source is not a backup, or has a newer format */
export async function readBackup(source: AsyncIterable<Buffer>): Promise<Backup> {
  const lines = new LineReader(source);
  const { format: formatName, ...header } = parsed<Header & { format: string }>(
    await lines.line(),
    noBackup,
  );
  if (formatName !== format) throw noBackup();
  if (header.version !== formatVersion) {
    throw new BackupError(
      `The backup was made by a newer version of Pauta (${header.pauta}); update Pauta.`,
    );
  }
  const counts: Counts = {};
  return {
    header,
    counts,
    async *tables() {
      for (;;) {
        const sum = lines.sum();
        const { table, columns, sha256, tables } = parsed<
          TableHead & { sha256?: string; tables: Counts }
        >(await lines.line());
        if (sha256 !== undefined) {
          const isWhole = sha256 === sum && JSON.stringify(tables) === JSON.stringify(counts);
          if (!isWhole) throw damaged('its checksum does not match');
          return lines.finish();
        }
        yield { table, columns, rows: lines.rows((count) => (counts[table] = count)) };
      }
    },
  };
}

const noBackup = () => new BackupError('This is not a Pauta backup.');

/** Parses a line as a JSON object. */
function parsed<T>(line: string, refusal = () => damaged('a line is corrupt')): T {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // not JSON
  }
  throw refusal();
}

/** Line reader of a byte stream. */
class LineReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  /** Bytes read but not yet returned; starts at the beginning of a line. */
  #rest: Buffer = Buffer.alloc(0);
  #isBegun = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Checksum of everything returned so far. */
  sum(): string {
    return this.#hash.copy().digest('hex');
  }

  async line(): Promise<string> {
    while (!this.#rest.includes(newline)) await this.#more();
    return this.#give(this.#rest.indexOf(newline) + 1).toString('utf8');
  }

  /** Yields the lines before the end of a table, in chunks of whole lines. @param onEnd receives their number */
  async *rows(onEnd: (count: number) => void): AsyncGenerator<Buffer> {
    for (let count = 0; ; await this.#more()) {
      const isOver = this.#rest.subarray(0, end.length).equals(end);
      const last = isOver ? -1 : this.#rest.indexOf(`\n${end}`);
      const length = isOver ? 0 : (last === -1 ? this.#rest.lastIndexOf(newline) : last) + 1;
      if (length > 0) {
        const piece = this.#give(length);
        count += newlinesIn(piece);
        yield piece;
      }
      if (isOver || last !== -1) {
        this.#give(end.length);
        return onEnd(count);
      }
    }
  }

  /** @throws BackupError if any data is left */
  async finish(): Promise<void> {
    const { done } = await this.#next();
    if (!done || this.#rest.length > 0) throw trailingDataError();
  }

  #give(length: number): Buffer {
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(piece);
    return piece;
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#source.next();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'Z_BUF_ERROR') throw cutOff();
      // After data, it is the beginning of a second frame, which may end the stream before all of the first one is read.
      if (code === 'ZSTD_error_prefix_unknown')
        throw this.#isBegun ? trailingDataError() : noBackup();
      throw decompression.test(code) ? damaged('it cannot be decompressed') : error;
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#next();
    if (done) throw cutOff();
    this.#isBegun = true;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    if (this.#rest.length > maxRowBytes) throw damaged('a row is too long');
  }
}

/** Error codes of a decompressor that rejects its input. */
const decompression = /^(Z_|ZSTD_)/;

function newlinesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) count++;
  return count;
}
