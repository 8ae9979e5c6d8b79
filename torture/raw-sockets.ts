import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersIn } from '#test/support/http-answers.ts';

/*
 * Raw bytes on a socket, as no HTTP client would send them, and the response.
 */

interface SocketMode {
  /** Number of responses to wait for if the other side does not hang up. */
  readonly answers: number;
  /** Waits for the other side to hang up, whatever the responses. */
  readonly toTheEnd?: boolean;
  /** Action of the client after its last byte: wait, half-close, or destroy. */
  readonly after?: 'wait' | 'end' | 'reset';
  /** Milliseconds between the pieces. */
  readonly between?: number;
  /** Timeout in milliseconds. */
  readonly patience?: number;
  /** Responses have no bodies, whatever their headers announce. */
  readonly isHead?: boolean;
}

interface RawResponse {
  readonly bytes: Buffer;
  /** The other side hung up. */
  readonly isOver: boolean;
}

/** Writes the pieces, one after another, on a new connection, and reads the response. */
export async function exchangeBytes(
  port: number,
  pieces: readonly Buffer[],
  manner: SocketMode,
): Promise<RawResponse> {
  const { answers, toTheEnd = false, after = 'wait', between = 0, patience = 10_000 } = manner;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
  const got: Buffer[] = [];
  let isOver = false;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    socket.on('data', (bytes) => {
      got.push(bytes);
      // A little longer, in case of an extra response.
      if (!toTheEnd && answered(Buffer.concat(got), manner.isHead) >= answers)
        setTimeout(resolve, 20);
    });
    // Hanging up on a sender is an answer too.
    for (const event of ['error', 'end', 'close'])
      socket.on(event, () => {
        isOver = true;
        clearTimeout(timer);
        resolve();
      });
  });
  for (const [i, piece] of pieces.entries()) {
    if (between > 0 && i > 0) await sleep(between);
    if (isOver || !socket.writable) break;
    await Promise.race([new Promise((resolve) => socket.write(piece, resolve)), done]);
  }
  if (after === 'end' && !isOver) socket.end();
  if (after === 'reset') socket.resetAndDestroy();
  await done;
  socket.destroy();
  return { bytes: Buffer.concat(got), isOver };
}

function answered(bytes: Buffer, isHead = false): number {
  try {
    return answersIn(bytes, isHead).length;
  } catch {
    return 0;
  }
}
