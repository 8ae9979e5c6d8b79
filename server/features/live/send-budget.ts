/*
 * Memory budget of a process for bytes that clients of live streams have not received yet (ADR 94). Missed events are read a page at a
 * time, teams in turn, and only while the team's share has room.
 */

/** Max unsent bytes of all streams of a process. One team gets at most as much as remains for the others. */
const budgetBytes = 32 * 1_048_576;
/** Max queries for missed events that run at once. */
const maxReads = 4;

interface Share {
  /** Unsent bytes; a buffer that several streams send counts once. */
  unsent: number;
  /** Number of streams that still send each buffer. */
  readonly senders: Map<Buffer, number>;
  /** Running queries. */
  reads: number;
  /** Queries that wait, the oldest first. */
  readonly waiting: (() => void)[];
}

export class SendBudget {
  readonly #most: number;
  readonly #shares = new Map<string, Share>();
  /** Teams with waiting queries, in the order of their turns. */
  readonly #queue = new Map<string, Share>();
  #unsent = 0;
  #reads = 0;

  constructor(most = budgetBytes) {
    this.#most = most;
  }

  /** Unsent bytes of the process. */
  get unsent(): number {
    return this.#unsent;
  }

  /** Unsent bytes of a team. */
  unsentOf(team: string): number {
    return this.#shares.get(team)?.unsent ?? 0;
  }

  /** Runs a query for missed events once it is the team's turn and its share has room. */
  async read<T>(team: string, query: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(team);
    if (share.waiting.length > 0 || !this.#mayRead(share))
      await new Promise<void>((start) => {
        share.waiting.push(start);
        if (!this.#queue.has(team)) this.#queue.set(team, share);
      });
    else this.#begin(share);
    try {
      return await query();
    } finally {
      share.reads -= 1;
      this.#reads -= 1;
      this.#forget(team, share);
      this.#serve();
    }
  }

  /** Counts bytes that a stream begins to send. */
  add(team: string, bytes: Buffer): void {
    const share = this.#shareOf(team);
    const senders = share.senders.get(bytes) ?? 0;
    share.senders.set(bytes, senders + 1);
    if (senders > 0) return;
    share.unsent += bytes.length;
    this.#unsent += bytes.length;
  }

  /** Counts them as sent, or dropped, by that stream. */
  remove(team: string, bytes: Buffer): void {
    const share = this.#shareOf(team);
    const senders = share.senders.get(bytes) ?? 0;
    if (senders > 1) {
      share.senders.set(bytes, senders - 1);
      return;
    }
    if (!share.senders.delete(bytes)) return;
    share.unsent -= bytes.length;
    this.#unsent -= bytes.length;
    this.#forget(team, share);
    this.#serve();
  }

  /** The team with the most unsent bytes, if it holds more than its share. */
  overdrawn(): string | undefined {
    let [most, team] = [0, undefined as string | undefined];
    for (const [id, { unsent }] of this.#shares) if (unsent > most) [most, team] = [unsent, id];
    return most > this.#most - this.#unsent ? team : undefined;
  }

  #shareOf(team: string): Share {
    const existing = this.#shares.get(team);
    if (existing) return existing;
    const share: Share = { unsent: 0, senders: new Map(), reads: 0, waiting: [] };
    this.#shares.set(team, share);
    return share;
  }

  #forget(team: string, { senders, reads, waiting }: Share): void {
    if (senders.size === 0 && reads === 0 && waiting.length === 0) this.#shares.delete(team);
  }

  /** A team may use queries and bytes while it holds less than what remains. */
  #mayRead({ reads, unsent }: Share): boolean {
    return reads < maxReads - this.#reads && unsent < this.#most - this.#unsent;
  }

  #begin(share: Share): void {
    share.reads += 1;
    this.#reads += 1;
  }

  #serve(): void {
    for (const [team, share] of this.#queue) {
      if (this.#reads >= maxReads) return;
      if (!this.#mayRead(share)) continue;
      this.#queue.delete(team);
      const start = share.waiting.shift();
      if (share.waiting.length > 0) this.#queue.set(team, share);
      if (!start) continue;
      this.#begin(share);
      start();
    }
  }
}
