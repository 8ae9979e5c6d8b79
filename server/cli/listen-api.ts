import { setTimeout as sleep } from 'node:timers/promises';
import { readBlocks } from '#packages/sdk/src/read-ahead.ts';
import { CommandError, UsageError } from './command.ts';

/* HTTP client for a remote Pauta instance, using its public API. */

/** Maximum silence of the stream; heartbeats come every 15 s. */
const silenceMs = 45_000;
/** Timeout of one request. */
const requestMs = 30_000;
const firstWaitMs = 500;
const maxWaitMs = 15_000;
/** Attempts per page of the log: a rate limit allows few of them per minute. */
const patientTries = 20;

/** One event of a stream (HTML, 9.2). */
interface StreamEvent {
  readonly event: string;
  /** Position from which to resume after it. */
  readonly id: string;
  /** The payload as received. */
  readonly data: string;
}

/** A failure that a retry may resolve. */
class Passing extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface Api {
  /** For example http://127.0.0.1:3000/api. */
  readonly address: string;
  /**
   * Requests a path below /v1.
   * @param tries maximum attempts while the server is unreachable or asks for a later retry
   * @returns the body; for a DELETE, no data if the resource was already deleted
   * @throws CommandError with the reason for a refusal, or if the server is unreachable
   */
  ask(method: string, path: string, body?: object, tries?: number): Promise<Answer>;
  /**
   * Follows the events of the key's team across reconnects, resuming after the last consumed event. If the stream cannot replay
   * the missed events, reads them from the log; some may then arrive twice.
   * @param lost receives the reason when a connection is lost, before reconnecting
   * @param from cursor of an earlier stream, or `beginning`; default: from now on
   * @throws CommandError if the key is invalid, the cursor cannot be resumed, or the server has no streams
   */
  follow(
    signal: AbortSignal,
    lost: (why: string) => void,
    from?: string,
  ): AsyncGenerator<StreamEvent>;
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  readonly pagination?: { readonly pages: number };
}

/** @param url an origin, or the address of the API @throws UsageError if it is not an http or https address */
export function apiAt(url: string, key: string): Api {
  const address = `${url.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')}/api`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new UsageError('--url must be an http or https address, such as http://127.0.0.1:3000.');
  const authorization = `Bearer ${key}`;

  /** @throws Passing, CommandError for any status except 2xx and, where allowed, 404 */
  async function fetched(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      const { headers, ...rest } = init;
      const all = { ...headers, authorization };
      response = await fetch(`${address}/v1${path}`, { ...rest, headers: all, redirect: 'error' });
    } catch (error) {
      throw new Passing(`${address} cannot be reached (${reasonOf(error)})`);
    }
    if (response.ok || (response.status === 404 && init.method === 'DELETE')) return response;
    const message = await messageIn(response);
    const { status } = response;
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
    if (status === 429 || status === 502 || status === 503 || status === 504)
      throw new Passing(message, Number.isFinite(wait) ? wait : undefined);
    if (status === 401) throw new CommandError('The service does not accept this API key.');
    throw new CommandError(message);
  }

  /** Position for reading the log if the stream loses its place: the last consumed event, or the beginning. */
  let taken: { readonly at: string; readonly id: string } | undefined;

  async function* events(
    since: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const headers = since === undefined ? {} : { 'last-event-id': since };
    const response = await fetched('/events/stream', {
      method: 'GET',
      headers: { accept: 'text/event-stream', ...headers },
      signal,
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
      throw new CommandError(
        `${address} has no event stream: check that it is a Pauta service of this version.`,
      );
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
    taken ??= { at: new Date(now).toISOString(), id: '' };
    for await (const block of readBlocks(response.body, silenceMs, signal)) yield parseEvent(block);
  }

  async function ask(method: string, path: string, body?: object, tries = 5): Promise<Answer> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const signal = AbortSignal.timeout(requestMs);
        const sent = body === undefined ? null : JSON.stringify(body);
        const response = await fetched(path, { method, headers, body: sent, signal });
        return response.status === 404 ? { data: {} } : ((await response.json()) as Answer);
      } catch (error) {
        if (error instanceof CommandError) throw error;
        if (attempt >= tries) throw new CommandError(sentence(error));
        await sleep(waitAfter(attempt, error));
      }
    }
  }

  /** Events in the log after a given one, in the form that the stream would have sent. */
  async function* logged(last: NonNullable<typeof taken>): AsyncGenerator<StreamEvent> {
    const query = `from=${encodeURIComponent(last.at)}&sort=created_at&limit=100`;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const eventPage = await ask('GET', `/events?${query}&page=${page}`, undefined, patientTries);
      pages = eventPage.pagination?.pages ?? 0;
      // JSON.stringify reproduces an event's bytes, which are the bytes that are signed.
      for (const event of eventPage.data as { id: string }[])
        if (event.id > last.id) yield { event: 'event', id: '', data: JSON.stringify(event) };
    }
  }

  function note({ event, data }: StreamEvent): void {
    if (event !== 'event') return;
    const { id, created_at: at } = JSON.parse(data) as { id: string; created_at: string };
    taken = { at, id };
  }

  return {
    address,
    ask,
    async *follow(signal, lost, from) {
      let since = from;
      let wasThere = false;
      let isResumed = from === undefined;
      for (let failures = 0; !signal.aborted; ) {
        let why = 'the connection broke';
        let failure: unknown;
        try {
          for await (const entry of events(since, signal)) {
            failures = 0;
            wasThere = true;
            if (entry.event === 'end') {
              if ((JSON.parse(entry.data) as { reason: string }).reason === 'unauthorized')
                throw new CommandError(
                  'The API key is no longer valid: it was revoked or expired, or its user lost permission.',
                );
              why = 'the service is stopping';
              break;
            }
            if (entry.event === 'resync' && !isResumed) throw unusableCursor(entry);
            if (entry.data !== '') {
              isResumed = true;
              yield entry;
            }
            note(entry);
            if (entry.event === 'resync' && taken)
              for await (const missed of logged(taken)) {
                yield missed;
                note(missed);
              }
            // Only now: an event that was not consumed is sent again.
            if (entry.id !== '') since = entry.id;
          }
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof CommandError) throw error;
          // The first connection failed: reports it to the user, who has just typed the address.
          if (!wasThere) throw new CommandError(sentence(error));
          failure = error;
          if (error instanceof Passing) why = error.message.replace(/\.$/, '');
        }
        if (signal.aborted) return;
        lost(why);
        failures += 1;
        await sleep(waitAfter(failures, failure), undefined, { signal }).catch(() => {});
      }
    },
  };
}

const cursorProblems: Readonly<Record<string, string>> = {
  too_old: 'The events after this cursor have expired',
  unknown: 'This cursor is not of this database, or the database was restored',
};

/** Error for a cursor of the command line that the service cannot resume. */
function unusableCursor({ data }: StreamEvent): CommandError {
  const { reason } = JSON.parse(data) as { reason: string };
  const problem =
    cursorProblems[reason] ?? `The service cannot resume from this cursor (${reason})`;
  return new CommandError(
    `${problem}. Use --from beginning, which repeats all events that are still stored (up to 30 days), or omit --from to start with new ones.`,
  );
}

/** Delay after a number of consecutive failures: as requested by the server, otherwise exponential backoff. */
function waitAfter(failures: number, error: unknown): number {
  const waitMs = error instanceof Passing ? error.waitMs : undefined;
  const backoff = Math.min(maxWaitMs, firstWaitMs * 2 ** (failures - 1));
  return (waitMs ?? backoff) + Math.random() * firstWaitMs;
}

/** Innermost cause of a failed request. */
function reasonOf(error: unknown): string {
  const { cause, message, code } = error as Error & { code?: string };
  return cause === undefined ? (code ?? message) : reasonOf(cause);
}

const sentence = (error: unknown) => `${(error as Error).message.replace(/\.$/, '')}.`;

async function messageIn(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return `The service answered ${response.status}.`;
  }
}

/** Parses one block of a stream's lines. */
function parseEvent(block: string): StreamEvent {
  const event = { event: 'message', id: '', data: '' };
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (name === 'event' || name === 'id') event[name] = value;
    else if (name === 'data') event.data += value;
  }
  return event;
}
