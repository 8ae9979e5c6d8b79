import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * Yields the rows of COPY … TO STDOUT in arbitrary chunks. Stopping early closes the connection.
 * @param onEnd receives the number of rows
 */
export async function* copyTo(
  client: pg.Client,
  text: string,
  onEnd: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const rows = client.query(to(text));
  try {
    yield* rows;
    // The stream ends with the last row; the server sends the row count after that.
    await client.query('');
    onEnd(rows.rowCount);
  } finally {
    // Otherwise the server would keep writing to a connection that is no longer read.
    if (!rows.readableEnded) client.connection.stream.destroy();
  }
}

/**
 * Runs COPY … FROM STDIN.
 * @param pieces text of the rows, in arbitrary chunks
 * @returns the number of rows stored
 * @throws pg's DatabaseError, or any error from `pieces`; the server rolls back the statement in both cases
 */
export async function copyFrom(
  client: pg.Client,
  text: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const rows = client.query(from(text));
  await pipeline(pieces, rows);
  return rows.rowCount;
}
