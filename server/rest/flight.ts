import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

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

  /** Waits for room, for a moment. @throws ApiError UNAVAILABLE where there is none */
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
        reject(this.refusal());
      }, this.#patienceMs);
      if (line) line.push(waiting);
      else this.#lines.set(owner, [waiting]);
    });
  }

  /** The answer to who finds no room. */
  refusal(): ApiError {
    return new ApiError('UNAVAILABLE', this.#refusal);
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
  'More large bodies are under way than can be taken just now; try again in a moment.',
);

/**
 * Waits until there is room for the request's body, which is not read before. Where its length is not told it may be the longest.
 * @param owner whose part it is
 * @throws ApiError UNAVAILABLE where there is none within a moment
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
