import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Scanner, Verdict } from '#server/outbound/storage.ts';
import type { ClamdUrl } from '#server/platform/config.ts';

/*
 * Scans files with clamd over INSTREAM (clamd(8)): chunks prefixed with a four-byte length, and a final length of zero; the response is a
 * NUL-terminated text.
 */

const connectMs = 5_000;
/** Max time for the response after everything is sent: nested archives take long. */
const standstillMs = 120_000;
const maxAnswerLength = 1_024;

function length(bytes: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(bytes);
  return buffer;
}

/** Parses a response of clamd: `stream: Eicar-Signature FOUND`. */
function verdictOf(answer: string): Verdict {
  const words = (answer.split('\0', 1)[0] ?? '').trim();
  if (/^stream: OK$/.test(words)) return { verdict: 'clean' };
  const malware = /^stream: (.+) FOUND$/.exec(words)?.[1];
  if (malware !== undefined) return { verdict: 'infected', found: malware.slice(0, 255) };
  return {
    verdict: 'unknown',
    reason:
      words === ''
        ? 'clamd closed the connection; is its StreamMaxLength less than FILE_MAX_BYTES?'
        : `clamd: ${words}`,
  };
}

function openSocket(options: NetConnectOpts): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(options);
    const late = setTimeout(() => socket.destroy(new Error('no connection in time')), connectMs);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(late));
  });
}

/** Writes with backpressure. Stops early if clamd responds or disconnects before the end. */
async function send(
  socket: Socket,
  stream: AsyncIterable<Uint8Array>,
  isOver: () => boolean,
): Promise<void> {
  const write = (bytes: Uint8Array) =>
    socket.destroyed || socket.write(bytes)
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          const go = () => {
            socket.off('drain', go).off('close', go);
            resolve();
          };
          socket.on('drain', go).on('close', go);
        });
  await write(Buffer.from('zINSTREAM\0'));
  for await (const piece of stream) {
    if (isOver()) return;
    await write(length(piece.length));
    await write(piece);
  }
  await write(length(0));
}

/** Returns a scanner that uses the clamd at an address. */
export const clamdAt =
  (address: ClamdUrl): Scanner =>
  (stream) =>
    scan(address, stream);

async function scan(clamd: ClamdUrl, stream: AsyncIterable<Uint8Array>): Promise<Verdict> {
  const socket = await openSocket({ ...clamd }).catch((error: Error) => error);
  if (socket instanceof Error)
    return { verdict: 'unknown', reason: `clamd is out of reach: ${socket.message}` };
  let answer = '';
  let isOver = false;
  // If the stream exceeds its limit, clamd responds and disconnects before the end.
  const answered = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    socket.setTimeout(standstillMs, () => socket.destroy());
    socket.on('data', (piece) => {
      if (answer.length < maxAnswerLength) answer += String(piece);
      if (answer.includes('\0')) end();
    });
    socket.on('error', () => {});
    socket.on('close', end);
  });
  const sent = send(socket, stream, () => isOver);
  try {
    await Promise.race([sent.then(() => answered), answered]);
  } finally {
    socket.destroy();
    await sent.catch(() => {});
  }
  return verdictOf(answer);
}
