import { randomInt } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import type { NotifyChannel } from '#server/db/notify-channel.ts';
import {
  type Cursor,
  cursorText,
  type Range,
  readCursor,
  unreadableCursor,
} from '#server/events/live/cursor.ts';
import { edgeOf, epochOf, readRange, type StoredEvent } from '#server/events/live/event-reader.ts';
import type { Access, MemberViewer, TeamViewer, TypingSignal } from '#server/operations/viewers.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { changes, heartbeat, openingFrame, ready, resync } from './frames.ts';
import {
  cursorAt,
  cursorAtBeginning,
  type Position,
  replayMissed,
  resyncReason,
} from './replay.ts';
import { SendBudget } from './send-budget.ts';
import { type Sink, Stream, type Viewer } from './stream.ts';
import { isTypingVisibleTo, parseTyping, serializeTyping, typingFrame } from './typing.ts';
import { groupOf, mayWatch, userIdOfViewer } from './visibility.ts';

/*
 * Live streams (docs/adr/0047). One reader per process polls the database for all streams and distributes new events in memory.
 * Permissions are checked before events are read: within a second of losing access, a viewer receives nothing more.
 */

/** Poll interval without notification. Notifications from other processes trigger a read at once. */
const pollMs = 250;
/** Min pause between two reads. */
const restMs = 20;
/** Max age of the viewers' access data. */
const accessMaxAgeMs = 500;
/** Time after which no request is answered by access data from before a change (accounts/lookup-cache.ts). */
const accessCachedMs = 500;
/** Pause after an unexpected error. */
const troubledMs = 2_000;
/** Max silence of a stream. */
export const heartbeatMs = 15_000;
/** Max streams of one session or key in this process: browser windows that do not share one. */
const maxShareOfOne = 8;

/** Limits on the number of streams; 0 means unlimited. */
export interface LiveBounds {
  readonly LIVE_STREAMS: number;
  readonly TEAM_LIVE_STREAMS: number;
}

interface LiveParts {
  readonly database: Database;
  /** Opens the LISTEN/NOTIFY connection to other processes. */
  readonly notifyChannel: (onCall: (what: string) => void) => NotifyChannel;
  readonly findAccess: (watchers: readonly TeamViewer[]) => Promise<(Access | undefined)[]>;
  /** Records that the panel is open, whether or not it makes requests. */
  readonly recordPresence?: (member: MemberViewer) => void;
  readonly bounds: LiveBounds;
  readonly log: Logger;
  /** Memory for unsent bytes; smaller in tests. */
  readonly budget?: SendBudget;
}

/** Live streams of this process. */
export interface Live {
  /** Checks that streams are possible. @throws ApiError UNAVAILABLE if the database is unreachable */
  ready(): Promise<void>;
  /** Checks the stream limits. @throws ApiError TEAM_BUSY, UNAVAILABLE if a limit is reached */
  admit(comer: TeamViewer): void;
  /** Opens a stream. @param since last event id that the client received @returns a function to call when the client disconnects */
  open(viewer: Viewer, since: string | undefined, sink: Sink): () => void;
  /** Cursor of a stream that is to receive everything newer than subsequent reads; undefined if streams are not available. */
  cursor(): Promise<string | undefined>;
  /** Announces a local write to this and other processes. */
  notifyLocalWrite(): void;
  /** Sends a typing indicator to current viewers on all nodes. It is not stored. */
  present(presence: TypingSignal): void;
  /** Number of open streams. */
  count(): number;
  /** Bytes that clients have not received yet. */
  unsent(): number;
  /** Ends all streams and accepts no new ones. */
  end(): void;
  close(): Promise<void>;
}

/** Placeholder of the cursor before the oldest event, whose epoch is read later. */
const beginning: Cursor = { ...unreadableCursor };

/** Keys may also start at the `beginning`. */
function sinceOf({ watcher }: Viewer, text: string): Cursor {
  if (text === 'beginning' && watcher.kind === 'key') return beginning;
  return readCursor(text) ?? unreadableCursor;
}

/** A range being distributed, with the id of the last event sent. */
interface Under extends Range {
  last: string | undefined;
}

export function openLive({
  database,
  notifyChannel: open,
  findAccess: standingOf,
  recordPresence,
  bounds,
  log,
  budget = new SendBudget(),
}: LiveParts): Live {
  const streams = new Set<Stream>();
  const byTeam = new Map<string, Set<Stream>>();
  /** Streams that wait for the next read to start. */
  let joining: Stream[] = [];
  /** Position of all streams; undefined while there are none. */
  let position: Position | undefined;
  let under: Under | undefined;
  let currentEpoch:
    | { readonly connection: number; readonly epoch: string; readonly isCitus: boolean }
    | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** Streams whose clients may have reloaded with the access from before a change, and the time of their next reload. */
  const reloads = new Map<Stream, number>();
  let isRunning = false;
  let isEnding = false;
  let isCalled = false;
  let wake: (() => void) | undefined;
  /** Typing indicators not yet distributed to local streams. */
  let writing: TypingSignal[] = [];
  /** The last indicator of each user in a conversation, for streams that open while it is valid. */
  const valid = new Map<string, TypingSignal>();
  const isValid = ({ until }: TypingSignal) => Date.parse(until) > Date.now();
  function noteTyping(presence: TypingSignal): void {
    for (const [key, each] of valid) if (!isValid(each)) valid.delete(key);
    valid.set(`${presence.conversationId} ${presence.userId}`, presence);
    if (isRunning) writing.push(presence);
  }
  const line = open((what) => {
    const presence = what === '' ? undefined : parseTyping(what);
    if (presence) noteTyping(presence);
    rouse();
  });

  function rouse(): void {
    isCalled = true;
    wake?.();
  }

  /** Reads the current position. @throws ApiError UNAVAILABLE */
  async function look(): Promise<Position> {
    for (;;) {
      const connection = line.connections();
      if (currentEpoch?.connection !== connection)
        currentEpoch = { connection, ...(await epochOf(line)) };
      const { epoch, isCitus } = currentEpoch;
      const edge = await edgeOf(line, isCitus);
      // Reconnected in between: the two results may come from different databases.
      if (line.connections() === connection) return { ...edge, epoch };
    }
  }

  function join(stream: Stream, current: Position): void {
    if (stream.since === beginning) stream.since = cursorAtBeginning(current);
    const { since, watcher } = stream;
    byTeam.set(watcher.teamId, (byTeam.get(watcher.teamId) ?? new Set()).add(stream));
    const reason = since && resyncReason(stream, since, current);
    if (reason) stream.resyncReason = reason;
    if (!since || reason) {
      goLive(stream, current);
      return;
    }
    stream.hold();
    const parts = { budget, db: database.team(watcher.teamId), platform: database.platform };
    replayMissed(stream, since, current, parts).then(
      (missing) => {
        if (missing) stream.resyncReason = missing;
        if (!stream.isBehind) goLive(stream, current);
        else {
          // More events arrived while catching up than a stream may hold back.
          stream.since = missing ? undefined : cursorAt(current);
          joining.push(stream);
          rouse();
        }
      },
      (error: unknown) => {
        if (!isPassing(error)) log.error({ err: error }, 'a live stream could not continue');
        stream.cut();
      },
    );
  }

  function goLive(stream: Stream, current: Position): void {
    const { resyncReason } = stream;
    stream.goLive(
      resyncReason ? resync(cursorAt(current), resyncReason) : ready(cursorAt(current)),
    );
    for (const presence of valid.values()) if (isValid(presence)) sendTyping(stream, presence);
  }

  function sendTyping(stream: Stream, presence: TypingSignal): void {
    const { standing, watcher } = stream;
    if (presence.team === watcher.teamId && isTypingVisibleTo(standing, watcher, presence))
      stream.send(typingFrame(presence));
  }

  /** Cuts the slowest streams of teams that exceed their share of unsent bytes. */
  function shed(): void {
    for (let team = budget.overdrawn(); team !== undefined; team = budget.overdrawn()) {
      const slowest = [...(byTeam.get(team) ?? [])].reduce<Stream | undefined>(
        (slow, stream) => (stream.backlog > (slow?.backlog ?? 0) ? stream : slow),
        undefined,
      );
      if (!slowest) return;
      slowest.cut();
    }
  }

  function handOut(events: readonly StoredEvent[], at: Omit<Cursor, 'id'>): void {
    for (const [team, teamEvents] of Map.groupBy(events, (event) => event.team)) {
      const bytes = new Map<string, Buffer | undefined>();
      const addressed = new Set(teamEvents.flatMap(({ to }) => to ?? []));
      for (const stream of byTeam.get(team) ?? []) {
        const { standing, watcher } = stream;
        // Users with personal notices do not share a buffer.
        const user = userIdOfViewer(watcher);
        const alone = user !== undefined && addressed.has(user) ? user : '';
        const group = `${groupOf(standing)} ${alone}`;
        if (!bytes.has(group)) bytes.set(group, changes(standing, watcher, teamEvents, at));
        const frame = bytes.get(group);
        if (frame) stream.send(frame);
      }
    }
  }

  /** Distributes the rest of a range. If the database fails, continues after the last event sent. */
  async function finish(range: Under, { epoch, at }: Position): Promise<void> {
    for (let hasMore = byTeam.size > 0; hasMore; ) {
      const page = await readRange(line, [...byTeam.keys()], range, range.last);
      shed();
      handOut(page.events, { epoch, from: range.from, to: range.to, at });
      range.last = page.events.at(-1)?.id ?? range.last;
      hasMore = page.hasMore;
    }
  }

  /** Reads new events up to the current position, then starts the streams that were waiting before it was read. */
  async function read(): Promise<void> {
    const came = joining;
    joining = [];
    try {
      const current = await look();
      // Another database, a restored one, or one that lost its newest events.
      if (position && (current.epoch !== position.epoch || current.edge < position.edge)) {
        for (const stream of streams) stream.resync('unknown', current);
        under = undefined;
        position = current;
      }
      while (position && position.edge < current.edge) {
        under ??= { from: position.edge, to: current.edge, last: undefined };
        await finish(under, current);
        position = {
          ...current,
          edge: under.to,
          mark: under.to === current.edge ? current.mark : undefined,
        };
        under = undefined;
      }
      position = current;
      for (const stream of came) if (!stream.isOver) join(stream, current);
    } catch (error) {
      joining = [...came, ...joining];
      throw error;
    }
  }

  /** Ends streams of viewers who have lost access, and updates the access of the others. */
  async function check(): Promise<void> {
    const now = performance.now();
    if (now - checkedAt < accessMaxAgeMs) return;
    for (const [stream, at] of reloads)
      if (at <= now) {
        reloads.delete(stream);
        stream.resync('access', position);
      }
    const all = [...streams];
    const each = new Map(all.map(({ watcher }) => [keyOf(watcher), watcher]));
    const accesses = await standingOf([...each.values()]);
    const standings = new Map([...each.keys()].map((key, i) => [key, accesses[i]]));
    for (const stream of all) {
      const standing = standings.get(keyOf(stream.watcher));
      if (!standing || !mayWatch(standing))
        stream.end(stream.watcher.kind === 'key' ? 'unauthorized' : 'signed_out');
      else if (groupOf(standing) !== groupOf(stream.standing)) {
        stream.change(standing);
        stream.resync('access', position);
        reloads.set(stream, performance.now() + accessCachedMs);
      }
    }
    checkedAt = now;
  }

  /** Distributes typing indicators even to streams without the preceding events, as they concern only the present. */
  function tellWhoWrites(): void {
    const signals = writing;
    writing = [];
    for (const presence of signals)
      for (const stream of byTeam.get(presence.team) ?? [])
        if (stream.isLive) sendTyping(stream, presence);
  }

  async function run(): Promise<void> {
    while (streams.size > 0 && !isEnding) {
      isCalled = false;
      let pause = pollMs;
      try {
        await check();
        tellWhoWrites();
        await read();
      } catch (error) {
        if (!isPassing(error)) {
          log.error({ err: error }, 'live streams could not be served');
          pause = troubledMs;
        }
      }
      await rest(restMs);
      if (!isCalled) await rest(pause - restMs, true);
    }
    // Events are not read while there are no streams.
    isRunning = false;
    writing = [];
    position = undefined;
    under = undefined;
  }

  const rest = (ms: number, untilCalled = false) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        wake = undefined;
        resolve();
      }
      if (untilCalled) wake = done;
    });

  const beating = setInterval(() => {
    const alone = heartbeat(undefined);
    // In the middle of a range, streams are ahead of its start.
    const whole = position && !under ? heartbeat(cursorAt(position)) : alone;
    for (const stream of streams) {
      if (stream.watcher.kind === 'user') recordPresence?.(stream.watcher);
      stream.heartbeat(stream.isLive ? whole : alone);
    }
    shed();
  }, heartbeatMs).unref();

  return {
    async ready() {
      if (isEnding) throw stopping();
      if (!position) await look();
    },
    admit(comer) {
      if (isEnding) throw stopping();
      let [ofTeam, ofOne] = [0, 0];
      for (const { watcher } of streams) {
        if (watcher.teamId === comer.teamId) ofTeam += 1;
        if (openedBy(watcher) === openedBy(comer)) ofOne += 1;
      }
      const { LIVE_STREAMS: most, TEAM_LIVE_STREAMS: mostOfTeam } = bounds;
      if (ofOne >= maxShareOfOne)
        throw busy(
          `At most ${maxShareOfOne} live streams for one ${comer.kind === 'key' ? 'API key' : 'session'}.`,
        );
      if (mostOfTeam > 0 && ofTeam >= mostOfTeam)
        throw busy(`At most ${mostOfTeam} live streams for one team (TEAM_LIVE_STREAMS).`);
      if (most > 0 && streams.size >= most)
        throw none('This process serves too many live streams; try again later.');
    },
    open(viewer, text, sink) {
      const since = text === undefined ? undefined : sinceOf(viewer, text);
      const stream = new Stream(viewer, since, sink, budget, () => {
        streams.delete(stream);
        const team = byTeam.get(viewer.watcher.teamId);
        team?.delete(stream);
        if (team?.size === 0) byTeam.delete(viewer.watcher.teamId);
      });
      streams.add(stream);
      stream.greet(openingFrame());
      joining.push(stream);
      rouse();
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return () => stream.disconnected();
    },
    async cursor() {
      // The position of the streams is never ahead of the database.
      const current = position ?? (await look().catch(() => undefined));
      return current && cursorText(cursorAt(current));
    },
    notifyLocalWrite() {
      rouse();
      // Processes that miss the notification poll.
      if (!isEnding) line.callSoon();
    },
    present(presence) {
      if (isEnding) return;
      noteTyping(presence);
      rouse();
      // Nodes that miss it show no indicator; the next one follows shortly.
      line.call(serializeTyping(presence)).catch(() => {});
    },
    count: () => streams.size,
    unsent: () => budget.unsent,
    end,
    async close() {
      end();
      clearInterval(beating);
      await line.close();
    },
  };

  function end(): void {
    isEnding = true;
    for (const stream of [...streams]) stream.end('stopping');
    wake?.();
  }
}

const retryAfter = () => ({ retryAfter: randomInt(1, 6) });
const none = (text: string) => new ApiError('UNAVAILABLE', text, retryAfter());
const busy = (text: string) => new ApiError('TEAM_BUSY', text, retryAfter());
const stopping = () => none('The service is stopping; try again in a moment.');
/** Id of the session or key that opened a stream. */
const openedBy = (watcher: TeamViewer) =>
  watcher.kind === 'key' ? watcher.keyId : watcher.sessionId;
/** Key for access lookups. */
const keyOf = (watcher: TeamViewer) => `${openedBy(watcher)} ${userIdOfViewer(watcher) ?? ''}`;
