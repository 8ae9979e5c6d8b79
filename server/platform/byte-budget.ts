import { ApiError } from './errors.ts';

/* Memory budgets for in-flight requests and responses of this process (ADR 28). No owner can use a whole budget. */

/** Releases the reservation; calling it again does nothing. */
export type Lease = () => void;

interface Waiting {
  readonly bytes: number;
  readonly grant: (lease: Lease) => void;
}

export const mebibyte = 1_048_576;

/**
 * A budget shared by all owners. Each may hold at most as much as it leaves free: a single owner gets half of it, and with more
 * owners each gets less.
 */
export class Budget {
  #free: number;
  readonly #patienceMs: number;
  readonly #refusal: string;
  /** Reserved bytes by owner. */
  readonly #held = new Map<string, number>();
  /** Waiting requests by owner, served in turn. */
  readonly #lines = new Map<string, Waiting[]>();

  /**
   * @param patienceMs maximum wait of {@link wait}
   * @param refusal error message if there is no room
   */
  constructor(bytes: number, patienceMs: number, refusal: string) {
    this.#free = bytes;
    this.#patienceMs = patienceMs;
    this.#refusal = refusal;
  }

  /** @returns immediately; undefined if there is no room */
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

  /** Waits briefly for room. @throws ApiError without room: TEAM_BUSY if the owner holds a reservation, otherwise UNAVAILABLE */
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

  /** Error for an owner without room. */
  refusal(owner: string): ApiError {
    return new ApiError(this.#held.has(owner) ? 'TEAM_BUSY' : 'UNAVAILABLE', this.#refusal);
  }

  #leave(owner: string, waiting: Waiting): void {
    const line = this.#lines.get(owner)?.filter((each) => each !== waiting) ?? [];
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
/** Bytes of responses until they are sent. */
export const responseBudget = new Budget(48 * mebibyte, 3_000, unread);

/** Waits for room for a large response, before generating it. @throws ApiError TEAM_BUSY, UNAVAILABLE without room */
export const roomToAnswer = (owner: string, bytes: number): Promise<Lease> =>
  responseBudget.wait(owner, bytes);

/** Generating a response needs several times its size. */
const making = new Budget(4, 3_000, unread);

/** Generates a large response, limiting concurrency. @throws ApiError TEAM_BUSY, UNAVAILABLE if its turn does not come */
export async function oneOfFew<T>(owner: string, make: () => Promise<T>): Promise<T> {
  const lease = await making.wait(owner, 1);
  return make().finally(lease);
}
