import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answers, Budget, type Lease, mebibyte } from '../platform/byte-budget.ts';
import { ApiError } from '../platform/errors.ts';
import { loopTurns } from './loop-turns.ts';

/*
 * Bytes that requests and answers hold in this process while they are under way (ADR 28). A sender that drips and a reader that does
 * not read cost nothing but their part of a budget, and nobody's part is all of it.
 */

/** Gives back once an answer is with the operating system, or cannot get there any more. */
export function untilSent({ raw }: FastifyReply, lease: Lease): void {
  if (raw.destroyed || raw.writableFinished) lease();
  else raw.once('finish', lease).once('close', lease);
}

/** A body of so many bytes may come at any time: all connections together hold no more of them than a budget. */
const smallBody = 16_384;

const bodies = new Budget(
  24 * mebibyte,
  3_000,
  'Too many large request bodies are in flight; try again in a moment.',
);

/**
 * Waits until there is room for the request's body, which is not read before. Where its length is not told it may be the longest.
 * @param owner whose part it is
 * @throws ApiError TEAM_BUSY, UNAVAILABLE where there is none within a moment
 */
export async function awaitRoomForBody(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
): Promise<void> {
  const bytes = bytesToCome(request);
  if (bytes === 0) return;
  untilSent(reply, await bodies.wait(owner, bytes));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body goes on to somewhere else while it comes, and is never here as a whole. */
    isTakenAsItComes?: boolean;
  }
}

/** How long the request's body may be, as far as there has to be room for it. */
export function bytesToCome({ headers, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.isTakenAsItComes) return 0;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if (!isChunked && length <= smallBody) return 0;
  const { bodyLimit = 0 } = routeOptions;
  if (isChunked) return bodyLimit;
  // What is longer is not read.
  return length > bodyLimit ? 0 : length;
}

/** What is sent at a time of a large answer: of so many bytes that are not taken, there is progress or none. */
const pieceBytes = 65_536;

/** Max pieces of all answers that are sent before other connections are read again. */
const mostPiecesPerTurn = 16;
const inTurn = loopTurns(mostPiecesPerTurn);

/** Bytes that are there already, given out as they are taken, and not copied. */
class Pieces extends Readable {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #from = 0;
  #isBegun = false;

  constructor(parts: readonly Buffer[]) {
    super({ highWaterMark: pieceBytes });
    this.#parts = parts;
  }

  override _read(): void {
    if (this.#isBegun) inTurn(() => this.#give());
    else this.#give();
    this.#isBegun = true;
  }

  #give(): void {
    if (this.destroyed) return;
    const part = this.#parts[this.#part];
    if (!part) {
      this.push(null);
      return;
    }
    const piece = part.subarray(this.#from, this.#from + pieceBytes);
    this.#from += piece.length;
    if (this.#from >= part.length) {
      this.#part += 1;
      this.#from = 0;
    }
    // An empty part would end nothing, and ask for nothing more.
    if (piece.length > 0) this.push(piece);
    else this.#give();
  }
}

/** The last large answer of each connection. */
const largeAnswers = new WeakMap<Socket, ServerResponse>();

/** Returns the bytes of an answer to send, piece by piece. */
function piecesFor({ raw }: FastifyReply, parts: readonly Buffer[]): Pieces {
  if (raw.socket) largeAnswers.set(raw.socket, raw);
  return new Pieces(parts);
}

/**
 * Lets a client that has ended its side receive the whole of a large answer, which takes several turns of the event loop. By default
 * Node.js ends the connection between two pieces. All other connections end with the client's side.
 */
export function finishLargeAnswers(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket: Socket) =>
    socket.on('end', () => {
      const answer = largeAnswers.get(socket);
      if (!answer || answer.writableFinished || answer.destroyed) socket.end();
    }),
  );
}

/** Sends the bytes of an answer whose head is told already; what is shared is not copied. */
export function sendPieces(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return reply.header('content-length', length).send(piecesFor(reply, parts));
}

/** An answer of so many characters or bytes may be left unread: most of it is with the operating system then. */
const smallAnswer = 65_536;

/**
 * What becomes of an answer's text or bytes before it is sent: where it is large, it has to find room, and is sent as it is taken.
 * @returns undefined where it stays as it is
 * @throws ApiError TEAM_BUSY, UNAVAILABLE where there is no room
 */
export function sentAsTaken(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Readable | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (payload.length <= smallAnswer) return undefined;
  const context = request.context as FastifyRequest['context'] | undefined;
  if (!context || request.method === 'HEAD') return undefined;
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const lease = answers.take(context.db.id, bytes.length);
  if (!lease) {
    if (request.method === 'GET') throw answers.refusal(context.db.id);
    throw new ApiError(
      'UNAVAILABLE',
      'The request was carried out, but its response is too large to send right now: read the responses already requested, then fetch this record.',
    );
  }
  untilSent(reply, lease);
  reply.header('content-length', bytes.length);
  return piecesFor(reply, [bytes]);
}

const lookEveryMs = 1_000;

/** Lets go who does not read: a connection that has taken nothing for so long of what is there for it. */
export function cutStalled(server: Server, stalledMs: number): void {
  /** By connection: what was written and what was left at the last progress, and when that was; 0 while nothing is left. */
  const states = new Map<Socket, { written: number; left: number; since: number }>();
  server.on('connection', (socket) => {
    states.set(socket, { written: 0, left: 0, since: 0 });
    socket.once('close', () => states.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, state] of states) {
      const left = socket.writableLength;
      if (left === 0) state.since = 0;
      else if (state.since === 0 || left !== state.left || socket.bytesWritten !== state.written) {
        state.since = now;
        state.left = left;
        state.written = socket.bytesWritten;
      } else if (now - state.since >= stalledMs) socket.destroy();
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
