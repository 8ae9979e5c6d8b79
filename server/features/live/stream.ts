import type { Cursor } from '#server/events/live/cursor.ts';
import type { Access, TeamViewer } from '#server/operations/viewers.ts';
import { type EndReason, ending, type ResyncReason, resync } from './frames.ts';
import { cursorAt, type Position } from './replay.ts';
import type { SendBudget } from './send-budget.ts';

/** Output of a stream. */
export interface Sink {
  /** @param sent called once the operating system has accepted the bytes; may never be called if the connection is closed */
  write(bytes: Buffer, sent: () => void): void;
  /** Bytes written that the operating system has not accepted yet. */
  backlog(): number;
  /** Resolves when all bytes are accepted, or the connection is closed. */
  drained(): Promise<void>;
  /** Closes the connection after the pending bytes. */
  end(): void;
  /** Closes the connection at once. */
  cut(): void;
}

/** Viewer of a stream, with the access it was opened with. */
export interface Viewer {
  readonly watcher: TeamViewer;
  readonly access: Access;
}

/** Max unsent bytes of one client; beyond it, the connection is cut and the client reconnects for the rest. */
const maxUnread = 1_048_576;
/** Max bytes of new events held back while missed ones are sent; beyond it, the new ones are read again as missed ones. */
const maxHeld = 65_536;

/** Stream of a team's changes to one client. */
export class Stream {
  readonly watcher: TeamViewer;
  /** Cursor that the client reconnected with, later the position up to which it has received everything; undefined for a new client. */
  since: Cursor | undefined;
  /** Reason why the client must reload its data, once it is live. */
  resyncReason: ResyncReason | undefined;
  readonly #sink: Sink;
  readonly #budget: SendBudget;
  readonly #gone: () => void;
  readonly #unsent: Buffer[] = [];
  /** New events held back while missed ones are sent. */
  #held: Buffer[] | undefined;
  #standing: Access;
  #isBehind = false;
  #isLive = false;
  #isOver = false;

  /** @param gone called once when the stream ends */
  constructor(
    viewer: Viewer,
    since: Cursor | undefined,
    sink: Sink,
    budget: SendBudget,
    gone: () => void,
  ) {
    this.watcher = viewer.watcher;
    this.#standing = viewer.access;
    this.since = since;
    this.#sink = sink;
    this.#budget = budget;
    this.#gone = gone;
  }

  /** Current access; changes when the member is promoted or demoted. */
  get standing(): Access {
    return this.#standing;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True if the client has received everything up to the position of all streams. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** True if new events were dropped while missed ones were sent, so they must be read as well. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Bytes that the operating system has not accepted yet. */
  get backlog(): number {
    return this.#sink.backlog();
  }

  /** Sends the start of the stream, before any event. */
  greet(bytes: Buffer): void {
    this.#write(bytes);
  }

  /** Sends new events; cuts the connection of a client that does not read. */
  send(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#held) this.#holdBack(bytes);
    else if (this.#sink.backlog() > maxUnread) this.cut();
    else this.#write(bytes);
  }

  /** Sends a heartbeat. */
  heartbeat(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#isLive) this.send(bytes);
    else if (this.#sink.backlog() === 0) this.#write(bytes);
  }

  /** Holds new events back until {@link goLive}. */
  hold(): void {
    this.#drop();
    this.#held = [];
    this.#isBehind = false;
  }

  /** Sends missed events and waits until they are accepted. */
  async sendMissed(bytes: Buffer): Promise<void> {
    if (this.#isOver) return;
    this.#write(bytes);
    await this.#sink.drained();
  }

  /** Updates the viewer's access and drops the events held back, which were filtered by the previous access. */
  change(standing: Access): void {
    this.#standing = standing;
    this.#fallBehind();
  }

  /** Makes the client reload its data: now if the stream is live, otherwise once it is. */
  resync(reason: ResyncReason, current: Position | undefined): void {
    if (this.#isLive && current) this.send(resync(cursorAt(current), reason));
    else {
      this.resyncReason = reason;
      this.#fallBehind();
    }
  }

  /** Switches to live mode after the replay. @param first frame sent before any new event */
  goLive(first: Buffer): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#isLive = true;
    this.send(first);
    for (const bytes of held) {
      this.send(bytes);
      this.#budget.remove(this.watcher.teamId, bytes);
    }
  }

  /** Sends the reason and closes. */
  end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#write(ending(reason));
    this.#isOver = true;
    this.#drop();
    this.#sink.end();
    this.#gone();
  }

  /** Closes without notice: the client reconnects and continues from its cursor. */
  cut(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#drop();
    this.#sink.cut();
    this.#forgetUnsent();
    this.#gone();
  }

  /** Handles a client's disconnect. */
  disconnected(): void {
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
    if (size > maxHeld) this.#fallBehind();
  }

  #fallBehind(): void {
    if (!this.#held) return;
    this.#drop();
    this.#isBehind = true;
  }

  /** Drops the events held back. */
  #drop(): void {
    for (const bytes of this.#held?.splice(0) ?? [])
      this.#budget.remove(this.watcher.teamId, bytes);
  }

  #forgetUnsent(): void {
    for (const bytes of this.#unsent.splice(0)) this.#budget.remove(this.watcher.teamId, bytes);
  }
}
