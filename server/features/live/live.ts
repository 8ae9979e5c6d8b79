import { randomInt } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Line } from '../../db/line.ts';
import {
  type Cursor,
  cursorText,
  nowhere,
  type Range,
  readCursor,
} from '../../events/live/cursor.ts';
import { edgeOf, epochOf, readRange, type StoredEvent } from '../../events/live/reading.ts';
import type { Presence, Standing, Watcher } from '../../operations/watching.ts';
import { ApiError, isPassing } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { changes, heartbeat, opened, ready, resync } from './frames.ts';
import { cannotGoOn, cursorAt, type Position, tellPast } from './past.ts';
import { heardFrom, isToldTo, presenceFrame, saidOf } from './presence.ts';
import { SendBudget } from './send-budget.ts';
import { type Sink, Stream, type Viewer } from './stream.ts';
import { groupOf, mayWatch, userOf } from './visible.ts';

/*
 * Live streams (docs/adr/0047). One reader a process asks the database what is new for all its streams, and hands it out in memory.
 * What somebody may see is looked up before what is new is read: nobody is told of anything later than a second after they may not.
 */

/** How often is asked, where nobody calls: what other processes call of comes at once. */
const pollMs = 250;
/** Between two questions at least. */
const restMs = 20;
/** How old what is known of the viewers may be. */
const standingMs = 500;
/** How long after an error that should not be. */
const troubledMs = 2_000;
/** How long a stream is silent at most. */
export const heartbeatMs = 15_000;
/** Streams of one session or key in this process: windows of a browser that does not share one among them. */
const mostOfOne = 8;

/** How many streams there may be; 0: as many as come. */
export interface LiveBounds {
  readonly LIVE_STREAMS: number;
  readonly TEAM_LIVE_STREAMS: number;
}

export interface LiveParts {
  readonly database: Database;
  /** Opens the line on which other processes are heard, and called. */
  readonly line: (onCall: (what: string) => void) => Line;
  readonly standingOf: (watchers: readonly Watcher[]) => Promise<(Standing | undefined)[]>;
  readonly bounds: LiveBounds;
  readonly log: Logger;
  /** Memory for unsent bytes; a test makes it small. */
  readonly budget?: SendBudget;
}

/** The live streams of this process. */
export interface Live {
  /** Whether there can be streams at all. @throws ApiError UNAVAILABLE where the database is out of reach, or has none */
  ready(): Promise<void>;
  /** Whether there is room for one more. @throws ApiError TEAM_BUSY, UNAVAILABLE where there is none */
  admit(comer: Watcher): void;
  /** Opens one. @param since what the client says it has heard last @returns to be called when the client goes */
  open(viewer: Viewer, since: string | undefined, sink: Sink): () => void;
  /** Where a stream goes on that is to tell whatever is newer than what is read from here on; undefined where there are none. */
  cursor(): Promise<string | undefined>;
  /** Told that something was written here. */
  stir(): void;
  /** Tells that somebody is writing, at every node, to those who look now. Nothing is kept of it. */
  present(presence: Presence): void;
  /** How many there are. */
  count(): number;
  /** Bytes that clients have not received yet. */
  unsent(): number;
  /** Ends all, and opens none any more. */
  end(): void;
  close(): Promise<void>;
}

/** A range that is being handed out, and the id of the last event that was. */
interface Under extends Range {
  last: string | undefined;
}

export function openLive({
  database,
  line: open,
  standingOf,
  bounds,
  log,
  budget = new SendBudget(),
}: LiveParts): Live {
  const streams = new Set<Stream>();
  const byTeam = new Map<string, Set<Stream>>();
  /** Those that wait for the next look at where everything is. */
  let joining: Stream[] = [];
  /** Where all streams are; undefined while there are none. */
  let position: Position | undefined;
  let under: Under | undefined;
  let known: { readonly connection: number; readonly epoch: string | undefined } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let isEnding = false;
  let isCalled = false;
  let wake: (() => void) | undefined;
  let calling: NodeJS.Timeout | undefined;
  /** Who writes, as far as nobody here was told yet. */
  let writing: Presence[] = [];
  const line = open((what) => {
    const presence = what === '' ? undefined : heardFrom(what);
    if (presence && isRunning) writing.push(presence);
    rouse();
  });

  function rouse(): void {
    isCalled = true;
    wake?.();
  }

  /** Where everything is now. @throws ApiError UNAVAILABLE */
  async function look(): Promise<Position> {
    for (;;) {
      const connection = line.connections();
      const found = await edgeOf(line);
      if (known?.connection !== connection) known = { connection, epoch: await epochOf(line) };
      // It broke meanwhile: that may have been two databases.
      if (line.connections() !== connection) continue;
      const { epoch } = known;
      if (epoch === undefined) throw none('There are no live streams on a Citus cluster.');
      return { ...found, epoch };
    }
  }

  function join(stream: Stream, here: Position): void {
    const { since, watcher } = stream;
    byTeam.set(watcher.teamId, (byTeam.get(watcher.teamId) ?? new Set()).add(stream));
    const reason = since && cannotGoOn(since, here);
    if (reason) stream.resyncReason = reason;
    if (!since || reason) {
      goLive(stream, here);
      return;
    }
    stream.hold();
    const parts = { budget, db: database.team(watcher.teamId), platform: database.platform };
    tellPast(stream, since, here, parts).then(
      (missing) => {
        if (missing) stream.resyncReason = missing;
        if (!stream.isBehind) goLive(stream, here);
        else {
          // More came meanwhile than may wait.
          stream.since = missing ? undefined : cursorAt(here);
          joining.push(stream);
          rouse();
        }
      },
      (error: unknown) => {
        if (!isPassing(error)) log.error({ err: error }, 'a live stream could not go on');
        stream.cut();
      },
    );
  }

  function goLive(stream: Stream, here: Position): void {
    const { resyncReason } = stream;
    stream.goOn(resyncReason ? resync(cursorAt(here), resyncReason) : ready(cursorAt(here)));
  }

  /** Cuts the slowest streams of teams that hold more than their share of unsent bytes. */
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
    for (const [team, own] of Map.groupBy(events, (event) => event.team)) {
      const bytes = new Map<string, Buffer | undefined>();
      const addressed = new Set(own.flatMap(({ to }) => to ?? []));
      for (const stream of byTeam.get(team) ?? []) {
        const { standing, watcher } = stream;
        // Who is told of something alone shares with nobody.
        const user = userOf(watcher);
        const alone = user !== undefined && addressed.has(user) ? user : '';
        const group = `${groupOf(standing)} ${alone}`;
        if (!bytes.has(group)) bytes.set(group, changes(standing, watcher, own, at));
        const shown = bytes.get(group);
        if (shown) stream.send(shown);
      }
    }
  }

  /** Hands out what is left of a range. What was handed out is not again, should the database go meanwhile. */
  async function finish(range: Under, { epoch, at }: Position): Promise<void> {
    for (let hasMore = byTeam.size > 0; hasMore; ) {
      const page = await readRange(line, [...byTeam.keys()], range, range.last);
      shed();
      handOut(page.events, { epoch, from: range.from, to: range.to, at });
      range.last = page.events.at(-1)?.id ?? range.last;
      hasMore = page.hasMore;
    }
  }

  /** Reads what is new, up to where everything is, and lets those join that came before that was looked up. */
  async function read(): Promise<void> {
    const came = joining;
    joining = [];
    try {
      const here = await look();
      // Another database, or one that was put back, or whose newest events were taken out.
      if (position && (here.epoch !== position.epoch || here.edge < position.edge)) {
        for (const stream of streams) stream.resync('unknown', here);
        under = undefined;
        position = here;
      }
      while (position && position.edge < here.edge) {
        under ??= { from: position.edge, to: here.edge, last: undefined };
        await finish(under, here);
        position = {
          ...here,
          edge: under.to,
          mark: under.to === here.edge ? here.mark : undefined,
        };
        under = undefined;
      }
      position = here;
      for (const stream of came) if (!stream.isOver) join(stream, here);
    } catch (error) {
      joining = [...came, ...joining];
      throw error;
    }
  }

  /** Ends the streams of those who may not see the team any more, and notes what the others may. */
  async function check(): Promise<void> {
    const now = performance.now();
    if (now - checkedAt < standingMs) return;
    const all = [...streams];
    const each = new Map(all.map(({ watcher }) => [keyOf(watcher), watcher]));
    const found = await standingOf([...each.values()]);
    const standings = new Map([...each.keys()].map((key, i) => [key, found[i]]));
    for (const stream of all) {
      const standing = standings.get(keyOf(stream.watcher));
      if (!standing || !mayWatch(standing))
        stream.end(stream.watcher.kind === 'key' ? 'unauthorized' : 'signed_out');
      else if (groupOf(standing) !== groupOf(stream.standing)) {
        stream.change(standing);
        stream.resync('access', position);
      }
    }
    checkedAt = now;
  }

  /** Who did not read what was there before is told all the same: it is of now. */
  function tellWhoWrites(): void {
    const said = writing;
    writing = [];
    for (const presence of said)
      for (const stream of byTeam.get(presence.team) ?? [])
        if (stream.isLive && isToldTo(stream.standing, stream.watcher, presence))
          stream.send(presenceFrame(presence));
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
    // What comes while nobody is there is not read.
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
    // In the middle of a range, streams are further than its beginning.
    const whole = position && !under ? heartbeat(cursorAt(position)) : alone;
    for (const stream of streams) stream.beat(stream.isLive ? whole : alone);
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
      if (ofOne >= mostOfOne)
        throw busy(
          `At most ${mostOfOne} live streams for one ${comer.kind === 'key' ? 'API key' : 'session'}.`,
        );
      if (mostOfTeam > 0 && ofTeam >= mostOfTeam)
        throw busy(`At most ${mostOfTeam} live streams for one team (TEAM_LIVE_STREAMS).`);
      if (most > 0 && streams.size >= most) throw none('There are too many live streams here.');
    },
    open(viewer, text, sink) {
      const since = text === undefined ? undefined : (readCursor(text) ?? nowhere);
      const stream = new Stream(viewer, since, sink, budget, () => {
        streams.delete(stream);
        const team = byTeam.get(viewer.watcher.teamId);
        team?.delete(stream);
        if (team?.size === 0) byTeam.delete(viewer.watcher.teamId);
      });
      streams.add(stream);
      stream.greet(opened());
      joining.push(stream);
      rouse();
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return () => stream.left();
    },
    async cursor() {
      // Where streams are is never ahead of what is there.
      const here = position ?? (await look().catch(() => undefined));
      return here && cursorText(cursorAt(here));
    },
    stir() {
      rouse();
      if (calling || isEnding) return;
      calling = setTimeout(() => {
        calling = undefined;
        // Who is not called asks by itself.
        line.call().catch(() => {});
      }, restMs).unref();
    },
    present(presence) {
      if (isEnding) return;
      if (isRunning) writing.push(presence);
      rouse();
      // Who is not called does not hear of it: the next one comes in a moment.
      line.call(saidOf(presence)).catch(() => {});
    },
    count: () => streams.size,
    unsent: () => budget.unsent,
    end,
    async close() {
      end();
      clearInterval(beating);
      clearTimeout(calling);
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
const stopping = () => none('The service is stopping; come back in a moment.');
/** What a stream was opened with: the session, or the key. */
const openedBy = (watcher: Watcher) => (watcher.kind === 'key' ? watcher.keyId : watcher.sessionId);
/** Whose standing is looked up. */
const keyOf = (watcher: Watcher) => `${openedBy(watcher)} ${userOf(watcher) ?? ''}`;
