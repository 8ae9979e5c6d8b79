import type { Cursor } from '../../events/live/cursor.ts';
import type { Standing, Watcher } from '../../operations/watching.ts';
import { type EndReason, ending } from './frames.ts';

/** Where the bytes of a stream go. */
export interface Sink {
  write(bytes: Buffer): void;
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

/** So many bytes may be on their way to one client; it then comes back for the rest. */
const mostUnread = 1_048_576;
/** So many may wait for a stream that is still being told of the past. */
const mostHeld = 4 * 1_048_576;

/** One client that is told of a team's changes. */
export class Stream {
  readonly watcher: Watcher;
  /** What they may see; changes as they are promoted and demoted. */
  standing: Standing;
  /** Where the client was; undefined where it begins. */
  readonly since: Cursor | undefined;
  readonly #sink: Sink;
  readonly #gone: () => void;
  /** What comes while it is told of the past. */
  #held: { chunks: Buffer[]; bytes: number } | undefined;
  #isLive = false;
  #isOver = false;

  /** @param gone told once, when it ends by itself */
  constructor(viewer: Viewer, since: Cursor | undefined, sink: Sink, gone: () => void) {
    this.watcher = viewer.watcher;
    this.standing = viewer.standing;
    this.since = since;
    this.#sink = sink;
    this.#gone = gone;
  }

  /** Whether it is told of what is new, or will be once the past is told. */
  get isJoined(): boolean {
    return this.#isLive || this.#held !== undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it was told everything up to where all streams are. */
  get isLive(): boolean {
    return this.#isLive && this.#held === undefined;
  }

  /** Sends what is new; cuts the connection of who does not read. */
  send(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#held) {
      this.#held.chunks.push(bytes);
      this.#held.bytes += bytes.length;
      if (this.#held.bytes > mostHeld) this.cut();
    } else if (this.#sink.backlog() > mostUnread) this.cut();
    else this.#sink.write(bytes);
  }

  /** From now on what is new waits until {@link goOn}. */
  hold(): void {
    this.#held = { chunks: [], bytes: 0 };
  }

  /** Sends of the past, and waits until it is taken. */
  async tell(bytes: Buffer): Promise<void> {
    if (this.#isOver) return;
    this.#sink.write(bytes);
    await this.#sink.drained();
  }

  /** The past is over. @param first what is said before anything new */
  goOn(first: Buffer): void {
    const held = this.#held;
    this.#held = undefined;
    this.#isLive = true;
    this.send(first);
    if (held && held.bytes > 0) this.send(Buffer.concat(held.chunks));
  }

  /** Says why, and closes. */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#sink.write(ending(reason));
    this.#isOver = true;
    this.#sink.end();
    this.#gone();
  }

  /** Closes without a word: the client goes on from where it was. */
  cut(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.cut();
    this.#gone();
  }

  /** The client has gone. */
  left(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gone();
  }
}
