import type { Platform, TeamDb } from '../../db/database.ts';
import type { Cursor, Edge, Range } from '../../events/live/cursor.ts';
import { isOfHere, knows, readTeamRange } from '../../events/live/reading.ts';
import { ApiError } from '../../platform/errors.ts';
import { changes, type ResyncReason } from './frames.ts';
import type { Stream } from './stream.ts';

/*
 * What a client missed while it was away.
 */

/** Who was away for longer, or missed more, reads anew what it shows: that is less. */
const mostSeconds = 7 * 24 * 3_600;
const mostEvents = 10_000;

/** How far all streams of this process have come. */
export interface Position extends Edge {
  readonly epoch: string;
}

/** Where a stream is that was told everything up to there. */
export const cursorAt = ({ epoch, edge, at, mark }: Position): Cursor => ({
  epoch,
  from: edge,
  to: edge,
  at,
  id: undefined,
  mark,
});

/** Why what came since a cursor cannot be told; undefined where it may be. @param here read after the client came */
export function cannotGoOn(since: Cursor, here: Position): ResyncReason | undefined {
  // A cursor ahead of what is there is of a database that was put back.
  if (since.epoch !== here.epoch || since.to > here.edge) return 'unknown';
  return here.at - since.at > mostSeconds ? 'too_old' : undefined;
}

/** Few at a time: a node that goes sends all its clients here at once. */
const mostAtOnce = 4;
let reading = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= mostAtOnce) await new Promise<void>((go) => waiting.push(go));
  else reading += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}

const tookTooLong = (error: unknown) =>
  error instanceof ApiError && (error.cause as { code?: string } | undefined)?.code === '57014';

/**
 * Tells a stream what came between where its client was and here.
 * @returns why it cannot be told, or not to its end
 * @throws ApiError UNAVAILABLE where the database is out of reach
 */
export async function tellPast(
  stream: Stream,
  since: Cursor,
  here: Position,
  db: TeamDb,
  platform: Pick<Platform, 'run'>,
): Promise<ResyncReason | undefined> {
  const rest: readonly [Range, string | undefined][] = [
    ...(since.id === undefined ? [] : [[since, since.id] as [Range, string]]),
    [{ from: since.id === undefined ? since.from : since.to, to: here.edge }, undefined],
  ];
  let left = mostEvents;
  try {
    if (!(await inTurn(() => isOfHere(platform, since)))) return 'unknown';
    if (!(await inTurn(() => knows(db, since)))) return 'too_old';
    for (const [{ from, to }, after] of rest) {
      const at = { epoch: here.epoch, from, to, at: here.at };
      for (let last = after, hasMore = from < to; hasMore && !stream.isOver; ) {
        const asked = last;
        const page = await inTurn(() => readTeamRange(db, { from, to }, asked));
        left -= page.events.length;
        if (left < 0) return 'too_many';
        const bytes = changes(stream.standing, stream.watcher, page.events, at);
        if (bytes) await stream.tell(bytes);
        last = page.events.at(-1)?.id ?? last;
        hasMore = page.hasMore;
      }
    }
    return undefined;
  } catch (error) {
    if (tookTooLong(error)) return 'too_many';
    throw error;
  }
}
