import { createHash } from 'node:crypto';

/*
 * What a backup holds, before it is compressed: lines of UTF-8.
 *
 *   {"format":"pauta backup","version":1,…}             the header
 *   {"table":"clients","columns":["team_id","id",…]}    for each table: its columns,
 *   …                                                   its rows as COPY writes them (a backslash in them is doubled),
 *   \.                                                  and this line
 *   {"tables":{"clients":240,…},"sha256":"…"}           how many rows, and the checksum of all lines before this one
 */

export const formatVersion = 1;
const format = 'pauta backup';
const end = Buffer.from('\\.\n');
const newline = 0x0a;
/** No row of ours comes near: a request holds at most 1 MiB. */
const longestRow = 256 * 1_048_576;

export interface Header {
  /** Of this format. */
  readonly version: number;
  /** The version of the Pauta that made it. */
  readonly pauta: string;
  readonly made_at: string;
  /** What the database had been brought up to date with. */
  readonly migrations: readonly string[];
  /** Tells whether two keys for secrets are the same, and nothing else of them. */
  readonly secret_key: string;
  /** The same of all keys that its secrets need, where they are several. */
  readonly secret_keys?: readonly string[];
}

export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The number of rows by table. */
export type Counts = Record<string, number>;

/** A backup that cannot be made, read or restored; the message is one line for people. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const damaged = (what: string) => new BackupError(`The backup is damaged: ${what}.`);
const cutOff = () => damaged('it is cut off');
export const followed = () => damaged('there is data after its end');

// Writing ----------------------------------------------------------------------------------------------------------

/** A table to write. */
export interface TableToWrite extends TableHead {
  /** @param onEnd is told how many rows there were */
  read(onEnd: (rows: number) => void): AsyncIterable<Buffer>;
}

/** The lines of a backup. @param counts is filled as they are written */
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

/** A backup that is being read, from its beginning to its end. */
export interface Backup {
  readonly header: Header;
  /** Each table with its rows, which have to be read before the next. @throws BackupError when anything was not as written */
  tables(): AsyncGenerator<TableHead & { readonly rows: AsyncGenerator<Buffer> }>;
  /** What has been read. */
  readonly counts: Counts;
}

/** Reads the header of a backup. @throws BackupError when it is none, or one of a later format */
export async function readBackup(source: AsyncIterable<Buffer>): Promise<Backup> {
  const lines = new Lines(source);
  const { format: found, ...header } = parsed<Header & { format: string }>(
    await lines.line(),
    noBackup,
  );
  if (found !== format) throw noBackup();
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

/** A line that is a JSON object. */
function parsed<T>(line: string, refusal = () => damaged('a line is corrupt')): T {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // no JSON at all
  }
  throw refusal();
}

/** A stream of bytes, read by lines. */
class Lines {
  readonly #source: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  /** Read, and not yet given; begins with a line. */
  #rest: Buffer = Buffer.alloc(0);
  #isBegun = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The checksum of what was given so far. */
  sum(): string {
    return this.#hash.copy().digest('hex');
  }

  async line(): Promise<string> {
    while (!this.#rest.includes(newline)) await this.#more();
    return this.#give(this.#rest.indexOf(newline) + 1).toString('utf8');
  }

  /** The lines up to the one that ends a table, in pieces of whole lines. @param onEnd is told how many there were */
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

  /** @throws BackupError when there is anything left */
  async finish(): Promise<void> {
    const { done } = await this.#next();
    if (!done || this.#rest.length > 0) throw followed();
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
      if (code === 'ZSTD_error_prefix_unknown' && !this.#isBegun) throw noBackup();
      throw decompression.test(code) ? damaged('it cannot be decompressed') : error;
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#next();
    if (done) throw cutOff();
    this.#isBegun = true;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    if (this.#rest.length > longestRow) throw damaged('a row is too long');
  }
}

/** What a decompressor says of bytes that it cannot take, in its own words. */
const decompression = /^(Z_|ZSTD_)/;

function newlinesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) count++;
  return count;
}
