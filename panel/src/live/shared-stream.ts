import { type OnStreamEvent, openStream, type StreamEvent } from './event-stream.ts';

/*
 * One stream per browser, however many tabs show the team: over HTTP/1.1 a browser has six connections for all of them. The tab that
 * holds the lock opens the stream and forwards its events; when it closes, the next tab continues from there.
 */

/** Messages between tabs: a tab listens, a tab has the stream, an event. */
type Message =
  | 'hello'
  | 'here'
  | { readonly said: StreamEvent; readonly cursor: string | undefined };

/** Maximum time for the tab with the stream to respond before another takes over; it may be frozen. */
const silenceMs = 3_000;

/**
 * Follows a team.
 * @param since cursor at which to start; undefined for now
 * @returns cleanup function
 */
export function followTeam(
  slug: string,
  since: string | undefined,
  hear: (event: StreamEvent) => void,
): () => void {
  // Web Locks exist only on https and localhost.
  return 'locks' in navigator
    ? followTogether(slug, since, hear)
    : followWhileSeen(slug, since, hear);
}

function followTogether(
  slug: string,
  since: string | undefined,
  hear: (event: StreamEvent) => void,
): () => void {
  const name = `pauta.live.${slug}`;
  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  let cursor = since;
  let lead: { readonly stop: () => void; isReady: boolean } | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const take: OnStreamEvent = (event, at) => {
    cursor = at ?? cursor;
    hear(event);
  };
  const post = (message: Message) => channel.postMessage(message);

  const queue = (options: LockOptions) =>
    navigator.locks
      .request(name, options, () => {
        if (over.signal.aborted || lead) return undefined;
        const hasAll = since !== undefined && cursor === since;
        return new Promise<void>((release) => {
          const close = openStream(slug, cursor, (event, at) => {
            if (lead && event.kind === 'ready') lead.isReady = true;
            cursor = at ?? cursor;
            // Posts before handling, because an `over` event closes the channel.
            post({ said: event, cursor });
            hear(event.kind === 'ready' ? { ...event, hasAll } : event);
          });
          const stop = () => {
            close();
            release();
          };
          lead = { stop, isReady: false };
        });
      })
      // Another tab took over, or this one has finished.
      .catch(() => {
        lead?.stop();
        lead = undefined;
        if (!over.signal.aborted) void queue({ signal: over.signal });
      });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'hello') {
      if (lead) post(lead.isReady ? { said: { kind: 'ready' }, cursor } : 'here');
      return;
    }
    clearTimeout(silence);
    if (data !== 'here') take(data.said, data.cursor);
  };
  const look = () => {
    clearTimeout(silence);
    if (lead || document.visibilityState === 'hidden') return;
    post('hello');
    silence = setTimeout(() => {
      if (!lead) void queue({ steal: true });
    }, silenceMs);
  };
  document.addEventListener('visibilitychange', look);
  void queue({ signal: over.signal });
  look();
  return () => {
    over.abort();
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', look);
    lead?.stop();
    channel.close();
  };
}

/** Fallback: each tab has a separate stream while it is visible. */
function followWhileSeen(
  slug: string,
  since: string | undefined,
  hear: (event: StreamEvent) => void,
): () => void {
  let cursor = since;
  let stop: (() => void) | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      stop?.();
      stop = undefined;
    } else
      stop ??= openStream(slug, cursor, (event, at) => {
        cursor = at ?? cursor;
        hear(event.kind === 'ready' ? { ...event, hasAll: since !== undefined } : event);
      });
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop?.();
  };
}
