import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';

/*
 * Bytes that requests and answers hold in this process while they are under way (ADR 28). A sender that drips and a reader that does
 * not read cost nothing but their part of a budget, and nobody's part is all of it.
 */

/** Gives back what was taken; a second time does nothing. */
export type Lease = () => void;

interface Waiting {
  readonly bytes: number;
  readonly grant: (lease: Lease) => void;
}

const mebibyte = 1_048_576;

/**
 * So many bytes for all. Whoever takes some leaves as much for the others as is then theirs: one alone gets half of it, and the
 * more there are, the less for each.
 */
export class Budget {
  #free: number;
  readonly #patienceMs: number;
  readonly #refusal: string;
  /** Bytes by who holds them. */
  readonly #held = new Map<string, number>();
  /** Who waits, by whose they are: each gets its turn. */
  readonly #lines = new Map<string, Waiting[]>();

  /**
   * @param patienceMs for how long {@link wait} waits
   * @param refusal what is said when there is no room
   */
  constructor(bytes: number, patienceMs: number, refusal: string) {
    this.#free = bytes;
    this.#patienceMs = patienceMs;
    this.#refusal = refusal;
  }

  /** @returns at once; undefined where there is no room */
  take(owner: string, bytes: number): Lease | undefined {
    const held = this.#held.get(owner) ?? 0;
    if (held + bytes > this.#free - bytes) return undefined;
    this.#held.set(owner, held + bytes);
    this.#free -= bytes;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += bytes;
      const left = (this.#held.get(owner) ?? 0) - bytes;
      if (left > 0) this.#held.set(owner, left);
      else this.#held.delete(owner);
      if (this.#lines.size > 0) this.#serve();
    };
  }

  /** Waits for room, for a moment. @throws ApiError where there is none: TEAM_BUSY for who holds some, UNAVAILABLE else */
  wait(owner: string, bytes: number): Promise<Lease> {
    const line = this.#lines.get(owner);
    const lease = line ? undefined : this.take(owner, bytes);
    if (lease) return Promise.resolve(lease);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        grant: (granted) => {
          clearTimeout(timer);
          resolve(granted);
        },
      };
      const timer = setTimeout(() => {
        this.#leave(owner, waiting);
        reject(this.refusal(owner));
      }, this.#patienceMs);
      if (line) line.push(waiting);
      else this.#lines.set(owner, [waiting]);
    });
  }

  /** The answer to who finds no room. */
  refusal(owner: string): ApiError {
    return new ApiError(this.#held.has(owner) ? 'TEAM_BUSY' : 'UNAVAILABLE', this.#refusal);
  }

  #leave(owner: string, waiting: Waiting): void {
    const line = this.#lines.get(owner)?.filter((other) => other !== waiting) ?? [];
    if (line.length > 0) this.#lines.set(owner, line);
    else this.#lines.delete(owner);
  }

  #serve(): void {
    for (let isServed = true; isServed; ) {
      isServed = false;
      for (const [owner, line] of [...this.#lines]) {
        const [first] = line;
        const lease = first && this.take(owner, first.bytes);
        if (!lease) continue;
        isServed = true;
        this.#leave(owner, first);
        first.grant(lease);
      }
    }
  }
}

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

/** How long the request's body may be, as far as there has to be room for it. */
export function bytesToCome({ headers, routeOptions }: FastifyRequest): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if (!isChunked && length <= smallBody) return 0;
  const { bodyLimit = 0 } = routeOptions;
  if (isChunked) return bodyLimit;
  // What is longer is not read.
  return length > bodyLimit ? 0 : length;
}

const unread =
  'Too many large responses are in flight; read the ones already requested, and try again in a moment.';
const answers = new Budget(48 * mebibyte, 3_000, unread);

/** Waits for room for an answer that is known to be large, before it is made. @throws ApiError TEAM_BUSY, UNAVAILABLE where there is none */
export const roomToAnswer = (owner: string, bytes: number): Promise<Lease> =>
  answers.wait(owner, bytes);

/** While an answer is made, it takes several times its bytes. */
const making = new Budget(4, 3_000, unread);

/** Makes a large answer, beside few others. @throws ApiError TEAM_BUSY, UNAVAILABLE where it does not get its turn */
export async function oneOfFew<T>(owner: string, make: () => Promise<T>): Promise<T> {
  const lease = await making.wait(owner, 1);
  return make().finally(lease);
}

/** What is sent at a time of a large answer: of so many bytes that are not taken, there is progress or none. */
const pieceBytes = 65_536;

/** Bytes that are there already, given out as they are taken, and not copied. */
class Pieces extends Readable {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #from = 0;

  constructor(parts: readonly Buffer[]) {
    super({ highWaterMark: pieceBytes });
    this.#parts = parts;
  }

  override _read(): void {
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
    else this._read();
  }
}

/** Sends the bytes of an answer whose head is told already; what is shared is not copied. */
export function sendPieces(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return reply.header('content-length', length).send(new Pieces(parts));
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
  return new Pieces([bytes]);
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
