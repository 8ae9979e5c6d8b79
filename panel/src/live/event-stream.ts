import { segment } from '../api/call.ts';
import type { Change, Stale } from '../api/types.ts';
import { backoffDelay } from './backoff.ts';

/* Live stream of a team (docs/live.md), reopened at its last position whenever it breaks. */

/**
 * Event of a stream; `over`: the user may no longer follow this team.
 * hasAll: true if the stream includes everything since the cursor with which this page began.
 */
export type StreamEvent =
  | { readonly kind: 'ready'; readonly hasAll?: boolean }
  | { readonly kind: 'resync' | 'over' }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'stale'; readonly stale: Stale }
  | { readonly kind: 'presence'; readonly presence: TypingNotice };

/** A colleague is typing in a conversation. */
interface TypingNotice {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly kind: 'answer' | 'note';
}

/** @param cursor position after this event; undefined if unchanged */
export type OnStreamEvent = (streamEvent: StreamEvent, cursor: string | undefined) => void;

/** Timers of hidden tabs run once a minute; a longer gap means that the device slept and the connection was lost. */
const lookMs = 20_000;
const sleptMs = 100_000;

function parseStreamEvent(kind: string, data: string): StreamEvent | undefined {
  switch (kind) {
    case 'ready':
    case 'resync':
      return { kind };
    case 'change':
      return { kind, change: JSON.parse(data) as Change };
    case 'stale':
      return { kind, stale: JSON.parse(data) as Stale };
    case 'presence':
      return { kind, presence: JSON.parse(data) as TypingNotice };
    case 'end':
      return (JSON.parse(data) as { reason: string }).reason === 'signed_out'
        ? { kind: 'over' }
        : undefined;
    default:
      return undefined;
  }
}

/**
 * Follows a team.
 * @param since cursor of the last event
 * @returns cleanup function
 */
export function openStream(
  slug: string,
  since: string | undefined,
  hear: OnStreamEvent,
): () => void {
  const url = `/api/panel/teams/${segment(slug)}/live`;
  let cursor = since;
  let source: EventSource | undefined;
  let attempt = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    isOver = true;
    clearTimeout(timer);
    clearInterval(watch);
    window.removeEventListener('online', open);
    source?.close();
  };

  const tell = (streamEvent: StreamEvent) => {
    if (streamEvent.kind === 'over') end();
    hear(streamEvent, cursor);
  };

  function open(): void {
    clearTimeout(timer);
    source?.close();
    const query = cursor === undefined ? '' : `?${new URLSearchParams({ last_event_id: cursor })}`;
    const opened = new EventSource(url + query);
    source = opened;
    for (const kind of ['ready', 'change', 'stale', 'presence', 'resync', 'end'])
      opened.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        attempt = 0;
        if (lastEventId) cursor = lastEventId;
        const streamEvent = parseStreamEvent(kind, data);
        if (streamEvent) tell(streamEvent);
      });
    // EventSource reconnects automatically after a network error, but gives up without a reason on any response other than a stream.
    opened.onerror = () => {
      if (opened === source && opened.readyState === EventSource.CLOSED) void comeBack();
    };
  }

  async function comeBack(): Promise<void> {
    const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
    if (isOver) return;
    if (answer && [401, 403, 404].includes(answer.status)) return tell({ kind: 'over' });
    const retryAfter = Number(answer?.headers.get('retry-after') ?? 0) || 0;
    timer = setTimeout(open, backoffDelay(attempt, retryAfter, Math.random()));
    attempt += 1;
  }

  let seenAt = Date.now();
  const watch = setInterval(() => {
    const now = Date.now();
    if (now - seenAt > sleptMs) open();
    seenAt = now;
  }, lookMs);
  window.addEventListener('online', open);
  open();
  return end;
}
