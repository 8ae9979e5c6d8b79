import { IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Budget, type Lease, mebibyte, responseBudget } from '../platform/byte-budget.ts';
import { ApiError } from '../platform/errors.ts';
import { eventLoopScheduler } from './event-loop-scheduler.ts';
import { isForm } from './upload-body.ts';

/*
 * Limits the bytes of in-flight request bodies and responses in this process (ADR 28). A slow sender, or a client that does not
 * read, uses only its part of a budget, and no client's part is all of it.
 */

/** Releases a lease once the response has been handed to the operating system, or can no longer be sent. */
export function untilSent({ raw }: FastifyReply, lease: Lease): void {
  if (raw.destroyed || raw.writableFinished) lease();
  else raw.once('finish', lease).once('close', lease);
}

/** Maximum size of a body admitted at any time: all larger bodies together are limited by a budget. */
const smallBody = 16_384;

const bodies = new Budget(
  24 * mebibyte,
  3_000,
  'Too many large request bodies are in flight; try again in a moment.',
);

/**
 * Waits until there is room for the request's body, before reading it. Without a Content-Length, reserves the maximum size.
 * @param owner charged with the bytes
 * @throws ApiError TEAM_BUSY, UNAVAILABLE if no room becomes available within a moment
 */
export async function awaitRoomForBody(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
): Promise<void> {
  const bytes = bytesToCome(request);
  if (bytes === 0) return;
  untilSent(reply, await bodies.wait(owner, bytes));
  reply.raw.once('close', () => collectAnswered(bytes));
}

/** Bytes of answered bodies whose memory is collected together. */
const collectedBytes = 4 * mebibyte;
let answeredBytes = 0;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Collects the young generation whenever several MiB of large bodies have been answered (ADR 138). Their bytes and texts are outside
 * V8's heap: V8 would wait until about 100 MB of them are garbage.
 */
function collectAnswered(bytes: number): void {
  answeredBytes += bytes;
  if (answeredBytes < collectedBytes) return;
  answeredBytes = 0;
  // The last request and its body are still referenced now.
  setImmediate(() => collect({ type: 'minor' }));
}

/**
 * Reads and discards the rest of the body of a request that is answered without it, and frees each chunk immediately. Node.js would
 * leave the chunks to the garbage collector, which then has several hundred MB per second to collect.
 */
export function discardUnreadBody(raw: IncomingMessage): void {
  const isUnread = raw.readableFlowing === null && (!raw.complete || raw.readableLength > 0);
  // The chunks of a request injected by a test belong to the test.
  if (isUnread && raw instanceof IncomingMessage) raw.on('data', freeChunk).resume();
}

function freeChunk(chunk: Buffer): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body is streamed to another destination and never held in memory as a whole. */
    isTakenAsItComes?: boolean;
    /** The same, if the body is a form. */
    takesForm?: boolean;
  }
}

/** Maximum size of the request's body for which room is needed. */
export function bytesToCome({ headers, routeOptions }: FastifyRequest): number {
  const { isTakenAsItComes, takesForm } = routeOptions.config;
  if (isTakenAsItComes || (takesForm && isForm(headers))) return 0;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if (!isChunked && length <= smallBody) return 0;
  const { bodyLimit = 0 } = routeOptions;
  if (isChunked) return bodyLimit;
  // A body above the limit is not read.
  return length > bodyLimit ? 0 : length;
}

/** Chunk size of a large response: progress is measured in chunks that the client has received. */
const pieceBytes = 65_536;

/** Maximum chunks of all responses sent before other connections are read again. */
const maxPiecesPerTurn = 16;
const inTurn = eventLoopScheduler(maxPiecesPerTurn);

/** Streams buffers on demand, without copying them. */
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
    // Pushing an empty chunk would neither end the stream nor request more.
    if (piece.length > 0) this.push(piece);
    else this.#give();
  }
}

/** Last large response of each connection. */
const largeAnswers = new WeakMap<Socket, ServerResponse>();

/** Returns a stream of a response's bytes, chunk by chunk. */
function piecesFor({ raw }: FastifyReply, parts: readonly Buffer[]): Pieces {
  if (raw.socket) largeAnswers.set(raw.socket, raw);
  return new Pieces(parts);
}

/**
 * Lets a client that has half-closed its connection receive a whole large response, which takes several turns of the event loop.
 * By default, Node.js ends the connection between two chunks. All other connections end with the client's side.
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

/** Sends a response body after its headers are set; shared buffers are not copied. */
export function sendPieces(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return reply.header('content-length', length).send(piecesFor(reply, parts));
}

/** Maximum size of a response without a reservation: most of it fits into the operating system's buffers. */
const smallAnswer = 65_536;

/**
 * Streams a large response once there is room for it.
 * @returns undefined if the response is small and stays unchanged
 * @throws ApiError TEAM_BUSY, UNAVAILABLE if there is no room
 */
export function streamLargeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Readable | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (payload.length <= smallAnswer) return undefined;
  const context = request.context as FastifyRequest['context'] | undefined;
  if (!context || request.method === 'HEAD') return undefined;
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const lease = responseBudget.take(context.db.id, bytes.length);
  if (!lease) {
    if (request.method === 'GET') throw responseBudget.refusal(context.db.id);
    throw new ApiError(
      'UNAVAILABLE',
      'The request was carried out, but its response is too large to send right now: read the responses already requested, then fetch this record.',
    );
  }
  untilSent(reply, lease);
  reply.header('content-length', bytes.length);
  return piecesFor(reply, [bytes]);
}

const checkIntervalMs = 1_000;

/** Closes connections of clients that do not read: those that have received none of their pending bytes for this long. */
export function cutStalled(server: Server, stalledMs: number): void {
  /** By connection: written and pending bytes at the last progress, and its time; 0 while no bytes are pending. */
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
  const timer = setInterval(look, checkIntervalMs).unref();
  server.once('close', () => clearInterval(timer));
}
