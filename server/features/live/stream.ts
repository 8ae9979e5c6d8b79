import type { Cursor } from '../../events/live/cursor.ts';
import type { Standing, Watcher } from '../../operations/watching.ts';
import { type EndReason, ending, type ResyncReason, resync } from './frames.ts';
import { cursorAt, type Position } from './past.ts';
import type { SendBudget } from './send-budget.ts';

/** Where the bytes of a stream go. */
export interface Sink {
  /** @param sent called once the operating system has them; may never be called if the connection is gone */
  write(bytes: Buffer, sent: () => void): void;
  /** Bytes that were written and are not with the operating system yet. */
  backlog(): number;
  /** Settled when all of them are, or the connection is gone. */
  drained(): Promise<void>;
  /** Closes the connection once they are. */
  end(): void;
  /** Closes it at once. */
  cut(): void;
}

/** Whom a stream is for, as they were let in. */
export interface Viewer {
  readonly watcher: Watcher;
  readonly standing: Standing;
}

/** Max unsent bytes of one client, which then comes back for the rest. */
const mostUnread = 1_048_576;
/** Max bytes of new events that wait while missed ones are sent; beyond it, the new ones are read again as missed ones. */
const mostHeld = 65_536;

/** One client that is told of a team's changes. */
export class Stream {
  readonly watcher: Watcher;
  /** The cursor that the client returned with, and later the place up to which it has been sent everything; undefined at the beginning. */
  since: Cursor | undefined;
  /** The reason why the client must read again what it shows, once it is live. */
  resyncReason: ResyncReason | undefined;
  readonly #sink: Sink;
  readonly #budget: SendBudget;
  readonly #gone: () => void;
  readonly #unsent: Buffer[] = [];
  /** New events, while missed ones are sent. */
  #held: Buffer[] | undefined;
  #standing: Standing;
  #isBehind = false;
  #isLive = false;
  #isOver = false;

  /** @param gone told once, when it ends by itself */
  constructor(
    viewer: Viewer,
    since: Cursor | undefined,
    sink: Sink,
    budget: SendBudget,
    gone: () => void,
  ) {
    this.watcher = viewer.watcher;
    this.#standing = viewer.standing;
    this.since = since;
    this.#sink = sink;
    this.#budget = budget;
    this.#gone = gone;
  }

  /** Current rights; change as the member is promoted and demoted. */
  get standing(): Standing {
    return this.#standing;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it was told everything up to where all streams are. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** True if new events were dropped while missed ones were sent, so that they have to be read, too. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Bytes that the operating system has not taken yet. */
  get backlog(): number {
    return this.#sink.backlog();
  }

  /** Sends the beginning, before anything that happened. */
  greet(bytes: Buffer): void {
    this.#write(bytes);
  }

  /** Sends what is new; cuts the connection of who does not read. */
  send(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#held) this.#holdBack(bytes);
    else if (this.#sink.backlog() > mostUnread) this.cut();
    else this.#write(bytes);
  }

  /** Sends a sign of life. */
  beat(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#isLive) this.send(bytes);
    else if (this.#sink.backlog() === 0) this.#write(bytes);
  }

  /** From now on what is new waits until {@link goOn}. */
  hold(): void {
    this.#drop();
    this.#held = [];
    this.#isBehind = false;
  }

  /** Sends of the past, and waits until it is taken. */
  async tell(bytes: Buffer): Promise<void> {
    if (this.#isOver) return;
    this.#write(bytes);
    await this.#sink.drained();
  }

  /** Applies a change of what they may see. Events that wait were made for what they could see before. */
  change(standing: Standing): void {
    this.#standing = standing;
    this.#fallBehind();
  }

  /** Has the client read again what it shows: now if the stream is live, else once it is. */
  resync(reason: ResyncReason, here: Position | undefined): void {
    if (this.#isLive && here) this.send(resync(cursorAt(here), reason));
    else {
      this.resyncReason = reason;
      this.#fallBehind();
    }
  }

  /** The past is over. @param first what is said before anything new */
  goOn(first: Buffer): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#isLive = true;
    this.send(first);
    for (const bytes of held) {
      this.send(bytes);
      this.#budget.remove(this.watcher.teamId, bytes);
    }
  }

  /** Says why, and closes. */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#write(ending(reason));
    this.#isOver = true;
    this.#drop();
    this.#sink.end();
    this.#gone();
  }

  /** Closes without a word: the client goes on from where it was. */
  cut(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#drop();
    this.#sink.cut();
    this.#forgetUnsent();
    this.#gone();
  }

  /** The client has gone. */
  left(): void {
    this.#forgetUnsent();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#drop();
    this.#gone();
  }

  #write(bytes: Buffer): void {
    this.#unsent.push(bytes);
    this.#budget.add(this.watcher.teamId, bytes);
    this.#sink.write(bytes, () => {
      const sent = this.#unsent.shift();
      if (sent) this.#budget.remove(this.watcher.teamId, sent);
    });
  }

  #holdBack(bytes: Buffer): void {
    if (this.#isBehind) return;
    this.#held?.push(bytes);
    this.#budget.add(this.watcher.teamId, bytes);
    const size = this.#held?.reduce((sum, { length }) => sum + length, 0) ?? 0;
    if (size > mostHeld) this.#fallBehind();
  }

  #fallBehind(): void {
    if (!this.#held) return;
    this.#drop();
    this.#isBehind = true;
  }

  /** Drops what waits. */
  #drop(): void {
    for (const bytes of this.#held?.splice(0) ?? [])
      this.#budget.remove(this.watcher.teamId, bytes);
  }

  #forgetUnsent(): void {
    for (const bytes of this.#unsent.splice(0)) this.#budget.remove(this.watcher.teamId, bytes);
  }
}
