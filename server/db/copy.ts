import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * The rows of COPY … TO STDOUT, in pieces cut anywhere. Giving it up early gives up the connection.
 * @param onEnd is told how many there were
 */
export async function* copyTo(
  client: pg.Client,
  text: string,
  onEnd: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const rows = client.query(to(text));
  try {
    yield* rows;
    // The stream ends with the last row; the server tells their number after that.
    await client.query('');
    onEnd(rows.rowCount);
  } finally {
    // The server would write on into a connection that nobody reads.
    if (!rows.readableEnded) client.connection.stream.destroy();
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
  const rows = client.query(from(text));
  await pipeline(pieces, rows);
  return rows.rowCount;
}
