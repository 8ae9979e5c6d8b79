import { ConnectionError, PautaError, RateLimitError, ServerError } from './errors.ts';
import { readBlocks } from './read-ahead.ts';
import type { WebhookEvent } from './schema.ts';
import { pauseBefore, sleep, type Transport } from './transport.ts';

/*
 * The team's events as they happen: server-sent events (HTML, 9.2), across broken connections.
 */

/** Type of an event, such as `deal.created`. */
export type EventType = WebhookEvent['type'];
/** Events of some types. */
export type EventOf<T extends EventType> = Extract<WebhookEvent, { readonly type: T }>;

export interface FollowOptions<T extends EventType = EventType> {
  /** The stored `cursor` of an earlier stream, or `beginning` for the oldest event that is stored. Default: events from now on. */
  readonly from?: string | undefined;
  /** Only events of these types; default all. */
  readonly types?: readonly T[] | undefined;
  /** Ends the iteration, also while it waits. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without data after which the connection is replaced; default 45,000. The service sends something every 15 s. */
  readonly silence?: number | undefined;
}

/** The events after a cursor are not available: they expired, or the database was restored. */
export class EventsMissedError extends PautaError {
  override name = 'EventsMissedError';
}

/** Advice by the reason of a `resync`. */
const advice: Readonly<Record<string, string>> = {
  too_old: 'The events after this cursor have expired: events are stored for 30 days',
  unknown: 'The cursor is not of this database, or the database was restored',
};

function missed(data: string): EventsMissedError {
  const { reason } = JSON.parse(data) as { readonly reason: string };
  const why = advice[reason] ?? `The service cannot continue after this cursor (${reason})`;
  const message = `${why}. Follow from 'beginning' and skip events that were processed, by their id; or follow without a cursor, from now on.`;
  return new EventsMissedError('RESYNC', message);
}

interface Frame {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

function parseFrame(block: string): Frame {
  const frame = { event: 'message', id: '', data: '' };
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name in frame) frame[name as keyof typeof frame] = value;
  }
  return frame;
}

/** Reads the frames of a response until it ends, breaks, is silent or is aborted. */
async function* framesOf(
  { body }: Response,
  silence: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Frame, void> {
  if (!body) return;
  for await (const block of readBlocks(body, silence, signal)) {
    yield parseFrame(block);
    if (signal?.aborted) return;
  }
}

/** True if a later attempt may succeed. */
const isPassing = (error: unknown): error is PautaError =>
  error instanceof ConnectionError ||
  error instanceof RateLimitError ||
  error instanceof ServerError;

/** Events of the team, each once, in the order of changes to each record. Iterate with `for await`. */
export class EventStream<T extends EventType = EventType> implements AsyncIterable<EventOf<T>> {
  readonly #transport: Transport;
  readonly #options: FollowOptions<T>;
  #cursor: string | undefined;

  /** @throws PautaError INVALID_OPTIONS */
  constructor(transport: Transport, options: FollowOptions<T>) {
    const { from } = options;
    // The service takes an empty cursor for none, so a lost one would skip events.
    if (from !== undefined && !/^[\x21-\x7e]+$/.test(from))
      throw new PautaError(
        'INVALID_OPTIONS',
        "from must be a cursor of an earlier stream, 'beginning', or undefined for events from now on.",
      );
    this.#transport = transport;
    this.#options = options;
    this.#cursor = options.from;
  }

  /**
   * Position after the last processed event: an event counts as processed when the loop asks for the next one. Store it, and follow
   * `from` it after a restart. Undefined until the stream is connected, if it starts from now on.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** @throws PautaError if the first connection fails or the key becomes invalid, EventsMissedError */
  async *[Symbol.asyncIterator](): AsyncGenerator<EventOf<T>, void> {
    const { types, signal, silence = 45_000 } = this.#options;
    let isConnected = false;
    for (let failures = 0; !signal?.aborted; failures += 1) {
      let failure: PautaError | undefined;
      try {
        // The first connection fails like a call; later ones are retried until the signal.
        const response = await this.#open(isConnected ? 0 : undefined);
        for await (const { event, id, data } of framesOf(response, silence, signal)) {
          if (event === 'resync') throw missed(data);
          if (event === 'event') {
            const one = JSON.parse(data) as EventOf<T>;
            if (!types || (types as readonly string[]).includes(one.type)) yield one;
          }
          if (event === 'ready' || event === 'event') {
            isConnected = true;
            failures = -1;
          }
          if (id !== '') this.#cursor = id;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (!isConnected || !isPassing(error)) throw error;
        failure = error;
      }
      const pause = pauseBefore(Math.max(failures, 0), failure?.retryAfter, failure?.status ?? 0);
      await sleep(pause, signal).catch(() => {});
    }
  }

  async #open(maxRetries: number | undefined): Promise<Response> {
    const cursor = this.#cursor;
    const headers = {
      accept: 'text/event-stream',
      ...(cursor === undefined ? {} : { 'last-event-id': cursor }),
    };
    const { signal } = this.#options;
    const response = await this.#transport.open(
      '/events/stream',
      {},
      { headers, signal, maxRetries },
    );
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    await response.body?.cancel();
    const { status } = response;
    throw new PautaError('UNREADABLE', 'The response is not a stream of events: check baseUrl.', {
      status,
    });
  }
}
