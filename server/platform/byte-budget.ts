import { ApiError } from './errors.ts';

/*
 * Bytes that requests and answers hold in this process while they are under way (ADR 28). Nobody's part of a budget is all of it.
 */

/** Gives back what was taken; a second time does nothing. */
export type Lease = () => void;

interface Waiting {
  readonly bytes: number;
  readonly grant: (lease: Lease) => void;
}

export const mebibyte = 1_048_576;

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

const unread =
  'Too many large responses are in flight; read the ones already requested, and try again in a moment.';
/** What answers hold until they are sent. */
export const answers = new Budget(48 * mebibyte, 3_000, unread);

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
