import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/*
 * PostgreSQL's COPY. `pg` hands the protocol's messages to whoever submitted the statement, but neither reads rows into a
 * stream nor sends any. The messages: PostgreSQL's manual, "Message Flow", "COPY Operations".
 */

const pieceBytes = 131_072;

const countIn = (tag: string) => Number(/^COPY (\d+)/.exec(tag)?.[1] ?? Number.NaN);

/** The rows of COPY … TO STDOUT, as pieces of its text. Given up early, it gives up the connection, too. */
export class CopyTo extends Readable implements pg.Submittable {
  /** How many rows there were; known at the end. */
  rows = 0;
  readonly #text: string;
  #connection: pg.Connection | undefined;
  #piece = Buffer.allocUnsafe(pieceBytes);
  #used = 0;

  constructor(text: string) {
    super({ highWaterMark: 2 * pieceBytes });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  /** One row. Copied, because pg uses its buffer again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > pieceBytes) this.#flush();
    if (chunk.length > pieceBytes) this.#give(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#piece, this.#used);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = countIn(text);
    this.#flush();
  }

  handleReadyForQuery(): void {
    this.#release();
    this.push(null);
  }

  handleError(error: Error): void {
    this.#release();
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.destroy();
    done(error);
  }

  /** The connection is free for the next statement. */
  #release(): void {
    this.#connection?.stream.resume();
    this.#connection = undefined;
  }

  #flush(): void {
    if (this.#used === 0) return;
    const piece = this.#piece.subarray(0, this.#used);
    this.#piece = Buffer.allocUnsafe(pieceBytes);
    this.#used = 0;
    this.#give(piece);
  }

  #give(piece: Buffer): void {
    if (!this.push(piece)) this.#connection?.stream.pause();
  }
}

/** The protocol's messages CopyDone and CopyFail (with an empty reason). */
const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
const copyFail = Buffer.from([0x66, 0, 0, 0, 5, 0]);

class CopyFrom implements pg.Submittable {
  /** When rows may be sent. */
  readonly ready = Promise.withResolvers<pg.Connection>();
  /** When the server has taken all rows, or refused: how many it took. */
  readonly over = Promise.withResolvers<number>();
  readonly #refusal = new AbortController();
  readonly #text: string;
  #rows = 0;

  constructor(text: string) {
    this.#text = text;
    // Whoever waits hears of it; nobody may wait yet.
    for (const { promise } of [this.ready, this.over]) promise.catch(() => {});
  }

  /** Aborted as soon as the server has refused, or is gone. */
  get refused(): AbortSignal {
    return this.#refusal.signal;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.ready.resolve(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = countIn(text);
  }

  handleReadyForQuery(): void {
    this.over.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.ready.reject(error);
    this.over.reject(error);
    this.#refusal.abort(error);
  }
}

/**
 * COPY … FROM STDIN.
 * @param pieces the text of the rows, cut anywhere
 * @returns how many rows the server took
 * @throws pg's DatabaseError, or what `pieces` throws; either way the server has undone the statement
 */
export async function copyFrom(
  client: pg.Client,
  text: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = client.query(new CopyFrom(text));
  const { stream } = await copy.ready.promise;
  try {
    for await (const piece of pieces) {
      const head = Buffer.allocUnsafe(5);
      head[0] = 0x64;
      head.writeUInt32BE(piece.length + 4, 1);
      stream.write(head);
      const hasRoom = stream.write(piece);
      // A server that has refused drops what comes; one that is gone never has room again.
      copy.refused.throwIfAborted();
      if (!hasRoom) await once(stream, 'drain', { signal: copy.refused });
    }
  } catch (error) {
    stream.write(copyFail);
    await copy.over.promise.catch(() => {});
    throw copy.refused.aborted ? copy.refused.reason : error;
  }
  stream.write(copyDone);
  return copy.over.promise;
}
