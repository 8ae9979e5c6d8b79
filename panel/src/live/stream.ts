import { segment } from '../api/call.ts';
import type { Change, Stale } from '../api/types.ts';
import { pauseBefore } from './pause.ts';

/*
 * A team's live stream (docs/live.md), opened again whenever it breaks, from where it was.
 */

/**
 * What a stream says; `over`: whoever is signed in may not follow this team any more.
 * hasAll: it was told, or will be, of all that came since the cursor that this page began with.
 */
export type Said =
  | { readonly kind: 'ready'; readonly hasAll?: boolean }
  | { readonly kind: 'resync' | 'over' }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'stale'; readonly stale: Stale }
  | { readonly kind: 'presence'; readonly presence: Presence };

/** That a colleague is writing in a conversation. */
export interface Presence {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly kind: 'answer' | 'note';
}

/** @param cursor where to go on after this; undefined: as before */
export type Hear = (said: Said, cursor: string | undefined) => void;

/** Timers of hidden tabs run once a minute; whoever wakes later than that has slept, and so has the connection. */
const lookMs = 20_000;
const sleptMs = 100_000;

function understood(kind: string, data: string): Said | undefined {
  switch (kind) {
    case 'ready':
    case 'resync':
      return { kind };
    case 'change':
      return { kind, change: JSON.parse(data) as Change };
    case 'stale':
      return { kind, stale: JSON.parse(data) as Stale };
    case 'presence':
      return { kind, presence: JSON.parse(data) as Presence };
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
 * @param since the cursor of what was heard last
 * @returns what ends it
 */
export function openStream(slug: string, since: string | undefined, hear: Hear): () => void {
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

  const tell = (said: Said) => {
    if (said.kind === 'over') end();
    hear(said, cursor);
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
        const said = understood(kind, data);
        if (said) tell(said);
      });
    // Broken connections it mends by itself; any other answer than a stream it gives up at, and does not say why.
    opened.onerror = () => {
      if (opened === source && opened.readyState === EventSource.CLOSED) void comeBack();
    };
  }

  async function comeBack(): Promise<void> {
    const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
    if (isOver) return;
    if (answer && [401, 403, 404].includes(answer.status)) return tell({ kind: 'over' });
    const retryAfter = Number(answer?.headers.get('retry-after') ?? 0) || 0;
    timer = setTimeout(open, pauseBefore(attempt, retryAfter, Math.random()));
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
