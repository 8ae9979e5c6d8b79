import { randomInt } from 'node:crypto';
import { type Cursor, cursorText } from '../../events/live/cursor.ts';
import type { StoredEvent } from '../../events/live/reading.ts';
import type { Standing, Watcher } from '../../operations/watching.ts';
import { shownTo, userOf } from './visible.ts';

/*
 * The bytes of a stream (HTML, 9.2 Server-sent events).
 */

/** Why a client has to read anew what it shows. */
export type ResyncReason = 'too_old' | 'too_many' | 'unknown' | 'access';
/** Why a stream ends. */
export type EndReason = 'stopping' | 'signed_out' | 'unauthorized';

/** When a client comes back: not all at once. */
const retryMs = () => randomInt(500, 3_000);

export const opened = (): Buffer => Buffer.from(`retry: ${retryMs()}\n\n`);

/** What comes now is live: whatever is read from here on holds all that was before. */
export const ready = (cursor: Cursor): Buffer =>
  Buffer.from(`event: ready\nid: ${cursorText(cursor)}\ndata: {}\n\n`);

export const resync = (cursor: Cursor, reason: ResyncReason): Buffer =>
  Buffer.from(`event: resync\nid: ${cursorText(cursor)}\ndata: {"reason":"${reason}"}\n\n`);

export const ending = (reason: EndReason): Buffer =>
  Buffer.from(`event: end\nretry: ${retryMs()}\ndata: {"reason":"${reason}"}\n\n`);

/** Tells that the connection lives, and how far it has come: who returns after a quiet day need not be read that day. */
export const heartbeat = (cursor: Cursor | undefined): Buffer =>
  Buffer.from(cursor ? `:\nid: ${cursorText(cursor)}\n\n` : ':\n\n');

/** How a stream calls what it tells: people are shown what changes, with notices; keys are told the events, as the log has them. */
function nameOf(standing: Standing, { payload }: StoredEvent): string {
  if (standing.kind === 'key') return 'event';
  return payload === undefined ? 'stale' : 'change';
}

/** Events and notices as somebody may see them. @param at how far a stream has come with each of them */
export function changes(
  standing: Standing,
  watcher: Watcher,
  events: readonly StoredEvent[],
  at: Omit<Cursor, 'id'>,
): Buffer | undefined {
  let text = '';
  for (const event of events) {
    if (event.to !== undefined && event.to !== userOf(watcher)) continue;
    const shown = shownTo(standing, event);
    if (shown === undefined) continue;
    text += `event: ${nameOf(standing, event)}\nid: ${cursorText({ ...at, id: event.id })}\ndata: ${shown}\n\n`;
  }
  return text === '' ? undefined : Buffer.from(text);
}
