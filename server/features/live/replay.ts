import type { Platform, TeamDb } from '#server/db/database.ts';
import type { Cursor, Edge, Range } from '#server/events/live/cursor.ts';
import {
  countMissed,
  idsAtOnce,
  isOfHere,
  readById,
  readIds,
} from '#server/events/live/event-reader.ts';
import { ApiError } from '#server/platform/errors.ts';
import { changes, type ResyncReason } from './frames.ts';
import type { SendBudget } from './send-budget.ts';
import type { Stream } from './stream.ts';

/*
 * Replays events that a client missed while disconnected.
 */

const day = 24 * 3_600;
/** Beyond either limit a browser reloads its data, which is cheaper. */
const maxSeconds = 7 * day;
const maxEvents = 10_000;
/** Keys replay as long as events are stored (server/events/sweeps.ts), and any number of them: they process events, and cannot reload. */
const maxSecondsOfKeys = 30 * day;

/** Position of all streams of this process. */
export interface Position extends Edge {
  readonly epoch: string;
}

/** Cursor of a stream that has received everything up to a position. */
export const cursorAt = ({ epoch, edge, at, mark }: Position): Cursor => ({
  epoch,
  from: edge,
  to: edge,
  at,
  id: undefined,
  mark,
});

/** Cursor before the oldest stored event. */
export const cursorAtBeginning = ({ epoch, edge, at }: Position): Cursor => ({
  epoch,
  from: 0n,
  to: edge,
  at,
  id: undefined,
});

/** Returns why events since a cursor cannot be replayed; undefined if they can. @param current read after the client connected */
export function resyncReason(
  { watcher: { kind } }: Pick<Stream, 'watcher'>,
  since: Cursor,
  current: Position,
): ResyncReason | undefined {
  // A cursor ahead of the database comes from before a restore.
  if (since.epoch !== current.epoch || since.to > current.edge) return 'unknown';
  const most = kind === 'key' ? maxSecondsOfKeys : maxSeconds;
  return current.at - since.at > most ? 'too_old' : undefined;
}

/** Dependencies for reading missed events. */
interface ReplayParts {
  readonly budget: SendBudget;
  readonly db: TeamDb;
  readonly platform: Pick<Platform, 'run'>;
}

const tookTooLong = (error: unknown) =>
  error instanceof ApiError && (error.cause as { code?: string } | undefined)?.code === '57014';

/**
 * Sends a stream the events between its client's last one and now. Reads each page only after the client has received the previous one.
 * @returns the reason if the replay is impossible or incomplete
 * @throws ApiError UNAVAILABLE if the database is unreachable
 */
export async function replayMissed(
  stream: Stream,
  since: Cursor,
  current: Position,
  { budget, db, platform }: ReplayParts,
): Promise<ResyncReason | undefined> {
  const inTurn = <T>(query: () => Promise<T>) => budget.read(db.id, query);
  const { epoch, edge: to, at } = current;
  const isKey = stream.watcher.kind === 'key';
  // The event that marks the cursor may have expired.
  const unmarked = current.at - since.at > maxSeconds ? 'too_old' : 'unknown';
  const ranges: readonly [Range, string | undefined][] = [
    ...(since.id === undefined ? [] : [[since, since.id] as [Range, string]]),
    [{ from: since.id === undefined ? since.from : since.to, to }, undefined],
  ];
  try {
    if (!(await inTurn(() => isOfHere(platform, since)))) return unmarked;
    const { isThere, count } = await inTurn(() =>
      countMissed(db, since, to, isKey ? 0 : maxEvents),
    );
    if (!isThere) return 'too_old';
    if (!isKey && count > maxEvents) return 'too_many';
    if (count === 0) return undefined;
    for (const [{ from, to }, after] of ranges) {
      const reached = { epoch, from, to, at };
      for (let last = after, hasMore = from < to; hasMore && !stream.isOver; ) {
        const ids = await inTurn(() => readIds(db, { from, to }, last));
        for (let next = 0; next < ids.length && !stream.isOver; ) {
          const page = await inTurn(() => readById(db, ids.slice(next)));
          next += page.looked;
          const bytes = changes(stream.standing, stream.watcher, page.events, reached);
          if (bytes) await stream.sendMissed(bytes);
        }
        last = ids.at(-1);
        hasMore = ids.length === idsAtOnce;
      }
    }
    return undefined;
  } catch (error) {
    if (tookTooLong(error)) return 'too_many';
    throw error;
  }
}
