import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersIn } from '../test/http-answers.ts';

/*
 * Bytes on a socket, as no HTTP client would send them, and what comes back.
 */

export interface Manner {
  /** How many answers are waited for where the other side does not hang up. */
  readonly answers: number;
  /** Waits for the other side to hang up, whatever was answered. */
  readonly toTheEnd?: boolean;
  /** What the talker does after its last byte: wait, say that it is done, or vanish. */
  readonly after?: 'wait' | 'end' | 'reset';
  /** Milliseconds between the pieces. */
  readonly between?: number;
  /** Milliseconds until the talk is given up. */
  readonly patience?: number;
  /** The answers have no bodies, whatever their headers announce. */
  readonly isHead?: boolean;
}

export interface Heard {
  readonly bytes: Buffer;
  /** The other side hung up. */
  readonly isOver: boolean;
}

/** Writes the pieces, one after another, on a connection of its own, and reads what comes back. */
export async function talk(
  port: number,
  pieces: readonly Buffer[],
  manner: Manner,
): Promise<Heard> {
  const { answers, toTheEnd = false, after = 'wait', between = 0, patience = 10_000 } = manner;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
  const got: Buffer[] = [];
  let isOver = false;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    socket.on('data', (bytes) => {
      got.push(bytes);
      // A little longer, for an answer too many.
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
