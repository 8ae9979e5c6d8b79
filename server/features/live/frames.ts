import { randomInt } from 'node:crypto';
import { type Cursor, cursorText } from '#server/events/live/cursor.ts';
import type { StoredEvent } from '#server/events/live/event-reader.ts';
import type { Access, TeamViewer } from '#server/operations/viewers.ts';
import { userIdOfViewer, visibleJson } from './visibility.ts';

/*
 * Frames of an event stream (HTML, 9.2 Server-sent events).
 */

/** Reason why a client must reload its data. */
export type ResyncReason = 'too_old' | 'too_many' | 'unknown' | 'access';
/** Reason why a stream ends. */
export type EndReason = 'stopping' | 'signed_out' | 'unauthorized';

/** Reconnect delay, with jitter. */
const retryMs = () => randomInt(500, 3_000);

export const openingFrame = (): Buffer => Buffer.from(`retry: ${retryMs()}\n\n`);

/** Starts live mode: anything the client reads from here on includes all earlier changes. */
export const ready = (cursor: Cursor): Buffer =>
  Buffer.from(`event: ready\nid: ${cursorText(cursor)}\ndata: {}\n\n`);

export const resync = (cursor: Cursor, reason: ResyncReason): Buffer =>
  Buffer.from(`event: resync\nid: ${cursorText(cursor)}\ndata: {"reason":"${reason}"}\n\n`);

export const ending = (reason: EndReason): Buffer =>
  Buffer.from(`event: end\nretry: ${retryMs()}\ndata: {"reason":"${reason}"}\n\n`);

/** Keep-alive with the current cursor, so that a client that reconnects after a quiet day does not replay that day. */
export const heartbeat = (cursor: Cursor | undefined): Buffer =>
  Buffer.from(cursor ? `:\nid: ${cursorText(cursor)}\n\n` : ':\n\n');

/** Event name: users receive changes and notices; keys receive events as in the log. */
function nameOf(standing: Access, { payload }: StoredEvent): string {
  if (standing.kind === 'key') return 'event';
  return payload === undefined ? 'stale' : 'change';
}

/** Events and notices as visible to a viewer. @param at the stream's position after each of them */
export function changes(
  standing: Access,
  watcher: TeamViewer,
  events: readonly StoredEvent[],
  at: Omit<Cursor, 'id'>,
): Buffer | undefined {
  let text = '';
  for (const event of events) {
    if (event.to !== undefined && event.to !== userIdOfViewer(watcher)) continue;
    const json = visibleJson(standing, event);
    if (json === undefined) continue;
    text += `event: ${nameOf(standing, event)}\nid: ${cursorText({ ...at, id: event.id })}\ndata: ${json}\n\n`;
  }
  return text === '' ? undefined : Buffer.from(text);
}
